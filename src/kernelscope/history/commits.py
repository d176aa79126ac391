"""The commits of a project, by git: which one is checked out, their order, their files."""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from kernelscope.errors import UnavailableError, UsageError

# A hook of git runs with these set, and then each git asks that hook's repository.
_OF_HOOKS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX")
_FORMAT = "%H%x00%ct%x00%s"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit; its time is in seconds since 1970.

    `id`: its whole hash; "" outside a repository. `subject`: the first line of its message. `edits`
    names what tracked files differ in from it; "" if they do not.
    """

    id: str = ""
    time: int = 0
    subject: str = ""
    edits: str = ""

    @property
    def short(self) -> str:
        """Nine characters of the hash, with a + if files differ from it."""
        return (self.id[:9] or "no commit") + "+" * bool(self.edits)


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository with its files.

    Attributes:
        root: the folder of the files.
    """

    root: Path

    @classmethod
    def around(cls, folder: Path) -> Repository | None:
        """Return the repository that a folder lies in; None if there is none, or no git."""
        try:
            asked = _git(folder, "rev-parse", "--show-toplevel")
        except OSError:
            return None
        return cls(Path(asked.stdout.strip())) if asked.returncode == 0 else None

    def head(self) -> Commit:
        """Return the commit that is checked out; no commit if there is none yet."""
        if _git(self.root, "rev-parse", "--verify", "-q", "HEAD").returncode:
            return Commit()
        changes = self._asked("diff", "HEAD", "--no-ext-diff", "--no-textconv")
        edits = hashlib.sha256(changes.encode()).hexdigest()[:7] if changes else ""
        return replace(self.commit("HEAD"), edits=edits)

    def commit(self, word: str) -> Commit:
        """Return the commit that a word names. Raises UsageError if it names none."""
        words = ["log", "-1", f"--format={_FORMAT}", "--end-of-options", f"{word}^{{commit}}", "--"]
        asked = _git(self.root, *words)
        if asked.returncode or not asked.stdout.strip():
            raise UsageError(f"{word!r} is not a commit in {self.root}")
        return _commit(asked.stdout.strip("\n"))

    def latest(self, wanted: str, paths: Sequence[str] = ()) -> list[Commit]:
        """Return commits, oldest first.

        `wanted`: how many of the latest, "30", or a range, "v1..HEAD". Of merged branches only the
        merge counts, as for `git log --first-parent`. `paths`: only commits that touch these files
        or folders, relative to the root. Raises UsageError for neither a number from 1 on nor a
        range, or no such commits.
        """
        if wanted.isdecimal() and int(wanted):
            which = [f"--max-count={int(wanted)}", "HEAD"]
        elif ".." in wanted and not wanted.startswith("-"):
            which = [wanted]
        else:
            raise UsageError(f"--commits {wanted!r} is neither a number nor a range as in v1..HEAD")
        limits = ["--first-parent", f"--format={_FORMAT}", *which, "--", *paths]
        asked = _git(self.root, "log", *limits)
        if asked.returncode:
            raise UsageError(f"--commits {wanted}: {_last_line(asked.stderr)}")
        commits = [_commit(line) for line in asked.stdout.splitlines() if line]
        if not commits:
            where = f" that touch {', '.join(paths)}" if paths else ""
            raise UsageError(f"{self.root} has no commits {wanted}{where}")
        return commits[::-1]

    def between(self, good: str, bad: str) -> list[Commit]:
        """Return `good`, the commits after it up to `bad` along the first parents, oldest first.

        Raises UsageError if one is not a commit, or `good` does not lie before `bad`.
        """
        first, last = self.commit(good), self.commit(bad)
        lies_before = _git(self.root, "merge-base", "--is-ancestor", first.id, last.id)
        if lies_before.returncode or first.id == last.id:
            raise UsageError(f"{good} is not before {bad}: name the good commit first")
        log = self._asked("log", "--first-parent", f"--format={_FORMAT}", f"{first.id}..{last.id}")
        return [first, *(_commit(line) for line in log.splitlines()[::-1] if line)]

    def places(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the place of each commit in the history of HEAD; others are left out."""
        wanted = {*ids}
        listed = _git(self.root, "rev-list", "--topo-order", "--reverse", "HEAD").stdout.split()
        return {commit: place for place, commit in enumerate(listed) if commit in wanted}

    def count_between(self, first: str, last: str) -> int:
        """Return how many commits lie between two, along the first parents; 0 if none is known."""
        counted = _git(self.root, "rev-list", "--count", "--first-parent", f"{first}..{last}")
        return max(0, int(counted.stdout) - 1) if counted.returncode == 0 else 0

    @contextmanager
    def files_of(self, commit: str) -> Generator[Path]:
        """Yield a folder with the files of a commit, a worktree of git, which then goes away.

        Raises UnavailableError if git cannot make it, with git's reason.
        """
        with tempfile.TemporaryDirectory(prefix="kernelscope-") as parent:
            folder = Path(parent) / self.root.name
            made = _git(self.root, "worktree", "add", "--detach", "--force", str(folder), commit)
            if made.returncode:
                raise UnavailableError(
                    f"{commit[:9]}: git could not make a worktree: {_last_line(made.stderr)}"
                )
            try:
                yield folder
            finally:
                _git(self.root, "worktree", "remove", "--force", str(folder))

    def _asked(self, *words: str) -> str:
        answer = _git(self.root, *words)
        if answer.returncode:
            raise UnavailableError(f"{self.root}: git {words[0]}: {_last_line(answer.stderr)}")
        return answer.stdout


def needed_repository(folder: Path) -> Repository:
    """Return the repository around a folder. Raises UnavailableError if there is none."""
    repository = Repository.around(folder)
    if repository is None:
        raise UnavailableError(f"{folder} is not in a git repository, or git is missing")
    return repository


def _git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    usual = {key: value for key, value in os.environ.items() if key not in _OF_HOOKS}
    return subprocess.run(
        ["git", "-C", str(folder), *words],
        capture_output=True,
        text=True,
        errors="replace",
        env={**usual, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"},
        check=False,
    )


def _commit(line: str) -> Commit:
    name, time, subject = line.split("\0", 2)
    return Commit(name, int(time), subject)


def _last_line(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line]
    return lines[-1] if lines else "it failed without a message"
