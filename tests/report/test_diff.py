"""Two kernels side by side in a terminal: the kinds of changes, the stages, the time."""

from __future__ import annotations

from kernelscope.record import Change, CompileDiff, KernelDiff, StageDiff, TimeCause, TimeDiff
from kernelscope.report import diff
from kernelscope.report.tables import plain

CHANGES = (
    Change("option", "num_warps", "4", "8"),
    Change("resource", "registers", "32", "40"),
    Change("resource", "shared memory", "0 B", "4096 B"),
    Change("traffic", "sectors read", "8", "16"),
)
TIME = TimeDiff(
    100.0,
    150.0,
    "estimated",
    ("dram", "l2"),
    {"dram": (90.0, 90.1), "l2": (60.0, 140.0), "fma": (10.0, 10.01), "launch": (0.0, 0.0)},
    (
        TimeCause("memory traffic", 49.0, "8 to 16 sectors", "ops/k.py:7"),
        TimeCause("barriers", 0.2, "1 to 2"),
    ),
)
KERNEL = KernelDiff(
    "scale", "reads twice as much", CHANGES, {"ptx": StageDiff(False, "2 more loads")}, time=TIME
)


def shown(*kernels: KernelDiff, notes: tuple[str, ...] = ()) -> list[str]:
    record = CompileDiff("a.py", "b.py", "50 % slower", kernels=kernels, notes=notes)
    return plain(diff.renderable(record), 120).splitlines()


def cells(lines: list[str], begin: str) -> list[str]:
    return next(line for line in lines if line.strip().startswith(begin)).split()


def test_a_kind_of_change_is_named_once_above_its_changes() -> None:
    """Four changes of three kinds: the second resource stands under the first, without a title."""
    lines = shown(KERNEL)
    first = next(i for i, line in enumerate(lines) if "what changed" in line)
    column = lines[first].index("what changed")
    titles = [line[:column].strip() for line in lines[first + 1 : first + 5]]
    assert titles == ["compiled with", "resources", "", "counted"]
    assert lines[first + 3][column:].split() == ["shared", "memory", "0", "B", "4096", "B"]


def test_it_begins_with_both_subjects_and_the_answer() -> None:
    """A kernel that is alone does not repeat the answer; one of two has its own."""
    lines = shown(KERNEL, notes=("only A has copy",))
    assert lines[:3] == ["A  a.py", "B  b.py", "50 % slower"]
    assert "reads twice as much" not in lines
    assert lines[-1] == "note: only A has copy"
    assert shown(KERNEL, KERNEL).count("reads twice as much") == 2


def test_of_the_time_only_what_changed_or_limits_is_shown() -> None:
    """Parts that are within half a percent of each other are left out unless one is the limit."""
    lines = shown(KERNEL)
    assert cells(lines, "dram") == ["dram", "90", "←", "90.1"]
    assert cells(lines, "l2") == ["l2", "60", "140", "←"]
    assert cells(lines, "launch in all")[-2:] == ["100", "150"]
    assert not any(line.strip().startswith("fma") for line in lines)
    assert sum(line.strip().startswith("launch") for line in lines) == 1


def test_causes_too_small_to_show_are_left_out() -> None:
    """49 of 50 µs with the line that changed most; 0.2 of 50 µs is not worth a line."""
    lines = shown(KERNEL)
    cause = next(line for line in lines if "+49" in line)
    assert cause.split() == ["+49", "memory", "traffic", "8", "to", "16", "sectors", "k.py:7"]
    assert not any("barriers" in line for line in lines)
