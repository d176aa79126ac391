"""The history's file: what comes back, and every way in which a file can be unusable."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from kernelscope.errors import RecordError, UsageError
from kernelscope.history import database as module
from kernelscope.history.commits import Commit
from kernelscope.history.database import VERSION, Database
from kernelscope.history.figures import Figure
from kernelscope.history.runs import Run

COMMIT = Commit("a" * 40, 1_790_000_000, "Faster")
FIGURES = (
    Figure("triton", "time_ms", 0.5, "ms", "measured", 0.49, 0.52),
    Figure("triton: k", "registers", 32.0, "", "counted", where="k.py:3", kernel="k"),
)
RUN = Run(
    "compare",
    "softmax",
    "n=64",
    "cuda",
    COMMIT,
    FIGURES,
    {"triton": "3.7.1"},
    "add r.json",
    "2026-11-25T01:02:03Z",
    notes=("cuda is failed: no",),
    record={"schema": 1, "kind": "compare", "text": "µ" * 100},
)


def test_a_run_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    path = tmp_path / ".kernelscope" / "history.db"
    with Database(path, make=True) as database:
        assert database.add([RUN]) == 1
    with Database(path) as database:
        assert database.runs(records=True) == [RUN]
        assert database.runs() == [replace(RUN, record=None)]
    assert (path.parent / ".gitignore").read_text() == "*\n"


def test_the_same_run_is_kept_once(tmp_path: Path) -> None:
    with Database(tmp_path / "h.db", make=True) as database:
        assert database.add([RUN, RUN]) == 1
        assert database.add([RUN]) == 0
        assert database.add([replace(RUN, commit=replace(COMMIT, edits="1234567"))]) == 1


def test_figures_replace_the_failure_of_the_same_commit(tmp_path: Path) -> None:
    failed = replace(RUN, figures=(), failure="no module", record=None)
    other = replace(failed, commit=Commit("b" * 40, 1, "Broken"))
    with Database(tmp_path / "h.db", make=True) as database:
        database.add([failed, other])
        database.add([RUN])
        assert [run.failure for run in database.runs()] == ["no module", ""]


def test_nothing_is_kept_of_runs_of_which_one_cannot_be(tmp_path: Path) -> None:
    broken = replace(RUN, subject="other", record={"value": float})
    with Database(tmp_path / "h.db", make=True) as database:
        with pytest.raises(TypeError):  # plain data alone gets this far
            database.add([RUN, broken])
        assert database.runs() == []


def test_two_programs_add_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "h.db"
    with Database(path, make=True) as one, Database(path) as other:
        one.add([RUN])
        other.add([replace(RUN, subject="gelu")])
        assert len(one.runs()) == len(other.runs()) == 2


def test_no_history_yet_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no history yet; `kernelscope history add"):
        Database(tmp_path / "h.db")


def test_a_locked_history_is_one_line_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BUSY_S", 0.05)
    path = tmp_path / "h.db"
    with Database(path, make=True) as database:
        database.add([RUN])
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        with Database(path) as database:
            with refused(path, "another program is writing this history; nothing was changed"):
                database.add([replace(RUN, subject="gelu")])
            assert database.runs() == [replace(RUN, record=None)]


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "h.db"
    noise = replace(RUN, subject="big", record={"text": os.urandom(1 << 20).hex()})
    with Database(path, make=True) as database:
        database.add([RUN])
        # SQLite's own limit stands in for the disk's: the same error of the same write.
        (pages,) = database._connection.execute("PRAGMA page_count").fetchone()
        database._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        with refused(path, "the disk is full; nothing was added"):
            database.add([replace(RUN, subject="gelu"), noise])
        assert database.runs() == [replace(RUN, record=None)]


def test_damage_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "h.db"
    with Database(path, make=True) as database:
        noise = [{"text": os.urandom(4000).hex()} for _ in range(9)]
        database.add([replace(RUN, subject=f"s{n}", record=one) for n, one in enumerate(noise)])
        database._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[4096:40960] = os.urandom(36864)
    path.write_bytes(data)
    with refused(path, "the file is damaged"), Database(path) as database:
        database.runs()
    path.write_text("no database at all, though long enough to be looked at\n" * 40)
    with refused(path, "the file is damaged, or not a history"):
        Database(path)


def test_another_programs_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "h.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE places (url TEXT)")
        other.commit()
    before = path.read_bytes()
    with refused(path, "this database is another program's"):
        Database(path, make=True)
    assert path.read_bytes() == before


def test_a_history_from_the_future_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "h.db"
    Database(path, make=True).__exit__(None, None, None)
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    with refused(path, f"a newer Kernelscope made this history (version {VERSION + 1}"):
        Database(path)


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with refused(tmp_path / "file" / "h.db", "the history cannot be used: File exists"):
        Database(tmp_path / "file" / "h.db", make=True)


@contextmanager
def refused(path: Path, words: str) -> Iterator[None]:
    with pytest.raises(RecordError) as caught:
        yield
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert words in message
    assert "\n" not in message
