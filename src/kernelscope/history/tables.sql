CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    axes TEXT NOT NULL,
    device TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    commit_time INTEGER NOT NULL,
    commit_subject TEXT NOT NULL,
    edits TEXT NOT NULL,
    versions TEXT NOT NULL,
    source TEXT NOT NULL,
    created TEXT NOT NULL,
    failure TEXT NOT NULL,
    notes TEXT NOT NULL,
    record BLOB
);
CREATE INDEX runs_by_subject ON runs (subject, axes, device, commit_id);
CREATE TABLE figures (
    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    metric TEXT NOT NULL,
    value REAL NOT NULL,
    unit TEXT NOT NULL,
    provenance TEXT NOT NULL,
    low REAL,
    high REAL,
    place TEXT NOT NULL,
    kernel TEXT NOT NULL
);
CREATE INDEX figures_by_run ON figures (run);
