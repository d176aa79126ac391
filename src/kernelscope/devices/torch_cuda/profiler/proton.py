"""Proton, Triton's profiler, on the virtual timeline: its C++ part, which asks CUPTI, replaced.

Proton keeps a tree for each session. Scopes are its inner nodes; each kernel that is launched in a
scope is a leaf with its number of launches and its time. `finalize` writes the tree as JSON, in the
form that Hatchet reads.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from kernelscope._patching import Patches
from kernelscope.devices.activity import ActivityLog
from kernelscope.devices.clock import Timeline
from kernelscope.devices.torch_cuda.profiler.log import Queued, WorkLog
from kernelscope.errors import UnavailableError
from kernelscope.hardware import GPUSpec

_SUPPORTED: dict[str, tuple[str, ...]] = {
    "context": ("shadow",),
    "data": ("tree",),
    "backend": ("cupti",),
    "mode": ("",),
    "output format": ("", "hatchet"),
}
_KIND = "CUDA"


@dataclass(eq=False, slots=True)
class _Node:
    """A scope, or a kernel in a scope; `metrics` are summed over its visits."""

    name: str
    metrics: dict[str, Any] = field(default_factory=dict[str, Any])
    children: dict[str, _Node] = field(default_factory=dict[str, "_Node"])

    def child(self, name: str) -> _Node:
        """Return the child of a name, which is made if it is not there."""
        return self.children.setdefault(name, _Node(name))

    def add(self, metrics: Mapping[str, float]) -> None:
        """Add to the metrics."""
        for name, value in metrics.items():
            self.metrics[name] = self.metrics.get(name, 0) + value

    def to_json(self) -> dict[str, Any]:
        """Return it in Hatchet's form."""
        return {
            "frame": {"name": self.name, "type": "function"},
            "metrics": self.metrics,
            "children": [child.to_json() for child in self.children.values()],
        }


@dataclass(eq=False, slots=True)
class _Session:
    path: Path
    root: _Node = field(default_factory=lambda: _Node("ROOT"))
    active: bool = True


@dataclass(frozen=True, slots=True)
class _Place:
    """A scope or an operation that a thread has entered; an operation's kernels are itself."""

    name: str
    is_operation: bool


class _Log(WorkLog):
    """A log that hands each kernel to Proton."""

    def __init__(self, outer: ActivityLog | None, keep: Callable[[Queued], None]) -> None:
        super().__init__(outer)
        self._keep = keep

    def queued(self, work: Queued) -> None:
        """Hand on a kernel; Proton shows no copies."""
        if work.kind == "kernel":
            self._keep(work)


class Proton:
    """The functions of `triton._C.libproton.proton`, on one timeline."""

    def __init__(self, spec: GPUSpec, timeline: Timeline) -> None:
        self._spec = spec
        self._timeline = timeline
        self._sessions: dict[int, _Session] = {}
        self._numbers = itertools.count()
        self._scopes = itertools.count(1)
        self._entered: dict[int, tuple[str, ...]] = {}
        self._threads = threading.local()
        self._log: _Log | None = None

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the replacements of functions of `libproton`."""
        return {
            "select_profiler_from_triton_backend": lambda backend: "cupti",
            "start": self.start,
            "activate": self.activate,
            "activate_all": self.activate,
            "deactivate": self.deactivate,
            "deactivate_all": lambda _flushing=False: self.deactivate(),
            "finalize": self.finalize,
            "finalize_all": lambda output_format="": self.finalize(None, output_format),
            "record_scope": lambda: next(self._scopes),
            "enter_scope": lambda scope, name: self._enter(scope, name, is_operation=False),
            "exit_scope": lambda scope, name: self._stack().pop(),
            "enter_op": lambda scope, name: self._enter(scope, name, is_operation=True),
            "exit_op": lambda scope, name: self._stack().pop(),
            "enter_state": lambda name: self._stack().append(_Place(name, is_operation=False)),
            "exit_state": lambda: self._stack().pop(),
            "add_metrics": self.add_metrics,
            "get_context_depth": lambda session: len(self._stack()),
            "get_data": lambda session, phase=0: json.dumps(self._data(self._sessions[session])),
        }

    def start(self, name: str, context: str, data: str, backend: str, mode: str) -> int:
        """Begin a session, whose tree goes to `name`.hatchet; return its number."""
        given = {"context": context, "data": data, "backend": backend, "mode": mode}
        for option, value in given.items():
            _require(option, value)
        if self._log is None:
            self._log = self._timeline.log = _Log(self._timeline.log, self._keep)
        number = next(self._numbers)
        self._sessions[number] = _Session(Path(f"{name}.hatchet"))
        return number

    def activate(self, session: int | None = None) -> None:
        """Go on with a session, or with all."""
        for chosen in self._chosen(session).values():
            chosen.active = True

    def deactivate(self, session: int | None = None, _flushing: bool = False) -> None:
        """Pause a session, or all."""
        for chosen in self._chosen(session).values():
            chosen.active = False

    def finalize(self, session: int | None = None, output_format: str = "") -> None:
        """End a session, or all, and write their files."""
        _require("output format", output_format or "")
        for number, chosen in self._chosen(session).items():
            text = json.dumps(self._data(chosen))
            chosen.path.write_text(text, encoding="utf-8")
            del self._sessions[number]
        if not self._sessions and self._log is not None:
            if self._timeline.log is self._log:
                self._timeline.log = self._log.outer
            self._log = None

    def add_metrics(
        self, scope: int, scalars: Mapping[str, float], tensors: Mapping[str, Any] | None = None
    ) -> None:
        """Add numbers to a scope. Raises UnavailableError for tensors."""
        if tensors:
            raise UnavailableError(
                f"Proton on the virtual GPU takes no tensor as a metric ({', '.join(tensors)}): "
                "give a number, such as tensor.item()"
            )
        for session in self._active():
            _at(session, self._entered[scope]).add(scalars)

    def _enter(self, scope: int, name: str, *, is_operation: bool) -> None:
        stack = self._stack()
        stack.append(_Place(name, is_operation))
        self._entered[scope] = tuple(place.name for place in stack)
        for session in self._active():
            _at(session, self._entered[scope])

    def _keep(self, work: Queued) -> None:
        stack = self._stack()
        path = tuple(place.name for place in stack)
        if not (stack and stack[-1].is_operation):
            path = (*path, work.name)
        for session in self._active():
            node = _at(session, path)
            node.add({"time (ns)": round((work.slot.end - work.slot.begin) * 1e9), "count": 1})
            node.metrics |= {"device_id": "0", "device_type": _KIND}

    def _data(self, session: _Session) -> list[dict[str, Any]]:
        spec = self._spec
        root = session.root.to_json()
        root["metrics"] = {"count": 0, "time (ns)": 0}
        device = {
            "arch": str(spec.sm),
            "clock_rate": spec.sm_clock_mhz * 1000,
            "num_sms": spec.sms,
        }
        return [root, {_KIND: {"0": device}}]

    def _active(self) -> list[_Session]:
        return [session for session in self._sessions.values() if session.active]

    def _chosen(self, session: int | None) -> dict[int, _Session]:
        if session is None:
            return dict(self._sessions)
        return {session: self._sessions[session]} if session in self._sessions else {}

    def _stack(self) -> list[_Place]:
        if not hasattr(self._threads, "stack"):
            self._threads.stack = []
        return self._threads.stack


def _at(session: _Session, path: tuple[str, ...]) -> _Node:
    node = session.root
    for name in path:
        node = node.child(name)
    return node


def _require(option: str, value: str) -> None:
    if value not in _SUPPORTED[option]:
        known = " or ".join(repr(allowed) for allowed in _SUPPORTED[option])
        raise UnavailableError(
            f"Proton on the virtual GPU has no {option} {value!r}: leave it at {known}"
        )


def _refusing(name: str) -> Callable[..., Any]:
    def refuse(*_: object, **__: object) -> None:
        raise UnavailableError(
            f"Proton on the virtual GPU has no {name}: read the file that finalize() writes"
        )

    return refuse


def replace_proton(undo: Patches, spec: GPUSpec, timeline: Timeline) -> None:
    """Let Proton see the virtual GPU, from its import on, until `undo` closes."""

    def replace(module: ModuleType, undo: Patches) -> None:
        library: Any = module.proton
        functions = Proton(spec, timeline).functions()
        others = (name for name, value in vars(library).items() if callable(value))
        refused = {
            name: _refusing(name)
            for name in others
            if name not in functions and not name.startswith("__") and name != "TensorMetric"
        }
        undo.attributes(library, **functions, **refused)

    def without_kernels(metric: ModuleType, undo: Patches) -> None:
        undo.functions(metric, set_metric_kernels=lambda: None)  # they copy tensors as metrics

    undo.when_imported("triton._C.libproton", replace)
    undo.when_imported("triton.profiler.metric", without_kernels)
