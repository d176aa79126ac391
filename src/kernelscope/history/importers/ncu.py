"""An `.ncu-rep` of Nsight Compute, read by NVIDIA's `ncu-report` from PyPI."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from kernelscope.errors import UnavailableError
from kernelscope.history.figures import Figure
from kernelscope.history.importers.source import Format, Imported, SourceFile
from kernelscope.profiling.counters.ncu import in_our_unit
from kernelscope.quantity import METRICS, Provenance
from kernelscope.record.names import function_name

_MAGIC = (b"NVR\0", b"\x28\xb5\x2f\xfd")  # a report; one that Zstandard compressed, .ncu-repz
_DEVICE = "device__attribute_display_name"
_COMPUTED = ("launch__", "sm__maximum_warps")  # of the launch, not of counters


def _knows(file: SourceFile) -> bool:
    return file.data.startswith(_MAGIC)


def _read(file: SourceFile) -> list[Imported]:
    """Return one run.

    A kernel that was launched several times has each launch's figures, numbered in their order.
    """
    try:
        from ncu_report import load_report
    except (ImportError, OSError) as error:
        raise UnavailableError(
            f"{file.path}: a report of Nsight Compute needs NVIDIA's reader: pip install "
            f"'kernelscope[import]' ({error})"
        ) from error
    try:
        load: Any = load_report  # its types leave out a default
        report = load(str(file.path))
        actions = [
            report.range_by_idx(place).action_by_idx(number)
            for place in range(report.num_ranges())
            for number in range(report.range_by_idx(place).num_actions())
        ]
        figures = tuple(_figures(actions))
        gpu = _text(actions[0], _DEVICE) if actions else ""
    except Exception as error:
        raise ValueError(error) from error
    if not figures:
        raise ValueError("it has no kernel with a metric")
    return [Imported("ncu", figures, gpu=gpu)]


def _figures(actions: list[Any]) -> Iterator[Figure]:
    """Yield the metrics that Kernelscope knows, in its units."""
    counts: dict[str, int] = {}
    for action in actions:
        kernel = function_name(action.name(action.NameBase_DEMANGLED))
        counts[kernel] = counts.get(kernel, 0) + 1
        subject = kernel if counts[kernel] == 1 else f"{kernel} #{counts[kernel]}"
        for name in action.metric_names():
            if name not in METRICS:
                continue
            metric = action.metric_by_name(name)
            value = _number(metric)
            own = None if value is None else in_our_unit(name, value, metric.unit())
            if own is not None:
                yield Figure(
                    subject, name, own, METRICS[name].unit, _provenance(name), kernel=kernel
                )


def _number(metric: Any) -> float | None:
    if not metric.has_value():
        return None
    value = metric.as_double()
    return float(value) if value is not None and math.isfinite(value) else None


def _provenance(name: str) -> Provenance:
    return "computed" if name.startswith(_COMPUTED) else "measured"


def _text(action: Any, name: str) -> str:
    metric = action.metric_by_name(name)
    return str(metric.as_string()) if metric is not None else ""


FORMAT = Format("a report of Nsight Compute", _knows, _read)
