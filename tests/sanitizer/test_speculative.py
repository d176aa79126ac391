"""A watched launch on all cores finds what one core finds, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kernelscope as ks
from kernelscope.frontends.cuda.module import CudaModule
from kernelscope.sanitizer import speculative
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import STEPS, LaunchCounts, LaunchRequest, Proceed, Stage
from kernelscope.vgpu.runtime import launch, worker

BLOCKS, THREADS = 64, 256
CELLS = BLOCKS * THREADS

SOURCE = r"""
__global__ void scatter(const int* places, int* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[places[i]] = i; // A
}
__global__ void one_place(int* o) {
    if (threadIdx.x == 0) o[0] = blockIdx.x; // A
}
__global__ void rows(const int* x, int* o, int width) {
    for (int k = threadIdx.x; k < width; k += blockDim.x)
        o[blockIdx.x * width + k] = x[blockIdx.x * width + k];
}
__global__ void in_place(int* o) { o[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void reduced(const int* x, int* o) {
    __shared__ int s[256];
    s[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int k = 128; k; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; // A
        if (k != 16) __syncthreads();
    }
    if (threadIdx.x == 0) o[blockIdx.x] = s[0];
}
__global__ void undefined(const int* x, int* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = x[i] + 1; // A
}
__global__ void beyond(int* o) {
    o[blockIdx.x * blockDim.x + threadIdx.x + 1] = 0; // A
}
"""
HERE = Path(__file__).read_text().splitlines()
LINES = {number for number, line in enumerate(HERE, 1) if line.endswith("// A")}


@pytest.fixture(scope="module")
def module() -> CudaModule:
    return ks.cuda_module(SOURCE)


@pytest.fixture(autouse=True)
def four_workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run blocks on four threads, also on a machine with one core."""
    worker.workers.cache_clear()
    for place in (worker, launch, speculative):
        monkeypatch.setattr(place, "worker_count", lambda: 4)
    yield
    worker.workers.cache_clear()


class Spy:
    """Counts the launches that several workers ran, and those that one did."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.speculative = self.alone = 0
        run = LaunchRequest.run

        def counted(request: LaunchRequest) -> object:
            if request.settings.speculative:
                self.speculative += 1
            else:
                self.alone += 1
            return run(request)

        monkeypatch.setattr(LaunchRequest, "run", counted)


def found(module: CudaModule, name: str, *args: object, cores: int = 4) -> list[Finding]:
    """Return what `check` finds in one launch; None is memory that nothing has written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speculative, "worker_count", lambda: cores)
        with ks.virtual_gpu("h200"), Sanitizer() as sanitizer:
            fresh = torch.empty(CELLS, dtype=torch.int32)
            try:
                module.kernel(name)[BLOCKS, THREADS](*(fresh if a is None else a for a in args))
            except ks.MemoryAccessError:
                assert name == "beyond"
    return sanitizer.findings


def told(findings: list[Finding]) -> list[tuple[object, ...]]:
    """Return what a reader sees of findings."""
    return [
        (f.tool, f.kind, f.place, f.other, f.thread, f.block, f.other_thread, f.other_block,
         f.buffer, f.index, f.count, f.message.partition(": ")[0])
        for f in findings
    ]  # fmt: skip


def ints(count: int, value: int = 0) -> torch.Tensor:
    return torch.full((count,), value, dtype=torch.int32)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 1 << 30), doubled=st.integers(0, 3))
def test_a_scatter_races_if_two_threads_have_one_place(
    module: CudaModule, seed: int, doubled: int
) -> None:
    """The truth is the permutation: `doubled` threads go where another one goes."""
    random = np.random.default_rng(seed)
    places = random.permutation(CELLS).astype(np.int32)
    threads = random.choice(CELLS, 2 * doubled, replace=False)
    places[threads[:doubled]] = places[threads[doubled:]]
    args = torch.from_numpy(places), ints(CELLS)
    findings = found(module, "scatter", *args)
    assert bool(findings) == bool(doubled)
    assert sum(one.count for one in findings) == doubled
    assert told(findings) == told(found(module, "scatter", *args, cores=1))


def test_all_blocks_write_one_place_at_once(module: CudaModule) -> None:
    """Two workers may look at the place in the same moment: each time it is found."""
    alone = told(found(module, "one_place", ints(1), cores=1))
    assert alone
    for _ in range(50):
        assert told(found(module, "one_place", ints(1))) == alone


@pytest.mark.parametrize("name", ["reduced", "undefined", "beyond"])
def test_what_several_find_one_finds_again(module: CudaModule, name: str) -> None:
    def launched(cores: int) -> list[Finding]:
        x = None if name == "undefined" else ints(CELLS, 1)
        inputs = () if name == "beyond" else (x,)
        return found(module, name, *inputs, ints(CELLS), cores=cores)

    findings = launched(4)
    assert findings
    assert told(findings) == told(launched(1))
    assert {int(one.place.source.rpartition(":")[2]) for one in findings} <= LINES


@pytest.mark.parametrize("width", [1, 31, 781, 1024])
def test_rows_that_share_a_sector_run_on_all_cores(
    module: CudaModule, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """Rows of 31 numbers begin within a sector of another block's row."""
    spy, o = Spy(monkeypatch), ints(BLOCKS * width)
    x = torch.arange(BLOCKS * width, dtype=torch.int32)
    assert not found(module, "rows", x, o, width)
    assert torch.equal(o, x)
    assert (spy.speculative, spy.alone) == (1, 0)


def test_what_a_launch_reads_and_writes_is_written_once(
    module: CudaModule, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy, o = Spy(monkeypatch), ints(CELLS)
    assert not found(module, "in_place", o)
    assert torch.equal(o, ints(CELLS, 1))
    assert (spy.speculative, spy.alone) == (1, 1)  # the first ended before any block ran


def test_counters_are_those_of_a_plain_run(module: CudaModule) -> None:
    counted: list[LaunchCounts] = []

    def count(proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
        counted.append(proceed(request))
        return counted[-1]

    with STEPS.of(Stage.RECORD, count):
        with ks.virtual_gpu("h200"):
            module.kernel("rows")[BLOCKS, THREADS](ints(CELLS, 1), ints(CELLS), THREADS)
        assert not found(module, "rows", ints(CELLS, 1), ints(CELLS), THREADS)
    plain, watched = counted
    assert watched.counters == plain.counters
