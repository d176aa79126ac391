"""Commands that inspect a stopped launch. Their docstrings are the debugger's help."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from kernelscope.debugger import stop_commands, views
from kernelscope.debugger.command import COMMANDS, command, find, number
from kernelscope.debugger.expressions import Memory, Run, parse
from kernelscope.debugger.places import PTX
from kernelscope.debugger.session import Session
from kernelscope.debugger.values import FORMATS
from kernelscope.errors import UsageError
from kernelscope.vgpu.types import TYPES, ScalarType

_AROUND = 5  # lines that `list` shows before and after
_FORMAT = re.compile(r"/(?P<count>\d*)(?P<letters>[a-z]{0,2})\s*")
_SIZES = {"b": 8, "h": 16, "w": 32, "g": 64}


@command("print p pp", "[/x | /d | /u | /t | /f] EXPRESSION")
def _print(session: Session, words: str) -> Iterable[str]:
    """Show a value in every lane of the warp: a variable, a register, a parameter, `x[%r1 + 4]`,
    `out[0:8]`, `shared.f32[lane]`, `f16[%rd4]`, or any expression of them. /x shows the bits in
    hexadecimal, /t in binary, /d and /u as an integer, /f as a float.
    """
    letter, text = _format(words)
    if not text:
        raise UsageError(
            "print needs a variable, a register, a parameter, or an expression of them"
        )
    return views.look(session.scope(), text, session.lane, letter["letters"] if letter else "")


@command("x", "/[COUNT][f | d | u | x][b | h | w | g] MEMORY")
def _x(session: Session, words: str) -> Iterable[str]:
    """Show raw memory: `x/4f out[5]`, `x/8xw %rd4` (from the address in the current lane). b, h, w,
    g are elements of 1, 2, 4, 8 bytes.
    """
    wanted, text = _format(words)
    if not text:
        raise UsageError("x needs memory: `x/4f out[5]`, `x/8xw %rd4`")
    letters = wanted["letters"] if wanted else ""
    count = int(wanted["count"] or 1) if wanted else 1
    memory = _memory(session, text)
    scalar = _element(letters, memory.scalar)
    there = Memory(text, memory.space, memory.base, scalar, scalar.bits // 8)
    values = session.scope().elements(there, range(count))
    return views.value(text, Run(0, values, scalar), ())


def _format(words: str) -> tuple[re.Match[str] | None, str]:
    match = _FORMAT.match(words)
    return match, words[match.end() :] if match else words


def _element(letters: str, known: ScalarType | None) -> ScalarType:
    kinds = [letter for letter in letters if letter in FORMATS]
    sizes = [letter for letter in letters if letter in _SIZES]
    if len(kinds) + len(sizes) != len(letters) or len(kinds) > 1 or len(sizes) > 1:
        raise UsageError(f"/{letters} is not a format; use one of f, d, u, x and one of b, h, w, g")
    if not letters and known is not None:
        return known
    bits = _SIZES[sizes[0]] if sizes else known.bits if known is not None else 32
    letter = FORMATS[kinds[0]] if kinds else "b"
    if f"{letter}{bits}" not in TYPES:
        raise UsageError(f"/{letters}: there is no float of {bits} bits")
    return TYPES[f"{letter}{bits}"]


def _memory(session: Session, text: str) -> Memory:
    """Return the memory that an expression means: an array, one of its elements, an address."""
    scope = session.scope()
    try:
        array, index = parse(text).indexed()
    except UsageError:
        target, first = parse(text).value(scope), 0
    else:
        target, first = array.value(scope), session.in_lane(index.value(scope))
    if not isinstance(target, Memory):
        return Memory(text, "generic", session.in_lane(target), None, 1)
    at = target.start(session.lane) + first * target.step
    return Memory(text, target.space, at, target.scalar, target.step)


@command("display", "[EXPRESSION]")
def _display(session: Session, words: str) -> Iterable[str]:
    """Show an expression now and at each stop; without one, show them all."""
    if words:
        shown = [*views.look(session.scope(), words, session.lane)]
        session.display(words)
        return shown
    return session.displayed()


@command("undisplay", "[NUMBER]")
def _undisplay(session: Session, words: str) -> Iterable[str]:
    """Stop showing one of these expressions, or all of them."""
    session.undisplay(number(words) if words else None)
    return []


@command("where bt backtrace w", "")
def _where(session: Session, words: str) -> Iterable[str]:
    """Show the block, the warp, its active lanes, and the line in the source and the PTX."""
    session.focus()
    return views.where(session.scope(), session.sources, session.lane)


@command("list l", "[LINE | FIRST,LAST | FILE:LINE | FUNCTION | ptx | ptx:LINE]")
def _list(session: Session, words: str) -> Iterable[str]:
    """Show the source around the warp's line, or around another line. Repeated, show the lines that
    follow.
    """
    code, sources = session.code, session.sources
    place = session.scope().place
    at = [*code.lines[place][:1], (PTX, code.ptx_line(place))]
    span = re.fullmatch(r"(\d+)\s*,\s*(\d+)", words)
    if span:
        file, first, last = at[0][0], int(span[1]), int(span[2])
    elif not words and session.listed is not None:
        file, first = session.listed
        last = first + 2 * _AROUND
    else:
        file, line = at[0] if not words else at[-1] if words == PTX else _place(session, words)
        if line > sources.length(file):
            raise UsageError(f"{file} has no line {line}, or cannot be read")
        first, last = max(line - _AROUND, 1), line + _AROUND
    if not 0 < first <= sources.length(file):
        raise UsageError(f"{file} ends before line {first}")
    session.listed = file, last + 1
    marked = next((line for where, line in at if where == file), 0)
    return sources.listing(file, first, last, marked)


def _place(session: Session, words: str) -> tuple[str, int]:
    code, place = session.code, session.scope().place
    if words.isdecimal() and not code.lines[place]:
        return PTX, int(words)
    return stop_commands.place(session, words)


@command(
    "info i",
    "args | breakpoints | display | kernel | locals | registers [%REGISTER…] | shared | "
    "tensor [COLUMN | FIRST:END] | threads",
)
def _info(session: Session, words: str) -> Iterable[str]:
    """List the parameters, the variables or registers of the current lane, the breakpoints, the
    block's warps, its shared memory, or its tensor memory: `tensor 3` is column 3 in all lanes,
    `tensor 0:8` is columns 0 to 7 in the current lane, both as f32.
    """
    topic, _, arguments = words.partition(" ")
    topics = [name for name in _INFO if topic and name.startswith(topic)]
    if len(topics) != 1:
        raise UsageError(f"info needs one of: {', '.join(_INFO)}")
    return _INFO[topics[0]](session, arguments)


def _info_registers(session: Session, words: str) -> Iterator[str]:
    session.focus()
    yield f"in lane {session.lane}"
    asked = set(words.split())
    for line in views.registers(session.scope(), session.lane):
        if not asked or line.split()[0] in asked:
            yield line


def _info_locals(session: Session, _words: str) -> Iterator[str]:
    session.focus()
    yield f"in lane {session.lane}"
    yield from views.variables(session.scope(), session.lane)


def _info_threads(session: Session, _words: str) -> Iterable[str]:
    warp = session.focus()
    return views.threads(session.code, session.sources, warp.block.warps, warp)


def _info_shared(session: Session, _words: str) -> Iterable[str]:
    session.focus()
    return views.shared(session.scope())


def _info_tensor(session: Session, words: str) -> Iterator[str]:
    session.focus()
    scope = session.scope()
    if not words:
        yield from views.tensor_memory(scope)
        return
    first, colon, end = words.partition(":")
    start = number(first, least=0)
    columns = range(start, number(end, least=0) if colon else start + 1)
    yield from views.tensor_columns(scope, session.lane, columns, one_lane=bool(colon))


def _info_args(session: Session, _words: str) -> Iterator[str]:
    scope = session.scope()
    for name in session.names.parameters:
        yield from views.value(f"  {name}", scope.parameter(name), scope.lanes)
    for name, text in session.names.constants.items():
        yield f"  {name} = {text}  (constant)"


def _info_kernel(session: Session, words: str) -> Iterator[str]:
    yield session.launch()
    yield from _info_args(session, words)


_INFO: dict[str, Callable[[Session, str], Iterable[str]]] = {
    "args": _info_args,
    "breakpoints": lambda session, _: stop_commands.listing(session),
    "display": lambda session, _: session.displayed(),
    "kernel": _info_kernel,
    "locals": _info_locals,
    "registers": _info_registers,
    "shared": _info_shared,
    "tensor": _info_tensor,
    "threads": _info_threads,
    "watchpoints": lambda session, _: stop_commands.listing(session),
}


@command("warp", "[NUMBER]")
def _warp(session: Session, words: str) -> Iterable[str]:
    """Switch to another warp of the block, or show the current one."""
    warps = session.focus().block.warps
    if words:
        which = number(words, least=0)
        if which >= len(warps):
            raise UsageError(f"the block has warps 0 to {len(warps) - 1}")
        if not warps[which].live.any():
            raise UsageError(f"warp {which} has ended")
        session.warp = warps[which]
        session.lane = session.scope().lanes[0]
    return [session.place()]


@command("lane", "[NUMBER]")
def _lane(session: Session, words: str) -> Iterable[str]:
    """Switch to another lane of the warp, or show the current one. Steps follow this lane; `info`
    and `watch` use its values.
    """
    warp = session.focus()
    if words:
        which = number(words, least=0)
        if which > 31:
            raise UsageError("a warp has lanes 0 to 31")
        session.lane = which
    state = "active" if session.lane in session.scope().lanes else "not active"
    thread = views.dim3(views.thread_of(warp, session.lane))
    return [f"lane {session.lane}, thread {thread}, {state}"]


@command("help h", "[COMMAND]")
def _help(session: Session, words: str) -> Iterator[str]:
    """Show the commands, or the help of one."""
    for entry in [find(words)] if words else COMMANDS:
        yield f"{', '.join(entry.names)} {entry.usage}".rstrip()
        yield f"    {entry.words}"
