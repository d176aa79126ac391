"""The answer to "layout": which thread holds which element of each block value, as a drawing.

In: a module of TTGIR. Out: one `Decision` for each layout and shape, with the values that have it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernelscope.inside.decisions.linear import Layout, layout_of, read_encoding
from kernelscope.inside.decisions.mlir import Module, Operation
from kernelscope.inside.decisions.tensors import BlockType, Types
from kernelscope.record.inspection import Decision
from kernelscope.vgpu.layout import LANES

_ROWS, _COLUMNS = 9, 8  # of the corner that is drawn, at most
_WIDTH = 74  # characters of a line, so that it fits a terminal of 80
_NAMES = 8
_MOST_DRAWN = 1 << 20  # elements and copies: the most that a block has in Triton


def layouts_answer(module: Module | None) -> list[Decision]:
    """Return one answer for each layout and shape of TTGIR, with the values that have it."""
    if module is None:
        text = "there are no block values: the source says what each thread computes"
        return [Decision("layout", text)]
    types = Types(module)
    values: dict[tuple[str, tuple[int, ...]], list[tuple[str, BlockType, Operation]]] = {}
    for op in module.operations():
        for result in op.results:
            block = types[result]
            if block.encoding and not block.encoding.startswith(("#smem", "#ttg.shared_memory")):
                if "shared" in read_encoding(block.encoding)[0] or "memdesc" in types.text(result):
                    continue
                key = (block.encoding, block.shape)
                values.setdefault(key, []).append((_name(op, result), block, op))
    answers = [_answer(encoding, each) for (encoding, _), each in values.items()]
    return answers or [Decision("layout", "the kernel has no block values, only scalars")]


def _name(op: Operation, result: str) -> str:
    return (op.place.name if op.place is not None else "") or result


def _answer(encoding: str, each: Sequence[tuple[str, BlockType, Operation]]) -> Decision:
    names = list(dict.fromkeys(name for name, _, _ in each))
    # Values with a name in the source come first.
    names.sort(key=lambda name: name.startswith("%"))
    shown = ", ".join(names[:_NAMES])
    shown += f" and {len(names) - _NAMES} more" if names[_NAMES:] else ""
    block = each[0][1]
    shape = "×".join(map(str, block.shape))
    elements = ", ".join(dict.fromkeys(k.element for _, k, _ in each))
    layout = layout_of(encoding, block.shape)
    head = f"{shown}: {shape} of {elements}, {_kind_in_words(encoding)}"
    source = next((op.source for _, _, op in each if op.source), "")
    if layout is None:
        text = f"{head}; Kernelscope does not know which thread holds what in {encoding}"
        return Decision("layout", text, encoding, source)
    return Decision("layout", f"{head}\n{in_words(layout)}\n{draw(layout)}", encoding, source)


def _kind_in_words(encoding: str) -> str:
    name, values = read_encoding(encoding)
    match name:
        case "blocked":
            return "blocked (each thread has a small tile of its own)"
        case "slice":
            return f"a slice: a larger block's layout without its dimension {values['dim']}"
        case "nvidia_mma":
            version = values.get("versionMajor", "?").split(" ")[0]
            instruction = {"2": "mma.sync", "3": "wgmma"}.get(version, f"version {version}")
            return f"the order of a tensor core's results ({instruction})"
        case "dot_op":
            side = "left" if values.get("opIdx", "").startswith("0") else "right"
            return f"the order of the {side} operand of a dot"
        case "linear" | "generic_linear":
            return "linear (any map of bits, made by a reshape, join or transpose)"
        case _:
            return name or "an unknown layout"


def in_words(layout: Layout) -> str:
    """Return how many elements a thread has, how they lie, and how many threads share them."""
    run = layout.run(layout.order[0])
    different = 1 << sum(any(basis) for basis in layout.register)
    words = [f"each thread holds {different} elements, {run} in a row"]
    if len(layout.shape) > 1:
        words[0] += f" along dimension {layout.order[0]}"
    if layout.copies > 1:
        words.append(f"{layout.copies} copies of each")
    return "; ".join(words)


def owners(layout: Layout) -> np.ndarray:
    """Return the first thread that holds each element, and its register: [*shape, 2]."""
    warps = 1 << len(layout.warp)
    registers, lanes, warp = np.meshgrid(
        np.arange(layout.registers), np.arange(LANES), np.arange(warps), indexing="ij"
    )
    at = np.zeros((len(layout.shape), *registers.shape), np.int64)
    for number, bases in ((registers, layout.register), (lanes, layout.lane), (warp, layout.warp)):
        for bit, basis in enumerate(bases):
            for dimension, part in enumerate(basis):
                at[dimension] ^= (number >> bit & 1) * part
    # If several threads hold an element, the last write wins: the lowest thread is written last.
    order = np.lexsort((registers.ravel(), (warp * LANES + lanes).ravel()))[::-1]
    first_owner = np.full((*layout.shape, 2), -1, np.int64)
    places = tuple(part.ravel()[order] for part in at)
    first_owner[places] = np.stack(
        ((warp * LANES + lanes).ravel()[order], registers.ravel()[order]), axis=-1
    )
    return first_owner


def draw(layout: Layout) -> str:
    """Return a table: in the rows and columns of the block, the thread that holds each piece."""
    if layout.registers * LANES << len(layout.warp) > _MOST_DRAWN:
        return ""
    owner = owners(layout)
    while owner.ndim > 3:  # the first matrix of a batch
        owner = owner[0]
    if owner.ndim == 2:
        owner = owner[None]
    step = 1
    while step < owner.shape[1] and _same_thread(owner, step * 2):
        step *= 2
    drawings = (_drawn(owner, step, most) for most in range(_COLUMNS, 2, -1))
    table = ""
    for table in drawings:
        if max(map(len, table.splitlines())) <= _WIDTH:
            break
    return table


def _drawn(owner: np.ndarray, step: int, most: int) -> str:
    """Return the table with at most `most` columns."""
    columns = _picked(owner.shape[1] // step, most)
    rows = _picked(owner.shape[0], _ROWS)
    table = [["", *(_span(c, step) for c in columns)]]
    for row in rows:
        label = "" if owner.shape[0] == 1 else str(row)
        table.append([label or "thread", *(_cell(owner[row], c, step) for c in columns)])
    return _aligned(table, columns, rows)


def _same_thread(owner: np.ndarray, step: int) -> bool:
    """Return whether every piece of `step` columns belongs to one thread."""
    count = owner.shape[1]
    if count % step:
        return False
    pieces = owner[..., 0].reshape(owner.shape[0], count // step, step)
    return bool((pieces == pieces[..., :1]).all())


def _picked(count: int, most: int) -> list[int]:
    """Return all of `count` numbers, or the first ones and the last if there are too many."""
    return [*range(count)] if count <= most else [*range(most - 1), count - 1]


def _span(column: int, step: int) -> str:
    first = column * step
    return str(first) if step == 1 else f"{first}–{first + step - 1}"


def _cell(row: np.ndarray, column: int, step: int) -> str:
    thread, register = row[column * step]
    last = row[column * step + step - 1][1]
    return f"t{thread}:r{register}" + (f"–{last}" if step > 1 else "")


def _aligned(table: list[list[str]], columns: list[int], rows: list[int]) -> str:
    gap = next((n + 1 for n in range(len(columns) - 1) if columns[n + 1] != columns[n] + 1), None)
    if gap is not None:
        table = [[*line[: gap + 1], "…", *line[gap + 1 :]] for line in table]
    broken = next((n + 1 for n in range(len(rows) - 1) if rows[n + 1] != rows[n] + 1), None)
    if broken is not None:
        table.insert(broken + 1, ["…"])
    widths = [max(len(line[n]) for line in table if n < len(line)) for n in range(len(table[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=False)).rstrip()
        for line in table
    )
