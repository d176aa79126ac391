// Limits and faults: printf's order, the heap, launches that are refused, assertions and traps, which stay.
#include <cstdio>
#include <cassert>
#include <cstring>
#include <cuda_runtime.h>
__global__ void hello() { printf("block %d thread %d\n", blockIdx.x, threadIdx.x); }
__global__ void asserts(int n) { assert(threadIdx.x < n); }
__global__ void traps() { __trap(); }
__global__ void heap(int *out, size_t bytes) { void *p = malloc(bytes); out[0] = p != nullptr; free(p); }
__global__ void big(int *x) { extern __shared__ int s[]; s[threadIdx.x]=1; x[0]=s[0]; }
__launch_bounds__(128) __global__ void bounded(int *x) { x[0]=1; }
#define SAY(what) printf("%s: %s\n", #what, cudaGetErrorName(what))
int main(int argc, char **argv) {
    int *out; cudaMallocManaged(&out, 64);
    hello<<<2, 2>>>();
    SAY(cudaDeviceSynchronize());
    printf("host after\n"); fflush(stdout);
    size_t limit;
    cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize); printf("heap %zu\n", limit);
    heap<<<1, 1>>>(out, 16 << 20);
    cudaDeviceSynchronize();
    printf("16 MB of 8: %d\n", out[0]);
    SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    heap<<<1, 1>>>(out, 16 << 20);
    cudaDeviceSynchronize();
    printf("16 MB of 64: %d\n", out[0]);
    big<<<1, 32, 64 << 10>>>(out); SAY(cudaGetLastError());
    big<<<1, 32, 300 << 10>>>(out); SAY(cudaGetLastError());
    bounded<<<1, 256>>>(out); SAY(cudaGetLastError());
    big<<<1, 2048>>>(out); SAY(cudaGetLastError());
    big<<<0, 32>>>(out); SAY(cudaGetLastError());
    SAY(cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 300 << 10)); cudaGetLastError();
    fflush(stdout);
    if (argc > 1 && !strcmp(argv[1], "assert")) { asserts<<<2, 4>>>(3); }
    else if (argc > 1) traps<<<1, 1>>>();
    SAY(cudaGetLastError());
    SAY(cudaDeviceSynchronize());
    SAY(cudaMalloc(&out, 4));
    SAY(cudaGetLastError());
    SAY(cudaGetLastError());
    SAY(cudaStreamSynchronize(0));
    SAY(cudaDeviceReset());
    SAY(cudaMalloc(&out, 4));
}
