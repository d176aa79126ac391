"""The parts that all importers share: a format, the file as it is read, and the result."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from kernelscope.errors import RecordError
from kernelscope.history.figures import Figure


@dataclass(frozen=True, slots=True)
class Imported:
    """The figures of one subject in a file of `tool`, such as "ncu"; "" for what the file does not
    say.

    `axes`: the case, "n=4096". `versions`: of the tools that took part.
    """

    tool: str
    figures: tuple[Figure, ...]
    subject: str = ""
    axes: str = ""
    gpu: str = ""
    versions: dict[str, str] = field(default_factory=dict[str, str])


class SourceFile:
    """A file to import, read once however many importers look at it.

    Raises RecordError if it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.data = path.read_bytes()
        except OSError as error:
            raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error

    @cached_property
    def text(self) -> str | None:
        """The file as text; None if it is none."""
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None

    @cached_property
    def json(self) -> Any:
        """The file as JSON values; None if it is none."""
        text = self.text
        if text is None or text.lstrip()[:1] not in ("{", "["):
            return None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return None

    @property
    def fields(self) -> Mapping[str, Any]:
        """The JSON object's fields; none if the file holds no object."""
        return cast(Mapping[str, Any], self.json) if isinstance(self.json, dict) else {}


@dataclass(frozen=True, slots=True)
class Format:
    """The files of one tool.

    `files`: what they are called in an error, "NVBench JSON". `knows` returns whether a file is one
    of them. `read` returns what it says; it raises KeyError, TypeError or ValueError if the file
    cannot be read, UnavailableError if the package that reads it is missing.
    """

    files: str
    knows: Callable[[SourceFile], bool]
    read: Callable[[SourceFile], list[Imported]]
