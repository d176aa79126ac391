"""Host time by stack, folded: "outer;inner" → microseconds, as flame-graph tools read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from kernelscope.devices.activity import StackSample
from kernelscope.profiling.nesting import Call
from kernelscope.record import Span


def fold_samples(samples: Sequence[StackSample], steps: Sequence[Span]) -> dict[str, float]:
    """Host time from the stacks at each operation, launch and wait.

    An operation's time is its stack's. The time between two of them is the program's own: it goes
    to the frames that both stacks have in common; another thread than the first may as well have
    been idle then.

    Args:
        samples: thread by thread in the order in which they ended.
        steps: what was profiled; a stretch's first operation has no other before it.
    """
    folded: defaultdict[str, float] = defaultdict(float)
    begins = sorted(step.start_us for step in steps)
    before: dict[int, StackSample] = {}
    for sample in samples:
        begin, end = sample.moment_us - sample.duration_us, sample.moment_us
        last = before.get(sample.row)
        entered = max((moment for moment in begins if moment <= begin), default=begin)
        since = max(last.moment_us, entered) if last is not None else entered
        root = () if sample.row == 0 else (f"thread {sample.row}",)
        if sample.row == 0:
            shared = _shared(sample.frames, last.frames if last else sample.frames)
            _add(folded, shared or ("program",), begin - since)
        _add(folded, (*root, *sample.frames, sample.inside), end - max(begin, min(since, end)))
        before[sample.row] = sample
    return dict(folded)


def fold_calls(calls: Iterable[Call], outside: str) -> dict[str, float]:
    """Host time of nested calls, each call's own time to the path that leads to it.

    What a call named `outside` does, and what leads to it, is left out; what it calls is not.
    """
    folded: defaultdict[str, float] = defaultdict(float)
    calls = list(calls)
    above = {id(one) for call in calls if call.span.name == outside for one in call.path()}
    for call in calls:
        inside = takewhile(lambda name: name != outside, (one.span.name for one in call.path()))
        names = tuple(inside)
        if id(call) not in above:
            _add(folded, tuple(reversed(names)), call.self_us)
    return dict(folded)


def text(stacks: Mapping[str, float]) -> str:
    """A line a stack, "outer;inner microseconds": what flamegraph.pl and speedscope read.

    Whole microseconds, as flamegraph.pl wants; stacks below half of one are left out.
    """
    lines = [f"{stack} {round(us)}" for stack, us in sorted(stacks.items()) if round(us)]
    return "".join(line + "\n" for line in lines)


def _shared(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """The outer frames that two stacks have in common."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return tuple(frame for frame, _ in same)


def _add(folded: defaultdict[str, float], frames: Iterable[str], microseconds: float) -> None:
    if microseconds > 0:
        # A semicolon separates frames, whatever a frame is called.
        folded[";".join(frame.replace(";", ",") for frame in frames)] += microseconds
