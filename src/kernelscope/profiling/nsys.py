"""Nsight Systems: the command that runs a program under it, and a reader of its report.

In: a program, or a report's SQLite export. Out: `Captured`. NVIDIA's "SQLite Export Schema
Reference" describes the tables. A table exists only if something was recorded for it.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from kernelscope.devices.ranges import kind_of
from kernelscope.errors import UnavailableError
from kernelscope.frontends import front_end_of_kernel
from kernelscope.profiling.captured import Captured, from_first
from kernelscope.profiling.kineto import WAITS
from kernelscope.quantity import Quantity
from kernelscope.record import LaunchRecord, Span, SyncKind

NOT_INSTALLED = (
    "nsys is not installed (developer.nvidia.com/nsight-systems), so this is the built-in timeline"
)

_TRACED = "cuda,nvtx,osrt"
# NvtxPushPopRange and NvtxStartEndRange, of ENUM_NSYS_EVENT_TYPE.
_NVTX_RANGES = (59, 60)
# Of CUDA's CUpti_ActivityMemcpyKind.
_COPY_KINDS = {1: "Memcpy HtoD", 2: "Memcpy DtoH", 8: "Memcpy DtoD", 10: "Memcpy PtoP"}
_COPIES = "CUPTI_ACTIVITY_KIND_MEMCPY"
_NUMBER = 8  # bytes: a copy to the host of at most this size is one value, `.item()`
_TID = 0xFFFFFF  # the lowest 24 bits of a globalTid are the thread's id


def find() -> str | None:
    """Return the path of `nsys`; None if it is not installed."""
    return shutil.which("nsys")


def command(nsys: str, report: Path, program: Sequence[str]) -> list[str]:
    """Return the command line that records a program, by `nsys`, the path of the tool.

    `report`: the report's path, without `.nsys-rep`; an older one is overwritten.
    """
    options = ["-t", _TRACED, "--sample=none", "--cpuctxsw=none"]
    return [nsys, "profile", *options, "--force-overwrite=true", "-o", str(report), *program]


def record(nsys: str, folder: Path, program: Sequence[str]) -> tuple[Captured, int]:
    """Run a program under nsys; return its report and the program's exit code.

    Raises:
        UnavailableError: nsys made no report, or cannot export it; the message has nsys' reason.
    """
    report = folder / "report"
    code = subprocess.run(command(nsys, report, program), check=False).returncode
    made, export = report.with_suffix(".nsys-rep"), report.with_suffix(".sqlite")
    if not made.exists():
        raise UnavailableError(f"nsys ended with exit code {code} and made no report")
    options = ["export", "--type=sqlite", "--force-overwrite=true", f"--output={export}"]
    done = subprocess.run([nsys, *options, str(made)], check=False, capture_output=True, text=True)
    if done.returncode or not export.exists():
        words = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        raise UnavailableError(f"nsys export failed: {words[-1]}")
    return read(export), code


def read(path: Path) -> Captured:
    """Return the spans and launches of an exported report. Raises UnavailableError if the file is
    not an SQLite file, or not one of nsys.
    """
    uri = f"{path.resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as database:
            report = _Report(database)
            spans = [*report.calls(), *report.ranges(), *report.work()]
            launches = tuple(report.launches())
    except sqlite3.Error as error:
        raise UnavailableError(f"{path}: not an export of nsys: {error}") from error
    return from_first(Captured(spans=tuple(spans), launches=launches))


class _Report:
    """The tables of one export."""

    def __init__(self, database: sqlite3.Connection) -> None:
        database.row_factory = sqlite3.Row
        self._database = database
        self._strings = {int(r["id"]): str(r["value"]) for r in self._rows("StringIds")}
        if not self._strings:
            raise sqlite3.DatabaseError("it has no strings")
        self._runtime = list(self._rows("CUPTI_ACTIVITY_KIND_RUNTIME"))
        self._queued = {int(row["correlationId"]): row for row in self._runtime}
        # The thread that calls CUDA first is row 0.
        tids = (int(row["globalTid"]) & _TID for row in self._runtime)
        self._threads = {tid: place for place, tid in enumerate(dict.fromkeys(tids))}

    def calls(self) -> Iterator[Span]:
        """Yield CUDA's functions on the host; those that synchronise are waits."""
        synchronising = self._rows("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION")
        waited = {int(row["correlationId"]) for row in synchronising}
        copies = {int(row["correlationId"]): row for row in self._rows(_COPIES)}
        before: dict[int, int] = {}  # the last call of each thread
        for row in self._runtime:
            thread, number = self._thread(row), int(row["correlationId"])
            # cudaLaunchKernel_v7000 ends with the version of the interface.
            name = re.sub(r"_v\d{4,}$", "", self._strings.get(int(row["nameId"]), "?"))
            span = self._span(name, row, thread)
            if name in WAITS or number in waited:
                copy = copies.get(before.get(thread, -1))
                wait_kind = WAITS.get(name, "explicit") if copy is None else _copied(copy)
                yield replace(span, name=f"wait: {wait_kind}", lane="wait", kind=wait_kind)
            else:
                yield replace(span, kind="launch" if "Launch" in name else "")
            before[thread] = number

    def ranges(self) -> Iterator[Span]:
        """Yield the program's NVTX ranges."""
        for row in self._rows("NVTX_EVENTS"):
            if row["eventType"] in _NVTX_RANGES and row["end"] is not None:
                text = row["text"] or self._strings.get(row["textId"] or -1, "?")
                name = str(text)
                range_kind = kind_of(name)
                span = self._span(name.removeprefix(f"{range_kind}: "), row, self._thread(row))
                yield replace(span, lane="range", kind=range_kind)

    def work(self) -> Iterator[Span]:
        """Yield the device's work, with the moment and the thread that queued it."""
        for row in self._rows("CUPTI_ACTIVITY_KIND_KERNEL"):
            yield replace(self._work(self._kernel(row), row), lane="device")
        for row in self._rows("CUPTI_ACTIVITY_KIND_MEMSET"):
            yield replace(self._work("Memset", row), lane="device")
        for row in self._rows(_COPIES):
            name = _COPY_KINDS.get(int(row["copyKind"]), "Memcpy")
            yield replace(self._work(name, row), lane="copy")

    def launches(self) -> Iterator[LaunchRecord]:
        """Yield the kernels, with what nsys knows of each launch."""
        for row in self._rows("CUPTI_ACTIVITY_KIND_KERNEL"):
            name = self._kernel(row)
            yield LaunchRecord(
                kernel=name,
                grid=(row["gridX"], row["gridY"], row["gridZ"]),
                block=(row["blockX"], row["blockY"], row["blockZ"]),
                dynamic_shared_bytes=row["dynamicSharedMemory"],
                registers=row["registersPerThread"],
                time_us=Quantity((row["end"] - row["start"]) / 1e3, "us", "measured"),
                frontend=front_end_of_kernel(name),
            )

    def _rows(self, table: str) -> Iterator[sqlite3.Row]:
        there = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        if self._database.execute(there, (table,)).fetchone() is not None:
            order = "id" if table == "StringIds" else "start"
            yield from self._database.execute(f"SELECT * FROM {table} ORDER BY {order}")

    def _kernel(self, row: sqlite3.Row) -> str:
        return self._strings.get(int(row["demangledName"]), "?")

    def _thread(self, row: sqlite3.Row) -> int:
        tid = int(row["globalTid"]) & _TID
        return self._threads.setdefault(tid, len(self._threads))

    def _span(self, name: str, row: sqlite3.Row, place: int) -> Span:
        begin, end = float(row["start"]), float(row["end"])
        return Span(name, "host", begin / 1e3, (end - begin) / 1e3, place)

    def _work(self, name: str, row: sqlite3.Row) -> Span:
        span = self._span(name, row, int(row["streamId"]))
        call = self._queued.get(int(row["correlationId"]))
        if call is None:
            return span
        return replace(span, submitted_us=float(call["start"]) / 1e3, host_row=self._thread(call))


def _copied(copy: sqlite3.Row) -> SyncKind:
    """Return the kind of a wait right after a copy: PyTorch copies, then waits."""
    if int(copy["copyKind"]) == 1:
        return "blocking-copy"
    return "item" if int(copy["bytes"]) <= _NUMBER else "copy-to-host"
