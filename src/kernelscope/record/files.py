"""Records as JSON, and in files: written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from kernelscope import _codec
from kernelscope._files import PathLike, write_whole
from kernelscope.errors import RecordError
from kernelscope.record.comparison import Comparison, Row
from kernelscope.record.decompilation import Decompilation
from kernelscope.record.diff import CompileDiff
from kernelscope.record.fusion import Fusion
from kernelscope.record.inspection import Inspection
from kernelscope.record.launches import LaunchRecord, OperatorRecord
from kernelscope.record.script import Profile, ScriptRun

# What each version of the file format brought. A reader accepts every version named here.
SCHEMA_HISTORY: dict[int, str] = {
    1: "comparisons, script runs, profiles: rows, launches, operators, sweeps, spans, fusion; "
    "inspections, decompilations, diffs",
}

Record = Comparison | ScriptRun | Profile | Fusion | Inspection | Decompilation | CompileDiff
_KINDS: dict[str, type[Record]] = {
    "compare": Comparison,
    "run": ScriptRun,
    "profile": Profile,
    "fusion": Fusion,
    "inspect": Inspection,
    "decompile": Decompilation,
    "diff": CompileDiff,
}


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


def save(record: Record, path: PathLike) -> Path:
    """Write the record as JSON, whole or not at all; folders on the way are made.

    Raises RecordError where it cannot be written.
    """
    text = json.dumps(to_json(record), indent=1, allow_nan=False, ensure_ascii=False)
    return write_whole(path, text + "\n")


def load(path: PathLike) -> Record:
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
