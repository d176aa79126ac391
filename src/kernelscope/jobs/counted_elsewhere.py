"""The bytes that kernels moved on a real GPU, counted in one run of the same code on a virtual one.

A clock does not show bytes; hardware counters need a permission, and repeat every kernel many
times. The compilers are the same with a GPU and without. So a virtual GPU of that name, in
processes that see no real one, gets the same PTX. They count while the real GPU measures. The
inputs come from the same seed but are drawn on the CPU: counts that depend on values may differ.
Counts are kept: the next comparison of the same code on the same case starts no process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kernelscope._cache import read_pickle
from kernelscope._real_time import monotonic
from kernelscope.hardware import GPUSpec
from kernelscope.jobs.bench import Observation
from kernelscope.jobs.counting_process import Counted
from kernelscope.jobs.inspections_cache import changed, place_of
from kernelscope.operation import (
    PYTORCH_STYLES,
    Case,
    Implementation,
    Operation,
    Work,
    loaded_as,
)
from kernelscope.quantity import format_number, format_value

# On a few cores a virtual GPU processes some GB and some GFLOP a second.
MOST_BYTES, MOST_FLOPS = 512 << 20, 2e10
SECONDS = 120
# A process imports PyTorch for seconds, then runs each of its kernels on all cores for less than
# one. `gelu` on 16 cores has six implementations to count: in four processes, two at most in each.
_CORES_A_PROCESS = 4


class CountingElsewhere:
    """Processes that count the launches of implementations on a virtual GPU, from `with` on.

    Leaving the block ends those that still run. The virtual GPU has the name of the real one,
    `spec`. A PyTorch operator is seen on the real GPU too, so implementations made of them are not
    counted. `seconds` is the time limit.
    """

    def __init__(
        self,
        spec: GPUSpec,
        operation: Operation,
        case: Case,
        implementations: Sequence[Implementation],
        seconds: float = SECONDS,
    ) -> None:
        self._spec = spec
        self._word = loaded_as(operation)
        self._case = ",".join(f"{name}={value}" for name, value in case.to_json().items())
        self._seconds = seconds
        self._until = 0.0
        self._refusal = _refusal(operation, operation.work(case))
        self._names = [i.name for i in implementations if i.style not in PYTORCH_STYLES]
        self._places = {} if self._refusal else dict(zip(self._names, self._kept(), strict=True))
        self._running: dict[str, _Process] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="kernelscope-")

    def __enter__(self) -> CountingElsewhere:
        self._until = monotonic() + self._seconds
        names = [name for name, place in self._places.items() if _kept(place) is None]
        count = min(len(names), max(1, (os.cpu_count() or 1) // _CORES_A_PROCESS))
        for number in range(count):
            own = {name: str(self._places[name]) for name in names[number::count]}
            folder = Path(self._folder.name) / str(number)
            words = [str(self._word), f"virtual:{self._spec.name}", self._case]
            process = _Process(words, own, folder)
            self._running.update(dict.fromkeys(own, process))
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._running.values():
            process.end()
        self._folder.cleanup()

    def fill(self, seen: Mapping[str, Observation]) -> tuple[dict[str, Observation], list[str]]:
        """Return `seen` with the launches and operators that PyTorch does not show, and notes.

        Observations with launches or operators stay as they are. A note says where the counts come
        from or why there are none.
        """
        wanted = [
            name
            for name, observation in seen.items()
            if name in self._names and not observation.launches and not observation.operators
        ]
        filled, missing = dict(seen), dict[str, str]()
        for name in wanted:
            counted = self._refusal or self._counted(name)
            if isinstance(counted, str):
                missing[name] = counted
            else:
                launches, operators = counted.launches, counted.operators
                filled[name] = replace(seen[name], launches=launches, operators=operators)
        names = ", ".join(name for name in wanted if name not in missing)
        source = (
            f"bytes and launches of {names}: one run of the same code on a virtual "
            f"{self._spec.full_name}"
        )
        return filled, [*([source] if names else []), *_why_not(missing)]

    def _counted(self, name: str) -> Counted | str:
        """Return what an implementation launches, or the reason why it is not known."""
        if name not in self._running:
            return _kept(self._places[name]) or "the kept data is gone: compare again"
        process = self._running[name]
        if not process.ends_before(self._until):
            return f"on the virtual GPU it took more than {self._seconds:g} s"
        counted = process.counted(name)
        if counted is None:
            return process.last_line() or "it ended without a message"
        if not counted.launches and not counted.operators:
            return counted.reason or "it launched nothing"
        return counted

    def _kept(self) -> list[Path]:
        word = str(self._word)
        parts = word, word.rpartition(":")[0]  # FILE or FILE:NAME, else the name of one of ours
        file = next((part for part in parts if Path(part).is_file()), None)
        asked = word, self._spec.name, self._case
        return [place_of("counts", file, *asked, name) for name in self._names]


class _Process:
    """A process that counts some implementations, one after the other.

    `words`: operation, device and case. `places`: by implementation, the file in which its counts
    are to be kept. `folder`: the process's own, to be made.
    """

    def __init__(self, words: Sequence[str], places: Mapping[str, str], folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        self._names = list(places)
        self._errors = folder / "errors"
        pairs = [word for pair in places.items() for word in pair]
        module = "kernelscope.jobs.counting_process"
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", module, *words, str(folder), *pairs],
                env={**os.environ, "CUDA_VISIBLE_DEVICES": ""},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )

    def ends_before(self, until: float) -> bool:
        """Wait for its end, and return whether it came before that time."""
        try:
            self._process.wait(max(0.0, until - monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def counted(self, name: str) -> Counted | None:
        """Return its counts; None if it ended before."""
        return read_pickle(self._folder / str(self._names.index(name)))

    def last_line(self) -> str:
        """Return the last line that it wrote to stderr."""
        lines = self._errors.read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def end(self) -> None:
        """End it, if it still runs."""
        self._process.kill()
        self._process.wait()


def _kept(place: Path) -> Counted | None:
    """Return what an earlier comparison counted; None if a file that took part has changed."""
    kept: Counted | None = read_pickle(place)
    return None if kept is None or changed(kept.files) else kept


def _why_not(missing: Mapping[str, str]) -> list[str]:
    """Return a note for each reason."""
    return [
        f"bytes of {', '.join(n for n, why in missing.items() if why == reason)} "
        f"were not counted: {reason}"
        for reason in dict.fromkeys(missing.values())
    ]


def _refusal(operation: Operation, work: Work) -> str:
    """Return the reason to skip counting, or "" to go ahead."""
    if loaded_as(operation) is None:
        return f"{operation.name} is not in a file that another process could load"
    if work.bytes > MOST_BYTES:
        most = format_value(MOST_BYTES, "B")
        size = format_value(work.bytes, "B")
        return f"on a CPU its {size} take too long (at most {most})"
    if work.flops > MOST_FLOPS:
        size, most = format_number(work.flops / 1e9), format_number(MOST_FLOPS / 1e9)
        return f"on a CPU its {size} GFLOP take too long (at most {most})"
    return ""
