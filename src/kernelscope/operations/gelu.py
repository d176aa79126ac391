"""GELU, tanh form: 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³))), on an n×n matrix.

Nine plain operations that each read and write the whole matrix, or one kernel that reads and writes
it once: the same arithmetic, a ninth of the memory traffic.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import torch
import triton
import triton.language as tl

from kernelscope._patching import Patches
from kernelscope.devices.clock import Timeline
from kernelscope.devices.torch_cuda.facade import cuda_tensors
from kernelscope.devices.virtual import VirtualGPU, current_gpu
from kernelscope.driver.extensions import offer_extensions
from kernelscope.errors import UnavailableError
from kernelscope.frontends.cuda.kernel import cuda_kernel
from kernelscope.operation import Case, Operation, Work
from kernelscope.operations._shared import (
    ANY_LAYOUT,
    UP_TO_FP32,
    c_type,
    compile_once,
    output_in_order_of,
)


def _work(case: Case) -> Work:
    size = case.n**2 * case.itemsize
    return Work(read=size, written=size, flops=9 * case.n**2)  # the nine operations of the formula


gelu = Operation(
    "gelu",
    description="GELU (tanh) of an n×n matrix",
    axes={"n": 4096, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.n, case.n),),
    reference=lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
    magnitude=torch.abs,  # 1 + tanh cancels if x is far below 0: an error of x times a rounding
    work=_work,
    layouts=ANY_LAYOUT,
    dtypes=UP_TO_FP32,  # the formula's constants have eight digits
    huge={"n": 46341},
)


@gelu.implementation("naive")
def gelu_naive(x: torch.Tensor) -> torch.Tensor:
    """Evaluate the formula as written: nine kernels, each reads and writes the whole matrix."""
    return 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x)))


@gelu.implementation("torch")
def gelu_torch(x: torch.Tensor) -> torch.Tensor:
    """PyTorch's own kernel: one read, one write."""
    return torch.nn.functional.gelu(x, approximate="tanh")


@gelu.implementation("compile")
def gelu_compiled(x: torch.Tensor) -> torch.Tensor:
    """torch.compile of the naive form: Inductor fuses the nine operations into one kernel."""
    return compile_once(gelu_naive)(x)


@triton.jit
def gelu_of(x):
    # 0.5 (1 + tanh a) = 1 / (1 + e^-2a), which is finite for every x: e^-2a may become inf, and
    # x / inf is 0. The lecture's (e^2a - 1) / (e^2a + 1) is inf / inf once x exceeds 10.
    a = 0.79788456 * (x + 0.044715 * x * x * x)
    return x / (1 + tl.exp(-2 * a))


@triton.jit
def gelu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask).to(tl.float32)  # in fp16, x³ overflows near 40
    tl.store(y_ptr + offsets, gelu_of(x), mask=mask)


def _launch_triton(x: torch.Tensor, block: int, warps: int) -> torch.Tensor:
    x, y = output_in_order_of(x)
    if x.numel():
        gelu_kernel[(triton.cdiv(x.numel(), block),)](x, y, x.numel(), BLOCK=block, num_warps=warps)
    return y


@gelu.implementation("triton")
def gelu_triton(x: torch.Tensor) -> torch.Tensor:
    """Triton: the whole formula on a block of 1024 elements, four a thread, in registers."""
    return _launch_triton(x, block=1024, warps=8)


@gelu.implementation("triton-coarsened")
def gelu_triton_coarsened(x: torch.Tensor) -> torch.Tensor:
    """Triton, eight elements a thread: fewer threads to start, more loads in flight in each."""
    return _launch_triton(x, block=1024, warps=4)


GELU_CUDA = r"""
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <typename T>
__global__ void gelu(const T* x, T* y, long long n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = (float)x[i];  // every literal carries an f: a double would make all of it fp64
    y[i] = T(0.5f * v * (1.0f + tanhf(0.79788456f * (v + 0.044715f * v * v * v))));
}
"""


@functools.cache
def _cuda(dtype: torch.dtype) -> Any:
    return cuda_kernel(GELU_CUDA, f"gelu<{c_type(dtype)}>")


@gelu.implementation("cuda")
def gelu_cuda(x: torch.Tensor) -> torch.Tensor:
    """CUDA C++ from a string: one element a thread."""
    x, y = output_in_order_of(x)
    if x.numel():
        _cuda(x.dtype)[triton.cdiv(x.numel(), 256), 256](x, y, x.numel())
    return y


GELU_FILE = Path(__file__).with_name("gelu.cu")


@functools.cache
def _cuda_file(dtype: torch.dtype) -> Any:
    return cuda_kernel(GELU_FILE, f"gelu<{c_type(dtype)}>")


@gelu.implementation("cuda-file")
def gelu_cuda_file(x: torch.Tensor) -> torch.Tensor:
    """CUDA C++ from gelu.cu: 16 bytes a thread, if the address allows such loads."""
    x, y = output_in_order_of(x)
    if x.numel():
        kernel = _cuda_file(x.dtype)
        aligned = x.data_ptr() % 16 == 0 and y.data_ptr() % 16 == 0
        vectors = x.numel() * x.itemsize // 16 if aligned else 0
        threads = vectors + x.numel() - vectors * 16 // x.itemsize
        kernel[triton.cdiv(threads, 256), 256](x, y, x.numel(), vectors)
    return y


# Two files, each with the headers that it needs. With all of PyTorch's headers in both, as
# load_inline has it by default, one takes g++ 32 s, and so 10.
GELU_EXTENSION = r"""
#include <ATen/Dispatch.h>
#include <ATen/ops/empty_like.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/csrc/Exceptions.h>
#include <torch/csrc/utils/pybind.h>

template <typename T>
void launch_gelu(const T* x, T* y, int64_t n, cudaStream_t stream);

at::Tensor gelu(at::Tensor x) {
    TORCH_CHECK(x.is_cuda() && x.is_contiguous(), "gelu: a contiguous CUDA tensor is needed");
    c10::cuda::CUDAGuard guard(x.device());
    at::Tensor y = at::empty_like(x);
    int64_t n = x.numel();
    if (n == 0) return y;
    AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, x.scalar_type(), "gelu", [&] {
        launch_gelu(x.const_data_ptr<scalar_t>(), y.mutable_data_ptr<scalar_t>(), n,
                    c10::cuda::getCurrentCUDAStream());
    });
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return y;
}
"""

GELU_EXTENSION_CUDA = r"""
#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>

template <typename T>
__global__ void gelu_kernel(const T* x, T* y, int64_t n) {
    int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = static_cast<float>(x[i]);
    y[i] = T(0.5f * v * (1.0f + tanhf(0.79788456f * (v + 0.044715f * v * v * v))));
}

template <typename T>
void launch_gelu(const T* x, T* y, int64_t n, cudaStream_t stream) {
    gelu_kernel<<<(n + 255) / 256, 256, 0, stream>>>(x, y, n);
}

template void launch_gelu(const float*, float*, int64_t, cudaStream_t);
template void launch_gelu(const double*, double*, int64_t, cudaStream_t);
template void launch_gelu(const c10::Half*, c10::Half*, int64_t, cudaStream_t);
template void launch_gelu(const c10::BFloat16*, c10::BFloat16*, int64_t, cudaStream_t);
"""


@functools.cache
def _extension(gpu: str) -> Any:
    """Return the extension, built for this machine's GPU, or for the virtual one of a name."""
    from torch.utils import cpp_extension

    with Patches() as undo:
        if gpu:
            session, timeline = _session()
            offer_extensions(undo, session.spec, timeline)
        elif torch.version.cuda is None or not torch.cuda.is_available():
            raise UnavailableError(
                "load_inline needs a GPU, and a PyTorch built for it; or --device virtual"
            )
        elif cpp_extension.CUDA_HOME is None:
            raise UnavailableError(
                "load_inline needs NVIDIA's CUDA toolkit (nvcc), which is not here"
            )
        try:
            return cpp_extension.load_inline(
                name="kernelscope_gelu",
                cpp_sources=GELU_EXTENSION,
                cuda_sources=GELU_EXTENSION_CUDA,
                functions=["gelu"],
                no_implicit_headers=True,
            )
        except (RuntimeError, OSError) as error:
            first = str(error).strip().splitlines()[0]
            raise UnavailableError(f"load_inline could not build the extension: {first}") from None


def _session() -> tuple[VirtualGPU, Timeline]:
    gpu = current_gpu()
    if gpu is None or not isinstance(gpu.clock, Timeline):
        raise UnavailableError(
            "load_inline needs a clock: call it in `compare`, `profile` or `run`"
        )
    return gpu, gpu.clock


@gelu.implementation("load-inline")
def gelu_load_inline(x: torch.Tensor) -> torch.Tensor:
    """Build the CUDA kernel as a PyTorch extension on first use, with nvcc and a host compiler."""
    gpu = current_gpu()
    if gpu is None or x.is_cuda:
        return _extension(gpu.spec.name if gpu else "").gelu(x.contiguous())
    from kernelscope.devices.torch_cuda.tensor import as_gpu, as_host

    with cuda_tensors(*_session()):
        return as_host(_extension(gpu.spec.name).gelu(as_gpu(x.detach().contiguous())))
