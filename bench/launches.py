"""What launches of Triton's kernels cost on a virtual GPU, beside Triton's own part of them.

    python -m bench.launches new        first launches, the second of each, then empty ones
    python -m bench.launches cached     first launches; for the caches of an earlier process

Prints a JSON object. Of each first launch: the processor seconds of Triton's compiler with its
children, those of the rest, and those of the record that is made of it. Of each second launch: the
files that it added to the cache, which are those of code that it compiled. Of empty launches: the
least seconds, also of those whose launcher does nothing, and so of Triton alone.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import triton
import triton.language as tl
from triton.runtime.jit import JITFunction

import kernelscope as ks
from bench.clock import seconds
from bench.kernels import SOFTMAX_SHAPE, Attention, Gelu, Matmul, Softmax
from kernelscope import vgpu
from kernelscope.frontends.triton.launch import Launcher

LAUNCHES = 3000
_COMPILE = "_do_compile"  # Triton's compiler, as its launches call it
EMPTY_PTX = """.version 8.4
.target sm_90
.address_size 64
.visible .entry empty() { .reg .b32 %r<2>; mov.u32 %r1, 1; ret; }
"""
EMPTY_CUDA = 'extern "C" __global__ void empty(float* x, int n) {}'


@triton.jit
def empty_kernel(x_ptr, n, BLOCK: tl.constexpr):
    """Do nothing."""


def files() -> int:
    """Return the number of files in the cache."""
    return sum(path.is_file() for path in Path(os.environ["KERNELSCOPE_CACHE"]).rglob("*"))


def processor_time() -> float:
    """Return the seconds that this thread and the children that have ended took."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.thread_time() + children.ru_utime + children.ru_stime


def first_launches(gpu: Any) -> dict[str, dict[str, float]]:
    """Launch each kernel for the first time, read its record, and launch it again."""
    of_triton: list[float] = []
    compile_: Any = getattr(JITFunction, _COMPILE)

    def compiling(*args: Any, **kwargs: Any) -> object:
        threads, start = time.thread_time(), processor_time()
        result = compile_(*args, **kwargs)
        of_triton.extend((time.thread_time() - threads, processor_time() - start))
        return result

    cases = {
        "GELU": Gelu.of(1 << 14),
        "softmax": Softmax.of(64, SOFTMAX_SHAPE[1]),
        "matmul": Matmul.of(256),
        "attention": Attention.of(256),
    }
    found: dict[str, dict[str, float]] = {}
    for name, case in cases.items():
        start = time.thread_time()
        with mock.patch.object(JITFunction, _COMPILE, compiling):
            case.ours()
        launched = time.thread_time()
        assert gpu.launches
        recorded = time.thread_time()
        case.check()
        before = files()
        case.ours()
        own, triton_s = of_triton
        of_triton.clear()
        found[name] = {
            "triton": triton_s,
            "launch": launched - start - own,
            "record": recorded - launched,
            "again": files() - before,
        }
    return found


def nothing(*_: object) -> None:
    """Stand in for our launcher."""


def least(launch: Callable[[], object]) -> float:
    """Return the least seconds of a launch."""
    return min(seconds(launch) for _ in range(LAUNCHES))


def empty_launches() -> dict[str, float]:
    """Time launches that do nothing, of a kernel without and with arguments."""
    x = Gelu.of(1024).x
    kernel = vgpu.load_ptx(EMPTY_PTX, gpu="h200").kernel("empty")
    cuda = ks.cuda_kernel(EMPTY_CUDA, "empty")

    def of_triton() -> None:
        empty_kernel[(1,)](x, 1024, BLOCK=128)

    found = {
        "PTX": least(kernel[1, 128]),
        "Triton": least(of_triton),
        "cuda_kernel": least(lambda: cuda[1, 128](x, 1024)),
    }
    with mock.patch.object(Launcher, "__call__", nothing):
        found["alone"] = least(of_triton)
    return found


def main(state: str) -> None:
    """Time them on one virtual GPU."""
    with ks.virtual_gpu("h200") as gpu:
        found: dict[str, Any] = {"first": first_launches(gpu)}
        if state == "new":
            found["empty"] = empty_launches()
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
