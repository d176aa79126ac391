"""Who launched this: the user's line, past every frame of a library or of Kernelscope."""

from __future__ import annotations

from functools import cache
from inspect import currentframe
from pathlib import Path
from sysconfig import get_paths
from types import FrameType

_PACKAGE = Path(__file__).resolve().parent.parent
# An operation's implementation is a user of the rest: its line is what the reader wants to see.
_OPERATIONS = _PACKAGE / "operations"
_STANDARD_LIBRARY = Path(get_paths()["stdlib"])
_LIBRARIES = frozenset({"triton", "torch", "numba", "numba_cuda", "llvmlite"})
# Where Inductor keeps the code that it writes.
_GENERATED = "torchinductor_"
_TYPED_IN = ("<string>", "<stdin>", "<ipython-input")


@cache
def _is_users(filename: str) -> bool:
    if filename.startswith("<"):
        return filename.startswith(_TYPED_IN)
    path = Path(filename)
    if path.is_relative_to(_PACKAGE):
        return path.is_relative_to(_OPERATIONS)
    for folder in ("site-packages", "dist-packages"):
        if folder in path.parts:
            # PyTorch runs generated functions whose module has no name, so the path is asked too.
            return path.parts[path.parts.index(folder) + 1] not in _LIBRARIES
    return _GENERATED not in filename and not path.is_relative_to(_STANDARD_LIBRARY)


def caller_source() -> str | None:
    """The "file:line" of the innermost frame that is the user's; None where there is none.

    Frames of Triton, PyTorch, Numba, generated code and Kernelscope itself (but for its
    operations) are passed over. A launch from PyTorch's autograd thread has no user's frame.
    """
    frame: FrameType | None = currentframe()
    while frame is not None:
        filename = frame.f_code.co_filename
        module = str(frame.f_globals.get("__name__"))
        # By name, wherever it is installed.
        library = module.partition(".")[0] in _LIBRARIES
        # Inductor's launchers are "<string>" too, but not of the program that was typed in.
        typed_in = module == "__main__"
        if not library and _is_users(filename) and (typed_in or not filename.startswith("<")):
            return f"{filename}:{frame.f_lineno}"
        frame = frame.f_back
    return None
