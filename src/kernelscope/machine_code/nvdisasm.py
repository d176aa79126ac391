"""Runs NVIDIA's disassembler `nvdisasm`, which comes with Triton.

In: a cubin. Out: what the tool prints of it.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kernelscope.errors import UnavailableError


def printed(cubin: bytes, *options: str) -> tuple[str, str]:
    """Return what the tool prints of the code of a cubin, and its errors in one line.

    Raises UnavailableError if there is no `nvdisasm`.
    """
    tool = path_of_tool()
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(with_new_header(cubin) if _wants_new_header(tool) else cubin)
        command = [tool, "-c", *options, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout, " ".join(done.stderr.split())[:200]


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


def own_lines(text: str, kernel: str) -> Iterator[str]:
    """Yield the lines that the tool printed of a kernel's section."""
    inside = False
    for line in text.splitlines():
        if line.startswith("//-----"):
            inside = line.split()[1:2] == [f".text.{kernel}"]
        elif inside:
            yield line
