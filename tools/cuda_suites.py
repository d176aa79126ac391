"""Build and run suites of CUDA programs on the virtual GPU: NVIDIA's samples, llm.c, ScoR.

    git clone https://github.com/NVIDIA/cuda-samples
    python tools/cuda_suites.py samples cuda-samples
    git clone https://github.com/karpathy/llm.c
    python tools/cuda_suites.py llmc llm.c
    git clone https://github.com/csl-iisc/ScoR
    python tools/cuda_suites.py scor ScoR

The lists are in `tests/driver/suites.csv`: which programs, their arguments (of several runs, with
`|` between them), and the changes that make them smaller (`PATTERN=>TEXT; …`, regular expressions
on their sources), as the virtual GPU executes 10⁸ to 10⁹ instructions of threads in a second. A
program with a reason in `left_out` is not run: it needs OpenGL, a second GPU, MPI or a library of
machine code.

A sample or a program of llm.c passes if it ends with 0 and says nothing of a failure, in words of
`hecbench.py`. A program of ScoR is run under `check`, and passes if that finds a race where its
authors say that there is one (`race_…`, or built with RACEY), and none where they say that there
is none. Each is built in a copy below the folder of `--out`. None of the suites' code is part of
this repository.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hecbench import (
    KERNELSCOPE,
    ROOT,
    Outcome,
    checked,
    ended,
    first_error,
    read_outcomes,
    verdict,
    write,
)

LIST = ROOT / "tests" / "driver" / "suites.csv"
_LIBRARIES = {"cuda_driver": "cuda", "nvrtc": "nvrtc"}
# The first numbers of the input of ScoR's benchmarks, and how many follow, below which.
_INPUTS = {
    "1dconv": ("5 2000", 2005, 9),
    "graph-coloring": ("300 900", 1800, 300),
    "graph-connectivity": ("300 900", 1800, 300),
    "matrix-multiplication": ("24 24 24", 1152, 9),
    "reduction": ("9000", 9000, 9),
    "rule-110": ("2000 3", 2000, 2),
    "uts": ("5 3 1", 0, 1),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A program of a suite.

    Attributes:
        suite: samples, llmc, scor.
        program: its name there.
        change: what makes it smaller: `PATTERN=>TEXT; …`.
        arguments: those that it is run with.
        left_out: the reason not to run it; "" to run it.
    """

    suite: str
    program: str
    change: str
    arguments: str
    left_out: str


@dataclass(frozen=True, slots=True)
class Built:
    """The commands that build a program, its file, and the command of Kernelscope that runs it."""

    commands: Sequence[Sequence[str]]
    file: Path
    command: str = "run"


def read_list(suite: str) -> list[Row]:
    """Return the rows of a suite."""
    with LIST.open(newline="") as file:
        return [row for row in (Row(**row) for row in csv.DictReader(file)) if row.suite == suite]


def _copied(source: Path, folder: Path, change: str) -> None:
    """Copy a folder of sources, with the changes."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder)
    for file in (f for f in folder.rglob("*") if f.suffix in (".cu", ".cuh", ".h", ".cpp")):
        text = before = file.read_text(errors="surrogateescape")
        for pattern, _, new in (part.partition("=>") for part in change.split(";") if part):
            text = re.sub(pattern.strip(), new.strip(), text)
        if text != before:
            file.write_text(text, errors="surrogateescape")


def _nvcc(*words: str) -> list[str]:
    return [*KERNELSCOPE, "run", "nvcc", *words]


def of_samples(root: Path, row: Row, folder: Path) -> Built:
    """Build one of NVIDIA's samples: by CMake if it builds more than its program, else by nvcc."""
    source, name = root / "Samples" / row.program, row.program.rpartition("/")[2]
    _copied(source, folder, row.change)
    cmake = (source / "CMakeLists.txt").read_text()
    if "add_custom_command" in cmake:
        configure = [*KERNELSCOPE, "run", "cmake", "-S", str(source), "-B", str(folder)]
        return Built([configure, [*KERNELSCOPE, "run", "make"]], folder / name)
    listed = re.search(rf"add_executable\(\s*{name}\s+([^)]*)\)", cmake)
    files = listed[1].replace("../../../Common", str(root / "Common")).split() if listed else []
    files = [file for file in files if "$" not in file]
    libraries = [
        f"-l{_LIBRARIES[each]}" for each in re.findall(r"CUDA::(\w+)", cmake) if each in _LIBRARIES
    ]
    kernels = sum(file.endswith(".cu") for file in files)
    options = ["-rdc=true"] if kernels > 1 or name.startswith("cdp") else []
    options += ["-Xcompiler", "-fopenmp"] if "OpenMP" in cmake else []
    options += ["-std=c++17", "--extended-lambda", f"-I{root / 'Common'}"]
    return Built([_nvcc(*options, *files, "-o", name, *libraries)], folder / name)


def of_llmc(root: Path, row: Row, folder: Path) -> Built:
    """Build a program of llm.c's dev/cuda as its Makefile does."""
    _copied(root / "dev" / "cuda", folder, row.change)
    options = ["-O3", "--use_fast_math", "-lcublas", "-lcublasLt", "-std=c++17"]
    return Built([_nvcc(*options, f"{row.program}.cu", "-o", row.program)], folder / row.program)


def of_scor(root: Path, row: Row, folder: Path) -> Built:
    """Build a program of ScoR: a microbenchmark, or a benchmark with or without RACEY."""
    name, _, racey = row.program.partition(" ")
    if (root / "benchmarks" / name).is_dir():
        _copied(root / "benchmarks" / name, folder, row.change)
        first, count, below = _INPUTS[name]
        numbers = (str(random.Random(n).randrange(below)) for n in range(count))
        (folder / "input.txt").write_text(f"{first}\n{' '.join(numbers)}\n")
        make = [*KERNELSCOPE, "run", "make", f"RACEY={int(bool(racey))}", *row.arguments.split()]
        return Built([make], folder / name, "check")
    _copied(root / "microbenchmarks" / "src", folder, row.change)
    return Built([_nvcc("-arch=compute_60", f"{name}.cu", "-o", name)], folder / name, "check")


_SUITES = {"samples": of_samples, "llmc": of_llmc, "scor": of_scor}


def outcome(root: Path, row: Row, out: Path, limit: float) -> Outcome:
    """Build a program, run it, and say how it ended."""
    if row.left_out:
        return Outcome(row.program, "left out", 0.0, 0.0, row.left_out)
    folder = out.with_suffix("") / re.sub(r"\W", "_", row.program)
    built = _SUITES[row.suite](root, row, folder)
    text, build_s = "", 0.0
    for words in built.commands:
        code, text, seconds = ended(words, folder, limit)
        build_s += seconds
        if code:
            break
    if not built.file.exists():
        return Outcome(row.program, "no build", build_s, 0.0, first_error(text))
    reason, result, run_s = "", "pass", 0.0
    for arguments in ([] if built.command == "check" else row.arguments.split("|")) or [""]:
        words = [*KERNELSCOPE, built.command, f"./{built.file.name}", *shlex.split(arguments)]
        if (folder / "input.txt").exists():
            words = ["sh", "-c", f"{shlex.join(words)} < input.txt"]
        code, text, seconds = ended(words, folder, limit)
        run_s += seconds
        (folder / f"output{arguments.strip()}.txt").write_text(f"{text}\nexit code: {code}\n")
        judged = _JUDGES[row.suite](row, code, text)
        if judged[0] != "pass":
            result, reason = judged
    return Outcome(row.program, result, round(build_s, 1), round(run_s, 1), reason)


def _sampled(_row: Row, code: int | None, text: str) -> tuple[str, str]:
    """Return how a sample ended: NVIDIA's own tests go by the exit code, of which 2 is "waived"."""
    result, reason = verdict(code, text, False)
    last = next((line for line in reversed(text.splitlines()) if line.strip()), "")
    endings = {0: ("pass", ""), 2: ("waived", last)}
    return (result, reason) if code is None else endings.get(code, (result, reason))


def _worked(_row: Row, code: int | None, text: str) -> tuple[str, str]:
    return verdict(code, text, False)


def _raced(row: Row, code: int | None, text: str) -> tuple[str, str]:
    """Return whether `check` agrees with the authors of ScoR, and what it says."""
    result, reason = checked(code, text)
    if result in ("too long", "fail"):
        return result, reason
    is_racy = row.program.startswith("race_") or row.program.endswith(" RACEY")
    finds_race = "race" in reason
    if is_racy == finds_race:
        return "pass", ""
    return "missed" if is_racy else "false alarm", reason or result


_JUDGES = {"samples": _sampled, "llmc": _worked, "scor": _raced}


def main() -> None:
    """Run the programs of a suite, and print how many ended in which way."""
    parser = argparse.ArgumentParser(description="Run CUDA programs on the virtual GPU.")
    parser.add_argument("suite", choices=tuple(_SUITES))
    parser.add_argument("folder", type=Path, help="a clone of the suite")
    parser.add_argument("--out", type=Path, help="the outcomes; by default SUITE.csv")
    parser.add_argument("--only", nargs="*", help="names of programs")
    parser.add_argument("--limit", type=float, default=600, help="seconds of a build or a run")
    arguments = parser.parse_args()
    out: Path = (arguments.out or Path(f"{arguments.suite}.csv")).resolve()
    rows = read_list(arguments.suite)
    for row in rows:
        if arguments.only and row.program not in arguments.only:
            continue
        ending = outcome(arguments.folder.resolve(), row, out, arguments.limit)
        before = [each for each in read_outcomes(out) if each.program != row.program]
        write(out, [*before, ending])
        print(
            ending.program, ending.result, ending.build_s, ending.run_s, ending.reason, flush=True
        )
    print(dict(Counter(each.result for each in read_outcomes(out))))


if __name__ == "__main__":
    main()
