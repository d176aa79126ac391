"""One launch of a Triton kernel on the virtual GPU: arguments, scratch memory, hooks, record."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from traceback import walk_tb
from typing import Any, cast

import numpy as np
from triton.backends.nvidia import driver as nvidia_driver

from kernelscope.devices.capture import KernelForm
from kernelscope.devices.front_ends import front_end_of_file
from kernelscope.devices.host_costs import HOST
from kernelscope.devices.virtual import Origin, VirtualGPU, current_gpu
from kernelscope.errors import DeviceAssertError, LaunchError
from kernelscope.frontends.triton.form import (
    LoadedKernel,
    parameter_names,
    triton_form,
    triton_variant,
)
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.runtime.arguments import TensorMapArgument
from kernelscope.vgpu.tensor_map import TYPES as ELEMENT_TYPES
from kernelscope.vgpu.tensor_map import TensorMap

# On a GPU, an allocation begins at a multiple of this many bytes.
_ALLOCATION_ALIGNMENT = 512


class ArrayArgument:
    """A NumPy array that looks like a tensor, so that Triton sees its dtype and alignment."""

    __slots__ = ("array", "dtype", "shape")

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array
        self.dtype = array.dtype
        self.shape = array.shape

    @staticmethod
    def wrap(value: Any) -> Any:
        """Return an array wrapped, and anything else unchanged."""
        return ArrayArgument(value) if isinstance(value, np.ndarray) else value

    def data_ptr(self) -> int:
        """Return the array's address on a GPU, relative to the alignment of allocations there."""
        # Triton assumes alignment if the address is divisible by 16, and then makes wide loads. On
        # a GPU every allocation begins at a multiple of 512. So `x` is at 512 (divisible) and
        # `x[1:]` of float32 at 516 (not), whatever the host's addresses are: np.memmap(…, offset=8)
        # is at 8 modulo 16 here, and its kernel would count four times the load instructions of the
        # same kernel on a GPU.
        owner = self.array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        return _ALLOCATION_ALIGNMENT + self.array.ctypes.data - owner.ctypes.data

    def element_size(self) -> int:
        """Return the bytes of an element."""
        return self.array.itemsize

    def stride(self, axis: int) -> int:
        """Return the elements between neighbours along an axis."""
        return self.array.strides[axis] // self.array.itemsize


class Launcher:
    """The launcher of a compiled kernel; Triton calls it for each launch."""

    def __init__(self, src: Any, metadata: Any) -> None:
        self._src, self._metadata = src, metadata
        maps = getattr(metadata, "tensordesc_meta", None)
        types = [*src.signature.values()]
        self._take = _arguments(types, maps)
        self._count = self._least = len(types)
        if hasattr(nvidia_driver, "annotate_arguments"):
            # Since Triton 3.7, a call may leave out the constants behind the last argument:
            # FlagGems' cached kernels do.
            while self._least and types[self._least - 1] == "constexpr":
                self._least -= 1
        self._block = (metadata.num_warps * LANES, 1, 1)
        self._num_ctas: int = getattr(metadata, "num_ctas", 1)
        self._shared_bytes: int = metadata.shared
        self._cooperative: bool = getattr(metadata, "launch_cooperative_grid", False)
        self._early: bool = getattr(metadata, "launch_pdl", False)
        self._scratch_bytes: int = getattr(metadata, "global_scratch_size", 0)
        self._scratch_alignment: int = getattr(metadata, "global_scratch_align", 1)
        self._profile_bytes: int = getattr(metadata, "profile_scratch_size", 0)
        self._kernel_source = _kernel_source(src)
        self._variant = triton_variant(src, metadata)
        # Inductor's kernels are launched here, too; their file tells.
        self._frontend = front_end_of_file(self._kernel_source or "", "triton")
        self._origin: tuple[LoadedKernel, Origin] | None = None

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
        if grid_x * grid_y * grid_z > 0:  # like Triton's own launcher, ignore an empty grid
            with gpu.clock.launch(HOST.launch_us):
                try:
                    self._launch(gpu, (grid_x, grid_y, grid_z), stream, function, args)
                except DeviceAssertError as error:
                    _write_assertion(gpu, error)
                    raise
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
        if len(args) != self._count:
            args = self._with_constants(args, kernel.name)
        values = self._take(args)
        hidden = len(kernel.parameters) - len(values)
        if hidden > 0:
            blocks = grid[0] * grid[1] * grid[2] * self._num_ctas
            values += self._scratch(blocks, stream)[:hidden]
        # As Triton's own launcher: the grid counts programs, each of which is a cluster.
        together = self._num_ctas
        kernel.non_portable_clusters = together == 16
        if self._origin is None or self._origin[0] is not function:
            self._origin = function, self._origin_of(function, gpu.spec.target)
        kernel.launch(
            (grid[0] * together, *grid[1:]),
            self._block,
            values,
            self._shared_bytes,
            sample_blocks=gpu.sample_blocks,
            origin=self._origin[1],
            cooperative=self._cooperative,
            cluster=(together, 1, 1) if together > 1 else None,
            early=self._early,
        )

    def _with_constants(self, args: tuple[Any, ...], name: str) -> tuple[Any, ...]:
        """Return the arguments and something for each constant at the end that was left out."""
        if self._least <= len(args) < self._count:
            return (*args, *(self._count - len(args)) * [None])
        raise LaunchError(
            f"{name} takes {self._count} arguments, got {len(args)}: a compiled kernel takes its "
            "constants, too, in the order of the function's parameters"
        )

    def _origin_of(self, function: LoadedKernel, target: str) -> Origin:
        return Origin(
            self._frontend,
            registers=function.registers,
            local_bytes=function.local_bytes,
            spill_bytes=function.spill_bytes,
            kernel_source=self._kernel_source,
            variant=self._variant,
            form=lambda: self._form(function, target),
            parameters=parameter_names(self._src, function),
        )

    def _form(self, function: LoadedKernel, target: str) -> KernelForm:
        return triton_form(self._src, self._metadata, function, self._frontend, target)

    def _scratch(self, blocks: int, stream: int) -> list[Any]:
        """Return the two pointers after the arguments: scratch, and the profiler's scratch."""
        scratch = profile = None
        if self._scratch_bytes:
            # The allocator of `triton.set_allocator`. As on a GPU, it raises if none was set.
            allocate = import_module("triton.runtime._allocation")._allocator.get()
            scratch = allocate(blocks * self._scratch_bytes, self._scratch_alignment, stream)
        if self._profile_bytes:
            profile = np.zeros(blocks * self._profile_bytes, np.uint8)
        return [scratch, profile]


def _write_assertion(gpu: VirtualGPU, error: DeviceAssertError) -> None:
    """Write a failed assertion to the standard error for a script that believes in a GPU.

    There the driver writes it, and Triton's tests of its sanitizer look for it.
    """
    if gpu.torch_device == "cuda":
        sys.stderr.write(f"{error}\n")
        sys.stderr.flush()


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
    """Return the file:line of the `def` of a `@triton.jit` function, or an IR file's path."""
    # `co_firstlineno` is the line of the first decorator. With @triton.autotune on line 5 and
    # @triton.jit on line 6, `def add` is on line 7, and that is the line to show.
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


def line_of_error(error: BaseException) -> str:
    """Return the file and line of a kernel at which Triton's compiler stopped, or "".

    In a function that the kernel calls, it is the line of the call.
    """
    sources = [frame.f_locals.get("self") for frame, _ in walk_tb(error.__traceback__)]
    for source in sources:
        place = _kernel_source(source) if hasattr(source, "fn") else None
        line = getattr(getattr(error, "node", None), "lineno", None)
        if place is not None and line is not None:
            file, _, begin = place.rpartition(":")
            return f"{file}:{int(begin) + line - 1}"
    return ""


def _float16(value: float) -> bytes:
    return struct.pack("<e", value)


def _bfloat16(value: float) -> bytes:
    # Truncated, not rounded, like Triton's own launcher: 1.00585938 (0x3f80c000) becomes 0x3f80,
    # 1.0; rounding would pass 0x3f81, 1.0078125, and the kernel's results would differ from a
    # GPU's.
    return struct.pack("<f", value)[2:]


_SCALARS: dict[str, Callable[[Any], Any]] = {
    "fp16": _float16,
    "bf16": _bfloat16,
    "fp32": float,
    "f32": float,
    "fp64": float,
}


def _same(value: Any) -> Any:
    return value


def _array_of(value: ArrayArgument) -> Any:
    return value.array


def _base_of(value: Any) -> Any:
    return _pointer(value.base)


def _address_of(value: Any) -> int:
    return int(value.data_ptr())


# Triton's own launcher asks whatever has a `data_ptr()` for its address. Libraries pass objects of
# their own with a dtype and this method: a view with negative strides, an address with an offset.
@cache
def _reader_of_pointers(type_: type) -> Callable[[Any], Any]:
    """Return what reads a pointer of a type: its tensor, its array, or else its address."""
    if issubclass(type_, ArrayArgument):
        return _array_of
    if type_.__name__ == "TensorWrapper":  # of `triton.reinterpret`
        return _base_of
    names = {(base.__module__, base.__name__) for base in type_.__mro__}
    has_address = hasattr(type_, "data_ptr") and ("torch", "Tensor") not in names
    return _address_of if has_address else _same


def _pointer(value: Any) -> Any:
    return _reader_of_pointers(type(value))(value)


def _converter(type_: str) -> Callable[[Any], Any]:
    return _pointer if type_.startswith("*") else _SCALARS.get(type_, int)


_Maps = Sequence[Mapping[str, Any]] | None
"""How Triton wants the tensor map of each descriptor, in order; None if they run as pointers."""


def _arguments(signature: Sequence[Any], maps: _Maps) -> Callable[[Sequence[Any]], list[Any]]:
    """Return a function from a call's arguments to the kernel's: no constants, flat tuples."""
    if any(isinstance(type_, tuple) or type_.startswith("tensordesc") for type_ in signature):
        return lambda args: [*_flatten(signature, args, iter(maps or ()))]
    passed = [(i, _converter(type_)) for i, type_ in enumerate(signature) if type_ != "constexpr"]
    return lambda args: [convert(args[i]) for i, convert in passed]


def _flatten(
    signature: Sequence[Any], args: Sequence[Any], maps: Iterator[Mapping[str, Any]]
) -> Iterator[Any]:
    for type_, value in zip(signature, args, strict=True):
        if isinstance(type_, tuple):
            yield from _flatten(cast(tuple[Any, ...], type_), value, maps)
        elif type_.startswith("tensordesc"):
            made = next(maps, None)
            yield from _descriptor(value) if made is None else _tensor_map(value, made)
        elif type_ != "constexpr":
            yield _converter(type_)(value)


def _tensor_map(value: Any, made: Mapping[str, Any]) -> list[Any]:
    """Return a tensor descriptor for a GPU with TMA: a tensor map, shape, strides.

    Triton lists dimensions from the outermost on, a tensor map from the innermost.
    """
    element = made["elem_type"]
    type_ = ELEMENT_TYPES[element] if element < len(ELEMENT_TYPES) else ""
    if type_ == "f32" and getattr(value, "round_f32_to_tf32", False):
        type_ = "tf32"
    sizes = [*value.shape]
    if made.get("fp4_padded"):  # two elements of 4 bits in a byte
        sizes[-1] *= 2
    described = TensorMap(
        type=type_,
        address=0,
        sizes=tuple(sizes[::-1]),
        strides=tuple(made["elem_size"] * stride for stride in value.strides[-2::-1]),
        box=tuple(made["block_size"][::-1]),
        steps=tuple((getattr(value, "element_strides", None) or [1] * len(value.shape))[::-1]),
        swizzle=made["swizzle"],
        fills_with_nan=value.padding == "nan",
        corners=_corners(value) if made.get("is_im2col") else None,
    )
    return [TensorMapArgument(_pointer(value.base), described), *value.shape, *value.strides]


def _corners(value: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the corners of the box that an im2col descriptor's pixels go through."""
    lower, upper = value.pixel_box_lower_corner, value.pixel_box_upper_corner
    return tuple(lower[::-1]), tuple(upper[::-1])


def _descriptor(value: Any) -> list[Any]:
    """Return a tensor descriptor for a GPU without TMA: pointer, shape, strides, flags."""
    flags = [value.padding == "nan"]
    if hasattr(value, "round_f32_to_tf32"):  # newer versions of Triton
        flags.append(value.round_f32_to_tf32)
    sizes = [*value.shape, *value.strides]
    return [_pointer(value.base), *sizes, *map(int, flags), *sizes]
