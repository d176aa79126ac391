"""One launch of a Triton kernel on the virtual GPU: arguments, scratch memory, hooks, record."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, cast

import numpy as np

from kernelscope.devices.capture import KernelForm
from kernelscope.devices.host_costs import LAUNCH_US
from kernelscope.devices.virtual import Origin, VirtualGPU, current_gpu
from kernelscope.errors import LaunchError, UnavailableError
from kernelscope.frontends.triton.form import LoadedKernel, triton_form
from kernelscope.vgpu.layout import LANES

# An allocation begins at a multiple of this on a GPU.
_ALLOCATION_ALIGNMENT = 256

# The entry of a kernel's metadata that says that its tensor descriptors were made pointers.
DESCRIPTORS_AS_POINTERS = "descriptors_as_pointers"


class ArrayArgument:
    """A NumPy array in the clothes of a tensor, for Triton to see its dtype and alignment."""

    __slots__ = ("array", "dtype", "shape")

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array
        self.dtype = array.dtype
        self.shape = array.shape

    @staticmethod
    def wrap(value: Any) -> Any:
        """An array wrapped; anything else as it is."""
        return ArrayArgument(value) if isinstance(value, np.ndarray) else value

    def data_ptr(self) -> int:
        """The address that the array has on a GPU, up to a multiple of the alignment there."""
        owner = self.array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        return _ALLOCATION_ALIGNMENT + self.array.ctypes.data - owner.ctypes.data

    def element_size(self) -> int:
        """Bytes of an element."""
        return self.array.itemsize

    def stride(self, axis: int) -> int:
        """Elements between neighbours along an axis."""
        return self.array.strides[axis] // self.array.itemsize


class Launcher:
    """Triton makes one for each compiled kernel and calls it for each launch.

    Raises UnavailableError for what the virtual GPU cannot run: clusters and cooperative
    grids.
    """

    def __init__(self, src: Any, metadata: Any) -> None:
        self._refuse(metadata)
        self._src, self._metadata = src, metadata
        self._take = _arguments([*src.signature.values()])
        self._block = (metadata.num_warps * LANES, 1, 1)
        self._shared_bytes: int = metadata.shared
        self._scratch_bytes: int = getattr(metadata, "global_scratch_size", 0)
        self._scratch_alignment: int = getattr(metadata, "global_scratch_align", 1)
        self._profile_bytes: int = getattr(metadata, "profile_scratch_size", 0)
        self._kernel_source = _kernel_source(src)
        # Inductor's generated files lie in a folder of that name, wherever its cache is.
        generated = "torchinductor_" in (self._kernel_source or "")
        self._frontend: str = "inductor" if generated else "triton"

    def __call__(
        self,
        grid_x: int,
        grid_y: int,
        grid_z: int,
        stream: int,
        function: LoadedKernel,
        _packed_metadata: object,
        launch_metadata: object,
        enter_hook: Callable[[object], object] | None,
        exit_hook: Callable[[object], object] | None,
        *args: Any,
    ) -> None:
        """Run the kernel to its end on the current virtual GPU and record it."""
        gpu = _gpu_of(function)
        if enter_hook is not None:
            enter_hook(launch_metadata)
        if grid_x * grid_y * grid_z > 0:  # as Triton's own launcher: an empty grid does nothing
            with gpu.operation(LAUNCH_US):
                self._launch(gpu, (grid_x, grid_y, grid_z), stream, function, args)
        if exit_hook is not None:
            exit_hook(launch_metadata)

    def _launch(
        self,
        gpu: VirtualGPU,
        grid: tuple[int, int, int],
        stream: int,
        function: LoadedKernel,
        args: tuple[Any, ...],
    ) -> None:
        kernel = function.kernel
        values = self._take(args)
        hidden = len(kernel.parameters) - len(values)
        if hidden > 0:
            values += self._scratch(grid[0] * grid[1] * grid[2], stream)[:hidden]
        origin = Origin(
            self._frontend,
            registers=function.registers,
            local_bytes=function.local_bytes,
            spill_bytes=function.spill_bytes,
            kernel_source=self._kernel_source,
            form=lambda: self._form(function, gpu),
        )
        kernel.launch(
            grid,
            self._block,
            values,
            self._shared_bytes,
            sample_blocks=gpu.sample_blocks,
            origin=origin,
        )

    def _form(self, function: LoadedKernel, gpu: VirtualGPU) -> KernelForm:
        return triton_form(self._src, self._metadata, function, self._frontend, gpu.spec.target)

    def _scratch(self, blocks: int, stream: int) -> list[Any]:
        """The two pointers that follow the arguments: scratch, and the profiler's scratch."""
        scratch = profile = None
        if self._scratch_bytes:
            # The allocator of `triton.set_allocator`; raises, as on a GPU, where none was set.
            allocate = import_module("triton.runtime._allocation")._allocator.get()
            scratch = allocate(blocks * self._scratch_bytes, self._scratch_alignment, stream)
        if self._profile_bytes:
            profile = np.zeros(blocks * self._profile_bytes, np.uint8)
        return [scratch, profile]

    @staticmethod
    def _refuse(metadata: Any) -> None:
        name = metadata.name
        if getattr(metadata, "num_ctas", 1) > 1:
            raise UnavailableError(
                f"{name} asks for num_ctas={metadata.num_ctas}: the virtual GPU does not run "
                "thread block clusters yet; launch it with num_ctas=1"
            )
        if getattr(metadata, "launch_cooperative_grid", False):
            raise UnavailableError(
                f"{name} asks for a cooperative grid: the virtual GPU does not run its blocks "
                "side by side; split it into two kernels where the blocks wait for each other"
            )
        if getattr(metadata, DESCRIPTORS_AS_POINTERS, False):
            warnings.warn(
                f"{name}: tensor descriptors run as pointers on the virtual GPU: its result is "
                "right, its counters are those of loads and stores where a GPU has bulk copies",
                stacklevel=2,
            )


def _gpu_of(function: LoadedKernel) -> VirtualGPU:
    gpu = current_gpu()
    name = function.kernel.name
    if gpu is None:
        raise LaunchError(
            f"{name} was loaded on virtual:{function.gpu}, whose block has ended; launch it "
            f'inside `with kernelscope.virtual_gpu("{function.gpu}")`'
        )
    if gpu.spec.name != function.gpu:
        raise LaunchError(
            f"{name} was compiled for {function.gpu} and cannot run on {gpu.spec.name}; launch "
            "the function, not the compiled kernel, and Triton compiles it again"
        )
    return gpu


def _kernel_source(src: Any) -> str | None:
    """The file:line of the `def` of a `@triton.jit` function; of an IR file, its path."""
    function = getattr(getattr(src, "fn", None), "fn", None)
    if function is None:
        path = getattr(src, "path", None)
        return None if path is None else str(path)
    code = function.__code__
    lines = src.fn.raw_src
    past_decorators = next(
        (i for i, text in enumerate(lines) if text.lstrip().startswith("def ")), 0
    )
    return f"{code.co_filename}:{code.co_firstlineno + past_decorators}"


def _float16(value: float) -> bytes:
    return struct.pack("<e", value)


def _bfloat16(value: float) -> bytes:
    # Cut off, not rounded: as Triton's own launcher does it.
    return struct.pack("<f", value)[2:]


_SCALARS: dict[str, Callable[[Any], Any]] = {
    "fp16": _float16,
    "bf16": _bfloat16,
    "fp32": float,
    "f32": float,
    "fp64": float,
}


def _pointer(value: Any) -> Any:
    """The array behind our own wrapper or `triton.reinterpret`; None is the null pointer."""
    if isinstance(value, ArrayArgument):
        return value.array
    return value.base if type(value).__name__ == "TensorWrapper" else value


def _converter(kind: str) -> Callable[[Any], Any]:
    return _pointer if kind.startswith("*") else _SCALARS.get(kind, int)


def _arguments(signature: Sequence[Any]) -> Callable[[Sequence[Any]], list[Any]]:
    """A function from a call's arguments to the kernel's, without constants, tuples laid flat."""
    if any(isinstance(kind, tuple) or kind.startswith("tensordesc") for kind in signature):
        return lambda args: [*_flatten(signature, args)]
    taken = [(i, _converter(kind)) for i, kind in enumerate(signature) if kind != "constexpr"]
    return lambda args: [convert(args[i]) for i, convert in taken]


def _flatten(signature: Sequence[Any], args: Sequence[Any]) -> Iterator[Any]:
    for kind, value in zip(signature, args, strict=True):
        if isinstance(kind, tuple):
            yield from _flatten(cast(tuple[Any, ...], kind), value)
        elif kind.startswith("tensordesc"):
            yield from _descriptor(value)
        elif kind != "constexpr":
            yield _converter(kind)(value)


def _descriptor(value: Any) -> list[Any]:
    """A tensor descriptor where the GPU has no hardware for it: pointer, shape and strides."""
    flags = [value.padding == "nan"]
    if hasattr(value, "round_f32_to_tf32"):  # newer versions of Triton
        flags.append(value.round_f32_to_tf32)
    sizes = [*value.shape, *value.strides]
    return [_pointer(value.base), *sizes, *map(int, flags), *sizes]
