"""Launches in a forked child, which has none of its parent's threads."""

from __future__ import annotations

import subprocess
import sys

import pytest

FORKING = """
import os, sys, threading, time
if "torch" in sys.argv:
    import torch
    torch.randn(1 << 20).exp()
import numpy as np
from kernelscope import vgpu

TEXT = '''.version 8.4
.target sm_90a
.address_size 64
.entry k(.param .u64 out, .param .u32 n) {
.reg .b64 %rd<4>; .reg .b32 %r<6>; .reg .pred %p;
ld.param.u64 %rd1, [out]; ld.param.u32 %r3, [n];
mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r1, %r2, 256, %r1;
mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;
AGAIN: sub.u32 %r3, %r3, 1; setp.ne.u32 %p, %r3, 0; @%p bra AGAIN;
st.global.u32 [%rd1], %r1; ret; }'''
kernel = vgpu.load_ptx(TEXT).kernel("k")

def launch(turns=1):
    out = np.zeros(256 * 400, np.uint32)
    kernel[400, 256](out, turns)
    assert (out == np.arange(out.size)).all()

launch()
if "busy" in sys.argv:  # another thread is in a launch while this one forks
    threading.Thread(target=launch, args=[20_000]).start()
    time.sleep(0.1)
child = os.fork()
if not child:
    launch()
    if not os.fork():
        launch()
        os._exit(0)
    os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
assert os.waitpid(child, 0)[1] == 0
launch()
"""


@pytest.mark.parametrize("words", [[], ["torch"], ["busy"], ["torch", "busy"]])
def test_launches_of_a_forked_child_end(words: list[str]) -> None:
    """And those of its own child; the parent's threads are not theirs."""
    command = [sys.executable, "-W", "ignore", "-c", FORKING, *words]
    subprocess.run(command, timeout=120, check=True)
