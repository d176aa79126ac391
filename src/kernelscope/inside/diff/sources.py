"""The source lines of two kernels side by side, and the line at which a figure changed most.

In: two inspected kernels. Out: `SourceLines`, pairs of places, from which `most_changed` picks.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kernelscope.inside.diff.canonical import Line, plain_source
from kernelscope.record import InspectedKernel, is_library

_LIKE = 0.3  # of the lines: with fewer in common, the two are not versions of one source


Pair = tuple[str, str]
"""("file:line" in A, "file:line" in B); "" if a side does not have the line."""


@dataclass(frozen=True, slots=True)
class SourceLines:
    """The lines of two sources in pairs.

    Both may be of one file, before and after it was edited: then a place of A and the same place of
    B are different lines.

    Attributes:
        pairs: the pairs, in the order of the lines.
        texts_a, texts_b: the line at each place of a side, without comments.
    """

    pairs: tuple[Pair, ...]
    texts_a: Mapping[str, str]
    texts_b: Mapping[str, str]

    def most_changed(self, a: Mapping[str, float], b: Mapping[str, float], sign: float) -> Pair:
        """Return the lines at which a figure changed most in the direction of `sign`, or "", ""."""
        moved = {
            (in_a, in_b): sign * (b.get(in_b, 0.0) - a.get(in_a, 0.0)) for in_a, in_b in self.pairs
        }
        pair = max(moved, key=lambda pair: (moved[pair], place_of(pair)), default=("", ""))
        return pair if moved.get(pair, 0.0) > 0 else ("", "")

    def texts(self, pair: Pair) -> tuple[str, str]:
        """Return both lines of a pair; "" for a line that one side lacks."""
        return self.texts_a.get(pair[0], ""), self.texts_b.get(pair[1], "")

    def is_edited(self, pair: Pair) -> bool:
        """Return whether the lines of a pair differ."""
        before, after = self.texts(pair)
        return before != after


def place_of(pair: Pair) -> str:
    """Return the place of a pair: that in B, or that in A if B does not have the line."""
    return pair[1] or pair[0]


def aligned(a: InspectedKernel, b: InspectedKernel) -> SourceLines:
    """Return the lines of both sources in pairs; no pairs if they have little in common."""
    lines_a, lines_b = _placed(a), _placed(b)
    pairs = paired([text for _, text in lines_a], [text for _, text in lines_b])
    lines = SourceLines(
        tuple(
            (lines_a[i][0] if i is not None else "", lines_b[j][0] if j is not None else "")
            for i, j in pairs
        ),
        dict(lines_a),
        dict(lines_b),
    )
    same = sum(first == second for first, second in map(lines.texts, lines.pairs))
    return lines if same >= _LIKE * len(pairs) else replace(lines, pairs=())


def _placed(kernel: InspectedKernel) -> list[tuple[str, str]]:
    """Return ("file:line", text) of each line of a kernel's own source that is not blank.

    Code of libraries is left out. `y = tl.sum(x)` brings 20 lines of Triton's own with it: a kernel
    of 5 lines that calls it for the first time would have little in common with its old version.
    """
    source = kernel.stages.get("source")
    if source is None:
        return []
    places = dict(source.map)
    lines = enumerate(source.text.splitlines(), 1)
    placed = ((places.get(number, ""), plain_source(line)) for number, line in lines)
    return [(place, text) for place, text in placed if place and text and not is_library(place)]


def paired(texts_a: list[str], texts_b: list[str]) -> list[tuple[int | None, int | None]]:
    """Return the pairs of line numbers; None for a line that one side lacks.

    `difflib` may pair lines differently if its arguments are exchanged. They are put in a fixed
    order, so that comparing B with A blames the same line as comparing A with B.
    """
    if texts_b < texts_a:
        return [(i, j) for j, i in paired(texts_b, texts_a)]
    result: list[tuple[int | None, int | None]] = []
    matcher = difflib.SequenceMatcher(None, texts_a, texts_b, autojunk=False)
    for _, first, last, start, end in matcher.get_opcodes():
        count = min(last - first, end - start)
        result += ((first + n, start + n) for n in range(count))
        result += ((n, None) for n in range(first + count, last))
        result += ((None, n) for n in range(start + count, end))
    return result


def by_access(kernel: InspectedKernel, field: str) -> dict[str, float]:
    """Return a figure of the first launch's accesses (`sectors`, `requests`) by source line."""
    total: Counter[str] = Counter()
    for access in kernel.launch.accesses if kernel.launch is not None else ():
        total[access.source] += getattr(access, field)
    return dict(total)


def executed(kernel: InspectedKernel) -> dict[str, float]:
    """Return the number of instructions that warps executed, by source line."""
    ptx = kernel.stages.get("ptx")
    if ptx is None:
        return {}
    places: dict[int, str] = {}
    for line, place in ptx.map:
        places.setdefault(line, place)
    total: Counter[str] = Counter()
    for line, times in ptx.executed:
        total[places.get(line, "")] += times  # type: ignore[assignment]
    return dict(total)


def changed_lines(lines_a: list[Line], lines_b: list[Line]) -> list[str]:
    """Return the removed lines ("- …") and the added lines ("+ …")."""
    texts = [text for _, text in lines_a], [text for _, text in lines_b]
    changes: list[str] = []
    for i, j in paired(*texts):
        before = texts[0][i] if i is not None else None
        after = texts[1][j] if j is not None else None
        if before != after:
            changes += [f"- {before}"] if before is not None else []
            changes += [f"+ {after}"] if after is not None else []
    return changes
