"""Directed rounding (rz, rm, rp) in compiled code."""

from __future__ import annotations

import contextlib
from collections.abc import Generator as Yields
from typing import TYPE_CHECKING

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.types import LLType, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_MODES = {"rz": "round.towardzero", "rm": "round.downward", "rp": "round.upward"}


def directed_code(
    g: Generator, name: str, mode: str, args: tuple[LLValue, ...], result: LLType = None
) -> LLValue:
    """Emit an operation rounded by `mode`: the processor's rounding mode is set around it.

    The function is kept apart (noinline, strictfp) so that nothing else runs in that mode.
    `name` is add, sub, mul, div, fma, sqrt, or a conversion as LLVM names it, to type `result`.
    """
    # Without AVX-512 LLVM makes of a u32 the difference of two doubles, which is −0 for 0 if it is
    # rounded down. As an i64 it is not negative, and there is an instruction for it.
    if name == "uitofp" and build.element_type(args[0]) == build.I32:
        wide = build.vector(build.I64) if build.is_vector(args[0]) else build.I64
        name, args = "sitofp", (g.b.zext(args[0], wide),)
    kinds = [a.type for a in args]
    types = [kinds[0]] if result is None else [result, kinds[0]]
    key = ".".join(["ks", name, mode, *(build.type_suffix(t) for t in types)])
    function = g.helper(key, lambda module, text: _make(module, text, (name, mode), types, kinds))
    return g.b.call(function, list(args))


def _make(
    module: ll.Module, key: str, what: tuple[str, str], types: list[LLValue], kinds: list[LLType]
) -> ll.Function:
    name, mode = what
    function = ll.Function(module, ll.FunctionType(types[0], kinds), key)
    function.linkage = "internal"
    function.attributes.add("noinline")
    b = ll.IRBuilder(function.append_basic_block("entry"))
    with rounding(b, mode):
        value = constrained(b, name, mode, tuple(function.args), types)
    b.ret(value)
    return function


@contextlib.contextmanager
def rounding(b: ll.IRBuilder, mode: str) -> Yields[None]:
    """Round by `mode` what `constrained` emits inside, in a function that is kept apart."""
    # FLT_ROUNDS numbering of llvm.set.rounding: 0 towards zero, 1 nearest, 2 up, 3 down.
    _set_rounding(b, {"rz": 0, "rp": 2, "rm": 3}[mode])
    yield
    _set_rounding(b, 1)


def constrained(
    b: ll.IRBuilder, name: str, mode: str, args: tuple[LLValue, ...], types: list[LLType]
) -> LLValue:
    """Emit an operation that LLVM must not move out of `rounding`; types: those of its name."""
    module = b.module
    metadata = [
        ll.MetaDataString(_MODES[mode]),
        ll.MetaDataString("fpexcept.strict"),
    ]
    operation = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}.get(name, name)
    full = ".".join(
        ["llvm.experimental.constrained", operation, *(build.type_suffix(t) for t in types)]
    )
    given = [*(a.type for a in args), ll.MetaDataType(), ll.MetaDataType()]
    signature = ll.FunctionType(types[0], given)
    target = module.globals.get(full) or ll.Function(module, signature, full)
    return b.call(target, [*args, *metadata])


def _set_rounding(b: ll.IRBuilder, number: int) -> None:
    module = b.module
    name = "llvm.set.rounding"
    signature = ll.FunctionType(ll.VoidType(), [build.I32])
    function = module.globals.get(name) or ll.Function(module, signature, name)
    b.call(function, [ll.Constant(build.I32, number)])
