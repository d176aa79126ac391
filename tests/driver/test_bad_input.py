"""What cannot be run gets one line before it starts, and an exit code."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from kernelscope.cli import main
from kernelscope.driver import libraries as made

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="apt install gcc")

THIS = Path("/proc/self/exe").read_bytes()[:64]


def word_for(kind_of_file: str, folder: Path) -> str:
    """Return the word of the command line for a file that cannot be run."""
    path, content, executable = folder / "prog", THIS, True
    match kind_of_file:
        case "not executable":
            executable = False
        case "cut off":
            content = THIS[:10]
        case "32 bits":
            content = THIS[:4] + b"\x01" + THIS[5:]
        case "another processor":
            content = THIS[:18] + b"\x15\x00" + THIS[20:]
        case "no interpreter":
            content = b"#!/no/such/shell\n"
        case _:
            return "./prog"
    path.write_bytes(content)
    path.chmod(stat.S_IRUSR | (stat.S_IXUSR if executable else 0))
    return "./prog"


@pytest.mark.parametrize(
    ("kind_of_file", "code", "said"),
    [
        ("missing", 2, "./prog: there is no such file"),
        ("not executable", 2, "./prog is not executable: chmod +x ./prog"),
        ("cut off", 2, "./prog is cut off: build it again"),
        ("32 bits", 2, "./prog: a program of 32 bits; CUDA's programs have 64"),
        ("another processor", 2, "./prog is for another processor than this one: build it here"),
        ("no interpreter", 126, "./prog cannot be started: No such file or directory"),
    ],
)
def test_what_cannot_be_started_is_one_line(
    kind_of_file: str, code: int, said: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["run", "--device", "virtual", word_for(kind_of_file, tmp_path)]) == code
    lines = [line for line in capfd.readouterr().err.splitlines() if "no GPU is used" not in line]
    assert [line.partition(" (the current")[0] for line in lines] == [f"kernelscope: {said}"]


def test_a_cache_that_cannot_be_written_is_one_line_with_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "true.sh"
    script.write_text("#!/bin/sh\n")
    os.chmod(script, 0o755)
    (tmp_path / "file").touch()
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path / "file"))
    made.libraries.cache_clear()
    try:
        assert main(["run", "--device", "virtual", str(script)]) == 2
    finally:
        made.libraries.cache_clear()
    last = capfd.readouterr().err.splitlines()[-1]
    assert last.startswith(f"kernelscope: {tmp_path}/file/driver cannot be written (")
    assert last.endswith("set KERNELSCOPE_CACHE to a folder that you can write")


def test_a_program_of_one_name_may_be_built_by_two_processes(tmp_path: Path) -> None:
    """The one that is later finds what the other has kept, and leaves it."""
    from kernelscope.driver import toolkit
    from kernelscope.hardware import gpu

    path = tmp_path / "ends.cu"
    path.write_text("int main() { return 0; }\n")
    first = toolkit.built(str(path), gpu("h200"))
    inode = first.stat().st_ino
    known = toolkit._is_current
    answers = iter([False])  # as if it was not there yet when the second one looked
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            toolkit, "_is_current", lambda folder: next(answers, None) is None and known(folder)
        )
        assert toolkit.built(str(path), gpu("h200")) == first
    assert first.stat().st_ino == inode
