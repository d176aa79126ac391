"""divergence: lanes of a warp are idle while others run another branch."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.rule import NCU, Rule
from kernelscope.launch_time.change import Change
from kernelscope.quantity import format_number
from kernelscope.record import Finding

_LANES = 32
_FEWEST = 24
# Above half of the lanes, divergence matters only if instructions limit the kernel.
# 20 lanes in a kernel that copies 32 MB: dram takes 7.4 µs and issue 1.3, so full warps save
# nothing and nothing is said. 20 lanes in one of 10 million multiply-adds: issue 12.6 µs, a gain of
# 30 %. 12 lanes are said in both, with a gain of 0 in the copy: the same code on other data would
# pay.
_HALF, _LEAST_COST = 16, 0.05
_WARPS, _THREADS = "kernelscope__inst_executed.sum", "kernelscope__thread_inst_executed.sum"
_MEASURED = "smsp__thread_inst_executed_per_inst_executed.ratio"
_FULL = Change(full_warps=True)
_PIPES = ("fma", "alu", "fp64", "xu", "lsu", "control")


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        warps = kernel.counter(_WARPS)
        measured = kernel.launch.counters.get(_MEASURED, _LANES)
        threads = kernel.counter(_THREADS) / warps if warps else measured
        if threads >= _FEWEST:
            continue
        gain = kernel.gain(_with_full_warps(kernel, threads), _FULL)
        # The launch counts too. The erf of a GELU leaves 23.7 lanes, and full warps would take a
        # tenth off a kernel of 0.9 µs that is launched in 2.7.
        if threads < _HALF or (gain or 0.0) >= _LEAST_COST * kernel.share:
            yield _finding(kernel, threads, gain)


def _with_full_warps(kernel: Kernel, threads: float) -> dict[str, float]:
    """Return the counters of the same work in as few warp instructions as can hold it."""
    # `mixed` of the page takes 16.7 lanes for 3.79 million warp instructions: 1.98 million full
    # ones. The fixed kernel has 2.03 million, as its own sorting takes some: 25 % predicted, 23 %
    # measured.
    names = (_WARPS, *(f"kernelscope__inst_pipe_{pipe}.sum" for pipe in _PIPES))
    return {name: kernel.counter(name) * threads / _LANES for name in names}


def _finding(kernel: Kernel, threads: float, gain: float | None) -> Finding:
    launch = kernel.launch
    return Finding(
        "divergence",
        f"only {format_number(threads)} of 32 lanes are active in an instruction of {kernel.name}",
        source=launch.divergent_source or launch.kernel_source or launch.source,
        kernel=kernel.name,
        evidence=f"{format_number(threads)} threads an instruction",
        estimated_gain=gain,
        provenance=kernel.provenance,
        advice=kernel.advice(
            "let a warp's lanes take the same branch: sort or group the work by it, or compute "
            "both sides and select ({select})"
        ),
    )


RULE = Rule(
    "divergence",
    threshold="fewer than 24 active threads an instruction, if that costs at least 5 % of the "
    "kernel; fewer than 16 in any kernel",
    source=f"{NCU} (24); the other thresholds are ours",
    needs="counters",
    find=_find,
    numbers={"24": _FEWEST, "16": _HALF, "5 %": _LEAST_COST},
)
