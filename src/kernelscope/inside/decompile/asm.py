"""Instructions without a C form: each becomes a small device function around inline `asm`.

In: an instruction. Out: the text of a function, and what it takes and gives.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kernelscope.errors import PtxError
from kernelscope.inside.decompile.expressions import (
    FLOAT_OF,
    SIGNED_OF,
    UINT64,
    UNSIGNED_OF,
    VECTOR_ELEMENTS,
    Expr,
    call,
)
from kernelscope.inside.decompile.inference import MEMBERS, Vectors
from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.words import in_words
from kernelscope.vgpu.ir.forms import OperandSpec, at_operand, name_of
from kernelscope.vgpu.ir.verify import operand_type, vector_count
from kernelscope.vgpu.types import ScalarType

_LETTERS = {"float": "f", "double": "d", UINT64: "l", "long long": "l", "int": "r", "unsigned": "r",
            "unsigned short": "h", "short": "h", "bool": "r", "generic*": "l"}  # fmt: skip
SHARED, GENERIC = "shared*", "generic*"
"""The types of addresses that a function around `asm` takes."""

_CARRY = frozenset({"carry", "carry_out"})
_SHARED_ADDRESS = frozenset({"shared", "shared::cta", "shared::cluster"})
_PURE = frozenset({"pure"})


def asm_type(scalar: ScalarType) -> str:
    """Return the C type that an operand of a PTX type has in `asm`."""
    if scalar.kind == "p":
        return "bool"
    if scalar.kind == "f" and scalar.bits in FLOAT_OF:
        return FLOAT_OF[scalar.bits]
    bits = max(scalar.bits, 16)
    return (SIGNED_OF if scalar.kind == "s" else UNSIGNED_OF)[bits]


def mnemonic_of(inst: ir.Inst, lines: list[str]) -> str:
    """Return the instruction's name as written; from its form if the lowering made it."""
    at = inst.position
    line = lines[at.line - 1][at.column - 1 :] if at.line - 1 < len(lines) else ""
    match = re.match(r"[\w.:]+", re.sub(r"^@!?[%$\w]+\s*", "", line))
    if match and match[0].partition(".")[0] == inst.opcode:
        return match[0]
    return name_of(inst.opcode, inst.fields, inst.form.slots)


def function_name(mnemonic: str, literals: list[int]) -> str:
    """Return a C name for a mnemonic and the constants that are part of the instruction."""
    words = [w for w in mnemonic.split(".") if w not in ("sync", "aligned")]
    base = re.sub(r"\W+", "_", "_".join(words))
    return "_".join([base, *(str(v).replace("-", "m") for v in literals)])


class Helpers:
    """The device functions that a kernel needs, by name."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.texts: dict[str, str] = {}

    def special(self, register: str, c_type: str) -> Expr:
        """Return a call that reads a special register for which CUDA has no variable."""
        function = "special_" + register.strip("%").replace(".", "_")
        letter = "l" if c_type == UINT64 else "r"
        move = "mov.u64" if c_type == UINT64 else "mov.u32"
        self.texts[function] = (
            f"// {register}\n"
            f"static __device__ __forceinline__ {c_type} {function}() {{\n"
            f"  {c_type} d;\n"
            f'  asm volatile("{move} %0, %{register};" : "={letter}"(d));\n'
            f"  return d;\n}}\n"
        )
        return call(function, c_type)


#     ex2.approx.f32 %r37, %r36;
#
#     // PTX ISA 9.7.3.20: d = 2^a, approximately
#     static __device__ __forceinline__ float ex2_approx_f32(float s0) {
#       float d0;
#       asm("ex2.approx.f32 %0, %1;" : "=f"(d0) : "f"(s0));
#       return d0; }
#
# Only instructions without effects are plain `asm`; the others are `volatile` and, unless they only
# exchange values inside a warp, clobber memory. Otherwise NVRTC could move them past a store.
class Wrapped:
    """One instruction as a function: its arguments and results, in C types.

    `takes`: (operand or vector's number, C type) of each source. `gives`: (register or vector's
    number, C type, whether the instruction also reads it) of each destination.
    """

    def __init__(self, inst: ir.Inst, helpers: Helpers, vectors: Vectors) -> None:
        self.inst = inst
        self.vectors = vectors
        self.mnemonic = mnemonic_of(inst, helpers.lines)
        self.takes: list[tuple[ir.Operand | int, str]] = []
        self.gives: list[tuple[ir.Register | int | None, str, bool]] = []
        self.literals: list[int] = []
        self._setup: list[str] = []
        self._finish: list[str] = []
        self._text = self._operands()
        # Instructions of one name may differ in the operands they leave out.
        base = self.function = function_name(self.mnemonic, self.literals)
        number = 1
        while helpers.texts.get(self.function, self._definition()) != self._definition():
            number += 1
            self.function = f"{base}_{number}"
        helpers.texts[self.function] = self._definition()

    @property
    def is_pure(self) -> bool:
        """True if the instruction has no effect but its result."""
        return self.inst.form.kind in _PURE

    @property
    def returns(self) -> bool:
        """True if the function returns its result, False if it passes results by reference."""
        return len(self.gives) == 1 and not self.gives[0][2]

    def _operands(self) -> str:
        inst, parts = self.inst, list[str]()
        specs = list(zip(inst.form.signature, inst.operands, strict=True))
        for spec, operand in specs:
            if operand is None and spec.optional and not spec.is_destination:
                continue
            if spec.name in _CARRY:
                self._carry(spec, operand)
                continue
            if spec.is_destination and inst.form.extra.get("retried"):
                # Whether it is done: the hardware waits until it is.
                done = operand if isinstance(operand, ir.Register) else None
                self.gives.append((done, "bool", False))
                self._finish.append(f" mov.s32 <d{len(self.gives) - 1}>, 1;")
                continue
            if spec.paired:
                if operand is not None or not spec.optional:
                    parts[-1] += "|" + self._operand(spec, operand)
                continue
            if operand is None and vector_count(spec, inst.fields, inst.form) > 1:
                # An atomic on vectors whose old values nothing reads.
                operand = (None,) * vector_count(spec, inst.fields, inst.form)
            parts.append(at_operand(inst.fields, spec.name, self._operand(spec, operand)))
        return ", ".join(parts)

    #     add.cc.u32 %r2, %r1, %r9;
    #     addc.u32   %r3, 0, 0;          %r3 is the carry
    #
    # Each becomes a function of its own, and between two `asm` statements the flag is lost. So
    # the first stores it in its second result (`addc.u32 %1, 0, 0;`), and the second restores it
    # before it adds: `add.cc.u32 code, %3, -1` carries out of 32 bits exactly if %3 is 1.
    def _carry(self, spec: OperandSpec, operand: ir.Operand) -> None:
        """Pass the carry flag as an argument or result; PTX's own operands do not name it."""
        if spec.is_destination and isinstance(operand, ir.Register):
            self.gives.append((operand, "bool", False))
            self._finish.append(f" addc.u32 <d{len(self.gives) - 1}>, 0, 0;")
        elif operand is not None and not spec.is_destination:
            self.takes.append((operand, "bool"))
            code = f"add.cc.u32 code, <s{len(self.takes) - 1}>, -1; "
            self._setup.append(f".reg .u32 code; {code}")

    def _operand(self, spec: OperandSpec, operand: ir.Operand) -> str:
        if isinstance(operand, tuple):
            chunks = [operand[n : n + 4] for n in range(0, len(operand), 4)]
            return "{" + ", ".join(self._part(spec, chunk) for chunk in chunks) + "}"
        if isinstance(operand, ir.Address):
            return f"[{self._address(operand)}]"
        if spec.kind == "immediate":
            assert isinstance(operand, ir.Immediate)
            self.literals.append(int(operand.value))
            return str(operand.value)
        scalar = operand_type(spec, self.inst.fields, self.inst.form)
        if scalar.bits > 64:
            at = self.inst.position
            raise PtxError(
                f"`{self.mnemonic}` cannot be decompiled: C has no type of 128 bits",
                at.line,
                at.column,
            )
        text = asm_type(scalar)
        if spec.is_destination:
            assert operand is None or isinstance(operand, ir.Register)
            if scalar.bits == 8 and self.inst.fields.get("st") in ("bf16", "f16"):
                return self._byte(operand, scalar)
            return self._destination(operand, text, spec.is_updated)
        self.takes.append((operand, text))
        if scalar.bits == 8 and self.inst.fields.get("dt") == "bf16":
            narrow = f"cvt.{scalar.name}.{scalar.kind}16 byte, <s{len(self.takes) - 1}>;"
            self._setup.append(f".reg .b8 byte; {narrow} ")
            return "byte"
        return self._source(len(self.takes) - 1, text)

    def _part(self, spec: OperandSpec, chunk: Sequence[ir.Operand]) -> str:
        """Return up to four elements of a tuple; a vector if one variable holds exactly these."""
        vector = self.vectors.filled_by(chunk)
        wanted = asm_type(operand_type(spec, self.inst.fields, self.inst.form))
        c_type = self.vectors.c_types[vector] if vector is not None else ""
        if vector is None or VECTOR_ELEMENTS[c_type[:-1]] != wanted:
            return ", ".join(self._operand(spec, operand) for operand in chunk)
        if spec.is_destination:
            self.gives.append((vector, c_type, spec.is_updated))
            place = f"d{len(self.gives) - 1}"
        else:
            self.takes.append((vector, c_type))
            place = f"s{len(self.takes) - 1}"
        return ", ".join(f"<{place}.{letter}>" for letter in MEMBERS[: len(chunk)])

    def _destination(self, operand: ir.Register | None, c_type: str, updated: bool) -> str:
        self.gives.append((operand, c_type, updated))
        number = len(self.gives) - 1
        if c_type != "bool":
            return f"<d{number}>"
        self._setup.append(f".reg .pred q{number}; ")
        self._finish.append(f" selp.s32 <d{number}>, 1, 0, q{number};")
        return f"q{number}"

    def _byte(self, operand: ir.Register | None, scalar: ScalarType) -> str:
        """Return a result of 8 bits, for an instruction that needs an 8-bit register."""
        text = self._destination(operand, asm_type(scalar), updated=False)
        self._setup.append(".reg .b8 byte; ")
        self._finish.append(f" cvt.{scalar.kind}16.{scalar.name} {text}, byte;")
        return "byte"

    def _source(self, number: int, c_type: str) -> str:
        if c_type != "bool":
            return f"<s{number}>"
        self._setup.append(f".reg .pred p{number}; setp.ne.s32 p{number}, <s{number}>, 0; ")
        return f"p{number}"

    def _address(self, address: ir.Address) -> str:
        if self.inst.in_tensor_memory and isinstance(address.base, ir.Register):
            self.takes.append((address.base, "unsigned"))
            return f"<s{len(self.takes) - 1}>" + (f"+{address.offset}" if address.offset else "")
        space = self.inst.fields.get("space", "")
        shared = space in _SHARED_ADDRESS
        if self.inst.opcode == "cp" and address is self.inst.address:
            shared = True
        if self.inst.opcode in ("ldmatrix", "stmatrix", "mbarrier"):
            shared = space in _SHARED_ADDRESS or (not space and _is_short(address))
        self.takes.append((address, SHARED if shared else GENERIC))
        return f"<s{len(self.takes) - 1}>"

    def _definition(self) -> str:
        outputs = [
            (place, f'"{"+" if updated else "="}{_LETTERS[scalar]}"({place})')
            for n, (_, c_type, updated) in enumerate(self.gives)
            for place, scalar in _scalars(f"d{n}", c_type)
        ]
        inputs = [
            (place, _input(scalar, place))
            for n, (_, c_type) in enumerate(self.takes)
            for place, scalar in _scalars(f"s{n}", c_type)
        ]
        numbers = {place: n for n, (place, _) in enumerate([*outputs, *inputs])}
        body = "".join(self._setup) + f"{self.mnemonic} {self._text};".replace(" ;", ";")
        body += "".join(self._finish)
        if self._setup:
            body = "{ " + body + " }"
        body = body.replace("%", "%%")
        body = re.sub(r"<([ds]\d+(?:\.\w)?)>", lambda m: f"%{numbers[m[1]]}", body)
        parameters = [
            f"{_c(c_type)} &d{n}" for n, (_, c_type, _) in enumerate(self.gives) if not self.returns
        ]
        parameters += [
            f"{_c(c_type)} s{n}".replace("* s", "*s") for n, (_, c_type) in enumerate(self.takes)
        ]
        given, taken = (", ".join(text for _, text in part) for part in (outputs, inputs))
        clobber = "" if self.is_pure or self.inst.form.kind == "warp" else ' : "memory"'
        volatile = "" if self.is_pure else " volatile"
        result = _c(self.gives[0][1]) if self.returns else "void"
        head = f"static __device__ __forceinline__ {result} {self.function}"
        lines = [f"// {_words(self.inst)}", f"{head}({', '.join(parameters)}) {{"]
        if self.returns:
            lines.append(f"  {result} d0;")
        lines.append(f'  asm{volatile}("{body}" : {given} : {taken}{clobber});')
        if self.returns:
            lines.append("  return d0;")
        return "\n".join([*lines, "}", ""])


def _c(c_type: str) -> str:
    if c_type in (SHARED, GENERIC):
        return "const void *"
    return "int" if c_type == "bool" else c_type


def _scalars(place: str, c_type: str) -> list[tuple[str, str]]:
    """Return the operands of `asm` for an argument, with types: itself, or a vector's members."""
    element = VECTOR_ELEMENTS.get(c_type[:-1])
    if element is None or not c_type[-1].isdigit():
        return [(place, c_type)]
    return [(f"{place}.{letter}", element) for letter in MEMBERS[: int(c_type[-1])]]


def _input(c_type: str, place: str) -> str:
    """Return an operand of `asm`; addresses of shared memory have 32 bits there."""
    if c_type == SHARED:
        return f'"r"((unsigned)__cvta_generic_to_shared({place}))'
    return f'"{_LETTERS[c_type]}"({place})'


def _is_short(address: ir.Address) -> bool:
    base = address.base
    return not isinstance(base, ir.Register) or base.type.bits == 32


def _words(inst: ir.Inst) -> str:
    """Return what the instruction does, in words, from its entry in the instruction table."""
    operands = {
        spec.name: str(operand.value) if isinstance(operand, ir.Immediate) else spec.name
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True)
        if operand is not None
    }
    return f"PTX ISA {inst.form.section}: {in_words(inst.form, inst.fields, operands)}"
