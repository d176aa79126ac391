"""Launches from kernels (dynamic parallelism): what `device_runtime.ptx` has queued.

CUDA runs a kernel's launches when it likes after they were made, and at the latest before the
kernel counts as done; a kernel cannot wait for them (CUDA C++ programming guide, "Dynamic
Parallelism"). So they are run once the kernel has ended, with what they launch themselves, one
after another: the order of a stream, and one of those that several streams allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from kernelscope.driver.linking import linked
from kernelscope.vgpu import Module
from kernelscope.vgpu.lowering.calls import function_addresses

_PREFIX = "__cudaCDP2"
_WORK, _TAKEN, _QUEUED = (f"__kernelscope_{name}" for name in ("work", "taken", "queued"))
_TAIL = 3  # cudaStreamTailLaunch
LIMIT = 2048
"""CUDA's cudaLimitDevRuntimePendingLaunchCount."""
COPY, FILL = 1, 2
_LAYOUT = np.dtype(
    [
        ("function", "u8"),
        ("stream", "u8"),
        ("order", "u4"),
        ("grid", "u4", 3),
        ("block", "u4", 3),
        ("shared", "u4"),
        ("words", "u8", 3),
        ("pad", "u1", 184),
        ("parameters", "u1", 4096),
    ]
)


@dataclass(frozen=True, slots=True)
class Work:
    """What a kernel has queued.

    Attributes:
        function: the kernel's name; "" for a copy or a fill.
        grid, block, shared, parameters: of a launch.
        operation: COPY or FILL.
        words: of a copy: to, from and bytes; of a fill: to, value and bytes.
    """

    function: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    shared: int
    parameters: bytes
    operation: int
    words: tuple[int, ...]


def with_runtime(text: str) -> str:
    """Return a linked PTX text with the device's runtime, if it calls it."""
    return linked([text, _runtime()]) if _PREFIX in text else text


@cache
def _runtime() -> str:
    return (Path(__file__).parent / "device_runtime.ptx").read_text()


def queued(module: Module) -> tuple[list[Work], int]:
    """Return what the last launch has queued, in its order, and how much more found no place.

    It is forgotten.
    """
    if _QUEUED not in module.text:
        return [], 0
    placed = module.placed()
    taken, count = (module.bytes_of(name).view(np.uint32) for name in (_TAKEN, _QUEUED))
    if not placed or not taken[0]:
        return [], 0
    asked = int(taken[0])
    rows = module.bytes_of(_WORK).view(_LAYOUT)[: min(asked, LIMIT)]
    rows = rows[rows["order"] > 0].copy()
    taken[0] = count[0] = 0
    rows = rows[np.lexsort((rows["order"], rows["stream"] == _TAIL))]
    names = {address: name for name, address in function_addresses(module.tree).items()}
    return [_work(row, names) for row in rows], max(asked - LIMIT, 0)


def _work(row: np.void, names: dict[int, str]) -> Work:
    function = int(row["function"])
    return Work(
        names.get(function, ""),
        tuple(int(n) for n in row["grid"]),
        tuple(int(n) for n in row["block"]),
        int(row["shared"]),
        row["parameters"].tobytes(),
        function,
        tuple(int(n) for n in row["words"]),
    )
