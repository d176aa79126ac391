"""The rules of legal instructions: each matches exactly one form of the table, with its operands.

Anything else is refused with its position: an unknown instruction is never guessed at.
"""

from __future__ import annotations

from kernelscope.errors import PtxError
from kernelscope.vgpu import ir
from kernelscope.vgpu.ir.forms import TABLE, Bounds, Form, OperandSpec, find_forms
from kernelscope.vgpu.ptx.syntax import Position
from kernelscope.vgpu.types import TYPES, ScalarType

# Instructions whose registers may be wider than the type they name (PTX ISA, 9.4.1).
_WIDENING = frozenset({"ld", "st", "cvt", "ldu"})


def operand_type(spec: OperandSpec, fields: dict[str, str], form: Form) -> ScalarType:
    """Return an operand's type, its field looked up; `name(field)` types come from `form.extra`."""
    name = fields.get(spec.type, spec.type)
    computed = form.extra.get("types")
    if computed is not None and spec.type in computed:
        name = computed[spec.type](fields)
    return TYPES[name]


def compatible(register: ScalarType, wanted: ScalarType, widening: bool) -> bool:
    """Return whether a register may be where an instruction names `wanted` (PTX ISA, table 27)."""
    if wanted.kind == "p" or register.kind == "p":
        return wanted.kind == register.kind
    if register.bits != wanted.bits:
        return widening and register.bits > wanted.bits and register.kind != "f"
    if register.kind == "b" or wanted.kind == "b":
        return True
    return register.is_float == wanted.is_float


def vector_count(spec: OperandSpec, fields: dict[str, str], form: Form) -> int:
    """Return the number of elements of a vector operand; 0 for a scalar."""
    if isinstance(spec.count, int):
        return spec.count
    computed = form.extra.get("counts")
    if computed is not None and spec.count in computed:
        return computed[spec.count](fields)
    text = fields[spec.count]
    return int(text.lstrip("vx")) if text else 0


# Why an instruction of PTX is not in the table, where a reader would wonder.
_REASONS = {
    "multimem": ": its addresses refer to the memory of several GPUs, and there is only one "
    "virtual GPU",
    "fabric": ": it reaches the memory of other GPUs, and there is only one virtual GPU",
}

_SCALAR_VIDEO = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset", "vmad")
_LEFT_OUT: dict[str, str] = dict.fromkeys(
    _SCALAR_VIDEO, ": it has only those that NVIDIA's assembler compiles as PTX specifies"
)


def choose_form(
    opcode: str,
    modifiers: tuple[str, ...],
    operands: tuple[ir.Operand, ...],
    position: Position,
    where: str = "",
) -> tuple[Form, dict[str, str], tuple[ir.Operand, ...]]:
    """Return the one form of an instruction, its fields, and the operands in signature order.

    where: of what an instruction that is unknown is, in words: " of sm_100a, from kernel.py:12".

    Raises:
        PtxError: unknown instruction, unknown modifiers, or operands that fit no form.
    """
    mnemonic = ".".join((opcode, *modifiers))
    if opcode not in TABLE:
        problem = f"unknown instruction `{mnemonic}`{where}{_REASONS.get(opcode, '')}"
        raise PtxError(problem, position.line, position.column)
    forms = find_forms(opcode, modifiers)
    if not forms:
        reason = f"{where}{_LEFT_OUT.get(opcode, '')}"
        problem = f"the virtual GPU has no form `{mnemonic}` of `{opcode}`{reason}"
        raise PtxError(problem, position.line, position.column)
    problem, beyond = "", ""
    for form, fields in forms:
        aligned, problem = _align(form, fields, operands)
        if aligned is not None:
            beyond = out_of_range(form, aligned)
            if not beyond:
                return form, fields, aligned
    # A form that only a value does not fit says more than one of other operands.
    raise PtxError(f"`{mnemonic}`: {beyond or problem}", position.line, position.column)


def _align(
    form: Form, fields: dict[str, str], operands: tuple[ir.Operand, ...]
) -> tuple[tuple[ir.Operand, ...] | None, str]:
    """Return operands in signature order, or None and what does not fit."""
    queue = list(operands)
    aligned: list[ir.Operand] = []
    signature = form.signature
    for index, spec in enumerate(signature):
        if spec.paired:
            continue
        has_pair = index + 1 < len(signature) and signature[index + 1].paired
        if not queue or (spec.optional and len(queue) <= _required(signature[index + 1 :])):
            if not spec.optional:
                return None, f"needs {len(signature)} operands, has {len(operands)}"
            aligned += [None] * (1 + has_pair)
            continue
        operand = queue.pop(0)
        pair: ir.Operand = None
        if isinstance(operand, PairOperand):
            if not has_pair:
                return None, "does not take a second destination"
            operand, pair = operand.first, operand.second
        elif has_pair and not signature[index + 1].optional:
            return None, "needs a second destination"
        for actual, one_spec in (
            (operand, spec),
            (pair, signature[index + 1] if has_pair else None),
        ):
            if one_spec is not None:
                problem = misfit(one_spec, actual, fields, form)
                if problem:
                    return None, problem
                aligned.append(actual)
    if queue:
        return None, f"has {len(queue)} operands too many"
    return tuple(aligned), ""


def _required(specs: tuple[OperandSpec, ...]) -> int:
    return sum(1 for s in specs if not s.optional and not s.paired)


def misfit(spec: OperandSpec, operand: ir.Operand, fields: dict[str, str], form: Form) -> str:
    """Return the fault of one operand, or "" if it fits."""
    if spec.kind == "address":
        return _address_misfit(spec, operand)
    if isinstance(operand, ir.Address):
        return f"operand {spec.name} must not be an address"
    if spec.kind == "immediate":
        fits = isinstance(operand, ir.Immediate) and isinstance(operand.value, int)
        return "" if fits else f"operand {spec.name} must be an integer constant"
    wanted = operand_type(spec, fields, form)
    count = vector_count(spec, fields, form)
    if isinstance(operand, tuple) and not isinstance(operand, Sum):
        if count == 0 and len(operand) == 1:
            return _scalar_misfit(spec, operand[0], wanted, form)  # type: ignore[arg-type]
        if len(operand) != max(count, 1):
            return f"operand {spec.name} must have {count or 1} elements, has {len(operand)}"
        return next(filter(None, (_scalar_misfit(spec, o, wanted, form) for o in operand)), "")
    if count > 1:
        return f"operand {spec.name} must be a vector of {count}"
    return _scalar_misfit(spec, operand, wanted, form)


def _address_misfit(spec: OperandSpec, operand: ir.Operand) -> str:
    if not isinstance(operand, ir.Address):
        return f"operand {spec.name} must be an address"
    base = operand.base
    if isinstance(base, ir.Register) and (base.type.bits not in (32, 64) or base.type.is_float):
        return f"register {base.name} is .{base.type.name}, an address has 32 or 64 bits"
    return ""


def _scalar_misfit(spec: OperandSpec, operand: ir.Operand, wanted: ScalarType, form: Form) -> str:
    if operand is None:
        return "" if spec.is_destination else f"operand {spec.name} is read, so it cannot be `_`"
    if spec.register_only and not isinstance(operand, ir.Register | ir.NotPredicate):
        return f"operand {spec.name} must be a register"
    if spec.is_destination and not isinstance(operand, ir.Register):
        return f"operand {spec.name} is written, so it must be a register"
    if isinstance(operand, ir.NotPredicate):
        return "" if wanted.kind == "p" else f"operand {spec.name} is not a predicate"
    if isinstance(operand, Sum):
        operand = operand.register
        if operand.type.is_float or operand.type.kind == "p":
            return (
                f"a constant can be added only to an integer register, and {operand.name} is not "
                "one"
            )
    if isinstance(operand, ir.Register):
        if compatible(operand.type, wanted, form.opcode in _WIDENING):
            return ""
        return f"register {operand.name} is .{operand.type.name} where .{wanted.name} is needed"
    if isinstance(operand, ir.Immediate) and wanted.kind == "p":
        is_integer = isinstance(operand.value, int) and not operand.float_bits
        return "" if is_integer else f"operand {spec.name} is a predicate, not a fraction"
    return ""


def out_of_range(form: Form, operands: tuple[ir.Operand, ...]) -> str:
    """Return which operand is not what it may be, or "" if none is.

    Forms give the bounds by the names of operands: `bounds={"a": Bounds(0, 15)}`; of a vector
    those of its elements.
    """
    bounds: dict[str, Bounds | tuple[Bounds, ...]] = form.extra.get("bounds", {})
    for spec, operand in zip(form.signature, operands, strict=True):
        limits = bounds.get(spec.name)
        if limits is None or operand is None:
            continue
        elements = operand if isinstance(operand, tuple) else (operand,)
        each = limits if isinstance(limits, tuple) else (limits,)
        for element, limit in zip(elements, each, strict=True):
            problem = _beyond(limit, element)
            if problem:
                return problem
    return ""


def _beyond(limit: Bounds, operand: ir.Operand) -> str:
    if isinstance(operand, ir.Register | ir.NotPredicate):
        return ""
    if not isinstance(operand, ir.Immediate):
        return f"{limit.what} must be a register or a constant"
    return limit.problem(operand.value)


class PairOperand(tuple["ir.Operand", "ir.Operand"]):
    """`%r|%p` on its way to two operands."""

    @property
    def first(self) -> ir.Operand:
        """The operand before the bar."""
        return self[0]

    @property
    def second(self) -> ir.Operand:
        """The operand behind the bar."""
        return self[1]


class Sum(tuple["ir.Register", "ir.Immediate"]):
    """`%r1+4` on its way to a register that holds it."""

    @property
    def register(self) -> ir.Register:
        """The register."""
        return self[0]

    @property
    def constant(self) -> ir.Immediate:
        """The constant that is added to it."""
        return self[1]
