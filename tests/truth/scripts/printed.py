"""What the scripts of tests/scripts print, on a real GPU and without one, side by side.

    python -m truth.scripts.printed run OUT.jsonl [NAME …]           (in tests/; on a GPU)
    python -m truth.scripts.printed here OUT.jsonl [NAME …]          (on no GPU: kernelscope run)
    python -m truth.scripts.printed table H200.jsonl HERE.jsonl

`table` pairs lines that are equal but for their numbers, and gives the relative difference of each
pair of numbers that has a unit of time or a rate.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "scripts"
SECONDS = 300
ARGUMENTS = {"vector_add_report": ("18", tempfile.gettempdir())}
_NUMBER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])")
_ROW = re.compile(r"^\d+( +\d+\.\d+){2,}$")
_OF_TABLE = re.compile(r"%|---")
_TIMED = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?) ?(us|ms|GB/s)\b")


def run(path: Path, names: list[str], command: list[str]) -> None:
    """Run the scripts, each in a process; write a line for each: what it printed, how it ended."""
    with path.open("a", encoding="utf-8") as file:
        for script in sorted(SCRIPTS.glob("*.py")):
            if names and script.stem not in names:
                continue
            begin = time.monotonic()
            try:
                ended = subprocess.run(
                    [*command, str(script), *ARGUMENTS.get(script.stem, ())],
                    capture_output=True,
                    text=True,
                    timeout=SECONDS,
                    check=False,
                )
                row = {"out": ended.stdout, "err": ended.stderr[-4000:], "code": ended.returncode}
            except subprocess.TimeoutExpired:
                row = {"out": "", "err": f"longer than {SECONDS} s", "code": 124}
            seconds = round(time.monotonic() - begin, 1)
            file.write(json.dumps({"script": script.stem, "seconds": seconds, **row}) + "\n")
            file.flush()


def rows(path: Path) -> dict[str, dict[str, object]]:
    """Return the last run of each script."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {row["script"]: row for row in map(json.loads, lines)}


def _figures(line: str) -> list[float]:
    """Return the times and rates of a line; in a row of `perf_report` all but number and size."""
    if _ROW.match(line):
        return [float(word) for word in line.split()[2:]]
    return [float(found[1]) for found in _TIMED.finditer(line)]


def _shape(line: str) -> str:
    """Return a line with its numbers and the widths of its columns left out."""
    words = _NUMBER.sub("#", _TIMED.sub(r"# \2", line)).split()
    return " ".join(word for word in words if word.strip("-"))


def pairs(there: str, here: str) -> Iterator[tuple[str, float, float]]:
    """Yield (line, number there, number here) of times and rates in lines that are alike.

    The n-th line of a kind belongs to the n-th of the other side. Two zeros say nothing.
    """
    ours: defaultdict[str, list[str]] = defaultdict(list)
    for line in here.splitlines():
        ours[_shape(line)].append(line)
    for line in there.splitlines():
        if others := ours[_shape(line)]:
            found = zip(_figures(line), _figures(others.pop(0)), strict=False)
            yield from ((line.strip(), one, two) for one, two in found if one or two)


def untimed(text: str) -> list[str]:
    """Return the lines that have no time and are no part of a profiler's table."""
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not _figures(line) and not _OF_TABLE.search(line)]


def table(there: Path, here: Path) -> Iterator[str]:
    """Yield the lines of the table, and a sum."""
    theirs, ours = rows(there), rows(here)
    near = total = same = said = 0
    yield "| script | printed on the H200 | there | here | difference |"
    yield "|---|---|---|---|---|"
    for name, row in theirs.items():
        other = ours.get(name)
        if other is None or other["code"] != row["code"]:
            why = "not run" if other is None else str(other["err"]).strip().splitlines()[-1:]
            yield f"| {name} | ended with {row['code']} | | {why} | |"
            continue
        other_lines = untimed(str(other["out"]))
        for line in untimed(str(row["out"])):
            said += 1
            same += line in other_lines
            if line not in other_lines:
                yield f"| {name} | {line[:60]} | | not so | |"
        for line, one, two in pairs(str(row["out"]), str(other["out"])):
            total += 1
            near += abs(two - one) <= 0.25 * one
            difference = two / one - 1 if one else 0.0
            yield f"| {name} | {line[:60]} | {one:g} | {two:g} | {difference:+.0%} |"
    yield ""
    yield f"{near} of {total} times and rates within 25 %; {same} of {said} other lines the same."


def main(words: list[str]) -> None:
    match words:
        case ["run", path, *names]:
            run(Path(path), names, [sys.executable])
        case ["here", path, *names]:
            run(Path(path), names, [sys.executable, "-m", "kernelscope", "run"])
        case ["table", there, here]:
            print("\n".join(table(Path(there), Path(here))))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
