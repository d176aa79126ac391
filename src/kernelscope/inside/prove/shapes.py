"""Blocks and grids to try for a kernel that was never launched.

In: a lowered kernel and its constants. Out: block shapes, the likeliest first, and sides of a grid.
"""

from __future__ import annotations

from kernelscope.vgpu import ir

Dim3 = tuple[int, int, int]

_MOST_THREADS = 1024
_LINES = (128, 256, 32, 1024, 64, 31, 512, 16, 100, 1)
_FACES = ((16, 16), (32, 8), (32, 32), (8, 8), (32, 4), (16, 4), (4, 4), (1, 1))
_SOLIDS = ((8, 8, 4), (4, 4, 4), (32, 4, 2), (2, 2, 2), (1, 1, 1))


# A kernel that never reads its block's size was written for one size, which is among its
# `constants`. This one reads past its array with any block of more than 16 threads:
#
#     __shared__ float s[16];  s[threadIdx.x] = x[threadIdx.x];  …  s[threadIdx.x ^ 3]
#
# With 128 threads alone every input is refused, and the verdict is "unproven".
def block_shapes(function: ir.Function, constants: tuple[int, ...]) -> tuple[Dim3, ...]:
    """Return the blocks to try, the likeliest first."""
    if function.required_block is not None:
        return (function.required_block,)
    read = specials(function)
    shapes: list[Dim3] = [(x, 1, 1) for x in _LINES]
    if "%tid.y" in read:
        shapes = [(x, y, 1) for x, y in _FACES]
    if "%tid.z" in read:
        shapes = list(_SOLIDS)
    if "%ntid.x" not in read and "%tid.y" not in read:
        own = [c for c in constants if 8 <= c <= _MOST_THREADS and c % 8 == 0]
        shapes += [(c, 1, 1) for c in own if (c, 1, 1) not in shapes]
    if function.max_block is not None:
        most = function.max_block[0] * function.max_block[1] * function.max_block[2]
        fitting = [s for s in shapes if s[0] * s[1] * s[2] <= most]
        shapes = [function.max_block, *(s for s in fitting if s != function.max_block)]
    return tuple(shapes)


def grid_sides(function: ir.Function) -> Dim3:
    """Return the most blocks to launch along each axis: more than one if the kernel reads it."""
    read = specials(function)
    deep = 2 if "%ctaid.z" in read else 1
    return 4, 3 if "%ctaid.y" in read else 1, deep


def specials(function: ir.Function) -> set[str]:
    """Return the special registers that a kernel reads."""
    return {
        operand.name
        for inst in function.instructions()
        for operand in inst.operands
        if isinstance(operand, ir.Special)
    }
