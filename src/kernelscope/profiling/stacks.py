"""Host time by folded stack: "outer;inner" → microseconds, as flame-graph tools read it.

In: samples of the virtual GPU's log, or calls of a profile. Out: a table of stacks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from kernelscope.devices.activity import StackSample
from kernelscope.profiling.nesting import Call
from kernelscope.record import Span


def fold_samples(
    samples: Sequence[StackSample], steps: Sequence[Span], once: Sequence[Span] = ()
) -> dict[str, float]:
    """Return host time from the stacks at each operation, launch and wait.

    An operation's time belongs to its stack. The time between two operations is the program's own
    and belongs to the frames that both stacks have in common: between `main;train;loss` and
    `main;train;step` it is `main;train`. In other threads than the first it is left out, as they
    may have been idle.

    Args:
        samples: the samples, thread by thread, in the order in which they ended.
        steps: the steps that were profiled; the first operation of a step has none before it.
        once: imports and compiling, whose time is left out: in 2.6 s of them a loop of 30 ms would
            not be seen.
    """
    folded: defaultdict[str, float] = defaultdict(float)
    begins = sorted(step.start_us for step in steps)
    apart = _united(once)
    before: dict[int, StackSample] = {}
    for sample in samples:
        begin, end = sample.moment_us - sample.duration_us, sample.moment_us
        last = before.get(sample.row)
        entered = max((moment for moment in begins if moment <= begin), default=begin)
        since = max(last.moment_us, entered) if last is not None else entered
        root = () if sample.row == 0 else (f"thread {sample.row}",)
        if sample.row == 0:
            shared = _shared(sample.frames, last.frames if last else sample.frames)
            _add(folded, shared or ("program",), begin - since - _within(apart, since, begin))
        first = max(begin, min(since, end))
        inside = _within(apart, first, end) if sample.row == 0 else 0.0
        _add(folded, (*root, *sample.frames, sample.inside), end - first - inside)
        before[sample.row] = sample
    return dict(folded)


def fold_calls(calls: Iterable[Call], outside: str) -> dict[str, float]:
    """Return the host time of nested calls: each call's own time by the path that leads to it.

    Calls named `outside` and their callers are left out; their callees are not.
    """
    folded: defaultdict[str, float] = defaultdict(float)
    calls = list(calls)
    above = {id(outer) for call in calls if call.span.name == outside for outer in call.path()}
    for call in calls:
        inside = takewhile(lambda name: name != outside, (outer.span.name for outer in call.path()))
        names = tuple(inside)
        if id(call) not in above:
            _add(folded, tuple(reversed(names)), call.self_us)
    return dict(folded)


def text(stacks: Mapping[str, float]) -> str:
    """Return a line for each stack, "outer;inner microseconds", for flamegraph.pl and speedscope.

    The microseconds are whole numbers, as flamegraph.pl needs; stacks that round to 0 are left out.
    """
    lines = [f"{stack} {round(us)}" for stack, us in sorted(stacks.items()) if round(us)]
    return "".join(line + "\n" for line in lines)


def _united(spans: Iterable[Span]) -> list[tuple[float, float]]:
    """Return the stretches that are in any of the first thread's spans, without overlaps."""
    united: list[tuple[float, float]] = []
    for begin, end in sorted((span.start_us, span.end_us) for span in spans if span.row == 0):
        if united and begin <= united[-1][1]:
            united[-1] = united[-1][0], max(end, united[-1][1])
        else:
            united.append((begin, end))
    return united


def _within(stretches: Sequence[tuple[float, float]], begin: float, end: float) -> float:
    """Return how much of begin … end is in the stretches."""
    return sum(max(min(end, until) - max(begin, since), 0.0) for since, until in stretches)


def _shared(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """Return the outer frames that two stacks have in common."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))
    return tuple(frame for frame, _ in same)


def _add(folded: defaultdict[str, float], frames: Iterable[str], microseconds: float) -> None:
    if microseconds > 0:
        # A semicolon separates frames, whatever a frame is called.
        folded[";".join(frame.replace(";", ",") for frame in frames)] += microseconds
