"""Kernels of which there is only code: PTX as text or in a file, and cubins. Nothing runs here."""

from __future__ import annotations

from pathlib import Path

from kernelscope.devices.capture import KernelForm
from kernelscope.errors import PtxError, UsageError
from kernelscope.frontends.cuda.c_signature import PROBE
from kernelscope.machine_code.cubin import cubin_target, is_cuda_elf, kernel_resources
from kernelscope.vgpu.ptx.parser import parse

_NEWEST = (9, 1)  # of PTX's versions, the newest that the parser was tried on
_AGAIN = "is it cut off, or not as nvcc, NVRTC, Triton or Numba write it? Make it again"
# What a file begins with that is no PTX, or holds in its first lines.
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
_OTHER_BYTES = {
    b"\x50\xed\x55\xba": "a fat binary: cuobjdump -xelf all FILE takes the cubins out",
    b"\x7fELF": "a program or library of the host: cuobjdump -xelf all FILE takes the cubins out",
    b".version": "text; the name of a file of PTX ends in .ptx",
    b"//": "text; the name of a file of PTX ends in .ptx",
}


def ptx_file(path: Path) -> list[KernelForm]:
    """The kernels of a PTX file.

    Raises:
        UsageError: it cannot be read, is something else, or has no kernel.
        PtxError: it is malformed, with its line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text; a cubin's name ends in .cubin"
        raise UsageError(f"{path}: cannot be read: {reason}") from None
    return ptx_text(text, str(path))


def ptx_text(text: str, name: str = "ptx") -> list[KernelForm]:
    """The kernels of a PTX text; `name` is what messages call it. Raises as `ptx_file`."""
    if not text.strip(" \t\r\n\0"):
        raise UsageError(f"{name} is empty: the compiler that should have written it failed")
    try:
        module = parse(text.rstrip("\0"))
    except PtxError as error:
        raise PtxError(
            f"{error.message}: {_remedy(text)}", error.line, error.column, name
        ) from None
    entries = [one for one in module.functions if one.is_entry and one.body is not None]
    if not entries:
        raise UsageError(f"{name} has no kernel: PTX marks one with .entry")
    return [
        KernelForm(
            entry.name,
            "ptx",
            module.target,
            {"ptx": text.rstrip("\0")},
            parameters=tuple(one.name for one in entry.parameters),
            types={one.name: f".{one.type}" for one in entry.parameters},
        )
        for entry in entries
    ]


def _remedy(text: str) -> str:
    head = text[:2000]
    found = next((what for mark, what in _OTHER_TEXT.items() if mark in head), "")
    if ".version" not in head:
        what = f"this is {found}, not PTX" if found else "this is no PTX"
        return f"{what}, which an NVIDIA compiler writes (nvcc -ptx, NVRTC, Triton, Numba)"
    digits = head.partition(".version")[2].split()[:1]
    major, _, minor = (digits or ["0"])[0].partition(".")
    if major.isdigit() and minor.isdigit() and (int(major), int(minor)) > _NEWEST:
        return f"PTX {major}.{minor} is newer than what is known here ({_NEWEST[0]}.{_NEWEST[1]})"
    return _AGAIN


def cubin_file(path: Path) -> list[KernelForm]:
    """The kernels of a cubin. Raises UsageError: it cannot be read, is none, or has no kernel."""
    try:
        cubin = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
    try:
        target, resources = cubin_target(cubin), kernel_resources(cubin)
    except UsageError:
        raise UsageError(f"{path}: not a cubin that can be read: {_what_is(cubin)}") from None
    names = [name for name in resources if PROBE not in name]
    if not names:
        raise UsageError(f"{path} has no kernel, only functions: link it, and inspect the result")
    return [KernelForm(name, "ptx", target, {}, cubin) for name in names]


def _what_is(data: bytes) -> str:
    """What these bytes are that are no cubin, and what to do."""
    if not data:
        return "the file is empty"
    if len(data) >= _ELF_HEADER_BYTES and not is_cuda_elf(data):
        for mark, what in _OTHER_BYTES.items():
            if data.startswith(mark):
                return f"this is {what}"
    return "is it cut off, or not what ptxas, nvcc -cubin or Triton write? Make it again"
