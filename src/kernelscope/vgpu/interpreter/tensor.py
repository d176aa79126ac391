"""Tensor-core instructions of a warp in the interpreter: `mma`, `wgmma`, `ldmatrix`, `stmatrix`.

Fragments follow the PTX ISA manual, section 9.7.16.5 (figures of m16n8kK). PTX leaves open how
floats are added; `kernelscope.vgpu.tensor_sums` says how a GPU does it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu import ir, numeric, sparse, tensor_sums
from kernelscope.vgpu.counting import wavefronts
from kernelscope.vgpu.interpreter.memory import Array
from kernelscope.vgpu.interpreter.warp import Warp
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.numeric import BITS

LANE = np.arange(LANES)
ROW, THREAD = LANE // 4, LANE % 4  # a lane's group and its place in the group
_INTEGERS = {"s8": np.int8, "u8": np.uint8}
_WHOLE = frozenset((*_INTEGERS, "s4", "u4", "b1"))


def mma(f: Fields, _active: Array, *sources: Any, sm: int) -> tuple[tuple[Array, ...]]:
    """Compute D = A·B + C of 16×8 or 8×8 outputs."""
    a, b, c = (part if isinstance(part, tuple) else (part,) for part in sources[:3])
    rows, depth = _size(f)
    left = _matrix(f["at"], a, depth, rows)
    right = _matrix(f["bt"], b, depth, 8)
    before = list(c) if f["ct"] != "f16" else _unpacked(c)
    clamped = bool(f.get("satfinite"))
    sums = [np.zeros_like(part) for part in before] if clamped else before
    for part in range(len(sums)):
        row, column = ROW + 8 * (part // 2), 2 * THREAD + part % 2
        sums[part] = _added(f, sm, "mma", left[row], right[column], sums[part])
    if clamped:
        sums = _clamped(sums, before)
    return (tuple(sums if f["dt"] != "f16" else _packed(sums)),)


def _size(f: Fields) -> tuple[int, int]:
    """Return M and K."""
    rows, _, columns_and_depth = f["shape"][1:].partition("n")
    return int(rows), int(columns_and_depth.partition("k")[2])


def _clamped(sums: list[Array], before: list[Array]) -> list[Array]:
    """Return A·B + C of `.satfinite`: A·B of narrow integers fits, its sum with C is clamped."""
    wide = [a.astype(np.int64) + b for a, b in zip(sums, before, strict=True)]
    return [np.clip(total, -(1 << 31), (1 << 31) - 1).astype(np.int32) for total in wide]


def mma_bits(f: Fields, _active: Array, *sources: Any) -> tuple[tuple[Array, ...]]:
    """Compute D = A·B + C of single bits: a product is what their `and` or `xor` gives."""
    a, b, c = (part if isinstance(part, tuple) else (part,) for part in sources[:3])
    rows, depth = _size(f)
    left, right = _matrix("b1", a, depth, rows), _matrix("b1", b, depth, 8)
    combine = np.bitwise_and if f["op"] == "and" else np.bitwise_xor
    sums: list[Array] = []
    for part, start in enumerate(c):
        row, column = ROW + 8 * (part // 2), 2 * THREAD + part % 2
        count = combine(left[row], right[column]).sum(axis=1)
        sums.append((start.astype(np.int64) + count).astype(np.int32))
    return (tuple(sums),)


def mma_sparse(f: Fields, _active: Array, *sources: Any, sm: int) -> tuple[tuple[Array, ...]]:
    """Compute D = A·B + C of 16×8 outputs, A with half of its elements and their places."""
    a, b, c = (part if isinstance(part, tuple) else (part,) for part in sources[:3])
    _, depth = _size(f)
    left = _matrix(f["at"], a, depth // 2, 16)
    right = _matrix(f["bt"], b, depth, 8)
    places = sparse.places(f, sources[3], sources[4])
    before = list(c) if f["ct"] != "f16" else _unpacked(c)
    clamped = bool(f["satfinite"])
    sums = [np.zeros_like(part) for part in before] if clamped else before
    for part in range(4):
        row, column = ROW + 8 * (part // 2), 2 * THREAD + part % 2
        chosen = right[column[:, None], places[row]]
        sums[part] = _added(f, sm, "mma", left[row], chosen, sums[part])
    if clamped:
        sums = _clamped(sums, before)
    return (tuple(sums if f["dt"] != "f16" else _packed(sums)),)


def wgmma(warp: Warp, inst: ir.Inst) -> None:
    """Compute a warp's 16 of the 64 rows of D = A·B + D; A in registers or shared memory, B in
    shared.

    Under a fine schedule that happens at the wait that covers it: what is then in the sums' and in
    A's registers, and in the tiles, is what it takes. Descriptors, `scale` and the metadata of a
    sparse A it takes now.
    """
    values = _named(warp, inst)
    given = {name: values[name] for name in ("b", "scale")}
    if "e" in values:
        given["e"] = values["e"].copy()
    if not isinstance(values["a"], tuple):
        given["a"] = values["a"]
    if not warp.launch.schedule.is_fine:
        _multiply(warp, inst, given)
        return
    _factors(warp, inst, values)  # a tile that is not in shared memory is an error here
    lanes = warp.active.copy()

    def finish() -> None:
        before, warp.active = warp.active, lanes
        _multiply(warp, inst, given)
        warp.active = before

    warp.block.engine.issue(("products", warp.number), finish, in_order=True)


def commit_products(warp: Warp, inst: ir.Inst) -> None:
    """Run `wgmma.commit_group`."""
    warp.block.engine.commit(("products", warp.number))


def wait_for_products(warp: Warp, inst: ir.Inst) -> None:
    """Run `wgmma.wait_group`."""
    warp.block.engine.leave(("products", warp.number), int(warp.sources(inst)[0]))


def _named(warp: Warp, inst: ir.Inst) -> dict[str, Any]:
    return dict(zip((spec.name for spec in inst.form.signature), warp.sources(inst), strict=True))


def _factors(warp: Warp, inst: ir.Inst, values: dict[str, Any]) -> tuple[Array, Array]:
    """Return what is stored of a warp's rows of A, and B transposed."""
    f = inst.fields
    _, depth = _size(f)
    stored = depth // (2 if f.get("sp") else 1)
    columns = int(f["shape"].partition("n")[2].partition("k")[0])
    first = 16 * (warp.number % 4)
    if isinstance(values["a"], tuple):
        left = _matrix(f["at"], values["a"], stored, rows=16)
    else:
        own, transposed = range(first, first + 16), bool(values.get("ta"))
        a = f["at"], int(values["a"][0])
        left = _tile(warp, inst, a, (range(64) if transposed else own, stored), transposed)
        left = left[first : first + 16] if transposed else left
    b = f["bt"], int(values["b"][0])
    right = _tile(warp, inst, b, (range(columns), depth), bool(values.get("tb")))
    if values.get("sa", 1) * values.get("sb", 1) < 0:
        left = -left
    return left, right


def _multiply(warp: Warp, inst: ir.Inst, given: dict[str, Any]) -> None:
    """Compute a product, with these operands as they were when it was issued."""
    f = inst.fields
    values = _named(warp, inst) | given
    left, right = _factors(warp, inst, values)
    d = values["d"] if isinstance(values["d"], tuple) else (values["d"],)
    before = list(d) if f["dt"] != "f16" else _unpacked(d)
    if not values["scale"][0]:
        before = [np.zeros_like(part) for part in before]
    clamped = bool(f.get("satfinite"))
    sums = [np.zeros_like(part) for part in before] if clamped else before
    places = np.tile(np.arange(left.shape[1]), (16, 1))
    if f.get("sp"):
        places = sparse.places(f, values["e"], values["f"])
    for part in range(len(sums)):
        row = ROW + 8 * (part // 2 % 2)
        column = 8 * (part // 4) + 2 * THREAD + part % 2
        chosen = right[column[:, None], places[row]]
        sums[part] = _added(f, warp.launch.function.sm, "wgmma", left[row], chosen, sums[part])
    if clamped:
        sums = _clamped(sums, before)
    if f["dt"] == "f16":
        sums = [packed for n in range(0, len(sums), 4) for packed in _packed(sums[n : n + 4])]
    warp.write(inst, (tuple(sums),))


def _added(f: Fields, sm: int, opcode: str, a: Array, b: Array, before: Array) -> Array:
    """Return the sums before of the lanes with the products of their rows of a and b."""
    if f["dt"] == "s32":
        return (before + (a.astype(np.int64) * b).sum(axis=1)).astype(np.int32)
    how = tensor_sums.sums_of(sm, opcode, f["at"], f["dt"])
    return tensor_sums.add_products(how, (f["at"], f["bt"]), a, b, before)


# Swizzle mode of a descriptor (bits 62, 63): bytes of a row, and the address bits mixed in.
_SWIZZLES = {0: (16, 0), 1: (128, 7), 2: (64, 3), 3: (32, 1)}


def _tile(
    warp: Warp, inst: ir.Inst, matrix: tuple[str, int], shape: tuple[range, int], transposed: bool
) -> Array:
    """Return rows of M or N, and all of K, of a tile in shared memory (PTX ISA, 9.7.17.5.1); of one
    that is not there zeros.

    K-major: a line is a row of M or N and its bytes run along K. Transposed, MN-major: a line is
    one k, and its bytes run along M or N.

    matrix: the type, and the descriptor.
    """
    (name, descriptor), (rows, depth) = matrix, shape
    lines, length = (range(depth), len(rows)) if transposed else (rows, depth)
    raw = np.zeros((len(lines), length * BITS[name] // 8), np.uint8)
    with warp.going_on(inst, 0) as errors:
        for number, line in enumerate(lines):
            for place in range(0, raw.shape[1], 16):
                address = _chunk(descriptor, line, place, transposed)
                raw[number, place : place + 16] = warp.spaces.at("shared", address, 16, 0)
    if errors:
        raw[:] = 0
    tile = decoded(name, raw)
    return tile.T if transposed else tile


def _chunk(descriptor: int, line: int, place: int, transposed: bool) -> int:
    """Return the place of the 16 bytes at `place` of a line."""
    start, leading, stride = (((descriptor >> shift) & 0x3FFF) << 4 for shift in (0, 16, 32))
    width, mask = _SWIZZLES[descriptor >> 62]
    far, near = (leading, stride) if transposed and not mask else (stride, leading)
    # Eight lines of `width` bytes are together; then eight more lines, or the lines' next bytes.
    address = start + line // 8 * far + line % 8 * width
    address += place // width * near + place % width
    return address ^ (address >> 7 & mask) << 4


def decoded(name: str, raw: Array) -> Array:
    """Return bytes in memory order as the numbers that are multiplied."""
    if name in _INTEGERS:
        return raw.view(_INTEGERS[name]).astype(np.int32)
    if name == "b1":
        return np.unpackbits(raw, axis=-1, bitorder="little").astype(np.int32)
    if name == "tf32":
        return (raw.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)
    bits = raw.view(f"u{BITS[name] // 8}")
    flat = numeric.float_to_float("f32", name, bits.reshape(-1))
    return flat.reshape(bits.shape)


def _matrix(name: str, registers: tuple[Array, ...], depth: int, rows: int) -> Array:
    """Return a fragment's registers as [rows, depth]: A with 16 rows, B transposed with 8."""
    each = 32 // BITS[name]
    matrix = np.zeros((rows, depth), np.int32 if name in _WHOLE else np.float32)
    for number, register in enumerate(registers):
        group, lower = divmod(number, 2) if rows == 16 else (number, 0)
        for e, values in enumerate(_elements(name, register)):
            matrix[ROW + 8 * lower, (4 * group + THREAD) * each + e] = values
    return matrix


def _elements(name: str, register: Array) -> list[Array]:
    """Return what a register packs, low part first, as f32 or integers."""
    bits = np.ascontiguousarray(register).view(np.uint32)
    if BITS[name] < 8:
        width = BITS[name]
        parts = [(bits >> np.uint32(n) & (1 << width) - 1) for n in range(0, 32, width)]
        sign = 8 if name == "s4" else 0
        return [((part.astype(np.int32)) ^ sign) - sign for part in parts]
    if name in _INTEGERS:
        columns = bits.view(_INTEGERS[name]).reshape(32, 4)
        return [columns[:, n].astype(np.int32) for n in range(4)]
    if name == "tf32":
        return [(bits & np.uint32(0xFFFFE000)).view(np.float32)]
    columns = bits.view(f"u{BITS[name] // 8}").reshape(32, -1)
    parts = [np.ascontiguousarray(columns[:, n]) for n in range(columns.shape[1])]
    return [numeric.float_to_float("f32", name, part) for part in parts]


def _unpacked(registers: tuple[Array, ...]) -> list[Array]:
    return [half for register in registers for half in _elements("f16", register)]


def _packed(sums: list[Array]) -> list[Array]:
    halves = [numeric.float_to_float("f16", "f32", part).view(np.uint16) for part in sums]
    pairs = [np.stack(halves[n : n + 2], axis=1) for n in (0, 2)]
    return [np.ascontiguousarray(pair).view(np.uint32)[:, 0] for pair in pairs]


def matrix_rows(warp: Warp, inst: ir.Inst, matrices: int) -> dict[int, int]:
    """Return the shared-memory address of each row, by the lane that gives it, and count it."""
    address = next(o for o in inst.operands if isinstance(o, ir.Address))
    values = warp.addresses(address)
    space = "shared" if inst.fields["space"] else "generic"
    places = [warp.spaces.resolve(space, int(values[n])) for n in range(8 * matrices)]
    if any(where != "shared" for where, _ in places):
        raise MemoryAccessError(f"{inst.opcode} takes only addresses of shared memory")
    rows = {n: offset for n, (_, offset) in enumerate(places)}
    load = inst.opcode == "ldmatrix"
    cost = wavefronts.matrix_rows(rows, matrices)
    warp.launch.tally.shared_access("ld" if load else "st", cost, inst.opcode)
    return rows


def load_matrices(warp: Warp, inst: ir.Inst) -> None:
    """Run `ldmatrix`: lane 4·r + t gets elements 2t and 2t+1 of row r (of column r with
    `.trans`).
    """
    matrices = int(inst.fields["v"][1:])
    rows = matrix_rows(warp, inst, matrices)
    results: list[Array] = []
    for number in range(matrices):
        lines = [warp.spaces.at("shared", rows[8 * number + n], 16, 0) for n in range(8)]
        matrix = np.stack([np.ascontiguousarray(line).view(np.uint16) for line in lines])
        matrix = matrix.T if inst.fields["trans"] else matrix
        pair = np.stack([matrix[ROW, 2 * THREAD], matrix[ROW, 2 * THREAD + 1]], axis=1)
        results.append(np.ascontiguousarray(pair).view(np.uint32)[:, 0])
    vector = isinstance(inst.operands[0], tuple)
    warp.write(inst, (tuple(results),) if vector else results[0])


def store_matrices(warp: Warp, inst: ir.Inst) -> None:
    """Run `stmatrix`, the same way back."""
    matrices = int(inst.fields["v"][1:])
    rows = matrix_rows(warp, inst, matrices)
    value = warp.source(inst, inst.form.signature[1], inst.operands[1])
    for number, register in enumerate(value if isinstance(value, tuple) else (value,)):
        pair = np.ascontiguousarray(register).view(np.uint16).reshape(32, 2)
        matrix = np.zeros((8, 8), np.uint16)
        matrix[ROW, 2 * THREAD], matrix[ROW, 2 * THREAD + 1] = pair[:, 0], pair[:, 1]
        matrix = matrix.T if inst.fields["trans"] else matrix
        for n in range(8):
            line = warp.spaces.writable("shared", rows[8 * number + n], 16, 8 * number + n)
            line[:] = np.ascontiguousarray(matrix[n]).view(np.uint8)
