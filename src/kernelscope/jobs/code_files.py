"""Kernels of files of code: PTX, cubins and CUDA C++. Nothing runs here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kernelscope._demangle import written_name
from kernelscope.devices.capture import KernelForm, forms_of_text
from kernelscope.driver.toolkit import ptx_of
from kernelscope.errors import (
    CompileError,
    KernelscopeError,
    PtxError,
    UnavailableError,
    UsageError,
)
from kernelscope.frontends.cuda.c_signature import PROBE
from kernelscope.frontends.cuda.declarations import with_declaration
from kernelscope.machine_code.cubin import cubin_target, is_cuda_elf, kernel_resources
from kernelscope.vgpu.ptx.entries import only_entry

_NEWEST = (9, 1)  # the newest version of PTX that the parser was tried on
_AGAIN = "is it cut off, or not as nvcc, NVRTC, Triton or Numba write it? Make it again"
# Words in the first lines of a file that is not PTX → what the file holds.
_OTHER_TEXT = {
    "amdgcn": "AMD's assembly",
    "amdgpu": "AMD's assembly",
    "SPIR-V": "SPIR-V",
    "OpCapability": "SPIR-V",
    "\x03\x02#\x07": "SPIR-V",
    "; ModuleID": "LLVM IR",
    "target triple": "LLVM IR",
    "define ": "LLVM IR",
    "#loc": "MLIR",
    "module {": "MLIR",
    "module attributes": "MLIR",
    "<!DOCTYPE": "HTML",
    "<html": "HTML",
    "__global__": "CUDA C++",
    "#include": "CUDA C++",
    "import ": "Python",
}
_ELF_HEADER_BYTES = 64
# First bytes of a file that is not a cubin → what the file holds, and what to do.
_OTHER_BYTES = {
    b"\x50\xed\x55\xba": "a fat binary: extract its cubins with cuobjdump -xelf all FILE",
    b"\x7fELF": "a host program or library: extract its cubins with cuobjdump -xelf all FILE",
    b".version": "text; the name of a PTX file ends in .ptx",
    b"//": "text; the name of a PTX file ends in .ptx",
}


def ptx_file(path: Path) -> list[KernelForm]:
    """Return the kernels of a PTX file. Raises UsageError if it cannot be read, holds something
    else, or has no kernel; PtxError for malformed PTX, with its line.
    """
    text = _text_of(path, "it is not text; a cubin's name ends in .cubin")
    return ptx_text(text, str(path))


def _text_of(path: Path, if_not_text: str) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # an editor of Windows may add a mark
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or if_not_text
        raise UsageError(f"{path}: cannot be read: {reason}") from None


def ptx_text(text: str, name: str = "ptx") -> list[KernelForm]:
    """Return the kernels of a PTX text; messages call it `name`. Raises as `ptx_file` does."""
    if not text.strip(" \t\r\n\0"):
        raise UsageError(f"{name} is empty: write it again, for example with nvcc -ptx")
    try:
        forms = forms_of_text(text.rstrip("\0"))
    except PtxError as error:
        raise PtxError(
            f"{error.message}: {_remedy(text)}", error.line, error.column, name
        ) from None
    if not forms:
        raise UsageError(f"{name} has no kernel: PTX marks one with .entry")
    return forms


def _remedy(text: str) -> str:
    head = text[:2000]
    if ".version" not in head:
        language = next((name for mark, name in _OTHER_TEXT.items() if mark in head), "")
        verdict = f"this is {language}, not PTX" if language else "this is not PTX"
        return f"{verdict}, which an NVIDIA compiler writes (nvcc -ptx, NVRTC, Triton, Numba)"
    digits = head.partition(".version")[2].split()[:1]
    major, _, minor = (digits or ["0"])[0].partition(".")
    if major.isdigit() and minor.isdigit() and (int(major), int(minor)) > _NEWEST:
        newest = f"{_NEWEST[0]}.{_NEWEST[1]}"
        return f"PTX {major}.{minor} is newer than the newest version known here, {newest}"
    return _AGAIN


def cubin_file(path: Path) -> list[KernelForm]:
    """Return the kernels of a cubin.

    Raises UsageError if the file cannot be read, is not a cubin, or has no kernel.
    """
    try:
        cubin = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
    try:
        target, resources = cubin_target(cubin), kernel_resources(cubin)
    except UsageError:
        raise UsageError(f"{path}: not a cubin that can be read: {_not_a_cubin(cubin)}") from None
    names = [name for name in resources if PROBE not in name]
    if not names:
        raise UsageError(f"{path} has no kernel, only functions: link it, then inspect the result")
    return [KernelForm(name, "ptx", target, {}, cubin) for name in names]


def _not_a_cubin(data: bytes) -> str:
    """Return what a file holds that is not a cubin, and what to do."""
    if not data:
        return "the file is empty"
    if len(data) >= _ELF_HEADER_BYTES and not is_cuda_elf(data):
        for mark, content in _OTHER_BYTES.items():
            if data.startswith(mark):
                return f"this is {content}"
    return "is it cut off, or not from ptxas, nvcc -cubin or Triton? Make it again"


def cuda_file(path: Path, target: str) -> list[KernelForm]:
    """Return the kernels of a CUDA C++ file, compiled for a target such as "sm_90a".

    NVRTC does it, and nvcc if NVRTC refuses the file for its host code. A template is there in the
    instances that the file itself asks for. Raises UsageError if the file cannot be read, or has no
    kernel that can be compiled by its name; CompileError and UnavailableError as `compile_kernel`.
    """
    try:
        return _by_nvrtc(path, target)
    except CompileError as refused:
        try:
            ptx = ptx_of(str(path), target)
        except UnavailableError:
            raise refused from None
        except CompileError as wrong:  # NVRTC's words have the column, if they are of this place
            place = re.match(r".*?:\d+", str(wrong))
            at_once = place is not None and str(refused).startswith(f"{place[0]}:")
            raise (refused if at_once else wrong) from None
    forms = [
        replace(form, frontend="cuda", texts={"ptx": only_entry(ptx, form.name)})
        for form in forms_of_text(ptx)
    ]
    if not forms:
        raise UsageError(f"{path} launches and instantiates no kernel: there is nothing to open")
    return [with_declaration(form, {}) for form in forms]


def _by_nvrtc(path: Path, target: str) -> list[KernelForm]:
    from kernelscope.frontends.cuda.kernel import CudaKernel
    from kernelscope.frontends.cuda.nvrtc import compile_module
    from kernelscope.frontends.cuda.source import entry_names, kernel_names

    source, file = _text_of(path, "it is not text"), str(path.resolve())
    names = kernel_names(source)
    forms: dict[str, KernelForm] = {}
    entries: list[str] = []
    for name in names:
        kernel = CudaKernel(source, file, name, ())
        try:
            form = kernel.form(target)
        except UsageError:  # a template, or in a namespace
            continue
        forms[form.name] = form
        entries = entries or entry_names(kernel.build(target).compiled.ptx)
    if not entries:
        entries = entry_names(compile_module(source, (), target, file=file).ptx)
    for entry in entries:  # instances and kernels in namespaces
        if entry not in forms:
            forms[entry] = _named_in_cpp(source, file, entry, target)
    if not forms:
        if not names:
            raise UsageError(f"{path} has no kernel: CUDA C++ marks one with __global__")
        raise UsageError(
            f"{path}: {', '.join(names)} cannot be compiled by name (a template, for example): "
            f'launch an instance in a script with kernelscope.cuda_kernel("{path}", '
            f'"{names[0]}<float>")'
        )
    return list(forms.values())


def _named_in_cpp(source: str, file: str, entry: str, target: str) -> KernelForm:
    """Return a kernel of which only the linker's name is known."""
    from kernelscope.frontends.cuda.kernel import CudaKernel

    # By `matmul<16>` the compiler tells the types of the parameters, by `_Z6matmul…` it does not.
    # A kernel of which C++ has several of that name, say, can only be had by the linker's name.
    try:
        form = CudaKernel(source, file, written_name(entry), ()).form(target)
    except KernelscopeError:
        form = None
    if form is not None and form.name == entry:
        return form
    return CudaKernel(source, file, entry, ()).form(target)


def left_out(path: Path, entries: Sequence[str]) -> list[str]:
    """Return the kernels that a CUDA C++ file declares and that none of the entries is.

    They are templates without an instance. A mangled name holds the name of the source.
    """
    from kernelscope.frontends.cuda.source import kernel_names

    names = kernel_names(_text_of(path, "it is not text"))
    return [name for name in names if not any(name in entry for entry in entries)]
