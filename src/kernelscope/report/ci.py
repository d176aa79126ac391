"""Problems as services for continuous integration show them.

| format | what reads it |
|---|---|
| `github_commands` | GitHub Actions: lines of the log, shown next to the code of a change |
| `github_summary` | GitHub Actions: the page of a run, Markdown |
| `gitlab` | GitLab: the code quality report of a merge request, JSON |
| `junit` | Jenkins, GitLab, Azure, CircleCI …: test reports, XML |
| `sarif` | GitHub's code scanning, Azure, editors: SARIF 2.1.0, JSON |

    problems = problems_of_check(record)
    print(github_commands(problems), end="")

Sources: "Workflow commands for GitHub Actions" (docs.github.com), "Code Quality" (docs.gitlab.com,
report format), the XML schema of Jenkins's xUnit plugin (junit-10.xsd), "Static Analysis Results
Interchange Format Version 2.1.0" (docs.oasis-open.org).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from kernelscope import __version__
from kernelscope._demangle import written_name
from kernelscope._files import PathLike, refuse_unwritable, write_whole
from kernelscope.errors import RecordError, UsageError, did_you_mean
from kernelscope.record import FigureChange, Row
from kernelscope.record.check import CheckFinding, CheckRecord
from kernelscope.report import markdown

Severity = Literal["error", "warning"]

_GITLAB_SEVERITY: dict[Severity, str] = {"error": "major", "warning": "minor"}
# The folder of the checked-out repository: annotations need paths relative to it.
_WORKSPACES = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
_SUMMARY = "GITHUB_STEP_SUMMARY"
_PLACE = re.compile(r"(.+?):(\d+)\b")
# What XML 1.0 cannot hold, however it is escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UNDECODABLE = "[\ud800-\udfff]"


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem at one place.

    Attributes:
        rule: the name of what found it: "race/write-write", "vectorized".
        message: what is wrong, and by how much, in one sentence.
        source: "file:line"; "" if no line is known.
        advice: what to do; "" if nothing is known.
        subject: the kernel or the test; "" for none.
        severity: an error fails the command, a warning does not.
    """

    rule: str
    message: str
    source: str = ""
    advice: str = ""
    subject: str = ""
    severity: Severity = "error"

    @property
    def text(self) -> str:
        """The message, and the advice if there is any."""
        return f"{self.message}; {self.advice}" if self.advice else self.message


def problems_of_check(record: CheckRecord) -> tuple[Problem, ...]:
    """Return the findings of `check`; those that change no result are warnings."""
    return tuple(
        Problem(
            f"{finding.tool}/{finding.kind}",
            finding.message + _other_side(finding),
            finding.source.partition(" (")[0],  # without "(ptx:line)"
            finding.advice,
            written_name(finding.kernel),
            "error" if finding.changes_results else "warning",
        )
        for finding in record.findings
    )


def problems_of_changes(changes: Iterable[FigureChange]) -> tuple[Problem, ...]:
    """Return the figures that are worse by more than their limit."""
    return tuple(
        Problem(f"worse/{change.limit}", change.text, change.where, subject=change.subject)
        for change in changes
        if change.verdict == "worse"
    )


def problems_of_rows(rows: Iterable[Row]) -> tuple[Problem, ...]:
    """Return the implementations that are wrong or failed."""
    return tuple(
        Problem(f"compare/{row.status}", row.reason, subject=row.implementation)
        for row in rows
        if row.status in ("wrong", "failed")
    )


def _other_side(finding: CheckFinding) -> str:
    if finding.other_source is None:
        return ""
    file, line = place_of(finding.other_source)
    return f" (the other side: {f'{file}:{line}' if file else finding.other_source})"


def place_of(source: str) -> tuple[str, int]:
    """Return the file and the line of "file:line" or "file:line (ptx:line)"; ("", 0) for neither.

    The file is relative to the repository if it is in it, as the services want it.
    """
    match = _PLACE.match(source)
    if match is None or match[1] == "ptx":
        return "", 0
    return _in_repository(match[1]), int(match[2])


def _in_repository(file: str) -> str:
    root = next((os.environ[name] for name in _WORKSPACES if os.environ.get(name)), os.getcwd())
    whole = Path(os.path.abspath(file))
    return whole.relative_to(root).as_posix() if whole.is_relative_to(root) else file


# ---- GitHub --------------------------------------------------------------------------------------


def github_commands(problems: Iterable[Problem]) -> str:
    """Return a workflow command for each problem: `::error file=…,line=…,title=…::message`.

    GitHub shows ten errors and ten warnings of a step; its log has all.
    """
    lines: list[str] = []
    for problem in problems:
        file, line = place_of(problem.source)
        named = {"file": file, "line": str(line)} if file else {}
        named["title"] = _title(problem)
        words = ",".join(f"{name}={_property(value)}" for name, value in named.items())
        lines.append(f"::{problem.severity} {words}::{_data(problem.text)}\n")
    return "".join(lines)


def github_summary(title: str, problems: Sequence[Problem]) -> str:
    """Return the problems as a Markdown table, for the page of a run."""
    if not problems:
        return f"### {_markdown(title)}\n\nNo problems.\n"
    count = f"{len(problems)} problem{'s' * (len(problems) != 1)}"
    heads = ("where", "what", "by how much", "what to do")
    rows = [
        (
            markdown.code(_shown_place(problem)),
            *map(_markdown, (_title(problem), problem.message, problem.advice)),
        )
        for problem in problems
    ]
    return f"### {_markdown(title)}: {count}\n\n{markdown.table(heads, rows)}\n"


def _data(text: str) -> str:
    return _decodable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _decodable(text: str) -> str:
    """Return text without halves of characters, which file names may have and no file can hold."""
    return re.sub(_UNDECODABLE, "?", text)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _markdown(text: str) -> str:
    return markdown.escaped(_decodable(text))


# ---- GitLab --------------------------------------------------------------------------------------


def gitlab(problems: Iterable[Problem]) -> str:
    """Return GitLab's code quality report.

    A problem keeps its fingerprint if its line moves, so that GitLab knows it again. Problems
    without a line are at line 1 of the file, or of "." if no file is known.
    """
    issues: list[dict[str, object]] = []
    for problem, fingerprint in _fingerprinted(problems):
        file, line = place_of(problem.source)
        issues.append(
            {
                "description": _decodable(f"{_title(problem)}: {problem.text}"),
                "check_name": f"kernelscope/{problem.rule}",
                "fingerprint": fingerprint,
                "severity": _GITLAB_SEVERITY[problem.severity],
                "location": {"path": file or ".", "lines": {"begin": line or 1}},
            }
        )
    return json.dumps(issues, indent=2, ensure_ascii=False) + "\n"


def _fingerprinted(problems: Iterable[Problem]) -> Iterator[tuple[Problem, str]]:
    """Yield each problem with a fingerprint that it keeps if its line or its figures change."""
    seen: Counter[str] = Counter()
    for problem in problems:
        # Without the figures: a change of 3 % that becomes one of 4 % is the same problem.
        words = re.sub(r"\d+", "0", problem.message)
        digest = hashlib.sha256()
        for part in (problem.rule, place_of(problem.source)[0], problem.subject, words):
            digest.update(part.encode(errors="replace") + b"\0")
        seen[digest.hexdigest()] += 1
        digest.update(str(seen[digest.hexdigest()]).encode())
        yield problem, digest.hexdigest()


# ---- SARIF ---------------------------------------------------------------------------------------


def sarif(problems: Sequence[Problem]) -> str:
    """Return a SARIF log of one run, with a result for each problem."""
    rules = list(dict.fromkeys(problem.rule for problem in problems))
    driver = {
        "name": "kernelscope",
        "semanticVersion": __version__,
        "rules": [{"id": rule} for rule in rules],
    }
    results = [
        {
            "ruleId": problem.rule,
            "ruleIndex": rules.index(problem.rule),
            "level": problem.severity,
            "message": {"text": _decodable(problem.text)},
            **_sarif_places(problem),
            "partialFingerprints": {"kernelscope/v1": fingerprint},
        }
        for problem, fingerprint in _fingerprinted(problems)
    ]
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _sarif_places(problem: Problem) -> dict[str, object]:
    """Return the line and the kernel of a problem; nothing if neither is known."""
    file, line = place_of(problem.source)
    place: dict[str, object] = {}
    if file:
        path = Path(file)
        uri = path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="replace")
        place["physicalLocation"] = {
            "artifactLocation": {"uri": uri},
            "region": {"startLine": max(line, 1)},
        }
    if problem.subject:
        name = _decodable(problem.subject)
        place["logicalLocations"] = [{"fullyQualifiedName": name, "kind": "function"}]
    return {"locations": [place]} if place else {}


# ---- JUnit ---------------------------------------------------------------------------------------


def junit(title: str, problems: Sequence[Problem]) -> str:
    """Return a JUnit report: a test case for each problem, or one that passed if there is none.

    Warnings are test cases that pass, with the warning as their output.
    """
    failures = sum(problem.severity == "error" for problem in problems)
    cases = [_case(title, problem) for problem in problems]
    cases = cases or [f"    <testcase classname={_attribute(title)} name={_attribute(title)}/>"]
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0"'
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<testsuites name="kernelscope" {counts}>',
            f'  <testsuite name={_attribute(title)} {counts} skipped="0">',
            *cases,
            "  </testsuite>",
            "</testsuites>\n",
        ]
    )


def _case(title: str, problem: Problem) -> str:
    place = _shown_place(problem)
    name = f"{_title(problem)}{f' at {place}' if place else ''}"
    start = f"    <testcase classname={_attribute(title)} name={_attribute(name)}>"
    if problem.severity == "warning":
        inner = f"      <system-out>{_xml(problem.text)}</system-out>"
    else:
        text = f"{place}: {problem.text}" if place else problem.text
        inner = (
            f"      <failure message={_attribute(problem.message)} type={_attribute(problem.rule)}>"
            f"{_xml(text)}</failure>"
        )
    return f"{start}\n{inner}\n    </testcase>"


def _xml(text: str) -> str:
    return escape(_NOT_XML.sub("?", text))


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("?", text))


def _title(problem: Problem) -> str:
    return f"{problem.rule} in {problem.subject}" if problem.subject else problem.rule


def _shown_place(problem: Problem) -> str:
    file, line = place_of(problem.source)
    return f"{file}:{line}" if file else ""


FILES: dict[str, Callable[[str, Sequence[Problem]], str]] = {
    "gitlab": lambda _, problems: gitlab(problems),
    "junit": junit,
    "sarif": lambda _, problems: sarif(problems),
}
"""Formats that are files: from the title and the problems, the text."""


# ---- what the user asked for ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Annotations:
    """The outputs for the problems of one command.

    `github`: whether GitHub's commands are printed and its summary is written. `files`: format →
    the file to write, by the names of `FILES`.
    """

    github: bool
    files: Mapping[str, PathLike]

    def write(self, title: str, problems: Sequence[Problem]) -> str:
        """Write the files, and return the lines to print. Raises RecordError as `write_whole`.

        Under GitHub Actions, the Markdown is added to the file that GITHUB_STEP_SUMMARY names.
        """
        for name, file in self.files.items():
            write_whole(file, FILES[name](title, problems))
        if not self.github:
            return ""
        if summary := os.environ.get(_SUMMARY):
            _append(summary, github_summary(title, problems))
        return github_commands(problems)


def read_annotations(words: Iterable[str]) -> Annotations:
    """Return where problems go, as typed: "github", "gitlab=FILE", "junit=FILE", "sarif=FILE".

    Raises UsageError for an unknown word, a missing file, or a format that is named twice,
    RecordError for a file that cannot be written.
    """
    files: dict[str, PathLike] = {}
    github = False
    for word in words:
        name, _, file = word.partition("=")
        if name not in ("github", *FILES):
            known = f"github, {' and '.join(f'{each}=FILE' for each in FILES)}"
            near = did_you_mean(name, ("github", *FILES))
            raise UsageError(f"annotations {word!r} are unknown{near} (there are {known})")
        if (name == "github") == bool(file):
            wanted = "no file: it is printed" if name == "github" else "a file: " + f"{name}=FILE"
            raise UsageError(f"annotations {word!r}: {name} takes {wanted}")
        if name in files or (name == "github" and github):
            raise UsageError(f"annotations {word!r}: {name} is named twice")
        if name == "github":
            github = True
        else:
            refuse_unwritable(file)
            files[name] = file
    return Annotations(github, files)


def _append(path: str, text: str) -> None:
    try:
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise RecordError(f"{path}: cannot be written: {error.strerror or error}") from error
