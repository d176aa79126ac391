"""wmma of each shape, type and layout: NumPy's product, in the fragments of an H200."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import PtxError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from truth.wmma_layouts import BITS, Load, loads

Array = np.ndarray[Any, Any]
LAYOUTS = np.load(Path(__file__).parents[1] / "truth" / "wmma_h200.npz")
SIXTEEN = ("m16n16k16", "m32n8k16", "m8n32k16")
FILES = {"f32": "f", "f64": "d"}
HALVES = ("f16", "bf16")

KERNEL = """
.version 8.7
.target sm_90a
.address_size 64
.shared .align 128 .b8 kept[2048];
.entry k(.param .u64 left, .param .u64 right, .param .u64 start, .param .u64 result) {{
.reg .b32 %r<64>;
.reg .f32 %f<64>;
.reg .f64 %d<64>;
.reg .b64 %rd<12>;
ld.param.b64 %rd1, [left];
ld.param.b64 %rd2, [right];
ld.param.b64 %rd3, [start];
ld.param.b64 %rd4, [result];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd5, %r1, 64;
add.u64 %rd6, %rd1, %rd5;
mov.b64 %rd7, kept;
add.u64 %rd8, %rd7, %rd5;
{copies}
bar.sync 0;
mov.u32 %r6, {stride};
wmma.load.a.sync.aligned.{al}.{shape}.shared.{kind} {a}, [%rd7];
wmma.load.b.sync.aligned.{bl}.{shape}.{kind} {b}, [%rd2], %r6;
wmma.load.c.sync.aligned.{cl}.{shape}.global.{ct} {c}, [%rd3];
wmma.mma.{op}sync.aligned.{al}.{bl}.{shape}.{types} {d}, {a}, {b}, {c};
wmma.store.d.sync.aligned.{cl}.{shape}.global.{dt} [%rd4], {d}, 64;
ret;
}}
"""


class Product:
    """One product: A lies in shared memory, B with a stride anywhere, C and D in global memory."""

    def __init__(
        self, kind: str, shape: str, layouts: tuple[str, str, str], sums: tuple[str, str], op: str
    ) -> None:
        self.kind, self.shape, self.layouts, self.op = kind, shape, layouts, op
        self.dt, self.ct = sums
        m, _, rest = shape[1:].partition("n")
        n, _, k = rest.partition("k")
        self.m, self.n, self.k = int(m), int(n), int(k)
        # More than a line of B, and a multiple of 16 bytes.
        self.stride = 64 if BITS[kind] >= 8 else 2 * self.k

    @property
    def ptx(self) -> str:
        """The kernel."""
        copies = "\n".join(
            f"ld.global.v4.b32 {{%r2, %r3, %r4, %r5}}, [%rd6+{16 * n}];\n"
            f"st.shared.v4.b32 [%rd8+{16 * n}], {{%r2, %r3, %r4, %r5}};"
            for n in range(4)
        )
        types = f"{self.dt}.{self.kind}.{self.kind}.{self.ct}"
        types = f"{self.dt}.{self.ct}" if self.kind == "f16" else types
        op = f"{self.op}.popc." if self.kind == "b1" else ""
        types += ".satfinite" if self.op == "satfinite" else ""
        fragments = {
            "a": self._registers("a", self.kind, 10),
            "b": self._registers("b", self.kind, 20),
            "c": self._registers("c", self.ct, 30),
            "d": self._registers("c", self.dt, 40),
        }
        al, bl, cl = self.layouts
        return KERNEL.format(
            copies=copies, stride=self.stride, shape=self.shape, kind=self.kind, ct=self.ct,
            dt=self.dt, al=al, bl=bl, cl=cl, op=op, types=types, **fragments,
        )  # fmt: skip

    def _registers(self, part: str, kind: str, first: int) -> str:
        load = next(x for x in loads() if (x.part, x.shape, x.kind) == (part, self.shape, kind))
        letter = FILES.get(kind, "r")
        return "{" + ", ".join(f"%{letter}{first + n}" for n in range(load.registers)) + "}"

    def run(self, factors: tuple[Array, Array, Array], launch: Callable[..., Any]) -> Array:
        """Return D of whole numbers A, B and C."""
        al, bl, cl = self.layouts
        result = np.zeros((64, 64), dtype(self.dt))
        left = np.zeros(2048, np.uint8)
        packed = stored(factors[0], al, self.kind, 0)
        left[: packed.size] = packed
        right = stored(factors[1], bl, self.kind, self.stride)
        launch([left, right, stored(factors[2], cl, self.ct, 0), result])
        found = result[: self.m, : self.n] if cl == "row" else result[: self.n, : self.m].T
        return found.astype(np.float64)


def dtype(kind: str) -> Any:
    """The NumPy type of sums."""
    return {"f16": np.float16, "f32": np.float32, "s32": np.int32, "f64": np.float64}[kind]


def stored(matrix: Array, layout: str, kind: str, stride: int) -> Array:
    """The bytes of a matrix as it lies in memory, its lines `stride` elements apart."""
    lines = matrix if layout == "row" else matrix.T
    whole = np.zeros((len(lines), stride or lines.shape[1]))
    whole[:, : lines.shape[1]] = lines
    if kind == "b1":
        return np.packbits(whole.astype(np.uint8), axis=1, bitorder="little").reshape(-1)
    if kind in ("s4", "u4"):
        nibbles = whole.astype(np.int8).view(np.uint8) & 15
        return (nibbles[:, ::2] | nibbles[:, 1::2] << 4).reshape(-1)
    if kind == "bf16":
        raw = (whole.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    elif kind in ("s8", "u8"):
        raw = whole.astype({"s8": np.int8, "u8": np.uint8}[kind])
    else:
        raw = whole.astype(dtype({"tf32": "f32"}.get(kind, kind)))
    return raw.reshape(-1).view(np.uint8)


def drawn(product: Product) -> tuple[Array, Array, Array]:
    """Whole numbers that are exact in every type, and their extremes."""
    low, high = {
        "b1": (0, 1), "s4": (-8, 7), "u4": (0, 15), "s8": (-128, 127), "u8": (0, 255),
    }.get(product.kind, (-4, 4))  # fmt: skip
    draw = np.random.default_rng(7)
    sizes = (product.m, product.k), (product.k, product.n), (product.m, product.n)
    a, b = (draw.integers(low, high + 1, size).astype(float) for size in sizes[:2])
    limit = 4 if product.dt != "s32" else 1000
    return a, b, draw.integers(-limit, limit + 1, sizes[2]).astype(float)


def launched(text: str, compiled: bool) -> Callable[[list[Array]], Any]:
    if compiled:
        kernel = vgpu.load_ptx(text).kernel("k")
        return lambda arguments: kernel[1, 32](*arguments)
    function = lower(parse(text), "k")
    return lambda arguments: interpreter.launch(function, (1, 1, 1), (32, 1, 1), arguments)


ALL_WAYS = [
    ("row", "col", "row"),
    ("col", "row", "col"),
    ("row", "row", "row"),
    ("col", "col", "col"),
]
CASES = [
    *[("f16", shape, ways, (dt, ct), "") for shape in SIXTEEN
      for ways, dt, ct in zip(ALL_WAYS, ("f32", "f16", "f16", "f32"), ("f32", "f16", "f32", "f16"),
                              strict=True)],
    *[("bf16", shape, ways, ("f32", "f32"), "") for shape in SIXTEEN for ways in ALL_WAYS[1:3]],
    *[("tf32", "m16n16k8", ways, ("f32", "f32"), "") for ways in ALL_WAYS],
    *[("f64", "m8n8k4", ways, ("f64", "f64"), "") for ways in ALL_WAYS],
    *[(kind, shape, ways, ("s32", "s32"), op) for shape in SIXTEEN
      for kind, ways, op in zip(("s8", "u8", "s8", "u8"), ALL_WAYS, ("", "", "satfinite", ""),
                                strict=True)],
    *[(kind, "m8n8k32", ALL_WAYS[0], ("s32", "s32"), op) for kind in ("s4", "u4")
      for op in ("", "satfinite")],
    *[("b1", "m8n8k128", ("row", "col", cl), ("s32", "s32"), op)
      for cl, op in (("row", "xor"), ("col", "and"))],
]  # fmt: skip


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("kind", "shape", "layouts", "sums", "op"), CASES)
def test_the_product_in_every_layout(
    kind: str, shape: str, layouts: tuple[str, str, str], sums: tuple[str, str], op: str,
    compiled: bool,
) -> None:  # fmt: skip
    """Against float64, or for bits against what they have in common or do not."""
    product = Product(kind, shape, layouts, sums, op)
    a, b, c = drawn(product)
    found = product.run((a, b, c), launched(product.ptx, compiled))
    wanted = a @ b
    if op == "xor":
        wanted = (1 - a) @ b + a @ (1 - b)
    np.testing.assert_array_equal(found, wanted + c)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("kind", "shape"), [("s8", "m16n16k16"), ("u4", "m8n8k32")])
def test_integer_sums_wrap_or_are_clamped(kind: str, shape: str, compiled: bool) -> None:
    """Sums beyond 2^31 - 1; the manual: `.satfinite` clamps, without it they wrap."""
    ways, sums = ("row", "col", "row"), ("s32", "s32")
    for op in ("", "satfinite"):
        product = Product(kind, shape, ways, sums, op)
        a, b, c = (np.ones_like(part) for part in drawn(product))
        c[:] = 2**31 - 3
        found = product.run((a, b, c), launched(product.ptx, compiled))
        whole = 2**31 - 3 + product.k
        assert (found == (2**31 - 1 if op else whole - 2**32)).all()


@pytest.mark.parametrize("compiled", [True, False])
def test_a_fragment_holds_what_it_holds_on_an_h200(compiled: bool) -> None:
    """Programs may depend on it, though PTX leaves it open: each load of each type and layout."""
    for load in loads():
        launch = launched_load(load, compiled)
        np.testing.assert_array_equal(load.elements(launch), LAYOUTS[load.name], load.name)


def launched_load(load: Load, compiled: bool) -> Callable[[Array, Array], object]:
    if compiled:
        kernel = vgpu.load_ptx(load.ptx).kernel(load.name)
        return lambda memory, registers: kernel.launch(1, 32, [memory, registers])
    function = lower(parse(load.ptx), load.name)
    run = functools.partial(interpreter.launch, function, (1, 1, 1), (32, 1, 1))
    return lambda memory, registers: run([memory, registers])


@pytest.mark.parametrize(
    ("kind", "shape", "sums"),
    [("f16", "m16n16k16", "f32"), ("s8", "m8n32k16", "s32"), ("f64", "m8n8k4", "f64"),
     ("tf32", "m16n16k8", "f32")],
)  # fmt: skip
def test_loads_and_stores_count_the_same_compiled_and_interpreted(
    kind: str, shape: str, sums: str
) -> None:
    """Requests, sectors and wavefronts of the fragments' accesses; and the multiply-adds."""
    product = Product(kind, shape, ("row", "col", "row"), (sums, sums), "")
    arguments = lambda: [np.zeros(8192, np.float32) for _ in range(4)]  # noqa: E731
    ours = vgpu.load_ptx(product.ptx).kernel("k")[1, 32](*arguments()).counters
    function = lower(parse(product.ptx), "k")
    theirs = interpreter.launch(function, (1, 1, 1), (32, 1, 1), arguments())
    shared = {name for name in theirs if name.startswith(("l1tex", "smsp"))}
    assert {n: ours[n] for n in shared if n in ours} == {n: theirs[n] for n in shared if n in ours}
    assert any("shared" in n for n in shared)
    name = {"f16": "fp16", "s8": "int8", "f64": "fp64"}.get(kind, kind)
    macs = product.m * product.n * product.k
    assert ours[f"kernelscope__tensor_mac_{name}.sum"] == macs


@pytest.mark.parametrize(
    "types", ["s32.s8.u8.s32", "s32.s4.s4.s32", "f32.bf16.bf16.f16", "f32.tf32.tf32.f32"]
)
def test_types_that_do_not_go_together_are_refused(types: str) -> None:
    product = Product("s8", "m16n16k16", ("row", "col", "row"), ("s32", "s32"), "")
    text = product.ptx.replace("m16n16k16.s32.s8.s8.s32", f"m16n16k16.{types}")
    with pytest.raises(PtxError, match="wmma"):
        vgpu.load_ptx(text).kernel("k")
