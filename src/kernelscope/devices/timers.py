"""Timers that repeat work until they trust its time: what that changes in memory is looked at.

    timeit.Timer.autorange                                       until 0.2 s have passed
    torch.utils.benchmark.Timer.blocked_autorange, adaptive_…    until the times are steady

How often they repeat it depends on the machine. A number that the program gives (`timeit(100)`, a
loop around two events, the steps of a training) is the program's own: a GPU leaves the same.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

from kernelscope._patching import Patches
from kernelscope.devices.front_ends import preparations
from kernelscope.devices.virtual import VirtualGPU, around_on_gpu

_OF_PYTORCH = "torch.utils.benchmark.utils.timer"


def _watch(patches: Patches) -> None:
    """Let the timers of a session say what they leave, until the patches are undone."""
    around_on_gpu(patches, timeit.Timer, "autorange", partial(_repeated, "timeit"))
    patches.when_imported(_OF_PYTORCH, _watch_pytorch)


def _watch_pytorch(module: ModuleType, patches: Patches) -> None:
    for name in ("blocked_autorange", "adaptive_autorange"):
        around_on_gpu(patches, module.Timer, name, partial(_repeated, "_timeit"))


def _repeated(
    again: str, gpu: VirtualGPU, plain: Callable[..., Any], timer: Any, *args: Any, **named: Any
) -> Any:
    """Time a statement, after two runs that show what memory each run changes; `again` runs it.

    After all runs it may be too late: a number that each run doubles is infinite then.
    """
    from kernelscope.devices.repeats import Work, leftovers_of

    work = Work()
    once = partial(getattr(timer, again), 1)
    with gpu.trials(tunes=False):
        with work.noted(gpu):
            once()
        changed = work.changed(once) if work.reused else []
    left = leftovers_of(gpu)
    with left.paused():
        result = plain(timer, *args, **named)
    left.add(changed)
    return result


preparations.append(_watch)
