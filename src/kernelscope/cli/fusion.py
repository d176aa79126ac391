"""`kernelscope fusion`: the bytes of an operation in PyTorch, and with fewer kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kernelscope.cli.command import argument, command, show
from kernelscope.cli.options import CASE, DEVICE, FAST_TIME, JSON, LIMIT, MARKDOWN, SCHEDULE


@command(
    "fusion",
    argument(
        "target",
        "OP[/IMPL]",
        "An operation (gelu, FILE.py:NAME), whose naive implementation is analysed, or one "
        "implementation (gelu/torch, FILE.py:NAME/IMPL).",
    ),
    *(CASE, DEVICE, JSON, MARKDOWN, LIMIT, FAST_TIME, SCHEDULE),
)
def fusion(target: str, json_path: Path | None, **asked: Any) -> None:
    """Count the bytes that pass between operations, and estimate what fusing them would save.

    The tables show each operation's bytes, the values that pass through memory,
    the fewest bytes possible, the operations that could be one kernel and the
    reason why not more, the estimated time of the fused kernels, and the bytes
    that each implementation moves.
    """
    from kernelscope.jobs.fusion import fusion_of

    show(fusion_of(target, **asked), json_path)
