"""A virtual GPU for PyTorch: `cuda:0` on the host's memory, with its work done by the CPU.

    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu):
        x = torch.randn(4096, device="cuda")     # x.is_cuda, x.device == cuda:0
        kernel[grid](x, ...)                     # runs on the virtual GPU

Its tensors are real CUDA tensors to PyTorch (`tensor.py`). PyTorch's operations have kernels for
them (`kernels.py`), which record their cost, and `torch.cuda` answers from the GPU's specification
(`api.py`). Everything is undone at the end; tensors that outlive the block keep their device and
lose their kernels.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import partial

from kernelscope._patching import Patches
from kernelscope.devices.clock import Timeline
from kernelscope.devices.imports import named_imports
from kernelscope.devices.virtual import VirtualGPU, current_gpu
from kernelscope.errors import UsageError
from kernelscope.vgpu import STEPS, LaunchCounts, LaunchRequest, Proceed, Stage
from kernelscope.vgpu.runtime.address_space import PRETENDED

_pretending: list[tuple[VirtualGPU, Timeline]] = []


@contextmanager
def pretend_cuda(
    gpu: VirtualGPU, *, host_tensors: bool = False, steady: bool = False
) -> Generator[Timeline]:
    """Let PyTorch have the GPU `gpu` inside the block; yields its timeline.

    This enters the GPU's own block, too. Do not enter that block before: front ends ask on entry
    on which device its tensors are. Entering again for the same GPU changes nothing; another GPU
    cannot be entered inside. With `host_tensors`, kernels also take CPU tensors, as they do in the
    GPU's own block. With `steady`, no real clock counts (`Timeline`).
    """
    if _pretending:
        outer, timeline = _pretending[-1]
        if outer is not gpu:
            raise UsageError(
                f"PyTorch already has a GPU, the virtual {outer.spec.name}; leave its block first"
            )
        yield timeline
        return
    import torch

    from kernelscope.devices.torch_cuda.api import replace_api
    from kernelscope.devices.torch_cuda.compile import prepare_compile
    from kernelscope.devices.torch_cuda.exchange import exchange
    from kernelscope.devices.torch_cuda.forking import forked
    from kernelscope.devices.torch_cuda.hooks import install_device_guard, say_there_is_cuda
    from kernelscope.devices.torch_cuda.host_paths import charge_paths
    from kernelscope.devices.torch_cuda.kernels import Kernels
    from kernelscope.devices.torch_cuda.tensor import allocations

    timeline = Timeline(gpu, steady=steady)
    PRETENDED.add("cuda")
    with Patches() as undo:
        undo.callback(allocations.release)
        undo.attributes(forked, timeline=timeline, initialised=False)
        undo.enter_context(timeline.follow())
        if steady:
            undo.enter_context(named_imports(timeline))
        undo.attributes(gpu, torch_device="cuda", clock=timeline)
        if not host_tensors:
            undo.enter_context(STEPS.of(Stage.CHECK, partial(_refuse_host_tensors, gpu)))
        if gpu.sampling is not None:
            undo.enter_context(gpu.sampling.of(allocations.watchers, allocations.now))
        undo.enter_context(gpu)
        install_device_guard()
        say_there_is_cuda(undo)
        # Autograd's own threads are for the devices that its first backward in this process knew.
        undo.enter_context(torch.autograd.set_multithreading_enabled(False))
        replace_api(undo, gpu, timeline)
        exchange(undo)
        prepare_compile(undo, timeline)
        charge_paths(undo, timeline)
        undo.callback(Kernels(gpu, timeline).register())
        _pretending.append((gpu, timeline))
        undo.callback(_pretending.pop)
        yield timeline


@contextmanager
def cuda_tensors(gpu: VirtualGPU, timeline: Timeline) -> Generator[None]:
    """Let CUDA tensors on the host's memory (`as_gpu`) work inside the block, for C++ that asks for
    them, on a GPU whose block is open; `torch.cuda` stays as it is.
    """
    if _pretending:
        yield
        return
    import torch

    from kernelscope.devices.torch_cuda.hooks import install_device_guard, say_there_is_cuda
    from kernelscope.devices.torch_cuda.kernels import Kernels
    from kernelscope.devices.torch_cuda.tensor import allocations

    PRETENDED.add("cuda")
    with Patches() as undo:
        undo.callback(allocations.release)
        undo.attributes(torch.cuda, _initialized=True)
        install_device_guard()
        say_there_is_cuda(undo)
        undo.callback(Kernels(gpu, timeline).register())
        yield


def pretended() -> tuple[VirtualGPU, Timeline] | None:
    """Return the GPU that PyTorch believes in now, with its timeline; None if there is none."""
    return _pretending[-1] if _pretending else None


def _refuse_host_tensors(gpu: VirtualGPU, proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
    """Raise Triton's error for a pointer into memory that the GPU cannot reach."""
    import torch

    if gpu.takes_host_tensors or current_gpu() is not gpu:
        return proceed(request)
    for place, value in enumerate(request.arguments):
        if isinstance(value, torch.Tensor) and not (value.is_cuda or value.is_pinned()):
            raise ValueError(
                f"Pointer argument (at {place}) cannot be accessed from Triton (cpu tensor?)"
            )
    return proceed(request)
