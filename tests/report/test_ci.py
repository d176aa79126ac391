"""Problems in the formats of services, held to what those services document."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from kernelscope.errors import UsageError
from kernelscope.record import FigureChange
from kernelscope.report.ci import (
    Problem,
    github_commands,
    github_summary,
    gitlab,
    junit,
    problems_of_changes,
    read_annotations,
    sarif,
)

ODD = '100 % of a,b: <x> & "y"\nsecond | line\r\x00\ud800'
PLAIN = Problem("race/write-write", "two threads write", "src/k.py:7 (ptx:64)", "use atomics", "k")


def unescaped(text: str) -> str:
    """What GitHub's runner makes of a value, by its documentation of workflow commands."""
    for code, letter in (("%3A", ":"), ("%2C", ","), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(code, letter)
    return text


def test_a_problem_is_one_workflow_command_with_its_line() -> None:
    assert github_commands([PLAIN]) == (
        "::error file=src/k.py,line=7,title=race/write-write in k::two threads write; use atomics\n"
    )


def test_odd_characters_survive_a_workflow_command() -> None:
    text = github_commands([Problem("rule", ODD, "a,b.py:3", severity="warning")])
    assert text.count("\n") == 1
    head, _, data = text.rstrip("\n").removeprefix("::").partition("::")
    kind, _, properties = head.partition(" ")
    named = dict(one.split("=", 1) for one in properties.split(","))
    assert kind == "warning"
    assert unescaped(named["file"]) == "a,b.py"
    assert unescaped(data) == ODD.replace("\ud800", "?")


def test_a_path_is_relative_to_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    text = github_commands([Problem("rule", "wrong", f"{tmp_path}/kernels/k.cu:12")])
    assert "file=kernels/k.cu,line=12," in text


def test_a_problem_without_a_line_names_no_file() -> None:
    assert github_commands([Problem("rule", "wrong", "ptx:64")]) == "::error title=rule::wrong\n"


def test_a_row_of_the_summary_stays_one_row() -> None:
    lines = github_summary("check k.py", [PLAIN, Problem("rule", ODD)]).splitlines()
    assert lines[0] == "### check k.py: 2 problems"
    assert len(lines) == 6
    assert all(line.replace(r"\|", "").count("|") == 5 for line in lines[2:])


def test_gitlab_gets_what_its_schema_requires() -> None:
    issues = json.loads(gitlab([PLAIN, PLAIN, Problem("rule", ODD)]))
    for issue in issues:
        assert set(issue) >= {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert issue["location"]["lines"]["begin"] >= 1
    assert issues[0]["location"] == {"path": "src/k.py", "lines": {"begin": 7}}
    assert len({issue["fingerprint"] for issue in issues}) == 3


def test_a_fingerprint_stays_if_the_line_moves_or_the_figure_changes() -> None:
    moved = (
        Problem("moves", "2.5 times the fewest", "k.py:70"),
        Problem("moves", "2.6 times the fewest", "k.py:71"),
    )
    prints = [json.loads(gitlab([one]))[0]["fingerprint"] for one in moved]
    assert prints[0] == prints[1]


def test_junit_counts_failures_and_keeps_odd_characters_out() -> None:
    text = junit('a "title" & more', [PLAIN, Problem("rule", ODD, severity="warning")])
    root = ET.fromstring(text)
    suite = root[0]
    assert (root.tag, suite.tag) == ("testsuites", "testsuite")
    assert suite.attrib["tests"] == "2"
    assert suite.attrib["failures"] == "1"
    failure = suite[0][0]
    assert failure.tag == "failure"
    assert failure.attrib["type"] == "race/write-write"
    assert failure.text == "src/k.py:7: two threads write; use atomics"
    assert suite[1][0].tag == "system-out"


def test_junit_without_problems_is_one_test_that_passed() -> None:
    suite = ET.fromstring(junit("check", []))[0]
    assert (suite.attrib["tests"], suite.attrib["failures"], len(suite)) == ("1", "0", 1)
    assert len(suite[0]) == 0


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("githup", "did you mean `github`?"),
        ("gitlab", "gitlab takes a file: gitlab=FILE"),
        ("github=x", "github takes no file"),
    ],
)
def test_a_wrong_format_is_one_line(word: str, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        read_annotations([word])


def test_all_formats_of_one_command_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    files = {name: tmp_path / name for name in ("gitlab", "junit")}
    words = ["github", *(f"{name}={path}" for name, path in files.items())]
    assert read_annotations(words).write("check", [PLAIN]).startswith("::error ")
    assert read_annotations(["github"]).write("diff", []) == ""
    assert summary.read_text().count("### ") == 2
    assert json.loads(files["gitlab"].read_text())
    assert ET.fromstring(files["junit"].read_text()).tag == "testsuites"


def test_a_figure_that_is_worse_is_a_problem_at_its_line() -> None:
    changes = [
        FigureChange(
            "worse", "bytes", "triton: k", "read", None, None, "k.py:7", text="read +24 %"
        ),
        FigureChange("better", "time", "triton", "time_ms", None, None, text="time -2 %"),
    ]
    (problem,) = problems_of_changes(changes)
    assert (problem.rule, problem.source, problem.subject) == ("worse/bytes", "k.py:7", "triton: k")
    assert problem.message == "read +24 %"


def test_a_sarif_log_has_a_rule_and_a_result_with_its_line_for_each_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    inside = Problem("worse/time", "slower", f"{tmp_path}/é x.py:3", severity="warning")
    outside = Problem("race/write-write", "again", "/elsewhere/k.py:9")
    log = json.loads(sarif([PLAIN, inside, outside, Problem("compare/wrong", ODD)]))
    # The required properties of sarif-schema-2.1.0.json, and what code scanning reads.
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["race/write-write", "worse/time", "compare/wrong"]
    results = run["results"]
    assert [rules[result["ruleIndex"]] for result in results] == [r["ruleId"] for r in results]
    assert [result["level"] for result in results] == ["error", "warning", "error", "error"]
    first = results[0]["locations"][0]
    assert results[0]["message"] == {"text": "two threads write; use atomics"}
    assert first["physicalLocation"] == {
        "artifactLocation": {"uri": "src/k.py"},
        "region": {"startLine": 7},
    }
    assert first["logicalLocations"] == [{"fullyQualifiedName": "k", "kind": "function"}]
    places = [r["locations"][0]["physicalLocation"]["artifactLocation"] for r in results[1:3]]
    assert places == [{"uri": "%C3%A9%20x.py"}, {"uri": "file:///elsewhere/k.py"}]
    assert "locations" not in results[3]
    prints = {result["partialFingerprints"]["kernelscope/v1"] for result in results}
    assert len(prints) == 4


def test_a_sarif_file_is_written_where_it_is_asked_for(tmp_path: Path) -> None:
    read_annotations([f"sarif={tmp_path / 'k.sarif'}"]).write("kernelscope check", [PLAIN])
    assert json.loads((tmp_path / "k.sarif").read_text())["runs"][0]["results"]
