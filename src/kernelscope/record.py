"""What a command found: immutable data, complete enough to draw every view again.

Views are functions of these records; clocks, devices and drawing live elsewhere. JSON round trip:
`from_json(to_json(record)) == record`.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from kernelscope import _codec
from kernelscope.errors import RecordError
from kernelscope.quantity import Provenance, Quantity

SCHEMA = 1
# What each version of the file format brought. A reader accepts every version named here.
SCHEMA_HISTORY: dict[int, str] = {
    1: "comparisons and script runs: rows, launches, operators, sweeps",
}

Status = Literal["ok", "wrong", "failed", "unavailable"]
FrontEnd = Literal["triton", "cuda", "inductor", "numba", "ptx"]


def _no_counters() -> dict[str, float]:
    return {}


def _no_quantities() -> dict[str, Quantity]:
    return {}


def _nothing() -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class LaunchRecord:
    """One execution of one kernel.

    Attributes:
        counters: plain numbers under Nsight Compute's names and `kernelscope__…`.
        time_us: time on the named GPU; estimated on the virtual one.
        source: "file:line" of the call; kernel_source: "file:line" of the kernel.
        trial: a repeat made by an autotuner or a benchmark.
        sampled: only some blocks ran; the counters are scaled to the whole grid.
        bound: what limits the time ("dram", "issue", …); time_parts: microseconds by part.
        occupancy: warps resident over the most possible, 0 … 1; limiter: what holds it there.
        waves: grid over the blocks that the GPU holds at once.
    """

    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    dynamic_shared_bytes: int = 0
    static_shared_bytes: int = 0
    registers: int | None = None
    counters: dict[str, float] = field(default_factory=_no_counters)
    time_us: Quantity | None = None
    source: str | None = None
    kernel_source: str | None = None
    trial: bool = False
    frontend: FrontEnd = "ptx"
    sampled: bool = False
    bound: str = ""
    time_parts: dict[str, float] = field(default_factory=_no_counters)
    occupancy: float | None = None
    limiter: str = ""
    waves: float | None = None


@dataclass(frozen=True, slots=True)
class OperatorRecord:
    """One of PyTorch's own operations: `shapes` of its tensors, its bytes and FLOPs."""

    name: str
    shapes: tuple[tuple[int, ...], ...] = ()
    bytes_read: float = 0.0
    bytes_written: float = 0.0
    flops: float = 0.0
    time_us: Quantity | None = None
    source: str | None = None
    trial: bool = False


@dataclass(frozen=True, slots=True)
class Error:
    """How far a result is from the float64 reference.

    Attributes:
        max_abs, max_rel: largest absolute and relative difference.
        max_ulp: largest difference in units of the dtype's precision at the reference value.
        first_wrong_index: where the first wrong element is; None where all are right.
        wrong: how many elements are wrong, of `total`.
        expected, got: the values at the first wrong index.
        zeros_would_pass: an output of zeros would have passed this check, so it shows little.
    """

    max_abs: float
    max_rel: float
    max_ulp: float = 0.0
    first_wrong_index: tuple[int, ...] | None = None
    wrong: int = 0
    total: int = 0
    expected: float | None = None
    got: float | None = None
    zeros_would_pass: bool = False
    tolerance: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """The result on one case; `case` describes it as the user would type it."""

    case: str
    status: Status
    reason: str = ""
    error: Error | None = None


@dataclass(frozen=True, slots=True)
class Bytes:
    """Bytes of device memory that an implementation moves, and the fewest that it must."""

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
        """Moved over fewest; None where nothing must move."""
        return self.moved / self.fewest if self.fewest else None


@dataclass(frozen=True, slots=True)
class Finding:
    """One diagnosis. `gain` is the estimated fraction of the time that mending it saves."""

    rule: str
    message: str
    where: str = ""
    evidence: str = ""
    gain: Quantity | None = None
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One implementation of the operation compared.

    Attributes:
        timings: by name: host, gpu, first_call, compile, cold, warm, graph.
        throughput: bytes or FLOPs of the work model over the time.
        percent_of_limit: of the ceiling that `limit` names.
        lines_of_code: non-empty lines without comments: what it takes to write.
    """

    implementation: str
    style: str
    status: Status
    reason: str = ""
    error: Error | None = None
    checks: tuple[Check, ...] = ()
    time_ms: Quantity | None = None
    timings: dict[str, Quantity] = field(default_factory=_no_quantities)
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


@dataclass(frozen=True, slots=True)
class Limit:
    """The ceiling that percentages are taken of, as `hardware.roofline` chose it."""

    name: str
    value: float
    unit: str
    provenance: Provenance
    source: str


@dataclass(frozen=True, slots=True)
class WorkRecord:
    """The operation's work model on the case: bytes, FLOPs, and the precision of its roof."""

    read: float
    written: float
    flops: float
    precision: str = "fp32"


@dataclass(frozen=True, slots=True)
class Sweep:
    """One axis varied: `series[implementation][i]` is the quantity at `values[i]`."""

    axis: str
    values: tuple[float, ...]
    unit: str
    series: dict[str, tuple[Quantity | None, ...]]
    log: bool = True


@dataclass(frozen=True, slots=True)
class Comparison:
    """All implementations of one operation on one case.

    Attributes:
        gpu: the GPU specification as data (`GPUSpec.to_json()`), for the roofline.
        environment: versions, machine, commands: what is needed to do it again.
        verdict: one sentence.
        model_error: the time model's known error, where times are estimated.
    """

    device: str
    operation: str
    case: dict[str, Any]
    rows: tuple[Row, ...]
    gpu: dict[str, Any] = field(default_factory=_nothing)
    verdict: str = ""
    environment: dict[str, Any] = field(default_factory=_nothing)
    work: WorkRecord | None = None
    limit: Limit | None = None
    sweep: Sweep | None = None
    model_error: str = ""
    command: str = ""
    created: str = ""
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True)
class ScriptRun:
    """An unmodified script on a device: what it launched, in the order it ran."""

    device: str
    exit_code: int
    launches: tuple[LaunchRecord, ...] = ()
    operators: tuple[OperatorRecord, ...] = ()
    gpu: dict[str, Any] = field(default_factory=_nothing)
    environment: dict[str, Any] = field(default_factory=_nothing)
    model_error: str = ""
    command: str = ""
    created: str = ""
    schema: int = SCHEMA


Record = Comparison | ScriptRun
_KINDS: dict[str, type[Comparison] | type[ScriptRun]] = {"compare": Comparison, "run": ScriptRun}


def to_json(record: Record | Row | LaunchRecord | OperatorRecord) -> dict[str, Any]:
    """Plain JSON values. A row's `percent_of_limit` is a plain number; `limit` has the rest."""
    data = cast(dict[str, Any], _codec.encode(record))
    if isinstance(record, Row):
        return _flatten_limit(data)
    if isinstance(record, Comparison):
        data["rows"] = [_flatten_limit(row) for row in data["rows"]]
    kind = next((name for name, cls in _KINDS.items() if isinstance(record, cls)), None)
    return data if kind is None else {"schema": data.pop("schema"), "kind": kind, **data}


def from_json(data: dict[str, Any]) -> Record:
    """The inverse of `to_json` for whole records.

    Raises RecordError: not a record, a schema newer than this program, a field of another type.
    """
    schema = data.get("schema")
    if schema not in SCHEMA_HISTORY:
        raise RecordError(
            f"record schema {schema!r} is unknown; this Kernelscope reads "
            f"{', '.join(map(str, SCHEMA_HISTORY))}: upgrade it, or make the record again"
        )
    cls = _KINDS.get(data.get("kind", ""))
    if cls is None:
        raise RecordError(f"record kind {data.get('kind')!r} is none of {', '.join(_KINDS)}")
    plain = {key: value for key, value in data.items() if key != "kind"}
    if cls is Comparison:
        plain["rows"] = [_unflatten_limit(row) for row in plain.get("rows", [])]
    return cast(Record, _codec.decode(cls, plain, "record"))


def _flatten_limit(row: dict[str, Any]) -> dict[str, Any]:
    percent = row["percent_of_limit"]
    if percent is None:
        return {**row, "limit": {"name": row["limit"]}}
    rest = {key: value for key, value in percent.items() if key != "value"}
    return {**row, "percent_of_limit": percent["value"], "limit": {"name": row["limit"], **rest}}


def _unflatten_limit(row: dict[str, Any]) -> dict[str, Any]:
    try:
        limit = dict(row["limit"])
        name, percent = limit.pop("name"), row["percent_of_limit"]
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"record: a row without its limit ({error})") from error
    quantity = None if percent is None else {"value": percent, **limit}
    return {**row, "percent_of_limit": quantity, "limit": name}


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Writes the record as JSON, whole or not at all: a neighbouring file, then a rename.

    Raises RecordError where the folder cannot be written.
    """
    target = Path(path)
    text = json.dumps(to_json(record), indent=1, allow_nan=False, ensure_ascii=False) + "\n"
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(
            prefix=f".{target.name}.", suffix=".tmp", dir=target.parent
        )
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        # mkstemp makes files that only their owner reads; a record is an ordinary file.
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, target)
        temporary = None
    except OSError as error:
        reason = error.strerror or str(error)
        raise RecordError(f"{target}: cannot write the record: {reason}") from error
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def load(path: str | os.PathLike[str]) -> Record:
    """Reads what `save` wrote. Raises RecordError where there is no record to read."""
    source = Path(path)
    try:
        data = json.loads(source.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise RecordError(f"{source}: cannot read the record: {reason}") from error
    except ValueError as error:
        raise RecordError(f"{source}: not JSON: {error}") from error
    if not isinstance(data, dict):
        raise RecordError(f"{source}: not a record: the file holds no JSON object")
    try:
        return from_json(cast(dict[str, Any], data))
    except RecordError as error:
        raise RecordError(f"{source}: {error}") from error
