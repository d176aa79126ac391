"""The cache on disk: its folder, its keys, and entries that are written whole or not at all."""

from __future__ import annotations

import hashlib
import os
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

from kernelscope._files import write_whole
from kernelscope.errors import RecordError


def cache_folder(what: str) -> Path:
    """Return the folder of one kind of entries: in $KERNELSCOPE_CACHE, else the user's cache."""
    root = os.environ.get("KERNELSCOPE_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return (Path(root) if root else Path(base) / "kernelscope") / what


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


def read_pickle(path: Path) -> Any:
    """Return the kept value; None if there is none that can be read."""
    try:
        return pickle.loads(path.read_bytes())
    except Exception:  # noqa: BLE001 (of a file cut off, or another version's, pickle raises any)
        return None


def write_pickle(path: Path, value: object) -> None:
    """Keep a value; a cache that cannot be written is not an error."""
    with suppress(RecordError):
        write_whole(path, pickle.dumps(value))
