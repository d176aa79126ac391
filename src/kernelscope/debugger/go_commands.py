"""Commands that continue the launch. Their docstrings are the debugger's help."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from kernelscope.debugger import steps, views
from kernelscope.debugger.command import Resume, command, number
from kernelscope.debugger.machine import AtBlock, Here, Quit, RunAgain, Until
from kernelscope.debugger.session import Session
from kernelscope.debugger.stop_commands import place
from kernelscope.errors import UsageError


@command("run r restart", "")
def _run(session: Session, words: str) -> Resume:
    """Run the launch. If it has started, run it again from its beginning, with its memory as it was
    then.
    """
    machine = session.running()
    if machine.has_begun:
        raise RunAgain
    return Resume()


@command("continue c", "[COUNT]")
def _continue(session: Session, words: str) -> Resume:
    """Continue to the next breakpoint, to the COUNTth from here, or to the end."""
    session.passes = number(words) - 1 if words else 0
    return Resume()


@command("step s", "[COUNT]")
def _step(session: Session, words: str) -> Resume:
    """Continue until the current lane reaches another source line, also in a called function. While
    a branch has masked the lane off, the other side runs without a stop; `lane` switches to it.
    """
    return _steps(session, words, steps.Step.line)


@command("next n", "[COUNT]")
def _next(session: Session, words: str) -> Resume:
    """Step over calls: like `step`, but do not stop in called functions."""
    return _steps(session, words, steps.Step.over)


@command("stepi si ni nexti", "[COUNT]")
def _stepi(session: Session, words: str) -> Resume:
    """Run one PTX instruction of the current lane."""
    return _steps(session, words, steps.Step.instruction)


@command("until u advance", "[FILE:LINE | LINE]")
def _until(session: Session, words: str) -> Resume:
    """Run like `next`, but only forwards, so past a loop. With a line, run until the lane reaches
    it or leaves the function.
    """
    if not words:
        return _steps(session, "", steps.Step.onward)
    file, line = place(session, words)
    next_line = session.next_line(file, line)
    if next_line is None:
        raise UsageError(f"no instruction comes from {file}:{line} or a later line")
    return _steps(session, "", lambda step: step.to(file, next_line))


@command("finish fin return", "")
def _finish(session: Session, words: str) -> Resume:
    """Continue until the lane leaves its function; in the kernel itself, until the lane ends."""
    return _steps(session, "", steps.Step.out)


def _steps(session: Session, words: str, make: Callable[[steps.Step], Until]) -> Resume:
    session.focus()
    may_go_on(session)

    def again(here: Here) -> Until:
        lane = session.lane if session.lane in here.lanes else here.lanes[0]
        return make(steps.Step(here.warp, lane, session.code, here.place))

    lane = session.living_lane()
    first = make(steps.Step(session.focus(), lane, session.code, session.scope().place))
    return Resume(steps.times(number(words) if words else 1, again, first))


def may_go_on(session: Session) -> None:
    """Raise UsageError if the kernel has failed."""
    if session.running().fault is not None:
        raise UsageError(
            "the kernel has failed and cannot continue: `run` starts it again, `continue` passes "
            "the error to the program"
        )


@command("block", "[X,Y,Z]")
def _block(session: Session, words: str) -> Resume | Iterable[str]:
    """Show which block runs. With a number, run on to that block; blocks run one after another."""
    now = session.focus().block.index
    if not words:
        return [f"block {views.dim3(now)} of {views.dim3(session.running().shape[0])}"]
    match = re.fullmatch(r"\(?(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?\)?", words)
    if match is None:
        raise UsageError(f"`{words}` is not a block; write X,Y,Z")
    x, y, z = (int(part or 0) for part in match.groups())
    wanted = x, y, z
    if wanted == now:
        return [f"block {views.dim3(now)} runs now"]
    if not all(w < g for w, g in zip(wanted, session.running().shape[0], strict=True)):
        raise UsageError(f"the grid has no block {views.dim3(wanted)}")
    if wanted[::-1] < now[::-1]:
        raise UsageError(f"block {views.dim3(wanted)} has ended; `run` starts the launch again")
    may_go_on(session)
    return Resume(AtBlock(wanted))


@command("quit q exit", "")
def _quit(session: Session, words: str) -> Resume:
    """End the program."""
    raise Quit
