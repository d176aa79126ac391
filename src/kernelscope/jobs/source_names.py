"""The names that a kernel's source gives its parameters."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.devices.virtual import origin_of
from kernelscope.vgpu import LaunchRequest


def source_names(request: LaunchRequest) -> Sequence[str]:
    """Return the source's name of each parameter of a launch's kernel; "" for one without."""
    return origin_of(request).form_of(request.kernel).parameters
