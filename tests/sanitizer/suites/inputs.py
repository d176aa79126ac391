"""What the kernels of public suites are launched with, where the suites' host code says it.

Sizes are small: the virtual GPU looks at each access, and each fault is reached with these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

from sanitizer.suites.load import SuiteProgram

Tensor = torch.Tensor
Launch = tuple[int, int, tuple[Any, ...]]
"""Blocks, threads of a block, arguments."""

_DEFINED_BYTES = {"memset_error.cu": 64, "suppressions_initcheck_demo.cu": 123 * 4 - 1}
"""Of a program's first argument, the bytes that its host code clears."""


def launches(program: SuiteProgram) -> Iterator[Launch]:
    """Yield the launches of a program, as its host code makes them."""
    folder, _, name = program.file.rpartition("/")
    if folder.startswith("benchmarks"):
        yield from _SCOR[program.kernel, folder.rpartition("/")[2]]()
    elif folder.startswith("indigo"):
        yield from _on_graphs()
    else:
        assert program.grid is not None
        assert program.block is not None
        arguments = [_argument(text) for text in program.arguments]
        if name in _DEFINED_BYTES:
            arguments[0] = torch.empty_like(arguments[0])
            arguments[0].view(torch.uint8)[: _DEFINED_BYTES[name]] = 0
        yield program.grid, program.block, tuple(arguments)


def _argument(text: str) -> Any:
    """Return an argument for a type such as "uint32[1]", or for a number."""
    match = re.fullmatch(r"u?int32\[(\d+)\]", text)
    return _zeros(int(match[1])) if match else int(text)


def _zeros(count: int) -> Tensor:
    return torch.zeros(count, dtype=torch.int32)


def _ones(count: int) -> Tensor:
    return torch.ones(count, dtype=torch.int32)


# ---- ScoR's applications ----------------------------------------------------------------------

BLOCKS, THREADS = 3, 64
_NODES, _EDGES = 256, 640
_TILES = 128
"""Threads of a block of the reduction, which is a template of them."""


def scor_options(program: SuiteProgram) -> tuple[str, ...]:
    """Return the options that a Makefile of ScoR's applications gives."""
    sizes = (f"-DNTHREADS={THREADS}", f"-DNBLOCKS={BLOCKS}")
    return (*sizes, *((f"-D{program.variant}",) if program.variant else ()))


def instance(program: SuiteProgram) -> str:
    """Return the kernel's name, of a template that of one instance."""
    reduces = program.kernel == "reduceSinglePass"
    return f"{program.kernel}<{_TILES}, true>" if reduces else program.kernel


def _shares(work: int) -> tuple[Tensor, Tensor]:
    """Return where each block's share of the work begins and ends."""
    begins = [block * (work // BLOCKS) for block in range(BLOCKS)]
    ends = [*begins[1:], work]
    return torch.tensor(begins, dtype=torch.int32), torch.tensor(ends, dtype=torch.int32)


def _edges() -> tuple[Tensor, Tensor]:
    ends = np.sort(np.random.default_rng(0).integers(0, _NODES, (_EDGES, 2)), axis=1)
    first, second = np.ascontiguousarray(ends.T.astype(np.int32))
    return torch.from_numpy(first), torch.from_numpy(second)


def _convolve() -> Iterator[Launch]:
    yield BLOCKS, THREADS, (torch.ones(5), 5, torch.ones(700), 700, torch.zeros(700))


def _with_stealing(work: int, *arguments: Tensor) -> Iterator[Launch]:
    """Yield a launch of a kernel whose blocks take each other's work when theirs is done."""
    yield BLOCKS, THREADS, (*_shares(work), *arguments, _zeros(BLOCKS), _zeros(BLOCKS))


def _on_nodes(arrays: int) -> Iterator[Launch]:
    return _with_stealing(_NODES, *(_zeros(_NODES) for _ in range(arrays)))


def _on_edges(arrays: int) -> Iterator[Launch]:
    return _with_stealing(_EDGES, *_edges(), *(_zeros(_NODES) for _ in range(arrays)))


def _link() -> Iterator[Launch]:
    return _with_stealing(_EDGES, *_edges(), torch.arange(_NODES, dtype=torch.int32))


def _compress() -> Iterator[Launch]:
    parents = torch.arange(_NODES, dtype=torch.int32) - 1
    return _with_stealing(_NODES, parents.clamp(min=0))


def _multiply() -> Iterator[Launch]:
    rows, inner, columns = 2, 64, 32
    places = _zeros(BLOCKS * 32), _zeros(BLOCKS * 32), _zeros(1024)
    sizes = rows, inner, columns
    matrices = _ones(rows * inner), _ones(inner * columns), _zeros(rows * columns)
    yield BLOCKS, THREADS, (*matrices, *sizes, *places)


def _reduce() -> Iterator[Launch]:
    scratch = (torch.empty(BLOCKS * _TILES, dtype=torch.int32) for _ in range(2))
    yield BLOCKS, _TILES, (_ones(2048), _zeros(BLOCKS), *scratch, 2048)


def _rule_110() -> Iterator[Launch]:
    cells = torch.from_numpy(np.random.default_rng(0).integers(0, 2, 500).astype(np.int32))
    copy, done = torch.empty_like(cells), _zeros(BLOCKS * THREADS)
    for step in (1, 2):
        yield BLOCKS, THREADS, (cells, copy, done, 500, step)


def _search_tree() -> Iterator[Launch]:
    near, far = 4 * THREADS, 4000
    rows = [([near, 1, near * b, 0, 1, 0], [far, 0, far * b, 0, 0, 0]) for b in range(BLOCKS)]
    own, stolen = (torch.tensor(side, dtype=torch.int32) for side in zip(*rows, strict=True))
    stacks = [torch.zeros(BLOCKS * size, 4, dtype=torch.uint8) for size in (near, far)]
    for block in range(BLOCKS):
        stacks[0][near * block] = torch.tensor([0, 255, 7, block + 1], dtype=torch.uint8)
    config = np.array([(3, 3)], dtype=[("maxHeight", np.int32), ("avgChildren", np.int32)])
    yield BLOCKS, THREADS, (own, stacks[0], stolen, stacks[1], config[0])


_SCOR: dict[tuple[str, str], Callable[[], Iterator[Launch]]] = {
    ("convolveKernel", "1dconv"): _convolve,
    ("assignColorsKernel", "graph-coloring"): lambda: _on_nodes(4),
    ("detectConflictsKernel", "graph-coloring"): lambda: _on_edges(3),
    ("forbidColorsKernel", "graph-coloring"): lambda: _on_edges(3),
    ("initKernel", "graph-connectivity"): lambda: _on_nodes(1),
    ("linkKernel", "graph-connectivity"): _link,
    ("compressKernel", "graph-connectivity"): _compress,
    ("matMultKernel", "matrix-multiplication"): _multiply,
    ("reduceSinglePass", "reduction"): _reduce,
    ("rule110Kernel", "rule-110"): _rule_110,
    ("parTreeSearch", "uts"): _search_tree,
}


# ---- Indigo's graphs --------------------------------------------------------------------------


def _on_graphs() -> Iterator[Launch]:
    """Yield launches on a ring with chords, a star whose middle all others name, and a star whose
    middle is the last node.

    The ring's last node names no other: an unguarded `nlist[nindex[i]]` is out of bounds there. So
    does the first node of the last star: `nlist[nindex[i + 1] - 1]` is in front of the list there.
    """
    nodes = 80
    ring = [
        sorted({(node + 1) % nodes, (node + 7) % nodes, (node * 3) % 5}) for node in range(nodes)
    ]
    ring[-1] = []
    star = [list(range(1, nodes)) if node == 0 else [0] for node in range(nodes)]
    last = [[nodes - 1] if 0 < node < nodes - 1 else [] for node in range(nodes)]
    for neighbours in (ring, star, last):
        counts = [len(of) for of in neighbours]
        index = torch.tensor([0, *np.cumsum(counts)], dtype=torch.int32)
        listed = torch.tensor([one for of in neighbours for one in of], dtype=torch.int32)
        draw = np.random.default_rng(1)
        size = max(nodes, len(listed))
        data = [
            torch.from_numpy(draw.integers(0, high, size).astype(np.int32))
            for high in (nodes, size)
        ]
        for values in data:
            values[0] = 0
        yield 3, THREADS, (index, listed, *data, nodes)
