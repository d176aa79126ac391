"""What was found by looking inside kernels: stages with their line maps, decisions, resources."""

from __future__ import annotations

from dataclasses import dataclass, field

from kernelscope.record.comparison import SCHEMA
from kernelscope.record.compiled import Compiled
from kernelscope.record.launches import LaunchRecord

LinePairs = tuple[tuple[int, int], ...]
"""(line of one stage, line of another that was made of it), by line."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One form of a kernel between its source and its machine code.

    Attributes:
        text: of the stage, or of as much of it as is this kernel's.
        language: that colours it: python, cuda, mlir, llvm, ptx, sass.
        map: (line of the text from 1, "file:line" of the source), by line. A line that was inlined
            from another function has an entry for each call on the way, innermost first.
        note: where the map comes from, or why there is none.
        executed: (line, times that a warp executed it), counted by the virtual GPU.
        registers: (line, registers that live there), of SASS.
        explained: (line, what it does in words), of PTX; unexplained: why there is none.
        leads_to: stage → this stage's lines with those lines of that one that were made of them, as
            a second compilation or the machine code's own table says it, not through the source.
    """

    text: str
    language: str
    map: tuple[tuple[int, str], ...] = ()
    note: str = ""
    executed: tuple[tuple[int, float], ...] = ()
    registers: tuple[tuple[int, int], ...] = ()
    explained: tuple[tuple[int, str], ...] = ()
    unexplained: str = ""
    leads_to: dict[str, LinePairs] = field(default_factory=dict[str, LinePairs])


@dataclass(frozen=True, slots=True)
class AccessDecision:
    """The width that the compiler gave one access to memory, and why.

    Attributes:
        source: "file:line".
        space: global, shared, local; op: load, store, atom, copy.
        bits: that one instruction moves for one thread; possible_bits: that it could at most.
        cause: in one sentence, why it is narrower; "" where it is not.
        chain: of causes, from the instruction down to what has to change.
    """

    source: str
    space: str
    op: str
    bits: int
    possible_bits: int
    cause: str = ""
    chain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedBuffer:
    """A buffer in shared memory; it lives from the first to the last line (of PTX) of `live`."""

    name: str
    offset: int
    bytes: int
    live: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Decision:
    """What the compiler decided on one question.

    Attributes:
        question: vectorize, layout, shared, pipeline, barriers, tensor-cores, registers, numerics.
        text: the answer, for a newcomer; may hold a drawing in several lines.
        evidence: the lines of a stage that show it.
        source: "file:line"; "" for all of the kernel.
    """

    question: str
    text: str
    evidence: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class InspectedKernel:
    """One kernel, opened.

    Attributes:
        target: that it was compiled for: "sm_90a".
        implementation: of the operation that launched it.
        stages: by name: source, ast, ttir, ttgir, llir, ptx, sass, generated.
        registers: 32-bit registers a thread, from the cubin.
        spill_bytes: of spilled registers that the machine code stores and loads.
        types, facts, options: as `devices.capture.KernelForm` has them.
        launch: the first one; None where there is only code. launches: how many there were, trials
            apart.
    """

    name: str
    frontend: str
    target: str
    implementation: str = ""
    stages: dict[str, Stage] = field(default_factory=dict[str, Stage])
    accesses: tuple[AccessDecision, ...] = ()
    shared: tuple[SharedBuffer, ...] = ()
    decisions: tuple[Decision, ...] = ()
    registers: int | None = None
    spill_bytes: int | None = None
    types: dict[str, str] = field(default_factory=dict[str, str])
    facts: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    options: dict[str, str] = field(default_factory=dict[str, str])
    launch: LaunchRecord | None = None
    launches: int = 0


@dataclass(frozen=True, slots=True)
class Inspection:
    """The kernels of a subject, opened.

    Attributes:
        subject: as typed.
        notes: what is not there, and why.
        compiled: what torch.compile made of it; None where it compiled nothing.
    """

    subject: str
    device: str
    kernels: tuple[InspectedKernel, ...] = ()
    notes: tuple[str, ...] = ()
    command: str = ""
    created: str = ""
    schema: int = SCHEMA
    compiled: Compiled | None = None
