"""The causes of a difference between simulated times, against programs whose cause is known."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kernelscope as ks
from diagnose.pairs import example
from families import exhaustive
from kernelscope.record import TimeDiff

TILES = """
import torch, kernelscope as ks
kernel = ks.cuda_kernel(r\"\"\"
extern "C" __global__ void turn(const float* x, float* y, int n) {
  __shared__ float tile[32][WIDTH];
  float v = x[(blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x];
  for (int k = 0; k < STEPS; k++) v = v * 1.0001f + 0.5f;
  tile[threadIdx.y][threadIdx.x] = v;
  __syncthreads();
  y[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}
\"\"\", "turn")
n = 1024
x, y = torch.ones(n, n, device="cuda"), torch.empty(n, n, device="cuda")
kernel[(32, 32), (32, 32)](x, y, n)
"""


def compared(before: Path | ks.InspectionResult, after: Path | ks.InspectionResult) -> TimeDiff:
    time = ks.diff(before, after, device="virtual:h200").kernels[0].time
    assert time is not None
    assert sum(cause.us for cause in time.causes) == pytest.approx(time.b_us - time.a_us)
    return time


@pytest.mark.parametrize(
    ("rule", "cause"),
    [
        ("bank-conflicts", "shared memory"),
        ("uncoalesced-access", "access pattern"),
        ("low-occupancy", "occupancy"),
        ("small-grid", "grid and block"),
        exhaustive("tail-effect", "grid and block"),
        ("accidental-fp64", "instructions"),
        exhaustive("divergence", "instructions"),
        ("local-arrays", "memory instructions"),
    ],
)
def test_what_a_rule_s_fix_saves_is_due_to_what_the_rule_is_about(
    rule: str, cause: str, tmp_path: Path
) -> None:
    """At least nine tenths of it."""
    module = example(rule)
    assert module.__file__ is not None
    code = Path(module.__file__).read_text()
    paths = [tmp_path / f"{side}.py" for side in ("bad", "fixed")]
    for path in paths:
        path.write_text(f"{code}\n\n{path.stem}(*inputs('cuda'))\n")
    time = compared(*paths)
    assert time.causes[0].what == cause
    assert time.causes[0].us <= 0.9 * (time.b_us - time.a_us) < 0


def test_of_two_causes_each_has_what_a_program_between_the_two_shows(tmp_path: Path) -> None:
    """A tile without padding has 32-way conflicts, and B has 8 times the arithmetic besides."""

    def opened(width: int, steps: int) -> ks.InspectionResult:
        path = tmp_path / f"tile_{width}_{steps}.py"
        path.write_text(TILES.replace("WIDTH", str(width)).replace("STEPS", str(steps)))
        return ks.inspect(path, device="virtual:h200")

    before, between, after = opened(33, 64), opened(33, 512), opened(32, 512)
    whole = compared(before, after)
    arithmetic = compared(before, between)
    conflicts = compared(between, after)
    parts = {cause.what: cause.us for cause in whole.causes}
    assert arithmetic.causes[0].what == "instructions"
    assert conflicts.causes[0].what == "shared memory"
    assert parts["shared memory"] == pytest.approx(conflicts.b_us - conflicts.a_us, rel=0.1)
    assert parts["instructions"] == pytest.approx(arithmetic.b_us - arithmetic.a_us, rel=0.1)


@pytest.mark.slow
@pytest.mark.triton
def test_an_inspection_that_is_found_again_has_the_same_causes(tmp_path: Path) -> None:
    """The second process launches nothing: the traces are kept with the inspection."""
    found: list[list[dict[str, object]]] = []
    for number in range(2):
        out = tmp_path / f"{number}.json"
        subprocess.run(
            [
                *(sys.executable, "-m", "kernelscope", "diff"),
                *("softmax/triton@num_warps=4", "softmax/triton@num_warps=16"),
                *("--device", "virtual:h200", "--json", str(out)),
            ],
            check=True,
            capture_output=True,
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
        )
        found.append(json.loads(out.read_text())["kernels"][0]["time"]["causes"])
    assert found[0]
    assert found[0] == found[1]
