// How far the GPU's approximations are from the correctly rounded value, over all 2^32 inputs.
//
// counts[0] to [3]: inputs at a distance of 0, 1, 2, 3 or more units in the last place;
// [4]: greatest distance << 32 | its input; [5]: bits of the greatest absolute error (a double);
// [6]: inputs where one is NaN and the other is not. Reference: double precision, rounded once.
#include <cstdint>

__device__ float flushed(float x) { return fabsf(x) < 1.17549435e-38f ? copysignf(0.0f, x) : x; }

// Numbers in order: negative ones below zero.
__device__ int64_t place(float x) {
  int32_t bits = __float_as_int(x);
  return bits < 0 ? -(int64_t)(bits & 0x7fffffff) : bits;
}

// The angle that the hardware takes x for: whole 2^-25 of a turn, of x / 2pi cut to 24 bits.
__device__ double turns(float x) {
  double size = fabs((double)__fmul_rz(x, 0.15915493667125701904f));
  return copysign(floor(size * 33554432.0) / 33554432.0, (double)x);
}

#define STUDY(name, instruction, ftz, expected)                                         \
  extern "C" __global__ void name(unsigned long long *counts) {                         \
    unsigned long long near_by[4] = {0, 0, 0, 0}, worst = 0, nans = 0;                   \
    double greatest = 0.0;                                                              \
    for (uint64_t n = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; n < (1ull << 32); \
         n += (uint64_t)gridDim.x * blockDim.x) {                                       \
      float x = __uint_as_float((uint32_t)n), got;                                      \
      asm(instruction " %0, %1;" : "=f"(got) : "f"(x));                                 \
      if (ftz) x = flushed(x);                                                          \
      double exact = expected;                                                          \
      float want = (float)exact;                                                        \
      if (ftz) want = flushed(want);                                                    \
      if (isnan(want) || isnan(got)) {                                                  \
        nans += isnan(want) != isnan(got);                                              \
        continue;                                                                       \
      }                                                                                 \
      int64_t apart = place(got) - place(want);                                         \
      unsigned long long distance = apart < 0 ? -apart : apart;                         \
      near_by[distance < 3 ? distance : 3] += 1;                                        \
      unsigned long long both = distance << 32 | n;                                     \
      if (both >> 32 > worst >> 32) worst = both;                                       \
      double error = fabs((double)got - exact);                                         \
      if (error > greatest && !isinf(error)) greatest = error;                          \
    }                                                                                   \
    for (int k = 0; k < 4; ++k) atomicAdd(counts + k, near_by[k]);                      \
    atomicMax(counts + 4, worst);                                                       \
    atomicMax(counts + 5, (unsigned long long)__double_as_longlong(greatest));          \
    atomicAdd(counts + 6, nans);                                                        \
  }

STUDY(ex2_f32, "ex2.approx.f32", false, exp2((double)x))
STUDY(ex2_ftz, "ex2.approx.ftz.f32", true, exp2((double)x))
STUDY(lg2_f32, "lg2.approx.f32", false, log2((double)x))
STUDY(lg2_ftz, "lg2.approx.ftz.f32", true, log2((double)x))
STUDY(rcp_f32, "rcp.approx.f32", false, 1.0 / (double)x)
STUDY(rcp_ftz, "rcp.approx.ftz.f32", true, 1.0 / (double)x)
STUDY(rsqrt_f32, "rsqrt.approx.f32", false, 1.0 / sqrt((double)x))
STUDY(rsqrt_ftz, "rsqrt.approx.ftz.f32", true, 1.0 / sqrt((double)x))
STUDY(sqrt_f32, "sqrt.approx.f32", false, sqrt((double)x))
STUDY(sqrt_ftz, "sqrt.approx.ftz.f32", true, sqrt((double)x))
STUDY(tanh_f32, "tanh.approx.f32", false, tanh((double)x))
STUDY(sin_f32, "sin.approx.f32", false, sinpi(2.0 * turns(x)))
STUDY(sin_ftz, "sin.approx.ftz.f32", true, sinpi(2.0 * turns(x)))
STUDY(cos_f32, "cos.approx.f32", false, cospi(2.0 * turns(x)))
STUDY(cos_ftz, "cos.approx.ftz.f32", true, cospi(2.0 * turns(x)))
