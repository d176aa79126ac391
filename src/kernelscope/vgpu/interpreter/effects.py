"""The interpreter's instructions that touch more than registers: memory and barriers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.liveness import is_reduction
from kernelscope.vgpu.counting import wavefronts
from kernelscope.vgpu.counting.plan import names_shared
from kernelscope.vgpu.interpreter.engine import Owner
from kernelscope.vgpu.interpreter.warp import Warp
from kernelscope.vgpu.ir.forms import Bounds
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import TYPES, Lanes, bits_dtype

GRID_BEFORE, _NEVER = -1, 1 << 32
"""The number of a barrier that no block has, and more threads than any block has."""


def _space(inst: ir.Inst) -> str:
    if inst.fields.get("space") == "shared::cluster":
        return "cluster"
    space = inst.fields.get("space", "").partition("::")[0]
    return {"": "generic", "const": "global"}.get(space, space)


def _lanes(warp: Warp) -> list[int]:
    return [int(lane) for lane in np.flatnonzero(warp.active)]


def _elements(inst: ir.Inst) -> tuple[int, int]:
    """Return (bytes of an element, elements) of one lane's access."""
    vector = inst.fields.get("v", "")
    return TYPES[inst.fields["t"]].bits // 8, int(vector.lstrip("v")) if vector else 1


def _places(warp: Warp, inst: ir.Inst, address: ir.Operand) -> dict[int, tuple[str, int]]:
    """Return the space and offset of each active lane's address."""
    assert isinstance(address, ir.Address)
    values = warp.addresses(address)
    space = _space(inst)
    return {lane: warp.spaces.resolve(space, int(values[lane])) for lane in _lanes(warp)}


def _in_space(places: dict[int, tuple[str, int]], space: str) -> dict[int, int]:
    return {lane: offset for lane, (where, offset) in places.items() if where == space}


def load(warp: Warp, inst: ir.Inst) -> None:
    """Run `ld` or `ldu`."""
    size, count = _elements(inst)
    places = _places(warp, inst, inst.operands[1])
    data = np.zeros((LANES, count * size), np.uint8)
    for lane, (space, offset) in places.items():
        data[lane] = warp.spaces.at(space, offset, count * size, lane)
    parts = tuple(_as_lanes(data[:, n * size : (n + 1) * size], size) for n in range(count))
    vector = isinstance(inst.operands[0], tuple)
    warp.write(inst, (parts,) if vector else parts[0])
    _count_access(warp, inst, "ld", places, count * size)


def _as_lanes(data: Lanes, size: int) -> Lanes:
    """Return the bytes of each lane as one number."""
    packed = np.ascontiguousarray(data)
    return packed.view(np.uint64) if size == 16 else packed.view(bits_dtype(8 * size))[:, 0]


def store(warp: Warp, inst: ir.Inst) -> None:
    """Run `st`; of several lanes that store to one place, the highest wins."""
    size, count = _elements(inst)
    places = _places(warp, inst, inst.operands[0])
    value = warp.source(inst, inst.form.signature[1], inst.operands[1])
    parts = value if isinstance(value, tuple) else (value,)
    for lane, (space, offset) in places.items():
        data = b"".join(np.ascontiguousarray(part[lane]).tobytes() for part in parts)
        target = warp.spaces.writable(space, offset, count * size, lane)
        target[:] = np.frombuffer(data, np.uint8)
    _count_access(warp, inst, "st", places, count * size)


def _count_access(
    warp: Warp, inst: ir.Inst, operation: str, places: dict[int, tuple[str, int]], width: int
) -> None:
    if inst.fields.get("space", "") == "const":
        return
    tally = warp.launch.tally
    if addresses := _in_space(places, "global"):
        tally.global_access(operation, addresses, width)
    if addresses := _in_space(places, "shared"):
        rule = wavefronts.shared_load if operation == "ld" else wavefronts.shared_store
        tally.shared_access(operation, rule(addresses, width))
    if addresses := _in_space(places, "cluster"):
        tally.remote_access(operation, addresses)
    if _in_space(places, "local"):
        tally.local_access(operation)


def atomic(update: Callable[..., Any], warp: Warp, inst: ir.Inst) -> None:
    """Run `atom` or `red` lane after lane, lowest first.

    `update(fields, old, *operands)` is what one lane leaves in memory; the fields say in which, as
    `memory`.
    """
    named = dict(zip((spec.name for spec in inst.form.signature), inst.operands, strict=True))
    specs = {spec.name: spec for spec in inst.form.signature}
    values = [warp.source(inst, specs[n], named[n]) for n in ("b", "c") if n in named]
    vectors = [value if isinstance(value, tuple) else (value,) for value in values]
    scalar = TYPES[inst.fields["t"]]
    each, count = _elements(inst)
    size = each * count
    places = _places(warp, inst, named["a"])
    before = np.zeros((LANES, size), np.uint8)
    for lane, (space, offset) in places.items():
        memory = warp.spaces.writable(space, offset, size, lane)
        before[lane] = memory
        for number, operands in enumerate(zip(*vectors, strict=True)):
            element = slice(number * each, (number + 1) * each)
            raw = before[lane, element]
            old = raw.view(np.uint64) if each == 16 else raw.view(scalar.dtype)[0]
            fields = {**inst.fields, "memory": space}
            new = update(fields, old, *(operand[lane] for operand in operands))
            memory[element] = np.frombuffer(np.ascontiguousarray(new).tobytes(), np.uint8)
    returns = inst.opcode == "atom" and named["d"] is not None
    if returns:
        old = tuple(_as_lanes(before[:, n * each : (n + 1) * each], each) for n in range(count))
        warp.write(inst, (old,) if isinstance(named["d"], tuple) else old[0])
    tally = warp.launch.tally
    if addresses := _in_space(places, "global"):
        tally.global_access("red" if is_reduction(inst) else "atom", addresses, size)
    cas = inst.fields["op"] == "cas"
    own, others = (_in_space(places, space) for space in ("shared", "cluster"))
    if own:
        other = "" if names_shared(inst) else inst.opcode
        tally.shared_access("atom", wavefronts.shared_atomic(own, cas), other)
    if others:
        tally.remote_access("atom", others)
    if others and not own:
        tally.pass_shared(2 if cas else 1)


def copies_of(warp: Warp, lane: int) -> Owner:
    """Return a lane's thread, as the owner of its `cp.async`."""
    return "copies", warp.number * LANES + lane


def asynchronous_copy(warp: Warp, inst: ir.Inst) -> None:
    """Run `cp.async`: its bytes move at the wait that covers them; those that it does not read are
    zeros.

    The copy counts as a load of the lanes that read, when it is issued.
    """
    named = dict(zip((spec.name for spec in inst.form.signature), inst.operands, strict=True))
    values = dict(zip(named, warp.sources(inst), strict=True))
    width = int(values["size"])
    read = np.where(warp.unread, 0, warp.copied_bytes(inst))
    reading = {lane: int(values["b"][lane]) for lane in _lanes(warp) if read[lane]}
    if reading:
        warp.launch.tally.global_access("copy", reading, width)
        touched = warp.launch.tally.touched
        touched.lanes = len(reading)
        targets = {lane: int(values["a"][lane]) for lane in reading}
        touched.wavefronts += wavefronts.shared_copy(reading, targets, width)
    for lane in _lanes(warp):
        count = int(read[lane])
        source = np.zeros(0, np.uint8)
        if count:
            source = warp.spaces.at("global", int(values["b"][lane]), width, lane)[:count]
        where = warp.spaces.resolve("shared", int(values["a"][lane]))[1]
        warp.spaces.at("shared", where, width, lane)

        def move(source: Lanes = source, where: int = where, lane: int = lane) -> None:
            data = np.zeros(width, np.uint8)
            data[: len(source)] = source
            warp.spaces.writable("shared", where, width, lane)[:] = data

        warp.block.engine.issue(copies_of(warp, lane), move)


def commit_copies(warp: Warp, inst: ir.Inst) -> None:
    """Run `cp.async.commit_group`."""
    for lane in _lanes(warp):
        warp.block.engine.commit(copies_of(warp, lane))


def wait_for_copies(warp: Warp, inst: ir.Inst) -> None:
    """Run `cp.async.wait_group` or `wait_all`."""
    for lane in _lanes(warp):
        if inst.fields["which"] == "wait_all":
            warp.block.engine.deliver(copies_of(warp, lane))
        else:
            warp.block.engine.leave(copies_of(warp, lane), int(warp.sources(inst)[0]))


def within(inst: ir.Inst, name: str, value: int) -> int:
    """Return the value of an operand that is within its bounds.

    Raises:
        LaunchError: it is not.
    """
    bounds: dict[str, Bounds] = inst.form.extra["bounds"]
    problem = bounds[name].problem(value)
    if problem:
        raise LaunchError(f"{problem} at ptx:{inst.position.line}")
    return value


def barrier(warp: Warp, inst: ir.Inst) -> None:
    """Wait at a barrier of the block: `bar.sync`, `bar.red`."""
    names = [spec.name for spec in inst.form.signature if not spec.is_destination]
    given = dict(zip(names, warp.sources(inst), strict=True))
    number = of_all_lanes(warp, inst, "a", given["a"])
    expected = 0 if given["b"] is None else of_all_lanes(warp, inst, "b", given["b"])
    warp.wait(number, expected, inst, given.get("c"))


def of_all_lanes(warp: Warp, inst: ir.Inst, name: str, values: Lanes) -> int:
    """Return the value of an operand that is within its bounds and the same in all active lanes.

    Raises:
        LaunchError: it is not.
    """
    numbers = [within(inst, name, int(values[lane])) for lane in _lanes(warp)]
    if len(set(numbers)) > 1:
        bounds: dict[str, Bounds] = inst.form.extra["bounds"]
        raise LaunchError(f"{bounds[name].mixed(numbers[0])} at ptx:{inst.position.line}")
    return numbers[0]


def control_grids(warp: Warp, inst: ir.Inst) -> None:
    """Run `griddepcontrol`, which waits for nothing, unless the grid before is held back."""
    if inst.fields["what"] == "wait" and warp.launch.holds_back:
        warp.wait(GRID_BEFORE, _NEVER, inst, None)


def nothing(warp: Warp, inst: ir.Inst) -> None:
    """Do nothing, which is right for what orders or waits for memory, and for hints to caches.

    Memory is always up to date here, and the lanes of a warp run in order.
    """


def trap(warp: Warp, inst: ir.Inst) -> None:
    """Run `trap`."""
    raise LaunchError(f"trap at ptx:{inst.position.line}")
