"""wait, warm-up, active, repeat."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from kernelscope.errors import UsageError  # noqa: E402
from kernelscope.profiling.schedule import Schedule  # noqa: E402


@pytest.mark.parametrize(
    "schedule", [Schedule(1, 1, 3, 1), Schedule(2, 0, 1, 0), Schedule(0, 2, 2, 3), Schedule()]
)
def test_phases_are_those_of_torchs_schedule(schedule: Schedule) -> None:
    theirs = torch.profiler.schedule(
        wait=schedule.wait, warmup=schedule.warmup, active=schedule.active, repeat=schedule.repeat
    )
    word = {"NONE": "wait", "WARMUP": "warmup", "RECORD": "active", "RECORD_AND_SAVE": "active"}
    for step in range(20):
        assert schedule.phase(step) == word[theirs(step).name]


def test_text_is_read_with_any_part_left_out() -> None:
    assert Schedule.parse("wait=1,warmup=2,active=3,repeat=4") == Schedule(1, 2, 3, 4)
    assert Schedule.parse(" active = 2 ") == Schedule(active=2)


@pytest.mark.parametrize("text", ["wait", "wait=-1", "steps=3", "active=x", "active=0", "1,2,3"])
def test_what_is_not_understood_is_said_with_how_to_write_it(text: str) -> None:
    with pytest.raises(UsageError, match=r"wait=1,warmup=1,active=3,repeat=1"):
        Schedule.parse(text)


def test_steps_are_those_of_all_cycles() -> None:
    assert Schedule(1, 1, 3, 2).steps == 10
    assert Schedule(1, 1, 3, 0).steps == 5
