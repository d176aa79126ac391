"""The interpreter's unfinished work of engines that run next to the warps of a block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Owner = tuple[str, int]
"""Whose wait completes a task: ("barrier", its place in the cluster's shared memory); ("thread",
its number) for bulk copies out of shared memory; ("copies", a thread's number) for `cp.async`;
("products", a warp's number) for `wgmma`.
"""
ALL = 1 << 62
"""A limit above every group's number."""


@dataclass(eq=False, slots=True)
class Task:
    """A copy, a store, a reduction or a product on its way.

    `group`: the group of its owner; 0 if it completes on a barrier. `finish`: does it. `read`:
    takes what it reads; None if that is read when it is done. `is_read`: whether that has happened.
    `can_finish`: returns whether a wait may complete it.
    """

    owner: Owner
    group: int
    finish: Callable[[], None]
    read: Callable[[], None] | None = None
    is_read: bool = False
    can_finish: Callable[[], bool] | None = None


@dataclass(slots=True)
class Engine:
    """The queue of a block.

    Attributes:
        at_once: returns whether the next task completes when it is issued.
        groups: the groups that each owner has committed.
    """

    at_once: Callable[[], bool]
    pending: list[Task] = field(default_factory=list[Task])
    groups: Counter[Owner] = field(default_factory=Counter[Owner])

    def issue(
        self,
        owner: Owner,
        finish: Callable[[], None],
        *,
        read: Callable[[], None] | None = None,
        in_order: bool = False,
        can_finish: Callable[[], bool] | None = None,
    ) -> None:
        """Add a task, or complete it; if tasks go in order, after those of the same owner."""
        task = Task(owner, self.groups[owner], finish, read, can_finish=can_finish)
        self.pending.append(task)
        if can_finish is None and self.at_once():
            self.complete(self.of(owner) if in_order else [task])

    def commit(self, owner: Owner) -> None:
        """Close the open group of an owner."""
        self.groups[owner] += 1

    def of(self, owner: Owner, limit: int = ALL) -> list[Task]:
        """Return an owner's tasks of the groups below `limit`."""
        return [task for task in self.pending if task.owner == owner and task.group < limit]

    def deliver(self, owner: Owner, limit: int = ALL) -> None:
        """Complete an owner's tasks of the groups below `limit`, if they can be."""
        due = self.of(owner, limit)
        self.complete([t for t in due if t.can_finish is None or t.can_finish()])

    def leave(self, owner: Owner, groups: int) -> None:
        """Complete an owner's groups but the last ones, and not what is in no group yet."""
        self.deliver(owner, self.groups[owner] - groups)

    def read(self, owner: Owner, groups: int) -> None:
        """Let an owner's groups but the last ones read what they read; they write later.

        There is room for what one such wait reads: those before it are completed.
        """
        due = [t for t in self.of(owner, self.groups[owner] - groups) if not t.is_read]
        if due:
            self.complete([task for task in self.pending if task.is_read])
        for task in due:
            if task.read is not None:
                task.read()
            task.is_read = True

    def finish(self) -> None:
        """Complete all tasks."""
        self.complete(self.pending)

    def complete(self, due: Sequence[Task]) -> None:
        """Complete some tasks; those that are complete already stay so."""
        due = [task for task in self.pending if task in due]
        self.pending = [task for task in self.pending if task not in due]
        for task in due:
            task.finish()
