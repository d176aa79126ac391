"""Replays handed-over work on memory, inputs and a virtual GPU of its own.

Only this knows the inputs that count. Launches run PTX, operators are PyTorch's own, and uploads
are the bytes that the submission's process had; nothing else of that process has an effect here.
"""

from __future__ import annotations

import ctypes
import re
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
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.virtual import Event, Origin, VirtualGPU, virtual_gpu
from kernelscope.evaluation.program import Call, Program, Recorded, View, one_line
from kernelscope.evaluation.steps import Fault, Operated, Steps
from kernelscope.evaluation.values import storage_bytes
from kernelscope.machine_code.assemble import resources_of_ptx
from kernelscope.record import OperatorRecord
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import (
    SPACE,
    Kernel,
    LaunchCounts,
    Region,
    TensorMapArgument,
    region_of,
    region_of_storage,
)
from kernelscope.vgpu.tensor_map import TensorMap

# A signalling NaN of each type, and a pattern for integers: what nothing has written shows.
POISON = {
    "float64": (torch.int64, 0x7FF4000000000000),
    "float32": (torch.int32, 0x7FA00000),
    "float16": (torch.int16, 0x7D00),
    "bfloat16": (torch.int16, 0x7FA0),
}
_OTHER_POISON = (0xA5, 0x5A)
_SECTOR = 32
_SECTORS = tuple(f"kernelscope__unique_sectors_{way}.sum" for way in ("read", "written"))
# Between two events the shortest kernels of an H200 show 3 to 4 µs (docs/time.md).
_SHORTEST_US = 4.0
_COPIED_AT_MOST = 1 << 28  # bytes that are compared around a launch, to see what it writes
# Instructions that round to fewer bits than float32: what a shortcut in precision is made of.
_NARROW = r"(?:tf32|bf16|f16|e4m3|e5m2|e2m3|e3m2|e2m1)"
# `mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32`: its factors are tf32.
_PRODUCT = re.compile(rf"\b((?:wg)?mma(?:\.\w+(?:::\w+)*)*\.{_NARROW}x?\d*(?:\.\w+)*)")
# `cvt.rn.bf16x2.f32`, `cvt.rna.tf32.f32`: a float32 loses bits.
_CONVERSION = re.compile(rf"\b(cvt(?:\.\w+)*\.{_NARROW}(?:x2|x4)?\.f32)\b")


@dataclass(slots=True)
class Step:
    """The accesses of one step, by which the work behind a result is found.

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
    """The memory and launches after a replayed call.

    Attributes:
        problem: why the work cannot be replayed, or what fault it has; "" if there is none.
        where: the line of the submission for `problem`.
        results: what it returned: a tree of host tensors and plain values.
        result_buffers: the buffer of each tensor of the result.
        contents: the bytes of the inputs' storages that have changed, by the storage's place.
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
    contents: dict[int, bytes] = field(default_factory=dict[int, bytes])
    events: tuple[Event, ...] = ()
    us: float = 0.0
    steps: list[Step] = field(default_factory=list[Step])
    overwritten: bool = False
    findings: tuple[Finding, ...] = ()
    reduced: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of a replay.

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


class Probe:
    """Looks at the steps of a replay, and may change what they have written."""

    def begin(self, call: int, replayer: Replayer) -> None:
        """Take note that a call begins."""

    def after_operator(self, step: int, results: Sequence[torch.Tensor]) -> None:
        """Look at an operator's results; step: its number in `Replayed.steps`."""

    def launch(self, step: int, buffers: Sequence[int], run: Callable[[], LaunchCounts]) -> None:
        """Run a launch, once or more; buffers: all that it can reach."""
        run()


def replay_trial(
    program: Program,
    recorded: Recorded,
    inputs: Sequence[Sequence[bytes]],
    setting: Setting,
    probe: Probe | None = None,
) -> list[Replayed]:
    """Replay the calls of a trial, each on the contents of its inputs' storages.

    `program`: what was handed over. `recorded`: the trial's part of it. `inputs`: for each call the
    bytes of each storage. `setting`: how to replay. `probe`: what looks at the steps.
    """
    gpu = virtual_gpu(setting.gpu, limit_s=setting.seconds, fast_time=not setting.timed)
    replays: list[Replayed] = []
    with ExitStack() as stack:
        stack.enter_context(pretend_cuda(gpu))
        sanitizer = Sanitizer(explores=False) if setting.watched else None
        if sanitizer is not None:
            stack.enter_context(sanitizer)
        replayer = Replayer(program, recorded.inputs, gpu, sanitizer, probe)
        earlier: list[tuple[torch.Tensor, torch.Tensor]] = []
        for number, (call, contents) in enumerate(zip(recorded.calls, inputs, strict=False)):
            replayer.probe.begin(number, replayer)
            replay = replayer.call(call, contents)
            replay.overwritten = any(not _same(now, then) for now, then in earlier)
            replays.append(replay)
            if replay.problem:
                break
            earlier = [(tensor, tensor.cpu().clone()) for tensor in replayer.returned]
    return replays


def _same(now: torch.Tensor, then: torch.Tensor) -> bool:
    left, right = (t.cpu().contiguous().reshape(-1).view(torch.uint8) for t in (now, then))
    return torch.equal(left, right)


class Replayer(Steps):
    """Memory, modules and a GPU for the calls of a trial."""

    def __init__(
        self,
        program: Program,
        inputs: Sequence[int],
        gpu: VirtualGPU,
        sanitizer: Sanitizer | None,
        probe: Probe | None,
    ) -> None:
        super().__init__(program, inputs)
        self.probe = probe or Probe()
        self._gpu = gpu
        self._sanitizer = sanitizer
        self._modules: dict[int, vgpu.Module] = {}
        self._variables: dict[int, vgpu.Variables] = {}
        self._pointed: dict[int, Region] = {}
        self._fresh = 0
        self._made = Replayed()
        self.returned: list[torch.Tensor] = []
        gpu.revise = self._placed

    def call(self, call: Call, contents: Sequence[bytes]) -> Replayed:
        """Replay one call."""
        made = self._made = Replayed()
        gpu = self._gpu
        known = len(self._sanitizer.findings) if self._sanitizer else 0
        events, began = 0, 0.0
        try:
            self.set_inputs(contents)
            gpu.l2.empty()
            events, began = len(gpu.events), gpu.device_time_us
            self.run(call)
            made.us = gpu.device_time_us - began
            made.results, seen = self.results(call)
            made.result_buffers = tuple(buffer for buffer, _ in seen)
            # Inputs are set for the next call.
            self.returned = [tensor for buffer, tensor in seen if buffer not in self.inputs]
        except Fault as fault:
            made.problem, made.where = str(fault), fault.where
        made.events = tuple(gpu.events[events:])
        if self._sanitizer:
            made.findings = tuple(self._sanitizer.findings[known:])
        for place, (number, data) in enumerate(zip(self.inputs, contents, strict=False)):
            now = storage_bytes(self.storages[number]) if number in self.storages else data
            if now != data:
                made.contents[place] = now
        return made

    def _placed(self, event: Event) -> Event:
        """Return an operator's record with the line of the submission, not of this process."""
        return replace(event, source=self.where or None)

    # ---- memory ------------------------------------------------------------------------------

    def fill(self, memory: torch.Tensor, data: bytes) -> None:
        """Set memory to these bytes, with no event."""
        ctypes.memmove(region_of_storage(memory.untyped_storage()).base, data, len(data))

    def poison(self, memory: torch.Tensor, dtype: str) -> None:
        """Fill memory that nothing has written; the sanitizer fills what it looks at."""
        self._fresh += 1
        if self._sanitizer is not None or not memory.numel():
            return
        if dtype in POISON and memory.numel() % getattr(torch, dtype).itemsize == 0:
            bits, value = POISON[dtype]
            data = torch.full((memory.numel() // bits.itemsize,), value, dtype=bits, device="cpu")
            self.fill(memory, data.view(torch.uint8).numpy().tobytes())
        else:
            byte = _OTHER_POISON[self._fresh % len(_OTHER_POISON)]
            ctypes.memset(region_of_storage(memory.untyped_storage()).base, byte, memory.numel())

    def address_of(self, number: int) -> int:
        """Return a buffer's address on the virtual GPU; kernels may find it from now on."""
        place = region_of(self.storage(number))
        if place is None:
            raise Fault("a buffer without memory has an address")
        region, base = place
        self._pointed[number] = region
        return SPACE.address(region, base)

    # ---- steps -------------------------------------------------------------------------------

    def upload(self, step: dict[str, Any]) -> View:
        """Copy bytes of the host to a tensor, and note it."""
        view = super().upload(step)
        done = Step("copy from the host", "upload", step["at"], writes=(view.buffer,))
        self._made.steps.append(done)
        return view

    def operate(self, step: dict[str, Any]) -> Operated:
        """Run an operator of PyTorch, and note it."""
        events = len(self._gpu.events)
        done = super().operate(step)
        work_us = sum(self._work_us(event) for event in self._gpu.events[events:])
        self._made.steps.append(
            Step(done.label, "operator", step["at"], done.reads, done.writes, work_us)
        )
        self.probe.after_operator(len(self._made.steps) - 1, done.results)
        return done

    def set_variable(self, step: dict[str, Any]) -> None:
        """Set a variable of a module."""
        kernel = self._module(int(step["module"])).kernel(step["kernel"])
        memory = kernel.variable(step["name"])
        data = self.program.bytes_at(int(step["place"]), int(step["size"]))
        if memory.nbytes != len(data):
            raise Fault(f"variable {step['name']} has another size")
        ctypes.memmove(memory.ctypes.data, data, len(data))

    # ---- launches ----------------------------------------------------------------------------

    def _module(self, number: int) -> vgpu.Module:
        if number not in self._modules:
            group = self.program.groups[number]
            shared = self._variables.setdefault(group, vgpu.Variables())
            text = self.program.modules[number]
            self._modules[number] = vgpu.load_ptx(text, self._gpu.spec, shared)
        return self._modules[number]

    def launch(self, step: dict[str, Any]) -> None:
        """Launch a kernel."""
        made = self._made
        kernel = self._module(step["module"]).kernel(step["kernel"])
        # Nothing but what the launch is given: no other memory of this process can be found.
        kernel.finds_owners = False
        kernel.one_thread = bool(step["one_thread"])
        kernel.managed = bool(step["managed"])
        kernel.language = str(step["language"])
        kernel.non_portable_clusters = bool(step["large_clusters"])
        arguments = [self.argument(argument) for argument in step["arguments"]]
        kernel.reachable = tuple(self._pointed.values())
        buffers = [
            argument["pointer"][0] for argument in step["arguments"] if "pointer" in argument
        ]
        buffers += self._pointed
        origin = _assembled_origin(kernel.module.text, kernel.name, self._gpu.spec.target)
        kernel.registers = origin.registers or 0
        origin = replace(
            origin,
            frontend=front_end(step["frontend"]).name,
            source=step["at"] or None,
            kernel_source=one_line(step["kernel_source"]) or None,
            form=lambda: form_of_ptx(kernel, step["frontend"]),
        )
        before = self._copies(buffers)
        events, executed = len(self._gpu.events), list[LaunchCounts]()

        def run() -> LaunchCounts:
            with self._gpu.clock.launch(0.0):
                executed.append(
                    kernel.launch(
                        tuple(step["grid"]),
                        tuple(step["block"]),
                        arguments,
                        int(step["shared"]),
                        origin=origin,
                        cooperative=bool(step["cooperative"]),
                        early=bool(step["early"]),
                        cluster=tuple(step["cluster"]) if step["cluster"] else None,
                    )
                )
            return executed[-1]

        self.probe.launch(len(made.steps), buffers, run)
        made.steps.append(
            Step(
                written_name(kernel.name),
                "launch",
                step["at"],
                tuple(buffers),
                tuple(self._changed(before)),
                sum(self._work_us(event) for event in self._gpu.events[events:]),
            )
        )
        if self._sanitizer is None:
            made.reduced |= _reduced_instructions(kernel, executed[0])

    def _work_us(self, event: Event) -> float:
        """Return the microseconds of an event's work; see `Step`."""
        spec = self._gpu.spec
        memory_us = moved_bytes(event) / (spec.dram_gb_per_s * 1e3)
        if isinstance(event, OperatorRecord):
            peak = spec.peak_tflops.get(event.precision, spec.peak_tflops["fp32"])
            return max(memory_us, event.flops / (peak * 1e6))
        time = event.time_us.value if event.time_us else 0.0
        return max(memory_us, time - _SHORTEST_US)

    def pointer_argument(self, memory: torch.Tensor) -> torch.Tensor:
        """Return the memory: a launch on the virtual GPU finds its address."""
        return memory

    def map_argument(self, memory: torch.Tensor, made: TensorMap) -> TensorMapArgument:
        """Return a tensor map with the memory that it means."""
        return TensorMapArgument(memory, made)

    def _copies(self, buffers: Sequence[int]) -> dict[int, bytes | None]:
        """Return the contents of buffers before a launch; None for what is too much to copy."""
        sizes = {number: self.program.buffers[number].size for number in buffers}
        few = sum(sizes.values()) <= _COPIED_AT_MOST
        return {n: storage_bytes(self.storages[n]) if few else None for n in sizes}

    def _changed(self, before: dict[int, bytes | None]) -> Iterator[int]:
        """Yield the buffers that a launch has written."""
        for number, data in before.items():
            if data is None or storage_bytes(self.storages[number]) != data:
                yield number


def moved_bytes(event: Event) -> float:
    """Return the bytes of memory that a launch or an operator read and wrote."""
    if isinstance(event, OperatorRecord):
        return event.bytes_read + event.bytes_written
    return _SECTOR * sum(event.counters.get(name, 0.0) for name in _SECTORS)


@cache
def _assembled_origin(text: str, kernel: str, target: str) -> Origin:
    """Return what the assembler says of a kernel; the submission's word for it does not count."""
    assembled = resources_of_ptx(text, kernel, target)
    if assembled is None:
        return Origin("")
    resources, spilled = assembled
    return Origin("", resources.registers, resources.local_bytes, spilled)


def _reduced_instructions(kernel: Kernel, counts: LaunchCounts) -> dict[str, str]:
    """Return the narrow instructions that a launch has executed: instruction → its first place."""
    lines = kernel.module.text.splitlines()
    reduced: dict[str, str] = {}
    for number, times in kernel.executed(counts):
        text = lines[number - 1] if 0 < number <= len(lines) else ""
        match = (_PRODUCT.search(text) or _CONVERSION.search(text)) if times else None
        if match:
            reduced.setdefault(match[1], f"{written_name(kernel.name)} (ptx:{number})")
    return reduced
