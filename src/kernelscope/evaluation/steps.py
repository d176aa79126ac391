"""The steps that a submission handed over: the part that both replays share."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from kernelscope.devices.library.tensors import mapped, tensors_in
from kernelscope.errors import KernelscopeError
from kernelscope.evaluation.program import Call, Program, ProgramError, View, one_line, view_of
from kernelscope.evaluation.values import viewed
from kernelscope.vgpu.tensor_map import TensorMap, decode

# They read files, memory of their own choice, or the random numbers of the judge.
_NEVER = frozenset(("from_file", "set_", "resize_", "_resize_output_", "record_stream"))
_MOST_ELEMENTS = 1 << 33
_FORMATS = ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d")


class Fault(KernelscopeError):
    """A step that cannot be replayed, or whose kernel is at fault."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


@dataclass(frozen=True, slots=True)
class Operated:
    """The effect of an operator.

    `reads`, `writes`: numbers of buffers. `results`: the tensors that it returned.
    """

    label: str
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    results: tuple[torch.Tensor, ...]


class Steps(ABC):
    """Memory for the calls of a trial, and the steps on it.

    Args:
        program: what was handed over.
        inputs: the number of the buffer of each storage of the trial's inputs.
    """

    def __init__(self, program: Program, inputs: Sequence[int]) -> None:
        self.program = program
        self.inputs = inputs
        self.where = ""
        self.storages: dict[int, torch.Tensor] = {}

    # ---- what a replay does its own way ------------------------------------------------------

    @abstractmethod
    def fill(self, memory: torch.Tensor, data: bytes) -> None:
        """Set memory to these bytes."""

    @abstractmethod
    def poison(self, memory: torch.Tensor, dtype: str) -> None:
        """Fill memory that nothing has written."""

    @abstractmethod
    def address_of(self, number: int) -> int:
        """Return where a kernel finds a buffer. Raises Fault if it has no memory."""

    @abstractmethod
    def pointer_argument(self, memory: torch.Tensor) -> Any:
        """Return a pointer to memory as `launch` takes it."""

    @abstractmethod
    def map_argument(self, memory: torch.Tensor, made: TensorMap) -> Any:
        """Return a tensor map of memory as `launch` takes it."""

    @abstractmethod
    def launch(self, step: dict[str, Any]) -> None:
        """Launch a kernel."""

    @abstractmethod
    def set_variable(self, step: dict[str, Any]) -> None:
        """Set a variable of a module."""

    # ---- memory ------------------------------------------------------------------------------

    def set_inputs(self, contents: Sequence[bytes]) -> None:
        """Set the inputs of a call; from the second call on in place."""
        for number, data in zip(self.inputs, contents, strict=True):
            if len(data) != self.program.buffers[number].size:
                raise ProgramError("an input that it hands over has another size")
            if data:
                self.fill(self.storage(number), data)

    def storage(self, number: int) -> torch.Tensor:
        """Return a buffer's memory as bytes; constants get their contents when first used."""
        if number not in self.storages:
            buffer = self.program.buffers[number]
            if buffer.kind == "result":
                raise Fault("a result is used before the operator that makes it")
            made = torch.empty(buffer.size, dtype=torch.uint8, device="cuda")
            self.storages[number] = made
            if buffer.kind == "constant":
                data = self.program.bytes_at(buffer.place, buffer.size)
                if data:
                    self.fill(made, self.relocated(data, buffer.pointers))
            elif buffer.kind == "fresh":
                self.poison(made, buffer.dtype)
        return self.storages[number]

    def relocated(self, data: bytes, pointers: Sequence[Sequence[int]]) -> bytes:
        """Return bytes with the addresses of this process's memory at their places."""
        if not pointers:
            return data
        changed = bytearray(data)
        for at, number, inner in pointers:
            changed[at : at + 8] = (self.address_of(number) + inner).to_bytes(8, "little")
        return bytes(changed)

    def tensor(self, view: View) -> torch.Tensor:
        """Return a tensor that was handed over. Raises Fault if it is not inside its memory."""
        storage = self.storage(view.buffer)
        dtype = dtype_of(view.dtype)
        itemsize = dtype.itemsize
        reach = sum((n - 1) * s for n, s in zip(view.shape, view.strides, strict=True))
        count = math.prod(view.shape)
        end = view.offset + (reach + 1) * itemsize if count else 0
        if view.offset % itemsize or end > storage.numel() or count > _MOST_ELEMENTS:
            raise Fault("a tensor reaches beyond its memory")
        return viewed(storage, view.dtype, view.offset // itemsize, view.shape, view.strides)

    # ---- steps -------------------------------------------------------------------------------

    def run(self, call: Call) -> None:
        """Do the steps of a call. Raises Fault for one that cannot be done."""
        kinds: dict[str, Callable[[dict[str, Any]], object]] = {
            "allocate": self._allocate,
            "upload": self.upload,
            "operator": self.operate,
            "launch": self.launch,
            "variable": self.set_variable,
        }
        for step in call.steps:
            act = kinds.get(step.get("do", ""))
            if act is None:
                raise Fault("it hands over a step of an unknown kind")
            self._do(act, step)

    def _do(self, act: Callable[[dict[str, Any]], object], step: dict[str, Any]) -> None:
        self.where = where = step.get("at", "")
        try:
            act(step)
        except Fault as fault:
            raise Fault(str(fault), fault.where or where) from fault
        except KernelscopeError as error:
            raise Fault(one_line(error), where) from error
        except (ValueError, TypeError, KeyError, IndexError, RuntimeError, MemoryError) as error:
            name = step.get("name") or step.get("kernel") or step["do"]
            message = f"{one_line(name)} cannot be replayed: {one_line(error)}"
            raise Fault(message, where) from error

    def _allocate(self, step: dict[str, Any]) -> None:
        number = int(step["buffer"])
        if self.program.buffers[number].kind != "fresh":
            raise Fault("it allocates memory that exists already")
        self.storages.pop(number, None)
        self.storage(number)

    def upload(self, step: dict[str, Any]) -> View:
        """Copy bytes of the host to a tensor; return which."""
        view = view_of(step["to"], len(self.program.buffers))
        data = self.program.bytes_at(int(step["place"]), int(step["size"]))
        data = self.relocated(data, places_of(step["pointers"], self.program, len(data)))
        target = self.tensor(view)
        if target.numel() * target.element_size() != len(data):
            raise Fault("an upload has another size than its tensor")
        if data:
            flat = torch.frombuffer(bytearray(data), dtype=dtype_of(view.dtype))
            target.copy_(flat.reshape(target.shape))
        return view

    def operate(self, step: dict[str, Any]) -> Operated:
        """Run an operator; its results become the memory of the buffers that stand for them."""
        op = _overload(step["name"])
        buffers: list[int] = []
        args = [self._value(argument, buffers) for argument in step["args"]]
        kwargs = {
            str(key): self._value(argument, buffers) for key, argument in step["kwargs"].items()
        }
        results = list(tensors_in([op(*args, **kwargs)]))
        outs = step["out"]
        if len(results) != len(outs):
            raise Fault(f"{step['name']} gives {len(results)} tensors, not {len(outs)}")
        writes = [buffers[n] for n in _written(op, args, kwargs, buffers)]
        for tensor, out in zip(results, outs, strict=True):
            view = view_of(out["view"], len(self.program.buffers))
            self._bind(step["name"], tensor, view, bool(out["new"]))
            writes.append(view.buffer)
        return Operated(str(op), tuple(buffers), tuple(writes), tuple(results))

    def _bind(self, name: str, tensor: torch.Tensor, view: View, new: bool) -> None:
        """Let a buffer mean the memory of an operator's result."""
        shape, strides = tuple(tensor.shape), tuple(tensor.stride())
        if shape != view.shape or (new and strides != view.strides):
            raise Fault(
                f"the shape of {name}'s result depends on the inputs' values: {shape} here, "
                f"{view.shape} where it was recorded"
            )
        if not new:
            return
        if self.program.buffers[view.buffer].kind != "result":
            raise Fault("an operator makes memory that exists already")
        flat = torch.empty(0, dtype=torch.uint8, device="cuda")
        self.storages[view.buffer] = flat.set_(tensor.untyped_storage())

    def _value(self, data: Any, buffers: list[int]) -> Any:
        """Return an operator's argument; the buffers of its tensors join `buffers`."""
        match data:
            case {"tensor": view}:
                checked = view_of(view, len(self.program.buffers))
                buffers.append(checked.buffer)
                return self.tensor(checked)
            case {"host": [place, size, dtype, shape]}:
                content = bytearray(self.program.bytes_at(int(place), int(size)))
                if not content:
                    return torch.empty(shape, dtype=dtype_of(dtype), device="cpu")
                return torch.frombuffer(content, dtype=dtype_of(dtype)).reshape(shape)
            case {"list": items}:
                return [self._value(item, buffers) for item in items]
            case {"dtype": name}:
                return dtype_of(name)
            case {"device": name}:
                return torch.device("cuda" if name == "cuda" else "cpu")
            case {"memory_format": name} if name in _FORMATS:
                return getattr(torch, name)
            case {"layout": "strided"}:
                return torch.strided
            case {"float": text}:
                return float.fromhex(text)
            case None | bool() | int() | str():
                return data
            case _:
                raise Fault(f"an argument of type {one_line(data)} cannot be replayed")

    def argument(self, data: Any) -> Any:
        """Return a kernel's argument as `launch` takes it."""
        match data:
            case {"map": text, "pointer": [number, offset]}:
                made = decode(bytes.fromhex(text))
                if made is None:
                    raise Fault("a tensor map is malformed")
                return self.map_argument(self.pointer(number, offset), made)
            case {"pointer": [number, offset]}:
                return self.pointer_argument(self.pointer(number, offset))
            case {"bytes": text}:
                content = bytes.fromhex(text)
                pointers = data.get("pointers", ())
                return self.relocated(content, places_of(pointers, self.program, len(content)))
            case _:
                raise Fault(f"an argument of a kernel cannot be replayed: {one_line(data)}")

    def pointer(self, number: int, offset: int) -> torch.Tensor:
        """Return a buffer's bytes from an offset on."""
        if not 0 <= number < len(self.program.buffers):
            raise Fault("a pointer to memory that does not exist")
        storage = self.storage(number)
        if not 0 <= offset <= storage.numel():
            raise Fault("a pointer past the end of its memory")
        return viewed(storage, "uint8", offset, (storage.numel() - offset,), (1,))

    def results(self, call: Call) -> tuple[Any, list[tuple[int, torch.Tensor]]]:
        """Return what a call returned with its tensors copied to the host, and for each of these
        its buffer and the tensor itself.
        """
        seen: list[tuple[int, torch.Tensor]] = []

        def copied(view: View) -> torch.Tensor:
            seen.append((view.buffer, self.tensor(view)))
            return seen[-1][1].cpu().clone()

        return mapped(call.result, View, copied), seen


def dtype_of(name: str) -> torch.dtype:
    """Return the type of a name. Raises Fault if there is none."""
    dtype = getattr(torch, name, None)
    if not isinstance(dtype, torch.dtype):
        raise Fault(f"{name!r} is not a tensor type")
    return dtype


def places_of(data: Any, program: Program, size: int) -> list[tuple[int, int, int]]:
    """Return the checked places of addresses among `size` bytes."""
    places = [(int(at), int(number), int(inner)) for at, number, inner in data]
    for at, number, inner in places:
        known = 0 <= number < len(program.buffers)
        if not (known and 0 <= at <= size - 8 and 0 <= inner <= program.buffers[number].size):
            raise Fault("an address outside all memory is handed over")
    return places


def _overload(name: str) -> Any:
    """Return PyTorch's operator of a name. Raises Fault for one that is not replayed."""
    namespace, _, path = name.partition(".")
    packet, _, overload = path.partition(".")
    if namespace != "aten" or not packet.isidentifier() or packet in _NEVER:
        raise Fault(f"the operator {name} cannot be replayed")
    operator = getattr(getattr(torch.ops.aten, packet, None), overload or "default", None)
    if operator is None:
        raise Fault(f"the operator {name} is unknown")
    return operator


def _written(
    op: Any, args: Sequence[Any], kwargs: dict[str, Any], buffers: Sequence[int]
) -> Iterator[int]:
    """Yield the places among `buffers` of the tensors that an operator writes."""
    place = 0
    named = [*zip(op._schema.arguments, args, strict=False)]
    named += [
        (parameter, kwargs[parameter.name])
        for parameter in op._schema.arguments
        if parameter.name in kwargs
    ]
    for parameter, value in named:
        for tensor in tensors_in([value]):
            if not tensor.is_cuda:
                continue
            if parameter.alias_info is not None and parameter.alias_info.is_write:
                yield min(place, len(buffers) - 1)
            place += 1
