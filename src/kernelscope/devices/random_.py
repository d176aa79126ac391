"""Random numbers of the pretended GPU: many at once, the same for the same seed.

A tensor is filled in chunks of fixed size, each from a stream of its own (keyed by the generator's
seed, its offset and the chunk's number), by as many threads as there are cores, so that the numbers
depend on the seed alone. They are not a real GPU's numbers (Philox by thread).

Reports draw billions of f32 numbers: those come from splitmix64 (Steele, Lea and Flood, 2014) and
the Box–Muller transform as whole-array NumPy operations, faster than NumPy's own samplers, which
draw one after another. f64 takes NumPy's samplers on SFC64.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
import torch

from kernelscope.devices.torch_internals import C

_CHUNK = 1 << 20
_SEED_BITS = (1 << 64) - 1

_STEP = 1 << 14  # 64-bit words at a time: the temporaries stay in the processor's cache
_GAMMA = 0x9E3779B97F4A7C15
_WORDS = np.arange(_STEP, dtype=np.uint64) * np.uint64(_GAMMA)

Fill = Callable[[list[int], Any], None]
"""Fills an array from the stream that the numbers name."""


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
        """How far it has got, in Philox's units of four."""
        return 4 * self._offset

    def set_offset(self, offset: int) -> GpuGenerator:
        """Go to a place that `get_offset` named."""
        self._offset = offset // 4
        return self

    def get_state(self) -> torch.Tensor:
        """Seed and offset in 16 bytes, as CUDA's generators have them."""
        words = np.array([self._seed, 4 * self._offset], dtype=np.uint64)
        return torch.from_numpy(words.view(np.uint8).copy())

    def set_state(self, new_state: torch.Tensor) -> GpuGenerator:
        """Go back to what `get_state` returned."""
        words = new_state.cpu().contiguous().numpy().view(np.uint64)
        self._seed, self._offset = int(words[0]), int(words[1]) // 4
        return self

    def clone_state(self) -> GpuGenerator:
        """A second generator in the same state."""
        other = GpuGenerator()
        other.set_state(self.get_state())
        return other

    def draw(self) -> tuple[int, int]:
        """The seed and offset of the next tensor."""
        with self._lock:
            self._offset += 1
            return self._seed, self._offset - 1

    def draw_for_cpu(self) -> torch.Generator:
        """A CPU generator for the next tensor, for PyTorch's own samplers."""
        seed, offset = self.draw()
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


def fill_uniform(out: torch.Tensor, low: float, high: float, generator: GpuGenerator) -> None:
    """Fill a CPU tensor of any float dtype and layout with numbers in [low, high)."""

    def fill(key: list[int], chunk: Any) -> None:
        if chunk.dtype == np.float32:
            for words, start in _words(key, chunk.size):
                part = chunk[start : start + 2 * words.size]
                # 24 bits, so that 1 is never reached by rounding.
                bits = words.view(np.uint32)[: part.size] >> np.uint32(8)
                part[:] = bits
                part *= np.float32(2.0**-24)
        else:
            _stream(key).random(dtype=chunk.dtype, out=chunk)
        if (low, high) != (0.0, 1.0):
            np.multiply(chunk, high - low, out=chunk)
            np.add(chunk, low, out=chunk)

    _fill(out, fill, generator)


def fill_normal(out: torch.Tensor, mean: float, std: float, generator: GpuGenerator) -> None:
    """Fill a CPU tensor of any float dtype and layout with normal numbers."""

    def fill(key: list[int], chunk: Any) -> None:
        if chunk.dtype == np.float32:
            for words, start in _words(key, chunk.size):
                _box_muller(words, chunk[start : start + 2 * words.size])
        else:
            _stream(key).standard_normal(dtype=chunk.dtype, out=chunk)
        if (mean, std) != (0.0, 1.0):
            np.multiply(chunk, std, out=chunk)
            np.add(chunk, mean, out=chunk)

    _fill(out, fill, generator)


def _stream(key: list[int]) -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(key)))


def _words(key: list[int], count: int) -> Iterator[tuple[Any, int]]:
    """Random 64-bit words for `count` 32-bit numbers, in pieces, and where each piece begins."""
    state = int(np.random.SeedSequence(key).generate_state(1, np.uint64)[0])
    for start in range(0, count, 2 * _STEP):
        size = min(_STEP, -(-(count - start) // 2))
        begin = (state + start // 2 * _GAMMA) & _SEED_BITS
        z = _WORDS[:size] + np.uint64(begin)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            z ^= z >> np.uint64(shift)
            z *= np.uint64(factor)
        z ^= z >> np.uint64(31)
        yield z, start


def _box_muller(words: Any, out: Any) -> None:
    """Two normal numbers from each word: cosines first in `out`, then the sines."""
    halves = words.view(np.uint32)
    # Between 2^-33 and 1: the logarithm of zero is out of reach.
    radius = halves[0::2].astype(np.float32)
    radius *= np.float32(2.0**-32)
    radius += np.float32(2.0**-33)
    np.log(radius, out=radius)
    radius *= np.float32(-2.0)
    np.maximum(radius, np.float32(0), out=radius)
    np.sqrt(radius, out=radius)
    angle = halves[1::2].astype(np.float32)
    angle *= np.float32(2.0 * np.pi * 2.0**-32)
    half = words.size
    np.multiply(np.cos(angle), radius, out=out[:half])
    rest = out.size - half
    np.multiply(np.sin(angle[:rest]), radius[:rest], out=out[half:])


def _fill(out: torch.Tensor, fill: Fill, generator: GpuGenerator) -> None:
    direct = out.dtype in (torch.float32, torch.float64) and out.is_contiguous()
    flat = (
        out.view(-1) if direct else torch.empty(out.numel(), dtype=_wide(out.dtype), device="cpu")
    )
    array = flat.numpy()
    seed, offset = generator.draw()

    def chunk(number: int) -> None:
        start = number * _CHUNK
        fill([seed, offset, number], array[start : start + _CHUNK])

    chunks = range(-(-array.size // _CHUNK))
    if len(chunks) == 1:
        chunk(0)
    else:
        list(_threads().map(chunk, chunks))
    if not direct:
        out.copy_(flat.view(out.shape))


def _wide(dtype: torch.dtype) -> torch.dtype:
    return torch.float64 if dtype == torch.float64 else torch.float32


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="kernelscope-random")
