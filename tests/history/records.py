"""Records made by hand: two launches of one comparison, and what may change in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kernelscope.quantity import Quantity
from kernelscope.record import Access, Bytes, Comparison, LaunchRecord, Record, Row, to_json

SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
READ = "kernelscope__unique_sectors_read.sum"
WRITTEN = "kernelscope__unique_sectors_written.sum"
BARRIERS = "kernelscope__barriers.sum"
INSTRUCTIONS = "kernelscope__inst_executed.sum"
VARIANT = {"x": "*fp32", "BLOCK": "1024", "x divisible by 16": "yes", "num_warps": "4"}


def estimated(value: float, error: float = 0.2, unit: str = "us") -> Quantity:
    return Quantity(value, unit, "estimated", value * (1 - error), value * (1 + error))


def launch(**more: Any) -> LaunchRecord:
    """A launch of 4 µs that reads 1,000 sectors in two lines."""
    given: dict[str, Any] = {
        "kernel": "kernel",
        "registers": 32,
        "spill_bytes": 0,
        "time_us": estimated(4.0),
        "kernel_source": "k.py:10",
        "variant": VARIANT,
        "occupancy": 1.0,
        "counters": {SECTORS: 1000, READ: 1000, WRITTEN: 500, BARRIERS: 64, INSTRUCTIONS: 9000},
        "accesses": (
            Access("k.py:12", "load", 16, requests=10, sectors=400),
            Access("k.py:14", "load", 16, requests=10, sectors=600),
            Access("k.py:14", "load", 4, wavefronts=9),
            Access("k.py:15", "store", 16, requests=10, sectors=500),
        ),
    }
    return LaunchRecord(grid=(8, 1, 1), block=(128, 1, 1), **(given | more))


def row(*launches: LaunchRecord, name: str = "triton", **more: Any) -> Row:
    """A right row of some launches, with what follows from them."""
    own = launches or (launch(),)
    times = [one.time_us for one in own if one.time_us is not None]
    read, written = (32 * sum(one.counters[key] for one in own) for key in (READ, WRITTEN))
    given: dict[str, Any] = {
        "time_ms": estimated(sum(time.value for time in times) / 1e3, unit="ms"),
        "launches": own,
        "bytes": Bytes(read, written, 1.0, 1.0),
        "timings": {"compile": Quantity(123.0, "ms", "measured")},
    }
    return Row(name, "triton", "ok", **(given | more))


def comparison(*rows: Row, **more: Any) -> Comparison:
    given: dict[str, Any] = {
        "gpu": {"name": "h200"},
        "environment": {"kernelscope": "0.1", "triton": "3.6.0", "cpu": "two cores"},
        "created": "2026-11-25T00:00:00Z",
    }
    case = {"n": 64, "dtype": "float32"}
    return Comparison("virtual:h200", "softmax", case, rows or (row(),), **(given | more))


def changed_counters(**by_name: float) -> dict[str, float]:
    return launch().counters | by_name


def with_access(number: int, **more: Any) -> tuple[Access, ...]:
    """The accesses of `launch()` with one changed."""
    own = launch().accesses
    return tuple(replace(a, **more) if n == number else a for n, a in enumerate(own))


CHANGING = ("created", "command", "trace", "verdict", "approaches")
"""Fields of a record that differ between two runs: dates, words, and what weighs them."""
CHANGING_TIMINGS = ("host", "first_call", "compile")
"""Timings of a row that are this machine's: compile seconds, the host's clock."""


def stable(record: Record) -> dict[str, Any]:
    """A record's JSON without what changes from run to run."""
    data = {name: value for name, value in to_json(record).items() if name not in CHANGING}
    for one in data.get("rows", ()):
        one["timings"] = {n: t for n, t in one["timings"].items() if n not in CHANGING_TIMINGS}
    return data
