"""Line maps of each kind of text, on texts made by hand whose lines are known."""

from __future__ import annotations

from kernelscope.inside.stages.collect import syntax_tree
from kernelscope.inside.stages.maps import map_of_llvm, map_of_mlir, map_of_ptx

MLIR = """#loc = loc("/a/k.py":1:0)
#loc9 = loc("x"(#loc2))
module {
  tt.func public @k(%x: !tt.ptr<f32> loc("x"(#loc))) {
    %0 = tt.get_program_id x : i32 loc(#loc1)
    %1 = "tt.reduce"(%0) ({
    ^bb0(%a: f32 loc("a"(#loc1)), %b: f32 loc("b")):
      %2 = arith.addf %a, %b : f32 loc(#loc5)
    }) : (i32) -> i32 loc(#loc4)
    scf.for %i = %0 to %1 step %0 {
      %3 = tt.load %x : !tt.ptr<f32> loc(fused[#loc9, #loc1])
    } loc("/a/k.py":7:4)
    tt.return loc(unknown)
  } loc(#loc)
} loc(#loc)
#loc1 = loc("/a/k.py":2:8)
#loc2 = loc("/a/k.py":3:8)
#loc3 = loc("/lib/standard.py":40:15)
#loc4 = loc(callsite(#loc3 at #loc2))
#loc5 = loc(callsite(#loc6 at #loc4))
#loc6 = loc("/lib/standard.py":20:11)
"""


def test_mlir_is_mapped_through_names_calls_and_regions() -> None:
    found = map_of_mlir(MLIR)
    inlined = ("/lib/standard.py:40", "/a/k.py:3")
    assert found == {
        3: ("/a/k.py:1",),
        4: ("/a/k.py:1",),
        5: ("/a/k.py:2",),
        6: inlined,
        8: ("/lib/standard.py:20", *inlined),
        9: inlined,
        10: ("/a/k.py:7",),
        11: ("/a/k.py:3",),
        12: ("/a/k.py:7",),
        14: ("/a/k.py:1",),
        15: ("/a/k.py:1",),
    }


LLVM = """; ModuleID = 'one'
define void @k() !dbg !4 {
  %1 = add i32 1, 1, !dbg !5
  %2 = add i32 1, 1, !dbg !6
  ret void
}
!1 = !DIFile(filename: "k.py", directory: "/a")
!2 = !DIFile(filename: "standard.py", directory: "/lib")
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 10)
!5 = !DILocation(line: 11, column: 3, scope: !4)
!6 = !DILocation(column: 3, line: 40, scope: !7, inlinedAt: !5)
!7 = distinct !DILexicalBlockFile(scope: !4, file: !2, discriminator: 0)
; ModuleID = 'two'
define void @l() !dbg !4 {
  ret void, !dbg !5
}
!1 = !DIFile(filename: "l.py", directory: "/b")
!4 = distinct !DISubprogram(name: "l", scope: !1, file: !1, line: 20)
!5 = !DILocation(line: 21, column: 1, scope: !4)
"""


def test_llvm_is_mapped_by_its_debug_nodes_in_each_module_apart() -> None:
    assert map_of_llvm(LLVM) == {
        2: ("/a/k.py:10",),
        3: ("/a/k.py:11",),
        4: ("/lib/standard.py:40", "/a/k.py:11"),
        14: ("/b/l.py:20",),
        15: ("/b/l.py:21",),
    }


PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k()
{
    .reg .b32 %r<4>;
    .loc 1 5 1
    mov.u32 %r1, 1;
    .loc 2 9 1, function_name $L__info_string0, inlined_at 1 6 3
    {
    .reg .b32 t;
    add.u32 t, %r1, 1;
    }
    .loc 2 7 1                  // standard.py:7:1 @[ k.py:8:4 ]
    add.u32 %r2, %r1, 1;
    .loc 1 0 0
    ret;
}
    .file 1 "/a/k.py"
    .file 2 "/lib/standard.py"
"""


def test_ptx_is_mapped_by_its_marks_and_where_a_line_was_inlined() -> None:
    assert map_of_ptx(PTX) == {
        8: ("/a/k.py:5",),
        12: ("/lib/standard.py:9", "/a/k.py:6"),
        15: ("/lib/standard.py:7", "/a/k.py:8"),
    }


def test_the_tree_of_a_function_says_the_line_of_each_node() -> None:
    source = "    @jit\n    def f(x):\n        return x + None\n"
    text, found = syntax_tree(source, "/a/k.py", 30)
    lines = text.splitlines()
    assert lines[0] == "FunctionDef(name='f')"
    by_text = {line.strip(): found[number][0] for number, line in enumerate(lines, 1)}
    assert by_text["FunctionDef(name='f')"] == "/a/k.py:31"
    assert by_text["decorator_list: Name(id='jit')"] == "/a/k.py:30"
    assert by_text["value: BinOp(op=Add)"] == "/a/k.py:32"
    assert by_text["right: Constant(value=None)"] == "/a/k.py:32"
    assert syntax_tree("__global__ void f() {}", "k.cu", 1) == ("", {})
