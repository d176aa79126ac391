"""What is raised in a function that compiled code calls comes out of the launch, and stops it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import LaunchError
from kernelscope.vgpu.runtime import host_calls
from kernelscope.vgpu.runtime.held_signals import HeldSignals
from kernelscope.vgpu.runtime.registry import REGISTRY
from kernelscope.vgpu.runtime.suppressing import Silence, SuppressTool
from kernelscope.vgpu.tools import Tool

PTX = """.version 8.4
.target sm_90a
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 p0, .param .b64 p1);
.global .align 1 .b8 form[3] = {97, 10, 0};
.entry prints(.param .u32 turns) {
.reg .b32 %r<3>;
.reg .b64 %rd<3>;
.reg .pred %p<2>;
ld.param.u32 %r1, [turns];
L: sub.u32 %r1, %r1, 1;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra L;
mov.b64 %rd1, form;
cvta.global.u64 %rd2, %rd1;
{
.param .b64 p0;
.param .b64 p1;
.param .b32 r;
st.param.b64 [p0], %rd2;
st.param.b64 [p1], 0;
call.uni (r), vprintf, (p0, p1);
ld.param.b32 %r2, [r];
}
ret;
}
.entry stores(.param .u64 at, .param .u64 table) {
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [at];
ld.param.u64 %rd2, [table];
ld.global.u64 %rd3, [%rd2];
st.global.u32 [%rd3], 1;
st.global.u32 [%rd1+4096], 1;
ret;
}
"""
BLOCKS = 1000


def raising(problem: BaseException, calls: list[object]) -> Callable[..., Any]:
    def instead(*arguments: object) -> None:
        calls.append(arguments)
        raise problem

    return instead


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), SystemExit(3), MemoryError("full")])
def test_a_call_of_the_host_ends_the_launch(
    problem: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[object] = []
    monkeypatch.setattr(host_calls, "write", raising(problem, calls))
    with pytest.raises(type(problem)) as raised:
        vgpu.load_ptx(PTX).kernel("prints")[BLOCKS, 32](1)
    assert raised.value is problem
    assert len(calls) == 1


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), SystemExit(3)])
def test_a_tool_ends_the_launch_and_reports_nothing(
    problem: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[object] = []
    reported: list[LaunchError] = []

    class Taker(Silence):
        def took(self, error: LaunchError, lanes: int) -> None:
            reported.append(error)

    monkeypatch.setattr(SuppressTool, "_told", raising(problem, calls))
    kernel, out = vgpu.load_ptx(PTX).kernel("stores"), np.zeros(4, np.uint32)
    settings = replace(vgpu.settings(), tools={Tool.SUPPRESS: Taker})
    table = np.array([out.ctypes.data], np.uint64)
    with pytest.raises(type(problem)) as raised:
        kernel.run(((BLOCKS, 1, 1), (32, 1, 1), 0), [out, table], chosen=settings)
    assert raised.value is problem
    assert len(calls) == 1
    assert not reported


def test_a_search_for_an_owner_ends_the_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    kernel, out, other = vgpu.load_ptx(PTX).kernel("stores"), *np.zeros((2, 4096), np.uint32)
    table = np.array([other.ctypes.data], np.uint64)
    with monkeypatch.context() as patch:
        patch.setattr(REGISTRY, "place", raising(KeyboardInterrupt(), calls))
        with pytest.raises(KeyboardInterrupt):
            kernel[1, 32](out, table)
    assert len(calls) == 1


def test_ctrl_c_before_a_call_of_the_host_comes_out_of_the_launch(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Python would run its handler when it enters the function that compiled code calls."""
    program = f"""
import signal, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from kernelscope import vgpu
kernel = vgpu.load_ptx('''{PTX}''').kernel("prints")
kernel[1, 32](1)
begun = time.perf_counter()
kernel[1, 32](20_000_000)
took = time.perf_counter() - begun
turns = int(20_000_000 * 0.06 / took)  # less than until somebody looks after the launch
timer = threading.Timer(0.03, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT))
timer.start()
try:
    kernel[1, 32](turns)
except KeyboardInterrupt:
    print("interrupted")
"""
    words = [sys.executable, "-c", program]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert ended.stdout.splitlines()[-1] == "interrupted"
    assert ended.stderr == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGALRM])
def test_signals_wait_until_they_are_released(number: signal.Signals) -> None:
    received: list[int] = []
    before = signal.signal(number, lambda number, _: received.append(number))
    try:
        held = HeldSignals(threading.current_thread())
        signal.raise_signal(number)
        time.sleep(0)
        assert not received
        held.release()
        assert received == [number]
        signal.raise_signal(number)
        assert received == [number] * 2
    finally:
        signal.signal(number, before)


def test_a_launch_of_another_thread_leaves_signals_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def look() -> None:
        held = HeldSignals(threading.current_thread())
        seen.append(signal.getsignal(signal.SIGINT))
        held.release()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [before]
