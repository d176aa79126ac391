"""NVBench's JSON: the times that each benchmark measured in each state.

The format is `nvbench/json_printer.cu` of NVIDIA/nvbench, version 1 of its "meta.version.json".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kernelscope.history.figures import Figure
from kernelscope.history.importers.source import Format, Imported, SourceFile

_MAJOR = 1
# The first of these that a state has; seconds. Older versions have the mean alone.
_COLD = ("nv/cold/time/gpu/median", "nv/cold/time/gpu/mean")
_QUARTILES = ("nv/cold/time/gpu/q1", "nv/cold/time/gpu/q3")
_WARM = "nv/batch/time/gpu/mean"


def _knows(file: SourceFile) -> bool:
    return isinstance(file.fields.get("meta"), dict) and "benchmarks" in file.fields


def _read(file: SourceFile) -> list[Imported]:
    """Return a run for each state that was measured."""
    versions = file.fields["meta"]["version"]
    if versions["json"]["major"] != _MAJOR:
        raise ValueError(f"format {versions['json']['string']}; this reads format {_MAJOR}")
    tool = {"nvbench": str(versions["nvbench"]["string"])}
    gpus = {device["id"]: str(device["name"]) for device in file.fields["devices"]}
    return [
        Imported(
            "nvbench",
            tuple(_figures(state)),
            str(bench["name"]),
            _axes(state),
            gpus[state["device"]],
            versions=tool,
        )
        for bench in file.fields["benchmarks"]
        for state in bench["states"] or ()
        if not state.get("is_skipped")
    ]


def _axes(state: Mapping[str, Any]) -> str:
    return ",".join(f"{axis['name']}={axis['value']}" for axis in state.get("axis_values") or ())


def _figures(state: Mapping[str, Any]) -> Iterator[Figure]:
    """Yield the times: with a cold L2 (the quartiles as its interval), and in a batch."""
    values = {summary["tag"]: _milliseconds(summary) for summary in state["summaries"] or ()}
    cold = next((values[tag] for tag in _COLD if values.get(tag) is not None), None)
    if cold is not None:
        low, high = (values.get(tag) for tag in _QUARTILES)
        yield Figure("", "cold", cold, "ms", "measured", low, high)
    warm = values.get(_WARM)
    if warm is not None:
        yield Figure("", "warm", warm, "ms", "measured")


def _milliseconds(summary: Mapping[str, Any]) -> float | None:
    for data in summary.get("data") or ():
        if data["name"] == "value" and data["type"] in ("float64", "int64"):
            return 1e3 * float(data["value"])
    return None


FORMAT = Format("NVBench JSON", _knows, _read)
