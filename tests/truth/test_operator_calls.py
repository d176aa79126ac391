"""The table of operator calls runs without a GPU, and a profile's trace is read as it is meant."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from each import each
from truth.operators.calls import CALLS
from truth.operators.fresh import PREFIX, half
from truth.operators.record_h200 import APART, activities, device_side, host_side, ordered

FAMILIES = sorted({name.partition("/")[0] for name in CALLS})


def shapes(result: Any) -> Any:
    """Return the shapes and types of the tensors in a result."""
    if isinstance(result, torch.Tensor):
        return tuple(result.shape), result.dtype
    if isinstance(result, tuple | list):
        return [shapes(part) for part in result]
    return type(result)


@each("family", FAMILIES)
def test_each_call_gives_the_same_kind_of_result_again(family: str) -> None:
    for call in CALLS.values():
        if call.name.startswith(f"{family}/"):
            torch.manual_seed(1)
            run = call.make("cpu", small=True)
            first = shapes(run())
            if "nonzero" not in call.name:
                assert shapes(run()) == first, call.name


def test_a_recording_cut_short_has_the_first_call_of_every_function() -> None:
    functions = {name.split()[0] for name in CALLS if not name.startswith(APART)}
    assert len(ordered()) >= 260
    assert {call.name.split()[0] for call in ordered()[: len(functions)]} == functions


@pytest.mark.parametrize("prefix", APART)
def test_a_family_is_recorded_alone(prefix: str) -> None:
    found = {call.name for call in ordered(prefix)}
    assert found == {name for name in CALLS if name.startswith(prefix)}
    assert not found & {call.name for call in ordered()}


def test_fresh_calls_are_new_and_both_halves_have_some_of_each_function_family() -> None:
    fresh = {name.removeprefix(PREFIX): name for name in CALLS if name.startswith(PREFIX)}
    others = [name for name in CALLS if not name.startswith(PREFIX)]
    older = {name.partition("-")[2] if name.startswith(APART) else name for name in others}
    assert not older & set(fresh)
    for family in {name.partition("/")[0] for name in fresh}:
        halves = {half(fresh[name]) for name in fresh if name.startswith(f"{family}/")}
        assert halves == {"fit", "held"}, family


def trace(repetitions: int) -> list[dict[str, Any]]:
    """Return a trace as Kineto writes it: in each repetition a kernel of 2 µs and a copy of 3 µs.

    The device's clock is 40 µs early, so an activity lies in the repetition before its own.
    """
    events: list[dict[str, Any]] = []
    for place in range(repetitions):
        at = 1000.0 + 50 * place
        events += [
            {"cat": "user_annotation", "name": f"repetition {place}", "ts": at, "dur": 49.0},
            {"cat": "cpu_op", "name": "aten::add", "tid": 1, "ts": at + 1, "dur": 9.0},
            {"cat": "cpu_op", "name": "aten::empty", "tid": 1, "ts": at + 2, "dur": 1.0},
            {"cat": "cpu_op", "name": "aten::copy_", "tid": 1, "ts": at + 11, "dur": 4.0},
        ]
        for number, (kind, name, dur) in enumerate((("kernel", "k", 2), ("gpu_memcpy", "m", 3))):
            call = 2 * place + number
            start = at + 4 + 8 * number
            events.append(
                {"cat": "cuda_runtime", "name": "launch", "tid": 1, "ts": start, "dur": 2.0}
                | {"args": {"correlation": call}}
            )
            args = {"correlation": call, "grid": [7, 1, 1], "bytes": 12}
            events.append(
                {"cat": kind, "name": name, "ts": start - 40, "dur": float(dur), "args": args}
            )
    return events


def test_an_activity_belongs_to_the_repetition_that_asked_for_it() -> None:
    found = device_side(activities(trace(10)))
    names = [(row["name"], row["warm"], row["cold"]) for row in found["activities"]]
    assert names == [("k", 2000, 2000), ("m", 3000, 3000)]
    assert found["activities"][0]["grid"] == [7, 1, 1]
    assert found["activities"][1]["bytes"] == 12
    assert found["sequences"] == 1
    assert found["span"] == 11000  # the copy begins 8 µs after the kernel and takes 3 µs


def test_only_the_outermost_operators_are_listed() -> None:
    assert host_side(trace(10), "cpu_op") == [["aten::add", 9000], ["aten::copy_", 4000]]
