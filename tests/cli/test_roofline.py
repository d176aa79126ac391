"""`kernelscope roofline`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelscope.cli import main

WORDS = ["roofline", "gelu", "--device", "virtual:h200", "--case", "n=64", "--only", "torch,cuda"]


def test_each_implementation_stands_under_each_level(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Table in 80 columns, JSON, PNG; the ceilings specified and measured side by side."""
    record, picture = tmp_path / "r.json", tmp_path / "r.png"
    assert main([*WORDS, "--json", str(record), "--plot", str(picture)]) == 0
    out = capsys.readouterr().out
    assert "DRAM" in out
    assert "4.81 TB/s" in out
    assert "4.28 TB/s" in out
    assert "far below every roof" in " ".join(out.split())  # 64 x 64: the launch is all
    assert max(map(len, out.splitlines())) <= 80
    assert picture.read_bytes().startswith(b"\x89PNG")
    data = json.loads(record.read_text())
    places = {(point["implementation"], point["level"]) for point in data["points"]}
    assert places == {(name, level) for name in ("torch", "cuda") for level in ("dram", "l2")}
    cuda = next(point for point in data["points"] if point["implementation"] == "cuda")
    assert cuda["traffic"] == {**cuda["traffic"], "value": 2 * 64 * 64 * 4, "provenance": "counted"}
    assert cuda["intensity"] == pytest.approx(data["work"]["flops"] / cuda["traffic"]["value"])
    kinds = {(roof["name"], roof["rate"]["provenance"]) for roof in data["roofs"]}
    assert {("dram", "computed"), ("dram", "measured"), ("fp8", "computed")} <= kinds


def test_measuring_a_virtual_gpu_is_unavailable_with_the_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The rest is still shown."""
    assert main([*WORDS, "--measure"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "unavailable: virtual:h200 is not a real GPU" in out
    assert "of the DRAM roof" in out


def test_an_unknown_operation_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """As everywhere."""
    assert main(["roofline", "nope", "--device", "virtual"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
