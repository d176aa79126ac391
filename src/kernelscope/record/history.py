"""The record of `history show`: figures by commit, and the commits at which they changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from kernelscope.quantity import Provenance
from kernelscope.record.comparison import SCHEMA


@dataclass(frozen=True, slots=True)
class KeptCommit:
    """A state of the project that figures were kept of.

    Attributes:
        id: the commit's whole hash; "" if the figures belong to no commit.
        time: of the commit, in seconds since 1970; without a commit, of the record.
        subject: the first line of its message; without a commit, what the record says of itself.
        edits: names what tracked files differed in from the commit; "" if they did not.
        versions: of the packages that took part, by name.
        failures: what could not run at this commit, one sentence each.
    """

    id: str
    time: int
    subject: str = ""
    edits: str = ""
    versions: dict[str, str] = field(default_factory=dict[str, str])
    failures: tuple[str, ...] = ()

    @property
    def short(self) -> str:
        """Nine characters of the hash, with a + if files differed from it."""
        return (self.id[:9] or "no commit") + "+" * bool(self.edits)


@dataclass(frozen=True, slots=True)
class SeriesPoint:
    """One figure of a series: `commit` is a place in `History.commits`."""

    commit: int
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """One metric of one thing over the commits, on one case and one device.

    Attributes:
        subject: the operation, the script or the file that was run.
        case: its axes, as the user would type them.
        device: where it ran, as `--device` names it, or the GPU's name.
        name: the row or the kernel; "" for the whole.
        metric: its name in `quantity.METRICS`, or the name that its tool gives it.
        points: in the order of the commits; several at one commit if it was measured repeatedly.
    """

    subject: str
    case: str
    device: str
    name: str
    metric: str
    unit: str
    provenance: Provenance
    points: tuple[SeriesPoint, ...]

    @property
    def exact(self) -> bool:
        """True if the figure repeats exactly, so that every difference is a change."""
        return self.provenance != "measured"


@dataclass(frozen=True, slots=True)
class SeriesChange:
    """A commit at which a series changed.

    Attributes:
        series: its place in `History.series`.
        before, at: the places of the last commit with the old level and the first with the new.
        old, new: the levels: the figures themselves, or the medians of measured ones.
        chance: the probability of so large a difference without a change; None: it is exact.
        versions: packages whose version changed as well, as in "triton 3.6.0 → 3.7.1".
        between: commits between the two of which nothing was kept; the change may be theirs.
    """

    series: int
    before: int
    at: int
    old: float
    new: float
    chance: float | None = None
    versions: tuple[str, ...] = ()
    between: int = 0

    @property
    def ratio(self) -> float | None:
        """The new level over the old one; None if that was 0."""
        return self.new / self.old if self.old else None


@dataclass(frozen=True, slots=True)
class History:
    """The figures that a project's history has of some of its kernels, by commit, oldest first.

    `project`: the folder's name; `wanted`: the words that chose the series; "" for all.
    """

    project: str
    wanted: str
    commits: tuple[KeptCommit, ...]
    series: tuple[Series, ...]
    changes: tuple[SeriesChange, ...] = ()
    command: str = ""
    created: str = ""
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True)
class BisectStep:
    """One commit that a search looked at; `value` is None if it could not run, for `failure`."""

    id: str
    subject: str
    value: float | None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Bisection:
    """The commit at which a figure changed.

    Attributes:
        row: the implementation or kernel whose figure it is.
        good: the last commit that is on the good side.
        bad: the commits after it up to the first on the bad side: one, or more if those between
            could not run.
        steps: the commits that were looked at, oldest first.
        commits: how many lay behind the good one up to the bad one.
    """

    target: str
    row: str
    metric: str
    unit: str
    good: str
    bad: tuple[str, ...]
    steps: tuple[BisectStep, ...]
    commits: int
