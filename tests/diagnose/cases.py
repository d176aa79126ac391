"""Evidence in which every counter that a rule reads is there, and is not round.

With a counter of 0 a sum is as good as a difference, and with one of 1 a product as a quotient.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from diagnose.made import (
    CONFLICTS,
    GLOBAL,
    H200,
    INSTRUCTIONS,
    THREADS,
    WAVES,
    access,
    launch,
    operator,
    profiled,
    span,
)
from kernelscope.diagnose import Evidence
from kernelscope.hardware.timing import estimate_launch
from kernelscope.quantity import Quantity
from kernelscope.record import Access, Bytes, LaunchRecord

PIPE = "kernelscope__inst_pipe_{}.sum"
UNIQUE = "kernelscope__unique_sectors_{}.sum"
LOCAL = "smsp__sass_inst_executed_op_local_{}.sum"
COMPUTE = "sm__throughput.avg.pct_of_peak_sustained_elapsed"
MEMORY = "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"
EVERY = {
    INSTRUCTIONS: 3.1e7,
    THREADS: 9.8e8,
    **{
        PIPE.format(pipe): count
        for pipe, count in zip(
            ("fma", "alu", "fp64", "xu", "lsu", "control", "tensor"),
            (7.3e6, 9.1e6, 1.3e5, 2.3e5, 5.9e6, 1.7e6, 0.0),
            strict=True,
        )
    },
    GLOBAL.format("sectors", "ld"): 2.9e6,
    GLOBAL.format("sectors", "st"): 1.9e6,
    GLOBAL.format("requests", "ld"): 7.1e5,
    GLOBAL.format("requests", "st"): 4.7e5,
    "lts__t_sectors_srcunit_tex_op_read.sum": 2.3e6,
    "lts__t_sectors_srcunit_tex_op_write.sum": 1.7e6,
    UNIQUE.format("read"): 1.1e6,
    UNIQUE.format("written"): 7.9e5,
    WAVES: 5.3e5,
    WAVES.replace("_ld", "_st"): 3.7e5,
    CONFLICTS: 1.3e4,
    CONFLICTS.replace("_ld", "_st"): 1.1e4,
}


def counted(blocks: int = 1037, changed: dict[str, float] | None = None, **fields: Any) -> Any:
    """A launch with every counter, some of them changed, and its time by the model."""
    base = LaunchRecord("ns::k<float>(int)", (blocks, 1, 1), (96, 2, 1), 1536, 512, 40)
    record = dataclasses.replace(base, counters=EVERY | (changed or {}), source="run.py:31")
    record = dataclasses.replace(record, **fields)
    found = estimate_launch(
        H200,
        grid=record.grid,
        block=record.block,
        registers=record.registers,
        shared_bytes=record.static_shared_bytes + record.dynamic_shared_bytes,
        counters=record.counters,
    )
    timed = {"time_us": found.time_us, "bound": found.bound}
    return dataclasses.replace(record, **(timed | fields))


def waiting(**fields: Any) -> Any:
    """A launch of several waves whose warps wait for loads, one after another."""
    loads = {"smsp__sass_inst_executed_op_global_ld.sum": 2.3e6, "kernelscope__barriers.sum": 4.7e6}
    return counted(5003, loads, bound="latency", **fields)


def _line(kind: str, sectors: float, place: int = 9, **fields: Any) -> Access:
    return dataclasses.replace(access(sectors, **fields), kind=kind, source=f"k.py:{place}")


def _of(*launches: LaunchRecord, **others: Any) -> Evidence:
    return Evidence(H200, launches, **others)


MACS = "kernelscope__tensor_mac_bf16.sum"
SLOW = {PIPE.format("fma"): 2.9e7, PIPE.format("alu"): 1.1e6, INSTRUCTIONS: 3.1e7}
SCATTERED = (
    _line("load", 3.1e6, requests=1.0e5),
    _line("load", 9e5, requests=1.0e5, lane_bytes=8),
    _line("copy", 1.7e6, requests=9e4),
    _line("store", 1.3e6, 12, requests=5e4, lane_bytes=2),
    _line("store", 2.0e5, 13, requests=5e4),
    _line("atom", 1.3e6, 14, requests=5e4),
    _line("load", 8.0e5, 15, requests=1.0e5),
    _line("load", 7.9e5, 16, requests=1.0e5),
)
CONFLICTING = {CONFLICTS: 4.9e5, CONFLICTS.replace("_ld", "_st"): 1.3e5}
SHARED_LINES = (
    Access("k.py:5", "load", 4, wavefronts=4e5, conflicts=3.7e5, requests=0.0),
    Access("k.py:6", "store", 4, wavefronts=2e5, conflicts=1e5),
)
LIMITS = (
    profiled(**{COMPUTE: 59.9, MEMORY: 30.0}),
    profiled(**{COMPUTE: 61.0, MEMORY: 61.0}),
    profiled(**{COMPUTE: 90.0, MEMORY: 61.0}),
)
WAITING = (
    span("a", "device", 0.0, 90.0, submitted_us=-5.0, source="s.py:3"),
    span("item", "wait", 40.0, 55.0, kind="item", source="s.py:4"),
    span("b", "device", 160.0, 70.0, submitted_us=150.0, source="s.py:5"),
    span("synchronize", "wait", 170.0, 65.0, kind="explicit", source="s.py:6"),
    span("c", "device", 300.0, 30.0, submitted_us=290.0, source="s.py:7"),
    span("item", "wait", 310.0, 25.0, kind="item", source="s.py:4"),
    span("d", "device", 450.0, 30.0, submitted_us=440.0, source="s.py:8"),
)
COPYING = (
    span("a", "device", 0.0, 50.0, submitted_us=-5.0, source="m.cu:3"),
    span("copy", "wait", 20.0, 40.0, kind="copy-to-host", source="m.cu:4"),
    span("b", "device", 90.0, 50.0, submitted_us=85.0, source="m.cu:5"),
    span("copy", "wait", 100.0, 60.0, kind="blocking-copy", source="m.cu:6"),
    span("c", "device", 190.0, 30.0, submitted_us=185.0, source="m.cu:7"),
    span("free", "wait", 200.0, 35.0, kind="free", source="m.cu:8"),
    span("d", "device", 260.0, 30.0, submitted_us=255.0, source="m.cu:9"),
)
MATMUL = {"name": "aten.mm.default", "flops": 2.7e9, "bytes_read": 1.3e7, "bytes_written": 5.1e6}
LINE = {"source": "gelu.py:4"}
CHAIN = (
    operator(30.0, name="aten.pow.Tensor", bytes_read=4e6, bytes_written=3e6, **LINE),
    operator(50.0, name="aten.mul.Tensor", bytes_read=3e6, bytes_written=5e6, **LINE),
    operator(70.0, name="aten.mul.Scalar", bytes_read=5e6, bytes_written=2e6, **LINE),
    operator(11.0, name="aten.sum", bytes_read=2e6, source="gelu.py:5"),
    operator(13.0, name="aten.arange", bytes_read=0.0, source="gelu.py:6"),
    operator(13.0, name="aten.add", source=None),
    operator(17.0, name="aten.exp", source="gelu.py:7"),
    operator(19.0, name="aten.log", shapes=((7,),), source="gelu.py:7"),
    operator(23.0, name="aten.neg", shapes=((7,),), source="gelu.py:7"),
)
MOVED = Bytes(7e7, 3e7, 9e6, 7e6, "computed", "operands once")

CASES: dict[str, Evidence] = {
    "nothing": _of(),
    "uncoalesced": _of(counted(accesses=SCATTERED, kernel_source="k.py:2"), counted(7, bound="")),
    "profiled-sectors": _of(
        profiled(
            **{
                GLOBAL.format("sectors", "ld"): 5.3e6,
                GLOBAL.format("requests", "ld"): 2.1e5,
                GLOBAL.format("sectors", "st"): 3.3e6,
                GLOBAL.format("requests", "st"): 1.1e5,
            }
        )
    ),
    "conflicts": _of(
        counted(changed=CONFLICTING, accesses=SHARED_LINES),
        counted(1038, CONFLICTING, kernel_source="k.py:2"),
        counted(1038, CONFLICTING, accesses=(Access("k.py:8", "load", 4),)),
    ),
    "divergence": _of(
        counted(changed={THREADS: 17.3 * 3.1e7} | SLOW, divergent_source="k.py:6"),
        counted(changed={THREADS: 15.9 * 3.1e7}, kernel_source="k.py:2"),
        profiled(**{"smsp__thread_inst_executed_per_inst_executed.ratio": 11.7}),
    ),
    "occupancy": _of(
        waiting(occupancy=0.5, limiter="registers", waves=2.5, registers=128),
        waiting(occupancy=0.25, limiter="blocks", waves=1.5, block=(32, 1, 1)),
        waiting(occupancy=0.25, limiter="warps", waves=1.5, block=(320, 3, 1)),
        waiting(occupancy=0.5, limiter="shared", waves=9.0, dynamic_shared_bytes=100_000),
        waiting(occupancy=0.5, limiter="other", waves=9.0, counters={}),
        waiting(occupancy=0.5, limiter="shared", waves=None),
    ),
    "tail": _of(
        counted(265, SLOW, waves=265 / 264),
        counted(529, SLOW, waves=529 / 264, kernel_source="k.py:2", source=None),
        counted(529, SLOW, waves=2.0),
    ),
    "small-grid": _of(counted(1, SLOW), counted(20, SLOW), counted(100, SLOW), counted(131, SLOW)),
    "spills": _of(
        counted(spill_bytes=72, kernel_source="k.py:2"),
        counted(304, spill_bytes=72, block=(33, 1, 1)),
        counted(301, spill_bytes=400, accesses=(_line("load", 4e4, 21, local=2.0),)),
        counted(changed={LOCAL.format("ld"): 1.9e6, LOCAL.format("st"): 7e5}),
        counted(changed={LOCAL.format("ld"): 9e6, LOCAL.format("st"): 3e6} | SLOW),
        profiled(**{LOCAL.format("st"): 17.0}),
        launch(spill_bytes=8),
    ),
    "doubles": _of(
        counted(
            changed={
                "kernelscope__cvt_fp32_to_fp64.sum": 6.1e7,
                "kernelscope__flops_fp64.sum": 2.3e8,
                PIPE.format("fp64"): 4.1e6,
            }
        ),
        operators=(
            operator(40.0, precision="fp64"),
            operator(45.0, precision="fp64", **MATMUL),
            *[operator(precision="fp32")] * 2,
        ),
    ),
    "asked-for-doubles": _of(
        operators=(operator(precision="fp64"), operator(), operator()), precision="fp64"
    ),
    "tf32": _of(
        counted(changed={"kernelscope__tensor_mac_tf32.sum": 3.7e9, PIPE.format("tensor"): 5e5}),
        precision="fp32",
    ),
    "products": _of(
        counted(
            changed={
                "kernelscope__flops_fp32.sum": 1.9e10,
                "kernelscope__flops_fp16.sum": 7e9,
                "kernelscope__cvt_half_to_fp32.sum": 1e6,
            }
            | SLOW
        ),
        counted(
            1038,
            {"kernelscope__flops_fp32.sum": 1.9e10} | SLOW,
            accesses=(_line("load", 4e5, requests=1e5, lane_bytes=2),),
        ),
        counted(1039, {"kernelscope__flops_fp32.sum": 1.9e10, MACS: 1e9} | SLOW),
    ),
    "slow-products": _of(
        operators=(
            operator(210.0, precision="fp32", **MATMUL),
            operator(190.0, precision="fp32", **(MATMUL | {"name": "aten.bmm"})),
            operator(70.0),
        )
    ),
    "padding": _of(
        counted(
            changed={MACS: 3e9, PIPE.format("tensor"): 4e6},
            accesses=(
                _line("load", 4e5, issued_lanes=5.2e5, lanes=2.7e5, requests=1.6e4),
                _line("copy", 4e5, 10, issued_lanes=7.2e5, lanes=3.7e5, requests=2e4, lane_bytes=8),
                _line("load", 1e3, 11, issued_lanes=3.2e4, lanes=1e3, requests=1e3),
                _line("store", 1e3, 12, issued_lanes=3.2e6, lanes=1e4, requests=1e3),
            ),
        )
    ),
    "limits": _of(*LIMITS),
    "limits-memory": _of(LIMITS[1]),
    "limits-modelled": _of(*[launch(bound=b) for b in ("l2", "l2", "l1", "issue", "latency")]),
    "limits-mixed": _of(LIMITS[2], launch(bound="alu"), launch(trial=True)),
    "limits-of-operators": _of(
        operators=[
            operator(9.9, bytes_read=1e3, bytes_written=1e3),
            operator(10.0, bytes_read=1e3, bytes_written=1e3),
            operator(90.0, flops=4.4e10, bytes_read=2.1e8, bytes_written=3e6),
            operator(55.0, flops=4.4e10, bytes_read=2.1e7, bytes_written=3e6),
            operator(1.0, trial=True),
        ]
    ),
    "launches": _of(*[launch(bound="launch")] * 16, operators=[operator(2.0)] * 3),
    "few-launches": _of(*[launch(bound="blocks")] * 2),
    "waiting": _of(spans=WAITING),
    "copying": _of(spans=COPYING),
    "host-held": _of(
        spans=[span(f"k{i}", "device", 31.0 * i, 7.0 - i, source=f"s.py:{i}") for i in range(4)]
    ),
    "host-held-a-little": _of(spans=[*WAITING, span("e", "device", 990.0, 10.0, source="s.py:9")]),
    "waiting-and-working": _of(counted(), spans=WAITING, operators=[operator(41.0)]),
    "call": _of(operators=CHAIN, bytes=MOVED),
    "call-with-product": _of(operators=(*CHAIN, operator(210.0, **MATMUL)), bytes=MOVED),
    "call-with-two-products": _of(operators=[operator(210.0, **MATMUL)] * 2, bytes=MOVED),
    "call-with-one-more": _of(operators=(CHAIN[0], operator(210.0, **MATMUL)), bytes=MOVED),
    "call-of-kernels": _of(counted(), counted(1038), bytes=dataclasses.replace(MOVED, note="")),
    "script": _of(operators=CHAIN),
    "script-with-product": _of(operators=(*CHAIN[:2], operator(210.0, **MATMUL), *CHAIN[1:3])),
    "alike": _of(
        *[counted(spill_bytes=72)] * 3,
        counted(time_us=Quantity(99.0, "us", "measured"), spill_bytes=72, trial=True),
        counted(33, spill_bytes=36, kernel="other"),
    ),
}
