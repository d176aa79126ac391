"""Code that is quick to compile at first, and better code after long launches; see `Kernel.quick`.

That both give the same bits for every instruction is tested in `test_jit_equals_interpreter.py`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.jit.program import kept_program
from kernelscope.vgpu.runtime import kernel as kernel_module

Array = np.ndarray[Any, Any]
# A loop with a guard and lanes that part, fused and unfused products, roots and a sum over lanes.
TEXT = """.version 8.4
.target sm_90
.address_size 64
.entry NAME(.param .u64 in, .param .u64 out, .param .u32 n) {
.reg .b64 %rd<6>; .reg .b32 %r<8>; .reg .f32 %f<10>; .reg .pred %p<4>;
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r3, [n];
mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r1, %r2, 64, %r1;
mul.wide.u32 %rd3, %r1, 4; add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;
ld.global.f32 %f1, [%rd1]; mov.f32 %f2, 0f3F000000; and.b32 %r4, %r1, 3;
AGAIN: mul.f32 %f3, %f1, %f2; add.f32 %f3, %f3, %f1; fma.rn.f32 %f2, %f3, %f2, %f1;
setp.gt.f32 %p1, %f2, 0f41200000; @%p1 mul.f32 %f2, %f2, 0f3DCCCCCD;
sub.u32 %r4, %r4, 1; setp.gt.s32 %p2, %r4, 0; @%p2 bra AGAIN;
sqrt.rn.f32 %f4, %f2; min.f32 %f5, %f4, %f1; shfl.sync.bfly.b32 %r5, %f5, 1, 31, -1;
mov.b32 %f6, %r5; max.f32 %f7, %f5, %f6; div.rn.f32 %f8, %f7, %f1;
st.global.f32 [%rd2], %f8;
sub.u32 %r3, %r3, 1; setp.ne.u32 %p3, %r3, 0; mov.u32 %r4, 2; @%p3 bra AGAIN;
ret; }"""


def kernel_of(name: str) -> vgpu.Kernel:
    return vgpu.load_ptx(TEXT.replace("NAME", name)).kernel(name)


def results_of(kernel: vgpu.Kernel, bits: Array) -> tuple[bytes, dict[str, float]]:
    """The bits that a kernel stores, and what it counts."""
    out = np.zeros(128, np.uint32)
    counts = kernel.launch(2, 64, (bits.copy(), out, 2))
    return out.tobytes(), counts.counters


NUMBERS = np.arange(128, dtype=np.uint32) * 0x01F3_5B7D


def test_after_long_launches_a_kernel_has_better_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next launch compiles it, the disk keeps it, and results and counters stay the same."""
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    kernel, block = kernel_of("switches"), BlockShape(64, 1, 1)
    first = results_of(kernel, NUMBERS)
    assert kernel.quick
    assert results_of(kernel, NUMBERS) == first
    quick = kernel.program(block)[0]
    monkeypatch.setattr(kernel_module, "_WORTH_S", 0.0)
    assert results_of(kernel, NUMBERS) == first
    assert not kernel.quick
    better = kernel.program(block)[0]
    assert (quick.quick, better.quick) == (True, False)
    assert quick.code != better.code
    kept = kept_program(kernel.key, kernel.name, block, quick=True)
    assert kept is not None
    assert kept.code == better.code
    # Another process that has just begun takes it from the disk.
    assert kernel_of("switches").program(block)[0].code == better.code


@pytest.fixture(scope="module")
def both() -> tuple[vgpu.Kernel, vgpu.Kernel]:
    """A kernel with the code of its first launches, and with that of its later ones."""
    first, later = kernel_of("first"), kernel_of("later")
    later.quick = False
    return first, later


@settings(max_examples=60)
@given(bits=arrays(np.uint32, 128, elements=st.integers(0, 2**32 - 1), fill=st.nothing()))
def test_both_give_the_same_bits(both: tuple[vgpu.Kernel, vgpu.Kernel], bits: Array) -> None:
    """NaNs with payloads, infinities and subnormals among them."""
    assert results_of(both[0], bits) == results_of(both[1], bits)


def test_a_launch_that_fails_does_not_keep_the_next_from_better_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The error is that of the code before, with the same place."""
    kernel = kernel_of("fails")
    first = results_of(kernel, NUMBERS)
    messages: list[str] = []
    for worth in (1e9, 0.0):
        monkeypatch.setattr(kernel_module, "_WORTH_S", worth)
        with pytest.raises(MemoryAccessError) as caught:
            kernel[2, 64](NUMBERS.copy(), np.zeros(100, np.uint32), 2)
        messages.append(str(caught.value).partition("(ptx")[2])
    assert messages[0] == messages[1] != ""
    assert not kernel.quick
    assert results_of(kernel, NUMBERS) == first


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_child_compiles_better_code_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the parent's launches took counts for the child's."""
    kernel = kernel_of("forked")
    first = results_of(kernel, NUMBERS)
    monkeypatch.setattr(kernel_module, "_WORTH_S", 0.0)
    child = os.fork()
    if not child:
        os._exit(0 if results_of(kernel, NUMBERS) == first and not kernel.quick else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert kernel.quick
    assert results_of(kernel, NUMBERS) == first
