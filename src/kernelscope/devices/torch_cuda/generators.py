"""`torch.Generator` on the virtual GPU: a seed, and an offset that grows with each draw."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
import torch

from kernelscope.devices.torch_cuda.internals import C

_SEED_BITS = (1 << 64) - 1

# Kept here because the facade replaces `torch.Generator`.
_CpuGenerator: Any = C.Generator

_names = itertools.count(0x6B73_0000_0000_0000)
_names_lock = threading.Lock()
_generators: WeakValueDictionary[int, GpuGenerator] = WeakValueDictionary()

on_draw: list[Callable[[GpuGenerator], None]] = []
"""Called with a generator before it draws; one that raises refuses."""


class GpuGenerator(_CpuGenerator):
    """A `torch.Generator` on `cuda:0`: PyTorch's CPU generator carries it through PyTorch's API.

    Its state is a seed and an offset that grows with each tensor drawn, as on a GPU.
    """

    def __new__(cls, device: object = "cuda") -> GpuGenerator:
        """Make a generator on `cuda:0`, the only device."""
        generator = super().__new__(cls, "cpu")
        # `torch.rand(3, generator=g)` reaches our kernel with another Python object for `g`, which
        # lacks `_seed` and `_offset`: `g is given` is False, and so is every lookup by identity.
        # Both objects share the CPU generator inside, which nothing draws from. So its seed holds
        # a number that identifies `g`: `given.initial_seed()` finds it in `_generators`.
        with _names_lock:
            name = next(_names)
        _CpuGenerator.manual_seed(generator, name)
        _generators[name] = generator
        generator._seed = 67280421310721  # PyTorch's default seed
        generator._offset = 0
        generator._lock = threading.Lock()
        return generator

    _seed: int
    _offset: int
    _lock: threading.Lock

    @property
    def device(self) -> torch.device:
        """The device, always `cuda:0`."""
        return torch.device("cuda", 0)

    def manual_seed(self, seed: int) -> GpuGenerator:
        """Begin again from `seed`."""
        self._seed, self._offset = int(seed) & _SEED_BITS, 0
        return self

    def seed(self) -> int:
        """Begin again from a seed of the system's entropy, and return it."""
        self.manual_seed(int.from_bytes(os.urandom(7), "little"))
        return self._seed

    def initial_seed(self) -> int:
        """Return the seed that the generator began from."""
        return self._seed

    def get_offset(self) -> int:
        """Return the words that each thread of a kernel has drawn so far, a multiple of 4."""
        return self._offset

    def set_offset(self, offset: int) -> GpuGenerator:
        """Continue from an offset that `get_offset` returned."""
        self._offset = offset
        return self

    def get_state(self) -> torch.Tensor:
        """Return seed and offset in 16 bytes, as CUDA's generators do."""
        words = np.array([self._seed, self._offset], dtype=np.uint64)
        return torch.from_numpy(words.view(np.uint8).copy())

    def set_state(self, new_state: torch.Tensor) -> GpuGenerator:
        """Continue from a state that `get_state` returned."""
        words = new_state.cpu().contiguous().numpy().view(np.uint64)
        self._seed, self._offset = int(words[0]), int(words[1])
        return self

    def clone_state(self) -> GpuGenerator:
        """Return a second generator in the same state."""
        other = GpuGenerator()
        other.set_state(self.get_state())
        return other

    def draw(self, words: int) -> tuple[int, int]:
        """Return the seed, and the offset for a kernel that draws `words` words a thread."""
        for check in on_draw:
            check(self)
        with self._lock:
            self._offset += words
            return self._seed, self._offset - words

    def draw_for_cpu(self) -> torch.Generator:
        """Return a CPU generator for the next tensor, for PyTorch's own samplers."""
        return cpu_generator(*self.draw(4))


default_generator = GpuGenerator()


def cpu_generator(seed: int, offset: int) -> torch.Generator:
    """Return a CPU generator that is the same for the same seed and offset."""
    words = np.random.SeedSequence([seed, offset]).generate_state(2, np.uint32)
    return _CpuGenerator("cpu").manual_seed(int(words[0]) << 31 ^ int(words[1]))


def gpu_generator(given: torch.Generator | None) -> GpuGenerator:
    """Return the generator that a kernel was given, or the default generator.

    Raises the error of CUDA's kernels for a generator of the CPU.
    """
    if given is None:
        return default_generator
    generator = _generators.get(_CpuGenerator.initial_seed(given))
    if generator is None:
        raise RuntimeError("Expected a 'cuda' device type for generator but found 'cpu'")
    return generator
