"""The documentation cannot fall behind: it names every command, operation, GPU and target."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from each import each
from kernelscope.cli.app import app
from kernelscope.hardware import GPUS
from kernelscope.operation import operation_names

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md")),
]
README = (ROOT / "README.md").read_text()
QUESTIONS = (ROOT / "docs" / "questions.md").read_text()


def read(page: str) -> str:
    """The text of a page."""
    return (ROOT / page).read_text()


def commands() -> list[str]:
    """The names of the command line's commands."""
    return sorted(typer.main.get_group(app).commands)


@each("command", commands())
def test_a_question_names_every_command(command: str) -> None:
    assert f"kernelscope {command}" in QUESTIONS


@pytest.mark.parametrize("command", commands())
def test_every_command_has_help(command: str) -> None:
    assert typer.main.get_group(app).commands[command].help


def test_the_pages_that_are_generated_are_current() -> None:
    """docs/commands.md from the commands' help, docs/instructions.md from the table."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "write_docs.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("operation", operation_names())
def test_the_questions_name_every_operation(operation: str) -> None:
    assert f"`{operation}`" in QUESTIONS


@pytest.mark.parametrize("gpu", sorted(GPUS))
def test_the_questions_name_every_gpu(gpu: str) -> None:
    assert re.search(rf"`(virtual:)?{gpu}`", QUESTIONS)


def test_the_readme_shows_the_light_way_first_and_then_make() -> None:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    lines = [[line.split("#")[0].strip() for line in block.splitlines()] for block in blocks]
    light = [
        "uv venv",
        "uv pip install kernelscope --torch-backend cpu",
        ".venv/bin/kernelscope compare gelu",
    ]
    assert lines == [light, ["make demo", "make test"]]
    assert "\n".join(light) in read("docs/install.md")


def targets() -> list[str]:
    """The Makefile's targets that a person types."""
    phony = re.findall(r"^\.PHONY: (.*)$", read("Makefile"), re.MULTILINE)
    return [name for line in phony[:1] for name in line.split()]


@pytest.mark.parametrize("target", targets())
def test_every_make_target_says_what_it_does(target: str) -> None:
    assert re.search(rf"^{target}:.*## \S", read("Makefile"), re.MULTILINE)


@each("page", PAGES)
def test_every_link_to_a_file_leads_to_one(page: str) -> None:
    prose = re.sub(r"(`{3,}).*?\1|`[^`]*`", "", read(page), flags=re.DOTALL)
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", prose)
    missing = [link for link in links if not ((ROOT / page).parent / link).exists()]
    assert missing == []


@each("page", [page for page in PAGES if not page.startswith("docs/measured/")])
def test_every_path_in_the_text_exists(page: str) -> None:
    """A page of measurements names what there was on its day."""
    paths = re.findall(r"`((?:src|tests|tools|bench|docs)/[\w./-]+)`", read(page))
    real = [path for path in paths if "NAME" not in path]
    assert [path for path in real if not (ROOT / path).exists()] == []


def test_every_module_says_what_it_is() -> None:
    package = ROOT / "src" / "kernelscope"
    silent = [
        str(path.relative_to(ROOT))
        for path in sorted(package.rglob("*.py"))
        if not re.match(r'\s*(?:$|r?"""\S)', path.read_text())
    ]
    assert silent == []


@pytest.mark.triton
def test_the_page_of_ones_own_operation_runs_as_written(tmp_path: Path) -> None:
    import kernelscope as ks

    block = re.search(r"```python\n# my_ops.py\n(.*?)```", read("docs/own_operation.md"), re.DOTALL)
    assert block
    file = tmp_path / "my_ops.py"
    file.write_text(block[1])
    result = ks.compare(f"{file}:silu", device="virtual:h200", n=64)
    found = {row.implementation: (row.status, row.reason) for row in result.record.rows}
    assert found == {"naive": ("ok", ""), "triton": ("ok", "")}
