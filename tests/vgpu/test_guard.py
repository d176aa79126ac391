"""The thread that looks after launches: Ctrl-C, a word about a launch that lasts, and no more."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import TimeLimitError
from kernelscope.vgpu.runtime import long_work
from kernelscope.vgpu.runtime.guard import guard

KERNEL = """.version 8.4
.target sm_90a
.address_size 64
.entry endless() {
.reg .b32 %r<2>;
.reg .pred %p<2>;
mov.u32 %r1, 0;
L: add.u32 %r1, %r1, 2;
setp.ne.u32 %p1, %r1, 1;
@%p1 bra L;
ret;
}
.entry one(.param .u64 at) {
.reg .b64 %rd<2>;
ld.param.u64 %rd1, [at]; st.global.u32 [%rd1], 1; ret;
}
"""
PROGRAM = f"""
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
from contextlib import suppress
from kernelscope import errors, vgpu
kernel = vgpu.load_ptx('''{KERNEL}''').kernel("endless")
with suppress(errors.TimeLimitError):  # so that it is compiled
    kernel.launch((1, 1, 1), (32, 1, 1), [], limit_s=0.1)
print("begins", flush=True)
try:
    kernel.launch((1, 1, 1), (32, 1, 1), [])
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_stops_a_launch_that_does_not_end() -> None:
    words = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        try:
            assert run.stdout.readline() == "begins\n"
            time.sleep(1)
            run.send_signal(signal.SIGINT)
            assert run.communicate(timeout=20)[0] == "interrupted\n"
        finally:
            run.kill()
    assert run.returncode == 0


def test_a_launch_that_lasts_says_where_it_is(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(long_work, "_line", [long_work.LongWork(0.2)])
    with pytest.raises(TimeLimitError, match=r"time limit; it was at ptx:8$"):
        vgpu.load_ptx(KERNEL).kernel("endless").launch((1, 1, 1), (32, 1, 1), [], limit_s=1.0)
    said = capfd.readouterr().err
    expected = (
        r"kernelscope: `endless` has run for 0 s: 1 of 1 blocks begun, now at ptx:8; "
        r"Ctrl-C stops it, --limit SECONDS \(limit_s=\) sets a limit\n"
    )
    assert re.fullmatch(expected, said), said


class _Terminal(io.StringIO):
    """What stands on a line of a terminal."""

    def line(self) -> str:
        return re.split(r"\r\x1b\[K", self.getvalue())[-1]


def test_a_line_for_a_script_renews_itself_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    now, terminal = [100.0], _Terminal()
    monkeypatch.setattr(long_work, "monotonic", lambda: now[0])
    monkeypatch.setattr(long_work.sys, "stderr", terminal)
    line = long_work.LongWork(3.0, 1.0, 1.0, renews=True, caller=lambda _: "train.py:31")
    work = long_work.Work("aten::mm", begun=now[0])
    line.begin(work)
    shown: list[str] = []
    for now[0] in (102.9, 103.1, 103.5, 104.2):
        line.look(work)
        shown.append(terminal.line())
    work.is_over = True
    line.end()
    said = "kernelscope: aten::mm at train.py:31 has run for {} s".format
    assert [*shown, terminal.line()] == ["", said(3), said(3), said(4), ""]
    assert "\n" not in terminal.getvalue()


def test_many_short_pieces_of_a_scripts_work_are_one_wait(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr(long_work, "monotonic", lambda: now[0])
    line = long_work.LongWork(30.0, 30.0, 1.0)
    for number in range(1000):
        now[0] = 100.0 + 0.07 * number
        line.begin(long_work.Work("aten::mm", begun=now[0]))
        now[0] += 0.05
        line.end()
    assert capfd.readouterr().err == (
        "kernelscope: aten::mm runs, number 430 in 30 s\n"
        "kernelscope: aten::mm runs, number 859 in 60 s\n"
    )


def test_the_guard_holds_nothing_of_work_that_has_ended() -> None:
    work = long_work.Work("a product")
    guard().begin(work)
    time.sleep(0.3)
    guard().end(work)
    time.sleep(0.1)
    held = weakref.ref(work)
    del work
    assert held() is None


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="Linux tells how often it wakes")
def test_the_guard_sleeps_between_launches_and_through_short_ones() -> None:
    """It takes Python's lock when it wakes, for which the program's own thread then waits."""
    kernel, out = vgpu.load_ptx(KERNEL).kernel("one"), np.zeros(1, np.uint32)
    kernel.launch((1, 1, 1), (1, 1, 1), [out])
    (guard,) = (t for t in threading.enumerate() if t.name == "virtual-gpu-guard")
    status = Path(f"/proc/self/task/{guard.native_id}/status")

    def sleeps() -> int:
        found = re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status.read_text(), re.M)
        assert found is not None
        return int(found[1])

    time.sleep(0.3)
    before, launches = sleeps(), 0
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        kernel.launch((1, 1, 1), (1, 1, 1), [out])
        launches += 1
    time.sleep(0.3)
    # A launch that other programs hold up for a tenth of a second wakes it.
    assert sleeps() - before <= max(3, launches // 50)
