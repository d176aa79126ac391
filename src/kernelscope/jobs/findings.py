"""What a comparison alone can say of each row: why it takes the time it takes.

Each rule is a function `(row, GPU) -> Finding | None`; the numbers it speaks of
come from the row. Where a rule follows Nsight Compute's, the threshold is that of its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kernelscope.hardware import GPUSpec
from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import Finding, LaunchRecord, Row

_LOAD = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
_SHARED = "l1tex__data_{}_mem_shared_op_{}.sum"
# A warp's widest access is 32 lanes x 16 bytes = 16 sectors: more are spread over the lines.
_MOST_SECTORS = 16
_CONFLICT_SHARE = 0.1
_EXTRA_BYTES = 1.5
_ALL = 0.99
_CLASS = {
    "dram": "memory",
    "l2": "memory",
    "l1": "L1 and shared memory",
    "launch": "launch",
    "blocks": "block-start",
    "latency": "latency",
}
_REMEDY = {
    "launch": "a larger case, or a CUDA graph",
    "block-start": "give each block more work",
    "latency": "more blocks, or more independent work a thread",
}


def findings(row: Row, spec: GPUSpec) -> tuple[Finding, ...]:
    """Everything that the rules find in one row, in the order of the rules."""
    found = (rule(row, spec) for rule in _RULES)
    return tuple(finding for finding in found if finding is not None)


def _unfused(row: Row, spec: GPUSpec) -> Finding | None:
    """Several launches, each through device memory, where one would do."""
    count = len(row.launches) + len(row.operators)
    ratio = row.bytes.ratio if row.bytes else None
    if row.bytes is None or ratio is None or count < 2 or ratio < _EXTRA_BYTES:
        return None
    moved = format_quantity(Quantity(row.bytes.moved, "B", row.bytes.provenance))
    return Finding(
        "unfused-operators",
        f"{count} launches move {moved}, {format_number(ratio)} times the fewest bytes",
        evidence=f"{format_number(ratio)} times the fewest bytes {row.bytes.note}".rstrip(),
        estimated_gain=1 - 1 / ratio,  # if bytes alone made the time
        provenance=row.bytes.provenance,
        advice="fuse them into one kernel that keeps the values between in registers",
    )


def _extra_traffic(row: Row, spec: GPUSpec) -> Finding | None:
    """One launch that reads or writes device memory more often than it must."""
    ratio = row.bytes.ratio if row.bytes else None
    if ratio is None or len(row.launches) + len(row.operators) != 1 or ratio < _EXTRA_BYTES:
        return None
    return Finding(
        "extra traffic",
        f"one launch moves {format_number(ratio)} times the fewest bytes",
        advice="look for padding, copies of the input, and loads that are used once",
    )


def _uncoalesced(row: Row, spec: GPUSpec) -> Finding | None:
    """More sectors a request than a warp's widest contiguous access has."""
    worst: tuple[float, str, LaunchRecord] | None = None
    for launch in row.launches:
        for kind, name in (("ld", "load"), ("st", "store")):
            requests = launch.counters.get(_LOAD.format("requests", kind), 0.0)
            sectors = launch.counters.get(_LOAD.format("sectors", kind), 0.0)
            if requests and sectors / requests > (worst[0] if worst else _MOST_SECTORS):
                worst = sectors / requests, name, launch
    if worst is None:
        return None
    each, name, launch = worst
    return Finding(
        "uncoalesced-access",
        f"{launch.kernel} touches {format_number(each)} sectors a {name} of a warp; "
        f"contiguous 4-byte lanes touch 4, 16-byte lanes {_MOST_SECTORS}",
        source=launch.kernel_source or launch.source,
        provenance="counted",
        advice="let neighbouring lanes touch neighbouring addresses",
    )


def _bank_conflicts(row: Row, spec: GPUSpec) -> Finding | None:
    """Conflicts are at least a tenth of the shared-memory wavefronts (Nsight Compute's rule)."""
    for launch in row.launches:
        waves, conflicts = 0.0, 0.0
        for kind in ("ld", "st"):
            waves += launch.counters.get(_SHARED.format("pipe_lsu_wavefronts", kind), 0.0)
            conflicts += launch.counters.get(_SHARED.format("bank_conflicts_pipe_lsu", kind), 0.0)
        if waves and conflicts / waves >= _CONFLICT_SHARE:
            return Finding(
                "bank-conflicts",
                f"{conflicts / waves:.0%} of the shared-memory wavefronts of {launch.kernel} "
                "are bank conflicts",
                source=launch.kernel_source or launch.source,
                provenance="counted",
                advice="pad the rows of the tile by one element, or swizzle its columns",
            )
    return None


def _small_grid(row: Row, spec: GPUSpec) -> Finding | None:
    """The longest kernel leaves SMs without a block."""
    launch = max(row.launches, key=_time_of, default=None)
    if launch is None:
        return None
    blocks = launch.grid[0] * launch.grid[1] * launch.grid[2]
    if blocks >= spec.sms:
        return None
    return Finding(
        "small-grid",
        f"{launch.kernel} starts {blocks} blocks: {spec.sms - blocks} of {spec.sms} SMs get none",
        source=launch.source,
        provenance="counted",
        advice="smaller blocks, or split the longest loop over more of them",
    )


def _bound(row: Row, spec: GPUSpec) -> Finding | None:
    """What most of the time is spent on."""
    shares = _time_by_class(row, spec)
    total = sum(shares.values())
    if not total:
        return None
    name = max(shares, key=lambda key: shares[key])
    share = shares[name] / total
    return Finding(
        "bound",
        f"{name}-bound" + (f" for {100 * share:.0f} % of its time" if share < _ALL else ""),
        evidence="the time model's largest part of each launch",
        provenance="estimated",
        advice=_REMEDY.get(name, ""),
    )


def _time_by_class(row: Row, spec: GPUSpec) -> dict[str, float]:
    shares: dict[str, float] = {}
    for name, time in _classes(row, spec):
        shares[name] = shares.get(name, 0.0) + time
    return shares


def _classes(row: Row, spec: GPUSpec) -> Iterable[tuple[str, float]]:
    for launch in row.launches:
        if launch.bound:
            yield _CLASS.get(launch.bound, "compute"), _time_of(launch)
    rate = spec.dram_gb_per_s * 1e3  # bytes a microsecond
    peak = max(spec.peak_tflops.values()) * 1e6
    for operator in row.operators:
        time = operator.time_us.value if operator.time_us else 0.0
        memory = (operator.bytes_read + operator.bytes_written) / rate
        compute = operator.flops / peak
        if max(memory, compute) < time / 2:
            yield "launch" if time < 10 else "compute", time
        else:
            yield "memory" if memory >= compute else "compute", time


def _time_of(launch: LaunchRecord) -> float:
    return launch.time_us.value if launch.time_us else 0.0


_RULES: tuple[Callable[[Row, GPUSpec], Finding | None], ...] = (
    _unfused,
    _extra_traffic,
    _uncoalesced,
    _bank_conflicts,
    _small_grid,
    _bound,
)
