"""The processes that a script starts: they use the same virtual GPU, and their work is recorded.

The script's environment gets a folder at the front of PYTHONPATH. Its `sitecustomize.py` is run by
each Python below (a subprocess, a child of `multiprocessing` with `spawn`), and lets PyTorch have
the GPU once the child imports it (`child.py`). A forked child is on the GPU already. Every child
writes what it launches into a file of its own, event by event, since many a child is killed in the
end (a pool's workers).
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from kernelscope._patching import Patches
from kernelscope.devices.virtual import Event, VirtualGPU
from kernelscope.vgpu.runtime.settings import process_settings

VARIABLE = "KERNELSCOPE_CHILD_OF"
_STARTUP = """\
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec

# A sitecustomize of the user's, which this file hides.
hidden = PathFinder.find_spec("sitecustomize", [path for path in sys.path if path != {folder!r}])
if hidden is not None and hidden.loader is not None:
    hidden.loader.exec_module(module_from_spec(hidden))
sys.path.append({root!r})
from kernelscope.jobs.child import join

join()
"""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The mode of a script's clocks: Python's are left alone (`real`), or no real clock counts
    (`steady`).
    """

    real: bool = False
    steady: bool = False


USUAL = Clocks()


@dataclass(frozen=True, slots=True)
class Parent:
    """The facts that a child needs.

    Attributes:
        folder: where it writes its events.
        prefix: the Python environment of the parent; other Pythons are left alone.
        process: the number of the script's own process, whose events are not written.
        limit_s: the time limit of a launch; None: there is none.
        sample: whether large work is left out.
    """

    folder: str
    gpu: str
    clocks: Clocks
    prefix: str
    process: int
    limit_s: float | None = None
    sample: bool = False

    @staticmethod
    def of_environment() -> Parent | None:
        """Return the parent that the environment names, or None."""
        facts_json = os.environ.get(VARIABLE)
        if facts_json is None:
            return None
        facts = json.loads(facts_json)
        clocks = Clocks(**facts.pop("clocks"))
        return Parent(**facts, clocks=clocks)


class EventWriter:
    """Writes each event of a child process into that process's file."""

    def __init__(self, parent: Parent) -> None:
        self._parent = parent
        self._process = parent.process
        self._file: int | None = None

    def __call__(self, event: Event) -> None:
        """Write an event; those of the script's own process are left out."""
        process = os.getpid()
        if process == self._parent.process:
            return
        # The folder is gone if a child outlives the script.
        with suppress(OSError):
            if process != self._process or self._file is None:
                self._process = process
                path = Path(self._parent.folder, f"{process}.events")
                self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.write(self._file, pickle.dumps(event))


@contextmanager
def with_children(gpu: VirtualGPU, clocks: Clocks = USUAL) -> Generator[list[Event]]:
    """Put the processes that are started inside on `gpu`.

    Yields the list that has their events, process by process, once the block is left.
    """
    events: list[Event] = []
    with tempfile.TemporaryDirectory(prefix="kernelscope-children-") as folder, Patches() as undo:
        limit_s = process_settings().limit_s
        sample = gpu.sampling is not None and gpu.sampling.everything
        parent = Parent(folder, gpu.spec.name, clocks, sys.prefix, os.getpid(), limit_s, sample)
        root = str(Path(__file__).resolve().parents[2])
        startup = _STARTUP.format(root=root, folder=folder)
        Path(folder, "sitecustomize.py").write_text(startup, encoding="utf-8")
        path = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
        undo.variable(os.environ, "PYTHONPATH", path)
        undo.variable(os.environ, VARIABLE, json.dumps(asdict(parent)))
        writer = EventWriter(parent)
        gpu.listeners.append(writer)
        undo.callback(gpu.listeners.remove, writer)
        yield events
        _join_children()
        for written in sorted(Path(folder).glob("*.events"), key=lambda path: path.stat().st_mtime):
            events += _events_in(written)


def _join_children() -> None:
    """Wait for the children of `multiprocessing` that Python would wait for at its end."""
    if "multiprocessing" in sys.modules:
        import multiprocessing

        for child in multiprocessing.active_children():
            if not child.daemon:
                child.join()


def _events_in(path: Path) -> list[Event]:
    """Return the events of a file; the last one may be cut off, when its process was killed."""
    events: list[Event] = []
    with path.open("rb") as file, suppress(EOFError, pickle.UnpicklingError):
        while True:
            events.append(pickle.load(file))
    return events
