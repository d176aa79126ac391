"""An operation, its implementations, one concrete case of it, and its least work.

| name | meaning |
|---|---|
| `Operation` | a function with inputs, a float64 reference and a work model |
| `Implementation` | one way to compute it; registered with `@op.implementation("name")` |
| `Case` | one concrete input: sizes, dtype, layout, distribution of values, seed |
| `Work` | fewest bytes read and written, FLOPs |
| `load_operation("gelu")` | finds one of ours |
| `load_operation_file("file.py", "name")` | finds the user's own |
| `axis_values("n=256..16384", op)` | the points of a sweep |
"""

# pyright: reportUnusedImport=false

from kernelscope.operation.axes import axis_values, dtype_named
from kernelscope.operation.case import DISTRIBUTIONS, LAYOUTS, Case
from kernelscope.operation.load import (
    load_operation,
    load_operation_file,
    loaded_as,
    operation_names,
)
from kernelscope.operation.model import (
    PYTORCH_STYLES,
    Implementation,
    Operation,
    Work,
    is_nasty_case,
    nasty_case,
)
