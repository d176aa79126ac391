"""The table of GPU specifications: GPUs side by side, with the source of each figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from kernelscope.hardware import GPUSpec
from kernelscope.quantity import format_number, format_quantity
from kernelscope.report import tables

_MIB, _GIB = 2**20, 2**30
_PRECISIONS = ("fp64", "fp64_tensor", "fp32", "tf32", "bf16", "fp16", "fp8")

_LINES: tuple[tuple[str, Callable[[GPUSpec], str]], ...] = (
    ("compute capability", lambda s: ".".join(map(str, s.compute_capability))),
    ("SMs", lambda s: str(s.sms)),
    ("SM clock, MHz", lambda s: str(s.sm_clock_mhz)),
    ("DRAM, GiB", lambda s: f"{s.dram_bytes / _GIB:.0f}"),
    ("DRAM, GB/s", lambda s: f"{s.dram_gb_per_s:.0f}"),
    ("L2, MiB", lambda s: f"{s.l2_bytes / _MIB:.0f}"),
    ("L1 + shared / SM, KiB", lambda s: str(s.architecture.l1_kib)),
    ("shared / SM, KiB", lambda s: f"{s.shared_per_sm_bytes / 1024:.0f}"),
    ("shared / block, KiB", lambda s: f"{s.shared_per_block_bytes / 1024:.0f}"),
    ("registers / SM", lambda s: f"{s.registers_per_sm}"),
    ("warps / SM", lambda s: str(s.max_warps_per_sm)),
    ("blocks / SM", lambda s: str(s.max_blocks_per_sm)),
    ("threads / block", lambda s: str(s.max_threads_per_block)),
)


def renderable(specs: Sequence[GPUSpec]) -> RenderableType:
    """Return one column for each GPU and one line for each figure; then ceilings and sources."""
    table = tables.grid("", *tables.figures(*(spec.name for spec in specs)), head="bold")
    for name, figure in _LINES:
        table.add_row(name, *(figure(spec) for spec in specs))
    for precision in _PRECISIONS:
        peaks = (spec.peak_tflops.get(precision) for spec in specs)
        name = precision.replace("_", " ")
        table.add_row(f"{name}, TFLOP/s", *("–" if p is None else _peak(p) for p in peaks))
    notes = [
        line for spec in specs for line in (*_lacking(spec), *_measured(spec), *_sources(spec))
    ]
    rule = (
        "A warp is 32 threads. TFLOP/s: dense peaks, a multiply-add counts as two. Limits of an "
        "SM: NVIDIA/cccl, arch_traits.h, and the CUDA programming guide's tables."
    )
    return Group(table, Text(), Text(rule, "dim"), Text(), *notes)


def _peak(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else format_number(value)


def _lacking(spec: GPUSpec) -> list[Text]:
    if not spec.lacking:
        return []
    text = f"specification only: the virtual GPU does not run its {spec.lacking}"
    return [Text.assemble((f"{spec.name}: ", "bold"), text)]


def _measured(spec: GPUSpec) -> list[Text]:
    if not spec.measured:
        return []
    found = ", ".join(
        f"{name.replace('_', ' ')} {format_quantity(q)}" for name, q in spec.measured.items()
    )
    return [Text.assemble((f"{spec.name} measured: ", "bold"), found)]


def _sources(spec: GPUSpec) -> list[Text]:
    found = "; ".join(f"{what}: {where}" for what, where in spec.sources.items())
    return [Text.assemble((f"{spec.name} ({spec.full_name}): ", "bold"), (found, "dim"))]
