"""Detection of replaced functions in a submission's process: clocks, comparisons, a judge's calls.

Nothing of this changes a verdict, because none of it runs in the judge's process. It is named and
refused all the same: on another judge's machine it would be a lie.
"""

from __future__ import annotations

import sys
from typing import Any

_WATCHED = {
    "time": ("time", "time_ns", "perf_counter", "perf_counter_ns", "monotonic", "process_time"),
    "torch": ("allclose", "equal", "isclose", "empty", "empty_like", "randn"),
    "torch.testing": ("assert_close",),
    "torch.Tensor": ("__eq__", "equal", "allclose", "clone", "cpu", "cuda", "isnan", "data_ptr"),
    "torch.cuda": ("synchronize", "Event", "Stream", "current_stream"),
    "torch.cuda.Event": ("elapsed_time", "record", "synchronize"),
    "triton.testing": ("do_bench",),
    "builtins": ("all", "any", "abs", "max", "min", "len", "isinstance", "open", "sum", "print"),
}


class Tampering:
    """Remembers what is there before the submission is imported."""

    def __init__(self) -> None:
        self._before = self._now()

    def _now(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for owner, names in _WATCHED.items():
            holder = _holder(owner)
            for name in names if holder is not None else ():
                values[f"{owner}.{name}"] = getattr(holder, name, None)
        return values

    def found(self) -> list[str]:
        """Return the names of what has been replaced since."""
        now = self._now()
        return [name for name, value in self._before.items() if not _same(value, now.get(name))]


def _holder(name: str) -> Any:
    """Return a module, or a class in one."""
    if name in sys.modules:
        return sys.modules[name]
    module, _, attribute = name.rpartition(".")
    return getattr(sys.modules.get(module), attribute, None)


def _same(before: Any, now: Any) -> bool:
    return before is now or (hasattr(before, "__func__") and before == now)
