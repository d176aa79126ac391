"""The answer to "barriers": which accesses to shared memory need each barrier.

In: a kernel's PTX and its shared buffers. Out: a `Decision` for each barrier.

    123  @%p3 st.shared.b32 [%r10], %r11      each warp writes its part of a reduction
    125  bar.sync 0
    130  @%p4 ld.shared.b32 %r12, [%r13]      one warp reads all parts

Lines 123 and 130 touch the same buffer, with the barrier between them on some path and no other
barrier: a read after a write. The search stops at the next barrier. Otherwise this barrier would
also be credited with the overwrite of line 232, which the barriers of lines 150 and 189 guard.
(Lines of `inspect softmax/triton --why barriers`.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kernelscope.inside.decisions.ptx_code import PtxCode, registers_in
from kernelscope.inside.decisions.shared import Buffer
from kernelscope.inside.decisions.shared_code import SharedUse
from kernelscope.record.inspection import Decision
from kernelscope.vgpu.analysis.control_flow import reverse
from kernelscope.vgpu.analysis.dataflow import reach
from kernelscope.vgpu.ptx import syntax

_KINDS = {
    "read after write": "threads then read what others wrote",
    "write after read": "threads then overwrite what others must read first",
    "write after write": "threads then write where others wrote",
}
_ENDS = frozenset(("ret", "exit", "trap"))
_WAITS = {
    "wait_group": "waits until copies that this thread started (cp.async) have arrived",
    "wait_all": "waits until every copy that this thread started (cp.async) has arrived",
    "mma_wait": "waits until tensor-core instructions that this warp group started have finished",
    "try_wait": "waits until the expected bytes or threads have arrived at an mbarrier",
    "proxy": "makes ordinary writes to shared memory visible to the tensor core and to copies",
}


@dataclass(frozen=True, slots=True)
class Dependence:
    """Two accesses to one buffer, by one thread before a barrier and by another after it.

    Attributes:
        kind: a key of `_KINDS`.
        buffer: the buffer's name.
        before, after: the two accesses.
    """

    kind: str
    buffer: str
    before: SharedUse
    after: SharedUse


def barriers_answer(code: PtxCode, buffers: Iterable[Buffer]) -> list[Decision]:
    """Return each barrier with the dependences that need it, then the waits for copies."""
    uses: dict[int, list[tuple[Buffer, SharedUse]]] = {}
    for buffer in buffers:
        for use in buffer.uses:
            uses.setdefault(use.instruction.position.line, []).append((buffer, use))
    answers: list[Decision] = []
    for part in code.parts:
        flow = _Flow(part)
        for instruction in filter(is_barrier, part.instructions):
            answers.append(
                _barrier_answer(code, instruction, _dependences(flow, instruction, uses))
            )
    answers += _waits(code)
    if not answers:
        text = "the kernel has no barrier: no thread waits for another"
        answers.append(Decision("barriers", text))
    return answers


def is_barrier(statement: syntax.Instruction | syntax.Label) -> bool:
    """Return whether all threads of the block, or of a named part of it, wait here."""
    if isinstance(statement, syntax.Label) or statement.opcode not in ("bar", "barrier"):
        return False
    words = statement.modifiers
    return "sync" in words and "warp" not in words and "cluster" not in words


def _dependences(
    flow: _Flow,
    barrier: syntax.Instruction,
    uses: Mapping[int, list[tuple[Buffer, SharedUse]]],
) -> list[Dependence]:
    before = [each for line in flow.reached(barrier, -1) for each in uses.get(line, [])]
    after = [each for line in flow.reached(barrier, +1) for each in uses.get(line, [])]
    dependences: dict[tuple[str, str], Dependence] = {}
    for relation, early, late in (
        ("read after write", [b for b in before if b[1].writes], [a for a in after if a[1].reads]),
        ("write after read", [b for b in before if b[1].reads], [a for a in after if a[1].writes]),
        (
            "write after write",
            [b for b in before if b[1].writes],
            [a for a in after if a[1].writes],
        ),
    ):
        for before_buffer, first in early:
            for after_buffer, second in late:
                # Two buffers may share the same bytes at different times. Then the later one's
                # write must wait for the earlier one's reads, but no thread reads the earlier
                # buffer's values through the later one: that would be the same buffer.
                if before_buffer is after_buffer or (
                    relation != "read after write" and _overlap(before_buffer, after_buffer)
                ):
                    name = (
                        before_buffer.name
                        if before_buffer is after_buffer
                        else f"{after_buffer.name} in the place of {before_buffer.name}"
                    )
                    dependences.setdefault(
                        (relation, name), Dependence(relation, name, first, second)
                    )
    return list(dependences.values())


def _overlap(a: Buffer, b: Buffer) -> bool:
    return a.offset < b.offset + b.bytes and b.offset < a.offset + a.bytes


def _barrier_answer(
    code: PtxCode, barrier: syntax.Instruction, dependences: list[Dependence]
) -> Decision:
    shown = code.shown(barrier)
    source = code.source(barrier)
    if not dependences:
        text = f"{shown} waits for all threads; no access to shared memory needs that"
        return Decision("barriers", text + ": it may order global memory or atomics", shown, source)
    # A read after a write is the usual reason for a barrier; overwriting too early comes second.
    most = next(relation for relation in _KINDS if any(d.kind == relation for d in dependences))
    first = [d for d in dependences if d.kind == most]
    names = ", ".join(dict.fromkeys(d.buffer for d in first))
    main_reason = f"{first[0].kind} of {names} ({_KINDS[first[0].kind]})"
    others = [d for d in dependences if d not in first]
    also = "".join(f"; also {d.kind} of {d.buffer}" for d in others[:3])
    evidence = "\n".join(
        f"{code.shown(d.before.instruction)}\n{code.shown(d.after.instruction)}" for d in first[:3]
    )
    return Decision(
        "barriers", f"{shown} waits for all threads: {main_reason}{also}", evidence, source
    )


def _waits(code: PtxCode) -> list[Decision]:
    """Return the waits for copies and tensor cores, one for each kind and line of the source."""
    waits: dict[tuple[str, str], list[syntax.Instruction]] = {}
    for instruction in code.everywhere:
        wait = _wait_kind(instruction)
        if wait:
            waits.setdefault((wait, code.source(instruction)), []).append(instruction)
    return [
        Decision(
            "barriers",
            f"{code.shown(each[0])} {_WAITS[wait]}" + _pending(each[0]),
            "\n".join(code.shown(same) for same in each[1:4]),
            source,
        )
        for (wait, source), each in waits.items()
    ]


def _wait_kind(instruction: syntax.Instruction) -> str:
    words = {word.split("::")[0] for word in instruction.modifiers}
    match instruction.opcode:
        case "cp" if words & {"wait_group", "wait_all"} and "bulk" not in words:
            return "wait_all" if "wait_all" in words else "wait_group"
        case "wgmma" if "wait_group" in words:
            return "mma_wait"
        case "mbarrier" if words & {"try_wait", "test_wait"}:
            return "try_wait"
        case "fence" if "proxy" in words:
            return "proxy"
        case _:
            return ""


def _pending(instruction: syntax.Instruction) -> str:
    count = next((o.value for o in instruction.operands if isinstance(o, syntax.Literal)), None)
    if "wait_group" not in instruction.modifiers or not count:
        return ""
    return f", all but the last {f'{count} groups' if count != 1 else 'group'}"


class _Flow:
    """The control flow of one function: what can run after or before a barrier."""

    def __init__(self, code: PtxCode) -> None:
        self._code = [
            s for s in code.statements if isinstance(s, syntax.Instruction | syntax.Label)
        ]
        labels = {s.name: at for at, s in enumerate(self._code) if isinstance(s, syntax.Label)}
        self._next = [self._successors(at, s, labels) for at, s in enumerate(self._code)]
        self._before = reverse(self._next)
        self._at = {id(statement): at for at, statement in enumerate(self._code)}

    def _successors(
        self, at: int, statement: syntax.Instruction | syntax.Label, labels: dict[str, int]
    ) -> list[int]:
        following = [at + 1] if at + 1 < len(self._code) else []
        if isinstance(statement, syntax.Label):
            return following
        if statement.opcode in _ENDS:
            return following if statement.guard is not None else []
        if statement.opcode in ("bra", "brx"):
            names = [n for o in statement.operands for n in registers_in(o)]
            jumps = [labels[name] for name in names if name in labels]
            return jumps + (following if statement.guard is not None else [])
        return following

    def reached(self, start: syntax.Instruction, direction: int) -> list[int]:
        """Return the lines that run after (+1) or before (-1) a barrier, up to the next barrier."""
        edges = self._next if direction > 0 else self._before

        def onward(at: int) -> list[int]:
            return [] if is_barrier(self._code[at]) else edges[at]

        reached = reach(edges[self._at[id(start)]], onward)
        statements = [s for at in reached if isinstance(s := self._code[at], syntax.Instruction)]
        return sorted(s.position.line for s in statements if not is_barrier(s))
