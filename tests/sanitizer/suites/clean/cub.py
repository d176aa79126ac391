"""CUB's block and warp primitives: `kernelscope check cub.py`."""

from __future__ import annotations

import numpy as np

import kernelscope as ks

SOURCE = r"""
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

constexpr int N = 128, I = 4;
struct Less { __device__ bool operator()(int a, int b) const { return a < b; } };

#define ITEMS int v[I]; for (int i = 0; i < I; i++) v[i] = x[threadIdx.x * I + i];
#define KEEP for (int i = 0; i < I; i++) o[threadIdx.x * I + i] = v[i];

extern "C" __global__ void load_store(const int* x, int* o) {
    using L = cub::BlockLoad<int, N, I, cub::BLOCK_LOAD_TRANSPOSE>;
    using S = cub::BlockStore<int, N, I, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    __shared__ union { L::TempStorage l; S::TempStorage s; } m;
    int v[I];
    L(m.l).Load(x, v);
    __syncthreads();
    S(m.s).Store(o, v);
}
template <cub::BlockReduceAlgorithm A> __device__ void reduce(const int* x, int* o) {
    using R = cub::BlockReduce<int, N, A>;
    __shared__ typename R::TempStorage m;
    int sum = R(m).Sum(x[threadIdx.x]);
    if (threadIdx.x == 0) o[0] = sum;
}
extern "C" __global__ void reduce_raking(const int* x, int* o) {
    reduce<cub::BLOCK_REDUCE_RAKING>(x, o);
}
extern "C" __global__ void reduce_commutative(const int* x, int* o) {
    reduce<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(x, o);
}
extern "C" __global__ void reduce_warps(const int* x, int* o) {
    reduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS>(x, o);
}
template <cub::BlockScanAlgorithm A> __device__ void scan(const int* x, int* o) {
    using S = cub::BlockScan<int, N, A>;
    __shared__ typename S::TempStorage m;
    ITEMS
    S(m).InclusiveSum(v, v);
    __syncthreads();
    S(m).ExclusiveSum(v, v);
    KEEP
}
extern "C" __global__ void scan_raking(const int* x, int* o) {
    scan<cub::BLOCK_SCAN_RAKING>(x, o);
}
extern "C" __global__ void scan_memoize(const int* x, int* o) {
    scan<cub::BLOCK_SCAN_RAKING_MEMOIZE>(x, o);
}
extern "C" __global__ void scan_warps(const int* x, int* o) {
    scan<cub::BLOCK_SCAN_WARP_SCANS>(x, o);
}
extern "C" __global__ void radix_sort(const int* x, int* o) {
    using S = cub::BlockRadixSort<int, N, I>;
    __shared__ S::TempStorage m;
    ITEMS
    S(m).Sort(v);
    KEEP
}
extern "C" __global__ void merge_sort(const int* x, int* o) {
    using S = cub::BlockMergeSort<int, N, I>;
    __shared__ S::TempStorage m;
    ITEMS
    S(m).Sort(v, Less());
    KEEP
}
template <cub::BlockHistogramAlgorithm A> __device__ void histogram(const int* x, int* o) {
    using H = cub::BlockHistogram<unsigned char, N, I, 64, A>;
    __shared__ typename H::TempStorage m;
    __shared__ int bins[64];
    unsigned char v[I];
    for (int i = 0; i < I; i++) v[i] = x[threadIdx.x * I + i] & 63;
    H(m).Histogram(v, bins);
    __syncthreads();
    if (threadIdx.x < 64) o[threadIdx.x] = bins[threadIdx.x];
}
extern "C" __global__ void histogram_sort(const int* x, int* o) {
    histogram<cub::BLOCK_HISTO_SORT>(x, o);
}
extern "C" __global__ void histogram_atomic(const int* x, int* o) {
    histogram<cub::BLOCK_HISTO_ATOMIC>(x, o);
}
extern "C" __global__ void exchange(const int* x, int* o) {
    using E = cub::BlockExchange<int, N, I>;
    __shared__ E::TempStorage m;
    ITEMS
    E(m).BlockedToStriped(v, v);
    __syncthreads();
    E(m).StripedToBlocked(v, v);
    KEEP
}
extern "C" __global__ void heads(const int* x, int* o) {
    using D = cub::BlockDiscontinuity<int, N>;
    __shared__ D::TempStorage m;
    ITEMS
    int f[I];
    D(m).FlagHeads(f, v, cuda::std::not_equal_to<>());
    for (int i = 0; i < I; i++) o[threadIdx.x * I + i] = f[i];
}
extern "C" __global__ void shuffle(const int* x, int* o) {
    using S = cub::BlockShuffle<int, N>;
    __shared__ S::TempStorage m;
    int v = 0;
    S(m).Offset(x[threadIdx.x], v, 1);
    o[threadIdx.x] = threadIdx.x < N - 1 ? v : 0;
}
extern "C" __global__ void warp_reduce(const int* x, int* o) {
    using R = cub::WarpReduce<int, 16>;
    __shared__ R::TempStorage m[N / 16];
    int sum = R(m[threadIdx.x / 16]).Sum(x[threadIdx.x]);
    if (threadIdx.x % 16 == 0) o[threadIdx.x / 16] = sum;
}
extern "C" __global__ void warp_scan_in_memory(const int* x, int* o) {
    using S = cub::WarpScan<int, 12>;
    __shared__ S::TempStorage m[N / 32];
    int v = x[threadIdx.x], sum = 0;
    if (threadIdx.x % 32 < 12) {  // CUB allows one such part of a warp
        S(m[threadIdx.x / 32]).InclusiveSum(v, sum);
        o[threadIdx.x] = sum;
    }
}
extern "C" __global__ void warp_merge_sort(const int* x, int* o) {
    using S = cub::WarpMergeSort<int, I, 32>;
    __shared__ S::TempStorage m[N / 32];
    ITEMS
    S(m[threadIdx.x / 32]).Sort(v, Less());
    KEEP
}
"""

module = ks.cuda_module(SOURCE)
x = np.random.default_rng(0).integers(0, 64, 512).astype(np.int32)
for name in module.kernels:
    module.kernel(name)[1, 128](x, np.zeros(512, np.int32))
    print(f"{name}: ran", flush=True)
