"""Attention, convolutions and products launch what they launched on an H200, and take as long.

The truth is the record of an H200 (tests/truth/operators). The calls that it needed less than
33 µs for are run here; the others take the CPU seconds each and are a slow test.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

import truth.operators  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402
from kernelscope.record import OperatorRecord  # noqa: E402
from truth.operators.calls import CALLS, set_for  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

RECORD = Path(truth.operators.__path__[0]) / "operators_h200.jsonl.gz"
QUICK_US = 33
FAMILIES = ("attention/", "conv/", "product/")


@dataclass(frozen=True)
class Outcome:
    """One call: kernels and microseconds of the H200, and of the virtual one."""

    name: str
    kernels: int
    us: float
    kernels_here: int
    us_here: float

    @property
    def same_count(self) -> bool:
        return self.kernels == self.kernels_here

    @property
    def near(self) -> bool:
        return abs(self.us_here / self.us - 1) <= 0.25

    def __str__(self) -> str:
        counts = f"{self.kernels} kernels, {self.kernels_here} here"
        return f"{self.name}: {counts}, {self.us:.1f} us, {self.us_here:.1f} here"


def recorded() -> Iterator[tuple[str, int, float]]:
    """Yield name, number of kernels and microseconds of each call; L2 held a fill's zeros."""
    with gzip.open(RECORD, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row.get("name", "").startswith(FAMILIES) and "activities" in row:
                times = [activity["cold"] / 1000 for activity in row["activities"]]
                yield row["name"], len(times), sum(times)


def run_here(least_us: float, most_us: float) -> list[Outcome]:
    outcomes: list[Outcome] = []
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu):
        for name, kernels, us in recorded():
            if not least_us <= us < most_us or "int8" in name:  # int8 takes the CPU minutes
                continue
            with set_for(CALLS[name]):
                run = CALLS[name].make("cuda")
                gpu.l2.empty()
                before = len(gpu.events)
                run()
            events = [one for one in gpu.events[before:] if isinstance(one, OperatorRecord)]
            launches = [launch for event in events for launch in event.launches]
            times = sum(launch.time_us.value for launch in launches)
            outcomes.append(Outcome(name, kernels, us, len(launches), times))
    return outcomes


def check(outcomes: list[Outcome]) -> None:
    assert len(outcomes) > 40
    wrong = [str(one) for one in outcomes if not one.same_count]
    assert len(wrong) <= 0.05 * len(outcomes), wrong
    far = [str(one) for one in outcomes if not one.near]
    assert len(far) <= 0.1 * len(outcomes), far


def test_short_calls_launch_and_take_what_they_did_on_an_h200() -> None:
    check(run_here(0, QUICK_US))


@pytest.mark.exhaustive
def test_long_calls_launch_and_take_what_they_did_on_an_h200() -> None:
    check(run_here(QUICK_US, 1000))
