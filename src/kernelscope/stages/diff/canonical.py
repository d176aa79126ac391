"""Stages without what means nothing: names, numbering, labels, comments, positions.

Values and registers are numbered in the order in which they appear, so that two texts which differ
in names alone become the same lines. Each line begins with its operation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kernelscope.errors import PtxError
from kernelscope.record import Stage
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.lower import lower
from kernelscope.vgpu.ptx.parser import parse

Line = tuple[str, str]
"""(operation, "" for a line that is none; the whole line)"""

_ALIAS = re.compile(r"^(#\w+) = (#?(?!loc)\S.*)$", re.M)
_MLIR_OPERATION = re.compile(r"(?:^|= |\s)\"?([a-z]\w*\.[\w.]+)\b")
_LLVM_OPERATION = re.compile(r"^(?:%\d+ = )?((?:tail )?call\b.*?@([\w.$]+)|[a-z]+)")
_SASS_REGISTER = re.compile(r"\b(UR|UP|R|P)(\d+)\b")
_COMMENT = re.compile(r"(?<![\"'])(#|//).*$")


def canonical(stage: Stage, name: str, kernel: str) -> list[Line]:
    """A stage's lines in canonical form.

    Args:
        stage: the text and its language.
        name: of the stage: "ttgir", "ptx", …
        kernel: the entry's name, which is not looked at either.
    """
    text = re.sub(rf"\b{re.escape(kernel)}(?=\b|_)", "kernel", stage.text) if kernel else stage.text
    if name == "ptx":
        return ptx_lines(stage.text, kernel)
    reader = _READERS.get(stage.language, _plain)
    return list(reader(text))


# ---- PTX: what the virtual GPU would execute ---------------------------------------------------


def ptx_lines(text: str, kernel: str) -> list[Line]:
    """The instructions of a kernel as the virtual GPU reads them, dead ones left out.

    Where it knows one of them not, the text's own lines with their registers numbered.
    """
    try:
        function = lower(parse(text.rstrip("\0")), kernel)
    except PtxError:
        return list(_ptx_text(text))
    remove_dead_code(function)
    return list(_Printer(function).lines())


class _Printer:
    """Writes a function with its registers in the order of appearance."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self._numbers: dict[int, int] = {}
        self._symbols: dict[str, int] = {}

    def lines(self) -> Iterator[Line]:
        for block in self.function.blocks:
            yield "", f"block {block.index}"
            for inst in block.instructions:
                operation = ".".join([inst.opcode, *(v for v in inst.fields.values() if v)])
                operands = ", ".join(self.operand(o) for o in inst.operands)
                yield operation, f"{self.guard(inst.guard)}{operation} {operands}"
            end = block.terminator
            if isinstance(end, ir.Branch):
                guard = self.guard((end.predicate, end.negated))
                yield "bra", f"{guard}bra {end.taken} else {end.other}"
            elif isinstance(end, ir.Jump):
                yield "", f"go {end.target}"

    def guard(self, guard: tuple[ir.Register, bool] | None) -> str:
        if guard is None:
            return ""
        return f"@{'!' if guard[1] else ''}{self.operand(guard[0])} "

    def operand(self, operand: ir.Operand) -> str:
        match operand:
            case ir.Register():
                number = self._numbers.setdefault(operand.index, len(self._numbers))
                return f"%{number}"
            case ir.NotPredicate():
                return f"!{self.operand(operand.register)}"
            case ir.Address():
                return f"[{self.operand(operand.base)}+{operand.offset}]"
            case ir.Symbol():
                return self.symbol(operand)
            case ir.Immediate():
                return f"{operand.value}{f':{operand.float_bits}' if operand.float_bits else ''}"
            case ir.Special():
                return operand.name
            case tuple():
                return "{" + ", ".join(self.operand(one) for one in operand) + "}"
            case None:
                return "_"

    def symbol(self, symbol: ir.Symbol) -> str:
        """A parameter or shared variable by its place, another by its order and its contents."""
        if symbol.space == "param":
            return f"param+{symbol.offset}"
        if symbol.name in self.function.shared:
            return f"shared+{self.function.shared[symbol.name] + symbol.offset}"
        number = self._symbols.setdefault(symbol.name, len(self._symbols))
        variable = self.function.variables.get(symbol.name)
        data = variable.data.hex() if variable is not None and variable.data else ""
        return f"{symbol.space}{number}:{data}+{symbol.offset}"


def _ptx_text(text: str) -> Iterator[Line]:
    numbers: dict[str, str] = {}
    for line in text.splitlines():
        plain = " ".join(line.split("//", maxsplit=1)[0].split())
        if not plain or plain.startswith((".loc", ".file", ".reg", ".version", ".target")):
            continue
        operation = plain.removeprefix("@").split(" ")[-1 if plain.endswith(":") else 0]
        if plain.startswith("@"):
            operation = plain.split(" ", 1)[1].split(" ")[0]
        told = operation if "." in operation and not operation.startswith(".") else ""
        yield told, _numbered(r"%[A-Za-z_$][\w$]*|\$[\w$]+", plain, numbers)


# ---- the other languages -----------------------------------------------------------------------


def _numbered(pattern: str, line: str, numbers: dict[str, str]) -> str:
    """A line with each name that matches replaced by its number."""

    def number(match: re.Match[str]) -> str:
        return numbers.setdefault(match.group(), f"{match.group()[0]}{len(numbers)}")

    return re.sub(pattern, number, line)


def _mlir(text: str) -> Iterator[Line]:
    """TTIR and TTGIR: layouts written out where they are used, locations left out."""
    aliases = {name: body for name, body in _ALIAS.findall(text) if not name.startswith("#loc")}
    numbers: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        plain = without_locations(line).strip()
        for name in sorted(aliases, key=len, reverse=True):
            plain = re.sub(rf"{name}\b", aliases[name], plain)
        if plain:
            found = _MLIR_OPERATION.search(plain)
            yield (found.group(1) if found else ""), _numbered(r"[%^][\w$.]+", plain, numbers)


def without_locations(line: str) -> str:
    """A line of MLIR without its `loc(…)`, whose parentheses nest."""
    while (start := line.find("loc(")) >= 0:
        depth, end = 0, start
        for end in range(start + 3, len(line)):
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            if depth == 0:
                break
        line = line[:start] + line[end + 1 :]
    return line


def _llvm(text: str) -> Iterator[Line]:
    numbers: dict[str, str] = {}
    for line in text.splitlines():
        plain = re.sub(r",? ?!\w+ ![\w\d]+|\s#\d+|;.*$", "", line).strip()
        if not plain or plain.startswith(("!", "source_filename", "target ", "attributes", "#")):
            continue
        plain = _numbered(r"%[\w.$]+|(?<=^)\d+(?=:)", plain, numbers)
        found = _LLVM_OPERATION.match(plain)
        operation = (found.group(2) or found.group(1)) if found else ""
        yield operation if line.startswith(" ") else "", plain


def _sass(text: str) -> Iterator[Line]:
    numbers: dict[str, dict[str, str]] = {}

    def number(match: re.Match[str]) -> str:
        kind = numbers.setdefault(match.group(1), {})
        return match.group(1) + kind.setdefault(match.group(2), str(len(kind)))

    for line in text.splitlines():
        plain = re.sub(r"/\*.*?\*/", "", line).strip()
        if not plain or plain.startswith("."):
            continue
        words = plain.split()
        operation = words[1] if words[0].startswith("@") and len(words) > 1 else words[0]
        told = "" if operation.endswith(":") else operation.rstrip(";")
        yield told, _SASS_REGISTER.sub(number, plain)


def _source(text: str) -> Iterator[Line]:
    """A source's lines without comments and blanks."""
    for line in text.splitlines():
        plain = " ".join(_COMMENT.sub("", line).split())
        if plain:
            yield "", plain


def _plain(text: str) -> Iterator[Line]:
    for line in text.splitlines():
        if line.strip():
            yield "", line.rstrip()


_READERS: dict[str, Callable[[str], Iterator[Line]]] = {
    "mlir": _mlir,
    "llvm": _llvm,
    "sass": _sass,
    "cuda": _source,
    "python": _source,
}
