"""`torch.cuda.cudart()` on the virtual GPU, and the part of a program that it bounds."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

import kernelscope as ks  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import virtual_gpu  # noqa: E402
from kernelscope.jobs.profile import profile_target  # noqa: E402

SCRIPT = """\
import torch
import kernelscope as ks
x = torch.ones(1024, device="cuda")
source = 'extern "C" __global__ void scale(float* x) { x[threadIdx.x] *= 2; }'
scale = ks.cuda_kernel(source, "scale")
scale[1, 32](x)
BEGIN
x * 2
scale[1, 64](x)
END
x / 3
"""
WAYS = {
    "cudart": (
        "torch.cuda.check_error(torch.cuda.cudart().cudaProfilerStart())",
        "torch.cuda.cudart().cudaProfilerStop()",
    ),
    "profiler": ("torch.cuda.profiler.start()", "torch.cuda.profiler.stop()"),
    "block": ("p = torch.cuda.profiler.profile(); p.__enter__()", "p.__exit__(None, None, None)"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_profile_shows_what_runs_between_start_and_stop(way: str, tmp_path: Path):
    pytest.importorskip("cuda.bindings.nvrtc")
    begin, end = WAYS[way]
    path = tmp_path / "bounded.py"
    path.write_text(SCRIPT.replace("BEGIN", begin).replace("END", end))
    record = profile_target(str(path), device="virtual").record
    on_device = [span.name for span in record.spans if span.lane == "device"]
    assert on_device == ["vectorized_elementwise_kernel", "scale"]
    assert [launch.block for launch in record.launches] == [(64, 1, 1)]  # the counters' launches
    assert any("cudaProfilerStart" in note for note in record.notes)


def test_several_ranges_add_up_and_a_stop_alone_ends_what_began_with_the_program():
    def names(*steps: str) -> list[str]:
        runtime, x = torch.cuda.cudart(), torch.ones(4, device="cuda")

        def run() -> None:
            for step in steps:
                if step in ("Start", "Stop"):
                    getattr(runtime, f"cudaProfiler{step}")()
                else:
                    getattr(x, step)(x)

        spans = ks.profile("ranges", run, num_warmups=0).spans
        ran = [span.name.removeprefix("aten::") for span in spans if span.lane == "host"]
        assert len([span for span in spans if span.lane == "device"]) == len(ran)
        return ran

    with pretend_cuda(virtual_gpu()):
        assert names("add", "Start", "mul", "Stop", "div", "Start", "sub", "Stop") == ["mul", "sub"]
        assert names("add", "Stop", "mul") == ["add"]
        assert names("add", "Start", "mul", "sub") == ["mul", "sub"]
        assert names("add", "mul") == ["add", "mul"]


def test_errors_have_cudas_words():
    with pretend_cuda(virtual_gpu()):
        runtime = torch.cuda.cudart()
        error = runtime.cudaError
        assert runtime.cudaGetErrorString(error.success) == "no error"
        assert runtime.cudaGetErrorString(error(700)) == "an illegal memory access was encountered"
        assert runtime.cudaGetErrorString(error(123456)) == "unrecognized error code"
        with pytest.raises(torch.cuda.CudaError, match=r"out of memory"):
            torch.cuda.check_error(2)


def test_memory_can_be_asked_for_and_pinned():
    with pretend_cuda(virtual_gpu()):
        runtime, x = torch.cuda.cudart(), torch.ones(100)
        assert runtime.cudaMemGetInfo(0) == torch.cuda.mem_get_info()
        size = x.numel() * x.element_size()
        assert int(runtime.cudaHostRegister(x.data_ptr(), size, 0)) == 0
        assert x.is_pinned()
        assert x[50:].is_pinned()
        assert int(runtime.cudaHostRegister(x.data_ptr() + 8, 8, 0)) == 712
        assert int(runtime.cudaHostUnregister(x.data_ptr())) == 0
        assert not x.is_pinned()
        assert int(runtime.cudaHostUnregister(x.data_ptr())) == 713


def test_a_stream_of_the_runtime_is_one_of_pytorchs():
    with pretend_cuda(virtual_gpu()):
        runtime, handle = torch.cuda.cudart(), ctypes.c_uint64()
        assert int(runtime.cudaStreamCreate(ctypes.addressof(handle))) == 0
        stream = torch.cuda.ExternalStream(handle.value)
        assert stream.cuda_stream == handle.value != 0
        with torch.cuda.stream(stream):
            assert torch.cuda.current_stream() == stream
        assert int(runtime.cudaStreamDestroy(handle.value)) == 0
        assert int(runtime.cudaStreamDestroy(handle.value)) == 400
