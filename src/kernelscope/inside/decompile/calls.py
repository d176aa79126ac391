"""Calls of the CUDA runtime in a kernel: `printf`, `assert`, `malloc`, `free`."""

from __future__ import annotations

import json

from kernelscope.inside.decompile.builder import Builder
from kernelscope.inside.decompile.expressions import UINT64, Expr, call, name
from kernelscope.vgpu import ir

_PRINT = 'extern "C" __device__ int vprintf(const char *, const char *);'
"""The declaration of `vprintf`, the only one of these that CUDA does not declare itself."""


def runtime(b: Builder, inst: ir.Inst) -> bool:
    """Translate a call of a function of the runtime."""
    function = inst.fields["what"]
    match function:
        case "vprintf":
            target, text, buffer = inst.operands
            arguments = [_text(b, text), b.read(buffer, "char*")]
            whole = call(function, "int", *arguments)
        case "__assertfail":
            target, (message, file, line, place, size) = None, inst.operands
            arguments = [_text(b, message), _text(b, file), b.read(line, "unsigned")]
            whole = call(function, "void", *arguments, _text(b, place), b.read(size, UINT64))
        case "malloc":
            target = inst.operands[0]
            whole = call(function, "void*", b.read(inst.operands[1], UINT64))
        case "free":
            target = None
            whole = call(function, "void", b.read(inst.operands[0], "void*"))
        case _:
            raise b.fail(inst, f"`{function}` is not a function of the CUDA runtime")
    if function == "vprintf":
        b.helpers.texts[function] = _PRINT
    b.fill_now(target, whole)
    return True


def _text(b: Builder, operand: ir.Operand) -> Expr:
    """Return a text as a literal if it is a constant of the module, else as a pointer."""
    pointer = b.read(operand, "char*")
    inner = pointer
    while inner.op == "cast":
        inner = inner.args[0]
    data = b.variables.constant_data(inner.text) if inner.op == "name" else None
    if data is None or not data.rstrip(b"\0").isascii():
        return pointer
    return name(json.dumps(data.partition(b"\0")[0].decode()), "char*")
