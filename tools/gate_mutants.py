"""Count the regressions that the gate catches: its kernels, each with one change that costs.

    python tools/gate_mutants.py --workers 16 --seconds 240 --out mutants.json

A mutant is `tests/scripts/gate` with one change: a load more, a narrower access, local memory,
fewer registers, a barrier more, another tile. Each is compiled, run and held to the baseline of the
project as it is. It is caught if its test fails, with the right line if a problem of the failure
is at the line that was changed, or, for a change of the launch or of the assembler's registers, at
the launch or at the kernel.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gate_project import SOURCES, copy_project, run_tests

PYTHON, CUDA = "kernels.py", "kernels.cu"
TRITON = ("axpy", "gelu", "softmax", "rows", "matmul")
CUDA_KERNELS = ("saxpy", "transpose", "block_sums", "smooth")
# One block in so many does more.
SHARES = (1, 2, 4, 8, 16)


@dataclass(frozen=True)
class Mutant:
    """One change.

    Attributes:
        kind: what it costs; test: the test that must fail.
        file: the file that is changed; text: its new content.
        lines: the lines, from 1, of `file` at which a problem names the cause.
        what: the change in words.
    """

    kind: str
    test: str
    file: str
    text: str
    lines: tuple[int, ...]
    what: str


def functions(lines: Sequence[str], start: str) -> dict[str, tuple[int, int]]:
    """Return name → (first line, line behind the last), from 0, of each function."""
    heads = [place for place, line in enumerate(lines) if re.match(start, line)]
    found: dict[str, tuple[int, int]] = {}
    for head in heads:
        name = re.match(start, lines[head])
        end = next(
            (n for n in range(head + 1, len(lines)) if lines[n] and lines[n][0] not in " )"),
            len(lines),
        )
        if name:
            found[name[1]] = head, end
    return found


class Maker:
    """Makes the mutants of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines = (SOURCES / file).read_text().splitlines()

    def added(self, kind: str, test: str, behind: int, code: str) -> Mutant:
        """Return the mutant with a line more behind line `behind`, from 0, with its indent."""
        indent = re.match(r" *", self.lines[behind])
        text = (indent[0] if indent else "") + code
        lines = [*self.lines[: behind + 1], text, *self.lines[behind + 1 :]]
        # Of two equal lines in a row nothing says which of them is the new one.
        equal = [n + 1 for n in (behind, behind + 2) if lines[n] == text]
        return self._made(kind, test, lines, (behind + 2, *equal), f"+ {code}")

    def changed(self, kind: str, test: str, place: int, code: str, also: Sequence[int]) -> Mutant:
        """Return the mutant with another line at `place`, from 0; `also` names the cause, too."""
        lines = [*self.lines[:place], code, *self.lines[place + 1 :]]
        right = (place + 1, *(one + 1 for one in also))
        return self._made(kind, test, lines, right, f"{self.lines[place].strip()} → {code.strip()}")

    def _made(
        self, kind: str, test: str, lines: Sequence[str], right: tuple[int, ...], what: str
    ) -> Mutant:
        return Mutant(kind, f"test_{test}", self.file, "\n".join(lines) + "\n", right, what)


def of_triton() -> Iterator[Mutant]:
    """Yield the mutants of the Triton kernels."""
    make = Maker(PYTHON)
    kernels = functions(make.lines, r"def (\w+)_kernel\(")
    callers = functions(make.lines, r"def (\w+)\(")
    for name in TRITON:
        start, end = kernels[name]
        caller = range(*callers[name])
        launch = next(n for n in caller if f"{name}_kernel[" in make.lines[n])
        for place in range(start + 1, end):
            line = make.lines[place]
            if not line.strip() or line.strip().startswith("for "):
                continue
            yield make.added("barrier", name, place, "tl.debug_barrier()")
            if "tl.load(" in line:
                yield from _more_loads(make, name, place)
            if "tl.load(" in line or "tl.store(" in line:
                yield from _narrower(make, name, place)
        yield from _smaller(make, name, launch)
        for place in range(start + 1, end):
            if "tl.load(" in make.lines[place]:
                yield from _misread(make, name, place)
        yield from _spilling(make, name, launch, start)


def _more_loads(make: Maker, name: str, place: int) -> Iterator[Mutant]:
    """Yield mutants that load the same addresses again, in a share of the blocks."""
    value, _, load = make.lines[place].strip().partition(" = ")
    for share in SHARES:
        code = f"if tl.program_id(0) % {share} == 0:  # reads again"
        again = f"{value} = tl.maximum({value}, {_volatile(load)})"
        one_line = f"{value} = {again.partition(' = ')[2]}"
        if share > 1:
            # A branch needs its own line: the load is at the second of the two.
            made = make.added("traffic", name, place, code)
            lines = made.text.splitlines()
            indent = re.match(r" *", lines[place + 1])
            body = (indent[0] if indent else "") + "    " + one_line
            lines.insert(place + 2, body)
            text = "\n".join(lines) + "\n"
            right = (place + 2, place + 3)
            yield Mutant("traffic", made.test, made.file, text, right, f"1/{share}: {one_line}")
        else:
            yield make.added("traffic", name, place, one_line)


def _volatile(load: str) -> str:
    return load[:-1] + ", volatile=True)"


def _narrower(make: Maker, name: str, place: int) -> Iterator[Mutant]:
    """Yield mutants whose pointers have a stride that the compiler does not know to be 1."""
    line = make.lines[place]
    for old, new in (
        ("+ at", "+ at * one"),
        ("k[None, :]", "k[None, :] * one"),
        ("j[None, :]", "j[None, :] * one"),
    ):
        if old in line:
            yield make.changed("width", name, place, line.replace(old, new, 1), ())
    if "mask=mask" in line:
        code = line.replace("mask=mask", "mask=mask & (at * one < n)", 1)
        yield make.changed("width", name, place, code, ())


def _misread(make: Maker, name: str, place: int) -> Iterator[Mutant]:
    """Yield mutants that read beyond a sector: a stride of 2 inside the same rows."""
    line = make.lines[place]
    if "+ at," in line:
        for step in (2, 4, 8):
            code = line.replace("+ at,", f"+ at // {step} * {step},", 1)
            yield make.changed("width", name, place, code, ())


def _smaller(make: Maker, name: str, launch: int) -> Iterator[Mutant]:
    """Yield mutants with a smaller tile, at the launch."""
    line = make.lines[launch]
    sizes = {"axpy": (512, 256, 128), "gelu": (512, 256, 128), "rows": (256, 128, 64)}
    for size in sizes.get(name, ()):
        old = "512" if name == "rows" else "1024"
        yield make.changed("tile", name, launch, line.replace(old, str(size)), _loads(make, name))
    if name == "matmul":
        for size in (16,):
            yield make.changed(
                "tile", name, launch, line.replace("32", str(size)), _loads(make, name)
            )
            code = line.replace("K=32", f"K={size}")
            yield make.changed("tile", name, launch, code, _loads(make, name))


def _loads(make: Maker, name: str) -> list[int]:
    start, end = functions(make.lines, r"def (\w+)_kernel\(")[name]
    return [n for n in range(start, end) if "tl.load(" in make.lines[n]]


def _spilling(make: Maker, name: str, launch: int, kernel: int) -> Iterator[Mutant]:
    """Yield mutants whose threads have too few registers."""
    line = make.lines[launch]
    # The assembler refuses tensor-core code with fewer than 32.
    for registers in (32, 40) if name == "matmul" else (16, 24):
        code = f"{line.rstrip()[:-1]}, maxnreg={registers})"
        yield make.changed("registers", name, launch, code, (kernel, kernel - 1))


def of_cuda() -> Iterator[Mutant]:
    """Yield the mutants of the CUDA C++ kernels."""
    make = Maker(CUDA)
    kernels = functions(make.lines, r'extern "C" __global__ void (\w+)\(')
    for name in CUDA_KERNELS:
        start, end = kernels[name]
        for place in range(start + 1, end - 1):
            line = make.lines[place]
            if not line.rstrip().endswith(";") or line.strip().startswith("for"):
                continue
            yield make.added("barrier", name, place, "__syncthreads();")
            for share in SHARES:
                code = (
                    f"if (blockIdx.x % {share} == 0 && ((const volatile float *)x)"
                    "[threadIdx.x + blockDim.x * blockIdx.x] == 12345.0f) out[0] = out[1];"
                )
                if place > start + 1 and not _in_loop(make.lines, place):
                    yield make.added("traffic", name, place, code)
            for size in (8, 16, 32, 64):
                code = (
                    f"{{ volatile float keep[{size}]; keep[threadIdx.x % {size}] = 1.0f; "
                    f"if (keep[n % {size}] == 12345.0f) n = 0; }}"
                )
                if place > start + 1 and not _in_loop(make.lines, place):
                    yield make.added("spill", name, place, code)
    yield from _narrower_in_cuda(make)
    yield from _conflicts(make)


def _in_loop(lines: Sequence[str], place: int) -> bool:
    return lines[place].startswith(" " * 8)


def _narrower_in_cuda(make: Maker) -> Iterator[Mutant]:
    """Yield mutants that load a vector number by number, or with gaps between lanes."""
    for place, line in enumerate(make.lines):
        vector = re.fullmatch(r"    float4 (\w) = (\w)\[(.+)\];", line)
        if vector:
            name = "saxpy" if "at" in vector[3] else "block_sums"
            parts = ", ".join(
                f"((const volatile float *){vector[2]})[4 * ({vector[3]}) + {n}]" for n in range(4)
            )
            code = f"    float4 {vector[1]} = make_float4({parts});"
            yield make.changed("width", name, place, code, ())
    for place, line in enumerate(make.lines):
        if line == "    out[at] = c;":
            name = "saxpy" if place < 12 else "smooth"
            if name == "saxpy":
                code = "    float *p = (float *)(out + at); p[0] = c.x; p[one] = c.y;"
                code += " p[2 * one] = c.z; p[3 * one] = c.w;"
                yield make.changed("width", name, place, code, ())


def _conflicts(make: Maker) -> Iterator[Mutant]:
    """Yield mutants whose tile has no padding, or is used in parts."""
    for place, line in enumerate(make.lines):
        if "tile[32][33]" in line:
            for width in (32, 34, 36, 40):
                code = line.replace("33", str(width))
                uses = [n for n, other in enumerate(make.lines) if "tile[thread" in other]
                yield make.changed("tile", "transpose", place, code, [*uses, place - 1])


def mutants() -> list[Mutant]:
    """Return all mutants, in an order that mixes their kinds."""
    made = [*of_triton(), *of_cuda()]
    return sorted(made, key=lambda one: hash_of(one.text))


def hash_of(text: str) -> int:
    """Return a number that depends on the text alone."""
    return sum((place + 1) * ord(letter) for place, letter in enumerate(text)) * 2654435761 % 2**32


def judge(mutant: Mutant, project: Path) -> dict[str, Any]:
    """Run a mutant's test, and return whether it was caught, and where."""
    with tempfile.TemporaryDirectory() as made:
        folder = copy_project(Path(made) / "project")
        (folder / "kernelscope_baselines").symlink_to(project / "kernelscope_baselines")
        (folder / mutant.file).write_text(mutant.text)
        outcome = run_tests(folder, [mutant.test])
        places = [problem["source"] for problem in outcome.problems]
        texts = [*outcome.failed.values()]
    right = [f"{mutant.file}:{line}" for line in mutant.lines]
    named = [Path(place).name for place in places]
    result = asdict(mutant) | {
        "caught": bool(outcome.failed),
        "right": any(place in right for place in named),
        "places": named,
        "failure": texts[0] if texts else "",
    }
    del result["text"]
    return result


def child(project: Path, first: int, step: int, deadline: float) -> None:
    """Judge each `step`th mutant from `first` on; print a line of JSON for each."""
    for mutant in mutants()[first::step]:
        if time.time() > deadline:
            return
        print(json.dumps(judge(mutant, project)), flush=True)


def main() -> None:
    """Judge all mutants, print the table, and write the figures."""
    parser = argparse.ArgumentParser(description="Count the regressions that the gate catches.")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=3600, help="judge no mutant after this")
    parser.add_argument("--only", type=int, default=0, help="judge so many of them")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--child", nargs=4, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        project, first, step, deadline = given.child
        child(Path(project), int(first), int(step), float(deadline))
        return
    start = time.time()
    project = copy_project(Path(tempfile.mkdtemp(prefix="gate-")) / "project")
    outcome = run_tests(project, update=True)
    if outcome.failed:
        sys.exit("\n".join(outcome.failed.values()))
    count = len(mutants())
    step = count // given.only if given.only else 1
    workers = given.workers * step

    def run(first: int) -> list[dict[str, Any]]:
        words = [str(project), str(first * step), str(workers), str(start + given.seconds)]
        done = subprocess.run(
            [sys.executable, __file__, "--child", *words],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            print(done.stderr[-3000:], file=sys.stderr)
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    with ThreadPoolExecutor(given.workers) as pool:
        judged = [one for some in pool.map(run, range(given.workers)) for one in some]
    report(judged, count, time.time() - start, given.out)


def report(judged: list[dict[str, Any]], count: int, seconds: float, out: Path | None) -> None:
    """Print what was caught, and write it."""
    whole, caught, right = Counter[str](), Counter[str](), Counter[str]()
    for one in judged:
        for kind in (one["kind"], "all"):
            whole[kind] += 1
            caught[kind] += one["caught"]
            right[kind] += one["right"]
    for kind in sorted(whole):
        print(f"{kind:>8}: {whole[kind]:4} mutants, {caught[kind]:4} caught, {right[kind]:4} right")
    print(f"{len(judged)} of {count} mutants in {seconds:.0f} s")
    for one in judged:
        if not one["right"]:
            print(f"MISSED {one['kind']} {one['test']} {one['file']}:{one['lines']}: {one['what']}")
            print(f"       caught: {one['caught']}, at {one['places']}: {one['failure'][:300]}")
    if out is not None:
        out.write_text(json.dumps({"seconds": seconds, "mutants": judged}, indent=1) + "\n")


if __name__ == "__main__":
    main()
