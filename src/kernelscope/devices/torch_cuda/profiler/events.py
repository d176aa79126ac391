"""Events in the form of `torch._C._profiler._KinetoEvent`, on the virtual clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch.autograd import DeviceType

# What `_KinetoEvent` answers for an event of the device.
_ABSENT: dict[str, Any] = {
    "activity_type": "",
    "concrete_inputs": [],
    "cuda_elapsed_us": -1,
    "dtypes": [],
    "external_id": 0,
    "extra_meta": {},
    "flops": 0,
    "flow_id": 0,
    "flow_start": False,
    "flow_type": 0,
    "fwd_thread_id": 0,
    "is_async": False,
    "is_hidden_event": False,
    "is_python_function": False,
    "is_user_annotation": False,
    "kwinputs": {},
    "metadata_json": "",
    "module_hierarchy": [],
    "nbytes": 0,
    "overload_name": "",
    "privateuse1_elapsed_us": -1,
    "python_id": -1,
    "python_module_id": -1,
    "python_parent_id": -1,
    "scope": 0,
    "sequence_nr": -1,
    "shapes": [],
    "stack": [],
    "structured_input_shapes": [],
    "structured_input_strides": [],
    "typed_metadata": {},
}


@dataclass(eq=False, slots=True)
class HostEvent:
    """An event that PyTorch's profiler recorded on the host, moved to the virtual clock.

    Attributes:
        begin, end: virtual nanoseconds.
        parent: the operator, range or Python function around it.
        frames: its Python stack, innermost first, without frames of Kernelscope.
        device_us: device time between its begin and its end, for the profiler without Kineto.
    """

    original: Any
    real_begin: int
    real_end: int
    begin: int = 0
    end: int = 0
    parent: HostEvent | None = None
    frames: list[str] = field(default_factory=list[str])
    device_us: int = -1

    def __getattr__(self, name: str) -> Any:
        # PyTorch 2.11 has no events of Python's functions, and does not say of any that it is none.
        if name in _ABSENT and not hasattr(self.original, name):
            return lambda: _ABSENT[name]
        return getattr(self.original, name)

    def start_ns(self) -> int:
        """Return its begin."""
        return self.begin

    def end_ns(self) -> int:
        """Return its end."""
        return self.end

    def duration_ns(self) -> int:
        """Return its length."""
        return self.end - self.begin

    def stack(self) -> list[str]:
        """Return its Python stack, innermost first."""
        return self.frames

    def cuda_elapsed_us(self) -> int:
        """Return its device time; -1 if Kineto has the kernels themselves."""
        return self.device_us


class MadeEvent:
    """An event of the device, of CUDA's functions or of its memory, in virtual nanoseconds.

    Args:
        name: its name in a table.
        begin, end: its begin and end.
        thread: the number of its host thread; 0 on the device.
        resource: the host thread of the system, or the stream.
        on_device: whether it is the device's.
        correlation: the number that a launch and its kernel share.
        linked: the correlation of the operator that queued it; 0 for none.
        other: the answers that differ from those of an event that has nothing to say.
    """

    def __init__(
        self,
        name: str,
        begin: int,
        end: int,
        *,
        thread: int,
        resource: int,
        on_device: bool,
        correlation: int = 0,
        linked: int = 0,
        **other: Any,
    ) -> None:
        self.begin, self.end = begin, end
        self._answers: Mapping[str, Any] = {
            **_ABSENT,
            "name": name,
            "start_ns": begin,
            "end_ns": end,
            "duration_ns": end - begin,
            "start_thread_id": thread,
            "end_thread_id": thread,
            "device_resource_id": resource,
            "device_type": DeviceType.CUDA if on_device else DeviceType.CPU,
            "device_index": 0,
            "correlation_id": correlation,
            "linked_correlation_id": linked,
            **other,
        }

    def __getattr__(self, name: str) -> Callable[[], Any]:
        if name.startswith("__") or name not in self._answers:
            raise AttributeError(f"an event of the virtual GPU has no {name}()")
        value = self._answers[name]
        return lambda: value
