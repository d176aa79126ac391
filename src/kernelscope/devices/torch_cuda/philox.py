"""The random numbers of a CUDA device, many at once: Philox 4x32-10 as PyTorch's kernels use it.

Philox (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011)
turns a counter and a key into four 32-bit words. PyTorch's CUDA kernels give each thread a stream:
the key is the seed; the counter holds the thread's number in its high half and the number of its
draws so far in its low half.
A grid of T threads writes word `w` of draw `d` of thread `t` to element `4 T d + T w + t`
(DistributionTemplates.h), and cuRAND turns words into uniform and normal numbers
(curand_uniform.h, curand_normal.h). Words and uniform numbers are those of the GPU, bit for bit;
normal ones are within 2e-6, because the GPU's sine and cosine are approximations.

The code is C (`philox.c`) that LLVM compiles, for 16 threads of the grid at a time: reports draw
billions of numbers.
"""

from __future__ import annotations

import ctypes
import math
import os
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from kernelscope.hardware import GPUSpec
from kernelscope.vgpu.jit import engine
from kernelscope.vgpu.runtime.thread_pool import map_on_threads

Kind = Literal["words", "uniform", "normal"]

DRAW = 4
"""The words of a draw, and the step of PyTorch's offset for each draw."""
_BLOCK = 256  # threads of a block of PyTorch's random kernels
_SIDE_BY_SIDE = 16
_AT_ONCE = 1 << 18  # elements that are worth a thread of the host

_KINDS: tuple[Kind, ...] = ("words", "uniform", "normal")


class _Request(ctypes.Structure):
    """A request to the compiled code, as in `philox.c`."""

    _fields_ = (
        ("out", ctypes.c_void_p),
        ("elements", ctypes.c_int64),
        ("threads", ctypes.c_int64),
        ("begin", ctypes.c_int64),
        ("end", ctypes.c_int64),
        ("seed", ctypes.c_uint64),
        ("draw", ctypes.c_uint64),
        ("scale", ctypes.c_double),
        ("shift", ctypes.c_double),
        ("bound", ctypes.c_double),
        ("kind", ctypes.c_uint64),
    )


def grid_threads(spec: GPUSpec, elements: int) -> int:
    """Return the threads of PyTorch's grid for `elements` numbers (calc_execution_policy)."""
    # The GPU's size changes the numbers: an H200 (132 SMs) has at most 270,336 threads, an A100
    # (108) 221,184. `torch.rand(1_000_000)` after the same seed is equal up to element 221,183.
    # That element + 1 is the second word of thread 0 on the A100, and still the first word of a
    # thread on the H200.
    blocks = -(-elements // _BLOCK)
    return _BLOCK * min(spec.sms * (32 * spec.max_warps_per_sm // _BLOCK), blocks)


def draws(elements: int, threads: int, of_draw: int = DRAW) -> int:
    """Return the draws of each thread for `elements` numbers, `of_draw` from each draw."""
    return -(-elements // (threads * of_draw))


def fill(
    out: np.ndarray[Any, Any],
    kind: Kind,
    *,
    threads: int,
    seed: int,
    offset: int,
    scale: float = 1.0,
    shift: float = 0.0,
    bound: float = math.nan,
) -> None:
    """Fill a contiguous array as a grid of `threads` threads would.

    Args:
        out: uint32 for words, float32 otherwise; in the order of the grid's elements.
        kind: words; uniform in (0, 1]; normal with mean 0 and deviation 1.
        threads: of the grid, a multiple of 256.
        seed: 64 bits.
        offset: the offset of PyTorch's generator, a multiple of 4.
        scale: the factor of each number.
        shift: added to each product.
        bound: a result that equals it becomes `shift`.
    """
    groups = draws(out.size, threads) * (threads // _SIDE_BY_SIDE)
    cores = os.cpu_count() or 1
    pieces = max(1, min(cores, out.size // _AT_ONCE))
    bounds = [groups * piece // pieces for piece in range(pieces + 1)]
    code = _code()

    def run(piece: int) -> None:
        request = _Request(
            out.ctypes.data, out.size, threads, bounds[piece], bounds[piece + 1],
            seed, offset // DRAW, scale, shift, bound, _KINDS.index(kind),
        )  # fmt: skip
        code.run(ctypes.addressof(request))

    if pieces == 1:
        run(0)
    else:
        map_on_threads(run, range(pieces))


@cache
def _code() -> engine.LoadedCode:
    text = Path(__file__).with_suffix(".ll").read_text(encoding="utf-8")
    key = engine.cache_key("philox", text)
    compiled = engine.read_cache(key)
    if compiled is None:
        compiled = engine.compile_text(text)
        engine.write_cache(key, compiled)
    return engine.LoadedCode((compiled,), "ks.philox")
