"""Files of other tools, as runs that a history keeps: one module a tool.

| module | file |
|---|---|
| `chrome` | a Chrome trace with kernels, as of `torch.profiler` |
| `ncu` | an `.ncu-rep` of Nsight Compute |
| `nvbench` | NVBench's `--json` |
| `perf_report` | the CSV of `triton.testing.perf_report` |
| `autotune` | the `.autotune.json` that Triton keeps with `cache_results` |

Each has `read(file) -> list[Imported] | None`; None: the file is not of this tool. A file of this
tool that cannot be read raises RecordError with its name.
"""

from __future__ import annotations

from kernelscope.history.importers.chosen import read

__all__ = ["read"]
