"""The limits of a call's time, for the four rules that name one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from kernelscope.diagnose.evidence import Evidence, Kernel, time_of
from kernelscope.hardware import GPUSpec
from kernelscope.record import Finding, OperatorRecord

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
# If an operator's bytes and FLOPs explain less than half of its time, something else limits it:
# its launch, if it takes only a few microseconds.
# Measured on an H200: a bf16 product of edge 512 takes 6.3 µs, of which its bytes explain 0.3 and
# its FLOPs 0.1: launch. One of edge 4096 takes 180 µs, of which its FLOPs explain 69 at the peak of
# the GPU's fastest precision: too long for a launch, so compute.
IDLE_SHARE = 0.5
SHORT_US = 10.0


def spent_on(evidence: Evidence) -> dict[Limit, float]:
    """Return microseconds by limit."""
    shares: dict[Limit, float] = {}
    for limit, time in _limits(evidence):
        shares[limit] = shares.get(limit, 0.0) + time
    return shares


def named(evidence: Evidence, limit: Limit, advice: str) -> Iterable[Finding]:
    """Yield a finding that names the limit, if more time is spent on it than on any other."""
    shares = spent_on(evidence)
    total = sum(shares.values())
    if not total or max(shares, key=lambda name: shares[name]) != limit:
        return
    share = shares[limit] / total
    measured = bool(evidence.kernels) and all(map(_is_measured, evidence.kernels))
    parts = sorted({kernel.launch.bound for kernel in evidence.kernels if kernel.launch.bound})
    yield Finding(
        f"{limit}-bound",
        f"{limit}-bound" + (f" for {100 * share:.0f} % of its time" if share < _ALL else ""),
        evidence=_MEASURED
        if measured
        else "the largest part of each launch's time"
        + (f" by the model: {', '.join(parts)}" if parts else ""),
        provenance="measured" if measured else "estimated",
        advice=advice,
    )


def _is_measured(kernel: Kernel) -> bool:
    return _COMPUTE in kernel.launch.counters and _MEMORY in kernel.launch.counters


def _limits(evidence: Evidence) -> Iterable[tuple[Limit, float]]:
    for kernel in evidence.kernels:
        limit = limit_of(kernel)
        if limit is not None:
            yield limit, kernel.share * evidence.total_us
    for operator in evidence.own_operators:
        yield _limit_of_operator(operator, evidence.spec), time_of(operator)


def limit_of(kernel: Kernel) -> Limit | None:
    """Return a kernel's limit: by measured throughputs if there are any, else by the time model."""
    counters = kernel.launch.counters
    if _is_measured(kernel):
        compute, memory = counters[_COMPUTE], counters[_MEMORY]
        if max(compute, memory) < 100 * BUSY:
            return "latency"
        return "compute" if compute > memory else "memory"
    bound = kernel.launch.bound
    return _CLASS.get(bound, "compute") if bound else None


def _limit_of_operator(operator: OperatorRecord, spec: GPUSpec) -> Limit:
    time = time_of(operator)
    memory = (operator.bytes_read + operator.bytes_written) / (spec.dram_gb_per_s * 1e3)
    compute = operator.flops / (max(spec.peak_tflops.values()) * 1e6)
    if max(memory, compute) < IDLE_SHARE * time:
        return "launch" if time < SHORT_US else "compute"
    return "memory" if memory >= compute else "compute"
