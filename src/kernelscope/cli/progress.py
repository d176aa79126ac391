"""The progress bar, on stderr, so that stdout holds only results."""

from __future__ import annotations

import os
import sys

from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from kernelscope.jobs.progress import LINES, line_of


class Bar:
    """A progress bar that disappears when the job is done.

    It is a context manager, and a `jobs.progress.Progress` to call.
    """

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task("starting", total=None)

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, doing: str, done: int, total: int) -> None:
        """Show `doing` at step `done` of `total`."""
        self._progress.update(self._task, description=doing, completed=done, total=total)
        if LINES in os.environ:
            sys.stderr.write(line_of(doing, done, total) + "\n")
            sys.stderr.flush()


class Workers:
    """A table of the workers that share a job, each with what it has done; it disappears after it.

    It is a context manager, and a `jobs.progress.Progress` to call.
    """

    def __init__(self, *, shown: bool) -> None:
        console = Console(stderr=True)
        self._shown = shown and console.is_terminal
        self._live = Live(console=console, transient=True, auto_refresh=False)
        self._done: dict[str, int] = {}
        self._latest: dict[str, str] = {}

    def __enter__(self) -> Workers:
        if self._shown:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._live.stop()

    def __call__(self, doing: str, done: int, total: int) -> None:
        """Show that a worker has done something ("HOST PID: what"), step `done` of `total`."""
        worker, named, what = doing.partition(": ")
        if named:
            self._done[worker] = self._done.get(worker, 0) + 1
            self._latest[worker] = what
        table = Table("worker", "done", "latest", box=None, title=f"{done} of {total}")
        for name, count in self._done.items():
            table.add_row(name, str(count), self._latest[name])
        if self._shown:
            self._live.update(table, refresh=True)
