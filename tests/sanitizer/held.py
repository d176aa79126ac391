"""Holds the checker to the generated cases: what it finds, against what is true of each case."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from kernelscope.errors import LaunchError
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from sanitizer.case import Case, Module, modules
from sanitizer.generator import cases
from sanitizer.run import Compiled, loaded

Pair = tuple[int, int]

_ORDERS = frozenset({"read-write", "write-read"})
_WRITES = frozenset({"write-write", "same-value"})
RACES = {
    "read-write": _ORDERS,
    "write-write": _WRITES,
    "same-value": _WRITES,
    "scope": _ORDERS | _WRITES | {"scope"},
    "async": _ORDERS | _WRITES,
    "proxy": _ORDERS | _WRITES | {"proxy"},
}
"""By a case's kind of race, the checker's kinds that say it.

The checker's kinds are what the two threads do. So a fence of too narrow a scope, and a copy that
was not waited for, are the kind of the two accesses."""
FAULTS = {
    "divergent": frozenset({"divergent", "different-places", "exited-threads"}),
    "count": frozenset({"thread-count", "deadlock"}),
    "mask": frozenset({
        "mask-without-caller", "different-masks", "missing-lanes", "exited-lanes", "absent-lanes",
    }),
    "lane": frozenset({"shuffle-source"}),
    "mbarrier": frozenset({"not-initialised", "initialised-twice", "too-many-arrivals"}),
    "deadlock": frozenset({"deadlock"}),
}  # fmt: skip
"""By a case's kind of barrier fault, the checker's kinds that say it."""


@dataclass(frozen=True)
class Held:
    """What the checker says of one case.

    Attributes:
        off: why a tool is off for it; "" if it is on.
        missed: pairs of lines, or lines of barriers, with a fault that it does not find, or finds
            as another kind.
        extra: what it finds where nothing is wrong.
    """

    case: Case
    off: str
    missed: tuple[str, ...]
    extra: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """One of "off", "missed", "extra" and "right"."""
        if self.off:
            return "off"
        return "missed" if self.missed else "extra" if self.extra else "right"


def hold(names: frozenset[str] | None = None) -> Iterator[Held]:
    """Check the cases of these names, or all."""
    for module in modules(cases()):
        if names is None or any(case.name in names for case in module.cases):
            yield from _hold_module(module, names)


def _hold_module(module: Module, names: frozenset[str] | None) -> Iterator[Held]:
    ptx = loaded(module)
    for case in module.cases:
        if names is not None and case.name not in names:
            continue
        with Sanitizer(["race", "barrier"]) as sanitizer, suppress(LaunchError):
            Compiled(case, ptx).run("turns")
        off = [note for note in sanitizer.notes.values() if note.startswith("off")]
        yield compare(case, off[0] if off else "", sanitizer.findings)


def compare(case: Case, off: str, findings: list[Finding]) -> Held:
    """Compare what was found with what is true."""
    races = [finding for finding in findings if finding.tool == "race"]
    faults = [finding for finding in findings if finding.tool == "barrier"]
    expected: dict[Pair, frozenset[str]] = {}
    for race in case.races:
        pair = _pair(*race.lines)
        expected[pair] = expected.get(pair, frozenset()) | RACES[race.kind]
    allowed = {_pair(*pair) for pair in case.allowed}
    missed, extra = list[str](), list[str]()
    for pair, kinds in expected.items():
        if not any(_lines(one) == pair and one.kind in kinds for one in races):
            missed.append(f"{min(kinds)} of lines {pair}")
    not_waited_for = any(race.kind == "async" for race in case.races)
    for one in races:
        pair = _lines(one)
        if one.kind == "unfinished" and not_waited_for:
            continue  # the block ends, and the copy is still on the way
        if pair not in expected and pair not in allowed:
            extra.append(f"{one.kind} of lines {pair}")
    for fault in case.faults:
        kinds = FAULTS[fault.kind]
        if not any(_line(one.place.source) == fault.line and one.kind in kinds for one in faults):
            missed.append(f"{fault.kind} in line {fault.line}")
    if not case.faults:
        extra += [f"{one.kind} in line {_line(one.place.source)}" for one in faults]
    return Held(case, off, tuple(missed), tuple(extra))


def _pair(first: int, second: int) -> Pair:
    return min(first, second), max(first, second)


def _lines(finding: Finding) -> Pair:
    """Return the lines of both sides; of a copy that nobody waits for its own line, twice."""
    other = finding.other or finding.place
    return _pair(_line(finding.place.source), _line(other.source))


def _line(source: str) -> int:
    """Return the line of `FILE:LINE`; 0 where the PTX names none."""
    return int(source.rpartition(":")[2] or 0)
