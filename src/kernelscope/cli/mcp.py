"""`kernelscope mcp`: the commands as tools of an agent, over the Model Context Protocol."""

from __future__ import annotations

from kernelscope.cli.command import command


@command("mcp")
def mcp() -> None:
    """Serve evaluate, check, profile and inspect to an agent, over stdin and stdout.

    The tools speak the Model Context Protocol; an agent's configuration names
    the command: {"command": "kernelscope", "args": ["mcp"]}. Each call runs the
    command of its name in a process of its own.
    """
    from kernelscope.jobs.mcp_server import serve

    serve()
