"""low-occupancy: too few warps are resident to hide the latency that limits the kernel."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.limits import limit_of
from kernelscope.diagnose.rule import NCU, Rule
from kernelscope.hardware.timing import estimate_record
from kernelscope.launch_time.change import Change
from kernelscope.record import Finding

_LEAST = 0.8
_WAVES = 1.0
# Of the kernel's time. Estimates are 7 % off on kernels that they were not fitted to, and of two
# launches that differ by over 10 % the faster is named in 99 % (docs/time.md). A softmax of 80
# registers in 1.3 waves at 38 % promised 5 %: whether that is there, only a GPU can say.
_LEAST_GAIN = 0.1
_GOOD_BLOCK = 256
_REMEDY = {
    "registers": "fewer registers a thread: {cap_registers}",
    "shared": "less shared memory a block: smaller tiles, fewer stages",
    "blocks": f"larger blocks: {_GOOD_BLOCK} threads",
    "warps": f"a block that divides the SM's warps: {_GOOD_BLOCK} threads",
}


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        launch = kernel.launch
        # If the grid does not fill the GPU once, the grid is too small, not the occupancy.
        # Blocks of 128 threads with 100 KiB of shared memory: 2 an SM, 12 %. 1,024 blocks are 3.9
        # waves, and latency is paid in each: 11.0 µs; a full SM does it in one: a gain of 40 %. 64
        # blocks of the same kernel are a quarter of a wave, and more room on an SM would stay
        # empty.
        held = limit_of(kernel) == "latency" and (launch.waves or 0.0) > _WAVES
        if held and launch.occupancy is not None and launch.occupancy < _LEAST:
            gain = _gain(kernel)
            if gain is None or gain >= _LEAST_GAIN * kernel.share:
                yield _finding(kernel, launch.occupancy, gain)


def _finding(kernel: Kernel, occupancy: float, gain: float | None) -> Finding:
    launch = kernel.launch
    return Finding(
        "low-occupancy",
        f"{occupancy:.0%} of the warps that an SM can hold are resident, limited by "
        f"{launch.limiter}, and latency limits {kernel.name}",
        source=launch.kernel_source or launch.source,
        kernel=kernel.name,
        evidence=f"{launch.registers or 'unknown'} registers a thread, "
        f"{launch.shared_bytes:,} bytes of shared memory and "
        f"{math.prod(launch.block)} threads a block",
        estimated_gain=gain,
        provenance="computed",
        advice=kernel.advice(_REMEDY.get(launch.limiter, "")),
    )


def _gain(kernel: Kernel) -> float | None:
    """Return the share of time saved by the same warps in a shape that fills the SMs."""
    launch = kernel.launch
    warps = math.ceil(math.prod(launch.block) / 32)
    full = Change(
        resident=max(kernel.spec.max_warps_per_sm // warps, 1),
        shared_bytes=0 if launch.limiter == "shared" else None,
    )
    simulated = kernel.simulated_gain(full)
    if simulated is not None or kernel.estimate is None:
        return simulated
    # 32 blocks an SM are the most, so blocks of one warp fill 32 of 64 warps, and no register or
    # byte less changes that. The estimate packs the same threads into blocks of 256: 8 an SM, 64
    # warps. `limits=False` alone would leave the blocks as they are and promise nothing.
    if launch.limiter in ("blocks", "warps"):
        blocks = -(-kernel.blocks * math.prod(launch.block) // _GOOD_BLOCK)
        launch = dataclasses.replace(launch, grid=(blocks, 1, 1), block=(_GOOD_BLOCK, 1, 1))
    free = estimate_record(kernel.spec, launch, limits=False)
    return kernel.share * max(0.0, 1 - free.time_us.value / kernel.estimate.time_us.value)


RULE = Rule(
    "low-occupancy",
    threshold="theoretical occupancy under 80 % in a kernel of more than one wave that latency "
    "limits, if full SMs would save at least 10 % of its time by the model",
    source=f"{NCU} (80 %); the condition on latency is ours",
    needs="launches with occupancy and a bound, the time model's or a profiler's",
    find=_find,
    numbers={"80 %": _LEAST, "one wave": _WAVES, "10 %": _LEAST_GAIN},
)
