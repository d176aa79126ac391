"""The meaning of names at the place where a launch has stopped.

In: a name, such as `%r3`, `v`, `out`, `block`, `shared`. Out: its `Value` in each lane.

Several registers may hold one variable. After

    if (w > most) most = w - v;

the compiler may have `most` in one register on one path and in another on the other path. At a stop
after the `if`, each lane's value is in the register that this lane wrote last (`_of_held`). Reading
one register in all lanes would show an old value for the lanes that took the other path.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kernelscope.debugger import dwarf
from kernelscope.debugger.expressions import Lanes, Memory, Value
from kernelscope.debugger.machine import Writes
from kernelscope.debugger.names import Held, KernelNames
from kernelscope.debugger.values import Array, Number, decode
from kernelscope.errors import MemoryAccessError, UsageError
from kernelscope.inside.naming.names import variable_name
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter.memory import OFFSET_BITS, SHARED
from kernelscope.vgpu.interpreter.warp import Launch, Place, Warp
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.special import SPECIAL_REGISTERS
from kernelscope.vgpu.types import TYPES, ScalarType

_PLACES = ("block", "thread", "warp", "lane", "grid")
_OF_CUDA = {"blockIdx": "block", "threadIdx": "thread", "gridDim": "grid"}


@dataclass(eq=False)
class Scope:
    """The names at a warp's place; without a warp, those of the launch.

    Attributes:
        warp: the warp; None before the first block and after the last.
        lanes: the lanes at the place; memory is read only for them.
        written: when each lane wrote each register.
    """

    names: KernelNames
    launch: Launch
    warp: Warp | None
    place: Place
    lanes: tuple[int, ...]
    written: Writes

    # ---- registers -------------------------------------------------------------------------

    def register(self, name: str) -> Value:
        """Return the lanes of a register or special register."""
        warp = self._warp(name)
        if name in SPECIAL_REGISTERS:
            scalar = TYPES[SPECIAL_REGISTERS[name][0]]
            return Lanes(tuple(decode(warp.special(name), scalar)), scalar)
        register = self.names.register_at(name, self.place)
        return self.lanes_of(register)

    def lanes_of(self, register: ir.Register) -> Lanes:
        """Return a register's value in each lane that has written it."""
        scalar = self.names.types[register.index]
        warp = self._warp(register.name)
        values = tuple(decode(warp.values[register.index], scalar))
        return Lanes(values, scalar, _mask(self.written.times(warp, register) > 0))

    def _warp(self, name: str) -> Warp:
        if self.warp is None:
            raise UsageError(f"no block runs now, so `{name}` has no value")
        return self.warp

    # ---- variables -------------------------------------------------------------------------

    def variable(self, name: str) -> Value:
        """Return the value of a variable, a parameter, a position (`block`) or named memory.

        Raises UsageError if nothing has this name here; the message lists the known names.
        """
        described = self.names.described_at(name, self.place) if self.warp else None
        if described is not None:
            return self._described(described)
        if name in self.names.parameters and not (self.warp and self.held(name)):
            return self.parameter(name)
        if name in self.names.constants:
            return self._constant(name)
        if self.names.variable(name):
            return self._of_held(name)
        name = _OF_CUDA.get(name, name)
        if name in ("grid", "blockDim"):
            return self.launch.grid if name == "grid" else self.launch.block
        if name in _PLACES:
            return self._where(name)
        memory = self._memory(name)
        if memory is not None:
            return memory
        missing = self.missing(name)
        if missing:
            raise UsageError(missing)
        known = ", ".join(dict.fromkeys(self.known()))
        raise UsageError(f"nothing has the name `{name}` here; known names: {known}, %registers")

    def _described(self, variable: dwarf.Variable) -> Value:
        """Return a variable from the place that the compiler describes."""
        warp, scalar = self._warp(variable.name), variable.shape.scalar
        if variable.offset is None:
            register = self.names.register_at(variable.place, self.place)
            held = self.lanes_of(register)
            if variable.shape.is_pointer:
                return _pointing(variable.name, held, scalar)
            if scalar is None or scalar.bits != register.type.bits:
                return held
            return replace(
                held, values=tuple(decode(warp.values[register.index], scalar)), scalar=scalar
            )
        held = self._memory(variable.place)
        if held is None:
            raise UsageError(f"`{variable.name}` is in {variable.place}, which does not exist")
        element = TYPES["u64"] if variable.shape.is_pointer else scalar
        step = element.bits // 8 if element else 1
        bases = tuple(held.start(lane) + variable.offset for lane in range(LANES))
        memory = Memory(variable.name, held.space, bases, element, step)
        if variable.shape.count or element is None:
            return memory
        values = Lanes(self.by_lane(memory, (0,) * LANES), element, _mask(warp.live))
        return _pointing(variable.name, values, scalar) if variable.shape.is_pointer else values

    def held(self, name: str) -> list[Held]:
        """Return the registers that hold a variable now, the one that was written last first.

        A block of which each thread has four elements (`x_0` … `x_3` in `gelu/triton`) has four
        registers at once: those of the line that assigned it last. So has what one instruction
        writes, such as a `float2`: its registers were written at the same time. Of other
        variables, only the latest counts. Empty if no lane has reached an assignment yet.
        """
        warp = self._warp(name)
        parts = self.names.variable(name)
        times = {part: int(self.written.times(warp, part.register).max()) for part in parts}
        written = sorted((part for part in parts if times[part]), key=lambda part: -times[part])
        if name in self.names.blocks:
            return [part for part in parts if times[part] and part.line == written[0].line]
        together = [part for part in written if times[part] == times[written[0]]]
        return together if len(together) > 1 else written

    def missing(self, name: str) -> str:
        """Return why a variable has no value here; "" if it has one, or is not a variable."""
        if any(name == described.name for described in self.names.described):
            here = self.names.described_at(name, self.place)
            return "" if here else f"`{name}` has no value here: it is not in scope, or not set yet"
        if name in self.names.lost:
            hint = "; `debug -G` keeps it" if self.names.can_be_described else ""
            return f"`{name}` is in no register: the compiler has optimised it away{hint}"
        is_known = name in self.names.variables and name not in self.names.parameters
        return f"`{name}` has no value yet" if is_known and not self.held(name) else ""

    def is_split(self, name: str) -> bool:
        """Return whether several registers of each thread hold a variable, each a part of it."""
        held = self.held(name)
        last = {int(self.written.times(self._warp(name), part.register).max()) for part in held}
        return len(held) > 1 and (name in self.names.blocks or len(last) == 1)

    def _of_held(self, name: str) -> Value:
        """Return a variable's value in each lane, from the register that the lane wrote last."""
        held = self.held(name)
        if not held:
            raise UsageError(self.missing(name))
        if self.is_split(name):
            parts = ", ".join(part.text for part in held)
            raise UsageError(f"`{name}` is in {len(held)} registers; name one of: {parts}")
        warp = self._warp(name)
        times = np.array([self.written.times(warp, part.register) for part in held])
        lanes = [self.lanes_of(part.register) for part in held]
        values = tuple(lanes[which].values[lane] for lane, which in enumerate(times.argmax(0)))
        lanes_value = Lanes(values, lanes[0].scalar, _mask(times.max(0) > 0))
        holds = self.names.pointee(name)
        if holds is None or lanes[0].scalar is None or lanes[0].scalar.bits != 64:
            return lanes_value
        return _pointing(name, lanes_value, holds)

    def _constant(self, name: str) -> Value:
        text = self.names.constants[name]
        try:
            return {"True": True, "False": False}.get(
                text, float(text) if "." in text else int(text)
            )
        except ValueError:
            raise UsageError(f"`{name}` is the constant {text}") from None

    def is_parameter(self, name: str) -> bool:
        """Return whether a parameter or member has this name: `x`, `x.shape[0]`, `pair.first`."""
        is_member = "." in name and any(
            name == described.name for described in self.names.described
        )
        return name in self.names.parameters or is_member

    def known(self) -> Iterator[str]:
        """Yield the names that `variable` knows."""
        yield from self.names.parameters
        yield from self.names.constants
        yield from self.names.variables
        yield from (described.name for described in self.names.described)
        yield from _PLACES
        yield "shared"
        function = self.launch.function
        yield from map(variable_name, (*function.shared, *self.launch.memory.variables))

    def _where(self, name: str) -> Value:
        warp = self._warp(name)
        if name == "block":
            return warp.block.index
        if name == "warp":
            return warp.number
        if name == "lane":
            return Lanes(tuple(range(LANES)))
        return tuple(self.register(f"%tid.{axis}") for axis in "xyz")

    def parameter(self, name: str) -> Value:
        """Return the value of a parameter in this launch."""
        parameter, holds = self.names.parameters[name]
        buffer = self.launch.parameters
        data = buffer[parameter.offset : parameter.offset + parameter.size]
        scalar = TYPES[parameter.type]
        if parameter.count > 1 or parameter.size > 8:
            return Memory(name, "param", parameter.offset, None, 1)
        bits = np.frombuffer(data, f"u{scalar.bits // 8}")
        if scalar.bits == 64 and (holds is not None or scalar.kind in "b"):
            step = holds.bits // 8 if holds else 1
            return Memory(name, "generic", int(bits[0]), holds, step)
        return decode(bits, scalar)[0]

    def _memory(self, name: str) -> Memory | None:
        function = self.launch.function
        if name == "shared":
            return Memory(name, "shared", 0, None, 1)
        for space, variables in (
            ("shared", function.shared),
            ("local", function.local),
            ("generic", self.launch.memory.variables),
        ):
            for symbol, start in variables.items():
                if name in (symbol, variable_name(symbol)):
                    base = (start,) * LANES if space == "local" else start
                    return Memory(name, space, base, None, 1)
        return None

    # ---- memory ----------------------------------------------------------------------------

    def elements(self, memory: Memory, indices: Sequence[int]) -> tuple[Number, ...]:
        """Return elements of memory. Raises UsageError if one of them is outside all memory."""
        lane = self.lanes[0] if self.lanes else 0  # for memory that each lane has for itself
        return tuple(self._element(memory, index, lane) for index in indices)

    def by_lane(self, memory: Memory, indices: Sequence[int]) -> tuple[Number, ...]:
        """Return each lane's element; 0 for lanes that are not at this place."""
        return tuple(
            self._element(memory, index, lane) if lane in self.lanes else 0
            for lane, index in enumerate(indices)
        )

    def _element(self, memory: Memory, index: int, lane: int) -> Number:
        scalar = memory.scalar
        assert scalar is not None
        address = memory.start(lane) + index * memory.step
        try:
            data = self.bytes_at(memory.space, address, scalar.bits // 8, lane)
        except MemoryAccessError as problem:
            raise UsageError(f"{memory.name}: {problem}") from None
        return decode(np.frombuffer(data, f"u{scalar.bits // 8}"), scalar)[0]

    def bytes_at(self, space: str, address: int, size: int, lane: int = 0) -> bytes:
        """Return bytes of global memory, or of the block's or a lane's own memory.

        Raises MemoryAccessError if the address is not valid.
        """
        if space == "shared":
            space, address = "generic", (SHARED << OFFSET_BITS) + address
        if self.warp is None:
            return self.launch.memory.at(address, size).tobytes()
        where, offset = self.warp.spaces.resolve(space, address)
        return self.warp.spaces.at(where, offset, size, lane).tobytes()


def _pointing(name: str, addresses: Lanes, holds: ScalarType | None) -> Value:
    """Return the memory that begins at each lane's address."""
    same = {*addresses.values}
    bases = tuple(int(value) for value in addresses.values)
    step = holds.bits // 8 if holds else 1
    return Memory(name, "generic", bases[0] if len(same) == 1 else bases, holds, step)


def _mask(lanes: Array) -> int:
    return sum(1 << int(lane) for lane in np.flatnonzero(lanes))
