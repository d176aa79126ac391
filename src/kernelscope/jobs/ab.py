"""`kernelscope ab` and `ks.ab`: a test of which of two is faster."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kernelscope.devices.resolve import resolve
from kernelscope.errors import UnavailableError, UsageError
from kernelscope.history.regressions import compare_records
from kernelscope.jobs import environment
from kernelscope.jobs.ab_sides import Side, two_sides
from kernelscope.jobs.rows import RowMaker, precision_of
from kernelscope.measure.ab import CONFIDENCE, MARGIN, Ratio, is_steady
from kernelscope.operation import Case, Operation
from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import (
    ABReading,
    ABSide,
    ABTest,
    ABTime,
    Comparison,
    FigureChange,
    Row,
)
from kernelscope.results.operations import ABResult

if TYPE_CHECKING:
    from kernelscope.devices.resolve import Device
    from kernelscope.measure.ab import Rounds
    from kernelscope.measure.suspicion import GpuState

__all__ = ["ab"]

_SETS = 8  # of inputs: a value that makes a kernel fast by chance is one of eight
_POOL = 0.25  # of the free memory, at most, for all sets together
_SECONDS = 10.0
# On a virtual GPU nothing is noise but the estimate: every difference is told.
_EXACT = (
    "time=0,bytes=0,sectors=0,instructions=0,registers=0,spills=0,local=0,shared=0,barriers=0,"
    "conflicts=0,vector=0,occupancy=0,launches=0"
)

# What a record says of two sides of which one is wrong: nothing is timed.
_REFUSED: dict[str, Any] = {"times": (), "outcome": "wrong", "ended": "wrong"}


def ab(
    a: str,
    b: str,
    *,
    device: str = "auto",
    case: str = "",
    seconds: float = _SECONDS,
    seed: int | None = None,
    **axes: Any,
) -> ABResult:
    """Decide if B is faster than A on one case, by how much, and with what confidence.

    On a GPU both are timed in turns, in random order, on fresh inputs, with a cold and a warm L2,
    until the result is clear or the seconds are used up (`measure.ab` has the rule). If both are
    equally fast, "faster" or "slower" is reported in at most 1 % of runs. On a virtual GPU counters
    are exact, and times count as different only if they differ by more than the model's error.

    Args:
        a: "softmax/triton", FILE.py:NAME/IMPL, either with options after an @,
            "softmax/triton@num_warps=8"; a file also with a revision of git, "FILE.py@HEAD~1".
        b: the same, after the change.
        device: auto, cuda, virtual, virtual:NAME.
        case: other values of the axes as text, "n=16384,dtype=float16".
        **axes: the same as keywords, n=16384.
        seconds: the budget on a GPU, compilation not included.
        seed: of the order and the bootstrap; None for another one each time.

    Returns:
        The result: `.outcome`, `.verdict`, `.record`, `.table()`, `.to_html(path)`, `.save(path)`.

    Raises:
        UsageError: a word that names no single implementation, two different operations, an unknown
            revision, option, axis or device, a budget that is not above 0.
        UnavailableError: this machine lacks the device, or an implementation does not run on it.
    """
    if not 0 < seconds < float("inf"):
        raise UsageError(f"the budget must be seconds above 0, not {seconds}")
    target = resolve(device)
    chosen = random.SystemRandom().randrange(2**31) if seed is None else seed
    with two_sides(a, b) as sides:
        operation = sides[0].operation
        asked = operation.case(case, **axes)
        run = _measured if target.kind == "cuda" else _counted
        return ABResult(run(sides, operation, asked, target, seconds, chosen))


def _record(
    sides: tuple[Side, Side], rows: Sequence[Row], case: Case, target: Device, **more: Any
) -> ABTest:
    a, b = (ABSide(side.word, row, side.revision) for side, row in zip(sides, rows, strict=True))
    return ABTest(
        device=target.name,
        operation=sides[0].operation.name,
        case=case.shown,
        a=a,
        b=b,
        gpu=target.spec.to_json(),
        **environment.stamp(),
        **more,
    )


def _wrong(sides: tuple[Side, Side], rows: Sequence[Row]) -> str:
    """Return which of the two is wrong and why; "" if both are right.

    Raises UnavailableError if one does not run on this device.
    """
    said: list[str] = []
    for side, row in zip(sides, rows, strict=True):
        if row.status == "unavailable":
            raise UnavailableError(f"{side.word} does not run here: {row.reason}")
        if row.status != "ok":
            said.append(f"{side.word} is {row.status}: {row.reason}")
    return "; ".join(said)


# ---- a real GPU ------------------------------------------------------------------------------


def _measured(
    sides: tuple[Side, Side],
    operation: Operation,
    case: Case,
    target: Device,
    seconds: float,
    seed: int,
) -> ABTest:
    from kernelscope.measure.ab_gpu import Turns
    from kernelscope.measure.check import Checker
    from kernelscope.measure.suspicion import watch_compilation

    case = case.on("cuda")
    checker = Checker(operation, case, nasty=False)
    rows = [_checked(side, checker.verdict(side.implementation)) for side in sides]
    facts: dict[str, Any] = {"environment": environment.describe() | environment.describe_cuda()}
    if wrong := _wrong(sides, rows):
        return _record(sides, rows, case, target, **_REFUSED, verdict=wrong, **facts)
    functions = sides[0].implementation, sides[1].implementation
    turns = Turns(functions, _pool(operation, case))
    with watch_compilation() as compiled:
        rounds = turns.take(seconds=seconds, seed=seed)
    times = tuple(
        time_of(state, rounds, ratio, turns.readings, seed)
        for state, ratio in rounds.ratios.items()
    )
    notes = [
        note for note in (*_floors(times, operation, case, target), compiled.warning()) if note
    ]
    return _record(
        sides,
        rows,
        case,
        target,
        times=times,
        outcome=times[0].outcome,
        verdict=sentence_of(times[0]),
        ended=rounds.ended,
        confidence=CONFIDENCE,
        margin=MARGIN,
        rounds=rounds.count,
        seconds=rounds.seconds,
        seed=seed,
        readings=readings_of(turns.readings),
        notes=tuple(notes),
        **facts,
    )


def readings_of(readings: Sequence[tuple[int, GpuState]]) -> tuple[ABReading, ...]:
    """Return the GPU's clocks, power and temperature for a record."""
    return tuple(
        ABReading(n, s.sm_mhz, s.memory_mhz, s.watts, s.celsius, s.throttled) for n, s in readings
    )


def _checked(side: Side, verdict: Any) -> Row:
    implementation = side.implementation
    return Row(
        implementation.name,
        implementation.style,
        verdict.status,
        verdict.reason,
        verdict.error,
        verdict.checks,
        code=implementation.code,
        lines_of_code=implementation.lines_of_code,
        warnings=verdict.warnings,
    )


def _pool(operation: Operation, case: Case) -> list[tuple[Any, ...]]:
    """Return sets of inputs with values of their own, as many as fit into a part of the memory."""
    import torch

    from kernelscope.measure.memory import free_bytes

    first = operation.inputs_of(case)
    size = sum(value.nbytes for value in first if isinstance(value, torch.Tensor))
    sets = min(_SETS, int(_POOL * free_bytes() / max(1, size)))
    others = (dataclasses.replace(case, seed=case.seed + n) for n in range(1, sets))
    return [first, *(operation.inputs_of(other) for other in others)]


def time_of(
    state: str,
    rounds: Rounds,
    ratio: Ratio,
    readings: Sequence[tuple[int, GpuState]],
    seed: int,
) -> ABTime:
    """Return the times of both with L2 in one state, and what can be said of them."""
    from kernelscope.measure.ab_gpu import drift_of
    from kernelscope.measure.statistics import quantile, summarize

    a, b = rounds.samples[state]
    drift = drift_of([reading for _, reading in readings])
    outcome, why = ratio.outcome(), ""
    if not is_steady(a, b, seed=seed):
        outcome, why = "cannot tell", drift or "the difference changed during the run"
    elif outcome == "cannot tell":
        why = drift or f"the interval is too wide after {ratio.rounds} rounds: give more seconds"
    first, second = (
        Quantity(
            summary.median,
            "ms",
            "measured",
            summary.low,
            summary.high,
            f"median of {summary.samples}",
        )
        for summary in map(summarize, (a, b))
    )
    return ABTime(
        state,
        first,
        second,
        Quantity(100 * ratio.change, "%", "measured", 100 * ratio.low, 100 * ratio.high),
        outcome,
        (quantile(a, 0.25), quantile(a, 0.75)),
        (quantile(b, 0.25), quantile(b, 0.75)),
        ratio.p,
        why,
        tuple(a),
        tuple(b),
    )


def _floors(
    times: Sequence[ABTime], operation: Operation, case: Case, target: Device
) -> Iterator[str]:
    """Yield a warning for each time that is below what the memory or the arithmetic needs."""
    from kernelscope.measure.suspicion import below_floor

    work, precision = operation.work(case), precision_of(case)
    for time in times:
        for side, name in ((time.a, "A"), (time.b, "B")):
            warm = time.state == "warm"
            floor = below_floor(side.value, work, target.spec, precision, warm=warm)
            yield f"{name}, {time.state}: {floor}" if floor else ""


def sentence_of(time: ABTime, name: str = "B") -> str:
    """Return the verdict on B, by its name: "B is faster by 3.1 % (2.6 … 3.5)"."""
    low, high = time.change.low, time.change.high
    assert low is not None
    assert high is not None
    if time.outcome == "cannot tell":
        return f"cannot tell: {time.why} ({_signed(low)} … {_signed(high)} %)"
    if time.outcome == "no difference":
        return f"no difference above {100 * MARGIN:.0f} % ({_signed(low)} … {_signed(high)} %)"
    ends = sorted((abs(low), abs(high)))
    by = f"{_percent(abs(time.change.value))} % ({_percent(ends[0])} … {_percent(ends[1])})"
    return f"{name} is {time.outcome} by {by}"


def _percent(value: float) -> str:
    return f"{value:.1f}" if abs(value) >= 1 else f"{value:.2f}"


def _signed(value: float) -> str:
    return f"{'+' if value >= 0 else '−'}{_percent(abs(value))}"


# ---- a virtual GPU ---------------------------------------------------------------------------


def _counted(
    sides: tuple[Side, Side],
    operation: Operation,
    case: Case,
    target: Device,
    seconds: float,
    seed: int,
) -> ABTest:
    """Hold counters and estimates against each other; `seconds` and `seed` change nothing."""
    from kernelscope.jobs.virtual_bench import VirtualBench

    with VirtualBench(target.spec) as bench:
        case = case.on(bench.tensors_on)
        maker = RowMaker(operation, case, bench, nasty=False)
        rows = maker.rows([side.implementation for side in sides], lambda _: None)
        facts: dict[str, Any] = {
            "environment": environment.describe() | bench.environment(),
            "model_error": bench.model_error,
            "notes": tuple(maker.notes),
        }
    if wrong := _wrong(sides, rows):
        return _record(sides, rows, case, target, **_REFUSED, verdict=wrong, **facts)
    changes = _differences(rows, operation.name, case, target)
    time = _estimated(rows, changes)
    facts |= {
        "times": () if time is None else (time,),
        "outcome": "cannot tell" if time is None else time.outcome,
        "verdict": _in_words(time, changes),
        "changes": changes,
        "ended": "counted",
    }
    return _record(sides, rows, case, target, **facts)


def _differences(
    rows: Sequence[Row], operation: str, case: Case, target: Device
) -> tuple[FigureChange, ...]:
    """Return every figure in which the two differ; both rows are given one name for it."""
    before, after = (
        Comparison(
            target.name,
            operation,
            case.to_json(),
            (dataclasses.replace(row, implementation=operation),),
            target.spec.to_json(),
        )
        for row in rows
    )
    return compare_records(before, after, _EXACT, ("A", "B")).changes


def _estimated(rows: Sequence[Row], changes: Sequence[FigureChange]) -> ABTime | None:
    """Return both estimated times; None if one is unknown."""
    a, b = (row.time_ms for row in rows)
    if a is None or b is None:
        return None
    (a_low, a_high), (b_low, b_high) = a.interval, b.interval
    low, high = b_low / a_high - 1, b_high / a_low - 1
    change = Quantity(100 * (b.value / a.value - 1), "%", "estimated", 100 * low, 100 * high)
    if not changes and a.value == b.value:
        return ABTime("estimated", a, b, change, "no difference")
    if low <= 0 <= high:
        return ABTime("estimated", a, b, change, "cannot tell", why="within the model's error")
    return ABTime("estimated", a, b, change, "faster" if b.value < a.value else "slower")


def _in_words(time: ABTime | None, changes: Sequence[FigureChange]) -> str:
    if time is None:
        return "cannot tell: a time is unknown"
    if time.outcome == "no difference":
        return "no difference: every counter is equal, and so is the estimated time"
    a, b = (format_quantity(side) for side in (time.a, time.b))
    if time.outcome == "cannot tell":
        counted = sum(change.limit != "time" for change in changes)
        figures = f"{counted} counted figure{'s' * (counted != 1)} differ{'s' * (counted == 1)}"
        return f"cannot be told apart: {a} and {b} estimated, within the model's error; {figures}"
    by = format_number(abs(time.change.value))
    return f"B is {time.outcome} by {by} %, estimated: {a} → {b}, beyond the model's error"
