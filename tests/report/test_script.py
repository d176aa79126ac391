"""A script's run in a terminal: what took longest, how often, and what is left out."""

from __future__ import annotations

import dataclasses
import io

from rich.console import Console

from kernelscope.quantity import Quantity
from kernelscope.record import Finding, LaunchRecord, OperatorRecord, ScriptRun
from kernelscope.report import script


def launch(name: str, us: float, **fields: object) -> LaunchRecord:
    record = LaunchRecord(name, (4, 1, 1), (128, 1, 1), time_us=Quantity(us, "us", "estimated"))
    return dataclasses.replace(record, **fields)  # type: ignore[arg-type]


def shown(width: int = 100, **fields: object) -> list[str]:
    record = dataclasses.replace(ScriptRun("virtual:h200", 0, script="train.py"), **fields)
    stream = io.StringIO()
    Console(file=stream, width=width, no_color=True).print(script.renderable(record, width))
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def test_launches_that_are_alike_are_one_line_and_the_longest_is_first() -> None:
    """Two of 3 µs each, before one of 5 µs; a shape of its own is a line of its own."""
    lines = shown(launches=(launch("b", 5.0), launch("a", 3.0), launch("a", 3.0)))
    found = [line.split() for line in lines if "blocks of" in line]
    assert [(words[0], words[5]) for words in found] == [("a", "2"), ("b", "1")]
    assert found[0][1:5] == ["4×1×1", "blocks", "of", "128×1×1"]
    assert found[0][6:] == ["6.00", "µs"]


def test_twenty_lines_are_shown_and_the_others_counted() -> None:
    """The shortest are left out."""
    twenty = tuple(launch(f"k{i}", 100.0 - i) for i in range(20))
    whole = shown(launches=twenty)
    assert sum("blocks of" in line for line in whole) == 20
    assert not any("more in the record" in line for line in whole)
    cut = shown(launches=(*twenty, launch("short", 1.0), launch("shorter", 0.5)))
    assert sum("blocks of" in line for line in cut) == 20
    assert "2 more in the record" in cut
    assert not any("short" in line for line in cut)


def test_trials_are_counted_and_not_listed() -> None:
    lines = shown(
        launches=(launch("k", 1.0), launch("k", 9.0, trial=True)),
        operators=(OperatorRecord("aten.mul"),),
        findings=(Finding("small-grid", "too few blocks"),),
    )
    assert "1 trials of an autotuner or a benchmark are left out" in lines
    assert any(line.startswith("aten.mul") and line.endswith("–") for line in lines)
    assert "small-grid: too few blocks" in lines


def test_a_line_says_what_the_results_rest_on() -> None:
    """Of all launches together; three names of a kind; nothing if no launch knows."""
    bound, other = "within PTX's bound", "as published, not measured"
    exact = launch("a", 1.0, inexact={})
    assert "results of the kernels: exact, the bits that a GPU gives" in shown(launches=(exact,))
    many = launch("b", 1.0, inexact={bound: ("ex2", "lg2", "sin", "cos"), other: ("wgmma",)})
    line = f"results of the kernels: exact but for ex2, lg2, sin and 1 more ({bound}), "
    assert line + f"wgmma ({other})" in shown(140, launches=(exact, many))
    assert not any("results" in line for line in shown(launches=(launch("c", 1.0),)))


def test_a_run_without_work_for_the_gpu_says_so() -> None:
    lines = shown(exit_code=3)
    assert lines[:2] == ["train.py  on virtual:h200", "exit code 3"]
    assert "No launch and no operator was recorded." in lines


def test_names_are_cut_to_what_the_figures_leave_and_never_below_20_columns() -> None:
    """100 columns leave 60, of which this name needs 47; 50 leave 10, so it gets 20."""
    name = "a_kernel_of_a_long_name"
    (wide,) = (line for line in shown(100, launches=(launch(name, 1.0),)) if name in line)
    assert wide.startswith(f"{name}  4×1×1 blocks of 128×1×1  ")
    (narrow,) = (line for line in shown(50, launches=(launch(name, 1.0),)) if "…" in line)
    assert narrow.index("…") + 1 == 20
