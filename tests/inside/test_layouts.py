"""Which thread holds which element: as Triton computes it, and as the virtual GPU's threads say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl

from inside.compiled import triton_form
from kernelscope import vgpu
from kernelscope.inside.decisions import decide
from kernelscope.inside.decisions.axis import AxisAnalysis
from kernelscope.inside.decisions.layouts import draw, owners
from kernelscope.inside.decisions.linear import layout_of
from kernelscope.inside.decisions.mlir import parse
from kernelscope.inside.decisions.tensors import read_type

pytestmark = pytest.mark.triton


def layouts() -> list[tuple[Any, list[int]]]:
    from triton.experimental.gluon.language._layouts import (
        BlockedLayout,
        DotOperandLayout,
        NVMMADistributedLayout,
        SliceLayout,
    )

    rows = BlockedLayout([1, 8], [4, 8], [8, 1], [1, 0])
    columns = BlockedLayout([2, 8], [4, 8], [2, 2], [0, 1])
    small = BlockedLayout([2, 4], [4, 8], [2, 2], [1, 0])
    ampere = NVMMADistributedLayout([2, 0], [2, 2], [16, 8])
    hopper = NVMMADistributedLayout([3, 0], [8, 1], [16, 128, 16])
    return [
        (BlockedLayout([4], [32], [4], [0]), [1024]),
        (BlockedLayout([4], [32], [4], [0]), [64]),
        (rows, [128, 64]),
        (columns, [32, 256]),
        (SliceLayout(0, rows), [128]),
        (SliceLayout(1, columns), [128]),
        (ampere, [128, 128]),
        (ampere, [16, 16]),
        (hopper, [128, 128]),
        (NVMMADistributedLayout([3, 0], [4, 2], [16, 64, 16]), [128, 256]),
        (SliceLayout(1, hopper), [128]),
        *((DotOperandLayout(side, ampere, 2), [64, 64]) for side in (0, 1)),
        (DotOperandLayout(1, ampere, 4), [64, 128]),
        (DotOperandLayout(0, hopper, 2), [128, 64]),
        *((DotOperandLayout(side, small, 0), [32, 32]) for side in (0, 1)),
    ]


@pytest.mark.parametrize("number", range(17))
def test_a_layout_is_the_linear_map_that_triton_makes_of_it(number: int) -> None:
    from triton._C.libtriton import gluon_ir, ir

    given, shape = layouts()[number]
    context = ir.context()
    ir.load_dialects(context)
    builder = gluon_ir.GluonOpBuilder(context)
    encoding = given._to_ir(builder)
    expected = builder.to_linear_layout(encoding, shape)
    kind = read_type(str(builder.get_distributed_ty(builder.get_float_ty(), shape, encoding)), {})
    found = layout_of(kind.encoding, kind.shape)
    assert found is not None
    for mine, theirs in (
        (found.register, expected.reg_bases),
        (found.lane, expected.lane_bases),
        (found.warp, expected.warp_bases),
    ):
        assert [list(basis) for basis in mine] == theirs


@triton.jit
def who(out, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    thread = tl.inline_asm_elementwise(
        "mov.u32 $0, %tid.x;", "=r,r", [at], dtype=tl.int32, is_pure=True, pack=1
    )
    tl.store(out + at, thread)


@pytest.mark.parametrize(("rows", "columns", "warps"), [(32, 64, 4), (8, 256, 2), (64, 2, 1)])
def test_each_element_is_in_the_thread_that_says_so(rows: int, columns: int, warps: int) -> None:
    form = triton_form(
        who, {"out": "*i32"}, {"ROWS": rows, "COLUMNS": columns}, ["out"], num_warps=warps
    )
    out = np.zeros((rows, columns), np.int32)
    nothing = np.zeros(1, np.int32)
    kernel = vgpu.load_ptx(form.texts["ptx"], gpu="h200").kernel("who")
    kernel[1, warps * 32](out, nothing, nothing)
    axis = AxisAnalysis(parse(form.texts["ttgir"]))
    kind = next(axis.types[v] for v, op in axis.makers.items() if op.name.endswith("inline_asm"))
    layout = layout_of(kind.encoding, kind.shape)
    assert layout is not None
    assert np.array_equal(owners(layout)[..., 0], out)
    answers = [d for d in decide(form).decisions if d.question == "layout"]
    assert any(draw(layout) in answer.text for answer in answers)


def test_the_drawing_shows_the_fragments_of_the_ptx_manual() -> None:
    """Of `mma.m16n8`: lane 5 has row 1, columns 2 and 3, and the same of row 9."""
    shape = "warpsPerCTA = [1, 1], instrShape = [16, 8]"
    mma = f"#ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, {shape}}}>"
    layout = layout_of(mma, (16, 8))
    assert layout is not None
    drawn = draw(layout).splitlines()
    assert drawn[0].split() == ["0–1", "2–3", "4–5", "6–7"]
    assert drawn[2].split() == ["1", "t4:r0–1", "t5:r0–1", "t6:r0–1", "t7:r0–1"]
    assert drawn[-1].split() == ["15", "t28:r2–3", "t29:r2–3", "t30:r2–3", "t31:r2–3"]
    assert layout_of("#ttg.of_the_future<{a = 1}>", (16, 8)) is None
