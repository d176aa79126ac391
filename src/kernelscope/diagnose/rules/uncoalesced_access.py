"""uncoalesced-access: a line touches more sectors than its bytes fill."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.quantity import format_number
from kernelscope.record import Access, Finding

_SECTOR = 32
_TIMES_IDEAL = 2.0
_OPERATIONS = {"load": ("ld", "read"), "copy": ("ld", "read"), "store": ("st", "written")}
_L1 = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"
_L2 = "lts__t_sectors_srcunit_tex_op_{}.sum"
_UNIQUE = "kernelscope__unique_sectors_{}.sum"


def ideal_sectors(access: Access) -> float:
    """The sectors that its active lanes' bytes fill, and at least one a request."""
    return max(access.requests, access.lanes * access.lane_bytes / _SECTOR)


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        for access in kernel.launch.accesses:
            if access.kind in _OPERATIONS and _is_uncoalesced(access):
                yield _finding(kernel, access)


def _is_uncoalesced(access: Access) -> bool:
    # A misaligned row costs one more sector a request, which for narrow types may be the double.
    ideal = ideal_sectors(access)
    return access.sectors >= _TIMES_IDEAL * ideal and access.sectors > ideal + access.requests


def _finding(kernel: Kernel, access: Access) -> Finding:
    each, ideal = access.sectors / access.requests, ideal_sectors(access) / access.requests
    return Finding(
        "uncoalesced-access",
        f"each {access.kind} of a warp touches {format_number(each)} sectors, "
        f"where {format_number(ideal)} hold its bytes",
        source=access.source or kernel.launch.kernel_source or kernel.launch.source,
        evidence=f"{access.sectors:,.0f} sectors in {access.requests:,.0f} requests of "
        f"{access.lane_bytes} bytes a lane in {kernel.launch.kernel}",
        estimated_gain=kernel.gain(_coalesced(kernel, access)),
        provenance=kernel.provenance,
        advice="let neighbouring lanes touch neighbouring addresses: another order of threads or "
        "data, or through shared memory",
    )


def _coalesced(kernel: Kernel, access: Access) -> dict[str, float]:
    """The counters with this line's ideal sectors."""
    op, way = _OPERATIONS[access.kind]
    l1, l2, unique = (_L1.format(op), _L2.format("read" if op == "ld" else "write"), way)
    excess = access.sectors - ideal_sectors(access)
    left = kernel.counter(l1) - excess
    distinct = _UNIQUE.format(unique)
    # Sectors that nobody asks for any more are not fetched from device memory either.
    return {
        l1: left,
        l2: kernel.counter(l2) - excess,
        distinct: min(kernel.counter(distinct), left),
    }


RULE = Rule(
    "uncoalesced-access",
    threshold="a line's sectors are at least twice the ideal: 4, 8, 16 a request for whole warps "
    "of 32, 64, 128 bits a lane",
    source=f"sectors a request, Nsight Compute; the factor {OWN}",
    needs="counters by source line",
    find=_find,
)
