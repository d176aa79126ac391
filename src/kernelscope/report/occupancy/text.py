"""A launch's occupancy as text: its limits, what would raise it, waves, curves."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from kernelscope.hardware.occupancy_curves import Curve
from kernelscope.hardware.occupancy_study import Study
from kernelscope.quantity import format_count, format_number
from kernelscope.report import tables

_LIMITED_BY = {
    "warps": "warps an SM",
    "blocks": "blocks an SM",
    "registers": "registers an SM",
    "shared": "shared memory an SM",
}
_TOO_MUCH = {
    "warps": "more threads",
    "registers": "more registers",
    "shared": "more shared memory",
}
# Block sizes that are tried in practice; every warp of the curve is in the JSON and the plot.
_BLOCKS = frozenset((32, 64, 96, 128, 192, 256, 320, 384, 512, 640, 768, 1024))


def renderable(studies: Iterable[Study]) -> RenderableType:
    """Return one section for each launch; all figures are computed."""
    return Group(*(part for study in studies for part in _section(study)))


def _section(study: Study) -> list[RenderableType]:
    known = f"{study.registers} registers a thread" if study.registers else "registers unknown"
    head = Text.assemble((study.kernel or "launch", "bold"), f" on {study.spec.full_name}")
    sizes = f"{study.block} threads a block, {known}, {study.shared_bytes:,} bytes shared a block"
    return [
        head,
        Text(sizes, "dim"),
        Text(),
        _verdict(study),
        Padding(_limits(study), (0, 0, 0, 2), expand=False),
        *_raised(study),
        *_waves(study),
        Text(),
        _curves(study.curves),
        Text(),
    ]


def _verdict(study: Study) -> Text:
    occupancy = study.occupancy
    if not occupancy.blocks_per_sm:
        why = f"the launch fails: a block asks for {_TOO_MUCH[occupancy.limiter]} than it may"
        return Text.assemble(("occupancy 0 % ", "bold red"), f"(computed): {why}")
    blocks = format_count(occupancy.blocks_per_sm, "block")
    most = study.spec.max_warps_per_sm
    return Text.assemble(
        (f"occupancy {format_number(100 * occupancy.fraction)} % ", "bold"),
        f"(computed): {blocks}, {occupancy.warps_per_sm} of {most} warps an SM; "
        f"limiter: {occupancy.limiter}",
    )


def _limits(study: Study) -> Table:
    table = tables.grid("", Column(justify="right"))
    table.show_header = False
    for name, blocks in study.occupancy.limits.items():
        held = name == study.occupancy.limiter
        table.add_row(
            f"by {_LIMITED_BY[name]}",
            *format_count(blocks, "block").split(),
            "← limiter" if held else "",
            style="bold" if held else "dim",
        )
    return table


def _raised(study: Study) -> list[RenderableType]:
    if study.occupancy.fraction == 1:
        return []
    if not study.changes:
        return [Text(), Text("No change of one size keeps more warps on an SM.")]
    title = Text("Changes that raise it (one size at a time, the nearest value)", "bold")
    return [Text(), title, *(_indented(f"- {change.text}") for change in study.changes)]


def _indented(line: str, style: str = "") -> Padding:
    return Padding(Text(line, style), (0, 0, 0, 2), expand=False)


def _waves(study: Study) -> list[RenderableType]:
    waves = study.waves
    if waves is None or study.grid is None:
        return []
    sms, each = study.spec.sms, study.occupancy.blocks_per_sm
    said = Text.assemble(
        (f"waves {format_number(waves.waves)} ", "bold"),
        f"(computed): {study.grid:,} blocks, {sms * each:,} at once ({sms} SMs x {each}); "
        f"tail efficiency {waves.efficiency:.0%}",
    )
    parts: list[RenderableType] = [Text(), said]
    if waves.idle_sms:
        parts.append(Text(f"  {waves.idle_sms} of {sms} SMs never get a block"))
    for full in study.full_grids:
        advice = (
            f"- use {full.blocks:,} blocks (a multiple of {sms}x{each}), each with "
            f"{format_number(full.work_per_block)} times the work: {full.waves} full "
            f"wave{'s' if full.waves > 1 else ''}"
        )
        parts.append(_indented(advice))
    if study.full_grids:
        gain = f"up to {1 - waves.efficiency:.0%} less time, if a block's time follows its work"
        parts.append(_indented(gain, "dim"))
    return parts


def _curves(curves: Iterable[Curve]) -> Table:
    """Return warps an SM along each axis, with one entry for each run of equal values."""
    table = tables.grid(tables.names("over"), "warps an SM (computed)", head="bold")
    for curve in curves:
        table.add_row(curve.axis, ", ".join(_entries(curve)))
    return table


def _entries(curve: Curve) -> Iterable[str]:
    if curve.axis == "block":
        for value, point in zip(curve.values, curve.points, strict=True):
            if value in _BLOCKS or value == curve.here:
                yield _entry(curve, value, value, point.warps_per_sm)
        return
    for first, last, point in curve.steps():
        yield _entry(curve, first, last, point.warps_per_sm)


def _entry(curve: Curve, first: int, last: int, warps: int) -> str:
    unit = 1024 if curve.axis == "shared" else 1
    low, high = f"{first / unit:.4g}", f"{last / unit:.4g}"
    span = (low if first == last else f"{low}–{high}") + ("K" if unit > 1 else "")
    here = "*" if first <= curve.here <= last else ""
    return f"{here}{span}: {warps}"
