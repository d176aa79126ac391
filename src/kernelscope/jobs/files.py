"""Files that a job leaves behind: whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from kernelscope.errors import RecordError
from kernelscope.record import Record, save

PathLike = str | os.PathLike[str]


def write_whole(path: PathLike, content: str | bytes) -> Path:
    """Write a file so that a reader never sees half of it; folders on the way are made.

    Raises:
        RecordError: the path cannot be written, with the system's reason.
    """
    target = Path(path)
    data = content.encode() if isinstance(content, str) else content
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            os.chmod(temporary, 0o644)  # mkstemp's own mode hides the file from everyone else
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise RecordError(f"{target}: cannot be written: {error.strerror or error}") from error
    return target


def save_record(record: Record, path: PathLike) -> Path:
    """Write a record as JSON; folders on the way are made. RecordError where it cannot be."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    save(record, target)
    return target
