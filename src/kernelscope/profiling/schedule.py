"""The schedule of a profile: steps to wait, steps to warm up, active steps, repeated."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from kernelscope.errors import UsageError

Phase = Literal["wait", "warmup", "active"]
_FORM = "wait=1,warmup=1,active=3,repeat=1"


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule as of `torch.profiler.schedule`: a cycle is wait + warmup + active steps.

    Attributes:
        wait: steps at the start of a cycle that are not profiled.
        warmup: steps after them that are profiled and thrown away.
        active: steps that are kept, at least 1.
        repeat: the number of cycles; 0 to continue until the program ends.
    """

    wait: int = 0
    warmup: int = 0
    active: int = 1
    repeat: int = 0

    @classmethod
    def parse(cls, text: str) -> Schedule:
        """Read `wait=1,warmup=1,active=3,repeat=1`, each part optional. Raises UsageError."""
        known = [field.name for field in fields(cls)]
        given: dict[str, int] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, equals, value = (word.strip() for word in part.partition("="))
            if name not in known or not equals or not value.isdecimal():
                raise UsageError(f"schedule: {part!r} is not valid; write {_FORM}")
            given[name] = int(value)
        if not given.get("active", 1):
            raise UsageError(f"schedule: active=0 keeps nothing; write {_FORM}")
        return cls(**given)

    @property
    def cycle(self) -> int:
        """The number of steps in one cycle."""
        return self.wait + self.warmup + self.active

    def phase(self, step: int) -> Phase:
        """Return the profiler's phase in a step, counted from 0."""
        if self.repeat and step >= self.cycle * self.repeat:
            return "wait"
        place = step % self.cycle
        if place < self.wait:
            return "wait"
        return "warmup" if place < self.wait + self.warmup else "active"

    @property
    def steps(self) -> int:
        """The number of steps in all cycles; of one cycle if they do not end."""
        return self.cycle * max(self.repeat, 1)
