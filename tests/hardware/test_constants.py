"""The figures of the models: each file is whole, each figure has a reason and is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kernelscope.errors import RecordError
from kernelscope.hardware.constants import FOLDER, HOW, Constants, read

SOURCE = FOLDER.parents[1]
FILES = [path for path in sorted(FOLDER.rglob("*.csv")) if path.parent.name != "known_error"]
HEADER = "name,value,unit,gpu,how,source\n"


@cache
def asked_for() -> dict[str, set[str]]:
    """Return the figures that the modules ask for, by subject: `_C.NAME`, and of other modules'
    `HOST.NAME`.
    """
    trees = {path: ast.parse(path.read_text()) for path in SOURCE.rglob("*.py")}
    own = {path: dict(subjects(tree)) for path, tree in trees.items()}
    public = {name: s for known in own.values() for name, s in known.items() if name[0].isupper()}
    found: dict[str, set[str]] = {}
    for path, tree in trees.items():
        known = public | own[path]
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in known:
                found.setdefault(known[node.value.id], set()).add(node.attr)  # type: ignore[attr-defined]
    return found


def subjects(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the variables of a module that hold figures, and their subjects."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            called = node.value
            if getattr(called.func, "id", "") == "Constants":
                yield node.targets[0].id, called.args[0].value  # type: ignore[attr-defined]


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
