"""The driver's library in this process: for cuda-python, CuPy, extensions of PyTorch."""

from __future__ import annotations

import ctypes
from typing import Any

from kernelscope.devices.clock import Timeline
from kernelscope.devices.virtual import current_gpu
from kernelscope.driver.calls import WORDS, Program
from kernelscope.driver.libraries import compilers, libraries

NO_DEVICE = 100


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
_loaded: list[Any] = []
_program: list[tuple[Any, Program]] = []


def load() -> None:
    """Load the libraries into this process, once, so that others find them by their names."""
    if _loaded:
        return
    library = ctypes.CDLL(str(libraries() / "libcuda.so.1"), mode=ctypes.RTLD_GLOBAL)
    responder = _RESPONDER(_respond)
    library.ks_answer_by(responder)
    _loaded.extend((library, responder))
    for name in ("libcudart.so.13", *compilers()):
        _loaded.append(ctypes.CDLL(str(libraries() / name), mode=ctypes.RTLD_GLOBAL))


def _respond(asked: Any, given: Any) -> None:
    """Answer a question of this process."""
    question, answer = asked.contents, given.contents
    answer.status = NO_DEVICE
    gpu = current_gpu()
    if gpu is None or not isinstance(gpu.clock, Timeline):
        return
    if not _program or _program[-1][0] is not gpu:
        _program[:] = [(gpu, Program(gpu, gpu.clock))]
    data = ctypes.string_at(question.data, question.size) if question.size else b""
    words = tuple(question.words[: question.count])
    answer.status, made = _program[-1][1].answer(question.name.decode(), words, data)
    answer.words[: len(made.words)] = [word & (1 << 64) - 1 for word in made.words]
    answer.size = len(made.data)
    if made.data and answer.data:
        ctypes.memmove(answer.data, made.data, min(len(made.data), answer.room))
