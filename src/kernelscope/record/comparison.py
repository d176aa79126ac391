"""The record of `compare`: rows of implementations, their errors, bytes and times."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from kernelscope.quantity import Provenance, Quantity
from kernelscope.record.check import CheckFinding
from kernelscope.record.launches import Finding, LaunchRecord, OperatorRecord

SCHEMA = 1

Status = Literal["ok", "wrong", "failed", "unavailable"]


@dataclass(frozen=True, slots=True)
class Error:
    """The distance of a result from the float64 reference.

    Attributes:
        max_abs, max_rel: largest absolute and relative difference.
        max_ulp: largest difference in units of the dtype's precision at the reference value.
        first_wrong_index: the index of the first wrong element; None if all are right.
        wrong: the number of wrong elements, of `total`.
        expected, got: the values at the first wrong index.
        allowed: how far apart these two may be; None if all are right.
        zeros_would_pass: an output of zeros would have passed this check, so it shows little.
        output: the result it is of, if there are several: "output 1 (dk)", "gradient of x".
    """

    max_abs: float
    max_rel: float
    max_ulp: float = 0.0
    first_wrong_index: tuple[int, ...] | None = None
    wrong: int = 0
    total: int = 0
    expected: float | None = None
    got: float | None = None
    allowed: float | None = None
    zeros_would_pass: bool = False
    tolerance: str = ""
    output: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """The result on one case; `case` describes it as the user would type it."""

    case: str
    status: Status
    reason: str = ""
    error: Error | None = None


@dataclass(frozen=True, slots=True)
class Bytes:
    """Bytes of device memory that an implementation moves, and the fewest that it must move."""

    read: float
    written: float
    fewest_read: float
    fewest_written: float
    provenance: Provenance = "counted"
    note: str = ""

    @property
    def moved(self) -> float:
        """Bytes read and written."""
        return self.read + self.written

    @property
    def fewest(self) -> float:
        """Fewest bytes that any implementation must read and write."""
        return self.fewest_read + self.fewest_written

    @property
    def ratio(self) -> float | None:
        """Moved over fewest; None if nothing must move."""
        return self.moved / self.fewest if self.fewest else None


@dataclass(frozen=True, slots=True)
class Row:
    """One implementation of the operation compared.

    Attributes:
        timings: by name: host, gpu, first_call, compile, cold, warm, graph.
        throughput: bytes or FLOPs of the work model over the time.
        percent_of_limit: the share of the ceiling that `limit` names, in percent.
        lines_of_code: non-empty lines without comments: the effort of writing it.
        faults: what the sanitizer found on the nasty cases, on a virtual device.
        gradients: "checked"; "not checked" if an input requires them, and the operation does not
            ask for them; "" if none does.
        work: its own work, if it has one: what a kernel of a program did.
    """

    implementation: str
    style: str
    status: Status
    reason: str = ""
    error: Error | None = None
    checks: tuple[Check, ...] = ()
    time_ms: Quantity | None = None
    timings: dict[str, Quantity] = field(default_factory=dict[str, Quantity])
    launches: tuple[LaunchRecord, ...] = ()
    operators: tuple[OperatorRecord, ...] = ()
    bytes: Bytes | None = None
    throughput: Quantity | None = None
    percent_of_limit: Quantity | None = None
    limit: str = ""
    findings: tuple[Finding, ...] = ()
    code: str = ""
    lines_of_code: int = 0
    warnings: tuple[str, ...] = ()
    faults: tuple[CheckFinding, ...] = ()
    gradients: Literal["", "checked", "not checked"] = ""
    work: WorkRecord | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """The ceiling that a percentage refers to, as `hardware.roofline` chose it."""

    name: str
    value: float
    unit: str
    provenance: Provenance
    source: str


@dataclass(frozen=True, slots=True)
class WorkRecord:
    """The operation's work model on the case: bytes, FLOPs, and the precision of its roof.

    `roof` names the compute roof that limits it: "fp32" for elementwise work in any narrow
    precision, "bf16" for a bf16 matmul.
    """

    read: float
    written: float
    flops: float
    precision: str = "fp32"
    roof: str = "fp32"


@dataclass(frozen=True, slots=True)
class Roof:
    """A ceiling of the hierarchical roofline.

    Attributes:
        name: the memory level ("dram", "l2", "shared") or the precision ("fp32", "bf16" …).
        kind: "memory" if `rate` is in B/s, "compute" if it is in FLOP/s.
        rate: its provenance is "computed" from the specification, "measured" on a real GPU, or
            "estimated" if neither exists; its note names its source.
    """

    name: str
    kind: Literal["memory", "compute"]
    rate: Quantity


@dataclass(frozen=True, slots=True)
class Sweep:
    """One axis varied: `series[implementation][i]` is the quantity at `values[i]`.

    Attributes:
        notes: one sentence for each range of the axis and its fastest implementation, and one for
            each implementation that stops working: from which value on, and why.
    """

    axis: str
    values: tuple[float, ...]
    unit: str
    series: dict[str, tuple[Quantity | None, ...]]
    log: bool = True
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Approach:
    """The arguments for and against an implementation, from the figures of its row.

    `when`: the situation in which to use it; `best`: whether it is the best choice on this case.
    """

    implementation: str
    pros: tuple[str, ...] = ()
    cons: tuple[str, ...] = ()
    when: str = ""
    best: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """All implementations of one operation on one case.

    Attributes:
        gpu: the GPU specification as data (`GPUSpec.to_json()`), for the roofline.
        roofs: the ceilings of that GPU, specified and measured.
        environment: versions, machine, commands: everything needed to repeat it.
        verdict: one sentence.
        approaches: the implementations with their use, in the order of the rows.
        model_error: the time model's known error, if times are estimated.
        notes: the sources of figures that this device could not give.
    """

    device: str
    operation: str
    case: dict[str, Any]
    rows: tuple[Row, ...]
    gpu: dict[str, Any] = field(default_factory=dict[str, Any])
    verdict: str = ""
    approaches: tuple[Approach, ...] = ()
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    work: WorkRecord | None = None
    roofs: tuple[Roof, ...] = ()
    limit: Limit | None = None
    sweep: Sweep | None = None
    model_error: str = ""
    notes: tuple[str, ...] = ()
    command: str = ""
    created: str = ""
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True)
class Roofline:
    """An operation's implementations, or a program's kernels, under the ceilings of one GPU.

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
