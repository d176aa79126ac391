"""The limits of a call's time, for the four rules that name one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from kernelscope.diagnose.evidence import Evidence, Kernel, time_of
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import EVENTS_OVER_DURATION_US, estimate_operator
from kernelscope.quantity import format_number
from kernelscope.record import Finding, LaunchRecord, LibraryLaunch, OperatorRecord

Limit = Literal["memory", "compute", "latency", "launch"]

_CLASS: dict[str, Limit] = {
    "dram": "memory",
    "l2": "memory",
    "l1": "memory",
    "launch": "launch",
    "blocks": "launch",
    "latency": "latency",
}
_COMPUTE = "sm__throughput.avg.pct_of_peak_sustained_elapsed"
_MEMORY = "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"
# Profiled on an H200: PyTorch's softmax of 4096x1024 reaches 39.0 % of compute and 33.7 % of
# memory, so its limit is latency; GELU of 4096² reaches 40 % and 74 %, memory. Without this bound
# softmax would be compute-bound, for 39 is more than 34, and cheaper instructions would not help
# it.
BUSY = 0.6  # of their peaks: if both throughputs are below, neither holds the kernel
_ALL = 0.99
_MEASURED = "each kernel's compute and memory throughput"
# Inductor's softmax of 4096x1024: issue 8.4 µs, dram 8.0, of 13.0 in all. With no instructions at
# all it would still take 12.6, so memory limits it. GELU in 65,536 blocks: blocks 39 µs, dram 31,
# of 44: fewer blocks would save 18 %.
SAVES = 0.05  # of the time: a part that is longer than the memory's by less does not limit a kernel
# A library's product of 4096 in bf16 takes 180 µs, of which its FLOPs explain 139 at the peak;
# attention and convolution reach a third of it.
PRODUCT_SHARE = 0.25  # of an operator's time without launching, at least, at the precision's peak
# 1 / 1.25, as the time model promises 25 % (`KNOWN_ERROR`): what is above cannot be told from the
# limit. The fastest GELU on an H200 reaches 87.6 %.
AT_LIMIT = 0.8  # of the ceiling
FEWEST_BYTES = 1.05  # times the fewest: rows that end inside a sector move a little more


def spent_on(evidence: Evidence) -> dict[Limit, float]:
    """Return microseconds by limit."""
    shares: dict[Limit, float] = {}
    for limit, time in _limits(evidence):
        shares[limit] = shares.get(limit, 0.0) + time
    return shares


def named(evidence: Evidence, limit: Limit, advice: str) -> Iterable[Finding]:
    """Yield a finding that names the limit, if more time is spent on it than on any other.

    Work that is at the limit of its hardware is said to be, and no advice is given.
    """
    shares = spent_on(evidence)
    total = sum(shares.values())
    if not total or max(shares, key=lambda name: shares[name]) != limit:
        return
    share = shares[limit] / total
    measured = bool(evidence.kernels) and all(map(_is_measured, evidence.kernels))
    parts = sorted({part for kernel in evidence.kernels if (part := _part_of(kernel.launch))})
    message = f"{limit}-bound" + (f" for {100 * share:.0f} % of its time" if share < _ALL else "")
    reached = _at_limit(evidence) if limit in ("memory", "compute") else ""
    yield Finding(
        f"{limit}-bound",
        reached or message,
        evidence=_MEASURED
        if measured
        else "the largest part of each launch's time"
        + (f" by the model: {', '.join(parts)}" if parts else ""),
        provenance="measured" if measured else "estimated",
        advice="" if reached else advice,
    )


def _at_limit(evidence: Evidence) -> str:
    """Return that the work is at its limit, with the figures; "" if it is not known to be."""
    standing = evidence.percent_of_limit
    if standing is None or standing.value < 100 * AT_LIMIT:
        return ""
    words = f"at the limit: {format_number(standing.value)} % {standing.note}".rstrip()
    if evidence.product:
        return words
    ratio = evidence.bytes.ratio if evidence.bytes is not None else None
    if ratio is None or ratio > FEWEST_BYTES:
        return ""
    return f"{words}, and {format_number(ratio)} times the fewest bytes"


def _is_measured(kernel: Kernel) -> bool:
    return _COMPUTE in kernel.launch.counters and _MEMORY in kernel.launch.counters


def _limits(evidence: Evidence) -> Iterable[tuple[Limit, float]]:
    for kernel in evidence.kernels:
        limit = limit_of(kernel)
        if limit is not None:
            yield limit, kernel.share * evidence.total_us
    for operator in evidence.own_operators:
        yield from _limits_of_operator(operator, evidence.spec)


def limit_of(kernel: Kernel) -> Limit | None:
    """Return a kernel's limit: by measured throughputs if there are any, else by the time model."""
    counters = kernel.launch.counters
    if _is_measured(kernel):
        compute, memory = counters[_COMPUTE], counters[_MEMORY]
        if max(compute, memory) < 100 * BUSY:
            return "latency"
        return "compute" if compute > memory else "memory"
    part = _part_of(kernel.launch)
    return _CLASS.get(part, "compute") if part else None


def _part_of(launch: LaunchRecord) -> str:
    """Return the part of the model's time that limits a launch; "" if it is not known."""
    bound, parts = launch.bound, launch.time_parts
    if bound in ("", "launch") or "dram" not in parts:
        return bound
    # The parts of a simulated time are by the counts, but for those of the SM and of device memory.
    # An SM that waits for memory is as long as that.
    longest = parts.get(bound, 0.0) if bound == "l2" else parts.get("sm", parts.get(bound, 0.0))
    held = _held_by_memory(time_of(launch), longest, parts["dram"])
    return "dram" if held else bound


def _held_by_memory(time: float, longest: float, memory: float) -> bool:
    """Return whether a launch hardly gets shorter without what takes longer than its memory."""
    return longest - memory < SAVES * time


def _limits_of_operator(operator: OperatorRecord, spec: GPUSpec) -> Iterable[tuple[Limit, float]]:
    """Yield the limit of each launch of an operator, by its time, bytes and FLOPs alone.

    It is the limit that a kernel of the user's with that time and those bytes has.
    """
    each = [
        (launch.time_us.value + EVENTS_OVER_DURATION_US, launch) for launch in operator.launches
    ]
    parts = each or [(time_of(operator), operator)]
    total = sum(time for time, _ in parts)
    for time, work in parts:
        part = time / total if total else 0.0
        yield _limit_of_work(spec, time, work, operator.precision), part * time_of(operator)


def _limit_of_work(
    spec: GPUSpec, time: float, work: LibraryLaunch | OperatorRecord, precision: str
) -> Limit:
    read, written = work.bytes_read, work.bytes_written
    model = estimate_operator(spec, bytes_read=read, bytes_written=written)
    launching = estimate_operator(spec, bytes_read=0, bytes_written=0).time_us.value
    # What two events show besides the longest part: the launch, the first latency, the ramp.
    longest = time - model.parts["launch"]
    if longest < launching:
        return "launch"
    if _held_by_memory(time, longest, model.parts["dram"]):
        return "memory"
    # PyTorch's softmax of 4096x1024 takes 14.9 µs, and its bytes 8.0 of the 10.2 that are not the
    # launch's. On an H200 it reaches 39 % of compute and 34 % of memory: it waits. So does
    # attention of 64 x 16 in fp32, 11.6 µs, whose products take 0.03.
    peak = spec.peak_tflops.get(precision, spec.peak_tflops["fp32"])
    return "compute" if work.flops / (peak * 1e6) >= PRODUCT_SHARE * longest else "latency"
