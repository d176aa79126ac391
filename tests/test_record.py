"""Records: JSON round trip, the agreed field names, written whole or not at all, clear refusals."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelscope import record as records
from kernelscope.errors import RecordError
from kernelscope.quantity import Quantity
from kernelscope.record import (
    SCHEMA,
    SCHEMA_HISTORY,
    AccessDecision,
    Bytes,
    Check,
    Comparison,
    Decision,
    Error,
    Finding,
    InspectedKernel,
    Inspection,
    LaunchRecord,
    Limit,
    OperatorRecord,
    OperatorTotal,
    Profile,
    Record,
    Row,
    ScriptRun,
    SharedBuffer,
    Span,
    Stage,
    Sweep,
    Sync,
    WorkRecord,
    from_json,
    load,
    save,
    to_json,
)

FLOATS = st.floats(allow_nan=False)
COUNTS = st.integers(0, 2**40)
TEXT = st.text(max_size=12)
QUANTITIES = st.builds(
    Quantity,
    FLOATS,
    st.sampled_from(["ms", "GB/s", "%"]),
    st.sampled_from(["measured", "counted", "computed", "estimated"]),
    st.none() | FLOATS,
    st.none() | FLOATS,
    TEXT,
)
SIZES = st.tuples(COUNTS, COUNTS, COUNTS)
LAUNCHES = st.builds(
    LaunchRecord,
    kernel=TEXT,
    grid=SIZES,
    block=SIZES,
    registers=st.none() | COUNTS,
    counters=st.dictionaries(TEXT, FLOATS | COUNTS, max_size=3),
    time_us=st.none() | QUANTITIES,
    source=st.none() | TEXT,
    trial=st.booleans(),
    frontend=st.sampled_from(["triton", "cuda", "inductor", "numba", "ptx"]),
    occupancy=st.none() | FLOATS,
)
OPERATORS = st.builds(
    OperatorRecord,
    name=TEXT,
    shapes=st.lists(st.lists(COUNTS, max_size=3).map(tuple), max_size=2).map(tuple),
    bytes_read=FLOATS,
    time_us=st.none() | QUANTITIES,
)
ERRORS = st.builds(
    Error,
    max_abs=FLOATS,
    max_rel=FLOATS,
    first_wrong_index=st.none() | st.lists(COUNTS, max_size=3).map(tuple),
    expected=st.none() | FLOATS,
    zeros_would_pass=st.booleans(),
)
STATUSES = st.sampled_from(["ok", "wrong", "failed", "unavailable"])
CHECKS = st.builds(Check, case=TEXT, status=STATUSES, error=st.none() | ERRORS)
ROWS = st.builds(
    Row,
    implementation=TEXT,
    style=TEXT,
    status=STATUSES,
    error=st.none() | ERRORS,
    checks=st.lists(CHECKS, max_size=2).map(tuple),
    time_ms=st.none() | QUANTITIES,
    timings=st.dictionaries(TEXT, QUANTITIES, max_size=2),
    launches=st.lists(LAUNCHES, max_size=2).map(tuple),
    operators=st.lists(OPERATORS, max_size=2).map(tuple),
    bytes=st.none() | st.builds(Bytes, FLOATS, FLOATS, FLOATS, FLOATS),
    throughput=st.none() | QUANTITIES,
    percent_of_limit=st.none() | QUANTITIES,
    limit=TEXT,
    findings=st.lists(
        st.builds(Finding, TEXT, TEXT, estimated_gain=st.none() | FLOATS), max_size=1
    ).map(tuple),
    code=TEXT,
    warnings=st.lists(TEXT, max_size=2).map(tuple),
)
SWEEPS = st.builds(
    Sweep,
    axis=TEXT,
    values=st.lists(FLOATS, max_size=3).map(tuple),
    unit=TEXT,
    series=st.dictionaries(TEXT, st.lists(st.none() | QUANTITIES, max_size=3).map(tuple)),
)
COMPARISONS = st.builds(
    Comparison,
    device=TEXT,
    operation=TEXT,
    case=st.dictionaries(TEXT, st.integers() | TEXT, max_size=3),
    rows=st.lists(ROWS, max_size=2).map(tuple),
    work=st.none() | st.builds(WorkRecord, FLOATS, FLOATS, FLOATS),
    limit=st.none() | st.builds(Limit, TEXT, FLOATS, TEXT, st.just("measured"), TEXT),
    sweep=st.none() | SWEEPS,
    environment=st.dictionaries(TEXT, TEXT, max_size=2),
)
RUNS = st.builds(
    ScriptRun,
    device=TEXT,
    exit_code=st.integers(-128, 255),
    launches=st.lists(LAUNCHES, max_size=2).map(tuple),
    operators=st.lists(OPERATORS, max_size=2).map(tuple),
)


SPANS = st.builds(
    Span,
    name=TEXT,
    lane=st.sampled_from(["range", "host", "wait", "device", "copy"]),
    start_us=FLOATS,
    duration_us=FLOATS,
    source=st.none() | TEXT,
    submitted_us=st.none() | FLOATS,
)
TOTALS = st.builds(
    OperatorTotal, name=TEXT, calls=st.integers(0, 9), cpu_ms=FLOATS, device_ms=FLOATS
)
SYNCS = st.builds(
    Sync,
    kind=st.sampled_from(["item", "print", "explicit"]),
    source=st.none() | TEXT,
    waited_ms=FLOATS,
    fix=TEXT,
)
PROFILES = st.builds(
    Profile,
    device=TEXT,
    target=TEXT,
    operators=st.lists(TOTALS, max_size=2).map(tuple),
    syncs=st.lists(SYNCS, max_size=2).map(tuple),
    spans=st.lists(SPANS, max_size=2).map(tuple),
    stacks=st.dictionaries(TEXT, FLOATS, max_size=2),
    memory=st.lists(st.tuples(FLOATS, FLOATS), max_size=2).map(tuple),
)


@given(record=COMPARISONS | RUNS | PROFILES)
def test_json_gives_back_the_same_record(record: Record) -> None:
    text = json.dumps(to_json(record), allow_nan=False)
    assert from_json(json.loads(text)) == record


def _comparison() -> Comparison:
    launch = LaunchRecord(
        "gelu_kernel",
        (1024, 1, 1),
        (128, 1, 1),
        registers=31,
        counters={"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 131072},
        time_us=Quantity(6.1, "us", "estimated"),
        source="demo.py:12",
        frontend="triton",
    )
    row = Row(
        "triton",
        "triton",
        "ok",
        error=Error(1e-7, 2e-7),
        time_ms=Quantity(0.507, "ms", "estimated", 0.4, 0.6),
        launches=(launch,),
        bytes=Bytes(2**30, 2**30, 2**30, 2**30),
        percent_of_limit=Quantity(98.9, "%", "estimated", 90.0, 110.0),
        limit="measured copy",
    )
    other = Row("cuda", "cuda", "unavailable", reason="no NVRTC")
    return Comparison("virtual:h200", "gelu", {"n": 16384}, (row, other))


def test_a_comparison_has_the_agreed_names() -> None:
    data = to_json(_comparison())
    assert {"schema", "device", "operation", "case", "rows"} <= set(data)
    assert data["schema"] == SCHEMA
    row = data["rows"][0]
    agreed = "implementation status reason error time_ms launches bytes percent_of_limit findings"
    assert set(agreed.split()) <= set(row)
    assert {"max_abs", "max_rel"} <= set(row["error"])
    assert {"value", "low", "high", "provenance"} <= set(row["time_ms"])
    assert {"read", "written", "fewest_read", "fewest_written"} <= set(row["bytes"])


def test_the_percentage_is_a_plain_number_and_the_limit_says_of_what() -> None:
    rows = to_json(_comparison())["rows"]
    assert rows[0]["percent_of_limit"] == 98.9
    assert rows[0]["limit"]["name"] == "measured copy"
    assert rows[0]["limit"]["provenance"] == "estimated"
    assert rows[1]["percent_of_limit"] is None
    assert to_json(_comparison().rows[0]) == rows[0]


def test_a_script_run_has_the_agreed_names() -> None:
    launch = _comparison().rows[0].launches[0]
    data = to_json(ScriptRun("virtual:h200", 0, (launch,)))
    assert {"schema", "device", "exit_code", "launches", "operators"} <= set(data)
    agreed = "kernel grid block dynamic_shared_bytes registers counters time_us source"
    assert set(agreed.split()) | {"kernel_source", "trial"} <= set(data["launches"][0])
    assert from_json(data) == ScriptRun("virtual:h200", exit_code=0, launches=(launch,))
    counters = data["launches"][0]["counters"]
    assert counters["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] == 131072
    assert data["launches"][0]["grid"] == [1024, 1, 1]


def test_numpy_numbers_are_plain_numbers_in_json() -> None:
    launch = LaunchRecord(
        "k", (1, 1, 1), (32, 1, 1), counters={"a": np.int64(7), "b": np.float32(2)}
    )
    counters = json.loads(json.dumps(to_json(launch)))["counters"]
    assert counters == {"a": 7, "b": 2.0}


def test_infinities_and_nan_are_valid_json() -> None:
    row = dataclasses.replace(_comparison().rows[0], error=Error(float("inf"), float("nan")))
    record = dataclasses.replace(_comparison(), rows=(row,))
    back = from_json(json.loads(json.dumps(to_json(record), allow_nan=False)))
    assert isinstance(back, Comparison)
    error = back.rows[0].error
    assert error is not None
    assert error.max_abs == float("inf")
    assert error.max_rel != error.max_rel


def test_records_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        _comparison().device = "cuda"  # type: ignore[misc]


def test_bytes_know_what_they_are_beside_the_fewest() -> None:
    moved = Bytes(read=13e9, written=9e9, fewest_read=1e9, fewest_written=1e9)
    assert (moved.moved, moved.fewest, moved.ratio) == (22e9, 2e9, 11)
    assert Bytes(0, 0, 0, 0).ratio is None


def test_saving_and_loading_gives_back_the_record(tmp_path: Path) -> None:
    path = tmp_path / "gelu.json"
    save(_comparison(), path)
    assert load(path) == _comparison()
    assert [p.name for p in tmp_path.iterdir()] == ["gelu.json"]


def test_a_loaded_record_has_what_explains_its_times(tmp_path: Path) -> None:
    launch = dataclasses.replace(
        _comparison().rows[0].launches[0], bound="dram", time_parts={"dram": 6.0, "issue": 1.5}
    )
    finding = Finding("unfused-operators", "9 launches", evidence="counted")
    row = Row("naive", "naive", "ok", launches=(launch,), findings=(finding,))
    made = dataclasses.replace(_comparison(), rows=(row,), created="2026-11-21T04:00:00+00:00")
    save(made, tmp_path / "naive.json")
    back = load(tmp_path / "naive.json")
    assert isinstance(back, Comparison)
    assert back.rows[0].launches[0].time_parts["dram"] == 6.0
    assert back.rows[0].findings[0].evidence == "counted"
    assert back.created == made.created


def test_a_loaded_script_run_has_its_exit_code(tmp_path: Path) -> None:
    save(ScriptRun("virtual:h200", 3), tmp_path / "run.json")
    run = load(tmp_path / "run.json")
    assert isinstance(run, ScriptRun)
    assert run.exit_code == 3


def test_a_failed_write_leaves_the_old_record_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "gelu.json"
    save(_comparison(), path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(RecordError, match=r"gelu\.json: cannot be written: No space"):
        save(dataclasses.replace(_comparison(), device="cuda"), path)
    monkeypatch.undo()
    assert load(path) == _comparison()
    assert [p.name for p in tmp_path.iterdir()] == ["gelu.json"]


def test_what_is_not_plain_data_is_refused_before_the_file_is_touched(tmp_path: Path) -> None:
    record = dataclasses.replace(_comparison(), case={"dtype": object()})
    with pytest.raises(RecordError, match="holds plain data"):
        save(record, tmp_path / "gelu.json")
    assert not list(tmp_path.iterdir())


def test_folders_on_the_way_are_made_and_what_is_in_their_way_is_named(tmp_path: Path) -> None:
    save(_comparison(), tmp_path / "absent" / "gelu.json")
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match=r"file/gelu\.json: cannot be written: "):
        save(_comparison(), tmp_path / "file" / "gelu.json")


def test_a_link_and_a_pipe_stay_what_they_are(tmp_path: Path) -> None:
    """A record for `/dev/null` or `/dev/stdout` must not take its place."""
    (tmp_path / "link.json").symlink_to("gelu.json")
    save(_comparison(), tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert load(tmp_path / "gelu.json") == _comparison()
    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    save(ScriptRun("virtual:h200", 3), tmp_path / "pipe")
    assert b'"kind": "run"' in os.read(reading, 65536)
    os.close(reading)
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "no JSON object"),
        ("{}", "not a Kernelscope record"),
        ('{"schema": 1, "kind": "poem"}', "kind 'poem' is unknown; there are compare, run"),
        (
            '{"schema": 99, "kind": "run"}',
            r"made by a newer Kernelscope \(its schema is 99, this one reads 1\): upgrade",
        ),
        ('{"schema": 1, "kind": "run"}', "record: missing device, exit_code"),
        (
            '{"schema": 1, "kind": "run", "device": "x", "exit_code": "0"}',
            "exit_code: expected int",
        ),
        (
            '{"schema": 1, "kind": "run", "device": "x", "exit_code": 0, "colour": 1}',
            "unknown field 'colour'",
        ),
        (
            '{"schema": 1, "kind": "compare", "device": "x", "operation": "o", "rows": [{}]}',
            "a row without its limit",
        ),
    ],
)
def test_a_file_that_is_no_record_is_refused_by_name(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(RecordError, match=f"broken.json: .*{message}"):
        load(path)


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"gone\.json: cannot read the record: No such file"):
        load(tmp_path / "gone.json")


def _broken(change: dict[str, Any]) -> dict[str, Any]:
    data = to_json(_comparison())
    data["rows"][0] |= change
    return data


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"status": "fine"}, r"record\.rows\[0\]\.status: expected one of ok, wrong"),
        ({"launches": {}}, r"rows\[0\]\.launches: expected a list"),
        ({"time_ms": 5}, r"rows\[0\]\.time_ms: expected a quantity"),
        ({"lines_of_code": True}, r"lines_of_code: expected int"),
        ({"code": 7}, r"rows\[0\]\.code: expected str"),
        ({"bytes": []}, r"rows\[0\]\.bytes: expected an object"),
        ({"timings": []}, r"rows\[0\]\.timings: expected an object"),
    ],
)
def test_a_field_of_another_type_is_named_with_its_place(
    change: dict[str, Any], message: str
) -> None:
    with pytest.raises(RecordError, match=message):
        from_json(_broken(change))


def test_an_inspection_comes_back_from_its_json_with_maps_as_pairs() -> None:
    stage = Stage("ret;\n", "ptx", ((1, "gelu.py:7"),), "from .loc", ((1, 64),), ((1, 12),))
    kernel = InspectedKernel(
        "gelu",
        "triton",
        "sm_90a",
        stages={"ptx": stage},
        accesses=(AccessDecision("gelu.py:7", "global", "load", 32, 128, "n", ("n = 7",)),),
        shared=(SharedBuffer("a", 0, 64, (1, 9)),),
        decisions=(Decision("vectorize", "32 of 128 bits", "ld.global.b32"),),
        facts={"n": ("equal to 1",)},
        launch=LaunchRecord("gelu", (1, 1, 1), (32, 1, 1)),
    )
    whole = Inspection("gelu/triton", "virtual:h200", (kernel,))
    data = json.loads(json.dumps(to_json(whole)))
    assert data["kind"] == "inspect"
    assert data["kernels"][0]["stages"]["ptx"]["map"] == [[1, "gelu.py:7"]]
    assert data["kernels"][0]["accesses"][0]["possible_bits"] == 128
    assert data["kernels"][0]["shared"][0]["live"] == [1, 9]
    assert data["kernels"][0]["decisions"][0]["question"] == "vectorize"
    assert from_json(data) == whole


def test_a_grid_needs_three_dimensions() -> None:
    data = to_json(_comparison())
    data["rows"][0]["launches"][0]["grid"] = [1, 2]
    with pytest.raises(RecordError, match=r"launches\[0\]\.grid: expected 3 items"):
        from_json(data)


def test_every_schema_up_to_this_one_has_its_history() -> None:
    assert sorted(SCHEMA_HISTORY) == list(range(1, SCHEMA + 1))


def test_every_public_name_has_a_docstring() -> None:
    public = [item for name, item in vars(records).items() if not name.startswith("_")]
    own = [item for item in public if "kernelscope" in getattr(item, "__module__", "")]
    assert len(own) > 10
    assert all(item.__doc__ for item in own)
