"""The debugger's output as plain text.

In: a stopped launch (`Scope`), sources and values. Out: lines.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from kernelscope.debugger.expressions import Lanes, Memory, Run, Value, parse
from kernelscope.debugger.names import natural
from kernelscope.debugger.places import PTX, Code, Line
from kernelscope.debugger.scope import Scope
from kernelscope.debugger.values import FORMATS, Number, recast, written
from kernelscope.errors import UsageError
from kernelscope.inside.naming.names import variable_name
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter.warp import Dim3, Place, Warp
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import TYPES, ScalarType

_A_ROW = 8  # lanes side by side
_PIECES = 4  # ranges of lanes that are listed
_CONTEXT = 2  # lines before and after


def dim3(values: Dim3) -> str:
    """Return `(3,0,0)`."""
    return "({},{},{})".format(*values)


def lane_set(lanes: Sequence[int]) -> str:
    """Return `all 32 lanes`, `lanes 0-3, 8`, `no lane`, or `16 lanes (0x55555555)`."""
    if len(lanes) == LANES:
        return f"all {LANES} lanes"
    ranges: list[list[int]] = []
    for lane in lanes:
        if ranges and ranges[-1][-1] == lane - 1:
            ranges[-1].append(lane)
        else:
            ranges.append([lane])
    if len(ranges) > _PIECES:
        return f"{len(lanes)} lanes ({sum(1 << lane for lane in lanes):#010x})"
    words = [f"{r[0]}-{r[-1]}" if len(r) > 1 else f"{r[0]}" for r in ranges]
    return f"lane{'s' * (len(lanes) > 1)} {', '.join(words)}" if words else "no lane"


# ---- where --------------------------------------------------------------------------------------


def groups(warp: Warp) -> list[tuple[Place, tuple[int, ...], bool]]:
    """Return (place, lanes, whether they wait at a barrier) of a warp's live lanes, in the order in
    which they run next.
    """
    lanes_at: dict[tuple[bool, Place], list[int]] = {}
    for lane in np.flatnonzero(warp.live):
        key = bool(warp.waiting[lane]), warp.places[lane]
        lanes_at.setdefault(key, []).append(int(lane))
    return [(place, tuple(lanes_at[waits, place]), waits) for waits, place in sorted(lanes_at)]


def thread_of(warp: Warp, lane: int) -> Dim3:
    """Return a lane's thread in the block."""
    x, y, _ = warp.launch.block
    index = int(warp.thread[lane])
    return index % x, index // x % y, index // (x * y)


def place_line(code: Code, sources: Sources, place: Place) -> str:
    """Return a place in one line: the source's, or the PTX's if there is none."""
    lines = code.lines[code.settled(place)]
    if lines:
        return f"{short(lines[0])}  {sources.line(lines[0]).strip()}"
    return ptx_line(code, place)


def ptx_line(code: Code, place: Place) -> str:
    """Return the instruction at a place, or the next one that has a line."""
    number = code.ptx_line(place) or code.ptx_line(code.settled(place))
    if not number:
        return "the end of the thread"
    return f"ptx:{number}  {code.ptx[number - 1].strip()}"


def short(line: Line) -> str:
    """Return a line as `gelu.py:42`."""
    return f"{line[0].rpartition('/')[2]}:{line[1]}"


def where(scope: Scope, sources: Sources, lane: int) -> Iterator[str]:
    """Yield the block, warp, lane and line, with its callers and the lines around it."""
    warp, code = scope.warp, scope.names.code
    assert warp is not None
    launch = warp.launch
    yield (
        f"{code.function.name}, block {dim3(warp.block.index)} of {dim3(launch.grid)}, "
        f"warp {warp.number} of {len(warp.block.warps)}, lane {lane}: "
        f"thread {dim3(thread_of(warp, lane))}"
    )
    mask = sum(1 << lane for lane in scope.lanes)
    yield f"active {mask:#010x}: {lane_set(scope.lanes)} of {int(warp.live.sum())} live lanes"
    for place, lanes, waits in groups(warp):
        if lanes != scope.lanes:
            state = "wait at a barrier, then" if waits else "run later, at"
            yield f"       {lane_set(lanes)} {state} {place_line(code, sources, place)}"
    lines = code.lines[scope.place]
    for depth, line in enumerate(lines):
        called = "" if not depth else "called from "
        yield f"#{depth} {called}{short(line)}"
    yield f"   {ptx_line(code, scope.place)}"
    number = code.ptx_line(code.settled(scope.place))
    yield from sources.around(lines[0] if lines else (PTX, number), _CONTEXT)


class Sources:
    """Source files, read when needed, and texts that are not in a file."""

    def __init__(self, ptx: list[str]) -> None:
        self._texts = {PTX: (1, ptx)}

    def add(self, file: str, first: int, lines: list[str]) -> None:
        """Add a part, from line `first`, of a file that cannot be read."""
        self._texts[file] = first, lines

    def line(self, line: Line) -> str:
        """Return one line; "" if it cannot be read."""
        first, texts = self._read(line[0])
        number = line[1] - first
        return texts[number] if 0 <= number < len(texts) else ""

    def length(self, file: str) -> int:
        """Return the number of the last line."""
        first, texts = self._read(file)
        return first + len(texts) - 1

    def numbers(self, file: str) -> range:
        """Return the numbers of a file's lines."""
        first, texts = self._read(file)
        return range(first, first + len(texts))

    def around(self, line: Line, context: int) -> Iterator[str]:
        """Yield the lines around one line, which is marked."""
        start = max(line[1] - context, 1)
        yield from self.listing(line[0], start, line[1] + context, line[1])

    def listing(self, file: str, first: int, last: int, marked: int = 0) -> Iterator[str]:
        """Yield lines with their numbers."""
        for number in range(first, min(last, self.length(file)) + 1):
            sign = ">" if number == marked else " "
            yield f"{sign} {number:5}  {self.line((file, number))}".rstrip()

    def _read(self, file: str) -> tuple[int, list[str]]:
        if file not in self._texts:
            try:
                with open(file, encoding="utf-8", errors="replace") as opened:
                    self._texts[file] = 1, opened.read().splitlines()
            except OSError:
                self._texts[file] = 1, []
        return self._texts[file]


def threads(code: Code, sources: Sources, warps: Sequence[Warp], focus: Warp) -> Iterator[str]:
    """Yield the place of every warp of a block; the current warp is marked."""
    for warp in warps:
        sign = "*" if warp is focus else " "
        stand = groups(warp)
        if not stand:
            yield f"{sign} warp {warp.number:2}  has ended"
        for place, lanes, waits in stand:
            at = place_line(code, sources, place)
            wait = "waits at a barrier before " if waits else ""
            yield f"{sign} warp {warp.number:2}  {lane_set(lanes)}: {wait}{at}"


# ---- values -------------------------------------------------------------------------------------


def look(scope: Scope, text: str, lane: int, letter: str = "") -> Iterator[str]:
    """Yield the value of an expression at the current place, in its own format or one of gdb's.

    Raises UsageError if it has no value here, or there is no such format.
    """
    missing = scope.missing(text) if scope.warp is not None else ""
    if missing:
        return iter([missing])
    if scope.warp is not None and scope.is_split(text):
        return chain(block(scope, text, lane), _left_out(scope, text))
    result = parse(text).value(scope)
    if not letter:
        return chain(value(text, result, scope.lanes), _left_out(scope, text))
    if letter not in FORMATS:
        raise UsageError(f"/{letter} is not a format; use /{', /'.join(FORMATS)}")
    return value(text, _recast(result, letter), scope.lanes)


def _left_out(scope: Scope, name: str) -> Iterator[str]:
    """Yield a note on a block of which a thread has fewer or more registers than elements."""
    if scope.warp is None or name not in scope.names.blocks:
        return
    held, each = len(scope.held(name)), scope.names.blocks[name] // scope.launch.threads
    if held < each:
        yield f"{held} of each thread's {each} elements: the compiler has folded the others away"
    if held > each > 0:
        yield f"{held} registers for each thread's {each} elements: other layouts, or steps to them"


def _recast(shown: Value, letter: str) -> Value:
    match shown:
        case Lanes() | Run():
            pairs = [recast(element, shown.scalar, letter) for element in shown.values]
            return replace(shown, values=tuple(element for element, _ in pairs), scalar=pairs[0][1])
        case int() | float():
            number, scalar = recast(shown, None, letter)
            return Run(0, (number,), scalar)
        case _:
            raise UsageError("only numbers have a format")


def block(scope: Scope, name: str, lane: int) -> Iterator[str]:
    """Yield a variable of which each thread has several elements."""
    held = scope.held(name)
    lanes = [scope.lanes_of(part.register) for part in held]
    type_text = _kind(lanes[0].scalar)
    yield (
        f"{name}: {len(held)} values a thread{type_text}, assigned at {held[0].line}, in the order "
        "of their instructions"
    )
    cells = [
        [_cell(lanes_of_part, number, scope.lanes) for lanes_of_part in lanes]
        for number in range(LANES)
    ]
    if len(held) > _A_ROW:
        for first in range(0, len(held), _A_ROW):
            yield f"  {held[first].text:>12}: " + " ".join(
                f"{cell:>12}" for cell in cells[lane][first : first + _A_ROW]
            )
        yield f"in lane {lane}; `print {held[0].text}` shows one of them in all lanes"
        return
    width = max(*(len(cell) for row in cells for cell in row), *(len(part.text) for part in held))
    yield "           " + " ".join(part.text.rjust(width) for part in held)
    for number, row in enumerate(cells):
        yield f"  lane {number:2}: " + " ".join(cell.rjust(width) for cell in row)


def _cell(lanes: Lanes, lane: int, here: Container[int]) -> str:
    text = written(lanes.values[lane], lanes.scalar) if lanes.written >> lane & 1 else "-"
    return text if lane in here else f"[{text}]"


def variables(scope: Scope, lane: int) -> Iterator[str]:
    """Yield the variables with a value in a lane, then those that were optimised away."""
    for name in dict.fromkeys(entry.name for entry in scope.names.described):
        if scope.names.described_at(name, scope.place) is not None:
            yield f"  {name} = {_in_lane(scope, name, lane)}"
    for name in scope.names.variables:
        held = scope.held(name)
        if not held:
            continue
        if scope.is_split(name):
            parts = [scope.lanes_of(entry.register) for entry in held]
            some = ", ".join(_cell(entry, lane, scope.lanes) for entry in parts[:_A_ROW])
            more = ", …" if len(parts) > _A_ROW else ""
            yield f"  {name} = {some}{more}{_kind(parts[0].scalar)}"
            continue
        yield f"  {name} = {_in_lane(scope, name, lane)}"
    if scope.names.lost:
        yield f"optimised away: {', '.join(sorted(scope.names.lost))}"


def _in_lane(scope: Scope, name: str, lane: int) -> str:
    shown = scope.variable(name)
    if isinstance(shown, Lanes):
        return f"{_cell(shown, lane, scope.lanes)}{_kind(shown.scalar)}"
    if isinstance(shown, Memory):
        return f"{shown.start(lane):#x}, memory{_kind(shown.scalar)}"
    return str(shown)


def value(text: str, shown: Value, here: tuple[int, ...]) -> Iterator[str]:
    """Yield a value: lanes as a table, with lanes that are not active in brackets."""
    match shown:
        case Lanes():
            yield from _lanes(text, shown, here)
        case Run() if len(shown.values) == 1:
            yield f"{text} = {written(shown.values[0], shown.scalar)}{_kind(shown.scalar)}"
        case Run():
            yield f"{text}{_kind(shown.scalar)}"
            for number in range(0, len(shown.values), _A_ROW):
                row = shown.values[number : number + _A_ROW]
                cells = " ".join(f"{written(v, shown.scalar):>12}" for v in row)
                yield f"{shown.start + number:8}: {cells}"
        case Memory():
            yield f"{text} = {_memory(shown)}"
        case tuple():
            parts = ("one a lane" if isinstance(part, Lanes) else str(part) for part in shown)
            yield f"{text} = ({', '.join(parts)})"
        case _:
            yield f"{text} = {written(shown, None)}"


def _kind(scalar: ScalarType | None) -> str:
    return f"  ({scalar.name})" if scalar else ""


def _memory(memory: Memory) -> str:
    base = hex(memory.base) if isinstance(memory.base, int) else "an address a lane"
    holds = f" of {memory.scalar.name}" if memory.scalar else ""
    return f"{base}{holds}, memory: {memory.name}[0] is its first element"


def _lanes(text: str, lanes: Lanes, here: tuple[int, ...]) -> Iterator[str]:
    shown = [_cell(lanes, lane, range(LANES)) for lane in range(LANES)]
    if not lanes.written:
        yield f"{text} has no value yet{_kind(lanes.scalar)}"
        return
    if len(here) == LANES and len(set(shown)) == 1:
        yield f"{text} = {shown[0]} in all {LANES} lanes{_kind(lanes.scalar)}"
        return
    idle = "" if len(here) == LANES else "; lanes in [ ] are not active here"
    yield f"{text}{_kind(lanes.scalar)}{idle}"
    cells = [_cell(lanes, lane, here) for lane in range(LANES)]
    width = max(map(len, cells))
    for first in range(0, LANES, _A_ROW):
        row = " ".join(cell.rjust(width) for cell in cells[first : first + _A_ROW])
        yield f"  lane {first:2}: {row}"


def registers(scope: Scope, lane: int) -> Iterator[str]:
    """Yield the registers that one lane has written."""
    ordered = sorted(scope.names.registers.items(), key=lambda pair: natural(pair[0]))
    for name, _ in ordered:
        register: ir.Register = scope.names.register_at(name, scope.place)
        lanes = scope.lanes_of(register)
        type_name = lanes.scalar.name if lanes.scalar else ""
        number: Number = lanes.values[lane]
        if not lanes.written >> lane & 1:
            continue
        yield f"{name:8} {type_name:8} {written(number, lanes.scalar)}"


def shared(scope: Scope) -> Iterator[str]:
    """Yield the block's shared memory: its variables, and how to print them."""
    warp = scope.warp
    assert warp is not None
    function = warp.launch.function
    yield f"{len(warp.block.shared)} bytes of shared memory in block {dim3(warp.block.index)}"
    for name, offset in function.shared.items():
        size = function.variables[name].size
        length = f"{size} bytes" if size else "to the end"
        yield f"  {variable_name(name)}  from byte {offset}, {length}"
    yield "show it with `print shared.f32[0:8]`" + (
        f" or `print {variable_name(next(iter(function.shared)))}.f32[0:8]`"
        if function.shared
        else ""
    )


def tensor_memory(scope: Scope) -> Iterator[str]:
    """Yield the allocations of the block's tensor memory, and what is on its way there."""
    warp = scope.warp
    assert warp is not None
    memory = warp.block.tensor
    yield f"tensor memory of block {dim3(warp.block.index)}"
    for first, size in sorted(memory.sizes.items()):
        yield f"  columns {first} to {first + size - 1}"
    if not memory.sizes:
        yield "  no column is allocated"
    for task in memory.tasks:
        yield f"  on its way: {task.name}, issued by thread {task.thread} of the block"


def tensor_columns(scope: Scope, lane: int, columns: range, *, one_lane: bool) -> Iterator[str]:
    """Yield columns of the block's tensor memory as f32: those of the warp's lane, or of all."""
    warp = scope.warp
    assert warp is not None
    words = warp.block.tensor.words.view(np.float32)
    if columns.stop > len(words):
        raise UsageError(f"tensor memory has {len(words)} columns")
    if one_lane:
        at = warp.number % 4 * LANES + lane
        shown = Run(columns.start, tuple(words[columns, at].tolist()), TYPES["f32"])
        yield from value(f"lane {at}, by column", shown, ())
        return
    shown = Run(0, tuple(words[columns.start].tolist()), TYPES["f32"])
    yield from value(f"column {columns.start}, by lane", shown, ())
