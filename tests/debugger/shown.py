"""What a session of the debugger has shown, taken apart."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

Debug = Callable[..., list[str]]
"""Debugs a text with commands; the lines shown."""


def after(lines: list[str], command: str) -> list[str]:
    """What was shown between a command and the next."""
    start = lines.index(f"(kernelscope) {command}") + 1
    rest = lines[start:]
    end = next((n for n, line in enumerate(rest) if line.startswith("(kernelscope) ")), len(rest))
    return rest[:end]


def row(lines: list[str], first: int) -> list[str]:
    """Eight lanes of a table."""
    found = next(line for line in lines if line.startswith(f"  lane {first:2}: "))
    return found.split(": ")[1].split()


def until_prompt(terminal: int) -> str:
    """What a terminal shows up to the next prompt."""
    found, end = "", time.monotonic() + 120
    while "(kernelscope) " not in found and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            found += os.read(terminal, 4096).decode()
    return found
