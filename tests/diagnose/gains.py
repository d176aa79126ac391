"""What rules promise on the examples of their pages, and what the fixes brought on an H200.

    python -m diagnose.gains      (in tests/)

makes the table of docs/time.md. *Promised* is the rule's gain on the bad example, *simulated* what
the times of both examples are apart on a virtual H200, *measured* what the clock of an H200 says:
docs/measured/2026-11-22-h200/rules.json, between two events, or of calls one after the other for
those about the host.
"""

from __future__ import annotations

import json
from pathlib import Path

from diagnose.pairs import sides

_RECORD = Path(__file__).parents[2] / "docs/measured/2026-11-22-h200/rules.json"
# The example of what was one rule then, and is two now.
_RENAMED = {"register-spills": "local-arrays"}
HEAD = "| rule | promised | simulated | measured |\n|---|---|---|---|"


def measured() -> dict[str, float]:
    """Return the share of the time that each fix saved on an H200; those that promise nothing are
    left out.
    """
    rows = json.loads(_RECORD.read_text())["rules"]
    return {
        _RENAMED.get(row["rule"], row["rule"]): row["measured_gain"].get(
            "events", row["measured_gain"].get("calls")
        )
        for row in rows
        if row["predicted_gain"] is not None
    }


def promised(rule: str) -> float:
    """Return the gain that a rule promises on its bad example."""
    found = sides(rule, fast_time=False)[0].finding(rule)
    assert found is not None
    assert found.estimated_gain is not None
    return found.estimated_gain


def simulated(rule: str) -> float:
    """Return the share of the time that its fix saves on the virtual GPU."""
    bad, fixed = sides(rule, fast_time=False)
    assert fixed is not None
    return 1 - fixed.time_us / bad.time_us


def table() -> str:
    """Return the table in Markdown."""
    lines = [
        f"| {rule} | {promised(rule):.0%} | {simulated(rule):.0%} | {real:.0%} |"
        for rule, real in measured().items()
    ]
    return "\n".join([HEAD, *lines])


if __name__ == "__main__":
    print(table())
