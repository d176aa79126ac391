"""What names stand for where a launch has stopped: registers, parameters, memory, the thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from kernelscope.debugger import dwarf
from kernelscope.debugger.expressions import LANES, Lanes, Memory, Value
from kernelscope.debugger.machine import Writes
from kernelscope.debugger.names import Held, KernelNames
from kernelscope.debugger.values import Array, Number, decode
from kernelscope.errors import MemoryAccessError, UsageError
from kernelscope.inside.naming.names import variable_name
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter.memory import OFFSET_BITS, SHARED
from kernelscope.vgpu.interpreter.warp import Launch, Place, Warp
from kernelscope.vgpu.special import SPECIAL_REGISTERS
from kernelscope.vgpu.types import TYPES, ScalarType

_PLACES = ("block", "thread", "warp", "lane", "grid")
_OF_CUDA = {"blockIdx": "block", "threadIdx": "thread", "gridDim": "grid"}


class Scope:
    """Names where a warp is; without a warp, those of the launch.

    Attributes:
        lanes: those that stand at the place: memory is read for them alone.
        written: which lanes of which warp have written which register.
    """

    def __init__(
        self,
        names: KernelNames,
        launch: Launch,
        warp: Warp | None,
        place: Place,
        lanes: tuple[int, ...],
        written: Writes,
    ) -> None:
        self.names = names
        self.launch = launch
        self.warp = warp
        self.place = place
        self.lanes = lanes
        self.written = written

    # ---- registers -------------------------------------------------------------------------

    def register(self, name: str) -> Value:
        """A register's lanes, or a special register's."""
        warp = self._warp(name)
        if name in SPECIAL_REGISTERS:
            scalar = TYPES[SPECIAL_REGISTERS[name][0]]
            return Lanes(tuple(decode(warp.special(name), scalar)), scalar)
        register = self.names.register_at(name, self.place)
        return self.lanes_of(register)

    def lanes_of(self, register: ir.Register) -> Lanes:
        """A register's value in each lane that has written it."""
        scalar = self.names.types[register.index]
        warp = self._warp(register.name)
        values = tuple(decode(warp.values[register.index], scalar))
        return Lanes(values, scalar, _mask(self.written.times(warp, register) > 0))

    def _warp(self, what: str) -> Warp:
        if self.warp is None:
            raise UsageError(f"no block runs now, so `{what}` has no value")
        return self.warp

    # ---- variables -------------------------------------------------------------------------

    def variable(self, name: str) -> Value:
        """Where the warp is, a parameter, or memory with a name.

        Raises:
            UsageError: nothing is called so here; the message lists what is.
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
        raise UsageError(f"nothing is called `{name}` here; known: {known}, %registers")

    def _described(self, variable: dwarf.Variable) -> Value:
        """A variable where the compiler says that it is."""
        warp, scalar = self._warp(variable.name), variable.shape.scalar
        if variable.offset is None:
            register = self.names.register_at(variable.place, self.place)
            found = self.lanes_of(register)
            if variable.shape.is_pointer:
                return _pointing(variable.name, found, scalar)
            if scalar is None or scalar.bits != register.type.bits:
                return found
            return replace(
                found, values=tuple(decode(warp.values[register.index], scalar)), scalar=scalar
            )
        found = self._memory(variable.place)
        if found is None:
            raise UsageError(f"`{variable.name}` lies in {variable.place}, which is not there")
        start = found.base if isinstance(found.base, tuple) else (found.base,) * LANES
        kind = TYPES["u64"] if variable.shape.is_pointer else scalar
        step = kind.bits // 8 if kind else 1
        bases = tuple(one + variable.offset for one in start)
        memory = Memory(variable.name, found.space, bases, kind, step)
        if variable.shape.count or kind is None:
            return memory
        values = Lanes(self.by_lane(memory, (0,) * LANES), kind, _mask(warp.live))
        return _pointing(variable.name, values, scalar) if variable.shape.is_pointer else values

    def held(self, name: str) -> list[Held]:
        """The registers that hold a variable now, the one that was written last first.

        Several of a block, of which each thread has as many elements, and of what one instruction
        writes (`float2`). Empty where no lane has come to an assignment yet.
        """
        warp = self._warp(name)
        found = self.names.variable(name)
        times = {one: int(self.written.times(warp, one.register).max()) for one in found}
        written = sorted((one for one in found if times[one]), key=lambda one: -times[one])
        if name in self.names.blocks:
            return [one for one in found if times[one] and one.line == written[0].line]
        together = [one for one in written if times[one] == times[written[0]]]
        return together if len(together) > 1 else written

    def missing(self, name: str) -> str:
        """Why a variable of the source has no value here; "" where it has one, or is none."""
        if any(name == one.name for one in self.names.described):
            here = self.names.described_at(name, self.place)
            return "" if here else f"`{name}` has no value here: it is not in scope, or not set yet"
        if name in self.names.lost:
            hint = "; `debug -G` keeps it" if self.names.can_be_described else ""
            return f"`{name}` is in no register: the compiler has optimised it away{hint}"
        is_known = name in self.names.variables and name not in self.names.parameters
        return f"`{name}` has no value yet" if is_known and not self.held(name) else ""

    def is_split(self, name: str) -> bool:
        """Whether a variable has several registers in each thread, each with a part of it."""
        held = self.held(name)
        last = {int(self.written.times(self._warp(name), one.register).max()) for one in held}
        return len(held) > 1 and (name in self.names.blocks or len(last) == 1)

    def _of_held(self, name: str) -> Value:
        """A variable's value in each lane: in the register that the lane wrote last."""
        held = self.held(name)
        if not held:
            raise UsageError(self.missing(name))
        if self.is_split(name):
            parts = ", ".join(one.text for one in held)
            raise UsageError(f"`{name}` is held in {len(held)} registers; name one of: {parts}")
        warp = self._warp(name)
        times = np.array([self.written.times(warp, one.register) for one in held])
        lanes = [self.lanes_of(one.register) for one in held]
        values = tuple(lanes[which].values[lane] for lane, which in enumerate(times.argmax(0)))
        found = Lanes(values, lanes[0].scalar, _mask(times.max(0) > 0))
        holds = self.names.pointee(name)
        if holds is None or lanes[0].scalar is None or lanes[0].scalar.bits != 64:
            return found
        return _pointing(name, found, holds)

    def _constant(self, name: str) -> Value:
        text = self.names.constants[name]
        try:
            return {"True": True, "False": False}.get(
                text, float(text) if "." in text else int(text)
            )
        except ValueError:
            raise UsageError(f"`{name}` is the constant {text}") from None

    def is_parameter(self, name: str) -> bool:
        """Whether a parameter or member is called so: `x`, `x.shape[0]`, `pair.first`."""
        is_member = "." in name and any(name == one.name for one in self.names.described)
        return name in self.names.parameters or is_member

    def known(self) -> Iterator[str]:
        """The names that `variable` knows."""
        yield from self.names.parameters
        yield from self.names.constants
        yield from self.names.variables
        yield from (one.name for one in self.names.described)
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
        """A parameter as the kernel was given it."""
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
        """Elements of memory.

        Raises:
            UsageError: one of them is outside all memory.
        """
        lane = self.lanes[0] if self.lanes else 0  # of what each lane has for itself
        base = memory.base if isinstance(memory.base, int) else memory.base[lane]
        return tuple(self._element(memory, base + index * memory.step, lane) for index in indices)

    def by_lane(self, memory: Memory, indices: Sequence[int]) -> tuple[Number, ...]:
        """Each lane's element, of lanes that are not here 0."""
        bases = (memory.base,) * LANES if isinstance(memory.base, int) else memory.base
        return tuple(
            self._element(memory, base + index * memory.step, lane) if lane in self.lanes else 0
            for lane, (base, index) in enumerate(zip(bases, indices, strict=True))
        )

    def _element(self, memory: Memory, address: int, lane: int) -> Number:
        scalar = memory.scalar
        assert scalar is not None
        try:
            data = self.bytes_at(memory.space, address, scalar.bits // 8, lane)
        except MemoryAccessError as problem:
            raise UsageError(f"{memory.name}: {problem}") from None
        return decode(np.frombuffer(data, f"u{scalar.bits // 8}"), scalar)[0]

    def bytes_at(self, space: str, address: int, size: int, lane: int = 0) -> bytes:
        """Bytes of global memory, or of what the block or a lane has for itself.

        Raises:
            MemoryAccessError: there are none.
        """
        if space == "shared":
            space, address = "generic", (SHARED << OFFSET_BITS) + address
        if self.warp is None:
            return self.launch.memory.at(address, size).tobytes()
        where, offset = self.warp.spaces.resolve(space, address)
        return self.warp.spaces.at(where, offset, size, lane).tobytes()


def _pointing(name: str, addresses: Lanes, holds: ScalarType | None) -> Value:
    """The memory that each lane's address begins."""
    same = {*addresses.values}
    bases = tuple(int(value) for value in addresses.values)
    step = holds.bits // 8 if holds else 1
    return Memory(name, "generic", bases[0] if len(same) == 1 else bases, holds, step)


def _mask(lanes: Array) -> int:
    return sum(1 << int(lane) for lane in np.flatnonzero(lanes))
