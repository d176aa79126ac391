"""The kernels in the code that Inductor writes for a graph, and the operations in each.

In: the graphs that were compiled. Out: `Compiled`, with a `CompiledKernel` for each launch.

Inductor writes comments: before each Triton kernel, the piece of the graph that it computes
(`Graph fragment`); before each library call, the nodes that it replaces (`Source Nodes`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kernelscope.frontends.inductor.graphs import Watched
from kernelscope.record import Compiled, CompiledGraph, CompiledKernel, SourceLine

_NAME = re.compile(r"# AOT ID: \['?(?P<name>[^'\]]*)")
_WRITTEN = re.compile(
    r"(?P<comment>(?:^#[^\n]*\n)+)(?P<name>\w+) = async_compile\.\w+\('(?P<called>\w*)'",
    re.MULTILINE,
)
_OPERATION = re.compile(r"^#\s+%(?P<node>\w+) :.*= call_function\[target=(?P<target>[\w.]+)\]")
_RUN = re.compile(r"^\s*(?P<name>\w+)\.run\(")
_LIBRARY = re.compile(r"^\s*(?:\w+ = )?(?P<name>(?:extern_kernels|torch\.ops|aten)\.[\w.]+)\(")
_WRAPPER = "triton_kernel_wrapper"
"""Begins the name of a node that calls a kernel of the program."""
_OWN = "# Original path:"
"""Begins the comment before a kernel of the program."""
_NODES = re.compile(
    r"Source Nodes: \[(?P<nodes>[^\]]*)\](?:, Original ATen: \[(?P<aten>[^\]]*)\])?"
)


def compiled(watched: Watched) -> Compiled | None:
    """Return the compilation that was watched; None if there was none."""
    graphs: list[CompiledGraph] = []
    kernels: list[CompiledKernel] = []
    for graph in watched.graphs:
        own = [*kernels_in(graph.code, graph.lines)]
        names = tuple(kernel.name for kernel in own)
        unfused = tuple(graph.fusing.unfused())
        name = graph_name(graph.code)
        graphs.append(CompiledGraph(name, graph.operations, names, graph.code, unfused))
        kernels += own
    if not graphs and not watched.breaks:
        return None
    return Compiled(tuple(graphs), tuple(kernels), tuple(watched.breaks))


def graph_name(generated: str) -> str:
    """Return Inductor's name of the graph: "0_inference", "1_backward"."""
    match = _NAME.search(generated)
    return match["name"] if match else ""


def kernels_in(generated: str, lines: Mapping[str, SourceLine]) -> Iterator[CompiledKernel]:
    """Yield the kernels of a graph's generated Python in the order of their launches.

    `lines`: the Python line of each operation, by its name in the code.
    """
    graph = graph_name(generated)
    written = {definition["name"]: definition for definition in _WRITTEN.finditer(generated)}
    nodes, aten = "", ""
    for line in generated.splitlines():
        comment_nodes = _NODES.search(line)
        if comment_nodes is not None:
            nodes, aten = comment_nodes["nodes"], comment_nodes["aten"] or ""
        run, library = _RUN.match(line), _LIBRARY.match(line)
        if run is not None and run["name"] in written:
            definition = written[run["name"]]
            if definition["comment"].startswith(_OWN):
                own = _lines([n for n in _words(nodes) if n.startswith(_WRAPPER)], lines)
                yield CompiledKernel(definition["called"], graph, "own", (), _places(own), own)
            else:
                yield _triton(run["name"], graph, definition["comment"], (nodes, aten), lines)
        elif library is not None:
            yield _library(library["name"], graph, (nodes, aten), lines)
            nodes, aten = "", ""


def _triton(
    name: str, graph: str, comment: str, said: tuple[str, str], lines: Mapping[str, SourceLine]
) -> CompiledKernel:
    """Return a kernel that Inductor wrote; for lists of tensors, the call names its operations."""
    matches = [match for text in comment.splitlines() if (match := _OPERATION.match(text))]
    # A call of the program's own kernel is also listed where Inductor makes its operands.
    operations = [operation for operation in matches if not operation["node"].startswith(_WRAPPER)]
    nodes, aten = map(_words, said)
    if operations:
        nodes = [operation["node"] for operation in operations]
        aten = [operation["target"].removeprefix("torch.ops.") for operation in operations]
    own = _lines(nodes, lines)
    return CompiledKernel(name, graph, "triton", tuple(aten), _places(own), own, len(aten) > 1)


def _library(
    name: str, graph: str, said: tuple[str, str], lines: Mapping[str, SourceLine]
) -> CompiledKernel:
    """Return a library's call: the last node is its own, the others are views of its operands."""
    nodes, aten = map(_words, said)
    own = _lines(nodes[-1:], lines)
    return CompiledKernel(name, graph, "library", tuple(aten[-1:]), _places(own), own)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _lines(nodes: list[str], lines: Mapping[str, SourceLine]) -> tuple[SourceLine, ...]:
    return tuple(dict.fromkeys(lines[node] for node in nodes if node in lines))


def _places(lines: tuple[SourceLine, ...]) -> tuple[str, ...]:
    return tuple(line.place for line in lines if line.place)
