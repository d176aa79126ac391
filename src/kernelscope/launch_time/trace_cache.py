"""The traced launches of this process, kept to be simulated again with a change."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING

from kernelscope.errors import UnavailableError
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.launch_time.change import UNCHANGED, Change
from kernelscope.record import LaunchRecord, SMCycles

if TYPE_CHECKING:
    from kernelscope.launch_time.streams import Translator
    from kernelscope.machine_code.code import MachineCode
    from kernelscope.vgpu.counting.trace import LaunchTrace, WarpTrace

_MOST_BYTES = 32 << 20
"""Of the traces: those of products and softmaxes have 0.1 to 4 MB."""
_ARRAYS = (
    *("executions", "lanes_summed", "kinds", "numbers", "lanes", "sectors_counted"),
    *("wavefronts", "spaces", "offsets", "sectors"),
)


@dataclass(eq=False)
class TracedLaunch:
    """A launch of which some blocks were traced, and its cycles with and without changes.

    Attributes: as those of `launch.Launch`.
    """

    spec: GPUSpec
    code: MachineCode
    trace: LaunchTrace
    counters: Mapping[str, float]
    resident: int
    shared_bytes: int
    _translator: Translator | None = field(default=None, init=False)
    _known: dict[Change, SMCycles | None] = field(
        default_factory=dict[Change, SMCycles | None], init=False
    )

    def cycles(self, change: Change = UNCHANGED) -> SMCycles:
        """Return the launch's cycles with a change. Raises UnavailableError if not known."""
        # Views of records import this file, and start without NumPy.
        from kernelscope.launch_time.code import simulated_code
        from kernelscope.launch_time.launch import Launch
        from kernelscope.launch_time.sm import sm_cycles
        from kernelscope.launch_time.streams import Translator

        if self._translator is None:
            self._translator = Translator(
                self.code, simulated_code(self.code, self.spec), self.trace
            )
        return sm_cycles(
            Launch(
                self.spec,
                self.code,
                self.trace,
                self.counters,
                self.resident,
                self.shared_bytes,
                self._translator,
                self._translator.simulated,
                change,
            )
        )

    def otherwise(self, change: Change) -> SMCycles | None:
        """Return the launch's cycles with a change; None if they are not known."""
        if change not in self._known:
            try:
                self._known[change] = self.cycles(change)
            except UnavailableError:
                self._known[change] = None
        return self._known[change]


class KeptTraces:
    """Traced launches by their GPU, kernel and cycles: as many as fit.

    The launches of the newest sessions are kept, and of one session the longest.
    """

    def __init__(self) -> None:
        self._launches: dict[tuple[str, str, SMCycles], tuple[TracedLaunch, int, int]] = {}
        self._sessions = 0
        self._bytes = 0
        self._lock = Lock()
        self._stored: list[bytes] = []

    def session(self) -> int:
        """Begin a session on a virtual GPU; return its number."""
        with self._lock:
            self._sessions += 1
            return self._sessions

    def keep(self, cycles: SMCycles, launch: TracedLaunch, session: int) -> None:
        """Keep a launch of a session, with its cycles."""
        key = launch.spec.name, launch.trace.kernel, cycles
        size = sum(_bytes(warp) for block in launch.trace.blocks for warp in block.warps)
        size += 0 if launch.trace.work is None else launch.trace.work.nbytes
        with self._lock:
            # One from another file has other lines.
            self._bytes += size - self._launches.pop(key, (None, 0, 0))[1]
            self._launches[key] = launch, size, session
            while self._bytes > _MOST_BYTES:
                first = min(self._launches, key=lambda key: (self._launches[key][2], key[2].cold))
                self._bytes -= self._launches.pop(first)[1]

    def stored(self, launches: Iterable[LaunchRecord]) -> bytes:
        """Return the traces of launches, for `found` in another process."""
        wanted = {(launch.kernel, launch.simulated) for launch in launches}
        with self._lock:
            own = [
                (cycles, replace(traced))  # without what was found out about it
                for (_, kernel, cycles), (traced, *_) in self._launches.items()
                if (kernel, cycles) in wanted
            ]
        return pickle.dumps(own)

    def found(self, stored: bytes) -> None:
        """Add the traces that another process stored.

        The newest are kept, and are read when a launch is first asked for.
        """
        with self._lock:
            self._stored.append(stored)
            while sum(map(len, self._stored)) > _MOST_BYTES:
                self._stored.pop(0)

    def otherwise(self, spec: GPUSpec, launch: LaunchRecord, change: Change) -> SMCycles | None:
        """Return the cycles of a launch with a change.

        Return None if they are not known: the launch was not simulated, was simulated in another
        process, or its trace is no longer kept.
        """
        if launch.simulated is None:
            return None
        with self._lock:
            pending, self._stored = self._stored, []
        for stored in pending:
            session = self.session()
            for cycles, traced in pickle.loads(stored):
                self.keep(cycles, traced, session)
        kept = self._launches.get((spec.name, launch.kernel, launch.simulated))
        return None if kept is None else kept[0].otherwise(change)


TRACES = KeptTraces()
"""The traces of all sessions of this process: a record does not hold its trace."""


def _bytes(warp: WarpTrace) -> int:
    return sum(getattr(warp, name).nbytes for name in _ARRAYS)
