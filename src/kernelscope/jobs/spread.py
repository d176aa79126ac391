"""A function on many items: one after the other here, or as tasks of Ray on many machines."""

from __future__ import annotations

import builtins
import logging
import os
import socket
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from kernelscope.errors import KernelscopeError, UnavailableError
from kernelscope.vgpu.runtime.settings import Settings, process_settings, restore_settings
from kernelscope.vgpu.runtime.worker import use_threads

if TYPE_CHECKING:
    from types import ModuleType

T = TypeVar("T")
R = TypeVar("R")
Done = Callable[[int, R, str], None]

SHARES = 4
"""Parts that each worker gets of work that can be cut anywhere: what a lost worker costs."""
LOCAL = "local"
"""The address that means: Ray on this machine alone, started and ended with the job."""
_RETRIES = 2
"""How often a task is tried again whose worker was lost."""
_LOOK_S = 1.0
_REACH_S = 5.0


def spread(
    function: Callable[[T], R],
    items: Sequence[T],
    *,
    ray: str | None = None,
    gpus: float = 0,
    done: Done[R] = lambda _place, _value, _worker: None,
) -> list[R]:
    """Return the results of a function for each item, in the order of the items.

    Args:
        function: a function of a module, which another process can import.
        items: picklable, as is what the function returns.
        ray: None: one after the other in this process. Else the address of a Ray cluster
            ("auto", "HOST:PORT", "ray://…"), or `LOCAL`.
        gpus: how many GPUs a task has to itself. Without any, the tasks share the CPUs, and a
            virtual GPU runs on as many threads as its task has CPUs.
        done: called with an item's place, its value and its worker as soon as it is there.

    Raises:
        UnavailableError: Ray is missing or cannot be reached; a task's worker was lost three times.
        KernelscopeError: what the function raised.
    """
    if ray is not None:
        with connected(ray) as module:
            return _on_ray(module, function, items, gpus, done)
    values: list[R] = []
    for place, item in enumerate(items):
        values.append(function(item))
        done(place, values[-1], "")
    return values


@contextmanager
def connected(address: str) -> Generator[ModuleType]:
    """Connect to a cluster, or start one here; leave as it was found.

    Inside, `spread` and `worker_places` use this connection: to start Ray takes eight seconds.
    """
    # Ray warns of this variable if a task has no GPU.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "1")
    try:
        import ray
    except ImportError as error:
        raise UnavailableError(
            f"--ray needs Ray: pip install 'kernelscope[ray]' ({error})"
        ) from error
    _refuse_unreachable(address)
    if ray.is_initialized():
        yield ray
        return
    wanted: dict[str, Any] = {"address": "local" if address == LOCAL else address}
    if address == LOCAL:
        wanted["include_dashboard"] = False
    debugger, own_print = os.environ.get("PYTHONBREAKPOINT"), builtins.print
    try:
        ray.init(**wanted, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, RuntimeError, ValueError, TimeoutError) as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise UnavailableError(f"--ray {address}: there is no Ray cluster: {reason}") from error
    try:
        yield ray
    finally:
        ray.shutdown()
        # Ray puts a function of its own in place of `print`, under which a script of the user's
        # that is compiled later breaks elsewhere; and its debugger in place of `breakpoint()`,
        # also in later processes.
        builtins.print = own_print
        os.environ.pop("PYTHONBREAKPOINT", None)
        if debugger is not None:
            os.environ["PYTHONBREAKPOINT"] = debugger


def _refuse_unreachable(address: str) -> None:
    """Refuse a host and port that nothing listens on, for which Ray would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_REACH_S).close()
    except (OSError, OverflowError) as error:
        raise UnavailableError(f"--ray {address}: there is no Ray cluster: {error}") from error


def _on_ray(
    ray: ModuleType,
    function: Callable[[T], R],
    items: Sequence[T],
    gpus: float,
    done: Done[R],
) -> list[R]:
    _refuse_too_many(ray, gpus)
    cpus = 0 if gpus else _cpus_of_task(ray, len(items))
    resources = {"num_gpus": gpus, "num_cpus": cpus}
    task: Any = ray.remote(**resources, max_retries=_RETRIES)(_called)
    ours = process_settings()
    options = Settings(limit_s=ours.limit_s, schedule=ours.schedule, fast_time=ours.fast_time)
    places = {task.remote(function, item, options, cpus): place for place, item in enumerate(items)}
    values: dict[int, R] = {}
    try:
        while places:
            ready, _ = ray.wait([*places], timeout=_LOOK_S)
            for done_task in ready:
                place = places.pop(done_task)
                values[place], worker = _value(ray, done_task, place)
                done(place, values[place], worker)
    finally:
        for left in places:
            with suppress(ray.exceptions.RayError):
                ray.cancel(left, force=True)
    return [values[place] for place in range(len(items))]


def _called(
    function: Callable[[T], R], item: T, options: Settings, cpus: int
) -> tuple[R | KernelscopeError, str]:
    """Return a value or our own error, which Ray would wrap in one of its own; and this worker.

    options: of the command line that started the job (`--limit`, `--fast-time`).
    cpus: those that the task has; 0 for all.
    """
    if cpus:
        use_threads(cpus)
    worker = f"{socket.gethostname()} {os.getpid()}"
    restore_settings(options)
    try:
        return function(item), worker
    except KernelscopeError as error:
        return error, worker


def _value(ray: ModuleType, task: Any, place: int) -> tuple[Any, str]:
    try:
        value, worker = ray.get(task)
    except ray.exceptions.RayTaskError as error:
        raise UnavailableError(f"a task failed: {_last_line(error)}") from error
    except ray.exceptions.RayError as error:
        raise UnavailableError(
            f"the worker of task {place + 1} was lost {_RETRIES + 1} times: {_last_line(error)}"
        ) from error
    if isinstance(value, KernelscopeError):
        raise value
    return value, worker


def _cpus_of_task(ray: ModuleType, tasks: int) -> int:
    """Return the CPUs of each of some tasks: an equal share, and no more than a machine has."""
    machines = [int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]]
    return max(1, min(sum(machines) // max(tasks, 1), max(machines, default=1)))


def _refuse_too_many(ray: ModuleType, gpus: float) -> None:
    """Refuse tasks that would wait for ever."""
    there = ray.cluster_resources().get("GPU", 0)
    if gpus > there:
        raise UnavailableError(f"a task needs {gpus:g} GPU, and this Ray cluster has {there:g}")


def _last_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[-1]


def worker_places(address: str, gpus: float) -> int:
    """Return how many tasks of that size a cluster runs at a time, at least 1.

    Raises UnavailableError as `spread` does.
    """
    with connected(address) as ray:
        resources = ray.cluster_resources()
        return max(1, int(resources.get("GPU", 0) / gpus if gpus else resources.get("CPU", 1)))
