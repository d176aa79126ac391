"""What identifies a record: what two records must share to be compared."""

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
    """What two records must share to be compared, and the versions, which may differ.

    Attributes:
        kind: the command that made it; schema: the version of its format.
        device: as asked for, "virtual:h200"; gpu: the specification's name, "h200".
        subject: the operation, script or kernel.
        case: the values of its axes, as text.
        versions: of Kernelscope, PyTorch, the compilers, the driver.
    """

    kind: str
    schema: int
    device: str
    gpu: str
    subject: str
    case: dict[str, str] = field(default_factory=dict[str, str])
    versions: dict[str, str] = field(default_factory=dict[str, str])


def identity_of(record: Record) -> Identity:
    """Return what identifies a record; fields that its kind lacks are empty."""
    kind = kind_of(record)
    device = str(getattr(record, "device", ""))
    gpu: dict[str, Any] = getattr(record, "gpu", {})
    environment: dict[str, Any] = getattr(record, "environment", {})
    case: dict[str, Any] = getattr(record, "case", {})
    subject = str(getattr(record, _SUBJECT[kind])) if kind in _SUBJECT else _pair(record)
    return Identity(
        kind,
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


def mismatch(one: Identity, other: Identity) -> str:
    """Return in a few words why two records cannot be compared; "" if they can."""
    for what, a, b in (
        ("kinds", one.kind, other.kind),
        ("schemas", one.schema, other.schema),
        ("GPUs", one.gpu, other.gpu),
        ("devices", one.device, other.device),
        ("subjects", one.subject, other.subject),
    ):
        if a != b:
            return f"they are of two {what}: {a} and {b}"
    names = dict.fromkeys([*one.case, *other.case])
    unlike = [n for n in names if one.case.get(n) != other.case.get(n)]
    if unlike:
        cases = (",".join(f"{n}={side.case.get(n, '?')}" for n in unlike) for side in (one, other))
        return f"they are of two cases: {' and '.join(cases)}"
    return ""
