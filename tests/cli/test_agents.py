"""What `kernelscope agents` prints names commands and options that are there."""

from __future__ import annotations

import re

import pytest
import typer.main

from kernelscope.cli import main
from kernelscope.cli.app import app


def test_every_command_and_option_that_agents_are_told_of_exists(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["agents"]) == 0
    text = capsys.readouterr().out
    commands = typer.main.get_group(app).commands
    lines = re.findall(r"`kernelscope (\w+)([^`]*)`", text)
    assert {"run", "check", "compare", "profile", "inspect", "diff"} <= {name for name, _ in lines}
    for name, words in lines:
        options = {option for parameter in commands[name].params for option in parameter.opts}
        assert set(re.findall(r"(?<= )--?[a-z][\w-]*", words)) <= options, name
