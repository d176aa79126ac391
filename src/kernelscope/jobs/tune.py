"""`kernelscope tune` and `ks.tune`: the configurations of Triton kernels, and which to choose."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr
from dataclasses import dataclass, replace
from io import StringIO
from typing import TYPE_CHECKING, Any

from kernelscope.devices.resolve import Device, resolve
from kernelscope.diagnose.ranking import told_apart
from kernelscope.errors import UnavailableError, UsageError
from kernelscope.frontends import virtual_gpu
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.residency import WARP, occupancy
from kernelscope.jobs import environment
from kernelscope.jobs.child_processes import with_children
from kernelscope.jobs.progress import Progress, counted, silent
from kernelscope.jobs.run import as_main, exit_code, on_virtual_gpu, say_virtual, without_windows
from kernelscope.jobs.spread import SHARES, connected, spread, worker_places
from kernelscope.operation import Implementation
from kernelscope.quantity import Quantity
from kernelscope.record import Candidate, TunedKernel, Tuning
from kernelscope.results.operations import TuningResult
from kernelscope.subjects import (
    OperationSubject,
    Script,
    Subject,
    parse_program,
    refuse_arguments,
    refuse_case,
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
    ray: str | None = None,
    progress: Progress = silent,
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
        ray: the address of a Ray cluster whose workers share the configurations, or "local". Each
            runs the program, on a GPU of its own if times are measured, and tries its part.
        progress: called as parts of a cluster's work are done.

    Returns:
        The result: `.record`, `.table()`, `.to_csv(path)`, `.save(path)`. Times in µs.

    Raises:
        UsageError: an unknown name; a program that has no kernel to tune.
        UnavailableError: this machine lacks the device, or Triton.
    """
    where = resolve(device)
    subject = _tunable(target, module)
    refuse_arguments(subject, argv)
    refuse_case(subject, case)
    part = _Part(str(subject), module, tuple(argv), where.name, kernel, case)
    if ray is None:
        tuned = _tune_part(part, subject)
    else:
        tuned = _merged(_on_ray(part, where, ray, progress))
    if not tuned.kernels and not tuned.code:
        raise _nothing_tuned(tuned.name, kernel, tuned.launched)
    return TuningResult(
        Tuning(
            target=tuned.name,
            kernels=tuple(tuned_kernel.whole() for tuned_kernel in tuned.kernels),
            exit_code=tuned.code,
            case=tuned.case,
            **environment.conditions(where),
        )
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """The share of one worker: every n-th configuration of a program; plain data."""

    target: str
    module: bool
    argv: tuple[str, ...]
    device: str
    kernel: str
    case: str
    share: tuple[int, int] = (0, 1)


@dataclass(frozen=True, slots=True)
class _Trial:
    """One configuration: its place, what the autotuner compared, and its code's name."""

    place: int
    candidate: Candidate
    time_ms: float
    code: str


@dataclass(frozen=True, slots=True)
class _Kernel:
    """A kernel, and the configurations of it that were tried."""

    kernel: TunedKernel
    trials: tuple[_Trial, ...]

    @property
    def key(self) -> tuple[object, ...]:
        kernel = self.kernel
        return kernel.kernel, kernel.source, tuple(kernel.arguments.items()), kernel.autotuned

    def whole(self) -> TunedKernel:
        """Return the record of the kernel, with the choice among these configurations."""
        best = min((trial.time_ms for trial in self.trials), default=float("inf"))
        times = [trial.time_ms for trial in self.trials]
        chosen = None if best == float("inf") else times.index(best)
        candidates = tuple(trial.candidate for trial in self.trials)
        level = _level(candidates, chosen)
        return replace(self.kernel, candidates=candidates, chosen=chosen, level=level)


@dataclass(frozen=True, slots=True)
class _Tuned:
    """The result of a part: the program's name, exit code, case and kernels.

    Attributes:
        said: what a worker's program wrote to its standard error, which only the worker sees.
    """

    name: str
    code: int
    case: dict[str, Any]
    kernels: tuple[_Kernel, ...]
    launched: tuple[str, ...]
    said: str = ""


def _tune_part(part: _Part, subject: Script | OperationSubject) -> _Tuned:
    where, watch = resolve(part.device), _new_watch(part.kernel, part.share)
    if isinstance(subject, OperationSubject):
        name, values = _tune_operation(where, subject, part.case, watch)
        code = 0
    else:
        name, values = str(subject), {}
        code = _tune_script(where, subject, part.argv, watch)
    kernels = tuple(_tried(where.spec, choice) for choice in watch.choices)
    return _Tuned(name, code, values, kernels, tuple(watch.launched))


def _tune_elsewhere(part: _Part) -> _Tuned:
    """Tune a part in a worker of Ray."""
    subject = _tunable(part.target, part.module)
    with redirect_stderr(StringIO()) as said:
        tuned = _tune_part(part, subject)
    return replace(tuned, said=said.getvalue())


def _on_ray(part: _Part, where: Device, ray: str, progress: Progress) -> list[_Tuned]:
    with connected(ray):
        return _on_cluster(part, 1 if where.kind == "cuda" else 0, ray, progress)


def _on_cluster(part: _Part, gpus: int, ray: str, progress: Progress) -> list[_Tuned]:
    # Ray ends a worker that had a GPU after one task, and each new one loads PyTorch and Triton.
    count = worker_places(ray, gpus) * (1 if gpus else SHARES)
    parts = [replace(part, share=(place, count)) for place in range(count)]
    progress(part.target, 0, count)
    done = counted(progress, [f"part {place + 1}" for place in range(count)])
    return spread(_tune_elsewhere, parts, ray=ray, gpus=gpus, done=done)


def _merged(parts: Sequence[_Tuned]) -> _Tuned:
    """Return the parts as one: each kernel with all its configurations, in the program's order."""
    by_key: dict[tuple[object, ...], list[_Kernel]] = {}
    for part in parts:
        for kernel in part.kernels:
            by_key.setdefault(kernel.key, []).append(kernel)
    kernels: list[_Kernel] = []
    for same in by_key.values():
        trials = {trial.place: trial for part in same for trial in part.trials}
        ordered = [trials[place] for place in sorted(trials)]
        tuned = same[0].kernel
        kernels.append(_Kernel(tuned, tuple(ordered if tuned.autotuned else _distinct(ordered))))
    launched = dict.fromkeys(name for part in parts for name in part.launched)
    worst = max(parts, key=lambda part: part.code)
    if worst.code:
        sys.stderr.write(worst.said)
    return replace(worst, kernels=tuple(kernels), launched=tuple(launched))


def _distinct(trials: Sequence[_Trial]) -> list[_Trial]:
    """Leave out what has the code of an earlier one: a kernel without loops has no stages."""
    first: dict[object, _Trial] = {}
    for trial in trials:
        setting = trial.candidate.configuration
        same = (trial.code, setting["num_warps"]) if trial.code else trial.place
        first.setdefault(same, trial)
    return [*first.values()]


def _tunable(target: object, module: bool) -> Script | OperationSubject:
    subject = parse_program(target, module=module)
    if not isinstance(subject, Script | OperationSubject):
        raise refused(subject, "tune", "an operation or a Python script")
    return subject


def _new_watch(kernel: str, share: tuple[int, int]) -> Watch:
    try:
        from kernelscope.frontends.triton.tuned_kernels import Watch
    except ImportError as error:
        missing = f"only Triton kernels are tuned, and Triton is missing: {error}"
        raise UnavailableError(missing) from error
    return Watch(kernel=kernel, plain=bool(kernel), share=share)


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
    return f"{operation.name}/{implementation.name}", operation.axes_of(asked)


def _of_triton(
    operation: str, implementations: Sequence[Implementation], *, named: bool
) -> Implementation:
    """Return the implementation to tune: the named one, or the first in Triton."""
    if named:
        return implementations[0]
    first = next((i for i in implementations if i.style == "triton"), None)
    if first is None:
        names = ", ".join(i.name for i in implementations)
        raise UsageError(
            f"{operation} has no implementation in Triton (it has {names}): only Triton kernels "
            "are tuned"
        )
    return first


def _tune_script(where: Device, script: Script, argv: Sequence[str], watch: Watch) -> int:
    """Run a script; return its exit code."""
    with as_main(script, list(argv)) as body, without_windows():
        if where.kind == "cuda":
            with _watching(watch):
                return exit_code(body)
        gpu = virtual_gpu(where.spec.name)
        say_virtual(gpu.spec)
        with on_virtual_gpu(gpu), with_children(gpu), _watching(watch):
            return exit_code(body)


@contextmanager
def _watching(watch: Watch) -> Generator[None]:
    from kernelscope.frontends.triton.tuned_kernels import watch_tuning

    with watch_tuning(watch):
        yield


def _nothing_tuned(name: str, kernel: str, names: Sequence[str]) -> UsageError:
    kernels = ", ".join(names)
    if kernel:
        launched = f"it launches {kernels}" if kernels else "it launches no Triton kernel"
        return UsageError(f"{name} launches no Triton kernel {kernel}: {launched}")
    if kernels:
        return UsageError(
            f"{name} has no kernel under triton.autotune; name one of its kernels with --kernel: "
            f"{kernels}"
        )
    return UsageError(f"{name} launches no Triton kernel: only those are tuned")


def _tried(spec: GPUSpec, choice: Choice) -> _Kernel:
    name, source = choice.function.__name__, _source(choice.function)
    kernel = TunedKernel(name, source, choice.arguments, choice.autotuned, candidates=())
    trials = [_Trial(t.place, _candidate(spec, t), t.times_ms[0], t.code) for t in choice.tried]
    return _Kernel(kernel, tuple(trials if choice.autotuned else _distinct(trials)))


def _level(candidates: Sequence[Candidate], chosen: int | None) -> tuple[int, ...]:
    """Return the places of those that cannot be told apart from the chosen one."""
    best = None if chosen is None else candidates[chosen].time_us
    if best is None:
        return ()
    times = [(place, candidate.time_us) for place, candidate in enumerate(candidates)]
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
            shared_bytes=launch.shared_bytes,
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
