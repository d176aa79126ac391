"""Expected verdicts for public suites of faulty programs, which are not part of this repository.

Each `.json` file names the files, kernels and lines of one suite at one commit, and holds none of
its text.
A user gives the folder of a checkout:

    suite = read("scor")
    for program in suite.programs:
        source = program.source(folder)

A program has three verdicts, which need not agree: that of the suite's authors (`verdict`), that
of PTX's memory model (`ptx`), and whether happens-before orders the two lines (`ordered`). Most of
ScoR's programs use `volatile` data. To PTX that is `relaxed.sys`, so an unordered pair is not a
data race there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SUITES = tuple(sorted(path.stem for path in HERE.glob("*.json")))
VERDICTS = ("clean", "race", "barrier", "init", "memory")


@dataclass(frozen=True)
class SuiteFinding:
    """A fault of a program: the tool and kind, the memory, and the lines of its sides.

    `lines` are all those that the suite's comments name, if it does not pair them.
    """

    tool: str
    kind: str
    lines: tuple[int, ...]
    space: str = ""


@dataclass(frozen=True)
class SuiteProgram:
    """A kernel of a suite.

    Attributes:
        file: below the suite's folder.
        variant: the macro that brings the fault in; "" for none.
        verdict: of the suite's authors, one of `VERDICTS`.
        findings: the faults; of a clean program in which two lines look like a race, that pair.
        ptx: "race" or "clean" by PTX's memory model; "" if it was not looked at.
        ordered: whether happens-before orders the pair; None if it was not looked at.
        grid, block: of its launch; None if the suite takes them from the command line.
        arguments: the types of its parameters, as "uint32[1]".
        note: why the verdicts differ, or what the fault depends on.
    """

    file: str
    kernel: str
    verdict: str
    findings: tuple[SuiteFinding, ...] = ()
    variant: str = ""
    ptx: str = ""
    ordered: bool | None = None
    grid: int | None = None
    block: int | None = None
    arguments: tuple[str, ...] = ()
    note: str = ""

    def source(self, folder: Path) -> str:
        """Return its text.

        Raises:
            ValueError: the folder lacks the file, or the file is shorter than a named line.
        """
        path = folder / self.file
        if not path.is_file():
            raise ValueError(f"{folder} has no {self.file}: it is not this suite, or not its root")
        text = path.read_text()
        last = max((line for finding in self.findings for line in finding.lines), default=1)
        if text.count("\n") < last:
            raise ValueError(f"{path} has no line {last}: it is another version of the suite")
        return text


@dataclass(frozen=True)
class Suite:
    """A suite: where it is public, the commit that the lines are of, and its programs.

    `note` says how the kernels are launched if the programs do not.
    """

    name: str
    repository: str
    commit: str
    licence: str
    note: str
    programs: tuple[SuiteProgram, ...]


def read(name: str) -> Suite:
    """Return the table of a suite, one of `SUITES`."""
    data: dict[str, Any] = json.loads((HERE / f"{name}.json").read_text())
    return Suite(
        data["suite"],
        data["repository"],
        data["commit"],
        data["licence"],
        data.get("note", ""),
        tuple(map(_program, data["programs"])),
    )


def _program(row: dict[str, Any]) -> SuiteProgram:
    findings = tuple(_finding(**finding) for finding in row.get("findings", ()))
    arguments = tuple(row.get("arguments", ()))
    whole: dict[str, Any] = {**row, "findings": findings, "arguments": arguments}
    return SuiteProgram(**whole)


def _finding(lines: list[int], **rest: str) -> SuiteFinding:
    return SuiteFinding(lines=tuple(lines), **rest)
