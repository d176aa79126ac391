"""uncoalesced-access: a line touches more sectors than its bytes fill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.launch_time.change import Change
from kernelscope.quantity import format_number
from kernelscope.record import Access, Finding

_SECTOR = 32
_TIMES_IDEAL = 2.0
_OPERATIONS = {"load": ("ld", "read"), "copy": ("ld", "read"), "store": ("st", "written")}
_L1 = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"
_L2 = "lts__t_sectors_srcunit_tex_op_{}.sum"
_REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_{}.sum"
_WIDEST = 16  # sectors of 32 lanes of 128 bits
_MISALIGNED = 1  # sectors more that a misaligned row costs each request
_UNIQUE = "kernelscope__unique_sectors_{}.sum"


def ideal_sectors(access: Access) -> float:
    """Return the sectors that the active lanes' bytes fill, at least one for each request."""
    # A warp's 32 lanes load 4 bytes: 128 bytes, 4 sectors. One lane that loads 4 bytes needs one
    # sector, not an eighth: without the maximum it would touch eight times its ideal.
    return max(access.requests, access.lanes * access.lane_bytes / _SECTOR)


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        lines: dict[str, list[Access]] = {}
        for access in kernel.launch.accesses:
            if access.kind in _OPERATIONS and _is_uncoalesced(access):
                lines.setdefault(access.source, []).append(access)
        for accesses in lines.values():
            yield _finding(kernel, accesses)
        if not kernel.launch.accesses:
            yield from _of_a_kernel(kernel)


def _of_a_kernel(kernel: Kernel) -> Iterable[Finding]:
    """Yield findings without lines and widths: more sectors a request than the widest access
    fills.
    """
    for access, (op, _) in (("load", _OPERATIONS["load"]), ("store", _OPERATIONS["store"])):
        sectors, requests = kernel.counter(_L1.format(op)), kernel.counter(_REQUESTS.format(op))
        # Nsight Compute's counters say nothing of widths. The kernels of naive GELU load 16 bytes a
        # lane and touch 16 sectors, as they should; `x.t()` in fp32 touches 32, which no width
        # explains. 8 sectors may be a good load of 8 bytes or a poor one of 4, so it is not
        # reported.
        if requests and sectors > (_WIDEST + _MISALIGNED) * requests:
            yield Finding(
                "uncoalesced-access",
                f"each {access} of a warp of {kernel.name} touches "
                f"{format_number(sectors / requests)} sectors; "
                f"{_WIDEST} would hold 128 bits a lane",
                source=kernel.launch.kernel_source or kernel.launch.source,
                kernel=kernel.name,
                evidence=f"{sectors:,.0f} sectors in {requests:,.0f} requests in {kernel.name}",
                provenance=kernel.provenance,
                advice=kernel.advice("{coalesce}"),
            )


def _is_uncoalesced(access: Access) -> bool:
    # A misaligned row costs one more sector a request, which may double it for narrow types.
    # `x[1:]` of bytes: 32 lanes of 1 byte touch 2 sectors of an ideal 1: twice, but no order of
    # threads avoids it: not found. x.t() of fp32 numbers: 32 sectors of 4: found. Every second
    # number: 8 of 4: found. `x[1:]` of fp32 numbers: 5 of 4: not found.
    ideal = ideal_sectors(access)
    return (
        access.sectors >= _TIMES_IDEAL * ideal
        and access.sectors > ideal + _MISALIGNED * access.requests
    )


def _finding(kernel: Kernel, accesses: Sequence[Access]) -> Finding:
    """Return one finding for all uncoalesced accesses of a line."""
    worst = max(accesses, key=_excess)
    each, ideal = worst.sectors / worst.requests, ideal_sectors(worst) / worst.requests
    both = " and ".join(sorted({access.kind for access in accesses}))
    return Finding(
        "uncoalesced-access",
        f"each {both} of a warp of {kernel.name} touches {format_number(each)} sectors; "
        f"{format_number(ideal)} would hold its bytes",
        source=worst.source or kernel.launch.kernel_source or kernel.launch.source,
        kernel=kernel.name,
        evidence=f"{worst.sectors:,.0f} sectors in {worst.requests:,.0f} requests of "
        f"{worst.lane_bytes} bytes a lane in {kernel.name}",
        estimated_gain=_gain(kernel, accesses),
        provenance=kernel.provenance,
        advice=kernel.advice("{coalesce}"),
    )


def _excess(access: Access) -> float:
    return access.sectors - ideal_sectors(access)


def _gain(kernel: Kernel, accesses: Sequence[Access]) -> float | None:
    """Return the share of the time saved if these accesses of a line touched their ideal."""
    counters = _coalesced(kernel, accesses)
    kinds = {access.kind for access in accesses}
    left = [
        (
            accesses[0].source,
            access_kind,
            sum(ideal_sectors(a) for a in accesses if a.kind == access_kind)
            / sum(a.sectors for a in accesses if a.kind == access_kind),
        )
        for access_kind in sorted(kinds)
    ]
    names = (_UNIQUE.format(way) for way in ("read", "written"))
    read, written = (counters.get(name, kernel.counter(name)) for name in names)
    return kernel.gain(counters, Change(coalesced=tuple(left), unique=(read, written)))


def _coalesced(kernel: Kernel, accesses: Sequence[Access]) -> dict[str, float]:
    """Return the counters if these accesses touched their ideal sectors."""
    changed: dict[str, float] = {}
    for access in accesses:
        op, way = _OPERATIONS[access.kind]
        names = _L1.format(op), _L2.format("read" if op == "ld" else "write")
        for name in names:
            changed[name] = changed.get(name, kernel.counter(name)) - _excess(access)
        # Sectors that are no longer requested are not fetched from device memory either.
        # x.t() of 2^21 numbers: 2,097,152 sectors touched, 262,144 of them distinct, and as many
        # remain: dram is as before. x[::8] of fp32 numbers touches 32 a warp, all distinct:
        # coalesced it would touch 4, so device memory has an eighth of the traffic too.
        distinct = _UNIQUE.format(way)
        changed[distinct] = min(kernel.counter(distinct), changed[names[0]])
    return changed


RULE = Rule(
    "uncoalesced-access",
    threshold="a line's sectors are at least twice the ideal: 4, 8, 16 a request for whole warps "
    "of 32, 64, 128 bits a lane",
    source=f"sectors a request, Nsight Compute; the factor {OWN}",
    needs="counters by source line",
    find=_find,
    numbers={"twice": _TIMES_IDEAL, "one above": _MISALIGNED, "16 sectors": _WIDEST},
)
