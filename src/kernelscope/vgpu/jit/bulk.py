"""Compiled bulk copies: where they go, what combines their elements. `c/bulk.c` has the queue."""

from __future__ import annotations

from kernelscope.vgpu import ir, tensor_map
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.atomics import Atomic
from kernelscope.vgpu.jit.build import I64, PTR, VOID, number
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.layout import BULK_WAY_MARKS_AT, BulkWay
from kernelscope.vgpu.types import LLValue

_READS, _WRITES, _COMBINES = (marks << BULK_WAY_MARKS_AT for marks in (1, 2, 3))
LOAD = BulkWay.LOADS | BulkWay.IS_GLOBAL | _READS
LOAD_OWN = LOAD | BulkWay.IS_OWN
LOAD_MANY = LOAD | BulkWay.IS_MANY
STORE = BulkWay.IS_GLOBAL | _WRITES
REDUCE = BulkWay.IS_GLOBAL | _COMBINES
BETWEEN = BulkWay.LOADS
REDUCE_BETWEEN = BulkWay.LOADS | _COMBINES
Reductions = tuple[tuple[str, Atomic], ...]
"""The element types of a reduction, each with what combines two elements."""


def uses_engine(function: ir.Function) -> bool:
    """Return whether a kernel makes bulk copies."""
    return any(inst.form.extra.get("engine") for inst in function.instructions())


def uses_tensor_memory(function: ir.Function) -> bool:
    """Return whether a kernel uses tensor memory."""
    return any(inst.opcode == "tcgen05" for inst in function.instructions())


def reduces_floats(inst: ir.Inst) -> bool:
    """Return whether a bulk reduction adds or compares floats, as far as its text shows."""
    if "t" in inst.fields:
        return inst.fields["t"].startswith(("f", "bf"))
    return inst.fields["op"] in ("add", "min", "max")  # the type is in the tensor map


def reducer(module: ll.Module, kind: Atomic) -> LLValue:
    """Return the mover that combines each element with the one in the target."""
    return get(module, f"ks.bulk.reduce.{kind.name}", _make_reduce, kind)


def _make_reduce(module: ll.Module, name: str, kind: Atomic) -> LLValue:
    function, b = begin(module, name, VOID, [PTR, PTR, I64])
    target, source, size = function.args
    element = ll.IntType(kind.bits)
    elements = b.udiv(size, number(kind.bits // 8))
    with build.counted_loop(b, elements, "elements") as index:
        here = b.gep(target, [index], source_etype=element)
        value = b.load(b.gep(source, [index], source_etype=element), typ=element)
        if kind.locked:
            b.atomic_rmw(kind.locked, here, value, "monotonic")
        else:
            old = b.load(here, typ=element)
            b.store(kind.update(b, old, value, value), here)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def picker(module: ll.Module, op: str, reductions: Reductions) -> LLValue:
    """Return what gives the mover of a reduction for an element type; null if it copies."""
    if not op:
        return ll.Constant(PTR, None)
    return get(module, f"ks.bulk.reducer.{op}", _make_pick, reductions)


def _make_pick(module: ll.Module, name: str, reductions: Reductions) -> LLValue:
    """Build `i64 pick(type)`: the mover of a reduction for an element type; 0 if it has none."""
    function, b = begin(module, name, I64, [I64])
    none = b.append_basic_block("none")
    switch = b.switch(function.args[0], none)
    for type_, reduction in reductions:
        case = b.append_basic_block(type_)
        switch.add_case(number(tensor_map.TYPES.index(type_)), case)
        b.position_at_end(case)
        b.ret(b.ptrtoint(reducer(module, reduction), I64))
    b.position_at_end(none)
    b.ret(number(0))
    function.attributes.add("noinline")
    return function
