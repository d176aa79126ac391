"""LLVM IR to PTX by Triton's own step, with a line mark for each instruction that has a line."""

from __future__ import annotations

import re

import pytest

from kernelscope.errors import UnavailableError
from kernelscope.frontends.triton.lines import made_again, ptx_again

pytest.importorskip("triton")
pytestmark = pytest.mark.triton

# `value` is made on line 11, `moved` by LLVM on no line, and line 12 stores.
LLIR = """\
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @first(ptr addrspace(1) %out, i32 %n) !dbg !5 {
  %value = mul i32 %n, 7, !dbg !7
  %moved = xor i32 %value, 12345
  store i32 %moved, ptr addrspace(1) %out, align 4, !dbg !8
  ret void, !dbg !8
}

define void @second(ptr addrspace(1) %out, i32 %n, i32 %m) !dbg !9 {
  switch i32 %n, label %rest [
    i32 1, label %one
  ], !dbg !10
one:
  %moved = xor i32 %m, 54321
  store i32 %moved, ptr addrspace(1) %out, align 4, !dbg !10
  ret void, !dbg !10
rest:
  ret void, !dbg !10
}

define void @without_lines(ptr addrspace(1) %out, i32 %n) {
  store i32 %n, ptr addrspace(1) %out, align 4
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.py", directory: "/home/me")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = !DISubroutineType(types: !6)
!5 = distinct !DISubprogram(name: "first", file: !1, line: 10, type: !4, unit: !0, \
spFlags: DISPFlagDefinition)
!6 = !{}
!7 = !DILocation(line: 11, column: 3, scope: !5)
!8 = !DILocation(line: 12, column: 3, scope: !5)
!9 = distinct !DISubprogram(name: "second", file: !1, line: 20, type: !4, unit: !0, \
spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 21, column: 3, scope: !9)
"""


def lines_of(ptx: str, name: str) -> dict[str, int]:
    """The line that each instruction of a function is on by the marks before it; 0 for none."""
    (body,) = re.findall(rf"{name}\([^)]*\)[^;{{]*{{(.*?)\n}}", ptx, re.DOTALL)
    found: dict[str, int] = {}
    line = 0
    for text in body.splitlines():
        if mark := re.match(r"\s*\.loc\s+\d+ (\d+)", text):
            line = int(mark[1])
        elif instruction := re.match(r"\s+(?:@\S+\s+)?([a-z][a-z.0-9]*)\s", text):
            found[instruction[1].partition(".")[0]] = line
    return found


def test_an_instruction_without_a_line_has_none_in_the_ptx() -> None:
    """It does not seem to belong to the line before it, in any function of the file."""
    ptx = ptx_again(LLIR, "sm_90a", {"num_warps": "4"})
    first, second = lines_of(ptx, "first"), lines_of(ptx, "second")
    assert (first["mul"], first["xor"], first["st"]) == (11, 0, 12)
    assert (second["xor"], second["st"], second["setp"]) == (0, 21, 21)
    assert set(lines_of(ptx, "without_lines").values()) == {0}


def test_text_that_triton_refuses_is_an_error_in_one_line() -> None:
    """With Triton's own reason, which has several words; with the error's type if it has none."""
    with pytest.raises(UnavailableError, match=r"^Triton does not compile its text again: \S+ .+$"):
        made_again("ttir", "this is not MLIR", "sm_90a", {}, "ttgir")
    two_kernels = LLIR.replace("define void @second", "define ptx_kernel void @second")
    with pytest.raises(UnavailableError, match=r"its text again: AssertionError$"):
        ptx_again(two_kernels, "sm_90a", {})
