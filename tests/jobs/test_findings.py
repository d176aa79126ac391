"""What a comparison says of a row, on rows made by hand."""

from __future__ import annotations

import dataclasses

from kernelscope.hardware import gpu
from kernelscope.jobs.findings import findings
from kernelscope.jobs.traffic import bytes_moved
from kernelscope.operation import Work
from kernelscope.quantity import Quantity
from kernelscope.record import Bytes, LaunchRecord, OperatorRecord, Row

H200 = gpu("h200")
GLOBAL = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"


def launch(bound: str = "dram", blocks: int = 4096, us: float = 10.0, **counters) -> LaunchRecord:
    return LaunchRecord(
        "k",
        (blocks, 1, 1),
        (256, 1, 1),
        counters=counters,
        time_us=Quantity(us, "us", "estimated"),
        kernel_source="k.py:7",
        bound=bound,
    )


def found(row: Row) -> dict[str, str]:
    return {finding.rule: finding.message for finding in findings(row, H200)}


def row(*launches: LaunchRecord, moved: float = 2e6, **fields) -> Row:
    sizes = Bytes(moved / 2, moved / 2, 1e6, 1e6)
    return Row("mine", "triton", "ok", launches=launches, bytes=sizes, **fields)


def test_several_launches_with_extra_bytes_are_unfused():
    """Two launches moving twice the fewest bytes: half of them could go."""
    (unfused, _) = findings(row(launch(), launch(), moved=4e6), H200)
    assert unfused.rule == "unfused-operators"
    assert unfused.message == "2 launches move 4.00 MB, 2.00 times the fewest bytes"
    assert (unfused.estimated_gain, unfused.provenance) == (0.5, "counted")


def test_several_launches_that_must_be_are_not_blamed():
    """Two launches that move just what they must."""
    assert "unfused-operators" not in found(row(launch(), launch()))


def test_one_launch_with_extra_bytes_is_named():
    """A single kernel that reads everything twice."""
    assert "2.00 times" in found(row(launch(), moved=4e6))["extra traffic"]


def test_uncoalesced_access_is_told_from_wide_access():
    """16 sectors a request are 128-bit loads; 32 are lanes apart."""
    wide = {GLOBAL.format("requests", "ld"): 100.0, GLOBAL.format("sectors", "ld"): 1600.0}
    apart = {GLOBAL.format("requests", "st"): 100.0, GLOBAL.format("sectors", "st"): 3200.0}
    assert "uncoalesced-access" not in found(row(launch(**wide)))
    (finding, *_) = findings(row(launch(**wide), launch(**apart)), H200)
    assert finding.message.startswith("k touches 32.0 sectors a store of a warp")
    assert finding.source == "k.py:7"


def test_bank_conflicts_count_from_a_tenth():
    """A share of 8 % is let pass, 50 % is not."""
    name = "l1tex__data_{}_mem_shared_op_ld.sum"
    waves, conflicts = name.format("pipe_lsu_wavefronts"), name.format("bank_conflicts_pipe_lsu")
    assert "bank-conflicts" not in found(row(launch(**{waves: 100.0, conflicts: 8.0})))
    assert "50%" in found(row(launch(**{waves: 100.0, conflicts: 50.0})))["bank-conflicts"]


def test_a_grid_smaller_than_the_gpu_is_named():
    """100 blocks leave 32 of 132 SMs idle."""
    assert "32 of 132 SMs" in found(row(launch(blocks=100)))["small-grid"]
    assert "small-grid" not in found(row(launch(blocks=132)))


def test_the_bound_is_what_most_of_the_time_goes_to():
    """30 of 40 µs in a tensor-bound kernel."""
    both = row(launch("dram", us=10.0), launch("tensor", us=30.0))
    assert found(both)["bound"] == "compute-bound for 75 % of its time"
    assert found(row(launch("launch")))["bound"] == "launch-bound"


def test_operators_are_classed_by_their_bytes():
    """4 GB in a millisecond is memory's; 4 KB in 3 µs is the launch's."""
    large = OperatorRecord("a", (), 2e9, 2e9, time_us=Quantity(1000.0, "us", "estimated"))
    small = OperatorRecord("a", (), 2e3, 2e3, time_us=Quantity(3.0, "us", "estimated"))
    base = Row("mine", "naive", "ok")
    assert found(dataclasses.replace(base, operators=(large,)))["bound"] == "memory-bound"
    assert found(dataclasses.replace(base, operators=(small,)))["bound"] == "launch-bound"


def test_a_measured_row_without_launches_has_no_findings():
    """What is not known is not guessed."""
    assert findings(Row("mine", "triton", "ok", time_ms=Quantity(1, "ms", "measured")), H200) == ()


def test_bytes_are_distinct_sectors_and_operands():
    """A kernel's sectors times 32, an operator's operands as they are; both say where from."""
    unique = "kernelscope__unique_sectors_{}.sum"
    counters = {unique.format("read"): 10.0, unique.format("written"): 5.0}
    kernel, operator = launch(**counters), OperatorRecord("a", (), 100.0, 50.0)
    work = Work(read=320, written=160)
    counted = bytes_moved((kernel,), (), work)
    assert (counted.read, counted.written, counted.provenance) == (320.0, 160.0, "counted")
    assert counted.ratio == 1.0
    mixed = bytes_moved((kernel,), (operator,), work)
    assert (mixed.read, mixed.written, mixed.provenance) == (420.0, 210.0, "computed")
    assert bytes_moved((), (), work) is None
