"""`kernelscope history`: figures kept by commit, shown, filled in for the past, and searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kernelscope._files import PathLike
from kernelscope.devices.resolve import resolve
from kernelscope.errors import UsageError, unknown
from kernelscope.history.commits import Commit, Repository, needed_repository
from kernelscope.history.database import Database, database_path, project_folder
from kernelscope.history.limits import metrics_named, total
from kernelscope.history.runs import Run, run_of
from kernelscope.history.trend import chosen, trend
from kernelscope.jobs import environment
from kernelscope.jobs.at_commit import Request, run_at
from kernelscope.jobs.progress import Progress, counted, silent
from kernelscope.jobs.spread import spread
from kernelscope.record import Record, load
from kernelscope.record.history import Bisection, BisectStep, History
from kernelscope.results.operations import HistoryResult
from kernelscope.subjects import OperationSubject, PythonFile, parse_subject, refused

__all__ = ["add", "backfill", "bisect", "keep", "show"]

RunAt = Callable[[int], Run]
Side = Callable[[Run], bool | None]
"""Whether a run is on the bad side; None if it cannot say."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The runs that were added to the history at `path`, and how many were not there before."""

    path: Path
    runs: tuple[Run, ...]
    new: int


def add(records: Sequence[PathLike], *, commit: str = "", folder: Path | None = None) -> Kept:
    """Keep the files of records in the history of the project around a folder, all or none of them.

    `commit`: the commit that they were made from; "": the one that is checked out, with the edits
    on it. Raises UsageError for no such commit, RecordError if a file is not a record or the
    history cannot be written.
    """
    at = folder or Path.cwd()
    loaded = [(load(path), f"add {Path(path).name}") for path in records]
    return keep(loaded, commit=commit, folder=at)


def keep(
    records: Iterable[tuple[Record, str]], *, commit: str = "", folder: Path | None = None
) -> Kept:
    """Keep records, each with the words that say what brings it, as `add` does with files."""
    at = folder or Path.cwd()
    state = state_of(at, commit)
    runs = [run_of(record, state, source) for record, source in records]
    for run in runs:
        if not run.figures and not run.notes:
            raise UsageError(f"{run.source}: a record of `{run.kind}` has no figures to keep")
    return keep_runs(runs, folder=at)


def keep_runs(runs: Sequence[Run], *, folder: Path | None = None) -> Kept:
    """Keep runs, all or none of them."""
    path = database_path(project_folder(folder or Path.cwd()))
    with Database(path, make=True) as database:
        return Kept(path, tuple(runs), database.add(runs))


def state_of(folder: Path, commit: str) -> Commit:
    """Return the commit of that name, or the one that is checked out, with the edits on it.

    Raises UsageError for a name outside a repository, or one that is not a commit.
    """
    repository = Repository.around(folder)
    if repository is None:
        if commit:
            raise UsageError(f"--commit {commit}: {folder} is not in a git repository")
        return Commit()
    return repository.commit(commit) if commit else repository.head()


def show(wanted: str = "", *, metrics: str = "", folder: Path | None = None) -> HistoryResult:
    """Return the kept figures over the commits, with the changes.

    `wanted`: an operation or script ("softmax"), one of its rows ("softmax/triton"), a kernel, part
    of its name, or a pattern; "" for all rows. `metrics`: only these, "time,bytes": short names or
    the figures' own. Raises UsageError if there is no history, nothing of that name in it, or for
    an unknown metric, RecordError if the history cannot be read.
    """
    at = folder or Path.cwd()
    project = project_folder(at)
    with Database(database_path(project)) as database:
        runs = chosen(database.runs(), wanted)
    repository = Repository.around(at)
    names = metrics_named(metrics, [figure.metric for run in runs for figure in run.figures])
    places = repository.places(run.commit.id for run in runs) if repository else {}
    between = cache(repository.count_between) if repository else lambda _old, _new: 0
    commits, series, changes = trend(runs, names, places, between)
    return HistoryResult(
        History(
            project=project.name,
            wanted=wanted,
            commits=commits,
            series=series,
            changes=changes,
            command=environment.command(),
            created=environment.now(),
        )
    )


def backfill(
    target: str,
    *,
    commits: str = "30",
    paths: Sequence[str] = (),
    case: str = "",
    only: str = "",
    device: str = "virtual",
    ray: str | None = None,
    again: bool = False,
    progress: Progress = silent,
) -> Kept:
    """Compare an operation as it was at each commit, and keep what comes from it.

    Each commit's files are taken into a worktree of git and run there in a process of their own. A
    commit that cannot run is kept with the reason. Each is kept as soon as it is done, so a
    backfill that is interrupted goes on where it was.

    Args:
        target: an operation, or `FILE.py[:NAME]`.
        commits: how many of the latest, or a range as in "v1..HEAD".
        paths: only commits that touch these.
        case: as for `compare`.
        only: names of implementations, with commas between them.
        device: as for `compare`; on a virtual GPU the counters are exact.
        progress: called as commits are done.
        ray: the address of a Ray cluster whose workers run the commits; each needs the repository
            at the same path.
        again: also run commits that are kept already.

    Raises UsageError for an unknown target, case, device or range, UnavailableError without a
    repository or Ray, RecordError if the history cannot be written.
    """
    at = Path.cwd().resolve()
    repository = needed_repository(at)
    request = _request(repository, at, target, device, case, only)
    wanted = repository.latest(commits, paths)
    path = database_path(repository.root)
    with Database(path, make=True) as database:
        kept = {} if again else _kept(database, request)
        missing = [commit for commit in wanted if commit.id not in kept]
        made: dict[str, Run] = {}
        progress(target, 0, len(missing))

        say = counted(progress, [commit.short for commit in missing])

        def done(place: int, run: Run, worker: str) -> None:
            made[run.commit.id] = run
            database.add([run])
            say(place, run, worker)

        gpus = 1 if resolve(device).kind == "cuda" else 0
        spread(run_at, [(request, commit) for commit in missing], ray=ray, gpus=gpus, done=done)
    runs = [made.get(commit.id) or kept[commit.id] for commit in wanted]
    return Kept(path, tuple(runs), len(made))


def bisect(
    target: str,
    good: str,
    bad: str,
    *,
    metric: str = "bytes",
    row: str = "",
    case: str = "",
    only: str = "",
    device: str = "virtual",
    progress: Progress = silent,
) -> Bisection:
    """Find the commit at which a figure of an operation changed, by a binary search.

    Runs about log2 of the commits between the two. The figure is on the bad side if it is nearer to
    that of `bad`. Commits that cannot run are passed over, and named if the change may be theirs.
    The other arguments are those of `backfill`.

    `good`: a commit before the change; `bad`: one after it, along the first parents. `metric`: a
    short name ("time", "bytes", "sectors") or a figure's own name. `row`: the implementation or
    kernel; "": the only one, or the one that changed most.

    Raises UsageError for a wrong commit, metric or row, or no difference between the two,
    UnavailableError if one of the two cannot run, RecordError if the history cannot be written.
    """
    at = Path.cwd().resolve()
    repository = needed_repository(at)
    request = _request(repository, at, target, device, case, only)
    commits = repository.between(good, bad)
    most = 2 + len(commits).bit_length()
    with Database(database_path(repository.root), make=True) as database:
        known = _kept(database, request)
        tried: dict[int, Run] = {}

        def run(place: int) -> Run:
            commit = commits[place]
            progress(commit.short, len(tried), most)
            if place not in tried and commit.id in known:
                tried[place] = known[commit.id]
            elif place not in tried:
                tried[place] = run_at((request, commit))
                database.add([tried[place]])
            return tried[place]

        first, last = _must_run(run(0)), _must_run(run(len(commits) - 1))
        name, names = _which(first, last, metric, row)
        low, high = _searched(commits, run, _side(first, last, name, names))
    progress("done", most, most)
    return Bisection(
        target=target,
        row=name,
        metric=metric,
        unit=_unit(first, name, names),
        good=commits[low].id,
        bad=tuple(commit.id for commit in commits[low + 1 : high + 1]),
        steps=tuple(_step(tried[place], name, names) for place in sorted(tried)),
        commits=len(commits) - 1,
    )


def _step(run: Run, name: str, names: tuple[str, ...]) -> BisectStep:
    value = None if run.failure else total(run.figures, name, names)
    return BisectStep(run.commit.id, run.commit.subject, value, run.failure)


def _request(
    repository: Repository, folder: Path, target: str, device: str, case: str, only: str
) -> Request:
    """Return the request. Raises UsageError if the target has no versions in this repository."""
    import kernelscope

    match parse_subject(target):
        case OperationSubject(implementation=None, file="") if (
            not Path(kernelscope.__file__).resolve().is_relative_to(repository.root)
        ):
            raise UsageError(
                f"{target} is built into Kernelscope, and {repository.root} is not its "
                "repository: name a file of your own, FILE.py or FILE.py:NAME"
            )
        case OperationSubject(implementation=None) | PythonFile():
            pass
        case subject:
            raise refused(subject, "history", "an operation (gelu, FILE.py or FILE.py:NAME)")
    where = resolve(device)
    return Request(str(repository.root), str(folder), target, where.name, case, only)


def _kept(database: Database, request: Request) -> dict[str, Run]:
    """Return what this request made already, by commit; failures are tried again."""
    return {
        run.commit.id: run
        for run in database.runs()
        if run.source == request.source and not run.failure
    }


def _must_run(run: Run) -> Run:
    if run.failure:
        raise UsageError(f"{run.commit.short} cannot run: {run.failure}")
    return run


def _which(first: Run, last: Run, metric: str, row: str) -> tuple[str, tuple[str, ...]]:
    """Return the row and the metrics that differ between two runs, the most if none is named."""
    names = metrics_named(metric, [figure.metric for figure in (*first.figures, *last.figures)])
    rows = dict.fromkeys(figure.subject for figure in first.figures if figure.metric in names)
    if row and row not in rows:
        raise unknown("row", row, rows)
    ratios = {
        subject: _ratio(total(first.figures, subject, names), total(last.figures, subject, names))
        for subject in ([row] if row else rows)
    }
    name = max(ratios, key=lambda subject: ratios[subject], default="")
    if not name or ratios[name] <= 1.0:
        at = f" of {row}" if row else ""
        raise UsageError(
            f"{metric}{at} is the same at {first.commit.short} and {last.commit.short}: there is "
            "no change to find"
        )
    return name, names


def _ratio(old: float | None, new: float | None) -> float:
    """Return how much two values differ, as a factor from 1 on; of no value nothing is known."""
    if old is None or new is None or old == new:
        return 1.0
    small, large = sorted((abs(old), abs(new)))
    return large / small if small else float("inf")


def _side(first: Run, last: Run, name: str, names: tuple[str, ...]) -> Side:
    old, new = total(first.figures, name, names), total(last.figures, name, names)
    assert old is not None
    assert new is not None
    middle = (old + new) / 2

    def side(run: Run) -> bool | None:
        value = None if run.failure else total(run.figures, name, names)
        return None if value is None else (value > middle) == (new > middle)

    return side


def _unit(run: Run, name: str, names: tuple[str, ...]) -> str:
    return next(
        figure.unit for figure in run.figures if figure.subject == name and figure.metric in names
    )


def _searched(commits: Sequence[Commit], run: RunAt, side: Side) -> tuple[int, int]:
    """Return the last good place and the first bad one; between them nothing can run."""
    low, high = 0, len(commits) - 1
    unknown_places: set[int] = set()
    while True:
        left = [place for place in range(low + 1, high) if place not in unknown_places]
        if not left:
            return low, high
        middle = (low + high) / 2
        place = min(left, key=lambda each: abs(each - middle))
        match side(run(place)):
            case None:
                unknown_places.add(place)
            case True:
                high = place
            case False:
                low = place
