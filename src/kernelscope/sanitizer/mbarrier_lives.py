"""When mbarriers are made and ended, and who uses them in between."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.sanitizer.accesses import Earlier
from kernelscope.sanitizer.order import is_whole_warp
from kernelscope.vgpu.layout import Mark

# As plain numbers: an operation on flags takes ten times as long.
_MANY, _SHARED = int(Mark.MANY), int(Mark.SHARED)


class MbarrierLives:
    """The threads that made or ended each mbarrier last, and that have used it since."""

    def __init__(self) -> None:
        self._set: dict[tuple[int, int], Earlier] = {}
        self._users: dict[tuple[int, int], dict[int, Earlier]] = {}

    @property
    def any_made(self) -> bool:
        """True if the launch has made an mbarrier."""
        return bool(self._set)

    def use(
        self, place: tuple[int, int], threads: Sequence[int], site: int, time: int, *, sets: bool
    ) -> Sequence[Earlier]:
        """Note a use by threads of a warp, or that an mbarrier is made or ended; return what must
        come before it.
        """
        mark = site | _SHARED
        if sets:
            self._set[place] = Earlier(threads[0], time, mark)
            return list(self._users.pop(place, {}).values())
        users = self._users.get(place)
        if users is None:
            users = self._users[place] = {}
        if is_whole_warp(threads):
            users[threads[0]] = Earlier(threads[0], time, mark | _MANY)
        else:
            users.update({who: Earlier(who, time, mark) for who in threads})
        last = self._set.get(place)
        return () if last is None else (last,)
