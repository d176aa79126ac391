"""Names of kernels: as their author wrote them, out of what a linker or a profiler calls them."""

from __future__ import annotations

import re

from kernelscope.devices.torch_cuda import internals as torch_internals

_NOT_IN_A_NAME = re.compile(r"[<(]")
_ANONYMOUS = "(anonymous namespace)::"
_ABI_TAGS = re.compile(r"\[abi:[^\]]*\]")


def demangled(name: str) -> str:
    """The C++ name with its types; any other name as it is.

    PyTorch brings a demangler (`__cxa_demangle`), so nothing need be installed for it.
    """
    return str(torch_internals.C._demangle(name))


def function_name(name: str) -> str:
    """The bare name of the function: `square` of `void a::square<float>(float const*)`."""
    whole = _ABI_TAGS.sub("", name.replace(_ANONYMOUS, ""))
    head = _NOT_IN_A_NAME.split(whole, maxsplit=1)[0].rstrip()
    return re.split(r"::|\s", head)[-1] or name
