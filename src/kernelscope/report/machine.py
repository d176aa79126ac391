"""GPUs in a terminal: side by side, or one explained, one calibrated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kernelscope.hardware import GPUSpec
from kernelscope.hardware.ceilings import roofs
from kernelscope.hardware.known_error import is_elsewhere
from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import Roof
from kernelscope.report import cells, tables
from kernelscope.report.roofline.points import best
from kernelscope.vgpu.layout import LANES

_KIB, _MIB, _GIB = 2**10, 2**20, 2**30
_PRECISIONS = ("fp64", "fp64_tensor", "fp32", "tf32", "bf16", "fp16", "fp8", "fp6", "fp4")
_IN_A_TABLE = 6  # as many as 80 columns have room for
_TAGS = {"computed": "specified"}  # a specification's figure is not computed by us

_LINES: tuple[tuple[str, Callable[[GPUSpec], str]], ...] = (
    ("compute capability", lambda s: ".".join(map(str, s.compute_capability))),
    ("SMs", lambda s: str(s.sms)),
    ("SM clock, MHz", lambda s: str(s.sm_clock_mhz)),
    ("DRAM, GiB", lambda s: f"{s.dram_bytes / _GIB:.0f}"),
    ("DRAM, GB/s", lambda s: f"{s.dram_gb_per_s:.0f}"),
    ("L2, MiB", lambda s: f"{s.l2_bytes / _MIB:.0f}"),
    ("L1 + shared / SM, KiB", lambda s: str(s.l1_kib)),
    ("shared / SM, KiB", lambda s: f"{s.shared_per_sm_bytes / _KIB:.0f}"),
    ("shared / block, KiB", lambda s: f"{s.shared_per_block_bytes / _KIB:.0f}"),
    ("registers / SM", lambda s: f"{s.registers_per_sm}"),
    ("warps / SM", lambda s: str(s.max_warps_per_sm)),
    ("blocks / SM", lambda s: str(s.max_blocks_per_sm)),
    ("threads / block", lambda s: str(s.max_threads_per_block)),
)


def specifications(specs: Sequence[GPUSpec]) -> RenderableType:
    """Return one column for each GPU and one line for each figure; then ceilings and sources."""
    starts = range(0, len(specs), _IN_A_TABLE)
    parts = [
        part for at in starts for part in (_side_by_side(specs[at : at + _IN_A_TABLE]), Text())
    ]
    notes = [line for spec in specs for line in (*_measured(spec), *_sources(spec))]
    rule = (
        "A warp is 32 threads. TFLOP/s: dense peaks, a multiply-add counts as two. Limits of an "
        "SM: NVIDIA/cccl, arch_traits.h, and the CUDA programming guide's tables."
    )
    return Group(*parts, Text(rule + _never_measured(specs), "dim"), Text(), *notes)


def _side_by_side(specs: Sequence[GPUSpec]) -> Table:
    table = tables.grid("", *tables.figures(*(spec.name for spec in specs)), head="bold")
    for name, figure in _LINES:
        table.add_row(name, *(figure(spec) for spec in specs))
    for precision in _PRECISIONS:
        peaks = (spec.peak_tflops.get(precision) for spec in specs)
        name = precision.replace("_", " ")
        table.add_row(f"{name}, TFLOP/s", *("–" if p is None else _peak(p) for p in peaks))
    return table


def _peak(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else format_number(value)


def _never_measured(specs: Sequence[GPUSpec]) -> str:
    names = ", ".join(spec.name for spec in specs if is_elsewhere(spec))
    if not names:
        return ""
    return (
        f" Nothing was measured on {names}: ceilings are those of the specification, and times are "
        "estimated with figures of an H200 (docs/time.md)."
    )


def _measured(spec: GPUSpec) -> list[Text]:
    if not spec.measured:
        return []
    rates = ", ".join(
        f"{name.replace('_', ' ')} {format_quantity(q)}" for name, q in spec.measured.items()
    )
    return [Text.assemble((f"{spec.name} measured: ", "bold"), rates)]


def _sources(spec: GPUSpec) -> list[Text]:
    sources = "; ".join(f"{what}: {where}" for what, where in spec.sources.items())
    return [Text.assemble((f"{spec.name} ({spec.full_name}): ", "bold"), (sources, "dim"))]


def explained(spec: GPUSpec) -> RenderableType:
    """Return the hierarchy of threads, then that of memory, each from the smallest to the
    largest.
    """
    return Group(
        Text("Execution", "bold"),
        _threads(spec),
        Text(),
        Text("Memory", "bold"),
        _memory(spec),
        Text(),
        Text(_reading(spec), "dim"),
    )


def _threads(spec: GPUSpec) -> Table:
    warps = spec.max_threads_per_block // LANES
    at_once = spec.sms * spec.max_warps_per_sm
    cluster = (
        f"up to {spec.most_cluster_blocks} blocks on neighbouring SMs, which reach each other's "
        "shared memory"
        if spec.most_cluster_blocks > 1
        else "not on this GPU (from compute capability 9.0 on)"
    )
    table = tables.grid(tables.names(""), "what it is", "on this GPU", head="dim")
    table.add_row(
        "thread", "one program counter, its own registers", "up to 255 registers of 4 bytes"
    )
    table.add_row(
        "warp",
        f"{LANES} threads that execute one instruction together",
        f"{spec.max_warps_per_sm} at once on an SM, {at_once:,} on the GPU; an SM issues for 4 "
        "a cycle",
    )
    table.add_row(
        "block",
        "warps on one SM that share memory and meet at barriers",
        f"up to {spec.max_threads_per_block:,} threads ({warps} warps); up to "
        f"{spec.max_blocks_per_sm} blocks an SM",
    )
    table.add_row("cluster", "blocks that are started together", cluster)
    table.add_row(
        "grid",
        "all blocks of a launch, in no order",
        f"runs on {spec.sms} SMs, in waves of {spec.sms} x blocks an SM",
    )
    return table


def _memory(spec: GPUSpec) -> Table:
    ceilings = roofs(spec)
    registers = 4 * spec.registers_per_sm
    table = tables.grid(tables.names(""), "size", "bandwidth", "latency", head="dim")
    table.add_row(
        "registers",
        f"{_kib(registers)} an SM, {_mib(registers * spec.sms)} in all",
        "every operand, every cycle",
        "–",
    )
    table.add_row(
        "shared",
        f"up to {_kib(spec.shared_per_sm_bytes)} an SM ({_kib(spec.shared_per_block_bytes)} a "
        f"block), {_mib(spec.shared_per_sm_bytes * spec.sms)} in all; 32 banks of 4 bytes",
        _rate(best(ceilings, "shared")),
        _latency(spec, "shared"),
    )
    table.add_row(
        "L1",
        f"{spec.l1_kib} KiB an SM, less what is shared memory; lines of 128 bytes",
        "as shared memory",
        _latency(spec, "l1"),
    )
    table.add_row(
        "L2",
        f"{_mib(spec.l2_bytes)} for all SMs; sectors of 32 bytes",
        _rate(best(ceilings, "l2")),
        _latency(spec, "l2"),
    )
    dram = Quantity(spec.dram_bytes, "B", "computed")
    table.add_row(
        "DRAM", f"{format_quantity(dram)}", _rate(best(ceilings, "dram")), _latency(spec, "dram")
    )
    return table


def _reading(spec: GPUSpec) -> str:
    memory, peak = best(roofs(spec), "dram"), best(roofs(spec), "fp32")
    assert memory is not None
    assert peak is not None
    ridge = format_number(peak.rate.value / memory.rate.value)
    return (
        f"A kernel with fewer than {ridge} fp32 FLOPs for each byte of DRAM is limited by "
        "memory here. Latency: cycles of a dependent load, where one was measured."
    )


def _rate(roof: Roof | None) -> str:
    if roof is None:
        return "–"
    provenance = roof.rate.provenance
    return f"{format_quantity(roof.rate)} {_TAGS.get(provenance, provenance)}"


def _latency(spec: GPUSpec, level: str) -> str:
    cycles = spec.measured.get(f"latency_{level}")
    return "–" if cycles is None else f"{cycles.value:.0f} {cycles.provenance}"


def _kib(size: int) -> str:
    return f"{size / _KIB:.0f} KiB"


def _mib(size: int) -> str:
    return f"{format_number(size / _MIB)} MiB"


def calibrated(spec: GPUSpec, table: GPUSpec) -> RenderableType:
    """Return the measured constants, next to the figures of the row that they follow."""
    figures = tables.figures("here (meas.)", f"table, {table.name}")
    grid = tables.grid(tables.names("constant"), *figures, "how", head="dim")
    grid.add_row("SM clock", f"{spec.sm_clock_mhz} MHz", f"{table.sm_clock_mhz} MHz", "")
    for name, quantity in spec.measured.items():
        usual = table.measured.get(name)
        known = cells.NOTHING if usual is None else format_number(usual.value)
        grid.add_row(name, format_quantity(quantity), known, quantity.note)
    return Group(Text(spec.full_name, "bold"), Text(), grid, Text())
