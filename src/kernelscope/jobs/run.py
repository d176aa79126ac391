"""`kernelscope run`: an unmodified script for `device="cuda"`, with a GPU or without one."""

from __future__ import annotations

import builtins
import os
import runpy
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import thread as futures
from contextlib import ExitStack, contextmanager
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

from kernelscope._patching import Patches
from kernelscope.devices.callsite import source_of_thread
from kernelscope.devices.resolve import Device, resolve
from kernelscope.devices.sampling import Sampling
from kernelscope.devices.virtual import Event, VirtualGPU
from kernelscope.diagnose import Evidence, find
from kernelscope.driver import local, python_libraries
from kernelscope.driver.extensions import offer_extensions
from kernelscope.errors import UsageError, invalid_python
from kernelscope.frontends import virtual_gpu
from kernelscope.hardware import GPUSpec
from kernelscope.jobs import environment
from kernelscope.jobs.child_processes import USUAL, Clocks, with_children
from kernelscope.jobs.cuda_programs import body_of, on_gpu
from kernelscope.record import LaunchRecord, OperatorRecord, ScriptRun
from kernelscope.results.programs import ScriptResult
from kernelscope.subjects import (
    Program,
    PythonFile,
    Script,
    parse_program,
    refused,
)
from kernelscope.vgpu.runtime import long_work

if TYPE_CHECKING:
    from kernelscope.devices.clock import Timeline

STEADY = (
    "the script's Python costs what its instructions do, computed and not measured; a function of "
    "C costs only its call"
)
_PACKAGE = str(Path(__file__).resolve().parent.parent)
INTERRUPTED = 130
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "MPLBACKEND")

# Operators of which only the bytes are known are named if they are so much of the device time, but
# at most so many; factorisations always, which take hundreds of steps one after the other: an SVD
# of 512 x 512 would show 19 us.
_MUCH, _NAMED = 0.1, 5
_FAR_LONGER = tuple(
    f"linalg_{name}"
    for name in ("svd", "eig", "inv", "matrix_exp", "det", "slogdet", "lu", "ldl", "cholesky", "qr")
)

Body = Callable[[], object]


def run(
    script: str,
    argv: Sequence[str] = (),
    *,
    device: str = "auto",
    module: bool = False,
    real_clock: bool = False,
    sample: bool = False,
    steady: bool = False,
) -> ScriptResult:
    """Run a script as `python SCRIPT ARGV...` would, on the GPU `device`.

    Output, traceback and exit code are the script's own. On a virtual device its CUDA tensors are
    in host memory, its kernels run on the virtual GPU, and its clocks follow the estimated time.

    Args:
        script: a file, or the name of a module.
        argv: arguments for the script.
        device: auto, cuda, virtual, virtual:NAME.
        module: `script` names a module, as after `python -m`.
        real_clock: leave Python's clocks alone; events and benchmarks still show estimates.
        sample: leave out work that is too large for a CPU, on a virtual device: launches are timed
            and counted from some of their blocks, and to read a result is an error.
        steady: on a virtual device, count what the script's Python executes and nothing that a
            clock shows, so that all times are the same on each run.

    Returns:
        The result: its record has the exit code, and every launch and operator in their order.

    Raises:
        UsageError: there is no such script, or it is not valid Python (file:line:column).
        UnavailableError: this machine does not have the device.
    """
    target = resolve(device)
    program = parse_program(script, module=module, prefer_file=True)
    if not isinstance(program, Program):
        raise refused(program, "run", "a Python script or a CUDA program")
    with as_main(program, list(argv)) as body, without_windows():
        if target.kind == "cuda":
            return _result(script, target, exit_code(body), [])
        gpu = virtual_gpu(target.spec.name)
        gpu.sampling = Sampling(everything=sample)
        if not isinstance(program, Script):
            say_virtual(gpu.spec)
            with on_gpu(gpu, program):
                code = exit_code(body)
            return _result(script, target, code, gpu.events, gpu.said)
        clocks = Clocks(real_clock, steady)
        say_virtual(gpu.spec, clocks)
        with (
            on_virtual_gpu(gpu, clocks) as timeline,
            with_children(gpu, clocks) as of_children,
        ):
            code = exit_code(body)
            join_threads()
        say_left_out(timeline)
    events = [*gpu.events, *of_children]
    _say_what_is_rough(events)
    if gpu.sampling.note:
        _say(f"kernelscope: {gpu.sampling.note}")
    return _result(script, target, code, events, gpu.said)


@contextmanager
def on_virtual_gpu(
    gpu: VirtualGPU, clocks: Clocks = USUAL, host_tensors: bool = False
) -> Generator[Timeline]:
    """Make `gpu` PyTorch's GPU, and let Python's clocks follow its time unless they are real."""
    with ExitStack() as stack:
        # Before PyTorch is imported, which imports cuda.bindings.
        python_libraries.offer(stack.enter_context(Patches()), gpu.spec)
        from kernelscope.devices.python_clocks import virtual_clock
        from kernelscope.devices.torch_cuda.facade import pretend_cuda
        from kernelscope.devices.torch_cuda.forking import forked

        stack.enter_context(long_work.for_a_script(source_of_thread))
        timeline = stack.enter_context(
            pretend_cuda(gpu, host_tensors=host_tensors, steady=clocks.steady)
        )
        local.initialise()
        gpu.launch_times.reads_ahead = True
        offer_extensions(stack.enter_context(Patches()), gpu.spec, timeline)
        if not clocks.real:
            forked.initialised = False  # the program has not used CUDA yet
            stack.enter_context(virtual_clock(timeline))
        yield timeline


def say_virtual(spec: GPUSpec, clocks: Clocks = USUAL) -> None:
    """Tell the user what the script's times mean."""
    clock = "events and benchmarks show" if clocks.real else "the script's clocks follow"
    # What a script reads from a clock includes the host's time.
    host = "" if clocks.real else ", and of a host as measured next to an H200"
    _say(f"kernelscope: no GPU is used; {clock} estimated times of an {spec.full_name}{host}")
    if clocks.steady:
        _say(f"kernelscope: --steady: {STEADY}")


def say_left_out(timeline: Timeline) -> None:
    """Name what a steady clock did not count."""
    for words in timeline.left_out():
        _say(f"kernelscope: --steady leaves out {words}")


def _say_what_is_rough(events: Sequence[Event]) -> None:
    """Name the operators whose time follows from their bytes alone, if it is much of all or they
    take far longer than that.
    """
    from kernelscope.devices.operators import NO_ROW

    operators = [event for event in events if isinstance(event, OperatorRecord)]
    rough = [(e.name, e.time_us) for e in operators if e.time_us and e.time_us.note == NO_ROW]
    names = {name.removeprefix("aten.").partition(".")[0] for name, _ in rough}
    far_off = {name for name in names if name.lstrip("_").startswith(_FAR_LONGER)}
    total = sum(event.time_us.value for event in events if event.time_us is not None)
    if sum(time.value for _, time in rough) < _MUCH * total:
        names = far_off
    if names:
        shown = ", ".join(sorted(names)[:_NAMED]) + (", …" if len(names) > _NAMED else "")
        _say(
            f"kernelscope: the times of {shown} are lower bounds, computed from their bytes: the "
            "kernels that PyTorch launches for them are not known here, and a GPU may take much "
            "longer"
        )


def _result(
    script: str, target: Device, code: int, events: Sequence[Event], notes: Sequence[str] = ()
) -> ScriptResult:
    launches = tuple(event for event in events if isinstance(event, LaunchRecord))
    operators = tuple(event for event in events if isinstance(event, OperatorRecord))
    record = ScriptRun(
        exit_code=code,
        launches=launches,
        operators=operators,
        script=script,
        notes=tuple(notes),
        **environment.conditions(target),
    )
    # Rules simulate launches with their faults fixed: 29 s for the 122 launches of a sort that runs
    # for 10, and without --json no finding is read.
    return ScriptResult(record, lambda: find(Evidence(target.spec, launches, operators)))


@contextmanager
def as_main(script: Program, argv: list[str]) -> Generator[Body]:
    """Yield the function that runs the program; a script has its own `sys`, restored at the end."""
    if not isinstance(script, Script):
        yield body_of(script, argv)
        return
    name = str(script)
    code = _compile(script.path) if isinstance(script, PythonFile) else None
    main = ModuleType("__main__")
    before = sys.argv, list(sys.path), sys.modules["__main__"], sys.excepthook
    # The command line may have set its own hook; the script starts with Python's.
    sys.excepthook = sys.__excepthook__
    sys.argv = [name, *argv]
    if sys.path:
        sys.path[0] = os.getcwd() if code is None else str(Path(name).resolve().parent)
    sys.modules["__main__"] = main

    def body() -> None:
        if code is None:
            runpy.run_module(name, run_name="__main__", alter_sys=True)
        else:
            main.__dict__.update(__file__=name, __builtins__=builtins, __cached__=None)
            exec(code, main.__dict__)

    try:
        if code is None and not _is_module(name):
            raise UsageError(
                f"{name}: there is no such module: run this in the folder that contains it, or "
                "set PYTHONPATH"
            )
        yield body
    finally:
        sys.argv, sys.path[:], sys.modules["__main__"], sys.excepthook = before


def _is_module(name: str) -> bool:
    """Return whether there is a module of a dotted name; one that fails on import counts as one."""
    first, *others = name.split(".")
    try:
        spec = find_spec(first)
        for word in others:
            if spec is None or spec.submodule_search_locations is None:
                return False
            # Without importing the packages around it: the script's own run is to do that. By its
            # last word alone: a folder without `__init__.py` asks for the package around it.
            spec = PathFinder.find_spec(word, [*spec.submodule_search_locations])
    except (ImportError, ValueError):  # ValueError: an empty word between dots
        return False
    return spec is not None


def _compile(script: str) -> CodeType:
    try:
        return compile(Path(script).read_bytes(), script, "exec", dont_inherit=True)
    except OSError as error:
        raise UsageError(f"{script}: cannot be read: {error.strerror or error}") from error
    except SyntaxError as error:
        raise invalid_python(script, error) from error
    except ValueError as error:  # null bytes: a binary file
        raise UsageError(f"{script}: it is not Python source: {error}") from error


def exit_code(body: Body) -> int:
    """Run a script to its end, and return the exit code that Python would end with."""
    try:
        body()
    except SystemExit as end:
        return _code_of(end)
    except KeyboardInterrupt as error:
        _show(error)
        return INTERRUPTED
    except BaseException as error:  # noqa: BLE001  (whatever the script raises is the script's)
        _show(error)
        return 1
    return 0


def _code_of(end: SystemExit) -> int:
    if end.code is None:
        return 0
    if isinstance(end.code, int):
        return end.code & 0xFF
    _say(str(end.code))
    return 1


def _show(error: BaseException) -> None:
    """Show the traceback that Python would: the script's frames without ours around them."""
    if sys.excepthook is not sys.__excepthook__:
        sys.excepthook(type(error), error, error.__traceback__)
        return
    shown = traceback.TracebackException.from_exception(error)
    _hide_own_frames(shown)
    sys.stderr.write("".join(shown.format()))


def _hide_own_frames(shown: traceback.TracebackException) -> None:
    shown.stack[:] = [frame for frame in shown.stack if not _is_own(frame.filename)]
    for other in (shown.__cause__, shown.__context__, *(shown.exceptions or ())):
        if other is not None:
            _hide_own_frames(other)


def _is_own(filename: str) -> bool:
    return filename.startswith(_PACKAGE) or filename in ("<frozen runpy>", "<string>")


def join_threads() -> None:
    """Wait for the threads that the script left running: its GPU is gone afterwards.

    Threads of a pool end only when Python does, so nothing waits for them.
    """
    pooled = vars(futures)["_threads_queues"]
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon and thread not in pooled:
            thread.join()


@contextmanager
def without_windows() -> Generator[None]:
    """Keep `plt.show()` from blocking or failing if there is no display."""
    with warnings.catch_warnings(), ExitStack() as stack:
        if not any(map(os.environ.get, _DISPLAYS)):
            os.environ["MPLBACKEND"] = "Agg"
            stack.callback(os.environ.pop, "MPLBACKEND", None)
            warnings.filterwarnings("ignore", message="FigureCanvasAgg is non-interactive")
        yield


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
