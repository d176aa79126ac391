"""The text of what a kernel prints or asserts, by `vprintf` and `__assertfail`.

`printf` gets a format and a buffer with its arguments one after another, each at a multiple of its
size, as C's promotions leave them (CUDA C++ programming guide, "Formatted Output").
"""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from kernelscope.errors import DeviceAssertError

Read = Callable[[int, int], bytes]
"""Bytes at an address, as many as asked for."""

VPRINTF, ASSERTFAIL, MALLOC, FREE = range(4)
HOST_FUNCTIONS = {"vprintf": VPRINTF, "__assertfail": ASSERTFAIL, "malloc": MALLOC, "free": FREE}
"""The functions that PTX calls and no PTX defines: their numbers by their names."""
_DIRECTIVE = re.compile(r"%([-+ #0]*)(\*|\d*)(?:\.(\*|\d*))?(hh|h|ll|l|j|z|t|L)?([a-zA-Z%])")
_LONGEST_TEXT = 1 << 16


def read_text(read: Read, address: int) -> str:
    """Return the C string at an address."""
    text = bytearray()
    while len(text) < _LONGEST_TEXT:
        byte = read(address + len(text), 1)
        if byte == b"\0":
            break
        text += byte
    return text.decode("utf-8", "replace")


class _Arguments:
    """Takes printf's arguments out of its buffer, one after another."""

    def __init__(self, read: Read, buffer: int) -> None:
        self.read = read
        self.buffer = buffer
        self.place = self.taken = 0

    def take(self, code: str) -> Any:
        """Return the next argument, of a type as `struct` names it."""
        size = struct.calcsize(code)
        self.place = -(-self.place // size) * size
        value = struct.unpack(code, self.read(self.buffer + self.place, size))[0]
        self.place += size
        self.taken += 1
        return value

    def directive(self, match: re.Match[str]) -> str:
        """Return one `%…` written out."""
        flags, width, precision, length, conversion = match.groups()
        if conversion == "%":
            return "%"
        width = str(self.take("<i")) if width == "*" else width
        precision = str(self.take("<i")) if precision == "*" else precision
        how = f"%{flags}{width}" + ("" if precision is None else f".{precision}")
        wide = length in ("l", "ll", "j", "z", "t")
        if conversion in "di":
            return (how + "d") % self.take("<q" if wide else "<i")
        if conversion in "uoxX":
            return (how + conversion.replace("u", "d")) % self.take("<Q" if wide else "<I")
        if conversion in "eEfFgG":
            return (how + conversion) % self.take("<d")
        return self.other(how, conversion)

    def other(self, how: str, conversion: str) -> str:
        """Return the directives that Python's own formatting lacks."""
        if conversion in "aA":
            return self.take("<d").hex()
        if conversion == "c":
            return (how + "s") % chr(self.take("<i") & 0xFF)
        if conversion == "p":
            return (how + "s") % hex(self.take("<Q"))
        if conversion == "s":
            return (how + "s") % read_text(self.read, self.take("<Q"))
        return "%" + conversion


def to_stdout(text: str, where: str) -> None:
    """Send what kernels print to the program's own output."""
    sys.stdout.write(text)


writers: list[Callable[[str, str], None]] = [to_stdout]
"""The last one is given what a thread prints, and its block and thread."""


def write(text: str, where: str) -> None:
    """Pass on what the thread at `where` printed."""
    writers[-1](text, where)


@contextmanager
def kept_output(printed: list[tuple[str, str]]) -> Generator[None]:
    """Keep what kernels print inside, as (text, where), in place of printing it."""
    writers.append(lambda text, where: printed.append((text, where)))
    try:
        yield
    finally:
        writers.pop()


def format_text(form: str, read: Read, buffer: int) -> tuple[str, int]:
    """Return the text that printf writes, and the number of arguments that it took."""
    arguments = _Arguments(read, buffer)
    return _DIRECTIVE.sub(arguments.directive, form), arguments.taken


def assertion(read: Read, values: tuple[int, ...], where: str) -> DeviceAssertError:
    """Return the error of a failed assertion: its message, file, line, function, block and
    thread.
    """
    message, file, line, function = values[:4]
    texts = [read_text(read, address) for address in (message, file, function)]
    error = DeviceAssertError(
        f"{texts[1]}:{line}: {texts[2]}: {where}: assertion `{texts[0]}` failed "
        "(on a GPU, CUDA error: device-side assert triggered)"
    )
    place = where.replace(" [", ": [").replace(", ", ",").replace("],", "], ")
    error.as_cuda = f"{texts[1]}:{line}: {texts[2]}: {place} Assertion `{texts[0]}` failed."
    return error


def position(block: tuple[int, int, int], thread: int, shape: tuple[int, int, int]) -> str:
    """Return a thread as CUDA names it."""
    x, y, _ = shape
    index = (thread % x, thread // x % y, thread // (x * y))
    return f"block {list(block)}, thread {list(index)}"
