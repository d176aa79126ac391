"""Bytes of a call, from what was counted and from what its operators' operands are."""

from __future__ import annotations

from kernelscope.jobs.traffic import bytes_moved
from kernelscope.operation import Work
from kernelscope.record import LaunchRecord, OperatorRecord


def test_bytes_are_distinct_sectors_and_operands():
    """A kernel's sectors times 32, an operator's operands as they are; both say where from."""
    unique = "kernelscope__unique_sectors_{}.sum"
    counters = {unique.format("read"): 10.0, unique.format("written"): 5.0}
    kernel = LaunchRecord("k", (1, 1, 1), (32, 1, 1), counters=counters)
    operator = OperatorRecord("a", (), 100.0, 50.0)
    work = Work(read=320, written=160)
    counted = bytes_moved((kernel,), (), work)
    assert (counted.read, counted.written, counted.provenance) == (320.0, 160.0, "counted")
    assert counted.ratio == 1.0
    mixed = bytes_moved((kernel,), (operator,), work)
    assert (mixed.read, mixed.written, mixed.provenance) == (420.0, 210.0, "computed")
    assert bytes_moved((), (), work) is None
