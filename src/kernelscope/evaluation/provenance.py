"""Which share of an answer depends on arithmetic of the submission's own kernels.

A kernel that only moves data does no work, however it does it: `y + 0`, a mean of copies, a product
with ones. So nothing is read off the code. The call is replayed again and again, each time with
other numbers in place of what one step left, and the answer shows what became of them
(`levels.Marked`):

- **One launch alone** runs on such numbers. What it writes is moved or calculated, element by
  element.
- **The results of library calls** are replaced, and the call goes on. Elements of the answer that
  are such results, moved, are the library's, whatever the kernels between did and undid. The call's
  inputs are replaced, too, so that a bias of zeros is an addition.
- **What own kernels calculated** is replaced. Elements of the answer that do not change rest on
  none of it.

A factor or a summand that is the same for all elements is arithmetic only if the reference has the
same step: a library call for twice the answer, and a kernel that halves it, is a library call. The
step may stand elsewhere: for `2 * x * weight`, `x * weight` and a kernel that doubles it is work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import torch

from kernelscope.errors import KernelscopeError
from kernelscope.evaluation.levels import RUNS, Affine, Levels, Marked, levels_of
from kernelscope.evaluation.replay import Probe, Replayed, Replayer, Step
from kernelscope.evaluation.values import storage_bytes
from kernelscope.vgpu import LaunchCounts

FILLS = frozenset(
    (
        *("fill_", "zero_", "zeros", "ones", "full", "arange", "zeros_like", "ones_like", "eye"),
        *("full_like", "new_zeros", "new_ones", "new_full", "scalar_tensor", "lift_fresh", "fill"),
    )
)
"""Operators that make contents which depend on no input."""
MOVES = frozenset(("copy_", "_to_copy", "clone", "cat", "stack", "constant_pad_nd", "repeat"))
"""Operators that copy and join."""
_MOST_LAUNCHES = 64  # that are run alone; the others are taken to be like the last of their kernel
_MOST_GROUPS = 6
_MOST_ELEMENTS = 1 << 21  # of an answer; of a larger one a sample is looked at
_CHANGED = 1e-3  # of an element's value and of the usual one: less is not a part in the answer
_ROUNDINGS = 4  # units in the last place by which a copy may be off
_ALIKE_WORK = 0.1  # of the instructions: more or less is other work
_ALIKE = 1e-2  # root mean square, for two ways to calculate the same in few bits


@dataclass(frozen=True, slots=True)
class Known:
    """What the judge knows of a trial, and its submission's process cannot change.

    Attributes:
        dtypes: of the storages of the inputs, by their buffers.
        weights: the contents of the reference's parameters.
        steps: what the reference's operators give, floating.
        scales: of those of the reference's operators that scale all elements alike.
    """

    dtypes: dict[int, str]
    weights: frozenset[bytes]
    steps: Sequence[torch.Tensor]
    scales: Sequence[Affine]

    def has(self, values: torch.Tensor) -> bool:
        """Return whether the reference has these values on its way."""
        flat = values.reshape(-1).double()
        size = float(flat.square().mean().sqrt())
        return any(
            step.numel() == flat.numel()
            and float((step.reshape(-1).double() - flat).square().mean().sqrt()) <= _ALIKE * size
            for step in self.steps
        )


@dataclass(frozen=True, slots=True)
class Provenance:
    """What an answer rests on.

    Attributes:
        launches: the share of what each launch of the last call writes that it calculates, by the
            number of the step.
        copies: launches that leave everything in its place and order.
        share: the share of the answer's elements that depend on own arithmetic.
        fails: whether kernels fail with other numbers in place of what library calls give.
    """

    launches: dict[int, float]
    copies: frozenset[int]
    share: float
    fails: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """The call that is looked at.

    Attributes:
        replay: replays all calls of the trial.
        answer: the tensors of a replayed call's answer, on the host.
        steps: those of the last call.
        live: the numbers of those behind the answer.
        known: what the judge knows.
    """

    replay: Callable[[Probe], list[Replayed]]
    answer: Callable[[Replayed], Sequence[torch.Tensor]]
    steps: Sequence[Step]
    live: frozenset[int]
    known: Known
    last: int

    def run(self, probe: Probe) -> torch.Tensor | None:
        """Return the answer's elements with what a probe changes, or a sample of them; None if the
        call then fails.
        """
        replayed = self.replay(probe)
        if len(replayed) <= self.last or replayed[-1].problem:
            return None
        flat = [tensor.reshape(-1).double() for tensor in self.answer(replayed[-1])]
        joined = torch.cat(flat) if flat else torch.zeros(0, dtype=torch.float64, device="cpu")
        if joined.numel() > _MOST_ELEMENTS:
            drawn = torch.Generator(device="cpu").manual_seed(1)
            places = torch.randint(
                0, joined.numel(), (_MOST_ELEMENTS,), generator=drawn, device="cpu"
            )
            joined = joined[places]
        return joined

    def library(self) -> list[int]:
        """Return the operators that calculate and have a part in the answer."""
        return [n for n in sorted(self.live) if operator_of(self.steps[n]) == "calculates"]


def operator_of(step: Step) -> str:
    """Return what an operator does: "fills", "moves", "calculates"; "" for other steps."""
    if step.kind != "operator":
        return ""
    name = step.label.split(".")[1] if "." in step.label else step.label
    return "fills" if name in FILLS else "moves" if name in MOVES else "calculates"


def provenance_of(call: Call) -> Provenance:
    """Return what the answer of a call rests on."""
    look = _Look(call)
    before = call.run(look)
    launches = {n: _share(masks) for n, masks in look.calculated.items()}
    groups = _groups(call)
    if before is None or not groups:
        return Provenance(launches, frozenset(look.copies), 1.0)
    own = _changed_by(call, look, sorted(look.calculated), before)
    for group in groups if bool(own.any()) else ():
        moved = _library_part(call, look, group)
        if moved is None:
            return Provenance(launches, frozenset(look.copies), 0.0, fails=True)
        if bool((own & moved).any()):
            behind = [n for n in _behind(call, group) if n in look.calculated]
            own &= ~(moved & ~_changed_by(call, look, behind, before))
    share = float(own.double().mean()) if own.numel() else 1.0
    return Provenance(launches, frozenset(look.copies), share)


def _groups(call: Call) -> list[frozenset[int]]:
    """Return the operators whose results are replaced together: all, then those of each name."""
    library = call.library()
    by_name: dict[str, list[int]] = {}
    for number in reversed(library):
        by_name.setdefault(call.steps[number].label, []).append(number)
    named = [frozenset(numbers) for numbers in by_name.values()][:_MOST_GROUPS]
    groups = [frozenset(library), *named] if library else []
    return list(dict.fromkeys(groups))


def _behind(call: Call, group: Iterable[int]) -> list[int]:
    """Return the steps whose results some operators need."""
    wanted: set[int] = set()
    live: set[int] = set()
    for number in range(max(group), -1, -1):
        step = call.steps[number]
        if number in group:
            live.update(step.reads)
        elif live.intersection(step.writes):
            wanted.add(number)
            live.update(step.reads)
    return sorted(wanted)


def _share(masks: dict[int, _Written]) -> float:
    written = sum(int(mask.written.sum()) for mask in masks.values())
    return sum(int(mask.own.sum()) for mask in masks.values()) / written if written else 0.0


# ---- memory by its elements ----------------------------------------------------------------------


def _elements(replayer: Replayer, number: int, dtypes: dict[int, str]) -> torch.Tensor | None:
    """Return a copy of a buffer's elements; None if their type is unknown, or it has addresses."""
    buffer = replayer.program.buffers[number]
    name = dtypes.get(number, buffer.dtype)
    dtype = getattr(torch, name, None) if name else None
    if not isinstance(dtype, torch.dtype) or dtype.is_complex or buffer.pointers:
        return None
    if not buffer.size or buffer.size % dtype.itemsize or number not in replayer.storages:
        return None
    return torch.frombuffer(bytearray(storage_bytes(replayer.storages[number])), dtype=dtype)


def _set(replayer: Replayer, number: int, elements: torch.Tensor) -> None:
    data = elements.contiguous().view(torch.uint8).numpy().tobytes()
    replayer.fill(replayer.storages[number], data)


def _bits(elements: torch.Tensor) -> torch.Tensor:
    """Return elements as integers, so that a NaN is equal to itself."""
    like = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
    return elements.view(like[elements.element_size()])


# ---- a launch alone ------------------------------------------------------------------------------


@dataclass(slots=True)
class _Written:
    """Which elements of a buffer a launch writes, and which of them it calculates.

    Attributes:
        range: the levels of what it calculates; None if these are all equal.
    """

    written: torch.Tensor
    own: torch.Tensor
    range: Levels | None


class _Look(Probe):
    """Runs each launch behind the answer alone, too, on other numbers.

    Attributes:
        calculated: what each launch has written, by its step and its buffer.
        copies: launches that leave everything in its place and order.
        ranges: the type and the least and largest value of each result of an operator.
        in_reference: whether each operator's results are steps of the reference, too.
    """

    def __init__(self, call: Call) -> None:
        self.call = call
        self.calculated: dict[int, dict[int, _Written]] = {}
        self.copies: set[int] = set()
        self.ranges: dict[int, list[tuple[torch.dtype, torch.Tensor]]] = {}
        self.in_reference: dict[int, bool] = {}
        self._current = -1
        self._alone = 0
        self._carrying: set[int] = set()

    def begin(self, call: int, replayer: Replayer) -> None:
        """Begin a call: its inputs are data."""
        self._current, self.replayer = call, replayer
        self._carrying = set(replayer.inputs) | set(_weights(replayer, self.call.known))

    def after_operator(self, step: int, results: Sequence[torch.Tensor]) -> None:
        """Note what an operator gave."""
        if self._current != self.call.last:
            return
        self._carry(step)
        if step in self.call.live and operator_of(self.call.steps[step]) == "calculates":
            host = [result.cpu() for result in results]
            self.ranges[step] = [(result.dtype, _ends(result)) for result in host]
            self.in_reference[step] = all(
                self.call.known.has(result) for result in host if result.is_floating_point()
            )

    def launch(self, step: int, buffers: Sequence[int], run: Callable[[], LaunchCounts]) -> None:
        """Run a launch, and before that on other numbers if it has a part in the answer."""
        if self._current != self.call.last or step not in self.call.live:
            run()
            return
        self._alone += 1
        alone = _Alone(self.replayer, self.call.known, sorted(set(buffers)), self._carrying)
        tried = self._alone <= _MOST_LAUNCHES
        alone.judge(run, tried=tried, widest=True)
        if alone.copies and alone.calculates:
            # `x + 1e-9 * y`, where y is as large as x in a trial alone: what does its own size do?
            alone.judge(run, tried=tried, widest=False)
        self.calculated[step] = alone.written
        if alone.copies and not alone.calculates:
            self.copies.add(step)
        self._carry(step)

    def _carry(self, number: int) -> None:
        """Note which buffers have contents that depend on the inputs."""
        step = self.call.steps[number]
        fills = operator_of(step) == "fills"
        if not fills and self._carrying.intersection(step.reads):
            self._carrying.update(step.writes)
        elif fills:
            self._carrying.difference_update(step.writes)


def _ends(values: torch.Tensor) -> torch.Tensor:
    """Return the least and the largest of the finite values."""
    finite = values.double()[values.double().isfinite()]
    return torch.stack([finite.min(), finite.max()]) if finite.numel() else finite


def _weights(replayer: Replayer, known: Known) -> list[int]:
    """Return the buffers that hold the reference's parameters."""
    buffers = enumerate(replayer.program.buffers)
    return [
        number
        for number, buffer in buffers
        if buffer.kind == "constant"
        and replayer.program.bytes_at(buffer.place, buffer.size) in known.weights
    ]


class _Alone:
    """One launch, run alone on other numbers.

    `buffers`: all that it can reach. `carrying`: those whose contents depend on the inputs.

    Attributes:
        written: what it has written, by its buffer.
        copies: whether all of it is, but for roundings, what another buffer has in the same places.
    """

    def __init__(
        self, replayer: Replayer, known: Known, buffers: Sequence[int], carrying: set[int]
    ) -> None:
        self._replayer, self._known, self._carrying = replayer, known, carrying
        elements = {n: _elements(replayer, n, known.dtypes) for n in buffers}
        self._before = {n: e for n, e in elements.items() if e is not None}
        opaque = [number for number in buffers if number not in self._before]
        self._opaque = {n: storage_bytes(replayer.storage(n)) for n in opaque}
        self._marked: dict[int, Marked] = {}
        self._results: dict[int, list[torch.Tensor]] = {}
        self._masks: dict[int, torch.Tensor] = {}
        self.written: dict[int, _Written] = {}
        self.copies = False

    @property
    def calculates(self) -> bool:
        """Whether it calculates any of what it writes."""
        return any(bool(mask.own.any()) for mask in self.written.values())

    def judge(self, run: Callable[[], LaunchCounts], *, tried: bool, widest: bool) -> None:
        """Run it on other numbers, then on its own, and see what it has written.

        tried: whether it is run on other numbers.
        widest: whether all numbers are as large as the largest: a bias that is small here is no
            rounding error.
        """
        self._results = {number: [] for number in self._before}
        self._masks = {n: torch.zeros_like(e, dtype=torch.bool) for n, e in self._before.items()}
        self._marked = self._sources(widest=widest)
        executed: list[float] = []
        try:
            for number in range(RUNS if self._marked and tried else 0):
                generator = torch.Generator(device="cpu").manual_seed(number)
                executed.append(self._try(generator, run))
        except KernelscopeError:  # nothing is known, as it fails with them
            self._marked.clear()
        self._restore()
        usual = _instructions(run())
        # `if (looks_right(y)) copy(y); else calculate(x);` calculates with other numbers alone.
        self._look(alike=all(abs(count - usual) <= _ALIKE_WORK * usual for count in executed))

    def _sources(self, *, widest: bool) -> dict[int, Marked]:
        """Return what marks the floating buffers whose contents depend on the inputs."""
        values = {n: self._before[n] for n in self._before if n in self._carrying}
        ends = {n: [_ends(each)] for n, each in values.items() if each.is_floating_point()}
        full = [each for (each,) in ends.values() if each.numel()]
        if widest and full:
            most = max(full, key=lambda each: float(each[1] - each[0]))
            ends = {number: [most] for number in ends}
        levels = {n: levels_of(each, values[n].dtype) for n, each in ends.items()}
        return {number: Marked(each) for number, each in levels.items() if each is not None}

    def _restore(self) -> None:
        for number, values in self._before.items():
            _set(self._replayer, number, values)
        for number, data in self._opaque.items():
            self._replayer.fill(self._replayer.storages[number], data)

    def _try(self, generator: torch.Generator, run: Callable[[], LaunchCounts]) -> float:
        """Run it on other numbers, and return how many instructions it has executed."""
        self._restore()
        given = dict(self._before)
        for number, marked in self._marked.items():
            values = self._before[number]
            given[number] = marked.draw(values.numel(), generator).to(values.dtype)
            _set(self._replayer, number, given[number])
        executed = _instructions(run())
        for number, values in given.items():
            now = _elements(self._replayer, number, self._known.dtypes)
            assert now is not None  # it was known before
            self._results[number].append(now)
            self._masks[number] |= _bits(now) != _bits(values)
        for marked in self._marked.values():
            marked.end_run()
        return executed

    def _look(self, *, alike: bool) -> None:
        """See what it has written; alike: whether it does the same work on other numbers."""
        self.written, same = {}, list[bool]()
        for number, before in self._before.items():
            now = _elements(self._replayer, number, self._known.dtypes)
            assert now is not None  # it was known before
            mask = self._masks[number] | (_bits(now) != _bits(before))
            if not bool(mask.any()):
                continue
            copied = torch.zeros_like(mask)
            for other, values in self._before.items():
                if other != number and values.dtype == now.dtype:
                    copied |= _copied(now, values, mask)
            same.append(torch.equal(copied, mask))
            own = mask & ~self._moved(number, now)
            if not (alike and self._marked and now.is_floating_point()):
                own &= ~copied  # other numbers show nothing; integers are not tried
            seen = [result[own] for result in (*self._results[number], now)]
            self.written[number] = _Written(mask, own, levels_of(seen, now.dtype))
        self.copies = bool(same) and all(same)

    def _moved(self, number: int, now: torch.Tensor) -> torch.Tensor:
        """Return which elements of a buffer are moved elements of another or of itself."""
        moved = torch.zeros_like(now, dtype=torch.bool)
        results = self._results[number]
        for marked in self._marked.values() if len(results) == RUNS else ():
            plain, scaled = marked.moved(results, self._known.scales)
            moved |= plain
            if bool(scaled.any()) and not self._known.has(now):
                moved |= scaled
        return moved


def _copied(now: torch.Tensor, source: torch.Tensor, written: torch.Tensor) -> torch.Tensor:
    """Return which elements that were written are, but for roundings, what the same places of
    another buffer have.
    """
    count = min(now.numel(), source.numel())
    left, right = now[:count], source[:count]
    same = _bits(left) == _bits(right)
    if left.is_floating_point():
        near = _ROUNDINGS * torch.finfo(left.dtype).eps * right.double().abs()
        same |= (left.double() - right.double()).abs() <= near
    copied = torch.zeros_like(written)
    copied[:count] = same & written[:count]
    return copied


def _instructions(counts: LaunchCounts) -> float:
    return counts.counters.get("kernelscope__inst_executed.sum", 0.0)


# ---- what becomes of it --------------------------------------------------------------------------


class _Results(Probe):
    """Replaces results of operators.

    `group`: the operators. `sources`: what takes note of the new values, by whether they are
    floating. `seed`: of this run. `inputs`: whether the inputs are replaced from then on, too.
    """

    def __init__(
        self,
        call: Call,
        group: frozenset[int],
        sources: dict[bool, Marked],
        seed: int,
        *,
        inputs: bool,
    ) -> None:
        self._call, self._group, self._sources = call, group, sources
        self._generator = torch.Generator(device="cpu").manual_seed(1000 + seed)
        self._live, self._changed = False, not inputs

    def begin(self, call: int, replayer: Replayer) -> None:
        """Begin a call; only the last one is changed."""
        self._live, self._replayer = call == self._call.last, replayer

    def after_operator(self, step: int, results: Sequence[torch.Tensor]) -> None:
        """Replace what an operator of the group gave."""
        if not self._live or step not in self._group:
            return
        for result in results:
            marked = self._sources.get(result.is_floating_point())
            if marked is not None:
                new = marked.draw(result.numel(), self._generator)
                result.copy_(new.to(result.dtype).reshape(result.shape))
        if not self._changed and True in self._sources:
            self._changed = True
            self._change_inputs(self._sources[True].levels)

    def _change_inputs(self, levels: Levels) -> None:
        replayer, known = self._replayer, self._call.known
        least, most = float(levels.values[0]), float(levels.values[-1])
        for number in (*replayer.inputs, *_weights(replayer, known)):
            values = _elements(replayer, number, known.dtypes)
            if values is not None and values.is_floating_point():
                new = torch.rand(values.shape, generator=self._generator, device="cpu")
                _set(replayer, number, (least + (most - least) * new).to(values.dtype))


def _library_part(call: Call, look: _Look, group: frozenset[int]) -> torch.Tensor | None:
    """Return which elements of the answer are results of these operators, moved.

    None if the call fails with any other floating results.
    """
    sources = _sources(look, group)
    answers = _with_results(call, group, sources, inputs=True)
    if answers is None:  # an index may be out of range now
        sources = {each: marked for each, marked in _sources(look, group).items() if each}
        answers = _with_results(call, group, sources, inputs=False)
    if answers is None:
        return None
    part = torch.zeros_like(answers[0], dtype=torch.bool)
    in_reference = all(look.in_reference.get(number, False) for number in group)
    for marked in sources.values():
        plain, scaled = marked.moved(answers, call.known.scales)
        part |= plain if in_reference else plain | scaled
    return part


def _with_results(
    call: Call, group: frozenset[int], sources: dict[bool, Marked], *, inputs: bool
) -> list[torch.Tensor] | None:
    """Return the answer of each run with new results of operators; None if one fails."""
    answers: list[torch.Tensor] = []
    for seed in range(RUNS):
        answer = call.run(_Results(call, group, sources, seed, inputs=inputs))
        if answer is None:
            return None
        answers.append(answer)
        for marked in sources.values():
            marked.end_run()
    return answers


def _sources(look: _Look, group: frozenset[int]) -> dict[bool, Marked]:
    """Return what takes note of new results, with the levels of those that there were."""
    sources: dict[bool, Marked] = {}
    ranges = [each for number in group for each in look.ranges.get(number, ())]
    for floating in (True, False):
        alike = [each for each in ranges if each[0].is_floating_point == floating]
        if alike:
            narrowest = min((dtype for dtype, _ in alike), key=lambda dtype: dtype.itemsize)
            levels = levels_of([ends for _, ends in alike], narrowest)
            if levels is not None:
                sources[floating] = Marked(levels)
    return sources


class _Calculated(Probe):
    """Replaces what launches have calculated, each value by another of its range."""

    def __init__(self, call: Call, calculated: dict[int, dict[int, _Written]], seed: int) -> None:
        self._call, self._calculated = call, calculated
        self._generator = torch.Generator(device="cpu").manual_seed(seed)
        self._lower = bool(seed % 2)
        self._live = False

    def begin(self, call: int, replayer: Replayer) -> None:
        """Begin a call; only the last one is changed."""
        self._live, self._replayer = call == self._call.last, replayer

    def launch(self, step: int, buffers: Sequence[int], run: Callable[[], LaunchCounts]) -> None:
        """Run a launch and replace what it has calculated."""
        run()
        for number, mask in self._calculated.get(step, {}).items() if self._live else ():
            values = _elements(self._replayer, number, self._call.known.dtypes)
            if mask.range is None or values is None or not bool(mask.own.any()):
                continue
            count = int(mask.own.sum())
            index = mask.range.draw(count, self._generator)
            if self._lower:  # a mean over many would be the same
                index = torch.minimum(index, mask.range.draw(count, self._generator))
            values[mask.own] = mask.range.values[index].to(values.dtype)
            _set(self._replayer, number, values)


def _changed_by(
    call: Call, look: _Look, launches: Sequence[int], before: torch.Tensor
) -> torch.Tensor:
    """Return which elements of the answer depend on what these launches calculate."""
    changed = torch.zeros_like(before, dtype=torch.bool)
    calculated = {
        number: look.calculated[number]
        for number in launches
        if any(bool(mask.own.any()) and mask.range for mask in look.calculated[number].values())
    }
    for seed in (0, 1) if calculated else ():
        after = call.run(_Calculated(call, calculated, seed))
        if after is None:  # an index may depend on it
            return torch.ones_like(changed)
        usual = float(before[before.isfinite()].square().mean().sqrt())
        apart = (after - before).abs() > _CHANGED * (before.abs() + usual)
        changed |= apart | (after.isnan() != before.isnan())
    return changed
