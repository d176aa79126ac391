"""Launches that end with an error, as findings."""

from __future__ import annotations

from kernelscope._demangle import written_name
from kernelscope.errors import FaultPlace, LaunchError, MemoryAccessError
from kernelscope.sanitizer.buffers import Buffers, Element
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.sanitizer.freed import FreedTensors
from kernelscope.sanitizer.traps import Source, cause_of
from kernelscope.vgpu import LaunchRequest
from kernelscope.vgpu.layout import OFFSET_BITS
from kernelscope.vgpu.runtime.overflows import wide_index

_BARRIERS = ("bar", "barrier", "mbarrier", "shfl", "vote", "match", "redux", "activemask")
_ADVICE = {
    "out-of-bounds": "compare the index with the {tensor}'s size before the access: {below}",
    "expanded": "give the kernel the tensor's own strides and use them, or pass a copy with memory "
    "of its own (`.contiguous()`)",
    "before": "the index is negative: leave out the threads that have no such neighbour, "
    "{not_negative}",
    "misaligned": "an access of 16 bytes needs an address that is a multiple of 16: {narrower}",
    "shared-out-of-bounds": "make the shared array larger, or give the launch more of it: "
    "{dynamic_shared}",
    "block-has-ended": "put the cluster's barrier ({cluster_barrier}) before the end of the "
    "kernel, so that all blocks of the cluster are there for the access",
    "freed-tensor": "keep a reference to the tensor for as long as kernels use its address",
    "tensor-memory": "use columns between `tcgen05.alloc` and `tcgen05.dealloc`, which have one "
    "size and one address; each warp has the lanes of its quarter",
    "operand": "use a thread count or a mask that the block's threads can reach",
}
_OTHERWISE = "see docs/check.md for what this access may do"


def finding_of(
    error: LaunchError, request: LaunchRequest, buffers: Buffers, freed: FreedTensors
) -> Finding | None:
    """Return the fault that a launch ended with; None for other errors: a wrong argument, say."""
    place = error.place
    if place is None:
        return None
    if place.kind == "trap":
        return _trap(request, place)
    is_memory = isinstance(error, MemoryAccessError)
    is_barrier = place.mnemonic.split(".")[0] in _BARRIERS
    if not is_memory and not is_barrier:
        return None
    request.explain(error)
    overflow = error.overflow if isinstance(error, MemoryAccessError) else None
    element = _element(error, place, buffers) if isinstance(error, MemoryAccessError) else None
    finding_kind, message = place.kind, _message(error, place, element)
    is_before = finding_kind == "out-of-bounds" and element is not None and element.index < 0
    advice_kind = "before" if is_before else finding_kind
    expanded = buffers.expanded(element.buffer) if element is not None else ""
    if expanded and finding_kind == "out-of-bounds" and overflow is None:
        assert element is not None
        advice_kind, name = "expanded", element.buffer
        message = f"{name} is {expanded}, and the kernel accesses {name}[{element.index}]"
    if isinstance(error, MemoryAccessError) and error.address >= 0 and overflow is None:
        is_device_address = error.base >= 0
        gone = freed.describe(error.base + error.offset if is_device_address else error.address)
        if gone:
            finding_kind, message, element = "freed-tensor", f"accesses {gone}", None
            advice_kind = finding_kind
    return Finding(
        tool="memory" if is_memory else "barrier",
        kind=finding_kind,
        kernel=request.kernel.name,
        place=Place(place.source, place.ptx_line),
        thread=place.thread,
        block=place.block,
        element=element,
        message=message,
        advice=wide_index(request.origin) if overflow else _ADVICE.get(advice_kind, _OTHERWISE),
        other=Place(overflow.source, overflow.ptx_line) if overflow else None,
    )


def _trap(request: LaunchRequest, place: FaultPlace) -> Finding:
    """Return a trap as a finding: the compiler's for what is undefined, or the program's own."""
    name, ptx = written_name(request.kernel.name), request.kernel.module.text
    trap = cause_of(name, ptx, place.ptx_line, Source.of(request))
    return Finding(
        tool="memory",
        kind=trap.kind,
        kernel=request.kernel.name,
        place=trap.place or Place(place.source, place.ptx_line),
        thread=place.thread,
        block=place.block,
        message=trap.message,
        advice=trap.advice,
    )


def _element(error: MemoryAccessError, place: FaultPlace, buffers: Buffers) -> Element | None:
    if error.address < 0 or error.base < 0:
        return None
    number = error.address - error.offset >> OFFSET_BITS
    return buffers.global_element(number, error.offset, place.lane_bytes or 1)


def _message(error: LaunchError, place: FaultPlace, element: Element | None) -> str:
    if element is None or place.kind != "out-of-bounds":
        return error.problem
    name, index = element.buffer, element.index
    if isinstance(error, MemoryAccessError) and error.overflow is not None:
        problem = error.overflow.problem
        return f"{problem}: the index overflowed, and {name}[{index}] is outside {name}"
    return f"accesses {name}[{index}], which is outside {name}: {error.problem}"
