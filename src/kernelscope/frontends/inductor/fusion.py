"""The pairs of kernels that Inductor did not fuse, each with Inductor's own reason.

The scheduler tests whether two nodes can become one kernel. If they cannot, it logs the reason
(`TORCH_LOGS=fusion`); that log is read here. A pair is tested again as its nodes grow, so the last
answer counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kernelscope._patching import Patches
from kernelscope.record import Unfused

_OPERATION = re.compile(r"op\d+")
_NO_REASON = "no reason given"
# `Scheduler.unfusable_node`: Inductor skips such nodes without a log line.
_FOREIGN = (
    "Inductor cannot fuse code into kernels that it did not write: library calls and the "
    "program's own kernels"
)


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Operations that did not become one kernel with others, by Inductor's names."""

    first: frozenset[str]
    second: frozenset[str]
    reason: str


@dataclass(slots=True)
class _Node:
    """The operations that became one kernel or call, and the buffers that it reads and writes.

    `kernel` is "" for a node that only names a part of another node's result; `candidate`: whether
    the scheduler considers fusing it at all.
    """

    operations: frozenset[str]
    reads: frozenset[str]
    writes: frozenset[str]
    kernel: str
    candidate: bool


@dataclass(slots=True)
class Fusing:
    """The decisions of one graph's scheduler."""

    _refusals: list[_Refusal] = field(default_factory=list[_Refusal])
    _nodes: list[_Node] = field(default_factory=list[_Node])

    def unfused(self) -> Iterator[Unfused]:
        """Yield each pair of kernels of which the second reads the first's result, in order."""
        writer: dict[str, _Node] = {}
        for node in self._nodes:
            before = {id(writer[name]): writer[name] for name in node.reads if name in writer}
            if not node.kernel:
                writer |= dict.fromkeys(node.writes, *before.values()) if len(before) == 1 else {}
                continue
            for first in self._nodes:
                if id(first) in before and first is not node:
                    yield Unfused(first.kernel, node.kernel, self._reason(first, node))
            writer |= dict.fromkeys(node.writes, node)

    def _reason(self, first: _Node, second: _Node) -> str:
        if not (first.candidate and second.candidate):
            return _FOREIGN
        for node1, node2 in ((first, second), (second, first)):
            for refusal in reversed(self._refusals):
                if refusal.first <= node1.operations and refusal.second <= node2.operations:
                    words = re.sub(r"\bnode1\b", node1.kernel, refusal.reason)
                    return re.sub(r"\bnode2\b", node2.kernel, words)
        return _NO_REASON

    def refuse(self, first: str, second: str, reason: str) -> None:
        """Note a refusal; the names of nodes are those of their operations, joined."""
        node1, node2 = (frozenset(_OPERATION.findall(name)) for name in (first, second))
        self._refusals.append(_Refusal(node1, node2, reason))

    def decided(self, node: Any) -> None:
        """Note a node that the scheduler writes code for."""
        operations = frozenset(map(str, node.get_operation_names()))
        writes = frozenset(map(str, node.get_buffer_names()))
        # A weak dependence orders two nodes without passing data.
        read = (d.name for d in node.read_writes.reads if type(d).__name__ != "WeakDep")
        candidate = not type(node).__name__.startswith("Extern")
        reads = frozenset(read) - writes
        self._nodes.append(_Node(operations, reads, writes, _called(node), candidate))

    def named(self, operations: frozenset[str], kernel: str) -> None:
        """Note the name of the kernel that holds these operations."""
        for node in self._nodes:
            if operations and operations <= node.operations:
                node.kernel = kernel


def _called(node: Any) -> str:
    """Return the name of the function that a node calls, or of its type until it has a kernel."""
    inner = getattr(node, "node", None)
    if type(inner).__name__ == "MultiOutput" or type(node).__name__.startswith("Nop"):
        return ""
    own = getattr(inner, "get_kernel_and_metadata", None)  # one of the program's own Triton kernels
    name = own()[0].__name__ if own else getattr(inner, "python_kernel_name", None)
    return str(name or type(inner or node).__name__)


class FusionWatch:
    """A listener that passes the scheduler's decisions to the graph that is being compiled."""

    def __init__(self) -> None:
        self.current: Fusing | None = None

    def watch(self, scheduler: Any, patches: Patches) -> None:
        """Listen to Inductor's `scheduler` module, to those functions that this version has."""
        refusal: Any = getattr(scheduler, "WhyNoFuse", None)
        if refusal is not None:
            patches.around(refusal, "__call__", self._refuse)
        whole: Any = getattr(scheduler, "Scheduler", None)
        if hasattr(whole, "codegen"):
            patches.around(whole, "codegen", self._decide)

    def watch_names(self, triton: Any, patches: Patches) -> None:
        """Listen to the module that writes kernels and names them."""
        writer: Any = getattr(triton, "TritonScheduling", None)
        if hasattr(writer, "define_kernel"):
            patches.around(writer, "define_kernel", self._define)

    def _refuse(self, plain: Any, why: Any, reason: str, *args: Any) -> None:
        plain(why, reason, *args)
        if self.current is not None:
            self.current.refuse(why.name1, why.name2, reason % args if args else reason)

    def _decide(self, plain: Any, scheduler: Any) -> Any:
        if self.current is not None:
            for node in scheduler.nodes:
                self.current.decided(node)
        return plain(scheduler)

    def _define(
        self, plain: Any, scheduling: Any, code: Any, schedule: Any, *args: Any, **named: Any
    ) -> Any:
        name = plain(scheduling, code, schedule, *args, **named)
        if self.current is not None and isinstance(schedule, list):
            nodes: list[Any] = [n for n in schedule if hasattr(n, "get_operation_names")]
            operations = (map(str, node.get_operation_names()) for node in nodes)
            self.current.named(frozenset().union(*operations), str(name))
        return name
