"""How Blackwell's tensor cores add scaled products: random ones of every type, what a published
model gives and what ours does.

In `tests/`, with `src` on the path, PyTorch, and `pip install --no-deps mmasim==2.1.1`:

    python truth/scaled_cases.py FILE.npz 1048576

That adds at least so many sums of each format, says of how many the bits of
`kernelscope.vgpu.tensor_sums` and those of compiled code differ from the model's, and keeps the
model's bits of the first products.
"""

from __future__ import annotations

import itertools
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kernelscope import vgpu
from kernelscope.vgpu.tensor_sums import add_products, add_scaled, sums_of

Array = np.ndarray[Any, Any]
KEPT = 1  # products whose bits are in the record
LANES = 32
# Bits of the exponent and the fraction.
FORMATS = {"e4m3": (4, 3), "e5m2": (5, 2), "e3m2": (3, 2), "e2m3": (2, 3), "e2m1": (2, 1)}
FIELDS = ("a", "b", "c", "of_a", "of_b")
DATA = ("near", "wide", "small", "cancelling", "special")
_LANE = np.arange(LANES)


@dataclass(frozen=True)
class Case:
    """One product of 16 x 8 sums.

    Attributes:
        scales: of a row of A; 0 if there are none.
        scale: their type.
        sparse: whether A is half stored: of that nothing is published.
    """

    kind: str
    at: str
    bt: str
    dt: str = "f32"
    scales: int = 0
    scale: str = ""
    sparse: bool = False

    @property
    def depth(self) -> int:
        """Factors of a sum."""
        return 64 if self.is_packed else 32

    @property
    def is_packed(self) -> bool:
        """Whether two elements are in a byte."""
        return self.kind.startswith("mxf4")

    @property
    def mnemonic(self) -> str:
        """As PTX writes it."""
        size = "" if self.kind != "mxf4nvf4" else f".scale_vec::{self.scales}X"
        scaled = f".block_scale{size}" if self.scales else ""
        types = ".".join(filter(None, (self.dt, self.at, self.bt, self.dt, self.scale)))
        name, k = (
            ("mma.sp::ordered_metadata", 2 * self.depth) if self.sparse else ("mma", self.depth)
        )
        return f"{name}.sync.aligned.m16n8k{k}.row.col.kind::{self.kind}{scaled}.{types}"

    @property
    def published(self) -> str:
        """As `mmasim` writes what tcgen05 does; `mma` has one operation with it."""
        size = f".block{self.depth // self.scales}" if self.scales else ""
        types = ".".join(filter(None, (self.dt, self.at, self.bt, self.scale)))
        return f"m128n8k{self.depth}.kind::{self.kind}{size}.{types}"


def format_of(case: Case) -> str:
    """A kind with its types of sums and scales."""
    return f"{case.kind} {case.dt} {case.scales} {case.scale}"


def cases() -> Iterator[Case]:
    """Every type, with scales and without."""
    for at, bt in itertools.product(FORMATS, FORMATS):
        yield Case("mxf8f6f4", at, bt, scales=1, scale="ue8m0")
        if {at, bt} - {"e4m3", "e5m2"}:
            yield from (Case("f8f6f4", at, bt, dt) for dt in ("f32", "f16"))
    for kind, scales, scale in (
        ("mxf4", 2, "ue8m0"), ("mxf4nvf4", 2, "ue8m0"), ("mxf4nvf4", 4, "ue8m0"),
        ("mxf4nvf4", 4, "ue4m3"),
    ):  # fmt: skip
        yield Case(kind, "e2m1", "e2m1", scales=scales, scale=scale)


# ---- numbers -------------------------------------------------------------------------------------


def values(kind: str, codes: Array) -> Array:
    """The numbers that codes stand for, as f32."""
    if kind == "ue8m0":
        return np.where(codes == 255, np.nan, 2.0 ** (codes.astype(int) - 127)).astype(np.float32)
    exponent_bits, fraction = FORMATS["e4m3" if kind == "ue4m3" else kind]
    field = codes >> fraction & ((1 << exponent_bits) - 1)
    digits, bias = codes & ((1 << fraction) - 1), (1 << exponent_bits - 1) - 1
    size = np.where(field > 0, digits + (1 << fraction), digits).astype(np.float64)
    size *= 2.0 ** (np.maximum(field, 1).astype(int) - bias - fraction)
    most = (1 << exponent_bits) - 1
    if kind in ("e4m3", "ue4m3"):
        size = np.where((field == most) & (digits == 7), np.nan, size)
    if kind == "e5m2":
        size = np.where(field == most, np.where(digits == 0, np.inf, np.nan), size)
    return np.where(codes >> (exponent_bits + fraction) & 1, -size, size).astype(np.float32)


def drawn(draw: np.random.Generator, kind: str, size: tuple[int, ...], data: str) -> Array:
    """Codes of numbers: near 1, all, small ones, or now and then one that is none."""
    codes = np.arange(1 << (1 + sum(FORMATS[kind])), dtype=np.uint32)
    number = np.abs(values(kind, codes))
    finite = np.isfinite(number)
    least = number[1 << FORMATS[kind][1]]
    wanted = {"wide": finite, "cancelling": finite, "small": finite & (number <= 2 * least)}
    near = finite & (((number >= 0.25) & (number <= 4)) | (number == 0))
    found = draw.choice(codes[wanted.get(data, near)], size)
    if data == "special" and not finite.all():
        return np.where(draw.random(size) < 1 / 48, draw.choice(codes[~finite], size), found)
    return found


def drawn_scales(draw: np.random.Generator, case: Case, data: str, count: int) -> Array:
    """Codes of the scales of rows or columns, [count, scales]."""
    size = count, case.scales
    if case.scale == "ue4m3":
        low, high = {"near": (0x2C, 0x44), "small": (0, 0x10)}.get(data, (0, 0x7F))
    else:
        low, high = {"wide": (0, 0xFF), "cancelling": (110, 144)}.get(data, (122, 133))
    found = draw.integers(low, high, size, dtype=np.uint32)
    if data == "small" and case.scale == "ue8m0":  # products near where sums are cut, below f32
        first = draw.integers(33, 52 if case.is_packed else 76, (count, 1))
        found = (first if count == 16 else 41) + draw.integers(0, 2, size)
    none = 0x7F if case.scale == "ue4m3" else 0xFF
    chance = 1 / 48 if data == "special" else 0
    return np.where(draw.random(size) < chance, none, found).astype(np.uint32)


def drawn_sums(draw: np.random.Generator, case: Case, data: str, scales: list[Array]) -> Array:
    """Sums before, [16, 8] of f32: as large as products, up to 2^42 times larger or smaller, or
    none; of small products the smallest numbers, too.
    """
    near = np.ones((16, 8))
    if case.scales:
        left, right = (values(case.scale, code[:, 0]).astype(np.float64) for code in scales)
        near = np.nan_to_num(left[:, None] * right, nan=1.0)
        near[near == 0] = 2.0**-12  # of a ue4m3
    sizes = near * 2.0 ** draw.integers(-42, 43, (16, 8)) if data != "near" else near * 16
    found = draw.standard_normal((16, 8)) * sizes
    if data == "small":
        least = draw.integers(-3, 4, (16, 8)) * (2.0**-24 if case.dt == "f16" else 2.0**-149)
        found = np.where(draw.random((16, 8)) < 0.5, least, found)
    found[draw.random((16, 8)) < 0.2] = 0
    if data == "special":
        some = draw.choice([np.inf, -np.inf, np.nan, 3e38], (16, 8))
        found = np.where(draw.random((16, 8)) < 1 / 48, some, found)
    with np.errstate(all="ignore"):
        return found.astype(np.float16 if case.dt == "f16" else np.float32).astype(np.float32)


@dataclass(frozen=True)
class Data:
    """Codes of the matrices of some products, and of their scales.

    Attributes:
        a: [products, 16, K].
        b: [products, 8, K].
        c: [products, 16, 8] of f32.
        of_a: [products, 16, scales].
        of_b: [products, 8, scales].
    """

    a: Array
    b: Array
    c: Array
    of_a: Array
    of_b: Array

    @classmethod
    def of(cls, case: Case, data: str, count: int) -> Data:
        """Drawn the same each time; a product's are the same whatever follows it."""
        found = [cls._one(case, data, number) for number in range(count)]
        return cls(*(np.stack([getattr(product, name) for product in found]) for name in FIELDS))

    @classmethod
    def _one(cls, case: Case, data: str, number: int) -> Data:
        draw = np.random.default_rng((zlib.crc32(f"{case.mnemonic} {data}".encode()), number))
        a, b = (
            drawn(draw, case.at, (16, case.depth), data),
            drawn(draw, case.bt, (8, case.depth), data),
        )
        if data == "small":  # few products
            a[draw.random(a.shape) < 0.9] = 0
        if data == "special":  # groups of sixteen without any
            a[np.repeat(draw.random((16, case.depth // 16)) < 0.3, 16, axis=1)] = 0
        if data == "cancelling" or (data == "small" and case.is_packed):
            # Pairs, of which the large ones and half of the others cancel; of some columns all.
            a[:, 1::2] = a[:, ::2] ^ (1 << sum(FORMATS[case.at]))
            same = np.abs(values(case.bt, b[:, ::2])) >= 1
            same |= draw.random(same.shape) < draw.choice([0.5, 1], (8, 1))
            b[:, 1::2] = np.where(same, b[:, ::2], b[:, 1::2])
        scales = [drawn_scales(draw, case, data, rows) for rows in (16, 8)]
        return cls(a, b, drawn_sums(draw, case, data, scales), *scales)

    def flat(self, case: Case) -> tuple[tuple[Array, Array], Array, tuple[Array, Array]]:
        """The factors of each sum, the sum before, and the scales' codes, all [sums, …]."""
        shape = len(self.a), 16, 8

        def of(left: Array, right: Array) -> tuple[Array, Array]:
            size = left.shape[-1]
            both = left[:, :, None], right[:, None]
            left, right = (
                np.broadcast_to(x, (*shape, size)).reshape(128 * len(self.a), size) for x in both
            )
            return left, right

        factors = of(values(case.at, self.a), values(case.bt, self.b))
        return factors, self.c.reshape(-1), of(self.of_a, self.of_b)

    def wanted(self, case: Case) -> Array:
        """D by our model, [products, 16, 8], as f32."""
        (a, b), c, codes = self.flat(case)
        kinds = case.at, case.bt
        with np.errstate(all="ignore"):
            if case.scales:
                left, right = (values(case.scale, code) for code in codes)
                found = add_scaled(kinds, a, b, c, (left, right), case.scale)
            else:
                found = add_products(sums_of(120, "mma", case.at, case.dt), kinds, a, b, c)
        return found.reshape(self.c.shape)


def bits_of(case: Case, numbers: Array) -> Array:
    """The bits of sums that are given as f32."""
    if case.dt == "f32":
        return np.ascontiguousarray(numbers).view(np.uint32)
    with np.errstate(over="ignore"):
        halves = numbers.astype(np.float16).view(np.uint16)
    return np.where(np.isnan(numbers), 0x7FFF, halves).astype(np.uint32)


# ---- kernels -------------------------------------------------------------------------------------

_TEXT = """.version 8.7
.target sm_120a
.address_size 64
.visible .entry k(.param .u64 input, .param .u64 output) {{
.reg .b32 %t, %warp, %place, %a<4>, %b<4>, %d<4>, %s<2>, %e;
.reg .b64 %in, %out, %offset;
ld.param.b64 %in, [input];
ld.param.b64 %out, [output];
mov.u32 %t, %tid.x;
mov.u32 %warp, %ctaid.x;
mad.lo.u32 %place, %warp, {given}, %t;
mul.wide.u32 %offset, %place, 4;
add.s64 %in, %in, %offset;
mad.lo.u32 %place, %warp, {kept}, %t;
mul.wide.u32 %offset, %place, 4;
add.s64 %out, %out, %offset;
{load}
{product}
{store}
ret;
}}
"""


def _sums(case: Case) -> int:
    return 2 if case.dt == "f16" else 4


def text_of(case: Case) -> str:
    """The text of `k(registers, D)`, a warp for each product: A, B, D, the scales, the metadata."""
    d, b = [f"%d{n}" for n in range(_sums(case))], ["%b0", "%b1", "%b2", "%b3"]
    a, b = ["%a0", "%a1", "%a2", "%a3"], b if case.sparse else b[:2]
    names = [*a, *b, *d, "%s0", "%s1", *(["%e"] if case.sparse else [])]
    group = ("{" + ", ".join(part) + "}" for part in (d, a, b, d))
    metadata = ", %e, 0" if case.sparse else ""
    scales = ", %s0, {0, 0}, %s1, {0, 0}" if case.scales else ""
    return _TEXT.format(
        given=len(names) * LANES, kept=len(d) * LANES,
        load="\n".join(f"ld.global.b32 {name}, [%in+{128 * n}];" for n, name in enumerate(names)),
        product=f"{case.mnemonic} {', '.join(group)}{metadata}{scales};",
        store="\n".join(f"st.global.b32 [%out+{128 * n}], {name};" for n, name in enumerate(d)),
    )  # fmt: skip


def _fragment(case: Case, kind: str, codes: Array) -> Array:
    """The registers of A or B, [products, registers, 32]."""
    width = 4 if case.is_packed else 8
    each, shift = 32 // width, 2 if kind == "e2m1" and width == 8 else 0
    halves = codes.shape[1] // 8
    found = np.zeros((len(codes), halves * 2, LANES), np.uint32)
    for register, e in itertools.product(range(found.shape[1]), range(each)):
        block, lower = divmod(register, halves)
        k = (4 * block + _LANE % 4) * each + e
        found[:, register] |= codes[:, _LANE // 4 + 8 * lower, k] << np.uint32(width * e + shift)
    return found


def _places(register: int) -> tuple[Array, Array]:
    return _LANE // 4 + 8 * (register // 2), 2 * (_LANE % 4) + register % 2


def _scale_words(codes: Array, lanes: Array) -> Array:
    """The register that has the scales of each row or column in a lane, [products, 1, 32]."""
    found = np.zeros((len(codes), 1, LANES), np.uint32)
    for n in range(codes.shape[2]):
        found[:, 0, lanes] |= codes[:, :, n] << np.uint32(8 * n)
    return found


def input_of(case: Case, data: Data) -> list[Array]:
    """The arrays of a launch with a block of 32 threads for each product."""
    sums = [bits_of(case, data.c)[:, row, column] for row, column in map(_places, range(4))]
    if case.dt == "f16":
        sums = [sums[n] | sums[n + 1] << np.uint32(16) for n in (0, 2)]
    parts = [
        _fragment(case, case.at, data.a), _fragment(case, case.bt, data.b), np.stack(sums, axis=1),
        _scale_words(data.of_a, 4 * (np.arange(16) % 8) + np.arange(16) // 8),
        _scale_words(data.of_b, 4 * np.arange(8)),
    ]  # fmt: skip
    given = np.ascontiguousarray(np.concatenate(parts, axis=1))
    return [given.reshape(-1), np.zeros(len(data.a) * _sums(case) * LANES, np.uint32)]


def sums_in(case: Case, words: Array) -> Array:
    """The bits of sums, [products, 16, 8], of their registers."""
    words = words.reshape(-1, _sums(case), LANES)
    found = np.zeros((len(words), 16, 8), np.uint32)
    for n in range(4):
        row, column = _places(n)
        half = words[:, n // 2] >> np.uint32(16 * (n % 2)) & np.uint32(0xFFFF)
        found[:, row, column] = half if case.dt == "f16" else words[:, n]
    return found


# ---- the published model -------------------------------------------------------------------------


def published(case: Case, data: Data) -> Array:
    """The bits of D by `mmasim`, [products, 16, 8]."""
    import torch
    from mmasim.nv_ptx import sim

    types = {"e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2, "ue8m0": torch.float8_e8m0fnu}
    types |= {"ue4m3": torch.float8_e4m3fn, "f32": torch.float32, "f16": torch.float16}

    def tensor(kind: str, numbers: Array) -> Any:
        numbers = torch.from_numpy(np.ascontiguousarray(numbers))
        return numbers.to(types.get(kind, torch.float16))

    def factor(kind: str, side: Array, codes: Array) -> Any:
        if kind in types:
            return tensor(kind, side)
        if case.is_packed:  # as numbers, since the order of two in a byte does not matter
            return tensor("f16", side)
        return torch.from_numpy((codes << (2 if kind == "e2m1" else 0)).astype(np.uint8))

    (a, b), c, scales = data.flat(case)
    shape = *data.c.shape, case.depth
    codes = (
        np.broadcast_to(x, shape).reshape(a.shape) for x in (data.a[:, :, None], data.b[:, None])
    )
    sides = [factor(*given) for given in zip((case.at, case.bt), (a, b), codes, strict=True)]
    if case.scales:
        make = sim.TCGen05MMABlockScale
        own = [tensor(case.scale, values(case.scale, code)) for code in scales]
    else:
        make, own = sim.TCGen05MMA, []
    found = make("Blackwell", case.published).dpa(*sides, tensor(case.dt, c), *own)
    return bits_of(case, found.float().numpy()).reshape(data.c.shape)


_PIECE = 1024


def record(file: Path, sums: int) -> None:
    """Compare every case, and keep the bits of the first products."""
    kept: dict[str, Array] = {}
    for name, alike in itertools.groupby(sorted(cases(), key=format_of), format_of):
        group = [*alike]
        count = -(-sums // (128 * len(DATA) * len(group)))
        total = wrong = compiled = 0
        for case, data in itertools.product(group, DATA):
            kernel = vgpu.load_ptx(text_of(case), gpu="rtx5090").kernel("k")
            given = Data.of(case, data, count)
            for start in range(0, count, _PIECE):
                parts = (getattr(given, part)[start : start + _PIECE] for part in FIELDS)
                piece = Data(*parts)
                theirs, arrays = published(case, piece), input_of(case, piece)
                kernel.launch((len(piece.a), 1, 1), (LANES, 1, 1), arrays)
                total += theirs.size
                wrong += int((bits_of(case, piece.wanted(case)) != theirs).sum())
                compiled += int((sums_in(case, arrays[-1]) != theirs).sum())
                if not start:
                    kept[f"{case.mnemonic} {data}"] = theirs[:KEPT].astype(
                        np.uint16 if case.dt == "f16" else np.uint32
                    )
        print(name, len(group), total, wrong, compiled, flush=True)
    np.savez_compressed(file, **kept)  # pyright: ignore[reportArgumentType]


if __name__ == "__main__":
    record(Path(sys.argv[1]), int(sys.argv[2]))
