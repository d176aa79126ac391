"""The tutorials of `docs/tutorials` run as they are printed.

Each notebook runs again, and its outputs must be those that it shows: texts word by word, but for
what compiling took on this machine, and pictures by their kind. `pytest tests/test_tutorials.py
--update-golden -p no:xdist` writes the outputs of this run into the notebooks.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

TUTORIALS = sorted((Path(__file__).parent.parent / "docs" / "tutorials").glob("*.ipynb"))
# `compare` says what compiling took, and after how many calls it has paid: both are this machine's.
# So are the last bits of PyTorch's own operations, whose bytes are computed (`cmp.`).
_OF_THIS_MACHINE = re.compile(
    r"^which to use.*?(?=^limit:)|(?<= cmp\.)[^\n]*", re.MULTILINE | re.DOTALL
)


def executed(notebook: Path, folder: Path) -> Any:
    """Return a notebook with the outputs of a run in a folder."""
    tutorial = nbformat.read(notebook, as_version=4)
    client = nbclient.NotebookClient(
        tutorial,
        timeout=600,
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        coalesce_streams=True,
    )
    client.execute()
    for cell in tutorial.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    return tutorial


def said(tutorial: Any) -> list[tuple[str, str]]:
    """Return each output of a notebook: its kind, and its text if it is a text."""
    outputs = (output for cell in tutorial.cells for output in cell.get("outputs", ()))
    return [
        ("text", _OF_THIS_MACHINE.sub("", output.text))
        if output.output_type == "stream"
        else (", ".join(sorted(output.data)), "")
        for output in outputs
    ]


def test_there_are_tutorials() -> None:
    """One for each of three questions: which way, why slow, is it right."""
    assert len(TUTORIALS) == 3


@pytest.mark.slow
@pytest.mark.long("runs a tutorial: compiles, runs and simulates its kernels")
@pytest.mark.parametrize("notebook", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_has_the_outputs_that_it_shows(
    notebook: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    tutorial = executed(notebook, tmp_path)
    if request.config.getoption("update_golden"):
        nbformat.write(tutorial, notebook)
    assert said(tutorial) == said(nbformat.read(notebook, as_version=4))
