"""PTX told line by line: what is said is what the lines do, and what hardware counts."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelscope.cli import main
from kernelscope.errors import PtxError, UsageError
from kernelscope.inside.explain.declarations import ParameterFacts
from kernelscope.inside.explain.explain import explain
from kernelscope.inside.naming.assignments import Source
from kernelscope.record import Access, InspectedKernel, Stage
from kernelscope.report.inspection import explanation
from kernelscope.report.tables import plain
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.special import SPECIAL_REGISTERS, special_words

STRIDES = ["strided1", "strided2", "strided8", "strided32"]  # in the order of the table
TRUTH = Path(__file__).parents[1] / "truth"

ROWS = """\
.version 8.3
.target sm_90a
.address_size 64
.visible .entry rows(
    .param .u64 rows_param_0,
    .param .u64 rows_param_1,
    .param .u32 rows_param_2
)
.maxntid 128, 1, 1
.minnctapersm 2
{
    .reg .pred %p<3>;
    .reg .b32 %r<9>;
    .reg .f32 %f<4>;
    .reg .b64 %rd<8>;
    .shared .align 16 .b8 _ZZ4rowsE4tile[512];
    ld.param.u64 %rd1, [rows_param_0];
    ld.param.u64 %rd2, [rows_param_1];
    ld.param.u32 %r1, [rows_param_2];
    cvta.to.global.u64 %rd3, %rd1;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %tid.x;
    mul.lo.s32 %r4, %r2, %r1;
    add.s32 %r5, %r4, %r3;
    setp.ge.s32 %p1, %r3, %r1;
    mov.f32 %f1, 0f3F800000;
    @%p1 bra $DONE;
    mul.wide.s32 %rd4, %r5, 8;
    add.s64 %rd5, %rd3, %rd4;
    mov.u32 %r6, 0;
$LOOP:
    ld.global.v2.f32 {%f2, %f3}, [%rd5+8];
    fma.rn.f32 %f1, %f2, %f3, %f1;
    add.s64 %rd5, %rd5, 512;
    add.s32 %r6, %r6, 1;
    setp.lt.s32 %p2, %r6, 10;
    @%p2 bra $LOOP;
$DONE:
    @!%p1 st.shared.f32 [_ZZ4rowsE4tile+16], %f1;
    ret;
}
"""


def told() -> dict[int, str]:
    known = ParameterFacts(("x", "y", "n"), {"x": "const float*", "y": "float*", "n": "int"}, {})
    return dict(explain(ROWS, "rows", parameters=known))


def test_the_header_and_the_declarations() -> None:
    lines = told()
    assert [lines[n] for n in (1, 2, 3, 4, 5, 6, 7)] == [
        "written in version 8.3 of PTX",
        "for GPUs of compute capability 9.0 and no other",
        "addresses have 64 bits",
        "the kernel rows, which the host launches",
        "parameter 0: x, const float*",
        "parameter 1: y, float*",
        "parameter 2: n, int",
    ]
    assert lines[9] == "no launch has blocks of more than 128 threads (128 x 1 x 1)"
    assert lines[10] == "at least 2 blocks must fit on a multiprocessor"
    predicates = "registers %p0 to %p2 (2 used): predicates, true or false in each thread"
    assert lines[12] == predicates
    assert lines[14] == "registers %f0 to %f3 (3 used): floats of 32 bits"
    assert lines[16] == "tile: 512 bytes in shared memory of the block, aligned to 16"


def test_instructions_name_values_and_addresses_are_indices_of_the_parameters() -> None:
    lines = told()
    assert lines[17] == "load the parameter x"
    assert lines[20] == "%rd3 = x as an address in global memory"
    assert lines[21] == "%r2 = blockIdx.x, the block's index in the grid, in x"
    assert lines[24] == "%r5 = blockIdx.x*n + threadIdx.x"
    assert lines[25] == "%p1 = threadIdx.x >= n"
    assert lines[27] == "if threadIdx.x >= n: go to $DONE"
    assert lines[29].endswith("that is the address of x[blockIdx.x*n*2 + threadIdx.x*2]")


def test_loops_say_while_what_they_repeat_and_accesses_what_they_cost() -> None:
    lines = told()
    assert lines[31] == (
        "loop 1 begins: it repeats while trip + 1 < 10; trip is 0 the first time, then 1, 2, …"
    )
    assert lines[32] == (
        "{%f2, %f3} = x[blockIdx.x*n*2 + trip*128 + threadIdx.x*2 + 2..3], from global memory, "
        "2 elements at once; 8 bytes a thread, a warp's 256 in 8 to 9 sectors of 32, 8 would do"
    )
    assert lines[33] == "%f1 = %f2 * %f3 + %f1 in one step, rounded to nearest even"
    assert lines[37] == "if trip + 1 < 10: go back to $LOOP, for the next trip of loop 1"
    assert lines[39] == (
        "if not (threadIdx.x >= n): tile[4] = %f1, to shared memory; "
        "4 bytes a thread in 1 wavefront, no bank conflict"
    )
    assert lines[40] == "the thread ends here"


def test_every_line_with_an_instruction_or_declaration_is_told() -> None:
    for path in sorted((TRUTH / "ptx").glob("*.ptx")):
        text = path.read_text()
        name = re.findall(r"\.entry (\w+)", text)[0]
        lines = dict(explain(text, name, is_triton=True))
        body = text[text.index(".version") : text.index("\n}")]
        first = text[: text.index(".version")].count("\n") + 1
        for number, line in enumerate(body.split("\n"), first):
            code = line.split("//")[0].strip()
            if re.match(r"(@|\.reg|\.param|\.version|\.target|[a-z]+\.|ret)", code):
                assert number in lines, (path.name, number, line)


@pytest.mark.parametrize("file", ["gelu", "strided1", "strided2", "strided8", "strided32"])
def test_computed_sectors_are_what_an_h200_counted(file: str) -> None:
    """tests/truth/ncu_h200.csv: sectors over instructions of kernels whose lanes all take part."""
    text = (TRUTH / "ptx" / f"{file}.ptx").read_text()
    name = re.findall(r"\.entry (\w+)", text)[0]
    lines = [words for _, words in explain(text, name, is_triton=True)]
    with (TRUTH / "ncu_h200.csv").open() as table:
        rows = [row for row in csv.DictReader(table) if row["kernel"] == name]
    row = rows[STRIDES.index(file) if file in STRIDES else 0]
    for verb, side in (("from", "ld"), ("to", "st")):
        found = {
            int(m[1]) for w in lines if (m := re.search(rf"{verb} global.* in (\d+) sectors", w))
        }
        sectors = float(row[f"l1tex__t_sectors_pipe_lsu_mem_global_op_{side}.sum"])
        instructions = float(row[f"smsp__sass_inst_executed_op_global_{side}.sum"])
        assert found == {sectors / instructions}


def test_an_unknown_instruction_is_an_error_with_its_place() -> None:
    wrong = ROWS.replace("fma.rn.f32 %f1", "fmaa.rn.f32 %f1")
    with pytest.raises(PtxError, match=r"ptx:33:5: unknown instruction `fmaa.rn.f32`"):
        explain(wrong, "rows")


def test_every_special_register_has_words() -> None:
    for name in SPECIAL_REGISTERS:
        assert special_words(name)


CALLS = """\
.version 8.3
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.global .align 1 .b8 $str[4] = {37, 100, 10};
.global .align 4 .u32 unused;
.global .align 8 .u64 table[2] = {generic(seen), 0};
.global .align 4 .u32 seen;
.func (.param .b32 result) twice(.param .b32 value)
{
    .reg .b32 %r<9>;
    ld.param.u32 %r1, [value];
    clz.b32 %r2, %r1;
    st.param.b32 [result], %r2;
    ret;
}
.visible .entry calls(.param .align 8 .b8 p[24], .param .u64 .ptr .global .align 16 out)
.maxntid 8, 4 .minnctapersm 2
{
    .reg .b32 %r<9>;
    .reg .b64 %rd<9>;
    .reg .pred %p<2>;
    ld.param.u64 %rd1, [p];
    ld.param.u32 %r1, [p+8];
    mov.u32 %r2, %tid.x;
    .pragma "nounroll";
    { .param .b32 a; .param .b32 b;
    st.param.b32 [a], %r2;
    call (b), twice, (a);
    ld.param.b32 %r3, [b];
    }
    { .param .b32 a; .param .b32 b;
    st.param.b32 [a], 5;
    call (b), twice, (a);
    ld.param.b32 %r4, [b];
    }
    mov.u64 %rd5, table;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd3, %rd1, %rd2;
    add.s32 %r5, %r3, %r4;
    st.global.u32 [%rd3], %r5;
    mov.u64 %rd4, $str;
    { .param .b64 f; .param .b64 a; .param .b32 r;
    st.param.b64 [f], %rd4;
    st.param.b64 [a], %rd4;
    call (r), vprintf, (f, a);
    }
    ret;
}
"""


def by_code(text: str, kernel: str, known: ParameterFacts | None = None) -> dict[str, str]:
    """Each line of a PTX text → its words."""
    lines = [line.strip() for line in text.split("\n")]
    return {lines[number - 1]: words for number, words in explain(text, kernel, parameters=known)}


def test_a_register_that_is_read_before_its_only_write_has_no_origin() -> None:
    """It would be computed from itself."""
    text = """.version 8.4
.target sm_90a
.address_size 64
.entry k(.param .u64 out) {
.reg .b32 %r<3>; .reg .b64 %p;
ld.param.u64 %p, [out];
add.u32 %r1, %r2, 1;
add.u32 %r2, %r1, 1;
st.global.u32 [%p], %r2;
ret;
}
"""
    lines = by_code(text, "k")
    assert lines["add.u32 %r1, %r2, 1;"] == "%r1 = %r2 + 1"
    assert lines["add.u32 %r2, %r1, 1;"] == "%r2 = (%r2 + 1) + 1"


def test_a_function_that_is_called_twice_is_told_in_its_own_words() -> None:
    lines = by_code(CALLS, "calls")
    told = {code: words for code, words in lines.items() if "%r" in code or "call" in code}
    assert told["ld.param.u32 %r1, [value];"] == "%r1 = value, from the caller"
    assert told["clz.b32 %r2, %r1;"] == "%r2 = the number of leading zero bits of %r1"
    assert told["st.param.b32 [result], %r2;"] == "return %r2 in result"
    assert told["st.param.b32 [a], %r2;"] == "a = threadIdx.x, for the call"
    assert told["call (b), twice, (a);"] == "b = twice(a), the function that begins in line 9"
    assert told["ld.param.b32 %r3, [b];"] == "%r3 = b, from the call"
    assert told["add.s32 %r5, %r3, %r4;"] == "%r5 = %r3 + %r4"
    printed = told["call (r), vprintf, (f, a);"]
    assert printed.startswith("print the format string at f with the arguments at a")


def test_a_return_from_a_function_is_no_end_of_the_thread() -> None:
    words = [words for number, words in explain(CALLS, "calls") if "ret;" in line_of(CALLS, number)]
    assert words == ["return to where the function was called", "the thread ends here"]


def line_of(text: str, number: int) -> str:
    return text.split("\n")[number - 1]


def test_parts_of_a_parameter_are_told_by_their_bytes() -> None:
    lines = by_code(CALLS, "calls", ParameterFacts(("p", "out"), {"p": "Params"}))
    (head,) = [words for code, words in lines.items() if code.startswith(".visible")]
    assert "parameter 0: p, Params, 24 bytes; " in head
    assert head.endswith("parameter 1: out, a pointer to global memory, aligned to 16")
    assert lines["ld.param.u64 %rd1, [p];"] == "load bytes 0 to 7 of the parameter p into %rd1"
    assert lines["ld.param.u32 %r1, [p+8];"] == "load bytes 8 to 11 of the parameter p into %r1"
    assert lines["st.global.u32 [%rd3], %r5;"].startswith("p.byte0[threadIdx.x] = ")


def test_only_what_the_kernel_uses_is_told_with_what_it_begins_with() -> None:
    lines = by_code(CALLS, "calls")
    assert lines[".global .align 1 .b8 $str[4] = {37, 100, 10};"] == (
        '$str: 4 bytes in global memory, aligned to 1: the text "%d\\n"'
    )
    assert ".global .align 4 .u32 seen;" in lines  # its address lies in `table`
    assert ".global .align 4 .u32 unused;" not in lines
    assert lines['.pragma "nounroll";'] == "ptxas must not unroll the loop that follows"
    assert lines[".maxntid 8, 4 .minnctapersm 2"] == (
        "no launch has blocks of more than 32 threads (8 x 4); "
        "at least 2 blocks must fit on a multiprocessor"
    )
    registers = [words for words in lines.values() if words.startswith("registers %r0")]
    assert registers == ["registers %r0 to %r8 (5 used): 32 bits each, of any kind"]
    assert "registers %p, never used: predicates, true or false in each thread" in lines.values()


OLD = """\
\t.version 1.4
\t.target sm_13, map_f64_to_f32
\t.entry _Z1kPfi (
\t\t.param .u64 __cudaparm__Z1kPfi_a,
\t\t.param .s32 __cudaparm__Z1kPfi_n)
\t{
\t.reg .u16 %rh<3>;
\t.reg .u32 %r<6>;
\t.reg .u64 %rd<6>;
\t.reg .f32 %f<3>;
\tmov.u16 \t%rh1, %ctaid.x;
\tmov.u16 \t%rh2, %ntid.x;
\tmul.wide.u16 \t%r1, %rh1, %rh2;
\tcvt.u32.u16 \t%r2, %tid.x;
\tadd.u32 \t%r3, %r2, %r1;
\tld.param.u64 \t%rd1, [__cudaparm__Z1kPfi_a];
\tcvt.u64.s32 \t%rd2, %r3;
\tmul.lo.u64 \t%rd3, %rd2, 4;
\tadd.u64 \t%rd4, %rd1, %rd3;
\tld.global.f32 \t%f1, [%rd4+0];
\tld.global.f32 \t%f2, [%rd1+0];
\tst.global.f32 \t[%rd4+0], %f1;
\texit;
\t} // _Z1kPfi
"""


def test_ptx_of_2009_is_told_and_no_assembler_is_asked_for_too_much(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = by_code(OLD, "_Z1kPfi")
    loads = [words for words in lines.values() if "from global memory" in words]
    assert loads == [
        (
            "%f1 = a[blockIdx.x*blockDim.x + threadIdx.x], from global memory; "
            "4 bytes a thread, a warp's 128 in 4 sectors of 32, coalesced"
        ),
        (
            "%f2 = a[0], from global memory; "
            "4 bytes a thread, several lanes the same, in 1 sector of 32, coalesced"
        ),
    ]
    file = tmp_path / "old.ptx"
    file.write_text(OLD)
    assert main(["inspect", str(file), "--explain", "--device", "virtual:h200"]) == 0
    assert "for GPUs of compute capability 1.3 and later" in capsys.readouterr().out


ONWARD = """\
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u32 n)
{
    .reg .pred %p<3>;
    .reg .b32 %i, %j, %n;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    ld.param.u32 %n, [n];
    ld.global.u32 %i, [%rd1];
    shl.b32 %j, %i, 7;
TWO:
    mul.wide.s32 %rd2, %j, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %n;
    add.s32 %i, %i, 1;
    add.s32 %j, %j, 128;
    setp.lt.s32 %p2, %i, %n;
    @%p2 bra TWO;
    ret;
}
"""


def test_a_loop_that_goes_on_from_a_value_in_the_same_register_is_told_by_it() -> None:
    lines = by_code(ONWARD, "k")
    assert lines["st.global.u32 [%rd3], %n;"].startswith("x[%i*128] = n, to global memory")
    assert lines["@%p2 bra TWO;"].endswith("go back to TWO, for the next trip of loop 1")


# ---- what `if` says ------------------------------------------------------------------------

SIGNS = ("eq", "ne", "lt", "le", "gt", "ge")


@st.composite
def guarded(draw: st.DrawFn) -> str:
    """Predicates of comparisons, joined; a guarded store and a store behind a guarded jump."""
    code: list[str] = []
    for number in range(4):
        one, two = draw(st.sampled_from(["%r1, %r2", "%r1, 9", "%r3, 4", "%r3, %r2"])).split(", ")
        code.append(f"setp.{draw(st.sampled_from(SIGNS))}.s32 %p{number}, {one}, {two};")
    for number in range(4, 8):
        a, b = (draw(st.integers(0, number - 1)) for _ in range(2))
        join = draw(st.sampled_from(["and", "or", "xor", "not"]))
        code.append(f"{join}.pred %p{number}, %p{a}{'' if join == 'not' else f', %p{b}'};")
    guards = [f"{draw(st.sampled_from(['', '!']))}%p{draw(st.integers(0, 7))}" for _ in range(2)]
    code.append(f"@{guards[0]} st.global.u32 [%rd2], 1;")
    code.append(f"@{guards[1]} bra DONE;")
    code.append("st.global.u32 [%rd2+128], 1;")
    return GUARDED + "\n".join(code) + "\nDONE:\nret;\n}\n"


GUARDED = """\
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
.reqntid 32
{
    .reg .pred %p<8>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd0, [out];
    ld.param.u32 %r2, [n];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd1, %r1, 4;
    add.s64 %rd2, %rd0, %rd1;
    and.b32 %r3, %r1, 7;
"""


@settings(max_examples=30)
@given(guarded(), st.integers(-3, 34))
def test_what_follows_if_is_true_of_the_lanes_that_do_it(text: str, n: int) -> None:
    out = np.zeros(64, np.uint32)
    interpreter.launch(lower(parse(text), "k"), (1, 1, 1), (32, 1, 1), [out, n])
    told = list(by_code(text, "k").values())
    (stored,) = [re.findall(r"^if (.*): out\[", words) for words in told if ": out[" in words]
    (skipped,) = [re.findall(r"^if (.*): go to", words) for words in told if ": go to" in words]
    for lane in range(32):
        known = {"tid": lane, "n": n}
        for words in told:  # what each predicate is said to be
            name, _, said = _as_python(words).partition(" = ")
            if name.startswith("P"):
                known[name] = eval(said, dict(known))
        assert eval(_as_python(stored[0]), dict(known)) == out[lane], (stored, text)
        assert eval(_as_python(skipped[0]), dict(known)) != out[32 + lane], (skipped, text)


def _as_python(said: str) -> str:
    return said.replace("threadIdx.x", "tid").replace("%p", "P")


# ---- the terminal --------------------------------------------------------------------------


def test_code_and_words_fit_80_columns_and_a_wide_terminal_has_them_side_by_side() -> None:
    source = Stage("float v = x[i];\n", "cuda", ((1, "rows.cu:7"),))
    stage = Stage(ROWS, "ptx", ((32, "rows.cu:7"),), explained=tuple(sorted(told().items())))
    kernel = InspectedKernel("rows", "cuda", "sm_90a", stages={"ptx": stage, "source": source})
    narrow = plain(explanation.renderable(kernel, 80), 80)
    assert max(map(len, narrow.split("\n"))) <= 80
    assert "33   fma.rn.f32 %f1, %f2, %f3, %f1;\n" in narrow
    assert "rows.cu:7  float v = x[i];" in narrow
    assert "       %f1 = %f2 * %f3 + %f1 in one step, rounded to nearest even\n" in narrow
    wide = plain(explanation.renderable(kernel, 180), 180)
    (line,) = [line for line in wide.split("\n") if "fma.rn.f32" in line]
    assert line.rstrip().endswith("%f1 = %f2 * %f3 + %f1 in one step, rounded to nearest even")


def test_what_cannot_be_explained_says_why() -> None:
    stage = Stage(ROWS, "ptx", unexplained="ptx:33:5: unknown instruction `tcgen06.mma`")
    kernel = InspectedKernel("rows", "ptx", "sm_100a", stages={"ptx": stage})
    with pytest.raises(UsageError, match=r"rows cannot be explained: ptx:33:5: unknown"):
        explanation.renderable(kernel)


def test_the_command_explains_a_ptx_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.ptx"
    file.write_text(ROWS)
    words = ["inspect", str(file), "--explain", "--device", "virtual:h200"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "for GPUs of compute capability 9.0 and no other" in out
    assert "param_0[blockIdx.x*param_2*2" in "".join(line.strip() for line in out.split("\n"))
    file.write_text(ROWS.replace("fma.rn.f32 %f1", "fmaa.rn.f32 %f1"))
    assert main(words) == 2
    assert "ptx:33:5: unknown instruction" in capsys.readouterr().err


def test_what_depends_on_data_has_the_sectors_that_a_launch_counted() -> None:
    gather = ROWS.replace(
        "    mul.wide.s32 %rd4, %r5, 8;",
        "    ld.global.u32 %r7, [%rd3];\n    .loc 1 9 1\n    mul.wide.s32 %rd4, %r7, 8;",
    ).replace("    ld.global.v2", "    .loc 1 7 1\n    ld.global.v2")
    gather = gather.replace("[%rd3]", "[%rd6]").replace(
        "    mul.lo.s32",
        "    mul.wide.u32 %rd6, %r3, 4;\n    add.s64 %rd6, %rd3, %rd6;\n    mul.lo.s32",
    )
    counted = Access("rows.cu:7", "load", 8, lanes=320.0, requests=10.0, sectors=275.0)
    lines = explain(gather + '.file 1 "rows.cu"\n', "rows", counted=[counted])
    (told,) = [words for _, words in lines if "2 elements at once" in words]
    assert told.endswith("8 bytes a thread, 27.5 sectors an access, counted on its source line")


def test_names_come_from_the_source() -> None:
    text = (
        ROWS.replace("    mul.lo.s32", "    .loc 1 3 5\n    mul.lo.s32").replace(
            "    setp.ge", "    .loc 1 4 5\n    setp.ge"
        )
        + '.file 1 "rows.cu"\n'
    )
    source = Source("void rows(x, y, n) {\n\n int at = blockIdx.x*n + threadIdx.x;\n}", "rows.cu")
    lines = dict(explain(text, "rows", parameters=ParameterFacts(("x", "y", "n")), source=source))
    assert lines[25].startswith("at = ")
