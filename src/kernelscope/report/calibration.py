"""The constants of a calibrated GPU as a table for a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kernelscope.hardware import GPUSpec
from kernelscope.quantity import format_number, format_quantity
from kernelscope.report import cells


def renderable(spec: GPUSpec, table: GPUSpec) -> RenderableType:
    """Return what was measured, beside the table's figures.

    Args:
        spec: the calibrated row.
        table: the row that it follows.
    """
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("constant", no_wrap=True)
    grid.add_column("here (meas.)", justify="right", no_wrap=True)
    grid.add_column(f"table, {table.name}", justify="right", no_wrap=True)
    grid.add_column("how")
    grid.add_row("SM clock", f"{spec.sm_clock_mhz} MHz", f"{table.sm_clock_mhz} MHz", "")
    for name, quantity in spec.measured.items():
        usual = table.measured.get(name)
        known = cells.NOTHING if usual is None else format_number(usual.value)
        grid.add_row(name, format_quantity(quantity), known, quantity.note)
    return Group(Text(spec.full_name, "bold"), Text(), grid, Text())
