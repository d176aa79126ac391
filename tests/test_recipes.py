"""Each recipe of `docs/recipes` is followed to the letter in a copy of the tree.

A fenced block says in its first line what to do with it:

    ```python new="PATH"                  a new file
    ```python out="PATH"                  taken out of a file
    ```python in="PATH" end               at the end of a file
    ```python in="PATH" after="TEXT"      behind the line with that text; also `before`
    ```python in="PATH" replace="TEXT"    in place of that text
    ```sh exit=1                          commands, and how each ends (0 if nothing is said)
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RECIPES = sorted((ROOT / "docs" / "recipes").glob("*.md"))
COPIED = ("src", "tests", "docs", "tools", "README.md", "CHANGELOG.md", "CONTRIBUTING.md",
          "pyproject.toml", "constraints.txt", "Makefile", "action.yml")  # fmt: skip
FENCE = re.compile(r"^( *)(`{3,})(\w+)([^\n]*)\n(.*?)^\1\2$", re.M | re.S)
ATTRIBUTE = re.compile(r"""(\w+)(?:=(["'])(.*?)\2|=(\d+))?""")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what its first line says, its text and its line."""

    language: str
    told: dict[str, str]
    text: str
    line: int


def blocks(recipe: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a recipe in order."""
    page = recipe.read_text()
    for match in FENCE.finditer(page):
        _, _, language, info, text = match.groups()
        told = {name: quoted or number for name, _, quoted, number in ATTRIBUTE.findall(info)}
        yield Block(language, told, textwrap.dedent(text), page.count("\n", 0, match.start()) + 1)


def apply(block: Block, tree: Path) -> None:
    """Do to the tree what a block says."""
    told = block.told
    if "new" in told:
        path = tree / told["new"]
        assert not path.exists(), f"{path} is there already"
        path.write_text(block.text)
        return
    path = tree / (told.get("in") or told["out"])
    text = path.read_text()
    if "out" in told:
        assert text.count(block.text) == 1, f"{told['out']} does not have this once: {block.text}"
        path.write_text(text.replace(block.text, ""))
        return
    if "end" in told:
        path.write_text(f"{text.rstrip()}\n\n\n{block.text}")
        return
    (where,) = told.keys() & {"after", "before", "replace"}
    place = told[where]
    assert text.count(place) == 1, f"{told['in']} has {text.count(place)} times {place!r}"
    begin = text.index(place)
    if where == "replace":
        path.write_text(text.replace(place, block.text.rstrip("\n")))
        return
    line = text.rindex("\n", 0, begin) + 1
    indent = re.match(r" *", text[line:])[0]  # type: ignore[index]
    at = line if where == "before" else text.index("\n", begin) + 1
    gap = "\n\n" if where == "before" and not indent else ""  # as between functions
    path.write_text(text[:at] + textwrap.indent(block.text, indent) + gap + text[at:])


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the tree, with its bytecode."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name)
        elif (ROOT / name).exists():
            shutil.copy2(ROOT / name, tmp_path / name)
    return tmp_path


def run(command: str, tree: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of a recipe with the copied source."""
    words = shlex.split(command)
    program = Path(words[0]).name
    start = {
        "pytest": ["-m", "pytest", "-p", "no:cacheprovider"],
        "kernelscope": ["-m", "kernelscope"],
    }
    return subprocess.run(
        [sys.executable, *start.get(program, []), *words[1:]],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.long("follows a recipe: edits a copy of the tree and runs its commands")
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_holds_to_the_letter(recipe: Path, tree: Path) -> None:
    for block in blocks(recipe):
        if block.language != "sh":
            apply(block, tree)
            continue
        for command in block.text.splitlines():
            ended = run(command, tree)
            said = f"{recipe.name}:{block.line}: {command}\n{ended.stdout}{ended.stderr}"
            assert ended.returncode == int(block.told.get("exit", 0)), said


def test_there_are_recipes_and_each_has_blocks() -> None:
    assert len(RECIPES) >= 8
    assert all(list(blocks(recipe)) for recipe in RECIPES)
