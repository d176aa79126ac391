"""What a submission's process hands over is checked before any of it is used."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from kernelscope.evaluation.program import (
    BYTES,
    MOST_TEXT,
    PROGRAM,
    ProgramError,
    one_line,
    read_program,
)

STORAGE = {"size": 64, "kind": "input", "place": -1, "dtype": "float32", "pointers": []}
CALL = {
    "steps": [],
    "result": {"tensor": [0, "float32", 0, [16], [1]]},
    "error": "",
    "refused": False,
    "notes": [],
    "elsewhere": [],
}
GOOD: dict[str, Any] = {
    "buffers": [STORAGE],
    "modules": [],
    "groups": [],
    "trials": [{"inputs": [0], "calls": [CALL]}],
    "missing": [],
    "replaced": [],
}


def written(folder: Path, data: object, content: bytes = b"") -> Path:
    (folder / PROGRAM).write_text(data if isinstance(data, str) else json.dumps(data))
    (folder / BYTES).write_bytes(content)
    return folder


def test_a_well_formed_program_is_read(tmp_path: Path) -> None:
    program = read_program(written(tmp_path, GOOD))
    assert program.buffers[0].size == 64
    assert program.trials[0].calls[0].result.shape == (16,)


@pytest.mark.parametrize(
    "change",
    [
        "[",
        "[]",
        '{"buffers": []}',
        {**GOOD, "buffers": [{**STORAGE, "size": -1}]},
        {**GOOD, "buffers": [{**STORAGE, "size": 1 << 62}]},
        {**GOOD, "buffers": [{**STORAGE, "size": True}]},
        {**GOOD, "buffers": [{**STORAGE, "kind": "host"}]},
        {**GOOD, "buffers": [{**STORAGE, "kind": "constant", "place": 0}]},
        {**GOOD, "buffers": [{**STORAGE, "pointers": [[60, 0, 0]]}]},
        {**GOOD, "buffers": [{**STORAGE, "pointers": [[0, 1, 0]]}]},
        {**GOOD, "modules": [[0, 10]], "groups": [0]},
        {**GOOD, "modules": [], "groups": [0]},
        {**GOOD, "trials": [{"inputs": [1], "calls": [CALL]}]},
        {**GOOD, "trials": [{"inputs": [0, 0], "calls": [CALL]}]},
        {**GOOD, "trials": [{"inputs": [0], "calls": [{**CALL, "result": {"tensor": [3] * 5}}]}]},
        {**GOOD, "trials": [{"inputs": [0], "calls": [{**CALL, "result": {"pickle": "x"}}]}]},
        {**GOOD, "trials": [{"inputs": [0], "calls": [{**CALL, "steps": [{"do": "launch"}]}]}]},
    ],
)
def test_a_malformed_program_is_refused_in_one_line(change: Any, tmp_path: Path) -> None:
    with pytest.raises(ProgramError) as caught:
        read_program(written(tmp_path, change))
    assert "\n" not in str(caught.value)


def test_a_link_is_not_followed_and_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    written(tmp_path, GOOD)
    (tmp_path / BYTES).unlink()
    os.symlink("/etc/passwd", tmp_path / BYTES)
    with pytest.raises(ProgramError, match="handed over no"):
        read_program(tmp_path)
    (tmp_path / BYTES).unlink()
    os.mkfifo(tmp_path / BYTES)
    with pytest.raises(ProgramError, match="is not a file"):
        read_program(tmp_path)


def test_untrusted_text_is_one_printable_line() -> None:
    text = one_line("a\x1b[31m\nb" + "c" * 1000)
    assert text.startswith("a [31m bccc")
    assert len(text) == MOST_TEXT
    assert text.isprintable()
