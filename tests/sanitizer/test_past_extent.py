"""A box that is stored past an inner extent of no whole 16-byte chunks is a finding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

import kernelscope as ks
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer

SOURCE = r"""
struct __align__(64) Map { char bytes[128]; };
#define PUT(name, op) \
  asm volatile(name ".2d.global.shared::cta" op ".tile.bulk_group [%0, {%1, %2}], [%3];" \
               :: "l"(&map), "r"(x), "r"(y), "r"(box) : "memory")

template <class T, bool ADDS>
__global__ void put(const __grid_constant__ Map map, int x, int y, T* other, int at) {
  __shared__ alignas(128) T tile[16][64];
  for (int i = threadIdx.x; i < 16 * 64; i += 32) tile[i / 64][i % 64] = 1;
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  unsigned box = __cvta_generic_to_shared(tile);
  if (threadIdx.x == 0) {
    if (ADDS) PUT("cp.reduce.async.bulk.tensor", ".add");
    else PUT("cp.async.bulk.tensor", "");  // line put
    if (other) other[at] = 5;  // line other
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
"""
LINES = Path(__file__).read_text().splitlines()


def line(marker: str) -> str:
    (place,) = (n for n, text in enumerate(LINES, 1) if text.endswith(f"// line {marker}"))
    return f"{__file__}:{place}"


def found(
    described: torch.Tensor, at: tuple[int, int], *other: Any, kind: str = "signed char, false"
) -> list[Finding]:
    """Return what is found where a box of 16 by 64 elements is stored at (column, row)."""
    kernel = ks.cuda_kernel(SOURCE, f"put<{kind}>")
    names = ("map", "x", "y", "other", "at")
    tools = ("memory", "race", "init")
    with ks.virtual_gpu("h200"), Sanitizer(tools, names=lambda _: names) as sanitizer:
        kernel[1, 32](ks.tensor_map(described, (16, 64)), *at, *(other or (None, 0)))
    return sanitizer.findings


def test_the_padding_of_rows_is_hit() -> None:
    """30 columns of bytes: 2 bytes behind each row."""
    wide = torch.zeros(16, 64, dtype=torch.int8)
    (finding,) = found(wide[:, :30], (0, 0))
    assert (finding.tool, finding.kind) == ("memory", "past-extent")
    assert finding.place.source == line("put")
    assert finding.message.startswith(
        "TMA writes to map, whose inner extent, 30 bytes, is not a multiple of 16: "
    )
    assert finding.message.endswith(
        "writes 2 bytes past map[0, 29]: the padding of the row, or the next columns of a larger "
        "tensor"
    )
    assert (wide != 0).sum(1).tolist() == [32] * 16


def test_another_argument_is_hit() -> None:
    """An arena: the next tensor begins behind 60 floats, where the engine writes."""
    arena = torch.zeros(16, 64)
    other = arena.view(-1)[62:]
    findings = found(arena[:, :62], (0, 0), other, 512, kind="float, false")
    (finding,) = [finding for finding in findings if finding.tool == "memory"]
    assert "writes 8 bytes past map[0, 61]: other[0]" in finding.message


def test_a_reduction_is_found_too() -> None:
    """Half floats that are added."""
    wide = torch.zeros(16, 64, dtype=torch.int32)
    (finding,) = found(wide[:, :61], (32, 0), kind="unsigned, true")
    assert finding.kind == "past-extent"
    assert wide[0, 60:].tolist() == [1] * 4


def test_the_race_tool_sees_the_bytes_behind() -> None:
    """A thread writes one of them while the copy may still do so."""
    wide = torch.zeros(16, 64, dtype=torch.int8)
    findings = found(wide[:, :30], (0, 0), wide, 31)
    (race,) = [finding for finding in findings if finding.tool == "race"]
    assert (race.kind, race.place.source) == ("write-write", line("other"))
    assert str(race.element) == "other[0, 31]"


def test_stores_that_hit_nothing_behind_are_silent() -> None:
    """Whole chunks, a box that ends before the last column, and the end of the memory."""
    wide = torch.zeros(16, 64, dtype=torch.int8)
    assert found(wide[:, :32], (0, 0)) == []
    longer = torch.zeros(16, 128, dtype=torch.int8)
    assert found(longer[:, :90], (16, 0)) == []
    assert found(longer[:, :90], (112, 0)) == []
    ends = torch.zeros(15 * 64 + 30, dtype=torch.int8)
    assert found(ends.as_strided((1, 30), (64, 1), 960), (0, 0)) == []
    assert int(ends.sum()) == 30
