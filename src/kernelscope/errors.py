"""Every error that Kernelscope raises on purpose.

KernelscopeError
├── UsageError            what the user typed or wrote: an unknown operation, device, case, option
├── UnavailableError      this machine or this device cannot do it; the row says `unavailable`
├── CompileError          a front end's compiler (NVRTC, Triton, Numba) refused the source
├── PtxError              PTX that is malformed, or that the virtual GPU does not know
├── LaunchError           grid, block, shared memory or an argument of a launch
│   ├── MemoryAccessError an address outside every allocation, or misaligned
│   └── TimeLimitError    a launch that ran longer than its caller lets it
└── RecordError           a record that cannot be read or written

A message is one line: what is wrong, where (`file:line:column` when known), what to do about it.
"""

from __future__ import annotations

from collections.abc import Iterable


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


class KernelscopeError(Exception):
    """The root. The command line prints its message in one line and exits with 2."""


class UsageError(KernelscopeError):
    """The user named something that does not exist or cannot be combined."""


class UnavailableError(KernelscopeError):
    """What was asked for needs hardware or software that is not here; the message names it."""


class CompileError(KernelscopeError):
    """A compiler in front of the PTX refused the source; the message holds its first error."""


class PtxError(KernelscopeError):
    """PTX that cannot be run: malformed, ill-typed or unknown to the virtual GPU.

    Attributes:
        message: without the position.
        line, column: position in the PTX text, from 1; 0 where there is none.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0, file: str = "ptx") -> None:
        self.message = message
        self.line = line
        self.column = column
        super().__init__(f"{file}:{line}:{column}: {message}" if line else message)


class LaunchError(KernelscopeError):
    """A launch that a GPU would refuse: grid, block, shared memory, arguments."""


class MemoryAccessError(LaunchError):
    """A kernel touched an address outside every allocation, or one that is misaligned.

    Attributes:
        base, offset: where it is beyond the end of an allocation, that allocation's host address
            and the byte that the warp's access begins at; -1 where nothing is known.
        address: of the device, where it is outside every allocation; -1 unknown.
    """

    def __init__(self, message: str, base: int = -1, offset: int = -1, address: int = -1) -> None:
        self.base = base
        self.offset = offset
        self.address = address
        super().__init__(message)


class TimeLimitError(LaunchError):
    """A launch was stopped because it ran longer than its caller lets it."""


class RecordError(KernelscopeError):
    """A record that cannot be read back, or that cannot be written."""
