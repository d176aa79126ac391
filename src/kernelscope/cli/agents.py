"""`kernelscope agents`: how an agent uses Kernelscope."""

from __future__ import annotations

from pathlib import Path

import typer

from kernelscope.cli.command import command


@command("agents", anywhere=True)
def agents() -> None:
    """Print how to use Kernelscope, for an agent that writes kernels.

    It says which command answers which question, what exit codes mean, and how
    records are read. Put it into the agent's instructions: kernelscope agents
    >> AGENTS.md
    """
    typer.echo(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"), nl=False)
