"""What NVIDIA's compute-sanitizer says of the bugs: run it on a machine with a GPU and nvcc.

    cd tests && python3 -m truth.bugs.on_gpu OUT

Each program runs before and after its fix: three times alone, and once under each tool.
`OUT/museum.json` has for each run how it ended, which lines of the kernel's file a report names,
and the first line of each kind of report; `OUT/logs.tar.gz` has all that was printed. A program
that hangs is stopped after some seconds.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from truth.bugs.index import Bug, bugs
from truth.bugs.program import program_of

TOOLS = ("racecheck", "memcheck", "synccheck", "initcheck")
WORKERS, LIMIT_S = 8, 25
# A program that hangs has done so after this.
HANGS_S = 10
# Nothing begins after this: the rest is "not run".
LONGEST_S = 440
_REPORT = re.compile(r"^========= (?:Error|Warning|Invalid|Barrier|Uninitialized|.*Race).*", re.M)


def ended(words: list[str], limit_s: float) -> tuple[str, str]:
    """Run a command; return how it ended, an exit code or "stopped", and what it printed."""
    started = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        said, _ = started.communicate(timeout=limit_s)
        return str(started.returncode), said
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
    try:
        said, _ = started.communicate(timeout=10)
    except subprocess.TimeoutExpired:  # a process of its own session has the pipe
        said = ""
    return "stopped", said


def lines_of(said: str, file: str) -> list[list[int]]:
    """Return the lines of a file that each report names: the first two, or one twice."""
    at_line = re.compile(rf"{re.escape(file)}:(\d+)")
    starts = [report.start() for report in _REPORT.finditer(said)]
    pairs: set[tuple[int, int]] = set()
    for start, end in itertools.pairwise([*starts, len(said)]):
        lines = [int(match[1]) for match in at_line.finditer(said[start:end])][:2]
        if lines:
            pairs.add((min(lines), max(lines)))
    return sorted(map(list, pairs))


def reports_of(said: str) -> list[str]:
    """Return the first line of each kind of report, without its numbers."""
    texts = [report.group().removeprefix("========= ") for report in _REPORT.finditer(said)]
    kinds = dict.fromkeys(re.sub(r"0x[0-9a-f]+|\d+", "#", text) for text in texts)
    return [kind for kind in kinds if not kind.startswith("ERROR SUMMARY")]


def built(bug: Bug, how: str, folder: Path) -> tuple[Path, str]:
    """Compile a program; return it, and what nvcc said."""
    source, program = folder / f"{bug.name}-{how}.cu", folder / f"{bug.name}-{how}"
    source.write_text(program_of(bug))
    # Spelt out: with `-arch=sm_90a` nvcc of some machines compiles for plain sm_90, too.
    target = "-gencode=arch=compute_90a,code=sm_90a"
    words = ["nvcc", target, "-lineinfo", "-std=c++17", "-o", str(program), str(source)]
    fixed = ["-DFIXED"] if how == "after" else []
    code, said = ended([*words, *fixed], 120)
    return program, "" if code == "0" else said


def main() -> None:
    """Run all programs of `bugs.toml`, and write what was found."""
    out = Path(sys.argv[1])
    begin, folder = time.time(), Path(tempfile.mkdtemp())
    logs = folder / "logs"
    for made in (out, logs):
        made.mkdir(exist_ok=True)
    measured = [bug for bug in bugs().values() if bug.device == "h200"]
    jobs = [(bug, how) for bug in measured for how in ("before", "after")]
    found: dict[str, Any] = {}

    def note(bug: Bug, how: str, key: str, value: object) -> None:
        found.setdefault(bug.name, {}).setdefault(how, {})[key] = value

    with ThreadPoolExecutor(2 * WORKERS) as pool:
        programs = [*pool.map(lambda job: built(job[0], job[1], folder), jobs)]
    print(f"compiled {len(jobs)} in {time.time() - begin:.0f} s", flush=True)
    by_job = {(bug.name, how): made for (bug, how), made in zip(jobs, programs, strict=True)}
    for (name, how), (_, said) in by_job.items():
        if said:
            print(f"{name} {how}: {said}", flush=True)

    def run(job: tuple[Bug, str, str]) -> None:
        bug, how, tool = job
        program, said = by_job[bug.name, how]
        if said:
            note(bug, how, tool, {"ended": "not compiled"})
            return
        under = ["compute-sanitizer", "--tool", tool, "--print-limit", "1000"] if tool else []
        if time.time() - begin > LONGEST_S:
            note(bug, how, tool or "alone", {"ended": "not run"})
            return
        limit = HANGS_S if (bug.kind, how) == ("deadlock", "before") else LIMIT_S
        results = [ended([*under, str(program)], limit) for _ in range(1 if tool else 3)]
        (logs / f"{bug.name}-{how}-{tool or 'alone'}.txt").write_text(str(results[0][1]))
        if not tool:
            note(bug, how, "alone", [[code, said.strip()] for code, said in results])
            return
        code, said = results[0]
        lines = lines_of(said, bug.path.name)
        note(bug, how, tool, {"ended": code, "lines": lines, "reports": reports_of(said)})

    def save() -> None:
        rows = [f"{json.dumps(name)}: {json.dumps(found[name], sort_keys=True)}" for name in found]
        (out / "museum.json").write_text("{\n" + ",\n".join(sorted(rows)) + "\n}\n")

    # Those that may hang come last, alone: while one spins, the others get a part of the GPU.
    hangs = [job for job in jobs if (job[0].kind, job[1]) == ("deadlock", "before")]
    for group in ([job for job in jobs if job not in hangs], hangs):
        for tools in (("",), TOOLS):
            with ThreadPoolExecutor(WORKERS) as pool:
                list(pool.map(run, [(*job, tool) for tool in tools for job in group]))
            save()
            print(f"{len(group)} with {tools}: {time.time() - begin:.0f} s", flush=True)
    with tarfile.open(out / "logs.tar.gz", "w:gz") as archive:
        archive.add(logs, arcname="logs")


if __name__ == "__main__":
    main()
