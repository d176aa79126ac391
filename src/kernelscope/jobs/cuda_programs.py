"""Programs that are not Python: a `.cu` file with a `main`, a binary, `make test`."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile

from kernelscope._patching import Patches
from kernelscope.devices.clock import Timeline
from kernelscope.devices.virtual import VirtualGPU, current_gpu
from kernelscope.driver.calls import Program
from kernelscope.driver.libraries import libraries
from kernelscope.driver.server import Host, Server
from kernelscope.driver.toolkit import built, require_compilers, toolkit
from kernelscope.errors import UnavailableError, UsageError
from kernelscope.frontends.cuda.host_code import has_main
from kernelscope.subjects import CudaFile, Executable

_PATHS, _PRELOAD = "LD_LIBRARY_PATH", "LD_PRELOAD"


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A program that can start: its file, its host's clock, the toolkit for what it builds."""

    path: str
    host: Host
    libraries: Path
    home: Path | None


_prepared: dict[VirtualGPU, _Prepared] = {}


def is_program(subject: object) -> bool:
    """Return whether a subject is a program: a `.cu` file is one if it has a `main`."""
    if isinstance(subject, CudaFile):
        try:
            return has_main(Path(subject.path).read_text(errors="replace"))
        except OSError:
            return False
    return isinstance(subject, Executable)


def why_not_run(program: object) -> str:
    """Return what this machine lacks to make the program of a `.cu` file; "" if nothing."""
    try:
        if isinstance(program, CudaFile):
            require_compilers(program.path)
    except UnavailableError as lacking:
        return str(lacking)
    return ""


def body_of(program: CudaFile | Executable, argv: Sequence[str]) -> Callable[[], object]:
    """Return the function that runs a program to its end, on the present GPU (`on_gpu`), or on this
    machine's.

    It raises SystemExit with the program's exit code; 128 and more for a signal, as in a shell.

    Raises:
        UsageError: the program cannot be started here, or carries NVIDIA's static runtime.
    """
    if isinstance(program, Executable):
        _refuse_what_cannot_start(program)
        _refuse_static_runtime(program)
    return partial(_run, program, list(argv))


def path_on_gpu(program: CudaFile | Executable) -> str:
    """Return the file that this machine's GPU runs: nvcc makes that of a `.cu` file."""
    if not isinstance(program, CudaFile):
        return program.path
    from kernelscope.frontends.cuda.driver import real_target

    return str(built(program.path, real_target()))


def _run(program: CudaFile | Executable, argv: list[str]) -> None:
    gpu = current_gpu()
    if gpu is None:
        raise SystemExit(_ended([path_on_gpu(program), *argv], {}))
    ready = _prepared[gpu]
    server = Server(ready.host, partial(Program, gpu, ready.host.timeline))
    with server.serving() as variables:
        before = os.environ.get(_PATHS)
        variables[_PRELOAD] = " ".join(
            filter(None, (str(ready.libraries / "libcuda.so.1"), os.environ.get(_PRELOAD)))
        )
        variables[_PATHS] = os.pathsep.join(filter(None, (str(ready.libraries), before)))
        if ready.home is not None:
            home = str(ready.home)
            variables |= {"CUDA_HOME": home, "CUDA_PATH": home, "CUDACXX": f"{home}/bin/nvcc"}
            variables["PATH"] = os.pathsep.join((f"{home}/bin", os.environ.get("PATH", "")))
        code = _ended([ready.path, *argv], variables, server)
    if server.left is not None:
        raise server.left
    raise SystemExit(code)


def _ended(words: list[str], variables: dict[str, str], server: Server | None = None) -> int:
    """Run a program and return its exit code. An interrupt is the program's, too."""
    try:
        with _ctrl_c_is_the_programs():
            code = subprocess.Popen(words, env={**os.environ, **variables}).wait()
    except OSError as error:
        os.write(2, f"kernelscope: {words[0]} cannot be started: {error.strerror}\n".encode())
        return _NOT_STARTED
    if code < 0 and (server is None or server.left is None):
        name = signal.Signals(-code).name if -code in _SIGNALS else f"signal {-code}"
        os.write(2, f"kernelscope: {words[0]} ended by {name}\n".encode())
    return 128 - code if code < 0 else code


@contextmanager
def _ctrl_c_is_the_programs() -> Generator[None]:
    """Let Ctrl-C end only the program. A KeyboardInterrupt here could come when the system has just
    given the program's exit code, which would be lost.
    """
    try:
        before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    except ValueError:  # of another thread, where nothing is interrupted
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_NOT_STARTED = 126  # as a shell's
_SIGNALS = {*map(int, signal.Signals)}
_ELF, _CLASS, _MACHINE, _64_BITS = b"\x7fELF", 4, slice(18, 20), 2


def _refuse_what_cannot_start(program: Executable) -> None:
    """Raise UsageError for a file that is not executable, or a binary for another machine."""
    if not os.access(program.path, os.X_OK):
        raise UsageError(f"{program} is not executable: chmod +x {program}")
    with Path(program.path).open("rb") as file, Path("/proc/self/exe").open("rb") as own:
        begin, here = file.read(20), own.read(20)
    if begin[:4] != _ELF:
        return
    if len(begin) < len(here):
        raise UsageError(f"{program} is cut off: build it again")
    if begin[_CLASS] != _64_BITS:
        raise UsageError(f"{program}: a program of 32 bits; CUDA's programs have 64")
    if begin[_MACHINE] != here[_MACHINE]:
        raise UsageError(f"{program} is for another processor than this one: build it here")


def _refuse_static_runtime(program: Executable) -> None:
    """Raise UsageError for a program that can only reach NVIDIA's own driver."""
    try:
        with Path(program.path).open("rb") as file:
            elf = ELFFile(file)
            names = {section.name for section in elf.iter_sections()}
            needed: list[str] = [
                getattr(tag, "needed")  # noqa: B009 (the class has it for this entry alone)
                for section in elf.iter_sections()
                if isinstance(section, DynamicSection)
                for tag in section.iter_tags()
                if tag.entry.d_tag == "DT_NEEDED"
            ]
    except (OSError, ELFError):
        return  # a script
    if ".nv_fatbin" in names and not any(
        n.startswith(("libcudart.so", "libcuda.so")) for n in needed
    ):
        raise UsageError(
            f"{program}: it contains NVIDIA's static runtime, which works only with NVIDIA's "
            "driver: build it with the nvcc of `kernelscope toolkit`, or with nvcc -cudart shared"
        )


def _prepare(program: CudaFile | Executable, gpu: VirtualGPU) -> _Prepared:
    folder = libraries()
    if isinstance(program, CudaFile):
        path = built(program.path, gpu.spec, optimizes=gpu.optimizes)
        return _Prepared(str(path), Host(gpu), folder, None)
    if not gpu.optimizes:
        raise UsageError(f"{program} is built already: build it with nvcc -G, not --unoptimized")
    path = program.path
    try:
        home = toolkit(gpu.spec)  # what the program builds, as `make` does, is built for this GPU
    except UnavailableError:
        home = None
    else:
        tool = home / "bin" / Path(path).name
        path = str(tool) if tool.name == "nvcc" else path
    return _Prepared(path, Host(gpu), folder, home)


@contextmanager
def on_gpu(gpu: VirtualGPU, program: CudaFile | Executable) -> Generator[Timeline]:
    """Make `gpu` the one of a program that is run inside, without PyTorch.

    Raises:
        CompileError: nvcc's first error, for a `.cu` file.
        UnavailableError: there is no nvcc for it, or no C compiler.
    """
    ready = _prepare(program, gpu)
    timeline = ready.host.timeline
    with Patches() as undo:
        _prepared[gpu] = ready
        undo.callback(_prepared.pop, gpu)
        undo.attributes(gpu, clock=timeline)
        undo.enter_context(gpu)
        undo.enter_context(timeline.follow())
        gpu.launch_times.reads_ahead = True
        yield timeline
