"""What a CUDA graph costs when it is replayed: the host's time, and the device's.

Measured on one H200, November 2026, with graphs of 1, 10 and 100 additions of 64 x 64 numbers
(tests/truth/operators/host_costs_h200.json: "graph replay 1" …): the host needs 2.31, 2.41 and
2.57 us, the device 2.68, 10.48 and 94.07 us a replay.
"""

from __future__ import annotations

from dataclasses import replace

from kernelscope.devices.virtual import Event
from kernelscope.hardware.timing import EVENTS_OVER_DURATION_US, GAP_US
from kernelscope.quantity import Quantity
from kernelscope.record import OperatorRecord

REPLAY_US = 2.31
"""The host's time to replay a graph of one node."""

REPLAY_NODE_US = 0.0026
"""The host's time for each further node."""

DEVICE_BEGIN_US = 1.76
"""The device's time before a graph's first node: 2.68 - 0.92 us."""

_LEAST_US = 0.7  # an empty kernel takes 0.7 to 0.8 us (docs/measured/2026-11-23-operators.md)


def in_graph(event: Event) -> Event:
    """Return a record with the time that the launch or operation takes as a node of a graph.

    That is its duration: a node of the graphs above takes (94.07 - 2.68) / 99 = 0.92 us. A product
    of edge 512 in bf16 takes 6.43 us by events and 3.67 in a graph.
    """
    time = event.time_us
    if time is None:
        return event
    saved = EVENTS_OVER_DURATION_US
    if isinstance(event, OperatorRecord):
        saved += max(len(event.launches) - 1, 0) * GAP_US
    less = time.value - max(time.value - saved, min(_LEAST_US, time.value))
    shorter = Quantity(
        time.value - less,
        time.unit,
        time.provenance,
        None if time.low is None else max(time.low - less, 0.0),
        None if time.high is None else time.high - less,
        time.note,
    )
    return replace(event, time_us=shorter)
