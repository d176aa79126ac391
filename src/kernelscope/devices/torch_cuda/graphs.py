"""`torch.cuda.CUDAGraph`: captured work that is launched again as a whole.

PyTorch's own Python does the rest: `torch.cuda.graph`, `make_graphed_callables`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, cast

from kernelscope.devices.clock import Timeline
from kernelscope.devices.graph_costs import in_graph
from kernelscope.devices.host_costs import HOST
from kernelscope.devices.torch_cuda.capturing import (
    Capture,
    Handle,
    Node,
    Pool,
    below_autograd,
    capturing,
    cuda_error,
    new_handle,
    pool_of,
    underway,
)
from kernelscope.devices.torch_cuda.generators import GpuGenerator, gpu_generator
from kernelscope.devices.torch_cuda.streams import StreamType
from kernelscope.devices.torch_cuda.tensor import Block, allocations
from kernelscope.devices.virtual import Event, VirtualGPU
from kernelscope.errors import UnavailableError

_MODES = ("global", "thread_local", "relaxed")


def graph_functions(gpu: VirtualGPU, timeline: Timeline, streams: StreamType) -> dict[str, Any]:
    """Return the stand-ins for `torch.cuda`'s names of graphs that reach its C++ part."""
    members = {"_gpu": gpu, "_timeline": timeline, "_streams": streams}
    return {
        "CUDAGraph": cast(Any, type("CUDAGraph", (_Graph,), members)),
        "graph_pool_handle": new_handle,
        "is_current_stream_capturing": is_capturing,
    }


def is_capturing() -> bool:
    """Return whether the current stream's work is captured."""
    return capturing() is not None


class _Graph:
    """A CUDA graph; see `torch.cuda.CUDAGraph`."""

    _gpu: VirtualGPU
    _timeline: Timeline
    _streams: StreamType

    def __init__(self, keep_graph: bool = False) -> None:
        self._nodes: list[Node] | None = None
        self._blocks: list[Block] = []
        self._pool: Pool | None = None
        self._capture: Capture | None = None
        self._generators: list[GpuGenerator] = []
        self._debug = keep_graph

    def register_generator_state(self, generator: Any) -> None:
        """Let captured work draw from `generator`; it continues from there at each replay."""
        self._generators.append(gpu_generator(generator))

    def capture_begin(
        self,
        pool: Handle | None = None,
        capture_error_mode: str = "global",
        check_input_liveness: bool = False,
    ) -> None:
        """Capture the work of the current stream until `capture_end`.

        Here a graph keeps its inputs alive, so `check_input_liveness` has nothing to find.
        """
        stream = self._streams.current_stream()
        if self._nodes is not None:
            raise RuntimeError(
                "This CUDAGraph instance already owns a captured graph. To capture a new graph, "
                "create a new instance or call reset() on this instance."
            )
        if capture_error_mode not in _MODES:
            raise RuntimeError(
                "Unknown capture error mode. Expected `global`, `thread_local`, or `relaxed`, got "
                + capture_error_mode
            )
        if stream == self._streams.default_stream():
            raise RuntimeError(
                "CUDA graphs must be captured on a non-default stream. (However, after capture, "
                "it's ok to replay them on the default stream.)"
            )
        outer = underway()
        if outer is not None:
            outer.refuse()
        self._pool = pool_of(pool)
        self._capture = Capture(
            self._gpu,
            self._timeline,
            self._pool,
            stream,
            self._streams.current_stream,
            self._generators,
        )
        self._capture.begin()

    def capture_end(self) -> None:
        """End the capture. Raises CUDA's error if something in it was not permitted."""
        capture, self._capture = self._capture, None
        if capture is None:
            raise cuda_error("invalid argument", "cudaErrorInvalidValue")
        with self._timeline.emulation():
            capture.end()
        self._nodes, self._blocks = capture.nodes, capture.blocks
        if not self._nodes:
            warnings.warn(
                "The CUDA Graph is empty. This usually means that the graph was attempted to be "
                "captured on wrong device or stream.",
                stacklevel=2,
            )

    def instantiate(self) -> None:
        """Do nothing: a captured graph is ready here."""
        self._captured("instantiate")

    def replay(self) -> None:
        """Run all captured work again, on the same memory."""
        nodes = self._captured("replay")
        outer = underway()
        if outer is not None and outer.takes():
            raise UnavailableError(
                "CUDAGraph.replay inside another capture: the virtual GPU has no child graphs; "
                "call the captured function itself there"
            )
        host_us = HOST.replay_us + HOST.replay_node_us * max(len(nodes) - 1, 0)
        with self._timeline.launch(host_us), allocations.uncounted(), below_autograd():
            self._timeline.pause(HOST.replay_begin_us if nodes else 0.0)
            for node in nodes:
                with self._gpu.as_node_of_graph(_as_node(node)):
                    node.run()

    def reset(self) -> None:
        """Forget the captured work and its memory."""
        self._nodes, self._blocks = None, []

    def pool(self) -> Handle:
        """Return the handle of the pool, for a graph that is to share its memory."""
        self._captured("pool()")
        assert self._pool is not None
        return self._pool.handle

    def enable_debug_mode(self) -> None:
        """Let `debug_dump` write the graph."""
        self._debug = True

    def debug_dump(self, debug_path: str) -> None:
        """Write the nodes, in their order, as a graph in the DOT language."""
        if not self._debug:
            warnings.warn(
                "CUDA Graphs debug not enabled, set with [graph].enable_debug_mode()", stacklevel=2
            )
            return
        nodes = self._captured("debug_dump")
        boxes = [f'  node_{i} [label="{i}: {node.name}"];' for i, node in enumerate(nodes)]
        arrows = [f"  node_{i - 1} -> node_{i};" for i in range(1, len(nodes))]
        text = "\n".join(["digraph graph_1 {", *boxes, *arrows, "}\n"])
        Path(debug_path).write_text(text, encoding="utf-8")

    def raw_cuda_graph(self) -> NoReturn:
        """Refuse: the driver's object does not exist."""
        raise UnavailableError(
            "a graph of the virtual GPU has no cudaGraph_t for the driver: call replay() and "
            "debug_dump()"
        )

    raw_cuda_graph_exec = get_graph_data = raw_cuda_graph

    def _captured(self, what: str) -> list[Node]:
        if self._nodes is None:
            raise RuntimeError(f"Called CUDAGraph::{what} without a preceding successful capture.")
        return self._nodes


def _as_node(node: Node) -> Callable[[Event], Event]:
    """Return what a record becomes: at the captured line, with the time of a graph's node."""
    return lambda event: in_graph(replace(event, source=node.source))
