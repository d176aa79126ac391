"""Checks an implementation against the float64 reference, on the requested case and nasty ones.

    checker = Checker(operation, case)
    verdict = checker.verdict(implementation)      # status, reason, error, one Check for each case

A case runs three times. First on other values, so that a result cached from one call to the next
shows. Then on the case's own values: that result is compared. Then again: it must give the same
bits and leave the first result unchanged. Outputs start as NaN, and inputs must not change.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from kernelscope._files import shown_place
from kernelscope.errors import (
    CompileError,
    LaunchError,
    PtxError,
    UnavailableError,
    UsageError,
    in_a_line,
)
from kernelscope.measure.memory import (
    Snapshot,
    as_bytes,
    free_bytes,
    leave_poison_behind,
    poisoned_allocations,
    release_cached,
    same_bits,
    share_memory,
)
from kernelscope.measure.nasty import NastyCase, nasty_cases, quick_cases
from kernelscope.measure.tolerance import Scale, compare, natural_scale
from kernelscope.operation import Case, Implementation, Operation, nasty_case
from kernelscope.record import Check, Error, Status

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class Truth:
    """A case's inputs and the results that they must give, with their names ("" for the only one).

    `gradients`: the inputs whose gradients are the last results; `may_share`: whether the reference
    itself returns a view of its input.
    """

    case: Case
    inputs: tuple[Any, ...]
    expected: tuple[Any, ...]
    scales: tuple[Scale, ...]
    is_tuple: bool
    may_share: bool
    names: tuple[str, ...] = ("",)
    gradients: tuple[Any, ...] = ()

    @property
    def outputs(self) -> int:
        """The number of results that are no gradients."""
        return len(self.expected) - len(self.gradients)


def truth_of(operation: Operation, case: Case) -> Truth:
    """Draw a case's inputs and compute the expected results; errors are the user's own."""
    inputs = operation.inputs_of(case)
    wide = tuple(_wide(value) for value in inputs)
    result = operation.reference(*wide)
    is_tuple = isinstance(result, (tuple, list))
    expected = tuple(result) if isinstance(result, (tuple, list)) else (result,)
    may_share = any(share_memory(value, given) for value in expected for given in wide)
    gradients = tuple(value for _, value in operation.gradients_of(inputs))
    outputs = len(expected) - len(gradients)
    scales = tuple(
        _scale(operation, case, wide, inputs, expected, index, declared=index < outputs)
        for index in range(len(expected))
    )
    names = operation.names_of(inputs, len(expected))
    return Truth(case, inputs, expected, scales, is_tuple, may_share, names, gradients)


def _wide(value: Any) -> Any:
    """Return a float64 copy for the reference, which may work in place."""
    import torch

    if isinstance(value, torch.Tensor):
        value = value.detach()
        return value.double() if value.dtype.is_floating_point else value.clone()
    return value


def _scale(
    operation: Operation,
    case: Case,
    wide: tuple[Any, ...],
    inputs: tuple[Any, ...],
    expected: tuple[Any, ...],
    index: int,
    *,
    declared: bool,
) -> Scale:
    """Return the sizes that the errors of one result are compared with.

    declared: whether the operation's own sizes are for it; they are for outputs, not gradients.
    """
    if not expected[index].dtype.is_floating_point:
        return Scale()
    accumulated = operation.accumulated(*wide) if operation.accumulated and declared else None
    if operation.magnitude and declared:
        # a size needs no float64, and a large case has no memory to spare
        return Scale(_single(operation.magnitude(*wide)), _single(accumulated))
    if accumulated is not None:
        return Scale(None, _single(accumulated))
    import torch

    try:
        narrow: Any = operation.reference(*(_copy(value) for value in inputs))
        narrow = narrow[index] if isinstance(narrow, (tuple, list)) else narrow
    except Exception:  # noqa: BLE001  (a reference need not work in float16)
        narrow = None
    eps = torch.finfo(case.dtype).eps if case.dtype.is_floating_point else 2.0**-23
    return natural_scale(expected[index], cast("torch.Tensor | None", narrow), eps)


def _single(size: Any) -> Any:
    return size.float() if hasattr(size, "float") else size


def _copy(value: Any) -> Any:
    return value.detach().clone() if hasattr(value, "clone") else value


def named_tensors(operation: Operation, inputs: tuple[Any, ...]) -> dict[str, Any]:
    """Return the tensors among the inputs, by the names of the reference's parameters."""
    import torch

    try:
        names = list(inspect.signature(operation.reference).parameters)
    except (TypeError, ValueError):  # a builtin without a signature
        names = []
    names += [f"argument {i}" for i in range(len(names), len(inputs))]
    return {
        name: value
        for name, value in zip(names, inputs, strict=False)
        if isinstance(value, torch.Tensor)
    }


Run = Callable[..., Any]
_REFUSALS = (UsageError, UnavailableError)
_BROKEN = (LaunchError, PtxError, CompileError)  # never a way to refuse an input
_PACKAGE = Path(__file__).resolve().parent.parent
# `if key in cache: return cache[key]` with the shape as key: the second input of that shape gets
# the first one's result. On the case's own values alone both would be right.
_OTHER_SEED = 7919


def run_directly(function: Callable[..., Any], *inputs: Any) -> Any:
    """Run on the inputs' own device; on a GPU wait, so that its errors are raised here."""
    import torch

    result = function(*inputs)
    if any(isinstance(value, torch.Tensor) and value.is_cuda for value in inputs):
        torch.cuda.synchronize()
    return result


@dataclass(frozen=True)
class Verdict:
    """One implementation over all cases.

    Attributes:
        status, reason: for its row; `unavailable` if it refuses the requested case.
        error: on the requested case; None if it did not run.
        checks: one for each case, the requested one first; `unavailable` with the reason if the
            implementation refuses it or it does not run here.
        warnings: things that are not wrong but should be known.
    """

    status: Status
    reason: str
    error: Error | None
    checks: tuple[Check, ...]
    warnings: tuple[str, ...] = ()


class Checker:
    """Checks implementations of one operation; references are computed once and shared.

    Args:
        run: calls an implementation on inputs, `run(function, *inputs)`; on the virtual GPU it
            enters that GPU first. Default: on the inputs' own device.
        virtual: True for a virtual GPU, on which PyTorch's CPU operators replace the GPU's.
        nasty: True to check the nasty cases too; quick: only five of them.
    """

    def __init__(
        self,
        operation: Operation,
        case: Case,
        *,
        run: Run = run_directly,
        virtual: bool = False,
        nasty: bool = True,
        quick: bool = False,
    ) -> None:
        self._operation = operation
        self._case = case
        self._run = run
        self._virtual = virtual
        self._nasty = nasty
        self._quick = quick
        self._left_out = 0
        self._truths: dict[str, Truth | str] = {}
        self._cases: list[NastyCase] | None = None

    def verdict(self, implementation: Implementation) -> Verdict:
        """Check one implementation on every case; whatever it raises becomes a result."""
        return summarize(list(self.checks(implementation)))

    def checks(
        self,
        implementation: Implementation,
        begin: Callable[[NastyCase], object] = lambda _: None,
    ) -> Iterator[tuple[NastyCase, Check, str]]:
        """Yield each case, its result, and a warning or ""; `begin` is called with each before it
        runs. Ends after the requested case if that one did not run.
        """
        asked = NastyCase("as asked", self._case)
        check, warning = self.check(implementation, asked)
        yield asked, check, warning
        if not self._nasty or check.status in ("failed", "unavailable"):
            return
        for nasty in self.cases():
            begin(nasty)
            check, warning = self.check(implementation, nasty)
            yield nasty, check, warning

    def cases(self) -> list[NastyCase]:
        """Return the nasty cases for the requested case on this device."""
        if self._cases is None:  # once, so that every implementation meets the same
            device = self._case.device or _default_device()
            gpu = device.startswith("cuda") and not self._virtual
            free = free_bytes() if gpu else None
            self._cases = every = nasty_cases(self._operation, self._case, free)
            if self._quick:
                self._cases = quick_cases(every)
                self._left_out = len(every) - len(self._cases)
        return self._cases

    def note(self) -> str:
        """Return a sentence on what `quick` has left out; "" if nothing."""
        if not self._quick:
            return ""
        names = ", ".join(nasty.name for nasty in self.cases())
        return (
            f"--quick: checked on {len(self.cases())} edge cases ({names}), not on "
            f"{self._left_out} others"
        )

    def prepare(self) -> None:
        """Compute the references that are kept, so that processes forked from here share them.
        Raises UsageError if the operation's own inputs or reference do not work.
        """
        asked = NastyCase("as asked", self._case)
        for nasty in [asked, *(self.cases() if self._nasty else [])]:
            if not (nasty.not_run or nasty.large):
                self._truth(nasty)

    def check(self, implementation: Implementation, nasty: NastyCase) -> tuple[Check, str]:
        """Return the result on one case, and a warning or ""."""
        label = f"{nasty.name}: {nasty.case}"
        if nasty.not_run:
            return Check(label, "unavailable", f"not run: {nasty.not_run}"), ""
        if nasty.large:
            release_cached()
        truth = self._truth(nasty)
        if isinstance(truth, str):
            return Check(label, "unavailable", f"not run: {truth}"), ""
        try:
            with nasty_case(nasty.case != self._case):
                outcome = self._examine(implementation, truth)
        except Exception as error:  # noqa: BLE001  (whatever it raises, the other rows go on)
            status, reason = _classify(error, nasty)
            return Check(label, status, reason), ""
        if outcome.problem and self._stands_in(implementation, nasty.case):
            why = "PyTorch's CPU operator replaces the GPU's here, and has"
            reason = f"not run: {why} {outcome.problem}"
            return Check(label, "unavailable", reason, outcome.error), ""
        status: Status = "wrong" if outcome.problem else "ok"
        return Check(label, status, outcome.problem, outcome.error), outcome.warning

    def _stands_in(self, implementation: Implementation, case: Case) -> bool:
        """Return whether a CPU operator runs here, whose NaN and inf may differ from the GPU's."""
        return self._virtual and implementation.style == "torch" and case.values in ("nan", "inf")

    def _truth(self, nasty: NastyCase) -> Truth | str:
        """Return inputs and reference of a case, or the reason why there are none."""
        key = repr(nasty.case)
        if key not in self._truths:
            try:
                self._truths[key] = truth_of(self._operation, nasty.case)
            except UsageError:
                if nasty.case == self._case:
                    raise
                self._truths[key] = "the operation has no such inputs"
            except Exception as error:
                if nasty.case == self._case:
                    raise UsageError(
                        f"operation {self._operation.name}: its inputs or reference fail on "
                        f"{nasty.case}: {in_a_line(error)}"
                    ) from error
                self._truths[key] = f"the reference itself fails there ({in_a_line(error)})"
        truth = self._truths[key]
        if nasty.large:  # not kept: the next case needs the memory
            del self._truths[key]
        return truth

    def _examine(self, implementation: Implementation, truth: Truth) -> _Outcome:
        operation, thorough = self._operation, truth.case.layout == "contiguous"
        free = _free_to_change(operation, truth.inputs)
        snapshots = {
            name: Snapshot(value)
            for name, value in named_tensors(operation, truth.inputs).items()
            if name not in free
        }
        call = _Call(self._run, implementation, operation, truth)
        small = sum(_bytes_of(value) for value in truth.inputs) <= _SMALL
        repeat = small or not self._virtual
        with poisoned_allocations():
            earlier = call(other_values=True) if thorough and small else ()
            first = call()
            kept = tuple(_copy(value) if repeat else value for value in first)
            second = call() if repeat else ()
        changed = [name for name, snapshot in snapshots.items() if snapshot.changed()]
        problem = _shape_problem(first, truth)
        if problem:
            return _Outcome(problem, None)
        error = _compared(kept, truth)
        return _judge(error, changed, (earlier, first, second, kept), truth, bool(free))


# `gelu` with n=1024 has 4 MiB of input: run on other values, on its own, and again. With n=4096,
# 64 MiB, a virtual GPU runs it once; the cases of a prime size, 3,721 elements, show the same
# faults.
_SMALL = 4 << 20  # bytes of input up to which a case is run three times, even on the virtual GPU


class _Call:
    """Calls an implementation on a case's inputs; draws again those that a call may change."""

    def __init__(
        self, run: Run, implementation: Implementation, operation: Operation, truth: Truth
    ) -> None:
        self._run = run
        self._implementation = implementation
        self._operation = operation
        self._truth = truth

    def __call__(self, *, other_values: bool = False) -> tuple[Any, ...]:
        truth, operation = self._truth, self._operation
        for value in truth.expected:
            leave_poison_behind(value)
        if other_values:
            other = operation.inputs_of(replace(truth.case, seed=truth.case.seed + _OTHER_SEED))
            with _values_of(other, truth.inputs):
                return self._run_on(truth.inputs)
        fresh = self._with_fresh(truth.inputs) if operation.mutates else truth.inputs
        return self._run_on(fresh)

    def _with_fresh(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the inputs; those that the last call may have changed are drawn again."""
        free = [
            id(named_tensors(self._operation, inputs)[name]) for name in self._operation.mutates
        ]
        again = self._operation.inputs_of(self._truth.case)
        return tuple(
            new if id(old) in free else old for old, new in zip(inputs, again, strict=True)
        )

    def _run_on(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        operation = self._operation
        result = self._run(self._implementation, *inputs)
        if result is None and operation.mutates:
            named = named_tensors(operation, inputs)
            changed = tuple(named[name] for name in operation.mutates)
            result = changed if self._truth.is_tuple else changed[0]
        results: tuple[Any, ...] = tuple(result) if isinstance(result, (tuple, list)) else (result,)
        return tuple(value.detach() if hasattr(value, "detach") else value for value in results)


@contextmanager
def _values_of(others: tuple[Any, ...], inputs: tuple[Any, ...]) -> Generator[None]:
    """Put other values into the inputs' memory inside, and restore their own bits afterwards."""
    import torch

    pairs = [
        (mine, other)
        for mine, other in zip(inputs, others, strict=True)
        if isinstance(mine, torch.Tensor)
    ]
    own = [as_bytes(mine).clone() for mine, _ in pairs]
    with torch.no_grad():
        for mine, other in pairs:
            mine.copy_(other)
    try:
        yield
    finally:
        with torch.no_grad():
            for (mine, _), bits in zip(pairs, own, strict=True):
                as_bytes(mine).copy_(bits)


@dataclass(frozen=True)
class _Outcome:
    problem: str
    error: Error | None
    warning: str = ""


def _judge(
    error: Error,
    changed: list[str],
    results: tuple[tuple[Any, ...], ...],
    truth: Truth,
    mutates: bool,
) -> _Outcome:
    """Return what is wrong: first the values, then changes of memory."""
    _, _, second, kept = results
    if error.first_wrong_index is not None:
        return _Outcome(describe_error(error), error)
    if changed:
        return _Outcome(f"changes its input {', '.join(changed)}", error)
    # The gradient of x in x + y is the output's gradient itself, on every call.
    outputs = [run[: truth.outputs] for run in results]
    shares = any(share_memory(value, given) for value in outputs[1] for given in truth.inputs)
    if shares and not (truth.may_share or mutates):
        return _Outcome("returns memory that belongs to an input", error)
    reused = any(share_memory(a, b) for a in outputs[1] for b in (*outputs[0], *outputs[2]))
    if reused and not (truth.may_share or mutates):
        return _Outcome("returns the same buffer on every call: a later call overwrites it", error)
    for again, once in zip(second, kept, strict=False):
        if not same_bits(again, once):
            again_error = _compared(second, truth)
            if again_error.first_wrong_index is not None:
                return _Outcome(f"second run: {describe_error(again_error)}", again_error)
            return _Outcome("", error, "not bit for bit the same on a second run")
    return _Outcome("", error)


def describe_error(error: Error) -> str:
    """Return an error in words: `3 of 3721 wrong, first at [0, 60]: 0.0 for 1.25`."""
    index = ", ".join(map(str, error.first_wrong_index or ()))
    name = f"{error.output}: " if error.output else ""
    return (
        f"{name}{error.wrong} of {error.total} wrong, first at [{index}]: "
        f"{error.got:.9g} for {error.expected:.9g}"
    )


def summarize(checked: list[tuple[NastyCase, Check, str]]) -> Verdict:
    """Return a row's status from its cases: wrong, failed, else that of the requested case."""
    checks = tuple(check for _, check, _ in checked)
    asked = checks[0]
    warnings = [f"{nasty.name}: {warning}" for nasty, _, warning in checked if warning]
    blamed: list[Check] = []
    for nasty, check, _ in checked:
        if check.status not in ("wrong", "failed"):
            continue
        if nasty.promised:
            blamed.append(check)
        else:
            warnings.append(
                f"{nasty.name} input: {check.reason}; support it or refuse it, do not misread it"
            )
    worst = next((c for c in blamed if c.status == "wrong"), blamed[0] if blamed else asked)
    reason = worst.reason
    if worst is not asked and reason:
        reason = f"{worst.case}: {reason}"
    return Verdict(worst.status, reason, asked.error, checks, tuple(warnings))


# --- small things --------------------------------------------------------------------------------


def _default_device() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def _free_to_change(operation: Operation, inputs: tuple[Any, ...]) -> list[str]:
    named = named_tensors(operation, inputs)
    stray = [name for name in operation.mutates if name not in named]
    if stray:
        raise UsageError(
            f"operation {operation.name}: `mutates` names {', '.join(stray)}, which the reference "
            f"does not take; its tensors are {', '.join(named)}"
        )
    return list(operation.mutates)


def _bytes_of(value: Any) -> int:
    return value.numel() * value.element_size() if hasattr(value, "element_size") else 0


def _shape_problem(results: tuple[Any, ...], truth: Truth) -> str:
    """Return the wrong number, type, shape, dtype or device of outputs; "" if all are right."""
    import torch

    if len(results) != len(truth.expected):
        return f"returns {len(results)} values, not {len(truth.expected)}"
    tensors = [value for value in truth.inputs if isinstance(value, torch.Tensor)]
    for place, (result, expected) in enumerate(zip(results, truth.expected, strict=True)):
        name = f"{truth.names[place]}: " if truth.names[place] else ""
        if not isinstance(result, torch.Tensor):
            return f"{name}returns {type(result).__name__}, not a tensor"
        if result.shape != expected.shape:
            return f"{name}returns shape {tuple(result.shape)}, not {tuple(expected.shape)}"
        dtype = _dtype_of(expected, tensors, truth.case)
        if place >= truth.outputs:
            dtype = truth.gradients[place - truth.outputs].dtype
        if result.dtype != dtype:
            return f"{name}returns {result.dtype}, not {dtype}"
        if tensors and result.device.type != tensors[0].device.type:
            return f"{name}returns a tensor on {result.device}, not on {tensors[0].device}"
    return ""


def _dtype_of(expected: torch.Tensor, tensors: list[torch.Tensor], case: Case) -> torch.dtype:
    """Return the dtype to expect: the inputs' floating dtype, or else the reference's own."""
    import torch

    if expected.dtype != torch.float64:
        return expected.dtype
    floating = [value.dtype for value in tensors if value.dtype.is_floating_point]
    dtype = floating[0] if floating else case.dtype
    for other in floating[1:]:
        dtype = torch.promote_types(dtype, other)
    return dtype


def _compared(results: tuple[Any, ...], truth: Truth) -> Error:
    """Return the worst error of a call's results."""
    pairs = zip(results, truth.expected, truth.scales, strict=True)
    errors = [compare(*three) for three in pairs]
    return _worst([replace(e, output=name) for e, name in zip(errors, truth.names, strict=True)])


def _worst(errors: list[Error]) -> Error:
    """Return the first error that is wrong, else the largest one."""
    wrong = [error for error in errors if error.first_wrong_index is not None]
    worst = wrong[0] if wrong else max(errors, key=lambda error: error.max_ulp)
    return replace(worst, zeros_would_pass=all(error.zeros_would_pass for error in errors))


def _classify(error: Exception, nasty: NastyCase) -> tuple[Status, str]:
    """Return the status for an error: refused, out of memory, or failed; with the place."""
    import torch

    if isinstance(error, _REFUSALS):
        return "unavailable", f"refused: {error}" if nasty.name != "as asked" else str(error)
    if isinstance(error, torch.cuda.OutOfMemoryError):
        return "unavailable", f"not run: {in_a_line(error)}"
    # `x.view(-1)` on a transposed input raises RuntimeError: a refusal in PyTorch's own words, so
    # the row stays ok. The same error on a contiguous input of a prime size is a failure, and so is
    # a launch that fails, whatever the layout: a CUDA kernel that reads outside its input did not
    # refuse it.
    odd = nasty.case.layout != "contiguous" or nasty.name.startswith("empty")
    if odd and not any(isinstance(link, _BROKEN) for link in _chain(error)):
        return "unavailable", f"refused: {in_a_line(error)}"
    cure = _cure(nasty) if any(hasattr(link, "node") for link in _chain(error)) else ""
    return "failed", f"{in_a_line(error)}{_place(error)}{cure}"


# A worked case: `tl.arange(0, D)` with D=61, the width of a head, which is always a power of two.
def _cure(nasty: NastyCase) -> str:
    """Return what to do if a kernel does not compile in a case whose sizes are odd."""
    if nasty.name != "prime sizes":
        return ""
    return (
        "; if one of these axes is not a length that may be any number, name only the others in "
        "`sizes=` of the Operation"
    )


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and those that caused it: compilers wrap what their callees raise."""
    link: BaseException | None = error
    for _ in range(16):
        if link is None:
            return
        yield link
        link = getattr(link, "inner_exception", None) or link.__cause__ or link.__context__


def _place(error: Exception) -> str:
    """Return ` (file.py:12)`: the line that does not compile, or the last line of user or operation
    code before the error.
    """
    if any(hasattr(link, "node") for link in _chain(error)):  # Triton's compiler stopped at it
        from kernelscope.frontends.triton.launch import line_of_error

        if at := line_of_error(error):
            return f" ({at})"
    own = [f for f in traceback.extract_tb(error.__traceback__) if _is_own(Path(f.filename))]
    return f" ({shown_place(f'{own[-1].filename}:{own[-1].lineno}')})" if own else ""


def _is_own(file: Path) -> bool:
    if "site-packages" in file.parts:
        return False
    return _PACKAGE not in file.parents or _PACKAGE / "operations" in file.parents
