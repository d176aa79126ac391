"""What PyTorch's C++ asks before it uses a CUDA device, answered where there is none.

Two tables decide. The *device guard* switches to a device before a kernel runs on it; the *hooks*
say whether there is CUDA at all, which autograd asks for each gradient. A build without CUDA has
no guard and hooks that say no; a build with it, on a machine without a GPU, the same in effect.
Both are C++ objects that only C++ can replace; here it is done through their tables of virtual
functions, whose order PyTorch's own headers, installed beside it, declare.
"""

from __future__ import annotations

import ctypes
import re
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import torch

from kernelscope._patching import Patches
from kernelscope.devices.torch_cuda.internals import C
from kernelscope.errors import UnavailableError

_CUDA = 1  # c10::DeviceType::CUDA
_FOLDER = Path(torch.__file__).parent
_REGISTRY = "_ZN3c104impl26device_guard_impl_registryE"  # c10::impl::device_guard_impl_registry
_GET_HOOKS = "_ZN2at6detail12getCUDAHooksEv"  # at::detail::getCUDAHooks()
_VIRTUAL = re.compile(r"^\s*virtual [\w:<>&* ]*?(~?\w+)\(", re.MULTILINE)
# A table of virtual functions begins two words before the address that its objects hold.
_TABLE_HEAD = 2
_TABLE_WORDS = 80


def install_device_guard() -> None:
    """Let PyTorch know a CUDA device that needs no switching, where it has none.

    PyTorch replaces a guard that counts no devices by one that does nothing (for its own fake
    tensors); a build without CUDA is given such a guard to replace first. It stays: autograd's
    threads, which gradients of a program's other threads need, are started once a process, for
    the devices known by its first backward.
    """
    library = ctypes.CDLL(str(_FOLDER / "lib" / "libc10.so"))
    guards = (ctypes.c_void_p * (_CUDA + 1)).in_dll(library, _REGISTRY)
    if guards[_CUDA]:
        C._ensureCUDADeviceGuardSet()
        return
    table = (ctypes.c_void_p * _TABLE_WORDS)(*[_constant("no")] * _TABLE_WORDS)
    guard = (ctypes.c_void_p * 1)(ctypes.addressof(table))
    guards[_CUDA] = ctypes.addressof(guard)
    C._ensureCUDADeviceGuardSet()
    if guards[_CUDA] == ctypes.addressof(guard):
        guards[_CUDA] = None
        raise UnavailableError(f"PyTorch {torch.__version__} takes no device guard for a GPU")


def say_there_is_cuda(undo: Patches) -> None:
    """Have the hooks say that there is CUDA, with no context of its own, until `undo` closes."""
    library = ctypes.CDLL(str(_FOLDER / "lib" / "libtorch_cpu.so"))
    get_hooks = getattr(library, _GET_HOOKS)
    get_hooks.restype = ctypes.c_void_p
    hooks = ctypes.c_void_p.from_address(get_hooks())
    before = hooks.value
    if before is None:
        raise UnavailableError(f"PyTorch {torch.__version__} has no CUDA hooks to answer for")
    begin = before - _TABLE_HEAD * ctypes.sizeof(ctypes.c_void_p)
    table = (ctypes.c_void_p * _TABLE_WORDS).from_buffer_copy(
        ctypes.string_at(begin, _TABLE_WORDS * ctypes.sizeof(ctypes.c_void_p))
    )
    slots = _hook_slots()
    answers = {"isBuilt": "yes", "isAvailable": "yes", "hasCUDA": "yes", "hasPrimaryContext": "no"}
    for name, answer in answers.items():
        table[_TABLE_HEAD + slots[name]] = _constant(answer)

    def restore() -> None:
        hooks.value = before
        table[0] = None  # keeps the table alive until nothing points to it

    hooks.value = ctypes.addressof(table) + _TABLE_HEAD * ctypes.sizeof(ctypes.c_void_p)
    undo.callback(restore)


def _hook_slots() -> dict[str, int]:
    """The place of each of the hooks' virtual functions in their table.

    The base class's functions come first, its destructor in two forms; a class's own follow in
    the order of their declaration, without those that it only overrides.
    """
    folder = _FOLDER / "include" / "ATen" / "detail"
    names: list[str] = []
    for header in ("AcceleratorHooksInterface.h", "CUDAHooksInterface.h"):
        for name in _VIRTUAL.findall((folder / header).read_text()):
            if name not in names:
                names.extend([name, name + "#"] if name.startswith("~") else [name])
    return {name: place for place, name in enumerate(names)}


@cache
def _code() -> Any:
    """Two machine-code functions that return a constant whatever they are given."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(
        "define i64 @yes() { ret i64 1 }\ndefine i64 @no() { ret i64 0 }\n"
    )
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return engine


def _constant(name: str) -> int:
    return _code().get_function_address(name)
