"""Build and run HeCBench's CUDA programs on the virtual GPU, and say how each ends.

    git clone https://github.com/zjin-lcf/HeCBench && git -C HeCBench checkout f27000a
    python tools/hecbench.py list HeCBench                    which programs, by the rule below
    python tools/hecbench.py run HeCBench --out results.csv   build and run them, in their order
    … run HeCBench --out results.csv --only nbody heat2d      some of them
    python tools/hecbench.py check HeCBench --out checked.csv --only nbody    under `check`

The list and the arguments are in `tests/driver/hecbench.csv`. A program is in it if its folder has
a Makefile with a target `run`; if it needs no library of machine code, no other GPU and no file
that the repository lacks; and if its sources print words that say whether its result is right. The
order is random, from SEED. `arguments` are the Makefile's, or smaller ones (`own` has the
Makefile's then): the virtual GPU executes 10⁸ to 10⁹ instructions of threads in a second. Of a
Makefile with several runs the first is taken.

A program passes if it ends with 0, its output has no word of failure, and it has one of success if
its sources print one. None of HeCBench's code is part of this repository.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "driver" / "hecbench.csv"
SEED = 32
_SOURCES = (".cu", ".cuh", ".h", ".hpp", ".cpp", ".cc", ".c", ".inc")
_OWN_LIBRARIES = {"m", "pthread", "dl", "rt", "cudart", "cuda", "gomp"}
_NEEDS = re.compile(
    r"cublas|cufft|\bcurand\.h|curandGenerator|cusparse|cusolver|cutensor|cudnn|nvjpeg|nppi?\.h"
    r"|nvshmem|nccl|nvml|nvrtc|glut|GL/gl|opencv|mpi\.h|boost/|cutlass/|hdf5|sndfile|fftw|gsl/"
    r"|zlib\.h|papi\.h|tbb/|Memcpy(To|From)?Peer|EnablePeerAccess",
    re.I,
)
_SUCCESS = re.compile(
    r"\b(pass(ed|es)?|success(ful(ly)?)?|verified|correct|results? match(es)?|ok)\b", re.I
)
_DIFFERENCE = re.compile(r"\b(mismatch\w*|incorrect|wrong|not equal|differs?)\b", re.I)
_FAILURE = re.compile(
    r"\b(fail(ed|ure|s)?|mismatch\w*|incorrect|wrong|not equal|not correct|differs?)\b", re.I
)
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_RUN = re.compile(r"^\t+[@-]?\s*(?:\$\(LAUNCHER\)\s*)?(\./\S+.*)$", re.MULTILINE)
_FILE = re.compile(r"^(?!-)(?:\S+/\S+|\S*[A-Za-z]\S*\.[A-Za-z]\w{1,4})$")
"""A word of a command that names a file."""
_NONE_FAILED = re.compile(r"\b(0|no) (\w+ )?(fail|mismatch|incorrect|wrong)\w*", re.I)
_BUSY = 20
"""The seconds of the clock that a command may take for each one of its processor."""
_FINDING = re.compile(r"^\d+\. ")
_NO_FILE = re.compile(
    r"(can(no|'|)t|unable to|could not|fail(ed)? to|error) (be )?(open|read|find)\w*|no such file",
    re.I,
)
_BUILD_S = 900
"""The seconds of the processor that each process of a build may take."""
_TOO_LONG = (-signal.SIGXCPU, 128 + signal.SIGXCPU)
_MOST_OUTPUT = 1 << 20
_OUTPUT = re.compile(r"out|result", re.I)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One program of the list.

    Attributes:
        program: its name; its folder is `src/NAME-cuda`.
        file: the file that its Makefile builds.
        arguments: those that it is run with.
        own: those of its Makefile's `run`, if they are others.
    """

    program: str
    file: str
    arguments: str
    own: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one program ended.

    Attributes:
        program: its name.
        result: pass, fail, no build, too long, no data, refused, or says nothing.
        build_s: seconds of the processor that its build took; 0 if it was built before.
        run_s: seconds of the processor that its run took.
        reason: one line; "" for a pass.
    """

    program: str
    result: str
    build_s: float
    run_s: float
    reason: str = ""


# ---- the list ----


def listed(root: Path) -> list[Benchmark]:
    """Return the programs that the rule takes, in their order."""
    chosen = [each for each in map(_benchmark, sorted(root.glob("src/*-cuda"))) if each]
    random.Random(SEED).shuffle(chosen)
    return chosen


def _benchmark(folder: Path) -> Benchmark | None:
    """Return the program of a folder; None if the rule leaves it out."""
    makefile = folder / "Makefile"
    if not makefile.exists():
        return None
    make = makefile.read_text(errors="replace").replace("\\\n", " ")
    text = _sources(folder)
    libraries = set(re.findall(r"(?<!\S)-l(\w+)", make)) - _OWN_LIBRARIES
    run = _RUN.search(make, make.find("\nrun"))
    if libraries or _NEEDS.search(make + text) or not run or "\nrun" not in make:
        return None
    if not any(_SUCCESS.search(words) or _DIFFERENCE.search(words) for words in _strings(text)):
        return None
    variables = dict(re.findall(r"^(\w+)\s*[:?]?=\s*(.*?)\s*$", make, re.MULTILINE))
    command = re.sub(r"\$\((\w+)\)", lambda name: variables.get(name[1], ""), run[1])
    file, *arguments = shlex.split(command, comments=True)
    if any(_is_missing(folder, word) for word in arguments):
        return None
    return Benchmark(folder.name.removesuffix("-cuda"), file, shlex.join(arguments))


def _sources(folder: Path) -> str:
    files = [path for path in folder.rglob("*") if path.suffix in _SOURCES and path.is_file()]
    return "".join(path.read_text(errors="replace") for path in files)


def _strings(text: str) -> Iterator[str]:
    return (match[1] for match in _STRING.finditer(text))


def _is_missing(folder: Path, word: str) -> bool:
    """Return whether a word of a command names a file to read that is not there."""
    return bool(_FILE.match(word) and not _OUTPUT.search(word) and not (folder / word).exists())


def write_list(root: Path) -> None:
    """Write the list; a program that is in it keeps its arguments."""
    known = {each.program: each for each in read_list()} if LIST.exists() else {}
    chosen = [known.get(each.program, each) for each in listed(root)]
    write(LIST, chosen)


def read_list() -> list[Benchmark]:
    """Return the list as it was frozen."""
    with LIST.open(newline="") as file:
        return [Benchmark(**row) for row in csv.DictReader(file)]


def write(path: Path, rows: Sequence[Benchmark] | Sequence[Outcome]) -> None:
    """Write rows as CSV."""
    names = [field.name for field in fields(rows[0])]
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)


# ---- building and running ----


@dataclass(frozen=True, slots=True)
class Place:
    """Where programs are built, and how they are run.

    Attributes:
        root: the clone of HeCBench.
        outputs: the folder that gets what each program prints.
        limit: the seconds of the processor that a run may take.
        command: `run` or `check`.
    """

    root: Path
    outputs: Path
    limit: int
    command: str

    def outcome(self, benchmark: Benchmark) -> Outcome:
        """Build a program, run it, and say how it ended."""
        folder = self.root / "src" / f"{benchmark.program}-cuda"
        home = _toolkit()
        make = ["make", "ARCH=sm_90", f"CUDA_ROOT={home}"]
        path = f"{home}/bin{os.pathsep}{os.environ['PATH']}"
        code, text, build_s = ended(make, folder, _BUILD_S, CUDA_HOME=home, PATH=path)
        if code != 0 or not (folder / benchmark.file).exists():
            return Outcome(benchmark.program, "no build", build_s, 0.0, first_error(text))
        words = [
            *KERNELSCOPE,
            *_COMMANDS[self.command],
            benchmark.file,
            *shlex.split(benchmark.arguments),
        ]
        code, text, run_s = ended(words, folder, self.limit)
        (self.outputs / f"{benchmark.program}.txt").write_text(f"{text}\nexit code: {code}\n")
        if self.command == "check":
            result, reason = checked(code, text)
        else:
            says_success = any(map(_SUCCESS.search, _strings(_sources(folder))))
            result, reason = verdict(code, text, says_success)
        return Outcome(benchmark.program, result, build_s, run_s, reason)


KERNELSCOPE = (sys.executable, "-m", "kernelscope")
_COMMANDS = {"run": ("run", "--fast-time"), "check": ("check",)}
"""No time is looked at."""


@cache
def _toolkit() -> str:
    words = [*KERNELSCOPE, "toolkit"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def ended(
    words: Sequence[str], folder: Path, limit: float, **variables: str
) -> tuple[int | None, str, float]:
    """Return a command's exit code, None if it took too long, its output, and its time."""
    before = os.times()
    paths = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        process = subprocess.Popen(
            ["prlimit", f"--cpu={limit}:{limit + 5}", *words],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": paths} | variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code = process.wait(_BUSY * limit)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        output.seek(0)
        text = output.read(_MOST_OUTPUT)
    now = os.times()
    spent = now.children_user + now.children_system - before.children_user - before.children_system
    return None if code in _TOO_LONG else code, text, round(max(spent, 0.0), 1)


def first_error(text: str) -> str:
    """Return the first line of a build's output that has an error; "" if none has."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if re.search(r"error|not found|undefined", line)), "")


def verdict(code: int | None, text: str, says_success: bool) -> tuple[str, str]:
    """Return how a run ended, by the program's own words and its exit code, and why."""
    lines = [line.strip() for line in text.splitlines()]
    ours = [line for line in lines if re.match(r"kernelscope: (?!no GPU is used)", line)]
    failed = [line for line in lines if _FAILURE.search(_NONE_FAILED.sub("", line))]
    own = [line for line in failed if line not in ours]
    if code is None:
        return "too long", next((line for line in ours if "has run for" in line), "")
    if code == 0 and not own:
        is_said = not says_success or any(map(_SUCCESS.search, lines))
        return ("pass", "") if is_said else ("says nothing", (ours or [""])[0])
    lacking = [line for line in lines if _NO_FILE.search(line)]
    if lacking:
        return "no data", lacking[0]
    reason = (ours or own or [f"exit code {code}"])[0]
    return ("refused" if "not supported" in reason else "fail"), reason


def checked(code: int | None, text: str) -> tuple[str, str]:
    """Return what `check` says of a program, and its first finding."""
    if code is None:
        return "too long", ""
    if re.search(r"^nothing found in ", text, re.MULTILINE):
        return "nothing found", ""
    findings = [" ".join(line.split()) for line in text.splitlines() if _FINDING.match(line)]
    result = "fail" if not findings else "findings" if code else "notes"
    return result, "; ".join(findings) or f"exit code {code}"


def run(place: Place, benchmarks: Sequence[Benchmark], out: Path) -> None:
    """Run programs in their order; `out` has each outcome as soon as it is known."""
    place.outputs.mkdir(parents=True, exist_ok=True)
    for benchmark in benchmarks:
        outcome = place.outcome(benchmark)
        before = [each for each in read_outcomes(out) if each.program != benchmark.program]
        write(out, [*before, outcome])
        print(*asdict(outcome).values(), flush=True)


def read_outcomes(path: Path) -> list[Outcome]:
    """Return the outcomes that a file has; none if there is no file."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [
            Outcome(
                row["program"],
                row["result"],
                float(row["build_s"]),
                float(row["run_s"]),
                row["reason"],
            )
            for row in csv.DictReader(file)
        ]


def main() -> None:
    """Write the list, or run what it names."""
    parser = argparse.ArgumentParser(description="Run HeCBench's programs on the virtual GPU.")
    parser.add_argument("command", choices=("list", *_COMMANDS))
    parser.add_argument("folder", type=Path, help="a clone of HeCBench")
    parser.add_argument("--out", type=Path, default=Path("hecbench.csv"), help="the outcomes")
    parser.add_argument("--only", nargs="*", help="names of programs")
    parser.add_argument("--first", type=int, help="how many programs of the list")
    parser.add_argument("--limit", type=int, default=300, help="processor seconds of a run")
    arguments = parser.parse_args()
    if arguments.command == "list":
        write_list(arguments.folder)
        return
    chosen = read_list()[: arguments.first]
    if arguments.only is not None:
        chosen = [each for each in chosen if each.program in arguments.only]
    out: Path = arguments.out.resolve()
    place = Place(
        arguments.folder.resolve(), out.with_suffix(""), arguments.limit, arguments.command
    )
    run(place, chosen, out)
    names = {each.program for each in chosen}
    count = Counter(each.result for each in read_outcomes(out) if each.program in names)
    print(dict(count))


if __name__ == "__main__":
    main()
