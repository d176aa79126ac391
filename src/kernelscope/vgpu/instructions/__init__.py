"""The instruction table, one file a group; importing this package fills it."""

from __future__ import annotations

from kernelscope.vgpu.instructions import (
    arithmetic,
    atomics,
    bfloat,
    bits,
    carry,
    cluster,
    compare,
    convert,
    convert_narrow,
    copies,
    dot,
    floating,
    half,
    hints,
    host,
    logic,
    matrix,
    matrix_double,
    mbarrier,
    memory,
    move,
    packed,
    roots,
    synchronise,
    transcendental,
    video,
    warp,
    wmma,
)
from kernelscope.vgpu.ir.forms import TABLE

GROUPS = (
    arithmetic,
    atomics,
    bfloat,
    bits,
    carry,
    cluster,
    compare,
    convert,
    convert_narrow,
    copies,
    dot,
    floating,
    half,
    hints,
    host,
    logic,
    matrix,
    matrix_double,
    mbarrier,
    memory,
    move,
    packed,
    roots,
    synchronise,
    transcendental,
    video,
    warp,
    wmma,
)
"""The modules that define instructions; each adds its forms to the table when it is imported."""

__all__ = ["GROUPS", "TABLE"]
