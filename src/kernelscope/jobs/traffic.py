"""The bytes of device memory that one call moved, from its recorded launches."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.operation import Work
from kernelscope.quantity import format_value
from kernelscope.record import Bytes, LaunchRecord, OperatorRecord

SECTOR = 32  # bytes: device memory and L2 are read and written in sectors
_UNIQUE = "kernelscope__unique_sectors_{}.sum"
_L1 = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"
_L1_KINDS = ("ld", "st", "red", "atom")


def bytes_moved(
    launches: Sequence[LaunchRecord], operators: Sequence[OperatorRecord], work: Work
) -> Bytes | None:
    """Return the bytes that must cross device memory for these launches, each by itself.

    For a kernel they are counted: the distinct 32-byte sectors that it touched. For a PyTorch
    operator they are computed: the bytes of its operands. No data is assumed to stay in L2 between
    launches. None if nothing ran.
    """
    if not launches and not operators:
        return None
    read = sum(launch.counters.get(_UNIQUE.format("read"), 0.0) for launch in launches) * SECTOR
    wrote = sum(launch.counters.get(_UNIQUE.format("written"), 0.0) for launch in launches) * SECTOR
    return Bytes(
        read=read + sum(operator.bytes_read for operator in operators),
        written=wrote + sum(operator.bytes_written for operator in operators),
        fewest_read=float(work.read),
        fewest_written=float(work.written),
        provenance="computed" if operators else "counted",
        note=_note(launches, operators),
    )


def _note(launches: Sequence[LaunchRecord], operators: Sequence[OperatorRecord]) -> str:
    parts: list[str] = []
    if launches:
        through_l2 = sum(
            launch.counters.get(_L1.format(op), 0.0) for launch in launches for op in _L1_KINDS
        )
        size = format_value(through_l2 * SECTOR, "B")
        parts.append(f"distinct sectors of each kernel, counted; between L1 and L2 {size}")
    if operators:
        parts.append("operands of each PyTorch operator, computed")
    return "; ".join(parts)
