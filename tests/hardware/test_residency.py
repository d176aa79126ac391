"""Occupancy: the checked values of NVIDIA's formula, its limiters, launches that fail."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelscope.errors import UsageError
from kernelscope.hardware import GPUS, GPUSpec, gpu, occupancy
from truth.counters import table

# One GPU of each compute capability: 7.5, 8.0, 8.6, 8.9, 9.0, 10.0, 10.3, 12.0.
GENERATIONS = ("t4", "a100", "rtx3090", "rtx4090", "h200", "b200", "b300", "rtx5090")


@pytest.mark.parametrize(
    ("registers", "block", "dynamic", "blocks"),
    [
        (64, 256, 65536, (1, 2, 1, 1, 3, 3, 3, 1)),
        (32, 128, 0, (8, 16, 12, 12, 16, 16, 16, 12)),
        (168, 384, 32768, (1, 1, 1, 1, 1, 1, 1, 1)),
    ],
)
def test_blocks_an_sm_equal_those_of_cuda_occupancy(
    registers: int, block: int, dynamic: int, blocks: tuple[int, ...]
) -> None:
    found = tuple(
        occupancy(
            name, block=block, registers=registers, dynamic_shared_bytes=dynamic
        ).blocks_per_sm
        for name in GENERATIONS
    )
    assert found == blocks


@pytest.mark.parametrize("row", table("ncu_h200.csv")[1:], ids=lambda r: r["kernel"])
def test_limits_equal_those_of_nsight_compute(row: dict[str, str]) -> None:
    limits = occupancy(
        "h200",
        block=int(row["launch__block_size"]),
        registers=int(row["launch__registers_per_thread"]),
    ).limits
    for ours, theirs in (("registers", "registers"), ("warps", "warps"), ("blocks", "blocks")):
        # Nsight Compute shows registers' limit beyond what other limits allow; so do we.
        assert limits[ours] == int(row[f"launch__occupancy_limit_{theirs}"])


@pytest.mark.parametrize(
    ("arguments", "limiter"),
    [
        ({"block": 1024, "registers": 16}, "warps"),
        ({"block": 32, "registers": 16}, "blocks"),
        ({"block": 256, "registers": 64}, "registers"),
        ({"block": 64, "registers": 16, "dynamic_shared_bytes": 65536}, "shared"),
        # warps and registers both allow 16: the first named
        ({"block": 128, "registers": 32}, "warps"),
        # 32 by warps and by blocks
        ({"block": 64, "registers": 16}, "warps"),
    ],
)
def test_the_limiter_is_the_least_limit_and_the_first_of_a_tie(
    arguments: dict[str, int], limiter: str
) -> None:
    assert occupancy("h200", **arguments).limiter == limiter


def test_fraction_and_warps_follow_from_the_blocks() -> None:
    found = occupancy("h200", block=256, registers=64, dynamic_shared_bytes=65536)
    assert (found.blocks_per_sm, found.warps_per_sm, found.fraction) == (3, 24, 0.375)
    assert found.limiter == "shared"


@pytest.mark.parametrize(
    ("arguments", "limiter"),
    [
        ({"block": 1025, "registers": 16}, "warps"),
        ({"block": 1024, "registers": 80}, "registers"),
        ({"block": 32, "registers": 256}, "registers"),
        ({"block": 32, "registers": 16, "dynamic_shared_bytes": 227 * 1024 + 1}, "shared"),
        ({"block": 32, "registers": 16, "static_shared_bytes": 233472}, "shared"),
    ],
)
def test_a_launch_that_fails_has_no_blocks(arguments: dict[str, int], limiter: str) -> None:
    found = occupancy("h200", **arguments)
    assert (found.blocks_per_sm, found.fraction) == (0, 0.0)
    assert found.limiter == limiter


def test_the_largest_block_of_shared_memory_fits() -> None:
    for name in GENERATIONS:
        largest = GPUS[name].shared_per_block_bytes
        fit = occupancy(name, block=32, registers=16, dynamic_shared_bytes=largest)
        assert fit.blocks_per_sm == 1


def test_unknown_registers_limit_nothing() -> None:
    assert occupancy("h200", block=1024, registers=0).blocks_per_sm == 2


@given(
    name=st.sampled_from(GENERATIONS),
    block=st.integers(1, 1024),
    registers=st.integers(1, 255),
    shared=st.integers(0, 2**18),
    more=st.integers(0, 2**12),
)
def test_asking_for_more_never_gives_more_blocks(
    name: str, block: int, registers: int, shared: int, more: int
) -> None:
    base = occupancy(name, block=block, registers=registers, dynamic_shared_bytes=shared)
    assert 0 <= base.fraction <= 1
    greedy = (
        occupancy(name, block=block, registers=registers, dynamic_shared_bytes=shared + more),
        occupancy(name, block=block, registers=min(registers + more, 255)),
        occupancy(name, block=min(block + more, 1024), registers=registers),
    )
    without_shared = occupancy(name, block=block, registers=registers).blocks_per_sm
    assert greedy[0].blocks_per_sm <= base.blocks_per_sm
    assert greedy[1].blocks_per_sm <= without_shared
    assert greedy[2].blocks_per_sm <= without_shared


def test_sizes_below_zero_and_unknown_gpus_are_refused() -> None:
    with pytest.raises(UsageError, match="at least 1 thread"):
        occupancy("h200", block=0, registers=32)
    with pytest.raises(UsageError, match="sizes from 0"):
        occupancy("h200", block=32, registers=-1)
    with pytest.raises(UsageError, match="whole numbers; got 256"):
        occupancy("h200", block=256.5, registers=32)  # pyright: ignore
    with pytest.raises(UsageError, match=r"there are .*a100, b200, .*h200"):
        occupancy("h9000", block=32, registers=32)


def allocate(spec: GPUSpec, block: int, registers: int, shared: int) -> int:
    """Blocks that an SM takes in, by giving out its resources one block at a time.

    Independent of the formula: every carve-out is tried, and each warp is put into the
    sub-partition with the most free registers.
    """
    warps = -(-block // 32)
    each = -(-registers // 8) * 256  # 32 lanes, in units of 256 registers
    spread = -(-warps // 4) * each  # an equal share of the warps in each of four sub-partitions
    if block > 1024 or registers > 255 or spread > 16384 or shared > spec.shared_per_block_bytes:
        return 0
    # Turing's driver keeps nothing for itself, and gives out twice as much at once.
    kept, unit = (0, 256) if spec.sm == 75 else (1024, 128)
    best = 0
    for carve_out in spec.carve_outs_kib:
        free, memory, slots, blocks = [16384] * 4, carve_out * 1024, spec.max_warps_per_sm, 0
        while blocks < spec.max_blocks_per_sm and slots >= warps:
            memory -= -(-(shared + kept) // unit) * unit
            if memory < 0 or not _place(free, warps, each):
                break
            slots, blocks = slots - warps, blocks + 1
        best = max(best, blocks)
    return best


def _place(free: list[int], warps: int, each: int) -> bool:
    for _ in range(warps):
        roomiest = max(range(4), key=lambda part: free[part])
        if free[roomiest] < each:
            return False
        free[roomiest] -= each
    return True


@given(
    name=st.sampled_from(GENERATIONS),
    block=st.integers(1, 1088),
    registers=st.integers(1, 260),
    static=st.integers(0, 2**16),
    dynamic=st.integers(0, 2**18),
)
def test_the_formula_gives_as_many_blocks_as_giving_out_the_resources(
    name: str, block: int, registers: int, static: int, dynamic: int
) -> None:
    found = occupancy(
        name,
        block=block,
        registers=registers,
        static_shared_bytes=static,
        dynamic_shared_bytes=dynamic,
    )
    assert found.blocks_per_sm == allocate(gpu(name), block, registers, static + dynamic)
    least = min(found.limits.values())
    order = ("warps", "blocks", "registers", "shared")
    assert found.limiter == next(limit for limit in order if found.limits[limit] == least)


VENDOR = r"""
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_occupancy.h>

int main(void) {
  int major, minor, warps, sm_shared, opt_in, block, registers, shared;
  while (scanf("%d %d %d %d %d %d %d %d", &major, &minor, &warps, &sm_shared, &opt_in, &block,
               &registers, &shared) == 8) {
    cudaOccDeviceProp gpu = {major, minor, 1024, 32 * warps, 65536, 65536, 32, 49152,
                             sm_shared, 1, opt_in, sm_shared - opt_in};
    cudaOccFuncAttributes kernel = {0};
    cudaOccDeviceState state;
    memset(&state, 0, sizeof state);
    state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
    cudaOccResult result;
    kernel.maxThreadsPerBlock = INT_MAX;
    kernel.numRegs = registers;
    kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    kernel.maxDynamicSharedSizeBytes = shared;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &gpu, &kernel, &state, block, shared))
      return 1;
    printf("%d\n", result.activeBlocksPerMultiprocessor);
  }
  return 0;
}
"""


def test_occupancy_is_that_of_the_vendors_header(tmp_path: Path) -> None:
    """`cuda_occupancy.h` of the toolkit, compiled, for every GPU of the table."""
    compiler, header = shutil.which("gcc"), occupancy_header()
    if compiler is None or header is None:
        pytest.skip("needs gcc and the CUDA toolkit's headers (pip install nvidia-cuda-runtime)")
    (tmp_path / "vendor.c").write_text(VENDOR)
    program = tmp_path / "vendor"
    subprocess.run(
        [compiler, "-I", header.parent, tmp_path / "vendor.c", "-o", program], check=True
    )
    chosen = random.Random(1)
    cases = [
        (name, chosen.randint(1, 1024), chosen.randint(1, 255), chosen.choice(sizes))
        for name in GPUS
        for sizes in ([0], range(1, 2**14), range(2**14, GPUS[name].shared_per_block_bytes + 1))
        for _ in range(200)
    ]
    lines = [
        f"{major} {minor} {spec.max_warps_per_sm} {spec.shared_per_sm_bytes} "
        f"{spec.shared_per_block_bytes} {block} {registers} {shared}"
        for name, block, registers, shared in cases
        for spec in [GPUS[name]]
        for major, minor in [spec.compute_capability]
    ]
    printed = subprocess.run(
        [program], input="\n".join(lines), capture_output=True, text=True, check=True
    ).stdout
    theirs = list(map(int, printed.split()))
    ours = [
        occupancy(name, block=block, registers=registers, dynamic_shared_bytes=shared).blocks_per_sm
        for name, block, registers, shared in cases
    ]
    differ = [case for case, a, b in zip(cases, ours, theirs, strict=True) if a != b]
    assert not differ


def occupancy_header() -> Path | None:
    folders = [Path(include) for include in sys.path] + [Path("/usr/local/cuda/include")]
    places = ("", "nvidia/cu13/include", "nvidia/cuda_runtime/include")
    headers = (folder / place / "cuda_occupancy.h" for folder in folders for place in places)
    return next((header for header in headers if header.is_file()), None)


def test_occupancy_is_the_function_of_the_package() -> None:
    import kernelscope as ks

    found = ks.hardware.occupancy(
        "h200", block=256, registers=64, static_shared_bytes=0, dynamic_shared_bytes=65536
    )
    assert (found.blocks_per_sm, found.warps_per_sm, found.fraction) == (3, 24, 0.375)
