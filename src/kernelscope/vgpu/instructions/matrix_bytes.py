"""`ldmatrix` and `stmatrix` of matrices of bytes, and of 6 and 4 bits (PTX ISA, 9.7.16.5).

`kernelscope.vgpu.byte_matrices` says which element is where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import byte_matrices, ir
from kernelscope.vgpu.instructions.matrix import WORDS, begin_matrix, load_by, store_by
from kernelscope.vgpu.instructions.phrases import fragments_of
from kernelscope.vgpu.interpreter import byte_matrices as meanings
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I8, I32, PTR, VOID
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def _pointers(b: ll.IRBuilder, host: LLValue, rows: list[int], places: list[int]) -> LLValue:
    where = b.add(build.shuffle(b, host, None, rows), ll.Constant(ADDRESSES, places))
    return b.inttoptr(where, build.vector(PTR))


def _make_load(module: ll.Module, name: str, f: Fields) -> LLValue:
    function, b, host, data = begin_matrix(module, name, byte_matrices.matrices_of(f))
    bits = byte_matrices.bits_of(f)
    every, none = build.constant(build.MASK, 1), build.constant(WORDS, 0)
    for register in range(byte_matrices.registers_of(f)):
        total: LLValue = none
        for e, byte in enumerate(byte_matrices.bytes_of(f["shape"], register)):
            # A word of the row that has all of the element.
            starts = [min(bits * n // 8, byte_matrices.ROW_BYTES - 4) for n in byte.elements]
            shifts = [bits * n - 8 * at for n, at in zip(byte.elements, starts, strict=True)]
            args = [_pointers(b, host, byte.rows, starts), ll.Constant(I32, 1), every, none]
            word = build.intrinsic(b, "masked.gather", WORDS, args, [WORDS, build.vector(PTR)])
            value = b.lshr(word, ll.Constant(WORDS, shifts))
            value = b.and_(value, build.constant(WORDS, (1 << bits) - 1))
            up = 8 * e + (2 if bits == 4 else 0)
            total = b.or_(total, b.shl(value, build.constant(WORDS, up)))
        b.store(total, b.gep(data, [build.number(register)], source_etype=WORDS), align=64)
    b.ret_void()
    return function


def _make_store(module: ll.Module, name: str, f: Fields) -> LLValue:
    function, b, host, data = begin_matrix(module, name, byte_matrices.matrices_of(f))
    narrow = build.vector(I8)
    for register in range(byte_matrices.registers_of(f)):
        place = b.gep(data, [build.number(register)], source_etype=WORDS)
        word = b.load(place, typ=WORDS, align=64)
        for e, byte in enumerate(byte_matrices.bytes_of(f["shape"], register)):
            value = b.trunc(b.lshr(word, build.constant(WORDS, 8 * e)), narrow)
            pointers = _pointers(b, host, byte.rows, byte.elements)
            args = [value, pointers, ll.Constant(I32, 1), build.constant(build.MASK, 1)]
            build.intrinsic(b, "masked.scatter", VOID, args, [narrow, build.vector(PTR)])
    b.ret_void()
    return function


def _name(inst: ir.Inst) -> str:
    f = inst.fields
    return f"ks.{inst.opcode}.{f['shape']}.{f['v']}.{byte_matrices.bits_of(f)}"


def _load(g: Generator, inst: ir.Inst) -> None:
    function = get(g.module, _name(inst), _make_load, inst.fields)
    load_by(g, inst, function, byte_matrices.registers_of(inst.fields))


def _store(g: Generator, inst: ir.Inst) -> None:
    function = get(g.module, _name(inst), _make_store, inst.fields)
    store_by(g, inst, function, byte_matrices.registers_of(inst.fields))


_TEXT = "{{matrices}} of {} elements of {} bits, whose rows are at the lanes' {{a}}"
_SPACE = "space:shared|shared::cta?"
_PACKED = "dst:b8x16 . src:b6x16_p32|b4x16_p64"
for _shape, _sizes, _trans, _size in (
    ("m16n16", "x1|x2", " . trans", "16 x 16"),
    ("m8n16", "x1|x2|x4", "", "8 x 16"),
):
    for _types, _bits in (("b8", "8"), (_PACKED, "6 or 4")):
        if (_shape, _types) == ("m8n16", "b8"):
            continue
        define(
            f"ldmatrix . sync . aligned . shape:{_shape} . v:{_sizes}{_trans} . {_SPACE}"
            f" . {_types}",
            "d:b32*n, [a]", kind="memory", access="ldmatrix", shape="varying",
            meaning=meanings.load, code=_load, pipe="lsu", target="sm_100a",
            counts={"n": byte_matrices.registers_of},
            words="{d} = the lane's part of " + _TEXT.format(_size, _bits),
            say=fragments_of, tells=("v", "shape", "dst", "src"),
        )  # fmt: skip
define(
    f"stmatrix . sync . aligned . shape:m16n8 . v:x1|x2|x4 . trans . {_SPACE} . b8",
    "[a], b:b32*n", kind="memory", access="stmatrix", meaning=meanings.store, code=_store,
    pipe="lsu", target="sm_100a", counts={"n": byte_matrices.registers_of},
    words="store {b}, the lane's part of " + _TEXT.format("16 x 8", "8"),
    say=fragments_of, tells=("v", "shape"),
)  # fmt: skip
