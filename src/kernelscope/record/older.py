"""Records of earlier versions, in the form that this version reads.

| made before | what differs |
|---|---|
| 2026-11-21 | a finding has `where`, `gain` (a quantity in percent) and `remedy` |

`record.files` gives every record to `converted` before it is read.
"""

from __future__ import annotations

from typing import Any, cast

_RENAMED = {"where": "source", "remedy": "advice"}


def converted(data: dict[str, Any]) -> dict[str, Any]:
    """Return a record's JSON values in today's form; one in that form stays as it is."""
    return cast(dict[str, Any], _with_findings(data))


def _with_findings(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_findings(item) for item in cast(list[Any], value)]
    if not isinstance(value, dict):
        return value
    made = {key: _with_findings(item) for key, item in cast(dict[str, Any], value).items()}
    return _finding(made) if {"rule", "message", "remedy"} <= made.keys() else made


def _finding(old: dict[str, Any]) -> dict[str, Any]:
    """Return a finding with its gain as a share of the time and its place as a source."""
    new = {_RENAMED.get(key, key): item for key, item in old.items() if key != "gain"}
    gain = old.get("gain")
    if isinstance(gain, dict) and isinstance(gain.get("value"), int | float):
        new["estimated_gain"] = gain["value"] / 100
    return new
