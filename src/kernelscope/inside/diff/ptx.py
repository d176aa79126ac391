"""PTX in canonical form: without names, numbering, labels, or the order of what is independent.

In: PTX text. Out: its lines, equal for two texts that compute the same in the same way.

Each register gets a colour (a hash) from the instructions that define and use it; in rounds, the
colours of neighbours are mixed in, as Weisfeiler and Leman (1968) tell the nodes of graphs apart.
The instructions of a block are then ordered by colour, as far as dependences allow.

    ld.global.f32 %f1, [%rd1];               ld.global.f32 %f2, [%rd1+4];
    ld.global.f32 %f2, [%rd1+4];             ld.global.f32 %f1, [%rd1];
    neg.f32 %f3, %f1;                        neg.f32 %f4, %f2;
    neg.f32 %f4, %f2;                        neg.f32 %f3, %f1;
    st.global.f32 [%rd2], %f3;               st.global.f32 [%rd2], %f3;
    st.global.f32 [%rd2+4], %f4;             st.global.f32 [%rd2+4], %f4;

Both sides give the same lines. After one round, the loads differ (offsets 0 and 4), but the two
`neg` still look alike, so they keep the order of the text, and the sides differ. The second round
tells the `neg` apart by their operands. Without the ordering, every new version of a compiler
would show hundreds of "changes" that only move instructions.

Two texts that are not the same graph stay different: registers that look alike are never merged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar
from zlib import crc32

from kernelscope.vgpu import instructions, ir
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.types import TYPES

# Importing them fills the instruction table.
assert instructions.TABLE

Line = tuple[str, str]
"""(operation, or "" for a line without one; the whole line)"""

_T = TypeVar("_T")

_COMMUTES = frozenset(
    ["add", "mul", "mul24", "mad", "mad24", "fma", "and", "or", "xor", "min", "max"]
)
_TIMERS = ("%clock", "%globaltimer")
_MOST_ROUNDS = 64


def ptx_lines(text: str, kernel: str) -> list[Line]:
    """Return the instructions of a kernel as the virtual GPU reads them, without dead code.

    Raises PtxError if it does not know an instruction.
    """
    function = lower(parse(text.rstrip("\0")), kernel)
    remove_dead_code(function)
    blocks = _blocks(function)
    colours = _Colours(function, blocks)
    for block in blocks:
        block.instructions = _scheduled(block.instructions, colours)
    return [*_Printer(function, colours).lines(blocks)]


# ---- control flow: labels and the order of blocks do not count ----------------------------------


@dataclass(slots=True)
class _Block:
    """Instructions that run one after another; `targets`: none, one, or those of true and false."""

    instructions: list[ir.Inst]
    predicate: ir.Register | None
    targets: list[int]


def _blocks(function: ir.Function) -> list[_Block]:
    """Return the blocks, joined if one only follows another, in the order of a walk from the entry.

    `@!%p1 bra C` is turned into a branch whose first target is the side where `%p1` holds. So
    `@%p1 bra A; <B>` and `@!%p1 bra B; <A>` give the same blocks.
    """
    raw = [_raw(block) for block in function.blocks]

    def past_empty(index: int) -> int:
        seen: set[int] = set()
        while not raw[index].instructions and len(raw[index].targets) == 1 and index not in seen:
            seen.add(index)
            (index,) = raw[index].targets
        return index

    for block in raw:
        block.targets = [past_empty(target) for target in block.targets]
        if len(set(block.targets)) == 1:
            block.predicate, block.targets = None, block.targets[:1]
    reached = _walk(raw, past_empty(0))
    entered = Counter(target for index in reached for target in raw[index].targets)
    for index in reached:
        block = raw[index]
        while len(block.targets) == 1 and entered[block.targets[0]] == 1:
            if block.targets[0] in (index, reached[0]):
                break
            following = raw[block.targets[0]]
            block.instructions += following.instructions
            block.predicate, block.targets = following.predicate, following.targets
    order = _walk(raw, reached[0])
    number = {index: at for at, index in enumerate(order)}
    for index in order:
        raw[index].targets = [number[target] for target in raw[index].targets]
    return [raw[index] for index in order]


def _raw(block: ir.BasicBlock) -> _Block:
    end = block.terminator
    if isinstance(end, ir.Branch):
        targets = [end.other, end.taken] if end.negated else [end.taken, end.other]
        return _Block([*block.instructions], end.predicate, targets)
    return _Block([*block.instructions], None, [*end.targets])


def _walk(blocks: Sequence[_Block], entry: int) -> list[int]:
    order: list[int] = []
    waiting, seen = [entry], set[int]()
    while waiting:
        index = waiting.pop()
        if index not in seen:
            seen.add(index)
            order.append(index)
            waiting += reversed(blocks[index].targets)
    return order


# ---- which register is which ---------------------------------------------------------------------


class _Colours:
    """A number for each register and each instruction that does not depend on names."""

    def __init__(self, function: ir.Function, blocks: Sequence[_Block]) -> None:
        self.function = function
        self._register = {r.index: crc32(r.type.name.encode()) for r in function.registers}
        self._places = [(i, n) for n, b in enumerate(blocks) for i in b.instructions]
        self._branches = [(b.predicate, n) for n, b in enumerate(blocks) if b.predicate]
        self.of: dict[int, int] = {}
        classes = 0
        for _ in range(_MOST_ROUNDS):
            self._refine()
            distinct = len(set(self.of.values())) + len(set(self._register.values()))
            if distinct == classes:
                break
            classes = distinct

    def _refine(self) -> None:
        self.of = {id(i): hash((n, self.instruction(i))) for i, n in self._places}
        seen: dict[int, list[int]] = {index: [] for index in self._register}
        for inst, _ in self._places:
            own = self.of[id(inst)]
            for at, register in enumerate(inst.destinations):
                seen[register.index].append(hash((own, at)))
            for register in inst.sources:
                seen[register.index].append(own)
        for register, block in self._branches:
            seen[register.index].append(hash((1, block)))
        self._register = {
            index: hash((self._register[index], *sorted(neighbours)))
            for index, neighbours in seen.items()
        }

    def instruction(self, inst: ir.Inst) -> int:
        guard = (inst.guard[1], self._register[inst.guard[0].index]) if inst.guard else ()
        operands = [self.operand(operand) for operand in inst.operands]
        return hash((crc32(operation(inst).encode()), guard, *_ordered(inst, operands, int)))

    def operand(self, operand: ir.Operand) -> int:
        match operand:
            case ir.Register():
                return self._register[operand.index]
            case ir.NotPredicate():
                return hash((2, self._register[operand.register.index]))
            case ir.Address():
                return hash((3, self.operand(operand.base), operand.offset))
            case tuple():
                return hash((4, *(self.operand(element) for element in operand)))
            case ir.Symbol():
                return crc32(symbol(self.function, operand, {operand.name: 0}).encode())
            case _:
                return crc32(repr(operand).encode())


def operation(inst: ir.Inst) -> str:
    """Return an instruction's name with its modifiers."""
    return ".".join([inst.opcode, *(word for word in inst.fields.values() if word)])


def symbol(function: ir.Function, used: ir.Symbol, others: dict[str, int]) -> str:
    """Return a parameter or shared variable by its offset, others by order and contents."""
    if used.space == "param":
        return f"param+{used.offset}"
    if used.name in function.shared:
        return f"shared+{function.shared[used.name] + used.offset}"
    number = others.setdefault(used.name, len(others))
    variable = function.variables.get(used.name)
    data = variable.data.hex() if variable is not None and variable.data else ""
    return f"{used.space}{number}:{data}+{used.offset}"


def _ordered(inst: ir.Inst, operands: list[_T], key: Callable[[_T], int]) -> list[_T]:
    """Return the operands, with the two that commute in a fixed order."""
    if inst.opcode in _COMMUTES and len(operands) > 2:
        operands[1:3] = sorted(operands[1:3], key=key)
    return operands


# ---- the order of independent instructions -------------------------------------------------------


def _scheduled(instructions: Sequence[ir.Inst], colours: _Colours) -> list[ir.Inst]:
    """Return the instructions ordered by colour, as far as dependences allow."""
    after = _dependences(instructions)
    waits = Counter(later for followers in after for later in followers)
    ready = [at for at in range(len(instructions)) if not waits[at]]
    result: list[ir.Inst] = []
    while ready:
        at = min(ready, key=lambda at: (colours.of[id(instructions[at])], at))
        ready.remove(at)
        result.append(instructions[at])
        for later in after[at]:
            waits[later] -= 1
            if not waits[later]:
                ready.append(later)
    return result


def _dependences(instructions: Sequence[ir.Inst]) -> list[set[int]]:
    """Return, for each instruction, those that must stay after it."""
    after: list[set[int]] = [set() for _ in instructions]
    written: dict[int, int] = {}
    read: dict[int, list[int]] = {}
    memory: list[tuple[int, _Access]] = []
    for at, inst in enumerate(instructions):
        for register in inst.sources:
            if register.index in written:
                after[written[register.index]].add(at)
        for register in inst.destinations:
            for earlier in (*read.pop(register.index, ()), written.get(register.index, at)):
                if earlier != at:
                    after[earlier].add(at)
        for register in inst.sources:
            read.setdefault(register.index, []).append(at)
        access = _access(inst, written)
        if access is not None:
            after_these = (earlier for earlier, other in memory if access.must_follow(other))
            for earlier in after_these:
                after[earlier].add(at)
            memory.append((at, access))
        for register in inst.destinations:
            written[register.index] = at
    return after


@dataclass(frozen=True, slots=True)
class _Access:
    """The effect of an instruction other than on registers.

    `st [%rd2], %f1` and `st [%rd2+4], %f2` may change places: same base, different bytes.
    `st [%rd2], %f1` and `ld %f2, [%rd1+4]` may not: `%rd1` and `%rd2` may point to the same bytes.

    Attributes:
        writes: whether it writes memory.
        space: the memory; "" if it can be any; None for an instruction that keeps its place among
            all others, such as a barrier or a read of the clock.
        base: the register of the address and the instruction that wrote it; None if unknown.
        start, end: the bytes from the base.
    """

    writes: bool
    space: str | None
    base: tuple[object, int] | None = None
    start: int = 0
    end: int = 0

    def must_follow(self, other: _Access) -> bool:
        if self.space is None or other.space is None:
            return True
        if not (self.writes or other.writes):
            return False
        if self.space and other.space and self.space != other.space:
            return False
        apart = self.end <= other.start or other.end <= self.start
        return not (self.base is not None and self.base == other.base and apart)


def _access(inst: ir.Inst, written: dict[int, int]) -> _Access | None:
    if inst.form.kind in ("pure", "warp"):
        timed = any(isinstance(o, ir.Special) and o.name.startswith(_TIMERS) for o in inst.operands)
        return _Access(True, None) if timed else None
    plain = not inst.fields.get("volatile") and inst.fields.get("order") in ("", "weak", None)
    if inst.opcode not in ("ld", "ldu", "st") or not plain:
        return _Access(True, None)
    words = operation(inst).split(".")[1:]
    space = next((w.partition("::")[0] for w in words if w.partition("::")[0] in _SPACES), "")
    address = inst.address
    if address is None:
        return _Access(inst.opcode == "st", space)
    base = address.base
    place = (base, written.get(base.index, -1)) if isinstance(base, ir.Register) else (base, -1)
    bytes_ = (access_bits(words) + 7) // 8 or 1 << 30
    return _Access(inst.opcode == "st", space, place, address.offset, address.offset + bytes_)


_SPACES = ("global", "shared", "local", "const", "param")


def access_bits(words: Sequence[str]) -> int:
    """Bits that a load or store with these modifiers moves for a thread; 0 unknown."""
    scalar = next((TYPES[w] for w in reversed(words) if w in TYPES), None)
    vector = next((int(w[1:]) for w in words if w in ("v2", "v4", "v8")), 1)
    return scalar.bits * vector if scalar is not None else 0


# ---- as text -------------------------------------------------------------------------------------


class _Printer:
    """A writer of functions, with registers numbered in the order of appearance."""

    def __init__(self, function: ir.Function, colours: _Colours) -> None:
        self.function, self.colours = function, colours
        self._numbers: dict[int, int] = {}
        self._symbols: dict[str, int] = {}

    def lines(self, blocks: Sequence[_Block]) -> Iterator[Line]:
        function = self.function
        parameters = " ".join(f"{p.size}@{p.offset}" for p in function.parameters)
        yield "", f"parameters {parameters}"
        yield "", f"block {function.required_block} {function.max_block}"
        yield "", f"memory {function.static_shared_bytes} {function.local_bytes}"
        for number, block in enumerate(blocks):
            yield "", f"block {number}"
            for inst in block.instructions:
                name = operation(inst)
                operands = _ordered(inst, [*inst.operands], self.colours.operand)
                text = ", ".join(self.operand(operand) for operand in operands)
                yield name, f"{self.guard(inst.guard)}{name} {text}"
            if block.predicate is not None:
                yes, no = block.targets
                yield "bra", f"if {self.operand(block.predicate)} go {yes} else {no}"
            elif block.targets:
                yield "", f"go {block.targets[0]}"

    def guard(self, guard: tuple[ir.Register, bool] | None) -> str:
        if guard is None:
            return ""
        return f"@{'!' if guard[1] else ''}{self.operand(guard[0])} "

    def operand(self, operand: ir.Operand) -> str:
        match operand:
            case ir.Register():
                number = self._numbers.setdefault(operand.index, len(self._numbers))
                return f"%{number}"
            case ir.NotPredicate():
                return f"!{self.operand(operand.register)}"
            case ir.Address():
                return f"[{self.operand(operand.base)}+{operand.offset}]"
            case ir.Symbol():
                return symbol(self.function, operand, self._symbols)
            case ir.Immediate():
                return f"{operand.value}{f':{operand.float_bits}' if operand.float_bits else ''}"
            case ir.Special():
                return operand.name
            case tuple():
                return "{" + ", ".join(self.operand(element) for element in operand) + "}"
            case None:
                return "_"
