"""The cache on disk: its folder, its keys, and entries that are written whole or not at all."""

from __future__ import annotations

import hashlib
import os
import pickle
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from kernelscope._files import write_whole
from kernelscope.errors import RecordError, UnavailableError


def cache_folder(what: str) -> Path:
    """Return the folder of one kind of entries: in $KERNELSCOPE_CACHE, else the user's cache."""
    root = os.environ.get("KERNELSCOPE_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return (Path(root) if root else Path(base) / "kernelscope") / what


@contextmanager
def building_for(entry: Path) -> Generator[Path]:
    """Yield an empty folder in which to build a folder of the cache; what is left there is removed.

    Raises:
        UnavailableError: the cache cannot be written.
    """
    try:
        entry.parent.mkdir(parents=True, exist_ok=True)
        made = tempfile.TemporaryDirectory(dir=entry.parent)
    except OSError as error:
        raise UnavailableError(
            f"{entry.parent} cannot be written ({error.strerror}): set KERNELSCOPE_CACHE to a "
            "folder that you can write"
        ) from None
    with made as name:
        yield Path(name)


def source_key(folder: Path, endings: tuple[str, ...] = (".py",)) -> bytes:
    """Return a digest of a folder's source files; it does not depend on their place or time."""
    digest = hashlib.sha256()
    for root, _, names in sorted(os.walk(folder)):
        for name in sorted(n for n in names if n.endswith(endings)):
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                text = file.read()
            digest.update(f"{path[len(str(folder)) :]} {len(text)} ".encode())
            digest.update(text)
    return digest.digest()


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Keep other processes that do the same out of the block; what is killed in it leaves it."""
    from filelock import FileLock  # 30 ms that only a build of an extension needs

    with FileLock(path):
        yield


# An entry begins with a digest of what follows. Without it a flipped bit in a kernel's code would
# end the process (SIGILL) or, worse, change a result. The entries of a softmax have 47 KB: their
# digests take 0.03 ms of the 0.65 ms in which they are read and loaded (the best of 20 times, on
# an AMD EPYC, 2026-11-22).
_DIGEST_BYTES = 16


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:_DIGEST_BYTES]


def read_pickle(path: Path) -> Any:
    """Return the kept value; None if there is none, or it is not what was kept."""
    try:
        whole = path.read_bytes()
        data = whole[_DIGEST_BYTES:]
        return pickle.loads(data) if _digest(data) == whole[:_DIGEST_BYTES] else None
    except Exception:  # noqa: BLE001 (of another version's classes pickle raises any)
        return None


def write_pickle(path: Path, value: object) -> None:
    """Keep a value; a cache that cannot be written is not an error."""
    data = pickle.dumps(value)
    with suppress(RecordError):
        write_whole(path, _digest(data) + data)
