"""Judges the result of a replay, and names each reason to refuse it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch

from kernelscope._demangle import written_name
from kernelscope.evaluation.problem import Problem, Tolerance, Trial
from kernelscope.evaluation.program import Other
from kernelscope.evaluation.provenance import Provenance, operator_of
from kernelscope.evaluation.replay import POISON, Replayed, moved_bytes
from kernelscope.evaluation.truth import Truth
from kernelscope.evaluation.values import dtype_name
from kernelscope.measure.tolerance import compare, index_of
from kernelscope.quantity import Quantity, format_quantity
from kernelscope.record import Error, LibraryCall, Reason

_FLOOR_SHARE = 0.9
"""The share of the fewest bytes from which on a call is not refused: sectors at the ends of tensors
are counted whole."""
_OWN_SHARE = 0.5
# Three products of tf32 for one of float32 leave out the smallest one, 2^-22 of it; one product of
# tf32 alone is off by 2^-11, which is 2^13 roundings of float32.
_SPLIT = 16.0
_OWN_ANSWER = {"most": 0.5, "some": 0.1}
"""The least share of an answer that must depend on own arithmetic, by `Problem.library`."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of one call: reasons to refuse it, and the error of its results."""

    reasons: tuple[Reason, ...]
    error: Error | None


def judge_call(trial: Trial, replayed: Replayed, truth: Truth, outputs: Any) -> Judged:
    """Return the verdict on one call.

    outputs: the contents of the arguments that are outputs, after the call; () if there are none.
    """
    if replayed.problem:
        reason = Reason("cannot-replay", replayed.problem, replayed.where or None)
        return Judged((reason,), None)
    reasons = list(_faults(trial, replayed))
    results = outputs or replayed.results
    tensors, strange = _tensors(results)
    if strange:
        reasons.append(
            Reason(
                "output-type",
                f"it returns {strange}: results must be plain tensors on the GPU, whose values are "
                "there when the call returns",
            )
        )
    error = None
    if not strange:
        problems, error = _answers(trial, replayed, truth, tensors)
        reasons += problems
    return Judged(tuple(reasons), error)


def _faults(trial: Trial, replayed: Replayed) -> Iterator[Reason]:
    if replayed.overwritten:
        yield Reason(
            "overwrites-result",
            "the next call changes what the previous call returned: the memory is the module's, "
            "not the caller's",
        )
    for finding in replayed.findings:
        if finding.changes_results and trial.checked:
            yield Reason(
                f"check-{finding.tool}",
                f"{finding.tool}/{finding.kind} in {written_name(finding.kernel)}: "
                f"{finding.message}",
                str(finding.place),
            )


def refuse_inputs(
    problem: Problem, written: Sequence[int], returned: Sequence[int], truth: Truth
) -> list[Reason]:
    """Return the reasons that inputs give.

    `written`: numbers of the arguments whose memory the call has changed. `returned`: numbers of
    the arguments whose memory it returns.
    """
    if problem.writable is None:
        return []
    reasons: list[Reason] = []
    for reason, arguments, words in (
        ("writes-input", written, "it writes into its inputs"),
        ("returns-input", returned, "its result is the memory of an input"),
    ):
        bad = ", ".join(
            f"argument {number}" for number in arguments if number not in problem.writable
        )
        if bad and not (reason == "returns-input" and truth.aliased):
            reasons.append(Reason(reason, f"{words} ({bad})"))
    return reasons


def _tensors(tree: Any) -> tuple[list[torch.Tensor], str]:
    """Return the tensors of a result, and what else there is in words."""
    if isinstance(tree, torch.Tensor):
        return [tree], ""
    if isinstance(tree, Other):
        return [], f"a {tree.name}"
    if isinstance(tree, dict):
        return _tensors(list(tree.values()))
    if isinstance(tree, list | tuple):
        tensors: list[torch.Tensor] = []
        for item in tree:
            inner, strange = _tensors(item)
            if strange:
                return [], strange
            tensors += inner
        return tensors, ""
    return [], "None" if tree is None else f"a {type(tree).__name__}"


def _answers(
    trial: Trial, replayed: Replayed, truth: Truth, tensors: Sequence[torch.Tensor]
) -> tuple[list[Reason], Error | None]:
    if len(tensors) != len(truth.expected):
        message = f"it returns {len(tensors)} tensors; the reference {len(truth.expected)}"
        return [Reason("output-type", message)], None
    reasons: list[Reason] = []
    worst: Error | None = None
    for number, (got, want) in enumerate(zip(tensors, truth.expected, strict=True)):
        name = truth.names[number] or "the result"
        dtype = truth.dtypes[number]
        if got.dtype != dtype or got.shape != want.shape:
            said = f"{name} is {_kind(got.dtype, got.shape)}, not {_kind(dtype, want.shape)}"
            reasons.append(Reason("output-type", said))
            continue
        error = _error(trial.tolerance, truth, got, number)
        error = replace(error, output=truth.names[number])
        if worst is None or error.wrong > worst.wrong or error.max_ulp > worst.max_ulp:
            worst = error
        if error.wrong:
            reasons.append(_wrong(name, got, error))
        else:
            reasons += _shortcut(name, replayed, truth, got, number)
    return reasons, worst


def _kind(dtype: torch.dtype, shape: Sequence[int]) -> str:
    return f"{dtype_name(dtype)}{list(shape)}"


def _error(tolerance: Tolerance | None, truth: Truth, got: torch.Tensor, number: int) -> Error:
    """Return the error of a result by the published tolerance, or by what its dtype allows."""
    want, scale = truth.expected[number], truth.scales[number]
    if tolerance is None or not got.dtype.is_floating_point:
        return compare(got, want, scale)
    own = compare(got, want, scale)
    if not own.wrong:
        return replace(own, tolerance=str(tolerance))
    result = got.double()
    off = (result - want).abs()
    # A published tolerance is for a reference in the same type. The one here is exact, so that the
    # type's own rounding comes on top: a sum of two float16 may be off by 2^-11 of it, where GPU
    # MODE allows 1e-5.
    rounding = torch.finfo(got.dtype).eps * want.abs()
    allowed = tolerance.atol + tolerance.rtol * want.abs() + rounding
    right = off <= allowed
    right |= (result == want) | (result.isnan() & want.isnan())
    if tolerance.exact:
        right, allowed = (result == want) | (result.isnan() & want.isnan()), torch.zeros_like(off)
    wrong = int((~right).sum())
    over = tolerance.cap is not None and float(off.nan_to_num(0.0).max()) > tolerance.cap
    if not over and wrong <= (1 - tolerance.share) * got.numel():
        wrong = 0
    first = int((~right).reshape(-1).to(torch.uint8).argmax()) if wrong else None
    return replace(
        own,
        wrong=wrong,
        first_wrong_index=None if first is None else index_of(first, got.shape),
        expected=None if first is None else float(want.reshape(-1)[first]),
        got=None if first is None else float(result.reshape(-1)[first]),
        allowed=None if first is None else float(allowed.reshape(-1)[first]),
        tolerance=str(tolerance),
    )


def _wrong(name: str, got: torch.Tensor, error: Error) -> Reason:
    unwritten = _unwritten(got)
    if unwritten:
        return Reason(
            "unwritten", f"{unwritten:,} of {got.numel():,} elements of {name} were never written"
        )
    return Reason(
        "wrong-answer",
        f"{error.wrong:,} of {error.total:,} elements of {name} are wrong: at "
        f"{list(error.first_wrong_index or ())} {error.got:.7g}, not {error.expected:.7g} "
        f"(allowed: ±{error.allowed or 0.0:.3g})",
    )


def _unwritten(got: torch.Tensor) -> int:
    """Return how many elements still hold what fresh memory was filled with."""
    pattern = POISON.get(dtype_name(got.dtype))
    if pattern is None:
        return 0
    bits, value = pattern
    return int((got.contiguous().view(bits) == value).sum())


def _shortcut(
    name: str, replayed: Replayed, truth: Truth, got: torch.Tensor, number: int
) -> list[Reason]:
    """Return the reason of float32 results that narrower products or numbers have spoilt."""
    if got.dtype != torch.float32 or not replayed.reduced:
        return []
    scale = truth.scales[number]
    error = compare(got, truth.expected[number], scale)
    wide = compare(got, truth.expected[number], scale.times(_SPLIT))
    if not wide.wrong:
        return []
    instruction, place = next(iter(replayed.reduced.items()))
    return [
        Reason(
            "precision",
            f"{error.wrong:,} of {error.total:,} elements of {name} are off by more than float32 "
            f"explains (up to {error.max_ulp:.3g} units), and it calculates with fewer bits: "
            f"{instruction} in {place}",
        )
    ]


# ---- the work ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Work:
    """The work that a call's results rest on.

    Attributes:
        own: launches of the submission's kernels among it.
        library: operators that calculate, by name and line.
        share: the operators' share of the work, 0 … 1 (`replay.Step`).
        moving: the line of an operator that copies or joins; None if there is none.
        live: the numbers of the last call's steps among it.
    """

    own: int
    library: tuple[LibraryCall, ...]
    share: float
    moving: str | None = None
    live: frozenset[int] = frozenset()


def work_of(
    calls: Sequence[Replayed], results: Sequence[int], launches: Mapping[int, float] | None = None
) -> Work:
    """Return the work behind the results of the last call; earlier calls may have a part in it.

    launches: the share of its work that each launch of the last call calculates, by its step.
    """
    live = set(results)
    own, last = 0, frozenset[int]()
    total, moving = 0.0, None
    shares: dict[tuple[str, str], float] = {}
    for call in reversed(calls):
        needed: set[int] = set()
        for number in range(len(call.steps) - 1, -1, -1):
            step = call.steps[number]
            if not live.intersection(step.writes):
                continue
            live.update(step.reads)
            needed.add(number)
            does = operator_of(step)
            if does == "calculates":
                key = step.label, step.at
                shares[key] = shares.get(key, 0.0) + step.work_us
                total += step.work_us
            elif does == "moves":
                moving = moving or step.at
            elif step.kind == "launch":
                own += 1
                known = launches if launches is not None and call is calls[-1] else {}
                total += step.work_us * known.get(number, 1.0)
        if call is calls[-1]:
            last = frozenset(needed)
    library = tuple(
        LibraryCall(name, at or None, us / total if total else 1.0)
        for (name, at), us in sorted(shares.items(), key=lambda pair: -pair[1])
    )
    return Work(own, library, sum(operator.share for operator in library), moving, last)


def refuse_work(
    problem: Problem, work: Work, floor: float, provenance: Provenance | None
) -> list[Reason]:
    """Return the reasons that the work behind a result gives.

    provenance: what the answer rests on; None if no operator has a part in it.
    """
    named = ", ".join(dict.fromkeys(operator.name for operator in work.library))
    first = work.library[0].source if work.library else None
    if not work.own and work.library:
        message = f"no kernel of the submission contributes to the result; library calls: {named}"
        return [Reason("library-call", message, first)]
    if not work.own and floor:
        return [Reason("no-work", "no work of this call contributes to the result")]
    if provenance is None:
        return []
    if provenance.fails:
        message = f"its kernels fail if library calls give other numbers: {named}"
        return [Reason("library-call", message, first)]
    least = _OWN_ANSWER[problem.library]
    if work.library and provenance.share < least:
        message = (
            f"{provenance.share:.0%} of the answer depends on arithmetic of its own kernels; this "
            f"problem requires {least:.0%}. All others are results of library calls: {named}"
        )
        return [Reason("library-call", message, first)]
    if not work.library and provenance.launches.keys() <= provenance.copies:
        message = "its own kernels only copy what PyTorch has moved into place"
        return [Reason("library-call", message, work.moving)]
    if problem.library == "most" and work.share > 1 - _OWN_SHARE:
        message = (
            f"{work.share:.0%} of the work behind the result is in library calls: {named}; this "
            "problem requires kernels"
        )
        return [Reason("library-call", message, first)]
    return []


def moved(replayed: Replayed) -> float:
    """Return the bytes of memory that a call's launches and operators read and wrote."""
    return sum(moved_bytes(event) for event in replayed.events)


def refuse_floor(moved: float, floor: float) -> list[Reason]:
    """Return the reason of a call that moves fewer bytes than any answer needs."""
    if moved >= _FLOOR_SHARE * floor:
        return []
    shown = [format_quantity(Quantity(value, "B", "computed")) for value in (moved, floor)]
    message = f"it moves {shown[0]}; the results and the inputs that they depend on are {shown[1]}"
    return [Reason("below-floor", message)]
