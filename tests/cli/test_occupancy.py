"""`kernelscope occupancy`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelscope.cli import main

FIGURES = ["occupancy", "--device", "virtual:h200", "--block", "256", "--registers", "64"]
KERNEL = """
import kernelscope as ks, torch

half = ks.Operation(
    "half",
    axes={"n": 4096, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.n),),
    reference=lambda x: x / 2,
    work=lambda case: ks.Work(read=case.n * 4, written=case.n * 4),
)
SOURCE = '''
extern "C" __global__ void half_of(const float* x, float* y, int n) {
    __shared__ float tile[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    if (i < n) y[i] = tile[threadIdx.x] / 2;
}
'''

@half.implementation("cuda")
def cuda(x):
    y = torch.empty_like(x)
    ks.cuda_kernel(SOURCE, "half_of")[x.numel() // 256, 256](x, y, x.numel())
    return y

@half.implementation("torch")
def plain(x):
    return x / 2
"""


def test_figures_alone_are_enough(capsys: pytest.CaptureFixture[str]) -> None:
    """Occupancy, limiter, what raises it and the grid without a tail, in 80 columns."""
    assert main([*FIGURES, "--shared", "65536", "--grid", "1000"]) == 0
    out = capsys.readouterr().out
    assert "occupancy 37.5 % (computed): 3 blocks, 24 of 64 warps an SM; limiter: shared" in out
    assert "- at most 57,344 bytes of shared memory a block: 4 blocks, 32 warps" in out
    assert "use 792 blocks (a multiple of 132x3)" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_launch_that_fails_says_what_is_too_large(capsys: pytest.CaptureFixture[str]) -> None:
    """Zero blocks are no error: the answer is that it cannot be launched, and what mends it."""
    words = ["occupancy", "--device", "virtual:a100", "--block", "1024", "--registers", "80"]
    assert main(words) == 0
    out = " ".join(capsys.readouterr().out.split())  # as it was before it was wrapped
    assert "occupancy 0 %" in out
    assert "a block asks for more registers than it may" in out
    assert "at most 64 registers a thread" in out


def test_a_compiled_kernels_own_figures_are_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`OP/IMPL`: block, grid, registers and shared memory come from the compiled launch."""
    file, record = tmp_path / "mine.py", tmp_path / "out.json"
    file.write_text(KERNEL)
    words = ["occupancy", f"{file}:half/cuda", "--device", "virtual:h200", "--json", str(record)]
    assert main(words) == 0
    assert "half/cuda: half_of on NVIDIA H200" in capsys.readouterr().out
    (launch,) = json.loads(record.read_text())["launches"]
    assert (launch["block"], launch["grid"], launch["shared_bytes"]) == (256, 16, 4096)
    assert 0 < launch["registers"] < 64
    assert launch["provenance"] == "computed"
    assert launch["waves"]["idle_sms"] == 116


def test_an_operation_without_kernels_of_its_own_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All implementations of an operation; PyTorch's operators have no figures to show."""
    file = tmp_path / "mine.py"
    file.write_text(KERNEL)
    assert main(["occupancy", f"{file}:half", "--device", "virtual:h200"]) == 0
    assert "torch: only PyTorch's own operators" in capsys.readouterr().out
    assert main(["occupancy", f"{file}:half/torch", "--device", "virtual:h200"]) == 2
    assert "only PyTorch's own operators" in capsys.readouterr().err


def test_the_plot_follows_the_readers_page(tmp_path: Path) -> None:
    """A PNG, and an SVG with colours for light and dark."""
    png, svg = tmp_path / "o.png", tmp_path / "o.svg"
    assert main([*FIGURES, "--plot", str(png)]) == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert main([*FIGURES, "--plot", str(svg)]) == 0
    assert "prefers-color-scheme:dark" in svg.read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["occupancy"], "--block THREADS"),
        (["occupancy", "--block", "0"], "'--block': 0 is not"),
        (["occupancy", "--block", "32", "--grid", "0"], "'--grid': 0 is not"),
        (["occupancy", "--block", "32", "--plot", "x.gif"], ".png, .svg, .pdf"),
        (["occupancy", "gelu", "--block", "32"], "not both"),
        (["occupancy", "gelu/nope"], "'nope'"),
        (["occupancy", "nope/triton"], "nope"),
    ],
)
def test_mistakes_are_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What must be mended is named, with exit code 2."""
    assert main([*words, "--device", "virtual:h200"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert said in err


CHASE = '''
import torch
import kernelscope as ks
from kernelscope.operation import Operation, Work

SOURCE = r"""
extern "C" __global__ void chase(const int* next, int* y, int n, int steps) {
  extern __shared__ int kept[];
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  kept[threadIdx.x] = place;
  for (int k = 0; k < steps; k++) place = next[place % n];
  y[kept[threadIdx.x]] = place;
}
"""


def inputs(case):
    return (torch.arange(case.n, dtype=torch.int32).roll(-32),)


def reference(following):
    place = torch.arange(following.numel())
    for _ in range(32):
        place = following.long()[place]
    return place.to(following.dtype)


chase = Operation(
    "chase", description="steps along a list", axes={"n": 1 << 16}, inputs=inputs,
    reference=reference, work=lambda case: Work(read=4 * case.n, written=4 * case.n, flops=0),
)


@chase.implementation("cuda")
def chase_cuda(following):
    """A kernel with much shared memory."""
    y = torch.empty_like(following)
    ks.cuda_kernel(SOURCE, "chase")[following.numel() // 128, 128, 100 * 1024](
        following, y, following.numel(), 32
    )
    return y
'''


def test_changes_say_what_they_save_by_the_simulation(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Two blocks of 100 KiB an SM, whose warps wait for L2; a third one saves up to a third."""
    file, record = tmp_path / "chase.py", tmp_path / "chase.json"
    file.write_text(CHASE)
    assert main(["occupancy", str(file), "--device", "virtual:h200", "--json", str(record)]) == 0
    shown = capsys.readouterr().out
    gains = [one["gain"] for one in json.loads(record.read_text())["launches"][0]["changes"]]
    assert 0.15 < gains[0] < 0.4
    assert f"estimated to save {gains[0]:.0%} of the time" in " ".join(shown.split())
    assert main(["report", str(record)]) == 0
    assert capsys.readouterr().out.strip() == shown.strip()
