"""`memory`: the device's heap: pieces that are used after they are freed, overrun, freed twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.sanitizer.session import Sanitizer

LINES = Path(__file__).read_text().splitlines()

# Runs a list of (what, piece, number): allocate so many bytes, free, read or write a byte.
STEPS = r"""
extern "C" __global__ void steps(const int* list, int n, volatile char** pieces, int* sum) {
    for (int i = 0; i < n; i++) {
        int what = list[3 * i], number = list[3 * i + 2];
        volatile char* piece = pieces[list[3 * i + 1]];
        if (what == 0) pieces[list[3 * i + 1]] = (char*)malloc(number);
        if (what == 1) free((void*)piece);
        if (what == 2) *sum += piece[number];
        if (what == 3) piece[number] = 1;
    }
}
"""


@pytest.mark.parametrize("seed", range(8))
def test_random_uses_of_the_heap(seed: int):
    """The truth is a list of who has what; an access reaches no further than the next piece."""
    random = np.random.default_rng(seed)
    sizes: dict[int, int] = {}
    freed: set[int] = set()
    steps: list[tuple[int, int, int]] = []
    expected: Counter[str] = Counter()
    for _ in range(120):
        what = int(random.integers(0, 5))
        live = [piece for piece in sizes if piece not in freed]
        if what == 0 and len(sizes) < 40:
            steps.append((0, len(sizes), int(random.integers(1, 40))))
            sizes[len(sizes)] = steps[-1][2]
        elif what == 1 and live:
            piece = int(random.choice(live))
            steps.append((1, piece, 0))
            freed.add(piece)
        elif what >= 2 and sizes:
            piece = int(random.integers(len(sizes)))
            at = int(random.integers(0, sizes[piece] + (0 if piece in freed else 20)))
            steps.append((2 + what % 2, piece, at))
            if piece in freed:
                expected["use-after-free"] += 1
            elif at >= sizes[piece]:
                expected["heap-out-of-bounds"] += 1
    expected["leak"] = len(sizes) - len(freed)
    kernel = ks.cuda_kernel(STEPS, "steps")
    sanitizer = Sanitizer(("memory",))
    with ks.virtual_gpu(), sanitizer:
        table = np.array(steps, np.int32).reshape(-1)
        kernel[1, 1](table, len(steps), np.zeros(40, np.int64), np.zeros(1, np.int32))
    found = Counter[str]()
    for one in sanitizer.findings:
        found[one.kind] += one.count
    assert found == +expected
    for one in sanitizer.findings:
        line = LINES[int(one.place.source.rpartition(":")[2]) - 1]
        assert ("malloc" if one.kind == "leak" else "piece[number]") in line


SCRIPT = r"""
import torch
import kernelscope as ks

def kernel(name, body):
    text = 'extern "C" __global__ void ' + name + "(long* kept, int n) {\n" + body + "\n}"
    return ks.cuda_kernel(text, name)

kept = torch.zeros(4, dtype=torch.int64, device="cuda")
take = kernel("take", "if (threadIdx.x == 3)\nkept[0] = (long)malloc(16);")
give = kernel("give", "if (threadIdx.x == n)\nfree((void*)kept[0]);")
use = kernel("use", "volatile int* p = (int*)kept[0];\np[n] = 1;")
"""


def _check(folder: Path, lines: str) -> tuple[ks.CheckResult, Path]:
    path = folder / "script.py"
    path.write_text(SCRIPT + lines)
    return ks.check(path), path


def test_a_piece_that_another_kernel_has_freed(tmp_path: Path):
    """Line and thread of the access, of the free, and of the malloc."""
    result, _ = _check(tmp_path, "take[1, 32](kept, 0)\ngive[1, 32](kept, 5)\nuse[1, 1](kept, 2)")
    (found,) = result.findings
    assert (found.tool, found.kind, found.kernel, found.index) == (
        "memory", "use-after-free", "use", 2,
    )  # fmt: skip
    assert "use.cu:3" in found.source
    assert (found.other_source or "").endswith("give.cu:3")
    assert found.other_thread == (5, 0, 0)
    assert "thread 3 at " in found.message
    assert "take.cu:3" in found.message


def test_an_overrun_and_an_underrun(tmp_path: Path):
    """Behind and before a piece; the program goes on."""
    lines = "take[1, 32](kept, 0)\nuse[1, 1](kept, 4)\nuse[1, 1](kept, 5)\nuse[1, 1](kept, 3)\n"
    result, _ = _check(tmp_path, lines + "give[1, 32](kept, 0)\nprint('on')")
    (found,) = result.findings
    assert (found.kind, found.count, found.index) == ("heap-out-of-bounds", 2, 4)
    assert "byte 0 after a piece of 16 bytes" in found.message
    assert result.record.exit_code == 0


def test_a_piece_that_is_freed_twice(tmp_path: Path):
    """Both calls; the launch ends, as it does without the sanitizer."""
    lines = "take[1, 32](kept, 0)\ngive[1, 32](kept, 7)\ngive[1, 32](kept, 9)"
    result, _ = _check(tmp_path, lines)
    (found,) = result.findings
    assert found.kind == "double-free"
    assert (found.thread, found.other_thread) == ((9, 0, 0), (7, 0, 0))
    assert result.record.exit_code == 1


def test_an_address_that_malloc_did_not_return(tmp_path: Path):
    """The middle of a piece."""
    result, _ = _check(tmp_path, "take[1, 32](kept, 0)\nkept += 4\ngive[1, 32](kept, 1)")
    assert {one.kind for one in result.findings} == {"bad-free", "leak"}


def test_memory_that_nobody_frees(tmp_path: Path):
    """A lesser kind, at the line of the malloc, counted."""
    result, _ = _check(tmp_path, "for _ in range(3):\n    take[1, 32](kept, 0)")
    (found,) = result.findings
    assert (found.kind, found.count, found.thread) == ("leak", 3, (3, 0, 0))
    assert "take.cu:3" in found.source


def test_a_heap_that_is_used_rightly_is_silent(tmp_path: Path):
    """Taken in one kernel, used in another, freed in a third."""
    lines = "take[1, 32](kept, 0)\nuse[1, 1](kept, 3)\ngive[1, 32](kept, 0)"
    assert _check(tmp_path, lines)[0].findings == ()


def test_freed_memory_is_used_again_when_there_is_no_other():
    """More than the heap holds, in all: `malloc` does not fail under the sanitizer."""
    kernel = ks.cuda_kernel(
        r"""
        extern "C" __global__ void often(int* failed) {
            for (int i = 0; i < 20; i++) {
                void* p = malloc(1 << 20);
                failed[0] += p == 0;
                free(p);
            }
        }""",
        "often",
    )
    failed = np.zeros(1, np.int32)
    with ks.check() as found:
        kernel[1, 1](failed)
    assert failed[0] == 0
    assert found.ok, found.table()


UNWRITTEN = r"""
extern "C" __global__ void copies(float* out, int which) {
    float* p = (float*)malloc(32 * sizeof(float));
    for (int i = 0; i < 32; i++) if (i != which) p[i] = i;    // written
    for (int i = 0; i < 32; i++) out[i] = p[i];               // read
    free(p);
}
"""


@pytest.mark.parametrize("which", [0, 17, 31, 32])
def test_what_malloc_returned_and_nothing_wrote(which: int):
    """As of shared memory, a plain copy of it to the result is a finding."""
    with ks.check(tools="init") as found:
        ks.cuda_kernel(UNWRITTEN, "copies")[1, 1](np.zeros(32, np.float32), which)
    told = [(one.kind, one.buffer, one.index, one.count) for one in found.findings]
    assert told == ([("stored", "device heap", which, 1)] if which < 32 else [])
    for one in found.findings:
        assert LINES[int(one.source.split(" ")[0].rpartition(":")[2]) - 1].endswith("// read")
        assert "malloc" in one.advice


KEPT = r"""
__device__ float* kept;
__global__ void make() { kept = (float*)malloc(64); kept[3] = 1; }
__global__ void use(const float* __restrict__ p, float* w, float* o) {
    float* own = (float*)malloc(16);
    own[0] = 5;
    if (threadIdx.x == 0) w[3] = own[0];                                // stored
    __syncthreads();
    o[threadIdx.x] = __ldg(p + 3);                                      // cached
    o[threadIdx.x + 32] = own[threadIdx.x == 7 ? 8 : 0];
    free(own);
}
__global__ void drop() { free(kept); }
"""


def test_a_stale_read_of_the_heap_through_an_argument_of_a_kernel_that_allocates_too() -> None:
    """An access outside a piece is still one; another launch has no stale state of this one."""
    module, o = ks.cuda_module(KEPT), np.zeros(64, np.float32)

    def line(comment: str) -> int:
        return next(n for n, text in enumerate(LINES, 1) if text.endswith(f"// {comment}"))

    with ks.check(tools="memory") as found:
        module.kernel("make")[1, 1]()
        kept = int(module.variable("kept").get())
        module.kernel("use")[1, 32](kept, kept, o)
        module.kernel("drop")[1, 1]()
    kinds = {one.kind: one for one in found.findings}
    assert kinds.keys() == {"stale-read", "heap-out-of-bounds"}
    stale = kinds["stale-read"]
    assert (stale.buffer, stale.count) == ("device heap", 32)
    assert f"test_heap.py:{line('cached')} " in stale.source
    assert f"test_heap.py:{line('stored')} " in (stale.other_source or "")
    assert kinds["heap-out-of-bounds"].thread == (7, 0, 0)
