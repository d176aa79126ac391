"""The source line of each wait that PyTorch's profiler saw on a real GPU.

In: spans with marks. Out: spans whose waits have a `source`.

The profiler records only the line at which a frame's function begins, not the line of the call.
That line is known only while the call runs. So each wait leaves a mark in the profile:

    x.item()                         waits in cudaStreamSynchronize
    "waited here: train.py:12"       a range, recorded right after the wait

PyTorch's synchronisation debug mode warns at each wait, and the mark is made in the warning. It
does not warn of a program's own `synchronize`, so those functions are wrapped. `with_sources` gives
the line of each mark to the wait before it in the same thread. Without the marks, every wait of a
training loop would be reported at `def train`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import Any, cast

import torch
from torch.profiler import record_function

from kernelscope._patching import Patches
from kernelscope.devices.callsite import caller_source, is_printing
from kernelscope.record import Span

_WARNING = "called a synchronizing CUDA operation"  # c10/cuda/CUDAFunctions.cpp
_PROTOTYPE = "Synchronization debug mode is a prototype feature"
_MARK = "waited here"
_PRINT = "printed here"


@contextmanager
def marking_waits() -> Generator[None]:
    """Leave a mark in PyTorch's profile after each wait; needs a GPU."""
    with Patches() as undo:
        undo.enter_context(warnings.catch_warnings())
        warnings.filterwarnings("ignore", message=_PROTOTYPE)
        warnings.filterwarnings("always", message=_WARNING)
        undo.attributes(warnings, showwarning=_marking(warnings.showwarning))
        cuda: Any = torch.cuda
        undo.callback(cuda.set_sync_debug_mode, cuda.get_sync_debug_mode())
        cuda.set_sync_debug_mode("warn")
        for owner, name in (
            (cuda, "synchronize"),
            (cuda, "empty_cache"),
            (cuda.Stream, "synchronize"),
            (cuda.Event, "synchronize"),
        ):
            undo.attributes(owner, **{name: _marked(getattr(owner, name))})
        yield


def with_sources(spans: Sequence[Span]) -> list[Span]:
    """Return the spans without the marks, with each wait's line from the mark that follows it."""
    ordered = sorted((s for s in spans if _is_mark(s) or s.lane == "wait"), key=_moment)
    open_waits: dict[int, list[Span]] = {}
    sourced: dict[int, Span] = {}
    for span in ordered:
        waits = open_waits.setdefault(span.row, [])
        if span.lane == "wait":
            waits.append(span)
        elif waits:
            wait = waits.pop()
            word, _, source = span.name.partition(": ")
            with_source = replace(wait, source=source or None)
            if word == _PRINT:
                with_source = replace(with_source, kind="print", name="wait: print")
            sourced[id(wait)] = with_source
    return [sourced.get(id(span), span) for span in spans if not _is_mark(span)]


def _is_mark(span: Span) -> bool:
    return span.lane == "range" and span.name.startswith((_MARK, _PRINT))


def _moment(span: Span) -> float:
    return span.end_us if span.lane == "wait" else span.start_us


def _marking(show: Callable[..., None]) -> Callable[..., None]:
    @wraps(show)
    def shown(message: Warning | str, *details: Any, **named: Any) -> None:
        if str(message).startswith(_WARNING):
            _mark()
        else:
            show(message, *details, **named)

    return shown


def _marked(wait: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(wait)
    def marked(*args: Any, **kwargs: Any) -> Any:
        result = wait(*args, **kwargs)
        _mark()
        return result

    return marked


def _mark() -> None:
    word = _PRINT if is_printing() else _MARK
    with cast(Any, record_function)(f"{word}: {caller_source() or ''}"):
        pass
