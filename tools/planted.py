"""Findings against a stopwatch: which of the two names the cause of what is wrong with a kernel?

python tools/planted.py [NAME ...]       prints the table as Markdown; the exit code is 1 if the
                                         findings miss a cause

Each script of tests/truth/planted has one fault or one reason to be slow, on lines that comments
`<- here` mark, and the names under which the findings may give it. What `check` says comes first,
then what `profile` does. A stopwatch has the same run's time, and whether it failed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "tests" / "truth" / "planted"
_TIME = re.compile(r"^\s*(\S+ (?:ms|µs|s)), the GPU works", re.MULTILINE)


@dataclass(frozen=True)
class Planted:
    """A script: what is planted, the names that fit, and the lines that the comments mark."""

    path: Path
    cause: str
    names: re.Pattern[str]
    lines: list[int]

    @property
    def places(self) -> list[str]:
        """The marked lines, as findings write them; of a kernel as a whole there is none."""
        return [f"{self.path.name}:{line}" for line in self.lines]


def planted(name: str) -> Planted:
    """Read a script's own words."""
    path = SCRIPTS / f"{name}.py"
    text = path.read_text()
    words = re.match(r'"""Planted: (.*)\.\n\nNamed by: (.*)\n"""', text)
    if not words:
        raise SystemExit(f"{path}: its docstring says what is planted, and what names it")
    marked = [number for number, line in enumerate(text.splitlines(), 1) if "<- here" in line]
    return Planted(path, words[1], re.compile(words[2]), marked)


def said(command: str, script: Planted) -> str:
    """Return what a command prints of the script."""
    words = ["kernelscope", command, str(script.path), "--device", "virtual:h200"]
    ended = subprocess.run(
        [sys.executable, "-m", *words], capture_output=True, text=True, check=False, cwd=SCRIPTS
    )
    return ended.stdout


def first_named(text: str, script: Planted) -> str:
    """Return the first finding that names the cause and the line; "" if there is none."""
    for part in text.split("\n\n"):
        words = " ".join(part.split())
        is_there = not script.places or any(place in words for place in script.places)
        if script.names.search(words) and is_there:
            return words
    return ""


def main() -> int:
    """Run the scripts, and print a row of the table for each."""
    names = sys.argv[1:] or sorted(path.stem for path in SCRIPTS.glob("*.py"))
    missed = 0
    print("| planted | line | the findings say | named | a stopwatch says | named |")
    print("|---|---|---|---|---|---|")
    for name in names:
        script = planted(name)
        profile = said("profile", script)
        finding = first_named(said("check", script), script) or first_named(profile, script)
        missed += not finding
        time = _TIME.search(profile)
        watch = f"{time[1]} (estimated)" if time else "the run fails"
        mark = "yes" if finding else "**no**"
        line = (script.places or [""])[0]
        print(f"| {script.cause} | {line} | {finding[:90]} | {mark} | {watch} | no |", flush=True)
    print(f"\nThe findings name {len(names) - missed} of {len(names)}.")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
