"""One launch of a library, and its time on a GPU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from kernelscope.hardware import GPUSpec
from kernelscope.hardware.constants import Constants
from kernelscope.hardware.timing import estimate_operator
from kernelscope.quantity import Quantity
from kernelscope.record import LibraryLaunch

_C = Constants("library/work")


QUICKER_FROM_L2: float = _C.quicker_from_l2


@dataclass(frozen=True, slots=True)
class Work:
    """One launch of a library: what it moves and computes.

    Attributes:
        name: the kernel's name, without its namespaces and arguments; "Memset (Device)" and
            "Memcpy DtoD (Device -> Device)" are the driver's.
        read, written: distinct bytes.
        flops: a multiply-add counts as two.
        precision: of a product's inputs, a key of `GPUSpec.peak_tflops`; "" if it is not a product.
        shape: m, n, k of a product.
        batch: how many products of this shape the launch computes.
        share: the part of the memory's rate that the kernel reaches, 0 … 1.
        least_us: the least time by what no byte shows (a serial chain, instructions), on an H200.
        waits: whether that is so long because loads wait for each other: it is less from L2.
        serial_us: what happens before or after all that (the last block adds what the others
            left), on an H200.
        near: of `read`, what an earlier launch of the same call left in L2, if it fits.
        grid, block: as launched on an H200; () if not known.
    """

    name: str
    read: float = 0.0
    written: float = 0.0
    flops: float = 0.0
    precision: str = ""
    shape: tuple[int, int, int] | None = None
    batch: int = 1
    share: float = 1.0
    least_us: float = 0.0
    waits: bool = False
    serial_us: float = 0.0
    near: float = 0.0
    grid: tuple[int, ...] = ()
    block: tuple[int, ...] = ()


class Shape(TypedDict):
    """The grid and the block of a launch."""

    grid: tuple[int, ...]
    block: tuple[int, ...]


def along(blocks: int, threads: int) -> Shape:
    """Return a grid of so many blocks of so many threads, in one direction."""
    return {"grid": (blocks, 1, 1), "block": (threads, 1, 1)}


MEMSET = Work("Memset (Device)", least_us=_C.memset_us)
"""A fill of a few bytes by the driver: the flags and counters of a kernel that follows."""


def launch_of(spec: GPUSpec, work: Work, in_l2: float = 0.0, dirty: float = 1.0) -> LibraryLaunch:
    """Return the launch with its estimated duration, as a profiler shows it.

    in_l2: the share of what it reads that is in L2.
    dirty: the share of L2 that earlier work has written.
    """
    quicker = QUICKER_FROM_L2 * in_l2 if work.waits else 0.0
    near = work.near if work.read + work.written <= spec.l2_bytes else 0.0
    if work == MEMSET:
        time = Quantity(_C.memset_us, "us", "estimated")
    else:
        time = estimate_operator(
            spec,
            bytes_read=work.read,
            bytes_written=work.written,
            flops=work.flops,
            kind="matmul" if work.precision else "elementwise",
            precision=work.precision or "fp32",
            shape=work.shape,
            batch=work.batch,
            share=work.share,
            least_us=work.least_us * _slower(spec) * (1 - quicker),
            serial_us=work.serial_us * 1980 / spec.sm_clock_mhz,
            conditions="graph",
            l2_warm=in_l2 == 1.0,
            l2_resident_bytes=max(in_l2 * work.read, near),
            l2_dirty=dirty,
        ).time_us
    return LibraryLaunch(
        work.name, time, work.read, work.written, work.flops, work.grid, work.block
    )


def _slower(spec: GPUSpec) -> float:
    """Return how much longer instructions take on `spec` than on an H200: SMs and their clock."""
    return 132 * 1980 / (spec.sms * spec.sm_clock_mhz)
