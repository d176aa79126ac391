"""The trace keeps the rules of the Trace Event Format, so that Perfetto opens it."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest

from kernelscope.profiling.chrome import DEVICE, HOST, trace
from profiling.spans import copy, host, kernel, stretch, wait

SPANS = [
    stretch("step 0", "step", 0, 100),
    stretch("forward", "range", 5, 40),
    host("aten::linear", 10, 30, source="train.py:3"),
    host("aten::addmm", 12.0004, 20, shapes=((8, 8), (8, 8))),
    kernel("gemm", submitted=14, start=40, duration=30),
    host("aten::gelu", 45, 0, row=1),
    kernel("gelu", submitted=45, start=70, duration=5, host_row=1, row=7),
    copy("Memcpy DtoH", submitted=200, start=210, duration=1),
    wait("item", 50, 25, source="train.py:9"),
]
MEMORY = [(10.0, 512.0), (60.0, 0.0)]


def written() -> dict[str, Any]:
    return json.loads(trace(SPANS, MEMORY, host="the host", device="a GPU"))


def events(phase: str) -> list[dict[str, Any]]:
    return [event for event in written()["traceEvents"] if event["ph"] == phase]


def test_every_event_has_what_its_phase_needs() -> None:
    common = {"ph", "name", "pid", "tid", "ts"}
    needed = {"X": {"dur", "cat"}, "M": {"args"}, "C": {"args"}, "s": {"id", "cat"}}
    needed["f"] = needed["s"] | {"bp"}
    for event in written()["traceEvents"]:
        assert event.keys() >= common | needed[event["ph"]]
        assert isinstance(event["pid"], int)
        assert isinstance(event["tid"], int)
        assert event["ts"] >= 0
        assert event.get("dur", 0) >= 0


def test_a_span_is_a_slice_with_its_times_shapes_and_source() -> None:
    assert len(events("X")) == len(SPANS)
    addmm = next(e for e in events("X") if e["name"] == "aten::addmm")
    assert (addmm["ts"], addmm["dur"]) == (12.0, 20.0)
    assert addmm["args"]["shapes"] == [[8, 8], [8, 8]]
    gemm = next(e for e in events("X") if e["name"] == "gemm")
    assert (gemm["pid"], gemm["args"]["queued_us"]) == (DEVICE, 26)


def test_processes_and_every_track_have_a_name() -> None:
    named = {(e["pid"], e["tid"]) for e in events("M") if e["name"] == "thread_name"}
    assert named == {(e["pid"], e["tid"]) for e in events("X")}
    processes = {e["pid"]: e["args"]["name"] for e in events("M") if e["name"] == "process_name"}
    assert processes == {HOST: "the host", DEVICE: "a GPU"}


def test_slices_of_a_track_nest() -> None:
    """Perfetto drops a slice that ends inside another one which began before it."""
    tracks = defaultdict(list)
    for e in events("X"):
        tracks[e["pid"], e["tid"]].append((e["ts"], e["ts"] + e["dur"]))
    for slices in tracks.values():
        for begin, end in slices:
            for other_begin, other_end in slices:
                crossing = begin < other_begin < end < other_end
                assert not crossing


def test_an_arrow_leads_from_the_launch_to_the_kernel() -> None:
    begins, ends = {e["id"]: e for e in events("s")}, {e["id"]: e for e in events("f")}
    assert begins.keys() == ends.keys()
    for number, begin in begins.items():
        end = ends[number]
        assert (begin["pid"], end["pid"]) == (HOST, DEVICE)
        assert (begin["name"], begin["cat"]) == (end["name"], end["cat"])
        assert begin["ts"] <= end["ts"]
        assert any(_holds(e, begin) for e in events("X"))
        assert any(_holds(e, end) for e in events("X"))
    # The copy was queued where no slice of the host is: an arrow could not begin there.
    assert len(begins) == 2


def _holds(slice_: dict[str, Any], end: dict[str, Any]) -> bool:
    same = (slice_["pid"], slice_["tid"]) == (end["pid"], end["tid"])
    return same and slice_["ts"] <= end["ts"] <= slice_["ts"] + slice_["dur"]


def test_memory_is_a_curve() -> None:
    assert [(e["ts"], e["args"]) for e in events("C")] == [
        (10, {"bytes": 512}),
        (60, {"bytes": 0}),
    ]


@pytest.mark.parametrize("name", ['a "quoted" \\ name', "naïve ×"])
def test_names_survive(name: str) -> None:
    made = json.loads(trace([host(name, 0, 1)]))
    assert [e["name"] for e in made["traceEvents"] if e["ph"] == "X"] == [name]
