"""What torch.compile made of a function: its graphs, the kernels of each, and what parted them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of Python: `place` is "file:line", `code` what stands there.

    Where only PyTorch's own code has lines, `place` is "" and `code` names the module.
    """

    place: str
    code: str


@dataclass(frozen=True, slots=True)
class CompiledKernel:
    """A kernel of a graph, in the order in which the graph launches them.

    Attributes:
        name: of the Triton kernel, or of the library's function: "extern_kernels.mm".
        graph: the name of its graph.
        kind: triton, which Inductor wrote; own, a Triton kernel of the program's; or library.
        aten: the operations in it, in their order: "aten.mul.Tensor".
        sources: "file:line" of the Python lines that they came from, in that order.
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
    """Two kernels that were not made one, though `second` reads what `first` wrote.

    Attributes:
        reason: Inductor's own words; "no reason given" where it said nothing.
    """

    first: str
    second: str
    reason: str


@dataclass(frozen=True, slots=True)
class CompiledGraph:
    """A graph that Inductor compiled as a whole: nothing is fused across two of them.

    Attributes:
        name: as in the generated code: "0_inference", "1_forward", "1_backward".
        operations: aten operations in it.
        kernels: the names of its kernels, in the order of their launches.
        generated: the Python that Inductor wrote for it.
        unfused: what was not fused though it hands data on, in the order of the launches.
    """

    name: str
    operations: int
    kernels: tuple[str, ...]
    generated: str = ""
    unfused: tuple[Unfused, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphBreak:
    """Where Dynamo had to leave the graph and begin another.

    Attributes:
        reason: in one line; hints: what Dynamo proposes.
        source: "file:line"; code: what stands there.
    """

    reason: str
    source: str
    code: str
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compiled:
    """All that torch.compile did while a subject ran."""

    graphs: tuple[CompiledGraph, ...] = ()
    kernels: tuple[CompiledKernel, ...] = ()
    breaks: tuple[GraphBreak, ...] = ()
