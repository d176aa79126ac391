"""Work on several threads: each argument once, and nothing goes on after the call."""

from __future__ import annotations

import ctypes
import threading
import time

import pytest
import torch  # whose OpenMP threads are used where it has some

from kernelscope.vgpu.runtime import thread_pool
from kernelscope.vgpu.runtime.thread_pool import run_on_threads

native = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


@pytest.fixture(autouse=True, params=["PyTorch's threads", "own threads"])
def _threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "own threads":
        monkeypatch.setattr(thread_pool, "_openmp", lambda _: None)


def test_each_argument_is_worked_on_once_and_at_the_same_time() -> None:
    meeting = threading.Barrier(2, timeout=20)
    seen: list[int] = []

    def work(argument: int) -> None:
        meeting.wait()  # both are under way
        seen.append(argument)

    for _ in range(3):
        torch.randn(1 << 20).exp()
        run_on_threads(native(work), [1, 2])
    assert sorted(seen) == [1, 1, 1, 2, 2, 2]


def test_more_arguments_than_threads_are_all_worked_on() -> None:
    """OpenMP gives fewer threads than asked for where it may not have more."""
    before, seen = torch.get_num_threads(), list[int]()
    torch.set_num_threads(1)
    try:
        run_on_threads(native(seen.append), [*range(1, 18)])
    finally:
        torch.set_num_threads(before)
    assert sorted(seen) == [*range(1, 18)]


def test_an_interrupt_is_raised_when_the_others_have_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C reaches the caller's thread, when its own part is done."""
    monkeypatch.setattr(thread_pool, "_openmp", lambda _: None)
    ended: list[int] = []

    def work(argument: int) -> None:
        if argument == 1:
            raise KeyboardInterrupt
        time.sleep(0.1)
        ended.append(argument)

    with pytest.raises(KeyboardInterrupt):
        run_on_threads(work, [1, 2, 3])
    assert sorted(ended) == [2, 3]


def test_one_argument_needs_no_other_thread() -> None:
    here: list[int] = []
    run_on_threads(native(lambda _: here.append(threading.get_ident())), [7])
    assert here == [threading.get_ident()]
