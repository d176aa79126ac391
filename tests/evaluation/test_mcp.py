"""An agent talks to `kernelscope mcp` through the official SDK's client, over stdio."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from kernelscope.jobs import mcp_server

HERE = Path(__file__).resolve().parent
EXPLOIT, SCALE = HERE / "exploits" / "hard_exit.py", HERE / "problems" / "scale.py"
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


PTX = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n    ret;\n}\n"


def test_the_tools_have_schemas_and_answer(tmp_path: Path) -> None:
    (tmp_path / "k.ptx").write_text(PTX)
    calls = [
        ("inspect", {"subject": str(tmp_path / "k.ptx")}),
        ("evaluate", {"problem": "no-such-problem", "submission": str(EXPLOIT)}),
    ]
    tools, (opened, wrong) = talk(calls)
    assert set(tools) == {"evaluate", "check", "profile", "inspect"}
    assert set(tools["evaluate"].input_schema["required"]) == {"problem", "submission"}
    answer = opened.structured_content
    assert answer["exit_code"] == 0
    assert answer["record"]["kernels"][0]["name"] == "k"
    assert wrong.structured_content["exit_code"] == 2
    assert "there is no such problem" in wrong.structured_content["text"]


@pytest.mark.slow
@pytest.mark.long("each tool does its work once")
def test_evaluate_check_profile_and_inspect_answer() -> None:
    _, (refused, *answers) = talk(
        [
            ("evaluate", {"problem": str(SCALE), "submission": str(EXPLOIT)}),
            ("check", {"subject": "square/cuda", "case": "n=16"}),
            ("profile", {"subject": "square", "case": "n=16"}),
            ("inspect", {"subject": "square/cuda", "case": "n=16"}),
        ]
    )
    answer = refused.structured_content
    assert answer["exit_code"] == 1
    assert not answer["record"]["accepted"]
    assert answer["record"]["reasons"][0]["kind"] == "ended"
    assert "refused" in answer["text"]
    assert [one.structured_content["exit_code"] for one in answers] == [0, 0, 0]
    assert "nothing found" in answers[0].structured_content["text"]


def test_without_the_sdk_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from kernelscope.errors import UnavailableError

    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    with pytest.raises(UnavailableError, match=r"pip install 'kernelscope\[mcp\]'"):
        mcp_server.serve()
