"""`torch.Generator` on the pretended GPU: a seed, and an offset that grows with what is drawn."""

from __future__ import annotations

import itertools
import os
import threading
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
import torch

from kernelscope.devices.torch_cuda.internals import C

_SEED_BITS = (1 << 64) - 1

# Kept here because `torch.Generator` is another name while the facade is up.
_CpuGenerator: Any = C.Generator

_names = itertools.count(0x6B73_0000_0000_0000)
_names_lock = threading.Lock()
_generators: WeakValueDictionary[int, GpuGenerator] = WeakValueDictionary()


class GpuGenerator(_CpuGenerator):
    """A `torch.Generator` on `cuda:0`: PyTorch's own CPU generator carries it through its API.

    Its state is a seed and an offset that grows with each tensor drawn, as on a GPU.
    """

    def __new__(cls, device: object = "cuda") -> GpuGenerator:
        """Make a generator; whatever CUDA device is named, there is only `cuda:0`."""
        generator = super().__new__(cls, "cpu")
        # PyTorch hands kernels another Python object for the same generator. The seed of the CPU
        # generator inside, which nothing draws from, says whose it is.
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
        """Always `cuda:0`."""
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
        """The seed that it began from."""
        return self._seed

    def get_offset(self) -> int:
        """How far it has got: the words that each thread of a kernel has drawn, a multiple of 4."""
        return self._offset

    def set_offset(self, offset: int) -> GpuGenerator:
        """Go to a place that `get_offset` named."""
        self._offset = offset
        return self

    def get_state(self) -> torch.Tensor:
        """Seed and offset in 16 bytes, as CUDA's generators have them."""
        words = np.array([self._seed, self._offset], dtype=np.uint64)
        return torch.from_numpy(words.view(np.uint8).copy())

    def set_state(self, new_state: torch.Tensor) -> GpuGenerator:
        """Go back to what `get_state` returned."""
        words = new_state.cpu().contiguous().numpy().view(np.uint64)
        self._seed, self._offset = int(words[0]), int(words[1])
        return self

    def clone_state(self) -> GpuGenerator:
        """A second generator in the same state."""
        other = GpuGenerator()
        other.set_state(self.get_state())
        return other

    def draw(self, words: int) -> tuple[int, int]:
        """The seed, and the offset at which a kernel begins that draws so many words a thread."""
        with self._lock:
            self._offset += words
            return self._seed, self._offset - words

    def draw_for_cpu(self) -> torch.Generator:
        """A CPU generator for the next tensor, for PyTorch's own samplers."""
        seed, offset = self.draw(4)
        words = np.random.SeedSequence([seed, offset]).generate_state(2, np.uint32)
        return _CpuGenerator("cpu").manual_seed(int(words[0]) << 31 ^ int(words[1]))


default_generator = GpuGenerator()


def gpu_generator(given: torch.Generator | None) -> GpuGenerator:
    """The generator that a kernel was handed; the default one where it was handed none.

    Raises what CUDA's kernels raise for a generator of the CPU.
    """
    if given is None:
        return default_generator
    generator = _generators.get(_CpuGenerator.initial_seed(given))
    if generator is None:
        raise RuntimeError("Expected a 'cuda' device type for generator but found 'cpu'")
    return generator
