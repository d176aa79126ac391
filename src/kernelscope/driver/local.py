"""The driver's library in this process: for cuda-python, CuPy, extensions of PyTorch."""

from __future__ import annotations

import atexit
import ctypes
import signal
import sys
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any

from kernelscope.devices.clock import Timeline
from kernelscope.devices.virtual import current_gpu
from kernelscope.driver.answers import WORDS
from kernelscope.driver.calls import Program
from kernelscope.driver.libraries import RUNTIME, compilers, libraries

DRIVER = "libcuda.so.1"
_BY_NAME = "libcudart.so.13"
"""What a package asks for that was built elsewhere."""
NO_DEVICE = 100
_UNANSWERED = -1
"""What `c/link.c` takes for an exception."""


class _Question(ctypes.Structure):
    """`ks_question` of `c/link.h`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("words", ctypes.c_uint64 * WORDS),
        ("count", ctypes.c_uint32),
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_uint64),
        ("spent", ctypes.c_uint64),
    )


class _Answer(ctypes.Structure):
    """`ks_answer` of `c/link.h`."""

    _fields_ = (
        ("status", ctypes.c_int32),
        ("words", ctypes.c_uint64 * WORDS),
        ("data", ctypes.c_void_p),
        ("room", ctypes.c_uint64),
        ("size", ctypes.c_uint64),
    )


_RESPONDER = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Question), ctypes.POINTER(_Answer))
_loaded: dict[str, Any] = {}
_programs: dict[str, Program] = {}
"""The program that this process is, for each GPU that it has used."""
_waited_for: list[Any] = []
"""The GPU whose waits raise the failures of kernels."""
_RELEASES = frozenset({"free", "host_free", "module_unload", "stream_destroy", "event_destroy"})
"""What libraries still do when the session is over."""


def load() -> dict[str, Any]:
    """Load the libraries into this process, once, so that others find them by their names.

    Returns them by these names. Raises UnavailableError if they cannot be built.
    """
    if not _loaded:
        library = ctypes.CDLL(str(libraries() / DRIVER), mode=ctypes.RTLD_GLOBAL)
        library.ks_answer_by(_responder)
        _loaded[DRIVER] = library
        # What stands before NVIDIA's compilers is built for those of the machine: a wheel has none.
        built = [name for name in compilers() if (libraries() / name).exists()]
        for name in (RUNTIME, _BY_NAME, *built):
            _loaded[name] = ctypes.CDLL(str(libraries() / name), mode=ctypes.RTLD_GLOBAL)
        initialise()
    return _loaded


def initialise() -> None:
    """Initialise the driver, and enter its context, once it is loaded and there is a GPU.

    PyTorch does so on its first use of the GPU; programs next to it need not do it again.
    """
    if _loaded and current_gpu() is not None:
        driver, context = _loaded[DRIVER], ctypes.c_void_p()
        driver.cuInit(0)
        driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
        driver.cuCtxSetCurrent(context)


def _raise_failure(program: Program) -> None:
    """Raise PyTorch's error if a kernel has failed: the host that waits for the GPU is told."""
    if not program.failed or "torch" not in sys.modules:
        return
    from kernelscope.devices.torch_cuda.capturing import cuda_error

    runtime = _loaded[RUNTIME]
    for name in ("cudaGetErrorString", "cudaGetErrorName"):
        getattr(runtime, name).restype = ctypes.c_char_p
    words, name = (
        runtime.cudaGetErrorString(program.failed),
        runtime.cudaGetErrorName(program.failed),
    )
    raise cuda_error(words.decode(), name.decode())


@atexit.register
def _end() -> None:
    """Answer no more: Python takes its functions apart before the objects of its libraries."""
    if _loaded:
        _loaded[DRIVER].ks_answer_by(None)


def _respond(asked: Any, given: Any) -> None:
    """Answer a question of this process."""
    # A compiled function that calls an extension breaks its graph there; Dynamo would compile what
    # the call runs here, with PyTorch's arrays in place of NumPy's.
    replace = getattr(sys.modules.get("torch._dynamo.eval_frame"), "set_eval_frame", None)
    before = replace(None) if replace else None
    try:
        _answer(asked.contents, given.contents)
    except BaseException as problem:  # noqa: BLE001 - it cannot pass through native code
        given.contents.status = _UNANSWERED
        _raise_later(problem)
    finally:
        if replace:
            replace(before)


def _raise_later(problem: BaseException) -> None:
    """Raise an exception once C has left the libraries: they raise SIGINT without an answer."""

    def raise_it(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        raise problem

    before = signal.getsignal(signal.SIGINT)
    with suppress(ValueError):  # of another thread: the main one gets a KeyboardInterrupt
        signal.signal(signal.SIGINT, raise_it)


def _answer(question: Any, answer: Any) -> None:
    name, words = question.name.decode(), tuple(question.words[: question.count])
    program = _program()
    if program is None:
        answer.status = NO_DEVICE
        if name in _RELEASES and _programs:
            [*_programs.values()][-1].release(words[0])
            answer.status = 0
        return
    data = ctypes.string_at(question.data, question.size) if question.size else b""
    answer.status, made = program.answer(name, words, data)
    answer.words[: len(made.words)] = [word & (1 << 64) - 1 for word in made.words]
    answer.size = len(made.data)
    if made.data and answer.data:
        ctypes.memmove(answer.data, made.data, min(len(made.data), answer.room))


def _program() -> Program | None:
    """Return the program that this process is; None without a virtual GPU.

    Libraries keep their modules and memory for the process, so that these outlive a session: the
    next one on the same GPU goes on with them.
    """
    gpu = current_gpu()
    if gpu is None or not isinstance(gpu.clock, Timeline):
        return None
    program = _programs.get(gpu.spec.name)
    if program is None:
        program = _programs[gpu.spec.name] = Program(gpu, gpu.clock)
    if not any(gpu is each for each in _waited_for):
        _waited_for[:] = [gpu]
        gpu.on_wait.append(partial(_raise_failure, program))
    program.move(gpu, gpu.clock)
    return program


_responder = _RESPONDER(_respond)
