"""What is worth telling of one kernel: options, widths, layouts, resources, traffic; as text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kernelscope.record import InspectedKernel
from kernelscope.stages.diff.canonical import Line
from kernelscope.vgpu.types import TYPES

Fact = tuple[str, str, str]
"""(kind, what, how it is), as in `record.Change`."""

_MEMORY = {"ld": "loads", "ldu": "loads", "st": "stores", "atom": "atomics", "red": "reductions"}
_TENSOR = ("mma", "wgmma", "wmma")
_BARRIERS = ("bar.", "barrier.")
_LAYOUT = re.compile(r"^#\w+ = (#ttg\.(?:\w+)<\{.*\}>)", re.M)
_TRAFFIC = {
    "kernelscope__unique_sectors_read.sum": "distinct 32-byte sectors read",
    "kernelscope__unique_sectors_written.sum": "distinct 32-byte sectors written",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "sectors of global loads",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "sectors of global stores",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "shared-memory wavefronts of loads",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": "shared-memory wavefronts of stores",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": "bank conflicts of loads",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum": "bank conflicts of stores",
    "kernelscope__inst_executed.sum": "instructions executed by warps",
    "kernelscope__barriers.sum": "barriers executed",
}
_PIPES = ("fma", "alu", "fp64", "xu", "lsu", "tensor", "control")


def facts(kernel: InspectedKernel, ptx: list[Line]) -> Iterator[Fact]:
    """Everything that is told of a kernel, the most telling first; `ptx` in canonical form."""
    yield "option", "target", kernel.target
    for name, value in kernel.options.items():
        yield "option", name, value
    for place, (name, kind) in enumerate(kernel.types.items()):
        assumed = ", ".join(kernel.facts.get(name, ()))
        # Names in PTX are the compiler's.
        shown = place if kernel.frontend == "ptx" else name
        yield "option", f"argument {shown}", f"{kind}{f', {assumed}' if assumed else ''}"
    yield from _accesses(ptx)
    if "ttgir" in kernel.stages:
        layouts = sorted(set(_LAYOUT.findall(kernel.stages["ttgir"].text)))
        yield "layout", "layouts", "; ".join(one.removeprefix("#ttg.") for one in layouts) or "none"
    yield from _resources(kernel)
    yield from _launch(kernel)
    operations = [operation for operation, _ in ptx if operation]
    tensor = Counter(o for o in operations if o.startswith(_TENSOR) and _moves(o))
    yield "instruction", "tensor-core instructions", _told(tensor) or "none"
    barriers = sum(o.startswith(_BARRIERS) for o in operations)
    yield "instruction", "barriers", str(barriers)
    yield "instruction", "instructions of PTX", str(len(operations))
    yield from _traffic(kernel)


def _moves(operation: str) -> bool:
    return not any(word in operation for word in ("fence", "commit", "wait"))


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{count} × {name}" for name, count in sorted(counts.items()))


def _accesses(ptx: list[Line]) -> Iterator[Fact]:
    """Widths of the accesses to global and shared memory, in bits a thread."""
    widths: dict[tuple[str, str], Counter[int]] = {}
    for operation, line in ptx:
        opcode, _, rest = operation.partition(".")
        words = rest.split(".")
        if operation.startswith("cp.async") and "global" in words:
            key, bits = ("global", "copies"), _copied(line)
        elif opcode in _MEMORY:
            space = next((w.partition("::")[0] for w in words if w in _SPACES), "")
            key, bits = (space, _MEMORY[opcode]), _bits(words)
        else:
            continue
        if key[0] in ("global", "shared") and bits:
            widths.setdefault(key, Counter())[bits] += 1
    for (space, what), counts in sorted(widths.items()):
        told = ", ".join(f"{n} × {bits} bit" for bits, n in sorted(counts.items(), reverse=True))
        yield "access", f"{space} {what}", told


_SPACES = ("global", "shared", "shared::cta", "shared::cluster")


def _copied(line: str) -> int:
    """Bits that an asynchronous copy moves for a thread: its third operand is bytes."""
    sizes = re.findall(r"\], (\d+)", line)
    return 8 * int(sizes[-1]) if sizes else 0


def _bits(words: list[str]) -> int:
    scalar = next((TYPES[w] for w in reversed(words) if w in TYPES), None)
    vector = next((int(w[1:]) for w in words if re.fullmatch(r"v[248]", w)), 1)
    return scalar.bits * vector if scalar is not None else 0


def _resources(kernel: InspectedKernel) -> Iterator[Fact]:
    if kernel.registers is not None:
        yield "resource", "registers a thread", str(kernel.registers)
    if kernel.spill_bytes is not None:
        yield "resource", "spilled bytes", str(kernel.spill_bytes)
    launch = kernel.launch
    if launch is not None:
        shared = launch.static_shared_bytes + launch.dynamic_shared_bytes
        yield "resource", "shared memory of a block in bytes", str(shared)
        if launch.occupancy is not None:
            yield "resource", "occupancy", f"{launch.occupancy:.0%} (by {launch.limiter})"


def _launch(kernel: InspectedKernel) -> Iterator[Fact]:
    launch = kernel.launch
    if launch is None:
        return
    yield "launch", "grid", "×".join(map(str, launch.grid))
    yield "launch", "block", "×".join(map(str, launch.block))
    if launch.waves is not None:
        yield "launch", "waves", f"{launch.waves:.2f}"


def _traffic(kernel: InspectedKernel) -> Iterator[Fact]:
    if kernel.launch is None:
        return
    counters = kernel.launch.counters
    for name, what in _TRAFFIC.items():
        yield "traffic", what, _number(counters.get(name, 0))
    for pipe in _PIPES:
        name = f"kernelscope__inst_pipe_{pipe}.sum"
        yield "traffic", f"instructions on the {pipe} pipe", _number(counters.get(name, 0))


def _number(value: float) -> str:
    return f"{value:,.0f}"
