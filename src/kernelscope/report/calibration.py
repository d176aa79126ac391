"""The constants of a calibrated GPU as a table for a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from kernelscope.hardware import GPUSpec
from kernelscope.quantity import format_number, format_quantity
from kernelscope.report import cells, tables


def renderable(spec: GPUSpec, table: GPUSpec) -> RenderableType:
    """Return what was measured, beside the table's figures.

    Args:
        spec: the calibrated row.
        table: the row that it follows.
    """
    figures = tables.figures("here (meas.)", f"table, {table.name}")
    grid = tables.grid(tables.names("constant"), *figures, "how", head="dim")
    grid.add_row("SM clock", f"{spec.sm_clock_mhz} MHz", f"{table.sm_clock_mhz} MHz", "")
    for name, quantity in spec.measured.items():
        usual = table.measured.get(name)
        known = cells.NOTHING if usual is None else format_number(usual.value)
        grid.add_row(name, format_quantity(quantity), known, quantity.note)
    return Group(Text(spec.full_name, "bold"), Text(), grid, Text())
