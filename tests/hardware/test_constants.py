"""The figures of the models: each file is whole, each figure has a reason and is used."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from kernelscope.errors import RecordError
from kernelscope.hardware.constants import FOLDER, HOW, Constants, read

SOURCE = FOLDER.parents[1]
FILES = sorted(FOLDER.rglob("*.csv"))
HEADER = "name,value,unit,gpu,how,source\n"


def asked_for() -> dict[str, set[str]]:
    """Return the figures and groups that the modules ask for, by subject."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        text = path.read_text()
        if "Constants(" not in text or path.name == "constants.py":
            continue
        tree = ast.parse(text)
        subjects = {
            node.targets[0].id: node.value.args[0].value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Call)
            and getattr(node.value.func, "id", "") == "Constants"
            and isinstance(node.value.args[0], ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in subjects:
                found.setdefault(subjects[node.value.id], set()).add(node.attr)  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_figure_is_used_and_every_name_is_a_figure(path: Path) -> None:
    names = asked_for()[path.relative_to(FOLDER).with_suffix("").as_posix()]
    plain = {row.name for row in read(path) if "." not in row.name}
    assert plain == names - {"group", "table"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_source_that_refers_to_a_line_names_one(path: Path) -> None:
    rows = read(path)
    names = {row.name for row in rows} | {row.name.rpartition(".")[0] for row in rows}
    for row in rows:
        if row.source.startswith("see ") and " " not in row.source[4:].split(",")[0]:
            assert row.source[4:].split(",")[0].split(":")[0] in names, row.name


def test_a_file_is_read_when_a_figure_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    figures = Constants("x", tmp_path)
    path.write_text(
        HEADER + "a,3,rows,,chosen,why\nb.8,2.5,us,h200,measured,why\nb.16,4.0,us,,fitted,why\n"
    )
    assert figures.a == 3
    assert isinstance(figures.a, int)
    assert figures.group("b") == {"8": 2.5, "16": 4.0}
    assert figures.table("b") == {8: 2.5, 16: 4.0}
    with pytest.raises(AttributeError, match=r"x.csv has no line 'c'; add one"):
        _ = figures.c
    with pytest.raises(RecordError, match=r"x.csv has no lines 'c\.…'"):
        figures.group("c")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,value\n", r"x.csv:1: the columns must be name, value, unit, gpu, how, source"),
        (HEADER + "a,three,us,,fitted,why\n", r"x.csv:2: .*'three'"),
        (HEADER + "a,3,us,,fitted\n", r"x.csv:2: .*not enough values"),
        (HEADER + "a,3,us,,guessed,why\n", rf"x.csv:2: 'a' needs .* {', '.join(HOW)}"),
        (
            HEADER + "a,3,us,,fitted,why\na,4,us,,fitted,why\n",
            r"x.csv:3: 'a' needs a name of its own",
        ),
        (HEADER + "a,3,us,,fitted,\n", r"x.csv:2: 'a' needs .*a source"),
    ],
)
def test_a_wrong_line_is_refused_with_its_place(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(text)
    with pytest.raises(RecordError, match=message) as error:
        _ = Constants("x", tmp_path).a
    assert "\n" not in str(error.value)
