"""`kernelscope profile` and `ks.profile`: a program's time, on the host and on the device."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from kernelscope.devices.resolve import Device, resolve
from kernelscope.devices.sampling import Sampling
from kernelscope.devices.virtual import current_gpu
from kernelscope.diagnose import Evidence, find
from kernelscope.errors import UsageError, in_a_line
from kernelscope.frontends import virtual_gpu
from kernelscope.jobs import environment
from kernelscope.jobs.child_processes import Clocks
from kernelscope.jobs.cuda_programs import on_gpu
from kernelscope.jobs.run import (
    INTERRUPTED,
    STEADY,
    as_main,
    exit_code,
    join_threads,
    on_virtual_gpu,
    say_left_out,
    say_virtual,
    without_windows,
)
from kernelscope.jobs.runs import MakeCalls, NamedCall, calls_of, profilable
from kernelscope.profiling import nsys
from kernelscope.profiling.captured import Captured, Recorder, with_titles
from kernelscope.profiling.schedule import Schedule
from kernelscope.profiling.timeline import device_use
from kernelscope.profiling.totals import own_steps, stretches, syncs, totals
from kernelscope.record import Profile, Span
from kernelscope.results.programs import CallProfile, ProfileResult
from kernelscope.subjects import (
    CudaFile,
    ExampleSubject,
    Executable,
    OperationSubject,
    Program,
    PythonModule,
    Subject,
    refuse_arguments,
    refuse_case,
)

__all__ = ["profile"]

_NSYS_VIRTUAL = "nsys needs a real GPU: this is the built-in timeline"
_NO_SCHEDULE = "nsys records the whole script: --schedule was ignored"

# Names the parts of the modules before the script, named by the first argument, runs.
_ANNOTATED = """\
import runpy, sys
from pathlib import Path
from kernelscope.profiling.ranges import annotate_everything
annotate_everything()
sys.argv = sys.argv[1:]
if {module}:
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
else:
    sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    runpy.run_path(sys.argv[0], run_name="__main__")
"""
_SPANS_KEPT = 20_000
_IDLE = {
    "cuda": "nothing ran on the GPU: are the tensors on device='cuda'?",
    "virtual": "nothing ran on the GPU",
}


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a profile.

    Attributes:
        schedule: the steps to keep; None for everything.
        with_stack: keep the host's frames too.
        num_warmups: calls of an operation or an example before the one that is kept; a schedule
            has its own.
        case: other values of an operation's axes, `n=16384,dtype=float16`.
        annotate: name the forward, layers, backward and steps of a script's modules.
        nsys: run a script under Nsight Systems if it and a GPU are there.
        sample: leave out work that is too large for a CPU, as `run` does.
        steady: on a virtual device, time nothing on the host: the same times on each run.
    """

    schedule: Schedule | None = None
    with_stack: bool = False
    num_warmups: int = 1
    case: str = ""
    annotate: bool = False
    nsys: bool = False
    sample: bool = False
    steady: bool = False


def profile(
    description: str,
    run: Callable[[], object],
    num_warmups: int = 1,
    with_stack: bool = False,
    *,
    device: str = "auto",
    steady: bool = False,
) -> ProfileResult:
    """Profile one call of `run`.

    On a machine without a GPU, `run` sees a virtual one. Its tensors are there, with
    `device="cuda"` or without a device, and times are estimates.

    Args:
        description: the table's title.
        run: the call to profile; its exceptions are passed on.
        num_warmups: calls before the profiled one, so that it neither compiles nor allocates.
        with_stack: also keep the host's frames.
        device: auto, cuda, virtual, virtual:NAME.
        steady: on a virtual device, count what the host's Python executes and nothing that a clock
            shows, so that all times are the same on each run.

    Returns:
        The result: `str()` of it is the table, operations by device time, ten rows at most, names
        cut to 80 columns, times in ms with their provenance. It also reads as that string.
    """
    options = Options(with_stack=with_stack, num_warmups=num_warmups, steady=steady)
    with _recorder(device, options, host_tensors=True) as (where, recorder):
        for _ in range(num_warmups):
            run()
        recorder.wait()
        with recorder:
            run()
            recorder.wait()
        captured = recorder.captured()
    notes = _notes_on_clocks(where, options)
    if not any(span.lane in ("device", "copy") for span in captured.spans):
        notes.append(_IDLE[where.kind])
    result = result_of(description, where, captured, notes=notes)
    return CallProfile(result.record, result.spans)


def profile_target(
    target: str | Subject,
    argv: Sequence[str] = (),
    *,
    device: str = "auto",
    module: bool = False,
    options: Options | None = None,
) -> ProfileResult:
    """Profile an operation's implementations, an example, or a script as `run` would run it.

    If the program fails or is interrupted, the profile has what was gathered until then. `target`:
    `gelu`, `gelu/triton`, an example's name, `example:NAME`, a script's path, or a parsed subject;
    with `module` a module's name, as after `python -m`. Raises UsageError if there is no such
    target, or its name means two things, UnavailableError if this machine does not have the device.
    """
    options = options or Options()
    subject = profilable(target, module)
    refuse_arguments(subject, argv)
    refuse_case(subject, options.case)
    match subject:
        case OperationSubject() | ExampleSubject():
            return _profile_calls(str(subject), calls_of(subject, options.case), device, options)
        case script:
            return _profile_script(script, list(argv), device, options)


@contextmanager
def _recorder(
    device: str,
    options: Options,
    host_tensors: bool = False,
    program: Program | None = None,
) -> Generator[tuple[Device, Recorder]]:
    """Yield the device and its recorder; inside a virtual GPU's block, of that GPU.

    host_tensors: a virtual GPU that is made here also treats the CPU's tensors as its own.
    program: what is profiled, if it is run as a whole.
    """
    from kernelscope.devices.imports import named_imports
    from kernelscope.devices.torch_cuda.facade import pretended
    from kernelscope.profiling.from_virtual import VirtualRecorder

    with ExitStack() as stack:
        if (outer := pretended()) is not None:
            gpu, timeline = outer
            if options.steady and not timeline.steady:
                raise UsageError("steady needs `kernelscope run --steady` for the script")
            where = resolve(f"virtual:{gpu.spec.name}")
        else:
            where = resolve(device)
            if where.kind == "cuda":
                from kernelscope.profiling.from_torch import TorchRecorder

                yield where, TorchRecorder(options.schedule, options.with_stack)
                return
            gpu = virtual_gpu(where.spec.name)
            if not host_tensors:
                gpu.sampling = Sampling(everything=options.sample)
            if isinstance(program, CudaFile | Executable):
                timeline = stack.enter_context(on_gpu(gpu, program))
                yield where, VirtualRecorder(timeline, options.schedule, with_stack=False)
                return
            clocks = Clocks(steady=options.steady)
            timeline = stack.enter_context(on_virtual_gpu(gpu, clocks, host_tensors))
            stack.callback(say_left_out, timeline)
            if not options.steady:
                stack.enter_context(named_imports(timeline))
            if host_tensors:
                from kernelscope.profiling.host_tensors import HostTensorsOnGpu

                stack.enter_context(HostTensorsOnGpu(gpu, timeline))
        yield where, VirtualRecorder(timeline, options.schedule, options.with_stack)


def _profile_script(
    script: Program, argv: list[str], device: str, options: Options
) -> ProfileResult:
    notes: list[str] = []
    if options.nsys:
        where, tool = resolve(device), nsys.find()
        if where.kind == "cuda" and tool is not None:
            return _under_nsys(
                tool,
                script,
                argv,
                where,
                annotate=options.annotate,
                has_schedule=options.schedule is not None,
            )
        notes.append(_NSYS_VIRTUAL if where.kind == "virtual" else nsys.NOT_INSTALLED)
    with as_main(script, argv) as body, without_windows():
        with _recorder(device, options, program=script) as (where, recorder):
            if where.kind == "virtual":
                say_virtual(where.spec, Clocks(steady=options.steady))
            with recorder, _annotated(options.annotate), _steps(recorder, options.schedule):
                code = exit_code(body)
            if where.kind == "virtual":
                join_threads()
                notes += _sampled()
        captured = recorder.captured()
    notes += _notes_on_clocks(where, options)
    if code:
        notes.append(f"the script ended with exit code {code}; this is what it did until then")
    if options.schedule is not None and not captured.spans:
        notes.append("no step of the schedule was reached; a step ends with an optimizer's step()")
    language = "cuda" if isinstance(script, CudaFile | Executable) else "torch"
    return result_of(str(script), where, captured, code, notes, language)


def _sampled() -> list[str]:
    """Return what is not certain of the counts of the present GPU."""
    gpu = current_gpu()
    return [gpu.sampling.note] if gpu is not None and gpu.sampling and gpu.sampling.note else []


def _notes_on_clocks(where: Device, options: Options) -> list[str]:
    steady = options.steady and where.kind == "virtual"
    return [f"the host's times are steady: {STEADY}"] if steady else []


def _annotated(wanted: bool) -> AbstractContextManager[object]:
    if not wanted:
        return nullcontext()
    from kernelscope.profiling.ranges import annotate_everything

    return annotate_everything()


@contextmanager
def _steps(recorder: Recorder, schedule: Schedule | None) -> Generator[None]:
    """End a step of the script whenever one of its optimizers has made a step."""
    if schedule is None:
        yield
        return
    from torch.optim.optimizer import register_optimizer_step_post_hook

    hook = register_optimizer_step_post_hook(lambda *_: recorder.step())
    try:
        yield
    finally:
        hook.remove()


def _profile_calls(target: str, make: MakeCalls, device: str, options: Options) -> ProfileResult:
    notes: list[str] = []
    code = 0
    with _recorder(device, options) as (where, recorder):
        try:
            calls = _warmed_up(make(), recorder, options, notes)
            with recorder:
                _run_all(calls, recorder, options.schedule)
        except KeyboardInterrupt:
            code = INTERRUPTED
            notes.append("interrupted; this is what was gathered until then")
        captured = recorder.captured()
    notes += _notes_on_clocks(where, options)
    return result_of(target, where, captured, code, notes)


def _warmed_up(
    calls: Sequence[NamedCall], recorder: Recorder, options: Options, notes: list[str]
) -> list[NamedCall]:
    """Return the calls that succeed, after their warm-ups; a note gives each failure's reason."""
    succeeded: list[NamedCall] = []
    for call in calls:
        try:
            for _ in range(options.num_warmups if options.schedule is None else 1):
                call.run()
            succeeded.append(call)
        except Exception as error:  # noqa: BLE001  (an implementation may raise anything)
            notes.append(f"{call.name}: {in_a_line(error)}")
    recorder.wait()
    return succeeded


def _run_all(calls: Sequence[NamedCall], recorder: Recorder, schedule: Schedule | None) -> None:
    for step in range(schedule.steps if schedule else 1):
        if step:
            recorder.step()
        for call in calls:
            with recorder.range(call.name, "implementation"):
                call.run()
                recorder.wait()


def _under_nsys(
    tool: str,
    script: Program,
    argv: Sequence[str],
    where: Device,
    *,
    annotate: bool = False,
    has_schedule: bool = False,
) -> ProfileResult:
    """Run the script under `tool`, the path of nsys, and make a profile of its report.

    Raises UnavailableError if nsys made no report.
    """
    module = isinstance(script, PythonModule)
    if annotate:
        program = [sys.executable, "-c", _ANNOTATED.format(module=module), str(script), *argv]
    else:
        program = [sys.executable, *(["-m"] if module else []), str(script), *argv]
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        captured, code = nsys.record(tool, Path(folder), program)
    notes = [_NO_SCHEDULE] if has_schedule else []
    if code:
        notes.append(f"the script ended with exit code {code}; this is what it did until then")
    return result_of(str(script), where, captured, code, notes)


def result_of(
    target: str,
    where: Device,
    captured: Captured,
    code: int = 0,
    notes: Sequence[str] = (),
    language: str = "torch",
) -> ProfileResult:
    """Return the result of what was captured while `target`, as typed, ran and ended with `code`.

    `notes`: what could not be gathered, and why. `language`: in which the program calls CUDA,
    "torch" or "cuda".
    """
    captured = with_titles(captured)
    virtual = where.kind == "virtual"
    provenance = "estimated" if virtual else "measured"
    spans, conditions = captured.spans, environment.conditions(where)
    if not virtual:
        conditions["environment"] |= environment.describe_cuda()
    record = Profile(
        target=target,
        exit_code=code,
        operators=totals(spans, captured.memory),
        stretches=stretches(spans),
        steps=own_steps(spans),
        syncs=syncs(spans, language),
        use=device_use(spans),
        launches=captured.launches,
        findings=find(
            Evidence(
                where.spec, captured.launches, captured.operators, spans=spans, language=language
            )
        ),
        host_provenance=provenance,
        device_provenance=provenance,
        spans=_longest(spans),
        span_count=len(spans),
        stacks=captured.stacks,
        memory=captured.memory,
        notes=(*captured.notes, *notes),
        **conditions,
    )
    return ProfileResult(record, spans)


def _longest(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return the longest spans in their order; all of them up to a limit."""
    if len(spans) <= _SPANS_KEPT:
        return spans
    by_length = sorted(range(len(spans)), key=lambda place: -spans[place].duration_us)
    return tuple(spans[place] for place in sorted(by_length[:_SPANS_KEPT]))
