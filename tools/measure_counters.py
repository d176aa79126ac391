"""Hold the virtual GPU's counters against the hardware's, on our own operations' kernels.

Runs every Triton, CUDA and Numba kernel of `operations/` on this machine's GPU under Nsight
Compute, two calls each, and the same code, built by the same compilers, on the virtual GPU of the
same name. A counter of `tests/truth/counters.py` is static where both calls on the hardware agree;
every static one that differs is named. An operation that fails does not stop the rest.

    PYTHONPATH=src python3 tools/measure_counters.py OUT [OPERATION …]

writes OUT.json and OUT.md, after each operation what there is. Needs `ncu` and the permission to
read counters; leaves the clocks alone. About three minutes on an H200.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from kernelscope.devices.resolve import resolve  # noqa: E402
from kernelscope.devices.virtual import virtual_gpu  # noqa: E402
from kernelscope.hardware import GPUSpec  # noqa: E402
from kernelscope.operation import load_operation, operation_names  # noqa: E402
from kernelscope.profiling.counters import ncu  # noqa: E402
from kernelscope.profiling.counters import sections as at  # noqa: E402
from kernelscope.profiling.counters.from_launches import counted  # noqa: E402
from kernelscope.record import KernelCounters  # noqa: E402

REQUIRED: tuple[str, ...] = import_module("truth.counters").REQUIRED  # the tests' own list
CALLS = 2

# Sizes that no block divides, small enough for a minute; an operation without any: its own case.
CASES: dict[str, tuple[str, ...]] = {
    "gelu": ("n=1024", "n=1000"),
    "gelu-erf": ("n=1024", "n=1000"),
    "square": ("n=1000", "n=1000,layout=transposed"),
    "vector-add": ("n=1000003",),
    "softmax": ("rows=1823,n=781",),
    "matmul": ("n=512", "n=509", "n=512,dtype=float32"),
    "matmul-gelu": ("n=512", "n=500"),
    "mlp": ("dim=128,layers=2,batch=64",),
}
# Their kernels are PyTorch's, or Inductor's, which chooses among its own by measuring.
_NOT_OURS = ("naive", "torch", "compile", "load-inline")


def implementations(operation: str) -> list[str]:
    """Return the names of an operation's implementations with kernels of their own."""
    names = load_operation(operation).implementations
    return [name for name in names if not name.startswith(_NOT_OURS)]


def cases(operation: str) -> tuple[str, ...]:
    """Return the cases of an operation, as text."""
    return CASES.get(operation, ("",))


def inputs(operation: str, case: str, device: str) -> tuple[Any, ...]:
    """Return the operation's inputs on a case; the same numbers on every device are not needed."""
    found = load_operation(operation)
    return tuple(found.inputs_of(found.case(case).on(device)))


def run_all(operation: str) -> None:
    """Every case on the real GPU, compiled before the profiler is switched on."""
    import torch

    failed: list[str] = []
    for case in cases(operation):
        given = inputs(operation, case, "cuda")
        for name in implementations(operation):
            implementation = load_operation(operation).implementations[name]
            try:
                implementation(*given)
                torch.cuda.synchronize()
                torch.cuda.profiler.start()
                for _ in range(CALLS):
                    implementation(*given)
                    torch.cuda.synchronize()
            except Exception as error:  # noqa: BLE001  (the next one may run)
                reason = (str(error).splitlines() or [""])[0]
                failed.append(f"{name} {case}: {type(error).__name__}: {reason}")
            finally:
                torch.cuda.profiler.stop()
    if failed:
        sys.exit("; ".join(failed))  # the last line, which `gather` notes


def on_hardware(operation: str) -> tuple[list[KernelCounters], list[str]]:
    """Return a row of counters for each launch of `run_all`, in order; and what went wrong."""
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        program = [sys.executable, __file__, "run", operation]
        found = ncu.gather(program, Path(folder), from_start=False, quiet=True)
    return list(found.kernels), [f"{operation}: {note}" for note in found.notes]


def on_virtual_gpu(operation: str, name: str, case: str, spec: GPUSpec) -> list[KernelCounters]:
    """Return a row for each launch of a case on the virtual GPU."""
    given = inputs(operation, case, "cpu")
    with virtual_gpu(spec.name) as gpu:
        load_operation(operation).implementations[name](*given)
    return [counted(launch, spec, ()) for launch in gpu.launches if not launch.trial]


@dataclass
class Comparison:
    """One launch on both; `seen` says whether Nsight Compute had it.

    Attributes:
        equal: static counters that agree and are not 0.
        differs: static counter → (virtual, hardware); varies: counter → (virtual, each call).
        figures: metric → (virtual, hardware), for what is no count.
    """

    operation: str
    implementation: str
    case: str
    kernel: str
    demangled: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    seen: bool
    equal: int = 0
    differs: dict[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])
    varies: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    figures: dict[str, list[float | None]] = field(default_factory=dict[str, list[float | None]])


FIGURES = {
    at.REGISTERS: "registers",
    at.THEORETICAL: "occupancy, theoretical, %",
    at.ACHIEVED: "achieved, %",
    at.DURATION: "duration, ns",
    at.DRAM_READ: "DRAM read, B",
    at.COMPUTE: "compute, %",
    at.MEMORY: "memory, %",
}


def take(waiting: list[KernelCounters], wanted: KernelCounters) -> KernelCounters | None:
    """Return the next launch of the same function, grid and block; skip those before it."""
    for place, row in enumerate(waiting):
        if (row.kernel, row.grid, row.block) == (wanted.kernel, wanted.grid, wanted.block):
            del waiting[: place + 1]
            return row
    return None


def held(
    where: tuple[str, str, str], ours: KernelCounters, theirs: Sequence[KernelCounters]
) -> Comparison:
    """One launch of the virtual GPU against the same of each call on the hardware."""
    told = (*where, ours.kernel, ours.demangled, ours.grid, ours.block)
    found = Comparison(*told, seen=bool(theirs))
    if not theirs:
        return found
    for name in REQUIRED:
        mine = value(ours, name) or 0.0
        calls = [value(row, name) or 0.0 for row in theirs]
        if len(set(calls)) > 1:
            found.varies[name] = [mine, *calls]
        elif mine != calls[0]:
            found.differs[name] = mine, calls[0]
        else:
            found.equal += bool(mine)
    found.figures = {name: [value(ours, name), value(theirs[0], name)] for name in FIGURES}
    return found


def value(row: KernelCounters, name: str) -> float | None:
    """Return a metric's number; None if there is none."""
    return row.metrics[name].value if name in row.metrics else None


def compared(operation: str, spec: GPUSpec) -> tuple[list[Comparison], list[str]]:
    """Every launch of an operation, and what could not be compared."""
    waiting, notes = on_hardware(operation)
    found: list[Comparison] = []
    for case in cases(operation):
        for name in implementations(operation):
            try:
                ours = on_virtual_gpu(operation, name, case, spec)
            except Exception as error:  # noqa: BLE001  (the next one may run)
                notes.append(f"{operation} {name} {case}: {type(error).__name__}: {error}")
                continue
            calls = [[take(waiting, launch) for launch in ours] for _ in range(CALLS)]
            for launch, *rows in zip(ours, *calls, strict=True):
                seen = [row for row in rows if row is not None]
                found.append(held((operation, name, case), launch, seen))
    left = {f"{one.kernel} {one.grid} {one.block}" for one in waiting}
    notes += [f"{operation}: the hardware ran {one}, which nothing here did" for one in left]
    return found, notes


def markdown(found: Sequence[Comparison], notes: Sequence[str], device: str) -> str:
    """Return a line for each launch: equal if static, and figures of a model or a formula."""
    headings = ["kernel", "case", "grid", "block", "static counters", *FIGURES.values()]
    lines = [
        f"# Counters of {device} against the virtual GPU's",
        "",
        f"The {len(REQUIRED)} counters that the tests require. Each figure: virtual / hardware.",
        "",
        f"| {' | '.join(headings)} |",
        f"|{'---|' * len(headings)}",
        *(f"| {' | '.join(row(one))} |" for one in found),
        "",
        "## What differs",
        "",
        *differences(found),
        "",
        "## Not compared",
        "",
        *(f"- {note}" for note in notes or ["nothing"]),
    ]
    return "\n".join(lines) + "\n"


def row(one: Comparison) -> list[str]:
    """Return the cells of a launch."""
    equal = f"{one.equal} equal" + (f", {len(one.differs)} differ" if one.differs else "")
    equal += f", {len(one.varies)} vary" if one.varies else ""
    figures = [
        " / ".join("–" if number is None else f"{number:,.4g}" for number in one.figures[name])
        if one.seen
        else "–"
        for name in FIGURES
    ]
    sizes = ["×".join(map(str, size)) for size in (one.grid, one.block)]
    name = f"{one.operation} {one.implementation}: {one.kernel}"
    return [name, one.case, *sizes, equal if one.seen else "not seen by ncu", *figures]


def differences(found: Sequence[Comparison]) -> Iterator[str]:
    """Each static counter that differs, and each that the hardware does not repeat."""
    apart = [one for one in found if one.differs or one.varies]
    for one in apart:
        yield f"- {one.operation} {one.implementation} {one.case}: `{one.kernel}`"
        for name, (mine, theirs) in one.differs.items():
            yield f"  - `{name}`: {mine:,g}, hardware {theirs:,g}"
        for name, (mine, *calls) in one.varies.items():
            each = " and ".join(f"{call:,g}" for call in calls)
            yield f"  - `{name}` changes from call to call: {each}, counted {mine:,g}"
    if not apart:
        yield "Nothing."


def main(out: str, wanted: Sequence[str]) -> int:
    """Compare and write; 0 if every launch was seen and no static counter differs."""
    if refusal := ncu.refusal():
        sys.exit(refusal)
    spec = resolve("cuda").spec
    found: list[Comparison] = []
    notes: list[str] = []
    for operation in wanted or operation_names():
        begin = time.monotonic()
        more, told = compared(operation, spec)
        found += more
        notes += told
        data = {"gpu": spec.name, "launches": [asdict(one) for one in found], "notes": notes}
        Path(f"{out}.json").write_text(json.dumps(data, indent=1) + "\n")
        Path(f"{out}.md").write_text(markdown(found, notes, spec.full_name))
        good = sum(one.seen and not one.differs for one in more)
        seconds = time.monotonic() - begin
        print(f"{operation}: {good} of {len(more)} launches equal, {seconds:.0f} s", flush=True)
    return 0 if found and all(one.seen and not one.differs for one in found) else 1


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["run", operation]:
            run_all(operation)
        case [out, *wanted]:
            sys.exit(main(out, wanted))
        case _:
            sys.exit(__doc__)
