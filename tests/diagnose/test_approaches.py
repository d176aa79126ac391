"""Which implementation to use when, on rows made by hand."""

from __future__ import annotations

import dataclasses

import pytest

from kernelscope.diagnose.approaches import approaches
from kernelscope.quantity import Quantity
from kernelscope.record import Approach, Bytes, Check, Finding, LaunchRecord, OperatorRecord, Row

LAUNCH = LaunchRecord("kernel", (1, 1, 1), (32, 1, 1))


def row(name: str, ms: float, *, lines: int, compiling: float = 0.0, launches: int = 1) -> Row:
    """A right row; one that compiles has a kernel of its own, another PyTorch operations."""
    return Row(
        name,
        name,
        "ok",
        time_ms=Quantity(ms, "ms", "estimated"),
        timings={"compile": Quantity(compiling, "ms", "measured")} if compiling else {},
        launches=(LAUNCH,) * launches if compiling else (),
        operators=() if compiling else (OperatorRecord("aten.mul"),) * launches,
        bytes=Bytes(launches * 1e9, launches * 1e9, 1e9, 1e9, provenance="computed"),
        lines_of_code=lines,
    )


NAIVE = row("naive", 9.0, lines=2, launches=9)
TORCH = row("torch", 1.02, lines=3)
TRITON = row("triton", 1.0, lines=20, compiling=900)


def told(*rows: Row) -> dict[str, Approach]:
    return {one.implementation: one for one in approaches(rows, "gelu")}


def measured(one: Row) -> Row:
    """The row as on a real GPU."""
    assert one.time_ms is not None
    return dataclasses.replace(one, time_ms=dataclasses.replace(one.time_ms, provenance="measured"))


def test_of_those_as_fast_the_shortest_is_the_one_to_use() -> None:
    found = told(*map(measured, (NAIVE, TORCH, TRITON)))
    assert [name for name, one in found.items() if one.best] == ["torch"]
    assert found["torch"].pros == (
        "as fast as the fastest (1 more within 5 %)",
        "one launch that moves the fewest bytes",
        "nothing to compile",
    )
    assert found["torch"].when == "use this one: the shortest of these"
    assert found["triton"].when == (
        "as fast as torch, for 17 more lines: if you must change the kernel itself"
    )


def test_estimates_within_the_models_error_are_not_ranked() -> None:
    """20 % between two estimates says nothing of a GPU."""
    found = told(
        NAIVE, dataclasses.replace(TORCH, time_ms=Quantity(1.2, "ms", "estimated")), TRITON
    )
    assert [name for name, one in found.items() if one.best] == ["torch"]
    assert found["torch"].pros[0] == (
        "cannot be told apart from the fastest (1 more within the model's error)"
    )
    assert not any("told apart" in pro for pro in found["triton"].pros)
    assert found["torch"].when == "use this one: the shortest of these"
    assert not any("the time of" in con for con in (*found["torch"].cons, *found["triton"].cons))
    assert found["triton"].when == "level with torch here, for 17 more lines"


def test_what_is_level_with_the_one_to_use_is_not_ranked_below_it() -> None:
    """b is within the model's error of a, and c of b but not of a: c is not slower than b here."""
    found = told(
        row("a", 1.0, lines=9, compiling=5), row("b", 1.2, lines=3), row("c", 1.4, lines=5)
    )
    assert found["b"].best
    assert found["c"].cons == ()
    assert found["c"].when == "level with b here, for 2 more lines"


def test_the_slow_one_says_how_slow_what_it_moves_and_where_to_look():
    naive = told(NAIVE, TORCH)["naive"]
    assert naive.pros == ("the shortest: 2 lines", "nothing to compile")
    assert naive.cons == (
        "8.82× the time of torch",
        "9 launches move 9.00× the fewest bytes (`kernelscope fusion gelu/naive`)",
    )
    assert naive.when == "to check the others against, or to save 1 line"


def test_compiling_is_won_back_after_so_many_calls():
    """900 ms of compiling against 8 ms saved a call: 112.5 calls."""
    found = told(NAIVE, TRITON)
    assert "900 ms to compile before the first call" in found["triton"].cons
    assert found["naive"].when == (
        "for fewer than about 110 calls; after that triton has won back its compile time"
    )


@pytest.mark.parametrize(("compiling", "noticed"), [(99.0, False), (100.0, True)])
def test_compiling_is_noticed_from_a_tenth_of_a_second(compiling: float, noticed: bool) -> None:
    """A shorter wait neither speaks against a row nor has to be won back."""
    found = told(NAIVE, row("triton", 1.0, lines=20, compiling=compiling))
    assert any("to compile" in con for con in found["triton"].cons) is noticed
    assert ("won back" in found["naive"].when) is noticed


def test_only_pytorchs_own_operations_need_no_compiling() -> None:
    """A row with a kernel next to them compiles that; of a row without either nothing is known."""
    mixed = dataclasses.replace(TORCH, launches=(LAUNCH,))
    neither = dataclasses.replace(TORCH, operators=())
    assert "nothing to compile" in told(TORCH)["torch"].pros
    assert "nothing to compile" not in told(mixed)["torch"].pros
    assert "nothing to compile" not in told(neither)["torch"].pros


def test_one_that_is_slower_and_longer_has_no_use_here():
    found = told(TORCH, row("mine", 3.0, lines=40))
    assert found["mine"].when == "not for this case: torch is faster and not longer"


def test_what_is_not_right_is_never_the_one_to_use():
    wrong = dataclasses.replace(TRITON, status="wrong", reason="n=3: 1 of 9 wrong", time_ms=None)
    gone = dataclasses.replace(
        TRITON, implementation="cuda", status="unavailable", reason="no nvcc"
    )
    found = told(NAIVE, wrong, gone)
    assert found["triton"] == Approach(
        "triton",
        cons=("wrong: n=3: 1 of 9 wrong", "900 ms to compile before the first call"),
        when="fix its result first",
    )
    assert found["cuda"].when == "not on this device"
    assert found["naive"].best


def test_refusals_findings_and_warnings_speak_against():
    """A case that nobody ran is no refusal; a finding worth little is not mentioned."""
    held = dataclasses.replace(
        TRITON,
        timings={},
        checks=(
            Check("float64: n=8", "unavailable", "too coarse"),
            Check("more than 2^31 elements: n=46341", "unavailable", "not run: too large here"),
        ),
        findings=(
            Finding("low-occupancy", "few warps", estimated_gain=0.31),
            Finding("tail-effect", "a tail", estimated_gain=0.01),
        ),
        warnings=("clocks fell",),
    )
    assert told(held)["triton"].cons == (
        "refuses float64",
        "low-occupancy: about 31 % of its time",
        "1 warning",
    )


@pytest.mark.parametrize(("gain", "said"), [(0.19, False), (0.21, True)])
def test_a_gain_within_the_models_error_is_no_argument(gain: float, said: bool) -> None:
    """1 / 1.25: what it would leave cannot be told apart from what is there."""
    held = dataclasses.replace(TRITON, findings=(Finding("tail-effect", "t", estimated_gain=gain),))
    assert any("tail-effect" in con for con in told(held)["triton"].cons) is said
    assert any("tail-effect" in con for con in told(measured(held))["triton"].cons)


def test_without_a_right_row_nothing_is_recommended():
    failed = dataclasses.replace(TRITON, status="failed", time_ms=None)
    assert not any(one.best for one in told(failed).values())
