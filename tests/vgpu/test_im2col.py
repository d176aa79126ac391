"""Copies of columns of pixels (im2col): which pixels, in which order, and what is refused."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import KernelscopeError, LaunchError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.layout import base_of
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.tensor_map import TensorMap, decode

PLACES = 8192
TEXT = """
.version 8.6
.target sm_90a
.address_size 64
.entry k(.param .u64 x, .param .u64 y, .param .align 64 .b8 map[128], {parameters})
{{
    .reg .b16 %h<4>;
    .reg .b32 %r<20>, %c<5>;
    .reg .b64 %rd<20>;
    .reg .pred %p<9>;
    .shared .align 1024 .b8 column[32768];
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd2, [y];
    mov.b64 %rd3, map;
    cvta.param.u64 %rd3, %rd3;
    mov.u32 %r3, column;
    mov.u32 %r4, bar;
    mov.u32 %r1, %tid.x;
    {loads}
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [%r4], 1;
    fence.proxy.async;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], {size};
    @%p1 cp.async.bulk.tensor.{rank}d.shared::cta.global.{mode}.mbarrier::complete_tx::bytes
        [%r3], [%rd3, {{{at}}}], [%r4]{offsets};
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r4], 0;
    @!%p4 bra WAIT;
    bar.sync 0;
    shl.b32 %r5, %r1, 2;
OUT:
    add.u32 %r6, %r3, %r5;
    ld.shared.u32 %r8, [%r6];
    cvt.u64.u32 %rd5, %r5;
    add.u64 %rd5, %rd2, %rd5;
    st.global.u32 [%rd5], %r8;
    add.u32 %r5, %r5, 128;
    setp.lt.u32 %p2, %r5, {size};
    @%p2 bra OUT;
    ret;
}}
"""


def source(rank: int, size: int, mode: str = "im2col") -> str:
    numbers, spatial = range(rank), range(2 if "::" in mode else rank - 2)
    parameters = [f".param .u32 c{d}" for d in numbers] + [f".param .u16 h{d}" for d in spatial]
    loads = [f"ld.param.u32 %c{d}, [c{d}];" for d in numbers]
    loads += [f"ld.param.u16 %h{d}, [h{d}];" for d in spatial]
    further = "{" + ", ".join(f"%h{d}" for d in spatial) + "}"
    return TEXT.format(
        parameters=", ".join(parameters),
        loads="\n".join(loads),
        rank=rank,
        size=size,
        mode=mode,
        at=", ".join(f"%c{d}" for d in numbers),
        offsets=f", {further}" if mode.startswith("im2col") else "",
    )


def launch(
    text: str, x: np.ndarray, made: dict[str, Any], numbers: list[int], compiled: bool
) -> tuple[np.ndarray, dict[str, float]]:
    """Run a kernel on a copy of x; return the words of its column, and the counters."""
    x, y = x.copy(), np.full(PLACES, 7, np.uint32)
    place = region_of(x)
    assert place is not None
    address = SPACE.address(*place) if compiled else base_of(8)
    described = TensorMap("u32", address, **made)
    assert decode(described.encode()) == described
    arguments = [x, y, described.encode(), *numbers]
    kernel = vgpu.load_ptx(text, gpu="h200").kernel("k")
    if compiled:
        return y, dict(kernel.launch(1, 32, arguments).counters)
    counters = interpreter.launch(kernel.lowered(), (1, 1, 1), (32, 1, 1), arguments)
    return y, dict(counters)


def column(x: np.ndarray, made: dict[str, Any], start: list[int], offsets: list[int]) -> np.ndarray:
    """Return the column as the manual describes it: all pixels of the box, from the start on."""
    lower, upper = made["corners"]
    sizes, (channels, pixels) = made["sizes"], made["box"]
    steps = made["steps"][1:-1]
    axes = [
        range(low, size + high, step)
        for low, high, size, step in zip(lower, upper, sizes[1:-1], steps, strict=True)
    ]
    everything = list(itertools.product(range(start[-1], start[-1] + 40), *axes[::-1]))
    first = everything.index((start[-1], *start[1:-1][::-1]))
    result = np.zeros((pixels, channels), np.uint32)
    for row, (image, *at) in enumerate(everything[first : first + pixels]):
        moved = [a + offset for a, offset in zip(at, offsets[::-1], strict=True)]
        for channel in range(channels):
            index = (image, *moved, start[0] + channel)
            if all(0 <= i < n for i, n in zip(index, x.shape, strict=True)):
                result[row, channel] = x[index]
    return result


def case(seed: int) -> tuple[np.ndarray, dict[str, Any], list[int], list[int]]:
    """A random tensor with a map, the first pixel, and offsets."""
    draw = random.Random(seed)
    rank = draw.choice((3, 4, 5))
    sizes = [4 * draw.randint(1, 4), *(draw.randint(2, 6) for _ in range(rank - 2)), 3]
    strides, total = [], 4
    for size in sizes[:-1]:
        total *= size
        strides.append(total)
    lower = [draw.randint(-2, 0) for _ in range(rank - 2)]
    upper = [draw.randint(-1, 2) for _ in range(rank - 2)]
    steps = [1, *(draw.randint(1, 2) for _ in range(rank - 2)), 1]
    box = (4 * draw.randint(1, 3), draw.choice((1, 5, 16, 40)))
    start = [draw.choice((0, 0, 4, -4))]
    for low, high, size, step in zip(lower, upper, sizes[1:-1], steps[1:-1], strict=True):
        start.append(draw.choice(range(low, size + high, step)))
    start.append(draw.randint(0, 1))
    offsets = [draw.randint(0, 3) for _ in range(rank - 2)]
    made = {
        "sizes": tuple(sizes), "strides": tuple(strides), "box": box, "steps": tuple(steps),
        "corners": (tuple(lower), tuple(upper)),
    }  # fmt: skip
    x = np.arange(1, 1 + int(np.prod(sizes)), dtype=np.uint32).reshape(sizes[::-1])
    return x, made, start, offsets


@pytest.mark.parametrize("seed", range(24))
def test_a_column_has_the_pixels_of_the_box_in_order(seed: int) -> None:
    """Ranks 3 to 5, corners, steps, offsets, pixels outside the tensor, and several images."""
    x, made, start, offsets = case(seed)
    channels, pixels = made["box"]
    words = channels * pixels
    text = source(x.ndim, 4 * words)
    wanted = column(x, made, start, offsets).reshape(-1)
    counted: list[dict[str, float]] = []
    for compiled in (True, False):
        y, counters = launch(text, x, made, [*start, *offsets], compiled)
        np.testing.assert_array_equal(y[:words], wanted)
        counted.append({name: value for name, value in counters.items() if value})
    assert counted[0] == counted[1]


def storing(rank: int, size: int, op: str = "") -> str:
    """Return a kernel that stores a column, or adds it, whose words are those of y."""
    numbers = range(rank)
    name = f"cp{'.reduce' if op else ''}.async.bulk.tensor.{rank}d.global.shared::cta{op}"
    loads = "\n".join(f"    ld.param.u32 %c{d}, [c{d}];" for d in numbers)
    at = ", ".join(f"%c{d}" for d in numbers)
    return f"""
.version 8.6
.target sm_90a
.address_size 64
.entry k(.param .u64 x, .param .u64 y, .param .align 64 .b8 map[128],
         {", ".join(f".param .u32 c{d}" for d in numbers)})
{{
    .reg .b32 %r<9>, %c<5>;
    .reg .b64 %rd<9>;
    .reg .pred %p<9>;
    .shared .align 1024 .b8 column[32768];
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd2, [y];
    mov.b64 %rd3, map;
    cvta.param.u64 %rd3, %rd3;
    mov.u32 %r3, column;
    mov.u32 %r4, bar;
{loads}
    mbarrier.init.shared::cta.b64 [%r4], 1;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], {size};
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r3], [%rd2], {size}, [%r4];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r4], 0;
    @!%p4 bra WAIT;
    {name}.im2col_no_offs.bulk_group [%rd3, {{{at}}}], [%r3];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ret;
}}
"""


@pytest.mark.parametrize("seed", range(8))
def test_a_column_is_stored_where_it_would_come_from(seed: int) -> None:
    """Pixel by pixel, each channel added to what is there; no offsets."""
    x, made, start, _ = case(seed)
    start = [max(n, 0) for n in start]
    made["corners"] = ((0,) * (x.ndim - 2), made["corners"][1])
    made["steps"] = (1,) * x.ndim
    channels, pixels = made["box"]
    numbers = np.arange(x.size, dtype=np.uint32).reshape(x.shape) + 1
    places = column(numbers, made, start, [0] * (x.ndim - 2)).reshape(-1)
    words = np.arange(1, PLACES + 1, dtype=np.uint32)
    wanted = x.reshape(-1).copy()
    np.add.at(wanted, places[places > 0] - 1, words[: places.size][places > 0])
    text = storing(x.ndim, 4 * channels * pixels, ".add")
    for compiled in (True, False):
        after = x.copy()
        place = region_of(after)
        assert place is not None
        address = SPACE.address(*place) if compiled else base_of(8)
        arguments = [after, words, TensorMap("u32", address, **made).encode(), *start]
        kernel = vgpu.load_ptx(text, gpu="h200").kernel("k")
        if compiled:
            kernel.launch(1, 1, arguments)
        else:
            interpreter.launch(kernel.lowered(), (1, 1, 1), (1, 1, 1), arguments)
        np.testing.assert_array_equal(after.reshape(-1), wanted)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_swizzled_column_mixes_its_chunks(compiled: bool) -> None:
    """Rows of 32 bytes in runs of 3 pixels: the chunk's place counts from the column's begin."""
    x = np.arange(1, 1 + 8 * 3 * 3 * 2, dtype=np.uint32).reshape(2, 3, 3, 8)
    made: dict[str, Any] = {
        "sizes": (8, 3, 3, 2), "strides": (32, 96, 288), "box": (8, 16), "steps": (1, 1, 1, 1),
        "swizzle": 1, "corners": ((0, 0), (0, 0)),
    }  # fmt: skip
    y, _ = launch(source(4, 512), x, made, [0, 0, 0, 0, 0, 0], compiled)
    chunks = x.reshape(-1)[:128].reshape(32, 4)
    places = np.arange(32)
    mixed = places ^ (places // 8 & 1)
    np.testing.assert_array_equal(y[:128].reshape(32, 4)[mixed], chunks)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("mode", ["im2col", "tile"])
def test_a_map_of_the_other_kind_is_an_error(mode: str, compiled: bool) -> None:
    """`.im2col` takes no map of boxes, and `.tile` none of columns."""
    x, made, start, offsets = case(1)
    if mode == "im2col":
        made = {**made, "box": (4,) * x.ndim, "corners": None}
    numbers = [*start, *offsets]
    text = source(x.ndim, 64, mode)
    with pytest.raises(KernelscopeError, match="for another kind of copy"):
        launch(text, x, made, numbers, compiled)


def test_a_map_of_columns_that_a_driver_refuses_cannot_be_made() -> None:
    """Two dimensions, corners of another rank, and too many pixels."""
    usual: dict[str, Any] = {
        "sizes": (8, 3, 3, 2), "strides": (32, 96, 288), "box": (8, 16), "steps": (1, 1, 1, 1),
        "corners": ((0, 0), (0, 0)),
    }  # fmt: skip
    flat: dict[str, Any] = {"sizes": (8, 3), "strides": (32,), "steps": (1, 1), "corners": ((), ())}
    changes: list[tuple[dict[str, Any], str]] = [
        (flat, "2 dimensions"),
        ({"corners": ((0,), (0,))}, "corners"),
        ({"box": (8, 1025)}, "box size outside"),
    ]
    for change, message in changes:
        with pytest.raises(LaunchError, match=message):
            TensorMap("u32", base_of(8), **{**usual, **change}).encode()


# ---- along W alone -------------------------------------------------------------------------------


def wide_column(
    x: np.ndarray, made: dict[str, Any], start: list[int], halo: int, offset: int
) -> np.ndarray:
    """Return a column along W as the manual describes it: W of one image, then W of the next."""
    (lower,), (upper,) = made["corners"]
    channels, pixels = made["box"]
    group = pixels
    if made["wide"] == 2:
        pixels, group = 128, 32
    step, end = made["steps"][1], made["sizes"][1] + upper
    places = [(start[-1], w) for w in range(start[1], end, step)]
    for image in range(start[-1] + 1, start[-1] + 200):
        places += [(image, w) for w in range(lower, end, step)]
    chosen: list[tuple[int, int]] = []
    for n in range(0, pixels, group):
        chosen += places[n : n + group]
        image, last = chosen[-1]
        chosen += [(image, last + step * (1 + h)) for h in range(halo)]
    result = np.zeros((len(chosen), channels), np.uint32)
    for row, (image, w) in enumerate(chosen):
        for channel in range(channels):
            index = (image, *start[2:-1][::-1], w + offset, start[0] + channel)
            if all(0 <= i < n for i, n in zip(index, x.shape, strict=True)):
                result[row, channel] = x[index]
    return result


@pytest.mark.parametrize("wide", [1, 2])
@pytest.mark.parametrize("seed", range(12))
def test_a_column_along_w_has_a_halo_behind_each_group(seed: int, wide: int) -> None:
    """Ranks 3 to 5; `.im2col::w::128` has 128 pixels in groups of 32, whatever the map says."""
    x, made, start, _ = case(seed)
    draw = random.Random(seed)
    lower, upper = made["corners"][0][0], made["corners"][1][0]
    made |= {"corners": ((lower,), (upper,)), "wide": wide}
    made["box"] = (4, made["box"][1])
    start[2:-1] = [draw.choice((-1, 0, 1)) for _ in start[2:-1]]
    halo, offset = draw.choice((0, 1, 2, 5)), draw.choice((0, 1, 3))
    wanted = wide_column(x, made, start, halo, offset).reshape(-1)
    text = source(x.ndim, 4 * wanted.size, ("", "im2col::w", "im2col::w::128")[wide])
    counted: list[dict[str, float]] = []
    for compiled in (True, False):
        y, counters = launch(text, x, made, [*start, halo, offset], compiled)
        np.testing.assert_array_equal(y[: wanted.size], wanted)
        counted.append({name: value for name, value in counters.items() if value})
    assert counted[0] == counted[1]


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("mode", "halo"), [("im2col::w", 512), ("im2col::w::128", 32)])
def test_a_halo_beyond_its_range_is_an_error(mode: str, halo: int, compiled: bool) -> None:
    x, made, start, _ = case(1)
    wide = 2 if mode.endswith("128") else 1
    made |= {"corners": ((0,), (0,)), "wide": wide}
    with pytest.raises(KernelscopeError, match="halos of less than 512"):
        launch(source(x.ndim, 64, mode), x, made, [*start, halo, 0], compiled)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_map_along_w_is_for_its_own_mode_alone(compiled: bool) -> None:
    x, made, start, offsets = case(1)
    made |= {"corners": ((0,), (0,)), "wide": 1}
    for mode, further in (("im2col", offsets), ("im2col::w::128", [0, 0])):
        with pytest.raises(KernelscopeError, match="for another kind of copy"):
            launch(source(x.ndim, 64, mode), x, made, [*start, *further], compiled)
