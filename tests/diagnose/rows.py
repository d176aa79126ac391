"""Rows of comparisons and sweeps: just below, at and just above each bound of what is said."""

from __future__ import annotations

import dataclasses
from typing import Any

from kernelscope.quantity import Provenance, Quantity
from kernelscope.record import (
    Bytes,
    Check,
    Error,
    Finding,
    LaunchRecord,
    OperatorRecord,
    Row,
    Status,
)

LAUNCH = LaunchRecord("k", (4, 3, 2), (32, 5, 2), registers=40)
OPERATOR = OperatorRecord("aten.mul")


def row(name: str, ms: float | None, provenance: Provenance = "measured", **fields: Any) -> Row:
    """A right row with one kernel of its own that moves the fewest bytes."""
    base = Row(name, name, "ok", launches=(LAUNCH,), bytes=moved(1.0), lines_of_code=10)
    time = None if ms is None else Quantity(ms, "ms", provenance)
    return dataclasses.replace(base, time_ms=time, **fields)


def moved(times: float) -> Bytes:
    """So many times the fewest bytes."""
    return Bytes(times * 1e9, times * 1e9, 1e9, 1e9, "computed")


def compiling(ms: float) -> dict[str, Quantity]:
    """A compile time of so many milliseconds."""
    return {"compile": Quantity(ms, "ms", "measured")}


def failed(name: str, status: Status, reason: str) -> Row:
    """A row without a time."""
    return Row(name, name, status, reason, lines_of_code=3)


def ulp(size: float) -> Error:
    """An error of so many units in the last place."""
    return Error(1e-6, 1e-6, size, total=8)


OPERATORS = {"launches": (), "operators": (OPERATOR,) * 3}
ONE_OPERATOR = {"launches": (), "operators": (OPERATOR,)}
NAIVE = row("naive", 9.0, **OPERATORS | {"bytes": moved(3.0), "lines_of_code": 2})

ROWS: dict[str, tuple[Row, ...]] = {
    "none": (),
    "alone": (row("triton", 1.0),),
    "alone-and-wrong": (row("triton", 1.0), failed("mine", "wrong", "1 of 9")),
    "level": (
        row("a", 1.0),
        row("b", 1.0499, lines_of_code=11),
        row("c", 1.02, **ONE_OPERATOR, lines_of_code=9),
    ),
    "just-slower": (row("a", 1.0), row("b", 1.05, lines_of_code=9)),
    "naive-is-level": (row("naive", 1.04), row("a", 1.0), row("b", 1.05), row("c", 3.0)),
    "naive-is-slower": (row("naive", 1.05), row("a", 1.0), row("c", 3.0)),
    "naive-wins": (row("naive", 1.0), row("a", 2.0), row("c", 3.0)),
    "no-naive": (row("a", 1.0), row("b", 7.0), row("c", 3.0)),
    "two-winners": (NAIVE, row("b", 1.01), row("a", 1.0), row("c", 1.0499), row("d", 1.05)),
    "bytes": (NAIVE, row("a", 1.0)),
    "bytes-of-two": (
        dataclasses.replace(NAIVE, operators=(OPERATOR,) * 11),
        row("a", 1.0, launches=(LAUNCH,) * 2, percent_of_limit=Quantity(98.44, "%", "estimated")),
    ),
    "bytes-of-as-many": (row("naive", 9.0, bytes=moved(3.0)), row("a", 1.0)),
    "bytes-just-alike": (row("naive", 9.0, bytes=moved(1.25), **OPERATORS), row("a", 1.0)),
    "bytes-just-more": (row("naive", 9.0, bytes=moved(1.2501)), row("a", 1.0)),
    "bytes-just-more-than-few": (
        row("naive", 9.0, bytes=moved(1.2499)),
        row("a", 1.0, bytes=moved(1.05)),
        row("b", 1.0, bytes=moved(1.0501), launches=(LAUNCH,) * 2),
        row("c", 1.1, bytes=moved(1.0501)),
    ),
    "launches": (
        row("naive", 9.0, launches=(LAUNCH,) * 10),
        row("a", 1.0, launches=(LAUNCH,) * 2, bytes=None),
    ),
    "unknown-launches": (row("naive", 9.0), row("a", 1.0, launches=())),
    "nothing-moves": (
        row("a", 1.0, bytes=Bytes(0.0, 0.0, 0.0, 0.0)),
        row("naive", 2.0, bytes=None),
    ),
    "all-broken": (
        failed("a", "failed", "crash"),
        failed("b", "wrong", "7"),
        failed("c", "wrong", "8"),
    ),
    "all-missing": (failed("a", "unavailable", "no nvcc"),),
    "untimed": (row("a", None), row("b", 1.0), failed("c", "unavailable", "no nvcc")),
    "compiles": (
        NAIVE,
        row("a", 1.0, timings=compiling(100.0)),
        row("b", 1.01, timings=compiling(99.9), lines_of_code=11),
    ),
    "compiles-longer": (
        row("naive", 9.0, timings=compiling(50.0)),
        row("a", 1.0, timings=compiling(150.0), lines_of_code=4),
        row("b", 1.04, timings=compiling(7000.0), lines_of_code=4),
        row("c", 3.0, timings=compiling(50.1), lines_of_code=3),
    ),
    "compiles-much-longer": (row("torch", 1.06), row("max", 1.0, timings=compiling(45200.0))),
    "errors": (
        row("a", 1.0, error=ulp(0.5)),
        row("b", 2.0, error=ulp(1.0)),
        row("c", 2.0, error=ulp(3.0)),
        row("d", 2.0),
    ),
    "errors-alike": (row("a", 1.0, error=ulp(0.51)), row("b", 2.0, error=ulp(1.0))),
    "one-error": (row("a", 1.0, error=ulp(0.0)), row("b", 2.0)),
    "lines": (
        row("a", 1.0, lines_of_code=0),
        row("b", 2.0, lines_of_code=1),
        row("c", 2.0, lines_of_code=1),
        row("d", 2.0, lines_of_code=2),
    ),
    "held-back": (
        row(
            "a",
            1.0,
            findings=(
                Finding("divergence", "d", estimated_gain=0.0499),
                Finding("unfused-operators", "u", estimated_gain=0.9),
                Finding("tail-effect", "t", estimated_gain=0.05),
                Finding("bank-conflicts", "b", estimated_gain=0.615),
                Finding("small-grid", "s", estimated_gain=0.7),
                Finding("latency-bound", "l"),
            ),
            checks=(
                Check("n=1", "ok"),
                Check("float64: n=8", "unavailable", "too coarse"),
                Check("int8: n=8", "unavailable", "too coarse"),
                Check("n=0", "unavailable", "empty"),
                Check("huge", "unavailable", "not run: too large"),
            ),
            warnings=("one", "two"),
        ),
        row("b", 2.0, checks=(Check("n=0: x", "unavailable"), Check("n=2", "unavailable", "no"))),
        row(
            "e",
            2.0,
            findings=(
                Finding("latency-bound", "l"),
                Finding("divergence", "d", estimated_gain=0.93),
            ),
        ),
        row("c", 2.0, bytes=moved(1.25), launches=(), operators=(OPERATOR,) * 2),
        row("d", 2.0, bytes=moved(4.0), launches=(), operators=(OPERATOR,)),
    ),
}


def modelled(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows with estimated times."""
    return tuple(
        dataclasses.replace(one, time_ms=dataclasses.replace(one.time_ms, provenance="estimated"))
        if one.time_ms is not None
        else one
        for one in rows
    )


ROWS |= {
    f"{name}-by-the-model": modelled(ROWS[name])
    for name in ("alone", "level", "naive-is-slower", "two-winners", "compiles-longer", "errors")
}
ROWS["just-alike-by-the-model"] = modelled((row("a", 1.0), row("b", 1.666, lines_of_code=9)))
ROWS["just-apart-by-the-model"] = modelled((row("a", 1.0), row("b", 1.667, lines_of_code=9)))


def spilling(size: int, **fields: Any) -> Row:
    """A row whose second kernel keeps so many bytes a thread in local memory."""
    kernel = dataclasses.replace(LAUNCH, kernel="s", local_bytes=size, **fields)
    return row("x", 1.0, "estimated", launches=(LAUNCH, kernel))


POINTS = (64, 128, 256, 512)
FINE, STOP = spilling(0), failed("x", "failed", "out of memory")
UNTIMED = row("x", None, launches=(dataclasses.replace(LAUNCH, local_bytes=8),))
SWEEPS: dict[str, dict[str, tuple[Row, ...]]] = {
    "works": {"a": (FINE,) * 4},
    "spills": {"a": (FINE, FINE, spilling(40, registers=255), spilling(80))},
    "spills-at-once": {"a": (spilling(40), spilling(80), FINE, FINE)},
    "spills-on-another-grid": {"a": (FINE, spilling(1024, grid=(5, 3, 2)), FINE, FINE)},
    "spills-of-unknown-registers": {
        "a": (spilling(0, registers=None), spilling(16, registers=None), FINE, FINE),
        "b": (row("x", 1.0), spilling(16), FINE, FINE),
    },
    "spills-by-the-assembler": {
        "a": (FINE, spilling(0, spill_bytes=72), FINE, FINE),
        "b": (FINE, UNTIMED, FINE, FINE),
    },
    "stops": {"a": (FINE, FINE, FINE, STOP), "b": (STOP, FINE, FINE, FINE), "c": (FINE,) * 4},
    "spills-then-stops": {"a": (FINE, spilling(40), STOP, STOP)},
    "stops-then-spills": {"a": (FINE, STOP, spilling(40), FINE)},
    "stops-spilling": {
        "a": (FINE, dataclasses.replace(spilling(40), status="wrong", reason="bad"), FINE, FINE)
    },
}


def rates(
    *values: float | None, provenance: Provenance = "measured"
) -> tuple[Quantity | None, ...]:
    """A line of a sweep."""
    return tuple(None if v is None else Quantity(v, "GB/s", provenance) for v in values)


SERIES: dict[str, dict[str, tuple[Quantity | None, ...]]] = {
    "one": {"a": rates(5.0, 5.0, 5.0, 5.0), "b": rates(1.0, 2.0, 3.0, 4.0)},
    "turns": {"a": rates(5.0, 5.0, 5.0, 5.0), "b": rates(1.0, 4.7, 6.0, 7.0)},
    "just-level": {"a": rates(1.05, 1.05, 9.0, 1.0), "b": rates(1.0, 1.0001, 1.0, 1.0)},
    "gone": {"a": rates(5.0, None, None, 5.0), "b": rates(1.0, 4.0, None, 9.0)},
    "all-level": {"a": rates(1.0, 1.0, 1.0, 1.0), "b": rates(1.0, 1.01, 1.0, 1.0)},
    "by-the-model": {
        "a": rates(5.0, 5.0, 5.0, 5.0, provenance="estimated"),
        "b": rates(1.0, 4.7, 6.0, 9.0, provenance="estimated"),
    },
}
