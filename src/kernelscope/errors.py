"""Every error that Kernelscope raises on purpose.

KernelscopeError
├── UsageError            a mistake of the user: an unknown operation, device, case or option
├── UnavailableError      this machine or this device cannot do it; the row says `unavailable`
├── CompileError          a front end's compiler (NVRTC, Triton, Numba) refused the source
├── PtxError              PTX that is malformed, or that the virtual GPU does not know
├── CheckError            `check` as a decorator found a fault of a kernel
├── NotComputedError      a value is read that `--sample`, or a benchmark, left out
├── GradientError         an implementation without a backward pass, where gradients are checked
├── GateError             a call does not keep what a test asks of it
├── LaunchError           a wrong grid, block, shared memory or argument of a launch
│   ├── MemoryAccessError an address outside every allocation, or misaligned
│   └── TimeLimitError    a launch that ran longer than its caller allows
└── RecordError           a record that cannot be read or written

A message is one line: what is wrong, where (`file:line:column` if known), and what to do.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ": did you mean `gelu`?", or "" if none of the known names is near to `name`.

    An error appends it to the sentence that says what is unknown.
    """
    from difflib import get_close_matches  # only an error needs it

    spelled = {word.lower(): word for word in known}
    near = get_close_matches(name.lower(), spelled, 1)
    return f": did you mean `{spelled[near[0]]}`?" if near else ""


def unknown(what: str, name: str, known: Iterable[str]) -> UsageError:
    """Return the error for a name that does not exist, with the nearest name and all names.

    Args:
        what: the thing that the name should have named: "operation".
        name: the name, as the user typed it.
        known: the names that exist.
    """
    names = [*known]
    listed = ", ".join(names) or "none"
    return UsageError(f"{what} {name!r} is unknown{did_you_mean(name, names)} (there are {listed})")


def in_a_line(error: BaseException) -> str:
    """Return an error of anybody's as "RuntimeError: the first line of its message"."""
    lines = (str(error).strip() or "no message").splitlines()
    name, first = type(error).__name__, lines[0]
    carets = [number for number, line in enumerate(lines) if line.strip() == "^"]
    if not (_POSITION.fullmatch(first) and carets):
        return f"{name}: {first}"
    # Triton's compiler: "at 4:9:", lines of the source, a caret, and maybe its message. If another
    # function that this one calls does not compile, the message is that of the cause.
    if not lines[carets[-1] + 1 :] and error.__cause__ is not None:
        return in_a_line(error.__cause__)
    message = " ".join(lines[carets[-1] + 1 :]) or "it does not compile"
    return f"{name}: {message}: `{lines[carets[-1] - 1].strip()}`"


def invalid_python(file: str, error: SyntaxError) -> UsageError:
    """Return the error for a file that Python cannot compile, with its line and column.

    Args:
        file: the file's name, as the user typed it.
        error: the compiler's error.
    """
    where = f"{file}:{error.lineno or 1}:{error.offset or 1}"
    return UsageError(f"{where}: not valid Python: {error.msg}")


_POSITION = re.compile(r"at \d+:\d+:")


class KernelscopeError(Exception):
    """The root. The command line prints its message in one line and exits with 2."""


class UsageError(KernelscopeError):
    """The user named something that does not exist or cannot be combined."""


class UnavailableError(KernelscopeError):
    """The request needs hardware or software that this machine lacks; the message names it."""


def refuse_other_systems() -> None:
    """Raise UnavailableError on another system than Linux: no kernel is compiled or runs there."""
    if sys.platform != "linux":
        raise UnavailableError(
            "kernels run only on Linux, where Triton and CUDA's compilers run (on Windows in WSL); "
            "here `report`, `compare`, `diff` and `history` read records"
        )


class CompileError(KernelscopeError):
    """A front end's compiler refused the source; the message holds its first error."""


class PtxError(KernelscopeError):
    """PTX cannot be run: it is malformed, ill-typed or unknown to the virtual GPU.

    Attributes:
        message: without the position.
        line, column: position in the PTX text, from 1; 0 if unknown.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0, file: str = "ptx") -> None:
        self.message = message
        self.line = line
        self.column = column
        super().__init__(f"{file}:{line}:{column}: {message}" if line else message)


class CheckError(KernelscopeError):
    """A function under `@kernelscope.check()` launched a kernel with a fault."""


class GradientError(KernelscopeError):
    """An implementation has no backward pass, where an operation asks for gradients."""


class GateError(KernelscopeError):
    """A call under the fixture `kernelscope` does not keep what its test asks.

    The message reads as a compiler's: `file:line: error: …`, the line, a mark under it, and notes.

    Attributes:
        problems: what is wrong, one `report.ci.Problem` for each place.
    """

    def __init__(self, message: str, problems: tuple[Any, ...] = ()) -> None:
        self.problems = problems
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class FaultPlace:
    """The place at which a launch stopped.

    Attributes:
        kind: of the fault, as in "misaligned".
        mnemonic: the instruction's first word and its qualifiers.
        source: "file:line", or "".
        ptx_line: from 1.
        block, thread: the indices, x first.
        lane_bytes: what the instruction moves for one lane; 0 if it is not by lane.
    """

    kind: str
    mnemonic: str
    source: str
    ptx_line: int
    block: tuple[int, int, int]
    thread: tuple[int, int, int]
    lane_bytes: int = 0


@dataclass(frozen=True, slots=True)
class IndexOverflow:
    """The instruction whose exact result did not fit into the 32 bits of an index.

    Attributes:
        operation: its name and type, as in "mul.s32".
        integer: what it did not fit into, as in "a signed 32-bit integer".
        source: "file:line", or "".
        ptx_line: from 1.
    """

    operation: str
    integer: str
    source: str
    ptx_line: int

    @property
    def problem(self) -> str:
        """What is wrong, in a sentence without its place."""
        return f"the exact result of {self.operation} does not fit into {self.integer}"

    @property
    def place(self) -> str:
        """Its place, as in "k.cu:12 (ptx:96)"."""
        ptx = f"ptx:{self.ptx_line}"
        return f"{self.source} ({ptx})" if self.source else ptx


class LaunchError(KernelscopeError):
    """A launch that a GPU would refuse: grid, block, shared memory, arguments.

    Attributes:
        place: the instruction and the thread that stopped it; None if no instruction did.
        problem: the sentence without kernel and place; "" without a place.
    """

    place: FaultPlace | None = None
    problem: str = ""


class MemoryAccessError(LaunchError):
    """A kernel touched an address outside every allocation, or one that is misaligned.

    Attributes:
        base, offset: for an address beyond the end of an allocation: the allocation's host address,
            -1 if unknown, and the byte in it at which the access begins, negative if it lies before
            the allocation.
        address: the device address, if it is outside every allocation; -1 if unknown.
        overflow: what overflowed on the way to that address; None if nothing did.
    """

    overflow: IndexOverflow | None = None

    def __init__(self, message: str, base: int = -1, offset: int = -1, address: int = -1) -> None:
        self.base = base
        self.offset = offset
        self.address = address
        super().__init__(message)

    def explain(self, overflow: IndexOverflow, advice: str) -> None:
        """Add that the address comes from an index that overflowed, and what to do."""
        self.overflow = overflow
        kernel, _, fault = str(self).partition(": ")
        cause = f"the index overflowed at {overflow.place}: {overflow.problem}"
        self.args = (f"{kernel}: {cause}, so {fault}; {advice}",)
        self.problem = f"{overflow.problem}: the index overflowed, and {self.problem}"


class NotComputedError(KernelscopeError):
    """A program reads what `--sample`, or a benchmark, left out."""


class DeviceAssertError(LaunchError):
    """An assertion in a kernel failed.

    Attributes:
        as_cuda: the line that CUDA's driver writes about it; "" if unknown.
    """

    as_cuda: str = ""


class TimeLimitError(LaunchError):
    """A launch was stopped because it ran longer than its caller allows."""


class RecordError(KernelscopeError):
    """A record cannot be read back, or cannot be written."""
