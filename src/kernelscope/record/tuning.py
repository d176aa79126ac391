"""The record of `tune`: the configurations of kernels, each with its time, and the choice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kernelscope.quantity import Quantity
from kernelscope.record.comparison import SCHEMA


@dataclass(frozen=True, slots=True)
class Candidate:
    """One configuration of a kernel: constants and options, as text: {"BLOCK": "128", "num_warps":
    "4"}.

    Attributes:
        time_us: of one launch with nothing of its data in L2; None if the GPU refuses it
            (`refused`).
        bound: the part that limits an estimated time; "" if it was measured.
        registers, spill_bytes: of a thread (what the machine code stores and loads); shared_bytes:
            of a block.
        occupancy: resident warps over the most possible, 0 … 1.
    """

    configuration: dict[str, str]
    time_us: Quantity | None = None
    refused: str = ""
    bound: str = ""
    registers: int | None = None
    shared_bytes: int = 0
    spill_bytes: int | None = None
    occupancy: float | None = None


@dataclass(frozen=True, slots=True)
class TunedKernel:
    """The configurations of one kernel for one set of arguments.

    Attributes:
        kernel: its name.
        source: "file:line" of the kernel.
        arguments: those that its autotuner chooses by, as text; empty if it has none.
        autotuned: whether the program has an autotuner for it, whose configurations these are.
        candidates: in the order of the program.
        chosen: the place of the fastest.
        level: the places of those whose times cannot be told apart from the fastest's, it included.
    """

    kernel: str
    source: str | None
    arguments: dict[str, str]
    autotuned: bool
    candidates: tuple[Candidate, ...]
    chosen: int | None = None
    level: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tuning:
    """The kernels of a program that were tuned: an operation's implementation, or a script.

    `exit_code`: the script's own; 0 for an operation.
    """

    device: str
    target: str
    kernels: tuple[TunedKernel, ...] = ()
    exit_code: int = 0
    case: dict[str, Any] = field(default_factory=dict[str, Any])
    gpu: dict[str, Any] = field(default_factory=dict[str, Any])
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    model_error: str = ""
    command: str = ""
    created: str = ""
    schema: int = SCHEMA
