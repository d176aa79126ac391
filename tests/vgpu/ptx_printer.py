"""A syntax tree back to PTX text: `parse(to_text(module))` is `module`, but for the positions."""

from __future__ import annotations

from collections.abc import Iterator

from kernelscope.vgpu.ptx.syntax import (
    Address,
    Arguments,
    Block,
    BranchTargets,
    CallPrototype,
    Function,
    Instruction,
    Label,
    Literal,
    Module,
    Name,
    Negated,
    Operand,
    Pair,
    RegisterDeclaration,
    SourceLocation,
    Statement,
    SymbolOffset,
    Variable,
    Vector,
)


def to_text(module: Module) -> str:
    """Return the module as PTX."""
    return "\n".join(_module(module)) + "\n"


def _module(module: Module) -> Iterator[str]:
    yield f".version {module.version[0]}.{module.version[1]}"
    yield f".target {module.target}"
    yield f".address_size {module.address_size}"
    for index, name in module.files.items():
        yield f'.file {index} "{name}"'
    for variable in module.variables:
        yield variable_to_text(variable)
    for function in module.functions:
        yield from _Body(function).lines()


class _Body:
    """One function; remembers which source line is in force while its lines are made."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._location: SourceLocation | None = None

    def lines(self) -> Iterator[str]:
        """Return the function's text, line by line."""
        function = self._function
        directive = ".entry" if function.is_entry else ".func"
        results = f" {_parameters(function.results)}" if function.results else ""
        linkage = f".{function.linkage} " if function.linkage else ""
        yield f"{linkage}{directive}{results} {function.name}{_parameters(function.parameters)}"
        for name, values in function.directives.items():
            yield f".{name} {', '.join(map(str, values))}".rstrip()
        if function.body is None:
            yield ";"
        else:
            yield from self._block(function.body, "")

    def _block(self, body: tuple[Statement, ...], indent: str) -> Iterator[str]:
        yield indent + "{"
        for statement in body:
            if isinstance(statement, Block):
                yield from self._block(statement.body, indent + "\t")
                continue
            if isinstance(statement, Instruction):
                yield from self._move_to(statement.location)
            yield indent + _statement(statement)
        yield indent + "}"

    def _move_to(self, location: SourceLocation | None) -> Iterator[str]:
        if location is not None and location != self._location:
            yield from _location(location)
            self._location = location


def _location(location: SourceLocation) -> Iterator[str]:
    place = f"{location.file} {location.line} {location.column}"
    if location.inlined_at is None:
        yield f"\t.loc {place}"
        return
    call = location.inlined_at
    yield from _location(call)
    at = f"{call.file} {call.line} {call.column}"
    yield f"\t.loc {place}, function_name $inlined, inlined_at {at}"


def _statement(statement: Statement) -> str:
    match statement:
        case Instruction():
            return "\t" + instruction_to_text(statement)
        case Label(name):
            return f"{name}:"
        case RegisterDeclaration():
            return "\t" + _registers(statement)
        case Variable():
            return "\t" + variable_to_text(statement)
        case BranchTargets(name, labels):
            return f"{name}: .branchtargets {', '.join(label.text for label in labels)};"
        case CallPrototype(name):
            return f"{name}: .callprototype _ ();"
        case Block():
            raise TypeError("a block is printed line by line")


def instruction_to_text(instruction: Instruction) -> str:
    """Return one instruction with its guard, in one line: `@%p1 add.s32 %r1, %r2, 3;`."""
    guard = instruction.guard
    prefix = f"@{'!' if guard.negated else ''}{guard.predicate.text} " if guard else ""
    operands = ", ".join(map(operand_to_text, instruction.operands))
    return f"{prefix}{instruction.mnemonic} {operands}".rstrip() + ";"


def operand_to_text(operand: Operand) -> str:
    """Return one operand as PTX."""
    match operand:
        case Name(text):
            return text
        case Literal():
            return _literal(operand)
        case Negated(name, sign=sign):
            return f"{sign}{name.text}"
        case Vector(elements):
            return "{" + ", ".join(map(operand_to_text, elements)) + "}"
        case Pair(first, second):
            return f"{operand_to_text(first)}|{operand_to_text(second)}"
        case Address():
            return _address(operand)
        case SymbolOffset(name, offset):
            return f"{name.text}{offset:+d}"
        case Arguments(elements):
            return "(" + ", ".join(map(operand_to_text, elements)) + ")"


def _literal(literal: Literal) -> str:
    if not literal.bits:
        return repr(literal.value)
    digits = f"{literal.value:0{literal.bits // 4}X}"
    return ("0f" if literal.bits == 32 else "0d") + digits


def _address(address: Address) -> str:
    offset = address.offset
    if address.base is None:
        inside = str(offset)
    else:
        inside = address.base.text + (f"{offset:+d}" if offset else "")
    if address.coordinates is not None:
        inside += ", " + operand_to_text(address.coordinates)
    return f"[{inside}]"


def _registers(declaration: RegisterDeclaration) -> str:
    names = ", ".join(f"{name}<{n}>" if n else name for name, n in declaration.names)
    vector = f".v{declaration.vector} " if declaration.vector > 1 else ""
    return f".reg {vector}.{declaration.type} {names};"


def variable_to_text(variable: Variable) -> str:
    """Return a declaration of a variable, with its semicolon."""
    linkage = f".{variable.linkage} " if variable.linkage else ""
    initial = ""
    if variable.initializer is not None:
        values = ", ".join(map(operand_to_text, variable.initializer))
        listed = variable.shape or variable.vector > 1
        initial = f" = {{{values}}}" if listed else f" = {values}"
    return f"{linkage}{_declaration(variable)}{initial};"


def _parameters(parameters: tuple[Variable, ...]) -> str:
    return "(" + ", ".join(map(_declaration, parameters)) + ")"


def _declaration(variable: Variable) -> str:
    vector = f".v{variable.vector} " if variable.vector > 1 else ""
    shape = "".join(f"[{n or ''}]" for n in variable.shape)
    # A parameter in a register has no alignment of its own.
    align = "" if variable.space == "reg" else f".align {variable.align} "
    align = f".attribute(.managed) {align}" if variable.managed else align
    return f".{variable.space} {align}{vector}.{variable.type} {variable.name}{shape}"
