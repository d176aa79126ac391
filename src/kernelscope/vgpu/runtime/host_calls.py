"""What a kernel asks of the host: `vprintf`, `__assertfail`, `malloc` and `free` of the runtime.

`printf` gets a format and a buffer with its arguments one after another, each at a multiple of its
size, as C's promotions leave them (CUDA C++ programming guide, "Formatted Output").
"""

from __future__ import annotations

import ctypes
import re
import struct
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu.layout import (
    FIRST_ALLOCATION,
    LANES,
    LOCAL_WINDOW,
    OFFSET_BITS,
    SHARED_WINDOW,
    Context,
    Control,
    Fault,
)
from kernelscope.vgpu.runtime.memory import HEAP, SPACE

if TYPE_CHECKING:
    from kernelscope.vgpu.runtime.memory import Region
    from kernelscope.vgpu.runtime.worker import Worker

Read = Callable[[int, int], bytes]
"""Bytes at an address, as many as asked for."""

VPRINTF, ASSERTFAIL, MALLOC, FREE = range(4)
CALLBACK = ctypes.CFUNCTYPE(
    None,
    *(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64),
    *(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64),
)
_DIRECTIVE = re.compile(r"%([-+ #0]*)(\*|\d*)(?:\.(\*|\d*))?(hh|h|ll|l|j|z|t|L)?([a-zA-Z%])")
_LONGEST_TEXT = 1 << 16


def read_text(read: Read, address: int) -> str:
    """The C string at an address."""
    found = bytearray()
    while len(found) < _LONGEST_TEXT:
        byte = read(address + len(found), 1)
        if byte == b"\0":
            break
        found += byte
    return found.decode("utf-8", "replace")


class _Arguments:
    """Takes printf's arguments out of its buffer, one after another."""

    def __init__(self, read: Read, buffer: int) -> None:
        self.read = read
        self.buffer = buffer
        self.place = self.taken = 0

    def take(self, code: str) -> Any:
        """The next argument, of a type as `struct` names it."""
        size = struct.calcsize(code)
        self.place = -(-self.place // size) * size
        value = struct.unpack(code, self.read(self.buffer + self.place, size))[0]
        self.place += size
        self.taken += 1
        return value

    def directive(self, match: re.Match[str]) -> str:
        """One `%…` written out."""
        flags, width, precision, length, kind = match.groups()
        if kind == "%":
            return "%"
        width = str(self.take("<i")) if width == "*" else width
        precision = str(self.take("<i")) if precision == "*" else precision
        how = f"%{flags}{width}" + ("" if precision is None else f".{precision}")
        wide = length in ("l", "ll", "j", "z", "t")
        if kind in "di":
            return (how + "d") % self.take("<q" if wide else "<i")
        if kind in "uoxX":
            return (how + kind.replace("u", "d")) % self.take("<Q" if wide else "<I")
        if kind in "eEfFgG":
            return (how + kind) % self.take("<d")
        return self.other(how, kind)

    def other(self, how: str, kind: str) -> str:
        """The directives that Python's own formatting lacks."""
        if kind in "aA":
            return self.take("<d").hex()
        if kind == "c":
            return (how + "s") % chr(self.take("<i") & 0xFF)
        if kind == "p":
            return (how + "s") % hex(self.take("<Q"))
        if kind == "s":
            return (how + "s") % read_text(self.read, self.take("<Q"))
        return "%" + kind


def to_stdout(text: str, where: str) -> None:
    """What a kernel prints goes where the program's own output goes."""
    sys.stdout.write(text)


writers: list[Callable[[str, str], None]] = [to_stdout]
"""The last one is given what a thread prints, and its block and thread."""


def write(text: str, where: str) -> None:
    """Hand on what the thread at `where` printed."""
    writers[-1](text, where)


def format_text(form: str, read: Read, buffer: int) -> tuple[str, int]:
    """What printf writes, and how many arguments it took."""
    arguments = _Arguments(read, buffer)
    return _DIRECTIVE.sub(arguments.directive, form), arguments.taken


def assertion(read: Read, values: tuple[int, ...], where: str) -> LaunchError:
    """The error of a failed assertion: its message, file, line, function, block and thread."""
    message, file, line, function = values[:4]
    texts = [read_text(read, address) for address in (message, file, function)]
    return LaunchError(f"{texts[1]}:{line}: {texts[2]}: {where}: assertion `{texts[0]}` failed")


def position(block: tuple[int, int, int], thread: int, shape: tuple[int, int, int]) -> str:
    """A thread as CUDA names it."""
    x, y, _ = shape
    index = (thread % x, thread // x % y, thread // (x * y))
    return f"block {list(block)}, thread {list(index)}"


def give_back(address: int) -> None:
    """Free a piece of the heap; nothing for a null pointer."""
    if address and not HEAP.give(address - SPACE.address(HEAP.region, HEAP.region.base)):
        raise LaunchError(
            f"free of {address:#x}, which malloc did not give or which is free already"
        )


class HostCalls:
    """The host's side of a launch: called by compiled code with the operands of all lanes."""

    def __init__(
        self,
        workers: list[Worker],
        control: np.ndarray,
        block: tuple[int, int, int],
        owner: Callable[[int], Region | None],
        report: Callable[[Exception], None],
    ) -> None:
        self.workers = workers
        self.control = control
        self.block = block
        self.owner = owner
        self.report = report
        self.callback = CALLBACK(self._called)

    @property
    def address(self) -> int:
        """What compiled code calls."""
        return ctypes.cast(self.callback, ctypes.c_void_p).value or 0

    def _called(
        self, context: int, kind: int, mask: int, data: int, local: int, local_bytes: int
    ) -> None:
        try:
            worker = next(w for w in self.workers if w.context.address == context)
            for lane in (n for n in range(LANES) if mask >> n & 1):
                read = self._reader(worker, local + lane * local_bytes, local_bytes)
                values = tuple(self._operands(data, lane))
                ctypes.c_uint64.from_address(data + 8 * lane).value = self._answer(
                    kind, (worker, lane), read, values
                )
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
            self.report(problem)
            self.control[Control.STOP] = Fault.TRAP

    def _answer(
        self, kind: int, place: tuple[Worker, int], read: Read, values: tuple[int, ...]
    ) -> int:
        """What one thread gets back."""
        if kind == MALLOC:
            return self._take(place[0], values[0])
        if kind == FREE:
            give_back(values[0])
            return 0
        if kind == ASSERTFAIL:
            raise assertion(read, values, self._where(*place))
        text, taken = format_text(read_text(read, values[0]), read, values[1])
        write(text, self._where(*place))
        return taken

    @staticmethod
    def _take(worker: Worker, size: int) -> int:
        """The address of a piece of the heap, which the launch can reach from now on."""
        offset = HEAP.take(size)
        if offset is None:
            return 0
        region = HEAP.region
        number = SPACE.number(region)
        if not worker.table.holds(number):
            worker.table.add(number, region)
        return SPACE.address(region, region.base + offset)

    def _operands(self, data: int, lane: int) -> Iterator[int]:
        for row in range(5):
            yield ctypes.c_uint64.from_address(data + 8 * (row * LANES + lane)).value

    def _where(self, worker: Worker, lane: int) -> str:
        places = (Context.BLOCK_X, Context.BLOCK_Y, Context.BLOCK_Z)
        x, y, z = (worker.slot(place) for place in places)
        return position((x, y, z), worker.slot(Context.WARP) * LANES + lane, self.block)

    def _reader(self, worker: Worker, local: int, local_bytes: int) -> Read:
        """Reads generic addresses as one thread sees them."""

        def read(address: int, size: int) -> bytes:
            number, offset = address >> OFFSET_BITS, address & ((1 << OFFSET_BITS) - 1)
            if number == LOCAL_WINDOW:
                base, limit = local, local_bytes
            elif number == SHARED_WINDOW:
                base, limit = worker.shared.address, worker.slot(Context.SHARED_BYTES)
            else:
                region = SPACE.region(number) if number >= FIRST_ALLOCATION else self.owner(address)
                base, limit = (0, 0) if region is None else (region.base, region.size)
                offset = offset if number >= FIRST_ALLOCATION else address - base
            if offset + size > limit:
                raise LaunchError(
                    f"printf or assert reads address {address:#x}, outside all memory"
                )
            return ctypes.string_at(base + offset, size)

        return read
