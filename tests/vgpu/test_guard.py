"""The thread that looks after launches: Ctrl-C, a word about a launch that lasts, and no more."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import TimeLimitError
from kernelscope.vgpu.runtime import guard as guards

KERNEL = """.version 8.4
.target sm_90a
.address_size 64
.entry endless() { .reg .b32 %r<2>; L: add.u32 %r1, %r1, 1; bra L; }
.entry one(.param .u64 at) {
.reg .b64 %rd<2>;
ld.param.u64 %rd1, [at]; st.global.u32 [%rd1], 1; ret;
}
"""
PROGRAM = f"""
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
    monkeypatch.setattr(guards, "_SILENT_S", 0.2)
    with pytest.raises(TimeLimitError):
        vgpu.load_ptx(KERNEL).kernel("endless").launch((1, 1, 1), (32, 1, 1), [], limit_s=1.0)
    said = capfd.readouterr().err
    assert re.match(r"`endless` has run for 0 s.*Ctrl-C stops it, --limit SECONDS", said), said
    assert said.count("\n") == 1


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
    before = sleeps()
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        kernel.launch((1, 1, 1), (1, 1, 1), [out])
    time.sleep(0.3)
    # A launch that other programs hold up for a tenth of a second wakes it.
    assert sleeps() - before <= 3
