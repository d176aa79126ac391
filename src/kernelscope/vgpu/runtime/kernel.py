"""Modules and kernels of PTX: load, look up, launch."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from kernelscope.errors import LaunchError, MemoryAccessError, PtxError, UsageError
from kernelscope.hardware import GPUSpec
from kernelscope.hardware import gpu as find_gpu
from kernelscope.hardware.residency import occupancy
from kernelscope.vgpu import instructions, ir
from kernelscope.vgpu.analysis.in_step import Pair, pairs_of
from kernelscope.vgpu.analysis.requests import asks_for_blocks
from kernelscope.vgpu.analysis.steering import Steering, steering_of
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.clusters import Dim3, check_cluster, chosen_cluster, threads_of
from kernelscope.vgpu.counting.counters import Tally
from kernelscope.vgpu.counting.plan import CountingPlan
from kernelscope.vgpu.counting.trace import TraceRequest
from kernelscope.vgpu.counting.widening import widened_at
from kernelscope.vgpu.jit.engine import LoadedCode, cache_key, read_cache, write_cache
from kernelscope.vgpu.jit.program import (
    IndependentCode,
    Program,
    build_independent,
    build_program,
    kept_program,
    load,
    understood,
)
from kernelscope.vgpu.layout import LANES, UNDEFINED, Site
from kernelscope.vgpu.lowering.lower import lower, module_variables
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.arguments import Packer
from kernelscope.vgpu.runtime.hazards import Clashes
from kernelscope.vgpu.runtime.launch import (
    LaunchCounts,
    Plan,
    Run,
    Sample,
    check_launch,
    dimensions,
    sample_of,
)
from kernelscope.vgpu.runtime.overflows import explain
from kernelscope.vgpu.runtime.registry import REGISTRY, Region
from kernelscope.vgpu.runtime.settings import Makers, Settings, going_on_of, settings
from kernelscope.vgpu.runtime.tracing import check_request
from kernelscope.vgpu.schedule import Schedule
from kernelscope.vgpu.tools import NO_TOOL, Tool

# Importing them fills the instruction table.
assert instructions.TABLE

Shape = tuple[tuple[int, int, int], tuple[int, int, int], int]
"""Grid, block, and the dynamic shared memory in bytes."""

_WORKSPACE_BYTES = 256  # a cooperative launch's size and barrier are in the first eight
_MOST_PLANS = 256
# Seconds that the launches of a kernel take together before its code is worth being compiled again.
# That takes 0.1 to 0.5 s, and the launches take up to 1.6 times as long without it.
_WORTH_S = 1.0
# A launch uses all workers and their tables. Launches of other host threads wait for it, like
# launches on one stream.
_one_at_a_time = threading.RLock()
# The workers of a launch come to independent lanes at the same time. Without the lock each would
# load the code, and code that another one runs would be freed.
_loading = threading.Lock()


def _forget_launches() -> None:
    """Begin without a launch: a forked child does not have the thread that its parent's is on."""
    global _loading, _one_at_a_time
    _one_at_a_time, _loading = threading.RLock(), threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_launches)


@dataclass(frozen=True, slots=True)
class Header:
    """The facts about a kernel that a launch needs before its code."""

    parameters: tuple[ir.Parameter, ...]
    static_shared_bytes: int
    required_block: tuple[int, int, int] | None
    max_block: tuple[int, int, int] | None
    cluster: ir.ClusterLimits
    variables: dict[str, ir.ModuleVariable]
    pairs: frozenset[Pair]
    asks_for_blocks: bool


def _zeros(size: int) -> np.ndarray:
    return np.zeros(size, np.uint8)


class Variables:
    """The memory of global and const variables, which modules of one program may share.

    make: returns so many bytes of memory, all 0; managed: that the host knows by their address.
    """

    def __init__(
        self,
        make: Callable[[int], np.ndarray] | None = None,
        managed: Callable[[int], np.ndarray] | None = None,
    ) -> None:
        self._make = make or _zeros
        self._make_managed = managed or self._make
        self._held: dict[str, tuple[Region, np.ndarray]] = {}

    def place(self, variables: dict[str, ir.ModuleVariable]) -> dict[str, Region]:
        """Return the memory of these variables; a new one gets its first value."""
        placed = {n: v for n, v in variables.items() if v.space != "shared"}
        fresh = {n: v for n, v in placed.items() if n not in self._held}
        for name, variable in fresh.items():
            try:
                make = self._make_managed if variable.managed else self._make
                data = make(max(variable.size, 1))
            except (MemoryError, ValueError) as none:
                raise PtxError(
                    f"variable `{name}` has {variable.size} bytes, more than this machine has free"
                ) from none
            if variable.data is not None:
                data[:] = np.frombuffer(variable.data, np.uint8)
            self._held[name] = (Region(data.ctypes.data, len(data)), data)
            REGISTRY.enter(*self._held[name], by_host=False)
        self._relocate(fresh)
        return {name: self._held[name][0] for name in placed}

    def bytes_of(self, name: str) -> np.ndarray:
        """Return the memory of a variable that has been placed."""
        return self._held[name][1]

    def _relocate(self, variables: dict[str, ir.ModuleVariable]) -> None:
        for name, variable in variables.items():
            for offset, target, addend in variable.relocations:
                if target not in self._held:
                    raise PtxError(f"variable `{name}` holds the address of unknown `{target}`")
                region = self._held[target][0]
                address = SPACE.of_variable(region) + addend
                self._held[name][1][offset : offset + 8].view(np.uint64)[0] = address


class Module:
    """A PTX text, loaded for a GPU.

    The text is parsed when a kernel is needed that is not in the disk cache.
    """

    def __init__(self, text: str, spec: GPUSpec, variables: Variables | None = None) -> None:
        self.text = text
        self.spec = spec
        # Tensor cores of another architecture add otherwise, and are other code.
        cores = f"sm_{spec.sm} " if "mma" in text else ""
        self.key = hashlib.sha256(f"{cores}{text}".encode()).hexdigest()
        self._tree: syntax.Module | None = None
        self._kernels: dict[str, Kernel] = {}
        self._variables = variables or Variables()
        known = read_cache(cache_key("module", self.key))
        if known is None:
            names = tuple(f.name for f in self.tree.functions if f.is_entry and f.body is not None)
            known = names, self.tree.target
            write_cache(cache_key("module", self.key), known)
        self.kernels: tuple[str, ...] = known[0]
        _check_target(known[1], spec)

    def __repr__(self) -> str:
        return f"Module({', '.join(self.kernels)} for {self.spec.name})"

    @property
    def tree(self) -> syntax.Module:
        """The syntax tree."""
        if self._tree is None:
            self._tree = parse(self.text)
        return self._tree

    @property
    def variables(self) -> Variables:
        """The memory of its variables, which other modules may share."""
        return self._variables

    def kernel(self, name: str) -> Kernel:
        """Return the kernel of that name.

        Raises:
            PtxError: there is no such kernel, or the virtual GPU does not know one of its
                instructions.
        """
        if name not in self.kernels:
            known = ", ".join(self.kernels) or "none"
            raise PtxError(f"no kernel `{name}` in this PTX; it has: {known}")
        if name not in self._kernels:
            self._kernels[name] = Kernel(self, name)
        return self._kernels[name]

    def place_variables(self, variables: dict[str, ir.ModuleVariable]) -> dict[str, Region]:
        """Return the memory of global and const variables, allocated once for the module."""
        return self._variables.place(variables) if variables else {}

    def placed(self) -> dict[str, Region]:
        """Return the memory of all its global and const variables, also of those no kernel uses."""
        if self.kernels:  # each has them all, and its header is in the cache
            return self.place_variables(self.kernel(self.kernels[0]).header.variables)
        return self.place_variables(module_variables(self.tree))

    def bytes_of(self, name: str) -> np.ndarray:
        """Return the memory of a variable that has been placed."""
        return self._variables.bytes_of(name)


def _check_target(target: str, spec: GPUSpec) -> None:
    """Raise PtxError if the GPU does not run PTX for this target."""
    if not runs_target(target, spec.sm):
        raise PtxError(f"PTX for {target} cannot run on {spec.full_name} (sm_{spec.sm})", 1, 1)


def runs_target(target: str, sm: int) -> bool:
    """Return whether GPUs of a compute capability run PTX for a target.

    PTX ISA, 11.1.2, `.target`: sm_90 runs from sm_90 on, sm_90a on sm_90 alone, sm_100f on sm_100
    and later ones of its family. A target that is not NVIDIA's is not looked at.
    """
    match = re.match(r"sm_(\d+)([af]?)", target)
    if match is None:
        return True
    number, suffix = int(match[1]), match[2]
    later = sm >= number
    return {"": later, "a": sm == number, "f": later and sm // 10 == number // 10}[suffix]


def load_ptx(
    text: str | bytes, gpu: str | GPUSpec = "h200", variables: Variables | None = None
) -> Module:
    """Load PTX for a GPU of the specification table.

    variables: memory that this module shares with others; None: its own.

    Raises:
        PtxError: the text is malformed, with line and column; or is for a newer GPU.
        UsageError: the GPU is unknown.
    """
    spec = gpu if isinstance(gpu, GPUSpec) else find_gpu(gpu)
    plain = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return Module(plain.rstrip("\0"), spec, variables)


class Kernel:
    """A kernel of a module; index it with grid and block, then call it.

    Attributes:
        key: with its name and the block's shape, the key of its compiled code in the cache.
        finds_owners: whether to search all allocations for a host address that is in no argument;
            that search is slow.
        reachable: allocations that a launch may access in addition to its arguments'.
        scratch: the value of every byte of shared and local memory when a block starts.
        quick: whether its code may be what is quickest to compile; not once its launches have taken
            long together.
        registers: of a thread, if the maker of the kernel knows them; 0: they limit nothing.
        one_thread: whether a block is one thread of control for the kernel's author, as in Triton.
        language: of its author, by `_languages`.
        sources: texts of files that it was made of and that are not on disk, by name.
        managed: whether the compiler alone orders the threads of a block and keeps shared memory:
            the author's language has none, as Triton's, and unlike Gluon's or assembly.
        non_portable_clusters: whether to allow clusters of more than 8 blocks, which not every GPU
            of its architecture must have (CUDA's function attribute of that name).
    """

    def __init__(self, module: Module, name: str) -> None:
        self.module = module
        self.name = name
        self.key = module.key
        self.finds_owners = True
        self.reachable: tuple[Region, ...] = ()
        self.scratch = UNDEFINED
        self.quick = True
        self.registers = 0
        self.non_portable_clusters = False
        self.one_thread = False
        self.language = "ptx"
        self.sources: dict[str, str] = {}
        self.managed = False
        self._function: ir.Function | None = None
        self._ran_s = 0.0
        self._programs: dict[BlockShape, tuple[Program, LoadedCode, Tally]] = {}
        self._independent: dict[tuple[BlockShape, bool], tuple[IndependentCode, LoadedCode]] = {}
        key = cache_key("header", module.key, name)
        header = read_cache(key)
        if not isinstance(header, Header):
            header = self._make_header()
            write_cache(key, header)
        self.header = header
        self._clashes = Clashes(header.pairs)
        self._plans: dict[tuple[object, ...], Plan] = {}
        self._checked: dict[tuple[Shape, Dim3 | None, bool], Dim3 | None] = {}

    def __repr__(self) -> str:
        kinds = ", ".join(f"{p.type} {p.name}" for p in self.parameters)
        return f"Kernel({self.name}({kinds}) for {self.module.spec.name})"

    def lowered(self) -> ir.Function:
        """Return the kernel as instructions in basic blocks, a new object each time."""
        with understood(self.name):
            return lower(self.module.tree, self.name, self.module.spec.sm)

    @functools.cached_property
    def widened_at(self) -> tuple[str, ...]:
        """The source lines on which it makes fp64 of fp32; see `analysis.widening`."""
        return widened_at(self.lowered())

    @functools.cached_property
    def steering(self) -> Steering:
        """The memory that it reads and writes, and that its control flow depends on."""
        return steering_of(self.lowered())

    @functools.cached_property
    def shared_variables(self) -> dict[str, int]:
        """The offset of each variable in the block's shared memory, by its name."""
        return self.lowered().shared

    def _make_header(self) -> Header:
        function = self.lowered()
        self._function = function
        return Header(
            function.parameters,
            function.static_shared_bytes,
            function.required_block,
            function.max_block,
            function.cluster,
            function.variables,
            pairs_of(function),
            asks_for_blocks(function),
        )

    @property
    def parameters(self) -> tuple[ir.Parameter, ...]:
        """The kernel's parameters in order."""
        return self.header.parameters

    @functools.cached_property
    def parameter_names(self) -> tuple[str, ...]:
        """The names of its parameters in the PTX, in order."""
        return tuple(parameter.name for parameter in self.parameters)

    @functools.cached_property
    def packer(self) -> Packer:
        """What packs the arguments of its launches."""
        return Packer(self.name, self.parameters)

    @property
    def static_shared_bytes(self) -> int:
        """The kernel's static shared memory, in bytes."""
        return self.header.static_shared_bytes

    @property
    def required_block(self) -> tuple[int, int, int] | None:
        """The only block that it may be launched with (`.reqntid`), or None."""
        return self.header.required_block

    def variable(self, name: str) -> np.ndarray:
        """Return the bytes of a `.global` or `.const` variable of its module, to read or to set.

        Raises:
            UsageError: the kernel uses no variable of that name.
        """
        placed = self.module.place_variables(self.header.variables)
        if name not in placed:
            known = ", ".join(placed) or "none"
            raise UsageError(f"kernel {self.name} uses no variable {name!r}; it uses: {known}")
        return self.module.bytes_of(name)

    def __getitem__(self, shape: tuple[Any, ...]) -> Callable[..., LaunchCounts]:
        """Return a launch: `kernel[grid, block]` or `kernel[grid, block, dynamic_shared_bytes]`."""
        grid, block, *dynamic = shape
        shared = dynamic[0] if dynamic else 0
        return lambda *args: self.launch(grid, block, args, shared)

    def launch(
        self,
        grid: Any,
        block: Any,
        args: Sequence[Any],
        dynamic_shared_bytes: int = 0,
        sample_blocks: Sample | None = None,
        limit_s: float | None = None,
        origin: object = None,
        cooperative: bool = False,
        schedule: Schedule | None = None,
        cluster: Any = None,
        trace: TraceRequest | None = None,
        early: bool = False,
    ) -> LaunchCounts:
        """Run the kernel to its end.

        Args:
            grid: blocks, as an int or a tuple of up to three, x first.
            block: threads of a block, in the same form.
            args: a value for each parameter: tensors and arrays for pointers, 0 or None for a null
                pointer, numbers for the rest.
            dynamic_shared_bytes: shared memory on top of the static one.
            sample_blocks: run only this many blocks, spread over the grid, or those that a function
                of their number chooses, and scale the counters.
            limit_s: seconds of processor time after which the launch stops; None: that of
                `settings`.
            origin: the origin of the launch, for its steps; the virtual GPU ignores it.
            cooperative: whether the blocks may wait for each other all at once (`grid.sync()`). The
                GPU must then hold the whole grid.
            schedule: the order in which warps and blocks run; None: that of `settings`.
            cluster: blocks of a cluster, in the same form; None: as the kernel was compiled.
            trace: the blocks whose instructions and accesses to record, for `LaunchCounts.trace`;
                None: those of `settings`.
            early: whether it may begin before the launch before it has ended: the launch attribute
                `programmaticStreamSerialization`.

        Raises:
            LaunchError: a launch that a GPU would refuse, a wrong argument, a deadlock, a trap, a
                traced block that does not run.
            MemoryAccessError: an access outside every argument, or misaligned; with its line.
            TimeLimitError: it ran longer than `limit_s`.
        """
        shape = dimensions(grid, "grid"), dimensions(block, "block"), int(dynamic_shared_bytes)
        asked = None if cluster is None else dimensions(cluster, "cluster")
        together = self._checked_cluster(shape, asked)
        blocks = None if sample_blocks is None else sample_of(shape[0], sample_blocks, together)
        if cooperative:
            self._check_cooperative(shape)
        chosen = settings()
        if limit_s is not None:
            chosen = replace(chosen, limit_s=limit_s)
        if schedule is not None:
            chosen = replace(chosen, schedule=schedule)
        if trace is not None:
            chosen = replace(chosen, trace=lambda *_: trace)
        request = LaunchRequest(
            self, shape, args, blocks, chosen, origin, cooperative, together, early, explains=True
        )
        try:
            return STEPS.run(request)
        except MemoryAccessError as error:
            request.explain(error)
            raise

    def _checked_cluster(self, shape: Shape, asked: Dim3 | None) -> Dim3 | None:
        """Check the shape of a launch, each once, and return its cluster."""
        key = shape, asked, self.non_portable_clusters
        try:
            return self._checked[key]
        except KeyError:
            self.check(shape)
        if len(self._checked) >= _MOST_PLANS:
            self._checked.clear()
        self._checked[key] = cluster = self.cluster(shape[0], asked)
        return cluster

    def check(self, shape: Shape) -> None:
        """Refuse a grid, block and dynamic shared memory that a GPU would refuse (LaunchError)."""
        grid, block, dynamic = shape
        shared = (self.static_shared_bytes, dynamic)
        check_launch(self.name, self.module.spec, grid, block, shared, self.header)

    def cluster(self, grid: Dim3, asked: Dim3 | None) -> Dim3 | None:
        """Return the cluster of a launch, checked like the rest of its shape; None without."""
        limits = self.header.cluster
        cluster = chosen_cluster(self.name, asked, limits)
        if cluster is not None:
            allowed = self.non_portable_clusters
            check_cluster(self.name, self.module.spec, grid, cluster, limits.most_blocks, allowed)
        return cluster

    def run(
        self,
        shape: Shape,
        args: Sequence[Any],
        blocks: np.ndarray | None = None,
        chosen: Settings | None = None,
        cooperative: bool = False,
        cluster: Dim3 | None = None,
    ) -> LaunchCounts:
        """Run a checked launch, without the steps on its way; see `launch`.

        blocks: the numbers of the blocks to run (with clusters: of the clusters), x fastest;
        counters are scaled to the whole grid.
        """
        cluster = cluster or self._checked_cluster(shape, None)
        chosen = chosen or settings()
        with _one_at_a_time:
            arguments = self.packer.pack(args)
            in_step = False
            if self._clashes and threads_of(shape[1]) > LANES and not chosen.schedule.is_fine:
                symbols = self.module.place_variables(self.header.variables)
                in_step = self._clashes.are_in(arguments.buffer, arguments.regions, symbols)
            arguments.regions.extend(self.reachable)
            sampled = None if blocks is None else len(blocks)
            makers, tools = chosen.tools, NO_TOOL
            for tool in makers:
                tools |= tool
            # A block that asks for others does not stand for the grid; a chosen one may not run.
            can_trace = not makers and not self.header.asks_for_blocks
            if chosen.trace is not None and can_trace:
                trace = chosen.trace(self, shape, args, blocks, cluster)
                if trace is not None:
                    check_request(self.name, trace, shape[0], cluster, blocks)
                    makers = {Tool.TRACE: lambda _: trace}
                # A kernel that may be traced has one code for all its launches. Those of which no
                # block is traced take 0 to 7 % longer, but a second code took 0.16 to 0.22 s to
                # compile.
                tools = Tool.TRACE
            if self.quick and self._ran_s > _WORTH_S:
                self._improve()
            raw = arguments.has_raw and bool(makers)
            plan = self._plan(shape, cluster, (in_step, tools, raw), chosen, sampled)
            run = Run(plan, self.finds_owners, self.one_thread, makers)
            if cooperative:
                run.workspace = np.zeros(_WORKSPACE_BYTES, np.uint8)
            counts = run.go(arguments, blocks, chosen.limit_s)
            self._ran_s += counts.wall_s
            return counts

    def _improve(self) -> None:
        """Let the next launch compile better code, as the launches so far took long together."""
        self.quick = False
        for held in (self._programs, self._independent, self._plans):
            held.clear()

    def _plan(
        self,
        shape: Shape,
        cluster: Dim3 | None,
        form: tuple[bool, Tool, bool],
        chosen: Settings,
        sampled: int | None,
    ) -> Plan:
        """Return what launches of this shape and form have in common.

        form: whether a launch keeps step, the tools that look at it, and whether they must look up
            the host's addresses among the arguments.
        """
        (grid, block, dynamic), schedule, speculative = shape, chosen.schedule, chosen.speculative
        options = self.scratch, self.registers, schedule.name, schedule.seed, speculative, sampled
        key = shape, cluster, form, options
        plan = self._plans.get(key)
        if plan is None:
            code = BlockShape(*block, cluster is not None, *form)
            shared = (self.static_shared_bytes, dynamic)
            khz = round(self.module.spec.sm_clock_mhz * 1000)
            plan = Plan.make(
                self.name,
                self.program(code),
                self.module.place_variables(self.header.variables),
                (grid, block, shared, cluster),
                (schedule, khz, self.scratch, self.resident_blocks(block, sum(shared))),
                functools.partial(self.independent, code, schedule.is_fine),
                bool(code.tools & ~Tool.TRACE),
                speculative,
                sampled,
                self.packer.size,
            )
            if len(self._plans) >= _MOST_PLANS:
                self._plans.clear()
            self._plans[key] = plan
        return plan

    def executed(self, counts: LaunchCounts) -> tuple[tuple[int, float], ...]:
        """Return (line of the PTX, times that a warp executed it) for a launch, in line order."""
        totals: dict[int, float] = {}
        plan = self._counted_by(counts)
        for lines, times in zip(plan.lines, counts.blocks[:, 0].tolist(), strict=True):
            for line in lines:  # a function called in two places has its lines in two blocks
                totals[line] = totals.get(line, 0) + times
        return tuple(sorted(totals.items()))

    def accessed(self, counts: LaunchCounts) -> tuple[tuple[int, float], ...]:
        """Return (line of the PTX, times that a warp loaded, stored or did an atomic there with at
        least one lane) for a launch, in line order.
        """
        totals: dict[int, float] = {}
        slots = [Site.GLOBAL, Site.SHARED, Site.LOCAL, Site.REMOTE]
        for site, row in zip(self._counted_by(counts).sites, counts.sites, strict=True):
            if site.access in ("load", "store", "atom", "red"):
                # The lanes of one execution may go to several spaces.
                times = float(row[slots].max())
                totals[site.ptx_line] = totals.get(site.ptx_line, 0) + times
        return tuple(sorted(totals.items()))

    def _counted_by(self, counts: LaunchCounts) -> CountingPlan:
        """Return the plan by which a launch was counted."""
        plain = BlockShape(*counts.block, in_cluster=counts.cluster is not None)
        # All code for such a block counts alike.
        forms = (replace(c, in_step=False, tools=NO_TOOL, has_raw=False) for c in self._programs)
        alike = (code for code, form in zip(self._programs, forms, strict=True) if form == plain)
        program, _, _ = self.program(next(alike, plain))
        return program.plan

    def program(self, block: BlockShape) -> tuple[Program, LoadedCode, Tally]:
        """Return the compiled code for a block shape: from memory, from disk, or compiled now."""
        loaded = self._programs.get(block)
        if loaded is None:
            program = kept_program(self.key, self.name, block, quick=self.quick)
            if program is None:
                function = self._function or self.lowered()
                # Compiling changes the function (dead code), so the next block shape lowers it
                # again.
                self._function = None
                program = build_program(function, block, ptx_key=self.key, quick=self.quick)
            loaded = program, load(program), Tally(program.plan, block.in_cluster, program.heads)
            self._programs[block] = loaded
        return loaded

    def _check_cooperative(self, shape: Shape) -> None:
        """Refuse a cooperative grid that the GPU does not hold at once, as CUDA does."""
        grid, block, dynamic = shape
        blocks = grid[0] * grid[1] * grid[2]
        held = self.resident_blocks(block, self.static_shared_bytes + dynamic)
        if blocks > held:
            raise LaunchError(
                f"`{self.name}`: a cooperative launch of {blocks} blocks; "
                f"{self.module.spec.full_name} holds at most {held} at once: launch fewer, and let "
                "each do more"
            )

    def resident_blocks(self, block: Dim3, shared_bytes: int) -> int:
        """Return the number of blocks that the GPU holds at once."""
        spec = self.module.spec
        return _resident_blocks(spec, threads_of(block), self.registers, shared_bytes)

    def independent(self, block: BlockShape, fine: bool) -> tuple[IndependentCode, LoadedCode]:
        """Return the code for warps whose lanes run independently, compiled on first use.

        fine: whether other warps may come before each memory access.
        """
        with _loading:
            loaded = self._independent.get((block, fine))
            if loaded is None:
                program, _, _ = self.program(block)
                code = build_independent(
                    self.lowered(),
                    block,
                    program.symbols,
                    fine=fine,
                    quick=self.quick,
                    ptx_key=self.key,
                )
                loaded = code, LoadedCode(code.code, code.function)
                self._independent[block, fine] = loaded
        return loaded


@functools.cache
def _resident_blocks(spec: GPUSpec, threads: int, registers: int, shared_bytes: int) -> int:
    fit = occupancy(spec, block=threads, registers=registers, dynamic_shared_bytes=shared_bytes)
    return max(1, fit.blocks_per_sm * spec.sms)


class LaunchRequest(NamedTuple):
    """A requested launch that was checked.

    Attributes:
        shape: grid, block, dynamic shared memory.
        arguments: as `Kernel.launch` takes them.
        blocks: the numbers of the blocks to run (with clusters: of the clusters); None for all.
        settings: its time limit and its schedule.
        origin: as `Kernel.launch` takes it.
        cooperative: as `Kernel.launch` takes it.
        cluster: blocks of a cluster; None for a launch without clusters.
        early: as `Kernel.launch` takes it.
        explains: whether to look for the cause if it ends outside all memory (`overflows`).
    """

    kernel: Kernel
    shape: Shape
    arguments: Sequence[Any]
    blocks: np.ndarray | None
    settings: Settings
    origin: object
    cooperative: bool = False
    cluster: Dim3 | None = None
    early: bool = False
    explains: bool = False

    def run(self) -> LaunchCounts:
        """Run it on the virtual GPU's threads, without further steps."""
        return self.kernel.run(
            self.shape,
            self.arguments,
            self.blocks,
            self.settings,
            self.cooperative,
            self.cluster,
        )

    def explain(self, error: LaunchError) -> None:
        """Add to an error of this launch what is known of its cause (`overflows`)."""
        if not self.explains or not isinstance(error, MemoryAccessError) or error.place is None:
            return

        def again(tools: Makers, blocks: np.ndarray | None, limit_s: float) -> object:
            going_on = {**going_on_of(self.settings), **tools}
            watched = replace(self.settings, tools=going_on, limit_s=limit_s, trace=None)
            return self._replace(settings=watched, blocks=blocks).run()

        attempts = [self.blocks]
        if not self.cooperative:
            attempts.insert(0, np.array([self._number_of(error.place.block)], np.int64))
        explain(error, again, attempts, self.origin)

    def _number_of(self, block: Dim3) -> int:
        """Return the number of a block, or that of its cluster, as `blocks` has it."""
        cluster = self.cluster or (1, 1, 1)
        x, y, z = (index // size for index, size in zip(block, cluster, strict=True))
        width, height, _ = (n // size for n, size in zip(self.shape[0], cluster, strict=True))
        return x + width * (y + height * z)


Proceed = Callable[[LaunchRequest], LaunchCounts]
"""What remains of a launch's way."""

Step = Callable[[Proceed, LaunchRequest], LaunchCounts]


class Stage(IntEnum):
    """The stages of a launch's way, in their order.

    Attributes:
        CHECK: may refuse the launch.
        SAMPLE: decides which blocks run.
        CAPTURE: may keep the launch for later, as a CUDA graph does: no further step sees it.
        RECORD: notes the launch, and its counts when it has ended.
        REPLACE: runs it in another way: watched by a sanitizer, stepped by a debugger.
    """

    CHECK = 0
    SAMPLE = 1
    CAPTURE = 2
    RECORD = 3
    REPLACE = 4


class Steps:
    """The steps of this process's launches, from the check to the virtual GPU's threads.

    A step gets what remains of the way and the launch, and returns the counts. Of several steps of
    one stage the last one added comes first.

        def note(proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
            counts = proceed(request)
            print(request.kernel.name, counts.wall_s)
            return counts

        with STEPS.of(Stage.RECORD, note):
            ...

    Attributes:
        run: takes a checked launch through all of them.
    """

    def __init__(self) -> None:
        self._steps: list[tuple[Stage, Step]] = []
        self._leave_trials: list[Step] = []
        self._stages: tuple[Stage, ...] = ()
        self._stages_of_trials: tuple[Stage, ...] = ()
        self.run: Proceed = LaunchRequest.run

    def add(self, stage: Stage, step: Step, *, trials: bool = True) -> None:
        """Let launches go through a step, before the others of its stage.

        trials: whether it does anything with those that an autotuner makes, and that do not fail.
        """
        if not trials:
            self._leave_trials.append(step)
        self._change([(stage, step), *self._steps])

    def remove(self, step: Step) -> None:
        """Take a step out of the way; nothing happens if it is not in it."""
        self._leave_trials = [each for each in self._leave_trials if each != step]
        self._change([each for each in self._steps if each[1] != step])

    @contextmanager
    def of(self, stage: Stage, step: Step) -> Generator[None]:
        """Let launches go through a step while the block runs."""
        self.add(stage, step)
        try:
            yield
        finally:
            self.remove(step)

    def has(self, stage: Stage, *, of_trials: bool = False) -> bool:
        """Return whether there is a step of a stage; of_trials: that does anything with trials."""
        return stage in (self._stages_of_trials if of_trials else self._stages)

    def _change(self, steps: list[tuple[Stage, Step]]) -> None:
        self._steps = sorted(steps, key=lambda each: each[0])
        self._stages = tuple(stage for stage, _ in steps)
        looking = (stage for stage, step in steps if step not in self._leave_trials)
        self._stages_of_trials = tuple(looking)
        run: Proceed = LaunchRequest.run
        for _, step in reversed(self._steps):
            run = functools.partial(step, run)
        self.run = run  # at once: another thread may launch meanwhile


STEPS = Steps()
"""The steps of this process's launches."""
