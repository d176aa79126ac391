"""Machine code, instruction by instruction: texts as `nvdisasm` prints them, and real kernels."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from each import each
from kernelscope.machine_code.code import MachineCode, NoCode, code_of, mnemonic, separated
from kernelscope.machine_code.graph import EXIT, Edge
from kernelscope.machine_code.instruction import control_of, parsed, pipe_of, registers_read

PTX = Path(__file__).parent.parent / "truth" / "ptx"
SOFTMAX = (PTX / "softmax.ptx").read_text()


def softmax() -> MachineCode:
    code = code_of(SOFTMAX, "softmax", "sm_90a")
    assert isinstance(code, MachineCode)
    return code


@each(
    ("text", "reads"),
    [
        ("ISETP.GE.AND P5, PT, R2, UR6, PT ;", ("R2",)),
        ("IADD3 R4, P0, R4, R6, RZ ;", ("R4", "R6")),
        ("IADD3.X R5, R5, R7, RZ, P0, !PT ;", ("R5", "R7")),
        ("LOP3.LUT P0, R5, R6, 0x1, RZ, 0xc0, !PT ;", ("R6",)),
        ("SEL R18, R3, R6, !P1 ;", ("R3", "R6")),
        ("VOTE.ANY R4, PT, P0 ;", ()),
        ("PLOP3.LUT P0, PT, P1, P2, PT, 0x80, 0x0 ;", ()),
        ("IMAD.WIDE.U32 R4, R9, 0x4, R2 ;", ("R9", "R2", "R3")),
        ("DFMA R4, R6, R8, R10 ;", ("R6", "R7", "R8", "R9", "R10", "R11")),
        ("P2R R19, PR, RZ, 0x5 ;", ()),
        ("R2P PR, R4, 0x3 ;", ("R4",)),
    ],
)
def test_arithmetic_reads_registers(text: str, reads: tuple[str, ...]) -> None:
    assert registers_read(parsed(text)) == reads


def test_branch_targets_are_those_of_the_text() -> None:
    assert parsed("@P2 BRA `(.L_x_3) ;").labels == (".L_x_3",)
    many = parsed('BRX R18 -0x2c0 (*"BRANCH_TARGETS .L_x_61,.L_x_62"*)')
    assert many.labels == (".L_x_61", ".L_x_62")


def test_the_control_word_of_an_instruction_that_waits() -> None:
    # UIMAD UR4, UR7, UR4, URZ of the softmax: it waits for barrier 2, on which S2UR has put UR7.
    words = (0x00000004070472A4).to_bytes(8, "little") + (0x004FC8000F8E023F).to_bytes(8, "little")
    control = control_of(words)
    assert (control.stall, control.waits) == (4, (2,))
    assert (control.write_barrier, control.read_barrier) == (None, None)
    # S2UR UR7, SR_CTAID.X: its result releases barrier 2.
    words = (0x00000000000779C3).to_bytes(8, "little") + (0x000EA20000002500).to_bytes(8, "little")
    assert control_of(words).write_barrier == 2


def test_pipes_of_opcodes() -> None:
    assert [pipe_of(name, 90) for name in ("FFMA", "LDG.E.64", "MUFU.EX2", "UIADD3", "HFMA2")] == [
        "fma",
        "lsu",
        "xu",
        "uniform",
        "fma",
    ]
    assert pipe_of("HFMA2.MMA", 80) == "fp16"
    assert pipe_of("NEWOP", 90) == ""
    assert [pipe_of(name, 100) for name in ("FFMA2", "FMNMX3", "LDCU.64", "UFFMA", "UTCHMMA")] == [
        "fma",
        "alu",
        "adu",
        "uniform",
        "",
    ]


def test_each_instruction_has_the_line_of_ptx_that_it_was_made_from() -> None:
    lines = SOFTMAX.split("\n")
    code = softmax()
    for instruction in code.instructions:
        line = lines[instruction.ptx_line - 1]
        assert instruction.ptx == mnemonic(line)
        if instruction.name in ("LDG", "STG", "LDS", "STS", "SHFL"):
            name = {"LD": "ld", "ST": "st", "SH": "shfl"}[instruction.name[:2]]
            assert instruction.ptx.lstrip("@").startswith(name), line
        assert instruction.pipe
    loads = [i for i in code.instructions if i.name == "LDG"]
    assert len({i.ptx_line for i in loads}) == len(loads) == 8


@pytest.mark.parametrize(
    "target", ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100a", "sm_103a", "sm_120a"]
)
def test_every_opcode_has_a_pipe_and_loads_wait_for_their_results(target: str) -> None:
    text = re.sub(r"\.version \S+", ".version 8.8", SOFTMAX)
    code = code_of(text.replace(".target sm_90a", f".target {target}"), "softmax", target)
    assert isinstance(code, MachineCode)
    assert code.target == target.rstrip("a")
    for number, one in enumerate(code.instructions):
        assert one.pipe, one.opcode
        if one.name not in ("LDG", "LDS", "LDCU", "MUFU"):
            continue
        # The first that reads its result waits for the barrier that the load releases.
        assert one.control.write_barrier is not None
        later = code.instructions[number + 1 :]
        (result,) = one.operands[0].names
        users = [n for n, i in enumerate(later) if any(result in o.names for o in i.operands)]
        waited = {barrier for i in later[: users[0] + 1] for barrier in i.control.waits}
        assert one.control.write_barrier in waited


def test_the_blocks_of_softmax_and_their_edges() -> None:
    code = softmax()
    first = code.block(0)[-1]
    assert (first.name, bool(first.guard)) == ("EXIT", True)
    assert code.edges == (Edge(0, EXIT), Edge(0, 1), Edge(1, EXIT), Edge(2, 2))


TWO_IN_A_LINE = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) {
 .reg .b64 %rd<4>; .reg .f32 %f<4>; .reg .b32 %r<4>;
 ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; // { ; }
 add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3]; sqrt.approx.f32 %f2, %f1;
 { st.global.f32 [%rd3], %f2; } ret;
}"""


def test_a_line_with_several_instructions_is_split_and_keeps_its_number() -> None:
    text, lines = separated(TWO_IN_A_LINE)
    assert text.replace("\n", "") == TWO_IN_A_LINE.replace("\n", "")
    own = {mnemonic(line): old for line, old in zip(text.split("\n"), lines[1:], strict=True)}
    assert (own["mov.u32"], own["ld.global.f32"], own["sqrt.approx.f32"]) == (6, 7, 7)
    code = code_of(TWO_IN_A_LINE, "k", "sm_90")
    assert isinstance(code, MachineCode)
    assert {(i.name, i.ptx, i.ptx_line) for i in code.instructions} >= {
        ("LDG", "ld.global.f32", 7),
        ("MUFU", "sqrt.approx.f32", 7),
        ("STG", "st.global.f32", 8),
    }


def test_what_no_assembler_takes_has_a_reason() -> None:
    code = code_of(TWO_IN_A_LINE.replace("sqrt.approx", "sqrt.nothing"), "k", "sm_90")
    assert code == NoCode("no assembler here accepts this PTX for sm_90")


def test_only_the_kernel_itself_is_assembled() -> None:
    """A program has many kernels in a module: another one that no assembler takes is left out."""
    both = TWO_IN_A_LINE + "\n.visible .entry other()\n{\n    sqrt.nothing;\n}\n"
    code, own = code_of(both, "k", "sm_90"), code_of(TWO_IN_A_LINE, "k", "sm_90")
    assert isinstance(code, MachineCode)
    assert isinstance(own, MachineCode)
    assert code.instructions == own.instructions


def test_kept_code_is_the_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    first = softmax()
    assert len([*tmp_path.rglob("machine-code/*")]) == 1
    assert softmax() == first
