"""Machine code as text, from a cubin: NVIDIA's `nvdisasm`, which comes with Triton.

It prints the number of registers that live at each instruction (`-lrm count`), or the lines of the
source (`-gi`), not both at once: the lines are read from the cubin's own tables.
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
        text: a line for each instruction, its address before it, and for each label.
        map: line → source, by the compiler's line table; empty without `-lineinfo`.
        ptx: line → line of the PTX that the assembler was given.
        live: line → 32-bit registers that hold a value needed later; empty where unknown.
        note: why something is not there.
    """

    text: str
    map: LineMap
    ptx: dict[int, int]
    live: dict[int, int]
    note: str = ""


_begun: dict[tuple[str, bytes], Future[Listing]] = {}
_pool = ThreadPoolExecutor(1)


def begin(kernel: str, cubin: bytes) -> None:
    """Disassemble beside what this thread does: `disassemble` will have it sooner.

    The tool takes a third of a second, however short the code. Of many kernels (an autotuner's) the
    first alone.
    """
    if not _begun:
        _begun[kernel, cubin] = _pool.submit(_disassemble, cubin, kernel)


def disassemble(cubin: bytes, kernel: str) -> Listing:
    """The machine code of a kernel of a cubin.

    Raises UnavailableError where there is no `nvdisasm`, or it cannot read the cubin.
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
        if not text:  # it does not understand where the code can jump to
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
    if found := shutil.which("nvdisasm"):
        return found
    raise UnavailableError("SASS needs nvdisasm: pip install triton, or put CUDA's on the PATH")


def _run(tool: str, path: Path, *options: str) -> tuple[str, str]:
    """What it prints of the code, and what it says of errors, in one line."""
    done = subprocess.run(
        [tool, "-c", *options, str(path)], capture_output=True, text=True, check=False
    )
    return done.stdout, " ".join(done.stderr.split())[:200]


@cache
def _wants_new_header(tool: str) -> bool:
    """Whether it is of CUDA 13 or later."""
    said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False).stdout
    release = re.search(r"release (\d+)", said)
    return release is not None and int(release.group(1)) >= 13


# ELF identification: byte 7 the system's ABI, byte 8 its version; e_version at 20, e_flags at 48.
_OLD_ABI = 7


def _with_new_header(cubin: bytes) -> bytes:
    """A cubin of CUDA 12 under CUDA 13's header, whose `nvdisasm` analyses no other.

    The code and the line tables are the same. Tests compare with what CUDA 12's says.
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
    """The lines of the kernel's section."""
    inside = False
    for line in text.splitlines():
        if line.startswith("//-----"):
            inside = line.split()[1:2] == [f".text.{kernel}"]
        elif inside:
            yield line


def _listing(
    text: str, kernel: str, source: dict[int, Places], ptx: dict[int, int], note: str
) -> Listing:
    """The instructions, with what is known at the address of each, or of the last before it."""
    lines: list[str] = []
    found: LineMap = {}
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
                found[at] = here
            if ptx_here:
                from_ptx[at] = ptx_here
            if count := _LIVE.search(line):
                alive[at] = int(count.group(1) or 0)
    text = "\n".join(lines[: _without_padding(lines)]) + "\n"
    return Listing(text, found, from_ptx, alive, note)


def _without_padding(lines: list[str]) -> int:
    """How many lines there are before the NOPs and labels that only fill up the last cache line."""
    kept = len(lines)
    while kept and lines[kept - 1].endswith(("  NOP;", ":")):
        kept -= 1
    return kept
