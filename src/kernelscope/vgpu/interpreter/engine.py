"""The bulk copies of a block that are issued and not complete, in the interpreter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

Owner = tuple[str, int]
"""Whose wait completes a copy: ("barrier", its place in shared memory), or ("thread", its number).
"""


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy on its way.

    Attributes:
        group: the bulk group of its thread; 0 if it completes on a barrier.
        move: moves its bytes and completes them.
    """

    owner: Owner
    group: int
    move: Callable[[], None]


@dataclass(slots=True)
class Engine:
    """The queue of a block.

    Attributes:
        at_once: returns whether the next copy completes when it is issued.
        groups: the bulk groups that each thread has committed.
    """

    at_once: Callable[[], bool]
    pending: list[Copy] = field(default_factory=list[Copy])
    groups: Counter[int] = field(default_factory=Counter[int])

    def issue(self, owner: Owner, move: Callable[[], None]) -> None:
        """Add a copy, or complete it."""
        if self.at_once():
            move()
            return
        group = self.groups[owner[1]] if owner[0] == "thread" else 0
        self.pending.append(Copy(owner, group, move))

    def deliver(self, owner: Owner, limit: int = 1) -> bool:
        """Complete an owner's copies of the groups below `limit`; return whether it had some."""
        due = [copy for copy in self.pending if copy.owner == owner and copy.group < limit]
        self.pending = [copy for copy in self.pending if copy not in due]
        for copy in due:
            copy.move()
        return bool(due)

    def finish(self) -> None:
        """Complete all copies."""
        due, self.pending = self.pending, []
        for copy in due:
            copy.move()
