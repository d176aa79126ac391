"""An index expression is the address that the kernel touches."""

from __future__ import annotations

import functools
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from inside.followed import Followed, FollowedWarp, follow
from kernelscope.devices.capture import CapturedLaunch
from kernelscope.inside.explain.explain import explain
from kernelscope.inside.naming.assignments import Source
from kernelscope.inside.naming.names import name_registers
from kernelscope.jobs.kernels import kernels_of
from kernelscope.subjects import openable
from kernelscope.vgpu.interpreter import warp as interpreter
from kernelscope.vgpu.interpreter.launch import launch
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.values.folding import Folder
from kernelscope.vgpu.values.operations import bitwise, field_of, quotient, remainder
from kernelscope.vgpu.values.sums import Atom, Sum, constant, single

KERNELS = {
    "gelu/triton": "n=64",
    "gelu/cuda-file": "n=64",
    "softmax/triton": "rows=3,n=300",
    "softmax/cuda": "rows=3,n=300",
    "softmax/triton-online": "rows=2,n=3000",
    "matmul/triton": "n=80",
    "matmul/cuda": "n=20",
    "square/numba": "n=40",
    "vector-add/cuda": "n=3000",
}


@functools.cache
def launched(subject: str) -> tuple[CapturedLaunch, Folder]:
    """An operation's kernel with its first launch."""
    (found, *_) = kernels_of(
        openable(subject, "inspect"), device="virtual:h200", case=KERNELS[subject], copies=True
    )
    launch = found.launch
    assert launch is not None
    function = lower(launch.kernel.module.tree, launch.kernel.name)
    form = found.form
    source = Source(form.texts["source"], form.source_file, form.source_line)
    names = name_registers(function, form.parameters, source)
    return launch, Folder(function, names.__contains__)


@pytest.mark.triton
@pytest.mark.parametrize("subject", KERNELS)
def test_expressions_are_the_addresses_that_real_kernels_touch(subject: str) -> None:
    """Every access of the last block, at the data's edge, with short names and written out."""
    launch, folder = launched(subject)
    x, y, z = launch.grid
    found = follow(launch, folder, [(x - 1, y - 1, z - 1)])
    assert found.checked
    assert not found.wrong


@pytest.mark.exhaustive
@pytest.mark.triton
@pytest.mark.parametrize("subject", KERNELS)
@settings(max_examples=5)
@given(data=st.data())
def test_expressions_are_the_addresses_that_any_block_touches(
    subject: str, data: st.DataObject
) -> None:
    launch, folder = launched(subject)
    block = data.draw(st.tuples(*(st.integers(0, blocks - 1) for blocks in launch.grid)))
    found = follow(launch, folder, [block])
    assert found.checked
    assert not found.wrong


# ---- random programs -----------------------------------------------------------------------

HEAD = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u32 k_param_0, .param .u32 k_param_1)
.reqntid 32, 4
{
    .reg .b32 %r<40>;
    .reg .b64 %rd<40>;
    ld.param.u32 %r0, [k_param_0];
    ld.param.u32 %r1, [k_param_1];
    mov.u32 %r2, %tid.x;
    mov.u32 %r3, %tid.y;
    mov.u32 %r4, %ctaid.x;
"""
LIMIT = 2**28  # no result may come near an overflow
FIRST = {0: 3000, 1: 77, 2: 31, 3: 3, 4: 5}  # register → its greatest value


@st.composite
def programs(draw: st.DrawFn, limit: int = LIMIT) -> tuple[list[str], int]:
    """Straight-line integer code over parameters and indices whose results stay below a limit.

    Returns its lines, and the number of the register that is written last.
    """
    most = dict(FIRST)
    lines: list[str] = []
    for _ in range(draw(st.integers(6, 14))):
        a, b = draw(st.sampled_from(sorted(most))), draw(st.sampled_from(sorted(most)))
        d, k = len(most), draw(st.integers(0, 7))
        mask = draw(st.integers(0, 4095))
        text, size = draw(
            st.sampled_from(
                [
                    (f"add.s32 %r{d}, %r{a}, %r{b}", most[a] + most[b]),
                    (f"add.s32 %r{d}, %r{a}, {mask}", most[a] + mask),
                    (f"mul.lo.s32 %r{d}, %r{a}, %r{b}", most[a] * most[b]),
                    (f"mul.lo.s32 %r{d}, %r{a}, {k}", most[a] * k),
                    (f"mad.lo.s32 %r{d}, %r{a}, {k}, %r{b}", most[a] * k + most[b]),
                    (f"shl.b32 %r{d}, %r{a}, {k}", most[a] << k),
                    (f"shr.u32 %r{d}, %r{a}, {k}", most[a] >> k),
                    (f"shr.s32 %r{d}, %r{a}, {k}", most[a] >> k),
                    (f"and.b32 %r{d}, %r{a}, {mask}", mask),
                    (f"and.b32 %r{d}, %r{a}, %r{b}", most[a]),
                    (f"or.b32 %r{d}, %r{a}, {mask}", most[a] + mask),
                    (f"or.b32 %r{d}, %r{a}, %r{b}", most[a] + most[b]),
                    (f"xor.b32 %r{d}, %r{a}, %r{b}", most[a] + most[b]),
                    (f"bfe.u32 %r{d}, %r{a}, {k}, {k + 1}", 2 ** (k + 1)),
                    (f"bfi.b32 %r{d}, %r{a}, %r{b}, {k}, 3", most[b] + (8 << k)),
                    (f"div.u32 %r{d}, %r{a}, {k + 1}", most[a]),
                    (f"rem.u32 %r{d}, %r{a}, {k + 1}", k),
                    (f"min.s32 %r{d}, %r{a}, %r{b}", most[a]),
                    (f"max.s32 %r{d}, %r{a}, %r{b}", most[a] + most[b]),
                ]
            )
        )
        if size < limit:
            most[d] = size
            lines.append(f"    {text};")
    return lines, len(most) - 1


class ComparedWarp(FollowedWarp):
    """A warp that compares every integer result with what it is folded to."""

    def execute(self, inst: interpreter.ir.Inst, here: np.ndarray) -> None:
        super().execute(inst, here)
        total = self.followed.folder.result(inst)
        if total is not None:
            (register,) = inst.destinations
            bits = self.values[register.index]
            told = np.broadcast_to(np.asarray(self.expanded(total).evaluate(self.value_of)), 32)
            self.followed.checked[inst.position.line] += 1
            if (told.astype(np.int64).astype(bits.dtype) != bits).any():
                self.followed.wrong[inst.position.line] = f"{total} is {told}, not {bits}"


@settings(max_examples=60)
@given(programs(), st.integers(0, 3000), st.integers(0, 77), st.integers(0, 5))
def test_every_result_of_random_integer_code_is_what_it_is_folded_to(
    program: tuple[list[str], int], one: int, two: int, index: int
) -> None:
    lines, last = program
    text = HEAD + "\n".join(lines) + f"\n    mul.wide.s32 %rd0, %r{last}, 12;\n    ret;\n}}\n"
    function = lower(parse(text), "k")
    found = Followed(Folder(function, lambda index: False))
    memory = interpreter.Memory(function)
    packed = memory.pack([one, two])
    tally = interpreter.Tally()
    run = interpreter.Launch(function, (6, 1, 1), (32, 4, 1), memory, packed, 0, tally)
    block = interpreter.Block(run, (index, 0, 0))
    warp = type("Warp", (ComparedWarp,), {"followed": found})(block, 3)
    while warp.step():
        pass
    assert len(found.checked) > 5
    assert found.wrong == {}, text


# ---- how many transactions ------------------------------------------------------------------

ELEMENTS = 2048
GLOBAL = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"
SHARED = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
ACCESSES = [
    ("ld.global.u8 %rs0, [%rd2]", 1, GLOBAL.format("ld")),
    ("ld.global.b32 %r39, [%rd2]", 4, GLOBAL.format("ld")),
    ("ld.global.v4.b32 {%r36, %r37, %r38, %r39}, [%rd2]", 16, GLOBAL.format("ld")),
    ("st.global.v2.b32 [%rd2+8], {%r0, %r1}", 8, GLOBAL.format("st")),
    ("red.global.add.u32 [%rd2], %r0", 4, GLOBAL.format("red")),
    ("ld.shared.b32 %r39, [%rd3]", 4, SHARED.format("ld")),
    ("ld.shared.v2.b32 {%r38, %r39}, [%rd3]", 8, SHARED.format("ld")),
    ("st.shared.v4.b32 [%rd3], {%r0, %r0, %r0, %r0}", 16, SHARED.format("st")),
]
COUNT = re.compile(r"in (\d+)(?: to (\d+))? (?:sector|wavefront)")


@pytest.mark.parametrize(("access", "width", "counter"), ACCESSES, ids=[a for a, *_ in ACCESSES])
@settings(max_examples=8, phases=[Phase.generate])
@given(programs(ELEMENTS), st.integers(0, 3000), st.integers(0, 77))
def test_transactions_that_are_told_are_those_that_full_warps_make(
    access: str, width: int, counter: str, program: tuple[list[str], int], one: int, two: int
) -> None:
    """Random addresses over threads and parameters; where a parameter decides, it is named."""
    lines, last = program
    code = [
        *lines,
        f"mul.wide.u32 %rd0, %r{last}, {width};",
        "ld.param.u64 %rd1, [k_param_2];",
        "add.s64 %rd2, %rd1, %rd0;",
        "mov.u64 %rd3, tile;",
        "add.s64 %rd3, %rd3, %rd0;",
        f"{access};",
        "ret;",
        "}",
    ]
    head = HEAD.replace("k_param_1)", "k_param_1, .param .u64 k_param_2)")
    head += f"    .reg .b16 %rs<1>;\n    .shared .align 16 .b8 tile[{16 * ELEMENTS + 16}];\n"
    text = head + "\n".join(code)
    (words,) = [
        words
        for number, words in explain(text, "k", block=(32, 4, 1))
        if access in text.split("\n")[number - 1]
    ]
    memory = np.zeros(16 * ELEMENTS + 16, np.uint8)
    counts = launch(lower(parse(text), "k"), (1, 1, 1), (32, 4, 1), [one, two, memory])
    told = COUNT.search(words)
    if told is None:
        deciding = r"number of (?:sectors|wavefronts) that (?:param_\d|blockIdx|differs)"
        assert re.search(f"in a {deciding}", words), words
        return
    least, most = int(told[1]), int(told[2] or told[1])
    assert 4 * least <= counts[counter] <= 4 * most, text


# ---- what overflows ------------------------------------------------------------------------

MODULAR = ("add", "sub", "mul", "mad", "shl", "and", "or", "xor", "not", "neg", "mov", "bfi")
WORDS = st.sampled_from([1, 7, 255, 4096, 2**16, 2**31 - 1, 2**31, 2**32 - 256, 2**32 - 1])


@st.composite
def wrapping_programs(draw: st.DrawFn) -> str:
    """Straight-line integer code on all 32 and 64 bits, signed and unsigned, that may overflow."""
    lines: list[str] = []
    short, long = 5, 0  # registers of 32 and of 64 bits that are written
    while len(lines) < draw(st.integers(3, 12)):
        a, b = draw(st.integers(0, short - 1)), draw(st.integers(0, short - 1))
        k, word = draw(st.integers(0, 31)), draw(WORDS)
        d, kind = f"%r{short}", draw(st.sampled_from("us"))
        text = draw(
            st.sampled_from(
                [
                    f"add.s32 {d}, %r{a}, %r{b}",
                    f"add.{kind}32 {d}, %r{a}, {word}",
                    f"sub.{kind}32 {d}, %r{a}, %r{b}",
                    f"mul.lo.{kind}32 {d}, %r{a}, %r{b}",
                    f"mul.lo.{kind}32 {d}, %r{a}, {word}",
                    f"mad.lo.{kind}32 {d}, %r{a}, {k}, %r{b}",
                    f"shl.b32 {d}, %r{a}, {k}",
                    f"shr.{kind}32 {d}, %r{a}, {k}",
                    f"and.b32 {d}, %r{a}, {word}",
                    f"or.b32 {d}, %r{a}, {word}",
                    f"xor.b32 {d}, %r{a}, {word}",
                    f"and.b32 {d}, %r{a}, %r{b}",
                    f"xor.b32 {d}, %r{a}, %r{b}",
                    f"not.b32 {d}, %r{a}",
                    f"neg.s32 {d}, %r{a}",
                    f"bfe.{kind}32 {d}, %r{a}, {k}, 5",
                    f"bfi.b32 {d}, %r{a}, %r{b}, {k}, 1",
                    f"div.{kind}32 {d}, %r{a}, 3",
                    f"rem.{kind}32 {d}, %r{a}, 16",
                    f"min.{kind}32 {d}, %r{a}, %r{b}",
                    f"max.{kind}32 {d}, %r{a}, {word}",
                    f"cvt.u32.u16 {d}, %rs0",
                    f"cvt.{kind}32.{kind}8 {d}, %r{a}",
                ]
            )
        )
        short += 1
        lines.append(f"    {text};")
        wide = [
            f"cvt.{kind}64.{kind}32 %rd{long}, %r{short - 1}",
            f"mul.wide.{kind}32 %rd{long}, %r{short - 1}, {word}",
        ]
        if long:
            wide += [
                f"shr.{kind}64 %rd{long}, %rd{long - 1}, {k}",
                f"and.b64 %rd{long}, %rd{long - 1}, {word}",
            ]
        if draw(st.booleans()):
            lines.append(f"    {draw(st.sampled_from(wide))};")
            long += 1
    head = HEAD + "    .reg .b16 %rs<1>;\n    cvt.u16.u32 %rs0, %r0;\n"
    return head + "\n".join(lines) + "\n    ret;\n}\n"


class WrappingWarp(ComparedWarp):
    """A warp that compares results bit by bit, but where an operand has overflowed that is read
    as a number, not modulo 2^32; what is made of such a result is not compared either.
    """

    def __init__(self, block: interpreter.Block, number: int) -> None:
        super().__init__(block, number)
        self.lost: set[int] = set()

    def execute(self, inst: interpreter.ir.Inst, here: np.ndarray) -> None:
        before = [self.overflows(inst, register) for register in inst.sources]
        FollowedWarp.execute(self, inst, here)
        total = self.followed.folder.result(inst)
        if total is None:
            return
        for register in inst.destinations:
            if any(before):
                self.lost.add(register.index)
                continue
            bits = self.values[register.index]
            told = np.broadcast_to(np.asarray(self.exactly(total), object), 32)
            size = 8 * bits.dtype.itemsize
            self.followed.checked[inst.position.line] += 1
            if any((int(t) - int(b)) % (1 << size) for t, b in zip(told, bits, strict=True)):
                self.followed.wrong[inst.position.line] = f"{total} is {told}, not {bits}"

    def overflows(self, inst: interpreter.ir.Inst, register: interpreter.ir.Register) -> bool:
        if register.index in self.lost:
            return True
        if inst.opcode in MODULAR and inst.fields.get("part", "lo") == "lo":
            return False
        total = self.followed.folder.operand(inst, register)
        if total is None:
            return False
        bits = self.values[register.index]
        kind = inst.fields.get("st") or inst.fields["t"]
        read = bits.astype(f"{'i' if kind[0] == 's' else 'u'}{bits.dtype.itemsize}")
        told = np.broadcast_to(np.asarray(self.exactly(total), object), 32)
        if inst.opcode in ("shr", "bfe") and kind[0] == "u":  # these cut at the register's width
            read = np.where(told < 0, bits.astype(f"i{bits.dtype.itemsize}"), read)
        return any(int(t) != int(r) for t, r in zip(told, read, strict=True))

    def exactly(self, total: Sum) -> Any:
        """Its value in integers without end."""
        return self.expanded(total).evaluate(lambda atom: np.asarray(self.value_of(atom), object))


@settings(max_examples=80)
@given(wrapping_programs(), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_what_is_read_modulo_two_to_the_32_may_overflow(text: str, one: int, two: int) -> None:
    function = lower(parse(text), "k")
    found = Followed(Folder(function, lambda index: False))
    memory = interpreter.Memory(function)
    packed = memory.pack([one, two])
    run = interpreter.Launch(
        function, (6, 1, 1), (32, 4, 1), memory, packed, 0, interpreter.Tally()
    )
    block = interpreter.Block(run, (2, 0, 0))
    warp = type("Warp", (WrappingWarp,), {"followed": found})(block, 3)
    while warp.step():
        pass
    assert len(found.checked) > 3
    assert found.wrong == {}, text


# ---- the algebra ---------------------------------------------------------------------------


def test_disjoint_bits_are_added_and_bits_that_cannot_be_set_need_no_mask() -> None:
    thread = Folder(lower(parse(HEAD + "ret; }"), "k"), lambda index: False)._special("%tid.x")
    four = thread.scaled(4)
    assert bitwise("and", four, constant(0x7C)) == four
    assert bitwise("or", four, constant(3)) == four + constant(3)
    assert bitwise("or", four, thread.scaled(512)) == four + thread.scaled(512)
    assert field_of(four, 2, 0) == thread
    assert field_of(four, 4, 3) == field_of(thread, 2, 3)
    assert field_of(thread, 5, 0) == Sum({})
    assert bitwise("or", four, constant(4)) != four + constant(4)


def value_of(code: str) -> str:
    """What the explanation says that the last instruction of a few makes, over tid and n."""
    text = HEAD + "\n".join(f"{line};" for line in code.split("; ")) + "\nret;\n}\n"
    (*_, (_, words), _) = explain(text, "k")
    return words.rpartition("that is ")[2]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        # What is shifted out on purpose: the low byte with its sign, and without.
        ("shl.b32 %r9, %r0, 24; shr.s32 %r10, %r9, 24", "%r10 = (param_0*16777216) >> 24"),
        ("shl.b32 %r9, %r0, 24; shr.u32 %r10, %r9, 24", "param_0%256"),
        ("add.u32 %r9, %r2, 4294967295; shl.b32 %r10, %r9, 2", "threadIdx.x*4 - 4"),
        ("and.b32 %r9, %r0, 4294967292; mul.wide.s32 %rd9, %r9, 3", "param_0/4*12"),
        # A swizzle: one bit of the thread as two bits of the address, without a division.
        ("and.b32 %r9, %r2, 1; neg.s32 %r10, %r9; and.b32 %r11, %r10, 576", "threadIdx.x%2*576"),
        # How compilers divide by 5: 52429 is 2^18 / 5, rounded up.
        ("mul.lo.u32 %r9, %r2, 52429; shr.u32 %r10, %r9, 18", "threadIdx.x/5"),
        ("mul.lo.u32 %r9, %r2, 26215; shr.u32 %r10, %r9, 18", "threadIdx.x/10"),
    ],
)
def test_what_compilers_make_of_index_arithmetic_is_told_plainly(code: str, said: str) -> None:
    assert value_of(code).startswith(said)


def test_a_swizzled_address_is_an_index_of_elements() -> None:
    text = (
        HEAD
        + """
    .shared .align 16 .b8 tile[1024];
    shl.b32 %r9, %r2, 2;
    xor.b32 %r10, %r9, 64;
    mov.u32 %r11, tile;
    add.s32 %r12, %r11, %r10;
    ld.shared.b32 %r13, [%r12+128];
    ret;
}
"""
    )
    (words,) = [words for _, words in explain(text, "k") if "from shared" in words]
    assert words.startswith("%r13 = tile[(threadIdx.x ^ 16) + 32], from shared memory; ")


def test_a_value_may_be_zero_that_an_index_divides_by() -> None:
    """As the number of an empty matrix's tiles, among values drawn to find an access's sectors."""
    rows, tiles = Atom("parameter", "rows"), Atom("parameter", "tiles")
    values = {rows: 7, tiles: 0}
    assert isinstance(quotient(single(rows), single(tiles)).evaluate(values.__getitem__), int)
    lanes = {rows: np.arange(4), tiles: np.array([0, 1, 0, 2])}
    found = quotient(single(rows), single(tiles)).evaluate(lanes.__getitem__)
    assert found[[1, 3]].tolist() == [1, 1]


@pytest.mark.parametrize("divisor", [-8, -3, -1, 1, 3, 8])
@pytest.mark.parametrize("known", [(-50, 50), (0, 50)])
def test_a_division_rounds_towards_zero_also_by_minus_one(
    divisor: int, known: tuple[int, int]
) -> None:
    """Whether it became a sum, a field of bits or stayed a division; with and without a sign."""
    atom = Atom("parameter", "n", range=known)
    for factor in (1, 8):
        total = single(atom).scaled(factor)
        for value in range(known[0], known[1] + 1):
            size = abs(factor * value) // abs(divisor)
            exact = size if (value < 0) == (divisor < 0) else -size
            values = {atom: value}
            divided = quotient(total, constant(divisor)).evaluate(values.__getitem__)
            left = remainder(total, constant(divisor)).evaluate(values.__getitem__)
            assert (divided, left) == (exact, factor * value - divisor * exact)
