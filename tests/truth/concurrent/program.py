"""A concurrent program: its kernels, launch and data, and what is kept of its results."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results_h200.json"
SHOWN = 128  # a result of up to this many elements is kept whole, of a longer one as many

Array = np.ndarray[Any, Any]
Dim3 = tuple[int, int, int]


@dataclass(frozen=True)
class Buffer:
    """An array in global memory as a launch finds it, and whether its end is a result."""

    data: Array
    result: bool = False


@dataclass(frozen=True)
class Program:
    """One program.

    Attributes:
        topic: the name of its `.cu` file and of its PTX.
        kernels: the kernels that run one after the other, with the same launch and arguments.
        arguments: buffers, and numbers for 32-bit integers.
        shared: bytes of dynamic shared memory.
        cluster: the launch's cluster; None: the launch has no such attribute.
        cooperative: whether the launch is cooperative.
        variables: the values that the host gives to variables of the module before the launch.
        read: variables (4 bytes each) whose values after it are results.
        long: whether it has so many blocks that an interpreter takes minutes.
    """

    topic: str
    kernels: tuple[str, ...]
    grid: Dim3
    block: Dim3
    arguments: tuple[Buffer | int, ...]
    shared: int = 0
    cluster: Dim3 | None = None
    cooperative: bool = False
    variables: dict[str, Array] = field(default_factory=dict[str, Array])
    read: tuple[str, ...] = ()
    name: str = ""
    long: bool = False

    @property
    def ptx(self) -> str:
        """The PTX that nvcc made of its file, for sm_90a."""
        return (HERE / "ptx" / f"{self.topic}.ptx").read_text()

    def fresh(self) -> list[Any]:
        """Return arguments for one run: copies of the buffers' arrays, and the numbers."""
        return [a.data.copy() if isinstance(a, Buffer) else a for a in self.arguments]

    def results(self, arguments: Sequence[Any]) -> list[Array]:
        """Return those of the arguments of a run that are results."""
        pairs = zip(self.arguments, arguments, strict=True)
        return [value for given, value in pairs if isinstance(given, Buffer) and given.result]


def summary(result: Array) -> dict[str, Any]:
    """Return what is kept of a result: type, size, first values, and a digest of all bytes."""
    flat = result.reshape(-1)
    return {
        "dtype": str(flat.dtype),
        "count": int(flat.size),
        "values": flat[:SHOWN].tolist(),
        "sha256": hashlib.sha256(flat.tobytes()).hexdigest(),
    }


def numbers(count: int, low: int = -100, high: int = 100, dtype: Any = np.int32) -> Buffer:
    """Return a buffer of random numbers that nothing writes; equal calls give equal numbers."""
    return Buffer(np.random.default_rng(count).integers(low, high, count).astype(dtype))


def result(count: int = 1, dtype: Any = np.int32) -> Buffer:
    """Return a buffer of zeros whose end is a result."""
    return Buffer(np.zeros(count, dtype), result=True)


def scratch(count: int = 1, dtype: Any = np.int32) -> Buffer:
    """Return a buffer of zeros whose end is no result: flags, counters, or an open order."""
    return Buffer(np.zeros(count, dtype))


def filled(*values: int) -> Buffer:
    """Return a buffer of these values whose end is no result."""
    return Buffer(np.array(values, np.int32))


def changed(buffer: Buffer) -> Buffer:
    """Return the buffer as one that the program changes, and whose end is a result."""
    return Buffer(buffer.data, result=True)


def program(
    topic: str, kernels: str, grid: int | Dim3, block: int, *arguments: Buffer | int, **more: Any
) -> Program:
    """Return a program; its name is its last kernel's unless `name` gives another."""
    names = tuple(kernels.split())
    whole = grid if isinstance(grid, tuple) else (grid, 1, 1)
    more.setdefault("name", names[-1])
    return Program(topic, names, whole, (block, 1, 1), arguments, **more)
