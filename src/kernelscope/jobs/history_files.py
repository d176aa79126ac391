"""`kernelscope history import` and `export`: figures from files of other tools, and into files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kernelscope._files import PathLike, write_whole
from kernelscope.errors import UsageError
from kernelscope.history.commits import Commit
from kernelscope.history.database import Database
from kernelscope.history.importers import Imported, read
from kernelscope.history.runs import Run
from kernelscope.jobs.history import Kept, keep_runs, show, state_of
from kernelscope.record import History

__all__ = ["export_file", "import_files"]

_DATABASE = b"SQLite format 3\0"
_ENDINGS = ".trace.json, .json, .csv"


def import_files(
    files: Sequence[PathLike],
    *,
    subject: str = "",
    gpu: str = "",
    commit: str = "",
    folder: Path | None = None,
) -> Kept:
    """Keep what other tools measured, or what another history holds: all files or none.

    Args:
        files: Chrome traces, `.ncu-rep`, NVBench's JSON, perf_report's CSV, Triton's
            `.autotune.json`, or the `history.db` of another machine.
        subject: what was run; "": what a file says, else its name.
        gpu: the GPU of files that do not say it.
        commit: as for `add`; runs of another history keep theirs.
        folder: None: the current one.

    Raises UsageError if a file does not say its GPU and none is given, or for no such commit;
    RecordError if a file is of no known tool or damaged; UnavailableError if a package is missing
    that reads a file.
    """
    at = folder or Path.cwd()
    state = state_of(at, commit)
    runs: list[Run] = []
    for name in files:
        path = Path(name)
        if _is_database(path):
            with Database(path) as other:
                runs += other.runs(records=True)
        else:
            runs += [_run(path, imported, subject, gpu, state) for imported in read(path)]
    return keep_runs(runs, folder=at)


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return False


def _run(path: Path, imported: Imported, subject: str, gpu: str, state: Commit) -> Run:
    device = imported.gpu or gpu
    if not device:
        raise UsageError(f"{path} does not say on which GPU it was measured: add --gpu NAME")
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(timespec="seconds")
    return Run(
        kind=imported.tool,
        subject=subject or imported.subject or path.name.partition(".")[0],
        axes=imported.axes,
        device=device,
        commit=state,
        figures=imported.figures,
        versions=imported.versions,
        source=f"import {path.name}",
        created=written,
    )


def export_file(file: PathLike, wanted: str = "", *, folder: Path | None = None) -> int:
    """Write kept figures with their commits into one file; return how many.

    The file's ending says the form: `.csv`; `.trace.json`, a Chrome trace with a counter for each
    series over the times of the commits; `.json`, a record that `kernelscope report` draws.
    `wanted` is as for `show`. Raises UsageError for another ending, if there is no history, or
    nothing of that name in it; RecordError if the history cannot be read, or the file not be
    written.
    """
    path = Path(file)
    if path.suffix not in (".json", ".csv"):
        raise UsageError(f"{path}: the name must end in one of {_ENDINGS}")
    result = show(wanted, folder=folder)
    if path.suffix == ".csv":
        result.to_csv(path)
    elif path.name.endswith(".trace.json"):
        write_whole(path, json.dumps({"traceEvents": [*_counters(result.record)]}) + "\n")
    else:
        result.save(path)
    return sum(len(series.points) for series in result.record.series)


def _counters(record: History) -> Iterator[dict[str, Any]]:
    """Yield a process for each subject, and in it a counter for each series."""
    subjects = list(
        dict.fromkeys((series.subject, series.case, series.device) for series in record.series)
    )
    for number, subject in enumerate(subjects):
        name = " ".join(filter(None, subject))
        yield {"ph": "M", "name": "process_name", "pid": number, "args": {"name": name}}
    for series in record.series:
        number = subjects.index((series.subject, series.case, series.device))
        name = " ".join(filter(None, (series.name, series.metric)))
        for point in series.points:
            commit = record.commits[point.commit]
            yield {
                "ph": "C",
                "name": name,
                "pid": number,
                "ts": commit.time * 1e6,  # microseconds
                "args": {series.unit or "count": point.value},
                "id": commit.id[:9],
            }
