"""The results about whole programs: run, and profiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from rich.console import Group, RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.errors import UsageError
from kernelscope.profiling import chrome, stacks
from kernelscope.record import Finding, Profile, ScriptRun, Span
from kernelscope.report import cells, csv, page, script
from kernelscope.report.profile import counters, flame, text, timeline
from kernelscope.report.tables import plain
from kernelscope.results.base import ComparableResult, Result

_PAGE_WIDTH = 126
_IN_PERFETTO = "https://ui.perfetto.dev opens the .trace.json, which has all spans."
_THIN_LEFT_OUT = " The drawing leaves out some that are too thin to be seen."
_STILL = "The work, without what is before it. The page has all, and can be zoomed: .to_html(path)."
_IN_SPEEDSCOPE = "https://www.speedscope.app and flamegraph.pl open the .stacks.txt."


class ScriptResult(ComparableResult[ScriptRun]):
    """The launches and operators of an unmodified script, in the order they ran.

    Args:
        record: the record, without findings if `find` is given.
        find: finds them when the record is first read: this may take longer than the run.
    """

    ending = "-run"

    def __init__(
        self, record: ScriptRun, find: Callable[[], tuple[Finding, ...]] | None = None
    ) -> None:
        self._record, self._find = record, find

    @cached_property
    def record(self) -> ScriptRun:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The record, with its findings."""
        return replace(self._record, findings=self._find()) if self._find else self._record

    @property
    def exit_code(self) -> int:
        """The exit code that the script ended with."""
        return self._record.exit_code

    def _subject(self) -> str:
        return self._record.script or "script"

    def renderable(self, width: int) -> RenderableType:
        """Return kernels, operators and findings for a rich console of `width` columns."""
        return script.renderable(self.record, width)


@dataclass(frozen=True, repr=False)
class ProfileResult(ComparableResult[Profile]):
    """The time of a program by operation, host and device apart.

    The record keeps only the longest of very many spans, `spans` has all; for a result that was
    loaded, those of the record.
    """

    record: Profile
    spans: tuple[Span, ...]
    views = (*Result.views, "to_csv", "to_trace", "to_stacks", "to_timeline")

    def _subject(self) -> str:
        return self.record.target

    def renderable(self, width: int) -> RenderableType:
        """Return the table for a rich console of `width` columns."""
        shown = counters if self.record.kernels else text
        return shown.renderable(self.record, width)

    def table(self, width: int | None = None) -> str:
        """Return the table as text; None allows names of up to 80 columns."""
        width = width or (counters if self.record.kernels else text).COLUMNS
        return plain(self.renderable(width), width)

    def _heading(self) -> tuple[str, str, str]:
        return cells.target(self.record), self.record.device, ""

    def _sections(self) -> Sequence[page.Section]:
        return self._parts(still=False)

    def _still_sections(self) -> Sequence[page.Section]:
        return self._parts(still=True)

    def _parts(self, *, still: bool) -> Sequence[page.Section]:
        record = self.record
        drawn: list[page.Section] = []
        if self._has_timeline:
            drawing = timeline.draw(record, still=still)
            is_whole = len(record.spans) <= timeline.MOST_SPANS
            note = _STILL if still else _IN_PERFETTO + _THIN_LEFT_OUT * (not is_whole)
            drawn.append(page.Section("Timeline", None, drawing, note))
        if record.stacks and not still:
            title = "Host time by stack"
            drawn.append(page.Section(title, None, flame.draw(record), _IN_SPEEDSCOPE))
        if record.kernels:
            return [page.Section("Counters", counters.renderable(record, _PAGE_WIDTH)), *drawn]
        parts = text.sections(record, _PAGE_WIDTH).items()
        first, *others = [page.Section(title, Group(*part)) for title, part in parts]
        return [first, *drawn, *others]

    @property
    def _has_timeline(self) -> bool:
        return self.record.use is not None and bool(self.record.use.span_ms)

    def written(
        self,
        *,
        trace: Path | None = None,
        stacks: Path | None = None,
        record: Path | None = None,
        csv: Path | None = None,
        timeline: Path | None = None,
        folder: Path | None = None,
    ) -> ProfileResult:
        """Write the files that are asked for; the returned result's record names the trace.

        `stacks` ends in .svg or .txt, `timeline` in .svg; `folder` is for all of them, named after
        the target.
        """
        if trace is None and folder is not None:
            trace = folder / f"{self.file_name}.trace.json"
        whole = self._with_trace(trace)
        for write, path in (
            (whole.to_stacks, stacks),
            (whole.save, record),
            (whole.to_csv, csv),
            (whole.to_timeline, timeline),
            (whole._write_into, folder),
        ):
            if path is not None:
                write(path)
        return whole

    def write_all(self, folder: PathLike) -> list[Path]:
        """Write the record and every view that it has data for, named after the target.

        The written record names the trace that lies next to it.
        """
        trace = Path(folder) / f"{self.file_name}.trace.json"
        return self._with_trace(trace)._write_into(folder)

    def _with_trace(self, trace: Path | None) -> ProfileResult:
        """Write the trace, and return the result whose record names it."""
        if trace is None:
            return self
        return replace(self, record=replace(self.record, trace=str(self.to_trace(trace))))

    def _write_into(self, folder: PathLike) -> list[Path]:
        traces = [Path(self.record.trace)] if self.record.trace else []
        here = [trace for trace in traces if trace.parent == Path(folder)]
        return self._write_files(f"{Path(folder) / self.file_name}", here)

    def _write_more(self, base: str) -> list[Path]:
        stacks = (".stacks.svg", ".stacks.txt") if self.record.stacks else ()
        return [
            *([self.to_timeline(f"{base}.timeline.svg")] if self._has_timeline else []),
            *([self.to_csv(f"{base}.csv")] if self.record.kernels else []),
            *(self.to_stacks(f"{base}{ending}") for ending in stacks),
        ]

    def to_trace(self, path: PathLike) -> Path:
        """Write a Chrome trace, which Perfetto opens too."""
        record = self.record
        host = f"host ({record.host_provenance})"
        device = f"{record.gpu.get('full_name', record.device)} ({record.device_provenance})"
        return write_whole(path, chrome.trace(self.spans, record.memory, host=host, device=device))

    def to_stacks(self, path: PathLike) -> Path:
        """Write host time by stack: a flame graph if the path ends in .svg, else folded lines.
        Raises UsageError if the profile was made without stacks.
        """
        if not self.record.stacks:
            raise UsageError(
                f"{path}: the profile holds no stacks; make it with with_stack=True, or longer"
            )
        if Path(path).suffix.lower() == ".svg":
            return write_whole(path, flame.to_svg(self.record))
        return write_whole(path, stacks.text(self.record.stacks))

    def to_timeline(self, path: PathLike) -> Path:
        """Write host and device over time, with the queue between them, as an SVG."""
        return write_whole(path, timeline.to_svg(self.record))

    def to_csv(self, path: PathLike) -> Path:
        """Write the kernels' counters, one line for each launch. Raises UsageError if the profile
        was made without counters.
        """
        if not self.record.kernels:
            raise UsageError(f"{path}: the profile holds no counters; make it with --counters")
        return write_whole(path, csv.counters_to_csv(self.record))


class CallProfile(ProfileResult, str):
    """The profile of one call, which is also its table as a string.

    `ks.profile` returned the table alone before it returned a result; code that prints, searches,
    splits or writes that string works as before.
    """

    def __new__(cls, record: Profile, spans: tuple[Span, ...]) -> CallProfile:
        """Return the result, with its table as the string's content."""
        return str.__new__(cls, ProfileResult(record, spans).table())

    def __hash__(self) -> int:
        return str.__hash__(self)
