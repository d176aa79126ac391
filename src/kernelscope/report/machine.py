"""One GPU explained: its units, its memories, and their figures."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kernelscope.hardware import GPUSpec
from kernelscope.hardware.ceilings import roofs
from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import Roof
from kernelscope.report import tables
from kernelscope.report.roofline.points import best
from kernelscope.vgpu.layout import LANES

_KIB, _MIB = 1024, 2**20
_TAGS = {"computed": "specified"}  # a specification's figure is not computed by us


def renderable(spec: GPUSpec) -> RenderableType:
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
    kind = spec.architecture
    warps = spec.max_threads_per_block // LANES
    at_once = spec.sms * spec.max_warps_per_sm
    cluster = (
        f"up to {kind.most_cluster_blocks} blocks on neighbouring SMs, which reach each other's "
        "shared memory"
        if kind.most_cluster_blocks > 1
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
    kind, found = spec.architecture, roofs(spec)
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
        _rate(best(found, "shared")),
        _latency(spec, "shared"),
    )
    table.add_row(
        "L1",
        f"{kind.l1_kib} KiB an SM, less what is shared memory; lines of 128 bytes",
        "as shared memory",
        _latency(spec, "l1"),
    )
    table.add_row(
        "L2",
        f"{_mib(spec.l2_bytes)} for all SMs; sectors of 32 bytes",
        _rate(best(found, "l2")),
        _latency(spec, "l2"),
    )
    dram = Quantity(spec.dram_bytes, "B", "computed")
    table.add_row(
        "DRAM", f"{format_quantity(dram)}", _rate(best(found, "dram")), _latency(spec, "dram")
    )
    return table


def _reading(spec: GPUSpec) -> str:
    memory, peak = best(roofs(spec), "dram"), best(roofs(spec), "fp32")
    assert memory is not None
    assert peak is not None
    ridge = format_number(peak.rate.value / memory.rate.value)
    return (
        f"A kernel with fewer than {ridge} fp32 FLOPs for each byte of DRAM is held by memory "
        "here. Latency: cycles of a dependent load, where one was measured."
    )


def _rate(roof: Roof | None) -> str:
    if roof is None:
        return "–"
    kind = roof.rate.provenance
    return f"{format_quantity(roof.rate)} {_TAGS.get(kind, kind)}"


def _latency(spec: GPUSpec, level: str) -> str:
    cycles = spec.measured.get(f"latency_{level}")
    return "–" if cycles is None else f"{cycles.value:.0f} {cycles.provenance}"


def _kib(size: int) -> str:
    return f"{size / _KIB:.0f} KiB"


def _mib(size: int) -> str:
    return f"{format_number(size / _MIB)} MiB"
