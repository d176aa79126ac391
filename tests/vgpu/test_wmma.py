"""wmma in every layout gives the product that NumPy gives, compiled and interpreted."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

KERNEL = """
.version 8.7
.target sm_90a
.address_size 64
.shared .align 128 .b8 kept[512];
.entry k(.param .u64 left, .param .u64 right, .param .u64 start, .param .u64 result) {{
.reg .b32 %r<64>;
.reg .f32 %f<16>;
.reg .b64 %rd<12>;
ld.param.b64 %rd1, [left];
ld.param.b64 %rd2, [right];
ld.param.b64 %rd3, [start];
ld.param.b64 %rd4, [result];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd5, %r1, 16;
add.u64 %rd6, %rd1, %rd5;
mov.b64 %rd7, kept;
add.u64 %rd8, %rd7, %rd5;
ld.global.v4.b32 {{%r2, %r3, %r4, %r5}}, [%rd6];
st.shared.v4.b32 [%rd8], {{%r2, %r3, %r4, %r5}};
bar.sync 0;
mov.u32 %r6, 24;
wmma.load.a.sync.aligned.{al}.m16n16k16.shared.{kind} {a}, [%rd7];
wmma.load.b.sync.aligned.{bl}.m16n16k16.{kind} {b}, [%rd2], %r6;
wmma.load.c.sync.aligned.{cl}.m16n16k16.global.{ct} {c}, [%rd3], 16;
wmma.mma.sync.aligned.{al}.{bl}.m16n16k16.{types} {d}, {a}, {b}, {c};
wmma.store.d.sync.aligned.{cl}.m16n16k16.global.{ct} [%rd4], {d}, %r6;
ret;
}}
"""


def ptx(kind: str, ct: str, layouts: tuple[str, str, str]) -> str:
    """The kernel: A from shared memory, B with a stride of 24 from anywhere, C and D global."""
    count = 8 if kind == "f16" else 4
    words = lambda first, n: "{" + ", ".join(f"%r{first + i}" for i in range(n)) + "}"  # noqa: E731
    sums = "{" + ", ".join(f"%f{i}" for i in range(8)) + "}" if ct == "f32" else words(40, 4)
    al, bl, cl = layouts
    types = f"{ct}.{ct}" if kind == "f16" else "f32.bf16.bf16.f32"
    return KERNEL.format(
        kind=kind, ct=ct, al=al, bl=bl, cl=cl, types=types,
        a=words(10, count), b=words(20, count), c=sums, d=sums,
    )  # fmt: skip


def stored(matrix: np.ndarray, layout: str, kind: str, stride: int) -> np.ndarray:
    """A matrix as it lies in memory."""
    lines = np.zeros((16, stride), np.float32)
    lines[:, :16] = matrix if layout == "row" else matrix.T
    if kind == "bf16":
        return (lines.view(np.uint32) >> 16).astype(np.uint16)
    return lines.astype({"f16": np.float16, "f32": np.float32}[kind])


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("kind", "ct", "layouts"),
    [
        ("f16", "f32", ("row", "col", "row")),
        ("f16", "f16", ("col", "row", "col")),
        ("f16", "f16", ("row", "row", "row")),
        ("bf16", "f32", ("col", "col", "col")),
        ("bf16", "f32", ("row", "row", "row")),
    ],
)
def test_the_product_in_every_layout(
    kind: str, ct: str, layouts: tuple[str, str, str], compiled: bool
) -> None:
    """Small whole numbers are exact in every type."""
    rng = np.random.default_rng(7)
    left, right, start = (rng.integers(-4, 5, (16, 16)).astype(np.float32) for _ in range(3))
    text = ptx(kind, ct, layouts)
    arguments = [
        stored(left, layouts[0], kind, 16),
        stored(right, layouts[1], kind, 24),
        stored(start, layouts[2], ct, 16),
        np.zeros((16, 24), {"f16": np.float16, "f32": np.float32}[ct]),
    ]
    if compiled:
        counters = vgpu.load_ptx(text).kernel("k")[1, 32](*arguments).counters
        name = {"f16": "fp16"}.get(kind, kind)
        assert counters[f"kernelscope__tensor_mac_{name}.sum"] == 16**3
    else:
        interpreter.launch(lower(parse(text), "k"), (1, 1, 1), (32, 1, 1), arguments)
    wanted = left @ right + start
    result = arguments[3][:, :16].astype(np.float32)
    np.testing.assert_array_equal(result, wanted if layouts[2] == "row" else wanted.T)


def test_loads_and_stores_count_the_same_compiled_and_interpreted() -> None:
    """Requests, sectors and wavefronts of the fragments' accesses."""
    text = ptx("f16", "f32", ("row", "col", "row"))
    arguments = lambda: [np.zeros(768, np.float32) for _ in range(4)]  # noqa: E731
    ours = vgpu.load_ptx(text).kernel("k")[1, 32](*arguments()).counters
    theirs = interpreter.launch(lower(parse(text), "k"), (1, 1, 1), (32, 1, 1), arguments())
    shared = {name for name in theirs if name.startswith(("l1tex", "smsp"))}
    assert {n: ours[n] for n in shared if n in ours} == {n: theirs[n] for n in shared if n in ours}
    assert any("shared" in n for n in shared)
