"""Sentences for declarations: header, entry, parameters, bounds, registers, memory.

In: a parsed PTX file. Out: (line number, sentence) pairs.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kernelscope.inside.explain.instructions import bits_of
from kernelscope.inside.explain.naming import Naming
from kernelscope.inside.naming.names import variable_name
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.dataflow import reach
from kernelscope.vgpu.lowering.variables import size_of
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.types import TYPES

_BOUNDS = {
    "reqntid": "every launch has blocks of exactly {shape} threads",
    "maxntid": "no launch has blocks of more than {product} threads{shaped}",
    "minnctapersm": "at least {product} blocks must fit on a multiprocessor",
    "maxnctapersm": "at most {product} blocks run on a multiprocessor",
    "maxnreg": "a thread has at most {product} registers",
    "maxclusterrank": "a cluster has at most {product} blocks",
    "reqnctapercluster": "every launch has clusters of exactly {shape} blocks",
    "explicitcluster": "every launch states the size of its clusters",
    "blocksareclusters": "a launch's grid counts clusters",
    "noreturn": "it never returns",
}
_DIRECTIVE = re.compile(r"\.(\w+)\b\s*((?:\d+\s*,?\s*)*)")
_ANNOTATIONS = {
    re.compile(r'\s*\.file\s+(\d+)\s+"([^"]*)"'): "file {} of the source's places: {}",
    re.compile(r"\s*\.section\s+\.(\w+)"): "for debuggers: {}",
}
_PRAGMA = re.compile(r'\s*\.pragma\s+"([^"]*)"')
_PRAGMAS = {"nounroll": "ptxas must not unroll the loop that follows"}
_POINTER = re.compile(r"\.ptr\b(?:\s+\.(global|shared|const|local))?(?:\s+\.align\s+(\d+))?")
_SPACES = {
    "shared": "shared memory of the block",
    "global": "global memory",
    "const": "constant memory",
    "local": "memory of each thread",
}
_LINKAGE = {
    "extern": ", defined elsewhere",
    "visible": ", known to other files and the host",
    "weak": ", unless another file defines this name",
    "common": ", shared by all files",
}


@dataclass(frozen=True, slots=True)
class ParameterFacts:
    """Facts about a kernel's parameters that its PTX does not contain.

    Attributes:
        names: the source's names in the order of the PTX; "" for one that the compiler added.
        types: the type of each, by its name in the source, as in `devices.capture.KernelForm`.
        facts: what the compiler assumes of each, by its name.
    """

    names: Sequence[str] = ()
    types: Mapping[str, str] = field(default_factory=dict[str, str])
    facts: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])


def header(module: syntax.Module, lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the sentences for lines outside functions."""
    texts = {
        ".version": f"written in version {module.version[0]}.{module.version[1]} of PTX",
        ".target": f"for {_target(module.target)}",
        ".address_size": f"addresses have {module.address_size} bits",
    }
    for number, line in enumerate(lines, 1):
        words = line.split(None, 1)
        if words and words[0] in texts:
            yield number, texts.pop(words[0])
        for pattern, text in _ANNOTATIONS.items():
            match = pattern.match(line)
            if match:
                yield number, text.format(*match.groups())


def _target(target: str) -> str:
    number = re.fullmatch(r"sm_(\d+)(\d)([af]?)", target)
    if number is None:
        return target
    suffix = {"a": " and no other", "f": " and its family", "": " and later"}[number[3]]
    return f"GPUs of compute capability {number[1]}.{number[2]}{suffix}"


def head(
    function: syntax.Function, lines: Sequence[str], known: ParameterFacts, naming: Naming
) -> Iterator[tuple[int, str]]:
    """Yield the sentences for a function's name, parameters, bounds and pragmas.

    `function`: the kernel, or a device function; `lines`: those of the file. `naming`: the names of
    parameters, and which are pointers.
    """
    yield function.position.line, _title(function)
    for number, parameter in enumerate(function.parameters):
        line = parameter.position.line
        if function.is_entry:
            yield line, _parameter(number, parameter, lines[line - 1], known, naming)
        else:
            yield line, f"it takes {parameter.name}, {_kind(parameter)}"
    yield from _bounds(function, lines)
    for number in range(function.position.line, _end(function, lines)):
        pragma = _PRAGMA.match(lines[number - 1])
        if pragma:
            yield number, _PRAGMAS.get(pragma[1], f"a request to ptxas: {pragma[1]}")


def _title(function: syntax.Function) -> str:
    if function.is_entry:
        return f"the kernel {function.name}, which the host launches"
    if function.body is None:
        return f"the function {function.name}, defined elsewhere"
    gives = "".join(f", which returns {result.name}" for result in function.results)
    return f"the function {function.name}, part of the kernel{gives}"


def _bounds(function: syntax.Function, lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    for number in range(function.position.line, len(lines) + 1):
        text, opening, _ = lines[number - 1].partition("{")
        for name, given in _DIRECTIVE.findall(text):
            if name in _BOUNDS and name in function.directives:
                sizes = [int(size) for size in re.findall(r"\d+", given)]
                shape = " x ".join(map(str, sizes))
                shaped = f" ({shape})" if len(sizes) > 1 else ""
                product = math.prod(sizes)
                yield number, _BOUNDS[name].format(shape=shape, product=product, shaped=shaped)
        if opening or function.body is None:
            return


def _end(function: syntax.Function, lines: Sequence[str]) -> int:
    """Return the line after a function's last."""
    depth = 0
    for number in range(function.position.line, len(lines) + 1):
        code = lines[number - 1].partition("//")[0]
        depth += code.count("{") - code.count("}")
        if "}" in code and not depth:
            return number + 1
    return len(lines) + 1


def _parameter(
    number: int,
    parameter: syntax.Variable,
    line: str,
    known: ParameterFacts,
    naming: Naming,
) -> str:
    given = known.names[number] if number < len(known.names) else parameter.name
    if not given:
        return f"parameter {number}: added by the compiler, {_kind(parameter, line)}"
    type_text = known.types.get(given, ".")
    if type_text.startswith("."):
        is_pointer = parameter.name in naming.pointers and ".ptr" not in line
        type_text = "a pointer" if is_pointer else _kind(parameter, line)
    elif parameter.shape:
        type_text += f", {size_of(parameter)} bytes"
    facts = "".join(f", assumed {fact}" for fact in known.facts.get(given, ()))
    return f"parameter {number}: {naming.parameter(parameter.name)}, {type_text}{facts}"


def _kind(parameter: syntax.Variable, line: str = "") -> str:
    """Describe a parameter from its declaration alone."""
    pointer = _POINTER.search(line)
    if pointer:
        space = f" to {_SPACES[pointer[1]]}" if pointer[1] else ""
        aligned = f", aligned to {pointer[2]}" if pointer[2] and pointer[2] != "1" else ""
        return f"a pointer{space}{aligned}"
    if parameter.shape:
        return f"{size_of(parameter)} bytes"
    scalar = TYPES[parameter.type]
    return f"{'a float of ' * scalar.is_float}{scalar.bits} bits"


def variables_used(function: ir.Function) -> set[str]:
    """Return the variables whose address a kernel takes, and those that these point to."""

    def targets(name: str) -> list[str]:
        variable = function.variables.get(name)
        return [] if variable is None else [target for _, target, _ in variable.relocations]

    symbols = (s for inst in function.instructions() for s in _symbols(inst.operands))
    return set(reach((symbol.name for symbol in symbols), targets))


def _symbols(operands: Sequence[ir.Operand]) -> Iterator[ir.Symbol]:
    for operand in operands:
        match operand:
            case ir.Symbol():
                yield operand
            case ir.Address(base=ir.Symbol() as base):
                yield base
            case tuple():
                yield from _symbols(operand)
            case _:
                pass


def registers(declaration: syntax.RegisterDeclaration, used: Mapping[str, int]) -> str:
    """Describe a declaration of registers; `used` counts the registers used of each family."""
    parts: list[str] = []
    for name, count in declaration.names:
        if not used.get(name):
            parts.append(f"{name}, never used")
        elif count:
            parts.append(f"{name}0 to {name}{count - 1} ({used.get(name, 0)} used)")
        else:
            parts.append(name)
    type_text = bits_of(declaration.type) if declaration.type in TYPES else declaration.type
    return f"registers {', '.join(parts)}: {type_text}"


def variable(declared: syntax.Variable) -> str:
    """Describe a declaration of memory, or of a value that a call passes."""
    size = size_of(declared)
    name = variable_name(declared.name)
    if declared.space == "param":
        return f"{name}: {_bytes(size)} that a call passes or returns"
    where = _SPACES.get(declared.space, f"{declared.space} memory")
    amount = _bytes(size) if size else "as many bytes as the launch asks for,"
    linkage = _LINKAGE.get(declared.linkage, "") if size else ""
    return f"{name}: {amount} in {where}, aligned to {declared.align}{linkage}{_text(declared)}"


def _bytes(size: int) -> str:
    return f"{size} byte{'s' * (size != 1)}"


def _text(declared: syntax.Variable) -> str:
    """Return ": the text …" if the bytes are printable characters, otherwise ""."""
    given = [v.value for v in declared.initializer or () if isinstance(v, syntax.Literal)]
    codes = [value for value in given if isinstance(value, int)]
    if declared.type not in ("b8", "u8", "s8") or len(codes) != len(declared.initializer or ()):
        return ""
    text = "".join(chr(code) for code in codes).rstrip("\0")
    is_text = len(text) > 1 and all(letter.isprintable() or letter in "\n\t" for letter in text)
    return f": the text {json.dumps(text)}" if is_text else ""
