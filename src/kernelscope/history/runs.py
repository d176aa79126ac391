"""Runs: what a history keeps of a record, or of a commit that could not run."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kernelscope.history.commits import Commit
from kernelscope.history.figures import Figure, figures_of
from kernelscope.history.identity import identity_of
from kernelscope.record import Comparison, Record, kind_of, to_json


@dataclass(frozen=True, slots=True)
class Run:
    """One record that is kept, or one commit that could not run.

    Attributes:
        kind: the command that made it, or the tool that it was imported from ("ncu", …).
        axes: its case, as the user would type it.
        device: as `--device` names it, or the GPU's name.
        source: what brought it here, as in "add r.json" or "backfill".
        created: its date, in ISO 8601; "" if unknown.
        failure: the reason why there are no figures.
        notes: what of it has no figures, and why: rows that are wrong, failed or unavailable.
        record: the whole record as JSON values; None if there is none.
    """

    kind: str
    subject: str
    axes: str
    device: str
    commit: Commit
    figures: tuple[Figure, ...] = ()
    versions: dict[str, str] = field(default_factory=dict[str, str])
    source: str = ""
    created: str = ""
    failure: str = ""
    notes: tuple[str, ...] = ()
    record: dict[str, Any] | None = None

    @property
    def digest(self) -> str:
        """The same for the same run: adding it again adds nothing."""
        content = self.record or [
            self.failure,
            [(figure.subject, figure.metric, figure.value) for figure in self.figures],
        ]
        parts = [
            self.kind,
            self.subject,
            self.axes,
            self.device,
            self.commit.id,
            self.commit.edits,
            self.created if self.record is None else "",
            content,
        ]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def run_of(record: Record, commit: Commit, source: str) -> Run:
    """Return the run that keeps a record whole, with its figures, at the commit that it was made
    from.

    `source`: what brings it, as in "add r.json".
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
