"""The record of `inspect`: stages of kernels with their line maps, decisions, resources."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kernelscope.quantity import Quantity
from kernelscope.record.comparison import SCHEMA
from kernelscope.record.launches import LaunchRecord


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of Python: `place` is "file:line", `code` is the text of the line.

    If only PyTorch's own code has lines, `place` is "" and `code` names the module.
    """

    place: str
    code: str


@dataclass(frozen=True, slots=True)
class CompiledKernel:
    """A kernel of a graph, in the order in which the graph launches them.

    Attributes:
        name: the name of the Triton kernel, or of the library's function: "extern_kernels.mm".
        graph: the name of its graph.
        kind: "triton" (Inductor wrote it), "own" (a Triton kernel of the program) or "library".
        aten: its operations, in their order: "aten.mul.Tensor".
        sources: "file:line" of the Python lines that the operations came from, in that order.
        lines: those lines.
        fused: whether several operations became this one kernel.
    """

    name: str
    graph: str
    kind: str
    aten: tuple[str, ...]
    sources: tuple[str, ...] = ()
    lines: tuple[SourceLine, ...] = ()
    fused: bool = False


@dataclass(frozen=True, slots=True)
class Unfused:
    """Two kernels that were not fused, although `second` reads the output of `first`.

    Attributes:
        reason: Inductor's own words; "no reason given" if it gave none.
    """

    first: str
    second: str
    reason: str


@dataclass(frozen=True, slots=True)
class CompiledGraph:
    """A graph that Inductor compiled as a whole; it never fuses operations of two graphs.

    Attributes:
        name: as in the generated code: "0_inference", "1_forward", "1_backward".
        operations: the number of its aten operations.
        kernels: the names of its kernels, in the order of their launches.
        generated: the Python code that Inductor wrote for the graph.
        unfused: pairs of kernels that were not fused although one hands data to the other, in the
            order of the launches.
    """

    name: str
    operations: int
    kernels: tuple[str, ...]
    generated: str = ""
    unfused: tuple[Unfused, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphBreak:
    """A place ("file:line", and its text) at which Dynamo had to end the graph and begin another.

    `reason`: one line; `hints`: the remedies that Dynamo proposes.
    """

    reason: str
    source: str
    code: str
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compiled:
    """Everything that torch.compile did while a subject ran."""

    graphs: tuple[CompiledGraph, ...] = ()
    kernels: tuple[CompiledKernel, ...] = ()
    breaks: tuple[GraphBreak, ...] = ()


LinePairs = tuple[tuple[int, int], ...]
"""Pairs (line of one stage, line of another stage that was made from it), ordered by line."""

_LIBRARY = re.compile(r"[/\\](?:site|dist)-packages[/\\]|[/\\]triton[/\\]language[/\\]")


def is_library(place: str) -> bool:
    """Return whether a file, or a "file:line", is an installed package's and not the user's own."""
    return _LIBRARY.search(place) is not None


@dataclass(frozen=True, slots=True)
class Stage:
    """One form of a kernel between its source and its machine code.

    Attributes:
        text: the text of the stage, or the part of it that belongs to this kernel.
        language: the language for colouring: python, cuda, mlir, llvm, ptx, sass.
        map: (line of the text from 1, "file:line" of the source), by line. A line that was inlined
            from another function has an entry for each call on the way, innermost first.
        note: the origin of the map, or the reason why there is none.
        executed: (line, times that a warp executed it), counted by the virtual GPU.
        registers: (line, number of live registers); for SASS only.
        explained: (line, its meaning in words); for PTX only.
        unexplained: the reason why `explained` is empty.
        leads_to: stage → pairs of a line here and a line there that was made from it. They come
            from a second compilation or from the machine code's own table, not from `map`.
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
        bits: the bits that one instruction moves for one thread; possible_bits: the most possible.
        cause: one sentence: the reason why it is narrower; "" if it is not.
        chain: the causes, from the instruction down to the thing that has to change.
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
    """A buffer in shared memory; `live` holds the first and the last line of PTX that use it."""

    name: str
    offset: int
    bytes: int
    live: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Decision:
    """The compiler's decision on one question.

    Attributes:
        question: vectorize, layout, shared, pipeline, barriers, tensor-cores, registers, numerics.
        text: the answer, for a newcomer; may hold a drawing of several lines.
        evidence: the lines of a stage that show it.
        source: "file:line"; "" for the whole kernel.
    """

    question: str
    text: str
    evidence: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class InspectedKernel:
    """One kernel, opened.

    Attributes:
        name: the name of its entry in the PTX.
        target: the architecture that it was compiled for: "sm_90a".
        implementation: the implementation that launched it.
        stages: the stages by name: source, ast, ttir, ttgir, llir, ptx, sass, generated.
        registers: 32-bit registers a thread, from the cubin.
        spill_bytes: bytes of spilled registers that the machine code stores and loads.
        types, facts, options: as in `devices.capture.KernelForm`.
        launch: the first launch; None if there is only code.
        launches: the number of launches without trials.
        others: of its later launches those that did something else than the first, each once.
        time_us: of all its launches; None if one has no time.
        title: the name to show, which tells it from the others: "matmul<16>", "add(BLOCK=128)"; ""
            in old records.
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
    title: str = ""
    others: tuple[LaunchRecord, ...] = ()
    time_us: Quantity | None = None

    @property
    def shown_name(self) -> str:
        """The title, or the name if there is no title."""
        return self.title or self.name


@dataclass(frozen=True, slots=True)
class Inspection:
    """The kernels of a subject as typed, opened.

    `notes`: the parts that are missing, and why. `compiled`: the products of torch.compile; None if
    it compiled nothing.
    """

    subject: str
    device: str
    kernels: tuple[InspectedKernel, ...] = ()
    notes: tuple[str, ...] = ()
    command: str = ""
    created: str = ""
    schema: int = SCHEMA
    compiled: Compiled | None = None
