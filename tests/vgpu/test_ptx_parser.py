"""What the parser makes of PTX as front ends and people write it, and of what is no PTX."""

from __future__ import annotations

import contextlib
import textwrap
import time
from pathlib import Path

import pytest

from each import each
from kernelscope.errors import PtxError
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.ptx.syntax import (
    Address,
    Block,
    BranchTargets,
    CallPrototype,
    Function,
    Instruction,
    Label,
    Literal,
    Name,
    Position,
    RegisterDeclaration,
    SourceLocation,
    SymbolOffset,
    Variable,
)
from vgpu.ptx_printer import instruction_to_text, operand_to_text, variable_to_text

HEADER = ".version 8.7\n.target sm_90a\n.address_size 64\n"


def entry(body: str) -> Function:
    """A kernel with this body; its first line is line 5 of the text."""
    return parse(HEADER + ".entry k() {\n" + textwrap.dedent(body) + "\n}\n").functions[0]


def instruction(text: str) -> Instruction:
    """The only instruction of a kernel, at line 5, column 1."""
    (found,) = entry(text).body or ()
    assert isinstance(found, Instruction)
    return found


def at(line: int, column: int) -> Position:
    return Position(line, column)


# ---- the module ---------------------------------------------------------------------------


def test_header_options_and_files_are_read() -> None:
    """`.version`, `.target` with options, `.file` in its three forms."""
    module = parse(
        """
        .version 8.10
        .target sm_80, texmode_independent, debug
        .address_size 64
        .file 1 "/tmp/kernels.py"
        .file 2 "a.cu", 1700000000, 1234
        .file 3 "/usr/include" "math.h"
        """
    )
    assert module.version == (8, 10)
    assert module.target == "sm_80"
    assert module.files == {1: "/tmp/kernels.py", 2: "a.cu", 3: "/usr/include/math.h"}


def test_bytes_with_a_nul_at_the_end_are_read_as_nvrtc_leaves_them() -> None:
    """NVRTC's PTX is bytes that end in a NUL."""
    module = parse((HEADER + ".visible .entry k() { ret; }\n").encode() + b"\0")
    assert [function.name for function in module.functions] == ["k"]


def test_debug_sections_pragmas_and_attributes_are_stepped_over() -> None:
    """What only a debugger or the assembler reads leaves no trace."""
    module = parse(
        HEADER
        + """
        .section .debug_abbrev
        {
        .b8 1                                   // Abbreviation Code
        .b8 17
        $L__info:
        .b32 .debug_line
        }
        .pragma "nounroll";
        .visible .global .attribute(.managed) .align 4 .u32 seen;
        .func .attribute(.unified(1, 2)) f() { .pragma "nounroll"; ret; }
        """
    )
    assert [variable.name for variable in module.variables] == ["seen"]
    assert [type(s) for s in module.functions[0].body or ()] == [Instruction]


def test_kernel_parameters_keep_type_shape_and_alignment() -> None:
    """`.ptr … .align` speaks of what the pointer points to, not of the parameter."""
    (kernel,) = parse(
        HEADER
        + """
        .visible .entry k(
            .param .u64 .ptr .global .align 1 k_param_0,
            .param .u64 .ptr .shared k_param_1,
            .param .align 16 .b8 k_param_2[128],
            .param .f32 k_param_3
        )
        .reqntid 128, 1, 1
        .maxntid 256
        .minnctapersm 2
        .noreturn
        { ret; }
        """
    ).functions
    assert [(p.name, p.type, p.shape, p.align) for p in kernel.parameters] == [
        ("k_param_0", "u64", (), 8),
        ("k_param_1", "u64", (), 8),
        ("k_param_2", "b8", (128,), 16),
        ("k_param_3", "f32", (), 4),
    ]
    assert kernel.is_entry
    assert kernel.linkage == "visible"
    assert kernel.directives == {
        "reqntid": (128, 1, 1),
        "maxntid": (256,),
        "minnctapersm": (2,),
        "noreturn": (),
    }


def test_device_functions_have_results_declarations_and_aliases() -> None:
    """A forward declaration has no body; an alias is the function under another name."""
    declared, defined, plain, alias = parse(
        HEADER
        + """
        .extern .func (.param .b32 retval0) vprintf (.param .b64 p0, .param .b64 p1);
        .weak .func (.reg .f32 %out) twice(.reg .f32 %in, .param .align 4 .b8 s[20])
        { add.f32 %out, %in, %in; ret; }
        .func plain { ret; }
        .alias other, plain;
        """
    ).functions
    assert declared.body is None
    assert [p.name for p in declared.parameters] == ["p0", "p1"]
    assert declared.results[0].type == "b32"
    assert defined.linkage == "weak"
    assert [p.space for p in (*defined.results, *defined.parameters)] == ["reg", "reg", "param"]
    assert (alias.name, alias.body) == ("other", plain.body)


VARIABLES = {
    ".extern .shared .align 16 .b8 global_smem[];": ("b8", (0,), 16, None),
    ".shared .v4 .f32 tile[8][9];": ("f32", (8, 9), 16, None),
    ".const .align 4 .f32 half = 0f3F000000;": ("f32", (), 4, ["0f3F000000"]),
    ".global .b8 text[4] = {104, 0x69, 012, 0b1};": ("b8", (4,), 1, ["104", "105", "10", "1"]),
    ".global .f64 x[] = {1.5, -2e3, 0d3FF0000000000000, 3};": (
        ("f64", (4,), 8, ["1.5", "-2000.0", "0d3FF0000000000000", "3"])
    ),
    ".global .s32 m[2][2] = {{1}, {2, 3}};": ("s32", (2, 2), 4, ["1", "0", "2", "3"]),
    ".global .u64 p[3] = {generic(text), text+4, generic(text)+8};": (
        ("u64", (3,), 8, ["text", "text+4", "text+8"])
    ),
    ".global .v2 .b32 pairs[] = {{1, 2}, {3, 4}};": ("b32", (2,), 8, ["1", "2", "3", "4"]),
    ".const[3] .u16 banked;": ("u16", (), 2, None),
    ".local .align 8 .b8 depot[4*(2+1)];": ("b8", (12,), 8, None),
}


@pytest.mark.parametrize("text", VARIABLES)
def test_variables_keep_shape_alignment_and_initial_values(text: str) -> None:
    """Declarations with every form of size and initializer; short inner lists end in zeros."""
    (variable,) = parse(HEADER + text).variables
    initial = variable.initializer
    values = None if initial is None else [operand_to_text(value) for value in initial]
    assert (variable.type, variable.shape, variable.align, values) == VARIABLES[text]


def test_one_declaration_may_name_several_variables() -> None:
    """They share space, type and alignment."""
    variables = parse(HEADER + ".visible .global .align 8 .u32 a, b[2] = {1, 2}, c;").variables
    assert [variable_to_text(variable) for variable in variables] == [
        ".visible .global .align 8 .u32 a;",
        ".visible .global .align 8 .u32 b[2] = {1, 2};",
        ".visible .global .align 8 .u32 c;",
    ]


# ---- operands and instructions ------------------------------------------------------------

INSTRUCTIONS = [
    "ld.global.v4.b32 {%r1, %r2, %r3, _}, [%rd1+16];",
    "@!%p1 st.global.L1::evict_last.L2::cache_hint.b32 [%rd1], %r1, %rd2;",
    "setp.lt.and.s32 %p1|%p2, %r1, -1, !%p3;",
    "shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;",
    "elect.sync _|%p1, -1;",
    "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f0, %f1}, {%r1}, {%r2}, {%f2};",
    "cp.async.bulk.tensor.2d.shared::cta.global [%r1], [%rd1, {%r2, %r3}], [%r4];",
    "mbarrier.complete_tx::bytes.b64 [%r1], 8;",
    "mov.u64 %rd1, table+8;",
    "mov.f32 %f1, 0f3F800000;",
    "mov.f64 %fd1, 0dBFF0000000000000;",
    "mov.u32 %r1, %ctaid.x;",
    "mov.b64 {%r1, %r2}, %rd1;",
    "add.f32 %f1, %v.x, 1.5;",
    "vadd.u32.u32.u32 %r1, %r2.b0, %r3.h1;",
    "st.shared.b32 [buffer+8], -5;",
    "ld.global.u8 %rs1, [4096];",
    "ld.global.u8 %rs1, [%rd1-4];",
    "bar.sync 0;",
    "ret;",
    "@%p1 bra.uni $L__BB0_2;",
    "brx.idx %r1, $targets;",
    "call.uni (retval0), vprintf, (param0, param1);",
    "call.uni f;",
    "call (retval0), %rd1, (param0), prototype_0;",
    "call g, (param0, 3);",
]


@each("text", INSTRUCTIONS)
def test_an_instruction_prints_as_it_was_written(text: str) -> None:
    """The tree holds all of an instruction: guard, opcode, modifiers, operands."""
    assert instruction_to_text(instruction(text)) == text


SPELLINGS = {
    "ld.global.b32 %r1, [ %rd3 + 0 ];": "ld.global.b32 %r1, [%rd3];",
    "ld.global.b32 %r1, [%rd1+-4];": "ld.global.b32 %r1, [%rd1-4];",
    "ld.global.b32 %r1, [%rd1+4*2-0x10];": "ld.global.b32 %r1, [%rd1-8];",
    "mov.u32 %r1, 0xFFFFFFFFU;": "mov.u32 %r1, 4294967295;",
    "mov.u32 %r1, 017;": "mov.u32 %r1, 15;",
    "mov.u32 %r1, 0b101;": "mov.u32 %r1, 5;",
    "mov.u32 %r1, WARP_SZ;": "mov.u32 %r1, 32;",
    "mov.u32 %r1, WARP_SZ*2-1;": "mov.u32 %r1, 63;",
    "mov.u32 %r1, (1 << 4) | 3;": "mov.u32 %r1, 19;",
    "mov.s32 %r1, -7/2;": "mov.s32 %r1, -3;",
    "mov.s32 %r1, -7 % 4;": "mov.s32 %r1, -3;",
    "mov.s32 %r1, 2 > 1 ? 10 : 20;": "mov.s32 %r1, 10;",
    "mov.s32 %r1, ~0;": "mov.s32 %r1, -1;",
    "mov.f32 %f1, -0f3F800000;": "mov.f32 %f1, 0fBF800000;",
    "mov.f32 %f1, .5;": "mov.f32 %f1, 0.5;",
    "mov.f32 %f1, 1.;": "mov.f32 %f1, 1.0;",
    "mov.f32 %f1, -1.5e-3;": "mov.f32 %f1, -0.0015;",
    "add .s32 %r1,%r2,3 ;": "add.s32 %r1, %r2, 3;",
    "@ ! %p1 ret ;": "@!%p1 ret;",
    "call.uni\n(retval0),\nf,\n(\nparam0\n)\n;": "call.uni (retval0), f, (param0);",
    "add.s32 /* in\nbetween */ %r1, %r2, 3; // after": "add.s32 %r1, %r2, 3;",
}


@each("text", SPELLINGS)
def test_other_spellings_mean_the_same(text: str) -> None:
    """Blanks, number bases, constant expressions and comments are gone after parsing."""
    assert instruction_to_text(instruction(text)) == SPELLINGS[text]


def test_hexadecimal_floats_keep_their_bits() -> None:
    """A NaN's payload and the width survive; decimal floats are values."""
    operands = instruction("fma.rn.f32 %f1, 0f7FC00123, 0d7FF8000000000001, 2.5;").operands
    literals = [(o.value, o.bits) for o in operands if isinstance(o, Literal)]
    assert literals == [(0x7FC00123, 32), (0x7FF8000000000001, 64), (2.5, 0)]


def test_symbols_with_offsets_are_told_from_addresses() -> None:
    """`buffer+8` is a value, `[buffer+8]` the memory there."""
    _, value = instruction("mov.u64 %rd1, buffer+8;").operands
    assert value == SymbolOffset(Name("buffer", at(5, 15)), 8, at(5, 15))
    _, address = instruction("ld.shared.u32 %r1, [buffer+8];").operands
    assert address == Address(Name("buffer", at(5, 21)), 8, at(5, 20))


# ---- statements ---------------------------------------------------------------------------


def test_blocks_labels_registers_and_tables_nest() -> None:
    """Scopes stay as written; a label may share a line with its instruction."""
    body = entry(
        """
        .reg .pred p, q;
        .reg .b32 %r<12>, n;
        .reg .v4 .f32 v;
        $L1: add.s32 n, n, 1;
        {
            .reg .b32 t;
            .shared .align 4 .b8 buffer[64];
            .param .b32 param0;
            L: bra L;
            ;
        }
        $L_brx: .branchtargets $L1, $L2;
        prototype_0 : .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn;
        $L2:
        """
    ).body
    assert body is not None
    p, r, v, label, _, block, targets, prototype, last = body
    assert isinstance(p, RegisterDeclaration)
    assert (p.type, p.names) == ("pred", (("p", 0), ("q", 0)))
    assert isinstance(r, RegisterDeclaration)
    assert r.names == (("%r", 12), ("n", 0))
    assert isinstance(v, RegisterDeclaration)
    assert v.vector == 4
    assert label == Label("$L1", at(9, 1))
    assert isinstance(block, Block)
    assert [type(s) for s in block.body] == [
        *(RegisterDeclaration, Variable, Variable, Label, Instruction)
    ]
    assert isinstance(targets, BranchTargets)
    assert [target.text for target in targets.labels] == ["$L1", "$L2"]
    assert isinstance(prototype, CallPrototype)
    assert prototype.name == "prototype_0"
    assert last == Label("$L2", at(19, 1))


def test_source_locations_follow_loc_with_the_chain_of_inlining() -> None:
    """An instruction carries the `.loc` before it, also inside inline assembly, and its callers."""
    body = entry(
        """
        ret;
        .loc 1 9 0
        ret;
        .loc 2 170 27, function_name $L__info_string0, inlined_at 1 9 0
        ret;
        {
        .loc 3 5 1, function_name $L__info_string0+16, inlined_at 2 170 27
        ret;
        }
        ret;
        """
    ).body
    assert body is not None
    outer = SourceLocation(1, 9, 0)
    middle = SourceLocation(2, 170, 27, outer)
    inner = SourceLocation(3, 5, 1, middle)
    first, second, third, block, last = body
    assert isinstance(block, Block)
    found = [
        s.location for s in (first, second, third, block.body[0], last) if hasattr(s, "location")
    ]
    assert found == [None, outer, middle, inner, inner]


def test_lines_that_llvm_counts_on_inside_inline_assembly_are_no_source_lines() -> None:
    """Triton 3.9 has one before each line of the assembly; the statement has its own before."""
    body = entry(
        """
        .loc 1 10 9
        // begin inline asm
        .loc 1 10 9
        mov.u32 %r1, 0x0;
        .loc 1 11 9
        ld.global.b32 %r1, [%rd1];
        // end inline asm
        .loc 1 12 5
        ret;
        """
    ).body
    assert body is not None
    found = [(s.location, s.position.line) for s in body if isinstance(s, Instruction)]
    inside = SourceLocation(1, 10, 9)
    assert found == [(inside, 9), (inside, 11), (SourceLocation(1, 12, 5), 14)]


def test_positions_are_those_of_the_text() -> None:
    """Line and column, from 1, of instructions, guards and each operand; a tab is one column."""
    found = instruction("\t@%p1 ld.global.v2.b32 {%r1, %r2},\n [%rd1+4];")
    assert found.position == at(5, 2)
    assert found.guard is not None
    assert found.guard.predicate.position == at(5, 3)
    vector, address = found.operands
    assert vector.position == at(5, 24)
    assert isinstance(address, Address)
    assert (address.position, address.base and address.base.position) == (at(6, 2), at(6, 3))


def test_positions_count_the_lines_of_comments() -> None:
    """A comment over several lines moves what follows it."""
    assert instruction("/* one\ntwo */ ret;").position == at(6, 8)


# ---- what is no PTX -----------------------------------------------------------------------

BAD_BODIES = {
    "add.s32 %r1, %r2 %r3;": (
        5,
        18,
        "expected ',' or ';' after an operand of add.s32, found '%r3'",
    ),
    "add.s32 %r1, , %r3;": (5, 14, "expected an operand, found ','"),
    "ld.global.b32 %r1, [%rd1+%rd2];": (5, 26, "expected an integer offset, found '%rd2'"),
    "ld.global.b32 %r1, [%rd1;": (5, 25, "expected ']' at the end of the address, found ';'"),
    "ld.global.b32 %r1, [];": (5, 21, "expected a register, a symbol or an integer as address"),
    "ld.global.b32 %r1, [1.5];": (5, 21, "expected a register, a symbol or an integer as address"),
    "ld.global.v2.b32 {%r1 %r2}, [%rd1];": (5, 23, "expected ',' or '}' of the vector"),
    "mov.f32 %f1, 0f3F80;": (5, 14, "malformed number '0f3F80'"),
    "mov.u32 %r1, 089;": (5, 14, "malformed number '089'"),
    "mov.u32 %r1, 12abc;": (5, 14, "malformed number '12abc'"),
    "mov.f64 %r1, 1e999;": (5, 14, "malformed number '1e999'"),
    "mov.u32 %r1, 4/0;": (5, 15, "this constant has no value"),
    "mov.u32 %r1, 1.5|2;": (5, 17, "'|' in a constant needs integers"),
    "mov.u32 %r1, `;": (5, 14, "unexpected character '`'"),
    "mov.u32 %r1, 1; /* open": (5, 17, "a comment that is never closed"),
    '.pragma "open;': (5, 9, "a string that is never closed"),
    ".reg .b33 %r;": (5, 6, "expected a type such as '.b32', found '.b33'"),
    ".reg .b32 %r<n>;": (5, 14, "expected a number of registers, found 'n'"),
    ".reg .b32 12;": (5, 11, "expected the name of a register, found '12'"),
    ".shared .align 3 .b8 x[4];": (5, 16, "an alignment is a power of two, not 3"),
    ".shared .b8 x[-4];": (5, 17, "an array size is never negative"),
    ".global .b8 x[2] = {1, 2, 3};": (5, 13, "3 initial values for 2 elements"),
    ".global .b8 x[1] = {0xFF(y)};": (5, 25, "a byte of an address"),
    ".shraed .b8 x;": (5, 1, "expected an instruction, a label or a declaration"),
    "@%p1 ;": (5, 6, "expected an instruction, found ';'"),
    "@3 ret;": (5, 2, "expected a predicate after '@', found '3'"),
    "setp.eq.s32 %p|3, %r1, %r2;": (5, 16, "expected a second destination after '|'"),
    "{ ret;": (4, 12, "this '{' is never closed"),
    ".loc 1;": (5, 7, "expected a line number, found ';'"),
    ".loc 1 2 3, inlined 1 2 3": (5, 13, "expected 'function_name' or 'inlined_at'"),
    "ret": (6, 1, "expected an operand, found '}'"),
}


@each("body", BAD_BODIES)
def test_malformed_code_is_refused_with_its_place_and_what_was_expected(body: str) -> None:
    """One line: position, what was expected, what was found."""
    line, column, message = BAD_BODIES[body]
    with pytest.raises(PtxError) as caught:
        entry(body)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"ptx:{line}:{column}: {message}")
    assert "\n" not in str(caught.value)


BAD_MODULES = {
    "": (1, 1, "expected '.version' at the start of the PTX, found the end of the text"),
    ".version 8.7": (1, 13, "expected '.target', found the end of the text"),
    ".version eight": (1, 10, "expected a version such as 8.7, found 'eight'"),
    HEADER + ".entry k( { ret; }": (4, 11, "expected '.param' or '.reg', found '{'"),
    HEADER + ".entry k() .fast { ret; }": (4, 12, "expected a performance directive, '{' or ';'"),
    HEADER + ".visible .version 8": (4, 10, "expected '.entry', '.func' or a variable"),
    HEADER + "ret;": (4, 1, "expected a declaration, found 'ret'"),
    HEADER + ".alias f, g;": (4, 11, "no function g for its alias"),
    HEADER + ".section .debug_str { .b8 1": (4, 28, "expected '}' at the end of the section"),
    HEADER + ".entry k() { " + "{" * 5000: (4, 1, "blocks or lists are nested too deeply"),
}


@pytest.mark.parametrize("text", BAD_MODULES, ids=lambda text: text[-25:])
def test_malformed_modules_are_refused_with_their_place(text: str) -> None:
    """Also where the end of the text comes too early, and where nesting has no end."""
    line, column, message = BAD_MODULES[text]
    with pytest.raises(PtxError) as caught:
        parse(text)
    assert caught.value.line == line
    assert message in str(caught.value)
    if "deeply" not in message:
        assert caught.value.column == column


def test_the_kernels_of_the_truth_are_read_whole() -> None:
    """As many instructions as the text has lines that end in one."""
    for path in sorted((Path(__file__).parents[1] / "truth" / "ptx").glob("*.ptx")):
        text = path.read_text()
        code = [line.strip() for line in text.splitlines() if line.rstrip().endswith(";")]
        expected = [line for line in code if not line.startswith(".")]
        (kernel,) = parse(text).functions
        assert len(_instructions(kernel.body)) == len(expected)


def _instructions(body: object) -> list[Instruction]:
    assert isinstance(body, tuple)
    found: list[Instruction] = []
    for statement in body:
        if isinstance(statement, Instruction):
            found.append(statement)
        elif isinstance(statement, Block):
            found += _instructions(statement.body)
    return found


def test_blank_lines_take_time_in_proportion() -> None:
    """The other kernels of a file are blank lines: searches by line do not begin in each of them.

    A search with `^\\s*` takes 10 s here, and one with `^[ \\t]*` some milliseconds.
    """
    body = "\t.loc 1 2 3 // a.py:2:3 @[ b.py:4:5 ]\n\tret;\n" + "\n" * 80_000
    started = time.process_time()
    parse(HEADER + ".entry k() {\n" + body + "}\n")
    assert time.process_time() - started < 3


def test_where_a_line_was_inlined_is_read_from_the_comment_where_only_that_tells() -> None:
    body = """
        .loc 2 191 40  // standard.py:191:40 @[ kernel.py:14:16 @[ kernel.py:30:4 ] ]
        ret;
        .loc 2 5 1     // standard.py:5:1 @[ elsewhere.py:14:16 ]
        ret;
    """
    files = '.file 1 "/home/me/kernel.py"\n.file 2 "/lib/triton/standard.py"\n'
    text = HEADER + ".visible .entry k()\n{" + body + "}\n" + files
    (function,) = parse(text).functions
    assert function.body is not None
    first, second = (s.location for s in function.body if isinstance(s, Instruction))
    call = SourceLocation(1, 14, 16, SourceLocation(1, 30, 4))
    assert first == SourceLocation(2, 191, 40, call)
    assert second == SourceLocation(2, 5, 1)


def test_a_text_that_ends_anywhere_is_read_or_refused() -> None:
    """After each character of each kind of operand; `add.u32 %r1, ` ended in an IndexError."""
    text = HEADER + (
        ".global .u32 x[2] = {1, x+4}; .entry k(.param .u64 p) { .reg .b32 %r<4>; .reg .pred %p;"
        " L: @!%p vmad.s32.s32.s32 %r1, -%r2.b0, %r3, %r1; ld.global.v2.u32 {%r1, _}, [%r2+-4];"
        " setp.lt.and.u32 %p|%p, %r1, (1 + ~2), !%p; add.u32 %r1, WARP_SZ, -3; bra L; }"
    )
    parse(text)
    for end in range(len(text) - 1):
        with contextlib.suppress(PtxError):  # it may end behind a declaration
            parse(text[:end])
