"""All programs of the times."""

from __future__ import annotations

from truth.times import arithmetic, compiled, cuda_kernels, elementwise, memory, products, rows
from truth.times.case import PROGRAMS, held_out

__all__ = ["PROGRAMS", "held_out"]
MODULES = (arithmetic, compiled, cuda_kernels, elementwise, memory, products, rows)
