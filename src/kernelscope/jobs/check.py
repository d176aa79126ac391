"""`kernelscope check`: races and other faults of kernels, found on the virtual GPU."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import ParamSpec, TypeVar, overload

from kernelscope._demangle import written_name
from kernelscope._files import PathLike
from kernelscope.devices.callsite import caller_source
from kernelscope.devices.resolve import resolve
from kernelscope.devices.virtual import VirtualGPU, current_gpu, is_tried
from kernelscope.errors import CheckError, KernelscopeError, UsageError, unknown
from kernelscope.frontends import virtual_gpu
from kernelscope.jobs import environment
from kernelscope.jobs.kernels import run_script
from kernelscope.jobs.progress import Progress, silent
from kernelscope.jobs.source_names import constant_parameters, probed, source_names
from kernelscope.measure.nasty import NastyCase, nasty_cases
from kernelscope.operation import Case, Implementation, Operation
from kernelscope.record import CheckRecord, Suppressed
from kernelscope.record.names import is_named
from kernelscope.results.kernels import CheckResult
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import TOOLS, USUAL_TOOLS, Sanitizer
from kernelscope.sanitizer.suppressions import Suppression, read_suppressions
from kernelscope.subjects import (
    CudaFile,
    Executable,
    OperationSubject,
    Program,
    PythonFile,
    PythonModule,
    parse_program,
    refuse_arguments,
    refused,
)
from kernelscope.subjects.operations import holds_operation, implementations_of

_P = ParamSpec("_P")
_R = TypeVar("_R")
_NEEDS = "an operation, a Python script, a module or a CUDA program"


@overload
def check(
    subject: object,
    argv: Sequence[str] = (),
    *,
    tools: str | Sequence[str] = USUAL_TOOLS,
    device: str = "virtual",
    case: str = "",
    kernel: str = "",
    blocks: int | None = None,
    suppress: PathLike | None = None,
    views: bool = False,
    module: bool = False,
    explores: bool = True,
    keep_going: bool = False,
    leak_check: bool = False,
    all_orders: bool = False,
    progress: Progress = silent,
) -> CheckResult: ...


@overload
def check(
    subject: None = None,
    argv: Sequence[str] = (),
    *,
    tools: str | Sequence[str] = USUAL_TOOLS,
    device: str = "virtual",
    case: str = "",
    kernel: str = "",
    blocks: int | None = None,
    suppress: PathLike | None = None,
    views: bool = False,
    module: bool = False,
    explores: bool = True,
    keep_going: bool = False,
    leak_check: bool = False,
    all_orders: bool = False,
    progress: Progress = silent,
) -> CheckSession: ...


def check(
    subject: object = None,
    argv: Sequence[str] = (),
    *,
    tools: str | Sequence[str] = USUAL_TOOLS,
    device: str = "virtual",
    case: str = "",
    kernel: str = "",
    blocks: int | None = None,
    suppress: PathLike | None = None,
    views: bool = False,
    module: bool = False,
    explores: bool = True,
    keep_going: bool = False,
    leak_check: bool = False,
    all_orders: bool = False,
    progress: Progress = silent,
) -> CheckResult | CheckSession:
    """Find races, bad barriers, uninitialised memory and bad accesses, without a GPU.

    Everything runs on a virtual GPU. Without a subject it returns a context manager and decorator:

        with ks.check() as found:
            kernel[grid](x, y)
        print(found.table())

    Args:
        subject: `gelu`, `gelu/triton`, `FILE.py`, `FILE.py:NAME`, a script, or a module's name. For
            an operation, each implementation runs on small sizes and on the edge cases.
        argv: arguments for a script.
        tools: any of race, barrier, init, memory, numerics; a sequence, or with commas.
        device: the GPU whose virtual form runs the kernels: virtual, virtual:NAME, auto.
        case: other values of an operation's axes, as text.
        kernel: check only this kernel; "" for all.
        blocks: check only this many blocks of each launch; None for all.
        suppress: a file of findings to suppress, each with a reason; see docs/check.md.
        views: also report accesses outside the view that was passed, such as `x[:32]`, if they stay
            inside the whole tensor.
        module: `subject` names a module, as after `python -m`.
        explores: whether to run small launches with a race under other schedules too.
        keep_going: skip faulty accesses, so that the launch and the script continue.
        leak_check: report memory of the GPU, streams and events that a CUDA program does not free.
        all_orders: also try all orders of the events of small launches that can differ, for
            deadlocks and other results.
        progress: called as the cases of an operation run.

    Returns:
        The result: `.findings`, `.table()`, `.to_html(path)`, `.save(path)`; or, without a subject,
        a block in which launches are checked, with the same attributes.

    Raises:
        UsageError: an unknown subject, tool, kernel or device; a malformed suppression, with its
            line and column.
    """
    session = CheckSession(
        tools, device, kernel, blocks, suppress, explores, views, keep_going, all_orders
    )
    session.leak_check = leak_check
    if subject is None:
        return session
    session.subject = str(subject)
    parsed = parse_program(subject, module=module)
    refuse_arguments(parsed, argv)
    match parsed:
        case OperationSubject():
            session.run_operation(parsed, case, progress)
        case PythonFile() | PythonModule() | CudaFile() | Executable():
            session.run_script(parsed, argv, case, progress)
        case _:
            raise refused(parsed, "check", _NEEDS)
    session.require_kernel()
    return CheckResult(session.record)


class CheckSession(CheckResult):
    """A block in which launches are checked; `with ks.check() as found:`, or a decorator.

    The decorated function raises CheckError if a launch of it has a fault.
    """

    def __init__(
        self,
        tools: str | Sequence[str] = USUAL_TOOLS,
        device: str = "virtual",
        kernel: str = "",
        blocks: int | None = None,
        suppress: PathLike | None = None,
        explores: bool = True,
        views: bool = False,
        keep_going: bool = False,
        all_orders: bool = False,
    ) -> None:
        super().__init__(self._make_record)
        self.subject = ""
        self._tools = chosen_tools(tools)
        self._device = resolve(device)
        self._kernel = kernel
        self._suppressions: list[Suppression] = (
            [] if suppress is None else read_suppressions(Path(suppress), TOOLS)
        )
        if blocks is not None and blocks < 1:
            raise UsageError(f"blocks must be at least 1, got {blocks}")
        self.sanitizer = Sanitizer(
            self._tools,
            kernel=kernel,
            blocks=blocks,
            explores=explores,
            names=source_names,
            promised=constant_parameters,
            probes=probed,
            skips=is_tried,
            caller=lambda: caller_source() or "",
            views=views,
            keeps_going=keep_going,
            all_orders=all_orders,
        )
        self._notes: list[str] = []
        self._exit_code = 0
        self.leak_check = False
        self._entered: list[ExitStack] = []
        if self._device.kind == "cuda":
            self._notes.append("the kernels run on a virtual GPU, not on this machine's")

    def __enter__(self) -> CheckSession:
        with ExitStack() as stack:
            gpu = current_gpu()
            if gpu is None:
                stack.enter_context(self._gpu())
            else:
                stack.callback(setattr, gpu, "takes_host_tensors", gpu.takes_host_tensors)
                gpu.takes_host_tensors = True
            stack.enter_context(self.sanitizer)
            self._entered.append(stack.pop_all())
        return self

    def __exit__(self, *_: object) -> None:
        self._entered.pop().close()

    def __call__(self, function: Callable[_P, _R]) -> Callable[_P, _R]:
        """Return the function, each call of which is a block of this kind."""

        @functools.wraps(function)
        def checked(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            before = len(self.findings)
            with self:
                result = function(*args, **kwargs)
            fresh = [finding for finding in self.findings[before:] if not finding.note]
            if fresh:
                first = fresh[0]
                more = f" (and {len(fresh) - 1} more)" if len(fresh) > 1 else ""
                raise CheckError(
                    f"{first.tool}/{first.kind} in {written_name(first.kernel)} at {first.source}: "
                    f"{first.message}{more}; {first.advice}"
                )
            return result

        return checked

    def _gpu(self) -> VirtualGPU:
        made = virtual_gpu(self._device.spec.name)
        ordered = self.sanitizer.early.ordered
        made.on_operator.append(ordered)
        made.on_wait.append(ordered)
        if self.sanitizer.results is not None:
            made.on_operator.append(self.sanitizer.results.operated)
        return made

    def run_script(
        self, script: Program, argv: Sequence[str], case: str, progress: Progress
    ) -> None:
        """Run a script; if it only defines operations, run those."""
        gpu = self._gpu()
        gpu.leaks = [] if self.leak_check else None
        with self.sanitizer:
            self._exit_code = run_script(gpu, script, argv)
        self._notes += gpu.leaks or ()
        if self._exit_code:
            if self.sanitizer.kernels:
                self._notes.append("the script failed; its launches before that were checked")
            return
        is_file = isinstance(script, PythonFile)
        if is_file and not self.sanitizer.kernels and holds_operation(script):
            self.run_operation(script, case, progress)
        elif not self.sanitizer.kernels:
            self._notes.append("no kernel was launched in the script's own process")

    def run_operation(
        self, subject: OperationSubject | PythonFile, case: str, progress: Progress
    ) -> None:
        """Run the implementations of an operation on small and nasty cases."""
        operation, implementations = implementations_of(subject)
        asked = operation.case(case, device="cpu")
        cases = small_cases(operation, asked)
        total, done = len(cases) * len(implementations), 0
        for implementation in implementations:
            problems: dict[str, list[str]] = {}
            for nasty in cases:
                name = nasty.name
                progress(f"{implementation.name}: {name}", done, total)
                done += 1
                self.sanitizer.subject = f"{operation.name}/{implementation.name}, {name}"
                self.sanitizer.excuse = nasty.excuse
                problem = run_case(
                    self.sanitizer, self._gpu(), operation, implementation, nasty.case
                )
                if problem:
                    problems.setdefault(problem, []).append(name)
            for problem, names in problems.items():
                where = "" if len(names) == len(cases) else f" ({', '.join(names)})"
                self._notes.append(f"{operation.name}/{implementation.name}{where}: {problem}")
        progress("done", total, total)

    def require_kernel(self) -> None:
        """Raise UsageError if the kernel to look at was not among those launched."""
        launched = self.sanitizer.kernels
        if not self._kernel or self._exit_code:
            return
        if not any(is_named(name, self._kernel) for name in launched):
            raise unknown("kernel", self._kernel, [written_name(name) for name in launched])

    def _make_record(self) -> CheckRecord:
        made = self.sanitizer
        findings = _farthest_first(made.findings)
        reasons = [
            next((entry.reason for entry in self._suppressions if entry.covers(finding)), None)
            for finding in findings
        ]
        pairs = [
            (finding.recorded(), reason) for finding, reason in zip(findings, reasons, strict=True)
        ]
        idle = [
            f"{entry.where}: it suppresses nothing"
            for entry in self._suppressions
            if not any(entry.covers(finding) for finding in made.findings)
        ]
        notes = [f"{kernel}: {tool}: {note}" for (kernel, tool), note in made.notes.items()]
        return CheckRecord(
            device=f"virtual:{self._device.spec.name}",
            subject=self.subject,
            findings=tuple(finding for finding, reason in pairs if reason is None),
            launches=made.launches,
            tools=self._tools,
            schedules=tuple(made.schedules),
            suppressed=tuple(Suppressed(finding, reason) for finding, reason in pairs if reason),
            notes=(*self._notes, *notes, *idle),
            orders=tuple(made.orders),
            exit_code=self._exit_code,
            environment=environment.describe(),
            **environment.stamp(),
        )


def _farthest_first(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings of each tool and kernel with races between blocks before the others;
    notes come last.

    A race between blocks mostly brings races inside a block with it, and its cure ends those, too.
    """
    first: dict[tuple[str, str], int] = {}
    for place, finding in enumerate(findings):
        first.setdefault((finding.tool, finding.kernel), place)
    return sorted(findings, key=lambda f: (bool(f.note), first[f.tool, f.kernel], f.reach))


def chosen_tools(tools: str | Sequence[str]) -> tuple[str, ...]:
    """Return the tools, in the order of `TOOLS`. Raises UsageError for an unknown one."""
    words = tools.split(",") if isinstance(tools, str) else list(tools)
    names = [word.strip() for word in words]
    for name in names:
        if name not in TOOLS:
            raise unknown("tool", name, TOOLS)
    return tuple(name for name in TOOLS if name in names)


def small_cases(operation: Operation, case: Case) -> list[NastyCase]:
    """Return the small and nasty cases that run on a virtual GPU."""
    nasty = nasty_cases(operation, case, free_bytes=None)
    return [n for n in nasty if not n.not_run and not n.needs]


def run_case(
    sanitizer: Sanitizer,
    gpu: VirtualGPU,
    operation: Operation,
    implementation: Implementation,
    case: Case,
) -> str:
    """Run an implementation on one case under a sanitizer; return why it did not end, or ""."""
    inputs = operation.inputs_of(case)
    before = len(sanitizer.findings)
    try:
        with gpu, sanitizer:
            result = implementation(*inputs)
            if sanitizer.results is not None:
                sanitizer.results.require(result)
    except KernelscopeError as error:
        return "" if len(sanitizer.findings) > before else f"not checked: {error}"
    except Exception as error:  # noqa: BLE001  (whatever it raises, the other cases go on)
        return f"not checked: {type(error).__name__}: {error}"
    return ""
