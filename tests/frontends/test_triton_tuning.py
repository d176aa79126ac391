"""Autotuners try their configurations apart: nothing of a trial shows, and the choice is sure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402

from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.errors import MemoryAccessError  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402
from kernelscope.vgpu.runtime.fork_pool import call_apart  # noqa: E402

pytestmark = pytest.mark.triton
SIZES = (64, 128, 256)


@triton.jit
def add_one(x_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x_ptr + at, tl.load(x_ptr + at, at < n) + 1, at < n)


@triton.jit
def copy(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(x_ptr + at, at < n), at < n)


@triton.jit
def in_turn(turn_ptr, out_ptr, BLOCK: tl.constexpr):
    """Each block waits for the one before it."""
    me = tl.program_id(0)
    while tl.atomic_add(turn_ptr, 0) != me:
        pass
    tl.store(out_ptr + me * BLOCK + tl.arange(0, BLOCK), me)
    tl.atomic_add(turn_ptr, 1)


@triton.jit
def beyond(x_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x_ptr + n + at, at)


@triton.jit
def read_row(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    """All blocks read the same row, and write one of their own."""
    at = tl.arange(0, BLOCK)
    tl.store(out_ptr + tl.program_id(0) * BLOCK + at, tl.load(x_ptr + at))


def _tuned(kernel, sizes=SIZES, **options):
    configurations = [triton.Config({"BLOCK": size}, num_warps=1) for size in sizes]
    return triton.autotune(configurations, key=[], **options)(kernel)


def _grid(n):
    return lambda meta: (triton.cdiv(n, meta["BLOCK"]),)


def test_what_trials_write_does_not_show():
    x = torch.zeros(10_000)
    with virtual_gpu() as gpu:
        _tuned(add_one)[_grid(10_000)](x, 10_000)
    assert torch.equal(x, torch.ones(10_000))
    assert [launch.trial for launch in gpu.launches] == [True, True, True, False]


def test_each_trial_begins_with_the_memory_of_the_call_whatever_the_hooks_do():
    seen: list[float] = []
    x = torch.full((10_000,), 5.0)
    with virtual_gpu():
        kernel = _tuned(add_one, pre_hook=lambda args, **_: seen.append(args["x_ptr"][0].item()))
        kernel[_grid(10_000)](x, 10_000)
    # Once more after the trials, with `reset_only`; those of the trials are in the children.
    assert seen == [5.0]
    assert torch.equal(x, torch.full((10_000,), 6.0))


def test_tensors_to_reset_and_to_restore_are_those_of_the_real_launch():
    x, y = torch.full((10_000,), 5.0), torch.full((10_000,), 5.0)
    with virtual_gpu():
        _tuned(add_one, reset_to_zero=["x_ptr"])[_grid(10_000)](x, 10_000)
        _tuned(add_one, restore_value=["x_ptr"])[_grid(10_000)](y, 10_000)
    assert torch.equal(x, torch.ones(10_000))  # as Triton: it is zeroed before the real launch, too
    assert torch.equal(y, torch.full((10_000,), 6.0))


def test_a_trial_has_the_time_of_the_whole_launch():
    n = 1 << 20
    x, out = torch.zeros(n), torch.zeros(n)
    tuned = _tuned(copy, (128, 1024))
    with virtual_gpu() as gpu:
        tuned[_grid(n)](x, out, n)
        for size in (128, 1024):
            gpu.l2.empty()
            copy[_grid(n)](x, out, n, BLOCK=size, num_warps=1)
    trials, whole = gpu.launches[:2], gpu.launches[3:]
    assert [one.grid for one in trials] == [one.grid for one in whole]
    for trial, launch in zip(trials, whole, strict=True):
        assert trial.sampled
        assert not launch.sampled
        assert trial.unsimulated == ""
        assert trial.time_us.value == pytest.approx(launch.time_us.value, rel=1e-3)
        for name, count in launch.counters.items():
            assert trial.counters[name] == pytest.approx(count, rel=1e-3), name


def test_a_bench_function_between_events_times_the_trials():
    n = 1 << 22
    tuned = _tuned(copy, (32, 1024), do_bench=triton.testing.do_bench)
    with virtual_gpu() as gpu, pretend_cuda(gpu):
        x, out = torch.zeros(n, device="cuda"), torch.zeros(n, device="cuda")
        tuned[_grid(n)](x, out, n)
    assert tuned.best_config.kwargs == {"BLOCK": 1024}
    slow, fast = (timing[0] for timing in tuned.configs_timings.values())
    # 2^17 blocks start one after another, for 0.6 ns each. The host's time is between the events,
    # too, where it is longer than the fill before them.
    assert slow > (1 << 17) * 0.6e-6
    assert slow > fast


def test_what_all_blocks_read_is_not_read_by_each():
    """Eight of 4,096 blocks read the row, too: scaled up it would be 512 rows."""
    x, out = torch.zeros(1024), torch.zeros(4096 * 1024)
    with virtual_gpu() as gpu, gpu.trials(sample_blocks=8):
        read_row[(4096,)](x, out, 1024, BLOCK=1024)
    counters = gpu.launches[0].counters
    assert counters["kernelscope__unique_sectors_read.sum"] == 1024 * 4 / 32
    assert counters["kernelscope__unique_sectors_written.sum"] == 4096 * 1024 * 4 / 32


def test_blocks_that_wait_for_each_other_are_all_tried(monkeypatch):
    turn, out = torch.zeros(1, dtype=torch.int32), torch.zeros(12 * 128, dtype=torch.int32)
    monkeypatch.setattr("kernelscope.frontends.triton.tuning._LIMIT_S", 1.0)
    with virtual_gpu() as gpu:
        _tuned(in_turn, (64, 128), restore_value=["turn_ptr"])[(12,)](turn, out)
    assert turn.item() == 12
    *trials, launch = gpu.launches
    assert [one.trial for one in trials] == [True, True]
    assert not any(one.sampled for one in trials)
    assert not launch.trial


def test_the_error_of_a_trial_is_raised_as_in_a_launch():
    x = torch.zeros(1000)
    with virtual_gpu(), pytest.raises(MemoryAccessError, match=r"test_triton_tuning\.py:"):
        _tuned(beyond)[(4,)](x, 1000)


def test_configurations_that_the_gpu_refuses_are_left():
    n = 1 << 14
    x, out = torch.ones(n), torch.zeros(n)
    configurations = [triton.Config({"BLOCK": 128}, num_warps=w) for w in (64, 4)]
    tuned = triton.autotune(configurations, key=[])(copy)
    with virtual_gpu():
        tuned[_grid(n)](x, out, n)
    assert tuned.best_config.num_warps == 4
    assert torch.equal(out, x)


def test_the_choice_is_the_same_beside_other_threads():
    """Each with locks that a child would wait for."""
    ended, lock = threading.Event(), threading.Lock()

    def busy() -> None:
        while not ended.is_set():
            with lock:
                time.sleep(0.0005)

    others = [threading.Thread(target=busy) for _ in range(2)]
    for thread in others:
        thread.start()
    try:
        n, choices = 1 << 18, set[int]()
        x, out = torch.ones(n), torch.zeros(n)
        for _ in range(2):
            tuned = _tuned(copy, (32, 256, 1024))
            with virtual_gpu():
                tuned[_grid(n)](x, out, n)
            choices.add(tuned.best_config.kwargs["BLOCK"])
    finally:
        ended.set()
        for thread in others:
            thread.join()
    assert len(choices) == 1
    assert torch.equal(out, x)


def test_compiling_the_candidates_counts_as_the_hosts_time():
    with virtual_gpu() as gpu, pretend_cuda(gpu) as timeline:
        x = torch.zeros(1 << 16, device="cuda")
        before = timeline.now()
        _tuned(add_one, (32, 512))[_grid(1 << 16)](x, 1 << 16)
        first = timeline.now() - before
        assert x.sum().item() == 1 << 16
    assert first > 0.003  # two kernels out of Triton's cache take at least as long


def test_calls_apart_return_print_fail_and_die_in_their_own_processes(capsys):
    kept: list[int] = []

    def call(number: int) -> int:
        kept.append(number)
        print("number", number)
        if number == 1:
            raise ValueError("one")
        if number == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return 10 * number

    found = call_apart([lambda n=n: call(n) for n in range(4)])
    assert [one.value for one in found] == [0, None, None, 30]
    assert [one.signal for one in found] == [0, 0, signal.SIGKILL, 0]
    assert [one.output for one in found] == ["number 0\n", "number 1\n", "", "number 3\n"]
    assert kept == []
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_a_call_apart_may_wait_for_a_busy_process_of_another_group(monkeypatch):
    """Ninja starts each compiler in a group of its own."""
    monkeypatch.setattr("kernelscope.vgpu.runtime.fork_pool._IDLE_S", 2)
    burn = "import time\nwhile time.process_time() < 4: pass"

    def call():
        subprocess.run([sys.executable, "-c", burn], start_new_session=True, check=True)
        return 3

    assert [outcome.value for outcome in call_apart([call])] == [3]


def test_a_call_apart_that_waits_for_ever_is_ended(monkeypatch):
    monkeypatch.setattr("kernelscope.vgpu.runtime.fork_pool._IDLE_S", 0.5)
    monkeypatch.setattr("kernelscope.vgpu.runtime.fork_pool._LOOK_S", 0.1)
    lock = threading.Lock()
    lock.acquire()
    waits, adds = call_apart([lambda: lock.acquire() and 1, lambda: 1 + 1])
    assert (waits.value, waits.signal, adds.value) == (None, 0, 2)
