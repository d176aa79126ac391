"""A project's history end to end: filled in for the past, shown, searched, kept and exported."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import kernelscope as ks
from kernelscope.cli import main
from kernelscope.errors import UsageError
from kernelscope.history.database import Database, database_path
from kernelscope.jobs import history
from kernelscope.jobs.history_files import export_file, import_files
from kernelscope.record import load

RECORDS = Path(__file__).resolve().parents[1] / "history" / "records"
OPERATION = '''
import torch
from kernelscope import Operation, Work
from helper import twice

double = Operation(
    "double", description="2 x", axes={"n": 64, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.n),), reference=lambda x: 2 * x,
    work=lambda case: Work(read=4 * case.n, written=4 * case.n, flops=case.n),
)


@double.implementation("torch")
def double_torch(x):
    """What the helper does."""
    return twice(x)


@double.implementation("naive")
def double_naive(x):
    """One kernel."""
    return x + x
'''
HELPERS = {
    "one kernel": "def twice(x):\n    return 2 * x\n",
    "a comment": "# words\ndef twice(x):\n    return 2 * x\n",
    "broken": "def twice(x)\n    return 2 * x\n",
    "two kernels": "def twice(x):\n    return (x * 4) / 2\n",
    "the same": "def twice(x):\n    return (4 * x) / 2\n",
}


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    ran = subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return ran.stdout.strip()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of five commits, whose operation's helper gets slower at the fourth."""
    folder = tmp_path_factory.mktemp("project")
    git(folder, "init", "-q")
    (folder / "ops").mkdir()
    (folder / "ops" / "op.py").write_text(OPERATION)
    for place, (subject, text) in enumerate(HELPERS.items()):
        (folder / "ops" / "helper.py").write_text(text)
        git(folder, "add", ".")
        date = f"2026-01-0{place + 1}T00:00:00Z"
        os.environ["GIT_COMMITTER_DATE"] = date
        try:
            git(folder, "commit", "-q", "-m", subject)
        finally:
            del os.environ["GIT_COMMITTER_DATE"]
    return folder


@pytest.fixture(scope="module")
def filled(project: Path) -> history.Kept:
    """The history of all five, filled in once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project / "ops")
        return history.backfill("op.py", commits="9", device="virtual:h200")


@pytest.fixture
def inside(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(project / "ops")
    return project


@pytest.mark.slow
def test_each_commit_runs_its_own_files_and_one_that_cannot_is_kept_with_its_reason(
    project: Path, filled: history.Kept
) -> None:
    subjects = [(run.commit.subject, bool(run.failure)) for run in filled.runs]
    assert subjects == [(name, name == "broken") for name in HELPERS]
    assert filled.new == 5
    (broken,) = (run for run in filled.runs if run.failure)
    assert "not valid Python" in broken.failure
    assert "/tmp" not in broken.failure
    read = [
        next(f.value for f in run.figures if (f.subject, f.metric) == ("torch", "read"))
        for run in filled.runs
        if not run.failure
    ]
    assert read == [256, 256, 512, 512]  # 64 floats once, or twice
    assert git(project, "worktree", "list").count("\n") == 0
    assert git(project, "status", "--porcelain") == ""  # the history ignores itself


@pytest.mark.slow
def test_a_backfill_goes_on_where_it_was(filled: history.Kept, inside: Path) -> None:
    """Only the commit that could not run is tried again."""
    again = history.backfill("op.py", commits="3", device="virtual:h200")
    assert again.new == 1
    assert [run.commit.subject for run in again.runs] == [*HELPERS][2:]


@pytest.mark.slow
def test_the_change_is_shown_at_its_commit(
    filled: history.Kept, inside: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    assert main(["history", "show", "double", "--metric", "bytes", "--html", str(page)]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80 or str(page) in out
    first = out.splitlines()[0]
    assert first.startswith("double in ")
    assert "5 commits from 2026-01-01 to 2026-01-05, 2 changes at 1 commit" in " ".join(
        out.split("\n\n")[0].split()
    )
    commit = next(run.commit for run in filled.runs if run.commit.subject == "two kernels")
    assert f"{commit.short}  2026-01-04  two kernels" in out
    assert "torch: read 256 B → 512 B (2.00×)" in out
    assert "  or in the commit before it without figures" in out.splitlines()  # the broken one
    assert "not valid Python" in out
    text = page.read_text()
    assert "two kernels" in text
    assert "<svg" in text


@pytest.mark.slow
def test_the_record_draws_the_same_again(
    filled: history.Kept, project: Path, tmp_path: Path
) -> None:
    result = history.show("double/torch", folder=project)
    assert {one.name for one in result.record.series} == {"torch"}
    again = ks.load(result.save(tmp_path / "h.json"))
    assert isinstance(again, ks.HistoryResult)
    assert again.record == result.record
    assert again.table() == result.table()
    assert again.page() == result.page()


@pytest.mark.slow
def test_a_search_names_the_commit_and_those_that_could_not_run(
    filled: history.Kept, inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = {run.commit.subject: run.commit.id for run in filled.runs}
    words = ["history", "bisect", "op.py", "--device", "virtual:h200", "--metric", "read"]
    found = history.bisect("op.py", "HEAD~4", "HEAD", metric="bytes", device="virtual:h200")
    assert (found.row, found.good) == ("torch", ids["a comment"])
    assert found.bad == (ids["broken"], ids["two kernels"])
    assert main([*words, "HEAD~4", "HEAD"]) == 0
    assert "one of these changed it" in capsys.readouterr().out
    assert main([*words, "HEAD~4", "HEAD~3"]) == 2
    assert "there is no change to find" in capsys.readouterr().err
    assert main([*words, "HEAD~2", "HEAD"]) == 2
    assert "cannot run: " in capsys.readouterr().err
    assert main([*words, "HEAD~4", "HEAD", "--row", "trch"]) == 2
    assert "did you mean `torch`?" in capsys.readouterr().err


@pytest.mark.slow
def test_what_is_exported_holds_every_figure(
    filled: history.Kept, project: Path, tmp_path: Path
) -> None:
    table, trace, record = (tmp_path / name for name in ("h.csv", "h.trace.json", "h.json"))
    counts = {export_file(path, folder=project) for path in (table, trace, record)}
    (count,) = counts
    assert len(table.read_text().splitlines()) == count + 1
    events = json.loads(trace.read_text())["traceEvents"]
    assert sum(event["ph"] == "C" for event in events) == count
    assert sum(len(one.points) for one in ks.load(record).record.series) == count
    with pytest.raises(UsageError, match="the name must end in"):
        export_file(tmp_path / "h.xml", folder=project)


@pytest.mark.slow
def test_another_machines_history_is_taken_in(
    filled: history.Kept, project: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(project / ".git", other / ".git")
    kept = import_files([database_path(project)], folder=other)
    assert kept.new == 5
    assert import_files([database_path(project)], folder=other).new == 0
    assert history.show("double", folder=other).record.changes


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in no repository."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_records_are_kept_all_or_none(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = RECORDS / "compare-9ad1ffe.json"
    (empty / "bad.json").write_text("{}")
    assert main(["history", "add", str(good), "bad.json"]) == 2
    assert "bad.json: " in capsys.readouterr().err
    assert not database_path(empty).exists()
    assert main(["history", "add", str(good)]) == 0
    assert "1 new of 1, at no commit" in capsys.readouterr().out
    assert main(["history", "add", str(good)]) == 0
    assert "0 new of 1" in capsys.readouterr().out


def test_a_record_of_the_first_commit_opens_with_its_findings(empty: Path) -> None:
    """The first version's findings had `where`, `remedy`, and a gain in percent."""
    old = json.loads((RECORDS / "compare-9ad1ffe.json").read_text())
    record = load(RECORDS / "compare-9ad1ffe.json")
    before, after = old["rows"][0]["findings"], record.rows[0].findings
    assert len(before) == len(after) > 1
    for one, other in zip(before, after, strict=True):
        assert other.advice == one["remedy"]
        assert other.message == one["message"]
        gain = one["gain"]
        assert other.estimated_gain == (gain and pytest.approx(gain["value"] / 100))
    assert "4.01 times the fewest bytes" in ks.load(RECORDS / "compare-9ad1ffe.json").page()


def test_a_name_that_was_never_kept_is_one_line_with_the_nearest(
    empty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["history", "show"]) == 2
    assert "there is no history yet" in capsys.readouterr().err
    assert main(["history", "add", str(RECORDS / "compare-9ad1ffe.json")]) == 0
    for words, said in (
        (["sofmax"], "did you mean `softmax`?"),
        (["--metric", "tim"], "did you mean `time`?"),
        (["softmax", "--metric", "registers"], ""),
        (["online_softmax"], ""),
        (["*_kernel"], ""),
    ):
        capsys.readouterr()
        assert main(["history", "show", *words]) == (2 if said else 0)
        captured = capsys.readouterr()
        assert said in captured.err
        assert said or captured.out


def test_a_record_without_figures_is_refused(empty: Path) -> None:
    with pytest.raises(UsageError, match="a record of `gpus` has no figures to keep"):
        history.add([RECORDS.parents[1] / "report" / "golden" / "records" / "gpus.json"])


def test_imports_need_a_gpu_and_are_all_or_none(
    empty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = RECORDS.parent / "imports"
    table, report = files / "vector-add-performance.csv", files / "two.ncu-rep"
    assert main(["history", "import", str(report), str(table)]) == 2
    assert "does not say on which GPU it was measured: add --gpu NAME" in capsys.readouterr().err
    assert not database_path(empty).exists()
    assert main(["history", "import", str(report), str(table), "--gpu", "H200"]) == 0
    assert "4 new of 4" in capsys.readouterr().out
    with Database(database_path(empty)) as database:
        kinds = [(run.kind, run.subject, run.device) for run in database.runs()]
    assert kinds == [("ncu", "two", "NVIDIA H200"), *[("perf_report", "vector-add", "H200")] * 3]
    assert main(["history", "show", "scale", "--metric", "gpu__time_duration.sum"]) == 0
    assert "5.41 µs" in capsys.readouterr().out


def test_words_outside_a_repository_and_targets_without_versions_are_one_line(
    empty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (empty / "op.py").write_text(OPERATION)
    assert main(["history", "backfill", "op.py", "--device", "virtual"]) == 2
    assert "is not in a git repository" in capsys.readouterr().err
    git(empty, "init", "-q")
    git(empty, "commit", "-q", "--allow-empty", "-m", "x")
    for words, said in (
        (["gelu"], "is built into Kernelscope, and "),
        (["op.py", "--commits", "0"], "neither a number nor a range"),
        (["op.py", "--device", "virtual:none"], "none"),
        (["op.py/torch"], "history needs an operation"),
    ):
        assert main(["history", "backfill", *words]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert said in line
    assert main(["history", "add", str(RECORDS / "compare-9ad1ffe.json"), "--commit", "v9"]) == 2
    assert "'v9' is not a commit in" in capsys.readouterr().err
