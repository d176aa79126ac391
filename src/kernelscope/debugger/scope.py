"""What names stand for where a launch has stopped: registers, parameters, memory, the thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from kernelscope.debugger.expressions import LANES, Lanes, Memory, Value
from kernelscope.debugger.places import Code
from kernelscope.debugger.values import Number, decode, element_type, register_types
from kernelscope.devices.capture import KernelForm
from kernelscope.errors import MemoryAccessError, UsageError
from kernelscope.stages.assignments import Source
from kernelscope.stages.names import name_registers, variable_name
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter import Launch, Place, Warp
from kernelscope.vgpu.interpreter_memory import OFFSET_BITS, SHARED
from kernelscope.vgpu.special import SPECIAL_REGISTERS
from kernelscope.vgpu.types import TYPES, ScalarType

_OF_TRITON = {
    **{f"{kind}{bits}": f"{kind[0].replace('i', 's')}{bits}"
       for kind in ("i", "u", "fp") for bits in (8, 16, 32, 64)},
    "bf16": "bf16", "i1": "u8", "fp8e4nv": "e4m3", "fp8e5": "e5m2",
}  # fmt: skip
_PLACES = ("block", "thread", "warp", "lane", "grid")


class KernelNames:
    """The names of a kernel that mean the same throughout a launch.

    Attributes:
        parameters: by their name in the source, or in the PTX where that is not known.
        registers: by name; one name may be of several, in functions that were inlined.
        variables: the source's variables: which registers hold them, and what each is called.
        types: of each register, by its index.
    """

    def __init__(self, code: Code, arguments: Sequence[Any], form: KernelForm) -> None:
        function = code.function
        sources, types = form.parameters, form.types
        self.code = code
        self.types = register_types(function)
        self.variables = _variables(function, form)
        self.registers: dict[str, list[ir.Register]] = {}
        for register in function.registers:
            self.registers.setdefault(register.name, []).append(register)
        self.parameters: dict[str, tuple[ir.Parameter, ScalarType | None]] = {}
        for number, parameter in enumerate(function.parameters):
            source = sources[number] if number < len(sources) else ""
            given = arguments[number] if number < len(arguments) else None
            holds = element_type(given) or _pointee(types.get(source, ""))
            self.parameters[source or parameter.name] = parameter, holds

    def variable(self, name: str) -> list[tuple[str, ir.Register]]:
        """The registers of a variable with what each is called; a numbered one is itself alone."""
        for texts in self.variables.values():
            for text, register in texts:
                if text == name:
                    return [(text, register)]
        return self.variables.get(name, [])

    def register_at(self, name: str, place: Place) -> ir.Register:
        """The register of a name that was written last before a place.

        Raises:
            UsageError: there is none of that name.
        """
        found = self.registers.get(name)
        if found is None:
            raise UsageError(f"the kernel has no register {name}")
        if len(found) == 1:
            return found[0]
        before: dict[ir.Register, Place] = {}
        for block in self.code.function.blocks[: place[0] + 1]:
            for number, inst in enumerate(block.instructions):
                if (block.index, number) >= place:
                    break
                before |= {r: (block.index, number) for r in inst.destinations if r in found}
        return max(before, key=lambda r: before[r]) if before else found[0]


def _variables(function: ir.Function, form: KernelForm) -> dict[str, list[tuple[str, ir.Register]]]:
    text = form.texts.get("source")
    source = Source(text, form.source_file, max(form.source_line, 1)) if text else None
    found: dict[str, list[tuple[str, ir.Register]]] = {}
    for index, name in name_registers(function, form.parameters, source).items():
        if not name.evidence.startswith("parameter"):
            found.setdefault(name.base, []).append((name.text, function.registers[index]))
    return {base: sorted(texts, key=lambda pair: natural(pair[0])) for base, texts in found.items()}


def natural(name: str) -> tuple[str, int]:
    """A key that sorts `%r9` before `%r10`."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def _pointee(kind: str) -> ScalarType | None:
    """What a pointer holds whose type is written as Triton does: `*fp32`."""
    return TYPES.get(_OF_TRITON.get(kind.removeprefix("*"), "")) if kind[:1] == "*" else None


class Scope:
    """Names where a warp is; without a warp, those of the launch.

    Attributes:
        lanes: those that stand at the place: memory is read for them alone.
        written: which lanes of a warp have written a register, as a mask.
    """

    def __init__(
        self,
        names: KernelNames,
        launch: Launch,
        warp: Warp | None,
        place: Place,
        lanes: tuple[int, ...],
        written: Callable[[Warp, int], int],
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
        return Lanes(values, scalar, self.written(warp, register.index))

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
        if name in self.names.parameters:
            return self._parameter(name)
        held = self.names.variable(name)
        if held:
            return self._held(name, held)
        if name == "grid":
            return self.launch.grid
        if name in _PLACES:
            return self._where(name)
        memory = self._memory(name)
        if memory is None:
            known = ", ".join(dict.fromkeys(self.known()))
            raise UsageError(f"nothing is called `{name}` here; known: {known}, %registers")
        return memory

    def _held(self, name: str, held: list[tuple[str, ir.Register]]) -> Value:
        if len(held) > 1:
            parts = ", ".join(text for text, _ in held)
            raise UsageError(f"`{name}` is held in {len(held)} registers; name one of: {parts}")
        return self.lanes_of(held[0][1])

    def is_parameter(self, name: str) -> bool:
        """Whether a parameter is called so: `x`, `x.shape[0]`."""
        return name in self.names.parameters

    def known(self) -> Iterator[str]:
        """The names that `variable` knows."""
        yield from self.names.parameters
        yield from self.names.variables
        yield from (text for held in self.names.variables.values() for text, _ in held)
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

    def _parameter(self, name: str) -> Value:
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
            ("generic", self.launch.memory.variables),
        ):
            for symbol, start in variables.items():
                if name in (symbol, variable_name(symbol)):
                    return Memory(name, space, start, None, 1)
        return None

    # ---- memory ----------------------------------------------------------------------------

    def elements(self, memory: Memory, indices: Sequence[int]) -> tuple[Number, ...]:
        """Elements of memory.

        Raises:
            UsageError: one of them is outside all memory.
        """
        base = memory.base if isinstance(memory.base, int) else memory.base[0]
        return tuple(self._element(memory, base + index * memory.step, 0) for index in indices)

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
