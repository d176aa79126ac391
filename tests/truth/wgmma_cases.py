"""Products by four warps: kernels of one `wgmma`, and what they must give; needs NumPy alone.

On a machine with a GPU of sm_90a and cuda-bindings, in `tests/`:

    python truth/wgmma_cases.py truth/wgmma_h200.npz

The places of matrices in registers and memory are those of PTX ISA 9.7.17 and of CUTLASS
(mma_traits_sm90_gmma.hpp, mma_sm90_desc.hpp); those of metadata are CUTLASS's `ELayout_64xK`
(mma_traits_sm90_gmma_sparse.hpp).
"""

from __future__ import annotations

import itertools
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
THREADS = 128
BITS = {
    **dict.fromkeys(("f16", "bf16"), 16), "tf32": 32, "b1": 1,
    **dict.fromkeys(("s8", "u8", "e4m3", "e5m2"), 8),
}  # fmt: skip
RANGES = {"s8": (-128, 127), "u8": (0, 255), "b1": (0, 1)}
BIASES = {"e4m3": (3, 7), "e5m2": (2, 15)}  # bits of the fraction, bias of the exponent
ROW = {0: 16, 1: 128, 2: 64, 3: 32}  # bytes of a line of eight that stand together, by swizzle
MIXED = {0: 0, 1: 7, 2: 3, 3: 1}
B_AT, MEMORY = 8192, 40960  # where B begins in shared memory, and its end
ORDERED = (0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110)
TEXT = """.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 input, .param .u64 output) {{
.shared .align 1024 .b8 buffer[{memory}];
.reg .b32 %r<4>, %d<{sums}>, %a<4>, %e, %t, %place, %base;
.reg .b64 %in, %out, %da, %db, %offset;
.reg .pred %keep;
ld.param.b64 %in, [input];
ld.param.b64 %out, [output];
mov.u32 %t, %tid.x;
mul.wide.u32 %offset, %t, 16;
add.s64 %offset, %in, %offset;
shl.b32 %place, %t, 4;
mov.u32 %base, buffer;
add.s32 %place, %place, %base;
{fill}
mul.wide.u32 %offset, %t, 4;
add.s64 %in, %in, %offset;
add.s64 %out, %out, %offset;
{load}
cvt.u64.u32 %da, %base;
shr.b64 %da, %da, 4;
add.s64 %db, %da, {b_at};
or.b64 %da, %da, {a_tile};
or.b64 %db, %db, {b_tile};
setp.ne.u32 %keep, {keep}, 0;
bar.sync 0;
fence.proxy.async.shared::cta;
wgmma.fence.sync.aligned;
{mnemonic} {{{d}}}, {a}, %db, {operands};
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
{store}
ret;
}}
"""


@dataclass(frozen=True)
class Case:
    """One product of 64 rows and `n` columns.

    Attributes:
        swizzles: modes of the tiles of A and B.
        data: `whole` numbers; `normal` floats, whose sum depends on its order; whole numbers with
            metadata in `any` order, or with an `infinite` row of B; sums that must be `clamped`.
    """

    at: str
    bt: str
    dt: str
    n: int = 16
    sparse: bool = True
    registers: bool = False
    selector: int = 0
    signs: tuple[int, int] = (1, 1)
    transposed: tuple[int, int] = (0, 0)
    swizzles: tuple[int, int] = (1, 1)
    keep: bool = True
    data: str = "whole"

    @property
    def depth(self) -> int:
        """K."""
        return 256 // BITS[self.at] * (2 if self.sparse else 1)

    @property
    def width(self) -> int:
        """Elements of a row that four bits of metadata describe."""
        return 2 if self.at == "tf32" else 4

    @property
    def mnemonic(self) -> str:
        """As PTX writes it."""
        name = "wgmma.mma_async.sp" if self.sparse else "wgmma.mma_async"
        clamped = ".satfinite" if self.data == "clamped" else ""
        end = ".and.popc" if self.at == "b1" else ""
        shape = f"m64n{self.n}k{self.depth}"
        return f"{name}.sync.aligned.{shape}{clamped}.{self.dt}.{self.at}.{self.bt}{end}"

    @property
    def name(self) -> str:
        """A line that no other case has."""
        said = [self.mnemonic, self.data, "registers" if self.registers else "memory"]
        said += [f"{key}={value}" for key, value in (
            ("selector", self.selector), ("signs", self.signs), ("transposed", self.transposed),
            ("swizzles", self.swizzles), ("keep", int(self.keep)),
        )]  # fmt: skip
        return " ".join(said).replace(", ", ",")

    @property
    def sums(self) -> int:
        """Registers of D."""
        return self.n // (4 if self.dt == "f16" else 2)


# ---- the cases -----------------------------------------------------------------------------------

FLOATS = [
    *(("bf16", "bf16", "f32"), ("f16", "f16", "f16"), ("f16", "f16", "f32")),
    ("tf32", "tf32", "f32"),
    *itertools.product(("e4m3", "e5m2"), ("e4m3", "e5m2"), ("f16", "f32")),
]
WHOLE = [(a, b, "s32") for a in ("s8", "u8") for b in ("s8", "u8")]


def cases() -> list[Case]:
    """Every type, dense, sparse and of bits, with each thing that a product may have."""
    return list(dict.fromkeys(_cases()))


def _cases() -> Iterator[Case]:
    for number, types in enumerate((*FLOATS, *WHOLE)):
        one = Case(*types, swizzles=(number % 4, number % 3))
        eights = BITS[one.at] == 8
        yield from (one, replace(one, keep=False, n=8), replace(one, data="any"))
        yield replace(one, registers=True, n=24)
        for selector in range(1 if eights else 2):
            yield replace(one, selector=selector, registers=True)
            yield replace(one, selector=selector, n=32, swizzles=(1, 0))
        yield replace(one, sparse=False, registers=bool(number % 2))
        if one.dt == "s32":
            for dense in (False, True):
                yield replace(one, data="clamped", sparse=not dense)
                yield replace(one, data="clamped", sparse=not dense, registers=True, keep=False)
            continue
        yield from (replace(one, data="normal"), replace(one, data="normal", sparse=False))
        yield from (replace(one, signs=signs) for signs in ((-1, 1), (1, -1), (-1, -1)))
        yield replace(one, signs=(1, -1), registers=True)
        if one.bt != "e4m3":  # it has no infinity
            yield replace(one, data="infinite")
    for kind, dt in (("bf16", "f32"), ("tf32", "f32"), ("e4m3", "f16"), ("s8", "s32")):
        yield from (Case(kind, kind, dt, n=n) for n in (48, 96, 256))
    for kind, swizzle in itertools.product(("bf16", "f16"), ROW):
        one = Case(kind, kind, "f32", n=64, swizzles=(swizzle, max(swizzle, 1) % 3))
        yield from (replace(one, transposed=(1, 0)), replace(one, transposed=(1, 1)))
        yield replace(one, transposed=(0, 1), swizzles=(1, swizzle))
    yield Case("f16", "f16", "f32", n=64, transposed=(0, 1), registers=True, selector=1)
    for n, swizzle in ((8, 0), (16, 1), (48, 2), (256, 3)):
        bits = Case("b1", "b1", "s32", n=n, sparse=False, swizzles=(swizzle, swizzle))
        yield from (bits, replace(bits, registers=True, keep=False))


def cases_by_kind() -> list[Case]:
    """A quarter of the cases: each has a thing, or two at once, that none before it has."""
    seen: set[tuple[object, ...]] = set()
    chosen: list[Case] = []
    for case in cases():
        features = {
            (case.at, case.bt, case.dt), (BITS[case.at], case.sparse, case.registers, case.data),
            ("swizzles", *case.swizzles), ("signs", *case.signs), ("columns", case.n),
            ("metadata", BITS[case.at], case.selector),
            ("transposed", *case.transposed, case.registers), (case.keep, case.registers),
        }  # fmt: skip
        if features - seen:
            chosen.append(case)
        seen |= features
    return chosen


# Of B a line of 32 bytes stands together, and a sparse product takes 64: which bytes come next is
# not documented. The record keeps what the GPU gave, and nothing is held to it.
OPEN = [Case(t, t, "f32", swizzles=(3, 3)) for t in ("f16", "tf32", "e4m3")]


# ---- numbers -------------------------------------------------------------------------------------


def decoded(kind: str, raw: Array) -> Array:
    """The numbers that bits of a type stand for."""
    if kind == "f16":
        return raw.astype(np.uint16).view(np.float16).astype(np.float64)
    if kind in ("bf16", "tf32"):
        bits = raw << np.uint32(16) if kind == "bf16" else raw & np.uint32(0xFFFFE000)
        return bits.astype(np.uint32).view(np.float32).astype(np.float64)
    if kind in BIASES:
        fraction, bias = BIASES[kind]
        power = (raw & 0x7F) >> fraction
        part = (raw & ((1 << fraction) - 1)) / 2.0**fraction
        size = np.where(power > 0, 1 + part, 2 * part) * 2.0 ** (power.astype(np.int64) - bias)
        size = np.where((raw & 0x7F == 0x7C) & (kind == "e5m2"), np.inf, size)
        return np.where(raw & 0x80, -size, size)
    return raw.astype(np.uint8).view(np.int8 if kind == "s8" else np.uint8).astype(np.float64)


def drawn(draw: np.random.Generator, kind: str, size: tuple[int, int], data: str) -> Array:
    """Bits of numbers of a type, as u32."""
    if kind in RANGES:
        low, high = RANGES[kind]
        values = draw.integers(low, high + 1, size)
        return values.astype(np.uint32) & np.uint32((1 << BITS[kind]) - 1)
    if data == "normal":
        values = draw.standard_normal(size).astype(np.float32)
        if kind in BIASES:
            return draw.integers(0x28, 0x48, size).astype(np.uint32) | (values < 0) * np.uint32(128)
    else:
        values = draw.integers(-2, 3, size).astype(np.float32)
        if kind in BIASES:
            fraction, bias = BIASES[kind]
            one = np.uint32(bias << fraction)
            sizes = np.array([0, one, one + (1 << fraction)], np.uint32)[abs(values).astype(int)]
            return sizes | (values < 0) * np.uint32(128)
    if kind == "f16":
        return values.astype(np.float16).view(np.uint16).astype(np.uint32)
    return values.view(np.uint32) >> np.uint32(16 if kind == "bf16" else 0)


INFINITE = {"f16": 0x7C00, "bf16": 0x7F80, "tf32": 0x7F800000, "e5m2": 0x7C}


@dataclass(frozen=True)
class Data:
    """The matrices of a case.

    Attributes:
        a: bits of what is stored of A, [64, K] or [64, K / 2].
        chunks: the metadata, [64, chunks] of four bits.
        b: bits of B, [n, K].
        d: the sums before, [64, n].
        noise: what lanes hold as metadata that give none.
    """

    a: Array
    chunks: Array
    b: Array
    d: Array
    noise: Array

    @classmethod
    def of(cls, case: Case) -> Data:
        """Drawn anew for each case, and the same each time."""
        draw = np.random.default_rng(zlib.crc32(case.name.encode()))
        stored = case.depth // (2 if case.sparse else 1)
        a = drawn(draw, case.at, (64, stored), case.data)
        b = drawn(draw, case.bt, (case.n, case.depth), case.data)
        if case.data == "infinite":
            b[1, 2::8] = INFINITE[case.bt]
        choices = (0b0100, 0b1110) if case.at == "tf32" else ORDERED
        if case.data == "any" and case.at != "tf32":
            choices = (*ORDERED, *(x >> 2 | (x & 3) << 2 for x in ORDERED))
        chunks = draw.choice(choices, (64, case.depth // case.width))
        d = draw.integers(-9, 10, (64, case.n)).astype(np.float64)
        if case.data == "clamped":
            d = draw.choice((-(2**31), 2**31 - 1), d.shape) - d * (d < 0) + d * (d > 0)
            d = np.clip(d, -(2**31), 2**31 - 1)
        noise = draw.integers(0, 1 << 32, THREADS, dtype=np.uint32)
        return cls(a, chunks, b, d, noise)

    def columns(self, case: Case) -> Array:
        """[64, stored]: the column of A of each stored element."""
        if not case.sparse:
            return np.tile(np.arange(case.depth), (64, 1))
        shifts = (1,) if case.at == "tf32" else (0, 2)
        places = np.stack([self.chunks >> shift & 3 for shift in shifts], axis=2)
        places = places & 1 if case.at == "tf32" else places
        return (places + case.width * np.arange(places.shape[1])[:, None]).reshape(64, -1)

    def product(self, case: Case) -> tuple[Array, Array]:
        """A·B with the signs, and the same of magnitudes; only stored elements are multiplied."""
        a, b = decoded(case.at, self.a), decoded(case.bt, self.b)
        chosen = b.T[self.columns(case)]  # [64, stored, n]
        with np.errstate(invalid="ignore"):
            parts = a[:, :, None] * chosen * (case.signs[0] * case.signs[1])
            return parts.sum(axis=1), abs(parts).sum(axis=1)

    def wanted(self, case: Case) -> Array:
        """What D must be if all sums are exact."""
        total = self.product(case)[0] + self.d * case.keep
        return np.clip(total, -(2**31), 2**31 - 1) if case.data == "clamped" else total


# ---- places --------------------------------------------------------------------------------------

T = np.arange(THREADS)
WARP, GROUP, PLACE = T // 32, T % 32 // 4, T % 4
# Of CUTLASS's `ELayout_64xK`: sizes and strides of the parts of a thread's number and of the bits'
# number, of a matrix with 64 rows whose columns follow one another.
E_LAYOUTS = {
    64: (((2, 8), (2, 2048), (8, 1), (4, 16)), ((32, 64),)),
    32: (((2, 1024), (2, 0), (8, 1), (4, 16)), ((16, 64), (2, 8))),
    16: (((2, 512), (2, 0), (8, 1), (4, 16)), ((8, 64), (2, 8))),
}


def _place(number: int, layout: tuple[tuple[int, int], ...]) -> int:
    place = 0
    for size, stride in layout:
        number, part = divmod(number, size)
        place += part * stride
    return place


def metadata(case: Case, data: Data) -> Array:
    """The register of each thread."""
    threads, values = E_LAYOUTS[case.depth]
    count = int(np.prod([size for size, _ in values]))
    words = data.noise.copy()
    for thread in range(THREADS):
        if case.depth != 64 and thread // 2 % 2 != case.selector:
            continue
        word = 0
        for value in range(count):
            column, row = divmod(_place(thread, threads) + _place(value, values), 64)
            if column % case.width == 0:
                word |= int(data.chunks[row, column // case.width]) << value * 32 // count
        words[thread] = word
    return words


def left_registers(case: Case, a: Array) -> Array:
    """[4, 128]: a register has elements side by side, then come eight more rows, then columns."""
    each = 32 // BITS[case.at]
    found = np.zeros((4, THREADS), np.uint32)
    for register, e in itertools.product(range(4), range(each)):
        row = 16 * WARP + GROUP + 8 * (register % 2)
        column = (register // 2 * 4 + PLACE) * each + e
        found[register] |= a[row, column] << np.uint32(BITS[case.at] * e)
    return found


def sum_places(case: Case) -> tuple[Array, Array]:
    """Rows and columns of each thread's sums, [n / 2, 128]."""
    number = np.arange(case.n // 2)[:, None]
    row = 16 * WARP + GROUP + 8 * (number // 2 % 2)
    return row, 8 * (number // 4) + 2 * PLACE + number % 2


def packed_sums(case: Case, d: Array) -> Array:
    """The registers of D, [sums, 128]."""
    values = d[sum_places(case)]
    if case.dt == "s32":
        return values.astype(np.int64).astype(np.uint32)
    if case.dt == "f32":
        return values.astype(np.float32).view(np.uint32)
    halves = values.astype(np.float16).view(np.uint16).astype(np.uint32)
    return halves[::2] | halves[1::2] << np.uint32(16)


def matrix_of(case: Case, output: Array) -> Array:
    """D, [64, n], from its registers."""
    kind = {"s32": np.int32, "f32": np.float32, "f16": np.float16}[case.dt]
    values = np.ascontiguousarray(output.reshape(-1, THREADS).T).view(kind).T
    found = np.zeros((64, case.n))
    found[sum_places(case)] = values
    return found


def tile(memory: Array, start: int, matrix: Array, bits: int, how: tuple[int, int]) -> int:
    """Put a matrix, [lines of M or N, K], into shared memory; return its descriptor at address 0.

    how: the swizzle mode, and whether bytes run along M or N (CUTLASS's canonical layouts).
    """
    swizzle, transposed = how
    raw = matrix.astype({1: np.uint8, 8: np.uint8, 16: np.uint16, 32: np.uint32}[bits])
    raw = np.packbits(raw, axis=1, bitorder="little") if bits == 1 else raw
    (lines, depth), size, row = raw.shape, raw.itemsize, ROW[swizzle]
    atom = 8 * row
    line, k = np.indices((lines, depth))
    leading, stride = lines * row, atom
    slow, fast, far, near = line, k * size, stride, leading
    if transposed:
        across = atom * (lines * size // row)
        # Without swizzle the two offsets change places.
        leading, stride = (atom, across) if swizzle else (across, atom)
        slow, fast, far, near = k, line * size, across, atom
    where = slow // 8 * far + slow % 8 * row + fast // row * near + fast % row
    where ^= (where >> 7 & MIXED[swizzle]) << 4
    parts = raw.view(np.uint8).reshape(lines, depth, size)
    for byte in range(size):
        memory[start + where + byte] = parts[:, :, byte]
    return leading >> 4 << 16 | stride >> 4 << 32 | swizzle << 62


# ---- kernels -------------------------------------------------------------------------------------


def kernel_of(case: Case) -> tuple[str, Array]:
    """The text of `k(input, output)` for 128 threads, and its input."""
    data = Data.of(case)
    memory = np.zeros(MEMORY, np.uint8)
    a_tile = tile(memory, 0, data.a, BITS[case.at], (case.swizzles[0], case.transposed[0]))
    b_tile = tile(memory, B_AT, data.b, BITS[case.bt], (case.swizzles[1], case.transposed[1]))
    registers = [left_registers(case, data.a)] if case.registers else []
    registers += [metadata(case, data)[None]] if case.sparse else []
    registers.append(packed_sums(case, data.d))
    names = [f"%a{n}" for n in range(4 if case.registers else 0)]
    names += ["%e"] if case.sparse else []
    sums = [f"%d{n}" for n in range(case.sums)]
    operands = ["%e", str(case.selector)] if case.sparse else []
    operands.append("%keep")
    if case.dt != "s32":
        operands += map(str, case.signs)
    if BITS[case.at] == 16:
        operands += map(str, case.transposed[case.registers :])
    text = TEXT.format(
        memory=MEMORY, sums=case.sums, b_at=B_AT >> 4, a_tile=a_tile, b_tile=b_tile,
        keep=int(case.keep), mnemonic=case.mnemonic, d=", ".join(sums),
        a="{%a0, %a1, %a2, %a3}" if case.registers else "%da", operands=", ".join(operands),
        fill="\n".join(
            f"ld.global.v4.b32 {{%r0, %r1, %r2, %r3}}, [%offset+{start}];\n"
            f"st.shared.v4.b32 [%place+{start}], {{%r0, %r1, %r2, %r3}};"
            for start in range(0, MEMORY, 2048)
            if memory[start : start + 2048].any()  # only where the tiles are: kernels are short
        ),
        load="\n".join(
            f"ld.global.b32 {name}, [%in+{MEMORY + 4 * THREADS * n}];"
            for n, name in enumerate((*names, *sums))
        ),
        store="\n".join(f"st.global.b32 [%out+{512 * n}], {name};" for n, name in enumerate(sums)),
    )  # fmt: skip
    return text, np.concatenate([memory, np.concatenate(registers).reshape(-1).view(np.uint8)])


def record(file: Path) -> None:
    """Run every case on this machine's GPU, and keep what it gave."""
    from forms_gpu import Gpu

    gpu = Gpu()

    def run(case: Case) -> Array:
        text, given = kernel_of(case)
        output = np.zeros(case.sums * THREADS, np.uint32)
        gpu.launch(text.encode(), "k", 1, THREADS, [given, output])
        return output

    np.savez_compressed(
        file,
        names=np.array("\n".join(case.name for case in cases())),
        outputs=np.concatenate([run(case) for case in cases()]),
        open_names=np.array("\n".join(case.name for case in OPEN)),
        open=np.concatenate([run(case) for case in OPEN]),
    )


if __name__ == "__main__":
    record(Path(sys.argv[1]))
