"""The identity of a record: the fields that two records must share to be compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kernelscope.record import Record, kind_of

_SUBJECT = {
    "compare": "operation",
    "roofline": "operation",
    "run": "script",
    "profile": "target",
    "fusion": "target",
    "tune": "target",
    "inspect": "subject",
    "decompile": "subject",
    "check": "subject",
    "ab": "operation",
    "changes": "subject",
}
# What of an environment is the version of a part, not the machine.
_NOT_VERSIONS = ("system", "cpu", "gpu")


@dataclass(frozen=True, slots=True)
class Identity:
    """The fields that two records must share to be compared, and the versions, which may differ.

    `device`: as asked for, "virtual:h200"; `gpu`: the specification's name, "h200". `case`: the
    values of its axes, as text. `versions`: of Kernelscope, PyTorch, the compilers, the driver.
    """

    kind: str
    schema: int
    device: str
    gpu: str
    subject: str
    case: dict[str, str] = field(default_factory=dict[str, str])
    versions: dict[str, str] = field(default_factory=dict[str, str])


def identity_of(record: Record) -> Identity:
    """Return the identity of a record; fields that its kind lacks are empty."""
    record_kind = kind_of(record)
    subject_field = _SUBJECT.get(record_kind)
    device = str(getattr(record, "device", ""))
    gpu: dict[str, Any] = getattr(record, "gpu", {})
    environment: dict[str, Any] = getattr(record, "environment", {})
    case: dict[str, Any] = getattr(record, "case", {})
    subject = str(getattr(record, subject_field)) if subject_field else _pair(record)
    return Identity(
        record_kind,
        record.schema,
        device,
        str(gpu.get("name", "")) or device.rpartition(":")[2],
        subject,
        {name: str(value) for name, value in case.items()},
        {n: str(v) for n, v in environment.items() if n not in _NOT_VERSIONS},
    )


def _pair(record: Record) -> str:
    """Return the two subjects of a record that has two; "" for one of a machine."""
    sides = (getattr(record, "a", ""), getattr(record, "b", ""))
    return " → ".join(map(str, sides)) if any(sides) else ""


def mismatch(own: Identity, other: Identity) -> str:
    """Return in a few words why two records cannot be compared; "" if they can."""
    for what, a, b in (
        ("kinds", own.kind, other.kind),
        ("schemas", own.schema, other.schema),
        ("GPUs", own.gpu, other.gpu),
        ("devices", own.device, other.device),
        ("subjects", own.subject, other.subject),
    ):
        if a != b:
            return f"their {what} differ: {a} and {b}"
    names = dict.fromkeys([*own.case, *other.case])
    unlike = [n for n in names if own.case.get(n) != other.case.get(n)]
    if unlike:
        cases = (",".join(f"{n}={side.case.get(n, '?')}" for n in unlike) for side in (own, other))
        return f"their cases differ: {' and '.join(cases)}"
    return ""
