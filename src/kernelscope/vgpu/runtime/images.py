"""The memory behind textures and surfaces of the virtual GPU, and their handles."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.runtime.registry import REGISTRY, Region
from kernelscope.vgpu.textures import SLOTS, Image, Sampling, encode


class View:
    """A texture of a tensor's or array's memory, or a surface if it has no sampling.

    Its handle is the address of its words. They are written anew each time that the handle is asked
    for, because the number of an allocation may change.
    """

    def __init__(self, image: Image, sampling: Sampling | None, memory: Any) -> None:
        self.image = image
        self.sampling = sampling
        self.memory = memory
        self._words = np.zeros(8 * SLOTS, np.uint8)
        REGISTRY.enter(self._own(), self._words, by_host=False)
        self._texels()

    def __index__(self) -> int:
        region, first = self._texels()
        data = encode(self.image, self.sampling, SPACE.address(region, first))
        self._words[:] = np.frombuffer(data, np.uint8)
        words = self._own()
        return SPACE.address(words, words.base)

    def regions(self) -> tuple[Region, Region]:
        """Return the allocations of the words and of the texels."""
        return self._own(), self._texels()[0]

    def _own(self) -> Region:
        return Region(self._words.ctypes.data, self._words.nbytes)

    def _texels(self) -> tuple[Region, int]:
        texels = region_of(self.memory)
        if texels is None:
            raise LaunchError(f"a texture of {type(self.memory).__name__}, which has no memory")
        return texels


class Held:
    """The texels of a CUDA array."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self._data = np.zeros(image.bytes, np.uint8)

    def read(self) -> np.ndarray[Any, Any]:
        """Return a copy of its bytes, row after row."""
        return self._data.copy()

    def write(self, data: np.ndarray[Any, Any]) -> None:
        """Set all of its bytes."""
        self._data[:] = data

    def texture(self, sampling: Sampling) -> View:
        """Return a texture of it."""
        return View(self.image, sampling, self._data)

    def surface(self) -> View:
        """Return a surface of it."""
        return View(self.image, None, self._data)
