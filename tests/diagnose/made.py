"""Evidence made by hand: launches, operators, accesses and spans with only what a rule looks at."""

from __future__ import annotations

import dataclasses

from kernelscope.diagnose import Evidence, find
from kernelscope.hardware import gpu
from kernelscope.hardware.timing import estimate_launch
from kernelscope.quantity import Quantity
from kernelscope.record import Access, Finding, LaunchRecord, OperatorRecord, Span

H200 = gpu("h200")
GLOBAL = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
WAVES = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
INSTRUCTIONS, THREADS = "kernelscope__inst_executed.sum", "kernelscope__thread_inst_executed.sum"


def launch(blocks: int = 4096, counters: dict[str, float] | None = None, **fields) -> LaunchRecord:
    """A launch with its time by the model; 10 µs and no counters where none are given."""
    record = LaunchRecord("k", (blocks, 1, 1), (256, 1, 1), kernel_source="k.py:7")
    time, bound, parts = Quantity(10.0, "us", "estimated"), "dram", dict[str, float]()
    if counters:
        counters = {INSTRUCTIONS: 1e5, THREADS: 32e5} | counters
        found = estimate_launch(
            H200, grid=blocks, block=256, registers=None, shared_bytes=0, counters=counters
        )
        time, bound, parts = found.time_us, found.bound, found.parts
    given = {"counters": counters or {}, "time_us": time, "bound": bound, "time_parts": parts}
    filled = given | fields
    return dataclasses.replace(record, **filled)


def operator(us: float = 100.0, **fields) -> OperatorRecord:
    record = OperatorRecord("aten.mul", ((1000, 1000),), 4e6, 4e6, source="model.py:3")
    return dataclasses.replace(record, time_us=Quantity(us, "us", "estimated"), **fields)


def found(*launches: LaunchRecord, **evidence) -> dict[str, Finding]:
    return {f.rule: f for f in find(Evidence(H200, launches, **evidence))}


def profiled(**counters: float) -> LaunchRecord:
    """A launch of which a profiler measured the time and some counters, and nobody else any."""
    time = Quantity(10.0, "us", "measured")
    return dataclasses.replace(launch(bound="", time_us=time), counters=counters)


def access(sectors: float, requests: float = 1000.0, **fields) -> Access:
    whole = {"lane_bytes": 4, "issued_lanes": 32 * requests, "lanes": 32 * requests}
    return Access("k.py:9", "load", **(whole | fields), requests=requests, sectors=sectors)


def span(name: str, lane: str, start: float, duration: float, **fields) -> Span:
    return Span(name, lane, start, duration, **fields)
