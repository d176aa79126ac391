"""The programs: how each is launched, what a checker must find in it, and its result when fixed.

A program in CUDA C++ is a file of this folder. Compiled as it is, it has the fault; with
`-DFIXED`, the same lines are right. The comments `// A` and `// B` are at the two sides of the
finding, `// A B` at a line that conflicts with itself. More findings may follow from the same
fault; the fixed program has none. The programs in Triton are in `in_triton`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
Array = np.ndarray[Any, Any]
Arguments = list[Any]


@dataclass(frozen=True)
class Finding:
    """What a checker must report.

    Attributes:
        tool: "race", "barrier", "init" or "memory".
        kind: for a race one of those of `case.Race`; else in words.
        space: of memory; "" for a barrier.
        lines: of access A, and of access B if there are two.
    """

    tool: str
    kind: str
    space: str
    lines: tuple[int, ...]


@dataclass(frozen=True)
class Program:
    """A program in CUDA C++.

    Attributes:
        name: of its file and of its kernel.
        grid, block: its launch.
        arguments: returns new arguments.
        results: returns the arrays that the fixed program leaves in the arguments, by their index.
        ends: False if today's virtual GPU refuses the faulty program, with an error of its own.
    """

    name: str
    grid: int | tuple[int, int]
    block: int | tuple[int, int]
    arguments: Callable[[], Arguments]
    results: Callable[[Arguments], dict[int, Array]]
    tool: str
    kind: str
    space: str
    ends: bool = True

    @property
    def path(self) -> Path:
        """The file."""
        return HERE / f"{self.name}.cu"

    @property
    def finding(self) -> Finding:
        """What a checker must find without the fix."""
        return Finding(self.tool, self.kind, self.space, marked_lines(self.path.read_text()))


def marked_lines(source: str, comment: str = "//") -> tuple[int, ...]:
    """Return the lines with the markers A and B, in that order; a marker may be missing."""
    lines = source.splitlines()
    return tuple(
        number
        for marker in "AB"
        for number, line in enumerate(lines, 1)
        if marker in line.rpartition(f"{comment} ")[2].split() and line.endswith(("A", "B"))
    )


def _floats(count: int) -> Array:
    # Small whole numbers: their sums are exact in any order.
    return np.random.default_rng(count).integers(-8, 9, count).astype(np.float32)


def _ints(count: int, low: int = 0, high: int = 16) -> Array:
    return np.random.default_rng(count).integers(low, high, count).astype(np.int32)


def _zeros(count: int, dtype: Any = np.float32) -> Array:
    return np.zeros(count, dtype)


def _int_zeros(count: int) -> Array:
    return _zeros(count, np.int32)


def _one(value: Any, dtype: Any = np.float32) -> Array:
    return np.array([value], dtype)


def _softmax(x: Array) -> Array:
    rows = x.reshape(-1, 128).astype(np.float64)
    powers = np.exp(rows - rows.max(axis=1, keepdims=True))
    return (powers / powers.sum(axis=1, keepdims=True)).reshape(-1).astype(np.float32)


def _means(x: Array) -> Array:
    means = np.zeros_like(x)
    means[1:-1] = (x[:-2] + x[1:-1] + x[2:]) / np.float32(3)
    return means


def _differences(x: Array) -> Array:
    return np.append(x[1:] - x[:-1], np.float32(0))


def _counts(keys: Array) -> Array:
    return np.bincount(keys, minlength=16).astype(np.int32)


def _ahead(x: Array) -> Array:
    return np.roll(x, -8)


def _in_tiles(x: Array) -> Array:
    return x.reshape(-1, 64)[:, ::-1].sum(axis=0)


PROGRAMS = (
    Program("reduction", 1, 256, lambda: [_floats(256), _zeros(1)],
            lambda a: {1: _one(a[0].sum())}, "race", "read-write", "shared"),
    Program("transposition", (2, 2), (16, 16), lambda: [_floats(1024), _zeros(1024), 32],
            lambda a: {1: a[0].reshape(32, 32).T.reshape(-1)}, "race", "read-write", "shared"),
    Program("histogram", 4, 64, lambda: [_ints(256), _int_zeros(16)],
            lambda a: {1: _counts(a[0])}, "race", "read-write", "global"),
    Program("stencil", 2, 64, lambda: [_floats(128), _zeros(128), 128],
            lambda a: {1: _means(a[0])}, "race", "read-write", "global"),
    Program("warp_reduction", 1, 32, lambda: [_floats(32), _zeros(1)],
            lambda a: {1: _one(a[0].sum())}, "race", "read-write", "shared"),
    Program("double_buffer", 1, 64, lambda: [_floats(256), _zeros(64), 4],
            lambda a: {1: _in_tiles(a[0])}, "race", "read-write", "shared"),
    Program("lock", 8, 32, lambda: [_int_zeros(1), _zeros(1), _floats(8)],
            lambda a: {1: _one(a[2].sum())}, "race", "read-write", "global"),
    Program("last_block", 8, 32,
            lambda: [_floats(256), _zeros(8), np.zeros(1, np.uint32), _zeros(1)],
            lambda a: {3: _one(a[0].sum())}, "race", "read-write", "global"),
    Program("async_copy", 1, 64, lambda: [_floats(64), _zeros(64)],
            lambda a: {1: a[0] * 2}, "race", "async", "shared"),
    Program("bulk_pipeline", 1, 64, lambda: [_floats(384), _zeros(64), 6],
            lambda a: {1: _in_tiles(a[0])}, "race", "async", "shared"),
    Program("bulk_store", 1, 64, lambda: [_floats(64), _zeros(64)],
            lambda a: {1: a[0] * 2}, "race", "proxy", "shared"),
    Program("accumulator", 1, 64, lambda: [_ints(64), _int_zeros(1)],
            lambda a: {1: _one(a[0].sum(), np.int32)}, "init", "uninitialised", "shared"),
    Program("past_the_end", 1, 64, lambda: [_floats(64), _zeros(64), 64],
            lambda a: {1: _differences(a[0])}, "memory", "past the end", "global", ends=False),
    Program("use_after_free", 1, 32, lambda: [_ints(32), _int_zeros(32)],
            lambda a: {1: a[0] + 3}, "memory", "use after free", "heap"),
    Program("guarded_barrier", 1, 64, lambda: [_floats(40), _zeros(40), 40],
            lambda a: {1: a[0][::-1]}, "barrier", "divergent", ""),
    Program("block_softmax", 2, 128, lambda: [_floats(256), _zeros(256)],
            lambda a: {1: _softmax(a[0])}, "race", "read-write", "shared"),
    Program("scan", 1, 128, lambda: [_ints(128), _int_zeros(128)],
            lambda a: {1: a[0].cumsum()}, "race", "read-write", "shared"),
    Program("message", 2, 1, lambda: [_int_zeros(1), _int_zeros(1), _int_zeros(1)],
            lambda _: {2: _one(42, np.int32)}, "race", "read-write", "global"),
    Program("maximum", 4, 64, lambda: [_ints(256, 0, 999), _int_zeros(1)],
            lambda a: {1: _one(a[0].max(), np.int32)}, "race", "read-write", "global"),
    Program("cleared_late", 1, 128, lambda: [_ints(128), _int_zeros(16)],
            lambda a: {1: _counts(a[0])}, "race", "write-write", "shared"),
    Program("narrow_atomic", 4, 64, lambda: [_ints(256), _int_zeros(1)],
            lambda a: {1: _one(a[0].sum(), np.int32)}, "race", "scope", "global"),
    Program("next_array", 1, 64, lambda: [_ints(64), _int_zeros(64), 8],
            lambda a: {1: _ahead(a[0])}, "memory", "into the next array", "shared"),
    Program("compaction", 4, 64, lambda: [_ints(256, -9, 9), _int_zeros(256), _int_zeros(1)],
            lambda a: {2: _one((a[0] > 0).sum(), np.int32)}, "race", "read-write", "global"),
    Program("found_flag", 4, 64, lambda: [_ints(256), 7, _int_zeros(1)],
            lambda _: {2: _one(1, np.int32)}, "race", "same-value", "global"),
    Program("half_mask", 1, 32, lambda: [_floats(32), _zeros(1)],
            lambda a: {1: _one(a[0].sum())}, "barrier", "mask", ""),
    Program("copied_source", 1, 64, lambda: [_floats(64), _zeros(64)],
            lambda a: {0: a[0] * 0, 1: a[0] * 2}, "race", "read-write", "global"),
    Program("stages", 1, 64, lambda: [_floats(128), _zeros(128)],
            lambda a: {1: a[0].reshape(4, 32)[:, ::-1].reshape(-1)}, "race", "read-write",
            "shared"),
    Program("promised", 1, 64, lambda: [_floats(60), _zeros(60), 60],
            lambda a: {1: np.maximum(a[0], 0)}, "memory", "written constant", "global"),
    Program("misaligned", 1, 32, lambda: [_floats(136), _zeros(32)],
            lambda a: {1: a[0][4:132].reshape(32, 4).sum(axis=1)}, "memory", "misaligned",
            "global", ends=False),
)  # fmt: skip
