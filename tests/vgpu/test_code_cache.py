"""The disk cache of compiled kernels: what it is kept under."""

from __future__ import annotations

import os
from pathlib import Path

from kernelscope.vgpu.jit.engine import source_key


def write(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def test_a_fresh_checkout_of_the_same_sources_finds_the_code_of_the_last(tmp_path: Path) -> None:
    """Neither where the files lie nor when they were written matters."""
    first = write(tmp_path / "first", a="x = 1", b="y = 2")
    second = write(tmp_path / "second", b="y = 2", a="x = 1")
    os.utime(second / "a.py", (1, 1))
    assert source_key(first) == source_key(second)


def test_an_edit_of_the_same_length_makes_the_code_anew(tmp_path: Path) -> None:
    """Also with the time of the file put back, and where two files change places."""
    folder = write(tmp_path / "one", a="x = 1", b="y = 2")
    before, stat = source_key(folder), (folder / "a.py").stat()
    (folder / "a.py").write_text("x = 3")
    os.utime(folder / "a.py", ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert source_key(folder) != before
    assert source_key(write(tmp_path / "two", a="y = 2", b="x = 1")) != before
