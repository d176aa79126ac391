"""Work on several threads: each argument once, failures and interrupts raised after all ended."""

from __future__ import annotations

import threading
import time

import pytest
import torch  # whose OpenMP threads are used where it has some

from kernelscope.vgpu import team
from kernelscope.vgpu.team import run_on_threads


@pytest.fixture(autouse=True, params=["PyTorch's threads", "own threads"])
def _threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "own threads":
        monkeypatch.setattr(team, "_openmp", lambda _: None)


def test_each_argument_is_worked_on_once_and_at_the_same_time() -> None:
    meeting = threading.Barrier(2, timeout=20)
    seen: list[int] = []

    def work(argument: int) -> None:
        meeting.wait()  # both are under way
        seen.append(argument)

    for _ in range(3):
        torch.randn(1 << 20).exp()
        run_on_threads(work, [1, 2], lambda: None)
    assert sorted(seen) == [1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize("culprit", [1, 2])
def test_an_interrupt_stops_the_others_and_is_raised_when_they_have_ended(culprit: int) -> None:
    stopped = threading.Event()
    ended: list[int] = []

    def work(argument: int) -> None:
        if argument == culprit:
            raise KeyboardInterrupt
        assert stopped.wait(20)
        time.sleep(0.05)
        ended.append(argument)

    with pytest.raises(KeyboardInterrupt):
        run_on_threads(work, [1, 2], stopped.set)
    assert ended == [3 - culprit]


def test_one_argument_needs_no_other_thread() -> None:
    here: list[int] = []
    run_on_threads(lambda _: here.append(threading.get_ident()), [7], lambda: None)
    assert here == [threading.get_ident()]
