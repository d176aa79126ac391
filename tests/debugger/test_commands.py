"""The habits of gdb and pdb: what each command of the debugger does, by what it shows."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from debugger.shown import Debug, after, row, until_prompt
from kernelscope.debugger.command import COMMANDS, find, split
from kernelscope.debugger.prompt import GROUPS

COLLATZ = '''
import torch
import kernelscope as ks

collatz = ks.cuda_kernel("""
extern "C" __global__ void collatz(const unsigned *x, int *steps, float *halves, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned v = x[i];
    int count = 0;
    int unused = count * 3;
    while (v != 1) {
        if (v % 2 == 0)
            v = v / 2;
        else
            v = 3 * v + 1;
        count++;
        halves[i] += 0.5f;
    }
    steps[i] = count;
}
""", "collatz")
x = torch.arange(1, 33, dtype=torch.int32, device="cuda")
steps = torch.zeros(32, dtype=torch.int32, device="cuda")
halves = torch.zeros(32, device="cuda")
collatz[1, 32](x, steps, halves, 20)
'''
CHECK, LOOP, COUNT, END = (f"script.py:{line}" for line in (8, 12, 17, 20))


def turns(x: int) -> list[int]:
    """What v is before each test of the loop."""
    found = [x]
    while found[-1] != 1:
        found.append(found[-1] // 2 if found[-1] % 2 == 0 else 3 * found[-1] + 1)
    return found


def values(lines: list[str]) -> list[int]:
    """All lanes of a table, those in brackets too."""
    cells = (cell for first in (0, 8, 16, 24) for cell in row(lines, first))
    return [int(cell.strip("[]").replace("-", "0")) for cell in cells]


def test_a_loop_stops_in_the_turn_that_ignore_and_a_count_ask_for(debug: Debug) -> None:
    lines = debug(
        COLLATZ,
        *(f"break {LOOP}", "ignore 1 3", "continue", "lane 6", "print v", "info breakpoints"),
        *("continue 3", "print v "),
    )
    # Lane 6 has x = 7; it passed the line three times, then twice more.
    assert values(after(lines, "print v"))[6] == turns(7)[3]
    assert after(lines, "info breakpoints") == [f"breakpoint 1 at {LOOP}: hit 4 times"]
    assert values(lines[lines.index("(kernelscope) print v") :][-6:])[6] == turns(7)[6]


def test_breakpoints_are_disabled_enabled_given_conditions_and_deleted(debug: Debug) -> None:
    lines = debug(
        COLLATZ,
        *(f"tbreak {CHECK}", f"b {LOOP}, i == 8", "disable 2", "continue", "info b"),
        *("enable 2", "condition 2 v == 28", "c", "print v", "condition 2", "delete 2", "info b "),
    )
    assert after(lines, "continue")[0] == f"temporary breakpoint 1 at {CHECK}"
    assert after(lines, "info b") == [f"breakpoint 2 at {LOOP} if i == 8: disabled"]
    assert after(lines, "c")[0] == f"breakpoint 2 at {LOOP} if v == 28: in lane 8"
    assert values(after(lines, "print v"))[8] == 28
    assert lines[-2:] == ["no breakpoints", "rc 0"]


def test_a_step_follows_its_lane_and_until_leaves_the_loop(debug: Debug) -> None:
    lines = debug(
        COLLATZ,
        *(f"b {LOOP}", "c", "lane 2", *["next"] * 12, "d", "until 20", "print v", "print steps[2]"),
    )
    start = lines.index("(kernelscope) lane 2")
    stops = [line for line in lines[start:] if line.startswith("block (0,0,0), warp 0")]
    # Whatever the others do, the lane is among those of each stop.
    assert len(stops) >= 13
    assert all("all" in stop or "0x" in stop or 2 in _lanes(stop) for stop in stops)
    assert "script.py:20  steps[i] = count;" in stops[-1]
    assert values(after(lines, "print v"))[2] == 1
    assert "steps[2] = 0  (s32)" in after(lines, "print steps[2]")


def _lanes(stop: str) -> set[int]:
    """Those of `block (0,0,0), warp 0, lanes 1-3, 8: …`."""
    text = stop.partition(" lane")[2].removeprefix("s ").partition(":")[0]
    spans = [[int(n) for n in span.split("-")] for span in text.split(", ")]
    return {lane for span in spans for lane in range(span[0], span[-1] + 1)}


def test_a_variable_that_the_compiler_left_out_is_said_so_and_not_guessed(debug: Debug) -> None:
    lines = debug(COLLATZ, f"b {END}", "c", "print unused", "info locals", "info args")
    assert after(lines, "print unused") == [
        "`unused` is in no register: the compiler has optimised it away; `debug -G` keeps it"
    ]
    shown = after(lines, "info locals")
    assert "  v = 1  (u32)" in shown or "  v = 1  (s32)" in shown
    assert any(line.startswith("optimised away: ") and "unused" in line for line in shown)
    assert "  n = 20" in after(lines, "info args")


def test_values_have_gdbs_formats(debug: Debug) -> None:
    lines = debug(
        COLLATZ,
        *(f"tb {END}", "c", "print/x steps[0:1]", "p/x halves[2]", "p/t x[4]", "p/q x"),
    )
    bits = np.float32(0.5 * (len(turns(3)) - 1)).view(np.uint32)
    assert after(lines, "p/x halves[2]") == [f"halves[2] = {int(bits):#x}  (b32)"]
    assert after(lines, "p/t x[4]") == ["x[4] = 0b101  (t32)"]
    assert "/q is not a format" in lines[-2]


def test_memory_is_examined_from_an_address_on(debug: Debug) -> None:
    lines = debug(
        COLLATZ, f"b {COUNT}", "c", "lane 3", "x/3d x[4]", "x/2xw %rd3", "x/2f halves", "x/2xz x"
    )
    assert after(lines, "x/3d x[4]")[1].split() == ["0:", "5", "6", "7"]
    assert after(lines, "x/2f halves")[1].split() == ["0:", "0.0", "0.0"]
    assert "/xz is not a format" in lines[-2]


def test_a_display_is_shown_at_each_stop(debug: Debug) -> None:
    lines = debug(
        COLLATZ,
        *(f"b {END}", "display x[1]", "display v", "info display", "undisplay 2", "c"),
    )
    assert after(lines, "info display") == ["1: x[1] = 2  (s32)", "2: `v` has no value yet"]
    assert "1: x[1] = 2  (s32)" in after(lines, "c")


def test_the_list_goes_on_and_shows_a_range_and_a_function(debug: Debug) -> None:
    lines = debug(COLLATZ, "list 2,3", "list", "list collatz", "list 4000")
    assert [line.split()[0] for line in after(lines, "list 2,3")[1:]] == ["3"]
    assert after(lines, "list")[0].split()[0] == "4"
    assert any("collatz(const unsigned" in line for line in after(lines, "list collatz"))
    assert "has no line 4000" in lines[-2]


def test_an_unguarded_branch_and_a_return_can_be_stopped_at(debug: Debug) -> None:
    text = """.version 8.0
.target sm_80
.address_size 64
.visible .entry hops(.param .u64 x)
{
    .reg .b32 %r<4>;
    mov.u32 %r1, 7;
    bra.uni Over;
Back:
    ret;
Over:
    mov.u32 %r2, 8;
    bra Back;
}
"""
    launch = ("--grid", "1", "--threads", "32", "--arg", "s32[1]")
    lines = debug(
        text,
        *("b ptx:8", "b ptx:10", "b ptx:13", *["c"] * 3, "si"),
        name="hops.ptx",
        options=launch,
    )
    stops = [line.split(": ")[1] for line in lines if line.startswith("block (0,0,0)")]
    assert [stop.split()[0] for stop in stops] == ["ptx:7", "ptx:8", "ptx:13", "ptx:10"]


@pytest.mark.slow
def test_lines_typed_are_kept_and_words_completed(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    (tmp_path / "script.py").write_text(COLLATZ)
    code = "import sys; from kernelscope.cli import main; sys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-c", code, "debug", "--device", "virtual:h200", "script.py"]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "KERNELSCOPE_CACHE": str(tmp_path),
        "TERM": "dumb",
    }
    terminal, other = pty.openpty()
    process = subprocess.Popen(
        words, stdin=other, stdout=other, stderr=other, cwd=tmp_path, env=environment
    )
    os.close(other)
    try:
        until_prompt(terminal)
        os.write(terminal, b"print hal\t[3]\n")
        assert "halves[3] = 0.0" in until_prompt(terminal)
        os.write(terminal, b"quit\n")
        assert process.wait(60) == 0
    finally:
        process.kill()
        os.close(terminal)
    kept = (tmp_path / "debug" / "history").read_text().splitlines()
    assert kept[-2:] == ["print halves[3]", "quit"]


def test_the_page_on_debugging_shows_commands_that_there_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "debugging.md").read_text()
    table = [line.split("|")[2] for line in page.splitlines() if line.startswith("| ")]
    shown = {
        find(split(code)[0]).names[0]
        for row_of in table[1:]
        for code in re.findall(r"`([^`]+)`", row_of)
    }
    # What every user of gdb knows, or help says, needs no row.
    rest = {command.names[0] for command in COMMANDS} - shown
    assert rest <= {"quit", "help", "undisplay"}
    assert all(group.__doc__ for group in GROUPS)


CLUSTERED = """
import torch
import kernelscope as ks

pair = ks.cuda_kernel('extern "C" __global__ void __cluster_dims__(2) pair(int *x) { *x = 1; }', "pair")
pair[2, 32](torch.zeros(1, dtype=torch.int32, device="cuda"))
"""  # noqa: E501


def test_a_launch_with_clusters_is_refused_in_one_line(debug: Debug) -> None:
    """The debugger steps one block at a time, and never runs a cluster's blocks alone."""
    lines = debug(CLUSTERED, "c")
    assert any("pair is launched with clusters of (2,1,1) blocks" in line for line in lines)
    assert lines[-1] != "rc 0"
