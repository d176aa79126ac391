"""small-grid: fewer blocks than the GPU has SMs."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.rule import NCU, Rule
from kernelscope.diagnose.rules.tail_effect import SM_PARTS
from kernelscope.launch_time.change import Change
from kernelscope.record import Finding

# A grid of fewer SMs is reported at any cost; a larger one if it costs at least this much.
# 132 SMs, 10 million multiply-adds. 20 blocks: reported, gain 82 %. 100 blocks: issue takes 16.2 of
# 19.2 µs, and 32 more SMs would save 20 %: reported. 131 blocks: 0.6 %, not reported. 100 blocks
# that copy 32 MB are limited by dram, which all SMs share: no gain, and not reported.
_FEW, _COST = 0.25, 0.2


def _find(evidence: Evidence) -> Iterable[Finding]:
    sms = evidence.spec.sms
    for kernel in evidence.kernels:
        spread: dict[str, float] = dict.fromkeys((*SM_PARTS, "latency"), kernel.blocks / sms)
        if kernel.blocks < sms:
            gain = kernel.gain_of_parts(spread, Change(spread=True))
            if kernel.blocks < _FEW * sms or (gain or 0.0) >= _COST * kernel.share:
                yield _finding(kernel, sms, gain)


def _finding(kernel: Kernel, sms: int, gain: float | None) -> Finding:
    launch, blocks = kernel.launch, kernel.blocks
    return Finding(
        "small-grid",
        f"{kernel.name} starts {blocks} block{'s' if blocks > 1 else ''}: {sms - blocks} of "
        f"{sms} SMs get none",
        source=launch.source or launch.kernel_source,
        kernel=kernel.name,
        evidence=f"grid {launch.grid}, {sms} SMs",
        estimated_gain=gain,
        provenance="counted",
        advice=kernel.advice("{more_blocks}"),
    )


RULE = Rule(
    "small-grid",
    threshold="fewer blocks than a quarter of the SMs; fewer than SMs if that costs 20 % of the "
    "kernel's time by the model",
    source=f"{NCU} (fewer blocks than SMs); the other thresholds are ours",
    needs="launches; the gain needs counters",
    find=_find,
    numbers={"a quarter": _FEW, "20 %": _COST},
)
