"""NVIDIA's assembler: which instructions of a list it refuses, and why.

The newest of those on the path and in Triton is used. Instructions that are newer than it are left
out: `truth/needs.json` has the version of PTX of each form.
"""

from __future__ import annotations

import functools
import importlib.util
import itertools
import json
import math
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from kernelscope.vgpu.ir.forms import Form
from vgpu.forms import Case, Writer, is_legal

IN_A_FILE = 300
NEEDS = Path(__file__).parents[1] / "truth" / "needs.json"
_TARGETS = {"sm_60": "6.3"}  # older targets are for older versions
# `ptxas` 13.5 takes this for PTX 8.0; 13.1 refuses it for every version.
_LATER_THAN_PTX = {"membar . proxy . which:async ()": "9.5"}
_ERROR = re.compile(r"line (\d+); (?:error|fatal)\s*: (.*)")


def find_assembler() -> Path | None:
    """The newest `ptxas` of the path and of the installed Triton, or None."""
    places: list[Path] = []
    triton = importlib.util.find_spec("triton")
    if triton is not None and triton.origin is not None:
        folder = Path(triton.origin).parent / "backends" / "nvidia" / "bin"
        places += [folder / name for name in ("ptxas-blackwell", "ptxas")]
    places += map(Path, filter(None, [shutil.which("ptxas")]))
    there = [path for path in places if path.exists()]
    return max(there, key=lambda path: _number(newest_version(path)), default=None)


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


@functools.cache
def _needs() -> dict[str, list[str]]:
    """The least target, and the version of PTX, of each form."""
    return json.loads(NEEDS.read_text())


def is_newer(form: Form, assembler: Path) -> bool:
    """Whether a form is of a later version of PTX than an assembler reads."""
    _, version = (*_needs().get(form.spec, ()), "", "")[:2]
    version = _LATER_THAN_PTX.get(form.spec, version)
    return bool(version) and _number(version) > _number(newest_version(assembler))


@functools.cache
def newest_version(assembler: Path) -> str:
    """The newest version of PTX that an assembler reads, as in `.version 9.1`."""
    text = subprocess.run([assembler, "--version"], capture_output=True, text=True, check=True)
    release = re.search(r"release (\d+)\.(\d+)", text.stdout)
    assert release
    major, minor = map(int, release.groups())
    return f"{major - 4}.{minor - 1}" if major < 13 else f"{major - 4}.{minor}"


def every_case(form: Form, most: int, seed: int) -> list[Case]:
    """All legal combinations of a form's modifiers, or `most` of them."""
    choices = [(*slot.choices, "") if slot.optional else slot.choices for slot in form.slots]
    names = [slot.name for slot in form.slots]
    draw = random.Random(f"{seed} {form.spec}")
    if math.prod(map(len, choices)) <= 20 * most:
        rows = [row for row in itertools.product(*choices) if is_legal(form, row)]
    else:
        drawn = (tuple(map(draw.choice, choices)) for _ in range(200 * most))
        rows = list(itertools.islice(dict.fromkeys(r for r in drawn if is_legal(form, r)), most))
    if len(rows) > most:
        rows = draw.sample(rows, most)
    return [Case(form, tuple(zip(names, row, strict=True))) for row in rows]


def refusals(assembler: Path, cases: Sequence[Case]) -> dict[str, str]:
    """Mnemonic → what the assembler says against it, of those that it refuses."""
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if not is_newer(case.form, assembler):
            groups[case.target].append(case)
    found: dict[str, str] = {}
    for target, group in groups.items():
        version = _TARGETS.get(target) or newest_version(assembler)
        for start in range(0, len(group), IN_A_FILE):
            piece = group[start : start + IN_A_FILE]
            found |= _refused(assembler, f".version {version}\n.target {target}", piece)
    return found


def least_needs(assembler: Path, form: Form) -> list[str]:
    """The oldest target that takes some instruction of a form, and the oldest version for it.

    Nothing if the cases that are tried are all refused, because of operands that are not general.
    """
    cases = every_case(form, 8, seed=0)
    for target in _ALL_TARGETS:
        taken = [case for case in cases if not _attempt(assembler, target, "", [case])]
        if not taken:
            continue
        refused = ((v, _attempt(assembler, target, v, taken)) for v in _VERSIONS)
        return [target, *itertools.islice((v for v, r in refused if len(r) < len(taken)), 1)]
    return []


_ALL_TARGETS = (
    *("sm_60", "sm_75", "sm_80", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_120"),
    "sm_120a",
)
_VERSIONS = tuple(f"{n // 10}.{n % 10}" for n in (*range(60, 66), *range(70, 79), *range(80, 96)))


def _attempt(assembler: Path, target: str, version: str, cases: list[Case]) -> dict[str, str]:
    version = version or _TARGETS.get(target) or newest_version(assembler)
    return _refused(assembler, f".version {version}\n.target {target}", cases)


def _refused(assembler: Path, head: str, cases: list[Case]) -> dict[str, str]:
    """Assemble one file; again without what was refused, and in halves if no line is named."""
    writer = Writer()
    for number, case in enumerate(cases):
        writer.instruction(case, 2 * number, uniform=False)
    writer.finish()
    text = writer.text(head)
    said = assemble(assembler, head, text)
    if said is None:
        return {}
    lines = text.splitlines()
    known: dict[str, list[str]] = defaultdict(list)
    for case in cases:
        known[case.name].append(case.mnemonic)
    found: dict[str, str] = {}
    for number, reason in _ERROR.findall(said):
        name = lines[int(number) - 1].partition(" ")[0].rstrip(";")
        for mnemonic in known.get(name, ()):
            found.setdefault(mnemonic, reason)
    if not found and len(cases) == 1:
        return {cases[0].mnemonic: said.strip()}
    if not found:
        half = len(cases) // 2
        return _refused(assembler, head, cases[:half]) | _refused(assembler, head, cases[half:])
    rest = [case for case in cases if case.mnemonic not in found]
    return found | (_refused(assembler, head, rest) if rest else {})


def assemble(assembler: Path, head: str, text: str) -> str | None:
    """What the assembler says against a text, or None if it takes it."""
    # A GPU that runs programs for the target: 12.8 and newer know none before sm_75.
    architecture = head.rpartition("sm_")[2].replace("60", "90")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "forms.ptx"
        source.write_text(text)
        done = subprocess.run(
            [assembler, f"-arch=sm_{architecture}", "-O0", "-o", Path(folder) / "out", source],
            capture_output=True,
            text=True,
            check=False,
        )
    return None if done.returncode == 0 else done.stdout + done.stderr


if __name__ == "__main__":  # python -m vgpu.assembler FILE, in tests/: what the file lacks
    from kernelscope.vgpu.ir.forms import TABLE

    found, file = find_assembler(), Path(sys.argv[1])
    assert found is not None
    known = json.loads(file.read_text()) if file.exists() else {}
    every = [form for forms in TABLE.values() for form in forms]
    needs = {f.spec: known.get(f.spec) or least_needs(found, f) for f in every}
    file.write_text(json.dumps(needs, indent=0) + "\n")
