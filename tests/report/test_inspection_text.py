"""Opened kernels in a terminal: a stage without its map, its counts, and its source next to it."""

from __future__ import annotations

import dataclasses

import pytest

from kernelscope.errors import UsageError
from kernelscope.record import InspectedKernel, Stage
from kernelscope.report.inspection import explanation, text
from kernelscope.report.tables import plain

SOURCE = "def scale(x):\n    y = 2 * x\n    return y\n"
TTIR = """#loc = loc("k.py":10:0)
module {
  %0 = tt.load %x, %m : tensor<128xf32> loc(#loc3)
  %1 = arith.mulf %0, %c : tensor<128xf32> loc(#loc4)
}
"""
PTX = """.visible .entry scale(
{
    .loc 1 11 1
    ld.global.f32 \t%f1, [%rd1];
    mul.f32 %f2, %f1, 2.0;
    .loc 1 12 1
    st.global.f32 [%rd1], %f2;
    .section .debug_info
    .b8 1
}
"""


def kernel() -> InspectedKernel:
    """A kernel of which two of three source lines became PTX."""
    places = ((1, "/a/k.py:10"), (2, "/a/k.py:11"), (3, "/a/k.py:12"))
    ttir = Stage(
        TTIR, "mlir", ((3, "/a/k.py:11"), (4, "/a/k.py:11")), "loc",
        leads_to={"ttgir": ((3, 5), (3, 6), (3, 9), (3, 12), (4, 20))},
    )  # fmt: skip
    ptx = Stage(
        PTX, "ptx", ((4, "/a/k.py:11"), (5, "/a/k.py:11"), (7, "/a/k.py:12")), ".loc",
        executed=((4, 64), (5, 64), (7, 128)),
        explained=((4, "load x"), (5, "double it"), (7, "store y")),
    )  # fmt: skip
    sass = Stage("    EXIT;\n", "sass", (), "no map", registers=((1, 3),))
    stages = {"source": Stage(SOURCE, "python", places), "ttir": ttir, "ptx": ptx, "sass": sass}
    return InspectedKernel("scale", "triton", "sm_90a", stages=stages)


def shown(stage: str, width: int = 100) -> list[str]:
    return plain(text.stage_view(kernel(), stage, width), width).splitlines()


def test_a_line_of_mlir_keeps_its_blanks_and_loses_its_location() -> None:
    """What the map says is next to the line; the map's own lines are left out."""
    lines = {
        number: "".join(word for _, word in words)
        for number, words, _ in text.shown_lines(kernel().stages["ttir"])
    }
    assert lines == {
        2: "module {",
        3: "  %0 = tt.load %x, %m : tensor<128xf32>",
        4: "  %1 = arith.mulf %0, %c : tensor<128xf32>",
        5: "}",
    }


def test_ptx_has_single_blanks_and_ends_where_debug_information_begins() -> None:
    """The numbers are those of the file, for a reader who opens it."""
    lines = [
        (number, "".join(word for _, word in words), place)
        for number, words, place in text.shown_lines(kernel().stages["ptx"])
    ]
    assert [number for number, _, _ in lines] == [1, 2, 4, 5, 7]
    assert lines[2] == (4, "  ld.global.f32 %f1, [%rd1];", "/a/k.py:11")


@pytest.mark.parametrize(
    ("stage", "says"),
    [
        ("ptx", "PTX · map: .loc · 2nd column: times that a warp executed the line"),
        ("sass", "SASS · map: no map · 2nd column: live registers"),
        ("ttir", "TTIR · map: loc · 2nd column: the lines of TTGIR that it became"),
    ],
)
def test_a_stage_says_what_its_map_and_its_second_column_are(stage: str, says: str) -> None:
    """The second line, under the kernel's name."""
    assert shown(stage, 160)[1].startswith(says)


def test_a_source_line_stands_once_next_to_the_first_line_made_of_it() -> None:
    """Line number, count, code, then the source."""
    lines = [" ".join(line.split()) for line in shown("ptx") if line.strip()]
    assert "4 64 ld.global.f32 %f1, [%rd1]; 11 y = 2 * x" in lines
    assert "5 64 mul.f32 %f2, %f1, 2.0;" in lines
    assert "7 128 st.global.f32 [%rd1], %f2; 12 return y" in lines


def test_the_lines_that_one_became_are_ranges_of_which_two_are_shown() -> None:
    """5 and 6 are one; 12 is a third range."""
    lines = [" ".join(line.split()) for line in shown("ttir", 160)]
    assert any(line.startswith("3 5-6 9 +1 %0 = tt.load") for line in lines)
    assert any(line.startswith("4 20 %1 = arith.mulf") for line in lines)


@pytest.mark.parametrize("width", [80, 160])
def test_ptx_in_words_stands_under_the_source_line_that_it_came_from(width: int) -> None:
    """The source line with its own text, each once, in a narrow and in a wide terminal."""
    lines = [
        " ".join(line.split())
        for line in plain(explanation.renderable(kernel(), width), width).splitlines()
    ]
    first, second = lines.index("k.py:11 y = 2 * x"), lines.index("k.py:12 return y")
    assert "load x" in " ".join(lines[first:second])
    assert "double it" in " ".join(lines[first:second])
    assert "store y" in " ".join(lines[second:])


def test_ptx_that_has_no_words_says_why() -> None:
    """The reason of the stage."""
    own = kernel()
    stage = dataclasses.replace(own.stages["ptx"], explained=(), unexplained="it has texture loads")
    with pytest.raises(UsageError, match="scale cannot be explained: it has texture loads"):
        explanation.renderable(dataclasses.replace(own, stages={"ptx": stage}))
