"""Copies in bulk that write what is written there anyway are notes, as stores are."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
import torch

import kernelscope as ks
from each import each
from kernelscope import vgpu
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.tensor_map import TensorMap
from sanitizer.case import PRELUDE

SOURCE = (
    PRELUDE
    + r"""
#define BEGIN(value) __shared__ alignas(128) int s[64]; int t = threadIdx.x, b = blockIdx.x; \
  s[t] = value; PROXY_FENCE(); __syncthreads()
#define PUT() if (t == 0) { BULK_STORE(o, s, 256); BULK_COMMIT(); BULK_WAIT(""); }
#define ADD() if (t == 0) { asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group" \
  ".add.u32 [%0], [%1], 256;" :: "l"(o), "r"(SHARED(s)) : "memory"); BULK_COMMIT(); BULK_WAIT(""); }
extern "C" __global__ void two_copies(int* o, int n) { BEGIN(t + n * b); PUT(); }
extern "C" __global__ void only_read(int* o, int n) {
  BEGIN(t + n * b);
  if (t == 0) { BULK_STORE(o, s, 256); BULK_COMMIT(); BULK_WAIT(".read"); }
}
extern "C" __global__ void one_word(int* o, int n) { BEGIN(t == 40 ? n * b : 3); PUT(); }
extern "C" __global__ void copy_first(int* o, int n) {
  BEGIN(t);
  if (b == 0) { PUT(); } else o[t] = t + n;
}
extern "C" __global__ void copy_last(int* o, int n) {
  BEGIN(t);
  if (b == 1) { PUT(); } else o[t] = t + n;
}
extern "C" __global__ void reduction(int* o, int n) {
  BEGIN(0);
  if (b == 0) { ADD(); } else o[t] = 0;
}
extern "C" __global__ void atomic(int* o, int n) {
  if (threadIdx.x == 0) { if (blockIdx.x == 0) atomicAdd(o, 1); else *o = 1; }
}
"""
)


@functools.cache
def _module(name: str) -> Any:
    return ks.cuda_kernel(SOURCE, name)


def _kinds(name: str, n: int) -> list[str]:
    with ks.check(tools="race", explores=False) as found:
        _module(name)[2, 64](torch.zeros(64, dtype=torch.int32), n)
    assert found.ok == all(finding.note for finding in found.findings)
    return sorted(finding.kind for finding in found.findings)


@each("name", ("two_copies", "only_read", "copy_first", "copy_last"))
def test_copies_of_the_bytes_that_are_written_there_anyway_are_notes(name: str):
    """Beside another copy, whose block has ended, before a store and after one."""
    assert _kinds(name, 0) == ["same-value"]
    assert _kinds(name, 1) == ["write-write"]


def test_one_word_that_differs_is_a_fault():
    """The other words are a note still."""
    assert _kinds("one_word", 1) == ["same-value", "write-write"]


@each("name", ("reduction", "atomic"))
def test_what_adds_to_memory_writes_no_equal_value(name: str):
    """A sum depends on the order also where the store leaves the same."""
    assert _kinds(name, 0) == ["write-write"]


BOX = """
.version 8.6
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 y, .param .u32 n) {
    .reg .u64 %rd<9>;
    .reg .u32 %r<9>;
    .reg .pred %p<3>;
    .shared .align 1024 .b8 tile[1024];
    mov.u64 %rd1, map;
    cvta.param.u64 %rd1, %rd1;
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x;
    mul.lo.u32 %r3, %r1, %r2;
    mov.u32 %r4, %tid.x;
    mov.u32 %r5, tile;
    mad.lo.u32 %r5, %r4, 4, %r5;
    setp.eq.u32 %p1, %r4, 200;
    selp.u32 %r3, %r3, 0, %p1;
    add.u32 %r6, %r4, %r3;
    st.shared.u32 [%r5], %r6;
    fence.proxy.async;
    bar.sync 0;
    setp.ne.u32 %p2, %r4, 0;
    mov.u32 %r7, 0;
    @%p2 bra END;
    cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd1, {%r7, %r7}], [tile];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
END:
    ret;
}"""


@pytest.mark.parametrize("swizzle", [0, 3])
def test_boxes_of_equal_values(swizzle: int):
    """Of 28 columns and 8 rows of words; word 200 of the tile differs, wherever that is."""
    kernel = vgpu.load_ptx(BOX).kernel("k")
    for n, kinds in ((0, {"same-value"}), (1, {"same-value", "write-write"})):
        y = np.zeros((8, 32), np.uint32)
        place = region_of(y)
        assert place is not None
        made = TensorMap(
            "u32", SPACE.address(*place), (28, 8), (128,), (32, 8), (1, 1), swizzle
        ).encode()
        with ks.check(tools="race", explores=False) as found:
            kernel.launch(2, 256, [made, y, n])
        assert {finding.kind for finding in found.findings} == kinds
