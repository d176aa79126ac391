"""wmma: matrix products by whole warps, with fragments loaded and stored (PTX ISA, 9.7.16.4).

PTX leaves open which lane holds what of a fragment. Here it is as on an H200
(`tests/truth/wmma_h200.json`), whose fragments are those of `mma`. A fragment is made of runs:
elements next to each other along a line of the matrix, a row of A and of the accumulators, a column
of B. Lane 4·g + t holds line g and the t-th run of it, and the same of the lines and runs that lie
8, 16 … further (`_starts`). In m8n32k16 A and B change places, and the accumulators' lines are
columns. Fragments of f16 A and B have eight registers; those that are left over repeat the first.
A run that lies side by side in memory is one access, any other one for each element.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import ir, numeric, tensor_sums
from kernelscope.vgpu.counting import wavefronts
from kernelscope.vgpu.instructions import matrix, matrix_double, memory
from kernelscope.vgpu.instructions.phrases import lines_of, products_of
from kernelscope.vgpu.interpreter import tensor as tensor_cores
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, Results
from kernelscope.vgpu.jit import build, contiguous, suppress, tracing
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.contiguous import Kind
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.jit.lanes import LaneAccess, move_scattered
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.tools import Tool
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator

_WIDE = build.vector(I64)
_WORDS = build.vector(I32)
_LANE = np.arange(LANES)
_NARROW = {"s4": 4, "u4": 4, "b1": 1}
_TURNED = "m8n32k16"  # the product of the transposed matrices, on tensor cores of 16 rows


def _bits(type_name: str) -> int:
    return _NARROW.get(type_name) or (32 if type_name == "tf32" else TYPES[type_name].bits)


def _sizes(shape: str) -> tuple[int, int, int]:
    """Return M, N and K."""
    m, _, columns_and_depth = shape[1:].partition("n")
    n, _, k = columns_and_depth.partition("k")
    return int(m), int(n), int(k)


@dataclass(frozen=True, slots=True)
class Fragment:
    """The places of a fragment's elements in the lanes.

    Attributes:
        lines: of the matrix.
        along: elements of a line.
        bits: of an element.
        run: elements of a run.
        starts: the line and the first element of each run of lane 0.
        by_rows: whether the lines are rows.
        registers: of a lane.
    """

    lines: int
    along: int
    bits: int
    run: int
    starts: tuple[tuple[int, int], ...]
    by_rows: bool
    registers: int

    @property
    def run_bytes(self) -> int:
        """The bytes of a run."""
        return self.run * self.bits // 8

    def places(self, number: int) -> tuple[Lanes, Lanes]:
        """Return for each lane the line of a run, and its first element."""
        line, first = self.starts[number]
        return line + _LANE // 4, first + self.run * (_LANE % 4)


@functools.cache
def _fragment(part: str, shape: str, type_name: str) -> Fragment:
    m, n, k = _sizes(shape)
    bits, is_turned = _bits(type_name), shape == _TURNED
    if part in "ab":
        lines, along, run = (m if part == "a" else n), k, max(1, 32 // bits)
        first, by_rows = (part == "a") != is_turned, part == "a"
    else:
        lines, along, run = (n, m, 2) if is_turned else (m, n, 2)
        first, by_rows = True, not is_turned
    starts = _starts(first, lines, range(0, along, 4 * run))
    of_a_run = run if bits >= 32 else 1
    registers = 8 if type_name == "f16" and part in "ab" else len(starts) * of_a_run
    return Fragment(lines, along, bits, run, starts, by_rows, registers)


def _starts(first: bool, lines: int, pieces: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the runs of lane 0 in the order of their registers, as those of `mma.m16n8kK`.

    The first factor has 16 lines: in each piece of them lines 8 to 15 come before the next piece.
    The second has 8 lines, with all their pieces.
    """
    tall = 16 if first else 8
    return tuple(
        (top + line, piece)
        for top in range(0, lines, tall)
        for piece in pieces
        for line in range(0, min(tall, lines), 8)
    )


def _of(f: Fields) -> Fragment:
    """Return the fragment that a load or store moves."""
    return _fragment(f["part"], f["shape"], f["t"])


def _is_whole(f: Fields) -> bool:
    """Return whether the elements of a run lie side by side in memory."""
    return (f["layout"] == "row") == _of(f).by_rows


def _accesses(f: Fields) -> Iterator[tuple[int, int, int, Lanes, Lanes]]:
    """Yield (run, element, elements, lines, places): the address is line·stride + place."""
    fragment = _of(f)
    for number in range(len(fragment.starts)):
        line, along = fragment.places(number)
        if _is_whole(f):
            yield number, 0, fragment.run, line, along
        else:
            for e in range(fragment.run):
                yield number, e, 1, along + e, line


def _stride(f: Fields) -> int:
    """Return the elements from line to line in memory, if the instruction does not say."""
    return _of(f).along if _is_whole(f) else _of(f).lines


def _count(f: Fields) -> int:
    return _of(f).registers


# ---- compiled: loads and stores -------------------------------------------------------------


def _kind(fragment: Fragment, elements: int) -> tuple[int, int]:
    """Return (bits, count) of an access: a run of narrow elements is one word."""
    if fragment.bits < 32 and elements == fragment.run:
        return 32, 1
    return fragment.bits, elements


def _move(
    g: Generator, inst: ir.Inst, where: LLValue, shape: tuple[int, int, bool], data: LLValue
) -> None:
    """Emit one access of a whole warp."""
    bits, n, store = shape
    site, mask = ll.Constant(I64, inst.site), g.memory_mask()
    if Tool.SUPPRESS in g.instruments:
        space = inst.space or "generic"
        bad = suppress.at_fault(g, inst, (where, mask), bits // 8 * n, space)
        mask = g.b.and_(mask, g.b.not_(bad))
    if Tool.TRACE in g.instruments and not inst.fields["space"].startswith("shared"):
        tracing.addresses_if_traced(g, inst, (where, mask), bits // 8 * n, loads=not store)
    space = inst.fields["space"].partition("::")[0]
    if not space:
        memory.generic(g, Kind(*shape), where, mask, (site, data))
        return
    move_scattered(g.b, LaneAccess(g.context, site, where, mask), space, Kind(*shape), data)


def _places(g: Generator, inst: ir.Inst) -> tuple[LLValue, LLValue]:
    """Return the matrix's address and the bytes from line to line, in each lane."""
    named = {s.name: (s, o) for s, o in zip(inst.form.signature, inst.operands, strict=True)}
    address, (spec, stride) = named["p"][1], named["s"]
    assert isinstance(address, ir.Address)
    bits = _of(inst.fields).bits
    if stride is None:
        lines = build.constant(_WIDE, _stride(inst.fields))
    else:
        lines = g.b.zext(g.source(inst, spec, stride), _WIDE)
    line_bits = g.b.mul(lines, build.constant(_WIDE, bits))
    return g.address_vector(address), g.b.lshr(line_bits, build.constant(_WIDE, 3))


def _where(
    g: Generator, base: LLValue, stride: LLValue, line: LLValue, place: LLValue, bits: int
) -> LLValue:
    lines = ll.Constant(_WIDE, [int(n) for n in line])
    offsets = ll.Constant(_WIDE, [int(n) * bits // 8 for n in place])
    return g.b.add(g.b.add(base, g.b.mul(stride, lines)), offsets)


def _load(g: Generator, inst: ir.Inst) -> None:
    f, fragment = inst.fields, _of(inst.fields)
    base, stride = _places(g, inst)
    runs: list[list[LLValue]] = [[] for _ in fragment.starts]
    for number, _, elements, line, place in _accesses(f):
        bits, n = _kind(fragment, elements)
        element = ll.IntType(bits)
        data = memory.scratch(g, element, n, LANES)
        if Tool.SUPPRESS in g.instruments:  # lanes at fault get zeros
            none = build.constant(build.vector(element), 0)
            contiguous.buffer(g.b, data, [none] * n)
        where = _where(g, base, stride, line, place, fragment.bits)
        _move(g, inst, where, (bits, n, False), data)
        vector = build.vector(element)
        runs[number] += [
            g.b.load(g.b.gep(data, [ll.Constant(I64, k)], source_etype=vector), typ=vector, align=1)
            for k in range(n)
        ]
    narrow = fragment.bits < 32
    words = [word for run in runs for word in ([_joined(g, run)] if narrow else run)]
    words *= fragment.registers // len(words)
    if f["t"] in ("f32", "f64"):
        words = [
            g.b.bitcast(word, build.vector(build.F32 if f["t"] == "f32" else build.F64))
            for word in words
        ]
    g.store_results(inst, (tuple(words),))


def _joined(g: Generator, elements: list[LLValue]) -> LLValue:
    """Join the elements of a run to a word; a word stays as it is."""
    if len(elements) == 1:
        return elements[0]
    bits = 32 // len(elements)
    word = build.constant(_WORDS, 0)
    for n, element in enumerate(elements):
        wide = g.b.zext(element, _WORDS)
        word = g.b.or_(word, g.b.shl(wide, build.constant(_WORDS, bits * n)))
    return word


def _store(g: Generator, inst: ir.Inst) -> None:
    fragment = _of(inst.fields)
    g.lanes = LANES
    base, stride = _places(g, inst)
    registers = g.source(inst, inst.form.signature[1], inst.operands[1])
    for number, first, elements, line, place in _accesses(inst.fields):
        bits, n = _kind(fragment, elements)
        vector = build.vector(ll.IntType(bits))
        data = memory.scratch(g, ll.IntType(bits), n, LANES)
        for k in range(n):
            value = _element(g, fragment, registers, number, first + k, bits)
            g.b.store(value, g.b.gep(data, [ll.Constant(I64, k)], source_etype=vector), align=1)
        where = _where(g, base, stride, line, place, fragment.bits)
        _move(g, inst, where, (bits, n, True), data)


def _element(
    g: Generator, fragment: Fragment, registers: LLValue, run: int, element: int, bits: int
) -> LLValue:
    """Return what an access stores: a wide element, a word of narrow ones, or one of these."""
    vector = build.vector(ll.IntType(bits))
    if fragment.bits >= 32:
        return g.b.bitcast(registers[run * fragment.run + element], vector)
    if bits == 32:
        return registers[run]
    shifted = g.b.lshr(registers[run], build.constant(_WORDS, fragment.bits * element))
    return g.b.trunc(shifted, vector)


# ---- compiled: products ---------------------------------------------------------------------


def _operand_type(f: Fields) -> str:
    return f.get("at") or "f16"


def _tuple(value: LLValue) -> tuple[LLValue, ...]:
    return value if isinstance(value, tuple) else (value,)


def _product(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    """Emit two products of 16 x 8: side by side, or of shapes with 32 lines one above the other."""
    type_name = _operand_type(f)
    _, _, k = _sizes(f["shape"])
    first, second = (b, a) if f["shape"] == _TURNED else (a, b)
    fields = f | {"at": type_name, "bt": type_name, "shape": f"m16n8k{k}"}
    sums, size = len(c) // 2, 16 * k * _bits(type_name) // 32 // LANES
    results: list[LLValue] = []
    for half in range(2):
        above, beside = (0, half) if f["shape"].startswith("m16n16") else (half, 0)
        left = _tuple(first)[size * above : size * above + size]
        right = _tuple(second)[size // 2 * beside : size // 2 * beside + size // 2]
        total = c[sums * half : sums * half + sums]
        results += matrix.product(g, fields, left, right, total, opcode="wmma")[0]
    return (tuple(results),)


def _narrow_product(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    """Emit a product of 8 x 8 sums of elements of 4 bits or one."""
    data = memory.scratch(g, I32, 4, LANES)
    place = lambda n: g.b.gep(data, [ll.Constant(I64, n)], source_etype=_WORDS)  # noqa: E731
    for n, word in enumerate((*_tuple(a), *_tuple(b))):
        g.b.store(word, place(n), align=64)
    key = f["at"], f.get("op", "")
    function = get(g.module, f"ks.wmma.{key[0]}{key[1]}", _make_narrow, *key)
    g.b.call(function, [data])
    sums = (g.b.load(place(2 + n), typ=_WORDS, align=64) for n in range(2))
    if f.get("satfinite"):
        return (tuple(build.binary(g.b, "sadd.sat", x, y) for x, y in zip(sums, c, strict=True)),)
    return (tuple(g.b.add(x, y) for x, y in zip(sums, c, strict=True)),)


def _make_narrow(module: ll.Module, name: str, type_name: str, op: str) -> LLValue:
    """Build `void product(data)`: the words of A and B, followed by the two sums of their rows."""
    function, b = begin(module, name, ll.VoidType(), [PTR])
    place = lambda n: b.gep(function.args[0], [ll.Constant(I64, n)], source_etype=_WORDS)  # noqa: E731
    left, right = (b.load(place(n), typ=_WORDS, align=64) for n in range(2))
    for i in range(2):
        total = build.constant(_WORDS, 0)
        for word in range(4):
            rows = [4 * (n // 4) + word for n in range(LANES)]
            columns = [4 * (2 * (n % 4) + i) + word for n in range(LANES)]
            x, y = build.shuffle(b, left, None, rows), build.shuffle(b, right, None, columns)
            total = b.add(total, _dot(b, type_name, op, x, y))
        b.store(total, place(2 + i), align=64)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _dot(b: ll.IRBuilder, type_name: str, op: str, x: LLValue, y: LLValue) -> LLValue:
    """Return the sum of the products of the elements of two words."""
    if type_name == "b1":
        return build.popcount(b, b.and_(x, y) if op == "and" else b.xor(x, y))
    top, shift = build.constant(_WORDS, 28), b.ashr if type_name == "s4" else b.lshr
    total = build.constant(_WORDS, 0)
    for place in range(8):
        up = build.constant(_WORDS, 28 - 4 * place)
        total = b.add(total, b.mul(shift(b.shl(x, up), top), shift(b.shl(y, up), top)))
    return total


def _double_product(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    return matrix_double.product(g, {"shape": f["shape"], "rnd": f["rnd"]}, a, b, c)


# ---- interpreted: loads and stores ----------------------------------------------------------


def _addresses(warp: Warp, inst: ir.Inst, line: Lanes, place: Lanes) -> dict[int, tuple[str, int]]:
    """Return the space and offset of each active lane's access."""
    bits = _of(inst.fields).bits
    named = {s.name: (s, o) for s, o in zip(inst.form.signature, inst.operands, strict=True)}
    address, (spec, given) = named["p"][1], named["s"]
    assert isinstance(address, ir.Address)
    stride = _stride(inst.fields) + 0 * _LANE if given is None else warp.source(inst, spec, given)
    base = warp.addresses(address)
    space = inst.fields["space"].partition("::")[0] or "generic"
    offsets = line * (stride.astype(np.int64) * bits // 8) + place * bits // 8
    lanes = [int(n) for n in np.flatnonzero(warp.active)]
    return {n: warp.spaces.resolve(space, int(base[n]) + int(offsets[n])) for n in lanes}


def _counted(
    warp: Warp, places: dict[int, tuple[str, int]], width: int, *, store: bool
) -> dict[int, Lanes]:
    """Return the bytes of each lane's access, as views, and count it."""
    tally = warp.launch.tally
    names = {
        name: {n: o for n, (s, o) in places.items() if s == name} for name in ("global", "shared")
    }
    if names["global"]:
        tally.global_access("st" if store else "ld", names["global"], width)
    if names["shared"]:
        rule = wavefronts.shared_store if store else wavefronts.shared_load
        tally.shared_access("st" if store else "ld", rule(names["shared"], width))
    at = warp.spaces.writable if store else warp.spaces.at
    return {n: at(s, o, width, n) for n, (s, o) in places.items()}


def _moved(warp: Warp, inst: ir.Inst, kept: Lanes, *, store: bool) -> None:
    """Move the fragment's bytes of each lane (`kept`, a row a lane) from or to memory."""
    fragment = _of(inst.fields)
    for number, first, elements, line, place in _accesses(inst.fields):
        width = elements * fragment.bits // 8
        where = {
            lane: target
            for lane, target in _addresses(warp, inst, line, place).items()
            if warp.reaches(inst, target, width, lane)
        }
        start = number * fragment.run_bytes + first * fragment.bits // 8
        for lane, data in _counted(warp, where, width, store=store).items():
            piece = kept[lane, start : start + width]
            if store:
                data[:] = piece
            else:
                piece[:] = data


def _load_meaning(warp: Warp, inst: ir.Inst) -> None:
    fragment, type_name = _of(inst.fields), inst.fields["t"]
    kept = np.zeros((LANES, len(fragment.starts) * fragment.run_bytes), np.uint8)
    _moved(warp, inst, kept, store=False)
    columns = _registers(type_name, kept)
    warp.write(inst, (tuple(columns * (fragment.registers // len(columns))),))


def _store_meaning(warp: Warp, inst: ir.Inst) -> None:
    registers = warp.source(inst, inst.form.signature[1], inst.operands[1])
    _moved(warp, inst, _bytes(registers), store=True)


def _registers(type_name: str, kept: Lanes) -> list[Lanes]:
    """Return the registers that hold these bytes of each lane."""
    dtype = {"f32": np.float32, "s32": np.int32, "f64": np.float64}.get(type_name, np.uint32)
    words = np.ascontiguousarray(kept).view(dtype)
    return [np.ascontiguousarray(words[:, n]) for n in range(words.shape[1])]


def _bytes(registers: Lanes | tuple[Lanes, ...]) -> Lanes:
    """Return the bytes of a fragment's registers, a row a lane."""
    columns = [np.ascontiguousarray(r)[:, None].view(np.uint8) for r in _tuple(registers)]
    return np.concatenate(columns, axis=1)


# ---- interpreted: products ------------------------------------------------------------------


def _elements(type_name: str, raw: Lanes) -> Lanes:
    """Return the elements in bytes (a row a lane) as the numbers that are multiplied."""
    if type_name == "b1":
        return np.unpackbits(raw, axis=1, bitorder="little").astype(np.int64)
    if type_name in _NARROW:
        each = np.stack([raw & 15, raw >> 4], axis=2).reshape(len(raw), -1).astype(np.int64)
        return each - 16 * (each >> 3) if type_name == "s4" else each
    if type_name in ("f32", "f64", "s32"):
        return raw.view({"f32": np.float32, "f64": np.float64, "s32": np.int32}[type_name])
    return tensor_cores.decoded(type_name, raw)


def _matrix(part: str, shape: str, type_name: str, registers: Lanes | tuple[Lanes, ...]) -> Lanes:
    """Return a fragment as [lines, elements of a line]."""
    fragment = _fragment(part, shape, type_name)
    raw = _bytes(registers)[:, : len(fragment.starts) * fragment.run_bytes]
    elements = _elements(type_name, np.ascontiguousarray(raw))
    whole = np.zeros((fragment.lines, fragment.along), elements.dtype)
    for number in range(len(fragment.starts)):
        line, along = fragment.places(number)
        for e in range(fragment.run):
            whole[line, along + e] = elements[:, number * fragment.run + e]
    return whole


def _product_meaning(f: Fields, active: Lanes, a: Lanes, b: Lanes, c: Lanes, *, sm: int) -> Results:
    type_name, shape = _operand_type(f), f["shape"]
    left, right = _matrix("a", shape, type_name, a), _matrix("b", shape, type_name, b)
    left, right = (right, left) if shape == _TURNED else (left, right)
    sums = _matrix("c", shape, f["ct"], c)
    if f["dt"] == "s32":
        total = _integer_sums(f, left, right, sums)
    elif type_name == "f64":
        total = _double_sums(f.get("rnd") or "rn", left, right, sums)
    else:
        both = "f16" if f["dt"] == f["ct"] == "f16" else "f32"
        how = tensor_sums.sums_of(sm, "wmma", type_name, both)
        rows, columns = np.indices(sums.shape).reshape(2, -1)
        pairs = left[rows], right[columns], sums.reshape(-1)
        total = tensor_sums.add_products(how, (type_name, type_name), *pairs).reshape(sums.shape)
    if f["dt"] == "f16":
        total = numeric.float_to_float("f16", "f32", total.reshape(-1)).reshape(total.shape)
    fragment = _fragment("d", shape, f["dt"])
    columns: list[Lanes] = []
    for number in range(len(fragment.starts)):
        line, along = fragment.places(number)
        columns += [total[line, along + e] for e in range(fragment.run)]
    kept = np.ascontiguousarray(np.stack(columns, axis=1)).view(np.uint8)
    return (tuple(_registers(f["dt"], kept)),)


def _double_sums(mode: str, left: Lanes, right: Lanes, sums: Lanes) -> Lanes:
    """Return left · right transposed + sums: k ascending, one fused multiply-add each."""
    total = sums.reshape(-1)
    for k in range(left.shape[1]):
        x, y = np.repeat(left[:, k], len(right)), np.tile(right[:, k], len(left))
        total = numeric.fma("f64", x, y, total, mode)
    return total.reshape(sums.shape)


def _integer_sums(f: Fields, left: Lanes, right: Lanes, sums: Lanes) -> Lanes:
    """Return left · right transposed + sums, modulo 2^32 or clamped; of bits, how many are set."""
    if f["at"] == "b1":
        combine = np.bitwise_and if f["op"] == "and" else np.bitwise_xor
        products = combine(left[:, None], right[None]).sum(axis=2)
    else:
        products = left.astype(np.int64) @ right.astype(np.int64).T
    total = products + sums.astype(np.int64)
    if f.get("satfinite"):
        total = np.clip(total, -(1 << 31), (1 << 31) - 1)
    return total.astype(np.int32)


# ---- the table ------------------------------------------------------------------------------

_SIXTEEN = "m16n16k16|m32n8k16|m8n32k16"
_SUMS = (
    (_SIXTEEN, "f16|f32|s32"),
    ("m16n16k8", "f32"),
    ("m8n8k4", "f64"),
    ("m8n8k32|m8n8k128", "s32"),
)
_PARTS = (
    ("a|b", "row|col", _SIXTEEN, "f16|bf16|s8|u8"),
    ("a|b", "row|col", "m16n16k8", "tf32"),
    ("a|b", "row|col", "m8n8k4", "f64"),
    *((part, way, "m8n8k32", "s4|u4") for part, way in (("a", "row"), ("b", "col"))),
    *((part, way, "m8n8k128", "b1") for part, way in (("a", "row"), ("b", "col"))),
    *(("c", "row|col", shapes, kinds) for shapes, kinds in _SUMS),
)


def _register_type(type_name: str) -> str:
    return type_name if type_name in ("f32", "s32", "f64") else "b32"


_MOVED = {"w": lambda f: _register_type(f["t"])}
_SPACE = "space:global|shared|shared::cta?"
for _part, _ways, _shapes, _kinds in _PARTS:
    define(
        f"wmma . load . part:{_part} . sync . aligned . layout:{_ways} . shape:{_shapes}"
        f" . {_SPACE} . t:{_kinds}",
        "d:w*n, [p], s:u32?",
        kind="memory", access="load", shape="varying", code=_load, meaning=_load_meaning,
        pipe="lsu",
        words="{d} = the lane's part of the {layout} matrix {part} at {p}"
        "[, {lines} {s} elements apart]",
        say=lines_of, types=_MOVED, counts={"n": _count}, tells=("shape", "t"), keeps_nan=True,
    )  # fmt: skip
for _shapes, _kinds in _SUMS:
    define(
        f"wmma . store . part:d . sync . aligned . layout:row|col . shape:{_shapes}"
        f" . {_SPACE} . t:{_kinds}",
        "[p], b:w*n, s:u32?",
        kind="memory", access="store", code=_store, meaning=_store_meaning,
        pipe="lsu",
        words="store {b}, the lane's part of the {layout} matrix {part}, at {p}"
        "[, {lines} {s} elements apart]",
        say=lines_of, types=_MOVED, counts={"n": _count}, tells=("shape",),
    )  # fmt: skip


def _macs(f: Fields) -> tuple[str, int]:
    m, n, k = _sizes(f["shape"])
    type_name = _operand_type(f)
    names = {"f16": "fp16", "bf16": "bf16", "tf32": "tf32", "f64": "fp64", "b1": "int1"}
    return names.get(type_name) or f"int{_bits(type_name)}", m * n * k


def _one_type(f: Fields) -> bool:
    return f.get("at") == f.get("bt")


_ANY_WAY, _ONE_WAY = "al:row|col . bl:row|col", "al:row . bl:col"
for _spec, _code in (
    (f"{_ANY_WAY} . shape:{_SIXTEEN} . dt:f16|f32 . ct:f16|f32", _product),
    (f"{_ANY_WAY} . shape:{_SIXTEEN} . dt:f32 . at:bf16 . bt:bf16 . ct:f32", _product),
    (f"{_ANY_WAY} . shape:m16n16k8 . dt:f32 . at:tf32 . bt:tf32 . ct:f32", _product),
    (
        f"{_ANY_WAY} . shape:{_SIXTEEN} . dt:s32 . at:s8|u8 . bt:s8|u8 . ct:s32 . satfinite?",
        _product,
    ),
    (
        f"{_ANY_WAY} . shape:m8n8k4 . rnd:rn|rz|rm|rp? . dt:f64 . at:f64 . bt:f64 . ct:f64",
        _double_product,
    ),
    (
        f"{_ONE_WAY} . shape:m8n8k32 . dt:s32 . at:s4|u4 . bt:s4|u4 . ct:s32 . satfinite?",
        _narrow_product,
    ),
    (f"{_ONE_WAY} . shape:m8n8k128 . dt:s32 . at:b1 . bt:b1 . ct:s32", _narrow_product),
):
    _op = "op:xor|and . popc . " if "b1" in _spec else ""
    define(
        f"wmma . mma . {_op}sync . aligned . {_spec}",
        "d:dw*nd, a:aw*na, b:aw*nb, c:cw*nc",
        kind="warp", shape="varying", code=_code, meaning=_product_meaning, pipe="tensor",
        valid=_one_type,
        types={
            "dw": lambda f: _register_type(f["dt"]),
            "cw": lambda f: _register_type(f["ct"]),
            "aw": lambda f: _register_type(_operand_type(f)),
        },
        words="{d} = {a} ({al}) x {b} ({bl}) + {c} on the tensor cores: {matrices}{bits}",
        say=products_of, tells=("shape", "op", "dt", "ct", "at", "bt"),
        counts={
            "nd": lambda f: _fragment("d", f["shape"], f["dt"]).registers,
            "na": lambda f: _fragment("a", f["shape"], _operand_type(f)).registers,
            "nb": lambda f: _fragment("b", f["shape"], _operand_type(f)).registers,
            "nc": lambda f: _fragment("c", f["shape"], f["ct"]).registers,
        },
        by_gpu=True, macs=_macs,
    )  # fmt: skip
