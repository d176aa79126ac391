"""PyTorch's own ways from CUDA C++ to a kernel: `torch.cuda._compile_kernel` and the jiterator.

PyTorch compiles with NVRTC and loads with the driver. Inside a virtual GPU's block the source goes
through `cuda_kernel` instead, and the launch to the virtual GPU.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import torch

from kernelscope.devices.virtual import active_gpu
from kernelscope.errors import CompileError, LaunchError, UnavailableError
from kernelscope.frontends.cuda.kernel import CudaKernel, cuda_kernel

_C_TYPES = {
    torch.float32: "float",
    torch.float64: "double",
    torch.int64: "long long",
    torch.int32: "int",
    torch.int16: "short",
    torch.int8: "signed char",
    torch.uint8: "unsigned char",
    torch.bool: "bool",
}
_THREADS = 128
# What PyTorch passes for a Python number, whatever the kernel takes.
_PASSED = {int: ("integer", 4, "int"), float: ("float", 8, "double")}
_SHARED_BYTES = 48 * 1024
_LAUNCH_US = 25.7
"""The host's time for a launch with three arguments (host_costs_h200.json: "_compile_kernel")."""


class CompiledKernel:
    """A kernel as `torch.cuda._compile_kernel` returns it."""

    def __init__(self, kernel: CudaKernel) -> None:
        self._kernel = kernel
        self._shared_bytes = 0

    def __call__(
        self,
        grid: tuple[int, int, int] = (1, 1, 1),
        block: tuple[int, int, int] = (1, 1, 1),
        args: Sequence[Any] | None = None,
        shared_mem: int = 0,
        stream: object = None,
    ) -> None:
        """Launch with `args`; `stream` is left out, as all streams share the device's queue.

        Raises LaunchError for a number that PyTorch passes with other bytes than the kernel reads.
        """
        given = list(args or ())
        self._check(given)
        if shared_mem >= _SHARED_BYTES and shared_mem > self._shared_bytes:
            raise RuntimeError(
                f"Kernel requires {shared_mem} bytes of shared memory (>= 48KB), but only "
                f"{self._shared_bytes} bytes configured. Call "
                "kernel.set_shared_memory_config(shared_mem) after compilation and before "
                "launching the kernel."
            )
        with active_gpu().clock.launch(_LAUNCH_US):
            self._kernel[tuple(grid), tuple(block), shared_mem](*given)

    def set_shared_memory_config(self, shared_mem_bytes: int) -> None:
        """Allow launches with this many bytes of dynamic shared memory."""
        most = active_gpu().spec.shared_per_block_bytes
        if shared_mem_bytes > most:
            raise RuntimeError(
                f"Requested shared memory ({shared_mem_bytes} bytes) exceeds device limit ({most} "
                "bytes). Consider reducing block size or shared memory usage."
            )
        self._shared_bytes = shared_mem_bytes

    def _check(self, given: Sequence[Any]) -> None:
        parameters = self._kernel.build(active_gpu().spec.target).parameters
        for number, (parameter, value) in enumerate(zip(parameters, given, strict=False), 1):
            if isinstance(value, torch.Tensor):
                if not (value.is_cuda or value.is_pinned()):
                    raise ValueError(
                        "All tensor arguments must be CUDA tensors or pinned CPU tensors"
                    )
            elif type(value) not in _PASSED:
                raise TypeError(f"Unsupported argument type: {type(value)}")
            else:
                scalar, size, name = _PASSED[type(value)]
                if (parameter.kind, parameter.size) != (scalar, size):
                    raise LaunchError(
                        f"{self._kernel.name}, argument {number}: PyTorch passes a Python "
                        f"{type(value).__name__} as {name}, and the parameter is another type, "
                        f"which would read wrong bytes: declare it {name}"
                    )


def compile_kernel(
    kernel_source: str,
    kernel_name: str,
    compute_capability: str | None = None,
    cuda_include_dirs: Sequence[str] | None = None,
    nvcc_options: Sequence[str] | None = None,
) -> CompiledKernel:
    """Stand in for `torch.cuda._compile_kernel`; `compute_capability` is the virtual GPU's."""
    includes = [f"-I{folder}" for folder in cuda_include_dirs or ()]
    try:
        made = cuda_kernel(kernel_source, kernel_name, options=(*includes, *(nvcc_options or ())))
    except CompileError as error:
        raise RuntimeError(f"Kernel compilation failed:\n{error}") from error
    return CompiledKernel(made)


def launch_jiterated(
    code: str,
    name: str,
    return_by_ref: bool,
    num_outputs: int,
    tensors: Sequence[torch.Tensor],
    extra: Mapping[str, float],
) -> torch.Tensor | tuple[torch.Tensor, ...]:
    """Stand in for the jiterator's launch: apply a function of one element to whole tensors.

    Operands of another type, and those that are not contiguous, are copied first, which on a GPU
    the kernel does on its way. Raises UnavailableError if plain CUDA C++ has no name for the type
    (halves, complex).
    """
    dtype = tensors[0].dtype
    for other in tensors[1:]:
        dtype = torch.promote_types(dtype, other.dtype)
    if dtype not in _C_TYPES:
        raise UnavailableError(
            f"the jiterator on {dtype}: the virtual GPU supports it for bool, integers, float32 "
            "and float64; convert the tensors, or write the kernel with cuda_kernel"
        )
    whole = torch.broadcast_tensors(*tensors)
    operands = [tensor.to(dtype).contiguous() for tensor in whole]
    outputs = tuple(torch.empty_like(operands[0]) for _ in range(num_outputs))
    count = operands[0].numel()
    scalars = tuple("double" if isinstance(v, float) else "long long" for v in extra.values())
    kernel = _element_wise(code, name, return_by_ref, num_outputs, len(operands), dtype, scalars)
    if count:
        grid = -(-count // _THREADS)
        kernel[grid, _THREADS](*operands, *outputs, *extra.values(), count)
    return outputs[0] if num_outputs == 1 else outputs


@cache
def _element_wise(
    code: str,
    name: str,
    by_ref: bool,
    outputs: int,
    inputs: int,
    dtype: torch.dtype,
    scalars: tuple[str, ...],
) -> CudaKernel:
    """Return the kernel that calls the function for each element."""
    element = _C_TYPES[dtype]
    taken = [f"const {element}* in{i}" for i in range(inputs)]
    written = [f"{element}* out{i}" for i in range(outputs)]
    numbers = [f"{scalar} extra{i}" for i, scalar in enumerate(scalars)]
    values = [f"in{i}[i]" for i in range(inputs)] + [f"extra{i}" for i in range(len(scalars))]
    if by_ref:
        values += [f"out{i}[i]" for i in range(outputs)]
    call = f"{name}<{element}>({', '.join(values)})"
    source = f"""{code}
extern "C" __global__ void {name}_kernel({", ".join([*taken, *written, *numbers])}, long long n) {{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n) {call if by_ref else f"out0[i] = {call}"};
}}
"""
    return cuda_kernel(source, f"{name}_kernel", options=("-default-device",))
