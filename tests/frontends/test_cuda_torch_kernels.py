"""`torch.cuda._compile_kernel` and `torch.cuda.jiterator` on the virtual GPU."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import VirtualGPU  # noqa: E402
from kernelscope.errors import LaunchError, UnavailableError  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
ADD = """
extern "C" __global__ void add(const float* a, const float* b, float* c, int n, double by) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) c[i] = a[i] + b[i] * by;
}
template <typename T> __global__ void fill(T* x, int value) { x[threadIdx.x] = value; }
extern "C" __global__ void scaled(float* x, float by) { x[0] *= by; }
"""


@pytest.fixture
def gpu() -> Iterator[VirtualGPU]:
    session = virtual_gpu("h200")
    with pretend_cuda(session):
        torch.manual_seed(0)
        yield session


def test_a_compiled_kernel_takes_tensors_ints_and_doubles(gpu: VirtualGPU) -> None:
    add = torch.cuda._compile_kernel(ADD, "add")
    a, b = torch.randn(1000, device="cuda"), torch.randn(1000, device="cuda")
    c = torch.zeros(1024, device="cuda")
    add(grid=(4, 1, 1), block=(256, 1, 1), args=[a, b, c, a.numel(), 0.5])
    torch.testing.assert_close(c[:1000].cpu(), a.cpu() + b.cpu() / 2)
    assert c[1000:].eq(0).all()
    assert (gpu.launches[-1].kernel, gpu.launches[-1].frontend) == ("add", "cuda")


def test_a_template_is_named_with_its_arguments(gpu: VirtualGPU) -> None:
    x = torch.zeros(32, dtype=torch.int32, device="cuda")
    torch.cuda._compile_kernel(ADD, "fill<int>")(block=(32, 1, 1), args=[x, 7])
    assert x.tolist() == [7] * 32


def test_what_a_gpu_would_get_wrong_is_refused(gpu: VirtualGPU) -> None:
    x = torch.ones(1, device="cuda")
    scaled = torch.cuda._compile_kernel(ADD, "scaled")
    with pytest.raises(LaunchError, match=r"scaled, argument 2: .* float as double"):
        scaled(args=[x, 2.0])
    with pytest.raises(ValueError, match="CUDA tensors or pinned"):
        scaled(args=[torch.ones(1), 2.0])
    with pytest.raises(TypeError, match="Unsupported argument type"):
        scaled(args=[x, "2"])
    with pytest.raises(RuntimeError, match="set_shared_memory_config"):
        torch.cuda._compile_kernel(ADD, "fill<int>")(shared_mem=100_000, args=[x, 1])
    with pytest.raises(RuntimeError, match="exceeds device limit"):
        scaled.set_shared_memory_config(1 << 20)


def test_a_mistake_in_the_source_is_pytorchs_error(gpu: VirtualGPU) -> None:
    with pytest.raises(RuntimeError, match=r"Kernel compilation failed:\n.*nonsense"):
        torch.cuda._compile_kernel('extern "C" __global__ void f() { nonsense; }', "f")


def test_the_jiterator_broadcasts_and_promotes(gpu: VirtualGPU) -> None:
    code = "template <typename T> T fused(T x, T y, T alpha) { return -x + alpha * y; }"
    fused = torch.cuda.jiterator._create_jit_fn(code, alpha=1.0)
    a = torch.randn(5, 7, device="cuda").t()
    b = torch.randint(9, (5,), device="cuda")
    torch.testing.assert_close(fused(a, b, alpha=3.5).cpu(), -a.cpu() + 3.5 * b.cpu())
    torch.testing.assert_close(fused(a, a).cpu(), torch.zeros(7, 5))
    assert gpu.launches[-1].kernel == "fused_kernel"
    with pytest.raises(UnavailableError, match="float16"):
        fused(a.half(), a.half())


def test_the_jiterator_returns_several_tensors(gpu: VirtualGPU) -> None:
    code = "template <typename T> void both(T x, T& up, T& down) { up = x + 1; down = x - 1; }"
    both = torch.cuda.jiterator._create_multi_output_jit_fn(code, num_outputs=2)
    up, down = both(torch.arange(4, device="cuda"))
    assert (up.tolist(), down.tolist()) == ([1, 2, 3, 4], [-1, 0, 1, 2])


def test_both_can_be_captured(gpu: VirtualGPU) -> None:
    fill = torch.cuda._compile_kernel(ADD, "fill<float>")
    double = torch.cuda.jiterator._create_jit_fn("template <typename T> T d(T x) { return 2 * x; }")
    x = torch.zeros(4, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        fill(block=(4, 1, 1), args=[x, 3])
        out = double(x)
    assert x.tolist() == [0] * 4
    graph.replay()
    assert out.tolist() == [6] * 4
