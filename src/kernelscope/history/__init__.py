"""The history of records: their figures by name, their identity, and regressions.

| file | content |
|---|---|
| `figures` | every figure of a record under a name that is the same in every run |
| `identity` | what says that two records can be compared, and what changes from run to run |
| `limits` | how much worse a figure may be: `time=3%,bytes=0,registers=+8` |
| `metrics` | short names of metrics, and which are shown if none is named |
| `commits` | the commits of a project, by git |
| `database` | a project's history: runs and their figures, in one file |
| `runs` | a record as a run of the history |
| `trend`, `changes` | runs as series over the commits, and where they changed |
| `importers/` | files of other tools as runs |
| `regressions` | the figures of two records side by side |
"""
