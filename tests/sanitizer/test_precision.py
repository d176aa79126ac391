"""`numerics`: a stored value that rounding spoilt is found, with the instruction that did it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import torch

import kernelscope as ks
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import load_ptx

LINES = Path(__file__).read_text().splitlines()

SOURCE = r"""
#include <cuda_fp16.h>
#include <cuda_bf16.h>

extern "C" __global__ void one_pass(float* o, const float* x, int n) {
    float sum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        float v = x[threadIdx.x * n + i];
        sum += v;
        squares += v * v;
    }
    float mean = sum / n;
    float part = squares / n - mean * mean;                                      // line one_pass
    o[threadIdx.x] = part * 3;
}
extern "C" __global__ void broadcast(float* o, const float* x, int n) {
    float big = x[threadIdx.x] + x[32];
    float rest = big - x[32];                                                    // line broadcast
    o[threadIdx.x] = __shfl_sync(-1u, threadIdx.x < 5 ? rest : 0, 3);
}
extern "C" __global__ void in_turns(float4* o, const float* x, int n) {
    float sum = x[64];
    for (int i = 0; i < n; i++) {
        if ((threadIdx.x + i) % 2)
            sum += x[threadIdx.x];
        __syncthreads();
    }
    float rest = sum - x[64];                                                    // line in_turns
    o[threadIdx.x] = make_float4(rest, rest, 0, x[threadIdx.x]);
}
extern "C" __global__ void welford(float* o, const float* x, int n) {
    float mean = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        float v = x[threadIdx.x * n + i];
        float before = v - mean;
        mean += before / (i + 1);
        squares += before * (v - mean);
    }
    o[threadIdx.x] = squares / n;
}
extern "C" __global__ void two_pass(float* o, const float* x, int n) {
    float sum = 0, squares = 0;
    for (int i = 0; i < n; i++)
        sum += x[threadIdx.x * n + i];
    for (int i = 0; i < n; i++) {
        float v = x[threadIdx.x * n + i] - sum / n;
        squares += v * v;
    }
    o[threadIdx.x] = squares / n;
}
extern "C" __global__ void dot(float* o, const float* x, int n) {
    float sum = 0;
    int row = blockIdx.x * 32 + threadIdx.x;
    for (int i = 0; i < n; i++)
        sum += x[row * n + i] * x[i];
    o[row] = sum;
}
extern "C" __global__ void library(float* o, const float* x, int n) {
    float v = x[threadIdx.x] * 0.01f;
    o[threadIdx.x] = expf(v) + logf(fabsf(v)) + erff(v) + sinf(v) + tanhf(v) + powf(fabsf(v), 1.7f);
}
extern "C" __global__ void half_sum(__half* o, const __half* x, int n) {
    __half sum = __float2half(0.0f);
    for (int i = 0; i < n; i++)
        sum = __hadd(sum, x[threadIdx.x * n + i]);                               // half_sum
    o[threadIdx.x] = sum;
}
extern "C" __global__ void pair_sum(__half2* o, const __half2* x, int n) {
    __half2 sum = __float2half2_rn(0.0f);
    for (int i = 0; i < n; i++)
        sum = __hadd2(sum, x[threadIdx.x * n + i]);                              // pair_sum
    o[threadIdx.x] = sum;
}
extern "C" __global__ void brain_sum(__nv_bfloat16* o, const __nv_bfloat16* x, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum = __bfloat162float(__float2bfloat16(sum + __bfloat162float(x[threadIdx.x * n + i])));
    o[threadIdx.x] = __float2bfloat16(sum);
}
extern "C" __global__ void wide_sum(__half* o, const __half* x, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += __half2float(x[threadIdx.x * n + i]);
    o[threadIdx.x] = __float2half(sum);
}
extern "C" __global__ void kahan(__half* o, const __half* x, int n) {
    __half sum = __float2half(0.0f), rest = __float2half(0.0f);
    for (int i = 0; i < n; i++) {
        __half term = __hsub(x[threadIdx.x * n + i], rest);
        __half next = __hadd(sum, term);
        rest = __hsub(__hsub(next, sum), term);
        sum = next;
    }
    o[threadIdx.x] = sum;
}
"""


def line(marker: str) -> str:
    """Return the place "file:line" of the line that ends with a marker."""
    (place,) = (n for n, text in enumerate(LINES, 1) if text.endswith(f"// line {marker}"))
    return f"{__file__}:{place}"


def found(launch: Callable[[], object]) -> list[Finding]:
    """Return what is found in a launch on the virtual GPU."""
    with ks.virtual_gpu("h200"), Sanitizer(("numerics",)) as sanitizer:
        launch()
    return sanitizer.findings


def run(kernel: str, out: torch.Tensor, x: torch.Tensor, n: int, blocks: int = 1) -> list[Finding]:
    """Return what is found in a kernel of SOURCE."""
    return found(lambda: ks.cuda_kernel(SOURCE, kernel)[blocks, 32](out, x, n))


def with_mean(mean: float, n: int = 500) -> torch.Tensor:
    """Return rows of numbers around a mean, one away from it."""
    return torch.randn(32, n, generator=torch.Generator().manual_seed(1)) + mean


def test_a_variance_in_one_pass() -> None:
    """E[x²] is 10⁶ and in float32 off by about 0.06 at best; the variance is 1."""
    out, x = torch.zeros(32), with_mean(1000)
    (finding,) = run("one_pass", out, x, 500)
    assert (finding.kind, finding.place.source) == ("lost-precision", line("one_pass"))
    assert finding.other is not None
    assert "Welford" in finding.advice
    exact = 3 * x.double().var(1, correction=0)
    lane = finding.thread[0]
    value, shadow = numbers(finding)
    assert value == pytest.approx(float(out[lane]), rel=1e-6)
    assert shadow == pytest.approx(float(exact[lane]), rel=1e-5)
    errors = (out.double() - exact).abs()
    assert float(errors[lane]) > 0.5 * float(errors.max())
    assert finding.count <= 32


def numbers(finding: Finding) -> tuple[float, float]:
    """Return the value and the one in float64 that a finding names."""
    first, second = re.findall(r"(-?\d[\d.e+-]*) (?:is stored|from the same)", finding.message)
    return float(first), float(second)


def test_what_a_shuffle_and_a_selection_pass_on() -> None:
    x = torch.full((33,), 1.3)
    x[32] = 3e7
    (finding,) = run("broadcast", torch.zeros(32), x, 0)
    assert (finding.place.source, finding.count) == (line("broadcast"), 32)
    assert numbers(finding) == (2.0, pytest.approx(1.3, rel=1e-6))


@pytest.mark.parametrize("schedule", ["turns", "interleaved", "random:1"])
def test_what_outlives_a_barrier(schedule: str) -> None:
    """Each thread adds 0.3 twice to a number whose neighbours are 2 away."""
    out, x = torch.zeros(64, 4), torch.full((65,), 0.3)
    x[64] = 2.0**24
    kernel = ks.cuda_kernel(SOURCE, "in_turns")
    with ks.virtual_gpu("h200", schedule=schedule), Sanitizer(("numerics",)) as sanitizer:
        kernel[1, 64](out, x, 4)
    (finding,) = sanitizer.findings
    assert (finding.count, finding.place.source) == (128, line("in_turns"))
    assert numbers(finding) == (0, pytest.approx(0.6, rel=1e-6))


@pytest.mark.parametrize("kernel", ["welford", "two_pass"])
@pytest.mark.parametrize("mean", [0, 1000])
def test_a_variance_that_is_right_is_silent(kernel: str, mean: float) -> None:
    assert run(kernel, torch.zeros(32), with_mean(mean), 500) == []


def test_a_variance_in_one_pass_around_zero_is_silent() -> None:
    assert run("one_pass", torch.zeros(32), with_mean(0), 500) == []


SUMS = {"half_sum": torch.half, "pair_sum": torch.half, "brain_sum": torch.bfloat16}


@pytest.mark.parametrize("kernel", SUMS)
def test_a_narrow_accumulator(kernel: str) -> None:
    """2048 + 1 is 2048 in fp16, and 256 + 1 is 256 in bf16."""
    kind, n, width = SUMS[kernel], 4096, 1 + (kernel == "pair_sum")
    out = torch.zeros(32 * width, dtype=kind)
    (finding,) = run(kernel, out, torch.ones(32 * width, n, dtype=kind), n)
    stall = 256 if kind is torch.bfloat16 else 2048
    assert (finding.kind, finding.count) == ("lost-precision", 32 * width)
    assert numbers(finding) == (stall, 4096)
    if kernel != "brain_sum":  # there it is the conversion, in CUDA's header
        assert "add.f16" in finding.message


@pytest.mark.parametrize("kernel", ["wide_sum", "kahan"])
def test_sums_that_are_right_are_silent(kernel: str) -> None:
    out = torch.zeros(32, dtype=torch.half)
    assert run(kernel, out, torch.ones(32, 4096, dtype=torch.half), 4096) == []
    assert out.tolist() == [4096] * 32


def test_a_short_sum_in_fp16_is_silent() -> None:
    assert run("half_sum", torch.zeros(32, dtype=torch.half), torch.rand(32, 64).half(), 64) == []


def test_products_that_are_nearly_zero_by_chance_are_silent() -> None:
    """Of 4,096 random products of two vectors a few cancel to less than their rounding."""
    x = torch.randn(4096, 64, generator=torch.Generator().manual_seed(2))
    x[100] = torch.tensor([1.0, -1.0]).repeat(32) * x[0].roll(1, 0).abs().sum() / 64
    x[200] = 0
    x[200, 0], x[200, 1] = x[0, 1] * (1 + 2**-22), -x[0, 0]
    assert run("dot", torch.zeros(4096), x, 64, blocks=128) == []


def test_functions_that_round_on_purpose_are_silent() -> None:
    x = torch.linspace(-700, 700, 32)
    assert run("library", torch.zeros(32), x, 0) == []


# ---- against NumPy -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One instruction: its PTX with %d, %a, %b, %c, and the same of NumPy's arrays."""

    text: str
    exact: Callable[..., np.ndarray]
    bits: int = 24


def half(x: np.ndarray) -> np.ndarray:
    """Return what a conversion to fp16 and back makes of f32, and of f64 nothing."""
    return x.astype(np.float16).astype(np.float32) if x.dtype == np.float32 else x


def by_f64(function: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], np.ndarray]:
    """Return a function that is calculated in f64 and rounded once."""
    return lambda x: function(x.astype(np.float64)).astype(x.dtype)


STEPS = [
    Step("add.f32 %d, %a, %b;", lambda a, b, c: a + b),
    Step("sub.f32 %d, %a, %b;", lambda a, b, c: a - b),
    Step("mul.f32 %d, %a, %b;", lambda a, b, c: a * b),
    Step("div.rn.f32 %d, %a, %b;", lambda a, b, c: a / b),
    Step("div.full.f32 %d, %a, %b;", lambda a, b, c: a / b),
    Step("fma.rn.f32 %d, %a, %b, %c;", lambda a, b, c: (a.astype(float) * b + c).astype(a.dtype)),
    Step("min.f32 %d, %a, %b;", lambda a, b, c: np.minimum(a, b)),
    Step("max.f32 %d, %a, %b;", lambda a, b, c: np.maximum(a, b)),
    Step("neg.f32 %d, %a;", lambda a, b, c: -a),
    Step("abs.f32 %d, %a;", lambda a, b, c: np.abs(a)),
    Step("abs.f32 %d, %a; sqrt.rn.f32 %d, %d;", lambda a, b, c: by_f64(np.sqrt)(np.abs(a))),
    Step("rcp.rn.f32 %d, %a;", lambda a, b, c: by_f64(np.reciprocal)(a)),
    Step("abs.f32 %d, %a; lg2.approx.f32 %d, %d;", lambda a, b, c: by_f64(np.log2)(np.abs(a))),
    Step("ex2.approx.f32 %d, %a;", lambda a, b, c: by_f64(np.exp2)(a)),
    Step("tanh.approx.f32 %d, %a;", lambda a, b, c: by_f64(np.tanh)(a)),
    Step("cvt.rn.f16.f32 %h1, %a; cvt.f32.f16 %d, %h1;", lambda a, b, c: half(a), 11),
    Step("cvt.f64.f32 %g1, %a; cvt.rn.f32.f64 %d, %g1;", lambda a, b, c: a),
    Step("mov.f32 %d, %a;", lambda a, b, c: a),
]
HEAD = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 o, .param .u64 x)
{{
.reg .f32 %f<{count}>; .reg .b32 %r<4>; .reg .b64 %rd<8>; .reg .b16 %h<2>; .reg .f64 %g<2>;
mov.u32 %r1, %tid.x;
ld.param.u64 %rd1, [x];
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
ld.param.u64 %rd4, [o];
add.s64 %rd5, %rd4, %rd2;
"""


def expression(seed: int) -> tuple[str, list[np.ndarray], list[np.ndarray], int]:
    """Return instructions, the values of all registers in f32 and f64, and the fewest bits."""
    random = np.random.default_rng(seed)
    singles = list(random.uniform(0.5, 2, (4, 32)).astype(np.float32))
    doubles = [x.astype(np.float64) for x in singles]
    bits, lines = [24] * 4, list[str]()
    while len(lines) < 10:
        step = STEPS[int(random.integers(len(STEPS)))]
        # The last ones are taken more often, so that the chain is long.
        places = [max(0, len(singles) - 1 - int(random.exponential(2))) for _ in range(3)]
        with np.errstate(all="ignore"):
            single = step.exact(*(singles[n] for n in places)).astype(np.float32)
            double = step.exact(*(doubles[n] for n in places))
        sizes = np.abs(double)
        if not (np.isfinite(single).all() and (sizes < 100).all() and (sizes > 0.01).all()):
            continue
        text = step.text.replace("%d", f"%f{len(singles)}")
        for name, n in zip("abc", places, strict=True):
            text = text.replace(f"%{name},", f"%f{n},").replace(f"%{name};", f"%f{n};")
        used = places[: 1 + ("%b" in step.text) + ("%c" in step.text)]
        bits.append(min(step.bits, *(bits[n] for n in used)))
        lines.append(text)
        singles.append(single)
        doubles.append(double)
    return "\n".join(lines), singles, doubles, bits[-1]


@pytest.mark.parametrize("seed", range(24))
def test_random_expressions(seed: int) -> None:
    """NumPy calculates in float64, too; adding 2²² and taking it away leaves few right bits."""
    lines, singles, doubles, bits = expression(seed)
    count = len(singles)
    loads = "\n".join(f"ld.global.f32 %f{n}, [%rd3+{128 * n}];" for n in range(4))
    text = (
        HEAD.format(count=count + 3)
        + f"""{loads}
ld.global.f32 %f{count}, [%rd3+512];
{lines}
add.f32 %f{count + 1}, %f{count - 1}, %f{count};
sub.f32 %f{count + 2}, %f{count + 1}, %f{count};
st.global.f32 [%rd5], %f{count + 2};
ret;
}}
"""
    )
    large = np.full(32, 2.0**22, np.float32)
    x = torch.from_numpy(np.stack([*singles[:4], large]))
    out = torch.zeros(32)
    findings = found(lambda: load_ptx(text, gpu="h200").kernel("k")[1, 32](out, x))
    value, exact = (singles[-1] + large) - large, doubles[-1]
    assert out.tolist() == pytest.approx(value.tolist(), abs=0.6)
    errors = np.abs(out.numpy() - exact)
    limit = 2.0 ** (-bits / 3)
    usual = limit * math.sqrt(float((exact**2).mean()))
    # Errors are counted by their power of two.
    lower = 2.0 ** (np.frexp(errors)[1] - 1)
    lanes = (errors > limit * np.abs(exact)) & (lower >= usual)
    if not lanes.any():
        assert findings == []
        return
    (finding,) = findings
    blamed = text.index(f"sub.f32 %f{count + 2},")
    assert finding.place.ptx_line == text[:blamed].count("\n") + 1
    assert finding.count == lanes.sum()
    shown, shadow = numbers(finding)
    lane = finding.thread[0]
    assert lanes[lane]
    assert shown == pytest.approx(float(out[lane]), rel=1e-6)
    assert shadow == pytest.approx(float(exact[lane]), rel=2e-6)
