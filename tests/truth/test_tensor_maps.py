"""Copies by tensor maps near the end of the inner extent move what an H200 moves."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from families import exhaustive
from kernelscope import vgpu
from kernelscope.errors import LaunchError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.layout import base_of
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.tensor_map import TensorMap, packing_of

RECORD = Path(__file__).parent / "tensor_maps" / "extent_h200.jsonl.gz"
MEMORY, BEGIN = 16384, 4096
REDUCTIONS = ("add", "min", "max", "inc", "dec", "and", "or", "xor")
OPERANDS = {"and": 0, "min": 0, "inc": 0x7F, "dec": 0x7F}

TEXT = """
.version 8.6
.target sm_90a
.address_size 64
.entry k(.param .u64 memory, .param .u64 box, .param .u32 size, .param .u32 which,
         .param .align 64 .b8 map[128],
         .param .u32 c0, .param .u32 c1, .param .u32 c2, .param .u32 c3)
{{
    .reg .b32 %r<40>, %c<4>;
    .reg .b64 %rd<40>;
    .reg .pred %p<9>;
    .shared .align 1024 .b8 tile[4096];
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [box];
    ld.param.u32 %r1, [size];
    ld.param.u32 %r2, [which];
    ld.param.u32 %c0, [c0];
    ld.param.u32 %c1, [c1];
    ld.param.u32 %c2, [c2];
    ld.param.u32 %c3, [c3];
    mov.b64 %rd3, map;
    cvta.param.u64 %rd3, %rd3;
    mov.u32 %r3, tile;
    mov.u32 %r4, bar;
    mbarrier.init.shared::cta.b64 [%r4], 1;
    cvta.to.global.u64 %rd1, %rd1;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], %r1, [%r4];
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], %r1;
FIRST:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r4], 0;
    @!%p1 bra FIRST;
{copies}
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    setp.lt.u32 %p2, %r2, {loads};
    @%p2 bra END;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], %r1;
SECOND:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r4], 1;
    @!%p1 bra SECOND;
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r3], %r1;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
END:
    ret;
}}
"""


def copies() -> Iterator[tuple[str, int, str]]:
    """Yield (operation, rank, instruction) of all that the record has; rank 4 is im2col."""
    for op in ("store", *REDUCTIONS, "load"):
        for rank in (1, 2, 3, 4):
            columns, at = rank == 4, ", ".join(f"%c{d}" for d in range(rank))
            name = (
                "cp.async.bulk.tensor" if op in ("store", "load") else "cp.reduce.async.bulk.tensor"
            )
            if op == "load":
                how, offsets = (".im2col", ", {0, 0}") if columns else (".tile", "")
                yield (
                    op,
                    rank,
                    (
                        f"{name}.{rank}d.shared::cluster.global{how}.mbarrier::complete_tx::bytes "
                        f"[%r3], [%rd3, {{{at}}}], [%r4]{offsets};"
                    ),
                )
                continue
            reduction = "" if op == "store" else f".{op}"
            mode = ".im2col_no_offs" if columns else ".tile"
            yield (
                op,
                rank,
                (
                    f"{name}.{rank}d.global.shared::cta{reduction}{mode}.bulk_group "
                    f"[%rd3, {{{at}}}], [%r3];"
                ),
            )


NUMBERS = {(op, rank): number for number, (op, rank, _) in enumerate(copies())}


@cache
def kernel() -> Any:
    """All instructions in one kernel, of which a launch executes one."""
    lines = [
        f"    setp.eq.u32 %p3, %r2, {number};\n    @%p3 {instruction}"
        for number, (*_, instruction) in enumerate(copies())
    ]
    loads = min(number for (op, *_), number in NUMBERS.items() if op == "load")
    text = TEXT.format(copies="\n".join(lines), loads=loads)
    return vgpu.load_ptx(text, gpu="h200").kernel("k")


def pattern(count: int) -> np.ndarray:
    i = np.arange(count)
    return (1 + (i * 7 + i // 251) % 250).astype(np.uint8)


def in_words(changed: np.ndarray) -> str:
    """Return where bytes have changed as the record has it: "4096-4128 4224-4256"."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], changed.astype(np.int8), [0]])))
    return " ".join(f"{a}-{b}" for a, b in edges.reshape(-1, 2))


def outcome(case: dict[str, Any], compiled: bool) -> dict[str, Any]:
    """Return what the virtual GPU makes of a case, as the record has it."""
    op, rank = case["op"], len(case["dims"])
    size = packing_of(case["type"]).bytes * int(np.prod(case["box"]))
    fill = {"load": pattern(MEMORY), "store": np.full(MEMORY, 0xEE, np.uint8)}
    boxes = {"load": np.full(size, 0xEE, np.uint8), "store": pattern(size)}
    memory = fill.get(op, np.full(MEMORY, 0x11, np.uint8))
    before = memory.copy()
    box = boxes.get(op, np.full(size, OPERANDS.get(op, 0x3C), np.uint8))
    corner = (0,) * (rank - 2)
    place = region_of(memory)
    assert place is not None
    address = SPACE.address(*place) if compiled else base_of(8)
    made = TensorMap(
        case["type"], address + BEGIN, tuple(case["dims"]), tuple(case["strides"]),
        tuple(case["box"]), (case["inner_stride"], *[1] * (rank - 1)), case["swizzle"],
        corners=(corner, corner) if case["im2col"] else None,
    )  # fmt: skip
    arguments = [memory, box, size, NUMBERS[op, rank], made.encode(), *(*case["at"], 0, 0, 0)[:4]]
    try:
        if compiled:
            kernel().launch(1, 1, arguments)
        else:
            interpreter.launch(kernel().lowered(), (1, 1, 1), (1, 1, 1), arguments)
    except LaunchError as error:
        is_as_measured = "illegal instruction" in str(error)
        return {"fault": "cudaErrorIllegalInstruction" if is_as_measured else str(error)}
    if op == "load":
        return {"arrived": 1, "data": box.tobytes().hex()}
    return {"changed": in_words(memory != before)}


def recorded() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield (case, outcome) of each line of the record."""
    results = ("fault", "arrived", "data", "changed")
    with gzip.open(RECORD, "rt") as lines:
        for line in lines:
            case = json.loads(line)
            yield case, {key: case.pop(key) for key in results if key in case}


def some(cases: list[tuple[dict[str, Any], dict[str, Any]]]) -> list[Any]:
    """Return one case of each kind: the interpreter takes 5 ms for each."""
    kinds = {
        (case["op"], len(case["dims"]), case["swizzle"], case["inner_stride"], *result): pair
        for pair in cases
        for case, result in [pair]
    }
    return [*kinds.values()]


@pytest.mark.parametrize("compiled", [True, False, exhaustive(None)])
def test_copies_move_the_bytes_that_an_h200_moves(compiled: bool | None) -> None:
    """Types, ranks, swizzles, steps, coordinates, reductions, im2col: all 1,096 cases compiled."""
    cases = list(recorded())
    assert len(cases) == 1096
    if compiled is False:
        cases = some(cases)
    wrong = [case for case, result in cases if outcome(case, bool(compiled)) != result]
    assert wrong == []
