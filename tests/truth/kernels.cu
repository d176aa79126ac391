// The CUDA C++ kernels behind the `c_` rows of ncu_h200.csv, in the order of its rows.

// GELU (tanh), one thread an element.
extern "C" __global__ void c_gelu(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.5f * in[i] * (1.0f + tanhf(0.79788456f * (in[i] + 0.044715f * in[i] * in[i] * in[i])));
}

// A transpose through a 32 x 32 tile: its column reads hit one bank 32 times.
extern "C" __global__ void c_transpose_bad(const float* in, float* out, int n) {
  __shared__ float t[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) t[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}

// The same with one column of padding: no conflicts.
extern "C" __global__ void c_transpose_pad(const float* in, float* out, int n) {
  __shared__ float t[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) t[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}

// A histogram of the low six bits: atomics in shared memory, then one a bin in global memory.
extern "C" __global__ void c_hist(const int* in, int* out, int n) {
  __shared__ int h[64];
  int t = threadIdx.x;
  if (t < 64) h[t] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) atomicAdd(&h[in[i] & 63], 1);
  __syncthreads();
  if (t < 64) atomicAdd(&out[t], h[t]);
}
