"""Modules and kernels of PTX: load, look up, launch."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelscope.errors import PtxError, UsageError
from kernelscope.hardware import GPUSpec
from kernelscope.hardware import gpu as find_gpu
from kernelscope.vgpu import instructions, ir
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.counting.counters import Tally
from kernelscope.vgpu.jit.engine import LoadedCode, cache_key, read_cache, write_cache
from kernelscope.vgpu.jit.program import Program, build_program, kept_program, load, understood
from kernelscope.vgpu.layout import UNDEFINED
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.runtime.arguments import pack_arguments
from kernelscope.vgpu.runtime.launch import LaunchCounts, Run, check_launch, dimensions, sample_of
from kernelscope.vgpu.runtime.memory import Region

# Importing them fills the instruction table.
assert instructions.TABLE

Shape = tuple[tuple[int, int, int], tuple[int, int, int], int]
"""Grid, block, and the dynamic shared memory in bytes."""

# A launch uses all workers and their tables. Launches of other host threads wait for it, like
# launches on one stream.
_one_at_a_time = threading.RLock()


@dataclass(frozen=True, slots=True)
class Header:
    """The facts about a kernel that a launch needs before its code."""

    parameters: tuple[ir.Parameter, ...]
    static_shared_bytes: int
    required_block: tuple[int, int, int] | None
    max_block: tuple[int, int, int] | None
    variables: dict[str, ir.ModuleVariable]


class Module:
    """A PTX text, loaded for a GPU.

    The text is parsed when a kernel is needed that is not in the disk cache.
    """

    def __init__(self, text: str, spec: GPUSpec) -> None:
        self.text = text
        self.spec = spec
        self.key = hashlib.sha256(text.encode()).hexdigest()
        self._tree: syntax.Module | None = None
        self._kernels: dict[str, Kernel] = {}
        self._variables: dict[str, tuple[Region, np.ndarray]] = {}
        names = read_cache(cache_key("module", self.key))
        if names is None:
            names = tuple(f.name for f in self.tree.functions if f.is_entry and f.body is not None)
            _check_target(self.tree, spec)
            write_cache(cache_key("module", self.key), names)
        self.kernels: tuple[str, ...] = names

    def __repr__(self) -> str:
        return f"Module({', '.join(self.kernels)} for {self.spec.name})"

    @property
    def tree(self) -> syntax.Module:
        """The syntax tree."""
        if self._tree is None:
            self._tree = parse(self.text)
        return self._tree

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
        if not variables:
            return {}
        for name, variable in variables.items():
            if variable.space == "shared" or name in self._variables:
                continue
            data = np.zeros(max(variable.size, 1), np.uint8)
            if variable.data is not None:
                data[:] = np.frombuffer(variable.data, np.uint8)
            self._variables[name] = (Region(data.ctypes.data, len(data)), data)
        self._relocate(variables)
        return {n: self._variables[n][0] for n, v in variables.items() if v.space != "shared"}

    def bytes_of(self, name: str) -> np.ndarray:
        """Return the memory of a variable that has been placed."""
        return self._variables[name][1]

    def _relocate(self, variables: dict[str, ir.ModuleVariable]) -> None:
        from kernelscope.vgpu.runtime.memory import SPACE

        for name, variable in variables.items():
            for offset, target, addend in variable.relocations:
                if target not in self._variables:
                    raise PtxError(f"variable `{name}` holds the address of unknown `{target}`")
                region = self._variables[target][0]
                address = SPACE.address(region, region.base) + addend
                self._variables[name][1][offset : offset + 8].view(np.uint64)[0] = address


def _check_target(tree: syntax.Module, spec: GPUSpec) -> None:
    digits = "".join(c for c in tree.target.partition("_")[2] if c.isdigit())
    if digits and int(digits) > spec.sm:
        raise PtxError(f"PTX for {tree.target} cannot run on {spec.full_name} (sm_{spec.sm})", 1, 1)


def load_ptx(text: str | bytes, gpu: str | GPUSpec = "h200") -> Module:
    """Load PTX for a GPU of the specification table.

    Raises:
        PtxError: the text is malformed, with line and column; or is for a newer GPU.
        UsageError: the GPU is unknown.
    """
    spec = gpu if isinstance(gpu, GPUSpec) else find_gpu(gpu)
    plain = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return Module(plain.rstrip("\0"), spec)


class Kernel:
    """A kernel of a module; index it with grid and block, then call it.

    Attributes:
        key: with its name and the block's shape, the key of its compiled code in the cache.
        finds_owners: whether to search all allocations for a host address that is in no argument;
            that search is slow.
        reachable: allocations that a launch may access in addition to its arguments'.
        scratch: the value of every byte of shared and local memory when a block starts.
    """

    def __init__(self, module: Module, name: str) -> None:
        self.module = module
        self.name = name
        self.key = module.key
        self.finds_owners = True
        self.reachable: tuple[Region, ...] = ()
        self.scratch = UNDEFINED
        self._function: ir.Function | None = None
        self._programs: dict[BlockShape, tuple[Program, LoadedCode, Tally]] = {}
        key = cache_key("header", module.key, name)
        header = read_cache(key)
        if not isinstance(header, Header):
            header = self._make_header()
            write_cache(key, header)
        self.header = header

    def __repr__(self) -> str:
        kinds = ", ".join(f"{p.type} {p.name}" for p in self.parameters)
        return f"Kernel({self.name}({kinds}) for {self.module.spec.name})"

    def lowered(self) -> ir.Function:
        """Return the kernel as instructions in basic blocks, a new object each time."""
        with understood(self.name):
            return lower(self.module.tree, self.name)

    def _make_header(self) -> Header:
        function = self.lowered()
        self._function = function
        return Header(
            function.parameters,
            function.static_shared_bytes,
            function.required_block,
            function.max_block,
            function.variables,
        )

    @property
    def parameters(self) -> tuple[ir.Parameter, ...]:
        """The kernel's parameters in order."""
        return self.header.parameters

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
        sample_blocks: int | None = None,
        limit_s: float | None = None,
        origin: object = None,
    ) -> LaunchCounts:
        """Run the kernel to its end.

        Args:
            grid: blocks, as an int or a tuple of up to three, x first.
            block: threads of a block, in the same form.
            args: a value for each parameter: tensors and arrays for pointers, 0 or None for a null
                pointer, numbers for the rest.
            dynamic_shared_bytes: shared memory on top of the static one.
            sample_blocks: run only this many blocks, spread over the grid, and scale the counters.
            limit_s: seconds of processor time after which the launch stops; None: no limit.
            origin: the origin of the launch, for observers; the virtual GPU ignores it.

        Raises:
            LaunchError: a launch that a GPU would refuse, a wrong argument, a deadlock, a trap.
            MemoryAccessError: an access outside every argument, or misaligned; with its line.
            TimeLimitError: it ran longer than `limit_s`.
        """
        shape = dimensions(grid, "grid"), dimensions(block, "block"), int(dynamic_shared_bytes)
        self.check(shape)
        blocks = sample_of(shape[0], sample_blocks)
        request = LaunchRequest(self, shape, args, blocks, limit_s, origin)
        finishers = [observe(request) for observe in tuple(observers)]
        counts = stand_ins[-1](request) if stand_ins else request.run()
        for finish in finishers:
            finish(counts)
        return counts

    def check(self, shape: Shape) -> None:
        """Refuse a grid, block and dynamic shared memory that a GPU would refuse (LaunchError)."""
        grid, block, dynamic = shape
        shared = (self.static_shared_bytes, dynamic)
        check_launch(self.name, self.module.spec, grid, block, shared, self.header)

    def run(
        self,
        shape: Shape,
        args: Sequence[Any],
        blocks: np.ndarray | None = None,
        limit_s: float | None = None,
    ) -> LaunchCounts:
        """Run a checked launch without observers; see `launch`.

        blocks: the numbers of the blocks to run, x fastest; counters are scaled to the whole grid.
        """
        grid, block, dynamic = shape
        with _one_at_a_time:
            arguments = pack_arguments(self.name, self.parameters, args)
            arguments[1].extend(self.reachable)
            program, code, tally = self.program(BlockShape(*block))
            symbols = self.module.place_variables(self.header.variables)
            shared = (self.static_shared_bytes, dynamic)
            run = Run(self.name, program, tally, symbols, self.finds_owners, self.scratch)
            return run.go(code, grid, block, shared, arguments, blocks, limit_s)

    def executed(self, counts: LaunchCounts) -> tuple[tuple[int, float], ...]:
        """Return (line of the PTX, times that a warp executed it) for a launch, in line order."""
        totals: dict[int, float] = {}
        program, _, _ = self.program(BlockShape(*counts.block))
        for lines, times in zip(program.plan.lines, counts.blocks[:, 0].tolist(), strict=True):
            for line in lines:  # a function called in two places has its lines in two blocks
                totals[line] = totals.get(line, 0) + times
        return tuple(sorted(totals.items()))

    def program(self, block: BlockShape) -> tuple[Program, LoadedCode, Tally]:
        """Return the compiled code for a block shape: from memory, from disk, or compiled now."""
        loaded = self._programs.get(block)
        if loaded is None:
            program = kept_program(self.key, self.name, block)
            if program is None:
                function = self._function or self.lowered()
                # Compiling changes the function (dead code), so the next block shape lowers it
                # again.
                self._function = None
                program = build_program(function, block, ptx_key=self.key)
            loaded = program, load(program), Tally(program.plan)
            self._programs[block] = loaded
        return loaded


@dataclass(frozen=True, slots=True)
class LaunchRequest:
    """A requested launch that was checked.

    Attributes:
        shape: grid, block, dynamic shared memory.
        arguments: as `Kernel.launch` takes them.
        blocks: the numbers of the blocks to run; None for all.
        limit_s: as `Kernel.launch` takes it.
        origin: as `Kernel.launch` takes it.
    """

    kernel: Kernel
    shape: Shape
    arguments: Sequence[Any]
    blocks: np.ndarray | None
    limit_s: float | None
    origin: object

    def run(self) -> LaunchCounts:
        """Run it on the virtual GPU's threads."""
        return self.kernel.run(self.shape, self.arguments, self.blocks, self.limit_s)


Observer = Callable[[LaunchRequest], Callable[[LaunchCounts], None]]

observers: list[Observer] = []
"""Each is called before a launch; its result is called with the counts after the launch.

An observer that raises refuses the launch."""

stand_ins: list[Callable[[LaunchRequest], LaunchCounts]] = []
"""The last of them runs a launch in place of `LaunchRequest.run`."""
