"""What a PTX file declares, in words: header, entry, parameters, bounds, registers, memory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kernelscope.stages.explain.instructions import bits_of
from kernelscope.stages.names import variable_name
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.types import TYPES
from kernelscope.vgpu.variables import size_of

_BOUNDS = {
    "reqntid": "every launch has blocks of exactly {} threads",
    "maxntid": "no launch has blocks of more than {} threads",
    "minnctapersm": "at least {} blocks are to fit on a multiprocessor",
    "maxnctapersm": "at most {} blocks are to fit on a multiprocessor",
    "maxnreg": "a thread has at most {} registers",
    "maxclusterrank": "a cluster has at most {} blocks",
    "reqnctapercluster": "every launch has clusters of exactly {} blocks",
    "explicitcluster": "every launch says its clusters",
    "blocksareclusters": "a launch's grid counts clusters",
    "noreturn": "it never returns",
}
_DIRECTIVE = re.compile(r"^\s*\.(\w+)\b\s*([\d\s,]*)")
_SPACES = {
    "shared": "shared memory of the block",
    "global": "global memory",
    "const": "constant memory",
    "local": "memory of each thread",
}


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of a kernel's parameters beside its PTX.

    Attributes:
        names: the source's names in the order of the PTX; "" for what the compiler added.
        types, facts: as `devices.capture.KernelForm` has them.
    """

    names: Sequence[str] = ()
    types: Mapping[str, str] = field(default_factory=dict[str, str])
    facts: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])


def header(module: syntax.Module, lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines before the first function."""
    texts = {
        ".version": f"written in version {module.version[0]}.{module.version[1]} of PTX",
        ".target": f"for {_target(module.target)}",
        ".address_size": f"addresses have {module.address_size} bits",
    }
    for number, line in enumerate(lines, 1):
        word = line.strip().partition(" ")[0].partition("\t")[0]
        if word in texts:
            yield number, texts.pop(word)
        if not texts or ".entry" in line:
            return


def _target(target: str) -> str:
    number = re.fullmatch(r"sm_(\d+)(\d)([af]?)", target)
    if number is None:
        return target
    kind = {"a": " and no other", "f": " and its family", "": " and later"}[number[3]]
    return f"GPUs of compute capability {number[1]}.{number[2]}{kind}"


def entry(function: syntax.Function, lines: Sequence[str], told: Told) -> Iterator[tuple[int, str]]:
    """The lines of a kernel from its name to its body."""
    yield function.position.line, f"the kernel {function.name}, which the host launches"
    for number, parameter in enumerate(function.parameters):
        yield parameter.position.line, _parameter(number, parameter, told)
    for number in range(function.position.line, len(lines) + 1):
        line = lines[number - 1]
        found = _DIRECTIVE.match(line)
        if found and found[1] in _BOUNDS:
            sizes = " x ".join(re.findall(r"\d+", found[2]))
            yield number, _BOUNDS[found[1]].format(sizes)
        if line.strip().startswith("{"):
            return


def _parameter(number: int, parameter: syntax.Variable, told: Told) -> str:
    name = told.names[number] if number < len(told.names) else parameter.name
    if not name:
        return f"parameter {number}: added by the compiler, {size_of(parameter)} bytes"
    kind = told.types.get(name, f".{parameter.type}")
    facts = "".join(f", taken to be {fact}" for fact in told.facts.get(name, ()))
    size = f", {size_of(parameter)} bytes" if parameter.shape else ""
    return f"parameter {number}: {name}, {kind}{facts}{size}"


def registers(declaration: syntax.RegisterDeclaration, used: Mapping[str, int]) -> str:
    """A declaration of registers; `used` counts those of each family that the kernel uses."""
    parts: list[str] = []
    for name, count in declaration.names:
        if count:
            parts.append(f"{name}0 to {name}{count - 1} ({used.get(name, 0)} used)")
        else:
            parts.append(name)
    kind = bits_of(declaration.type) if declaration.type in TYPES else declaration.type
    return f"registers {', '.join(parts)}: {kind}"


def variable(declared: syntax.Variable) -> str:
    """A declaration of memory."""
    where = _SPACES.get(declared.space, f"{declared.space} memory")
    size = size_of(declared)
    amount = f"{size} bytes" if size else "as many bytes as the launch gives"
    name = variable_name(declared.name)
    return f"{name}: {amount} in {where}, aligned to {declared.align}"
