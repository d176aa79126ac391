"""Watches which configurations Triton kernels are tried in, on a real and on the virtual GPU.

An autotuner tries its own. A kernel without one can be tried with other numbers of warps and
stages, which change no result; its constants stay as the program has them, since its grid may rest
on them.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any

import triton.testing
from triton.compiler.errors import CompileTimeAssertionFailure
from triton.runtime import Autotuner
from triton.runtime.errors import OutOfResources, PTXASError
from triton.runtime.jit import JITFunction

from kernelscope._patching import Patches
from kernelscope.devices.virtual import current_gpu
from kernelscope.frontends.triton import bench
from kernelscope.frontends.triton.tuning import Trial, keep, notes_of, try_apart
from kernelscope.record import LaunchRecord

_WARPS, _STAGES = (1, 2, 4, 8, 16, 32), (1, 2, 3, 4)
_QUANTILES = (0.5, 0.2, 0.8)
_REFUSALS = OutOfResources, CompileTimeAssertionFailure, PTXASError
Compiled = Any
"""Triton's CompiledKernel."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One configuration: constants and options, as text.

    Attributes:
        times_ms: median, and the 20 % and 80 % quantiles; infinite if the GPU refuses it.
        launch, compiled: its launch on the virtual GPU; its kernel on a real one.
        code: tells different machine code apart; "" if not known.
        place: of the configuration in the program's order.
    """

    configuration: dict[str, str]
    times_ms: tuple[float, ...]
    refused: str = ""
    launch: LaunchRecord | None = None
    compiled: Compiled = None
    code: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A kernel whose configurations were tried, in the order of the program.

    `arguments`: those that its autotuner chooses by, as text; `autotuned`: whether it has one.
    """

    function: Any
    arguments: dict[str, str]
    autotuned: bool
    tried: tuple[Tried, ...]


@dataclass(slots=True)
class Watch:
    """The configurations to try, and those tried, in order.

    Attributes:
        kernel: the name of the only kernel to try; "": all.
        plain: whether kernels without an autotuner are tried as well.
        share: (k, n): only every n-th configuration, from the k-th on: what one of n workers tries.
        launched: the names of the kernels that were launched.
    """

    kernel: str = ""
    plain: bool = False
    share: tuple[int, int] = (0, 1)
    choices: list[Choice] = field(default_factory=list[Choice])
    launched: dict[str, None] = field(default_factory=dict[str, None])
    _in: threading.local = field(default_factory=threading.local)
    _autotuners: dict[int, Any] = field(default_factory=dict[int, Any])

    def places(self, count: int) -> list[int]:
        """Return the places of the configurations to try, of `count`; at least one."""
        first, every = self.share
        return [*range(first, count, every)] or [0]

    def wants(self, name: str) -> bool:
        """Return whether a kernel of this name is to be tried."""
        return not self.kernel or self.kernel == name

    def begins(self, autotuner: Any) -> bool:
        """Return whether an autotuner launches for the first time since the watch began."""
        new = id(autotuner) not in self._autotuners
        self._autotuners[id(autotuner)] = autotuner
        return new

    @property
    def busy(self) -> bool:
        """True if this thread is inside an autotuner, or tries a kernel."""
        return getattr(self._in, "busy", False)

    @contextmanager
    def inside(self) -> Generator[None]:
        """Note that what is launched inside is not a launch of the program's own."""
        before, self._in.busy = self.busy, True
        try:
            yield
        finally:
            self._in.busy = before


@contextmanager
def watch_tuning(watch: Watch) -> Generator[None]:
    """Try kernels as `watch` says, and note in it what autotuners try."""
    own: Any = Autotuner
    with Patches() as patches:
        patches.around(own, "run", partial(_run_autotuner, watch))
        patches.around(own, "prune_configs", partial(_prune_and_share, watch))
        patches.around(own, "_bench", _bench_and_note)
        # Times that are kept on disk have no kernels.
        patches.existing(own, "check_disk_cache", lambda _self, _key, _all, bench_all: bench_all())
        patches.around(JITFunction, "run", partial(_try_and_run, watch))
        yield


def _run_autotuner(watch: Watch, run: Any, self: Any, *args: Any, **kwargs: Any) -> Any:
    if watch.begins(self):
        self.cache.clear()  # of what this process tuned before
    known = set(self.cache)
    notes = notes_of(self)
    notes.trials, notes.on_gpu = {}, {}
    vars(self).pop("configs_timings", None)
    with watch.inside():
        result = run(self, *args, **kwargs)
    name = self.base_fn.__name__
    watch.launched[name] = None
    new = [key for key in self.cache if key not in known]
    if new and watch.wants(name):
        if "configs_timings" in vars(self):
            tried = _autotuned(self)
        else:  # Triton 3.9 takes a configuration that is left alone without timing it
            with watch.inside():
                launch = partial(run, self, *args, **kwargs)
                tried = _only(self.cache[new[-1]], launch, [*args, *kwargs.values()])
        watch.choices.append(_choice(self, new[-1], tried))
    return result


def _prune_and_share(watch: Watch, prune: Any, self: Any, kwargs: Any) -> Any:
    """Leave only this worker's share: around `Autotuner.prune_configs`."""
    left = [*prune(self, kwargs)]
    places = watch.places(len(left))
    notes = notes_of(self)
    notes.places = {left[place]: place for place in places}
    shared = [left[place] for place in places]
    if notes.asked is not None:
        notes.asked = shared
    return shared


def _bench_and_note(bench_one: Any, self: Any, *args: Any, config: Any, **kwargs: Any) -> Any:
    """Note, on a real GPU, what a configuration compiled to or raised (`Autotuner._bench`)."""
    if current_gpu() is not None:
        return bench_one(self, *args, config=config, **kwargs)
    with _noted(self.fn) as noted:
        times = bench_one(self, *args, config=config, **kwargs)
    notes_of(self).on_gpu[config] = noted
    return times


@contextmanager
def _noted(function: Any) -> Generator[dict[str, Any]]:
    """Yield a dictionary that gets the last kernel that a function launched, or its refusal."""
    noted: dict[str, Any] = {}

    def noting(run: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            noted["compiled"] = run(*args, **kwargs)
        except _REFUSALS as error:
            noted["refused"] = _said(error)
            raise
        return noted["compiled"]

    with Patches() as patches:
        patches.around(function, "run", noting)
        yield noted


def _choice(autotuner: Any, key: tuple[Any, ...], tried: Mapping[Any, Tried]) -> Choice:
    places = notes_of(autotuner).places
    placed = tuple(
        replace(result, place=places.get(config, place))
        for place, (config, result) in enumerate(tried.items())
    )
    names = [name for name in autotuner.keys if name in autotuner.arg_names]
    arguments = {name: str(value) for name, value in zip(names, key, strict=False)}
    function = autotuner.fn
    while not isinstance(function, JITFunction):
        function = function.fn
    return Choice(function, arguments, autotuned=True, tried=placed)


def _autotuned(autotuner: Any) -> dict[Any, Tried]:
    """Return each configuration that an autotuner timed."""
    notes = notes_of(autotuner)
    return {
        config: _of_trial(_text(config.all_kwargs()), notes.trials[config])
        if config in notes.trials
        else _of_real(_text(config.all_kwargs()), times, notes.on_gpu.get(config, {}))
        for config, times in autotuner.configs_timings.items()
    }


def _only(config: Any, launch: Callable[[], Any], arguments: Sequence[Any]) -> dict[Any, Tried]:
    """Time the only configuration of an autotuner; its last run has chosen it already."""
    (tried,) = _try_each([launch], [config.all_kwargs()], arguments)
    return {config: tried}


def _text(values: Mapping[str, Any]) -> dict[str, str]:
    """Return a configuration as text, without the options that Triton fills in itself."""
    usual = {"num_ctas": 1}
    return {name: str(value) for name, value in values.items() if usual.get(name) != value}


def _of_trial(configuration: dict[str, str], trial: Trial) -> Tried:
    return Tried(configuration, trial.times_ms, trial.refused, launch=trial.launch, code=trial.code)


def _of_real(
    configuration: dict[str, str], times: Sequence[float] | float, noted: Mapping[str, Any]
) -> Tried:
    listed = (times,) if isinstance(times, float | int) else tuple(times)
    compiled = noted.get("compiled")
    code = "" if compiled is None else hashlib.sha256(compiled.asm["ptx"].encode()).hexdigest()
    return Tried(configuration, listed, noted.get("refused", ""), compiled=compiled, code=code)


# Kernels without an autotuner.


def _try_and_run(
    watch: Watch, run: Any, self: Any, *args: Any, grid: Any, warmup: bool, **kwargs: Any
) -> Any:
    gpu = current_gpu()
    launch = partial(run, self, *args, grid=grid, warmup=warmup, **kwargs)
    if warmup or watch.busy or (gpu is not None and gpu.trial):
        return launch()
    name = self.__name__
    new = name not in watch.launched
    watch.launched[name] = None
    if new and watch.plain and watch.wants(name):
        with watch.inside():
            watch.choices.append(_try(self, launch, [*args, *kwargs.values()], watch))
    return launch()


def _try(
    function: Any, launch: Callable[..., Any], arguments: Sequence[Any], watch: Watch
) -> Choice:
    every = [
        {"num_warps": warps, "num_stages": stages} for warps, stages in product(_WARPS, _STAGES)
    ]
    places = watch.places(len(every))
    shapes = [every[place] for place in places]
    each = _try_each([partial(launch, **shape) for shape in shapes], shapes, arguments)
    tried = (replace(shape, place=place) for shape, place in zip(each, places, strict=True))
    return Choice(function, {}, autotuned=False, tried=tuple(tried))


def _try_each(
    launches: Sequence[Callable[[], Any]],
    shapes: Sequence[Mapping[str, int]],
    arguments: Sequence[Any],
) -> Iterable[Tried]:
    """Time each launch on the GPU that runs them; tensors among the arguments stay as they are."""
    on = _try_real if current_gpu() is None else _try_virtual
    return on(launches, shapes, arguments)


def _try_virtual(
    launches: Sequence[Callable[[], Any]],
    shapes: Sequence[Mapping[str, int]],
    arguments: Sequence[Any],
) -> Iterable[Tried]:
    gpu = current_gpu()
    assert gpu is not None
    timed = (partial(bench.benchmark_trial, launch, (0.5,)) for launch in launches)
    calls = [partial(_refusable, call) for call in timed]
    for call, shape, apart in zip(calls, shapes, try_apart(gpu, calls), strict=True):
        yield _of_trial(_text(shape), keep(gpu, apart, call, arguments))


def _try_real(
    launches: Sequence[Callable[[], Any]],
    shapes: Sequence[Mapping[str, int]],
    arguments: Sequence[Any],
) -> Iterable[Tried]:
    """Time each launch, and put back what they wrote."""
    tensors = [value for value in arguments if hasattr(value, "untyped_storage")]
    copies = [tensor.clone() for tensor in tensors]
    for launch, shape in zip(launches, shapes, strict=True):
        noted: dict[str, Any] = {}
        try:
            noted["compiled"] = launch()
            times: Any = triton.testing.do_bench(launch, quantiles=list(_QUANTILES))
        except _REFUSALS as error:
            times, noted = float("inf"), {"refused": _said(error)}
        yield _of_real(_text(shape), times, noted)
    for tensor, copy in zip(tensors, copies, strict=True):
        tensor.copy_(copy)


def _refusable(call: Callable[[], list[float]]) -> list[float]:
    try:
        return call()
    except _REFUSALS:
        return [float("inf")]


def _said(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
