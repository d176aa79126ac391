"""Correct programs with one barrier, fence, wait, mask or atomic taken out or weakened.

Each mutant is run under the checker. One of which nothing is said is run by the oracle, which
builds the whole happens-before graph: without a race there, the mutant is equivalent, since the
order of all accesses is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

import kernelscope as ks
from kernelscope import vgpu
from kernelscope.errors import KernelscopeError
from kernelscope.operation import load_operation, operation_names
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import LaunchCounts, LaunchRequest
from sanitizer.oracle import NotKnownError, races_of
from sanitizer.programs.index import PROGRAMS

LIMIT_S = 20.0
_MOST_THREADS = 2048


@dataclass(frozen=True)
class Program:
    """A correct launch: the PTX, the kernel, and copies of what it was given."""

    name: str
    text: str
    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int
    arguments: tuple[Any, ...]
    one_thread: bool

    def fresh(self) -> list[Any]:
        """Return new copies of the arguments."""
        return [_copy(argument) for argument in self.arguments]


def _copy(argument: Any) -> Any:
    if isinstance(argument, torch.Tensor):
        return argument.clone()
    return argument.copy() if isinstance(argument, np.ndarray) else argument


@dataclass(frozen=True)
class Mutant:
    """A program with one line of its PTX changed."""

    program: Program
    kind: str
    line: int
    text: str


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: "found", "equivalent", "missed", or "unknown" to the oracle."""

    mutant: Mutant
    verdict: str
    why: str


# ---- programs ----------------------------------------------------------------------------------


class _Recorder:
    """Keeps the first launch of each kernel that is small enough for the oracle."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.programs: dict[str, Program] = {}

    def __enter__(self) -> _Recorder:
        vgpu.STEPS.add(vgpu.Stage.REPLACE, self.run)
        return self

    def __exit__(self, *_: object) -> None:
        vgpu.STEPS.remove(self.run)

    def run(self, _proceed: vgpu.Proceed, request: LaunchRequest) -> LaunchCounts:
        """Keep a launch, and run it."""
        (grid, block, shared), kernel = request.shape, request.kernel
        small = int(np.prod(grid)) * int(np.prod(block)) <= _MOST_THREADS
        if small and kernel.name not in self.programs and request.cluster is None:
            self.programs[kernel.name] = Program(
                f"{self.name}: {kernel.name}", kernel.module.text, kernel.name, grid, block, shared,
                tuple(map(_copy, request.arguments)),
                kernel.one_thread,
            )  # fmt: skip
        return request.run()


def _recorded(name: str, run: Callable[[], object]) -> Iterator[Program]:
    with _Recorder(name) as recorder, ks.virtual_gpu("h200", limit_s=LIMIT_S):
        run()
    yield from recorder.programs.values()


def _of_operations() -> Iterator[Program]:
    for name in operation_names():
        operation = load_operation(name)
        for implementation in operation.select(None):
            if implementation.style not in ("triton", "cuda", "numba"):
                continue
            sizes: dict[str, Any] = dict.fromkeys(operation.sizes, 24)
            case = operation.case(device="cpu", **sizes)
            arguments = operation.inputs(case)
            yield from _recorded(
                f"{name}/{implementation.name}",
                lambda i=implementation, a=arguments: i.function(*a),
            )


def _of_programs() -> Iterator[Program]:
    for program in PROGRAMS:

        def run(program: Any = program) -> None:
            kernel = ks.cuda_kernel(program.path, program.name, options=("-DFIXED",))
            arguments = [
                torch.from_numpy(a) if isinstance(a, np.ndarray) and a.dtype != np.uint32 else a
                for a in program.arguments()
            ]
            kernel[program.grid, program.block](*arguments)

        yield from _recorded(program.name, run)


def programs() -> Iterator[Program]:
    """Return correct launches of the programs' fixes and of the operations."""
    yield from _of_programs()
    yield from _of_operations()


def off(program: Program) -> str:
    """Return why a program is left out; "" if the checker and the oracle know it to be correct."""
    found = findings(program, program.text)
    if not found:
        try:
            assert races(program, program.text) == set(), program.name
        except NotKnownError as error:
            return f"the oracle does not know `{error}`"
    return ", ".join(found)


# ---- mutations ---------------------------------------------------------------------------------


def _narrow(match: re.Match[str]) -> str:
    """Return an atomic operation for the threads of its block only."""
    rest = match[2]
    if re.search(r"\b(gpu|sys)\b", rest):
        return match[1] + re.sub(r"\b(gpu|sys)\b", "cta", rest) + ";"
    if "cta" in rest or "shared" in rest:
        return match[0]
    operation, _, types = rest.partition(".")
    return (
        f"{match[1]}{operation}.cta.{types};" if operation == "global" else f"{match[1]}cta.{rest};"
    )


_REMOVED = "// taken out"
# kind, what the line matches, what it becomes
_CHANGES: tuple[tuple[str, str, Callable[[re.Match[str]], str]], ...] = (
    ("barrier taken out", r"(bar|barrier)(\.cta)?\.sync\b[^;]*;", lambda m: _REMOVED),
    ("barrier of the warp only", r"(bar|barrier)(\.cta)?\.sync(\.aligned)?\s+\d+;",
     lambda m: "bar.warp.sync 0xffffffff;"),
    ("warp's barrier taken out", r"bar\.warp\.sync\b[^;]*;", lambda m: _REMOVED),
    ("fence taken out", r"(membar|fence)\.(?!proxy)[^;]*;", lambda m: _REMOVED),
    ("fence of the block only", r"membar\.(gl|sys);", lambda m: "membar.cta;"),
    ("fence of the block only", r"(fence\.[a-z_.]+)\.(gpu|sys);", lambda m: m[1] + ".cta;"),
    ("wait for one group less", r"cp\.async\.wait_group\s+(\d+);",
     lambda m: f"cp.async.wait_group {int(m[1]) + 1};"),
    ("wait for copies taken out", r"cp\.async\.wait_(group|all)[^;]*;", lambda m: _REMOVED),
    ("commit taken out", r"cp\.async\.commit_group;", lambda m: _REMOVED),
    ("mask without lane 31", r"((?:shfl|vote|match|redux)\.[^;]*,\s*)(-?\w+|%\w+);",
     lambda m: m[1] + "0x7fffffff;"),
    ("mask of half a warp", r"((?:shfl|vote|match|redux)\.[^;]*,\s*)(-?\w+|%\w+);",
     lambda m: m[1] + "0x0000ffff;"),
    ("atomic made plain",
     r"\bred\.(?:[a-z_]+\.)*?(global|shared)[a-z_.:]*\.([a-z])(\d+)\s+(\[[^;]*);",
     lambda m: f"st.{m[1]}.{m[2]}{m[3]} {m[4]};"),
    ("atomic made plain",
     r"\batom\.(?:\w+\.)*?(global|shared)[\w.:]*\.([a-z])(\d+)\s+(%\w+),\s*(\[[^\]]*\]),([^;]*);",
     lambda m: "ld.{0}.{1}{2} {3}, {4}; st.{0}.{1}{2} {4}, {5};".format(
         *m.groups()[:5], m[6].split(",")[-1])),
    ("atomic of the block only", r"(\b(?:atom|red)\.)([^;]*);", _narrow),
    ("release taken out", r"(\.)(release|acq_rel)(\.[^;]*);", lambda m: f"{m[1]}relaxed{m[3]};"),
    ("acquire taken out", r"(\.)(acquire|acq_rel)(\.[^;]*);", lambda m: f"{m[1]}relaxed{m[3]};"),
    ("mbarrier not waited for", r"mbarrier\.(try|test)_wait[a-z_.:]*\s+(%?\w+),[^;]*;",
     lambda m: f"setp.eq.u32 {m[2]}, 0, 0;"),
    ("mbarrier for one arrival less", r"(mbarrier\.init[^;]*,\s*)(\d+);",
     lambda m: m[1] + str(max(int(m[2]) - 1, 1)) + ";"),
)  # fmt: skip


def mutants(program: Program) -> Iterator[Mutant]:
    """Return all mutants of the program's kernel."""
    lines = program.text.splitlines()
    begin = next(
        n for n, line in enumerate(lines) if ".entry" in line and program.kernel + "(" in line
    )
    end = next(n for n in range(begin, len(lines)) if lines[n].startswith("}"))
    for number in range(begin, end):
        for kind, pattern, change in _CHANGES:
            line = re.sub(pattern, change, lines[number], count=1)
            if line != lines[number]:
                text = "\n".join((*lines[:number], line, *lines[number + 1 :]))
                yield Mutant(program, kind, number + 1, text)


# ---- verdicts ----------------------------------------------------------------------------------


def findings(program: Program, text: str) -> list[str]:
    """Return what the checker finds in a launch of the program with this PTX."""
    with Sanitizer() as sanitizer, suppress(KernelscopeError):
        kernel = vgpu.load_ptx(text, gpu="h200").kernel(program.kernel)
        kernel.one_thread = program.one_thread
        kernel.launch(
            program.grid, program.block, program.fresh(), program.shared_bytes, limit_s=LIMIT_S
        )
    off = [note for note in sanitizer.notes.values() if note.startswith("off")]
    return [f"{one.tool}/{one.kind}" for one in sanitizer.findings] + off


def races(program: Program, text: str) -> set[tuple[int, int]]:
    """Return the oracle's races in the same launch."""
    function = vgpu.load_ptx(text, gpu="h200").kernel(program.kernel).lowered()
    arguments = [_plain(argument) for argument in program.fresh()]
    return races_of(
        function, program.grid, program.block, arguments, program.shared_bytes,
        one_thread=program.one_thread,
    )  # fmt: skip


def _plain(argument: Any) -> Any:
    if not isinstance(argument, torch.Tensor):
        return 0 if argument is None else argument
    count = argument.untyped_storage().nbytes() // argument.element_size()
    return torch.as_strided(argument, (count,), (1,), 0).view(torch.uint8).numpy()


def judge(mutant: Mutant) -> Verdict:
    """Return what becomes of a mutant."""
    found = findings(mutant.program, mutant.text)
    if found:
        return Verdict(mutant, "found", ", ".join(dict.fromkeys(found)))
    try:
        unordered = races(mutant.program, mutant.text)
    except (NotKnownError, KernelscopeError) as error:
        return Verdict(mutant, "unknown", str(error))
    if unordered:
        return Verdict(mutant, "missed", f"lines of the PTX {sorted(unordered)[:4]}")
    return Verdict(mutant, "equivalent", "")
