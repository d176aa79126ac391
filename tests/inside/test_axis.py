"""What is proven of addresses and masks is what Triton's own analysis proves, on random ones."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from math import gcd
from pathlib import Path

import pytest

from inside.compiled import triton_form
from inside.random_pointers import modules
from kernelscope.inside.decisions.axis import AxisAnalysis
from kernelscope.inside.decisions.axis_rules import Facts
from kernelscope.inside.decisions.mlir import parse

pytestmark = pytest.mark.triton

SEEDS = range(16)
LARGEST = 1 << 30
_FACTS = re.compile(
    r"contiguity = \[([^]]*)\], divisibility = \[([^]]*)\], constancy = \[([^]]*)\]"
)


def ttgir(folder: Path) -> dict[int, str]:
    made = modules(folder, SEEDS)
    types = {"x": "*i32", "index": "*i32", "out": "*i32", "a": "i32", "b": "i32", "wide": "i64"}
    texts: dict[int, str] = {}
    for seed in SEEDS:
        draw = random.Random(seed)
        form = triton_form(
            getattr(made, f"kernel{seed}"),
            types,
            {"K": draw.choice((1, 16, 24, 64)), "ROWS": 16, "N": draw.choice((64, 256, 1024))},
            ("x", "index", "out", "a"),
            num_warps=draw.choice((1, 4, 8)),
        )
        texts[seed] = form.texts["ttgir"]
    return texts


def with_loads(text: str) -> tuple[str, list[str]]:
    """The text with each block of integers loaded from, so that Triton tells what it knows of it.

    The pointer that they are added to is a multiple of everything, so that nothing is lost by it.
    """
    module = parse(text)
    types = AxisAnalysis(module).types
    added: dict[int, list[str]] = {}
    values: list[str] = []
    kernel = module.kernel()
    assert kernel is not None
    for op in kernel.walk():
        for result in op.results:
            kind = types[result]
            if kind.shape and re.fullmatch(r"i\d+", kind.element):
                values.append(result)
                lines = _loaded(result, types.text(result), kind.element, len(values))
                added.setdefault(op.end, []).extend(lines)
    lines: list[str] = []
    for number, line in enumerate(module.text.splitlines(), 1):
        base = f"(%base: !tt.ptr<i8> {{tt.divisibility = {LARGEST} : i64}}, "
        lines.append(line.replace("(", base, 1) if "tt.func public" in line else line)
        lines += added.get(number, [])
    return "\n".join(lines), values


def _loaded(value: str, kind: str, element: str, number: int) -> list[str]:
    pointers = kind.replace(f"x{element},", "x!tt.ptr<i8>,")
    lines: list[str] = []
    if element in ("i1", "i8"):
        wide = kind.replace(f"x{element},", "xi32,")
        lines = [f"%wide{number} = arith.extui {value} : {kind} to {wide}"]
        value, kind = f"%wide{number}", wide
    return [
        *lines,
        f"%all{number} = tt.splat %base : !tt.ptr<i8> -> {pointers}",
        f"%each{number} = tt.addptr %all{number}, {value} : {pointers}, {kind}",
        f"%read{number} = tt.load %each{number} {{number = {number} : i32}} : {pointers}",
    ]


def printed(folder: Path, texts: dict[int, str]) -> dict[int, dict[int, Facts]]:
    """Triton's facts of each numbered value of each text."""
    paths = {str(folder / f"{seed}.ttgir"): seed for seed in texts}
    for path, seed in paths.items():
        Path(path).write_text(texts[seed], encoding="utf-8")
    environment = os.environ | {
        "TRITON_ENABLE_LLVM_DEBUG": "1",
        "TRITON_LLVM_DEBUG_ONLY": "tritongpu-coalesce",
    }
    program = Path(__file__).with_name("print_axis.py")
    done = subprocess.run(
        [sys.executable, str(program), *paths],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[int, dict[int, Facts]] = {}
    for part in done.stderr.split("FILE ")[1:]:
        facts = found[paths[part.split("\n")[0]]] = {}
        for told in part.split("Considering op: ")[1:]:
            number = re.search(r"number = (\d+)", told.partition("\n")[0])
            known = _FACTS.search(told)
            if number and known:
                vectors = (tuple(map(int, known[n].split(","))) for n in (1, 2, 3))
                facts[int(number[1])] = Facts(*vectors)
    return found


def cut(facts: Facts, shape: tuple[int, ...]) -> Facts:
    """As adding a value to a pointer leaves its facts: runs end with the block."""
    runs = tuple(gcd(run, size) for run, size in zip(facts.contiguity, shape, strict=True))
    each = zip(runs, facts.divisibility, strict=True)
    divisibility = tuple(gcd(d, run) if run > 1 else min(d, LARGEST) for run, d in each)
    return Facts(runs, divisibility, facts.constancy)


def matters(facts: Facts) -> tuple[tuple[int, int, int], ...]:
    """By dimension; a divisor without a run is nothing that widens an access."""
    each = zip(facts.contiguity, facts.divisibility, facts.constancy, strict=True)
    return tuple((run, d if run > 1 else 0, equal) for run, d, equal in each)


@pytest.mark.slow
def test_facts_equal_those_that_triton_prints(tmp_path: Path) -> None:
    texts = ttgir(tmp_path)
    asked = {seed: with_loads(text) for seed, text in texts.items()}
    triton = printed(tmp_path, {seed: text for seed, (text, _) in asked.items()})
    compared = 0
    for seed, (_, values) in asked.items():
        mine = AxisAnalysis(parse(texts[seed]))
        for number, theirs in triton[seed].items():
            value = values[number - 1]
            own = cut(mine[value], mine.types[value].shape)
            assert matters(own) == matters(cut(theirs, mine.types[value].shape)), (seed, value)
            compared += 1
    assert compared > 150


# Triton's own passes fold a division by 1 away, and no random kernel has one by -1: by hand.
BLOCK = "tensor<1024xi32, #blocked>"
EDGES = f"""\
#blocked = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4],
order = [0]}}>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"}} {{
  tt.func public @kernel(%n: i32 {{tt.divisibility = 48 : i32}}) {{
    %run = tt.make_range {{end = 1024 : i32, start = 0 : i32}} : {BLOCK}
    %same = tt.splat %n : i32 -> {BLOCK}
""".replace(",\norder", ", order")


def edges() -> str:
    """A range and a splat multiplied, divided and subtracted by 1, -1 and 16, on either side."""
    lines: list[str] = []
    for number, constant in enumerate((1, -1, 16)):
        value = f"%c{number}"
        lines.append(f"{value} = arith.constant dense<{constant}> : {BLOCK}")
        for operation in ("subi", "muli", "divsi", "remsi"):
            if (operation, constant) == ("remsi", 1):
                continue  # Triton knows that it is 0; it is folded away before the analysis
            known = (operation, constant) == ("remsi", -1)  # by -1 it is 0, which 3.9 knows
            for name in ("run", "same"):
                pairs = ((f"%{name}", value), (value, f"%{name}"))
                for side, (left, right) in zip(("of", "by"), pairs, strict=True):
                    if known and side == "of":
                        continue
                    made = f"%{operation}_{side}_{name}{number}"
                    lines.append(f"{made} = arith.{operation} {left}, {right} : {BLOCK}")
    return EDGES + "".join(f"    {line}\n" for line in lines) + "    tt.return\n  }\n}\n"


def test_a_factor_or_divisor_of_one_or_minus_one_is_what_triton_makes_of_it(tmp_path: Path) -> None:
    """A divisor of 1 leaves a run as it is; one of -1 turns it round, so that it ends."""
    text, values = with_loads(edges())
    triton = printed(tmp_path, {0: text})[0]
    mine = AxisAnalysis(parse(edges()))
    assert len(triton) == len(values) > 43
    for number, theirs in triton.items():
        value = values[number - 1]
        assert matters(cut(mine[value], (1024,))) == matters(cut(theirs, (1024,))), value
    assert mine["%divsi_of_run0"].contiguity == (1024,)
    assert mine["%divsi_of_run1"].contiguity == (1,)
