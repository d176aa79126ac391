"""Records what a call does on the virtual GPU: operators, launches, copies, and their memory.

It runs in the submission's own process, so nothing that it says is believed. A submission that
lies about its work hands over work that does not give the answer.
"""

from __future__ import annotations

import ctypes
import json
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from kernelscope import vgpu
from kernelscope._demangle import written_name
from kernelscope.devices.callsite import caller_source
from kernelscope.devices.dispatch import DispatchMode
from kernelscope.devices.library.tensors import tensors_in
from kernelscope.devices.operators import launches_kernel
from kernelscope.devices.virtual import VirtualGPU, origin_of
from kernelscope.evaluation.program import BYTES, PROGRAM
from kernelscope.evaluation.values import dtype_name
from kernelscope.vgpu import (
    REGISTRY,
    SPACE,
    LaunchCounts,
    LaunchRequest,
    Proceed,
    Region,
    TensorMapArgument,
    Variables,
    number_bytes,
    region_of,
)
from kernelscope.vgpu.tensor_map import decode
from kernelscope.vgpu.types import TYPES

_MOST_VARIABLE = 16 << 20
_MOST_POINTERS = 4096  # words of one table of addresses that are looked up
_LEAST_ADDRESS = 1 << 32  # of the host's memory
_WORD = 8
_ADDRESSES = ("int64", "uint64")


class Contents:
    """The bytes that a program points into, written to a file as they come."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._size = 0

    def add(self, data: bytes) -> int:
        """Append bytes and return their place."""
        place = self._size
        self._file.write(data)
        self._size += len(data)
        return place

    def close(self) -> None:
        """Write the rest."""
        self._file.close()


class Memory:
    """The allocations that recorded work has used, each with a number.

    All of them stay alive while a trial is recorded, so that no address is used again.
    """

    def __init__(self, contents: Contents) -> None:
        self.buffers: list[dict[str, Any]] = []
        self._contents = contents
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []
        self._regions: list[Region] = []

    def forget(self) -> None:
        """Begin a trial: addresses may mean other memory from now on."""
        self._numbers.clear()
        self._kept.clear()
        self._regions = [Region(0, 0)] * len(self.buffers)

    def knows(self, region: Region) -> bool:
        """Return whether an allocation has a number."""
        number = self._numbers.get(region.base)
        return number is not None and self._regions[number] == region

    def add(self, region: Region, owner: Any, kind: str, dtype: str = "", place: int = -1) -> int:
        """Give an allocation a number."""
        number = len(self.buffers)
        self.buffers.append(
            {"size": region.size, "kind": kind, "place": place, "dtype": dtype, "pointers": []}
        )
        self._regions.append(region)
        self._numbers[region.base] = number
        self._kept.append(owner)
        return number

    def number(self, region: Region, owner: Any, dtype: str = "") -> int:
        """Return an allocation's number; one that is new is a constant, with its contents now."""
        if self.knows(region):
            return self._numbers[region.base]
        data = ctypes.string_at(region.base, region.size) if region.size else b""
        place = self._contents.add(data)
        number = self.add(region, owner, "constant", dtype, place)
        self.buffers[number]["pointers"] = self.pointers(data, dtype)
        return number

    def pointers(self, data: bytes, dtype: str) -> list[list[int]]:
        """Return where a table of integers holds addresses: byte, buffer, byte in that one."""
        if dtype not in _ADDRESSES or len(data) > _MOST_POINTERS * _WORD:
            return []
        words = np.frombuffer(data, np.uint64, len(data) // _WORD)
        places: list[list[int]] = []
        for at in np.flatnonzero(words > _LEAST_ADDRESS).tolist():
            place = self.place_of(int(words[at]))
            if place is not None:
                places.append([_WORD * at, *place])
        return places

    def place_of(self, address: int) -> tuple[int, int] | None:
        """Return the buffer and the byte of a host address; None if no tensor is there."""
        if not _LEAST_ADDRESS < address < 1 << 48:
            return None
        for number, region in enumerate(self._regions):
            if region.size and region.base <= address < region.base + region.size:
                return number, address - region.base
        region = REGISTRY.holding(address)
        if region is None:
            return None
        return self.number(region, None), address - region.base


class Recorder(DispatchMode):
    """Records the work of one call.

    `steps`: what was done, in order. `notes`: what the program did that a replay leaves out.
    `elsewhere`: work on other streams and in other threads, in words.
    """

    def __init__(self, recording: Recording, gpu: VirtualGPU) -> None:
        super().__init__()
        self.steps: list[dict[str, Any]] = []
        self.notes: dict[str, None] = {}
        self._memory, self._modules = recording.memory, recording.modules
        self._contents = self._modules.contents
        self._gpu = gpu
        self._thread = threading.get_ident()
        self.elsewhere: dict[str, None] = {}

    def __enter__(self) -> Recorder:
        super().__enter__()
        vgpu.STEPS.add(vgpu.Stage.RECORD, self._launch)
        return self

    def __exit__(self, *raised: Any) -> None:
        vgpu.STEPS.remove(self._launch)
        super().__exit__(*raised)

    @classmethod
    def ignore_compile_internals(cls) -> bool:
        """Return True: compiled code stays compiled."""
        return True

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Run an operator and note it, if it works on the GPU."""
        kwargs = kwargs or {}
        if func.namespace != "aten":  # a custom operator: what it does inside is noted
            with _seen_by(self):
                return func(*args, **kwargs)
        operands = list(tensors_in([*args, *kwargs.values()]))
        if self._gpu.trial or self._gpu.compiles:
            return func(*args, **kwargs)
        on_gpu = any(tensor.is_cuda for tensor in operands)
        step = None
        if on_gpu and launches_kernel(func):
            # What it writes into has its contents from before.
            step = self._operator(func, args, kwargs)
        result = func(*args, **kwargs)
        results = list(tensors_in([result]))
        if not on_gpu and not any(tensor.is_cuda for tensor in results):
            return result
        self._note(func, args, kwargs, step, results)
        return result

    def _note_place(self, what: str) -> None:
        """Note work that is not on the default stream, or not in the caller's thread."""
        if threading.get_ident() != self._thread:
            self.elsewhere[f"extra-thread: {what} runs in another thread"] = None
        current, usual = torch.cuda.current_stream(), torch.cuda.default_stream()
        if current != usual:
            self.elsewhere[f"extra-stream: {what} runs on another stream"] = None

    def _note(
        self,
        func: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        step: Any,
        results: Sequence[torch.Tensor],
    ) -> None:
        name = func.overloadpacket.__name__
        if not launches_kernel(func):
            known = [region_of(tensor) for tensor in tensors_in([*args, *kwargs.values()])]
            bases = {place[0].base for place in known if place is not None}
            for tensor in results:
                self._fresh(tensor, bases)
            return
        if _is_upload(func, args):
            self._upload(results[0])
            return
        if not any(tensor.is_cuda for tensor in results):
            self.notes[f"the host reads values of the GPU ({name} at {caller_source()})"] = None
            return
        if step is None:  # a factory: its result is on the GPU and no operand was
            step = self._operator(func, args, kwargs)
        step["out"] = [self._result(tensor) for tensor in results]
        self._note_place(f"{name} at {caller_source()}")
        self.steps.append(step)

    def _fresh(self, tensor: torch.Tensor, viewed: set[int]) -> None:
        """Give new memory that nothing has written its number; a view of an operand is not new."""
        place = region_of(tensor) if tensor.is_cuda else None
        if place is None or place[0].base in viewed or self._memory.knows(place[0]):
            return
        number = self._add(place[0], tensor, "fresh")
        self.steps.append({"do": "allocate", "buffer": number})

    def _upload(self, tensor: torch.Tensor) -> None:
        """Note a copy from the host by what it has written."""
        if region_of(tensor) is None:
            return
        self._fresh(tensor, set())
        data = _bytes_of(tensor)
        self.steps.append(
            {
                "do": "upload",
                "to": self.view(tensor),
                "place": self._contents.add(data),
                "size": len(data),
                "pointers": self._memory.pointers(data, dtype_name(tensor.dtype)),
                "at": caller_source() or "",
            }
        )

    def _add(self, region: Region, tensor: torch.Tensor, kind: str) -> int:
        """Give the memory of a tensor a number."""
        return self._memory.add(region, tensor.untyped_storage(), kind, dtype_name(tensor.dtype))

    def _operator(self, func: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        return {
            "do": "operator",
            "name": str(func),
            "args": [self.value(argument) for argument in args],
            "kwargs": {key: self.value(argument) for key, argument in kwargs.items()},
            "at": caller_source() or "",
        }

    def _result(self, tensor: torch.Tensor) -> dict[str, Any]:
        """Return the view of a result, and whether its memory is new."""
        place = region_of(tensor)
        new = place is not None and bool(place[0].size) and not self._memory.knows(place[0])
        if new and place is not None:
            self._add(place[0], tensor, "result")
        return {"view": self.view(tensor), "new": new}

    # ---- values ------------------------------------------------------------------------------

    def view(self, tensor: torch.Tensor) -> list[Any]:
        """Return `[buffer, dtype, offset in bytes, shape, strides]` of a tensor."""
        place = region_of(tensor) or (Region(0, 0), 0)
        shape, strides = list(tensor.shape), list(tensor.stride())
        number, offset = self._pointer(place, tensor)
        return [number, dtype_name(tensor.dtype), offset, shape, strides]

    def value(self, value: Any) -> Any:
        """Return an operator's argument as plain data."""
        if isinstance(value, torch.Tensor):
            if value.is_cuda:
                return {"tensor": self.view(value)}
            data = _bytes_of(value)
            place = self._contents.add(data)
            return {"host": [place, len(data), dtype_name(value.dtype), list(value.shape)]}
        if isinstance(value, list | tuple):
            return {"list": [self.value(item) for item in value]}
        if isinstance(value, torch.dtype):
            return {"dtype": dtype_name(value)}
        if isinstance(value, torch.device):
            return {"device": value.type}
        if isinstance(value, torch.memory_format):
            return {"memory_format": dtype_name(value)}
        if isinstance(value, float):
            return {"float": value.hex()}
        if value is None or isinstance(value, bool | int | str):
            return value
        if isinstance(value, torch.layout):
            return {"layout": dtype_name(value)}
        return {"other": type(value).__name__}

    def tree(self, value: Any) -> Any:
        """Return the result of the call as plain data."""
        if type(value) is torch.Tensor and value.is_cuda:
            return {"tensor": self.view(value.detach())}
        if type(value) is tuple:
            return {"tuple": [self.tree(item) for item in value]}
        if type(value) is list:
            return {"list": [self.tree(item) for item in value]}
        if type(value) is dict:
            return {"dict": [[str(key), self.tree(item)] for key, item in value.items()]}
        if value is None or type(value) in (bool, int, float, str):
            return value
        if type(value) is torch.Tensor:
            return {"other": f"tensor on {value.device.type}"}
        return {"other": type(value).__name__}

    # ---- launches ----------------------------------------------------------------------------

    def _launch(self, proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
        """Note a launch before it runs, and what it has written when it has ended."""
        if self._gpu.trial or self._gpu.compiles:
            return proceed(request)
        kernel = request.kernel
        grid, block, shared = request.shape
        arguments = zip(kernel.parameters, request.arguments, strict=True)
        packed = [self._argument(parameter, value) for parameter, value in arguments]
        origin = origin_of(request)
        number = self._modules.number(kernel.module)
        self._note_place(f"{written_name(kernel.name)} at {origin.source or caller_source()}")
        self.steps += self._modules.changed(kernel, number)
        self.steps.append(
            {
                "do": "launch",
                "module": number,
                "kernel": kernel.name,
                "grid": list(grid),
                "block": list(block),
                "shared": shared,
                "cooperative": request.cooperative,
                "early": request.early,
                "cluster": list(request.cluster) if request.cluster else None,
                "arguments": packed,
                "one_thread": kernel.one_thread,
                "managed": kernel.managed,
                "language": kernel.language,
                "large_clusters": kernel.non_portable_clusters,
                "limit": kernel.registers,
                "frontend": origin.frontend,
                "kernel_source": origin.kernel_source or "",
                "at": origin.source or caller_source() or "",
            }
        )
        counts = proceed(request)
        self._modules.launched(kernel, number)
        return counts

    def _argument(self, parameter: Any, value: Any) -> Any:
        if isinstance(value, TensorMapArgument):
            place = region_of(value.tensor)
            if place is None:
                return {"other": "a tensor map without memory"}
            coded = replace(value.map, address=0).encode().hex()
            return {"map": coded, "pointer": self._pointer(place, value.tensor)}
        if isinstance(value, np.void):
            return self._struct(value.tobytes())
        if isinstance(value, bytes | bytearray):
            return self._struct(bytes(value))
        plain = value is None or isinstance(value, int | float | np.generic)
        place = None if plain else region_of(value)
        if place is not None:
            return {"pointer": self._pointer(place, value)}
        if TYPES[parameter.type].bits == 64 and isinstance(value, int):
            pointed = self._memory.place_of(value)
            if pointed is not None:
                return {"pointer": list(pointed)}
        return {"bytes": number_bytes(TYPES[parameter.type], value).hex()}

    def _pointer(self, place: tuple[Region, int], value: Any) -> list[int]:
        region, address = place
        dtype = dtype_name(value.dtype) if hasattr(value, "dtype") else ""
        if not region.size:
            return [self._memory.number(Region(0, 0), None, dtype), 0]
        storage = getattr(value, "untyped_storage", None)
        owner = storage() if storage is not None else value
        return [self._memory.number(region, owner, dtype), address - region.base]

    def _struct(self, data: bytes) -> Any:
        """Return a struct's bytes, with the addresses in it."""
        made = decode(data) if len(data) == 128 else None
        if made is not None:
            region, offset = SPACE.place_of(made.address)
            if region is not None:
                number = self._memory.number(region, None)
                coded = replace(made, address=0).encode().hex()
                return {"map": coded, "pointer": [number, offset]}
        pointers: list[list[int]] = []
        for at in range(0, len(data) - _WORD + 1, _WORD):
            place = self._memory.place_of(int.from_bytes(data[at : at + _WORD], "little"))
            if place is not None:
                pointers.append([at, *place])
        return {"bytes": data.hex(), "pointers": pointers}


class Modules:
    """The PTX texts that were launched, and the variables that the host has set."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.texts: list[list[int]] = []
        self.groups: list[int] = []
        self._numbers: dict[int, int] = {}
        self._group_of: dict[int, int] = {}
        self._kept: list[Any] = []
        self._last: dict[tuple[int, str], bytes] = {}

    def number(self, module: Any) -> int:
        """Return a module's number."""
        number = self._numbers.get(id(module))
        if number is None:
            number = self._numbers[id(module)] = len(self.texts)
            text = module.text.encode()
            self.texts.append([self.contents.add(text), len(text)])
            self._kept.append(module)
            shared = module.variables
            self.groups.append(self._group_of.setdefault(id(shared), len(self._group_of)))
        return number

    def changed(self, kernel: Any, number: int) -> Iterator[dict[str, Any]]:
        """Yield a step for each variable that the host has set since the last launch."""
        names = [n for n, v in kernel.header.variables.items() if v.space != "shared"]
        for name in names:
            now = kernel.variable(name)
            if now.nbytes > _MOST_VARIABLE:
                continue
            before = self._last.get((self.groups[number], name))
            if before is None:
                alone = Variables()
                alone.place(dict(kernel.header.variables))
                before = alone.bytes_of(name).tobytes()
                if kernel.header.variables[name].relocations:
                    before = now.tobytes()  # it holds addresses of this process
            data = now.tobytes()
            if data != before:
                place = self.contents.add(data)
                yield {
                    "do": "variable",
                    "module": number,
                    "kernel": kernel.name,
                    "name": name,
                    "place": place,
                    "size": len(data),
                }

    def launched(self, kernel: Any, number: int) -> None:
        """Remember the variables behind a launch, which may have written them."""
        for name, variable in kernel.header.variables.items():
            if variable.space != "shared":
                now = kernel.variable(name)
                if now.nbytes <= _MOST_VARIABLE:
                    self._last[self.groups[number], name] = now.tobytes()


class Recording:
    """All that one process records, and the folder that it is handed over in."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        contents = Contents(folder / BYTES)
        self.memory = Memory(contents)
        self.modules = Modules(contents)

    def write(self, **done: Any) -> None:
        """Write it: memory, modules, and what else `program.Program` has."""
        self.modules.contents.close()
        data = {
            "buffers": self.memory.buffers,
            "modules": self.modules.texts,
            "groups": self.modules.groups,
            **done,
        }
        (self._folder / PROGRAM).write_text(json.dumps(data))


@contextmanager
def _seen_by(mode: TorchDispatchMode) -> Generator[None]:
    """Let the mode see what runs inside one of its own calls."""
    TorchDispatchMode.__enter__(mode)
    try:
        yield
    finally:
        TorchDispatchMode.__exit__(mode, None, None, None)


def _is_upload(func: Any, args: Sequence[Any]) -> bool:
    """Return whether an operator copies from the host to the GPU."""
    name = func.overloadpacket.__name__
    if name == "copy_":
        return args[0].is_cuda and not args[1].is_cuda
    return name == "_to_copy" and not args[0].is_cuda


def _bytes_of(tensor: torch.Tensor) -> bytes:
    """Return the elements of a tensor of any device, in their order."""
    host = tensor.detach().cpu().contiguous()
    return host.reshape(-1).view(torch.uint8).numpy().tobytes() if host.numel() else b""
