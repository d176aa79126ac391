"""What a stage's canonical lines keep, and what they leave out."""

from __future__ import annotations

import pytest

from kernelscope.inside.diff.canonical import canonical, without_locations
from kernelscope.record import Stage

ADD = "  %{} = arith.addf %{}, %{} : tensor<8xf32, #{}>{}\n"
LAYOUT = "#{} = #ttg.blocked<{{sizePerThread = [{}]}}>\n"
FIRST = f'{LAYOUT.format("blocked", 4)}#loc = loc("a.py":1:0)\n'
PAIRS = {
    "ttgir": (
        "mlir",
        FIRST + ADD.format("x", "a", "b", "blocked", " loc(#loc3)"),
        LAYOUT.format("blocked9", 4) + ADD.format(7, 5, 6, "blocked9", ""),
        LAYOUT.format("blocked9", 2) + ADD.format(7, 5, 6, "blocked9", ""),
    ),
    "llir": (
        "llvm",
        "define void @k(ptr %0) !dbg !4 {\n  %2 = fadd float %1, 1.0, !dbg !9\n}\n!4 = !{}\n",
        "define void @k(ptr %x) {\n  %sum = fadd float %y, 1.0\n}\n",
        "define void @k(ptr %x) {\n  %sum = fsub float %y, 1.0\n}\n",
    ),
    "sass": (
        "sass",
        "    /*0010*/  @P0 FADD R5, R2, R3;\n    /*0020*/  EXIT;\n",
        "    /*0110*/  @P1 FADD R9, R4, R7;\n    /*0120*/  EXIT;\n",
        "    /*0110*/  @P1 FADD R9, R4, R4;\n    /*0120*/  EXIT;\n",
    ),
    "source": (
        "python",
        "def k(x):\n    # a comment\n    return x  +  1\n",
        "def k(x):\n\n    return x + 1  # another\n",
        "def k(x):\n    return x + 2\n",
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_names_and_comments_are_no_change_and_another_meaning_is_one(name: str) -> None:
    language, one, renamed, other = PAIRS[name]
    lines = [canonical(Stage(text, language), name, "k") for text in (one, renamed, other)]
    assert lines[0] == lines[1]
    assert lines[0] != lines[2]


def test_operations_are_named_with_their_modifiers() -> None:
    for name, operation in (("ttgir", "arith.addf"), ("llir", "fadd"), ("sass", "FADD")):
        language, text, *_ = PAIRS[name]
        assert operation in [o for o, _ in canonical(Stage(text, language), name, "k")]


def test_a_location_within_a_location_is_left_out_whole() -> None:
    assert without_locations('%a loc("x"(callsite(#l1 at #l2))), %b') == "%a , %b"
