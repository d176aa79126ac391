"""Commands on breakpoints and watchpoints. Their docstrings are the debugger's help."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kernelscope.debugger.command import command, number
from kernelscope.debugger.expressions import parse
from kernelscope.debugger.places import PTX, is_named
from kernelscope.debugger.session import Session
from kernelscope.debugger.stops import Breakpoint, Watchpoint
from kernelscope.errors import UsageError

_PLACE = re.compile(r"(?:(?P<file>\S+):)?(?P<line>\d+)$")
_CONDITION = re.compile(r"(?:^|\s+)if\b\s*|\s*,\s*")  # gdb's word, pdb's comma
_DEFINITION = r"(?:\bdef|[\w>*&])\s+{}\s*(?:<[^>]*>)?\("


@command("break b", "[FILE:LINE | LINE | ptx:LINE | FUNCTION] [if CONDITION]")
def _break(session: Session, words: str) -> Iterable[str]:
    """Stop before a line, by default the current one. With a condition, stop only if it holds in a
    lane, such as `block == (1,0) and warp == 0 and lane == 5 and %r3 > 7`.
    """
    return [_add(session, words, is_temporary=False)]


@command("tbreak", "[PLACE] [if CONDITION]")
def _tbreak(session: Session, words: str) -> Iterable[str]:
    """Set a breakpoint that stops once."""
    return [_add(session, words, is_temporary=True)]


@command("watch", "MEMORY[INDEX]")
def _watch(session: Session, words: str) -> Iterable[str]:
    """Stop after each store to an element: `out[5]`, `shared.f32[0]`, `f32[%rd4]` (the address in
    the current lane).
    """
    return [session.add_watchpoint(words)]


@command("condition", "NUMBER [CONDITION]")
def _condition(session: Session, words: str) -> Iterable[str]:
    """Give a breakpoint another condition, or none."""
    which, _, text = words.partition(" ")
    stop = _breakpoint(session, which)
    condition = parse(text) if text.strip() else None
    session.check_names(condition)
    stop.condition = condition
    return [str(stop)]


@command("ignore", "NUMBER COUNT")
def _ignore(session: Session, words: str) -> Iterable[str]:
    """Pass a breakpoint COUNT times before it stops, for example in a later iteration of a loop."""
    which, _, count = words.partition(" ")
    stop = _breakpoint(session, which)
    stop.ignored = number(count.strip(), least=0)
    return [f"{stop} is passed {stop.ignored} times"]


@command("disable", "[NUMBER…]")
def _disable(session: Session, words: str) -> Iterable[str]:
    """Disable these breakpoints and watchpoints, or all."""
    for stop in _chosen(session, words):
        stop.is_enabled = False
    return []


@command("enable", "[NUMBER…]")
def _enable(session: Session, words: str) -> Iterable[str]:
    """Enable these breakpoints and watchpoints again, or all."""
    for stop in _chosen(session, words):
        stop.is_enabled = True
    return []


@command("delete d clear", "[NUMBER…]")
def _delete(session: Session, words: str) -> Iterable[str]:
    """Delete these breakpoints and watchpoints, or all."""
    gone = _chosen(session, words)
    session.stops = [stop for stop in session.stops if stop not in gone]
    return []


def listing(session: Session) -> Iterator[str]:
    """Yield all breakpoints and watchpoints, each with how often it was hit."""
    if not session.stops:
        yield "no breakpoints"
    for stop in session.stops:
        times = "once" if stop.hits == 1 else f"{stop.hits} times"
        state = [f"hit {times}"] if stop.hits else []
        if not stop.is_enabled:
            state.append("disabled")
        if isinstance(stop, Breakpoint) and stop.ignored > 0:
            state.append(f"passed {stop.ignored} more times")
        yield f"{stop}" + (f": {', '.join(state)}" if state else "")


def place(session: Session, text: str) -> tuple[str, int]:
    """Return the file and line of `FILE:LINE`, of a line, or of a function's name.

    Raises UsageError if the text is not a place.
    """
    match = _PLACE.match(text)
    if match is not None:
        file, line = match["file"], int(match["line"])
        return (_known(session, file) if file else current_line(session)[0]), line
    if not text.isidentifier():
        raise UsageError(f"`{text}` is not a place; write FILE:LINE, LINE, ptx:LINE or a function")
    definition = re.compile(_DEFINITION.format(re.escape(text)))
    for file in session.code.files():
        for line in session.sources.numbers(file):
            if definition.search(session.sources.line((file, line))):
                return file, line
    raise UsageError(
        f"no function `{text}` in the files of {session.code.function.name}; each kernel stops at "
        "its beginning without a breakpoint"
    )


def current_line(session: Session) -> tuple[str, int]:
    """Return the source line that the warp is at.

    Raises UsageError if the kernel has no source lines.
    """
    lines = session.code.lines[session.scope().place]
    if not lines:
        raise UsageError("the kernel has no source lines: break at ptx:LINE")
    return lines[0]


def _known(session: Session, name: str) -> str:
    files = (file for file in session.code.files() if is_named(file, name))
    return name if name == PTX else next(files, name)


def _add(session: Session, words: str, is_temporary: bool) -> str:
    where, *condition_text = _CONDITION.split(words, maxsplit=1)
    file, line = place(session, where) if where else current_line(session)
    condition = parse(condition_text[0]) if condition_text else None
    return session.add_breakpoint(file, line, condition, is_temporary)


def _chosen(session: Session, words: str) -> list[Breakpoint | Watchpoint]:
    """Return the breakpoints and watchpoints of the given numbers; all if none is given."""
    numbers = [number(word) for word in words.replace(",", " ").split()]
    known = {stop.number: stop for stop in session.stops}
    for wanted in numbers:
        if wanted not in known:
            there = ", ".join(map(str, known)) or "none"
            raise UsageError(f"there is no breakpoint {wanted}; there are: {there}")
    return [known[wanted] for wanted in numbers] if numbers else [*session.stops]


def _breakpoint(session: Session, word: str) -> Breakpoint:
    stop = _chosen(session, str(number(word)))[0]
    if not isinstance(stop, Breakpoint):
        raise UsageError(f"{stop} is not a breakpoint")
    return stop
