"""Shapes across lanes hold for every lane; control flow and liveness on graphs known by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelscope import vgpu
from kernelscope.vgpu import instructions
from kernelscope.vgpu.analysis import control_flow, shapes
from kernelscope.vgpu.analysis.liveness import live_in, remove_dead_code
from kernelscope.vgpu.analysis.shapes import UNIFORM, Shape, constant
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.analysis.warp import analyse
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

LANES = range(shapes.LANES)
BITS = 32
MASK = (1 << BITS) - 1
Value = tuple[Shape | None, list[int]]


assert instructions.TABLE  # importing them fills the table


def function_of(body: str) -> object:
    """A kernel with one pointer parameter and this body, lowered."""
    return lower(
        parse(
            ".version 8.7\n.target sm_90a\n.address_size 64\n"
            f".entry k(.param .u64 p) {{\n{body}\n}}\n"
        ),
        "k",
    )


# ---- shapes ----------------------------------------------------------------------------------

OPERATIONS = {
    "add": (shapes.add, lambda a, b: a + b),
    "sub": (shapes.sub, lambda a, b: a - b),
    "mul": (shapes.mul, lambda a, b: a * b),
    "shl": (shapes.shl, lambda a, b: a << b if b < BITS else 0),
    "shr": (shapes.shr, lambda a, b: a >> b if b < BITS else 0),
    "and": (shapes.and_, lambda a, b: a & b),
    "or": (shapes.or_, lambda a, b: a | b),
    "xor": (shapes.xor, lambda a, b: a ^ b),
}


def check(value: Value) -> None:
    """A claimed shape is true of the 32 values: stride, residue, bits that can be set."""
    shape, lanes = value
    if shape is None:
        return
    base = lanes[0]
    assert [(base + shape.stride * lane) & MASK for lane in LANES] == lanes
    assert (base - shape.offset) % min(shape.modulus, 1 << BITS) == 0
    assert all(lane & ~shape.bits & MASK == 0 for lane in lanes)
    if shape.is_constant:
        assert base == shape.offset & MASK
    zeros = min(shape.trailing_zeros, BITS)
    assert all(lane % (1 << zeros) == 0 for lane in lanes)


def sources(rng: random.Random) -> list[Value]:
    """Where chains begin: lane numbers, uniform values of which nothing is known, constants."""
    uniform = [rng.getrandbits(BITS), rng.getrandbits(6)]
    start = 32 * rng.randrange(32)
    return [
        (Shape(1, 32, 0, 1023), [start + lane for lane in LANES]),
        *((UNIFORM, [value] * 32) for value in uniform),
        *(
            (constant(value, BITS), [value] * 32)
            for value in (0, 1, 4, 31, rng.randrange(64), 1 << rng.randrange(32), MASK, 0xFF)
        ),
    ]


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_claimed_shape_holds_for_all_lanes_after_any_chain_of_operations(seed: int) -> None:
    """Random chains, each step on earlier results; the shape is compared with the 32 values."""
    rng = random.Random(seed)
    values = sources(rng)
    for _ in range(40):
        transfer, compute = OPERATIONS[rng.choice(list(OPERATIONS))]
        (a, x), (b, y) = rng.choice(values), rng.choice(values)
        if a is None or b is None:
            continue
        lanes = [compute(p, q) & MASK for p, q in zip(x, y, strict=True)]
        value = (transfer(BITS, a, b), lanes)
        check(value)
        values.append(value)


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_joined_shape_holds_for_either_value(seed: int) -> None:
    """A register written in two places has the shape of neither in particular, but of both."""
    rng = random.Random(seed)
    values = sources(rng)
    for _ in range(20):
        first, second = rng.choice(values), rng.choice(values)
        joined = shapes.join(first[0], second[0])
        if joined is not None and not joined.is_constant:
            check((joined, first[1]))
            check((joined, second[1]))


def test_the_address_of_a_row_major_element_has_the_stride_of_its_size() -> None:
    """base + 4·(block·256 + thread) advances by 4 from lane to lane and is 128-byte aligned."""
    function = function_of(
        """.reg .b32 %i, %b, %n, %t; .reg .b64 %p, %o, %a; .reg .f32 %f;
        ld.param.u64 %p, [p]; mov.u32 %b, %ctaid.x; mov.u32 %n, %ntid.x; mov.u32 %t, %tid.x;
        mad.lo.s32 %i, %b, %n, %t; mul.wide.s32 %o, %i, 4; add.s64 %a, %p, %o;
        st.global.f32 [%a], 0f3F800000; ret;"""
    )
    analysis = analyse(function, BlockShape(256, 1, 1))
    shape = {r.name: analysis.shapes[r.index] for r in function.registers}
    assert shape["%i"] is not None
    assert (shape["%i"].stride, shape["%a"].stride, shape["%p"].stride) == (1, 4, 0)
    assert shape["%o"].modulus % 128 == 0
    assert shape["%o"].offset == 0


# ---- control flow ----------------------------------------------------------------------------

DIAMOND = [[1, 2], [3], [3], []]
LOOP = [[1], [2, 3], [1], []]
NESTED = [[1], [2, 5], [3, 4], [2], [1], []]
ENDLESS = [[1, 2], [1], []]


@pytest.mark.parametrize(
    ("graph", "expected"),
    [(DIAMOND, [3, 3, 3, 4]), (LOOP, [1, 3, 1, 4]), (NESTED, [1, 5, 4, 2, 1, 6])],
)
def test_paths_meet_at_the_immediate_post_dominator(
    graph: list[list[int]], expected: list[int]
) -> None:
    """The virtual end is one past the last node."""
    assert control_flow.immediate_post_dominators(graph) == expected


def test_an_endless_loop_meets_the_others_at_the_end_only() -> None:
    """A node that never ends is given an edge to the end."""
    assert control_flow.immediate_post_dominators(ENDLESS) == [3, 3, 3]


def test_dominators_and_loops_of_nested_loops() -> None:
    """Each loop's body holds the inner ones."""
    assert control_flow.immediate_dominators(NESTED, 0) == {0: 0, 1: 0, 2: 1, 3: 2, 4: 2, 5: 1}
    alive = control_flow.reachable(NESTED)
    loops = control_flow.natural_loops(NESTED, alive)
    assert loops == {1: {1, 2, 3, 4}, 2: {2, 3}}
    assert control_flow.loop_depths(NESTED, alive) == [0, 1, 2, 2, 1, 0]


BRANCHES = """.reg .b32 %t, %v, %w; .reg .b64 %p; .reg .pred %q;
ld.param.u64 %p, [p];
mov.u32 %t, {source};
setp.lt.u32 %q, %t, 5;
@%q bra THEN;
mov.u32 %v, 1;
bra END;
THEN: mov.u32 %v, 2;
END: st.global.u32 [%p], %v;
ret;"""


def test_a_branch_on_the_lane_parts_both_sides_until_they_meet() -> None:
    """Both arms form one component; its exit is the block where the arms join."""
    function = function_of(BRANCHES.format(source="%tid.x"))
    analysis = analyse(function, BlockShape(32, 1, 1))
    arms = [i for i, c in enumerate(analysis.component) if c >= 0]
    assert len(arms) == 2
    assert len(analysis.divergent_branches) == 1
    join = next(b.index for b in function.blocks if any(i.opcode == "st" for i in b.instructions))
    assert analysis.exits == [join]
    assert join not in arms


def test_a_branch_on_the_block_parts_nothing() -> None:
    """All lanes of a warp agree on %ctaid."""
    function = function_of(BRANCHES.format(source="%ctaid.x"))
    analysis = analyse(function, BlockShape(32, 1, 1))
    assert analysis.divergent_branches == {}
    assert set(analysis.component) == {-1}


# ---- liveness --------------------------------------------------------------------------------


def test_a_register_lives_from_its_write_to_its_last_read() -> None:
    """The loop's counter and bound live around the loop; what is written before use does not."""
    function = function_of(
        """.reg .b32 %i, %n, %x; .reg .b64 %p; .reg .pred %q;
        ld.param.u64 %p, [p]; ld.global.u32 %n, [%p]; mov.u32 %i, 0;
        LOOP: add.u32 %x, %i, 7; add.u32 %i, %x, 1;
        setp.lt.u32 %q, %i, %n; @%q bra LOOP;
        st.global.u32 [%p], %i; ret;"""
    )
    live = live_in(function)
    names = [
        {r.name for r in function.registers if live[b.index] >> r.index & 1}
        for b in function.blocks
    ]
    assert names == [set(), {"%i", "%n", "%p"}, {"%i", "%p"}]


def test_a_guarded_write_keeps_the_old_value_alive() -> None:
    """Where the guard is false the earlier value is what is read later."""
    function = function_of(
        """.reg .b32 %v; .reg .b64 %p; .reg .pred %q;
        ld.param.u64 %p, [p]; ld.global.u32 %v, [%p]; setp.eq.u32 %q, %v, 3;
        bra NEXT; NEXT: @%q mov.u32 %v, 9; st.global.u32 [%p], %v; ret;"""
    )
    live = live_in(function)
    names = {r.name for r in function.registers if live[-1] >> r.index & 1}
    assert names == {"%v", "%p", "%q"}


@pytest.mark.parametrize(
    ("spelling", "access"),
    [
        ("atom.global.add.u32 %r1", "red"),
        ("atom.relaxed.gpu.global.add.u32 %r1", "red"),
        ("atom.release.gpu.global.add.u32 %r1", "red"),
        ("atom.acquire.gpu.global.add.u32 %r1", "atom"),
        ("atom.acq_rel.gpu.global.add.u32 _", "atom"),
        ("atom.global.exch.b32 %r1", "atom"),
    ],
)
def test_an_atomic_that_nothing_reads_counts_as_the_assembler_translates_it(
    spelling: str, access: str
) -> None:
    """ptxas makes ATOMG of those that acquire and of exchanges, REDG of all others."""
    text = f""".version 8.4
.target sm_90a
.address_size 64
.entry k(.param .u64 at) {{
.reg .b32 %r<3>; .reg .b64 %rd<2>;
ld.param.u64 %rd1, [at]; mov.u32 %r2, 1;
{spelling}, [%rd1], %r2;
ret; }}"""
    counts = vgpu.load_ptx(text).kernel("k")[1, 32](np.zeros(1, np.uint32))
    requests = {
        kind: counts.counters[f"l1tex__t_requests_pipe_lsu_mem_global_op_{kind}.sum"]
        for kind in ("atom", "red")
    }
    assert requests == {"atom": int(access == "atom"), "red": int(access == "red")}


def test_what_nobody_reads_is_removed_and_an_atomic_becomes_a_reduction() -> None:
    """As the assembler does: loads and values go, stores and atomics stay."""
    function = function_of(
        """.reg .b32 %a, %b, %c; .reg .b64 %p;
        ld.param.u64 %p, [p]; ld.global.u32 %a, [%p]; add.u32 %b, %a, 1;
        atom.global.add.u32 %c, [%p], 1; st.volatile.global.u32 [%p], 2; ret;"""
    )
    remove_dead_code(function)
    kept = [i.opcode for i in function.instructions()]
    assert kept == ["ld", "atom", "st"]
    atomic = list(function.instructions())[1]
    assert atomic.operands[0] is None
