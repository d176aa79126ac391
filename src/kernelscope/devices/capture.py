"""Kernels captured at their launch, with the stages that their front end made of them.

A session that was asked to (`VirtualGPU.capture`) keeps the first launch of every kernel: its
stages of text, its machine code, and the launch itself, to inspect or to run again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope.hardware import GPUSpec
from kernelscope.record import LaunchRecord
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.runtime.registry import REGISTRY, Region

if TYPE_CHECKING:
    from kernelscope.vgpu import Kernel

Dim3 = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class KernelForm:
    """One kernel in every form that its front end has of it.

    Attributes:
        name: the name of its entry in the PTX.
        target: the target that it was compiled for: "sm_90a".
        texts: stage → text: "source", "generated" (the Python around it that Inductor wrote),
            "ttir", "ttgir", "llir", "ptx"; those that the front end has.
        cubin: the machine code, an ELF image; None if nothing assembled it.
        source_file: the file of `texts["source"]`, or ""; source_line: its first line, or 0.
        parameters: the source's name of each parameter of the entry; "" for one that the front end
            added. A part of an argument is written as in Python: `x.shape[0]`.
        types: the source's parameter → its type as the front end saw it: "*fp32", "i32",
            "constexpr 1024", "const float*".
        facts: parameter → assumptions about its value: "divisible by 16", "equal to 1".
        options: the compilation's options: num_warps, num_stages, the compiler's flags.
        spill_bytes: bytes of spilled registers that the machine code stores and loads, or None.
    """

    name: str
    frontend: str
    target: str
    texts: dict[str, str]
    cubin: bytes | None = None
    source_file: str = ""
    source_line: int = 0
    parameters: tuple[str, ...] = ()
    types: dict[str, str] = field(default_factory=dict[str, str])
    facts: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    options: dict[str, object] = field(default_factory=dict[str, object])
    spill_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class LaunchFacts:
    """The facts of a launch that rules reason about: plain data, which can be kept on disk.

    Attributes:
        values: each integer argument by the source's name; for a pointer, its offset in its
            allocation, in bytes.
    """

    gpu: GPUSpec
    record: LaunchRecord
    values: dict[str, int]


@dataclass(frozen=True, slots=True)
class CapturedLaunch:
    """The first launch of a kernel.

    Attributes:
        arguments: as `vgpu.Kernel.launch` takes them; with the contents from before the launch
            if copies were requested, else with today's.
        executed: (line of the PTX, times that a warp executed it), by line.
    """

    form: KernelForm
    kernel: Kernel
    grid: Dim3
    block: Dim3
    dynamic_shared_bytes: int
    arguments: tuple[object, ...]
    record: LaunchRecord
    executed: tuple[tuple[int, float], ...] = ()

    @property
    def facts(self) -> LaunchFacts:
        """The plain data of this launch."""
        values: dict[str, int] = {}
        for name, value in zip(self.form.parameters, self.arguments, strict=False):
            if isinstance(value, int):
                values[name] = value
            elif not isinstance(value, float) and (place := region_of(value)) is not None:
                region, address = place
                values[name] = address - region.base
        return LaunchFacts(self.kernel.module.spec, self.record, values)


def forms_of_text(text: str) -> list[KernelForm]:
    """Return the kernels of a PTX text, each with its PTX alone. Raises PtxError if malformed."""
    module = parse(text)
    return [
        KernelForm(
            entry.name,
            "ptx",
            module.target,
            {"ptx": text},
            parameters=tuple(parameter.name for parameter in entry.parameters),
            types={parameter.name: f".{parameter.type}" for parameter in entry.parameters},
        )
        for entry in module.functions
        if entry.is_entry and entry.body is not None
    ]


def form_of_ptx(kernel: Kernel, frontend: str = "ptx") -> KernelForm:
    """Return the form of a kernel of which there is only the PTX."""
    names = kernel.parameter_names
    types = {parameter.name: f".{parameter.type}" for parameter in kernel.parameters}
    target = kernel.module.spec.target
    return KernelForm(
        kernel.name, frontend, target, {"ptx": kernel.module.text}, parameters=names, types=types
    )


def copied(arguments: Sequence[object]) -> tuple[object, ...]:
    """Return copies of a launch's arguments; arguments that shared memory share it again.

    Tensors become NumPy arrays of the same shape and strides. A dtype that NumPy lacks becomes
    unsigned integers of its size. An address, as a program in C++ passes it, becomes an array of
    bytes of no type, from there to the end of its allocation.
    """
    copies: dict[Region, np.ndarray[Any, Any]] = {}
    return tuple(_copy(value, copies) for value in arguments)


def _copy(value: Any, copies: dict[Region, np.ndarray[Any, Any]]) -> Any:
    is_number = isinstance(value, int | float | np.generic)
    place = (_memory_at(value) if type(value) is int else None) if is_number else region_of(value)
    if place is None:
        return value
    region, address = place
    if region not in copies:
        copies[region] = np.frombuffer(ctypes.string_at(region.base, region.size), np.uint8).copy()
    array: Any = value
    if is_number:
        dtype, offset = np.dtype("V1"), address - region.base
        return np.ndarray((region.size - offset,), dtype, copies[region], offset)
    if hasattr(array, "untyped_storage"):
        dtype = _numpy_type(array)
        strides = tuple(dtype.itemsize * step for step in array.stride())
    else:
        array = np.asarray(array)
        dtype, strides = array.dtype, array.strides
    offset = address - region.base if region.size else 0
    return np.ndarray(tuple(array.shape), dtype, copies[region], offset, strides)


def _memory_at(address: int) -> tuple[Region, int] | None:
    """Return the allocation that an address of a kernel points into, and its place here."""
    if not address >> 47:
        region = REGISTRY.holding(address) if address >> 16 else None
        return None if region is None else (region, address)
    region, offset = SPACE.place_of(address)
    if region is None or not (REGISTRY.is_alive(region) and 0 <= offset < region.size):
        return None
    return region, region.base + offset


def _numpy_type(tensor: Any) -> np.dtype[Any]:
    try:
        return np.dtype(str(tensor.dtype).removeprefix("torch."))
    except TypeError:
        return np.dtype(f"u{tensor.element_size()}")
