"""The results about an operation's implementations: compared, tuned, judged, over commits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rich.console import Group, RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.errors import RecordError, UsageError
from kernelscope.record import (
    ABOutcome,
    ABTest,
    Comparison,
    EvaluationRecord,
    Fusion,
    History,
    Reason,
    Roofline,
    TunedKernel,
    Tuning,
)
from kernelscope.report import ab, cells, csv, evaluation, fusion, page, tuning
from kernelscope.report.comparison import plot, table
from kernelscope.report.drawing import picture_form
from kernelscope.report.history import html as history_html
from kernelscope.report.history import text as history
from kernelscope.report.roofline import draw as roofline
from kernelscope.report.roofline import table as roofline_table
from kernelscope.results.base import ComparableResult, Result, plain_name, titled


@dataclass(frozen=True, repr=False)
class ComparisonResult(ComparableResult[Comparison]):
    """All implementations of one operation on one case: correctness, time, traffic, verdict."""

    record: Comparison
    views = (*Result.views, "to_csv", "plot")

    def _subject(self) -> str:
        return self.record.operation

    def renderable(self, width: int) -> RenderableType:
        """Return the table for a rich console of `width` columns."""
        return table.renderable(self.record, width)

    def _heading(self) -> tuple[str, str, str]:
        return cells.title(self.record), self.record.device, ""

    def _page(self, made: page.Made) -> str:
        from kernelscope.report.comparison import html  # imports what only a page needs

        return html.to_html(self.record, made)

    def _fragment(self) -> str:
        from kernelscope.report.comparison import html

        return html.fragment(self.record)

    def to_csv(self, path: PathLike) -> Path:
        """Write one line for each implementation, or for each point of the sweep."""
        return write_whole(path, csv.to_csv(self.record))

    def plot(self, path: PathLike, kind: plot.Kind = "auto") -> Path:
        """Write a PNG, SVG or PDF, by the path's ending: the sweep if there is one, else bars.
        Raises UsageError for another ending, or a `kind` (bars, sweep, roofline) without data.
        """
        return write_whole(path, plot.image(self.record, picture_form(path), kind))

    def _write_views(self, base: str) -> list[Path]:
        pictures: tuple[tuple[str, plot.Kind], ...] = (
            (".png", "bars"),
            ("-sweep.png", "sweep"),
            ("-roofline.png", "roofline"),
        )
        return [
            self.save(f"{base}.json"),
            self.to_csv(f"{base}.csv"),
            *(
                path
                for ending, picture in pictures
                for path in _if_drawable(lambda e=ending, k=picture: self.plot(f"{base}{e}", k))
            ),
        ]


def _if_drawable(draw: Callable[[], Path]) -> list[Path]:
    """Return the picture's path, or nothing if the record has no data for the picture."""
    with suppress(UsageError):
        return [draw()]
    return []


@dataclass(frozen=True, repr=False)
class RooflineResult(ComparableResult[Roofline]):
    """An operation's implementations under the roofs of each memory level and of arithmetic."""

    record: Roofline
    views = (*Result.views, "plot")
    ending = "-roofline"

    @property
    def comparison(self) -> Comparison:
        """The rows that the points are made of, as the record of a comparison.

        Raises RecordError if the record is of an earlier version, which kept no rows.
        """
        record = self.record
        if record.points and not record.rows:
            raise RecordError(
                "this roofline was saved by an earlier Kernelscope, without the rows that its "
                f"views are drawn from; run `kernelscope roofline {record.operation}` again"
            )
        return Comparison(
            device=record.device,
            operation=record.operation,
            case=record.case,
            rows=record.rows,
            gpu=record.gpu,
            environment=record.environment,
            work=record.work,
            roofs=record.roofs,
            model_error=record.model_error,
            command=record.command,
            created=record.created,
        )

    def _subject(self) -> str:
        return self.record.operation

    def renderable(self, width: int) -> RenderableType:
        """Return the ceilings and the points for a rich console."""
        return Group(roofline_table.renderable(self.comparison), *self.record.notes)

    def _sections(self) -> Sequence[page.Section]:
        drawing = roofline.draw(self.comparison)
        picture = page.Section("Roofline", drawing=drawing, note=roofline.READING)
        return [*([picture] if drawing else []), *super()._sections()]

    def plot(self, path: PathLike) -> Path:
        """Write a PNG, SVG or PDF. Raises UsageError for another ending, or without points."""
        return write_whole(path, plot.image(self.comparison, picture_form(path), "roofline"))

    def _write_more(self, base: str) -> list[Path]:
        return _if_drawable(lambda: self.plot(f"{base}.png"))


_AB_CODES: dict[ABOutcome, int] = {
    "faster": 0,
    "no difference": 0,
    "slower": 1,
    "wrong": 1,
    "cannot tell": 3,
}


@dataclass(frozen=True, repr=False)
class ABResult(Result[ABTest]):
    """The faster of two implementations, by how much, and with what confidence."""

    record: ABTest
    ending = "-ab"

    @property
    def outcome(self) -> ABOutcome:
        """The outcome for B: faster, slower, no difference, cannot tell, wrong."""
        return self.record.outcome

    @property
    def verdict(self) -> str:
        """The same in a sentence, with the figures."""
        return self.record.verdict

    @property
    def exit_code(self) -> int:
        """0: B is faster or not different; 1: it is slower, or one is wrong; 3: cannot tell."""
        return _AB_CODES[self.record.outcome]

    def _subject(self) -> str:
        return f"{self.record.a.subject} → {self.record.b.subject}"

    def _name(self) -> str:
        return (
            "-".join(plain_name(side.subject) for side in (self.record.a, self.record.b))
            + self.ending
        )

    def renderable(self, width: int) -> RenderableType:
        """Return the verdict, the times and what else differs, for a rich console."""
        return ab.renderable(self.record)

    def _heading(self) -> tuple[str, str, str]:
        return self._subject(), self.record.device, self.record.verdict

    def _sections(self) -> Sequence[page.Section]:
        return titled([*ab.sections(self.record)])


@dataclass(frozen=True, repr=False)
class TuningResult(ComparableResult[Tuning]):
    """The configurations of kernels, each with its time, and which one to choose."""

    record: Tuning
    views = (*Result.views, "to_csv")
    ending = "-tune"

    @property
    def kernels(self) -> tuple[TunedKernel, ...]:
        """The kernels that were tuned, in the order of their first launches."""
        return self.record.kernels

    @property
    def exit_code(self) -> int:
        """The script's own; 0 for an operation."""
        return self.record.exit_code

    def _subject(self) -> str:
        return self.record.target

    def renderable(self, width: int) -> RenderableType:
        """Return a table for each kernel, the fastest configurations first."""
        return tuning.renderable(self.record)

    def _sections(self) -> Sequence[page.Section]:
        return [page.Section(view=tuning.renderable(self.record, most=None))]

    def _still_sections(self) -> Sequence[page.Section]:
        return [page.Section(view=tuning.renderable(self.record))]

    def to_csv(self, path: PathLike) -> Path:
        """Write a line for each configuration of each kernel."""
        return write_whole(path, csv.tuning_to_csv(self.record))

    def _write_more(self, base: str) -> list[Path]:
        return [self.to_csv(f"{base}.csv")]


@dataclass(frozen=True, repr=False)
class FusionResult(ComparableResult[Fusion]):
    """The bytes between the operations of a function, and the bytes that fusing them saves."""

    record: Fusion
    ending = "-fusion"

    def _subject(self) -> str:
        return self.record.target

    def renderable(self, width: int) -> RenderableType:
        """Return the tables for a rich console."""
        return fusion.renderable(self.record)


@dataclass(frozen=True, repr=False)
class EvaluationResult(Result[EvaluationRecord]):
    """The verdict on a submission."""

    record: EvaluationRecord
    ending = "-evaluate"

    @property
    def accepted(self) -> bool:
        """True if there is no reason to refuse the submission."""
        return self.record.accepted

    @property
    def score(self) -> float:
        """The speed as a multiple of the reference's; 0 if the submission was refused."""
        return self.record.score

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons to refuse it."""
        return self.record.reasons

    def _subject(self) -> str:
        return self.record.problem

    def _name(self) -> str:
        return (
            f"{plain_name(self.record.problem)}-{plain_name(self.record.submission)}{self.ending}"
        )

    def renderable(self, width: int) -> RenderableType:
        """Return the verdict for a rich console of `width` columns."""
        return evaluation.renderable(self.record)


@dataclass(frozen=True, repr=False)
class HistoryResult(Result[History]):
    """Figures of a project over its commits, with the commits at which they changed."""

    record: History
    views = (*Result.views, "to_csv")
    ending = "-history"

    def _subject(self) -> str:
        return self.record.wanted or self.record.project

    def renderable(self, width: int) -> RenderableType:
        """Return the series with their trends, the changes by commit, and what could not run."""
        return history.renderable(self.record)

    def _heading(self) -> tuple[str, str, str]:
        return self._subject(), "", history.lead(self.record)

    def _sections(self) -> Sequence[page.Section]:
        return history_html.sections(self.record)

    def to_csv(self, path: PathLike) -> Path:
        """Write a line for each point of each series."""
        return write_whole(path, csv.history_to_csv(self.record))

    def _write_more(self, base: str) -> list[Path]:
        return [self.to_csv(f"{base}.csv")]
