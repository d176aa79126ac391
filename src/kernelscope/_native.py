"""Small functions of machine code, from LLVM text: for callers that must find no Python there."""

from __future__ import annotations

from functools import cache
from typing import Any

_kept: list[Any] = []  # code lives as long as the process: whoever calls it may be the last to end


@cache
def native_function(text: str, name: str) -> int:
    """Return the address of the function `name` of an LLVM module; the same for the same text."""
    import llvmlite.binding

    llvm: Any = llvmlite.binding
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), machine)
    engine.finalize_object()
    _kept.append(engine)
    return engine.get_function_address(name)
