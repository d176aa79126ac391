"""All that is said of evidence in which every figure counts, as `golden.json` holds it.

The other tests decide on which side of a number a rule fires. These hold what it says and how much
it promises, and what is said of whole comparisons and sweeps. `pytest tests/diagnose/test_golden.py
--update-golden` writes the file again; read the difference before it is committed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from diagnose.cases import CASES
from diagnose.rows import POINTS, ROWS, SERIES, SWEEPS
from kernelscope._codec import encode
from kernelscope.diagnose import RULES, find
from kernelscope.diagnose.approaches import approaches
from kernelscope.diagnose.breaks import breaks, fastest
from kernelscope.diagnose.limits import spent_on
from kernelscope.diagnose.verdict import verdict

GOLDEN = Path(__file__).with_name("golden.json")


def every() -> dict[str, Any]:
    """Return what is said of each case, comparison and sweep, as plain data."""
    found: dict[str, Any] = {f"evidence {name}": said(name) for name in CASES}
    for name, rows in ROWS.items():
        found[f"rows {name}"] = [verdict(rows), [encode(one) for one in approaches(rows, "gelu")]]
    for name, swept in SWEEPS.items():
        found[f"sweep {name}"] = breaks("n", POINTS, swept)
    for name, series in SERIES.items():
        found[f"series {name}"] = fastest("n", POINTS, series)
    return json.loads(json.dumps(found))


def said(name: str) -> dict[str, Any]:
    """Return the findings on a case, and what its time is spent on."""
    evidence = CASES[name]
    return {
        "findings": [encode(finding) for finding in find(evidence)],
        "spent": dict(spent_on(evidence)),
        "kernels": [[one.name, one.count, one.share, one.provenance] for one in evidence.kernels],
    }


NOW = every()


@pytest.fixture(scope="module")
def golden(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The file's content, after it was written again if that was asked for."""
    if request.config.getoption("update_golden"):
        GOLDEN.write_text(json.dumps(NOW, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NOW)
def test_what_is_said_is_as_it_was(name: str, golden: dict[str, Any]) -> None:
    """Each word, and each figure but for the last digits, which are the machine's."""
    assert _rounded(NOW[name]) == _rounded(golden[name])


def test_every_rule_has_a_case(golden: dict[str, Any]) -> None:
    """No case is left without what is said of it, and no rule without a case."""
    assert set(golden) == set(NOW)
    cases = [golden[f"evidence {name}"] for name in CASES]
    named = {finding["rule"] for case in cases for finding in case["findings"]}
    assert named == {rule.name for rule in RULES}


def _rounded(value: Any) -> Any:
    """Return plain data with its numbers at 9 digits."""
    if isinstance(value, float):
        return f"{value:.9g}"
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value
