"""Run the public suites that `check` is held to, and print a table of how each ended.

    python tools/check_suites.py FOLDER            every suite whose folder is there
    python tools/check_suites.py FOLDER scor cub   some of them

FOLDER has what is fetched: clones with the names in SUITES, and in `packages` what
`pip install --no-deps --target FOLDER/packages liger-kernel fla-core einops helion` puts there. The
output of each suite is written to `FOLDER/NAME.txt`; docs/check.md has the figures.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
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

    `{}` in a word stands for the path of what it needs.
    """

    needs: str
    words: tuple[str, ...]


SUITES: dict[str, Suite] = {
    # kernels with and without faults
    "corpus": Suite("", ("-m", "sanitizer.corpus")),
    "scor": Suite("ScoR", (*_HOLD, "scor", "{}")),
    "indigo": Suite("HiRace-Artifact-SC24", (*_HOLD, "indigo", "{}", "8")),
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
    "helion": Suite("packages/helion", (*_CHECK, str(_CLEAN / "helion_kernels.py"))),
}


def run(name: str, folder: Path) -> list[str]:
    """Run one suite; return its row of the table."""
    suite = SUITES[name]
    place = folder / suite.needs
    if suite.needs and not place.exists():
        return [name, "-", "-", f"there is no {place}"]
    words = [sys.executable, *(word.format(place) for word in suite.words)]
    paths = (ROOT / "src", ROOT / "tests", folder / "packages")
    more = {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    started = time.monotonic()
    with (folder / f"{name}.txt").open("w") as out:
        done = subprocess.run(
            words,
            cwd=ROOT,
            env=os.environ | more,
            stdout=out,
            stderr=subprocess.STDOUT,
            check=False,
        )
    seconds = f"{time.monotonic() - started:.0f}"
    said = [line for line in (folder / f"{name}.txt").read_text().splitlines() if line.strip()]
    last = "; ".join(said[-_LAST_LINES:]).replace("|", "/")
    return [name, str(done.returncode), seconds, last]


def main() -> int:
    """Run the suites, and print the table as Markdown."""
    parser = argparse.ArgumentParser(description="Run the suites that `check` is held to.")
    parser.add_argument("folder", type=Path, help="what was fetched")
    parser.add_argument("suites", nargs="*", help=f"some of: {', '.join(SUITES)}")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.suites if name not in SUITES]
    if unknown:
        parser.error(f"unknown suite: {unknown[0]} (there are {', '.join(SUITES)})")
    if not arguments.folder.is_dir():
        parser.error(f"there is no folder {arguments.folder}")
    print("| suite | exit code | seconds | last lines |\n|---|---|---|---|")
    for name in arguments.suites or SUITES:
        print(f"| {' | '.join(run(name, arguments.folder.resolve()))} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
