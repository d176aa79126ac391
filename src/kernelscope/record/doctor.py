"""One part that `kernelscope doctor` examined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Standing = Literal["ready", "absent", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the machine, and its condition.

    Attributes:
        what: the part, as the user knows it.
        standing: `ready`; `absent`, which only some commands need; `broken`, which should work.
        detail: a version or a name, or the reason why it does not work.
        gives: the commands or kernels that need it.
        fix: one shell command that fixes it; "" if it is ready or no command can.
    """

    what: str
    standing: Standing
    detail: str
    gives: str
    fix: str = ""
