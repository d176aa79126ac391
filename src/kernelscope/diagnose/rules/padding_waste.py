"""padding-waste: a mask turns lanes off, because a block is larger than its data."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.launch_time.change import Change
from kernelscope.record import Access, Finding

# Rows of 130 numbers in a block of 256: 266,240 of 524,288 lanes load, 49 % are masked off: found.
# Rows of 781 in 1,024: 24 %, which the next power of two costs on average, so nothing is said.
_SHARE = 1 / 3
_NAMES = (
    "kernelscope__inst_executed.sum",
    *(f"kernelscope__inst_pipe_{pipe}.sum" for pipe in ("fma", "alu", "xu", "lsu", "tensor")),
)
_MACS = "kernelscope__tensor_mac_"


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        loads = [access for access in kernel.launch.accesses if _is_masked_load(access)]
        issued = sum(access.issued_lanes * access.lane_bytes for access in loads)
        active = sum(access.lanes * access.lane_bytes for access in loads)
        if issued and 1 - active / issued >= _SHARE:
            worst = max(loads, key=lambda access: access.issued_lanes - access.lanes)
            yield _finding(kernel, worst, 1 - active / issued)


def _is_masked_load(access: Access) -> bool:
    # One lane of a block that fetches a number for all of them is not padding.
    # `if (threadIdx.x == 0) scale = s[blockIdx.x]` loads with 1 of 32 lanes: 1,000 lanes in 1,000
    # requests. It counts in neither sum. If it did, a kernel with only that load would be "97 %
    # masked off", though all of its threads work.
    return (
        access.kind in ("load", "copy") and access.requests > 0 and access.lanes > access.requests
    )


def _finding(kernel: Kernel, worst: Access, share: float) -> Finding:
    launch = kernel.launch
    tensor = [name for name in launch.counters if name.startswith(_MACS)]
    without = {name: kernel.counter(name) * (1 - share) for name in (*_NAMES, *tensor)}
    return Finding(
        "padding-waste",
        f"{share:.0%} of the lanes that load in {kernel.name} are masked off: its blocks are "
        "larger than the data",
        source=worst.source or launch.kernel_source or launch.source,
        kernel=kernel.name,
        evidence=f"{worst.lanes:,.0f} of {worst.issued_lanes:,.0f} lanes load",
        estimated_gain=kernel.gain(without, Change(work=1 - share)),
        provenance=kernel.provenance,
        advice="use a loop over smaller blocks, several rows per block, or sizes that divide the "
        "data",
    )


RULE = Rule(
    "padding-waste",
    threshold="at least a third of the lanes of global loads are masked off: the next power of "
    "two alone wastes a quarter on average",
    source=OWN,
    needs="counters by source line",
    find=_find,
    numbers={"a third": _SHARE},
)
