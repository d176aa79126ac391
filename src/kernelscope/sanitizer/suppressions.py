"""A file of findings that are known and are not to be reported, each with a reason.

# kernel  file:line        tool/kind        reason
histogram hist.cu:42       race/write-write the last writer wins, any of them is right
*         vendor.py:*      init/*           zeroed by the caller, see #12
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePath

from kernelscope._demangle import written_name
from kernelscope.errors import UsageError, unknown
from kernelscope.sanitizer.findings import Finding

_FORM = "KERNEL FILE:LINE TOOL/KIND REASON"


@dataclass(frozen=True, slots=True)
class Suppression:
    """One line of the file; "*" stands for anything."""

    where: str
    kernel: str
    file: str
    line: str
    tool: str
    kind: str
    reason: str

    def covers(self, finding: Finding) -> bool:
        """Return whether it is about a finding: about either side of a conflict."""
        sides = [finding.place, *([finding.other] if finding.other is not None else [])]
        return (
            self.kernel in ("*", finding.kernel, written_name(finding.kernel))
            and self.tool in ("*", finding.tool)
            and self.kind in ("*", finding.kind)
            and any(self._is_at(side.source) for side in sides)
        )

    def _is_at(self, source: str) -> bool:
        file, _, line = source.rpartition(":")
        if self.file == "*":
            return True
        parts = PurePath(self.file).parts
        return self.line in ("*", line) and PurePath(file).parts[-len(parts) :] == parts


def read_suppressions(path: Path, tools: tuple[str, ...]) -> list[Suppression]:
    """Return the suppressions of a file.

    Raises:
        UsageError: it cannot be read; a line is not in the form, with its line and column.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise UsageError(f"{path}: cannot be read: {reason}") from None
    return [
        _parse(f"{path}:{number}", line, tools)
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]


def _parse(where: str, line: str, tools: tuple[str, ...]) -> Suppression:
    words = list(re.finditer(r"\S+", line))
    if len(words) < 4:
        lacks = ("KERNEL", "FILE:LINE", "TOOL/KIND", "a reason")[len(words)]
        raise UsageError(f"{where}:{len(line.rstrip()) + 1}: {lacks} is missing; write {_FORM}")
    kernel, place, fault = (word.group() for word in words[:3])
    file, colon, number = place.rpartition(":")
    if place != "*" and (not colon or not file or not (number.isdigit() or number == "*")):
        column = words[1].start() + 1
        raise UsageError(f"{where}:{column}: {place!r} is not FILE:LINE (or FILE:*, or *)")
    tool, slash, fault_kind = fault.partition("/")
    column = words[2].start() + 1
    if not slash or not fault_kind:
        raise UsageError(f"{where}:{column}: {fault!r} is not TOOL/KIND, as in race/write-write")
    if tool not in ("*", *tools):
        raise unknown(f"{where}:{column}: tool", tool, tools)
    reason = line[words[3].start() :].strip()
    return Suppression(
        where, kernel, file or "*", number if file else "*", tool, fault_kind, reason
    )
