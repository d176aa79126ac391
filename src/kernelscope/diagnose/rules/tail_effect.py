"""tail-effect: a last, partial wave of blocks leaves SMs idle."""

from __future__ import annotations

import math
from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.rule import NCU, Rule
from kernelscope.launch_time.change import Change
from kernelscope.quantity import format_number
from kernelscope.record import Finding

# 265 blocks of 1,024 threads, two an SM: one wave of 264 and one block. The last wave can take 50 %
# of the time: looked at. 5.1 waves: 17 %, not worth a look. On an H200 evening out the first saved
# 13 %; simulated it is 24 %, and 28 % by the counts, which leave out that a block alone on an SM
# runs faster than two.
_TAIL = 0.2
_LEAST_GAIN = 0.05
# The parts of the model's time that an SM works off alone: the busiest SM decides.
SM_PARTS: tuple[str, ...] = ("l1", "issue", "tensor", "fma", "alu", "fp64", "xu", "lsu")


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        waves = kernel.launch.waves or 0.0
        if waves <= 1 or waves == math.floor(waves) or 1 / (1 + math.floor(waves)) < _TAIL:
            continue
        gain = kernel.gain_of_parts(_even(kernel, waves), Change(even=True))
        if gain is not None and gain >= _LEAST_GAIN * kernel.share:
            yield _finding(kernel, waves, gain)


def _even(kernel: Kernel, waves: float) -> dict[str, float]:
    """Return how the parts of the time shrink if every SM has the same work."""
    # 265 blocks on 132 SMs: 2.008 each, but the busiest SM has 3. Its issue time shrinks by 2.008 /
    # 3 from 21.6 to 14.5 µs. By waves alone (1.004 of 2) it would shrink to 10.9 µs, but a lone
    # third block does not take as long as two that share the SM.
    each = kernel.blocks / kernel.spec.sms
    return dict.fromkeys(SM_PARTS, each / math.ceil(each)) | {"latency": waves / math.ceil(waves)}


def _finding(kernel: Kernel, waves: float, gain: float) -> Finding:
    launch = kernel.launch
    return Finding(
        "tail-effect",
        f"the {kernel.blocks} blocks of {kernel.name} are {format_number(waves)} waves: the last "
        "one leaves SMs idle",
        source=launch.source or launch.kernel_source,
        kernel=kernel.name,
        evidence=f"up to {1 / (1 + math.floor(waves)):.0%} of the time in the last wave",
        estimated_gain=gain,
        provenance="computed",
        advice=kernel.advice("a grid of whole waves: {whole_waves}"),
    )


RULE = Rule(
    "tail-effect",
    threshold="a partial wave after at most four whole ones, 1 / (1 + whole) of at least 20 %, "
    "that costs at least 5 % of the kernel's time by the model",
    source=f"{NCU} (20 %); the 5 % are ours",
    needs="launches with waves, counters",
    find=_find,
    numbers={"20 %": _TAIL, "5 %": _LEAST_GAIN},
)
