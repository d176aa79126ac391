"""Replays handed-over work on memory, inputs and a virtual GPU of its own.

Only this knows the inputs that count. Launches run PTX, operators are PyTorch's own, and uploads
are the bytes that the submission's process had; nothing else of that process has an effect here.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import torch

from kernelscope import vgpu
from kernelscope._demangle import written_name
from kernelscope.devices.capture import form_of_ptx
from kernelscope.devices.front_ends import front_end
from kernelscope.devices.library.tensors import tensors_in
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.virtual import Event, Origin, VirtualGPU, virtual_gpu
from kernelscope.errors import KernelscopeError
from kernelscope.evaluation.precision import reduced_instructions
from kernelscope.evaluation.program import (
    Call,
    Program,
    ProgramError,
    Recorded,
    View,
    one_line,
    view_of,
)
from kernelscope.evaluation.values import viewed
from kernelscope.machine_code.assemble import resources_of_ptx
from kernelscope.record import OperatorRecord
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import LaunchCounts
from kernelscope.vgpu.runtime.arguments import TensorMapArgument
from kernelscope.vgpu.runtime.memory import SPACE, Region, region_of
from kernelscope.vgpu.tensor_map import decode

# A signalling NaN of each type, and a pattern for integers: what nothing has written shows.
_POISON = {
    "float64": (torch.int64, 0x7FF4000000000000),
    "float32": (torch.int32, 0x7FA00000),
    "float16": (torch.int16, 0x7D00),
    "bfloat16": (torch.int16, 0x7FA0),
}
_OTHER_POISON = (0xA5, 0x5A)
# They read files, memory of their own choice, or the random numbers of the judge.
_NEVER = frozenset(("from_file", "set_", "resize_", "_resize_output_", "record_stream"))
_MOST_ELEMENTS = 1 << 33
_SECTOR = 32
_SECTORS = tuple(f"kernelscope__unique_sectors_{kind}.sum" for kind in ("read", "written"))
# Between two events the shortest kernels of an H200 show 3 to 4 µs (docs/time.md).
_SHORTEST_US = 4.0
_COPIED_AT_MOST = 1 << 28  # bytes that are compared around a launch, to see what it writes
_FORMATS = ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d")


@dataclass(slots=True)
class Step:
    """What one step did, for the question which work a result needs.

    Attributes:
        label: the operator's or the kernel's name.
        kind: "launch", "operator" or "upload".
        at: "file:line" of the submission.
        reads, writes: numbers of buffers; a launch may read all that it is given.
        work_us: microseconds of its work alone, without what every launch costs: those of its bytes
            at the memory's rate, of an operator's FLOPs at the peak, or of what a launch takes over
            `_SHORTEST_US`.
    """

    label: str
    kind: str
    at: str
    reads: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()
    work_us: float = 0.0


@dataclass(slots=True)
class Replayed:
    """What a replayed call left.

    Attributes:
        problem: why the work cannot be replayed, or what fault it has; "" if there is none.
        where: the line of the submission for `problem`.
        results: what it returned: a tree of host tensors and plain values.
        result_buffers: the buffer of each tensor of the result.
        written: places of the inputs' storages whose bytes have changed.
        contents: the bytes of these afterwards.
        events: launches and operators.
        us: estimated microseconds on the device.
        steps: what each step did.
        overwritten: whether a result of the call before has changed since.
        findings: what the sanitizer found.
        reduced: instructions that round to fewer bits than float32, by their line.
    """

    problem: str = ""
    where: str = ""
    results: Any = None
    result_buffers: tuple[int, ...] = ()
    written: tuple[int, ...] = ()
    contents: dict[int, bytes] = field(default_factory=dict[int, bytes])
    events: tuple[Event, ...] = ()
    us: float = 0.0
    steps: list[Step] = field(default_factory=list[Step])
    overwritten: bool = False
    findings: tuple[Finding, ...] = ()
    reduced: dict[str, str] = field(default_factory=dict[str, str])


class _Fault(Exception):
    """A step that cannot be replayed, or whose kernel is at fault."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


@dataclass(frozen=True, slots=True)
class Setting:
    """How to replay.

    Attributes:
        gpu: the name of the GPU.
        seconds: the most processor time of a launch.
        watched: whether the sanitizer looks.
        timed: whether times are simulated; else they come from the counters alone.
    """

    gpu: str
    seconds: float
    watched: bool = False
    timed: bool = False


def replay_trial(
    program: Program, recorded: Recorded, inputs: Sequence[Sequence[bytes]], setting: Setting
) -> list[Replayed]:
    """Replay the calls of a trial, each on the contents of its inputs' storages.

    Args:
        program: what was handed over.
        recorded: the trial's part of it.
        inputs: for each call the bytes of each storage.
        setting: how to replay.
    """
    gpu = virtual_gpu(setting.gpu, limit_s=setting.seconds, fast_time=not setting.timed)
    found: list[Replayed] = []
    with ExitStack() as stack:
        stack.enter_context(pretend_cuda(gpu))
        sanitizer = Sanitizer(explores=False) if setting.watched else None
        if sanitizer is not None:
            stack.enter_context(sanitizer)
        replayer = _Replayer(program, recorded.inputs, gpu, sanitizer)
        earlier: list[tuple[torch.Tensor, torch.Tensor]] = []
        for call, contents in zip(recorded.calls, inputs, strict=False):
            one = replayer.call(call, contents)
            one.overwritten = any(not _same(now, then) for now, then in earlier)
            found.append(one)
            if one.problem:
                break
            earlier = [(tensor, tensor.cpu().clone()) for tensor in replayer.returned]
    return found


def _same(now: torch.Tensor, then: torch.Tensor) -> bool:
    left, right = (t.cpu().contiguous().reshape(-1).view(torch.uint8) for t in (now, then))
    return torch.equal(left, right)


class _Replayer:
    """Memory, modules and a GPU for the calls of a trial."""

    def __init__(
        self,
        program: Program,
        inputs: Sequence[int],
        gpu: VirtualGPU,
        sanitizer: Sanitizer | None,
    ) -> None:
        self._program = program
        self._inputs = inputs
        self._gpu = gpu
        self._sanitizer = sanitizer
        self._storages: dict[int, torch.Tensor] = {}
        self._modules: dict[int, vgpu.Module] = {}
        self._variables: dict[int, vgpu.Variables] = {}
        self._pointed: dict[int, Region] = {}
        self._fresh = 0
        self._where = ""
        self.returned: list[torch.Tensor] = []
        gpu.revise = self._placed

    def call(self, call: Call, contents: Sequence[bytes]) -> Replayed:
        """Replay one call."""
        made = Replayed()
        gpu = self._gpu
        known = len(self._sanitizer.findings) if self._sanitizer else 0
        events, began = 0, 0.0
        try:
            self._set_inputs(contents)
            gpu.l2.empty()
            events, began = len(gpu.events), gpu.device_time_us
            for step in call.steps:
                self._step(step, made)
            made.us = gpu.device_time_us - began
            self._read_results(call.result, made)
        except _Fault as fault:
            made.problem, made.where = str(fault), fault.where
        made.events = tuple(gpu.events[events:])
        if self._sanitizer:
            made.findings = tuple(self._sanitizer.findings[known:])
        for place, (number, data) in enumerate(zip(self._inputs, contents, strict=False)):
            now = _bytes_of(self._storages[number]) if number in self._storages else data
            if now != data:
                made.contents[place] = now
        made.written = tuple(made.contents)
        return made

    def _placed(self, event: Event) -> Event:
        """Return an operator's record with the line of the submission, not of this process."""
        return replace(event, source=self._where or None)

    # ---- memory ------------------------------------------------------------------------------

    def _set_inputs(self, contents: Sequence[bytes]) -> None:
        """Set the inputs of a call; from the second call on in place."""
        for number, data in zip(self._inputs, contents, strict=True):
            if len(data) != self._program.buffers[number].size:
                raise ProgramError("an input that it hands over has another size")
            if data:
                _set_bytes(self._storage(number), data)

    def _storage(self, number: int) -> torch.Tensor:
        """Return a buffer's memory as bytes; constants get their contents when first used."""
        if number not in self._storages:
            buffer = self._program.buffers[number]
            if buffer.kind == "result":
                raise _Fault("a result is used before the operator that makes it")
            made = self._storages[number] = _memory(buffer.size)
            if buffer.kind == "constant":
                data = self._program.bytes_at(buffer.place, buffer.size)
                if data:
                    _set_bytes(made, self._relocated(data, buffer.pointers))
            elif buffer.kind == "fresh":
                self._poison(made, buffer.dtype)
        return self._storages[number]

    def _poison(self, memory: torch.Tensor, dtype: str) -> None:
        """Fill memory that nothing has written; the sanitizer fills what it looks at."""
        self._fresh += 1
        if self._sanitizer is not None or not memory.numel():
            return
        if dtype in _POISON and memory.numel() % getattr(torch, dtype).itemsize == 0:
            kind, value = _POISON[dtype]
            data = torch.full((memory.numel() // kind.itemsize,), value, dtype=kind, device="cpu")
            _set_bytes(memory, data.view(torch.uint8).numpy().tobytes())
        else:
            byte = _OTHER_POISON[self._fresh % len(_OTHER_POISON)]
            ctypes.memset(memory.untyped_storage().data_ptr(), byte, memory.numel())

    def _relocated(self, data: bytes, pointers: Sequence[Sequence[int]]) -> bytes:
        """Return bytes with the addresses of this process's memory at their places."""
        if not pointers:
            return data
        changed = bytearray(data)
        for at, number, inner in pointers:
            region, base = self._region(number)
            self._pointed[number] = region
            address = SPACE.address(region, base) + inner
            changed[at : at + 8] = address.to_bytes(8, "little")
        return bytes(changed)

    def _region(self, number: int) -> tuple[Region, int]:
        place = region_of(self._storage(number))
        if place is None:
            raise _Fault("a buffer without memory has an address")
        return place

    def _tensor(self, view: View) -> torch.Tensor:
        storage = self._storage(view.buffer)
        dtype = _dtype(view.dtype)
        itemsize = dtype.itemsize
        reach = sum((n - 1) * s for n, s in zip(view.shape, view.strides, strict=True))
        count = math.prod(view.shape)
        end = view.offset + (reach + 1) * itemsize if count else 0
        if view.offset % itemsize or end > storage.numel() or count > _MOST_ELEMENTS:
            raise _Fault("a tensor reaches beyond its memory")
        return viewed(storage, view.dtype, view.offset // itemsize, view.shape, view.strides)

    # ---- steps -------------------------------------------------------------------------------

    def _step(self, step: dict[str, Any], made: Replayed) -> None:
        kinds: dict[str, Callable[[dict[str, Any], Replayed], None]] = {
            "allocate": self._allocate,
            "upload": self._upload,
            "operator": self._operator,
            "launch": self._launch,
            "variable": self._variable,
        }
        act = kinds.get(step.get("do", ""))
        if act is None:
            raise _Fault("it hands over a step of an unknown kind")
        self._where = where = step.get("at", "")
        try:
            act(step, made)
        except _Fault as fault:
            raise _Fault(str(fault), fault.where or where) from fault
        except KernelscopeError as error:
            raise _Fault(one_line(error), where) from error
        except (ValueError, TypeError, KeyError, IndexError, RuntimeError, MemoryError) as error:
            name = step.get("name") or step.get("kernel") or step["do"]
            message = f"{one_line(name)} cannot be replayed: {one_line(error)}"
            raise _Fault(message, where) from error

    def _allocate(self, step: dict[str, Any], made: Replayed) -> None:
        number = int(step["buffer"])
        if self._program.buffers[number].kind != "fresh":
            raise _Fault("it allocates memory that is there")
        self._storages.pop(number, None)
        self._storage(number)

    def _upload(self, step: dict[str, Any], made: Replayed) -> None:
        view = view_of(step["to"], len(self._program.buffers))
        data = self._program.bytes_at(int(step["place"]), int(step["size"]))
        data = self._relocated(data, _places(step["pointers"], self._program, len(data)))
        target = self._tensor(view)
        if target.numel() * target.element_size() != len(data):
            raise _Fault("an upload has another size than its tensor")
        if data:
            flat = torch.frombuffer(bytearray(data), dtype=_dtype(view.dtype))
            target.copy_(flat.reshape(target.shape))
        made.steps.append(Step("copy from the host", "upload", step["at"], writes=(view.buffer,)))

    def _operator(self, step: dict[str, Any], made: Replayed) -> None:
        op = _overload(step["name"])
        buffers: list[int] = []
        args = [self._value(one, buffers) for one in step["args"]]
        kwargs = {str(key): self._value(one, buffers) for key, one in step["kwargs"].items()}
        events = len(self._gpu.events)
        returned = op(*args, **kwargs)
        results = list(tensors_in([returned]))
        outs = step["out"]
        if len(results) != len(outs):
            raise _Fault(f"{step['name']} gives {len(results)} tensors, not {len(outs)}")
        writes = [buffers[n] for n in _written(op, args, kwargs, buffers)]
        for tensor, out in zip(results, outs, strict=True):
            view = view_of(out["view"], len(self._program.buffers))
            self._bind(step["name"], tensor, view, bool(out["new"]))
            writes.append(view.buffer)
        done = self._gpu.events[events:]
        made.steps.append(
            Step(
                str(op),
                "operator",
                step["at"],
                tuple(buffers),
                tuple(writes),
                sum(self._work_us(one) for one in done),
            )
        )

    def _bind(self, name: str, tensor: torch.Tensor, view: View, new: bool) -> None:
        """Let a buffer mean the memory of an operator's result."""
        shape, strides = tuple(tensor.shape), tuple(tensor.stride())
        if shape != view.shape or (new and strides != view.strides):
            raise _Fault(
                f"the shape of {name}'s result depends on the inputs' values: {shape} here, "
                f"{view.shape} where it was recorded"
            )
        if not new:
            return
        if self._program.buffers[view.buffer].kind != "result":
            raise _Fault("an operator makes memory that is there")
        flat = torch.empty(0, dtype=torch.uint8, device="cuda")
        self._storages[view.buffer] = flat.set_(tensor.untyped_storage())

    def _value(self, data: Any, buffers: list[int]) -> Any:
        """Return an operator's argument; the buffers of its tensors join `buffers`."""
        match data:
            case {"tensor": view}:
                checked = view_of(view, len(self._program.buffers))
                buffers.append(checked.buffer)
                return self._tensor(checked)
            case {"host": [place, size, dtype, shape]}:
                content = bytearray(self._program.bytes_at(int(place), int(size)))
                if not content:
                    return torch.empty(shape, dtype=_dtype(dtype), device="cpu")
                return torch.frombuffer(content, dtype=_dtype(dtype)).reshape(shape)
            case {"list": items}:
                return [self._value(one, buffers) for one in items]
            case {"dtype": name}:
                return _dtype(name)
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
                raise _Fault(f"an argument of type {one_line(data)} cannot be replayed")

    def _variable(self, step: dict[str, Any], made: Replayed) -> None:
        kernel = self._module(int(step["module"])).kernel(step["kernel"])
        memory = kernel.variable(step["name"])
        data = self._program.bytes_at(int(step["place"]), int(step["size"]))
        if memory.nbytes != len(data):
            raise _Fault(f"variable {step['name']} has another size")
        ctypes.memmove(memory.ctypes.data, data, len(data))

    # ---- launches ----------------------------------------------------------------------------

    def _module(self, number: int) -> vgpu.Module:
        if number not in self._modules:
            group = self._program.groups[number]
            shared = self._variables.setdefault(group, vgpu.Variables())
            text = self._program.modules[number]
            self._modules[number] = vgpu.load_ptx(text, self._gpu.spec, shared)
        return self._modules[number]

    def _launch(self, step: dict[str, Any], made: Replayed) -> None:
        kernel = self._module(step["module"]).kernel(step["kernel"])
        # Nothing but what the launch is given: no other memory of this process can be found.
        kernel.finds_owners = False
        kernel.one_thread = bool(step["one_thread"])
        kernel.non_portable_clusters = bool(step["large_clusters"])
        buffers: list[int] = []
        arguments = [self._argument(one, buffers) for one in step["arguments"]]
        kernel.reachable = tuple(self._pointed.values())
        buffers += self._pointed
        resources = _resources(kernel.module.text, kernel.name, self._gpu.spec.target)
        kernel.registers = resources.registers if resources else 0
        origin = replace(
            resources.origin if resources else Origin(""),
            frontend=front_end(step["frontend"]).name,
            source=step["at"] or None,
            kernel_source=one_line(step["kernel_source"]) or None,
            form=lambda: form_of_ptx(kernel, step["frontend"]),
        )
        before = self._copies(buffers)
        events, executed = len(self._gpu.events), list[LaunchCounts]()
        with self._gpu.operation(0.0):
            executed.append(
                kernel.launch(
                    tuple(step["grid"]),
                    tuple(step["block"]),
                    arguments,
                    int(step["shared"]),
                    origin=origin,
                    cooperative=bool(step["cooperative"]),
                    cluster=tuple(step["cluster"]) if step["cluster"] else None,
                )
            )
        made.steps.append(
            Step(
                written_name(kernel.name),
                "launch",
                step["at"],
                tuple(buffers),
                tuple(self._changed(before)),
                sum(self._work_us(one) for one in self._gpu.events[events:]),
            )
        )
        if self._sanitizer is None:
            made.reduced |= reduced_instructions(kernel, executed[0])

    def _work_us(self, event: Event) -> float:
        """Return the microseconds of an event's work; see `Step`."""
        spec = self._gpu.spec
        memory_us = moved_bytes(event) / (spec.dram_gb_per_s * 1e3)
        if isinstance(event, OperatorRecord):
            peak = spec.peak_tflops.get(event.precision, spec.peak_tflops["fp32"])
            return max(memory_us, event.flops / (peak * 1e6))
        time = event.time_us.value if event.time_us else 0.0
        return max(memory_us, time - _SHORTEST_US)

    def _argument(self, data: Any, buffers: list[int]) -> Any:
        match data:
            case {"map": text, "pointer": [number, offset]}:
                made = decode(bytes.fromhex(text))
                if made is None:
                    raise _Fault("a tensor map is malformed")
                return TensorMapArgument(self._pointer(number, offset, buffers), made)
            case {"pointer": [number, offset]}:
                return self._pointer(number, offset, buffers)
            case {"bytes": text, "pointers": pointers}:
                content = bytes.fromhex(text)
                places = _places(pointers, self._program, len(content))
                return self._relocated(content, places)
            case {"bytes": text}:
                return bytes.fromhex(text)
            case _:
                raise _Fault(f"an argument of a kernel cannot be replayed: {one_line(data)}")

    def _pointer(self, number: int, offset: int, buffers: list[int]) -> Any:
        if not 0 <= number < len(self._program.buffers):
            raise _Fault("a pointer to memory that is not there")
        storage = self._storage(number)
        if not 0 <= offset <= storage.numel():
            raise _Fault("a pointer beyond its memory")
        buffers.append(number)
        return viewed(storage, "uint8", offset, (storage.numel() - offset,), (1,))

    def _copies(self, buffers: Sequence[int]) -> dict[int, bytes | None]:
        """Return the contents of buffers before a launch; None for what is too much to copy."""
        sizes = {number: self._program.buffers[number].size for number in buffers}
        few = sum(sizes.values()) <= _COPIED_AT_MOST
        return {n: _bytes_of(self._storages[n]) if few else None for n in sizes}

    def _changed(self, before: dict[int, bytes | None]) -> Iterator[int]:
        """Yield the buffers that a launch has written."""
        for number, data in before.items():
            if data is None or _bytes_of(self._storages[number]) != data:
                yield number

    # ---- results -----------------------------------------------------------------------------

    def _read_results(self, tree: Any, made: Replayed) -> None:
        buffers: list[int] = []

        def read(value: Any) -> Any:
            if isinstance(value, View):
                tensor = self._tensor(value)
                buffers.append(value.buffer)
                if value.buffer not in self._inputs:  # these are set for the next call
                    self.returned.append(tensor)
                return tensor.cpu().clone()
            if isinstance(value, dict):
                return {key: read(one) for key, one in value.items()}
            if isinstance(value, list | tuple):
                items = [read(one) for one in value]
                return items if isinstance(value, list) else tuple(items)
            return value

        self.returned = []
        made.results = read(tree)
        made.result_buffers = tuple(buffers)


def moved_bytes(event: Event) -> float:
    """Return the bytes of memory that a launch or an operator read and wrote."""
    if isinstance(event, OperatorRecord):
        return event.bytes_read + event.bytes_written
    return _SECTOR * sum(event.counters.get(name, 0.0) for name in _SECTORS)


def _memory(size: int) -> torch.Tensor:
    return torch.empty(size, dtype=torch.uint8, device="cuda")


def _set_bytes(memory: torch.Tensor, data: bytes) -> None:
    ctypes.memmove(memory.untyped_storage().data_ptr(), data, len(data))


def _bytes_of(memory: torch.Tensor) -> bytes:
    storage = memory.untyped_storage()
    return ctypes.string_at(storage.data_ptr(), storage.nbytes()) if storage.nbytes() else b""


def _dtype(name: str) -> torch.dtype:
    found = getattr(torch, name, None)
    if not isinstance(found, torch.dtype):
        raise _Fault(f"{name!r} is no type of a tensor")
    return found


def _places(data: Any, program: Program, size: int) -> list[tuple[int, int, int]]:
    """Return the checked places of addresses among `size` bytes."""
    places = [(int(at), int(number), int(inner)) for at, number, inner in data]
    for at, number, inner in places:
        known = 0 <= number < len(program.buffers)
        if not (known and 0 <= at <= size - 8 and 0 <= inner <= program.buffers[number].size):
            raise _Fault("an address outside all memory is handed over")
    return places


def _overload(name: str) -> Any:
    """Return PyTorch's operator of a name. Raises _Fault for one that is not replayed."""
    namespace, _, rest = name.partition(".")
    packet, _, overload = rest.partition(".")
    if namespace != "aten" or not packet.isidentifier() or packet in _NEVER:
        raise _Fault(f"the operator {name} cannot be replayed")
    found = getattr(getattr(torch.ops.aten, packet, None), overload or "default", None)
    if found is None:
        raise _Fault(f"the operator {name} is unknown")
    return found


def _written(
    op: Any, args: Sequence[Any], kwargs: dict[str, Any], buffers: Sequence[int]
) -> Iterator[int]:
    """Yield the places among `buffers` of the tensors that an operator writes."""
    place = 0
    named = [*zip(op._schema.arguments, args, strict=False)]
    named += [(one, kwargs[one.name]) for one in op._schema.arguments if one.name in kwargs]
    for parameter, value in named:
        for tensor in tensors_in([value]):
            if not tensor.is_cuda:
                continue
            if parameter.alias_info is not None and parameter.alias_info.is_write:
                yield min(place, len(buffers) - 1)
            place += 1


@dataclass(frozen=True, slots=True)
class _Resources:
    registers: int
    origin: Origin


@cache
def _resources(text: str, kernel: str, target: str) -> _Resources | None:
    """Return what the assembler says of a kernel; the submission's word for it does not count."""
    found = resources_of_ptx(text, kernel, target)
    if found is None:
        return None
    resources, spilled = found
    made = Origin("", resources.registers, resources.local_bytes, spilled)
    return _Resources(resources.registers, made)
