"""`kernelscope debug`: a subject's launches on the virtual GPU, stepped."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kernelscope import vgpu
from kernelscope._demangle import written_name
from kernelscope.debugger.machine import Quit
from kernelscope.debugger.prompt import PROMPT, Commands, Prompt, Terminal, words
from kernelscope.debugger.session import Session
from kernelscope.devices.resolve import resolve
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.errors import KernelscopeError, UsageError, unknown
from kernelscope.frontends import virtual_gpu
from kernelscope.jobs.code_files import ptx_file
from kernelscope.jobs.kernels import run_script
from kernelscope.jobs.source_names import constant_parameters, source_names
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.subjects import (
    CudaFile,
    Executable,
    OperationSubject,
    PtxFile,
    PythonFile,
    Subject,
    parse_command,
    refuse_arguments,
    refused,
)
from kernelscope.subjects.operations import holds_operation, implementations_of
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
    """The launch of a kernel of which there is only PTX.

    `arguments`: a word for each parameter: `1024`, `f32[1024]`, `f32[1024]=arange`.
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
    checks: bool = False,
    commands: Path | None = None,
    read: Callable[[], str] | None = None,
    write: Callable[[str], None],
) -> int:
    """Run a subject and stop at the first instruction of each of its kernels.

    Args:
        subject: `gelu/triton`, `FILE.py:NAME/IMPL`, a script, `FILE.ptx`.
        argv: arguments for the script.
        device: the GPU whose virtual form runs the kernels.
        case: other values of an operation's axes, as text.
        kernel: stop only in this kernel; "" for all.
        block: run only this block of each launch; None for all, in order.
        launch: the launch of a `FILE.ptx`.
        optimizes: if False, compile CUDA C++ and Numba kernels as `nvcc -G` does, so that each
            variable of the source keeps its value.
        checks: look for races and other faults in each launch first, as `check` does, and stop at
            them.
        commands: a file of commands, instead of `read`.
        read: returns a line of the user and raises EOFError at the end; None for the terminal.
        write: shows a line.

    Returns 0, or 1 if the program failed: a script with an error, a kernel that could not go on.
    Raises UsageError for a malformed command, with its place in the file.
    """
    parsed = parse_command(subject)
    refuse_arguments(parsed, argv)
    script = Commands(commands) if commands else None
    reader = script or read or Terminal(PROMPT, lambda: words(session))
    prompt = Prompt(reader, write, echo=script is not None)
    sanitizer = Sanitizer(names=source_names, promised=constant_parameters) if checks else None
    session = Session(prompt.ask, prompt.say, kernel, block, sanitizer)
    gpu = virtual_gpu(resolve(device).spec.name)
    gpu.optimizes = optimizes
    code = 0
    try:
        with _stepped(session):
            code = _run(gpu, session, parsed, argv, case, launch)
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
    if session.count == 0 and code:
        write(f"{subject} ended with exit code {code} before it launched {kernel or 'a kernel'}")
    elif session.count == 0:
        launched = dict.fromkeys(written_name(launch.kernel) for launch in gpu.launches)
        if kernel and launched:
            raise unknown(f"{subject}: kernel", kernel, launched)
        raise UsageError(f"{subject} launched no kernel")
    return 1 if code else 0


@contextmanager
def _stepped(session: Session) -> Generator[None]:
    memory = session.sanitizer.memory if session.sanitizer else nullcontext()
    with vgpu.STEPS.of(vgpu.Stage.REPLACE, session.run), memory:
        yield


def _run(
    gpu: VirtualGPU,
    session: Session,
    subject: Subject,
    argv: Sequence[str],
    case: str,
    launch: PtxLaunch | None,
) -> int:
    if launch is not None and not isinstance(subject, PtxFile):
        raise UsageError(f"{subject} is not a PTX file, so it takes no --grid, --threads or --arg")
    match subject:
        case PtxFile(path):
            _run_ptx(gpu, Path(path), launch)
        case OperationSubject():
            _run_operation(gpu, subject, case)
        case CudaFile() | Executable():
            return run_script(gpu, subject, argv)
        case PythonFile():
            code = run_script(gpu, subject, argv)
            # A file of operations launches nothing by itself.
            if code or session.count or not holds_operation(subject):
                return code
            _run_operation(gpu, subject, case)
        case _:
            needs = "an operation, a script, a program, or PTX with --grid, --threads and --arg"
            raise refused(subject, "debug", needs)
    return 0


def _run_operation(gpu: VirtualGPU, subject: OperationSubject | PythonFile, case: str) -> None:
    operation, implementations = implementations_of(subject)
    inputs = operation.inputs_of(operation.case(case, device="cpu"))
    with gpu:
        for implementation in implementations:
            implementation(*inputs)


def _run_ptx(gpu: VirtualGPU, path: Path, launch: PtxLaunch | None) -> None:
    forms = ptx_file(path)
    if len(forms) != 1:
        raise UsageError(f"{path} must have one kernel, has: {', '.join(f.name for f in forms)}")
    module = vgpu.load_ptx(forms[0].texts["ptx"], gpu=gpu.spec)
    kernel = module.kernel(module.kernels[0])
    if launch is None:
        arguments = " ".join(f"--arg {_example(p)}" for p in kernel.parameters)
        raise UsageError(
            f"{path} does not say how {kernel.name} is launched: add --grid BLOCKS "
            f"--threads {kernel.required_block[0] if kernel.required_block else 128} {arguments}"
        )
    with gpu:
        kernel.launch(launch.grid, launch.block, [_argument(word) for word in launch.arguments])


def _example(parameter: vgpu.Parameter) -> str:
    is_pointer = TYPES[parameter.type].bits == 64
    return "f32[1024]" if is_pointer else "1"


def _argument(word: str) -> Any:
    """Return the value of `1024`, `0.5` or `f32[1024]=arange`."""
    array = _ARRAY.match(word)
    if array is not None:
        element, fill = TYPES.get(array["type"]), _FILLS.get(array["fill"] or "zeros")
        if element is None or element.kind not in "suf" or fill is None:
            raise UsageError(
                f"--arg {word}: an array is TYPE[COUNT] or TYPE[COUNT]=FILL, its type "
                f"f16, f32, s32, u64 …, its fill {', '.join(_FILLS)}"
            )
        return fill(int(array["count"])).astype(element.dtype)
    for number in (lambda text: int(text, 0), float):
        try:
            return number(word)
        except ValueError:
            continue
    raise UsageError(f"--arg {word}: neither a number nor an array such as f32[1024]=arange")
