"""The sanitizer's findings for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from kernelscope._demangle import written_name
from kernelscope.record import CheckFinding, CheckRecord, Excerpt, Order, OrdersTried
from kernelscope.record.check import WHOLE_KINDS
from kernelscope.record.names import short_place

_SHOWN = 16
"""Steps of an order on a terminal."""


def renderable(record: CheckRecord, width: int) -> RenderableType:
    """Return the whole record for a rich console of `width` columns."""
    parts: list[RenderableType] = []
    for number, finding in enumerate(record.findings, 1):
        parts += [*_finding(number, finding, width), Text()]
    is_red = bool(record.faults or record.exit_code)
    parts.append(Text(summary(record), "bold red" if is_red else "bold green"))
    parts += [Text(tried(orders)) for orders in record.orders]
    if words := hint(record):
        parts.append(Text(words))
    parts += [Text(f"suppressed: {line}", "dim") for line in suppressed(record)]
    parts += [Text(f"note: {note}", "dim") for note in record.notes]
    return Group(*parts)


def summary(record: CheckRecord) -> str:
    """Return one sentence: "2 findings, 1 note in 3 launches (race, barrier, init, memory)"."""
    tools = ", ".join(record.tools)
    if record.exit_code and not record.launches and not record.findings:
        return f"no verdict: the script ended with exit code {record.exit_code} before any launch"
    faults = len(record.faults)
    notes = len(record.findings) - faults
    counts = (faults, "finding"), (notes, "note")
    counted = ", ".join(f"{n} {what}{'s' * (n > 1)}" for n, what in counts if n)
    findings = counted or "nothing found"
    launches = f"{record.launches:,} launch{'es' * (record.launches != 1)}"
    schedules = f", {len(record.schedules)} schedules" if len(record.schedules) > 1 else ""
    end = f"; the script ended with exit code {record.exit_code}" if record.exit_code else ""
    verdict = "no verdict: " if record.exit_code and not faults else ""
    return f"{verdict}{findings} in {launches} ({tools}{schedules}){end}"


# Worked case: a matmul by tensor maps without its wait for a full stage.
#
#     the product reads a tile that is on the way, the next copy overwrites it, both mbarriers get
#     out of step, and the block ends before its copies: nine findings of one missing line
def hint(record: CheckRecord) -> str:
    """Return advice for many findings; "" if no kernel has more than two."""
    kernels = Counter(finding.kernel for finding in record.faults)
    if not kernels or max(kernels.values()) <= 2:
        return ""
    return "several findings of one kernel often have one cause: fix the first, then check again"


def suppressed(record: CheckRecord) -> list[str]:
    """Return a line for each suppressed finding, with its reason."""
    return [
        f"{s.finding.tool}/{s.finding.kind} in {written_name(s.finding.kernel)} at "
        f"{s.finding.source}, {times(s.finding.count)}: {s.reason}"
        for s in record.suppressed
    ]


def tried(orders: OrdersTried) -> str:
    """Return what is known of all orders of a launch, with its bounds."""
    blocks = orders.grid[0] * orders.grid[1] * orders.grid[2]
    size = f"{blocks} block{'s' * (blocks > 1)}, {orders.warps} warp{'s' * (orders.warps > 1)}"
    launch = f"all orders of `{written_name(orders.kernel)}` ({size})"
    if not orders.orders:
        return f"{launch}: no statement, {orders.why}"
    ends = [
        f"{n:,} end{'s' * (n == 1)} in {what}"
        for n, what in ((orders.deadlocks, "a deadlock"), (orders.faults, "a fault"))
        if n
    ]
    if orders.results > 1:
        ends.append(f"there are {orders.results:,} different results")
    if not orders.is_complete:
        said = "; ".join(ends) or "none ends in a deadlock, a fault or with another result"
        bound = "an unknown number was not tried, so this says nothing about all orders"
        return f"{launch}: {orders.orders:,} tried, stopped {orders.why}: {said}; {bound}"
    number = "the only order that can differ" if orders.orders == 1 else f"{orders.orders:,} orders"
    said = "; ".join(ends) or "no deadlock, no fault, the same result in each"
    return f"{launch}: {number}, of {orders.events:,} events: {said}"


def steps_of(order: Order) -> Iterator[tuple[str, str, str]]:
    """Yield (who, what, where) of an order's steps."""
    for step in order.steps:
        what = " ".join(filter(None, (step.instruction, f"({step.does})" if step.does else "")))
        yield step.who, what, _short(step.source)


def order_in_words(order: Order) -> str:
    """Return how an order ends, and which part of it is shown."""
    before = f", after {order.before:,} events that are the same" if order.before else ""
    return f"in this order {order.ends}{before}:"


def times(count: int) -> str:
    """Return "once" or "1,920 times"."""
    return "once" if count == 1 else f"{count:,} times"


def who(block: tuple[int, ...], thread: tuple[int, ...]) -> str:
    """Return "block 3, thread 17": indices of one dimension as numbers."""
    return f"block {_index(block)}, thread {_index(thread)}"


def _index(index: tuple[int, ...]) -> str:
    return str(index[0]) if not any(index[1:]) else str(tuple(index)).replace(" ", "")


_OTHER_SIDES = {"barrier": "the mbarrier was made at", "numerics": "it is used at"}


def sides(finding: CheckFinding) -> Iterator[tuple[str, str, Excerpt | None, Excerpt | None]]:
    """Yield who, where, source and PTX of each side; the earlier one first.

    Where a value comes from has no thread: any that reads it would do.
    """
    if finding.other_source is not None:
        other = _OTHER_SIDES.get(finding.tool, "it comes from")
        if finding.other_block is not None and finding.other_thread is not None:
            other = who(finding.other_block, finding.other_thread)
        yield other, finding.other_source, finding.other_code, finding.other_ptx
    if finding.source:
        whole = finding.kind in WHOLE_KINDS
        own = "all blocks" if whole else who(finding.block, finding.thread)
        yield own, finding.source, finding.code, finding.ptx


def outcomes(finding: CheckFinding) -> str:
    """Return the values by schedule: "o[0] is 16 with --schedule turns; 1 with random:0"."""
    groups: dict[str, list[str]] = {}
    for outcome in finding.outcomes:
        groups.setdefault(outcome.value, []).append(outcome.schedule)
    said = [f"{value} with {', '.join(names)}" for value, names in groups.items()]
    said[0] = said[0].replace(" with ", " with --schedule ", 1)
    return f"the order of the threads decides: {finding.outcome_at} is {'; '.join(said)}"


def _short(where: str) -> str:
    """Return a place with only the file's name: "k.py:4 (ptx:32)"."""
    source, between, ptx = where.rpartition(" (")
    return f"{short_place(source)}{between}{ptx}" if between else where


def _finding(number: int, finding: CheckFinding, width: int) -> Iterator[RenderableType]:
    yield Text.assemble(
        (
            f"{number}. {finding.tool}: {finding.kind}",
            "bold red" if finding.changes_results else "bold yellow",
        ),
        (f", a note: {finding.note}" if finding.note else "", "yellow"),
        "  in ",
        (written_name(finding.kernel), "bold"),
        (f"  {times(finding.count)}", "dim"),
    )
    inner: list[RenderableType] = [Text(finding.message)]
    if finding.subject:
        inner.append(Text(f"launched by {finding.subject}", "dim"))
    for person, where, code, ptx in sides(finding):
        inner.append(Text.assemble((f"{person}  ", "bold"), (_short(where), "cyan")))
        shown = code or ptx
        if shown is not None:
            room = max(width - 12, 20)
            line = shown.text if len(shown.text) <= room else shown.text[: room - 1] + "…"
            inner.append(Text(f"  {shown.line:>5} │ {line}", no_wrap=True))
    if finding.outcomes:
        inner.append(Text(outcomes(finding), "yellow"))
    for order in finding.orders:
        inner.append(Text(order_in_words(order), "bold"))
        rows = [*steps_of(order)]
        inner += [
            Text.assemble(f"  {who}  {what}  ", (where, "cyan"))
            for who, what, where in rows[:_SHOWN]
        ]
        more = len(rows) - _SHOWN + order.after if len(rows) > _SHOWN else order.after
        if more:
            inner.append(Text(f"  … {more:,} more", "dim"))
    inner.append(Text.assemble(("do: ", "bold"), finding.advice))
    yield Padding(Group(*inner), (0, 0, 0, 3))
