"""What the debugger's tests share: a session with a file of commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from debugger.shown import Debug
from kernelscope.cli import main


@pytest.fixture
def debug(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Debug:
    """Debugs a text with commands; returns the lines shown, `rc` ahead of the exit code last."""

    def run(
        text: str,
        *commands: str,
        name: str = "script.py",
        options: tuple[str, ...] = (),
        device: str = "virtual:h200",
    ):
        subject, script = tmp_path / name, tmp_path / "commands.txt"
        subject.write_text(text)
        script.write_text("\n".join(commands) + "\n")
        words = ("debug", str(subject), "--device", device, "--commands", str(script))
        code = main([*words, *options])
        shown = capsys.readouterr()
        return [*shown.out.splitlines(), *shown.err.splitlines(), f"rc {code}"]

    return run
