"""From LLVM text to callable code, and the disk cache of compiled kernels."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import itertools
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm

from kernelscope._cache import cache_folder, read_pickle, source_key, write_pickle
from kernelscope.vgpu.types import LLValue

_PACKAGE = Path(__file__).resolve().parents[1]
_CONVERSIONS = Path(__file__).with_name("half_conversions.ll")
_loaded = itertools.count()


@functools.cache
def target_machine(*, quick: bool = False) -> LLValue:
    """Return LLVM for this very processor.

    quick: whether to choose instructions and registers in a hurry.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    # Whole 512-bit vectors: a warp of 32-bit values is two of them.
    features += ",-prefer-256-bit"
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=features,
        opt=0 if quick else 1,
        reloc="pic",
        codemodel="small",
    )


@functools.cache
def _jit() -> LLValue:
    # JITLink lays an object's code and constants out side by side. The older linker places them
    # apart, and aborts the process where large tensors have pushed them beyond 2 GiB of each other.
    return llvm.create_lljit_compiler(target_machine(), use_jit_link=True, suppress_errors=False)


def compile_text(
    text: str, *, scalar: bool = False, helpers: bool = False, quick: bool = False
) -> bytes:
    """Optimise LLVM text and return its object code.

    Args:
        text: the text.
        scalar: whether it is a program in scalars, with functions to inline, and not a kernel's.
        helpers: whether it is functions in C, some of them for a constant argument.
        quick: whether to take less than half the time, for code that takes 1.0 to 1.6 times as
            long and does the same to the bit.
    """
    machine = target_machine(quick=quick)
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_default_triple()
    module.data_layout = str(machine.target_data)
    module.verify()
    if scalar:
        tuning = llvm.create_pipeline_tuning_options(speed_level=1)
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
        return machine.emit_object(module)
    # The code is vector code already: it needs registers in place of stack slots. LLVM's full
    # pipeline takes seven times as long, and its combining of instructions and values a tenth of
    # a compilation; neither gains anything on it.
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    passes = llvm.create_new_function_pass_manager()
    passes.add_sroa_pass()
    if helpers:  # what a constant decides; a kernel's own floats are not calculated here
        passes.add_sccp_pass()
    passes.add_simplify_cfg_pass()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)
    with _unscheduled():
        return machine.emit_object(module)


@contextmanager
def _unscheduled() -> Generator[None]:
    """Keep LLVM from sorting machine instructions; other users of LLVM in this process are not hit.

    Processors reorder instructions themselves, and this saves a tenth of a compilation.
    """
    llvm.set_option("kernelscope", "-enable-misched=false")
    try:
        yield
    finally:
        llvm.set_option("kernelscope", "-enable-misched=true")


@functools.cache
def _conversions() -> tuple[bytes, ...]:
    """Return the object code of what LLVM calls in place of an instruction of this processor."""
    if llvm.get_host_cpu_features().get("f16c"):
        return ()
    return (compile_text(_CONVERSIONS.read_text(encoding="utf-8")),)


class LoadedCode:
    """Code in memory; kept alive as long as this object."""

    def __init__(self, images: tuple[bytes, ...], name: str) -> None:
        library = llvm.JITLibraryBuilder()
        for image in (*images, *_conversions()):
            library.add_object_img(image)
        library.export_symbol(name)
        library.add_current_process()
        # The same code may be loaded more than once, by modules that know nothing of each other.
        self._tracker = library.link(_jit(), f"{name}.{next(_loaded)}")
        prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
        self.run = prototype(self._tracker[name])


@functools.cache
def version_key() -> str:
    """Return a hash that differs for every version and processor, whose code is unusable here."""
    digest = hashlib.sha256(source_key(_PACKAGE, (".py", ".ll")))
    digest.update(llvm.get_host_cpu_name().encode())
    digest.update(llvm.get_host_cpu_features().flatten().encode())
    digest.update(llvmlite.__version__.encode())
    return digest.hexdigest()


def cache_key(*parts: object) -> str:
    """Return the name under which a result that depends on `parts` is kept."""
    text = "\0".join((version_key(), *(str(p) for p in parts)))
    return hashlib.sha256(text.encode()).hexdigest()


def read_cache(key: str) -> LLValue:
    """Return the value cached under a key, or None."""
    return read_pickle(_place(key))


def write_cache(key: str, value: object) -> None:
    """Keep a value; a cache that cannot be written is not an error."""
    write_pickle(_place(key), value)


def _place(key: str) -> Path:
    return cache_folder("vgpu") / key[:2] / key
