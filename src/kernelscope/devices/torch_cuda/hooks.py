"""Answers to the questions that PyTorch's C++ asks before it uses a CUDA device.

Two tables decide. The *device guard* switches to a device before a kernel runs on it; the *hooks*
say whether there is CUDA at all, which autograd asks for each gradient. A build without CUDA has
no guard, and hooks that say no. A build with CUDA on a machine without a GPU behaves the same.
Both are C++ objects that only C++ can replace. This module replaces them through their tables of
virtual functions; PyTorch's own headers, which it installs, declare the order.
"""

from __future__ import annotations

import ctypes
import functools
import re
from pathlib import Path

import torch

from kernelscope._native import native_function
from kernelscope._patching import Patches
from kernelscope.devices.torch_cuda.internals import C
from kernelscope.devices.torch_cuda.pinned import PINNED
from kernelscope.errors import UnavailableError

_CUDA = 1  # c10::DeviceType::CUDA
_FOLDER = Path(torch.__file__).parent
_REGISTRY = "_ZN3c104impl26device_guard_impl_registryE"  # c10::impl::device_guard_impl_registry
_GET_HOOKS = "_ZN2at6detail12getCUDAHooksEv"  # at::detail::getCUDAHooks()
_VIRTUAL = re.compile(r"^\s*virtual [\w:<>&* ]*?(~?\w+)\(", re.MULTILINE)
# An object's first word points behind two words of its table: the offset to the whole object and
# its type information. The copied table keeps both.
_TABLE_HEAD = 2
_Pointer = ctypes.c_void_p
_Answer = ctypes.CFUNCTYPE(_Pointer, _Pointer)
_TABLE_WORDS = 80


def install_device_guard() -> None:
    """Register a CUDA device that needs no switching, if PyTorch has no such guard.

    The guard stays for the life of the process: autograd starts its threads once, for the devices
    known at the first backward.
    """
    # `_ensureCUDADeviceGuardSet` (made for PyTorch's fake tensors) replaces a guard whose
    # `deviceCount()` is 0 by a guard that does nothing. It needs a guard to ask; a build without
    # CUDA has none. So the slot gets an object first whose virtual functions all return 0: asked
    # for its device count it says 0, and PyTorch exchanges it. Without a guard the first kernel
    # on a tensor of `cuda:0` fails: "PyTorch is not linked with support for cuda devices".
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
        raise UnavailableError(
            f"PyTorch {torch.__version__} does not accept a device guard for CUDA"
        )


def say_there_is_cuda(undo: Patches) -> None:
    """Have the hooks say that CUDA exists, without a context, until `undo` closes."""
    library = ctypes.CDLL(str(_FOLDER / "lib" / "libtorch_cpu.so"))
    get_hooks = getattr(library, _GET_HOOKS)
    get_hooks.restype = ctypes.c_void_p
    hooks = ctypes.c_void_p.from_address(get_hooks())
    before = hooks.value
    if before is None:
        raise UnavailableError(f"PyTorch {torch.__version__} has no CUDA hooks to replace")
    begin = before - _TABLE_HEAD * ctypes.sizeof(ctypes.c_void_p)
    table = (ctypes.c_void_p * _TABLE_WORDS).from_buffer_copy(
        ctypes.string_at(begin, _TABLE_WORDS * ctypes.sizeof(ctypes.c_void_p))
    )
    slots = _hook_slots()
    answers = {"isBuilt": "yes", "isAvailable": "yes", "hasCUDA": "yes", "hasPrimaryContext": "no"}
    answers["init"] = "no"  # it would raise; there is nothing to initialise
    # A c10::Device is two bytes, its type and its number: 1 is cuda:0. `torch::from_blob` asks.
    answers["getDeviceFromPtr"] = "yes"
    for name, answer in answers.items():
        table[_TABLE_HEAD + slots[name]] = _constant(answer)
    give_pinned = _Answer(lambda _: PINNED.address)
    kept: list[object] = [table, give_pinned]
    table[_TABLE_HEAD + slots["getPinnedMemoryAllocator"]] = ctypes.cast(
        give_pinned, _Pointer
    ).value

    def restore() -> None:
        hooks.value = before
        kept.clear()  # nothing points to them any more

    hooks.value = ctypes.addressof(table) + _TABLE_HEAD * ctypes.sizeof(ctypes.c_void_p)
    undo.callback(restore)


@functools.cache
def _hook_slots() -> dict[str, int]:
    """Return the place of each of the hooks' virtual functions in their table."""
    # Itanium C++ ABI, 2.5.2: the base class's functions come first, in the order of declaration; a
    # destructor takes two entries; then the derived class's new functions. An override keeps the
    # base's place. So AcceleratorHooksInterface has its destructor at 0 and 1, isBuilt at 2 …
    # getNewGenerator at 15, and CUDAHooksInterface adds hasCUDA at 16. If the destructor counted
    # once, "yes" would go to getNewGenerator, and autograd would see no CUDA.
    folder = _FOLDER / "include" / "ATen" / "detail"
    names: list[str] = []
    for header in ("AcceleratorHooksInterface.h", "CUDAHooksInterface.h"):
        for name in _VIRTUAL.findall((folder / header).read_text()):
            if name not in names:
                names.extend([name, name + "#"] if name.startswith("~") else [name])
    return {name: place for place, name in enumerate(names)}


def _constant(name: str) -> int:
    """Return the address of a function that ignores its arguments and returns "yes" or "no"."""
    return native_function(f"define i64 @{name}() {{ ret i64 {int(name == 'yes')} }}", name)
