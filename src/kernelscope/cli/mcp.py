"""`kernelscope mcp`: the commands as tools of an agent, over the Model Context Protocol."""

from __future__ import annotations

from kernelscope.cli.command import command


@command("mcp")
def mcp() -> None:
    """Serve the commands to an agent as tools, over stdin and stdout.

    The tools are evaluate, compare, check, profile, inspect, diff, tune and
    decompile.

    The server speaks the Model Context Protocol. Name the command in the
    agent's configuration: {"command": "kernelscope", "args": ["mcp"]}. Each
    call runs the command of the same name in a separate process.
    """
    from kernelscope.jobs.mcp_server import serve

    serve()
