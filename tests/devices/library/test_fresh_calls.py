"""What the table of operators is worth on calls that nothing was learnt from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

import truth.operators  # noqa: E402
from truth.operators.compare import compared, estimated, lines, recorded, run_here  # noqa: E402
from truth.operators.fresh import PREFIX, half  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

RECORD = Path(truth.operators.__path__[0]) / "fresh_h200.jsonl.gz"


@pytest.mark.exhaustive
def test_the_half_that_was_held_back_launches_and_takes_what_it_did_on_an_h200(
    tmp_path: Path,
) -> None:
    """docs/measured/2026-11-25-operators.md has the shares."""
    here = tmp_path / "here.jsonl"
    told = recorded(lines(RECORD))
    # A row that is there is not computed again: the other half stays out.
    fitted = ({"name": name, "error": "left out"} for name in told if half(name) == "fit")
    here.write_text("".join(json.dumps(row) + "\n" for row in fitted))
    run_here(here, 3600, PREFIX)
    rows = compared(told, estimated(lines(here)))
    held = [row for row in rows if half(row.name) == "held"]
    assert len(held) == 168
    assert sum(row.same_count for row in held) / len(held) >= 0.93
    assert sum(row.near for row in held) / len(held) >= 0.85
