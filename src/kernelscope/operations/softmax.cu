// Softmax of contiguous rows, one block a row: the row's largest value, the sum of exponentials, the
// quotients. The threads of a block stride over the row, so that rows of any length fit.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / 32;

struct Largest {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Sum {
    __device__ float operator()(float a, float b) const { return a + b; }
};

// Every thread gets the whole block's value: shuffles within a warp, shared memory between warps.
template <typename Join>
__device__ float across_block(float value, Join join, float* shared) {
    for (int distance = 16; distance > 0; distance /= 2)
        value = join(value, __shfl_xor_sync(0xffffffffu, value, distance));
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = value;
    __syncthreads();
    value = shared[0];
    for (int warp = 1; warp < WARPS; ++warp) value = join(value, shared[warp]);
    __syncthreads();  // all have read before the next use writes
    return value;
}

template <typename T>
__global__ void softmax(const T* x, T* y, long long n) {
    __shared__ float shared[WARPS];
    x += (long long)blockIdx.x * n;
    y += (long long)blockIdx.x * n;

    // fmaxf drops NaN, but the sum below keeps it; of a row of -inf the sum is NaN too
    float largest = __int_as_float(0xff800000);  // -inf: NVRTC has no <math.h>
    for (long long i = threadIdx.x; i < n; i += THREADS) largest = fmaxf(largest, (float)x[i]);
    largest = across_block(largest, Largest{}, shared);

    float sum = 0.0f;
    for (long long i = threadIdx.x; i < n; i += THREADS) sum += expf((float)x[i] - largest);
    sum = across_block(sum, Sum{}, shared);

    for (long long i = threadIdx.x; i < n; i += THREADS)
        y[i] = T(expf((float)x[i] - largest) / sum);
}
