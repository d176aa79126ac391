"""Deadlocks say who waits where, for what, and what would have to come."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.errors import LaunchError
from kernelscope.frontends.cuda.module import CudaModule

HEAD = (Path(__file__).parent / "kernels" / "orders.cu").read_text().partition("// A pipeline")[0]
TX = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 64, [%2];"


@dataclass(frozen=True)
class Deadlock:
    """A kernel `(int* o)` of warps that wait for ever at `// A`, and what is said of them."""

    name: str
    body: str
    said: str
    blocks: int = 1


DEADLOCKS = (
    Deadlock(
        "wrong_count",
        """__shared__ unsigned long long b;
           if (threadIdx.x == 0) INIT(&b, 65);
           __syncthreads();
           COME(&b);
           WAIT(&b, 0); // A""",
        "warps 0-1 wait at .*:{A} .* for the mbarrier at b[0], whose phase of parity 0 waits for "
        "1 of 65 arrivals",
    ),
    Deadlock(
        "phase_off_by_one",
        """__shared__ unsigned long long b;
           if (threadIdx.x == 0) INIT(&b, 64);
           __syncthreads();
           COME(&b);
           WAIT(&b, 0);
           WAIT(&b, 1); // A""",
        "warps 0-1 wait at .*:{A} .* for the mbarrier at b[0], whose phase of parity 1 waits for "
        "64 of 64 arrivals",
    ),
    Deadlock(
        "consumer_before_producer",
        """__shared__ unsigned long long full, empty;
           if (threadIdx.x == 0) { INIT(&full, 32); INIT(&empty, 32); }
           __syncthreads();
           if (W == 0) { WAIT(&empty, 0); COME(&full); }
           else { WAIT(&full, 0); COME(&empty); } // A""",
        "warp 0 waits at .* for the mbarrier at empty[0], whose phase of parity 0 waits for 32 of "
        "32 arrivals; warp 1 waits at .*:{A} .* for the mbarrier at full[0]",
    ),
    Deadlock(
        "named_barrier",
        """if (W == 0) asm volatile("bar.sync 3, 96;"); // A
           else asm volatile("bar.arrive 3, 96;");""",
        "warp 0 waits at .*:{A} .* at barrier 3, where 64 of 96 threads have come",
    ),
    Deadlock(
        "bytes",
        f"""__shared__ alignas(16) int tile[32];
           __shared__ unsigned long long b;
           if (threadIdx.x == 0) {{
             INIT(&b, 1);
             EXPECT(&b, 128);
             asm volatile("{TX}" :: "r"(AT(tile)), "l"(o), "r"(AT(&b)) : "memory");
           }}
           __syncthreads();
           WAIT(&b, 0); // A""",
        "warps 0-1 wait at .*:{A} .* for the mbarrier at b[0], whose phase of parity 0 waits for "
        "64 bytes",
    ),
    Deadlock(
        "cluster",
        """asm volatile("barrier.cluster.arrive;");
           if (blockIdx.x == 0) {
             asm volatile("barrier.cluster.wait;");
             asm volatile("barrier.cluster.arrive;");
             asm volatile("barrier.cluster.wait;"); // A
           } else {
             __shared__ unsigned long long b;
             if (threadIdx.x == 0) INIT(&b, 1);
             __syncthreads();
             WAIT(&b, 0);
           }""",
        "warps 0-1 wait at .*:{A} .* for the other threads of the cluster, of which warps 0-1 of "
        "block (1, 0, 0) have not arrived",
        2,
    ),
    Deadlock(
        "remote_mbarrier",
        """__shared__ unsigned long long b;
           if (threadIdx.x == 0) INIT(&b, 2);
           asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
           if (blockIdx.x == 1 && threadIdx.x == 0)
             asm volatile("{ .reg .b32 r; mapa.shared::cluster.u32 r, %0, 0;"
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [r]; }" :: "r"(AT(&b)));
           if (blockIdx.x == 0) WAIT(&b, 0); // A
           asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");""",
        "in block (0, 0, 0) warps 0-1 wait at .*:{A} .* for the mbarrier at b[0], whose phase of "
        "parity 0 waits for 1 of 2 arrivals",
        2,
    ),
)


def source() -> str:
    """Return all kernels as one file."""
    return HEAD + "".join(
        f'extern "C" __global__ void {"__cluster_dims__(2, 1, 1) " * (d.blocks > 1)}'
        f"{d.name}(int* o) {{\n{d.body}\n}}\n"
        for d in DEADLOCKS
    )


@pytest.fixture(scope="module")
def module() -> CudaModule:
    """Return the kernels, compiled once."""
    return ks.cuda_module(source())


@pytest.mark.parametrize("deadlock", DEADLOCKS, ids=lambda d: d.name)
def test_a_deadlock_says_what_would_have_to_come(module: CudaModule, deadlock: Deadlock) -> None:
    """The finding and the error of the launch name warps, lines, barriers and what is missing."""
    lines = source().splitlines()
    first = next(n for n, line in enumerate(lines) if f" {deadlock.name}(int* o)" in line)
    line = next(n for n in range(first, len(lines)) if "// A" in lines[n]) + 1
    with ks.check(tools="barrier") as checked, pytest.raises(LaunchError, match="deadlock"):
        module.kernel(deadlock.name)[deadlock.blocks, 64](np.zeros(64, np.int32))
    messages = [f.message for f in checked.findings if f.kind == "deadlock"]
    pattern = deadlock.said.replace("{A}", str(line))
    for part in pattern.split(".*"):
        assert any(part in message for message in messages), messages


def test_what_a_deadlock_did_before_is_found_too() -> None:
    """Warp 1 has passed an mbarrier that nothing orders after its init, and then all wait."""
    text = (
        HEAD
        + """
        extern "C" __global__ void stuck(int* o) {
          __shared__ unsigned long long made, never;
          if (threadIdx.x == 0) { INIT(&made, 1); INIT(&never, 1); COME(&made); }
          if (W == 1) WAIT(&made, 0);
          WAIT(&never, 0);
        }
    """
    )
    with ks.check() as checked, pytest.raises(LaunchError, match="deadlock"):
        ks.cuda_module(text).kernel("stuck")[1, 64](np.zeros(64, np.int32))
    messages = [f.message for f in checked.findings]
    assert any("uses an mbarrier while" in message for message in messages), messages
