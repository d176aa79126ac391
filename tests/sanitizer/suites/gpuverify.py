"""Prints what the checker finds in GPUVerify's tests: `-m sanitizer.suites.gpuverify FOLDER`.

FOLDER is a clone of mc-imperial/gpuverify. Its CUDA tests say what a verifier finds, for all inputs
and with no host code. Here each kernel runs once, on small numbers, compiled for debugging if that
works (`-G`: else stores that nothing reads are gone). A parameter has the value that the test gives
it. More words choose some of them (sample.py).
"""

from __future__ import annotations

import math
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import torch

import kernelscope as ks
from kernelscope.errors import CompileError, KernelscopeError, PtxError
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from sanitizer.suites.sample import Traits, chosen

_SECONDS = 10.0
_ELEMENTS = 1 << 20
_MOST_BLOCKS = 4
_MOST_THREADS = 1024
_NUMBER = 16
_SPECIFICATION = (
    "__requires", "__ensures", "__invariant", "__global_invariant", "__function_wide_invariant",
    "__candidate_invariant", "__assert", "__axiom", "__assume", "__requires_fresh_array",
    "__global_assert", "__candidate_assert", "__non_temporal",
)  # fmt: skip
_GROUPS = """#include <cooperative_groups.h>
namespace cooperative_groups {
template <class Group> __device__ void synchronize(const Group& group) { group.sync(); }
}
"""
"""CUDA's header, with the name that the tests have for its `sync`."""
_RACE = re.compile(r"race|racy|[Ww]rite by thread|[Rr]ead by thread|diverge|barrier", re.I)
NOT_CLEAN = {
    "memcpy/arrayofstruct": "stores a struct that nothing has filled",
    "pointertests/test_copy_between_memory_spaces": "copies shared memory that nothing has written",
    "scope": "clears a quarter of the array that it adds up",
    "warpsync/2d": "relies on lanes that go together",
    "warpsync/intragroup_scan": "the same",
    "warpsync/scan_warp": "the same",
    "warpsync/shuffle": "the same",
}
"""Tests that a verifier passes and a GPU may not."""
_MEMORY = torch.zeros(_ELEMENTS, dtype=torch.int32)
_TYPES = {"float": torch.float32, "double": torch.float64, "char": torch.uint8, "long": torch.int64}


def main(folder: Path, words: list[str]) -> None:
    """Print a line for each test, then counts."""
    counts = Counter[tuple[str, str]]()
    paths = sorted((folder / "testsuite" / "CUDA").rglob("*.cu"))
    for path in chosen(paths, words, lambda path: Traits(expected(path), str(path))):
        authors = expected(path)
        findings, error = check(path)
        faults = [finding for finding in findings if not finding.note]
        verdict = "found" if faults else "not run" if error else "note" if findings else "silent"
        counts[authors, verdict] += 1
        told = ", ".join(sorted({f"{f.tool}/{f.kind} {_lines(f)}" for f in findings}))
        name = path.relative_to(folder / "testsuite" / "CUDA").parent
        print(f"{authors:5} {verdict:7} {name} | {told} {error}", flush=True)
    for (authors, verdict), count in sorted(counts.items()):
        print(f"{authors} by the authors, {verdict}: {count}")


def expected(path: Path) -> str:
    """Return "clean", "race", or "other": a null pointer, an assertion, what cannot be compiled."""
    text = path.read_text(errors="replace")
    if text.lower().startswith("//pass"):
        return "clean"
    comments = "\n".join(line for line in text.splitlines() if line.lstrip().startswith("//"))
    return "race" if _RACE.search(comments) or "race" in str(path) else "other"


def check(path: Path) -> tuple[list[Finding], str]:
    """Return what is found in a test, and the error that ended it."""
    text = path.read_text(errors="replace")
    match = re.search(
        r"__global__\s+void\s+(?:__launch_bounds__\(.*?\)\s*)?(\w+)\s*\((.*?)\)\s*\{", text, re.S
    )
    if match is None:
        return [], "(no kernel is found)"
    error = ""
    with tempfile.TemporaryDirectory() as place, Sanitizer() as sanitizer:
        macros = "".join(f"#define {name}(...) (true)\n" for name in _SPECIFICATION)
        macros += "#define __builtin_memcpy memcpy\n#define __builtin_memset memset\n"
        macros += "typedef unsigned int uint;\n"
        if "cooperative_groups" in text:
            macros = _GROUPS + macros
        (Path(place) / "cuda.h").write_text(f"#pragma once\n{macros}")
        flags = re.findall(r"-D\w+(?:=\w+)?", text.partition("\n#")[0])
        try:
            options = (f"-I{place}", "-include", f"{place}/cuda.h", *flags)
            with ks.virtual_gpu("h200", limit_s=_SECONDS):
                try:
                    kernel = ks.cuda_kernel(path, match[1], options=("-G", *options))
                    _launch(kernel, _parameters(match[2]), text)
                except (CompileError, PtxError):
                    kernel = ks.cuda_kernel(path, match[1], options=options)
                    _launch(kernel, _parameters(match[2]), text)
        except (KernelscopeError, ValueError, TypeError) as raised:
            error = f"({' '.join(str(raised).split())[:110]})"
    return sanitizer.findings, error


def _shape(text: str, name: str) -> tuple[int, ...]:
    match = re.search(rf"--{name}=(\S+)", text)
    sizes = [int(n) for n in re.findall(r"\d+", match[1])] if match else [1]
    if name == "gridDim":
        return tuple(min(size, _MOST_BLOCKS) for size in sizes)
    while math.prod(sizes) > _MOST_THREADS:
        sizes = [max(size // 2, 1) for size in sizes]
    return tuple(sizes)


def _parameters(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip() and part.strip() != "void"]


def _launch(kernel: Any, parameters: list[str], text: str) -> None:
    """Launch a kernel; how large a struct is, the refusal of another size says."""
    grid, block = _shape(text, "gridDim"), _shape(text, "blockDim")
    sizes: dict[int, int] = {}
    while True:
        arguments = [
            _argument(parameter, text, block[0], sizes.get(n, 0))
            for n, parameter in enumerate(parameters)
        ]
        try:
            return kernel[grid, block](*arguments, cooperative="grid_group" in text)
        except (TypeError, KernelscopeError) as error:
            match = re.search(r"argument (\d+) .* takes (?:(\d+) bytes|an int)", str(error))
            place = int(match[1]) - 1 if match else -1
            if match is None or place in sizes:
                raise
            sizes[place] = int(match[2] or -1)


def _argument(parameter: str, text: str, width: int, size: int) -> Any:
    name = re.findall(r"\w+", parameter)[-1]
    if "*" in parameter or "[" in parameter:
        kinds = (torch_type for word, torch_type in _TYPES.items() if word in parameter)
        return (torch.arange(_ELEMENTS) % _NUMBER).to(next(kinds, torch.int32))
    given = re.search(rf"\b{name}\s*==?\s*(\d+|blockDim\.x)", text)
    number = _NUMBER
    if given:
        number = int(given[1]) if given[1].isdigit() else width
    if re.search(r"\b(?:float|double)\b", parameter):
        return float(number)
    if re.search(r"\b(?:int|unsigned|char|long|short|bool|size_t|uint\w*_t)\b", parameter):
        return number
    if size < 0:
        raise ValueError(f"{parameter}: a pointer to a function, which no host code gives here")
    # The words of a struct are pointers to memory.
    words = np.full(size // 8 + 1, _MEMORY.data_ptr(), np.uint64)
    return words.tobytes()[:size]


def _lines(finding: Finding) -> list[int]:
    places = (finding.place, finding.other) if finding.other is not None else (finding.place,)
    return sorted({int(place.source.rpartition(":")[2] or 0) for place in places})


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
