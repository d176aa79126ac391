"""`race`: what copies read in global memory, and who overwrites it before they have."""

from __future__ import annotations

import functools
from itertools import permutations, product

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.frontends.cuda.kernel import CudaKernel
from kernelscope.frontends.cuda.module import CudaModule
from kernelscope.record import CheckFinding

# A lane copies one number; thread i writes number i, or 63 - i, which a thread of the other warp
# has copied.
COPY = r"""
#include <cuda_pipeline.h>
extern "C" __global__ void copies(float* x, float* y) {
    __shared__ float tile[64];
    int i = threadIdx.x;
    __pipeline_memcpy_async(tile + i, x + i, 4);    // copy
    __pipeline_commit();
    STEPS
    __syncthreads();
    y[i] = tile[i];
}
"""
# Thread 0 brings all of it.
BULK = r"""
#include <cuda/barrier>
#include <cuda/ptx>
extern "C" __global__ void copies(float* x, float* y) {
    __shared__ alignas(16) float tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    int i = threadIdx.x;
    if (i == 0) {
        init(&bar, blockDim.x);
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    }
    __syncthreads();
    if (i == 0) cuda::memcpy_async(tile, x, cuda::aligned_size_t<16>(256), bar);    // copy
    auto token = bar.arrive();
    STEPS
    __syncthreads();
    y[i] = tile[i];
}
"""
# The copies of a warp arrive at an mbarrier.
ARRIVAL = r"""
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
extern "C" __global__ void copies(float* x, float* y) {
    __shared__ float tile[64];
    __shared__ __mbarrier_t bar;
    int i = threadIdx.x;
    if (i == 0) __mbarrier_init(&bar, blockDim.x);
    __syncthreads();
    __pipeline_memcpy_async(tile + i, x + i, 4);    // copy
    __pipeline_arrive_on(&bar);
    __mbarrier_token_t token = __mbarrier_arrive(&bar);
    STEPS
    __syncthreads();
    y[i] = tile[i];
}
"""
MEET = "__syncthreads();"
WAITS = {
    "copy": (COPY, "__pipeline_wait_prior(0);"),
    "bulk": (BULK, "bar.wait(std::move(token));"),
    "arrival": (ARRIVAL, "while (!__mbarrier_test_wait(&bar, token)) {}"),
}


def _findings(text: str, *, same: bool = False) -> tuple[CheckFinding, ...]:
    return _found(ks.cuda_kernel(text, "copies"), same=same)


def _found(kernel: CudaKernel, *, same: bool = False) -> tuple[CheckFinding, ...]:
    x = np.arange(128, dtype=np.float32)
    with ks.check(tools="race") as found:
        kernel[1, 64](x, x[64:] if same else np.zeros(64, np.float32))
    return found.findings


PLACES = {"own": "x[i] = 7.f;", "other": "x[63 - i] = 7.f;"}
ORDERS = list(product(PLACES, permutations(("wait", "meet", "store"))))


def _name(where: str, names: tuple[str, ...]) -> str:
    return f"copies_{where}_{'_'.join(names)}"


def _is_alike(what: str, where: str, names: tuple[str, ...]) -> bool:
    """Return whether another order shows the same."""
    if what == "copy":  # it takes a barrier for others alone to know of a lane's copies
        return where == "own" and names.index("meet") != 1
    # Who waits at an mbarrier knows of all copies: neither place nor barrier make a difference.
    return where == "own" or names.index("meet") != 1


@functools.cache
def _in_orders(what: str, is_alike: bool) -> tuple[str, CudaModule]:
    """A file with a kernel for each order of the steps, and what is compiled of it, once."""
    template, wait = WAITS[what]
    head, begin, body = template.partition('extern "C"')
    text = head
    for where, names in ORDERS:
        if _is_alike(what, where, names) == is_alike:
            steps = {"wait": wait, "meet": MEET, "store": PLACES[where]}
            lines = "\n    ".join(f"{steps[name]}    // {name}" for name in names)
            name = _name(where, names)
            text += begin + body.replace("copies(", f"{name}(").replace("STEPS", lines)
    return text, ks.cuda_module(text)


def _orders():
    for what, (where, names) in product(WAITS, ORDERS):
        yield pytest.param(
            *(what, where, names),
            id=f"{what}-{where}-{'-'.join(names)}",
            marks=[pytest.mark.exhaustive] if _is_alike(what, where, names) else [],
        )


@pytest.mark.parametrize(("what", "where", "names"), list(_orders()))
@pytest.mark.long("the first case compiles the source with each engine that watches copies")
def test_a_source_may_be_written_once_its_copy_is_known_to_be_over(
    what: str, where: str, names: tuple[str, ...]
):
    """Who has copied knows of it by its wait, others by a barrier behind it; all who wait at an
    mbarrier know of what was copied for it.
    """
    wait, meet, store = (names.index(name) for name in ("wait", "meet", "store"))
    is_late = wait < store if what != "copy" or where == "own" else wait < meet < store
    text, module = _in_orders(what, _is_alike(what, where, names))
    found = _found(module.kernel(_name(where, names)))
    assert bool(found) != is_late, [one.message for one in found]
    for one in found:
        assert (one.kind, one.buffer) == ("read-write", "x")
        sides = one.source, one.other_source or ""
        numbers = [int(side.split(" ")[0].rpartition(":")[2]) for side in sides]
        written, copied = (text.splitlines()[number - 1] for number in numbers)
        assert written.endswith("// store")
        assert copied.endswith("// copy")
        assert "may still read it" in one.message or wait < store


def test_sources_that_the_launch_writes_elsewhere_are_no_finding():
    """One allocation holds what is copied and what is written: only the same bytes race."""
    text = COPY.replace("STEPS", "y[i] = 7.f; __pipeline_wait_prior(0);")
    assert _findings(text, same=True) == ()


def test_a_reader_beside_a_copy_is_known_too():
    """A plain read and a copy of one place: the write must come after both."""
    steps = "float seen = x[63 - i]; STORE __pipeline_wait_prior(0); y[i] = seen;"
    early = _findings(COPY.replace("STEPS", steps.replace("STORE", "x[i] = seen;")))
    assert {one.kind for one in early} == {"read-write"}
    late = steps.replace("STORE", "__pipeline_wait_prior(0); __syncthreads(); x[i] = 1.f;")
    assert _findings(COPY.replace("STEPS", late)) == ()
