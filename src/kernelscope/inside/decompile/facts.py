"""Facts about each register for the later steps: definitions, uses, and possible contents.

In: a lowered function. Out: `Facts`, and `Limits`: the largest unsigned value and the number of low
bits that are zero, which hold for every thread of every launch. Sums of `vgpu.values` are not asked
for them: they assume that indices do not overflow, and the C must be right if they do.
"""

from __future__ import annotations

from kernelscope.inside.decompile.expressions import BITS, FLOATS, Expr, is_pointer
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.control_flow import natural_loops
from kernelscope.vgpu.analysis.liveness import live_in
from kernelscope.vgpu.types import TYPES


class Facts:
    """The instructions that write and read each register, by number.

    `readers` has an instruction once for each time. `uses`: how often each is read, by branches
    too. `undefined`: registers that may be read before they are written.
    """

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        count = len(function.registers)
        self.definitions: list[list[ir.Inst]] = [[] for _ in range(count)]
        self.readers: list[list[ir.Inst]] = [[] for _ in range(count)]
        self._written_in: list[list[int]] = [[] for _ in range(count)]
        self._read_in: list[list[int]] = [[] for _ in range(count)]
        for block in function.blocks:
            for inst in block.instructions:
                for register in inst.destinations:
                    self.definitions[register.index].append(inst)
                    self._written_in[register.index].append(block.index)
                for register in inst.sources:
                    self.readers[register.index].append(inst)
                    self._read_in[register.index].append(block.index)
            if isinstance(block.terminator, ir.Branch):
                self._read_in[block.terminator.predicate.index].append(block.index)
        self.uses = [len(blocks) for blocks in self._read_in]
        entry = live_in(function)[0]
        self.undefined = {n for n in range(count) if entry >> n & 1}
        loops = natural_loops(
            [b.terminator.targets for b in function.blocks], set(range(len(function.blocks)))
        )
        self._around = [
            {head for head, body in loops.items() if b.index in body} for b in function.blocks
        ]

    def definition(self, number: int) -> ir.Inst | None:
        """Return a register's only definition, unguarded and before every read; else None."""
        writes = self.definitions[number]
        if len(writes) != 1 or number in self.undefined:
            return None
        inst = writes[0]
        guarded = inst.guard is not None
        updated = any(s.is_updated for s in inst.form.signature)
        return None if guarded or updated else inst

    def is_single(self, number: int) -> bool:
        """Return whether a register keeps one value from its definition on."""
        return self.definition(number) is not None

    def same_loops(self, number: int) -> bool:
        """Return whether a register is read only in the loops that it is written in."""
        home = self._around[self._written_in[number][0]]
        return all(self._around[block] == home for block in self._read_in[number])


# ---- bounds of values ----------------------------------------------------------------------------

_LIMITS = {
    "threadIdx.x": 1023, "threadIdx.y": 1023, "threadIdx.z": 63,
    "blockDim.x": 1024, "blockDim.y": 1024, "blockDim.z": 64,
    "blockIdx.x": 2**31 - 2, "blockIdx.y": 65534, "blockIdx.z": 65534,
    "gridDim.x": 2**31 - 1, "gridDim.y": 65535, "gridDim.z": 65535,
    "%tid": 1023, "%ntid": 1024, "%ctaid": 2**31 - 2, "%nctaid": 2**31 - 1,
    "%laneid": 31, "%warpid": 31,
}  # fmt: skip
_DEPTH = 12


# Two uses, both to write plain C instead of something guarded:
#
#     and.b32 %r28, %r27, 127;      at most 127, so its sign does not matter:
#     global_smem[u]                instead of `global_smem[(int)u]`
#
#     mov.u32 %r3, 0;               a byte offset that begins at 0 and moves by 32: its five low
#     add.s32 %r3, %r3, 32;         bits are always zero, so it divides by 4:
#     tile[n / 4]                   instead of `*(float *)((char *)tile + n)`
class Limits:
    """Bounds of registers, from their definitions."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._known: dict[int, int] = {}
        self._zeros: dict[int, int] = {}

    def of(self, number: int, depth: int = 0) -> int:
        """Return the largest value of a register, read as unsigned."""
        if number >= len(self.facts.uses):
            return 2**64 - 1
        if number not in self._known:
            bits = self.facts.function.registers[number].type.bits
            everything = (1 << bits) - 1
            inst = self.facts.definition(number)
            if inst is None or depth > _DEPTH:
                return everything
            self._known[number] = min(everything, self._defined(inst, everything, depth + 1))
        return self._known[number]

    def zeros(self, number: int) -> int:
        """Return how many low bits of a register are always zero, over all its definitions."""
        if number >= len(self.facts.uses):
            return 0
        if number not in self._zeros:
            # Assume all bits while the definitions are visited: in a loop, the value that comes
            # around then limits nothing, and the start and the step decide.
            self._zeros[number] = 64
            counts = [self._zeros_defined(inst) for inst in self.facts.definitions[number]]
            self._zeros[number] = (
                min(counts, default=0) if number not in self.facts.undefined else 0
            )
        return self._zeros[number]

    def _zeros_defined(self, inst: ir.Inst) -> int:
        zeros = [self._zeros_operand(o) for o in inst.operands[1:]]
        match inst.opcode:
            case "mov" | "cvt" if not any(isinstance(o, tuple) for o in inst.operands):
                return zeros[0]
            case "shl" if isinstance(inst.operands[2], ir.Immediate):
                return zeros[0] + int(inst.operands[2].value)
            case "mul" if inst.fields["part"] != "hi" and inst.fields["t"][0] != "f":
                return zeros[0] + zeros[1]
            case "mad" if inst.fields["part"] != "hi":
                return min(zeros[0] + zeros[1], zeros[2])
            case "and":
                return max(zeros)
            case "or" | "xor" | "add" | "sub" | "selp" if inst.fields.get("t", "f")[0] != "f":
                return min(zeros[:2])
            case _:
                return 0

    def _zeros_operand(self, operand: ir.Operand) -> int:
        if isinstance(operand, ir.Register):
            return self.zeros(operand.index)
        if isinstance(operand, ir.Immediate) and isinstance(operand.value, int):
            value = operand.value
            return (value & -value).bit_length() - 1 if value else 64
        return 0

    def _operand(self, operand: ir.Operand, everything: int, depth: int) -> int:
        if isinstance(operand, ir.Register):
            return self.of(operand.index, depth)
        if isinstance(operand, ir.Immediate) and isinstance(operand.value, int):
            return operand.value & everything
        if isinstance(operand, ir.Special):
            return _LIMITS.get(operand.name.partition(".")[0], everything)
        return everything

    def _defined(self, inst: ir.Inst, everything: int, depth: int) -> int:
        sources = [self._operand(o, everything, depth) for o in inst.operands[1:]]
        scalar = TYPES.get(inst.fields.get("t", ""))
        if scalar is not None and scalar.is_float:
            return everything
        match inst.opcode:
            case "mov" | "cvt" if not isinstance(inst.operands[0], tuple):
                signed = inst.fields.get("st", "").startswith("s")
                half = 1 << (TYPES[inst.fields["st"]].bits - 1) if signed else everything
                return sources[0] if sources[0] < half or not signed else everything
            case "and":
                return min(sources)
            case "or" | "xor":
                return (1 << max(s.bit_length() for s in sources)) - 1
            case "add":
                return sum(sources)
            case "mul" if inst.fields.get("part") != "hi":
                return sources[0] * sources[1]
            case "shl" if isinstance(inst.operands[2], ir.Immediate):
                return sources[0] << min(int(inst.operands[2].value), 64)
            case "shr" if isinstance(inst.operands[2], ir.Immediate) and scalar is not None:
                signed = scalar.kind == "s" and sources[0] >> (scalar.bits - 1)
                return everything if signed else sources[0] >> int(inst.operands[2].value)
            case _:
                return everything


def largest(expr: Expr, limits: Limits) -> int:
    """Return the largest value of an expression, its bits read as unsigned."""
    everything = (1 << BITS.get(expr.type, 64)) - 1
    if is_pointer(expr.type) or expr.type in FLOATS:
        return everything
    return min(everything, _largest(expr, limits, everything))


def _largest(expr: Expr, limits: Limits, everything: int) -> int:
    match expr.op:
        case "const":
            return int(expr.value) & everything
        case "name":
            return _LIMITS.get(expr.text, everything)
        case "reg":
            return limits.of(int(expr.value))
        case "cast" if expr.args[0].type in BITS:
            inner = expr.args[0]
            whole = largest(inner, limits)
            return whole if whole < 1 << (BITS[inner.type] - 1) else everything
        case "&":
            return min(largest(a, limits) for a in expr.args)
        case "|" | "^":
            return (1 << max(largest(a, limits).bit_length() for a in expr.args)) - 1
        case "+":
            return sum(largest(a, limits) for a in expr.args)
        case "*":
            return largest(expr.args[0], limits) * largest(expr.args[1], limits)
        case "<<" if expr.args[1].op == "const":
            return largest(expr.args[0], limits) << int(expr.args[1].value)
        case ">>" if expr.args[1].op == "const":
            whole = largest(expr.args[0], limits)
            negative = whole >> (BITS[expr.args[0].type] - 1)
            return everything if negative else whole >> int(expr.args[1].value)
        case "%" if expr.args[1].op == "const":
            return (
                abs(int(expr.args[1].value)) - 1 if expr.type.startswith("unsigned") else everything
            )
        case _:
            return everything
