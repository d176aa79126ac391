"""The counters that one execution of an instruction or basic block of a kernel adds to.

The plan follows from the IR alone. Compiled code counts executions of basic blocks and of memory
instructions; `counters` multiplies them by the plan.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.liveness import is_reduction
from kernelscope.vgpu.ir.forms import Bounds, Fields
from kernelscope.vgpu.ptx.syntax import SourceLocation

PIPES = ("fma", "alu", "fp64", "xu", "lsu", "tensor", "control")
FLOP_TYPES = ("fp16", "fp32", "fp64")
WIDENINGS = ("fp32_to_fp64", "half_to_fp32")
"""Conversions to a precision that the data did not have."""


@dataclass(frozen=True, slots=True)
class SiteInfo:
    """An instruction that accesses memory or may be at fault: how it is counted, where it is.

    Attributes:
        access: load, store, atom, red, ldmatrix, stmatrix, copy, …
        source: "file:line" from `.loc`, or "".
        lane_bytes: that it moves for one lane; 0 where it is not by lane.
        block: the basic block that it is in.
        bounds: what its operands with bounds may be.
        names_shared: whether its own block's shared memory is in its name.
        counts_macs: the type of the multiply-adds that it counts itself as it runs; "" if none.
    """

    access: str
    mnemonic: str
    ptx_line: int
    ptx_column: int
    source: str
    lane_bytes: int
    block: int
    bounds: tuple[Bounds, ...] = ()
    names_shared: bool = False
    counts_macs: str = ""


@dataclass(frozen=True, slots=True)
class CountingPlan:
    """The counters that the executions of one kernel add to.

    Attributes:
        sites: the memory instructions, by their number.
        mix: per basic block how many instructions each pipe executes, [blocks, pipes].
        flops: per basic block the floating-point operations of one lane, [blocks, types].
        widenings: per basic block the `WIDENINGS` of one lane, [blocks, types].
        macs: per basic block tensor-core multiply-adds of a warp, by type.
        barriers: per basic block the barriers, [blocks].
        places: per basic block the "file:line" it begins at, or "".
        lines: per basic block the lines of the PTX that its instructions are on.
    """

    sites: tuple[SiteInfo, ...]
    mix: np.ndarray
    flops: np.ndarray
    widenings: np.ndarray
    macs: tuple[dict[str, int], ...]
    barriers: np.ndarray
    places: tuple[str, ...]
    lines: tuple[tuple[int, ...], ...]


def plan_counting(
    function: ir.Function, lines: tuple[tuple[int, ...], ...] | None = None
) -> CountingPlan:
    """Return the plan of a kernel.

    lines: those of its basic blocks, if they were taken before dead code was removed.
    """
    mix, flops, macs, barriers = _block_statistics(function)
    return CountingPlan(
        sites=_sites(function),
        mix=mix,
        flops=flops,
        widenings=_widenings(function),
        macs=macs,
        barriers=barriers,
        places=tuple(_place(function, block) for block in function.blocks),
        lines=lines_of_blocks(function) if lines is None else lines,
    )


def lines_of_blocks(function: ir.Function) -> tuple[tuple[int, ...], ...]:
    """Return for each basic block the lines of the PTX that its instructions are on."""
    return tuple(_lines(block) for block in function.blocks)


def _lines(block: ir.BasicBlock) -> tuple[int, ...]:
    positions = [inst.position for inst in block.instructions]
    if isinstance(block.terminator, ir.Branch):
        positions.append(block.terminator.position)
    return tuple(dict.fromkeys(position.line for position in positions))


def _sites(function: ir.Function) -> tuple[SiteInfo, ...]:
    count = 1 + max((i.site for i in function.instructions()), default=-1)
    rows = [SiteInfo("", "", 0, 0, "", 0, 0)] * count
    for block in function.blocks:
        for inst in block.instructions:
            if inst.site >= 0:
                rows[inst.site] = SiteInfo(
                    access_of(inst),
                    inst.opcode,
                    inst.position.line,
                    inst.position.column,
                    source_of(function, inst.location),
                    inst.lane_bytes,
                    block.index,
                    tuple(inst.form.extra.get("bounds", {}).values()),
                    names_shared(inst),
                    inst.form.extra.get("counts_macs", _none)(inst.fields),
                )
    return tuple(rows)


def _none(_fields: Fields) -> str:
    return ""


def names_shared(inst: ir.Inst) -> bool:
    """Return whether an access names the shared memory of its block, in which it must then be.

    Atomics at other addresses do not move the counter of atomics in shared memory on an H200,
    wherever they go (tests/truth, `cluster_access_h200.csv`).
    """
    return inst.fields.get("space", "") in ("shared", "shared::cta")


def access_of(inst: ir.Inst) -> str:
    """Return how an instruction is counted: load, store, atom, red, copy, …; "" if it is not."""
    if inst.space in ("const", "param"):
        return ""  # through the constant cache: no global request
    if inst.opcode == "atom" and is_reduction(inst):
        return "red"
    return inst.form.access


def source_of(function: ir.Function, location: SourceLocation | None) -> str:
    """Return the "file:line" of a `.loc`: the user's own, if a library's line was inlined there."""
    lines = source_lines(function, location)
    return "{}:{}".format(*lines[0]) if lines else ""


def source_lines(
    function: ir.Function, location: SourceLocation | None
) -> tuple[tuple[str, int], ...]:
    """Return (file, line) of a `.loc`, then of the calls that it was inlined through.

    Lines of libraries are left out where one of the user's calls them. Line 0 means none.
    """
    chain: list[tuple[str, int]] = []
    while location is not None:
        chain.append((function.files.get(location.file, "?"), location.line))
        location = location.inlined_at
    own = [line for line in chain if not _is_library(line[0])] or chain
    return tuple(own) if own and own[0][1] else ()


def _is_library(file: str) -> bool:
    built_in = file.endswith("__nv_nvrtc_builtin_header.h")
    return built_in or "/site-packages/" in file or "/dist-packages/" in file


def _place(function: ir.Function, block: ir.BasicBlock) -> str:
    lines = (source_of(function, i.location) for i in block.instructions)
    return next((line for line in lines if line), "")


def _block_statistics(
    function: ir.Function,
) -> tuple[np.ndarray, np.ndarray, tuple[dict[str, int], ...], np.ndarray]:
    count = len(function.blocks)
    mix = np.zeros((count, len(PIPES)), np.int64)
    flops = np.zeros((count, len(FLOP_TYPES)), np.int64)
    barriers = np.zeros(count, np.int64)
    macs: list[dict[str, int]] = []
    for row, block in enumerate(function.blocks):
        total: dict[str, int] = {}
        for inst in block.instructions:
            mix[row, PIPES.index(inst.form.pipe)] += 1
            barriers[row] += inst.form.kind == "barrier"
            if inst.form.flops:
                name = inst.fields.get("t", "")
                column = {"f64": 2, "f32": 1}.get(name, 0)
                flops[row, column] += inst.form.flops * (2 if name.endswith("x2") else 1)
            work = inst.form.extra.get("macs")
            if work is not None:
                type_name, amount = work(inst.fields)
                total[type_name] = total.get(type_name, 0) + amount
        # The branch at the end is an instruction too.
        mix[row, PIPES.index("control")] += isinstance(block.terminator, ir.Branch)
        macs.append(total)
    return mix, flops, tuple(macs), barriers


def _widenings(function: ir.Function) -> np.ndarray:
    rows = np.zeros((len(function.blocks), len(WIDENINGS)), np.int64)
    for row, block in enumerate(function.blocks):
        for inst in block.instructions:
            name = widening(inst)
            if name:
                rows[row, WIDENINGS.index(name)] += 1
    return rows


def widening(inst: ir.Inst) -> str:
    """Return the member of `WIDENINGS` that an instruction is; "" if it is none of them."""
    if inst.opcode != "cvt":
        return ""
    pair = inst.fields.get("dt", ""), inst.fields.get("st", "")
    if pair == ("f64", "f32"):
        return "fp32_to_fp64"
    return "half_to_fp32" if pair in (("f32", "f16"), ("f32", "bf16")) else ""
