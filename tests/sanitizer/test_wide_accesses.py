"""32 bytes a lane: races, results that no thread has written, and values that nobody has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

import kernelscope as ks
from kernelscope.errors import MemoryAccessError
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer

MOVE = r"""
extern "C" __global__ void move(float* o, const float* x, int step) {
    const float* from = x + 8 * threadIdx.x;
    float* to = o + step * threadIdx.x;
    float a, b, c, d, e, f, g, h;
    asm volatile("ld.global.v8.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
        : "=f"(a), "=f"(b), "=f"(c), "=f"(d), "=f"(e), "=f"(f), "=f"(g), "=f"(h) : "l"(from));
    asm volatile("st.global.v8.f32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};"
        :: "l"(to), "f"(a), "f"(b), "f"(c), "f"(d), "f"(e), "f"(f), "f"(g), "f"(h) : "memory");
}
"""
FILL = r"""
extern "C" __global__ void fill(float* x, int left_out) {
    if (threadIdx.x != left_out) x[threadIdx.x] = 1.0f;
}
"""
CHOOSE = r"""
extern "C" __global__ void choose(float* o, const float* x) {
    if (x[threadIdx.x] > 0.5f) o[threadIdx.x] = 1.0f;
}
"""


def findings(body: Callable[[], torch.Tensor | None]) -> list[Finding]:
    """What the sanitizer says of a program, whose result is then read."""
    sanitizer = Sanitizer(("memory", "race", "init"))
    with ks.virtual_gpu("b200"), sanitizer:
        result = body()
        assert sanitizer.results is not None
        if result is not None:
            sanitizer.results.require((result, 3.0))
    return sanitizer.findings


def moved(x: torch.Tensor, o: torch.Tensor, step: int, threads: int = 64) -> torch.Tensor:
    """`o` with 8 floats of `x` from each thread."""
    ks.cuda_kernel(MOVE, "move")[1, threads](o, x, step)
    return o


def test_copies_side_by_side_are_no_finding() -> None:
    def program() -> torch.Tensor:
        x = torch.arange(512.0)
        o = moved(x, torch.empty(512), 8)
        assert torch.equal(x, o)
        return o

    assert findings(program) == []


def test_threads_that_write_one_place_race() -> None:
    """All write the same 32 bytes, and each something else."""
    (found,) = findings(lambda: moved(torch.arange(512.0), torch.zeros(8), 0))
    assert found.tool == "race"


def test_what_no_thread_has_written_is_found_by_its_first_element() -> None:
    (found,) = findings(lambda: moved(torch.arange(512.0), torch.empty(1024), 16))
    assert (found.kind, found.index) == ("partly-written", 8)
    assert "512 of 1,024 elements" in found.message


@pytest.mark.parametrize("left_out", [0, 3, 7])
def test_one_of_eight_words_stays_undefined_in_a_copy(left_out: int) -> None:
    """The branch on it is the finding; on the seven others it is none."""

    def program() -> None:
        x, o = torch.empty(8), torch.zeros(8)
        ks.cuda_kernel(FILL, "fill")[1, 8](x, left_out)
        copy = moved(x, torch.empty(8), 8, threads=1)
        ks.cuda_kernel(CHOOSE, "choose")[1, 8](o, copy)

    (found,) = findings(program)
    assert (found.tool, found.kernel, found.thread) == ("init", "choose", (left_out, 0, 0))


def test_an_address_of_16_bytes_is_misaligned() -> None:
    with pytest.raises(MemoryAccessError, match="not a multiple of the access's width"):
        findings(lambda: moved(torch.arange(24.0)[4:12], torch.empty(8), 8, threads=1))
