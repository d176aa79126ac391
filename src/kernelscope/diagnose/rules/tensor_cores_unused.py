"""tensor-cores-unused: a product on ordinary multiply-adds that tensor cores could do."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel, time_of
from kernelscope.diagnose.products import FLOPS_PER_BYTE, flops_of, is_product, on_tensor_cores
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import estimate_operator
from kernelscope.quantity import format_number
from kernelscope.record import Finding, OperatorRecord

_HALF_BYTES = 2
_SECTOR = 32


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        launch = kernel.launch
        if is_product(launch) and not on_tensor_cores(launch) and _reads_halves(kernel):
            yield _of_kernel(kernel)
    if not evidence.precision:
        slow = [op for op in evidence.own_operators if op.flops and op.precision == "fp32"]
        if slow and "tf32" in evidence.spec.peak_tflops:
            yield _of_operators(evidence, slow)


def _reads_halves(kernel: Kernel) -> bool:
    # `a[i] * b[j]` on __nv_bfloat16 loads 2 bytes a lane. Vectorised to uint4 it loads 16 bytes,
    # and only the conversions to fp32 (16.8 million for an edge of 512) show that the numbers have
    # 16 bits. An fp32 product has neither, and bf16 tensor cores would change its result.
    widened = kernel.counter("kernelscope__cvt_half_to_fp32.sum") > 0
    loads = (access for access in kernel.launch.accesses if access.kind == "load")
    return widened or any(a.lane_bytes == _HALF_BYTES and a.requests for a in loads)


def _of_kernel(kernel: Kernel) -> Finding:
    flops = flops_of(kernel.launch)
    launch = kernel.launch
    return Finding(
        "tensor-cores-unused",
        f"{kernel.name} multiplies 16-bit numbers on ordinary multiply-adds",
        source=launch.kernel_source or launch.source,
        kernel=kernel.name,
        evidence=f"{format_number(flops / 1e9)} GFLOP, none on tensor cores",
        estimated_gain=_gain_of_library(kernel, flops),
        provenance=kernel.provenance,
        advice=kernel.advice("{tensor_cores}"),
    )


def _gain_of_library(kernel: Kernel, flops: float) -> float:
    """Return the gain of the library's product with the same FLOPs and distinct bytes."""
    own = kernel.simulated or kernel.estimate
    if own is None:
        return 0.0
    sectors = "kernelscope__unique_sectors_{}.sum"
    library = estimate_operator(
        kernel.spec,
        bytes_read=_SECTOR * kernel.counter(sectors.format("read")),
        bytes_written=_SECTOR * kernel.counter(sectors.format("written")),
        flops=flops,
        kind="matmul",
        precision="bf16",
    )
    return kernel.share * max(0.0, 1 - library.time_us.value / own.time_us.value)


def _of_operators(evidence: Evidence, slow: list[OperatorRecord]) -> Finding:
    worst = max(slow, key=time_of)
    return Finding(
        "tensor-cores-unused",
        f"{len(slow)} fp32 products run without tensor cores",
        source=worst.source,
        evidence=f"{worst.name} on {worst.shapes}; fp32 precision is 'highest'",
        estimated_gain=evidence.saved(slow, lambda operator: _with_tf32(evidence.spec, operator)),
        provenance="computed",
        advice="torch.set_float32_matmul_precision('high'), if 10 bits of mantissa are enough; "
        "or bf16",
    )


def _with_tf32(spec: GPUSpec, operator: OperatorRecord) -> float:
    return estimate_operator(
        spec,
        bytes_read=operator.bytes_read,
        bytes_written=operator.bytes_written,
        flops=operator.flops,
        kind="matmul",
        precision="tf32",
    ).time_us.value


RULE = Rule(
    "tensor-cores-unused",
    threshold="a kernel on 16-bit numbers with over 16 FLOPs a distinct byte and no tensor-core "
    "instruction; in a script also fp32 products at the 'highest' precision",
    source=f"{OWN}; the second is torch.compile's own warning",
    needs="counters, or operators with FLOPs",
    find=_find,
    numbers={"16 FLOPs": FLOPS_PER_BYTE},
)
