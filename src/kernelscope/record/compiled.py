"""The products of torch.compile: graphs, the kernels of each, and the reasons for graph breaks."""

from __future__ import annotations

from dataclasses import dataclass


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
    """A place at which Dynamo had to end the graph and begin another.

    Attributes:
        reason: one line; hints: the remedies that Dynamo proposes.
        source: "file:line"; code: the text of that line.
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
