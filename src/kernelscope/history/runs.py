"""Records as runs that a history keeps."""

from __future__ import annotations

from pathlib import Path

from kernelscope.history.commits import Commit
from kernelscope.history.database import Run
from kernelscope.history.figures import figures_of
from kernelscope.history.identity import identity_of
from kernelscope.record import Comparison, Record, kind_of, to_json


def run_of(record: Record, commit: Commit, source: str) -> Run:
    """Return the run that keeps a record whole, with its figures.

    Args:
        record: of any kind.
        commit: the state of the project that it was made from.
        source: what brings it, as in "add r.json".
    """
    identity = identity_of(record)
    return Run(
        kind=kind_of(record),
        subject=identity.subject or kind_of(record),
        axes=",".join(f"{name}={value}" for name, value in identity.case.items()),
        device=identity.device or identity.gpu,
        commit=commit,
        figures=figures_of(record),
        versions=identity.versions,
        source=source,
        created=str(getattr(record, "created", "")),
        notes=_notes(record),
        record=to_json(record),
    )


def _notes(record: Record) -> tuple[str, ...]:
    """Return what the rows of a comparison say of themselves that are not right."""
    if not isinstance(record, Comparison):
        return ()
    reasons: dict[str, list[str]] = {}
    for row in record.rows:
        if row.status != "ok":
            reasons.setdefault(f"{row.status}: {row.reason}", []).append(row.implementation)
    return tuple(f"{', '.join(names)}: {reason}" for reason, names in reasons.items())


def moved_paths(text: str, folder: Path, root: Path) -> str:
    """Return a record's JSON with the files of a worktree named as those of the project."""
    return text.replace(f"{folder}/", f"{root}/")
