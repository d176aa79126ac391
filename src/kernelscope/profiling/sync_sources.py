"""On a real GPU: the line that made the host wait, beside each wait that PyTorch's profiler saw.

The profiler keeps of a Python frame the line at which its function begins. The line of the call is
known while it runs alone: PyTorch's synchronisation debug mode warns there, and for what it does
not warn of (a program's own `synchronize`) the functions are wrapped. Each leaves a mark in the
profile, right after the wait.
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
    """The spans without the marks; each wait with the line of the mark that followed it."""
    ordered = sorted((s for s in spans if _is_mark(s) or s.lane == "wait"), key=_moment)
    open_waits: dict[int, list[Span]] = {}
    found: dict[int, Span] = {}
    for span in ordered:
        waits = open_waits.setdefault(span.row, [])
        if span.lane == "wait":
            waits.append(span)
        elif waits:
            wait = waits.pop()
            word, _, source = span.name.partition(": ")
            told = replace(wait, source=source or None)
            if word == _PRINT:
                told = replace(told, kind="print", name="wait: print")
            found[id(wait)] = told
    return [found.get(id(span), span) for span in spans if not _is_mark(span)]


def _is_mark(span: Span) -> bool:
    return span.lane == "range" and span.name.startswith((_MARK, _PRINT))


def _moment(span: Span) -> float:
    return span.end_us if span.lane == "wait" else span.start_us


def _marking(show: Callable[..., None]) -> Callable[..., None]:
    @wraps(show)
    def shown(message: Warning | str, *rest: Any, **named: Any) -> None:
        if str(message).startswith(_WARNING):
            _mark()
        else:
            show(message, *rest, **named)

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
