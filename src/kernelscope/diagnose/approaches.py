"""The choice of an implementation: the arguments for and against each, from its row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernelscope.diagnose.ranking import (
    best_of,
    compile_ms,
    estimated,
    is_noticed,
    is_shortest,
    level_rows,
    right_rows,
    time_of,
    told_apart,
)
from kernelscope.quantity import format_count, format_number, format_quantity
from kernelscope.record import Approach, Finding, Row

# `matmul-gelu` of edge 512 in bf16: torch moves 2.62 MB in two launches, 1.67 times the fewest: an
# argument against it. One kernel that moves 1.00 times them has an argument for it. Between 1.05
# and 1.25 neither is said: a difference that small hardly shows in the time.
_MORE_BYTES = 1.25
_FEWEST_BYTES = 1.05
# `gelu` on an H200: triton compiles for 207 ms before its first call, triton-coarsened after it for
# 50 ms, torch.compile for 7.4 s. The first and the last are arguments; 50 ms is not one, and with
# it every implementation but torch would have the same line.
_NOTICED_MS = 100.0  # of compiling; a shorter wait before a first call is not noticed
_GAIN = 0.05  # of the time; a finding worth less is not an argument against a row
_SHOWN_FINDINGS = 2


def approaches(rows: Sequence[Row], operation: str) -> tuple[Approach, ...]:
    """Return an approach for each row, in the order of the rows.

    The best is chosen among the rows that are right and cannot be told apart from the fastest: the
    shortest, and of equally short ones the one that compiles fastest. `operation` is the word that
    a command takes for it.
    """
    right = right_rows(rows)
    level = level_rows(right)
    best = best_of(level)
    return tuple(
        Approach(
            row.implementation,
            tuple(_for(row, right, level, row is best)) if row in right else (),
            tuple(_against(row, right, best, operation)),
            _when(row, best, level, right),
            row is best,
        )
        for row in rows
    )


def _for(row: Row, right: Sequence[Row], level: Sequence[Row], is_best: bool) -> Iterator[str]:
    # Of eight rows of `gelu` five are level: the best alone says so, or five lines say the same.
    if len(right) > 1 and is_best:
        yield _standing(len(level) - 1, estimated(level))
    lines = [right_row.lines_of_code for right_row in right if right_row.lines_of_code]
    if row.lines_of_code and lines and row.lines_of_code == min(lines) < max(lines):
        yield f"the shortest: {format_count(row.lines_of_code, 'line')}"
    launches = len(row.launches) + len(row.operators)
    if launches == 1 and row.bytes and (row.bytes.ratio or 0) <= _FEWEST_BYTES:
        yield "one launch that moves the fewest bytes"
    if row.operators and not row.launches:
        yield "nothing to compile"
    # `gelu`: six rows are off by 1.77 ulp and two by 2.41. None is at most half as far off as the
    # second smallest, so none has the argument: 1.77 against 2.41 is the same rounding in another
    # order. 0.5 against 1.05 ulp would be said.
    errors = sorted(right_row.error.max_ulp for right_row in right if right_row.error is not None)
    if row.error is not None and len(errors) > 1 and 2 * row.error.max_ulp <= errors[1]:
        yield f"the smallest error, {format_number(row.error.max_ulp)} ulp"


def _standing(others: int, by_model: bool) -> str:
    """Return how a row that is level with the fastest stands among `others` like it."""
    if not others:
        return "the fastest"
    if by_model:
        return f"cannot be told apart from the fastest ({others} more within the model's error)"
    return f"as fast as the fastest ({others} more within 5 %)"


def _against(row: Row, right: Sequence[Row], best: Row | None, operation: str) -> Iterator[str]:
    if row.status != "ok":
        yield f"{row.status}: {row.reason}"
    if row in right and best is not None and told_apart(time_of(row), time_of(best)):
        yield f"{format_number(_ms(row) / _ms(best))}× the time of {best.implementation}"
    launches = len(row.launches) + len(row.operators)
    if row.bytes and (row.bytes.ratio or 0) >= _MORE_BYTES:
        many = f"{format_count(launches, 'launch', 'es')} move{'s' * (launches == 1)} "
        hint = f" (`kernelscope fusion {operation}/{row.implementation}`)"
        yield f"{many}{format_number(row.bytes.ratio or 0)}× the fewest bytes" + (
            hint if len(row.operators) > 1 else ""
        )
    if compile_ms(row) >= _NOTICED_MS:
        compiling = row.timings["compile"]
        yield f"{format_quantity(compiling)} to compile before the first call"
    refused = [
        check.case.partition(":")[0]
        for check in row.checks
        if check.status == "unavailable" and not check.reason.startswith("not run")
    ]
    if refused and row.status == "ok":
        more = f" and {len(refused) - 2} more" if len(refused) > 2 else ""
        yield f"refuses {', '.join(refused[:2])}{more}"
    findings = [finding for finding in row.findings if _is_argument(finding, row)]
    for finding in [f for f in findings if f.rule != "unfused-operators"][:_SHOWN_FINDINGS]:
        yield f"{finding.rule}: about {100 * (finding.estimated_gain or 0):.0f} % of its time"
    if row.warnings:
        yield format_count(len(row.warnings), "warning")


def _is_argument(finding: Finding, row: Row) -> bool:
    gain, time = finding.estimated_gain or 0.0, row.time_ms
    if time is None or time.provenance != "estimated":
        return gain >= _GAIN
    return gain >= _GAIN and is_noticed(gain, time)


def _when(row: Row, best: Row | None, level: Sequence[Row], right: Sequence[Row]) -> str:
    """Return when to use this implementation."""
    if row.status in ("wrong", "failed"):
        return "fix its result first"
    if row.status == "unavailable":
        return "not on this device"
    if best is None or row not in right:
        return "its time is not known here"
    more = row.lines_of_code - best.lines_of_code
    if row is best:
        return "use this one" + _why_best(row, level)
    longer = f", for {format_count(more, 'more line')}" if more > 0 else ""
    alike = row in level or not told_apart(time_of(row), time_of(best))
    if alike and estimated((row, best)):
        return f"level with {best.implementation} here{longer}"
    if alike:
        if not row.launches:
            return f"instead of {best.implementation} if it reads better{longer}"
        return f"as fast as {best.implementation}{longer}: if you must change the kernel itself"
    calls = _calls_to_win_back(row, best)
    if calls is not None:
        about = f"for fewer than about {float(f'{calls:.2g}'):,.0f} calls"
        return f"{about}; after that {best.implementation} has won back its compile time"
    if more < 0:
        return f"to check the others against, or to save {format_count(-more, 'line')}"
    return f"not for this case: {best.implementation} is faster and not longer"


def _why_best(best: Row, level: Sequence[Row]) -> str:
    return ": the shortest of these" if len(level) > 1 and is_shortest(best, level) else ""


def _calls_to_win_back(row: Row, best: Row) -> float | None:
    """Return the number of calls after which the faster one has won back its longer compiling.

    None if it does not compile noticeably longer.
    """
    # `mlp` on an H200: max-autotune is 48.0 µs after 45.3 s of compiling, torch 52.1 µs after
    # 58 ms. The 45.2 s are won back at 4.06 µs a call after 11 million calls: until then torch is
    # the better choice. Without this, "use max-autotune" would cost a script of 1,000 calls 45 s to
    # save 4 ms.
    ahead, saved = compile_ms(best) - compile_ms(row), _ms(row) - _ms(best)
    return ahead / saved if ahead >= _NOTICED_MS and saved > 0 else None


def _ms(row: Row) -> float:
    return time_of(row).value
