"""Machine code as text, by NVIDIA's `nvdisasm`, which comes with Triton.

In: a cubin and a kernel's name. Out: a `Listing`.

`nvdisasm` prints either the number of live registers at each instruction (`-lrm count`) or the
lines of the source (`-gi`), not both at once. So the lines are read from the cubin's own tables.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kernelscope.errors import UnavailableError
from kernelscope.inside.stages.line_table import ptx_lines, source_lines
from kernelscope.inside.stages.maps import LineMap, Places

_INSTRUCTION = re.compile(r"^\s+/\*([0-9a-f]{4,})\*/\s+(.*?;)")
_LABEL = re.compile(r"^(\.L\w+):")
_LIVE = re.compile(r"// \|\s*(\d*)\s*\|")


@dataclass(frozen=True, slots=True)
class Listing:
    """A kernel's machine code.

    Attributes:
        text: a line for each instruction, after its address, and for each label.
        map: line → source, by the compiler's line table; empty without `-lineinfo`.
        ptx: line → line of the PTX that was assembled.
        live: line → the number of 32-bit registers whose values are needed later; empty if unknown.
        note: the reason if something is missing.
    """

    text: str
    map: LineMap
    ptx: dict[int, int]
    live: dict[int, int]
    note: str = ""


_begun: dict[tuple[str, bytes], Future[Listing]] = {}
_pool = ThreadPoolExecutor(1)


def begin(kernel: str, cubin: bytes) -> None:
    """Start to disassemble in the background, so that `disassemble` has the result sooner.

    The tool takes a third of a second, however short the code. Only the first of many kernels (an
    autotuner's) is started.
    """
    if not _begun:
        _begun[kernel, cubin] = _pool.submit(_disassemble, cubin, kernel)


def disassemble(cubin: bytes, kernel: str) -> Listing:
    """Return the machine code of a kernel of a cubin.

    Raises UnavailableError if there is no `nvdisasm`, or if it cannot read the cubin.
    """
    begun = _begun.pop((kernel, cubin), None)
    return begun.result() if begun else _disassemble(cubin, kernel)


def _disassemble(cubin: bytes, kernel: str) -> Listing:
    tool = _nvdisasm()
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(_with_new_header(cubin) if _wants_new_header(tool) else cubin)
        text, reason = _run(tool, path, "-lrm", "count")
        note = ""
        if not text:  # it cannot follow the jumps in the code
            text, reason = _run(tool, path)
            note = "live registers: nvdisasm cannot analyse this cubin"
    if not text:
        raise UnavailableError(f"nvdisasm cannot read this cubin: {reason}")
    return _listing(text, kernel, source_lines(cubin, kernel), ptx_lines(cubin, kernel), note)


@cache
def _nvdisasm() -> str:
    spec = importlib.util.find_spec("triton")
    for location in (spec.submodule_search_locations or ()) if spec else ():
        tool = Path(location) / "backends" / "nvidia" / "bin" / "nvdisasm"
        if tool.is_file():
            return str(tool)
    if path := shutil.which("nvdisasm"):
        return path
    raise UnavailableError("SASS needs nvdisasm: pip install triton, or put CUDA's on the PATH")


def _run(tool: str, path: Path, *options: str) -> tuple[str, str]:
    """Return the output of the tool, and its errors in one line."""
    done = subprocess.run(
        [tool, "-c", *options, str(path)], capture_output=True, text=True, check=False
    )
    return done.stdout, " ".join(done.stderr.split())[:200]


@cache
def _wants_new_header(tool: str) -> bool:
    """Return whether the tool is from CUDA 13 or later."""
    said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False).stdout
    release = re.search(r"release (\d+)", said)
    return release is not None and int(release.group(1)) >= 13


# ELF identification: byte 7 the system's ABI, byte 8 its version; e_version at 20, e_flags at 48.
_OLD_ABI = 7


def _with_new_header(cubin: bytes) -> bytes:
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


def _own_lines(text: str, kernel: str) -> Iterator[str]:
    """Yield the lines of the kernel's section."""
    inside = False
    for line in text.splitlines():
        if line.startswith("//-----"):
            inside = line.split()[1:2] == [f".text.{kernel}"]
        elif inside:
            yield line


def _listing(
    text: str, kernel: str, source: dict[int, Places], ptx: dict[int, int], note: str
) -> Listing:
    """Return the instructions with their places.

    The tables only name addresses at which a line begins; it holds until the next such address.
    """
    lines: list[str] = []
    line_map: LineMap = {}
    from_ptx: dict[int, int] = {}
    alive: dict[int, int] = {}
    here: Places = ()
    ptx_here = 0
    for line in _own_lines(text, kernel):
        if label := _LABEL.match(line):
            lines.append(f"{label.group(1)}:")
        elif match := _INSTRUCTION.match(line):
            lines.append(f"    /*{match.group(1)}*/  {match.group(2).replace(' ;', ';')}")
            at, address = len(lines), int(match.group(1), 16)
            here, ptx_here = source.get(address, here), ptx.get(address, ptx_here)
            if here:
                line_map[at] = here
            if ptx_here:
                from_ptx[at] = ptx_here
            if count := _LIVE.search(line):
                alive[at] = int(count.group(1) or 0)
    text = "\n".join(lines[: _without_padding(lines)]) + "\n"
    return Listing(text, line_map, from_ptx, alive, note)


def _without_padding(lines: list[str]) -> int:
    """Return the number of lines before the NOPs and labels that pad the last cache line."""
    kept = len(lines)
    while kept and lines[kept - 1].endswith(("  NOP;", ":")):
        kept -= 1
    return kept
