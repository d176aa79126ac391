"""Files that are written whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from kernelscope.errors import RecordError

PathLike = str | os.PathLike[str]


def write_whole(path: PathLike, content: str | bytes) -> Path:
    """Write a file so that a reader never sees half of it; make missing folders on the way.

    A link stays, and the file that it points to is written; so does a pipe or a device.

    Raises:
        RecordError: the path cannot be written, with the system's reason.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        target = Path(path).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_bytes(data)
        else:
            _replace(target, data)
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        blocked = isinstance(error, FileExistsError | NotADirectoryError)
        reason = "a file is where a folder should be" if blocked else error
        reason = getattr(reason, "strerror", None) or reason
        raise RecordError(f"{os.fspath(path)}: cannot be written: {reason}") from error
    return Path(path)


def refuse_unwritable(path: PathLike, *, folder: bool = False) -> None:
    """Refuse a path before the work whose result is to be written there.

    Args:
        path: the file to write.
        folder: the path is of a folder to write files into.

    Raises:
        RecordError: the path cannot be written, with the reason and what to do.
    """
    name = os.fspath(path)
    try:
        target = Path(path).resolve()
        reason = _reason(target, folder)
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        reason = getattr(error, "strerror", None) or str(error)
    if reason:
        raise RecordError(f"{name}: cannot be written: {reason}")


def _reason(target: Path, folder: bool) -> str:
    """Return why a resolved path cannot be written; "" if it can."""
    if target.is_dir():
        if not folder:
            return "it is a folder: name a file"
        return "" if os.access(target, os.W_OK | os.X_OK) else "permission denied in this folder"
    if target.exists() and folder:
        return "it is a file: name a folder"
    if target.exists() and not target.is_file():  # a pipe or a device, written in place
        return "" if os.access(target, os.W_OK) else "permission denied"
    above = next(parent for parent in target.parents if parent.exists())
    if not above.is_dir():
        return f"{above} is a file where a folder should be: name another folder"
    return "" if os.access(above, os.W_OK | os.X_OK) else f"permission denied in {above}"


def _replace(target: Path, data: bytes) -> None:
    temporary = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def shown_place(place: str) -> str:
    """Return "file:line" with the file relative to the current folder, if it is in it."""
    file, colon, line = place.rpartition(":")
    if not file:
        return place
    here = Path.cwd()
    path = Path(os.path.abspath(file))
    return f"{path.relative_to(here) if path.is_relative_to(here) else file}{colon}{line}"
