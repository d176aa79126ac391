"""CUDA kernels, the same written otherwise, and changes of one place that alter what they do."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Specimen:
    """A kernel of one name, how it may be rewritten, and how it may not.

    Attributes:
        rewrites: (text, replacement) that keep the meaning; mutants: those that change it.
        alike: mutants that inputs like those of `mutants` tell, for `make test-exhaustive`.
        block: to launch it with where it has no `__launch_bounds__`.
    """

    name: str
    cuda: str
    rewrites: tuple[tuple[str, str], ...] = ()
    mutants: tuple[tuple[str, str], ...] = field(default=())
    alike: tuple[tuple[str, str], ...] = field(default=())


SPECIMENS = (
    Specimen(
        "scale",
        """extern "C" __global__ void scale(const float* x, float* y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __fmaf_rn(a, x[i], 1.0f);
}""",
        (("if (i < n) y[i] =", "if (i >= n) return; y[i] ="), ("a, x[i]", "x[i], a")),
        (
            ("i < n", "i <= n"),
            ("i < n", "i < n && n != 1000"),
            ("__fmaf_rn", "__fmaf_rz"),
            ("__fmaf_rn(a, x[i], 1.0f)", "__fadd_rn(__fmul_rn(a, x[i]), 1.0f)"),
            ("x[i]", "fabsf(x[i])"),
        ),
        (("i < n", "i + 1 < n"), ("1.0f", "1.0000001f")),
    ),
    Specimen(
        "row_sum",
        """extern "C" __global__ void __launch_bounds__(128) row_sum(
    const float* x, float* out, int columns) {
  __shared__ float part[128];
  float sum = 0.0f;
  for (int c = threadIdx.x; c < columns; c += 128) sum += x[blockIdx.x * columns + c];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int half = 64; half > 0; half >>= 1) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}""",
        (("half >>= 1", "half /= 2"), ("if (threadIdx.x == 0)", "if (threadIdx.x < 1)")),
        (
            ("half > 0", "half > 1"),
            ("c < columns", "c <= columns"),
            ("part[threadIdx.x] = sum;\n  __syncthreads();", "part[threadIdx.x] = sum;"),
            ("float sum = 0.0f", "float sum = -0.0f"),
        ),
        (
            ("int half = 64", "int half = 32"),
            ("c += 128", "c += 127"),
            ("half];\n    __syncthreads();", "half];"),
            ("threadIdx.x < half", "threadIdx.x <= half"),
        ),
    ),
    Specimen(
        "collatz",
        """extern "C" __global__ void collatz(const int* start, int* steps, int n, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = start[i], count = 0;
  while (value > 1 && count < most) {
    if (value % 2) value = 3 * value + 1;
    else value /= 2;
    ++count;
  }
  steps[i] = count;
}""",
        (("value % 2", "value & 1"), ("value /= 2", "value >>= 1")),
        (
            ("value > 1", "value > 2"),
            ("count < most", "count <= most"),
            ("i >= n", "i > n"),
        ),
        (
            ("3 * value + 1", "3 * value - 1"),
            ("    else value /= 2;\n", "    else value = 1;\n"),
        ),
    ),
    Specimen(
        "histogram",
        """extern "C" __global__ void histogram(const unsigned* x, unsigned* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[(x[i] >> 4) & 15u], 1u);
}""",
        (("& 15u", "% 16u"),),
        (
            (">> 4", ">> 5"),
            ("i += gridDim.x * blockDim.x", "i += blockDim.x"),
            ("atomicAdd(&bins[(x[i] >> 4) & 15u], 1u)", "bins[(x[i] >> 4) & 15u] += 1u"),
        ),
        (("& 15u", "& 7u"), ("1u);", "2u);")),
    ),
    Specimen(
        "clamp",
        """extern "C" __global__ void clamp(const float* x, const int* where, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[where[i]];
  y[i] = v < 0.25f ? 0.25f : fminf(v, 8.0f);
}""",
        (("v < 0.25f ? 0.25f : fminf(v, 8.0f)", "!(v < 0.25f) ? fminf(v, 8.0f) : 0.25f"),),
        (
            # Only a NaN tells these apart.
            ("v < 0.25f ? 0.25f : fminf(v, 8.0f)", "!(v >= 0.25f) ? 0.25f : fminf(v, 8.0f)"),
            ("8.0f", "8.000001f"),
            ("x[where[i]]", "x[i]"),
        ),
        (
            ("v < 0.25f ? 0.25f", "v <= 0.0f ? 0.25f"),
            ("fminf(v, 8.0f)", "(v > 8.0f ? 8.0f : v)"),
            ("x[where[i]]", "x[where[i] + 1]"),
        ),
    ),
)
