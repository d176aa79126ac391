"""Write the generated parts of the documentation.

python tools/write_docs.py              docs/commands.md from the commands' own help,
                                        docs/instructions.md from the instruction table, and the
                                        table in docs/install.md from the rows of check_install.py
python tools/write_docs.py --check      fail where it is out of date, and write nothing
python tools/write_docs.py --pictures [NAME …]    docs/images/*.png, of pages made now (Chromium)
"""

from __future__ import annotations

import csv
import inspect
import sys
from pathlib import Path
from typing import Any

import typer.main

import check_install
import instruction_docs
import pictures
from kernelscope.cli.app import app

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = ROOT / "docs" / "commands.md"
INSTRUCTIONS = ROOT / "docs" / "instructions.md"
INSTALL = ROOT / "docs" / "install.md"
ROWS = "<!-- rows of check_install.py -->\n"

HEADER = """# Commands

Written by `make docs` from the commands' own help. Progress goes to stderr, results to stdout.

Exit codes: 0 if nothing is wrong (`unavailable` is allowed); 1 if a row is wrong or failed; 2 for
a usage error (one line says how to fix it; `--traceback` shows where it came from); 3 if `ab` is
inconclusive. `run`, `profile` and `tune` end with the script's own code, as does `check` if the
script fails.
"""


def commands() -> dict[str, Any]:
    """Return the command line's commands by name, in the order of the help; of a group, its own."""
    found: dict[str, Any] = {}
    for name, command in typer.main.get_group(app).commands.items():
        within: dict[str, Any] = getattr(command, "commands", {})
        found |= {f"{name} {inner}": one for inner, one in within.items()} or {name: command}
    return found


def cell(text: str) -> str:
    """Text as one cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|")


def parameter_row(parameter: Any) -> str:
    """One line of the table of a command's arguments and options."""
    if parameter.param_type_name == "argument":
        names = f"`{parameter.name.upper()}`"
    else:
        names = ", ".join(f"`{name}`" for name in parameter.opts)
    default = parameter.default
    shown = "" if default in (None, False, "", (), []) or callable(default) else f"`{default}`"
    return f"| {names} | {cell(parameter.help or '')} | {shown} |"


def command_section(name: str, command: Any) -> str:
    """Return the section of one command."""
    rows = [parameter_row(p) for p in command.params if p.name != "help"]
    text = inspect.cleandoc(command.help or "")
    table = "\n".join(["| | what | default |", "|---|---|---|", *rows])
    return f"## kernelscope {name}\n\n{text}\n\n{table}\n"


def reference() -> str:
    """Return the whole of docs/commands.md."""
    return "\n".join([HEADER, *(command_section(n, c) for n, c in commands().items())])


def installing() -> str:
    """Return docs/install.md with the table of the newest rows."""
    newest = max((ROOT / "docs" / "measured").glob("*-install.csv"))
    with newest.open() as file:
        table = check_install.table(list(csv.DictReader(file)))
    before, _, after = INSTALL.read_text().split(ROWS)
    return f"{before}{ROWS}\n{table}\n{ROWS}{after}"


def main(arguments: list[str]) -> int:
    """Write, check or photograph; the exit code is 1 where a check fails."""
    if arguments[:1] == ["--pictures"]:
        pictures.take(arguments[1:])
        return 0
    pages = {
        COMMANDS: reference(),
        INSTRUCTIONS: instruction_docs.page(),
        INSTALL: installing(),
    }
    if "--check" in arguments:
        old = [
            page for page, text in pages.items() if not page.exists() or page.read_text() != text
        ]
        for page in pages:
            state = "is old: make docs" if page in old else "is current"
            print(f"docs/{page.name} {state}")
        return 1 if old else 0
    for page, text in pages.items():
        page.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
