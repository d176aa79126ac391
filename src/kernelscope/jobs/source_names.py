"""The names and types of a kernel's parameters in its source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kernelscope.devices.virtual import origin_of
from kernelscope.sanitizer.findings import Finding
from kernelscope.vgpu import LaunchRequest

_TO_CONSTANT = re.compile(r"const [^*]*\*")


def source_names(request: LaunchRequest) -> Sequence[str]:
    """Return the source's name of each parameter of a launch's kernel; "" for one without."""
    return origin_of(request).form_of(request.kernel).parameters


def probed(request: LaunchRequest) -> Iterator[Finding]:
    """Yield what the front end of a launch finds in it before it runs."""
    if origin_of(request).frontend == "triton":
        from kernelscope.frontends.triton.histograms import outside_of_bins

        yield from outside_of_bins(request)


def constant_parameters(request: LaunchRequest) -> frozenset[int]:
    """Return the numbers of the parameters that are pointers to `const` in CUDA C++."""
    form = origin_of(request).form_of(request.kernel)
    types = [form.types.get(name, "") for name in form.parameters]
    return frozenset(n for n, type_name in enumerate(types) if _TO_CONSTANT.fullmatch(type_name))
