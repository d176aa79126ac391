"""The graphs that Inductor compiles for torch.compile, and the breaks between them.

A graph's operations carry the Python lines that they came from; the code that Inductor writes names
the operations of each kernel. Graphs are observed on their way into Inductor, breaks in Dynamo when
it ends a graph.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from kernelscope._patching import Patches
from kernelscope.frontends.inductor.fusion import Fusing, FusionWatch
from kernelscope.record import GraphBreak, SourceLine

_PACKAGE = Path(__file__).resolve().parents[2]
_EMULATION = tuple(str(_PACKAGE / folder) for folder in ("devices", "frontends", "vgpu"))
_FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)[^\n]*\n\s*(?P<code>[^\n]*)')
_HINT = re.compile(r"Hint: ([^\n]*)")


@dataclass(slots=True)
class WatchedGraph:
    """A graph on its way into Inductor, of a number of aten `operations`.

    Attributes:
        code: the code that Inductor wrote for it; fusing: Inductor's decisions on fusing.
        lines: the Python line of each operation, under every name that the code may use for it.
    """

    code: str = ""
    lines: dict[str, SourceLine] = field(default_factory=dict[str, SourceLine])
    operations: int = 0
    fusing: Fusing = field(default_factory=Fusing)


@dataclass(slots=True)
class Watched:
    """The graphs and breaks that were observed."""

    graphs: list[WatchedGraph] = field(default_factory=list[WatchedGraph])
    breaks: list[GraphBreak] = field(default_factory=list[GraphBreak])


@contextmanager
def watched_compilation() -> Generator[Watched]:
    """Observe torch.compile inside the block; earlier code is compiled again."""
    seen, patches, fusion = Watched(), Patches(), FusionWatch()
    dynamo = sys.modules.get("torch._dynamo")
    if dynamo is not None:
        dynamo.reset()

    def watch_inductor(module: ModuleType, patches: Patches) -> None:
        from torch._functorch import config
        from torch._inductor import config as inductor

        # A cached result comes without the graph, and so without Python lines and reasons.
        patches.existing(config, "enable_autograd_cache", False)
        patches.existing(inductor, "fx_graph_cache", False)
        _watch_graphs(module, patches, seen, fusion)

    def watch_breaks(module: ModuleType, patches: Patches) -> None:
        _watch_breaks(module, patches, seen)

    for name, watch in (
        ("torch._inductor.compile_fx", watch_inductor),
        ("torch._inductor.scheduler", fusion.watch),
        ("torch._inductor.codegen.triton", fusion.watch_names),
        ("torch._dynamo.output_graph", watch_breaks),
    ):
        patches.when_imported(name, watch)
    try:
        yield seen
    finally:
        patches.close()


def _watch_graphs(compile_fx: Any, patches: Patches, seen: Watched, fusion: FusionWatch) -> None:
    def compile_graph(inner: Any, graph: Any, *args: Any, **named: Any) -> Any:
        watched = WatchedGraph(operations=sum(_is_operation(n) for n in graph.graph.nodes))
        _note_lines(graph, watched)
        enclosing, fusion.current = fusion.current, watched.fusing
        try:
            output = inner(graph, *args, **named)
        finally:
            fusion.current = enclosing
        # Inductor's passes have added nodes with other names.
        _note_lines(graph, watched)
        watched.code = getattr(output, "source_code", "") or ""
        if watched.code:
            seen.graphs.append(watched)
        return output

    patches.around(compile_fx, "_compile_fx_inner", compile_graph)


def _is_operation(node: Any) -> bool:
    return node.op == "call_function" and str(node.target).startswith("aten.")


def _note_lines(graph: Any, watched: WatchedGraph) -> None:
    for node in graph.graph.nodes:
        trace = node.meta.get("stack_trace") or node.stack_trace or ""
        line = _innermost(trace) or _module(node.meta)
        if node.op == "call_function" and line is not None:
            made_of = [origin.name for origin in node.meta.get("from_node", ())]
            for name in (node.name, *made_of):
                watched.lines.setdefault(name, line)


def _innermost(trace: str) -> SourceLine | None:
    """Return the user's innermost line in a stack trace of Dynamo's, without PyTorch's frames."""
    frames = [*_FRAME.finditer(trace)]
    own = [f for f in frames if "/torch/" not in f["file"]] or frames
    if not own:
        return None
    return SourceLine(f"{own[-1]['file']}:{own[-1]['line']}", own[-1]["code"].strip())


def _module(meta: Mapping[str, Any]) -> SourceLine | None:
    """Return the PyTorch module of an operation, for operations without a line of the user's."""
    modules: Mapping[str, Any] = (
        meta.get("nn_module_stack") or meta.get("fwd_nn_module_stack") or {}
    )
    if not modules:
        return None
    path, module = [*modules.values()][-1]
    path = re.sub(r"L\['(\w+)'\]", r"\1", str(path))
    return SourceLine("", f"module {path}: {getattr(module, '__name__', module)}")


def _watch_breaks(output_graph: Any, patches: Patches, seen: Watched) -> None:
    def compile_subgraph(
        plain: Any, graph: Any, tx: Any, reason: Any, *args: Any, **named: Any
    ) -> Any:
        stack = [*getattr(reason, "user_stack", ())]
        # After a break Dynamo may trace our own emulation: such a break is not the program's.
        own = any(frame.filename.startswith(_EMULATION) for frame in stack)
        if getattr(reason, "graph_break", False) and stack and not own:
            words = str(reason.reason)
            # The user's line, also if Dynamo stopped in a library's function.
            frame = next((f for f in reversed(stack) if "/torch/" not in f.filename), stack[-1])
            first = words.partition("\n")[0].strip()
            if first.startswith("generic_jump"):
                first = f"the branch depends on a tensor's value ({first})"
            place = f"{frame.filename}:{frame.lineno}"
            broken = GraphBreak(first, place, frame.line or "", tuple(_HINT.findall(words)))
            if broken not in seen.breaks:
                seen.breaks.append(broken)
        return plain(graph, tx, reason, *args, **named)

    patches.around(output_graph.OutputGraph, "compile_subgraph", compile_subgraph)
