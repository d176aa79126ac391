"""Prints what the checker finds in a public suite: `python -m sanitizer.suites.hold scor FOLDER`.

FOLDER has a checkout of the suite at the commit that its table names. Words after it choose some of
the programs (sample.py).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import kernelscope as ks
from kernelscope.errors import KernelscopeError
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from sanitizer.suites.inputs import instance, launches, scor_options
from sanitizer.suites.load import SuiteProgram, read
from sanitizer.suites.sample import Traits, chosen

_PLAIN = "-Dvolatile="
"""Makes plain what ScoR's programs declare `volatile`, so that their races are PTX's, too."""
_SECONDS = 60.0


def main(name: str, folder: Path, words: list[str]) -> None:
    """Print a line for each program, then counts."""
    counts = Counter[tuple[str, str]]()
    for program in chosen(read(name).programs, words, traits):
        verdict, found, error = judged(program, folder)
        counts[program.verdict, verdict] += 1
        told = ", ".join(sorted({f"{one.kind} {sorted(_lines(one))}" for one in found}))
        wanted = ", ".join(f"{one.kind} {list(one.lines)}" for one in program.findings)
        variant = f" {program.variant}" if program.variant else ""
        orders = {one.schedule for one in found} - {"turns"}
        under = f"under {', '.join(sorted(orders))} " if orders else ""
        print(f"{verdict:8} {program.file}{variant} {program.kernel}: "
              f"{program.verdict} {wanted} | {told} {under}{error}", flush=True)  # fmt: skip
    for (authors, verdict), count in sorted(counts.items()):
        print(f"{authors} by the authors, {verdict}: {count}")


def traits(program: SuiteProgram) -> Traits:
    """Return what chooses a program; its kind is its folder and the bugs in its name."""
    folder, _, name = program.file.rpartition("/")
    bugs = re.findall(r"[a-z]+Bug", name)
    return Traits(program.verdict, program.file, " ".join((folder, *bugs)))


def judged(program: SuiteProgram, folder: Path) -> tuple[str, list[Finding], str]:
    """Return the verdict on a program, its faults, and the error that ended it."""
    findings, error = _check(program, folder)
    return _verdict(program, findings), findings, error


def _options(program: SuiteProgram, folder: Path) -> tuple[str, ...]:
    if program.file.startswith("indigo"):
        return (f"-I{folder / 'indigo/indigo_include'}",)
    if program.file.startswith("benchmarks"):
        return (*scor_options(program), _PLAIN)
    return (_PLAIN,) if program.file.startswith("microbenchmarks") else ()


def _check(program: SuiteProgram, folder: Path) -> tuple[list[Finding], str]:
    """Return what is found in the launches of a program, and the error that ended one."""
    program.source(folder)
    error, options = "", _options(program, folder)
    with Sanitizer(explores=True) as sanitizer, ks.virtual_gpu("h200", limit_s=_SECONDS):
        kernel = ks.cuda_kernel(folder / program.file, instance(program), options=options)
        for grid, block, arguments in launches(program):
            try:
                kernel[grid, block](*arguments)
            except KernelscopeError as raised:
                error = f"({str(raised)[:120]})"
    return [finding for finding in sanitizer.findings if not finding.note], error


def _verdict(program: SuiteProgram, found: list[Finding]) -> str:
    """Return what is to be said of what was found.

    "at lines": a finding of the right tool at lines of the table; "elsewhere": only at others;
    "by PTX": the authors call the program clean, and PTX does not order the table's lines, at
    which something was found; "missed", "silent" and "extra".
    """
    clean = program.verdict == "clean"
    tool = "race" if clean else program.verdict
    expected = [set(fault.lines) for fault in program.findings if fault.tool == tool]
    sides = [_lines(one) for one in found if one.tool == tool]
    # A pair is a race's two sides. A suite that names one line of a race leaves the other open.
    at_lines = any(
        both == lines if len(lines) == 2 else both & lines for both in sides for lines in expected
    )
    if clean:
        known = at_lines and program.ordered is False
        return "by PTX" if known else "extra" if found else "silent"
    if at_lines:
        return "at lines"
    return "elsewhere" if sides else "missed"


def _lines(finding: Finding) -> set[int]:
    places = (finding.place, finding.other) if finding.other is not None else (finding.place,)
    return {int(place.source.rpartition(":")[2] or 0) for place in places}


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
