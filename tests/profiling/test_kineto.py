"""PyTorch's trace → spans, on a trace written by hand in Kineto's format."""

from __future__ import annotations

from typing import Any

import pytest

from kernelscope.profiling.captured import Captured
from kernelscope.profiling.kineto import read
from kernelscope.profiling.totals import totals
from kernelscope.quantity import Quantity
from kernelscope.record import LaunchRecord

MAIN, BACKWARD = 4000, 4001


def slice_(cat: str, name: str, ts: float, dur: float, tid: int = MAIN, **args: Any) -> Any:
    named = {key.replace("_", " "): value for key, value in args.items()}
    event = {"ph": "X", "cat": cat, "name": name, "pid": 1, "tid": tid, "ts": ts, "dur": dur}
    return {**event, "args": named}


GEMM = slice_(
    "kernel", "sm90_xmma_gemm", 130, 55, tid=7, correlation=11, stream=7, grid=[16, 8, 1],
    block=[128, 1, 1], registers_per_thread=168, shared_memory=196608,
)  # fmt: skip
GEMM["args"]["est. achieved occupancy %"] = 12

EVENTS = [
    {"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "ts": 0, "args": {"name": "python"}},
    slice_("user_annotation", "kernelscope.step: step 0", 100, 400),
    slice_(
        "cpu_op", "aten::mm", 110, 15,
        Input_Dims=[[2048, 2048], [2048, 2048], []], Input_type=["float", "float", "Scalar"],
    ),
    slice_("cuda_runtime", "cudaLaunchKernel", 115, 5, correlation=11),
    GEMM,
    slice_("cpu_op", "aten::item", 200, 100, Input_Dims=[[]], Input_type=["float"]),
    slice_("cpu_op", "aten::_local_scalar_dense", 205, 90, Input_Dims=[[]], Input_type=["float"]),
    slice_("cuda_runtime", "cudaMemcpyAsync", 206, 4, correlation=12),
    slice_("gpu_memcpy", "Memcpy DtoH (GPU -> Host)", 240, 2, tid=7, correlation=12, stream=7),
    slice_("cuda_runtime", "cudaStreamSynchronize", 212, 80, correlation=13),
    slice_("cpu_op", "MulBackward0", 310, 20, tid=BACKWARD),
    slice_("cuda_driver", "cuLaunchKernelEx", 315, 5, tid=BACKWARD, correlation=14),
    slice_("kernel", "triton_poi_fused_mul_0", 330, 4, tid=7, correlation=14, stream=7),
    slice_("cpu_op", "aten::to", 340, 60),
    slice_("cuda_runtime", "cudaMemcpyAsync", 345, 4, correlation=15),
    slice_("gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", 360, 9, tid=7, correlation=15, stream=7),
    slice_("cuda_runtime", "cudaStreamSynchronize", 350, 40, correlation=16),
    slice_("cuda_runtime", "cudaDeviceSynchronize", 480, 10, correlation=17),
    slice_("gpu_user_annotation", "kernelscope.step: step 0", 130, 240, tid=7),
    {"ph": "s", "id": 1, "pid": 1, "tid": MAIN, "ts": 115, "cat": "ac2g", "name": "ac2g"},
    {
        "ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": MAIN, "ts": 112,
        "args": {"Device Type": 1, "Total Allocated": 4096, "Bytes": 4096},
    },
    {
        "ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": MAIN, "ts": 113,
        "args": {"Device Type": 0, "Total Allocated": 8, "Bytes": 8},
    },
]  # fmt: skip


@pytest.fixture
def captured() -> Captured:
    return read({"traceEvents": EVENTS, "baseTimeNanoseconds": 0})


def test_device_work_knows_when_and_on_which_thread_it_was_queued(captured: Captured) -> None:
    work = {s.name: s for s in captured.spans if s.lane == "device"}
    gemm, fused = work["sm90_xmma_gemm"], work["triton_poi_fused_mul_0"]
    assert (gemm.submitted_us, gemm.host_row, gemm.row, gemm.start_us) == (115, 0, 7, 130)
    assert (fused.submitted_us, fused.host_row) == (315, 1)


def test_device_time_goes_to_the_operation_with_its_shapes_and_kernel(captured: Captured) -> None:
    found = {one.name: one for one in totals(captured.spans, captured.memory)}
    mm = found["aten::mm"]
    assert (mm.device_ms, mm.kernels) == (0.055, ("sm90_xmma_gemm",))
    assert mm.shapes == ((2048, 2048), (2048, 2048))
    assert mm.cpu_ms == pytest.approx(0.010)  # without cudaLaunchKernel
    assert mm.device_bytes == 4096


def test_waits_are_of_the_kind_of_what_is_around_them(captured: Captured) -> None:
    waits = [(s.kind, s.name, s.start_us) for s in captured.spans if s.lane == "wait"]
    assert sorted(waits, key=lambda wait: wait[2]) == [
        ("item", "wait: item", 212),
        ("copy-to-host", "wait: copy-to-host", 350),
        ("explicit", "wait: explicit", 480),
    ]


def test_launches_have_what_the_profiler_knows(captured: Captured) -> None:
    gemm, fused = captured.launches
    assert gemm == LaunchRecord(
        "sm90_xmma_gemm",
        grid=(16, 8, 1),
        block=(128, 1, 1),
        dynamic_shared_bytes=196608,
        registers=168,
        time_us=Quantity(55, "us", "measured"),
        frontend="cuda",
        occupancy=0.12,
    )
    assert fused.frontend == "inductor"


def test_our_ranges_come_back_with_their_kind_and_those_of_the_device_are_no_spans(
    captured: Captured,
) -> None:
    ranges = [(s.name, s.kind) for s in captured.spans if s.lane == "range"]
    assert ranges == [("step 0", "step")]


def test_only_the_devices_memory_counts(captured: Captured) -> None:
    assert captured.memory == ((112, 4096),)


def test_a_later_trace_goes_on_the_clock_of_the_first() -> None:
    later = read({"traceEvents": EVENTS, "baseTimeNanoseconds": 2_000_000}, base_ns=1_000_000)
    work = next(s for s in later.spans if s.name == "sm90_xmma_gemm")
    assert (work.start_us, work.submitted_us) == (1130, 1115)
    assert later.memory[0][0] == 1112


def test_stacks_are_the_programs_frames_modules_and_operations() -> None:
    frames = [
        slice_("python_function", "typer/main.py(9): main", 0, 1000),
        slice_("python_function", "kernelscope/jobs/run.py(140): exit_code", 5, 900),
        slice_("python_function", "train.py(1): <module>", 10, 800),
        slice_("python_function", "/home/me/train.py(12): step", 20, 500),
        slice_("python_function", "torch/nn/modules/module.py(1779): _call_impl", 25, 480),
        slice_("python_function", "nn.Module: Linear_3", 30, 400),
        slice_("cpu_op", "aten::addmm", 50, 100),
        slice_("python_function", "<built-in method item of Tensor>", 700, 50),
    ]
    assert read({"traceEvents": frames}).stacks == {
        "<module> (train.py:1)": 300,
        "<module> (train.py:1);step (train.py:12)": 100,
        "<module> (train.py:1);step (train.py:12);nn.Module: Linear": 300,
        "<module> (train.py:1);step (train.py:12);nn.Module: Linear;aten::addmm": 100,
    }
