"""The interpreter's `tcgen05`: tensor memory, and the tensor cores of the fifth generation.

`kernelscope.vgpu.tensor_memory` has what the manual says of layouts and descriptors. Products,
copies and shifts wait in the block's queue until a wait needs them, in the order of their issue.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu import ir, numeric, sparse
from kernelscope.vgpu import tensor_memory as tm
from kernelscope.vgpu.interpreter import bulk, mbarriers
from kernelscope.vgpu.interpreter.tensor_memory import SCRATCH, Task, wrong
from kernelscope.vgpu.interpreter.warp import Block, Warp
from kernelscope.vgpu.layout import LANES, OFFSET_BITS, RANK_SHIFT, SHARED_WINDOW
from kernelscope.vgpu.tensor_layout import (
    TENSOR_COLUMNS,
    TENSOR_LANES,
    TENSOR_UNIT,
    TENSOR_UNITS,
    TensorProblem,
    TensorWay,
)
from kernelscope.vgpu.tensor_sums import add_products, add_scaled, sums_of
from kernelscope.vgpu.types import Lanes


def _first(warp: Warp) -> int:
    return int(np.flatnonzero(warp.active)[0])


def _pair(warp: Warp, inst: ir.Inst) -> list[Block]:
    """Return the blocks that an instruction is for: the warp's own, or both of its pair."""
    if inst.fields["group"] == "cta_group::1":
        return [warp.block]
    first = warp.block.rank & ~1
    if first + 1 >= len(warp.block.peers):
        raise wrong(TensorProblem.PEER)
    return warp.block.peers[first : first + 2]


def _has_peer_come(warp: Warp, pair: list[Block], what: str) -> bool:
    """Return whether the peer block has come as far, in allocations or in ends of them."""
    own, key = warp.block.tensor, (warp.number, what)
    if len(pair) == 1:
        return True
    if key not in own.waits:
        own.waits[key] = own.asked[what] = own.asked.get(what, 0) + 1
    peer = next(block for block in pair if block is not warp.block)
    if peer.tensor.asked.get(what, 0) < own.waits[key]:
        return False
    del own.waits[key]
    return True


def _check_size(columns: int) -> None:
    if columns & (columns - 1) or not TENSOR_UNIT <= columns <= TENSOR_COLUMNS:
        raise wrong(TensorProblem.COLUMNS, columns)


def alloc(warp: Warp, inst: ir.Inst) -> None:
    """Run `tcgen05.alloc`; false if the warp has to wait, and asks again."""
    given, lane, memory = bulk.named(warp, inst), _first(warp), warp.block.tensor
    columns = int(given["n"][lane])
    _check_size(columns)
    pair = _pair(warp, inst)
    if memory.relinquished:
        raise wrong(TensorProblem.RELINQUISHED)
    space = "shared" if inst.fields["space"] else "generic"
    place = warp.spaces.resolve(space, int(given["a"][lane]))
    target = warp.spaces.writable(*place, 4, lane)
    units, size = (
        [memory.is_allocated(u * TENSOR_UNIT) for u in range(TENSOR_UNITS)],
        columns // TENSOR_UNIT,
    )
    free = (u for u in range(TENSOR_UNITS - size + 1) if not any(units[u : u + size]))
    first = next(free, None)
    done = first is not None and _has_peer_come(warp, pair, "alloc")
    if first is not None and done:
        column = first * TENSOR_UNIT
        memory.sizes[column] = columns
        memory.words[column : column + columns] = SCRATCH
        target[:] = np.frombuffer(column.to_bytes(4, "little"), np.uint8)
    _answer(warp, inst, done)


def dealloc(warp: Warp, inst: ir.Inst) -> None:
    """Run `tcgen05.dealloc`; false if the warp has to wait for the peer block, and asks again."""
    given, lane, memory = bulk.named(warp, inst), _first(warp), warp.block.tensor
    address, columns = int(given["where"][lane]) & 0xFFFFFFFF, int(given["n"][lane])
    _check_size(columns)
    pair = _pair(warp, inst)
    if memory.sizes.get(address) != columns:
        raise wrong(TensorProblem.NOT_A_BEGIN, address)
    done = _has_peer_come(warp, pair, "dealloc")
    if done:
        del memory.sizes[address]
    _answer(warp, inst, done)


def _answer(warp: Warp, inst: ir.Inst, done: bool) -> None:
    if done:
        warp.block.idle = 0
    else:
        warp.poll()
    warp.write(inst, np.full(LANES, done))


def relinquish(warp: Warp, inst: ir.Inst) -> None:
    """Run `tcgen05.relinquish_alloc_permit`."""
    warp.block.tensor.relinquished = True


def nothing(warp: Warp, inst: ir.Inst) -> None:
    """Run a fence, or a wait for loads and stores, which are complete at once."""


# ---- loads and stores ----------------------------------------------------------------------------


def _check_columns(block: Block, address: int, count: int) -> None:
    first = address & 0xFFFF
    for column in range(first, first + count):
        if not block.tensor.is_allocated(column):
            raise wrong(TensorProblem.NOT_ALLOCATED, column)


def _access(warp: Warp, inst: ir.Inst, given: dict[str, Any]) -> list[list[tuple[Lanes, Lanes]]]:
    """Return for each register the columns and lanes of its elements, for a packed one twice."""
    shape, packed = inst.fields["shape"], bool(inst.fields["pack"])
    address, split = int(given["a"][_first(warp)]) & 0xFFFFFFFF, int(given.get("split", 0))
    lane, column = tm.lane_and_column(address)
    part = warp.number % 4 * LANES
    for start in (lane, lane + (split >> 16)):
        if start != part and (shape == "32x32b" or start != part + 16):
            raise wrong(TensorProblem.OTHER_LANES, start)
    places: list[list[tuple[Lanes, Lanes]]] = []
    for number in range(tm.registers_of(shape, inst.fields["num"])):
        if packed and shape == "16x32bx2":
            pairs = [tm.cells(shape, 2 * number + half, split) for half in (0, 1)]
        else:
            rows, columns = tm.cells(shape, number, split)
            pairs = [(rows, 2 * columns + half) for half in (0, 1)] if packed else [(rows, columns)]
        places.append([(column + c, lane + r) for r, c in pairs])
    used = sorted({int(c) for pairs in places for columns, _ in pairs for c in columns})
    for number in used:
        _check_columns(warp.block, number, 1)
    return places


def load(warp: Warp, inst: ir.Inst) -> None:
    """Run `tcgen05.ld`."""
    words = warp.block.tensor.words
    values: list[Lanes] = []
    for pairs in _access(warp, inst, bulk.named(warp, inst)):
        parts = [words[place] for place in pairs]
        values.append(
            parts[0] if len(parts) == 1 else parts[0] & 0xFFFF | parts[1] << np.uint32(16)
        )
    results: list[Any] = [tuple(values) if isinstance(inst.operands[0], tuple) else values[0]]
    if "red" in inst.fields:
        results.append(_reduced(inst.fields, values))
    warp.write(inst, tuple(results))


def _reduced(f: dict[str, str], values: list[Lanes]) -> Lanes:
    if f["t"] == "f32":
        table = np.stack(values).view(np.float32)
        table = np.abs(table) if f["abs"] else table
        if f["NaN"]:
            return (np.max if f["op"] == "max" else np.min)(table, axis=0)
        return (np.fmax if f["op"] == "max" else np.fmin).reduce(table, axis=0)
    table = np.stack(values).view(np.int32 if f["t"] == "s32" else np.uint32)
    return (np.max if f["op"] == "max" else np.min)(table, axis=0)


def store(warp: Warp, inst: ir.Inst) -> None:
    """Run `tcgen05.st`."""
    given, words = bulk.named(warp, inst), warp.block.tensor.words
    registers = given["r"] if isinstance(given["r"], tuple) else (given["r"],)
    for pairs, value in zip(_access(warp, inst, given), registers, strict=True):
        bits = np.ascontiguousarray(value).view(np.uint32)
        if len(pairs) == 1:
            words[pairs[0]] = bits
        else:
            words[pairs[0]], words[pairs[1]] = bits & 0xFFFF, bits >> np.uint32(16)


# ---- tasks ---------------------------------------------------------------------------------------


def _issue(warp: Warp, inst: ir.Inst, lane: int, finish: Callable[[], None]) -> None:
    memory, thread = warp.block.tensor, warp.number * LANES + lane
    name = ".".join((inst.opcode, *filter(None, inst.fields.values())))
    memory.tasks.append(Task(memory.issued, thread, name, finish))
    memory.issued += 1
    if warp.block.engine.at_once():
        memory.complete(memory.issued)


def commit(warp: Warp, inst: ir.Inst) -> None:
    """Run `tcgen05.commit`: arrive when the tasks that the thread has issued so far are done."""
    given, block = bulk.named(warp, inst), warp.block
    for lane in bulk.active(warp):
        thread = warp.number * LANES + lane
        limit = max((t.number + 1 for t in block.tensor.tasks if t.thread == thread), default=0)
        # Triton 3.6 gives a shared address where PTX wants a generic one, and hardware takes it.
        in_window = int(given["a"][lane]) >= SHARED_WINDOW << OFFSET_BITS
        space = "generic" if in_window and not inst.fields["space"] else "cluster"
        where, place = warp.spaces.resolve(space, int(given["a"][lane]))
        address = block.rank << RANK_SHIFT | place if where == "shared" else place
        ranks = [address >> RANK_SHIFT]
        if "blocks" in given:
            mask = int(given["blocks"][lane])
            bulk.check_mask(mask, len(block.peers))
            ranks = [rank for rank in range(len(block.peers)) if mask >> rank & 1]
        for rank in ranks:
            at = rank << RANK_SHIFT | address & (1 << RANK_SHIFT) - 1
            memory = warp.spaces.writable(*warp.spaces.resolve("cluster", at), 8, lane)

            def finish(memory: Lanes = memory, limit: int = limit) -> None:
                block.tensor.complete(limit)
                mbarriers.put(memory, mbarriers.changed(mbarriers.get(memory), 1, 0, 0))
                for peer in block.peers:
                    peer.idle = 0

            block.engine.issue(("barrier", at), finish)


@dataclass(frozen=True, slots=True)
class _Given:
    """The operands of a product when it is issued, of one lane."""

    d: int
    a: int
    b: int
    shape: int
    keeps: bool
    halvings: int
    scale_a: int
    scale_b: int
    meta: int
    zeros: int
    off: Lanes
    sm: int


def multiply(warp: Warp, inst: ir.Inst) -> None:
    """Run `tcgen05.mma`, `.mma.ws`, and those of a sparse A."""
    values, pair, f = bulk.named(warp, inst), _pair(warp, inst), inst.fields
    product_kind, way = tm.KINDS[f["kind"]], way_of(inst, warp.launch.function.sm)
    for lane in bulk.active(warp):

        def word(name: str, bits: int = 32, lane: int = lane) -> int:
            return int(values[name][lane]) & (1 << bits) - 1 if values.get(name) is not None else 0

        off = np.zeros((2, TENSOR_LANES), np.bool_)
        if "off" in values:
            parts = np.array([int(part[lane]) for part in values["off"]], np.uint32)
            bits = np.unpackbits(parts.view(np.uint8), bitorder="little").astype(np.bool_)
            off[: len(parts) // 4] = bits.reshape(-1, TENSOR_LANES)
        given = _Given(
            word("d"), word("a", 64), word("b", 64), word("i"), bool(values["keep"][lane]),
            int(values.get("halvings") or 0), word("sa"), word("sb"), word("e"), word("z", 64), off,
            warp.launch.function.sm,
        )  # fmt: skip
        product = tm.product_of(product_kind, given.shape, way, scales_of(f))
        if product is None:
            raise wrong(TensorProblem.SHAPE, given.shape)
        _check_product(pair, product, given, way)
        _issue(warp, inst, lane, _product_task(pair, product, given, way))


def way_of(inst: ir.Inst, sm: int) -> TensorWay:
    """Return what a product does besides multiplying, on a GPU of this compute capability."""
    f, way = inst.fields, TensorWay(0)
    flags = {
        TensorWay.PAIR: f["group"] == "cta_group::2",
        TensorWay.A_IS_TENSOR: isinstance(inst.operands[1], ir.Address),
        TensorWay.STATIONARY: "ws" in f,
        TensorWay.SPARSE: "sp" in f,
        TensorWay.SHIFTS_A: f.get("ashift"),
        TensorWay.SM_103: sm == 103,
    }
    for flag, is_set in flags.items():
        way |= flag if is_set else TensorWay(0)
    return way


def scales_of(f: dict[str, str]) -> int:
    """Return how many scales a row of A has in one product, unless K is 96; 0 without block
    scaling.
    """
    if "block_scale" not in f:
        return 0
    size = f["size"]
    if size.startswith("scale_vec"):
        return int(size.removeprefix("scale_vec::")[0])
    return 4 if size == "block16" else 1 if f["kind"] == "kind::mxf8f6f4" else 2


def _check_product(pair: list[Block], p: tm.Product, given: _Given, way: TensorWay) -> None:
    lane, in_tensor = given.d >> 16 & 0xFFFF, TensorWay.A_IS_TENSOR in way
    if lane and not (p.scattered and lane == 16):
        raise wrong(TensorProblem.ALIGNMENT, lane)
    if in_tensor and given.a >> 16 & 0xFFFF != lane:
        raise wrong(TensorProblem.ALIGNMENT, given.a >> 16 & 0xFFFF)
    if p.is_sparse and given.meta >> 16 & 0xFFFF != lane:
        raise wrong(TensorProblem.ALIGNMENT, given.meta >> 16 & 0xFFFF)
    if p.is_sparse and given.meta & 1:
        raise wrong(TensorProblem.METADATA, given.meta & 0xFFFF)
    for block in pair:
        width, is_new = _columns(p, pair) + (given.zeros >> 56 & 63), TensorWay.SM_103 in way
        _check_tile(given.b, absolute=is_new and not p.turned[1])
        _matrix(block, p, given.b, width, second=True)
        if not in_tensor:
            _check_tile(given.a, absolute=is_new and not p.turned[0])
            _matrix(block, p, given.a, p.rows, second=False)
        _check_columns(block, given.d, p.n // p.folds)
        if in_tensor:
            _check_columns(block, given.a, p.tensor_columns)
        if p.is_sparse:
            _check_columns(block, given.meta, 2)
        sides = (given.scale_a, p.rows), (given.scale_b, p.n // p.folds)
        for (address, rows), at in zip(sides, p.scale_ids, strict=True) if p.scales else ():
            last = int(p.scale_columns(address, at, rows).max())
            _check_columns(block, address, last + 1 - (address & 0xFFFF))


def _check_tile(descriptor: int, *, absolute: bool) -> None:
    if not tm.is_tile(descriptor, absolute=absolute):
        raise wrong(TensorProblem.DESCRIPTOR, descriptor >> 32)


def _columns(p: tm.Product, pair: list[Block]) -> int:
    return p.n // len(pair)


def _matrix(block: Block, p: tm.Product, descriptor: int, rows: int, *, second: bool) -> Lanes:
    """Return the elements of A, or of B (`second`), in a block's shared memory, as [row, k]."""
    name, transposed = (p.b, p.turned[1]) if second else (p.a, p.turned[0])
    each = tm.elements_in_chunk(p.kind, name)
    depth = p.k if second else p.stored
    lines, length = (depth, rows) if transposed else (rows, depth)
    raw = np.zeros((lines, length // each * each), np.uint32)
    for line in range(lines):
        for piece in range(length // each):
            place = tm.chunk_place(descriptor, line, 16 * piece, transposed=transposed)
            chunk = _chunk(block, place)
            raw[line, piece * each : (piece + 1) * each] = tm.unpacked(chunk, name, each)
    return raw.T if transposed else raw


def _chunk(block: Block, place: int) -> Lanes:
    """Return 16 bytes of a block's shared memory."""
    size = len(block.shared)
    if place + 16 > size:
        problem = f"shared-memory address {place:#x} is beyond the block's {size} bytes"
        raise MemoryAccessError(problem)
    return block.shared[place : place + 16]


def _in_tensor(block: Block, p: tm.Product, given: _Given, fold: int) -> Lanes:
    lane, column = tm.lane_and_column(given.a)
    bits = p.tensor_bits
    # Four or six bits are in the middle of a byte.
    shift = (bits - numeric.BITS[p.a]) // 2
    k = np.arange(p.stored)
    words = block.tensor.words[column + k * bits // 32][:, p.lanes(lane, fold)]
    mask = np.uint32((1 << numeric.BITS[p.a]) - 1)
    return (words >> (k * bits % 32 + shift).astype(np.uint32)[:, None] & mask).T


def _scale_table(
    block: Block, p: tm.Product, address: int, at: int, count: int, part: int
) -> Lanes:
    """Return the scales of each row, as one of the four datapaths sees them."""
    row, byte = np.arange(count)[:, None], at + np.arange(p.scales, dtype=np.uint32)
    words = block.tensor.words[p.scale_columns(address, at, count), part * 32 + row % 32]
    return tm.scales(words >> 8 * (byte % 4) & np.uint32(0xFF), powers=p.powers)


def _product_task(
    pair: list[Block], p: tm.Product, given: _Given, way: TensorWay
) -> Callable[[], None]:

    def finish() -> None:
        shift = given.zeros >> 56 & 63
        parts = [_matrix(b, p, given.b, _columns(p, pair) + shift, second=True) for b in pair]
        right = tm.numbers(p.b, np.concatenate(parts)[shift:])
        right = -right if p.negated[1] else right
        right[tm.zero_columns(given.zeros, p)] = 0
        for number, block in enumerate(pair):
            for fold in range(p.folds):
                raw = (
                    _in_tensor(block, p, given, fold)
                    if TensorWay.A_IS_TENSOR in way
                    else _matrix(block, p, given.a, p.rows, second=False)
                )
                left = tm.numbers(p.a, raw)
                left = -left if p.negated[0] else left
                _add(block, p, given, (left, right), (fold, given.off[number]))
            # `.ashift` moves A after the product: docs/blackwell.md.
            for lane in range(0, TENSOR_LANES if TensorWay.SHIFTS_A in way else 0, LANES):
                _shift_lanes(block, given.a & 0xFFFF, p.tensor_columns, lane)

    return finish


def _add(
    block: Block,
    p: tm.Product,
    given: _Given,
    factors: tuple[Lanes, Lanes],
    place: tuple[int, Lanes],
) -> None:
    """Add a block's part of a product, of one part of the columns, to its sums."""
    (left, right), (fold, off) = factors, place
    base, column = tm.lane_and_column(given.d)
    lanes, width = p.lanes(base, fold), p.n // p.folds
    places = _places(block, p, given, fold)
    for part in range(0, p.rows, LANES):
        rows = slice(part, min(part + LANES, p.rows))
        a, b = left[rows], right[fold * width : (fold + 1) * width]
        own: tuple[Lanes, ...] = ()
        if p.scales:
            number, (at, bt) = (part + fold * p.rows) // LANES, p.scale_ids
            of_a = _scale_table(block, p, given.scale_a, at, p.rows, number)
            own = of_a[rows], _scale_table(block, p, given.scale_b, bt, width, number)
        where = np.ix_(np.arange(column, column + width), np.asarray(lanes[rows]))
        old = block.tensor.words[where].T
        new = _sums(p, given, old, (a, b[:, places[rows]].swapaxes(0, 1)), own)
        kept = off[lanes[rows]]
        block.tensor.words[where] = np.where(kept[:, None], old, new).T


def _places(block: Block, p: tm.Product, given: _Given, fold: int) -> Lanes:
    """Return the k of each element of A, [rows, elements]."""
    if not p.is_sparse:
        return np.tile(np.arange(p.k), (p.rows, 1))
    lanes, columns, lowest = tm.metadata_places(p, given.meta >> 16 & 0xFFFF, fold)
    words = block.tensor.words[(given.meta & 0xFFFF) + columns, lanes].astype(np.int64)
    return sparse.columns_of(p.chunk, words >> lowest & 15)


def _sums(
    p: tm.Product,
    given: _Given,
    old: Lanes,
    factors: tuple[Lanes, Lanes],
    scales: tuple[Lanes, ...],
) -> Lanes:
    """Return the words of the sums after a product: [rows, columns].

    factors: A, [rows, elements], and what each element is multiplied by, [rows, columns, elements];
    scales: of rows and of columns, if there are some.
    """
    a, b = factors
    if not np.issubdtype(a.dtype, np.floating):
        products = (a[:, None].astype(np.int64) * b).sum(axis=2)
        before = np.ascontiguousarray(old).view(np.int32).astype(np.int64) * given.keeps
        total = products + before
        if p.clamps:
            total = np.clip(total, -(1 << 31), (1 << 31) - 1)
        return total.astype(np.int32).view(np.uint32)
    before = np.ascontiguousarray(old).view(np.float32)
    if p.half:
        halves = (old & 0xFFFF).astype(np.uint16).reshape(-1)
        before = numeric.float_to_float("f32", "f16", halves).reshape(old.shape)
    with np.errstate(all="ignore"):
        total = before * np.float32(2.0**-given.halvings) if given.keeps else np.zeros_like(before)
    left, right = np.repeat(a, b.shape[1], axis=0), b.reshape(-1, b.shape[2])
    kinds, start = (p.a, p.b), np.ascontiguousarray(total).reshape(-1)
    if scales:
        of_a, of_b = np.repeat(scales[0], b.shape[1], axis=0), np.tile(scales[1], (len(a), 1))
        scale_type = "ue8m0" if p.powers else "ue4m3"
        flat = add_scaled(kinds, left, right, start, (of_a, of_b), scale_type)
    else:
        how = sums_of(given.sm, "tcgen05", p.a, "f16" if p.half else "f32")
        flat = add_products(how, kinds, left, right, start)
    bits = np.ascontiguousarray(flat).view(np.uint32).copy()
    bits[np.isnan(flat)] = 0x7FFFFFFF
    if p.half:
        halves = numeric.float_to_float("f16", "f32", flat).view(np.uint16)
        bits = halves.astype(np.uint32)
        bits[np.isnan(flat)] = 0x7FFF
        return bits.reshape(old.shape) | old & np.uint32(0xFFFF0000)
    return bits.reshape(old.shape)


# ---- copies and shifts ---------------------------------------------------------------------------

_COPIED = {"128x256b": (128, 32), "4x256b": (4, 32), "128x128b": (128, 16), "64x128b": (64, 16)}
_COPIED["32x128b"] = 32, 16


def copy(warp: Warp, inst: ir.Inst) -> None:
    """Run `tcgen05.cp`."""
    values, pair, f = bulk.named(warp, inst), _pair(warp, inst), inst.fields
    lines, size = _COPIED[f["shape"]]
    bits = int(f["src"][1]) if f["src"] else 0
    for lane in bulk.active(warp):
        address, descriptor = int(values["a"][lane]) & 0xFFFFFFFF, int(values["s"][lane])
        first, column = tm.lane_and_column(address)
        if first and not (lines == 4 and first < LANES):
            raise wrong(TensorProblem.ALIGNMENT, first)
        for block in pair:
            _check_tile(descriptor, absolute=warp.launch.function.sm == 103)
            _lines(block, descriptor, lines, size)
            _check_columns(block, address, size // 4)

        def finish(first: int = first, column: int = column, descriptor: int = descriptor) -> None:
            for block in pair:
                table = _lines(block, descriptor, lines, size)
                if bits:
                    table = _widened(table, bits)
                words = table.view(np.uint32)
                for line in range(lines):
                    for lane in _copy_lanes(f, lines, line):
                        block.tensor.words[column : column + size // 4, first + lane] = words[line]

        _issue(warp, inst, lane, finish)


def _copy_lanes(f: dict[str, str], lines: int, line: int) -> list[int]:
    """Return the lanes that a line is copied to; four lines are one for each part of them."""
    if lines == 4:
        return [line * LANES]
    half, within = line // LANES, line % LANES
    match f["many"]:
        case "warpx4":
            return [line + part * LANES for part in range(4)]
        case "warpx2::02_13":
            return [within + half * LANES, within + (half + 2) * LANES]
        case "warpx2::01_23":
            return [within + 2 * half * LANES, within + (2 * half + 1) * LANES]
        case _:
            return [line]


def _lines(block: Block, descriptor: int, lines: int, size: int) -> Lanes:
    """Return lines of shared memory, by a matrix descriptor."""
    table = np.zeros((lines, size), np.uint8)
    for line in range(lines):
        for at in range(0, size, 16):
            place = tm.chunk_place(descriptor, line, at, transposed=False)
            table[line, at : at + 16] = _chunk(block, place)
    return table


def _widened(table: Lanes, bits: int) -> Lanes:
    """Return bytes of 16 elements each that were packed, and padded behind."""
    chunks = table.reshape(-1, 16)
    name = {4: "e2m1", 6: "e2m3"}[bits]
    wide = np.stack([tm.unpacked(chunk, name, 16) for chunk in chunks])
    return (wide << (8 - bits) // 2).astype(np.uint8).reshape(table.shape)


def shift(warp: Warp, inst: ir.Inst) -> None:
    """Run `tcgen05.shift`: of 32 rows each takes the 32 bytes of the next one."""
    values, pair = bulk.named(warp, inst), _pair(warp, inst)
    for lane in bulk.active(warp):
        address = int(values["a"][lane]) & 0xFFFFFFFF
        first, column = tm.lane_and_column(address)
        if first % LANES or first >= TENSOR_LANES:
            raise wrong(TensorProblem.ALIGNMENT, first)
        for block in pair:
            _check_columns(block, address, 8)

        def finish(first: int = first, column: int = column) -> None:
            for block in pair:
                _shift_lanes(block, column, 8, first)

        _issue(warp, inst, lane, finish)


def _shift_lanes(block: Block, column: int, count: int, lane: int) -> None:
    """Give each of 32 lanes the columns of the next one; the last keeps its own."""
    rows = block.tensor.words[column : column + count, lane : lane + LANES]
    rows[:, :-1] = rows[:, 1:].copy()
