"""The times of calls in CUDA graphs, where no host's time is in them."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any

import torch

Run = Callable[[], Any]


def between(call: Run) -> float:
    """Return the time between two events around a call, in µs."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    call()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) * 1e3


def graph_of(calls: Sequence[Run]) -> torch.cuda.CUDAGraph:
    """Return a graph of these calls, one after the other."""
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for call in calls:
            call()
    return graph


def more_us(more: Sequence[Run], less: Sequence[Run], delay: Run, repetitions: int) -> float:
    """Return the time by which a graph of some calls takes longer than one of others, in µs.

    delay: what the GPU does while the host hands a graph over.
    """
    graphs = graph_of(more), graph_of(less)
    for graph in graphs if repetitions > 1 else ():  # a GPU's first replay takes longer
        graph.replay()
    times = []
    for _ in range(repetitions):
        took = []
        for graph in graphs:
            delay()
            took.append(between(graph.replay))
        times.append(took[0] - took[1])
    return statistics.median(times)
