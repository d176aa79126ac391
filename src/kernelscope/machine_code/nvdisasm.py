"""Runs NVIDIA's disassembler `nvdisasm`, which comes with Triton.

In: a cubin. Out: what the tool prints of it.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future
from functools import cache
from pathlib import Path

from kernelscope.errors import UnavailableError


def printed(cubin: bytes, *options: str) -> tuple[str, str]:
    """Return the tool's output for the code of a cubin, and its errors in one line.

    Raises UnavailableError if there is no `nvdisasm`.
    """
    tool = path_of_tool()
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(with_new_header(cubin) if _wants_new_header(tool) else cubin)
        command = [tool, "-c", *options, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout, " ".join(done.stderr.split())[:200]


_KEPT = 8
_analysed: dict[bytes, Future[tuple[str, str]]] = {}
# What the count of live registers adds at the end of each line: "  // |   7   |        |        |".
_COUNT = re.compile(r"[ \t]*// [|+].*")

if hasattr(os, "register_at_fork"):  # a forked child has none of the threads, and would wait
    os.register_at_fork(after_in_child=_analysed.clear)


def analysed(cubin: bytes) -> tuple[str, str]:
    """Return what the tool prints with the number of live registers next to each instruction, and
    its errors in one line; the last few are kept.

    Raises UnavailableError if there is no `nvdisasm`.
    """
    own: Future[tuple[str, str]] = Future()
    printing = _analysed.setdefault(cubin, own)
    if printing is own:
        for old in list(_analysed)[:-_KEPT]:
            _analysed.pop(old, None)
        try:
            own.set_result(printed(cubin, "-lrm", "count"))
        except BaseException as error:
            own.set_exception(error)
            raise
    return printing.result()


def code_of(cubin: bytes) -> tuple[str, str]:
    """Return the code of a cubin as the tool prints it, and its errors in one line.

    If its analysis (`analysed`) is there or on its way, that is taken; else none is made, which is
    a third of the tool's time: it only says where an indirect jump may go. Raises UnavailableError
    if there is no `nvdisasm`.
    """
    begun = _analysed.get(cubin)
    text = begun.result()[0] if begun else ""
    return (_COUNT.sub("", text), "") if text else printed(cubin, "-ndf")


@cache
def path_of_tool() -> str:
    """Return the path of `nvdisasm`. Raises UnavailableError if there is none."""
    spec = importlib.util.find_spec("triton")
    for location in (spec.submodule_search_locations or ()) if spec else ():
        tool = Path(location) / "backends" / "nvidia" / "bin" / "nvdisasm"
        if tool.is_file():
            return str(tool)
    if path := shutil.which("nvdisasm"):
        return path
    raise UnavailableError("SASS needs nvdisasm: pip install triton, or put CUDA's on the PATH")


@cache
def _wants_new_header(tool: str) -> bool:
    """Return whether the tool is from CUDA 13 or later."""
    said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False).stdout
    release = re.search(r"release (\d+)", said)
    return release is not None and int(release.group(1)) >= 13


# ELF identification: byte 7 the system's ABI, byte 8 its version; e_version at 20, e_flags at 48.
_OLD_ABI = 7


def with_new_header(cubin: bytes) -> bytes:
    """Return a CUDA 12 cubin with CUDA 13's header: its `nvdisasm` analyses no other.

    The code and the line tables are the same. Tests compare the result with CUDA 12's.
    """
    if cubin[8] > _OLD_ABI:
        return cubin
    (flags,) = struct.unpack_from("<I", cubin, 48)
    head = bytearray(cubin)
    head[7:9] = bytes((0x41, 8))
    struct.pack_into("<I", head, 20, 1)
    struct.pack_into("<I", head, 48, 0x09000004 | (flags & 0xFF) << 8)
    return bytes(head)


_ADDRESS = re.compile(r"^\s+/\*([0-9a-f]{4,})\*/\s+(.*)")
_LABEL = re.compile(r"^([.$\w]+):")


def code_lines(text: str, kernel: str) -> Iterator[tuple[int | None, str]]:
    """Yield what the tool printed of a kernel's section: (address, text) of each instruction, and
    (None, name) of each label.
    """
    inside = False
    for line in text.splitlines():
        if line.startswith("//-----"):
            inside = line.split()[1:2] == [f".text.{kernel}"]
        elif inside and (match := _ADDRESS.match(line)):
            yield int(match[1], 16), match[2]
        elif inside and (label := _LABEL.match(line)):
            yield None, label[1]
