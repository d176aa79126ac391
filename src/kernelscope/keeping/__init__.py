"""What is kept of records: their figures by name, what identifies them, and what got worse.

| file | content |
|---|---|
| `figures` | every figure of a record under a name that is the same in every run |
| `identity` | what says that two records can be compared, and what changes from run to run |
| `limits` | how much worse a figure may be: `time=3%,bytes=0,registers=+8` |
| `regressions` | the figures of two records side by side |
"""
