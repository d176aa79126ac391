"""`memory`: what the compiler has replaced by a `trap`, or has removed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kernelscope as ks
from kernelscope import vgpu
from kernelscope.errors import LaunchError

SOURCE = """\
typedef int (*Step)(int);
__constant__ int limits[4] = {1, 2, 3, 4};
__constant__ struct { int low, high; } range;
__device__ int next(int a) { return a + 1; }
__device__ Step steps[2] = {next, 0};
__global__ void plain(int* o) {
    if (o[0] == limits[0]) o[1] = 1;
    limits[threadIdx.x] += 1;
}
__global__ void member(int* o) {
    range.high = 7;
}
__global__ void through(int* o) { o[threadIdx.x] = steps[threadIdx.x / 3](threadIdx.x); }
__global__ void own(int* o) { if (threadIdx.x == 2) asm("trap;"); o[threadIdx.x] = 1; }
__global__ void unread(int* o) {
    __shared__ int lost;
    __shared__ int kept[4];
    lost = o[0];
    kept[threadIdx.x] = 1;
    __syncthreads();
    o[threadIdx.x] = kept[3 - threadIdx.x];
}
"""
HERE = Path(__file__).read_text(encoding="utf-8")
ONLY = SOURCE[: SOURCE.index("__global__ void through")]


def _line_of(text: str) -> int:
    """Return the line of this file that a line of the source is at."""
    return next(n for n, line in enumerate(HERE.splitlines(), 1) if line.strip() == text)


def _finding(kernel: str, source: str) -> tuple[ks.CheckResult, Any]:
    with ks.check() as result, pytest.raises(LaunchError, match="executed `trap`"):
        ks.cuda_module(source).kernel(kernel)[1, 4](np.zeros(4, np.int32))
    (finding,) = [one for one in result.findings if one.tool == "memory"]
    return result, finding


@pytest.mark.parametrize(
    ("kernel", "name", "text"),
    [("plain", "limits", "limits[threadIdx.x] += 1;"), ("member", "range", "range.high = 7;")],
)
def test_a_write_to_a_constant_is_named_at_its_line(kernel: str, name: str, text: str) -> None:
    """The compiler has put a `trap` there, without a line. A comparison is no write."""
    result, finding = _finding(kernel, ONLY)
    line = _line_of(text)
    assert finding.kind == "constant-written"
    assert finding.message.startswith(f"writes to `{name}`, which is `__constant__`")
    assert f"{Path(__file__).name}:{line} " in finding.source
    assert "the launch ended at this fault" in str(result.record.notes)


def test_a_call_through_a_null_pointer_is_named_with_its_thread() -> None:
    _, finding = _finding("through", SOURCE)
    assert (finding.kind, finding.thread) == ("null-function", (3, 0, 0))
    assert "it is null, or was never set" in finding.message


def test_the_programs_own_trap_is_a_finding_too() -> None:
    _, finding = _finding("own", SOURCE)
    assert (finding.kind, finding.thread) == ("trap", (2, 0, 0))
    assert "the `trap` of its source" in finding.message


def test_a_trap_of_plain_ptx_may_be_either() -> None:
    text = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() {\ntrap;\n}"
    with ks.check() as result, pytest.raises(LaunchError, match=r"executed `trap` \(ptx:5:1"):
        vgpu.load_ptx(text).kernel("k")[1, 32]()
    (finding,) = result.findings
    assert (finding.tool, finding.kind, finding.thread) == ("memory", "trap", (0, 0, 0))


def test_stores_that_the_compiler_has_removed_are_named() -> None:
    with ks.check() as result:
        ks.cuda_module(SOURCE).kernel("unread")[1, 4](np.zeros(4, np.int32))
    line = _line_of("lost = o[0];")
    (note,) = result.record.notes
    assert "removed the stores to `lost`" in note
    assert f":{line})" in note
    assert "kept" not in note.replace("keeps", "")
