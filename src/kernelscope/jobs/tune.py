"""`kernelscope tune` and `ks.tune`: the configurations of Triton kernels, and which to choose."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from kernelscope.devices.resolve import Device, resolve
from kernelscope.diagnose.ranking import told_apart
from kernelscope.errors import UnavailableError, UsageError
from kernelscope.frontends import virtual_gpu
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.residency import WARP, occupancy
from kernelscope.hardware.timing import KNOWN_ERROR
from kernelscope.jobs import environment
from kernelscope.jobs.child_processes import with_children
from kernelscope.jobs.run import as_main, exit_code, on_virtual_gpu, say_virtual, without_windows
from kernelscope.operation import Implementation
from kernelscope.quantity import Quantity
from kernelscope.record import Candidate, TunedKernel, Tuning
from kernelscope.results.tuning import TuningResult
from kernelscope.subjects import (
    OperationSubject,
    OtherFile,
    PythonFile,
    PythonModule,
    Script,
    Subject,
    parse_subject,
    refuse_arguments,
    refused,
)
from kernelscope.subjects.operations import implementations_of

if TYPE_CHECKING:
    from kernelscope.frontends.triton.tuned_kernels import Choice, Tried, Watch

__all__ = ["tune"]


def tune(
    target: str | Subject,
    argv: Sequence[str] = (),
    *,
    device: str = "auto",
    kernel: str = "",
    case: str = "",
    module: bool = False,
) -> TuningResult:
    """Try the configurations of Triton kernels, and say which is the fastest.

    A kernel under `triton.autotune` is tried in its autotuner's configurations. One without is
    tried with 1 to 32 warps and 1 to 4 stages, if it belongs to an operation or is named. On a
    virtual GPU times are estimated, from some blocks of each; on a real one they are measured.

    Args:
        target: `softmax`, `softmax/triton`, `FILE.py:NAME/IMPL`, or a script's path.
        argv: arguments for the script.
        device: auto, cuda, virtual, virtual:NAME.
        kernel: the name of the only kernel to try.
        case: other values of the operation's axes, as text.
        module: `target` names a module, as after `python -m`.

    Returns:
        The result: `.record`, `.table()`, `.to_csv(path)`, `.save(path)`. Times in µs.

    Raises:
        UsageError: an unknown name; a program that has no kernel to tune.
        UnavailableError: this machine lacks the device, or Triton.
    """
    where = resolve(device)
    subject = PythonModule(str(target)) if module else _tunable(target)
    refuse_arguments(subject, argv)
    watch = _new_watch(kernel)
    if isinstance(subject, OperationSubject):
        name, values = _tune_operation(where, subject, case, watch)
        code = 0
    else:
        if case:
            raise UsageError(f"{subject} is a script; only an operation has cases")
        name, values = str(subject), {}
        code = _tune_script(where, subject, argv, watch)
    if not watch.choices and not code:
        raise _nothing_tuned(name, watch)
    return TuningResult(
        Tuning(
            device=where.name,
            target=name,
            kernels=tuple(_tuned(where.spec, choice) for choice in watch.choices),
            exit_code=code,
            case=values,
            gpu=where.spec.to_json(),
            environment=environment.describe(),
            model_error="" if where.kind == "cuda" else KNOWN_ERROR.text,
            command=environment.command(),
            created=environment.now(),
        )
    )


def _tunable(target: object) -> Script | OperationSubject:
    match parse_subject(target):
        case OperationSubject() | PythonFile() | PythonModule() as subject:
            return subject
        case OtherFile(path):  # as Python itself, it runs a file of any name
            return PythonFile(path)
        case subject:
            raise refused(subject, "tune", "an operation or a Python script")


def _new_watch(kernel: str) -> Watch:
    try:
        from kernelscope.frontends.triton.tuned_kernels import Watch
    except ImportError as error:
        missing = f"only Triton kernels are tuned, and Triton is missing: {error}"
        raise UnavailableError(missing) from error
    return Watch(kernel=kernel, plain=bool(kernel))


def _tune_operation(
    where: Device, subject: OperationSubject, case: str, watch: Watch
) -> tuple[str, dict[str, Any]]:
    """Call an implementation once; return its name, and the values of the case's axes."""
    operation, chosen = implementations_of(subject)
    implementation = _of_triton(operation.name, chosen, named=subject.implementation is not None)
    asked = operation.case(case, device="cpu" if where.kind == "virtual" else "cuda")
    inputs = operation.inputs_of(asked)
    watch.plain = True
    gpu = nullcontext() if where.kind == "cuda" else virtual_gpu(where.spec.name)
    with gpu, _watching(watch):
        implementation(*inputs)
    data = asked.to_json()
    values = {name: data[name] for name in operation.default.axes if name in data}
    return f"{operation.name}/{implementation.name}", values


def _of_triton(
    operation: str, implementations: Sequence[Implementation], *, named: bool
) -> Implementation:
    """Return the implementation to tune: the named one, or the first in Triton."""
    if named:
        return implementations[0]
    found = next((one for one in implementations if one.style == "triton"), None)
    if found is None:
        names = ", ".join(one.name for one in implementations)
        raise UsageError(
            f"{operation} has no implementation in Triton (it has {names}): only Triton kernels "
            "are tuned"
        )
    return found


def _tune_script(where: Device, script: Script, argv: Sequence[str], watch: Watch) -> int:
    """Run a script; return its exit code."""
    with as_main(script, list(argv)) as body, without_windows():
        if where.kind == "cuda":
            with _watching(watch):
                return exit_code(body)
        gpu = virtual_gpu(where.spec.name)
        say_virtual(gpu.spec)
        with on_virtual_gpu(gpu), with_children(gpu, real_clock=False), _watching(watch):
            return exit_code(body)


@contextmanager
def _watching(watch: Watch) -> Generator[None]:
    from kernelscope.frontends.triton.tuned_kernels import watch_tuning

    with watch_tuning(watch):
        yield


def _nothing_tuned(name: str, watch: Watch) -> UsageError:
    kernels = ", ".join(watch.launched)
    if watch.kernel:
        launched = f"it launches {kernels}" if kernels else "it launches no Triton kernel"
        return UsageError(f"{name} launches no Triton kernel {watch.kernel}: {launched}")
    if kernels:
        return UsageError(
            f"{name} has no kernel under triton.autotune; name one of its kernels with --kernel: "
            f"{kernels}"
        )
    return UsageError(f"{name} launches no Triton kernel: only those are tuned")


def _tuned(spec: GPUSpec, choice: Choice) -> TunedKernel:
    candidates = [_candidate(spec, one) for one in choice.tried]
    return TunedKernel(
        kernel=choice.function.__name__,
        source=_source(choice.function),
        arguments=choice.arguments,
        autotuned=choice.autotuned,
        candidates=tuple(candidates),
        chosen=choice.chosen,
        level=_level(candidates, choice.chosen),
    )


def _level(candidates: Sequence[Candidate], chosen: int | None) -> tuple[int, ...]:
    """Return the places of those that cannot be told apart from the chosen one."""
    best = None if chosen is None else candidates[chosen].time_us
    if best is None:
        return ()
    times = [(place, one.time_us) for place, one in enumerate(candidates)]
    return tuple(place for place, time in times if time and not told_apart(time, best))


def _candidate(spec: GPUSpec, tried: Tried) -> Candidate:
    if tried.refused or tried.times_ms[0] == float("inf"):
        return Candidate(tried.configuration, refused=tried.refused or "the GPU refuses it")
    launch = tried.launch
    if launch is not None:
        return Candidate(
            tried.configuration,
            launch.time_us,
            bound=launch.bound,
            registers=launch.registers,
            shared_bytes=launch.static_shared_bytes + launch.dynamic_shared_bytes,
            spill_bytes=launch.spill_bytes,
            occupancy=launch.occupancy,
        )
    time = _measured(tried.times_ms)
    if tried.compiled is None:
        return Candidate(tried.configuration, time)
    shared, threads = tried.compiled.metadata.shared, WARP * tried.compiled.metadata.num_warps
    registers = tried.compiled.n_regs
    held = occupancy(spec, block=threads, registers=registers, dynamic_shared_bytes=shared)
    return Candidate(
        tried.configuration,
        time,
        registers=registers,
        shared_bytes=shared,
        spill_bytes=4 * tried.compiled.n_spills,
        occupancy=held.fraction,
    )


def _measured(times_ms: Sequence[float]) -> Quantity:
    """Return a median with the 20 % and 80 % quantiles as its interval, if they are known."""
    median, *ends = (1e3 * time for time in times_ms)
    low, high = (ends[0], ends[1]) if len(ends) >= 2 else (None, None)
    note = "" if low is None else "20 % and 80 % quantiles"
    return Quantity(median, "us", "measured", low, high, note)


def _source(function: Any) -> str | None:
    code = getattr(getattr(function, "fn", None), "__code__", None)
    return None if code is None else f"{code.co_filename}:{code.co_firstlineno}"
