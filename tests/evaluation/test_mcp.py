"""An agent talks to `kernelscope mcp` through the official SDK's client, over stdio."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from kernelscope.jobs import mcp_server

HERE = Path(__file__).resolve().parent
SERVER = [sys.executable, "-m", "kernelscope", "mcp"]


def talk(calls: list[tuple[str, dict[str, Any]]]) -> tuple[dict[str, Any], list[Any]]:
    """Return the tools by name and the answers to some calls."""
    mcp = pytest.importorskip("mcp")  # here: it takes a second, also of who collects the tests

    async def act() -> tuple[dict[str, Any], list[Any]]:
        import os

        server = mcp.StdioServerParameters(command=SERVER[0], args=SERVER[1:], env=dict(os.environ))
        async with mcp.Client(server) as client:
            listed = await client.list_tools()
            answers = [await client.call_tool(name, given) for name, given in calls]
            return {tool.name: tool for tool in listed.tools}, answers

    return asyncio.run(act())


@pytest.mark.long("each tool does its work once")
def test_the_tools_have_schemas_and_answer() -> None:
    submission = str(HERE / "exploits" / "hard_exit.py")
    problem = str(HERE / "problems" / "scale.py")
    calls = [
        ("evaluate", {"problem": problem, "submission": submission}),
        ("evaluate", {"problem": "no-such-problem", "submission": submission}),
    ]
    tools, (refused, wrong) = talk(calls)
    assert set(tools) == {"evaluate", "check", "profile", "inspect"}
    assert set(tools["evaluate"].input_schema["required"]) == {"problem", "submission"}
    answer = refused.structured_content
    assert answer["exit_code"] == 1
    assert not answer["record"]["accepted"]
    assert answer["record"]["reasons"][0]["kind"] == "ended"
    assert "refused" in answer["text"]
    assert wrong.structured_content["exit_code"] == 2
    assert "there is no such problem" in wrong.structured_content["text"]


@pytest.mark.slow
def test_check_profile_and_inspect_answer() -> None:
    _, answers = talk(
        [
            ("check", {"subject": "square/cuda", "case": "n=16"}),
            ("profile", {"subject": "square", "case": "n=16"}),
            ("inspect", {"subject": "square/cuda", "case": "n=16"}),
        ]
    )
    assert [one.structured_content["exit_code"] for one in answers] == [0, 0, 0]
    assert "nothing found" in answers[0].structured_content["text"]


def test_without_the_sdk_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from kernelscope.errors import UnavailableError

    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    with pytest.raises(UnavailableError, match=r"pip install 'kernelscope\[mcp\]'"):
        mcp_server.serve()
