"""The memory, the PTX and the ordered work of each call that a submission's process hands over.

It is plain data: JSON, and one file of bytes that it points into. Nothing of it is believed. The
reader checks every number before it is used, and never unpickles.
"""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from kernelscope.errors import KernelscopeError

PROGRAM, BYTES = "program.json", "bytes.bin"
_MOST_JSON = 256 << 20
_MOST_STEPS = 200_000
_MOST_BUFFER = 64 << 30
MOST_TEXT = 300


class ProgramError(KernelscopeError):
    """An error in what a submission's process handed over; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Buffer:
    """One allocation of the submission's process.

    Attributes:
        size: bytes.
        kind: "input", "fresh" (uninitialised), "constant" (with contents from before the first
            call that used it), "result" (an operator makes it).
        place: of an input its number; of a constant where its bytes are.
        dtype: of the tensor that it was made for; "" if there was none.
        pointers: (byte, buffer, byte in that one) of each address among its contents.
    """

    size: int
    kind: str
    place: int = -1
    dtype: str = ""
    pointers: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """The work of one call.

    Attributes:
        steps: operators, launches and copies, in order.
        result: what it returned, tensors as `View`s.
        error: what it raised, in one line; "" if it returned.
        refused: whether it said that it does not support these inputs.
        notes: what the process says of itself.
        elsewhere: work on other streams and in other threads, as "kind: words".
    """

    steps: tuple[dict[str, Any], ...]
    result: Any
    error: str = ""
    refused: bool = False
    notes: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """The recorded work of one trial.

    Attributes:
        inputs: the number of the buffer of each storage of its inputs.
        calls: its calls, in order; they share their memory.
    """

    inputs: tuple[int, ...]
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A tensor in a buffer: byte offset of its first element, shape, strides in elements."""

    buffer: int
    dtype: str
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """All that one process handed over.

    Attributes:
        modules: PTX texts.
        groups: for each of them the number of the modules that it shares its variables with.
        trials: what each trial did.
        content: the bytes that places are in.
        missing: what the process could not be shut in from.
        replaced: names of clocks and comparisons that the submission has replaced.
    """

    buffers: tuple[Buffer, ...]
    modules: tuple[str, ...]
    groups: tuple[int, ...]
    trials: tuple[Recorded, ...]
    content: bytes = field(repr=False)
    missing: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()

    def bytes_at(self, place: int, size: int) -> bytes:
        """Return handed-over bytes. Raises ProgramError if there are not that many."""
        if place < 0 or place + size > len(self.content):
            raise ProgramError("bytes that it hands over are missing")
        return self.content[place : place + size]


def read_regular(path: Path, most: int) -> bytes:
    """Return a file of the submission's folder, of at most `most` bytes; links are not followed.

    Raises ProgramError if it is something else, or larger, or not there.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise ProgramError(f"it handed over no {path.name}") from error
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > most:
            raise ProgramError(f"its {path.name} is not a file of at most {most >> 20} MiB")
        return file.read(about.st_size)


def one_line(text: object) -> str:
    """Return untrusted text in one line of printable characters, cut to `MOST_TEXT`."""
    plain = "".join(c if c.isprintable() else " " for c in str(text)[: 4 * MOST_TEXT])
    words = " ".join(plain.split())
    return words if len(words) <= MOST_TEXT else words[: MOST_TEXT - 1] + "…"


def read_program(folder: Path, copy: str = "", own: str = "") -> Program:
    """Return the checked program of a folder.

    `folder`: that of the submission's process. `copy`: the folder of the submission's copy in it.
    `own`: the folder of the submission itself, which lines are shown in.

    Raises:
        ProgramError: it is malformed, or not there.
    """
    text = read_regular(folder / PROGRAM, _MOST_JSON).decode("utf-8", "replace")
    content = read_regular(folder / BYTES, _MOST_BUFFER)
    if copy:
        text = text.replace(json.dumps(copy)[1:-1], json.dumps(own)[1:-1])
    try:
        return _program(json.loads(text), content, copy, own)
    except ProgramError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise ProgramError(f"what it handed over is malformed: {one_line(error)}") from error


def _program(data: Any, content: bytes, copy: str, own: str) -> Program:
    buffers = tuple(_buffer(buffer) for buffer in data["buffers"])
    modules: list[str] = []
    for at, size in data["modules"]:
        if not 0 <= at <= at + size <= len(content):
            raise ProgramError("a PTX text that it hands over is missing")
        ptx = content[at : at + size].decode("utf-8", "replace")
        # `.file 1 "/tmp/…/submission/kernel.py"`: without the copy's random name the text is the
        # same in the next evaluation, and what is compiled for it is kept.
        modules.append(ptx.replace(copy, own) if copy else ptx)
    trials = tuple(_recorded(trial, buffers, len(modules)) for trial in data["trials"])
    groups = tuple(int(group) for group in data["groups"])
    if len(groups) != len(modules):
        raise ProgramError("its modules and their variables do not match")
    missing = tuple(one_line(words) for words in data["missing"])
    replaced = tuple(one_line(name) for name in data["replaced"][:20])
    made = Program(buffers, tuple(modules), groups, trials, content, missing, replaced)
    for buffer in buffers:
        if buffer.kind == "constant":
            made.bytes_at(buffer.place, buffer.size)
        for at, other, inner in buffer.pointers:
            _check_number(at, 0, buffer.size - 8)
            _check_number(other, 0, len(buffers) - 1)
            _check_number(inner, 0, buffers[other].size)
    return made


def _check_number(value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ProgramError(f"it hands over {one_line(value)} where {least} … {most} is possible")
    return value


def _buffer(data: dict[str, Any]) -> Buffer:
    if data["kind"] not in ("input", "fresh", "constant", "result"):
        raise ProgramError("it hands over memory of an unknown kind")
    return Buffer(
        _check_number(data["size"], 0, _MOST_BUFFER),
        data["kind"],
        _check_number(data["place"], -1, 1 << 62),
        one_line(data["dtype"]),
        tuple((int(a), int(b), int(c)) for a, b, c in data["pointers"]),
    )


def _recorded(data: dict[str, Any], buffers: tuple[Buffer, ...], modules: int) -> Recorded:
    inputs = tuple(_check_number(number, 0, len(buffers) - 1) for number in data["inputs"])
    if any(buffers[number].kind != "input" for number in inputs) or len(set(inputs)) < len(inputs):
        raise ProgramError("its inputs are not inputs")
    return Recorded(inputs, tuple(_call(call, len(buffers), modules) for call in data["calls"]))


def _call(data: dict[str, Any], buffers: int, modules: int) -> Call:
    steps = cast("list[dict[str, Any]]", data["steps"])
    if len(steps) > _MOST_STEPS:
        raise ProgramError(
            f"one call has {len(steps):,} steps; at most {_MOST_STEPS:,} are allowed"
        )
    for step in steps:
        if step.get("do") == "launch":
            _check_number(step["module"], 0, modules - 1)
        step["at"] = one_line(step.get("at", ""))
    return Call(
        tuple(steps),
        decoded_tree(data["result"], buffers),
        one_line(data["error"]),
        bool(data["refused"]),
        tuple(one_line(note) for note in data["notes"][:20]),
        tuple(one_line(note) for note in data["elsewhere"][:20]),
    )


def view_of(data: Any, buffers: int) -> View:
    """Return the checked view of `[buffer, dtype, offset, shape, strides]`."""
    number, dtype, offset, shape, strides = data
    if len(shape) != len(strides) or len(shape) > 64:
        raise ProgramError("a tensor that it hands over has a malformed shape")
    return View(
        _check_number(number, 0, buffers - 1),
        one_line(dtype),
        _check_number(offset, 0, _MOST_BUFFER),
        tuple(_check_number(size, 0, _MOST_BUFFER) for size in shape),
        tuple(_check_number(stride, 0, _MOST_BUFFER) for stride in strides),
    )


def decoded_tree(data: Any, buffers: int) -> Any:
    """Return the result of a call: `View`s in tuples, lists and dictionaries, and plain values."""
    match data:
        case {"tensor": view}:
            return view_of(view, buffers)
        case {"tuple": items}:
            return tuple(decoded_tree(item, buffers) for item in items)
        case {"list": items}:
            return [decoded_tree(item, buffers) for item in items]
        case {"dict": pairs}:
            return {one_line(key): decoded_tree(item, buffers) for key, item in pairs}
        case {"other": name}:
            return Other(one_line(name))
        case None | bool() | int() | float():
            return data
        case str():
            return one_line(data)
        case _:
            raise ProgramError("its result is malformed")


@dataclass(frozen=True, slots=True)
class Other:
    """A returned object that is not a plain tensor, by its type's name."""

    name: str
