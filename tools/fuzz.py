"""Run mutated PTX on the virtual GPU, and report what is neither a result nor a clear error.

    python tools/fuzz.py --seconds 600 --seed 7 --output out/fuzz
    python tools/fuzz.py --only 7001234 --seed 7        # one case again

A case is a number: from it follow a PTX of the tests' (`fuzz_mutations`) with its changes, and a
launch. Cases run in processes of their own, whose buffers lie between guard pages and canaries
(`fuzz_memory`). What is reported, with the number and the smallest PTX that still shows it:

    death      a signal ended the process
    hang       it used more processor time than the time limit and some seconds, or it slept
    damage     a canary next to a buffer changed
    internal   an error that is not one of Kernelscope's, or its compiler's own
"""

from __future__ import annotations

import argparse
import errno
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tools")]

from fuzz_launches import Launch, Made  # noqa: E402
from fuzz_memory import Guards  # noqa: E402
from fuzz_mutations import LAUNCHES, Case, case_of, corpus  # noqa: E402

LIMIT_S = 0.25  # of a launch; the tests' own take 0.1 s at most
CPU_S, WALL_S = 20, 150  # of a case, to compile it too; others use the processors
# Each thread of a launch's team reserves a stack and an arena of the allocator.
MEMORY = (6 << 30) + (len(os.sched_getaffinity(0)) << 27)
CASES_OF_A_PROCESS = 400  # code in memory is not given back to the last byte
BAD = ("death", "hang", "damage", "internal")
_MINIMISE_S = 60


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a case ended: `kind` is "result", "refused", an error's name or one of `BAD`."""

    kind: str
    detail: str = ""


# ---- in a process of its own -------------------------------------------------------------------


class Modules:
    """The module of the last text, with its compiled kernels."""

    def __init__(self) -> None:
        self._last: tuple[str, Any] = "", None

    def of(self, text: str) -> Any:
        """Return the module of a text."""
        from kernelscope import vgpu

        if self._last[1] is None or self._last[0] != text:
            self._last = text, vgpu.load_ptx(text)
        return self._last[1]


def run_case(case: Case, guards: Guards, modules: Modules) -> Outcome:
    """Load and launch a case in this process."""
    from kernelscope.errors import KernelscopeError, PtxError

    try:
        module = modules.of(case.text)
        if not module.kernels:
            return Outcome("refused", "no kernel")
        chosen = module.kernels[case.number % len(module.kernels)]
        kernel = module.kernel(case.kernel if case.kernel in module.kernels else chosen)
        _launch(kernel, case.launch, guards)
        return Outcome("result")
    except PtxError as problem:
        internal = "beyond the virtual GPU's compiler" in str(problem)
        return Outcome("internal" if internal else "refused", str(problem))
    except KernelscopeError as problem:
        return Outcome(type(problem).__name__, str(problem))
    except MemoryError:
        return Outcome("refused", "memory")
    except Exception as problem:  # noqa: BLE001 (each is a finding)
        if isinstance(problem, OSError) and problem.errno == errno.ENOMEM:
            return Outcome("refused", "memory")  # for the guards' pages
        return Outcome("internal", f"{type(problem).__name__}: {problem}"[:300])


def _launch(kernel: Any, launch: Launch, guards: Guards) -> None:
    from kernelscope.vgpu.schedule import schedule

    kernel.finds_owners = False
    block = kernel.required_block if launch.keeps_block else None
    values = [*launch.arguments, *(Made(n % 9, n) for n in range(len(kernel.parameters)))]
    values, _ = guards.copied(values[: len(kernel.parameters)])
    arguments = [
        guards.argument(parameter, value) if isinstance(value, Made) else value
        for parameter, value in zip(kernel.parameters, values, strict=True)
    ]
    kernel.launch(
        launch.grid,
        block or launch.block,
        arguments,
        launch.shared,
        limit_s=LIMIT_S,
        cooperative=launch.cooperative,
        schedule=schedule(launch.schedule),
        cluster=launch.cluster,
    )


def work(pipe: Connection, folder: str) -> None:
    """Run the cases that come through a pipe, and send the outcome of each."""
    os.nice(19)
    os.environ["KERNELSCOPE_CACHE"] = folder
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # kernels print
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    guards, modules = Guards(), Modules()
    while True:
        case = pipe.recv()
        with guards.of_case():
            outcome = run_case(case, guards, modules)
        damaged = guards.damage()
        if damaged:
            outcome = Outcome("damage", f"{damaged}; {outcome.kind}")
        pipe.send(outcome)


# ---- the pool ----------------------------------------------------------------------------------


class Runner:
    """A process that runs cases, started again when one ends it."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.process: Any = None
        self._left = 0
        self.case: Case | None = None

    def start(self, case: Case) -> None:
        """Begin a case."""
        if self._left == 0 or not self.process.is_alive():
            self.stop()
            context = multiprocessing.get_context("spawn")
            self.pipe, theirs = context.Pipe()
            self.process = context.Process(target=work, args=(theirs, self._folder), daemon=True)
            self.process.start()
            theirs.close()
            self._left = CASES_OF_A_PROCESS
        self._left -= 1
        self.case, self._began, self._cpu = case, time.monotonic(), self._used()
        self.pipe.send(case)

    def _used(self) -> float:
        """Return the processor time of the process in seconds."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ended(self) -> Outcome | None:
        """Return the outcome of the case; None if it goes on."""
        try:
            if self.pipe.poll():
                return self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(10)
            self._left = 0
            return Outcome("death", f"exit code {self.process.exitcode}")
        if self._used() - self._cpu > CPU_S or time.monotonic() - self._began > WALL_S:
            self.stop()
            return Outcome("hang", f"{time.monotonic() - self._began:.0f} s")
        return None

    def run(self, case: Case) -> Outcome:
        """Run one case to its end."""
        self.start(case)
        while (outcome := self.ended()) is None:
            wait([self.pipe], 0.2)
        return outcome

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
        self._left = 0


# ---- findings ----------------------------------------------------------------------------------


def _signature(outcome: Outcome) -> str:
    """Return what two findings of one cause have in common."""
    text = "".join(" " if c.isdigit() else c for c in outcome.detail.partition("(")[2])
    return f"{outcome.kind} {text[:60]}" if outcome.kind == "internal" else outcome.kind


def minimised(case: Case, outcome: Outcome, runner: Runner) -> Case:
    """Return the case with as many lines left out as still give the same outcome."""
    ends = time.monotonic() + _MINIMISE_S
    lines = case.text.split("\n")
    step = max(1, len(lines) // 2)
    while time.monotonic() < ends:
        at = 0
        while at < len(lines) and time.monotonic() < ends:
            shorter = lines[:at] + lines[at + step :]
            other = case.with_text("\n".join(shorter))
            if _signature(runner.run(other)) == _signature(outcome):
                lines = shorter
            else:
                at += step
        if step == 1:
            break
        step = max(1, step // 2)
    return case.with_text("\n".join(lines))


class Findings:
    """The cases that ended badly, the first of each kind in full."""

    def __init__(self, output: Path, folder: str) -> None:
        self._output = output
        self._folder = folder
        self._seen: Counter[str] = Counter()
        self._in_full: list[tuple[int, Case, Outcome]] = []

    def add(self, number: int, case: Case, outcome: Outcome) -> None:
        """Report a case in one line, and keep the first ones of its kind."""
        kind = _signature(outcome)
        self._seen[kind] += 1
        print(f"{outcome.kind}: case {number}: {outcome.detail[:160]}", flush=True)
        if self._seen[kind] <= 3:
            self._in_full.append((number, case, outcome))

    def write(self) -> None:
        """Write what was kept, each with the smallest PTX that shows it."""
        runner = Runner(self._folder)
        for number, case, outcome in self._in_full:
            small = minimised(case, outcome, runner)
            self._output.mkdir(parents=True, exist_ok=True)
            header = f"// case {number}, {outcome.kind}: {outcome.detail[:200]}\n"
            text = f"{header}// {small.launch}\n{small.text}\n".replace("\n\n", "\n")
            (self._output / f"{number}.ptx").write_text(text)
            print(text, flush=True)
        runner.stop()


class Numbers:
    """The numbers of the cases to run: the launches of a text one after the other."""

    def __init__(self, most: int) -> None:
        self._next = 0
        self._most = most
        self.count = 0

    def after(self, number: int | None, outcome: Outcome | None) -> int:
        """Return the number after a case; a text that is refused, fails or loops is left alone."""
        over = outcome is None or outcome.kind in ("refused", "TimeLimitError", *BAD)
        if number is None or over or (number + 1) % LAUNCHES == 0:
            self._next += LAUNCHES
            number = self._next - LAUNCHES - 1
        self.count += 1
        return number + 1

    def are_over(self) -> bool:
        """Return whether as many cases as were asked for have begun."""
        return self.count >= self._most


def fuzz(asked: argparse.Namespace) -> int:
    """Run cases until the time or their number is up; return how many ended badly."""
    known = corpus(ROOT, asked.launches)
    begin = time.monotonic()
    counts: Counter[str] = Counter()
    numbers = Numbers(asked.cases)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        runners = [Runner(folder) for _ in range(asked.processes)]
        findings = Findings(asked.output, folder)
        running: dict[Runner, int] = {}
        ended: dict[Runner, tuple[int | None, Outcome | None]]
        ended = dict.fromkeys(runners, (None, None))
        while True:
            over = time.monotonic() - begin > asked.seconds
            for runner in runners:
                if runner in running or over or numbers.are_over():
                    continue
                running[runner] = number = numbers.after(*ended[runner])
                runner.start(case_of(asked.seed, number, known))
            if not running:
                break
            wait([runner.pipe for runner in running], 0.5)
            for runner, number in list(running.items()):
                outcome = runner.ended()
                if outcome is None:
                    continue
                del running[runner]
                ended[runner] = number, outcome
                counts[outcome.kind] += 1
                if outcome.kind in BAD:
                    case = runner.case
                    assert case is not None
                    findings.add(number, case, outcome)
        for runner in runners:
            runner.stop()
        print(f"{numbers.count} cases of seed {asked.seed} in {time.monotonic() - begin:.0f} s")
        print(", ".join(f"{kind} {count}" for kind, count in counts.most_common()), flush=True)
        findings.write()
    return sum(counts[kind] for kind in BAD)


def main() -> int:
    """Run the cases that are asked for; 1 if one ended badly."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cases", type=int, default=10**9)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--output", type=Path, default=ROOT / "out" / "fuzz")
    parser.add_argument("--launches", type=Path, help="a folder with launches of the tests")
    parser.add_argument("--only", type=int, help="run the case of this number and print it")
    asked = parser.parse_args()
    if asked.only is None:
        return int(fuzz(asked) > 0)
    case = case_of(asked.seed, asked.only, corpus(ROOT, asked.launches))
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        runner = Runner(folder)
        outcome = runner.run(case)
        runner.stop()
    print(f"{case.text}\n{case.kernel} {case.launch}\n{outcome}")
    return int(outcome.kind in BAD)


if __name__ == "__main__":
    sys.exit(main())
