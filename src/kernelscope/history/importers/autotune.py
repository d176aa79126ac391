"""The files in which Triton keeps what an autotuner with `cache_results` measured.

`KERNEL.autotune.json` in a folder of Triton's cache: the key of the arguments, and for each
configuration its times in ms: the median, and the 20 % and 80 % quantiles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from kernelscope.history.figures import Figure
from kernelscope.history.importers.source import Format, Imported, SourceFile

_ENDING = ".autotune.json"


def _knows(file: SourceFile) -> bool:
    return {"key", "configs_timings"} <= file.fields.keys()


def _read(file: SourceFile) -> list[Imported]:
    """Return the configurations of one kernel for one key."""
    kernel = file.path.name.removesuffix(_ENDING)
    axes = ",".join(f"key{place}={value}" for place, value in enumerate(file.fields["key"]))
    figures = tuple(_figures(kernel, file.fields["configs_timings"]))
    return [Imported("autotune", figures, kernel, axes)]


def _figures(kernel: str, timings: list[tuple[Mapping[str, Any], Any]]) -> Iterator[Figure]:
    for config, times in timings:
        constants = {**config["kwargs"], "num_warps": config["num_warps"]}
        constants["num_stages"] = config["num_stages"]
        words = ", ".join(f"{name}={value}" for name, value in constants.items())
        ends = [float(time) for time in (times if isinstance(times, list) else [times])]
        median, *quantiles = (1e3 * ms for ms in ends)
        if math.isfinite(median):  # infinite: the GPU refuses the configuration
            low, high = quantiles if len(quantiles) == 2 else (None, None)
            subject = f"{kernel}({words})"
            yield Figure(subject, "time_us", median, "us", "measured", low, high, kernel=kernel)


FORMAT = Format("an autotuner's file of Triton", _knows, _read)
