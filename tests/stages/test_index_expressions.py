"""An index expression is the address that the kernel touches."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelscope.devices.capture import CapturedLaunch
from kernelscope.jobs.kernels import kernels_of
from kernelscope.stages.assignments import Source
from kernelscope.stages.explain.fold import Folder
from kernelscope.stages.explain.index import Sum, constant
from kernelscope.stages.explain.operations import bitwise, field_of
from kernelscope.stages.names import name_registers
from kernelscope.vgpu import interpreter
from kernelscope.vgpu.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from stages.followed import Followed, FollowedWarp, follow

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
    (found, *_) = kernels_of(subject, device="virtual:h200", case=KERNELS[subject], copies=True)
    launch = found.launch
    assert launch is not None
    function = lower(launch.kernel.module.tree, launch.kernel.name)
    form = found.form
    source = Source(form.texts["source"], form.source_file, form.source_line)
    names = name_registers(function, form.parameters, source)
    return launch, Folder(function, names.__contains__)


@pytest.mark.triton
@pytest.mark.parametrize("subject", KERNELS)
@settings(max_examples=2)
@given(data=st.data())
def test_expressions_are_the_addresses_that_real_kernels_touch(
    subject: str, data: st.DataObject
) -> None:
    """Every access of a random block, its lanes one by one, with short names and written out."""
    launch, folder = launched(subject)
    x, y, z = launch.grid
    block = data.draw(
        st.tuples(st.integers(0, x - 1), st.integers(0, y - 1), st.integers(0, z - 1))
    )
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
def programs(draw: st.DrawFn) -> str:
    """Straight-line integer code over parameters and indices, without overflow."""
    most = dict(FIRST)
    lines: list[str] = []
    while len(lines) < draw(st.integers(4, 14)):
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
        if size < LIMIT:
            most[d] = size
            lines.append(f"    {text};")
    last = len(most) - 1
    return HEAD + "\n".join(lines) + f"\n    mul.wide.s32 %rd0, %r{last}, 12;\n    ret;\n}}\n"


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
    text: str, one: int, two: int, index: int
) -> None:
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
