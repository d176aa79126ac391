"""The records of `occupancy`, `gpus` and `doctor`: figures of GPUs and of this machine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from kernelscope.record.comparison import SCHEMA

Standing = Literal["ready", "absent", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the machine, and its condition.

    Attributes:
        what: the part, as the user knows it.
        standing: `ready`; `absent`, which only some commands need; `broken`, which should work.
        detail: a version or a name, or the reason why it does not work.
        gives: the commands or kernels that need it.
        fix: one shell command that fixes it; "" if it is ready or no command can.
    """

    what: str
    standing: Standing
    detail: str
    gives: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class OccupancyRecord:
    """The residency of one or several launches on one GPU.

    Attributes:
        launches: each launch as plain data (`hardware.occupancy_study.Study.to_json()`).
        notes: implementations that launched no kernel of ours, and why.
        gpu: the specification (`GPUSpec.to_json()`) that the figures are computed from; empty in
            files of earlier versions, whose launches name a GPU of the table.
    """

    launches: tuple[dict[str, Any], ...]
    notes: tuple[str, ...] = ()
    gpu: dict[str, Any] = field(default_factory=dict[str, Any])
    command: str = ""
    created: str = ""
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True)
class GpuTable:
    """The specifications that estimates and limits are computed from.

    Attributes:
        gpus: each as plain data (`GPUSpec.to_json()`).
    """

    gpus: tuple[dict[str, Any], ...]
    command: str = ""
    created: str = ""
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True)
class MachineReport:
    """The parts of this machine that commands need, as `doctor` found them."""

    findings: tuple[Finding, ...]
    command: str = ""
    created: str = ""
    schema: int = SCHEMA
