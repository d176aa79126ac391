"""Records as JSON, and in files: written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from kernelscope import _codec
from kernelscope._files import PathLike, write_whole
from kernelscope.errors import RecordError
from kernelscope.record.ab import ABTest
from kernelscope.record.check import CheckRecord
from kernelscope.record.comparison import Comparison, Roofline, Row
from kernelscope.record.decompilation import Decompilation
from kernelscope.record.diff import CompileDiff, RecordChanges
from kernelscope.record.evaluation import EvaluationRecord
from kernelscope.record.fusion import Fusion
from kernelscope.record.history import History
from kernelscope.record.inspection import Inspection
from kernelscope.record.launches import LaunchRecord, OperatorRecord
from kernelscope.record.machine import GpuTable, MachineReport, OccupancyRecord
from kernelscope.record.script import Profile, ScriptRun
from kernelscope.record.tuning import Tuning

# The contents of each version of the file format. A reader accepts every version named here. A new
# field with a default needs no new version: files without it still open.
SCHEMA_HISTORY: dict[int, str] = {
    1: "comparisons, script runs, profiles: rows, launches, operators, sweeps, spans, fusion; "
    "inspections, decompilations, diffs; occupancy, rooflines, GPU tables, machine reports",
}

Record = (
    Comparison
    | ScriptRun
    | Profile
    | Fusion
    | Inspection
    | Decompilation
    | CheckRecord
    | CompileDiff
    | OccupancyRecord
    | Roofline
    | GpuTable
    | MachineReport
    | Tuning
    | History
    | RecordChanges
    | ABTest
    | EvaluationRecord
)
# By the command that makes the record, which is the file's field "kind".
KINDS: dict[str, type[Record]] = {
    "compare": Comparison,
    "run": ScriptRun,
    "profile": Profile,
    "fusion": Fusion,
    "inspect": Inspection,
    "decompile": Decompilation,
    "check": CheckRecord,
    "diff": CompileDiff,
    "occupancy": OccupancyRecord,
    "roofline": Roofline,
    "gpus": GpuTable,
    "doctor": MachineReport,
    "tune": Tuning,
    "history": History,
    "changes": RecordChanges,
    "ab": ABTest,
    "evaluate": EvaluationRecord,
}
# Files of earlier versions that have no "kind", by a field that only they have.
_KIND_BY_FIELD = {"gpus": "gpus", "findings": "doctor"}


def to_json(record: Record | Row | LaunchRecord | OperatorRecord) -> dict[str, Any]:
    """Return plain JSON values.

    A row's `percent_of_limit` is a plain number; its `limit` holds the name, the unit and the
    provenance.
    """
    data = cast(dict[str, Any], _codec.encode(record))
    if isinstance(record, Row):
        return _flatten_limit(data)
    if isinstance(record, Comparison | Roofline):
        data["rows"] = [_flatten_limit(row) for row in data["rows"]]
    if isinstance(record, LaunchRecord | OperatorRecord):
        return data
    return {"schema": data.pop("schema"), "kind": kind_of(record), **data}


def kind_of(record: Record) -> str:
    """Return the name of the command that makes such a record, as in "compare"."""
    return next(name for name, cls in KINDS.items() if isinstance(record, cls))


def from_json(data: dict[str, Any]) -> Record:
    """Return the record that `to_json` turned into `data`; for whole records only.

    Raises RecordError: not a record, a schema newer than this program, a field of another type.
    """
    schema = data.get("schema")
    newest = max(SCHEMA_HISTORY)
    if isinstance(schema, int) and schema > newest:
        raise RecordError(
            f"made by a newer Kernelscope (its schema is {schema}, this one reads {newest}): "
            "upgrade, or make the record again"
        )
    if not isinstance(schema, int) or schema not in SCHEMA_HISTORY:
        raise RecordError(
            "not a Kernelscope record (it has no known schema): name a file that the --json of a "
            "command wrote"
        )
    record_kind = data.get("kind") if "kind" in data else _kind_by_field(data)
    cls = KINDS.get(record_kind) if isinstance(record_kind, str) else None
    if cls is None:
        raise RecordError(f"record kind {record_kind!r} is unknown; there are {', '.join(KINDS)}")
    plain = {key: _converted(value) for key, value in data.items() if key != "kind"}
    if "rows" in plain:
        plain["rows"] = _unflatten_limits(plain["rows"])
    return cast(Record, _codec.decode(cls, plain, "record"))


def _kind_by_field(data: dict[str, Any]) -> str | None:
    return next((record_kind for name, record_kind in _KIND_BY_FIELD.items() if name in data), None)


def _flatten_limit(row: dict[str, Any]) -> dict[str, Any]:
    percent = row["percent_of_limit"]
    if percent is None:
        return {**row, "limit": {"name": row["limit"]}}
    others = {key: value for key, value in percent.items() if key != "value"}
    return {**row, "percent_of_limit": percent["value"], "limit": {"name": row["limit"], **others}}


def _unflatten_limits(rows: object) -> list[dict[str, Any]]:
    if not isinstance(rows, list):
        raise RecordError("record.rows: expected a list")
    return [_unflatten_limit(row) for row in cast(list[dict[str, Any]], rows)]


def _unflatten_limit(row: dict[str, Any]) -> dict[str, Any]:
    try:
        limit = dict(row["limit"])
        name, percent = limit.pop("name"), row["percent_of_limit"]
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"record: a row without its limit ({error})") from error
    quantity = None if percent is None else {"value": percent, **limit}
    return {**row, "percent_of_limit": quantity, "limit": name}


def save(record: Record, path: PathLike) -> Path:
    """Write the record as JSON, whole or not at all; missing folders on the way are made.

    Raises RecordError if the file cannot be written.
    """
    text = json.dumps(to_json(record), indent=1, allow_nan=False, ensure_ascii=False)
    return write_whole(path, text + "\n")


def load(path: PathLike) -> Record:
    """Read the record that `save` wrote. Raises RecordError if the file holds no record."""
    source = Path(path)
    try:
        data = json.loads(source.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        if isinstance(error, IsADirectoryError):
            reason = "it is a folder: name a file in it"
        raise RecordError(f"{source}: cannot read the record: {reason}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{source}: not JSON: {error}") from error
    if not isinstance(data, dict):
        raise RecordError(f"{source}: not a record: the file holds no JSON object")
    try:
        return from_json(cast(dict[str, Any], data))
    except RecordError as error:
        raise RecordError(f"{source}: {error}") from error


# Records of earlier versions, in the form that this version reads.
#
# | made before | what differs |
# |---|---|
# | 2026-11-21 | a finding has `where`, `gain` (a quantity in percent) and `remedy` |
_RENAMED = {"where": "source", "remedy": "advice"}


def _converted(value: Any) -> Any:
    """Return JSON values in today's form; those in that form stay as they are."""
    if isinstance(value, list):
        return [_converted(item) for item in cast(list[Any], value)]
    if not isinstance(value, dict):
        return value
    made = {key: _converted(item) for key, item in cast(dict[str, Any], value).items()}
    return _finding(made) if {"rule", "message", "remedy"} <= made.keys() else made


def _finding(old: dict[str, Any]) -> dict[str, Any]:
    """Return a finding with its gain as a share of the time and its place as a source."""
    new = {_RENAMED.get(key, key): item for key, item in old.items() if key != "gain"}
    gain = old.get("gain")
    if isinstance(gain, dict) and isinstance(gain.get("value"), int | float):
        new["estimated_gain"] = gain["value"] / 100
    return new
