"""`kernelscope debug`: a subject's launches on the virtual GPU, stepped."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from kernelscope import vgpu
from kernelscope.debugger.machine import Quit
from kernelscope.debugger.prompt import PROMPT, Commands, Prompt
from kernelscope.debugger.session import Session
from kernelscope.debugger.terminal import Terminal, words
from kernelscope.devices.resolve import resolve
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu
from kernelscope.errors import KernelscopeError, UsageError
from kernelscope.jobs.kernels import holds_operation, run_script
from kernelscope.jobs.subjects import implementations_of
from kernelscope.vgpu.types import TYPES

Dim3 = tuple[int, int, int]
_ARRAY = re.compile(r"(?P<type>\w+)\[(?P<count>\d+)\](?:=(?P<fill>\w+))?$")
_FILLS: dict[str, Callable[[int], Any]] = {
    "zeros": np.zeros,
    "ones": np.ones,
    "arange": np.arange,
    "random": lambda count: np.random.default_rng(0).standard_normal(count),
}


@dataclass(frozen=True, slots=True)
class PtxLaunch:
    """How to launch a kernel that comes as PTX alone.

    Attributes:
        grid: blocks in x, y, z; `block` threads of one, likewise.
        arguments: a word for each parameter: `1024`, `f32[1024]`, `f32[1024]=arange`.
    """

    grid: Dim3
    block: Dim3
    arguments: tuple[str, ...]


def debug(
    subject: str,
    argv: Sequence[str] = (),
    *,
    device: str = "auto",
    case: str = "",
    kernel: str = "",
    block: Dim3 | None = None,
    launch: PtxLaunch | None = None,
    optimizes: bool = True,
    commands: Path | None = None,
    read: Callable[[], str] | None = None,
    write: Callable[[str], None],
) -> int:
    """Run a subject and stop at the first instruction of each of its kernels.

    Args:
        subject: `gelu/triton`, `FILE.py:NAME/IMPL`, a script, `FILE.ptx`.
        argv: the script's own arguments.
        device: whose virtual form runs the kernels.
        case: other values of an operation's axes, as text.
        kernel: stop in this kernel alone; "" for all.
        block: run this block of each launch alone; None for all, in order.
        launch: how to launch a `FILE.ptx`.
        optimizes: False has CUDA C++ and Numba kernels compiled such that each variable of the
            source has its place, as by `nvcc -G`.
        commands: a file of commands, instead of `read`.
        read: gives a line of the user's and raises EOFError at the end; None for the terminal.
        write: shows a line.

    Returns:
        0, or 1 where the program failed: a script with an error, a kernel that could not go on.

    Raises:
        UsageError: no such subject; a malformed command, with its place in the file.
    """
    script = Commands(commands) if commands else None
    reader = script or read or Terminal(PROMPT, lambda: words(session))
    prompt = Prompt(reader, write, echo=script is not None)
    session = Session(prompt.ask, prompt.say, kernel, block)
    gpu = virtual_gpu(resolve(device).spec.name)
    gpu.optimizes = optimizes
    code = 0
    try:
        with _stepped(session):
            code = _run(gpu, session, subject, argv, case, launch)
    except Quit:
        pass
    except KernelscopeError as problem:
        if session.count == 0:
            raise
        write(str(problem))
        code = 1
    if prompt.problem is not None and script is not None:
        raise script.at(prompt.problem)
    if session.problem is not None:
        raise session.problem
    if session.count == 0:
        raise UsageError(f"{subject} launched no kernel" + (f" `{kernel}`" if kernel else ""))
    return 1 if code else 0


@contextmanager
def _stepped(session: Session) -> Generator[None]:
    stand_ins = vgpu.stand_ins
    stand_ins.append(session.stand_in)
    try:
        yield
    finally:
        stand_ins.remove(session.stand_in)


def _run(
    gpu: VirtualGPU,
    session: Session,
    subject: str,
    argv: Sequence[str],
    case: str,
    launch: PtxLaunch | None,
) -> int:
    if subject.endswith(".ptx"):
        _run_ptx(gpu, Path(subject), launch)
        return 0
    if launch is not None:
        raise UsageError(f"--grid, --threads and --arg are for a .ptx file, not for {subject}")
    if subject.endswith(".py") and Path(subject).is_file():
        code = run_script(gpu, subject, argv)
        # A file of operations launches nothing by itself.
        if session.count or not holds_operation(subject):
            return code
    _run_operation(gpu, subject, case)
    return 0


def _run_operation(gpu: VirtualGPU, subject: str, case: str) -> None:
    operation, implementations = implementations_of(subject)
    import_module("kernelscope.frontends")  # registers them with the session to come
    inputs = operation.inputs_of(operation.case(case, device="cpu"))
    with gpu:
        for one in implementations:
            one(*inputs)


def _run_ptx(gpu: VirtualGPU, path: Path, launch: PtxLaunch | None) -> None:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise UsageError(f"{path}: cannot be read: {reason}") from None
    module = vgpu.load_ptx(text, gpu=gpu.spec)
    if len(module.kernels) != 1:
        names = ", ".join(module.kernels) or "none"
        raise UsageError(f"{path} must have one kernel, has: {names}")
    kernel = module.kernel(module.kernels[0])
    if launch is None:
        wanted = " ".join(f"--arg {_example(p)}" for p in kernel.parameters)
        raise UsageError(
            f"{path} does not say how {kernel.name} is launched: add --grid BLOCKS "
            f"--threads {kernel.required_block[0] if kernel.required_block else 128} {wanted}"
        )
    with gpu:
        kernel.launch(launch.grid, launch.block, [_argument(word) for word in launch.arguments])


def _example(parameter: vgpu.Parameter) -> str:
    is_pointer = TYPES[parameter.type].bits == 64
    return "f32[1024]" if is_pointer else "1"


def _argument(word: str) -> Any:
    """`1024`, `0.5`, `f32[1024]=arange`."""
    found = _ARRAY.match(word)
    if found is not None:
        kind, fill = TYPES.get(found["type"]), _FILLS.get(found["fill"] or "zeros")
        if kind is None or kind.kind not in "suf" or fill is None:
            raise UsageError(
                f"--arg {word}: an array is TYPE[COUNT] or TYPE[COUNT]=FILL, its type "
                f"f16, f32, s32, u64 …, its fill {', '.join(_FILLS)}"
            )
        return fill(int(found["count"])).astype(kind.dtype)
    for number in (lambda text: int(text, 0), float):
        try:
            return number(word)
        except ValueError:
            continue
    raise UsageError(f"--arg {word}: neither a number nor an array as f32[1024]=arange")
