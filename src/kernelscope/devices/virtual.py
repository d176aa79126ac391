"""The virtual GPU as a device: a session in which kernels of every front end run on it.

    with virtual_gpu("h200") as gpu:
        kernel[grid](x, y, n)
    gpu.launches[-1].counters

Front ends register what to do when a session begins and how to undo it; the session knows none of
them. Each launch ends in `VirtualGPU.record`, which adds the estimated time and keeps the record.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from kernelscope import vgpu
from kernelscope.devices.callsite import caller_source
from kernelscope.devices.capture import CapturedLaunch, KernelForm, copied, form_of_ptx
from kernelscope.hardware import GPUSpec, gpu
from kernelscope.hardware.residency import occupancy
from kernelscope.hardware.timing import estimate_launch
from kernelscope.record import FrontEnd, LaunchRecord, OperatorRecord

if TYPE_CHECKING:
    from kernelscope.vgpu import Kernel, LaunchCounts

Event = LaunchRecord | OperatorRecord
Undo = Callable[[], None]


_MODELLED_AT_MOST = 4096

_front_ends: dict[str, Callable[[VirtualGPU], Undo]] = {}
_active: list[VirtualGPU] = []


def register_front_end(name: str, enter: Callable[[VirtualGPU], Undo]) -> None:
    """Have `enter(gpu)` called when a session begins; what it returns is called when it ends.

    Front ends enter in the order of their registration and are undone in the reverse order.
    A session that is running already is not entered afterwards.
    """
    _front_ends[name] = enter


def current_gpu() -> VirtualGPU | None:
    """The innermost virtual GPU whose block is running, in whichever thread; None outside."""
    return _active[-1] if _active else None


def _uncharged(_host_us: float) -> AbstractContextManager[None]:
    """Where no virtual clock runs there is nothing to charge."""
    return nullcontext()


class VirtualGPU:
    """A virtual GPU and all that ran on it. Use as a context manager, again and nested.

    Attributes:
        spec: the GPU specification that times and limits come from.
        torch_device: the device that Triton reports as PyTorch's; "cpu" unless tensors that say
            they are on a GPU are at hand.
        trial: whether what is recorded now is marked as a trial.
        optimizes: whether front ends that can leave it (CUDA C++, Numba) are to optimise.
        sample_blocks: the most blocks of a launch that a front end should run; None for all.
        listeners: called with each event as it is recorded.
        emulation: what runs inside it is the virtual GPU's own work, not the host program's; a
            virtual clock puts its own here and takes that time out.
        host_work: what runs inside it is the host program's own although `emulation` is around it.
        operation: as `emulation`, for something that takes a GPU's host so many microseconds.
        on_code: called with the name and the machine code of a kernel before it first runs.
        captured: the first launch of each kernel, trials apart; None until `capture` asks for it.
    """

    def __init__(self, spec: GPUSpec) -> None:
        self.spec = spec
        self.torch_device = "cpu"
        self.trial = False
        self.optimizes = True
        self.sample_blocks: int | None = None
        self._device_time_us = 0.0
        self.listeners: list[Callable[[Event], None]] = []
        self.emulation: Callable[[], AbstractContextManager[None]] = nullcontext
        self.host_work: Callable[[], AbstractContextManager[None]] = nullcontext
        self.operation: Callable[[float], AbstractContextManager[None]] = _uncharged
        self._events: list[Event] = []
        self._launches: list[LaunchRecord] = []
        self.on_code: Callable[[str, bytes], None] | None = None
        self.captured: list[CapturedLaunch] | None = None
        self._copies = False
        self._times: Counter[tuple[object, str]] = Counter()
        self._form: Callable[[], KernelForm] | None = None
        self._launching: tuple[Kernel, tuple[object, ...], KernelForm] | None = None
        self._unclaimed: tuple[LaunchCounts, str | None] | None = None
        self._entered: list[ExitStack] = []
        self._modelled: dict[tuple[object, ...], dict[str, Any]] = {}

    def __repr__(self) -> str:
        return f"VirtualGPU({self.spec.name!r}, {len(self.launches)} launches)"

    def __enter__(self) -> VirtualGPU:
        with ExitStack() as undo:
            if not _active:
                vgpu.before_launch.append(VirtualGPU._before_launch)
                vgpu.observers.append(VirtualGPU._on_launch)
            _active.append(self)
            undo.callback(self._leave)
            for enter in _front_ends.values():
                undo.callback(enter(self))
            self._entered.append(undo.pop_all())
        return self

    def __exit__(self, *_: object) -> None:
        self._entered.pop().close()

    @property
    def launches(self) -> list[LaunchRecord]:
        """The PTX kernels in the order they ran."""
        self._claim_as_ptx()
        return self._launches

    @property
    def events(self) -> list[Event]:
        """Kernels and PyTorch's own operations in the order they ran."""
        self._claim_as_ptx()
        return self._events

    @property
    def device_time_us(self) -> float:
        """Estimated device time of everything that ran so far, in microseconds."""
        self._claim_as_ptx()
        return self._device_time_us

    @contextmanager
    def trials(self, sample_blocks: int | None = None) -> Generator[None]:
        """Mark what runs inside as trials (autotuning, benchmark repeats).

        sample_blocks: run at most so many blocks of each launch and scale the counters; only
        where nobody reads what the launch writes.
        """
        self._claim_as_ptx()
        before = self.trial, self.sample_blocks
        self.trial, self.sample_blocks = True, sample_blocks
        try:
            yield
        finally:
            self._claim_as_ptx()
            self.trial, self.sample_blocks = before

    def capture(self, copies: bool = False) -> None:
        """Keep the first launch of each kernel from now on, in `captured`.

        copies: with the arguments' contents as they were before the launch.
        """
        self.captured, self._copies = [], copies
        self._times.clear()

    def times_launched(self, kernel: Kernel) -> int:
        """How often a captured kernel was launched, trials apart."""
        return self._times[kernel.module.key, kernel.name]

    @contextmanager
    def forming(self, form: Callable[[], KernelForm]) -> Generator[None]:
        """Say how to make every form of the kernel that is launched inside."""
        self._form = form
        try:
            yield
        finally:
            self._form = None

    def form_of(self, kernel: Kernel) -> KernelForm:
        """Every form of a kernel that is being launched: its front end's, else its PTX."""
        return self._form() if self._form else form_of_ptx(kernel)

    def record(
        self,
        counts: LaunchCounts,
        *,
        frontend: FrontEnd,
        registers: int | None = None,
        spill_bytes: int | None = None,
        local_bytes: int | None = None,
        source: str | None = None,
        kernel_source: str | None = None,
    ) -> LaunchRecord:
        """Keep a launch, with its estimated time on this GPU.

        Args:
            counts: what the virtual GPU counted in the launch.
            frontend: who made the kernel.
            registers: 32-bit registers a thread, from the cubin; None where there is none.
            spill_bytes: of spilled registers that the machine code stores and loads; None unknown.
            local_bytes: local memory a thread, from the cubin; None where there is none.
            source: "file:line" of the call; None: the user's line on the stack now.
            kernel_source: "file:line" of the kernel.
        """
        if self._unclaimed is not None and self._unclaimed[0] is counts:
            source = source or self._unclaimed[1]
            self._unclaimed = None
        self._claim_as_ptx()
        launch = LaunchRecord(
            kernel=counts.kernel,
            grid=counts.grid,
            block=counts.block,
            dynamic_shared_bytes=counts.dynamic_shared_bytes,
            static_shared_bytes=counts.static_shared_bytes,
            registers=registers,
            counters=counts.counters,
            source=source or caller_source(),
            kernel_source=kernel_source,
            trial=self.trial,
            frontend=frontend,
            sampled=counts.sampled,
            accesses=counts.accesses,
            divergent_source=counts.divergent_source,
            spill_bytes=spill_bytes,
            local_bytes=local_bytes,
            **self._model(counts, registers),
        )
        self._launches.append(launch)
        self._append(launch)
        if self.captured is not None and self._launching is not None:
            kernel, arguments, form = self._launching
            shape = launch.grid, launch.block, launch.dynamic_shared_bytes
            self.captured.append(
                CapturedLaunch(form, kernel, *shape, arguments, launch, kernel.executed(counts))
            )
        self._launching = None
        return launch

    def record_operator(self, operator: OperatorRecord) -> None:
        """Keep one of PyTorch's own operations, which ran on the CPU in the GPU's place."""
        self._claim_as_ptx()
        self._append(operator)

    def _model(self, counts: LaunchCounts, registers: int | None) -> dict[str, Any]:
        """The fields of a record that follow from the counts: time, occupancy, waves."""
        counters = counts.counters
        key = (
            (counts.grid, counts.block, registers),
            (counts.static_shared_bytes, counts.dynamic_shared_bytes),
            (*counters,),
            (*counters.values(),),
        )
        # A kernel launched again counts the same as a rule, and the model takes longer than all
        # the rest of recording.
        if key not in self._modelled:
            if len(self._modelled) >= _MODELLED_AT_MOST:
                self._modelled.clear()
            self._modelled[key] = _model(self.spec, counts, registers)
        return self._modelled[key]

    def _append(self, event: Event) -> None:
        self._events.append(event)
        if event.time_us is not None:
            self._device_time_us += event.time_us.value
        for listener in self.listeners:
            listener(event)

    def _leave(self) -> None:
        self._claim_as_ptx()
        _active.pop()
        if not _active:
            vgpu.before_launch.remove(VirtualGPU._before_launch)
            vgpu.observers.remove(VirtualGPU._on_launch)

    @staticmethod
    def _before_launch(kernel: Kernel, arguments: Sequence[Any]) -> None:
        """Keep what is about to be launched, if it is to be captured."""
        session = _active[-1]
        session._claim_as_ptx()
        session._launching = None
        if session.captured is None or session.trial:
            return
        key = kernel.module.key, kernel.name
        session._times[key] += 1
        if all((one.kernel.module.key, one.kernel.name) != key for one in session.captured):
            own = copied(arguments) if session._copies else tuple(arguments)
            form = session.form_of(kernel)
            session._launching = kernel, own, form
            if session.on_code is not None and form.cubin is not None:
                session.on_code(form.name, form.cubin)

    @staticmethod
    def _on_launch(_: Kernel, counts: LaunchCounts) -> None:
        """Hold a launch until its front end records it; if none does, PTX was launched by hand."""
        session = _active[-1]
        session._claim_as_ptx()
        session._unclaimed = counts, caller_source()

    def _claim_as_ptx(self) -> None:
        if self._unclaimed is not None:
            counts, source = self._unclaimed
            self._unclaimed = None
            self.record(counts, frontend="ptx", source=source)


def virtual_gpu(name: str = "h200") -> VirtualGPU:
    """A virtual GPU, to be entered with `with`; inside, kernels of every front end run on it.

    Blocks can be nested: the innermost GPU is in force. Entering the same object again adds to
    its records. Raises UsageError for a GPU that the specification table does not hold.
    """
    return VirtualGPU(gpu(name))


def _model(spec: GPUSpec, counts: LaunchCounts, registers: int | None) -> dict[str, Any]:
    estimate = estimate_launch(
        spec,
        grid=counts.grid,
        block=counts.block,
        registers=registers,
        shared_bytes=counts.static_shared_bytes + counts.dynamic_shared_bytes,
        counters=counts.counters,
    )
    resident = occupancy(
        spec,
        block=math.prod(counts.block),
        registers=registers or 0,
        static_shared_bytes=counts.static_shared_bytes,
        dynamic_shared_bytes=counts.dynamic_shared_bytes,
    )
    at_once = resident.blocks_per_sm * spec.sms
    return {
        "time_us": estimate.time_us,
        "bound": estimate.bound,
        "time_parts": estimate.parts,
        "occupancy": resident.fraction,
        "limiter": resident.limiter,
        "waves": math.prod(counts.grid) / at_once,
    }
