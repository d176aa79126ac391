"""The record of `ab`: two implementations compared on one case."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from kernelscope.quantity import Quantity
from kernelscope.record.comparison import SCHEMA, Row
from kernelscope.record.diff import FigureChange

ABOutcome = Literal["faster", "slower", "no difference", "cannot tell", "wrong"]
ABEnd = Literal["settled", "budget", "rounds", "counted", "wrong"]


@dataclass(frozen=True, slots=True)
class ABSide:
    """One of the two.

    Attributes:
        subject: as typed; revision: the commit that its file is of; "" for the file as it is.
        row: whether it is right; on a virtual GPU also its launches, bytes and estimated time.
    """

    subject: str
    row: Row
    revision: str = ""


@dataclass(frozen=True, slots=True)
class ABTime:
    """The times of both with L2 in one state.

    Attributes:
        state: "cold": L2 was emptied before each call; "warm": it held what the call before had
            left there; "estimated": by the model, with a cold L2.
        a, b: the medians, in ms; a_quartiles, b_quartiles: in ms, None of an estimate.
        change: B's time over A's minus 1, in percent, with its interval.
        p: the probability of signed ranks as uneven as these if both are the same; None of an
            estimate.
        outcome: what can be said of B; why: the reason if nothing can.
        samples_a, samples_b: in ms, by round.
    """

    state: str
    a: Quantity
    b: Quantity
    change: Quantity
    outcome: ABOutcome
    a_quartiles: tuple[float, float] | None = None
    b_quartiles: tuple[float, float] | None = None
    p: float | None = None
    why: str = ""
    samples_a: tuple[float, ...] = ()
    samples_b: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class ABReading:
    """The GPU's own readings before a round; None for what the driver does not say.

    `throttled`: what held it back, in words.
    """

    round: int
    sm_mhz: int
    memory_mhz: int
    watts: float | None = None
    celsius: float | None = None
    throttled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ABTest:
    """Two implementations compared on one case.

    Attributes:
        operation: what both compute.
        times: the first decides.
        changes: the figures that differ from A to B, on a virtual GPU.
        verdict: one sentence; outcome: the same for programs.
        confidence: the probability, 0 … 1, with which "faster" and "slower" are never said of two
            equal things; margin: a share of the time up to which a difference is called none.
        rounds: in each, both are timed once in each state; ended: why there were no more.
        seconds: how long the rounds took; seed: of the order in them.
        readings: of the GPU, every few rounds.
    """

    device: str
    operation: str
    case: dict[str, Any]
    a: ABSide
    b: ABSide
    times: tuple[ABTime, ...]
    outcome: ABOutcome
    verdict: str
    ended: ABEnd
    changes: tuple[FigureChange, ...] = ()
    confidence: float = 0.0
    margin: float = 0.0
    rounds: int = 0
    seconds: float = 0.0
    seed: int = 0
    readings: tuple[ABReading, ...] = ()
    gpu: dict[str, Any] = field(default_factory=dict[str, Any])
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    model_error: str = ""
    notes: tuple[str, ...] = ()
    command: str = ""
    created: str = ""
    schema: int = SCHEMA
