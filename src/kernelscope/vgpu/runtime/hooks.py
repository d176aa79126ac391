"""Who is told of launches, and who runs them in the virtual GPU's place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from kernelscope.vgpu.runtime.kernel import Kernel
    from kernelscope.vgpu.runtime.launch import LaunchCounts

Shape = tuple[tuple[int, int, int], tuple[int, int, int], int]
"""Grid, block, and the dynamic shared memory in bytes."""

observers: list[Callable[[Kernel, LaunchCounts], None]] = []
"""Called with the kernel and its counts after every launch."""

before_launch: list[Callable[[Kernel, Sequence[Any]], None]] = []
"""Called with the kernel and its arguments before every launch."""

stand_ins: list[
    Callable[[Kernel, Shape, Sequence[Any], np.ndarray | None, float | None], LaunchCounts]
] = []
"""The last of them runs a launch in the place of `Kernel.run`."""
