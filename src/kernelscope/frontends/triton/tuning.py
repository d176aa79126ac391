"""`triton.autotune` on the virtual GPU: each configuration is compiled and tried apart.

A configuration is compiled, loaded and run for a few blocks in a forked child, as many at a time as
there are cores. So each begins with the same memory, none leaves anything in it, and the choice is
the same on every machine. The chosen one then runs whole, in this process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import make_backend
from triton.runtime import Autotuner
from triton.runtime.cache import triton_key

from kernelscope import vgpu
from kernelscope._patching import Patches
from kernelscope.devices.host_costs import HOST
from kernelscope.devices.repeats import (
    LEFT_BY_OTHERS,
    LEFT_BY_TRIALS,
    Bytes,
    Changed,
    Work,
    leftovers_of,
    put_back,
    report,
)
from kernelscope.devices.virtual import Event, VirtualGPU, around_on_gpu
from kernelscope.errors import LaunchError
from kernelscope.frontends.triton import bench
from kernelscope.launch_time.blocks import spread_blocks
from kernelscope.record import LaunchRecord
from kernelscope.sanitizer.findings import takers
from kernelscope.simulator import Block, Code, Instruction, Machine, Run, Streams, Warp, simulate
from kernelscope.vgpu import LaunchCounts, LaunchRequest, Proceed
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.runtime.fork_pool import Outcome, call_apart, can_fork
from kernelscope.vgpu.runtime.launch import Sample
from kernelscope.vgpu.runtime.settings import process_settings

Times = Callable[[], Sequence[float]]

_AGAIN_S = 2.0
"""Processor time of each launch of a trial that is repeated, to see what it changes."""
_LIMIT_S = 30.0
"""Processor time of some blocks; those of all pools of tests/truth/times take less than 1 s."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One configuration that was tried; `refused` is the reason of a refusal.

    Attributes:
        times_ms: what the autotuner compares; infinite if the GPU refuses the configuration.
        host_s: seconds of the host's virtual clock, mostly of the compiler.
        code: names the PTX of the kernel.
        ran: whether the blocks could run that were to; False: there is nothing else.
        changed: the memory that each repetition of it changes.
    """

    times_ms: tuple[float, ...]
    events: tuple[Event, ...]
    refused: str = ""
    host_s: float = 0.0
    ran: bool = True
    code: str = ""
    changed: tuple[Changed, ...] = ()

    @property
    def launch(self) -> LaunchRecord | None:
        """The launch of the kernel."""
        launches = [event for event in self.events if isinstance(event, LaunchRecord)]
        return launches[-1] if launches else None


@dataclass(slots=True)
class Notes:
    """The state kept with an autotuner while it chooses.

    Attributes:
        asked: the configurations that it is about to try; None once they are tried.
        apart: the trials in children, which an autotuner of a library need not all ask for.
        trials: the trials of its last choice, by configuration.
        places: the place in the program's order of each configuration, if a worker tries a share.
        on_gpu: what each configuration compiled to or raised on a real GPU.
        again: whether its trials run once more, for what they leave in memory.
    """

    asked: list[Any] | None = None
    apart: dict[Any, Outcome[Trial] | None] = field(default_factory=dict[Any, Any])
    trials: dict[Any, Trial] = field(default_factory=dict[Any, Any])
    places: dict[Any, int] = field(default_factory=dict[Any, int])
    on_gpu: dict[Any, dict[str, Any]] = field(default_factory=dict[Any, dict[str, Any]])
    again: bool = False


def notes_of(autotuner: Any) -> Notes:
    """Return the state kept with an autotuner."""
    return vars(autotuner).setdefault("_kernelscope_notes", Notes())


def activate(patches: Patches) -> None:
    """Let autotuners try their configurations apart until `patches` close."""
    own: Any = Autotuner
    around_on_gpu(patches, own, "run", _charged_run)
    around_on_gpu(patches, own, "prune_configs", _prune_and_note)
    around_on_gpu(patches, own, "_bench", _tuning)


def _charged_run(gpu: VirtualGPU, run: Any, self: Any, *args: Any, **kwargs: Any) -> Any:
    """Charge a virtual clock for what `Autotuner.run` adds to a launch."""
    notes = notes_of(self)
    notes.asked, before = None, notes.trials
    gpu.clock.charge(HOST.autotuned_us)
    result = run(self, *args, **kwargs)
    if notes.trials is not before:
        _report_changed(notes.trials.values())
        if takers and len(notes.trials) > 1:
            _report_others(gpu, self, partial(run, self, *args, **kwargs), args, kwargs)
    return result


# A GPU's autotuner runs each configuration for a tenth of a second, all on the same memory.
def _report_changed(trials: Collection[Trial]) -> None:
    """Report each argument that trials on the same memory change again and again."""
    first = {each.name: each for trial in trials for each in reversed(trial.changed)}
    for name, changed in first.items():
        report(
            changed,
            LEFT_BY_TRIALS,
            f"`triton.autotune` tries {len(trials)} configurations on the same memory, and "
            f"`{name}` is read and written: on a GPU each trial changes it again, before the "
            "launch that counts",
            f'give `restore_value=["{name}"]` to `triton.autotune`, or `reset_to_zero=["{name}"]` '
            f"if the kernel adds to zeros",
        )


# A worked case: each configuration writes a half of the result. On a GPU the first call leaves the
# halves of all trials, and looks right; the second one writes one half.
def _report_others(
    gpu: VirtualGPU,
    autotuner: Any,
    chosen: Callable[[], object],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> None:
    """Report each argument that keeps what other configurations than the chosen one have written.

    The launches run once more, and what they write is put back.
    """
    work, arguments = Work(), dict(zip(autotuner.arg_names, args, strict=False))
    notes = notes_of(autotuner)

    def as_on_a_gpu() -> None:
        for configuration in notes.trials:
            vars(autotuner).update(nargs=arguments)
            autotuner._bench(*args, config=configuration, **kwargs)
        constants = autotuner.best_config.all_kwargs()
        autotuner.pre_hook({**arguments, **kwargs, **constants}, reset_only=True)
        chosen()

    left: list[tuple[Changed, Bytes]] = []
    notes.again = True
    try:
        with put_back([*args, *kwargs.values()]), _in_private(gpu), work.noted(gpu):
            chosen()
            left = work.left(as_on_a_gpu)
    finally:
        notes.again = False
    for changed, part in left:
        what = (
            "the configurations of `triton.autotune` write different elements of "
            f"`{changed.name}`: on a GPU the first call leaves what all trials have written, and "
            "later calls what the chosen configuration writes"
        )
        findings = report(changed, LEFT_BY_OTHERS, what, _SAME_ELEMENTS, "nothing has read them")
        leftovers_of(gpu).watch(changed, partial(_read_of_others, what), findings, part)


_SAME_ELEMENTS = (
    "let each configuration write the same elements: the grid must follow from its constants"
)


def _read_of_others(what: str, reader: str) -> tuple[str, str, str]:
    return LEFT_BY_OTHERS, f"{what}; {reader} reads elements that this one does not", _SAME_ELEMENTS


@contextmanager
def _in_private(gpu: VirtualGPU) -> Generator[None]:
    """Run what is inside as a trial of all blocks, without a record, and not for long."""
    usual = gpu.settings
    gpu.settings = replace(usual or process_settings(), limit_s=_AGAIN_S)
    try:
        with gpu.unrecorded(), gpu.clock.emulation(), gpu.trials(), suppress(LaunchError):
            yield
    finally:
        gpu.settings = usual


def _prune_and_note(_gpu: VirtualGPU, prune: Any, self: Any, kwargs: Any) -> Any:
    """Note which configurations are to be tried: around `Autotuner.prune_configs`."""
    configurations = prune(self, kwargs)
    notes_of(self).asked = list(configurations)
    return configurations


def _tuning(
    gpu: VirtualGPU, bench_one: Any, self: Any, *args: Any, config: Any, **kwargs: Any
) -> list[float]:
    """Try all configurations at once when `Autotuner._bench` is first asked for one.

    Trying counts as what a program does only once.
    """
    if notes_of(self).again:
        return bench_one(self, *args, config=config, **kwargs)
    with gpu.clock.once(f"autotune {self.base_fn.__name__}", "autotune"):
        call = partial(bench_one, self, *args, **kwargs)
        notes = notes_of(self)
        if notes.asked is not None:
            tried = try_apart(gpu, [partial(call, config=each) for each in notes.asked])
            notes.apart = dict(zip(notes.asked, tried, strict=True))
            notes.trials, notes.asked = {}, None
        apart = notes.apart.get(config)
        arguments = [*args, *kwargs.values()]
        notes.trials[config] = trial = keep(gpu, apart, partial(call, config=config), arguments)
        return list(trial.times_ms)


def try_apart(gpu: VirtualGPU, calls: Sequence[Times]) -> list[Outcome[Trial] | None]:
    """Try each call in a child of its own, for some of its blocks.

    If these cannot run without the others (they wait for each other), all run. A call that fails
    has no trial. None: it is to be tried in this process.
    """
    # A debugger stands in for launches, and a graph that is captured takes them: in a child they
    # would do so in vain. A sanitizer wants those that fail, and these are tried again here.
    if (
        not can_fork()
        or gpu.launch_settings().tools
        or vgpu.STEPS.has(vgpu.Stage.CAPTURE)
        or vgpu.STEPS.has(vgpu.Stage.REPLACE, of_trials=True)
    ):
        return [None] * len(calls)
    _prepare(gpu)
    outcomes = call_apart([partial(_child_trial, gpu, call, spread_blocks) for call in calls])
    again = [at for at, each in enumerate(outcomes) if each.value and not each.value.ran]
    whole = call_apart([partial(_child_trial, gpu, calls[at], None) for at in again])
    for at, outcome in zip(again, whole, strict=True):
        outcomes[at] = outcome if outcome.value and outcome.value.ran else Outcome(None)
    return [*outcomes]


def _prepare(gpu: VirtualGPU) -> None:
    """Load what each child would load anew: Triton's compiler, the hash of its files, and the
    simulator.
    """
    triton_key()  # 0.3 s for each child otherwise: 250 MB
    make_backend(GPUTarget("cuda", gpu.spec.sm, LANES)).hash()
    if not gpu.launch_settings().fast_time:
        code = Code.of([Instruction(stall=1)])
        streams = Streams.of([Block([Warp([Run(0, 1)])])])
        simulate(code, streams, Machine.of(gpu.spec, resident=1))


def keep(
    gpu: VirtualGPU, apart: Outcome[Trial] | None, call: Times, arguments: Sequence[Any]
) -> Trial:
    """Return a trial as if it had been made in this process; one that failed is made in it.

    arguments: those of its launches.
    """
    if apart is None or apart.value is None:
        blocks = spread_blocks if apart is None else None
        with put_back(arguments), gpu.trials(sample_blocks=blocks):
            return _trial(gpu, call)
    sys.stdout.write(apart.output)
    sys.stderr.write(apart.errors)
    bench.note_preparation()
    gpu.clock.spend(apart.value.host_s)
    gpu.tried(apart.value.events, arguments)
    return apart.value


def _child_trial(gpu: VirtualGPU, call: Times, blocks: Sample | None) -> Trial:
    """Return a trial, made in a forked child, whose records the parent keeps."""
    # The parent writes the events. But the clock queues them here, too: a `do_bench` between two
    # events, which FlagGems' tuner asks for by itself, would time nothing without them.
    gpu.listeners[:] = [
        each for each in gpu.listeners if getattr(each, "__self__", None) is gpu.clock
    ]
    if blocks is not None:  # they may wait for others for ever
        usual = gpu.settings or process_settings()
        limit_s = _LIMIT_S if usual.limit_s is None else min(_LIMIT_S, usual.limit_s)
        gpu.settings = replace(usual, limit_s=limit_s)
    try:
        with gpu.trials(sample_blocks=blocks):
            return _trial(gpu, call)
    except LaunchError:
        return Trial((), (), ran=False)


def _trial(gpu: VirtualGPU, call: Times) -> Trial:
    before, begin = len(gpu.events), gpu.clock.now()
    bench.refusals.clear()
    codes: list[str] = []
    work = Work()
    with work.noted(gpu):
        with vgpu.STEPS.of(vgpu.Stage.RECORD, partial(_note_code, codes)):
            times = call()
        host_s, events = gpu.clock.now() - begin, tuple(gpu.events[before:])
        refused = bench.refusals[-1] if bench.refusals else ""
        changed = () if refused or not work.reused else _changed_again(gpu, work, call)
    code = codes[-1] if codes else ""
    return Trial(tuple(times), events, refused, host_s, code=code, changed=changed)


# A worked case: each block draws a ticket by an atomic addition, and the last one to come sets it
# back to 0. Four blocks of a hundred would leave it at 4, then at 8; all of them leave it at 0.
def _changed_again(gpu: VirtualGPU, work: Work, call: Times) -> tuple[Changed, ...]:
    """Return the memory that a trial changes when it is repeated; () if it takes too long."""
    blocks = gpu.sample_blocks
    with _in_private(gpu):
        if work.by_block:
            gpu.sample_blocks = blocks
        else:
            call()
        return tuple(work.changed(call))
    return ()


def _note_code(codes: list[str], proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
    codes.append(request.kernel.module.key)
    return proceed(request)
