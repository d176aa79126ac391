"""Value instructions that a kernel has many of, as functions: their code is compiled once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kernelscope.vgpu import ir
from kernelscope.vgpu.ir.forms import PureCode
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.build import I1, I8
from kernelscope.vgpu.jit.emitter import Emitter
from kernelscope.vgpu.types import LLValue

# A vector instruction becomes a call if a kernel has more than `OFTEN` of it, each of more than
# `LONG` LLVM instructions, as a call saves compile time and costs run time. Two worked cases:
#
#     32 × cvt.rn.bf16.f32   a matmul's results. Rounding to even is long on a CPU: in place, they
#                            took a fifth of its compile time. 32 > 16: one function, 31 calls.
#     8 × ex2.approx.f32     a row of softmax. As long, but 8 ≤ 16: in place, as the calls would
#                            cost more than they save.
#
# `add.s32` stays in place however often it comes: it is one instruction, shorter than a call.
OFTEN = 16
LONG = 6


class Repeats:
    """The instructions of a kernel that become calls."""

    def __init__(self, function: ir.Function) -> None:
        pure = (i for i in function.instructions() if i.form.kind == "pure")
        self.uses = Counter(_name(inst) for inst in pure)
        self.long: set[str] = set()

    def emit(self, g: Emitter, inst: ir.Inst, code: PureCode) -> LLValue:
        """Emit a vector instruction: in place, or as a call from the second one on."""
        values = g.sources(inst)
        name = _name(inst)
        single = not isinstance(inst.operands[0], tuple)
        if single and name in self.long and all(_fits(v) for v in _flat(values)):
            return _call(g, inst, code, values)
        block: LLValue = g.b.block
        before = len(block.instructions)
        result = code(g, inst.fields, *values)
        grown = g.b.block is not block or len(block.instructions) - before > LONG
        if grown and single and self.uses[name] > OFTEN and _fits(result):
            self.long.add(name)
        return result


def _name(inst: ir.Inst) -> str:
    return ".".join([inst.opcode, *(text for text in inst.fields.values() if text)])


def _flat(values: LLValue) -> Iterator[LLValue]:
    for value in values:
        if isinstance(value, tuple):
            yield from _flat(value)
        else:
            yield value


def _fits(value: LLValue) -> bool:
    """Return whether a value can be passed in registers: predicates and bytes would be unpacked."""
    return isinstance(value, ll.Value) and build.element_type(value) not in (I1, I8)


def _call(g: Emitter, inst: ir.Inst, code: PureCode, values: list[LLValue]) -> LLValue:
    handed = list(_flat(values))
    kinds = [value.type for value in handed]
    name = "ks.op." + ".".join([_name(inst), *map(build.type_suffix, kinds)])
    scalar = operand_type(inst.form.signature[0], inst.fields, inst.form)
    result = build.vector(ll.IntType(scalar.bits))
    if name not in g.module.globals:
        caller = g.b
        function, g.b = begin(g.module, name, result, kinds)
        arguments = iter(function.args)
        value = code(g, inst.fields, *_like(values, arguments))
        g.b.ret(g.b.bitcast(value, result))
        g.b = caller
    return g.b.call(g.module.globals[name], handed)


def _like(values: LLValue, arguments: Iterator[LLValue]) -> list[LLValue]:
    """Return the arguments, grouped as the values are."""
    return [
        tuple(_like(value, arguments)) if isinstance(value, tuple) else next(arguments)
        for value in values
    ]
