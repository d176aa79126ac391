"""Kernels run by the interpreter, with what index expressions say beside what it touches."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kernelscope.devices.capture import CapturedLaunch
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter import warp as interpreter
from kernelscope.vgpu.interpreter.launch import run_together
from kernelscope.vgpu.interpreter.memory import LOCAL, OFFSET_BITS, PARAMETERS, SHARED
from kernelscope.vgpu.values.definitions import Value
from kernelscope.vgpu.values.folding import Folder
from kernelscope.vgpu.values.sums import Atom, Sum

MOST_VISITS = 3  # of an instruction by a warp that are compared
WINDOWS = {"shared": SHARED, "local": LOCAL, "param": PARAMETERS}
Lanes = np.ndarray[Any, Any]


@dataclass
class Followed:
    """What a run showed.

    Attributes:
        wrong: PTX lines whose expression missed an address that was touched.
        checked: accesses of a warp that were compared, by PTX line.
    """

    folder: Folder
    wrong: dict[int, str] = field(default_factory=dict)
    checked: dict[int, int] = field(default_factory=lambda: defaultdict(int))


class FollowedWarp(interpreter.Warp):
    """A warp that remembers the values that expressions speak of, lane by lane."""

    followed: Followed

    def __init__(self, block: interpreter.Block, number: int) -> None:
        super().__init__(block, number)
        self.seen: dict[Value, Lanes] = {}
        self.trips = defaultdict(lambda: np.zeros(32, np.int64))
        self.visits: Counter[ir.Inst] = Counter()
        self.heads = self.followed.folder.values.phis

    def move(self, lanes: Lanes, place: interpreter.Place) -> None:
        head, loops = place[0], self.followed.folder.loops
        if place[1] == 0 and lanes.any():
            if head in loops:
                inside = np.array([at[0] in loops[head] for at in self.places])
                self.trips[head] = np.where(
                    lanes, (self.trips[head] + 1) * inside, self.trips[head]
                )
            for phi in self.heads[head].values():
                self.see(phi, lanes)
        super().move(lanes, place)

    def see(self, value: Value, lanes: Lanes) -> None:
        bits = self.values[value.register.index]
        before = self.seen.get(value, np.zeros(32, bits.dtype))
        self.seen[value] = np.where(lanes, bits, before) if bits.ndim == 1 else bits

    def execute(self, inst: ir.Inst, here: Lanes) -> None:
        active = here if inst.guard is None else here & self.predicate(*inst.guard)
        self.visits[inst] += bool(active.any())
        if active.any() and self.visits[inst] <= MOST_VISITS:
            for operand in inst.operands:
                if isinstance(operand, ir.Address):
                    self.compare(inst, operand, active)
        if inst.opcode not in ("mma", "wgmma"):  # slow here, and no address depends on them
            super().execute(inst, here)
        for register in inst.destinations:
            self.see(self.followed.folder.values.written(inst, register), here)

    def compare(self, inst: ir.Inst, operand: ir.Address, active: Lanes) -> None:
        total = self.followed.folder.address(inst, operand)
        if total is None:
            return
        touched = self.addresses(operand)[active]
        for name, expression in (("short", total), ("long", self.expanded(total))):
            value = np.broadcast_to(np.asarray(expression.evaluate(self.value_of)), (32,))
            told = value.astype(np.uint64)[active]
            if inst.fields.get("space", inst.fields.get("to", "")).startswith("shared"):
                told, touched = told & 0xFFFFFFFF, touched & 0xFFFFFFFF
            self.followed.checked[inst.position.line] += 1
            if (told != touched).any():
                self.followed.wrong[inst.position.line] = f"{name}: {told[:4]} is {touched[:4]}"

    def expanded(self, total: Sum) -> Sum:
        """A sum whose short names are written out once."""
        folder, found = self.followed.folder, Sum({})
        for product, factor in total.terms.items():
            term = Sum({(): factor})
            for atom in product:
                long = folder.expanded.get(atom.number) if atom.kind == "value" else None
                term = term * (long or Sum({(atom,): 1}))
            found += term
        return found

    def value_of(self, atom: Atom) -> Any:
        match atom.kind:
            case "parameter":
                size = (atom.range[1] or 0).bit_length() // 8 + 1
                data = self.launch.parameters[atom.number : atom.number + size]
                return int.from_bytes(data, "little", signed=True)
            case "special":
                return self.special(atom.name).astype(np.int64)
            case "variable":
                function = self.launch.function
                known = function.variables.get(atom.name)
                return self.spaces.symbol(ir.Symbol(atom.name, known.space if known else "local"))
            case "window":
                return WINDOWS[atom.name] << OFFSET_BITS
            case "trip":
                return self.trips[atom.number]
            case _:
                bits = self.seen[self.followed.folder.numbers[atom.number]]
                signed = bits.view(bits.dtype.str.replace("u", "i"))
                return (bits if (atom.range[0] or -1) >= 0 else signed).astype(np.int64)


def follow(launch: CapturedLaunch, folder: Folder, blocks: list[tuple[int, int, int]]) -> Followed:
    """Run some blocks of a launch and compare every address that they touch."""
    memory = interpreter.Memory(folder.function)
    arguments = [_argument(value) for value in launch.arguments]
    packed = memory.pack(arguments)
    run = interpreter.Launch(
        folder.function,
        launch.grid,
        launch.block,
        memory,
        packed,
        launch.dynamic_shared_bytes,
        interpreter.Tally(),
    )
    found = Followed(folder)
    warp = type("Warp", (FollowedWarp,), {"followed": found})
    original = interpreter.Warp
    interpreter.Warp = warp  # type: ignore[misc]
    try:
        for index in blocks:
            run_together([interpreter.Block(run, index)])
    finally:
        interpreter.Warp = original  # type: ignore[misc]
    return found


def _argument(value: Any) -> Any:
    if value is None:
        return 0
    return np.ascontiguousarray(value) if isinstance(value, np.ndarray) else value
