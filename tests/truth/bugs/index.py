"""The bugs: what `bugs.toml` says of each, and how a pair runs on the virtual GPU.

cd tests && kernelscope check -m truth.bugs.index NAME [fixed]
"""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parents[2] / "docs" / "museum.md"


@dataclass(frozen=True)
class First:
    """The launch before one that is programmatic."""

    kernel: str
    arguments: list[str]
    grid: int | None = None


@dataclass(frozen=True)
class Bug:
    """One bug; the attributes are those of `bugs.toml`."""

    name: str
    source: str
    missing: str
    engine: str
    kind: str
    says: list[str]
    block: int
    arrays: dict[str, int | list[int]]
    arguments: list[str | int]
    grid: int = 1
    cluster: int = 1
    device: str = "h200"
    first: First | None = None
    plain_when_fixed: bool = False
    all_orders: bool = False

    @property
    def path(self) -> Path:
        """The file of its kernel."""
        return HERE / f"{self.name}.cu"

    @property
    def lines(self) -> set[int]:
        """The lines that a finding must name: those that end with the comments A and B."""
        text = self.path.read_text().splitlines()
        return {n for n, line in enumerate(text, 1) if line.endswith(("// A", "// B"))}

    def new_arrays(self) -> dict[str, np.ndarray]:
        """Return new arrays, by name."""
        return {
            name: (np.arange(what) % 7).astype(np.float32)
            if isinstance(what, int)
            else np.array(what, np.int32)
            for name, what in self.arrays.items()
        }

    def is_programmatic(self, *, is_fixed: bool) -> bool:
        """Return whether its launch may begin before the one in front of it has ended."""
        return self.first is not None and not (is_fixed and self.plain_when_fixed)


def bugs() -> dict[str, Bug]:
    """Return all bugs, by name."""
    tables = tomllib.loads((HERE / "bugs.toml").read_text())
    made: dict[str, Bug] = {}
    for name, table in tables.items():
        first = table.pop("first", None)
        made[name] = Bug(name, **table, first=First(**first) if first else None)
    return made


def map_of(argument: str) -> tuple[str, int, int]:
    """Return the array, the rows and the columns of a tensor map."""
    _, name, box = argument.split(":")
    rows, _, columns = box.partition("x")
    return name, int(rows), int(columns)


def run(bug: Bug, *, is_fixed: bool) -> None:
    """Launch the kernel on the virtual GPU that is active."""
    import torch

    import kernelscope as ks

    # In a block of `ks.virtual_gpu` tensors are the CPU's; a script has the GPU that it asks for.
    device = "cuda" if torch.cuda.is_available() else "cpu"
    arrays = bug.new_arrays().items()
    tensors = {name: torch.from_numpy(array).to(device) for name, array in arrays}

    def value(argument: str | int) -> object:
        if isinstance(argument, int):
            return argument
        if not argument.startswith("map:"):
            return tensors[argument]
        name, rows, columns = map_of(argument)
        return ks.tensor_map(tensors[name].reshape(rows, columns), (rows, columns))

    def launch(name: str, grid: int, arguments: list[Any], *, programmatic: bool) -> None:
        kernel = ks.cuda_kernel(bug.path, name, options=["-DFIXED"] if is_fixed else [])
        kernel[grid, bug.block](*map(value, arguments), programmatic=programmatic)

    if (first := bug.first) is not None:
        launch(first.kernel, first.grid or bug.grid, first.arguments, programmatic=False)
    early = bug.is_programmatic(is_fixed=is_fixed)
    launch(bug.name, bug.grid, bug.arguments, programmatic=early)


if __name__ == "__main__":
    run(bugs()[sys.argv[1]], is_fixed="fixed" in sys.argv)
