"""Requirements on a call: `kernelscope.check(softmax, x).moves(at_most=1.01)`.

Each method asks one thing, raises GateError if the call does not keep it, and returns the call, so
that questions chain. The call runs once on the virtual GPU; `no_races` and `correct` run it or its
reference again on the same inputs.
"""

from __future__ import annotations

import functools
import inspect
import linecache
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Concatenate, NoReturn, ParamSpec

from kernelscope._demangle import written_name
from kernelscope._files import shown_place
from kernelscope.devices.library.tensors import mapped
from kernelscope.devices.virtual import durations
from kernelscope.errors import GateError, KernelscopeError, UnavailableError, UsageError
from kernelscope.gate.baselines import Baselines, baseline_of
from kernelscope.gate.changes import changes, different_figures
from kernelscope.hardware.timing import GAP_US
from kernelscope.history.identity import identity_of, mismatch
from kernelscope.inside.decisions import decide
from kernelscope.jobs.check import CheckSession
from kernelscope.jobs.observe import Contents, ObservedCall, ObservedGPU, named_tensors
from kernelscope.jobs.traffic import SECTOR, bytes_moved
from kernelscope.measure.check import describe_error
from kernelscope.measure.tolerance import compare, natural_scale
from kernelscope.operation import Work
from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import Access, LaunchRecord, OperatorRecord, ScriptRun, is_library
from kernelscope.report.ci import Problem, problems_of_check

_P = ParamSpec("_P")
_UNIQUE = "kernelscope__unique_sectors_{}.sum"
_LOCAL = "smsp__sass_inst_executed_op_local_{}.sum"
_FEWER = "fuse the kernels and operators, or let each line read whole sectors"
_SHARE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*%\s*")
# An estimate is the same on every run, but for the last digits of its sums.
_ROUNDING = 1e-9
_AGREES = 1e-3


@dataclass(repr=False)
class Gate:
    """The state that the checks of a test share.

    Attributes:
        gpu: the virtual GPU that PyTorch has in this test.
        baselines: the test's own.
        checks: how many there were.
        notes: what passes and should be known.
        written, unchanged: baselines that were written, or had the same content already.
    """

    gpu: ObservedGPU
    baselines: Baselines
    checks: int = 0
    notes: list[str] = field(default_factory=list[str])
    written: list[Path] = field(default_factory=list[Path])
    unchanged: list[Path] = field(default_factory=list[Path])

    def __repr__(self) -> str:
        return f"<kernelscope on virtual:{self.gpu.gpu.spec.name}>"

    def check(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Checked:
        """Run `function(*args, **kwargs)` on the virtual GPU, and return what can be asked of it.

        Tensors may be on `device="cuda"` or on the CPU; either counts as the GPU's. The call runs
        once, with nothing in L2: a function that prepares something in its first call, such as an
        autotuner, should be called before. What the function raises is passed on.

        Raises:
            UsageError: `function` is not callable.
        """
        __tracebackhide__ = True
        if not callable(function):
            type_name = type(function).__name__
            raise UsageError(
                f"check needs a function and its arguments, not {type_name} {function!r}"
            )
        self.checks += 1
        at = _line_of_test()
        contents = Contents(named_tensors(args, kwargs))
        observed = self.gpu.observe(function, args, kwargs)
        return Checked(self, _Call(function, args, kwargs), observed, contents, at, self.checks)


@dataclass(frozen=True, slots=True)
class _Call:
    function: Callable[..., Any]
    args: Sequence[Any]
    kwargs: dict[str, Any]

    def __call__(self) -> Any:
        __tracebackhide__ = True
        return self.function(*self.args, **self.kwargs)


def _line_of_test() -> str:
    """Return the "file:line" that called `check`."""
    frame = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _question(
    ask: Callable[Concatenate[Checked, _P], Iterable[Problem]],
) -> Callable[Concatenate[Checked, _P], Checked]:
    """Return the method that fails if there are problems, and else returns the call.

    An error that is not an answer gets the line of the check.
    """

    @functools.wraps(ask)
    def asked(checked: Checked, /, *args: _P.args, **kwargs: _P.kwargs) -> Checked:
        __tracebackhide__ = True
        try:
            problems = list(ask(checked, *args, **kwargs))
        except GateError:
            raise
        except KernelscopeError as error:
            raise GateError(f"{shown_place(checked.at)}: error: {error}") from None
        if problems:
            checked._fail(problems)  # pyright: ignore[reportPrivateUsage]
        return checked

    signature = inspect.signature(ask).replace(return_annotation="Checked")
    setattr(asked, "__signature__", signature)  # noqa: B010 (a function has no such attribute)
    return asked


class Checked:
    """A call that ran on the virtual GPU.

    Attributes:
        result: what it returned.
        at: "file:line" of the check in the test.
    """

    def __init__(
        self,
        gate: Gate,
        call: _Call,
        observed: ObservedCall,
        contents: Contents,
        at: str,
        number: int,
    ) -> None:
        self.result = observed.result
        self._gate, self._call, self._observed = gate, call, observed
        self._contents, self.at, self._number = contents, at, number
        self._record: ScriptRun | None = None

    # ---- what one run shows ----------------------------------------------------------------------

    @_question
    def moves(self, *, at_most: float, fewest: float | Work | None = None) -> Iterator[Problem]:
        """Ask that the call moves at most `at_most` times the fewest bytes.

        Bytes of kernels are counted: the distinct 32-byte sectors that each touches. Bytes of
        PyTorch's operators are computed from their operands.

        Args:
            at_most: the bytes moved over the fewest, 1.0 or more.
            fewest: bytes, or a work model. None: those of the tensors that the call is given and
                returns, each once; a call that reads and writes a tensor in place needs more, and
                says so here.
        """
        if at_most < 1:
            raise UsageError(f"moves: at_most must be 1 or more, got {at_most}")
        least = self._observed.fewest_bytes if fewest is None else fewest
        least = least.read + least.written if isinstance(least, Work) else float(least)
        if least <= 0:
            raise UsageError("moves: the call has no tensors: give it the fewest bytes, `fewest=…`")
        launches, operators = self._observed.launches, self._observed.operators
        moved = bytes_moved(launches, operators, Work(0, 0, 0))
        total = moved.read + moved.written if moved else 0.0
        if total > at_most * least:
            ratio = total / least
            size, smallest = (format_quantity(Quantity(v, "B", "counted")) for v in (total, least))
            message = (
                f"the call moves {size}, {format_number(ratio)} times the fewest, {smallest}; "
                f"{format_number(at_most)} times is allowed"
            )
            yield Problem("moves", message, *self._most_wasteful(total - least))

    @_question
    def vectorized(self) -> Iterator[Problem]:
        """Ask that each access to global memory is as wide as it can be: 128 bits a thread.

        A narrower one is a failure only if the compiler could make it wider after a change that
        the failure names.
        """
        seen: set[tuple[str, str]] = set()
        for kernel in self._observed.kernels:
            name = written_name(kernel.form.name)
            accesses = decide(kernel.form, kernel.facts).accesses
            if not accesses and any(access.requests for access in kernel.record.accesses):
                raise UnavailableError(f"vectorized: the accesses of {name} could not be read")
            for access in accesses:
                if (
                    access.space != "global"
                    or not access.cause
                    or access.bits >= access.possible_bits
                ):
                    continue
                message = (
                    f"a {access.op} moves {access.bits} bits for each thread; "
                    f"{access.possible_bits} are possible"
                )
                if (access.source, message) not in seen:
                    seen.add((access.source, message))
                    yield Problem("vectorized", message, access.source, access.cause, name)

    @_question
    def no_spills(self) -> Iterator[Problem]:
        """Ask that no thread keeps values in local memory.

        That is neither a register that the assembler spilled, nor an array indexed at run time.

        Raises:
            UnavailableError: a kernel has no machine code here.
        """
        for launch in self._distinct_launches():
            name = written_name(launch.kernel)
            local = sum(launch.counters.get(_LOCAL.format(op), 0.0) for op in ("ld", "st"))
            if launch.spill_bytes is None:
                raise UnavailableError(
                    f"no_spills: {name} has no machine code here, so its spills are unknown: pip "
                    "install -U nvidia-nvjitlink cuda-bindings"
                )
            if not launch.spill_bytes and not local:
                continue
            worst = max(launch.accesses, key=lambda access: access.local, default=None)
            line = worst.source if worst is not None and worst.local else ""
            what = (
                f"{launch.spill_bytes} bytes of registers are spilled"
                if launch.spill_bytes
                else f"{local:,.0f} warp-level loads and stores go to local memory"
            )
            advice = (
                "use smaller tiles, more warps for the same tile, or arrays indexed by constants"
            )
            yield Problem("no_spills", what, line or _kernel_place(launch), advice, name)

    @_question
    def no_bank_conflicts(self) -> Iterator[Problem]:
        """Ask that no access to shared memory waits for another lane's bank."""
        seen: set[tuple[str, str]] = set()
        for launch in self._distinct_launches():
            for access in launch.accesses:
                place = access.source or _kernel_place(launch)
                if not access.conflicts or (place, access.kind) in seen:
                    continue
                seen.add((place, access.kind))
                ways = access.wavefronts / max(access.wavefronts - access.conflicts, 1)
                message = (
                    f"{access.conflicts:,.0f} of {access.wavefronts:,.0f} wavefronts of a "
                    f"{access.kind} are bank conflicts, {format_number(ways)}-way"
                )
                advice = "pad the rows of the tile by one element, or swizzle its columns"
                name = written_name(launch.kernel)
                yield Problem("no_bank_conflicts", message, place, advice, name)

    @_question
    def launches(self, *, at_most: int) -> Iterator[Problem]:
        """Ask that the call launches at most `at_most` kernels, those of PyTorch included."""
        names: list[str] = []
        sources: list[str] = []
        for event in (*self._observed.launches, *self._observed.operators):
            own = written_name(event.kernel) if isinstance(event, LaunchRecord) else event.name
            for name, _ in durations(event):
                names.append(name or own)
                sources.append(event.source or "")
        if len(names) > at_most:
            shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
            message = f"{len(names)} kernels are launched, {at_most} allowed: {shown}"
            yield Problem("launches", message, sources[at_most], "fuse them into fewer")

    @_question
    def no_races(self) -> Iterator[Problem]:
        """Ask that no two threads access the same memory in an order that nothing fixes.

        The call runs again, under the sanitizer of `kernelscope check`.
        """
        __tracebackhide__ = True
        self._contents.restore()
        session = CheckSession("race", f"virtual:{self._gate.gpu.gpu.spec.name}")
        with session:
            self._call()
        yield from problems_of_check(session.record)

    @_question
    def correct(
        self, reference: Callable[..., Any], *, rtol: float | None = None, atol: float | None = None
    ) -> Iterator[Problem]:
        """Ask that the results are those of a reference, which is called with float64 inputs.

        A call that returns nothing is held to by the arguments that it changed.

        Args:
            reference: takes the same arguments.
            rtol: |result - reference| ≤ atol + rtol × |reference| is right. None, for atol too:
                what the dtype allows, 8 units of its last place at the size of the numbers, as
                in `compare`.
            atol: see rtol.
        """
        __tracebackhide__ = True
        got = self._outputs()
        self._contents.restore()
        given = self._call.args, self._call.kwargs
        expected, narrow = reference_results(reference, given)
        if len(got) != len(expected):
            message = f"the call gives {len(got)} tensors, the reference {len(expected)}"
            yield Problem("correct", message)
            return
        for place, (result, want) in enumerate(zip(got, expected, strict=True)):
            which = f"result {place}: " if len(got) > 1 else ""
            near = narrow[place] if place < len(narrow) else None
            if problem := wrong(result, want, near, rtol, atol):
                last = self._observed.launches[-1:]
                yield Problem("correct", which + problem, _kernel_place(last[0]) if last else "")

    # ---- against a baseline ----------------------------------------------------------------------

    @_question
    def same_counters_as(self, baseline: str) -> Iterator[Problem]:
        """Ask that every counter, register and spill is as in the baseline.

        An improvement fails too: it becomes the baseline with --kernelscope-update.

        Args:
            baseline: "baseline", the test's own.
        """
        rule = "same_counters_as"
        before = self._baseline(baseline, rule)
        if before is None:
            return
        after = self.record
        problems = changes(before, after, rule)
        slower = _total_us(after) / _total_us(before) - 1 if _total_us(before) else 0.0
        time = f"the estimated time {_change_in_words(slower)}"
        if problems:
            overall = "; ".join(
                difference.text for difference in different_figures(before, after)[:3]
            )
            problems[0] = replace(
                problems[0],
                advice=f"all launches: {overall or 'the same sums'}; {time}"
                f"{_versions(before, after)}; if it is intended, run pytest with "
                "--kernelscope-update",
            )
            yield from problems
        elif abs(slower) > _AGREES:
            self._note(f"the counters are those of the baseline, but {time}")

    @_question
    def not_slower_than(self, baseline: str, *, by: str) -> Iterator[Problem]:
        """Ask that the estimated time is not above the baseline's by more than a share.

        Both times are of one model, which has the same error for both to a large part; the failure
        gives their intervals. It says so if time and counters disagree: if the time grew and no
        counter did. If counters grew and the time did not, the check passes with a note.

        Args:
            baseline: "baseline", the test's own.
            by: the share, "3%".
        """
        rule = "not_slower_than"
        allowed = _share(by)
        before = self._baseline(baseline, rule)
        if before is None:
            return
        after = self.record
        old, new = _total_us(before), _total_us(after)
        grown = [
            difference
            for difference in different_figures(before, after)
            if difference.grew > allowed
        ]
        words = "; ".join(difference.text for difference in grown[:3])
        if new > old * (1 + allowed) * (1 + _ROUNDING):
            message = (
                (
                    f"the estimated time grew by {new / old - 1:.1%}, from {_interval(before)} to "
                    f"{_interval(after)}; {by} is allowed"
                )
                .replace("% ", " % ")
                .replace("%,", " %,")
            )
            agree = (
                f"counters agree: {words}"
                if grown
                else f"the counters disagree: none grew by more than {by}"
            )
            first = next(iter(changes(before, after, rule)), Problem(rule, ""))
            advice = f"{agree}; here: {first.message}" if first.message else agree
            advice += _versions(before, after)
            yield Problem(rule, message, first.source, advice, first.subject)
        elif grown:
            self._note(
                f"the estimated time is within {by} of the baseline's, but counters grew: {words}"
            )

    @property
    def record(self) -> ScriptRun:
        """The record of the call, as its baseline is written."""
        if self._record is None:
            gate, seen = self._gate, self._observed
            self._record = baseline_of(
                gate.baselines.test,
                gate.gpu.gpu.spec,
                seen.launches,
                seen.operators,
                gate.baselines.root,
            )
        return self._record

    def _baseline(self, name: str, rule: str) -> ScriptRun | None:
        """Return the baseline, or None if it is written now."""
        if name != "baseline":
            raise UsageError(f'{rule}: {name!r} is unknown; write "baseline", the test\'s own')
        gate = self._gate
        path = gate.baselines.path(self._number)
        if gate.baselines.updates:
            if path not in (*gate.written, *gate.unchanged):
                new = gate.baselines.write(path, self.record)
                (gate.written if new else gate.unchanged).append(path)
            return None
        record = gate.baselines.read(path)
        own = identity_of(self.record)
        if why := mismatch(identity_of(record), own):
            raise UsageError(
                f"{path}: it cannot be compared with this run: {why}; run pytest with "
                "--kernelscope-update to replace it"
            )
        return record

    # ---- parts -----------------------------------------------------------------------------------

    def _fail(self, problems: Iterable[Problem]) -> NoReturn:
        __tracebackhide__ = True
        whole = [_absolute(problem, self._gate.baselines.root) for problem in problems]
        placed = tuple(replace(problem, source=problem.source or self.at) for problem in whole)
        raise GateError(text_of(whole, self.at), placed)

    def _note(self, text: str) -> None:
        self._gate.notes.append(f"{self.at}: {text}")

    def _distinct_launches(self) -> Iterator[LaunchRecord]:
        seen: set[tuple[object, ...]] = set()
        for launch in self._observed.launches:
            key = (launch.kernel, launch.grid, launch.block, tuple(launch.counters.values()))
            if key not in seen:
                seen.add(key)
                yield launch

    # Worked case: `scale[grid](x, out, …); return out + 1`. Both move the fewest bytes of the call.
    # The line of the addition is the extra pass, and not the `def` of the kernel.
    def _most_wasteful(self, beyond: float) -> tuple[str, str, str]:
        """Return the place, the advice and the kernel of the event to begin with.

        It is an operator of PyTorch, else a launch, that the call could do without, as it moves no
        more than what the call moves `beyond` the fewest bytes; else the one that moves the most.
        """
        launches, operators = self._observed.launches, self._observed.operators
        events: list[LaunchRecord | OperatorRecord] = [*launches, *operators]
        parts = [
            f"{_name_of(event)} {format_quantity(Quantity(_moved(event), 'B', 'counted'))}"
            for event in events
        ]
        extra = [event for event in events if 0 < _moved(event) <= beyond]
        operators_first = [e for e in extra if isinstance(e, OperatorRecord)] or extra
        worst = max(operators_first or events, key=_moved)
        advice = f"{', '.join(parts[:6])}{', …' if len(parts) > 6 else ''}: {_FEWER}"
        changed = self._observed.changed
        if changed:
            advice += (
                f"; {', '.join(changed)} changed: if it must be read as well, say so with fewest="
            )
        if isinstance(worst, OperatorRecord):
            return worst.source or "", advice, worst.name
        line = max(worst.accesses, key=_excess, default=None)
        place = line.source if line is not None and _excess(line) > 0 else ""
        called = (worst.source or "") if extra and len(events) > 1 else ""
        return place or called or _kernel_place(worst), advice, written_name(worst.kernel)

    def _outputs(self) -> list[Any]:
        """Return copies of the results, or of the changed arguments if nothing was returned."""
        results = tensors_of(self.result)
        if not results:
            given = named_tensors(self._call.args, self._call.kwargs)
            results = [given[name] for name in self._observed.changed if name in given]
        return [result.detach().clone() for result in results]


def _absolute(problem: Problem, root: Path) -> Problem:
    """Return the problem; a place relative to the root of the tests becomes whole."""
    file, _, line = problem.source.rpartition(":")
    whole = root / file
    if not file or not whole.exists():
        return problem
    return replace(problem, source=f"{whole}:{line}")


# ---- figures -------------------------------------------------------------------------------------


def _moved(event: LaunchRecord | OperatorRecord) -> float:
    if isinstance(event, OperatorRecord):
        return event.bytes_read + event.bytes_written
    ways = ("read", "written")
    return sum(event.counters.get(_UNIQUE.format(way), 0.0) for way in ways) * SECTOR


def _name_of(event: LaunchRecord | OperatorRecord) -> str:
    return event.name if isinstance(event, OperatorRecord) else written_name(event.kernel)


def _excess(access: Access) -> float:
    return access.sectors * SECTOR - access.lanes * access.lane_bytes


def _kernel_place(launch: LaunchRecord) -> str:
    place = launch.kernel_source or ""
    return place if place and not is_library(place) else launch.source or place


def _events(record: ScriptRun) -> Iterable[LaunchRecord | OperatorRecord]:
    return (*record.launches, *record.operators)


def _total_us(record: ScriptRun) -> float:
    """Return the estimated time of all kernels, each from the end of the one before it."""
    return sum(us + GAP_US for event in _events(record) for _, us in durations(event))


def _interval(record: ScriptRun) -> str:
    """Return the estimated time with the model's interval."""
    times = [event.time_us for event in _events(record) if event.time_us is not None]
    ends = [(time.value, *time.interval) for time in times]
    shown = (format_number(sum(parts)) for parts in zip(*ends, strict=True))
    return "{} µs ({} … {})".format(*shown) if times else "0 µs (0 … 0)"


def _change_in_words(share: float) -> str:
    if abs(share) <= _AGREES:
        return "is the same"
    return f"{'grew' if share > 0 else 'shrank'} by {abs(share):.1%}".replace("%", " %")


def _versions(before: ScriptRun, after: ScriptRun) -> str:
    """Return the versions that differ, as the end of a sentence; "" if none do."""
    names = dict.fromkeys([*before.environment, *after.environment])
    differ = [
        f"{name} {before.environment.get(name, 'absent')} → {after.environment.get(name, 'absent')}"
        for name in names
        if before.environment.get(name) != after.environment.get(name)
    ]
    return f"; the compilers changed, too: {', '.join(differ)}" if differ else ""


def _share(text: str) -> float:
    """Return the share that "3%" means. Raises UsageError for another form."""
    match = _SHARE.fullmatch(text) if isinstance(text, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]
    if match is None:
        raise UsageError(f'not_slower_than: by={text!r} is not a share; write by="3%"')
    return float(match[1]) / 100


# ---- failures ------------------------------------------------------------------------------------
#
# As a compiler prints them:
#
# kernels.py:31: error: a load moves 32 bits for each thread; 128 are possible (vectorized)
#    31 |     x = tl.load(pointer + at * stride)
#       |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#       = pass stride = 1 (Triton specialises on it), or make `stride` a tl.constexpr
#       = in softmax_kernel, checked at tests/test_softmax.py:12


def text_of(problems: Iterable[Problem], checked_at: str) -> str:
    """Return the problems of a check at "file:line", each with its line of the source and a mark
    under it.
    """
    return "\n".join(_one(problem, checked_at) for problem in problems)


def _one(problem: Problem, checked_at: str) -> str:
    source = problem.source or checked_at
    file, _, number = source.rpartition(":")
    lines = [f"{shown_place(source)}: error: {problem.message} ({problem.rule})"]
    margin = max(5, len(number) + 2)
    code = linecache.getline(file, int(number)).rstrip() if number.isdigit() else ""
    if code:
        lines.append(f"{number:>{margin}} | {code.expandtabs(4)}")
        lines.append(f"{'':>{margin}} | {_mark(code.expandtabs(4))}")
    if problem.advice:
        lines.append(f"{'':>{margin}} = {problem.advice}")
    subject = f"in {problem.subject}, " if problem.subject else ""
    lines.append(f"{'':>{margin}} = {subject}checked at {shown_place(checked_at)}")
    return "\n".join(lines)


def _mark(code: str) -> str:
    """Return a mark under the code of a line, without its indent and its comment."""
    start = len(code) - len(code.lstrip())
    bare = code.partition("  #")[0].partition("  //")[0].rstrip()
    return " " * start + "^" + "~" * max(len(bare) - start - 1, 0)


# ---- results -------------------------------------------------------------------------------------


Arguments = tuple[Sequence[Any], Mapping[str, Any]]


def tensors_of(value: Any) -> list[Any]:
    """Return the tensors of a result: itself, or those in a tuple, list or dict."""
    return list(named_tensors((value,), {}).values())


def reference_results(
    reference: Callable[..., Any], given: Arguments
) -> tuple[list[Any], list[Any]]:
    """Return a reference's results for float64 inputs, and for the inputs in their own dtypes.

    The second list is empty if the reference cannot compute in those dtypes.
    """
    import torch

    args, kwargs = mapped(given, torch.Tensor, _widened)
    wide = tensors_of(reference(*args, **kwargs))
    try:
        args, kwargs = mapped(given, torch.Tensor, lambda tensor: tensor.detach().clone())
        return wide, tensors_of(reference(*args, **kwargs))
    except Exception:  # noqa: BLE001  (a reference need not work in float16)
        return wide, []


def _widened(tensor: Any) -> Any:
    tensor = tensor.detach()
    return tensor.double() if tensor.dtype.is_floating_point else tensor.clone()


def wrong(got: Any, want: Any, narrow: Any, rtol: float | None, atol: float | None) -> str:
    """Return the fault of a result against the reference's in float64, or "".

    `narrow`: the reference's in the dtype of the inputs, or None. `rtol`, `atol`: the differences
    that are allowed; None for both: what the dtype allows.
    """
    import torch

    if got.shape != want.shape:
        return f"the shape is {tuple(got.shape)}, of the reference {tuple(want.shape)}"
    want = want.detach()
    if rtol is not None or atol is not None:
        close = torch.isclose(
            got.double(), want.double(), rtol=rtol or 0.0, atol=atol or 0.0, equal_nan=True
        )
        count = int((~close).sum())
        if not count:
            return ""
        at = tuple((~close).nonzero()[0].tolist())
        index = ", ".join(map(str, at))
        first = f"{float(got[at]):.9g} for {float(want[at]):.9g}"
        return f"{count} of {got.numel()} wrong, first at [{index}]: {first}"
    if not got.dtype.is_floating_point:
        same = got == want.to(got.dtype)
        return "" if bool(same.all()) else f"{int((~same).sum())} of {got.numel()} differ"
    eps = torch.finfo(got.dtype).eps
    near = narrow if narrow is not None and narrow.shape == want.shape else None
    error = compare(got, want.double(), natural_scale(want.double(), near, eps))
    return describe_error(error) if error.first_wrong_index is not None else ""
