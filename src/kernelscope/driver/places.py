"""The line of a program that called: from the addresses on its stack, by its debug information."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from kernelscope._demangle import written_name
from kernelscope.frontends.cuda.source import bare_name

# 7f1c2a000000-7f1c2a020000 r-xp 00001000 08:01 1234  /home/me/prog
_MAPPING = re.compile(r"(\w+)-(\w+) ..x. (\w+) \S+ \d+ +(/.*)")
_ANY_MAPPING = re.compile(r"^(\w+)-(\w+) \S+ \w+ \S+ \d+ *(\S*)", re.MULTILINE)
_OURS = re.compile(r"/lib(cuda|cudart)\.so")
_HEADER = re.compile(r"/crt/\w+\.h:|/cuda_runtime\.h:")


_scripts: dict[str, list[tuple[range, int, str]]] = {}
"""Of a file that was written of a script's texts: its lines, what to add to them, the script."""


def note_script(file: str, texts: Sequence[str], script: str) -> None:
    """Note which lines of a file are the texts that a script has.

    script: the "file:line" that wrote it.
    """
    path = os.path.abspath(script.rpartition(":")[0])
    _scripts.pop(file, None)
    try:
        written, own = Path(file).read_text(), Path(path).read_text()
    except (OSError, ValueError):
        return
    for text in texts:
        there, here = written.find(text), own.find(text)
        if text.strip() and there >= 0 and here >= 0:
            first, line = (
                whole.count("\n", 0, at) for whole, at in ((written, there), (own, here))
            )
            lines = range(first + 1, first + 2 + text.count("\n"))
            _scripts.setdefault(file, []).append((lines, line - first, path))


def in_script(place: str) -> str:
    """Return a text that begins with "file:line", if it is a script's text with the script's."""
    parts = re.match(r"([^:]+):(\d+)", place)
    if parts is None or parts[1] not in _scripts:
        return place
    script, line = _moved(parts[1], int(parts[2]))
    return f"{script}:{line}{place[parts.end() :]}"


def _moved(file: str, line: int) -> tuple[str, int]:
    for lines, shift, script in _scripts[file]:
        if line in lines:
            return script, line + shift
    return file, line


def ptx_in_script(ptx: str) -> str:
    """Return PTX whose lines are those of the scripts that have its text."""
    for number, file in re.findall(r'^\s*\.file\s+(\d+)\s+"([^"]+)"', ptx, re.MULTILINE):
        if file not in _scripts:
            continue
        ptx = re.sub(
            rf"((?:\.loc|inlined_at)\s+{number}\s+)(\d+)",
            lambda place, file=file: f"{place[1]}{_moved(file, int(place[2]))[1]}",
            ptx,
        ).replace(f'"{file}"', f'"{_scripts[file][0][2]}"')
    return ptx


class Places:
    """The places in one program's files.

    process: its number.
    """

    def __init__(self, process: int) -> None:
        self._process = process
        self._known: dict[tuple[tuple[int, ...], str], str | None] = {}

    def source(self, addresses: tuple[int, ...], kernel: str) -> str | None:
        """Return the "file:line" of the innermost of these return addresses that has one.

        kernel: what is launched there; nvcc's function for `f<<<…>>>(…)` has its name, too.
        """
        key = addresses, kernel
        if key not in self._known:
            self._known[key] = self._find(addresses, kernel)
        return self._known[key]

    def whose(self, address: int) -> str:
        """Return what an address of the program is in, as " (its stack)"; "" if it is not known."""
        for begin, end, name in self._mapped(_ANY_MAPPING):
            if int(begin, 16) <= address < int(end, 16):
                words = {"": "malloc or new", "[heap]": "malloc or new", "[stack]": "its stack"}
                return f" ({words.get(name, name)})"
        return ""

    def _mapped(self, pattern: re.Pattern[str]) -> list[tuple[str, ...]]:
        try:
            return pattern.findall(Path(f"/proc/{self._process}/maps").read_text())
        except OSError:
            return []

    def _find(self, addresses: tuple[int, ...], kernel: str) -> str | None:
        for address in filter(None, addresses):
            file, offset = self._file(address - 1)  # of the call, not of what follows it
            if not file or _OURS.search(file):
                continue
            for function, place in _lines(file, offset):
                is_stub = _bare(function) == _bare(kernel) or _HEADER.search(place)
                if not is_stub and os.path.exists(place.rpartition(":")[0]):
                    return in_script(place)
        return None

    def _file(self, address: int) -> tuple[str, int]:
        for begin, end, offset, file in self._mapped(_MAPPING):
            if int(begin, 16) <= address < int(end, 16):
                return file, address - int(begin, 16) + int(offset, 16)
        return "", 0


def _bare(function: str) -> str:
    """Return the name of a kernel, or of the kernel that one of nvcc's functions stands for."""
    name = function.removeprefix("__wrapper__").removeprefix("__device_stub_")
    return bare_name(written_name(name))


@cache
def _lines(file: str, offset: int) -> list[tuple[str, str]]:
    """Return the function and "file:line" of an offset in a program's file, and of those that it is
    inlined into; nothing without `addr2line`.
    """
    try:
        words = ["addr2line", "-f", "-i", "-e", file, hex(_address(file, offset))]
        ended = subprocess.run(words, capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return []
    lines = ended.stdout.splitlines()
    places = [os.path.normpath(line.partition(" (")[0]) for line in lines[1::2]]
    return [*zip(lines[::2], places, strict=True)]


@cache
def _segments(file: str) -> list[tuple[int, int, int]]:
    from elftools.elf.elffile import ELFFile

    with Path(file).open("rb") as stream:
        loaded = [s.header for s in ELFFile(stream).iter_segments() if s.header.p_type == "PT_LOAD"]
        return [(header.p_offset, header.p_filesz, header.p_vaddr) for header in loaded]


def _address(file: str, offset: int) -> int:
    """Return the address that a file gives to the byte at an offset in it."""
    for begin, size, address in _segments(file):
        if begin <= offset < begin + size:
            return address + offset - begin
    return offset
