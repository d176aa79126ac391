"""accidental-fp64: double precision that the data does not have."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel, time_of
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import estimate_operator
from kernelscope.launch_time.change import Change
from kernelscope.record import Finding, OperatorRecord

# A training step of 200 operators in fp32 with three in fp64, because a mask came from NumPy: 3 is
# at most half of 200, so the three are found. A script whose 200 operators are all in fp64 solves
# an equation on purpose, and 200 findings would be noise.
_MOST = 0.5  # of all operators; a script that computes mostly in double precision means it
_WIDENED = "kernelscope__cvt_fp32_to_fp64.sum"
_FLOPS = "kernelscope__flops_fp64.sum"
_FP64, _FMA = "kernelscope__inst_pipe_fp64.sum", "kernelscope__inst_pipe_fma.sum"
_ALU, _WARPS = "kernelscope__inst_pipe_alu.sum", "kernelscope__inst_executed.sum"


def _find(evidence: Evidence) -> Iterable[Finding]:
    if evidence.precision == "fp64":
        return
    for kernel in evidence.kernels:
        if kernel.counter(_WIDENED) and kernel.counter(_FLOPS):
            yield _of_kernel(kernel)
    doubles = [operator for operator in evidence.own_operators if operator.precision == "fp64"]
    everything = len(evidence.own_operators) + len(evidence.own_launches)
    if doubles and len(doubles) <= _MOST * everything:
        yield _of_operators(evidence, doubles)


def _of_kernel(kernel: Kernel) -> Finding:
    moved = kernel.counter(_FP64)
    # One to fp64 and one back.
    # `value * 0.99 + 0.01` on fp32 numbers: cvt.f64.f32, fp64 arithmetic, cvt.rn.f32.f64. The
    # page's example counts 105 million conversions to fp64: 3.28 million warp instructions, and as
    # many back. Without those 6.6 of 10.6 million the gain is 47 %; with the arithmetic alone moved
    # to fp32 it would be 0, as issue limits the kernel, 13.4 of 17.6 µs.
    conversions = 2 * kernel.counter(_WIDENED) / 32
    single = {
        _FP64: 0.0,
        _FMA: kernel.counter(_FMA) + moved,
        _ALU: max(0.0, kernel.counter(_ALU) - conversions),
        _WARPS: kernel.counter(_WARPS) - conversions,
    }
    launch = kernel.launch
    first, *others = (*launch.widened_at, "")
    lines = [line.rpartition(":")[2] for line in others if line]
    more = f", and so on line{'s' * (len(lines) > 1)} {' and '.join(lines)}" if lines else ""
    return Finding(
        "accidental-fp64",
        f"{kernel.name} converts fp32 to fp64 and computes in fp64{more}",
        source=first or launch.kernel_source or launch.source,
        kernel=kernel.name,
        evidence=f"{kernel.counter(_FLOPS):,.0f} operations in fp64 after "
        f"{kernel.counter(_WIDENED):,.0f} conversions",
        estimated_gain=kernel.gain(single, Change(single=True)),
        provenance=kernel.provenance,
        advice=kernel.advice("{fp32_literals}"),
    )


def _of_operators(evidence: Evidence, doubles: list[OperatorRecord]) -> Finding:
    worst = max(doubles, key=time_of)
    return Finding(
        "accidental-fp64",
        f"{len(doubles)} of {len(evidence.own_operators)} operators compute in fp64",
        source=worst.source,
        evidence=f"{worst.name} on {worst.shapes}",
        estimated_gain=evidence.saved(doubles, lambda operator: _in_fp32(evidence.spec, operator)),
        provenance="computed",
        advice="NumPy arrays are float64: torch.from_numpy(a).float(), or dtype=torch.float32",
    )


def _in_fp32(spec: GPUSpec, operator: OperatorRecord) -> float:
    return estimate_operator(
        spec,
        bytes_read=operator.bytes_read / 2,
        bytes_written=operator.bytes_written / 2,
        flops=operator.flops,
        kind="matmul" if operator.flops else "elementwise",
        precision="fp32",
    ).time_us.value


RULE = Rule(
    "accidental-fp64",
    threshold="fp64 arithmetic on values converted from fp32; in a script fp64 operators that are "
    "at most half of all; not if fp64 was asked for",
    source=OWN,
    needs="counters, or operators with their precision",
    find=_find,
    numbers={"half": _MOST},
)
