"""Commits as git has them: the state that is checked out, ranges, order, and files of the past."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from kernelscope.errors import UnavailableError, UsageError
from kernelscope.history.commits import Commit, Repository, needed_repository


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    ran = subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return ran.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Four commits: a, b, c touch a.txt, and d touches d/d.txt."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "d").mkdir()
    for name in "abcd":
        (tmp_path / ("d/d.txt" if name == "d" else "a.txt")).write_text(name)
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", f"Commit {name}\n\nMore words.")
    found = Repository.around(tmp_path / "d")
    assert found is not None
    return found


def names(commits: list[Commit]) -> str:
    return "".join(one.subject.removeprefix("Commit ") for one in commits)


def test_the_state_is_the_commit_and_what_was_edited_since(repository: Repository) -> None:
    clean = repository.head()
    assert (clean.subject, clean.edits) == ("Commit d", "")
    assert clean.short == git(repository.root, "rev-parse", "HEAD")[:9]
    (repository.root / "new.txt").write_text("untracked")
    assert repository.head() == clean
    (repository.root / "a.txt").write_text("edited")
    edited = repository.head()
    assert edited.edits
    assert edited.short == f"{clean.short}+"
    (repository.root / "a.txt").write_text("edited again")
    assert repository.head().edits not in ("", edited.edits)


def test_the_latest_commits_come_oldest_first(repository: Repository) -> None:
    assert names(repository.latest("3")) == "bcd"
    assert names(repository.latest("99")) == "abcd"
    assert names(repository.latest("2", ["a.txt"])) == "bc"
    assert names(repository.latest("HEAD~2..HEAD")) == "cd"


def test_a_merge_counts_as_one_commit(repository: Repository) -> None:
    git(repository.root, "checkout", "-q", "-b", "side", "HEAD~1")
    git(repository.root, "commit", "-q", "--allow-empty", "-m", "Commit x")
    git(repository.root, "checkout", "-q", "main")
    git(repository.root, "merge", "-q", "--no-ff", "-m", "Commit m", "side")
    assert names(repository.latest("3")) == "cdm"
    assert names(repository.between("HEAD~2", "HEAD")) == "cdm"


@pytest.mark.parametrize("wanted", ["0", "-3", "x", "", "--all..", "nothing..HEAD", "HEAD..HEAD"])
def test_commits_that_do_not_exist_are_one_line(repository: Repository, wanted: str) -> None:
    with pytest.raises(UsageError) as caught:
        repository.latest(wanted)
    assert "\n" not in str(caught.value)


def test_a_search_runs_from_a_good_commit_to_a_later_bad_one(repository: Repository) -> None:
    assert names(repository.between("HEAD~3", "HEAD~1")) == "abc"
    for pair in (("HEAD", "HEAD~2"), ("HEAD", "HEAD")):
        with pytest.raises(UsageError, match="name the good commit first"):
            repository.between(*pair)
    with pytest.raises(UsageError, match="'v9' is not a commit"):
        repository.between("v9", "HEAD")


def test_words_that_look_like_options_are_no_commits(repository: Repository) -> None:
    with pytest.raises(UsageError, match="is not a commit"):
        repository.commit("--output=x")
    assert not (repository.root / "x").exists()


def test_the_files_of_a_commit_are_as_they_were_and_then_go(repository: Repository) -> None:
    (repository.root / "a.txt").write_text("edited")
    with repository.files_of(repository.commit("HEAD~2").id) as folder:
        assert (folder / "a.txt").read_text() == "b"
        assert not (folder / "d").exists()
        assert folder.name == repository.root.name
    assert not folder.exists()
    assert git(repository.root, "worktree", "list").count("\n") == 0
    assert (repository.root / "a.txt").read_text() == "edited"


def test_places_follow_the_history_and_leave_out_the_rest(repository: Repository) -> None:
    first, last = repository.commit("HEAD~3").id, repository.commit("HEAD").id
    places = repository.places([last, first, "f" * 40])
    assert places.keys() == {first, last}
    assert places[first] < places[last]
    assert repository.count_between(first, last) == 2
    assert repository.count_between("f" * 40, last) == 0


def test_a_folder_outside_every_repository_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert Repository.around(tmp_path) is None
    with pytest.raises(UnavailableError, match="is not in a git repository"):
        needed_repository(tmp_path)
    monkeypatch.setenv("PATH", "")
    assert Repository.around(tmp_path) is None


def test_a_repository_without_a_commit_has_no_state(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    assert Repository(tmp_path).head() == Commit()
