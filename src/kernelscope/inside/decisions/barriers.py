"""Barriers: which write and read of shared memory asked for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kernelscope.inside.decisions.ptx_code import PtxCode, registers_in
from kernelscope.inside.decisions.shared import Buffer
from kernelscope.inside.decisions.shared_code import SharedUse
from kernelscope.record.inspection import Decision
from kernelscope.vgpu.ptx import syntax

_KINDS = {
    "read after write": "threads then read what others wrote",
    "write after read": "threads then overwrite what others were to read first",
    "write after write": "threads then write where others wrote",
}
_ENDS = frozenset(("ret", "exit", "trap"))
_WAITS = {
    "wait_group": "waits until copies that this thread began (cp.async) have arrived",
    "wait_all": "waits until every copy that this thread began (cp.async) has arrived",
    "mma_wait": "waits until tensor-core instructions that this warp group began have ended",
    "try_wait": "waits until the expected bytes or threads have arrived at an mbarrier",
    "proxy": "makes ordinary writes to shared memory visible to the tensor core and to copies",
}


@dataclass(frozen=True, slots=True)
class Dependence:
    """What one thread did before the barrier and another does after it, on one buffer.

    Attributes:
        kind: of `_KINDS`.
    """

    kind: str
    buffer: str
    before: SharedUse
    after: SharedUse


def barriers_answer(code: PtxCode, buffers: Iterable[Buffer]) -> list[Decision]:
    """Each barrier with the dependences that need it, then what only waits for copies."""
    uses: dict[int, list[tuple[Buffer, SharedUse]]] = {}
    for buffer in buffers:
        for use in buffer.uses:
            uses.setdefault(use.instruction.position.line, []).append((buffer, use))
    found: list[Decision] = []
    for part in code.parts:
        flow = _Flow(part)
        for instruction in filter(is_barrier, part.instructions):
            found.append(_told(code, instruction, _dependences(flow, instruction, uses)))
    found += _waits(code)
    if not found:
        found.append(Decision("barriers", "the kernel has no barrier: no thread waits for another"))
    return found


def is_barrier(instruction: syntax.Instruction) -> bool:
    """Whether every thread of the block (or of a named part of it) waits here for the others."""
    words = instruction.modifiers
    if instruction.opcode in ("bar", "barrier"):
        return "sync" in words and "warp" not in words and "cluster" not in words
    return False


def _dependences(
    flow: _Flow,
    barrier: syntax.Instruction,
    uses: Mapping[int, list[tuple[Buffer, SharedUse]]],
) -> list[Dependence]:
    before = [each for line in flow.reached(barrier, -1) for each in uses.get(line, [])]
    after = [each for line in flow.reached(barrier, +1) for each in uses.get(line, [])]
    found: dict[tuple[str, str], Dependence] = {}
    for kind, early, late in (
        ("read after write", [b for b in before if b[1].writes], [a for a in after if a[1].reads]),
        ("write after read", [b for b in before if b[1].reads], [a for a in after if a[1].writes]),
        (
            "write after write",
            [b for b in before if b[1].writes],
            [a for a in after if a[1].writes],
        ),
    ):
        for one, first in early:
            for other, second in late:
                # What was written by the name of one buffer is not read by that of another.
                if one is other or (kind != "read after write" and _overlap(one, other)):
                    name = one.name if one is other else f"{other.name} in the place of {one.name}"
                    found.setdefault((kind, name), Dependence(kind, name, first, second))
    return list(found.values())


def _overlap(a: Buffer, b: Buffer) -> bool:
    return a.offset < b.offset + b.bytes and b.offset < a.offset + a.bytes


def _told(code: PtxCode, barrier: syntax.Instruction, dependences: list[Dependence]) -> Decision:
    shown = code.shown(barrier)
    source = code.source(barrier)
    if not dependences:
        text = f"{shown} waits for all threads; no access to shared memory before it needs that"
        return Decision("barriers", text + ": it may order global memory or atomics", shown, source)
    # What was written must be there before it is read; overwriting too early comes second.
    most = next(kind for kind in _KINDS if any(d.kind == kind for d in dependences))
    first = [d for d in dependences if d.kind == most]
    names = ", ".join(dict.fromkeys(d.buffer for d in first))
    told = f"{first[0].kind} of {names} ({_KINDS[first[0].kind]})"
    rest = [d for d in dependences if d not in first]
    also = "".join(f"; also {d.kind} of {d.buffer}" for d in rest[:3])
    evidence = "\n".join(
        f"{code.shown(d.before.instruction)}\n{code.shown(d.after.instruction)}" for d in first[:3]
    )
    return Decision("barriers", f"{shown} waits for all threads: {told}{also}", evidence, source)


def _waits(code: PtxCode) -> list[Decision]:
    """Waits for what runs beside the threads, one answer for each kind and line of the source."""
    found: dict[tuple[str, str], list[syntax.Instruction]] = {}
    for instruction in code.everywhere:
        kind = _wait_kind(instruction)
        if kind:
            found.setdefault((kind, code.source(instruction)), []).append(instruction)
    return [
        Decision(
            "barriers",
            f"{code.shown(each[0])} {_WAITS[kind]}" + _pending(each[0]),
            "\n".join(code.shown(one) for one in each[1:4]),
            source,
        )
        for (kind, source), each in found.items()
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
    """Which instructions can follow or precede one with no other barrier between them."""

    def __init__(self, code: PtxCode) -> None:
        self._code = [
            s for s in code.statements if isinstance(s, syntax.Instruction | syntax.Label)
        ]
        labels = {s.name: at for at, s in enumerate(self._code) if isinstance(s, syntax.Label)}
        self._next: list[list[int]] = []
        for at, statement in enumerate(self._code):
            self._next.append(self._successors(at, statement, labels))
        self._before: list[list[int]] = [[] for _ in self._code]
        for at, following in enumerate(self._next):
            for other in following:
                self._before[other].append(at)
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
        """Lines of the instructions after (+1) or before (-1) a barrier, to the next one."""
        edges = self._next if direction > 0 else self._before
        seen: set[int] = set()
        waiting = list(edges[self._at[id(start)]])
        lines: list[int] = []
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            statement = self._code[at]
            if isinstance(statement, syntax.Instruction):
                if is_barrier(statement):
                    continue
                lines.append(statement.position.line)
            waiting += edges[at]
        return sorted(lines)
