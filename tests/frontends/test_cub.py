"""CUB's scan of a whole device: blocks that look back at the sums of those before them."""

from __future__ import annotations

import numpy as np
import pytest

import kernelscope as ks
from families import exhaustive

# The body of CUB's DeviceScanKernel (cub/device/dispatch/kernels/scan.cuh), with tiles of 256
# elements, and its DeviceScanInitKernel. The states of the tiles lie in `memory`.
SOURCE = r"""
#include <cub/agent/agent_scan.cuh>
#include <cub/agent/single_pass_scan_operators.cuh>
#include <cuda/std/functional>

using Policy = cub::AgentScanPolicy<
    64, 4, int, cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::LOAD_DEFAULT,
    cub::BLOCK_STORE_WARP_TRANSPOSE, cub::BLOCK_SCAN_WARP_SCANS>;
template <class T> struct Tiles {
    cub::ScanTileState<T> state;
    __device__ Tiles(char* memory, int tiles, unsigned long long bytes) {
        state.Init(tiles, memory, bytes);
    }
};

template <class T>
__global__ void begin(char* memory, int tiles, unsigned long long bytes) {
    Tiles<T>(memory, tiles, bytes).state.InitializeStatus(tiles);
}

template <class T>
__global__ void __launch_bounds__(Policy::BLOCK_THREADS)
scan(const T* in, T* out, int n, char* memory, int tiles, unsigned long long bytes) {
    using Agent = cub::detail::scan::AgentScan<
        Policy, const T*, T*, cuda::std::plus<>, cub::NullType, int, T>;
    __shared__ typename Agent::TempStorage storage;
    Tiles<T> all(memory, tiles, bytes);
    Agent(storage, in, out, cuda::std::plus<>{}, cub::NullType{}).ConsumeRange(n, all.state, 0);
}
"""
TILE = 256


# The state of a tile is one word for an `int`, and more than one for a `long long`.
@pytest.mark.parametrize(
    ("schedule", "dtype", "name"),
    [
        ("turns", np.int32, "int"),
        ("interleaved", np.int32, "int"),
        ("random:1", np.int64, "long long"),
        exhaustive("random:1", np.int32, "int"),
        exhaustive("random:2", np.int32, "int"),
        exhaustive("turns", np.int64, "long long"),
        exhaustive("interleaved", np.int64, "long long"),
        exhaustive("random:2", np.int64, "long long"),
    ],
)
@pytest.mark.long("NVRTC compiles CUB's headers")
def test_each_prefix_sum_is_numpys(schedule: str, dtype: type[np.signedinteger], name: str) -> None:
    """70 tiles and a part: more than two windows of 32 tiles to look back at."""
    x = np.random.default_rng(0).integers(-1000, 1000, 70 * TILE + 100).astype(dtype)
    found, tiles = np.zeros_like(x), -(-len(x) // TILE)
    memory = np.zeros(64 * (tiles + 32), np.uint8)
    with ks.virtual_gpu("h200", schedule=schedule):
        begin, scan = (ks.cuda_kernel(SOURCE, f"{kernel}<{name}>") for kernel in ("begin", "scan"))
        begin[-(-(tiles + 32) // 128), 128](memory, tiles, memory.nbytes)
        scan[tiles, 64](x, found, len(x), memory, tiles, memory.nbytes)
    assert np.array_equal(found, np.cumsum(x, dtype=dtype))
