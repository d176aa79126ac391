"""Spans by hand: short names for the fields that a test is about."""

from __future__ import annotations

from typing import Any

from kernelscope.record import Span


def host(name: str, start: float, duration: float, **more: Any) -> Span:
    return Span(name, "host", start, duration, **more)


def wait(kind: str, start: float, duration: float, **more: Any) -> Span:
    return Span(f"wait: {kind}", "wait", start, duration, kind=kind, **more)


def kernel(name: str, submitted: float, start: float, duration: float, **more: Any) -> Span:
    return Span(name, "device", start, duration, submitted_us=submitted, **more)


def copy(name: str, submitted: float, start: float, duration: float, **more: Any) -> Span:
    return Span(name, "copy", start, duration, submitted_us=submitted, **more)


def stretch(name: str, kind: str, start: float, duration: float) -> Span:
    return Span(name, "range", start, duration, kind=kind)
