"""The debugger's commands: what each word does, and where the words come from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kernelscope.debugger import steps, views
from kernelscope.debugger.expressions import parse
from kernelscope.debugger.machine import Here, Quit, RunAgain, Until
from kernelscope.debugger.places import PTX, is_named
from kernelscope.debugger.session import Session
from kernelscope.errors import UsageError
from kernelscope.vgpu.interpreter import Warp

PROMPT = "(kernelscope) "
_AROUND = 5  # lines that `list` shows before and after
_PLACE = re.compile(r"(?:(?P<file>[^\s]+):)?(?P<line>\d+)$")


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on: to where `until` says, or to the next breakpoint."""

    until: Until | None = None


Run = Callable[["Session", str], "Resume | Iterable[str]"]


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    Attributes:
        names: the whole word, then its short forms.
        usage: what stands after it.
    """

    names: tuple[str, ...]
    usage: str
    words: str
    run: Run


_COMMANDS: list[Command] = []


def _command(names: str, usage: str = "") -> Callable[[Run], Run]:
    def add(run: Run) -> Run:
        words = " ".join((run.__doc__ or "").split())
        _COMMANDS.append(Command(tuple(names.split()), usage, words, run))
        return run

    return add


# ---- stopping -----------------------------------------------------------------------------------


@_command("break b", "FILE:LINE | LINE | ptx:LINE [if CONDITION]")
def _break(session: Session, words: str) -> Iterable[str]:
    """Stop before a line; with a condition only where it holds in a lane, such as
    `block == (1,0) and warp == 0 and lane == 5 and %r3 > 7`.
    """
    where, _, condition = (part.strip() for part in words.partition(" if "))
    found = _PLACE.match(where)
    if found is None:
        raise UsageError(f"`{where}` is no place: FILE:LINE or ptx:LINE is")
    file = found["file"] or _file(session)
    asked = parse(condition) if condition else None
    return [session.add_breakpoint(file, int(found["line"]), asked)]


@_command("watch w", "MEMORY[INDEX]")
def _watch(session: Session, words: str) -> Iterable[str]:
    """Stop after each store to an element: `out[5]`, `shared.f32[0]`, `f32[%rd4]` (the address
    in the lane that is looked at).
    """
    return [session.add_watchpoint(words)]


@_command("delete d", "[NUMBER]")
def _delete(session: Session, words: str) -> Iterable[str]:
    """Take away one breakpoint or watchpoint, or all."""
    session.delete(_number(words) if words else None)
    return []


# ---- going on -----------------------------------------------------------------------------------


@_command("run r")
def _run(session: Session, words: str) -> Resume:
    """Run the launch; where it has begun, from its beginning, its memory as it was then."""
    machine = session.running()
    if machine.has_begun:
        raise RunAgain
    return Resume()


@_command("continue c")
def _continue(session: Session, words: str) -> Resume:
    """Go on to the next breakpoint, or to the end."""
    return Resume()


@_command("step s", "[COUNT]")
def _step(session: Session, words: str) -> Resume:
    """Go on until the warp comes to another source line, into functions too."""
    return _steps(session, words, lambda warp, now: steps.line(warp, session.names.code, now))


@_command("stepi si", "[COUNT]")
def _stepi(session: Session, words: str) -> Resume:
    """Go on by one instruction of the PTX in the warp."""
    return _steps(session, words, lambda warp, _: steps.instruction(warp, session.names.code))


@_command("next n", "[COUNT]")
def _next(session: Session, words: str) -> Resume:
    """As `step`, over functions that are called."""
    return _steps(session, words, lambda warp, now: steps.over(warp, session.names.code, now))


@_command("finish fin")
def _finish(session: Session, words: str) -> Resume:
    """Go on until the warp leaves the function that it is in; of the kernel, until it ends."""
    return _steps(session, "", lambda warp, now: steps.out(warp, session.names.code, now))


def _steps(session: Session, words: str, make: Callable[[Warp, steps.Lines], Until]) -> Resume:
    warp, code = session.focus(), session.names.code
    _may_go_on(session)

    def again(here: Here) -> Until:
        return make(here.warp, code.lines[here.place])

    count = _number(words) if words else 1
    return Resume(steps.times(count, again, make(warp, code.lines[session.scope().place])))


def _may_go_on(session: Session) -> None:
    if session.running().fault is not None:
        raise UsageError(
            "the kernel has failed and cannot go on: `run` begins it again, `continue` hands the "
            "error to the program"
        )


# ---- looking ------------------------------------------------------------------------------------


@_command("print p", "EXPRESSION")
def _print(session: Session, words: str) -> Iterable[str]:
    """A value in every lane of the warp: a register, a parameter, `x[%r1 + 4]`, `out[0:8]`,
    `shared.f32[lane]`, `f16[%rd4]`, any expression of them.
    """
    if not words:
        raise UsageError("print what? A register, a parameter, or an expression of them")
    scope = session.scope()
    held = session.names.variable(words)
    if len(held) > 1:  # a value of several elements a thread
        return [
            line
            for text, register in held
            for line in views.value(text, scope.lanes_of(register), scope.lanes)
        ]
    return views.value(words, parse(words).value(scope), scope.lanes)


@_command("where bt")
def _where(session: Session, words: str) -> Iterable[str]:
    """The block, the warp, its active lanes, and the line in the source and the PTX."""
    session.focus()
    return views.where(session.scope(), session.sources, session.lane)


@_command("list l", "[LINE | FILE:LINE | ptx | ptx:LINE]")
def _list(session: Session, words: str) -> Iterable[str]:
    """Lines of the source around the warp's, or around another line."""
    scope = session.scope()
    code = scope.names.code
    now = code.lines[scope.place]
    file, line = now[0] if now else (PTX, code.ptx_line(scope.place))
    if words == PTX:
        file, line = PTX, code.ptx_line(scope.place)
    elif words:
        found = _PLACE.match(words)
        if found is None:
            raise UsageError(f"`{words}` is no place: LINE, FILE:LINE or ptx:LINE is")
        file, line = _known_file(session, found["file"]) or file, int(found["line"])
    if not 0 < line <= session.sources.length(file):
        raise UsageError(f"{file} has no line {line} that could be read")
    marked = line if (file, line) in (*now[:1], (PTX, code.ptx_line(scope.place))) else 0
    return session.sources.listing(file, max(line - _AROUND, 1), line + _AROUND, marked)


@_command("info i", "breakpoints | registers [%REGISTER…] | threads | shared | kernel")
def _info(session: Session, words: str) -> Iterable[str]:
    """What there is: breakpoints, the lane's registers, the block's warps, shared memory."""
    what, _, rest = words.partition(" ")
    kinds = [name for name in _INFO if what and name.startswith(what)]
    if len(kinds) != 1:
        raise UsageError(f"info about what? {', '.join(_INFO)}")
    return _INFO[kinds[0]](session, rest)


def _info_breakpoints(session: Session, _words: str) -> Iterable[str]:
    return map(str, session.stops) if session.stops else ["no breakpoints"]


def _info_registers(session: Session, words: str) -> Iterator[str]:
    session.focus()
    yield f"in lane {session.lane}"
    asked = set(words.split())
    for line in views.registers(session.scope(), session.lane):
        if not asked or line.split()[0] in asked:
            yield line


def _info_threads(session: Session, _words: str) -> Iterable[str]:
    warp = session.focus()
    return views.threads(session.names.code, session.sources, warp.block.warps, warp)


def _info_shared(session: Session, _words: str) -> Iterable[str]:
    session.focus()
    return views.shared(session.scope())


def _info_kernel(session: Session, _words: str) -> Iterator[str]:
    yield session.launch()
    scope = session.scope()
    for name in session.names.parameters:
        yield from views.value(f"  {name}", scope.variable(name), scope.lanes)


_INFO: dict[str, Callable[[Session, str], Iterable[str]]] = {
    "breakpoints": _info_breakpoints,
    "registers": _info_registers,
    "threads": _info_threads,
    "shared": _info_shared,
    "kernel": _info_kernel,
}


@_command("block", "[X,Y,Z]")
def _block(session: Session, words: str) -> Resume | Iterable[str]:
    """Which block runs; with a number, run on to that one: blocks run in turn."""
    now = session.focus().block.index
    if not words:
        return [f"block {views.dim3(now)} of {views.dim3(session.running().shape[0])}"]
    parts = [int(p) for p in re.findall(r"\d+", words)]
    if not 1 <= len(parts) <= 3:
        raise UsageError(f"`{words}` is no block: X,Y,Z is")
    x, y, z = (*parts, 0, 0)[:3]
    wanted = x, y, z
    if wanted == now:
        return [f"block {views.dim3(now)} runs now"]
    if not all(w < g for w, g in zip(wanted, session.running().shape[0], strict=True)):
        raise UsageError(f"the grid has no block {views.dim3(wanted)}")
    if wanted[::-1] < now[::-1]:
        raise UsageError(f"block {views.dim3(wanted)} has ended; `run` begins the launch again")
    _may_go_on(session)
    return Resume(lambda here: here.warp.block.index == wanted)


@_command("warp", "[NUMBER]")
def _warp(session: Session, words: str) -> Iterable[str]:
    """Look at another warp of the block."""
    warps = session.focus().block.warps
    if words:
        number = _number(words, least=0)
        if number >= len(warps):
            raise UsageError(f"the block has warps 0 to {len(warps) - 1}")
        if not warps[number].live.any():
            raise UsageError(f"warp {number} has ended")
        session.warp = warps[number]
        session.lane = session.scope().lanes[0]
    return [session.place()]


@_command("lane", "[NUMBER]")
def _lane(session: Session, words: str) -> Iterable[str]:
    """Look at another lane of the warp: `info registers` and `watch` take its values."""
    warp = session.focus()
    if words:
        number = _number(words, least=0)
        if number > 31:
            raise UsageError("a warp has lanes 0 to 31")
        session.lane = number
    state = "active" if session.lane in session.scope().lanes else "not active"
    thread = views.dim3(views.thread_of(warp, session.lane))
    return [f"lane {session.lane}, thread {thread}, {state}"]


@_command("help h", "[COMMAND]")
def _help(session: Session, words: str) -> Iterator[str]:
    """The commands."""
    chosen = [_find(words)] if words else _COMMANDS
    for command in chosen:
        names = ", ".join(command.names)
        yield f"{names} {command.usage}".rstrip()
        yield f"    {command.words}"


@_command("quit q")
def _quit(session: Session, words: str) -> Resume:
    """End the program."""
    raise Quit


# ---- words --------------------------------------------------------------------------------------


def _find(word: str) -> Command:
    """The command of a word, its short form, or its unambiguous beginning."""
    for command in _COMMANDS:
        if word in command.names:
            return command
    found = [command for command in _COMMANDS if command.names[0].startswith(word)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(command.names[0] for command in found or _COMMANDS)
    raise UsageError(f"`{word}` is no command; " + (f"it may be: {names}" if found else f"{names}"))


def _number(words: str, least: int = 1) -> int:
    if not words.isdecimal() or int(words) < least:
        raise UsageError(f"`{words}` is no whole number from {least} up")
    return int(words)


def _file(session: Session) -> str:
    """The source file that the warp is in."""
    scope = session.scope()
    lines = scope.names.code.lines[scope.place]
    if not lines:
        raise UsageError("the kernel has no source lines: break at ptx:LINE")
    return lines[0][0]


def _known_file(session: Session, name: str | None) -> str | None:
    if name is None or name == PTX:
        return name
    files = session.names.code.files()
    return next((file for file in files if is_named(file, name)), name)


class Prompt:
    """Takes commands from somebody, until one lets the launch go on.

    Args:
        read: gives the next line, "" to do nothing; raises EOFError where there are no more.
        write: shows a line.
        echo: the lines come from a file: they are shown too, and a bad one ends the program.

    Attributes:
        problem: what was wrong with the line that ended the program.
    """

    def __init__(self, read: Callable[[], str], write: Callable[[str], None], echo: bool) -> None:
        self.read = read
        self.write = write
        self.echo = echo
        self.problem: UsageError | None = None
        self._last = ""

    def say(self, lines: Iterable[str]) -> None:
        """Show lines."""
        for line in lines:
            self.write(line)

    def ask(self, session: Session) -> Until | None:
        """Carry out commands; returns until when the launch goes on."""
        while True:
            try:
                line = self.read()
            except EOFError:
                raise Quit from None
            except KeyboardInterrupt:
                self.write("")
                continue
            if self.echo:
                self.write(f"{PROMPT}{line}")
            # As in gdb, an empty line is the last one again.
            line = line.strip() or ("" if self.echo else self._last)
            self._last = line
            done = self._obey(session, line) if line else None
            if done is not None:
                return done.until

    def _obey(self, session: Session, line: str) -> Resume | None:
        word, _, rest = line.partition(" ")
        try:
            found = _find(word).run(session, rest.strip())
            if isinstance(found, Resume):
                return found
            self.say(found)
        except UsageError as problem:
            if self.echo:
                self.problem = problem
                raise Quit from problem
            self.write(str(problem))
        return None


class Commands:
    """The lines of a file of commands; `#` begins a comment."""

    def __init__(self, path: Path) -> None:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not text"
            raise UsageError(f"{path}: cannot be read: {reason}") from None
        self.path = path
        self.number = 0
        self._lines = iter(text.splitlines())

    def __call__(self) -> str:
        """The next command.

        Raises:
            EOFError: there is none.
        """
        for line in self._lines:
            self.number += 1
            words = line.partition("#")[0].strip()
            if words:
                return words
        raise EOFError

    def at(self, problem: UsageError) -> UsageError:
        """An error of the command that was read last, with its place."""
        return UsageError(f"{self.path}:{self.number}: {problem}")


def names() -> list[str]:
    """Every command's whole word, for completion."""
    return [command.names[0] for command in _COMMANDS]
