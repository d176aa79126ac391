"""The two sides of `ab`: an implementation, a version of a file, or either with options."""

from __future__ import annotations

import dataclasses
import functools
import io
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernelscope.errors import UnavailableError, UsageError
from kernelscope.jobs.diff import parse_variant
from kernelscope.operation import Implementation, Operation, operation_names
from kernelscope.subjects import OperationSubject, PythonFile, parse_subject, refused
from kernelscope.subjects.operations import implementations_of


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two, ready to run.

    Attributes:
        word: as typed; revision: the commit of its file, short; "" for the file as it is.
        operation: what it computes; implementation: how, with its options.
    """

    word: str
    operation: Operation
    implementation: Implementation
    revision: str = ""


@contextmanager
def two_sides(a: str, b: str) -> Generator[tuple[Side, Side]]:
    """Load both; the files of other revisions are there until the block ends.

    Raises UsageError: a word that means no implementation, an unknown revision or option, or two
    different operations. Raises UnavailableError without git, if a revision is named.
    """
    with ExitStack() as stack:
        first, second = (_loaded(word, name, stack) for word, name in ((a, "A"), (b, "B")))
        if first.operation.name != second.operation.name:
            raise UsageError(
                f"A computes {first.operation.name} and B {second.operation.name}: only "
                "implementations of the same operation can be compared"
            )
        yield first, second


def _loaded(word: str, name: str, stack: ExitStack) -> Side:
    subject, revision, options = _parsed(word)
    parsed = parse_subject(_slashed(subject))
    if not isinstance(parsed, OperationSubject | PythonFile):
        raise refused(parsed, "ab", "an implementation (softmax/triton, FILE.py:NAME/IMPL)")
    commit = ""
    if revision:
        file = parsed.path if isinstance(parsed, PythonFile) else parsed.file
        if not file:
            raise UsageError(f"{word}: only a file has versions, not one of our operations")
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kernelscope-"))
        older, commit = _at_revision(file, revision, Path(folder))
        parsed = (
            PythonFile(str(older))
            if isinstance(parsed, PythonFile)
            else dataclasses.replace(parsed, file=str(older))
        )
    with _own_modules():
        operation, chosen = implementations_of(parsed)
    if len(chosen) != 1:
        names = ", ".join(implementation.name for implementation in chosen) or "none"
        raise UsageError(
            f"{word} does not name a single implementation of {operation.name} (there are "
            f"{names}); say which, as in {subject}/{chosen[0].name if chosen else 'IMPL'}"
        )
    return Side(word, operation, _with_options(chosen[0], name, options), commit)


def _parsed(word: str) -> tuple[str, str, dict[str, int]]:
    """Return subject, revision and options of "SUBJECT@REVISION@OPTION=VALUE,…"."""
    if Path(word).is_file():
        return word, "", {}
    subject, *parts = word.split("@")
    revision, options = "", dict[str, int]()
    for part in parts:
        if "=" in part:
            options |= parse_variant(f"{subject}@{part}", "")[2]
        elif revision or not part:
            raise UsageError(f"{word} needs one revision after an @, as in FILE.py@HEAD~1")
        else:
            revision = part
    # FILE.py@HEAD~1:NAME/IMPL: what follows the revision names a part of the file. A revision may
    # hold slashes (origin/main), but no colon.
    revision, colon, inside = revision.partition(":")
    return subject + colon + inside, revision, options


def _slashed(subject: str) -> str:
    """Return "softmax/triton" for "softmax:triton"."""
    operation, colon, implementation = subject.partition(":")
    is_ours = bool(colon) and operation in operation_names()
    return f"{operation}/{implementation}" if is_ours else subject


def _with_options(
    implementation: Implementation, name: str, options: Mapping[str, int]
) -> Implementation:
    """Return the implementation under the name of its side, launched with other options."""
    if not options:
        return dataclasses.replace(implementation, name=name)
    from kernelscope.frontends.triton.options import launch_options

    function = implementation.function

    @functools.wraps(function)
    def run(*inputs: Any) -> Any:
        with launch_options(options):
            return function(*inputs)

    return dataclasses.replace(implementation, name=name, function=run)


@contextmanager
def _own_modules() -> Generator[None]:
    """Forget the modules that a file imported from its own folder, and the folder.

    The other side's file may be another version of this one, with other versions of its
    neighbours: it must not get these. Nor their bytecode: a file that is changed within a second,
    to one of the same size, is for Python the one that it compiled before.
    """
    path, known = [*sys.path], {*sys.modules}
    writes_none, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        added = [Path(folder).resolve() for folder in sys.path if folder not in path]
        sys.path[:] = path
        for name in {*sys.modules} - known:
            file = getattr(sys.modules[name], "__file__", None)
            # The user's file itself stays: Triton looks a kernel's module up by its name.
            if file and not name.startswith("kernelscope_user_"):
                place = Path(file).resolve()
                if any(place.is_relative_to(folder) for folder in added):
                    del sys.modules[name]


def _at_revision(file: str, revision: str, folder: Path) -> tuple[Path, str]:
    """Put a file's folder as it was at a revision into `folder`; return the file and the commit."""
    path = Path(file).expanduser().resolve()
    root = Path(_git(path.parent, "rev-parse", "--show-toplevel").decode().strip())
    asked = ("rev-parse", "--short", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    try:
        commit = _git(path.parent, *asked)
    except UsageError as error:
        raise UsageError(f"{file}: {revision!r} is not a revision in {root}") from error
    inside = path.relative_to(root)
    try:
        packed = _git(root, "archive", "--format=tar", commit.decode().strip(), str(inside.parent))
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
    except (tarfile.TarError, OSError) as error:
        raise UsageError(f"{file}@{revision} cannot be unpacked: {error}") from error
    older = folder / inside
    if not older.is_file():
        raise UsageError(f"{file}: there is no such file at {revision}")
    return older, commit.decode().strip()


def _git(folder: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=False)
    except FileNotFoundError as error:
        raise UnavailableError("versions of a file need git: install it") from error
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise UsageError(f"git {words[0]} in {folder}: {said[-1] if said else 'failed'}")
    return done.stdout
