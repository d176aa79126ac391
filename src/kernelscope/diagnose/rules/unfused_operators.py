"""unfused-operators: several launches pass values through device memory that one would keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kernelscope.diagnose.evidence import Evidence, time_of
from kernelscope.diagnose.products import is_product
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import estimate_operator
from kernelscope.quantity import format_number, format_value
from kernelscope.record import Bytes, Finding, LaunchRecord, OperatorRecord

# Naive GELU of 2048²: nine operators of one line move 369 MB, 11 times the bytes of one kernel, and
# one kernel takes 12.3 of 125.8 µs: a gain of 90 % (86 % measured). `x.relu() + 1` moves 4 tensors
# where one kernel moves 2: found.
_EXTRA_BYTES = 1.5


def _find(evidence: Evidence) -> Iterable[Finding]:
    if evidence.bytes is not None:
        yield from _of_a_call(evidence, evidence.bytes)
    else:
        yield from _of_a_script(evidence)


def _of_a_call(evidence: Evidence, moved: Bytes) -> Iterable[Finding]:
    """Yield the finding against the fewest bytes of the work model.

    A matrix product may keep its kernel and one launch after it.
    """
    events = (*evidence.own_launches, *evidence.own_operators)
    products = [event for event in events if _is_product(event)]
    ratio = moved.ratio or 0.0
    # `matmul-gelu`: PyTorch's product and its GELU are two launches, 1.67 times the fewest bytes,
    # and nothing is said: libraries keep a product's kernel, and one launch after it is what
    # torch.compile makes of it too. Its naive version has ten launches, 8.3 times the fewest:
    # found.
    if len(events) - len(products) <= max(len(products), 1) or ratio < _EXTRA_BYTES:
        return
    read = moved.fewest_written if products else moved.fewest_read
    launch_us = _one_launch(evidence.spec, read, moved.fewest_written)
    fused = sum(map(time_of, products)) + launch_us * max(len(products), 1)
    shown = format_value(moved.moved, "B")
    yield _finding(
        f"{len(events)} launches move {shown}, {format_number(ratio)} times the fewest bytes",
        _first_source(evidence.own_operators) or _first_source(events),
        f"{format_number(ratio)} times the fewest bytes {moved.note}".rstrip(),
        1 - fused / evidence.total_us if evidence.total_us else 0.0,
        moved,
    )


def _of_a_script(evidence: Evidence) -> Iterable[Finding]:
    """Yield findings on consecutive operators with one shape on one line of the script."""
    for chain in _chains(evidence.own_operators):
        read, written = chain[0].bytes_read, chain[-1].bytes_written
        moved = sum(op.bytes_read + op.bytes_written for op in chain)
        if moved < _EXTRA_BYTES * (read + written):
            continue
        time = sum(map(time_of, chain))
        saved = time - _one_launch(evidence.spec, read, written)
        size = format_value(moved, "B")
        names = list(dict.fromkeys(op.name.removeprefix("aten.").split(".")[0] for op in chain))
        yield _finding(
            f"{len(chain)} consecutive operators move {size}, "
            f"{format_number(moved / (read + written))} times the bytes of one kernel",
            chain[0].source,
            ", ".join(names),
            max(0.0, saved) / evidence.total_us if evidence.total_us else 0.0,
            Bytes(read, written, read, written, "computed"),
        )


def _chains(operators: Sequence[OperatorRecord]) -> Iterator[list[OperatorRecord]]:
    chain: list[OperatorRecord] = []
    for operator in operators:
        continues = chain and operator.source == chain[0].source and _alike(operator, chain[0])
        if not continues:
            if len(chain) > 1:
                yield chain
            chain = []
        if not operator.flops and operator.bytes_read and operator.source:
            chain.append(operator)
    if len(chain) > 1:
        yield chain


def _alike(operator: OperatorRecord, first: OperatorRecord) -> bool:
    """Return whether an operator is not a product and has the shape of the first."""
    return not operator.flops and operator.shapes[:1] == first.shapes[:1]


def _is_product(event: LaunchRecord | OperatorRecord) -> bool:
    if isinstance(event, OperatorRecord):
        return event.flops > 0
    return is_product(event)


def _one_launch(spec: GPUSpec, read: float, written: float) -> float:
    return estimate_operator(spec, bytes_read=read, bytes_written=written).time_us.value


def _first_source(events: Sequence[LaunchRecord | OperatorRecord]) -> str | None:
    return next((event.source for event in events if event.source), None)


def _finding(message: str, source: str | None, evidence: str, gain: float, moved: Bytes) -> Finding:
    return Finding(
        "unfused-operators",
        message,
        source=source,
        evidence=evidence,
        estimated_gain=max(0.0, gain),
        provenance=moved.provenance,
        advice="fuse them into one kernel that keeps intermediate values in registers: "
        "torch.compile, or by hand",
    )


RULE = Rule(
    "unfused-operators",
    threshold="several launches that move at least 1.5 times the fewest bytes; in a script: "
    "operators of one line and shape, compared with their first input and last output",
    source=OWN,
    needs="operators or counters; the fewest bytes of a work model if there is one",
    find=_find,
    numbers={"1.5 times": _EXTRA_BYTES},
)
