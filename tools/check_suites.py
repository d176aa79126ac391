"""Run the public suites that `check` is held to, and print a table of how each ended.

    python tools/check_suites.py FOLDER            every suite whose folder is there
    python tools/check_suites.py FOLDER scor cub   some of them
    … FOLDER indigo3 --jobs 4 --choose race 560    of each of them a sample of 560 racy programs

FOLDER has what is fetched: clones with the names in SUITES, and in `packages` what
`pip install --no-deps --target FOLDER/packages` puts there, as tests/sanitizer/README.md says. The
output of each suite is written to `FOLDER/NAME.txt`; docs/check.md has the figures.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_CLEAN = ROOT / "tests" / "sanitizer" / "suites" / "clean"
_HOLD = ("-m", "sanitizer.suites.hold")
_CHECK = ("-m", "kernelscope", "check")
_LAST_LINES = 4


@dataclass(frozen=True)
class Suite:
    """A suite: what of FOLDER it needs, "" if nothing, and the words after `python`.

    `{}` in a word stands for the path of what it needs. A suite with shares takes the words of
    tests/sanitizer/suites/sample.py, and can run in several processes.
    """

    needs: str
    words: tuple[str, ...]
    shares: bool = False


SUITES: dict[str, Suite] = {
    # kernels with and without faults
    "corpus": Suite("", ("-m", "sanitizer.corpus")),
    "scor": Suite("ScoR", (*_HOLD, "scor", "{}")),
    "hirace": Suite("HiRace-Artifact-SC24", (*_HOLD, "indigo", "{}"), shares=True),
    "indigo3": Suite("Indigo3Suite", ("-m", "sanitizer.suites.indigo3", "{}"), shares=True),
    "gpuverify": Suite("gpuverify", ("-m", "sanitizer.suites.gpuverify", "{}"), shares=True),
    "nvidia": Suite("compute-sanitizer-samples", (*_HOLD, "nvidia", "{}")),
    "triton": Suite("triton", ("-m", "sanitizer.suites.triton_faults", "{}")),
    # correct kernels
    "tutorials": Suite(
        "triton/python/tutorials",
        (str(ROOT / "tools" / "triton_tutorials.py"), "{}", "--check", "--limit", "900"),
    ),
    "cub": Suite("", (*_CHECK, str(_CLEAN / "cub.py"))),
    "inductor": Suite("", (*_CHECK, str(_CLEAN / "inductor.py"))),
    "liger": Suite("packages/liger_kernel", (*_CHECK, str(_CLEAN / "liger.py"))),
    "fla": Suite("packages/fla", (*_CHECK, str(_CLEAN / "fla_ops.py"))),
    "gems": Suite("packages/flag_gems", (*_CHECK, str(_CLEAN / "flag_gems_ops.py"))),
    "attorch": Suite("packages/attorch", (*_CHECK, str(_CLEAN / "attorch_ops.py"))),
    "conch": Suite("packages/conch", (*_CHECK, str(_CLEAN / "conch_ops.py"))),
    "compiled": Suite("", (*_CHECK, str(_CLEAN / "compiled_models.py"))),
    "helion": Suite("packages/helion", (*_CHECK, str(_CLEAN / "helion_kernels.py"))),
}


def run(name: str, folder: Path, jobs: int, choice: list[str]) -> list[str]:
    """Run one suite, or what is chosen of it; return its row of the table."""
    suite = SUITES[name]
    place = folder / suite.needs
    if suite.needs and not place.exists():
        return [name, "-", "-", f"there is no {place}"]
    words = [sys.executable, *(word.format(place) for word in suite.words)]
    if suite.shares:
        words += choice
    paths = (ROOT / "src", ROOT / "tests", folder / "packages")
    more = {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    shares = [[f"{k}/{jobs}"] for k in range(1, jobs + 1)] if suite.shares and jobs > 1 else [[]]
    started = time.monotonic()
    running: list[tuple[subprocess.Popen[str], Path]] = []
    for number, share in enumerate(shares):
        output = folder / f"{name}.{number}.txt"
        with output.open("w") as out:
            process = subprocess.Popen(
                [*words, *share],
                cwd=ROOT,
                env=os.environ | more,
                stdout=out,
                stderr=subprocess.STDOUT,
                text=True,
            )
        running.append((process, output))
    codes = [process.wait() for process, _ in running]
    texts = [output.read_text() for _, output in running]
    (folder / f"{name}.txt").write_text("".join(texts))
    for _, output in running:
        output.unlink()
    seconds = f"{time.monotonic() - started:.0f}"
    said = [line for line in "".join(texts).splitlines() if line.strip()]
    last = _counted(said) if suite.shares else "; ".join(said[-_LAST_LINES:])
    return [name, str(max(codes)), seconds, last.replace("|", "/")]


def _counted(lines: list[str]) -> str:
    """Return the counts of all shares, added."""
    counts = Counter[str]()
    for line in lines:
        match = re.fullmatch(r"(\w+ by the authors, .*): (\d+)", line)
        if match:
            counts[match[1]] += int(match[2])
    return "; ".join(f"{what}: {count}" for what, count in sorted(counts.items()))


def main() -> int:
    """Run the suites, and print the table as Markdown."""
    parser = argparse.ArgumentParser(description="Run the suites that `check` is held to.")
    parser.add_argument("folder", type=Path, help="what was fetched")
    parser.add_argument("suites", nargs="*", help=f"some of: {', '.join(SUITES)}")
    parser.add_argument(
        "--jobs", type=int, default=1, help="processes for a suite of many programs"
    )
    parser.add_argument(
        "--choose", nargs="+", default=[], metavar="WORD", help="a label, N, or a part of a name"
    )
    arguments = parser.parse_args()
    unknown = [name for name in arguments.suites if name not in SUITES]
    if unknown:
        parser.error(f"unknown suite: {unknown[0]} (there are {', '.join(SUITES)})")
    if not arguments.folder.is_dir():
        parser.error(f"there is no folder {arguments.folder}")
    print("| suite | exit code | seconds | last lines |\n|---|---|---|---|")
    for name in arguments.suites or SUITES:
        row = run(name, arguments.folder.resolve(), arguments.jobs, arguments.choose)
        print(f"| {' | '.join(row)} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
