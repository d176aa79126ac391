"""Small words over the builder of LLVM's text: types, splats, intrinsics, control flow."""

from __future__ import annotations

import functools
from collections.abc import Generator, Sequence
from contextlib import contextmanager

import llvmlite.binding as llvm

from kernelscope.vgpu.jit import text as ir
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import LLType, LLValue

I1, I8, I16, I32, I64 = (ir.IntType(n) for n in (1, 8, 16, 32, 64))
F16, F32, F64 = ir.HalfType(), ir.FloatType(), ir.DoubleType()
PTR = ir.PointerType()
VOID = ir.VoidType()
MASK = ir.VectorType(I1, LANES)


@functools.cache
def vector(element: LLType, count: int = LANES) -> LLType:
    """Return the type of `count` elements side by side."""
    return ir.VectorType(element, count)


def is_vector(value: LLValue) -> bool:
    """Return whether a value has lanes."""
    return isinstance(value.type, ir.VectorType)


def element_type(value: LLValue) -> LLType:
    """Return the type of one lane of a value."""
    return value.type.element if is_vector(value) else value.type


class Splat(ir.Constant):
    """A constant that is the same in each lane, written short: `splat (i32 5)`."""

    __slots__ = ("element",)

    def __init__(self, kind: LLType, element: ir.Constant) -> None:
        # Spelled out, most of a kernel's text would be constants.
        self.type = kind
        self.element = element
        self.ref = f"splat ({element})"


@functools.cache
def unset(kind: LLType) -> LLValue:
    """Return a vector whose lanes are all still to be set."""
    return ir.Constant(kind, ir.Undefined)


@functools.cache
def numbers(element: LLType, values: tuple[int, ...]) -> LLValue:
    """Return a constant vector of these integers."""
    return ir.Constant(vector(element, len(values)), list(values))


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ir.Constant(I64, value)


def constant(kind: LLType, value: LLValue) -> LLValue:
    """Return a constant; of a vector type, the same in each lane."""
    if isinstance(kind, ir.VectorType):
        return Splat(kind, ir.Constant(kind.element, value))
    return ir.Constant(kind, value)


def iota(element: LLType, stride: int = 1, count: int = LANES) -> LLValue:
    """Return 0, stride, 2·stride, … as a constant vector."""
    mask = (1 << element.width) - 1
    return numbers(element, tuple((n * stride) & mask for n in range(count)))


def splat(b: ir.IRBuilder, value: LLValue, count: int = LANES) -> LLValue:
    """Return a scalar in every lane."""
    lanes_type = vector(value.type, count)
    if isinstance(value, ir.Constant):
        return Splat(lanes_type, value)
    in_lane_0 = b.insert_element(unset(lanes_type), value, ir.Constant(I32, 0))
    return b.shuffle_vector(in_lane_0, unset(lanes_type), constant(vector(I32, count), 0))


def shuffle(b: ir.IRBuilder, first: LLValue, second: LLValue, order: Sequence[int]) -> LLValue:
    """Return the elements of two vectors in a fixed order."""
    other = second if second is not None else unset(first.type)
    return b.shuffle_vector(first, other, numbers(I32, tuple(order)))


def type_suffix(kind: LLType) -> str:
    """Return a type as LLVM writes it in an intrinsic's name: v32f32."""
    if isinstance(kind, ir.VectorType):
        return f"v{kind.count}{type_suffix(kind.element)}"
    if isinstance(kind, ir.IntType):
        return f"i{kind.width}"
    if isinstance(kind, ir.PointerType):
        return "p0"
    return {ir.HalfType: "f16", ir.FloatType: "f32", ir.DoubleType: "f64"}[type(kind)]


def intrinsic(
    b: ir.IRBuilder, name: str, result: LLType, args: Sequence[LLValue], overloads: Sequence[LLType]
) -> LLValue:
    """Call an LLVM intrinsic; `overloads` are the types in its name."""
    full = ".".join([f"llvm.{name}", *(type_suffix(t) for t in overloads)])
    return b.call(declared(b.module, full, result, [a.type for a in args]), list(args))


def declared(module: LLValue, name: str, result: LLType, args: Sequence[LLValue]) -> LLValue:
    """Return a function of this name in a module, declared on first use."""
    if name in module.globals:
        return module.globals[name]
    return ir.Function(module, ir.FunctionType(result, args), name)


def unary(b: ir.IRBuilder, name: str, value: LLValue) -> LLValue:
    """Call an intrinsic of one type, T → T."""
    return intrinsic(b, name, value.type, [value], [value.type])


def binary(b: ir.IRBuilder, name: str, first: LLValue, second: LLValue) -> LLValue:
    """Call an intrinsic of one type, (T, T) → T."""
    return intrinsic(b, name, first.type, [first, second], [first.type])


def fma(b: ir.IRBuilder, x: LLValue, y: LLValue, z: LLValue) -> LLValue:
    """Return x·y + z, rounded once."""
    return intrinsic(b, "fma", x.type, [x, y, z], [x.type])


def reduce(b: ir.IRBuilder, name: str, value: LLValue) -> LLValue:
    """Reduce over lanes: add, or, umax and so on."""
    return intrinsic(b, f"vector.reduce.{name}", value.type.element, [value], [value.type])


@functools.cache
def has_permutes() -> bool:
    """Return whether this processor picks elements of two vectors by an index in each lane."""
    return llvm.get_host_cpu_features().get("avx512f", False)


@functools.cache
def has_ranges() -> bool:
    """Return whether this processor has PTX's minimum and maximum of floats as one instruction.

    It differs from PTX for signalling NaNs only.
    """
    return llvm.get_host_cpu_features().get("avx512dq", False)


_RANGES = {"min": 0b0100, "max": 0b0101}
"""The immediate of `vrangeps`: which of the two, with the sign that belongs to it."""


def extreme(b: ir.IRBuilder, name: str, first: LLValue, second: LLValue) -> LLValue:
    """Return min or max of 32 f32 without signalling NaNs: −0 is below +0, a NaN loses."""
    half = vector(F32, 16)
    args = [half, half, I32, half, I16, I32]
    range_ = declared(b.module, "llvm.x86.avx512.mask.range.ps.512", half, args)
    none, every = unset(half), ir.Constant(I16, -1)
    parts: list[LLValue] = []
    for start in (0, 16):
        halves = [shuffle(b, value, None, range(start, start + 16)) for value in (first, second)]
        how = [ir.Constant(I32, _RANGES[name]), none, every, ir.Constant(I32, 4)]
        parts.append(b.call(range_, [*halves, *how]))
    return shuffle(b, parts[0], parts[1], range(LANES))


def look_up(b: ir.IRBuilder, table: Sequence[int], index: LLValue) -> LLValue:
    """Return table[index modulo its length] of a table of i32, in each lane of an i32 index.

    A table of 32 is for 32 lanes of a processor that has permutes, one of 8 for 8 lanes of any
    other, and either for a scalar.
    """
    if not is_vector(index):
        own = b.and_(index, ir.Constant(I32, len(table) - 1))
        return b.extract_element(numbers(I32, tuple(table)), own)
    if len(table) == 8:
        return _permuted(b, numbers(I32, tuple(table)), index)
    half = vector(I32, 16)
    tables = [numbers(I32, tuple(part)) for part in (table[:16], table[16:])]
    permute = declared(b.module, "llvm.x86.avx512.vpermi2var.d.512", half, [half] * 3)
    pieces = [shuffle(b, index, None, range(first, first + 16)) for first in (0, 16)]
    entries_of_halves = [b.call(permute, [tables[0], piece, tables[1]]) for piece in pieces]
    return shuffle(b, entries_of_halves[0], entries_of_halves[1], range(LANES))


def _permuted(b: ir.IRBuilder, entries: LLValue, index: LLValue) -> LLValue:
    """Return entries[index mod 8] of eight i32, in each of eight lanes."""
    if llvm.get_host_cpu_features().get("avx2", False):
        permute = declared(b.module, "llvm.x86.avx2.permd", entries.type, [entries.type] * 2)
        return b.call(permute, [entries, index])
    value = unset(entries.type)
    for lane in range(8):
        place = ir.Constant(I32, lane)
        own = b.and_(b.extract_element(index, place), ir.Constant(I32, 7))
        value = b.insert_element(value, b.extract_element(entries, own), place)
    return value


def joined(b: ir.IRBuilder, parts: Sequence[LLValue]) -> LLValue:
    """Return vectors of one length, a power of two of them, as one vector."""
    while len(parts) > 1:
        both = range(2 * parts[0].type.count)
        parts = [shuffle(b, parts[n], parts[n + 1], both) for n in range(0, len(parts), 2)]
    return parts[0]


def from_halves(b: ir.IRBuilder, low: LLValue, high: LLValue) -> LLValue:
    """Return the i64 of two i32, scalars or of each lane."""
    if is_vector(low):
        count = low.type.count
        order = [place for lane in range(count) for place in (lane, count + lane)]
        return b.bitcast(shuffle(b, low, high, order), vector(I64, count))
    return b.or_(b.zext(low, I64), b.shl(b.zext(high, I64), ir.Constant(I64, 32)))


def to_bits(b: ir.IRBuilder, mask: LLValue) -> LLValue:
    """Return <32 x i1> as an i32, lane 0 lowest."""
    return b.bitcast(mask, I32)


def to_mask(b: ir.IRBuilder, bits: LLValue) -> LLValue:
    """Return an i32 as <32 x i1>."""
    if has_permutes() or isinstance(bits, ir.Constant):
        return b.bitcast(bits, MASK)
    # Without mask registers LLVM takes the bits of a cast out one by one: three instructions for
    # each lane of a masked load.
    own = numbers(I32, tuple(1 << lane for lane in range(LANES)))
    return b.icmp_unsigned("==", b.and_(splat(b, bits), own), own)


def popcount(b: ir.IRBuilder, value: LLValue) -> LLValue:
    """Return the number of set bits."""
    if isinstance(value, ir.Constant) and not is_vector(value):  # the lanes of most blocks
        bits = value.constant & (1 << value.type.width) - 1
        return ir.Constant(value.type, bits.bit_count())
    return unary(b, "ctpop", value)


def first_set(b: ir.IRBuilder, value: LLValue) -> LLValue:
    """Return the index of the lowest set bit; the width if no bit is set."""
    return intrinsic(b, "cttz", value.type, [value, ir.Constant(I1, 0)], [value.type])


def leading_zeros(b: ir.IRBuilder, value: LLValue) -> LLValue:
    """Return the number of leading zero bits."""
    return intrinsic(b, "ctlz", value.type, [value, ir.Constant(I1, 0)], [value.type])


def slot(b: ir.IRBuilder, base: LLValue, index: LLValue) -> LLValue:
    """Return a pointer to 64-bit slot `index` of a table."""
    place = ir.Constant(I64, int(index)) if isinstance(index, int) else index
    return b.gep(base, [place], source_etype=I64)


def load_slot(b: ir.IRBuilder, base: LLValue, index: LLValue) -> LLValue:
    """Return the i64 in a slot."""
    return b.load(slot(b, base, index), typ=I64)


def load_shared_slot(b: ir.IRBuilder, base: LLValue, index: int) -> LLValue:
    """Return the i64 in a slot that other threads write."""
    return b.load_atomic(slot(b, base, index), "monotonic", 8, typ=I64)


def add_to_slot(b: ir.IRBuilder, base: LLValue, index: LLValue, amount: LLValue) -> None:
    """Add to the i64 in a slot."""
    place = slot(b, base, index)
    b.store(b.add(b.load(place, typ=I64), amount), place)


def to_pointer(b: ir.IRBuilder, address: LLValue) -> LLValue:
    """Return an i64 as a pointer."""
    return b.inttoptr(address, PTR)


def stack_bytes(b: ir.IRBuilder, size: int) -> LLValue:
    """Return a pointer to `size` bytes of the stack, made at the builder's position."""
    place = b.alloca(I8, size=size)
    place.align = 64
    return place


@contextmanager
def counted_loop(b: ir.IRBuilder, count: LLValue, name: str = "loop") -> Generator[LLValue]:
    """Emit `for i in range(count)`; yields i (an i64). The body may branch but must fall
    through.
    """
    function = b.function
    before = b.block
    head = function.append_basic_block(name + ".head")
    body = function.append_basic_block(name + ".body")
    done = function.append_basic_block(name + ".done")
    b.branch(head)
    b.position_at_end(head)
    index = b.phi(I64)
    index.add_incoming(ir.Constant(I64, 0), before)
    b.cbranch(b.icmp_unsigned("<", index, count), body, done)
    b.position_at_end(body)
    yield index
    following = b.add(index, ir.Constant(I64, 1))
    index.add_incoming(following, b.block)
    b.branch(head)
    b.position_at_end(done)


@contextmanager
def lanes_of(b: ir.IRBuilder, bits: LLValue, name: str = "lanes") -> Generator[LLValue]:
    """Emit a loop over the set bits, lowest first; yields the lane (an i32)."""
    function = b.function
    before = b.block
    head = function.append_basic_block(name + ".head")
    body = function.append_basic_block(name + ".body")
    done = function.append_basic_block(name + ".done")
    b.branch(head)
    b.position_at_end(head)
    left = b.phi(I32)
    left.add_incoming(bits, before)
    b.cbranch(b.icmp_unsigned("!=", left, ir.Constant(I32, 0)), body, done)
    b.position_at_end(body)
    yield first_set(b, left)
    left.add_incoming(b.and_(left, b.sub(left, ir.Constant(I32, 1))), b.block)
    b.branch(head)
    b.position_at_end(done)
