"""Which earlier inspection is found again: the key of a subject, and what makes it another."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelscope.jobs.inspections_cache import key_of
from kernelscope.subjects import openable

PTX = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "k.ptx"
    file.write_text(PTX)
    return file


def key(path: Path, device: str = "virtual:h200", case: str = "", **options: int) -> Path | None:
    return key_of(openable(str(path), "inspect"), device, case, options)


def test_the_same_question_has_the_same_key(path: Path) -> None:
    found = key(path, num_warps=4)
    assert found is not None
    assert found == key(path, num_warps=4)


def test_a_file_that_was_edited_is_opened_anew(path: Path) -> None:
    """And found again once it is as it was."""
    before = key(path)
    path.write_text(PTX.replace("ret", "exit"))
    assert key(path) != before
    path.write_text(PTX)
    assert key(path) == before


def test_everything_that_is_asked_for_makes_another_key(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Device, case and options, and a variable that Triton reads, but no other."""
    keys = [key(path), key(path, "virtual:a100"), key(path, case="n=4"), key(path, num_warps=4)]
    monkeypatch.setenv("TRITON_DISABLE_LINE_INFO", "1")
    keys.append(key(path))
    assert len(set(keys)) == len(keys)
    monkeypatch.setenv("EDITOR", "ed")
    assert key(path) == keys[-1]


def test_a_script_is_never_kept(tmp_path: Path) -> None:
    """It may depend on any other file."""
    script = tmp_path / "script.py"
    script.write_text("print(1)\n")
    assert key(script) is None
