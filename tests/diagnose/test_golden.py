"""All that the rules say of evidence in which every figure counts, as `golden.json` holds it.

The other tests decide on which side of a number a rule fires. These hold what it says and how much
it promises. `pytest tests/diagnose/test_golden.py --update-golden` writes the file again; read the
difference before it is committed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from diagnose.cases import CASES
from kernelscope._codec import encode
from kernelscope.diagnose import RULES, find
from kernelscope.diagnose.limits import spent_on

GOLDEN = Path(__file__).with_name("golden.json")


def said(name: str) -> dict[str, Any]:
    """Return the findings on a case, and what its time is spent on."""
    evidence = CASES[name]
    return {
        "findings": [encode(finding) for finding in find(evidence)],
        "spent": dict(spent_on(evidence)),
        "kernels": [[one.name, one.count, one.share, one.provenance] for one in evidence.kernels],
    }


@pytest.fixture(scope="module")
def golden(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The file's content, after it was written again if that was asked for."""
    if request.config.getoption("update_golden"):
        every = {name: said(name) for name in CASES}
        GOLDEN.write_text(json.dumps(every, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", CASES)
def test_the_findings_are_as_they_were(name: str, golden: dict[str, Any]) -> None:
    """Each word, and each figure but for the last digits, which are the machine's."""
    found = json.loads(json.dumps(said(name)))
    assert _rounded(found) == _rounded(golden[name])


def test_every_rule_has_a_case(golden: dict[str, Any]) -> None:
    """No case is left without its findings, and no rule without a case."""
    assert set(golden) == set(CASES)
    named = {finding["rule"] for case in golden.values() for finding in case["findings"]}
    assert named == {rule.name for rule in RULES}


def _rounded(value: Any) -> Any:
    """Return plain data with its numbers at 9 digits."""
    if isinstance(value, float):
        return f"{value:.9g}"
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value
