"""The solver of data-flow problems, on graphs and on registers, and the values that reads see."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kernelscope.vgpu import instructions, ir
from kernelscope.vgpu.analysis.dataflow import flow, flow_registers, reach
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.values.definitions import Values

assert instructions.TABLE
GRAPHS = st.lists(st.lists(st.integers(0, 6), max_size=3), min_size=7, max_size=7)
LOOP = """.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 x)
{
    .reg .b64 %rd<4>; .reg .b32 %r<4>; .reg .pred %p<2>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, 0;
    mov.u32 %r2, 7;
LOOP:
    add.u32 %r3, %r1, %r2;
    ld.global.u32 %r1, [%rd1];
    setp.lt.u32 %p1, %r3, 9;
    @%p1 bra LOOP;
    ret;
}
"""


def paths(graph: list[list[int]], start: int) -> set[int]:
    """What is reached from a node, by the rule itself."""
    found = {start}
    for _ in graph:
        found |= {target for node in found for target in graph[node]}
    return found


@given(GRAPHS)
def test_facts_of_blocks_are_those_of_all_paths(graph: list[list[int]]) -> None:
    """With the name of each block as what it adds, the fact before a block names all before it."""
    before = flow(graph, [frozenset[int]()] * 7, lambda block, fact: fact | {block})
    for block, fact in enumerate(before):
        assert fact == {
            other for other in range(7) if any(block in paths(graph, t) for t in graph[other])
        }
    for start in range(7):
        assert set(reach((start,), graph.__getitem__)) == paths(graph, start)


def test_facts_of_registers_hold_for_all_definitions_also_round_a_loop() -> None:
    function = lower(parse(LOOP), "k")

    def loaded(inst: ir.Inst) -> list[tuple[int, bool]]:
        is_load = inst.opcode == "ld" and inst.fields["space"] == "global"
        from_memory = is_load or any(facts[r.index] for r in inst.sources)
        return [(r.index, from_memory) for r in inst.destinations]

    facts = [False] * len(function.registers)
    flow_registers(function, facts, loaded)
    assert {r.name for r in function.registers if facts[r.index]} == {"%r1", "%r3", "%p1"}


def test_facts_flow_against_the_instructions_too() -> None:
    function = lower(parse(LOOP), "k")

    def decides(inst: ir.Inst) -> list[tuple[int, bool]]:
        wanted = any(facts[r.index] for r in inst.destinations)
        return [(r.index, wanted) for r in inst.sources]

    facts = [r.name == "%p1" for r in function.registers]
    flow_registers(function, facts, decides, backward=True)
    decisive = {r.name for r in function.registers if facts[r.index]}
    assert decisive == {"%p1", "%r3", "%r1", "%r2", "%rd1"}


def test_values_that_meet_are_different_ones() -> None:
    """A loop passes on what came before an inner loop or an `if` that does not change it."""
    files = sorted((Path(__file__).parents[1] / "truth").rglob("*.ptx"))
    nested = """
    mov.u32 %r1, 0; mov.u32 %r2, 0;
    OUTER: @%p1 bra SKIP;
    INNER: add.u32 %r2, %r2, 1; @%p2 bra INNER;
    SKIP: @%p3 bra NEXT;
    NEXT: add.u32 %r3, %r3, %r1; @%p4 bra OUTER;
    @%p1 bra END; mov.u32 %r1, 5;
    END: st.global.u32 [%rd1], %r1; ret; }"""
    head = ".version 8.0 .target sm_90a .address_size 64 .visible .entry k() {"
    head += ".reg .b64 %rd<4>; .reg .b32 %r<4>; .reg .pred %p<5>;"
    for text in [head + nested, *(file.read_text() for file in files)]:
        module = parse(text)
        for name in [function.name for function in module.functions if function.is_entry]:
            for phis in Values(lower(module, name)).phis:
                for phi in phis.values():
                    assert len(set(phi.sources.values()) - {phi}) > 1
