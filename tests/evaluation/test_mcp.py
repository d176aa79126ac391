"""An agent talks to `kernelscope mcp` through the official SDK's client, over stdio."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kernelscope.jobs import mcp_server

HERE = Path(__file__).resolve().parent
EXPLOIT, SCALE = HERE / "exploits" / "hard_exit.py", HERE / "problems" / "scale.py"
SERVER = [sys.executable, "-m", "kernelscope", "mcp"]


def talk(
    calls: list[tuple[str, dict[str, Any]]], notices: list[Any] | None = None
) -> tuple[dict[str, Any], list[Any]]:
    """Return the tools by name and the answers to some calls; notices: gets those of progress."""
    mcp = pytest.importorskip("mcp")  # here: it takes a second, also of who collects the tests

    async def note(*notice: Any) -> None:
        if notices is not None:
            notices.append(notice)

    async def act() -> tuple[dict[str, Any], list[Any]]:
        import os

        server = mcp.StdioServerParameters(command=SERVER[0], args=SERVER[1:], env=dict(os.environ))
        async with mcp.Client(server) as client:
            listed = await client.list_tools()
            answers = [
                await client.call_tool(name, given, progress_callback=note) for name, given in calls
            ]
            return {tool.name: tool for tool in listed.tools}, answers

    return asyncio.run(act())


PTX = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n    ret;\n}\n"


@pytest.mark.long("a server, and a process for each call")
def test_the_tools_have_schemas_and_answer_with_short_records(tmp_path: Path) -> None:
    (tmp_path / "k.ptx").write_text(PTX)
    (tmp_path / "args.py").write_text("import sys\n\nprint('given', sys.argv[1:])\n")
    whole, earlier = tmp_path / "whole.json", tmp_path / "earlier.json"
    earlier.write_text("of an earlier call")
    calls = [
        ("inspect", {"subject": str(tmp_path / "k.ptx"), "json": str(whole)}),
        (
            "evaluate",
            {"problem": "no-such-problem", "submission": str(EXPLOIT), "json": str(earlier)},
        ),
        ("check", {"subject": str(tmp_path / "k.ptx"), "numeric": True}),
        ("check", {"subject": str(tmp_path / "args.py"), "args": ["--n", "3"]}),
    ]
    tools, (opened, wrong, stray, given) = talk(calls)
    assert set(tools) == {tool.name for tool in mcp_server.TOOLS}
    assert set(tools["evaluate"].input_schema["required"]) == {"problem", "submission"}
    assert not tools["evaluate"].input_schema["additionalProperties"]
    answer = opened.structured_content
    assert (answer["exit_code"], opened.is_error) == (0, False)
    assert answer["record"]["kernels"][0]["name"] == "k"
    assert "stages" not in answer["record"]["kernels"][0]
    assert "ret" in whole.read_text()
    assert [block.text for block in opened.content] == [answer["text"]]
    assert wrong.is_error
    assert wrong.structured_content["exit_code"] == 2
    assert "there is no such problem" in wrong.content[0].text
    assert earlier.read_text() == "of an earlier call"
    assert stray.is_error
    assert "argument 'numeric' is unknown: did you mean `numerics`?" in stray.content[0].text
    assert "given ['--n', '3']" in given.content[0].text


@pytest.mark.long("a server, and a process for the call")
def test_a_call_sends_notices_of_its_progress_and_no_boilerplate(tmp_path: Path) -> None:
    notices: list[Any] = []
    calls = [("compare", {"operation": "square", "case": "n=16", "only": "torch"})]
    _, (answer,) = talk(calls, notices)
    assert answer.structured_content["exit_code"] == 0
    steps = [step for step, _, _ in notices]
    assert steps == sorted(steps)
    assert round(notices[-1][0]) == notices[-1][1]
    assert any("prime sizes" in doing for _, _, doing in notices)
    assert "Estimated times" not in answer.content[0].text


def test_a_long_record_is_cut_to_a_short_one_that_says_what_is_missing() -> None:
    record = {
        "rows": [{"name": f"r{n}", "launches": ["x" * 900], "words": "y" * 900} for n in range(99)],
        "gpu": {"name": "h200"},
    }
    short = mcp_server.shortened(record)
    assert len(json.dumps(short)) <= 12_000
    assert short["rows"][0]["name"] == "r0"
    assert "launches" not in short["rows"][0]
    assert short["rows"][-1] == f"… {99 - len(short['rows']) + 1} more"
    assert "gpu" not in short


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


def test_a_record_is_written_when_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then an earlier file stays, and a path that cannot be written ends the call first."""
    lines: list[Sequence[str]] = []
    records = iter(["", '{"kernels": 1}'])

    def watched(line: Sequence[str]) -> tuple[int, str, str]:
        lines.append(line)
        if record := next(records):
            Path(line[line.index("--json") + 1]).write_text(record)
        return 0, "said", ""

    monkeypatch.setattr(mcp_server, "_watched", watched)
    check = next(tool.function for tool in mcp_server.TOOLS if tool.name == "check")
    path = tmp_path / "record.json"
    path.write_text("earlier")
    given = {"subject": "a.py", "case": "", "kernel": "", "numerics": False, "keep_going": True}
    answers: list[mcp_server.Answer] = []
    for expected in ("earlier", '{"kernels": 1}'):
        answers.append(check(**given, device="virtual", json=str(path)))
        assert path.read_text() == expected
    assert [answer.record for answer in answers] == [{}, {"kernels": 1}]
    assert "--continue" in lines[0]
    refused = check(**given, device="virtual", json=str(tmp_path))
    assert (refused.exit_code, len(lines)) == (2, 2)


def test_without_the_sdk_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from kernelscope.errors import UnavailableError

    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    with pytest.raises(UnavailableError, match=r"pip install 'kernelscope\[mcp\]'"):
        mcp_server.serve()
