"""bank-conflicts: lanes of a warp access different words of one shared-memory bank."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.rule import NCU, Rule
from kernelscope.launch_time.change import Change
from kernelscope.quantity import format_number
from kernelscope.record import Finding

# `tile[threadIdx.x][threadIdx.y]` of a 32x32 tile: each load takes 32 wavefronts instead of 1;
# 4,063,232 of 4,325,376 wavefronts, 94 %, are conflicts. Rows of 33 numbers: 0 %. On an H200
# softmax in Triton has 1,703 conflicts in 19,933 wavefronts of loads, 1,614 in the next call: the
# warps' timing makes them, padding would not remove them, and below 10 % nothing is said.
_SHARE = 0.1
_WAVES = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
_CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
_OPERATIONS = ("ld", "st")


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        waves = sum(kernel.counter(_WAVES.format(op)) for op in _OPERATIONS)
        conflicts = sum(kernel.counter(_CONFLICTS.format(op)) for op in _OPERATIONS)
        if waves and conflicts / waves >= _SHARE:
            yield _finding(kernel, waves, conflicts)


def _finding(kernel: Kernel, waves: float, conflicts: float) -> Finding:
    worst = max(kernel.launch.accesses, key=lambda access: access.conflicts, default=None)
    ways = waves / (waves - conflicts)
    line = worst.source if worst is not None and worst.conflicts else ""
    # In the transpose the load has 4,194,304 wavefronts and 4,063,232 conflicts: 32-way. Over the
    # whole kernel, with the stores that have no conflicts, it would be 16.5-way, a number that no
    # line has.
    if worst is not None and worst.conflicts:
        ways = worst.wavefronts / (worst.wavefronts - worst.conflicts)
    without = {
        _WAVES.format(op): kernel.counter(_WAVES.format(op)) - kernel.counter(_CONFLICTS.format(op))
        for op in _OPERATIONS
    }
    return Finding(
        "bank-conflicts",
        f"{format_number(ways)}-way bank conflicts: {conflicts / waves:.0%} of the shared-memory "
        f"wavefronts of {kernel.name}",
        source=line or kernel.launch.kernel_source or kernel.launch.source,
        kernel=kernel.name,
        evidence=f"{conflicts:,.0f} of {waves:,.0f} wavefronts",
        estimated_gain=kernel.gain(without, Change(without_conflicts=_left(kernel))),
        provenance=kernel.provenance,
        advice=kernel.advice("{pad}"),
    )


def _left(kernel: Kernel) -> tuple[tuple[str, str, float], ...]:
    """Return the share of the wavefronts of each line and kind that are not conflicts."""
    sums: dict[tuple[str, str], list[float]] = {}
    for access in kernel.launch.accesses:
        of_line = sums.setdefault((access.source, access.kind), [0.0, 0.0])
        of_line[0] += access.wavefronts - access.conflicts
        of_line[1] += access.wavefronts
    return tuple((*key, own / whole) for key, (own, whole) in sums.items() if own < whole)


RULE = Rule(
    "bank-conflicts",
    threshold="conflicts are at least 10 % of the wavefronts of shared loads and stores",
    source=NCU,
    needs="counters",
    find=_find,
    numbers={"10 %": _SHARE},
)
