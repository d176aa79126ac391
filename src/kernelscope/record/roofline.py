"""The record of `roofline`: rows of implementations, ceilings, and the points between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kernelscope.record.comparison import SCHEMA, Roof, Row, WorkRecord


@dataclass(frozen=True, slots=True)
class Roofline:
    """An operation's implementations under the ceilings of one GPU.

    Attributes:
        points: each implementation at each level of memory as plain data: intensity in FLOP/B,
            rate, bandwidth, traffic, and the share of the level's roof.
        notes: ceilings that were not measured, and why.
        rows: the implementations, from which every view is drawn; empty in files of earlier
            versions, which kept only the points.
    """

    device: str
    operation: str
    case: dict[str, Any]
    work: WorkRecord | None
    roofs: tuple[Roof, ...]
    points: tuple[dict[str, Any], ...]
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    model_error: str = ""
    notes: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    gpu: dict[str, Any] = field(default_factory=dict[str, Any])
    command: str = ""
    created: str = ""
    schema: int = SCHEMA
