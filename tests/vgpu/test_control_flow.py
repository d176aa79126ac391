"""Random programs: compiled code takes every lane where the interpreter takes it."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from kernelscope import vgpu
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.analysis.warp import Analysis, analyse
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.interpreter.memory import Memory
from kernelscope.vgpu.interpreter.tally import Tally
from kernelscope.vgpu.interpreter.warp import Launch, Observer
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.schedule import schedule

REGISTERS = 5
THREADS = 48  # a whole warp and half a one
GRID = 2

# ---- programs -----------------------------------------------------------------------------

indices = st.integers(0, REGISTERS - 1)
conditions = st.tuples(
    st.sampled_from(["lt.s32", "eq.u32", "ge.u32", "ne.s32"]),
    indices,
    indices | st.integers(10, 40),
)
assignments = st.tuples(
    st.just("set"),
    st.sampled_from(["add.s32", "sub.s32", "xor.b32", "and.b32", "min.s32", "mul.lo.s32"]),
    indices,
    indices,
    indices | st.integers(10, 40),
)
# What gives the same under each schedule.
settled = st.one_of(
    assignments,
    assignments,
    st.tuples(st.just("guarded"), conditions, assignments),
    st.tuples(st.just("load"), indices, indices),
)
leaves = st.one_of(
    settled,
    settled,
    st.tuples(st.just("activemask"), indices),
    st.tuples(st.just("ballot"), indices, conditions),
)
bodies = st.recursive(
    st.lists(leaves, min_size=1, max_size=3),
    lambda inner: st.lists(
        st.one_of(
            leaves,
            st.tuples(st.just("if"), conditions, inner, inner | st.just([])),
            st.tuples(st.just("loop"), indices, inner, st.none() | conditions),
        ),
        min_size=1,
        max_size=4,
    ),
    max_leaves=6,
)
programs = st.lists(
    st.one_of(
        st.tuples(st.just("run"), bodies),
        st.tuples(st.just("exchange"), indices, indices, st.integers(1, THREADS - 1)),
    ),
    min_size=1,
    max_size=4,
)


def graphs(inner: Any) -> Any:
    """Blocks that may go to any block: loops with two entries, jumps out of two loops at once."""
    block = st.tuples(st.lists(inner, max_size=2), conditions, st.integers(0, 9), st.integers(0, 9))
    return st.tuples(st.just("graph"), st.lists(block, min_size=3, max_size=8))


class Writer:
    """Turns a random program into PTX."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.declared: list[str] = []

    def new(self, kind: str, prefix: str) -> str:
        """A register or, of kind `label`, a label."""
        name = f"{prefix}{len(self.declared)}"
        self.declared.append(f".reg .{kind} {name};" if kind != "label" else "")
        return name

    def source(self, value: int) -> str:
        return f"%r{value}" if value < REGISTERS else str(value - 20)

    def condition(self, condition: Any) -> str:
        how, left, right = condition
        predicate = self.new("pred", "%p")
        self.lines.append(f"setp.{how} {predicate}, %r{left}, {self.source(right)};")
        return predicate

    def body(self, statements: Any) -> None:
        for statement in statements:
            getattr(self, f"do_{statement[0]}")(*statement[1:])

    def do_set(self, operation: str, target: int, left: int, right: int, guard: str = "") -> None:
        self.lines.append(f"{guard}{operation} %r{target}, %r{left}, {self.source(right)};")

    def do_guarded(self, condition: Any, assignment: Any) -> None:
        self.do_set(*assignment[1:], guard=f"@!{self.condition(condition)} ")

    def do_load(self, target: int, index: int) -> None:
        """From a table, at an index that may be the same in all lanes."""
        self.lines += [
            f"and.b32 %other, %r{index}, 7;",
            "mul.wide.u32 %offset, %other, 4;",
            "add.s64 %offset, %offset, %table;",
            f"ld.global.b32 %r{target}, [%offset];",
        ]

    def do_activemask(self, target: int) -> None:
        mask = self.new("b32", "%m")
        self.lines += [f"activemask.b32 {mask};", f"xor.b32 %r{target}, %r{target}, {mask};"]

    def do_ballot(self, target: int, condition: Any) -> None:
        predicate, mask = self.condition(condition), self.new("b32", "%m")
        self.lines += [
            f"activemask.b32 {mask};",
            f"vote.sync.ballot.b32 {mask}, {predicate}, {mask};",
            f"add.s32 %r{target}, %r{target}, {mask};",
        ]

    def do_if(self, condition: Any, yes: Any, no: Any) -> None:
        other, end = self.new("label", "$else"), self.new("label", "$end")
        self.lines.append(f"@!{self.condition(condition)} bra {other};")
        self.body(yes)
        self.lines += [f"bra.uni {end};", f"{other}:"]
        self.body(no)
        self.lines.append(f"{end}:")

    def do_loop(self, times: int, inner: Any, leave: Any) -> None:
        """Up to seven rounds, a number that may differ in each lane; perhaps left from inside."""
        count, predicate = self.new("b32", "%c"), self.new("pred", "%p")
        head, end = self.new("label", "$head"), self.new("label", "$end")
        self.lines += [f"and.b32 {count}, %r{times}, 7;", f"{head}:"]
        self.lines += [f"setp.eq.u32 {predicate}, {count}, 0;", f"@{predicate} bra {end};"]
        self.lines.append(f"sub.u32 {count}, {count}, 1;")
        self.body(inner)
        if leave is not None:
            self.lines.append(f"@{self.condition(leave)} bra {end};")
        self.lines += [f"bra.uni {head};", f"{end}:"]

    def do_graph(self, blocks: Any) -> None:
        """One side of a block's branch may lead back, three times; the other one leads on."""
        labels = [self.new("label", "$block") for _ in range(len(blocks) + 1)]
        counts = [self.new("b32", "%n") for _ in blocks]
        self.lines += [f"mov.u32 {count}, 0;" for count in counts]
        for number, (inner, condition, anywhere, onward) in enumerate(blocks):
            self.lines.append(f"{labels[number]}:")
            self.body(inner)
            taken = anywhere % len(labels)
            other = number + 1 + onward % (len(blocks) - number)
            predicate = self.condition(condition)
            if taken <= number:
                self.lines += [
                    f"add.u32 {counts[number]}, {counts[number]}, 1;",
                    f"setp.lt.and.u32 {predicate}, {counts[number]}, 4, {predicate};",
                ]
            self.lines += [f"@{predicate} bra {labels[taken]};", f"bra {labels[other]};"]
        self.lines.append(f"{labels[-1]}:")

    def do_run(self, statements: Any) -> None:
        self.body(statements)

    def do_exchange(self, target: int, value: int, step: int) -> None:
        """Through shared memory, between barriers: another thread's value."""
        self.lines += [
            "bar.sync 0;",
            f"st.shared.b32 [%own], %r{value};",
            "bar.sync 0;",
            f"add.s32 %other, %tid, {step};",
            f"rem.u32 %other, %other, {THREADS};",
            "shl.b32 %other, %other, 2;",
            "add.s32 %other, %other, %base;",
            f"ld.shared.b32 %r{target}, [%other];",
        ]

    def text(self, program: Any) -> str:
        """The kernel: registers from the input, the program, registers to the output."""
        for part in program:
            getattr(self, f"do_{part[0]}")(*part[1:])
        return _TEXT.format(
            declared="\n".join(filter(None, self.declared)),
            loads="\n".join(f"ld.global.b32 %r{n}, [%in+{n * 256}];" for n in range(REGISTERS)),
            body="\n".join(self.lines),
            stores="\n".join(f"st.global.b32 [%out+{n * 512}], %r{n};" for n in range(REGISTERS)),
        )


_TEXT = """.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 input, .param .u64 output) {{
.shared .align 4 .b8 buffer[192];
.reg .b32 %r<5>, %tid, %own, %other, %base, %block;
.reg .b64 %in, %out, %offset, %table;
{declared}
ld.param.b64 %in, [input];
ld.param.b64 %out, [output];
mov.b64 %table, %in;
mov.u32 %tid, %tid.x;
mov.u32 %block, %ctaid.x;
mul.wide.u32 %offset, %tid, 4;
add.s64 %in, %in, %offset;
add.s64 %out, %out, %offset;
mul.wide.u32 %offset, %block, 256;
add.s64 %out, %out, %offset;
mov.u32 %base, buffer;
shl.b32 %own, %tid, 2;
add.s32 %own, %own, %base;
{loads}
{body}
{stores}
ret;
}}
"""


# ---- the tests ----------------------------------------------------------------------------


def specified(text: str, *, as_counted: bool) -> Any:
    """The kernel's IR; what is counted is the code that is left when dead code is gone."""
    function = lower(parse(text), "k")
    if as_counted:
        remove_dead_code(function)
    return functools.partial(interpreter.launch, function)


def outcome(launch: Any, seed: int) -> tuple[np.ndarray, Any]:
    """What a launch left in memory, and what it returned."""
    rng = np.random.default_rng(seed)
    memory = rng.integers(-9, 9, (REGISTERS, 64), np.int32)
    memory[0] = rng.integers(0, 9)  # the same in every lane
    memory[1] = np.arange(64)
    output = np.zeros((REGISTERS, GRID, 64), np.int32)
    return output, launch((GRID, 1, 1), (THREADS, 1, 1), [memory, output])


@settings(max_examples=12, phases=[Phase.generate])
@given(programs, st.integers(0, 2**32))
def test_lanes_go_where_the_interpreter_takes_them(program: Any, seed: int) -> None:
    """Branches, loops with differing rounds, exits from them, guards, votes, barriers."""
    check_against_the_interpreter(program, seed)


def check_against_the_interpreter(program: Any, seed: int) -> None:
    """Results and counters are those of the interpreter."""
    text = Writer().text(program)
    ours, counts = outcome(vgpu.load_ptx(text).kernel("k").launch, seed)
    expected, _ = outcome(specified(text, as_counted=False), seed)
    np.testing.assert_array_equal(ours, expected, text)
    again, counters = outcome(specified(text, as_counted=True), seed)
    np.testing.assert_array_equal(again, expected)
    moved = {name: float(count) for name, count in counts.counters.items() if count}
    assert moved == counters, text


@pytest.mark.parametrize("order", ["turns", "interleaved", "random:3"])
@settings(max_examples=5, phases=[Phase.generate])
@given(graphs(settled), st.integers(0, 2**32))
def test_a_graph_gives_the_same_under_every_schedule(order: str, graph: Any, seed: int) -> None:
    """Loops with two entries, `continue` of an outer loop, code behind an `if` that is a loop.

    Not the counters: where lanes meet below the blocks that they come from, the interpreter lets
    the first ones go on, and compiled code waits for all.
    """
    text = Writer().text([graph])
    kernel = vgpu.load_ptx(text).kernel("k")
    ours, _ = outcome(functools.partial(kernel.launch, schedule=schedule(order)), seed)
    expected, _ = outcome(specified(text, as_counted=False), seed)
    np.testing.assert_array_equal(ours, expected, text)


class Claims(Observer):
    """Checks what the analysis says of each register that an instruction reads."""

    def __init__(self, function: ir.Function, analysis: Analysis) -> None:
        self.function = function
        self.analysis = analysis

    def before(self, warp: Any, place: tuple[int, int], here: Any) -> None:
        """Check the registers that come next."""
        block = self.function.blocks[place[0]]
        if place[1] < len(block.instructions):
            inst = block.instructions[place[1]]
            reads = inst.sources
            here = here if inst.guard is None else here & warp.predicate(*inst.guard)
        else:
            branch = block.terminator
            reads = [branch.predicate] if isinstance(branch, ir.Branch) else []
        lanes = np.flatnonzero(here)
        for register in reads:
            shape = self.analysis.shapes[register.index]
            if shape is None or len(lanes) < 2:
                continue
            bits = [int(warp.values[register.index][lane]) for lane in lanes]
            wanted = [
                (bits[0] + shape.stride * int(lane - lanes[0])) % (1 << register.type.bits)
                for lane in lanes
            ]
            assert bits == wanted, (place, register)


@settings(max_examples=10, phases=[Phase.generate])
@given(graphs(settled), st.integers(0, 2**32))
def test_what_the_analysis_says_of_registers_holds_in_all_lanes(graph: Any, seed: int) -> None:
    """A register that it calls uniform has one value wherever lanes read it together."""
    function = vgpu.load_ptx(Writer().text([graph])).kernel("k").lowered()
    analysis = analyse(function, BlockShape(THREADS, 1, 1))
    # Elsewhere the interpreter does not wait for all lanes, as compiled code does.
    leaving = ((n, analysis.exits[c]) for n, c in enumerate(analysis.component) if c >= 0)
    assume(all(exit_block > block for block, exit_block in leaving))
    claims = Claims(function, analysis)

    def launch(grid: Any, block: Any, arguments: Any) -> None:
        memory = Memory(function)
        run = Launch(function, grid, block, memory, memory.pack(arguments), 0, Tally(), claims)
        for place in interpreter.indices(grid):
            assert interpreter.run_together(run.begin([place]))

    outcome(launch, seed)
