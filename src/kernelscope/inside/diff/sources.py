"""The source lines of two kernels beside each other, and the one at which most changed."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kernelscope.inside.diff.canonical import Line, plain_source
from kernelscope.record import InspectedKernel

_LIKE = 0.3  # of the lines: fewer in common, and the two are not versions of one source


@dataclass(frozen=True, slots=True)
class SourceLines:
    """Lines of two sources, those that are one line in both as a pair; "" where one has it not.

    Attributes:
        pairs: ("file:line" in A, in B); texts: place → the line without comments.
    """

    pairs: tuple[tuple[str, str], ...]
    texts: Mapping[str, str]

    def most_changed(self, a: Mapping[str, float], b: Mapping[str, float], sign: float) -> str:
        """The place where a figure changed most in the direction of `sign`; "" if at none."""
        moved = {two or one: sign * (b.get(two, 0.0) - a.get(one, 0.0)) for one, two in self.pairs}
        place = max(moved, key=lambda place: (moved[place], place), default="")
        return place if place and moved[place] > 0 else ""


def aligned(a: InspectedKernel, b: InspectedKernel) -> SourceLines:
    """The lines of both sources; none where they have little in common."""
    one, two = _placed(a), _placed(b)
    pairs = paired([text for _, text in one], [text for _, text in two])
    texts = dict((*one, *two))
    found = tuple(
        (one[i][0] if i is not None else "", two[j][0] if j is not None else "") for i, j in pairs
    )
    same = sum(texts.get(first) == texts.get(second) for first, second in found)
    return SourceLines(found if same >= _LIKE * len(pairs) else (), texts)


def _placed(kernel: InspectedKernel) -> list[tuple[str, str]]:
    """("file:line", text) of each line of a kernel's source that says something."""
    source = kernel.stages.get("source")
    if source is None:
        return []
    places = dict(source.map)
    lines = enumerate(source.text.splitlines(), 1)
    told = ((places.get(number, ""), plain_source(line)) for number, line in lines)
    return [(place, text) for place, text in told if place and text]


def paired(one: list[str], two: list[str]) -> list[tuple[int | None, int | None]]:
    """Which line of the one is which of the other; the same whichever comes first."""
    if two < one:
        return [(i, j) for j, i in paired(two, one)]
    found: list[tuple[int | None, int | None]] = []
    matcher = difflib.SequenceMatcher(None, one, two, autojunk=False)
    for _, first, last, start, end in matcher.get_opcodes():
        count = min(last - first, end - start)
        found += ((first + n, start + n) for n in range(count))
        found += ((n, None) for n in range(first + count, last))
        found += ((None, n) for n in range(start + count, end))
    return found


def by_access(kernel: InspectedKernel, field: str) -> dict[str, float]:
    """A figure of the first launch's accesses to memory (`sectors`, `requests`) by source line."""
    total: Counter[str] = Counter()
    for access in kernel.launch.accesses if kernel.launch is not None else ():
        total[access.source] += getattr(access, field)
    return dict(total)


def executed(kernel: InspectedKernel) -> dict[str, float]:
    """Instructions that warps executed, by the source line that they came from."""
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


def changed_lines(one: list[Line], two: list[Line]) -> list[str]:
    """The lines that went ("- …") and came ("+ …")."""
    texts = [text for _, text in one], [text for _, text in two]
    found: list[str] = []
    for i, j in paired(*texts):
        before = texts[0][i] if i is not None else None
        after = texts[1][j] if j is not None else None
        if before != after:
            found += [f"- {before}"] if before is not None else []
            found += [f"+ {after}"] if after is not None else []
    return found
