"""The figures of the models, kept as data: a file for each subject, a line for each figure.

    _C = Constants("timing")
    _C.l2_latency                  287.0
    _C.group("operator")           {"mm": 9.7, "sort": 16.5, …}, of the lines `operator.NAME`

`data/timing.csv` has the columns name, value, unit, gpu, how, source. It is read when a figure is
first asked for.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any, NamedTuple

from kernelscope.errors import RecordError

HOW = {
    "measured": "the figure itself was measured",
    "fitted": "chosen so that the estimates of measured launches fit",
    "computed": "follows from other figures",
    "observed": "how a library, a driver or PyTorch behaves",
    "published": "from the maker or a paper",
    "assumed": "no figure is known",
    "chosen": "a limit of the model's own: what it costs, and what it leaves out",
}
"""How a figure was found: the words of the column `how`."""

FOLDER = Path(__file__).parent / "data"


class Constant(NamedTuple):
    """A line of a file: `how` it was found is one of `HOW`, on a GPU or "".

    `source`: the measurement, the paper or the reason behind it.
    """

    name: str
    value: float
    unit: str
    gpu: str
    how: str
    source: str


class Constants:
    """The figures of one subject, as attributes.

    Args:
        subject: the file's path in `data`, without its suffix: "library/softmax".
    """

    def __init__(self, subject: str, folder: Path = FOLDER) -> None:
        self._path = folder / f"{subject}.csv"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what copying and pickling ask for
            raise AttributeError(name)
        if "_groups" not in self.__dict__:
            self._read()
            return getattr(self, name)
        raise AttributeError(f"{self._path} has no line {name!r}; add one with its source")

    def group(self, prefix: str) -> dict[str, Any]:
        """Return the figures `PREFIX.NAME` by NAME, in the file's order.

        Raises RecordError if there are none.
        """
        if "_groups" not in self.__dict__:
            self._read()
        if prefix not in self._groups:
            raise RecordError(f"{self._path} has no lines '{prefix}.…'; add them with their source")
        return dict(self._groups[prefix])

    def table(self, prefix: str) -> dict[int, Any]:
        """Return the figures `PREFIX.NUMBER` by number, in the file's order."""
        return {int(number): value for number, value in self.group(prefix).items()}

    def _read(self) -> None:
        groups: dict[str, dict[str, Any]] = {}
        for row in read(self._path):
            prefix, _, name = row.name.rpartition(".")
            if prefix:
                groups.setdefault(prefix, {})[name] = row.value
            else:
                setattr(self, name, row.value)
        self._groups = groups


RATES = Constants("rates")
"""What both the simulator and the formulas on counts calculate with."""


def read(path: Path) -> list[Constant]:
    """Return the lines of a file.

    Raises RecordError with the line if one lacks a column, is not a number, or is in it twice.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        if tuple(next(rows, ())) != Constant._fields:
            raise RecordError(f"{path}:1: the columns must be {', '.join(Constant._fields)}")
        constants: dict[str, Constant] = {}
        for row in rows:
            try:
                name, value, unit, gpu, how, source = row
                number = _number(value)
            except ValueError as error:
                raise RecordError(f"{path}:{rows.line_num}: {error}; compare the others") from error
            if how not in HOW or not (name and unit and source) or name in constants:
                raise RecordError(
                    f"{path}:{rows.line_num}: {name!r} needs a name of its own, a unit, a source, "
                    f"and how it was found: {', '.join(HOW)}"
                )
            constants[name] = Constant(name, number, unit, gpu, how, source)
    return list(constants.values())


def table(subject: str) -> dict[str, list[Any]]:
    """Return a table of measurements in `data`: the numbers of each line by its first column."""
    with (FOLDER / f"{subject}.csv").open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    return {name: [_number(value) for value in values] for name, *values in rows}


def _number(text: str) -> float:
    return float(text) if set(text) & set(".ein") else int(text)
