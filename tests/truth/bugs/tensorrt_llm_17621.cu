// NVIDIA/TensorRT-LLM #17621: a warp packs the fields of a message into shared memory, and one of
// its lanes sends them by a bulk copy. Nothing publishes the other lanes' stores to the async
// proxy. The fix: a proxy fence in all lanes and __syncwarp() before the copy.
#include "bugs.h"

extern "C" __global__ void tensorrt_llm_17621(const float* x, float* y) {
  __shared__ __align__(128) float fields[4][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  fields[warp][lane] = x[threadIdx.x] + 1;  // B
  FIX(fence_async(); __syncwarp();)
  if (lane == 0) {
    bulk_store(y + warp * 32, fields[warp], 128);  // A
    commit_stores();
    wait_stores(0);
  }
}
