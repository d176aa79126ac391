"""The table of `docs/museum.md`: each bug, what `check` says, and what compute-sanitizer said.

cd tests && python -m truth.bugs.table
"""

from __future__ import annotations

import json
from typing import Any

from truth.bugs.index import HERE, Bug, bugs

MEASURED = HERE / "compute_sanitizer_h200.json"
"""What `on_gpu.py` wrote on an H200."""
TOOLS = ("racecheck", "memcheck", "synccheck", "initcheck")


def table() -> str:
    """Return the table."""
    measured = json.loads(MEASURED.read_text()) if MEASURED.is_file() else {}
    heads = (
        "bug", "source", "what was missing or wrong", "engine", "`check` before",
        "compute-sanitizer before", "… after", "alone on an H200, before",
    )  # fmt: skip
    rows = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    rows += [_row(bug, measured.get(bug.name, {})) for bug in bugs().values()]
    return "\n".join(rows)


def found_by(bug: Bug, runs: dict[str, Any]) -> dict[str, bool]:
    """Return the tools that reported something, and whether at the bug's lines."""
    said: dict[str, bool] = {}
    for tool in TOOLS:
        result = runs.get(tool, {})
        if result.get("reports"):
            lines = [set(pair) for pair in result["lines"]]
            said[tool] = any(pair <= bug.lines for pair in lines)
    return said


def _row(bug: Bug, measured: dict[str, Any]) -> str:
    project, _, number = bug.source.partition("#")
    source = f"[{project} #{number}](https://github.com/{project}/issues/{number})"
    file = f"[{bug.name}](../tests/truth/bugs/{bug.name}.cu)"
    checked = f"`{bug.kind}`" + (", with `--all-orders`" if bug.all_orders else "")
    before, after = measured.get("before", {}), measured.get("after", {})
    cells = [file, source, bug.missing, bug.engine, checked]
    if bug.device == "h200":
        cells += [_said(bug, before), _said(bug, after), _alone(before, after)]
    else:
        cells += ["not run"] * 3
    return f"| {' | '.join(cells)} |"


def _said(bug: Bug, runs: dict[str, Any]) -> str:
    """Return what the tools said of one side."""
    if "alone" not in runs:
        return "not measured"
    said = [
        tool if at_lines else f"{tool}, other lines"
        for tool, at_lines in found_by(bug, runs).items()
    ]
    stopped = [tool for tool in TOOLS if runs.get(tool, {}).get("ended") == "stopped"]
    if len(stopped) == len(TOOLS):
        said.append("hangs")
    elif stopped:
        said.append(f"hangs with {', '.join(stopped)}")
    return "; ".join(said) or "nothing"


def _alone(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Return how the program without a tool ended, compared with the fixed one."""
    if "alone" not in before:
        return "not measured"
    right = {text for _, text in after.get("alone", [])}
    ends = {code for code, _ in before["alone"]}
    if "stopped" in ends:
        return "hangs" if ends == {"stopped"} else "hangs sometimes"
    if ends != {"0"}:
        return "an error"
    wrong = sum(text not in right for _, text in before["alone"])
    return f"wrong {wrong} of {len(before['alone'])} times" if wrong else "right"


if __name__ == "__main__":
    print(table())
