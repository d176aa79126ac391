"""The user's line behind a launch, past the frames of libraries and of Kernelscope."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from inspect import currentframe
from itertools import takewhile
from pathlib import Path
from sysconfig import get_paths
from types import FrameType

_PACKAGE = Path(__file__).resolve().parent.parent
# Our own operations count as user code: a report of `compare gelu` shows their lines.
_OPERATIONS = _PACKAGE / "operations"
_JOBS = str(_PACKAGE / "jobs")
_OWN = str(_PACKAGE) + "/"
_STANDARD_LIBRARY = Path(get_paths()["stdlib"])
_LIBRARIES = frozenset({"triton", "torch", "numba", "numba_cuda", "llvmlite"})
# Other libraries that call the driver for the user. Their names may be those of the user's modules.
_INSTALLED = _LIBRARIES | {
    "cuda",
    "cupy",
    "cupy_backends",
    "cupyx",
    "cutlass",
    "nvidia_cutlass_dsl",
    "tilelang",
    "tvm_ffi",
    "warp",
}
# Part of the name of each folder that Inductor writes code into.
GENERATED = "torchinductor_"
# The module with `Module._call_impl`, which every call of an `nn.Module` passes through.
_MODULE_CALLS = "torch.nn.modules.module"
_TYPED_IN = ("<string>", "<stdin>", "<ipython-input")


def _is_users_file(filename: str) -> bool:
    """Return whether a file is the program's, as far as its path says."""
    if filename.startswith("<"):
        return filename.startswith(_TYPED_IN)
    path = Path(filename)
    if path.is_relative_to(_PACKAGE):
        return path.is_relative_to(_OPERATIONS)
    for folder in ("site-packages", "dist-packages"):
        if folder in path.parts:
            # PyTorch runs generated functions whose module has no name, so the path is asked too.
            return path.parts[path.parts.index(folder) + 1] not in _INSTALLED
    return GENERATED not in filename and not path.is_relative_to(_STANDARD_LIBRARY)


def is_users(frame: FrameType) -> bool:
    """Return whether a frame is the program's: no compiler's, PyTorch's, Python's or ours."""
    return _is_users(frame.f_code.co_filename, frame.f_globals.get("__name__"))


def caller_source() -> str | None:
    """Return the "file:line" of the user's innermost frame, or None if there is none.

    Frames of Triton, PyTorch, Numba, generated code and Kernelscope itself (but for its
    operations) are skipped. A launch from PyTorch's autograd thread has no frame of the user's.
    """
    frame = _first_of_users(currentframe())
    return None if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


def _first_of_users(frame: FrameType | None) -> FrameType | None:
    """Return the user's innermost frame among a frame and those behind it."""
    # A plain loop: every launch goes through a dozen frames here.
    while frame is not None:
        if _is_users(frame.f_code.co_filename, frame.f_globals.get("__name__")):
            return frame
        frame = frame.f_back
    return None


def source_of_thread(thread: int) -> str:
    """Return the "file:line" of the user's innermost frame of a thread, or ""."""
    frames: dict[int, FrameType] = getattr(sys, "_current_frames")()  # noqa: B009  (it is documented)
    frame = _first_of_users(frames.get(thread))
    return "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


def caller_frames() -> tuple[str, ...]:
    """Return the user's functions and PyTorch's modules on the stack, outermost first.

    A function is "name (file.py:12)" with the line of its `def`, a module "nn.Module: Linear".
    """
    # Frames outside the job that profiles do not belong to the program.
    inside = takewhile(lambda f: not f.f_code.co_filename.startswith(_JOBS), _frames())
    named = [_frame_name(frame) for frame in inside]
    return tuple(name for name in reversed(named) if name)


def program_frames() -> Iterator[FrameType]:
    """Yield the frames of the program and its libraries, innermost first, without Kernelscope's."""
    inside = takewhile(lambda f: not f.f_code.co_filename.startswith(_JOBS), _frames())
    return (frame for frame in inside if not frame.f_code.co_filename.startswith(_OWN))


def is_printing() -> bool:
    """Return whether PyTorch is turning a tensor into text."""
    return any(frame.f_globals.get("__name__") == "torch._tensor_str" for frame in _frames())


def _frames() -> Iterator[FrameType]:
    """Yield the frames of this thread, innermost first."""
    frame: FrameType | None = currentframe()
    while frame is not None:
        yield frame
        frame = frame.f_back


@cache
def _is_users(filename: str, module: object) -> bool:
    # By the module's name, wherever the library is installed.
    library = str(module).partition(".")[0] in _LIBRARIES
    # `python -c "kernel[grid](x)"` has the file "<string>" and the module __main__: that is the
    # user's line. Inductor's launcher, made by exec, is in "<string>" as well, with no such module:
    # without this test a compiled function's launches would all be at "<string>:3".
    typed_in = module == "__main__"
    return not library and _is_users_file(filename) and (typed_in or not filename.startswith("<"))


def _frame_name(frame: FrameType) -> str:
    code = frame.f_code
    if code.co_name == "_call_impl" and frame.f_globals.get("__name__") == _MODULE_CALLS:
        return f"nn.Module: {type(frame.f_locals['self']).__name__}"
    if not is_users(frame):
        return ""
    return f"{code.co_name} ({Path(code.co_filename).name}:{code.co_firstlineno})"
