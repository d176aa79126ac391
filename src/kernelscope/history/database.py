"""A project's history in one file: an SQLite database, written in whole transactions.

The file lies in `.kernelscope/` of the project. It holds whole records, compressed, so that a later
version can take more figures from them, and the figures that are drawn over the commits.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Generator, Iterable
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from kernelscope.errors import RecordError, UsageError
from kernelscope.history.commits import Commit, Repository
from kernelscope.history.figures import Figure
from kernelscope.history.runs import Run
from kernelscope.quantity import PROVENANCES

# "KSHI", which tells the file apart from other programs' databases (PRAGMA application_id).
_APPLICATION = 0x4B534849
# What each version of the tables added. An older database is brought up to date when it is opened.
VERSION_HISTORY = {1: "runs and figures"}
VERSION = max(VERSION_HISTORY)
_TABLES = Path(__file__).with_name("tables.sql")
_RUN_COLUMNS = (
    "id, kind, subject, axes, device, commit_id, commit_time, commit_subject, edits, versions, "
    "source, created, failure, notes"
)
_BUSY_S = 5.0
"""Seconds to wait for another program that writes."""


def project_folder(folder: Path) -> Path:
    """Return the folder whose history is meant: the repository's, or the folder itself."""
    repository = Repository.around(folder)
    return repository.root if repository else folder


def database_path(project: Path) -> Path:
    """Return the place of a project's history."""
    return project / ".kernelscope" / "history.db"


class Database:
    """An open history. Use it as a context manager.

    Raises UsageError if there is no history yet, and `make` is false; RecordError, in a line that
    names the file, if it is locked, damaged, another program's, of a newer Kernelscope, or cannot
    be written.
    """

    def __init__(self, path: Path, *, make: bool = False) -> None:
        self.path = path
        if not make and not path.is_file():
            raise UsageError(
                f"{path}: there is no history yet; `kernelscope history add RECORD.json` or "
                "`kernelscope history backfill OP` starts one"
            )
        with self._failures():
            if make and not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                ignore = path.parent / ".gitignore"
                if not ignore.exists():
                    ignore.write_text("*\n")
            self._connection = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)
            self._connection.row_factory = sqlite3.Row
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def add(self, runs: Iterable[Run]) -> int:
        """Keep runs, all or none of them; return how many were new.

        A run with figures replaces failures from the same source at the same commit.
        """
        added = 0
        with self._transaction():
            for run in runs:
                added += self._insert(run)
        return added

    def runs(self, *, records: bool = False) -> list[Run]:
        """Return all runs with their figures, in the order in which they came.

        Args:
            records: with the whole records; without, `Run.record` is None.
        """
        blob = "record" if records else "NULL AS record"
        with self._failures(), closing(self._connection.cursor()) as cursor:
            figures: dict[int, list[Figure]] = {}
            for row in cursor.execute("SELECT * FROM figures ORDER BY rowid"):
                figures.setdefault(row["run"], []).append(_figure(row))
            rows = cursor.execute(f"SELECT {_RUN_COLUMNS}, {blob} FROM runs ORDER BY id")
            return [_run(row, figures.get(row["id"], [])) for row in rows]

    def _insert(self, run: Run) -> int:
        connection, commit = self._connection, run.commit
        if not run.failure:
            connection.execute(
                "DELETE FROM runs WHERE failure != '' AND source = ? AND commit_id = ? "
                "AND edits = ?",
                (run.source, commit.id, commit.edits),
            )
        record = None if run.record is None else zlib.compress(json.dumps(run.record).encode())
        row = {
            "digest": run.digest,
            "kind": run.kind,
            "subject": run.subject,
            "axes": run.axes,
            "device": run.device,
            "commit_id": commit.id,
            "commit_time": commit.time,
            "commit_subject": commit.subject,
            "edits": commit.edits,
            "versions": json.dumps(run.versions),
            "source": run.source,
            "created": run.created,
            "failure": run.failure,
            "notes": json.dumps(run.notes),
            "record": record,
        }
        places = ", ".join(f":{name}" for name in row)
        cursor = connection.execute(
            f"INSERT OR IGNORE INTO runs ({', '.join(row)}) VALUES ({places})", row
        )
        if not cursor.rowcount:
            return 0
        connection.executemany(
            "INSERT INTO figures VALUES (:run, :subject, :metric, :value, :unit, :provenance, "
            ":low, :high, :where, :kernel)",
            [
                {**asdict(figure), "run": cursor.lastrowid, "where": figure.where or ""}
                for figure in run.figures
            ],
        )
        return 1

    def _prepare(self) -> None:
        """Make the tables of a new file; refuse what is not a history of a known version."""
        connection = self._connection
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != _APPLICATION:
            raise RecordError(f"{self.path}: this database is another program's, not a history")
        if version > VERSION:
            raise RecordError(
                f"{self.path}: a newer Kernelscope made this history (version {version}; this one "
                f"reads up to {VERSION}): upgrade Kernelscope"
            )
        connection.execute("PRAGMA foreign_keys = ON")
        if tables:
            return
        connection.execute("PRAGMA journal_mode = WAL")
        with self._transaction():
            # Another program may have made them since.
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
                for statement in filter(str.strip, _TABLES.read_text().split(";")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                connection.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _transaction(self) -> Generator[None]:
        with self._failures():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _failures(self) -> Generator[None]:
        """Turn SQLite's and the system's errors into one line; what was kept stays."""
        try:
            yield
        except sqlite3.Error as error:
            raise RecordError(f"{self.path}: {_reason(error)}") from error
        except (OSError, zlib.error, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise RecordError(f"{self.path}: the history cannot be used: {reason}") from error


def _reason(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code of an extended one
    busy = "another program is writing this history; nothing was changed, try again"
    reasons = {
        sqlite3.SQLITE_BUSY: busy,
        sqlite3.SQLITE_LOCKED: busy,
        sqlite3.SQLITE_FULL: "the disk is full; nothing was added",
        sqlite3.SQLITE_READONLY: "the history cannot be written: it is read-only",
        sqlite3.SQLITE_CANTOPEN: "the history cannot be opened",
        sqlite3.SQLITE_NOTADB: "the file is damaged, or not a history: move it away and start a "
        "new one",
        sqlite3.SQLITE_CORRUPT: "the file is damaged: move it away, and save what can be read with "
        "`sqlite3 FILE .recover`",
    }
    return reasons.get(code, f"the history cannot be used: {error}")


def _figure(row: sqlite3.Row) -> Figure:
    if row["provenance"] not in PROVENANCES:
        raise ValueError(f"provenance {row['provenance']!r} is unknown")
    return Figure(
        row["name"],
        row["metric"],
        row["value"],
        row["unit"],
        row["provenance"],
        row["low"],
        row["high"],
        row["place"] or None,
        row["kernel"],
    )


def _run(row: sqlite3.Row, figures: Iterable[Figure]) -> Run:
    packed = row["record"]
    return Run(
        row["kind"],
        row["subject"],
        row["axes"],
        row["device"],
        Commit(row["commit_id"], row["commit_time"], row["commit_subject"], row["edits"]),
        tuple(figures),
        cast(dict[str, str], json.loads(row["versions"])),
        row["source"],
        row["created"],
        row["failure"],
        tuple(cast(list[str], json.loads(row["notes"]))),
        None if packed is None else cast(dict[str, Any], json.loads(zlib.decompress(packed))),
    )
