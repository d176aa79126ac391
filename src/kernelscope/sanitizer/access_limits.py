"""Accesses inside memory but outside what they may touch. The kernel continues."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from kernelscope.sanitizer.buffers import Buffers, Element, plain_name
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.sanitizer.heap import HEAP_ADVICE, DeviceHeap
from kernelscope.vgpu import Kernel, LaunchRequest
from kernelscope.vgpu.analysis.access_limits import LimitPlan, Limits
from kernelscope.vgpu.analysis.address_sources import Source
from kernelscope.vgpu.clusters import index_in
from kernelscope.vgpu.layout import (
    OFFSET_BITS,
    RANK_SHIFT,
    WRITER_BLOCK,
    WRITER_THREAD,
    Beyond,
    Context,
    State,
    offset_of,
)
from kernelscope.vgpu.runtime.access_limits import LimitEvent
from kernelscope.vgpu.runtime.address_space import HEAP, SPACE
from kernelscope.vgpu.runtime.launch_tool import LaunchFacts
from kernelscope.vgpu.tensor_map import CHUNK

# Plain text: parsing a kernel takes longer than many launches.
_STORES_BOXES = re.compile(r"\.bulk\.tensor\.\dd\.global\.")
_SHARED_OFFSET = (1 << RANK_SHIFT) - 1
_ADVICE = {
    **HEAP_ADVICE,
    "outside-array": "compare the index with the array's size, or make the array larger: the "
    "memory after it belongs to another array",
    "outside-view": "compare the index with the view's size and use its strides, or give the "
    "kernel the whole tensor",
    "constant-written": "take the `const` off the parameter, so that the caller and the compiler "
    "know that the kernel writes there; or write to another {tensor}",
    "past-extent": "pad the rows, so that the inner extent is a multiple of 16 bytes, or store the "
    "last columns element by element, with a mask",
    "stale-read": "read what the kernel writes with a plain load ({plain_load}), or write it in "
    "another launch",
}


@lru_cache(maxsize=256)
def plan_of(kernel: Kernel) -> LimitPlan:
    """Return the limits of a kernel's accesses."""
    return Limits(kernel.lowered()).plan


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault of an access: its kind, its words, its place, and the other side."""

    kind: str
    message: str
    element: Element
    other: Place | None = None
    other_thread: tuple[int, int, int] | None = None
    other_block: tuple[int, int, int] | None = None


@dataclass
class LaunchLimits:
    """The limits of one launch.

    Args:
        launch: what is known of it.
        request: the launch.
        heap: the device's heap.
        buffers: the names of the launch's memory.
        report: takes the findings.
        views: whether an access must stay in the view that the kernel was given.
        promised: the parameters that the source declares as pointers to `const`.
    """

    launch: LaunchFacts[LimitPlan]
    request: LaunchRequest
    heap: DeviceHeap
    buffers: Buffers
    report: Callable[[Finding], None]
    views: bool
    promised: frozenset[int]
    _states: Mapping[int, np.ndarray] = field(default_factory=dict[int, np.ndarray])
    _writers: Mapping[int, np.ndarray] = field(default_factory=dict[int, np.ndarray])
    _found: dict[tuple[int, str], Finding] = field(default_factory=dict[tuple[int, str], Finding])

    def states(self) -> Mapping[int, np.ndarray]:
        """Return the states of the heap, and of what this launch writes and reads from a cache."""
        states = {
            number: np.zeros(self.launch.allocations[number].size, np.uint8)
            for number in written_and_cached(self.launch.plan, self._allocation_of)
            if number in self.launch.allocations
        }
        self._writers = {n: np.zeros(len(one) // 4 + 1, np.uint64) for n, one in states.items()}
        if self.heap.may_use(self.request.kernel):
            states[SPACE.number(HEAP.region)] = self.heap.states()
        self._states = states
        return states

    def writers(self) -> Mapping[int, np.ndarray]:
        """Return words that take who writes what this launch reads from a cache."""
        return self._writers

    def constants(self) -> frozenset[int]:
        """Return the rows whose parameters all promise not to be written."""
        return written_constants(self.launch.plan, self.request.kernel, self.promised)

    def rows(self) -> Mapping[int, tuple[int, np.ndarray]]:
        """Return the memory outside the views of each row's arguments."""
        if not self.views:
            return {}
        limited: dict[int, tuple[int, np.ndarray]] = {}
        for row, sources in enumerate(self.launch.plan.rows):
            numbers = {self._allocation_of(source) for source in sources}
            number = next(iter(numbers))
            if len(numbers) == 1 and number in self.launch.allocations:
                outside = self.buffers.outside([self._parameter(s) for s in sources])
                if outside is not None and outside.any():
                    limited[row] = number, outside
        return limited

    def _allocation_of(self, source: Source) -> int:
        """Return the number of the allocation that a parameter points into; -1 if there is none."""
        return -1 if isinstance(source, str) else self.launch.allocation_of(source)

    def _parameter(self, source: Source) -> int:
        """Return the number of the parameter at an offset."""
        offsets = [parameter.offset for parameter in self.request.kernel.parameters]
        return offsets.index(source) if source in offsets else -1

    def told(self, event: LimitEvent) -> None:
        """Note an access beyond its limits."""
        fault = self._fault(event)
        if fault is None:
            return
        key = event.site, fault.kind
        count = event.lanes.bit_count()
        if key in self._found:
            self._found[key].count += count
            return
        site = self.launch.sites[event.site]
        thread, block = self.launch.thread_at(event.context, event.lane)
        self._found[key] = Finding(
            tool="memory",
            kind=fault.kind,
            kernel=self.launch.kernel,
            place=Place(site.source, site.ptx_line),
            other=fault.other,
            thread=thread,
            block=block,
            other_thread=fault.other_thread,
            other_block=fault.other_block,
            element=fault.element,
            count=count,
            message=fault.message,
            advice=_ADVICE[fault.kind],
        )

    def end(self) -> None:
        """Report what was found; the heap's states outlive the launch."""
        for finding in self._found.values():
            self.report(finding)
        if SPACE.number(HEAP.region) in self._writers:
            self.heap.states()[:] &= np.uint8(State.CLOSED)

    def _fault(self, event: LimitEvent) -> _Fault | None:
        address = int(event.addresses[event.lane])
        if event.what == Beyond.EXTENT:
            return self._past_extent(address, event.more)
        element = self.launch.plan.elements[event.site]
        if event.what == Beyond.ARRAY:
            return self._beyond_array(event, address & _SHARED_OFFSET, element)
        number, offset = address >> OFFSET_BITS, offset_of(address)
        if event.what == Beyond.ROW:
            return self._outside_view(event.more, offset)
        in_heap = number == SPACE.number(HEAP.region)
        if in_heap and (self.heap.states()[offset : offset + event.more] & State.CLOSED).any():
            return self._in_heap(event, offset, element)
        place = self.buffers.global_element(number, offset, element)
        row = self.launch.plan.row_of.get(event.site)
        if row is not None and place.dtype:  # an address in a number has no view
            name, index, _ = self._argument_at(row, offset)
            place = Element(name, index)
        if event.what == Beyond.CONSTANT:
            said = f"writes {place}, and its parameter is declared as a pointer to `const`"
            return _Fault("constant-written", said, place)
        said = f"{place} is read as if nothing writes it, but this launch has written it: the read "
        writer = self._writer_of(number, offset, event.more)
        return _Fault("stale-read", said + "may give the old value", place, *writer)

    def _past_extent(self, address: int, extent: int) -> _Fault:
        """Return what a copy of a box does that writes behind the last column of its tensor."""
        columns, size = extent >> 4, extent & 15
        number, offset = address >> OFFSET_BITS, offset_of(address)
        last = self.buffers.global_element(number, offset - size, size)
        hit = self.buffers.held_element(number, offset)
        others = "the padding of the row, or the next columns of a larger tensor"
        said = (
            f"TMA writes to {last.buffer}, whose inner extent, {columns * size:,} bytes, is "
            f"not a multiple of {CHUNK}: a GPU stores whole chunks of {CHUNK} bytes, and so it "
            f"writes {-columns * size % CHUNK} bytes past {last}: {hit or others}"
        )
        return _Fault("past-extent", said, hit or last)

    def _writer_of(
        self, number: int, offset: int, width: int
    ) -> tuple[Place, tuple[int, int, int], tuple[int, int, int]]:
        """Return who has written the first written byte of an access last."""
        written = np.flatnonzero(self._states[number][offset : offset + width] & State.WRITTEN)
        word = int(self._writers[number][offset + int(written[0]) >> 2])
        site = self.launch.sites[word & (1 << WRITER_THREAD) - 1]
        thread = word >> WRITER_THREAD & (1 << WRITER_BLOCK - WRITER_THREAD) - 1
        block = index_in(word >> WRITER_BLOCK, self.launch.grid)
        return Place(site.source, site.ptx_line), index_in(thread, self.launch.block), block

    def _beyond_array(self, event: LimitEvent, offset: int, element: int) -> _Fault | None:
        array = self.launch.plan.arrays[event.site]
        is_shared = array.space == "shared"
        size = int(event.context[Context.SHARED_BYTES]) if is_shared else self._local_bytes
        if offset + element > size:  # the launch stops here, and says so
            return None
        name, index = plain_name(array.name), (offset - array.first) // element
        said = f"accesses {name}[{index}], which is outside {name}"
        if is_shared:
            said += f": it is {self.buffers.shared_element(offset, element)}"
        return _Fault("outside-array", said, Element(name, index, size=element))

    @property
    def _local_bytes(self) -> int:
        return self.launch.plan.local_bytes

    def _outside_view(self, row: int, offset: int) -> _Fault:
        name, index, room = self._argument_at(row, offset)
        said = f"accesses {name}[{index}] of the memory that {name} is a view of: {name} has {room}"
        return _Fault("outside-view", said, Element(name, index))

    def _argument_at(self, row: int, offset: int) -> tuple[str, int, str]:
        """Return name, element, shape and strides of the first argument of a row."""
        sources = self.launch.plan.rows[row]
        numbers = sorted(self._parameter(source) for source in sources)
        return self.buffers.view_of(numbers[0], offset)

    def _in_heap(self, event: LimitEvent, offset: int, element: int) -> _Fault:
        states = self.heap.states()
        width = max(event.more, 1)
        closed = np.flatnonzero(states[offset : offset + width] & State.CLOSED)
        finding_kind, said, at, other = self.heap.describe(offset + int(closed[0]))
        place = Element("device heap", at // element)
        side = other or (None, None, None)
        return _Fault(finding_kind, f"accesses {said}", place, *side)


def needs_limits(
    request: LaunchRequest,
    heap: DeviceHeap,
    buffers: Buffers,
    promised: frozenset[int],
    *,
    views: bool,
) -> bool:
    """Return whether accesses of a launch have limits; to tell of them takes time."""
    kernel, text = request.kernel, request.kernel.module.text
    if heap.may_use(kernel) or (views and buffers.has_views) or _STORES_BOXES.search(text):
        return True
    if promised and written_constants(plan_of(kernel), kernel, promised):
        return True
    if ".nc." not in text and text.count(".shared .align") + text.count(".local .align") < 2:
        return False
    plan = plan_of(kernel)
    if plan.arrays and plan.count > 1:
        return True
    return bool(plan.cached) and bool(written_and_cached(plan, buffers.allocation_at))


def written_constants(plan: LimitPlan, kernel: Kernel, promised: frozenset[int]) -> frozenset[int]:
    """Return the rows of accesses that write only to parameters that promise not to be written."""
    offsets = {parameter.offset for n, parameter in enumerate(kernel.parameters) if n in promised}
    return frozenset(row for row in plan.written_rows if plan.rows[row] <= offsets)


def written_and_cached(plan: LimitPlan, allocation_of: Callable[[Source], int]) -> frozenset[int]:
    """Return the allocations that a launch may write, and reads as if nothing writes them."""
    cached = frozenset(allocation_of(source) for source in plan.cached) - {-1}
    if plan.written is None:
        return cached
    return cached & frozenset(allocation_of(source) for source in plan.written)
