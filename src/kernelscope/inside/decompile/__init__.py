"""PTX back to CUDA C: structured, typed, and the same bits.

In: the text of a PTX module and the name of a kernel. Out: the text of a CUDA C file.

| step | file |
|---|---|
| join blocks that follow one another | `structure` |
| who writes and reads each register, and what it can hold | `facts` |
| which registers are addresses or members of vectors, what type the others have | `inference` |
| parameters and arrays, their names and declarations | `variables` |
| the control-flow graph as nested statements | `structure` |
| each instruction as an expression or statement | `builder`, with the rules in `arithmetic` and |
| | `memory`; the rest in `asm` |
| jumps as `break`, `continue`, `return` | `structure` |
| loops as `for`, `while`, `do` | `loops` |
| where each variable is declared, and its name | `placement` |
| statements and expressions as text | `emit` |
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from kernelscope.devices.capture import KernelForm
from kernelscope.errors import PtxError
from kernelscope.inside.decompile.asm import Helpers
from kernelscope.inside.decompile.builder import Builder
from kernelscope.inside.decompile.emit import Emitter
from kernelscope.inside.decompile.facts import Facts
from kernelscope.inside.decompile.inference import Types
from kernelscope.inside.decompile.loops import tidy
from kernelscope.inside.decompile.placement import choose, place
from kernelscope.inside.decompile.structure import Flow, straighten, structure
from kernelscope.inside.decompile.translate import translate
from kernelscope.inside.decompile.variables import Variables, c_name, entry_name
from kernelscope.inside.naming.assignments import Source
from kernelscope.inside.naming.names import name_registers
from kernelscope.vgpu import instructions, ir
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

__all__ = ["c_name", "decompile", "entry_name"]

_INFINITY = "#ifndef INFINITY\n#define INFINITY __int_as_float(0x7f800000)\n#endif\n"

_POINTED = {
    "*fp32": "float", "*fp64": "double", "*fp16": "unsigned short", "*bf16": "unsigned short",
    "*i8": "signed char", "*i16": "short", "*i32": "int", "*i64": "long long",
    "*u8": "unsigned char", "*i1": "unsigned char",
}  # fmt: skip
"""The C type that each pointer type of Triton points to."""

# Importing them fills the instruction table.
assert instructions.TABLE


def decompile(ptx: str, kernel: str, *, form: KernelForm | None = None) -> str:
    """Return CUDA C for one kernel of a PTX module; NVRTC compiles it to the same function.

    `form`: the kernel as its front end knows it, for names and types of the source. Raises PtxError
    with its line, if the text is malformed, has no such kernel, or has an instruction that CUDA C
    cannot express.
    """
    module = parse(ptx.rstrip("\0"))
    function = lower(module, kernel)
    remove_dead_code(function)
    straighten(function)
    _refuse_wide(function)
    facts = Facts(function)
    types = Types(facts, _hints(form, function))
    variables = Variables(function, types, form.parameters if form else ())
    helpers = Helpers(ptx.splitlines())
    parameters = form.parameters if form else ()
    source = None
    if form is not None and "source" in form.texts:
        source = Source(form.texts["source"], form.source_file, form.source_line or 1)
    named = name_registers(function, parameters, source)
    builder = Builder(facts, types, variables, helpers, translate, named)
    flow = Flow()
    body = tidy(flow.resolve(builder.fill(structure(function))))

    def type_of(number: int) -> str:
        registers = function.registers
        if number < len(registers):
            return types.of(registers[number])
        return builder.vectors.c_types[number]

    def undefined(number: int) -> bool:
        members = builder.vectors.members.get(number, [number])
        return any(m in facts.undefined for m in members)

    place(body, type_of, undefined)
    wishes = {number: name.base for number, name in named.items()}
    for vector, members in builder.vectors.members.items():
        bases = {wishes.get(m, "") for m in members}
        if len(bases) == 1 and "" not in bases:
            wishes[vector] = bases.pop()
    names = choose(body, type_of, variables.unique, wishes)
    emitter = Emitter(names, types.to_constant())
    emitter.body(body, 1)
    flags = [f"  bool {flag.text} = false;" for flag in flow.flags.values()]
    (entry,) = (f for f in module.functions if f.is_entry and f.name == kernel)
    opening = f'extern "C" __global__ void{_attributes(entry.directives)} {entry_name(kernel)}('
    return _text(function, variables, helpers, opening, [*flags, *emitter.lines])


def _attributes(directives: Mapping[str, tuple[int, ...]]) -> str:
    """Return PTX's performance directives in C: bounds of blocks, registers, clusters."""
    words: list[str] = []
    block = directives.get("reqntid") or directives.get("maxntid")
    if "maxnreg" in directives:
        # C does not allow `__maxnreg__` together with `__launch_bounds__`.
        words.append(f"__maxnreg__({directives['maxnreg'][0]})")
    elif block is not None:
        numbers = [math.prod(block), *directives.get("minnctapersm", ())]
        words.append(f"__launch_bounds__({', '.join(map(str, numbers))})")
    cluster = directives.get("reqnctapercluster", ())
    if math.prod(cluster) > 1:
        words.append(f"__cluster_dims__({', '.join(map(str, cluster))})")
    return "".join(f" {word}" for word in words)


def _text(
    function: ir.Function,
    variables: Variables,
    helpers: Helpers,
    signature: str,
    lines: list[str],
) -> str:
    inside = [f"  {line}" for line in variables.inside(_local_sizes(function))]
    head = [*variables.outside("\n".join(lines)), *helpers.texts.values()]
    parameters = variables.parameter_list()
    if len(signature) + len(", ".join(parameters)) < 96:
        opening = [f"{signature}{', '.join(parameters)}) {{"]
    else:
        opening = [signature, *(f"    {p}," for p in parameters[:-1]), f"    {parameters[-1]}) {{"]
    if any("INFINITY" in line for line in lines):
        head = [_INFINITY, *head]
    return "\n".join([*head, *opening, *inside, *lines, "}", ""])


def _refuse_wide(function: ir.Function) -> None:
    """Raise PtxError if a register has 128 bits: C has no such type."""
    for inst in function.instructions():
        for register in (*inst.destinations, *inst.sources):
            if register.type.bits > 64:
                at = inst.position
                problem = (
                    f"`{inst.opcode}` cannot be decompiled: C has no type for 128-bit registers"
                )
                raise PtxError(f"{problem}; use two of 64 bits", at.line, at.column)


def _hints(form: KernelForm | None, function: ir.Function) -> dict[str, str]:
    """Return the C type that each pointer parameter points to, as far as the front end knows."""
    hints: dict[str, str] = {}
    for parameter, name in zip(function.parameters, form.parameters if form else (), strict=False):
        assert form is not None
        c_type = _POINTED.get(form.types.get(name, ""))
        if c_type is not None:
            hints[parameter.name] = c_type
    return hints


def _local_sizes(function: ir.Function) -> dict[str, int]:
    ends = sorted([*function.local.values(), function.local_bytes])
    return {
        name: next((e for e in ends if e > start), function.local_bytes) - start
        for name, start in function.local.items()
    }
