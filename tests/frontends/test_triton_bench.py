"""Triton's autotuner and `do_bench` on estimated time: what they return, mark and run."""

from __future__ import annotations

import inspect
import os
import time
from contextlib import AbstractContextManager, nullcontext

import pytest

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402

from kernelscope.devices.host_costs import HOST, triton_us  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import Clock  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402
from kernelscope.hardware.timing import EVENT_US, MEAN_OVER_USUAL_US  # noqa: E402

pytestmark = pytest.mark.triton


@triton.jit
def copy_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask), mask=mask)


@triton.jit
def dot_kernel(a_ptr, b_ptr, c_ptr, K, BLOCK: tl.constexpr, BK: tl.constexpr):
    rows, columns = tl.arange(0, BLOCK), tl.arange(0, BK)
    accumulator = tl.zeros((BLOCK, BLOCK), tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rows[:, None] * K + k + columns[None, :])
        b = tl.load(b_ptr + (k + columns[:, None]) * BLOCK + rows[None, :])
        accumulator = tl.dot(a, b, accumulator)
    tl.store(c_ptr + rows[:, None] * BLOCK + rows[None, :], accumulator)


def _tuned(kernel, configs, key):
    return triton.autotune(configs=configs, key=key)(kernel)


def test_the_autotuner_takes_the_configuration_with_the_least_estimated_time():
    configs = [triton.Config({"BLOCK": size}, num_warps=1) for size in (32, 1024)]
    tuned = _tuned(copy_kernel, configs, ["n"])
    x = torch.randn(1 << 16)
    out = torch.zeros_like(x)
    with virtual_gpu("h200") as gpu:
        tuned[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, out, x.numel())
    assert torch.equal(out, x)
    trials = [launch for launch in gpu.launches if launch.trial]
    times = {launch.grid[0]: launch.time_us.value for launch in trials}
    assert set(times) == {64, 2048}
    best = min(times, key=lambda blocks: times[blocks])
    assert (1 << 16) // tuned.best_config.kwargs["BLOCK"] == best
    (final,) = [launch for launch in gpu.launches if not launch.trial]
    assert final.grid[0] == best
    assert not final.sampled


def test_a_trial_runs_a_sample_of_its_blocks_and_scales_the_counters():
    configs = [triton.Config({"BLOCK": size}, num_warps=1) for size in (64, 128)]
    tuned = _tuned(copy_kernel, configs, ["n"])
    x = torch.randn(1 << 17)
    out = torch.zeros_like(x)
    with virtual_gpu("h200") as gpu:
        tuned[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, out, x.numel())
    sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
    trials = [launch for launch in gpu.launches if launch.trial]
    assert all(launch.sampled for launch in trials)
    assert {launch.counters[sectors] for launch in gpu.launches} == {4 * x.numel() / 32}


def test_a_configuration_that_does_not_fit_the_gpu_is_pruned():
    configs = [
        triton.Config({"BLOCK": 128, "BK": 128}, num_stages=4),
        triton.Config({"BLOCK": 128, "BK": 32}, num_stages=2),
    ]
    tuned = _tuned(dot_kernel, configs, ["K"])
    a = torch.randn(128, 256, dtype=torch.bfloat16)
    b = torch.randn(256, 128, dtype=torch.bfloat16)
    c = torch.zeros(128, 128)
    with virtual_gpu("rtx4090"):
        tuned[(1,)](a, b, c, 256)
    assert tuned.best_config.kwargs["BK"] == 32
    assert torch.allclose(c, a.float() @ b.float(), atol=1e-3)


def test_do_bench_returns_the_estimated_time_of_what_runs_in_the_form_asked_for():
    x = torch.randn(1 << 14)
    out = torch.zeros_like(x)

    def run():
        copy_kernel[(16,)](x, out, x.numel(), BLOCK=1024)

    with virtual_gpu("h200") as gpu:
        time_ms = triton.testing.do_bench(run)
        several = triton.testing.do_bench(run, quantiles=[0.5, 0.2, 0.8])
        single = triton.testing.do_bench(run, quantiles=[0.5])
        every = triton.testing.do_bench(run, return_mode="all")
    assert torch.equal(out, x)
    usual_ms = gpu.launches[-1].time_us.value / 1e3
    assert time_ms == pytest.approx(usual_ms + MEAN_OVER_USUAL_US / 1e3)
    assert several == pytest.approx([usual_ms] * 3)
    assert every == pytest.approx([usual_ms])
    assert single == pytest.approx(usual_ms)
    assert all(launch.trial for launch in gpu.launches)
    assert len(gpu.launches) <= 7


def test_do_bench_cudagraph_is_shorter_by_what_a_launch_costs():
    """A product of edge 512 took an H200 6.43 us between two events and 3.67 us in a graph."""
    x = torch.randn(1 << 14)
    out = torch.zeros_like(x)

    def run():
        copy_kernel[(16,)](x, out, x.numel(), BLOCK=1024)

    with virtual_gpu("h200"):
        events = triton.testing.do_bench(run, return_mode="median")
        graph = triton.testing.do_bench_cudagraph(run)
        several = triton.testing.do_bench_cudagraph(run, quantiles=[0.5, 0.2])
    assert graph == pytest.approx(events - 0.00276, abs=3.5e-4)
    assert several == pytest.approx([graph, graph])
    assert torch.equal(out, x)


def test_do_bench_has_the_arguments_and_defaults_of_tritons_own():
    """A caller that kept it beyond the block gets Triton's, with what it was given."""
    own = inspect.signature(triton.testing.do_bench).parameters
    with virtual_gpu("h200"):
        stand_in = inspect.signature(triton.testing.do_bench).parameters
    assert [(p.name, p.default) for p in stand_in.values()] == [
        (p.name, p.default) for p in own.values()
    ]


def test_do_bench_leaves_out_the_tuning_that_its_first_execution_did():
    configs = [triton.Config({"BLOCK": size}, num_warps=1) for size in (256, 512)]
    tuned = _tuned(copy_kernel, configs, ["n"])
    x = torch.randn(1 << 12)
    out = torch.zeros_like(x)

    def run():
        tuned[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, out, x.numel())

    with virtual_gpu("h200") as gpu:
        time_ms = triton.testing.do_bench(run, return_mode="median")
    assert time_ms == pytest.approx(gpu.launches[-1].time_us.value / 1e3)


def test_tritons_own_do_bench_taken_before_the_block_works_on_estimated_time():
    taken_before = triton.testing.do_bench
    x = torch.randn(1 << 12)
    out = torch.zeros_like(x)

    def run():
        copy_kernel[(4,)](x, out, x.numel(), BLOCK=1024)

    with virtual_gpu("h200") as gpu:
        assert triton.testing.do_bench is not taken_before
        time_ms = taken_before(run, warmup=0.01, rep=0.05)
    assert time_ms == pytest.approx(gpu.launches[-1].time_us.value / 1e3)


def test_do_bench_gives_pytorchs_own_operations_the_time_of_their_bytes():
    x = torch.randn(1 << 16)
    with virtual_gpu("h200") as gpu:
        time_ms = triton.testing.do_bench(lambda: torch.exp(x * x), return_mode="median")
    operators = [(event.name, event.bytes_read + event.bytes_written) for event in gpu.events]
    assert operators == [("aten.mul.Tensor", 8 << 16), ("aten.exp.default", 8 << 16)]
    apart_us = sum(event.time_us.value for event in gpu.events)
    assert time_ms == pytest.approx((apart_us - EVENT_US) / 1e3)  # two events in all


def test_a_launch_is_charged_to_a_virtual_clock_once_and_a_warm_up_is_not():
    """What a launch takes the host of a GPU, whatever its emulation takes here."""
    x = torch.zeros(64)
    charged: list[float] = []

    class Charged(Clock):
        def launch(self, host_us: float) -> AbstractContextManager[None]:
            return nullcontext(charged.append(host_us))

    with virtual_gpu("h200") as gpu:
        gpu.clock = Charged()
        copy_kernel.warmup(x, x, 64, BLOCK=64, grid=(1,))
        assert charged == []
        for _ in range(2):
            copy_kernel[(1,)](x, torch.zeros(64), 64, BLOCK=64)
    # A clock leaves out what is charged inside another charge: the driver's part of the launch.
    assert charged[::2] == [triton_us(4)] * 2
    assert charged[1::2] == [HOST.launch_us] * 2


@pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
def test_compiling_takes_host_time_at_every_version_of_a_kernel_and_a_launch_a_gpus():
    original = triton.compile
    sleep = time.sleep

    def slow(*args, **kwargs):
        sleep(0.2)
        return original(*args, **kwargs)

    with pretend_cuda(virtual_gpu("h200")) as timeline:

        def virtual_seconds(x):
            start = timeline.now()
            copy_kernel[(1,)](x, torch.empty_like(x), 64, BLOCK=64)
            return timeline.now() - start

        x = torch.zeros(64, device="cuda")
        virtual_seconds(x)
        again = virtual_seconds(x)
        copy_kernel.compile = slow
        other = virtual_seconds(x.double())
        copy_kernel.compile = original
    assert again < 1e-3
    assert 0.2 < other < 5


def test_a_call_s_own_python_counts() -> None:
    """Ten milliseconds before a kernel of a microsecond are what `do_bench` shows."""
    with pretend_cuda(virtual_gpu("h200")):
        x = torch.ones(64, device="cuda")

        def call() -> None:
            sum(range(3_000_000))
            torch.add(x, x)

        begin = time.process_time()
        sum(range(3_000_000))
        own_ms = 1e3 * (time.process_time() - begin)
        assert triton.testing.do_bench(call) > 0.3 * own_ms
        assert triton.testing.do_bench(lambda: torch.add(x, x)) < 0.1
