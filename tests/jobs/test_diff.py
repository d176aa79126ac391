"""`kernelscope diff` and `ks.diff`: what changed in meaning, and which change explains the time."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kernelscope as ks
from kernelscope.cli import main
from kernelscope.errors import UsageError
from kernelscope.frontends.cuda import nvrtc
from kernelscope.jobs.diff import DiffResult
from kernelscope.jobs.inspect import InspectionResult
from kernelscope.record import (
    Change,
    CompileDiff,
    InspectedKernel,
    Inspection,
    Stage,
    from_json,
    load,
    to_json,
)

CUDA = """extern "C" __global__ void total(const float* x, float* y, int n) {
  __shared__ float part[128];
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += x[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) for (int t = 0; t < 128; t++) atomicAdd(y, part[t]);
}"""
SCRIPT = '''import torch, kernelscope as ks
kernel = ks.cuda_kernel(r"""
extern "C" __global__ void gather(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2.0f * x[i];
}
""", "gather")
n = 1 << 18
x, y = torch.ones(n, device="cuda"), torch.zeros(n, device="cuda")
kernel[n // 256, 256](x, y, n)
'''


def changes(result: DiffResult) -> dict[str, tuple[str, str]]:
    return {one.what: (one.a, one.b) for one in result.kernels[0].changes}


@pytest.mark.triton
def test_twice_the_warps_halve_each_thread_s_share_and_nothing_before_the_layouts(
    tmp_path: Path,
) -> None:
    path = tmp_path / "diff.json"
    subjects = ["gelu/triton@num_warps=4", "gelu/triton@num_warps=8"]
    assert main(["diff", *subjects, "--case", "n=512", "--json", str(path)]) == 0
    data = json.loads(path.read_text())
    found = {one["what"]: (one["a"], one["b"]) for one in data["kernels"][0]["changes"]}
    assert found["num_warps"] == ("4", "8")
    assert found["block"] == ("128×1×1", "256×1×1")
    # As wide as an instruction can be in both, and half as many elements for each thread.
    assert not any(what.startswith("global load") for what in found)
    assert found["values of 1024"] == (
        "blocked: each thread holds 8 elements, 4 in a row",
        "blocked: each thread holds 4 elements, 4 in a row",
    )
    assert int(found["registers a thread"][0]) > int(found["registers a thread"][1])
    same = {name: stage["same"] for name, stage in data["stages"].items()}
    assert {"source": True, "ast": True, "ttir": True}.items() <= same.items()
    assert not any(same[name] for name in ("ttgir", "llir", "ptx", "sass"))
    assert data["stages"]["ptx"]["operations"]["ex2.approx.f32"] == [8, 4]
    assert data["counters"]["kernelscope__unique_sectors_read.sum"] == [512 * 512 / 8] * 2
    assert data["time"]["provenance"] == "estimated"
    assert data["time"]["a_us"] > 0
    assert "num_warps 4 → 8" in data["headline"]


@pytest.mark.triton
def test_another_gpu_has_other_tensor_cores_and_the_headline_names_it() -> None:
    result = ks.diff("matmul/triton@virtual:a100", "matmul/triton@virtual:h200", case="n=128")
    found = changes(result)
    assert found["target"] == ("sm_80", "sm_90a")
    before, after = found["tensor-cores"]
    assert "mma.sync" in before
    assert "wgmma" in after
    assert result.record.stages["ttir"].same
    assert not result.record.stages["ptx"].same
    assert "GPU virtual:a100 → virtual:h200" in result.headline
    assert "faster" in result.headline


@pytest.mark.triton
def test_the_same_kernel_twice_has_no_change_in_meaning_also_from_a_saved_inspection(
    tmp_path: Path,
) -> None:
    saved = tmp_path / "before.json"
    ks.inspect("gelu/triton", case="n=64").save(saved)
    result = ks.diff(saved, "gelu/triton", case="n=64")
    assert result.headline == "no change in meaning"
    assert result.kernels[0].changes == ()
    assert from_json(to_json(result.record)) == result.record
    assert "no change in meaning" in result.table()


def test_ptx_with_other_names_has_no_change_and_another_constant_is_one(tmp_path: Path) -> None:
    text = nvrtc.compile_kernel(CUDA, "total", "sm_90a").ptx
    renamed = re.sub(r"%(r|f|rd|p)(\d+)\b", lambda m: f"%{m[1]}{900 + int(m[2])}", text)
    renamed = re.sub(r"(%(?:r|f|rd|p))<\d+>", r"\g<1><2000>", renamed)
    renamed = renamed.replace("$L__BB0_", "$there").replace("total_param_", "given")
    renamed = re.sub(r"^\t\.loc.*$", "// a comment", renamed, flags=re.M)
    assert renamed != text
    other = renamed.replace("0f00000000", "0f80000000", 1)
    paths = [tmp_path / f"{n}.ptx" for n in range(3)]
    for path, one in zip(paths, (text, renamed, other), strict=True):
        path.write_text(one)
    same = ks.diff(paths[0], paths[1])
    assert same.record.stages["ptx"].same
    assert same.headline == "no change in meaning"
    changed = ks.diff(paths[0], paths[2])
    assert not changed.record.stages["ptx"].same
    assert changed.headline != "no change in meaning"


@pytest.fixture(scope="module")
def slower(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of `diff --output` of a script and of one that reads far apart; its record too."""
    folder = tmp_path_factory.mktemp("slower")
    before, after = folder / "before.py", folder / "after.py"
    before.write_text(SCRIPT)
    after.write_text(SCRIPT.replace("x[i]", "x[i * 8 % n]"))
    assert main(["diff", str(before), str(after), "--output", str(folder / "out")]) == 0
    return folder / "out" / "before-after-diff.html"


def test_one_changed_line_of_cuda_is_shown_and_its_cost_explained(slower: Path) -> None:
    result = ks.load(slower.with_suffix(".json"))
    assert isinstance(result, DiffResult)
    source = result.record.stages["source"]
    assert source.text == (
        "- if (i < n) y[i] = 2.0f * x[i]; + if (i < n) y[i] = 2.0f * x[i * 8 % n];"
    )
    # A warp's 32 floats lay in 4 sectors, and now lie in one each.
    moved = Change("traffic", "sectors of global loads", f"{1 << 15:,}", f"{1 << 18:,}")
    assert moved in result.kernels[0].changes
    assert "slower" in result.headline
    figures = f"sectors of global loads {1 << 15:,} → {1 << 18:,}"
    assert result.headline.startswith(f"{figures} at after.py:5, so B is ")
    assert "by access pattern" in result.headline
    headline, line, *rest = result.table(200).splitlines()[2:]
    assert headline == result.headline
    assert line.split() == [
        "-",
        "before.py:5",
        *["if", "(i", "<", "n)", "y[i]", "=", "2.0f", "*", "x[i];"],
    ]
    assert rest[0].split() == [
        "+",
        "after.py:5",
        *["if", "(i", "<", "n)", "y[i]", "=", "2.0f", "*", "x[i", "*", "8", "%", "n];"],
    ]


def test_a_page_begins_with_the_headline_and_the_edited_lines(slower: Path) -> None:
    record = load(slower.with_suffix(".json"))
    assert isinstance(record, CompileDiff)
    written = slower.read_text()
    headline = written.index(record.headline)
    removed = written.index("if (i &lt; n) y[i] = 2.0f * x[i];", headline)
    added = written.index("if (i &lt; n) y[i] = 2.0f * x[i * 8 % n];", removed)
    assert written.index("sectors of global loads", added)


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        (
            "gelu/triton@num_wraps=4",
            r"option 'num_wraps' is unknown: did you mean `num_warps`\? \(there are num_warps",
        ),
        ("gelu/triton@case=4", r"option 'case' is unknown \(there are num_warps, num_stages"),
        ("gelu/triton@num_warps=many", "needs a whole number above 0: @num_warps=8"),
        ("gelu/triton@num_warps", "needs a whole number above 0: @num_warps=8"),
        ("gelu/triton@num_warps=4@num_warps=8", "gives num_warps twice"),
        ("gelu/triton@num_warps=3", "gelu_kernel cannot run with num_warps=3: .*power of 2"),
        ("gelu/triton@virtual:h900", "h900"),
        ("gelu/cuda@num_warps=4", "no kernel of gelu/cuda was compiled with num_warps=4"),
    ],
)
def test_what_cannot_be_compared_is_one_line(subject: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        ks.diff(subject, "gelu/cuda", case="n=64")


def test_a_record_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "scale.ptx"
    path.write_text(nvrtc.compile_kernel(CUDA, "total", "sm_90a").ptx)
    other = ks.decompile(path, prove=False).save(tmp_path / "other.json")
    with pytest.raises(UsageError, match=r"other.json is not an inspection: make one with"):
        ks.diff(other, path)


TRITON = """import torch, triton, triton.language as tl
@triton.jit
def shifted(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i, i < n) + 1, i < n)
n = 1 << 16
x, y = torch.ones(n, device="cuda"), torch.empty(n, device="cuda")
for part in range(4):
    m = n // 4
    shifted[(m // 1024,)](x, y, m, BLOCK=1024)
"""


@pytest.mark.triton
def test_a_kernel_that_two_files_hold_is_the_same_and_how_often_it_ran_is_told(
    tmp_path: Path,
) -> None:
    before, after = tmp_path / "before.py", tmp_path / "after.py"
    before.write_text(TRITON)
    after.write_text(TRITON.replace("range(4)", "range(1)").replace("n // 4", "n"))
    result = ks.diff(f"{before}:shifted", f"{after}:shifted")
    assert all(stage.same for stage in result.record.stages.values())
    assert changes(result)["launches"] == ("4", "1")
    launches = "4 launches of 1 kernel → 1 launch of 1 kernel"
    assert result.headline.startswith(f"{launches}, so B is ")
    time = result.record.time
    assert time is not None
    # The one launch moves the bytes of four.
    assert (time.causes[0].what, time.causes[0].source) == ("memory traffic", f"{after}:5")


def test_a_kernel_that_is_not_there_and_two_operations_are_told(tmp_path: Path) -> None:
    path = tmp_path / "total.ptx"
    path.write_text(nvrtc.compile_kernel(CUDA, "total", "sm_90a").ptx)
    with pytest.raises(UsageError, match=r"kernel 'sum' is unknown \(there are total\)"):
        ks.diff(f"{path}:sum", path)
    assert ks.diff(f"{path}:total", path).headline == "no change in meaning"
    result = ks.diff("square/cuda", "vector-add/cuda", case="n=64")
    assert result.record.notes == (
        "A computes square and B vector-add: their times are for different work",
    )


def test_kernels_are_paired_by_name_and_the_others_told() -> None:
    """In whatever order they stand; one that each side has alone is a pair, too."""

    def opened(*names: str) -> InspectionResult:
        kernels = [
            InspectedKernel(name, "ptx", "sm_90", stages={"ptx": Stage("ret;\n", "ptx")})
            for name in names
        ]
        return InspectionResult(Inspection("k.ptx", "virtual:h200", tuple(kernels)))

    def compared(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[list[str], tuple[str, ...]]:
        found = ks.diff(opened(*a), opened(*b)).record
        return [pair.kernel for pair in found.kernels], found.notes

    assert compared(("one", "two", "three"), ("three", "two", "one"))[0] == ["one", "two", "three"]
    names, notes = compared(("one", "two", "three"), ("two", "four", "one", "five"))
    assert names == ["one", "two"]
    assert notes == ("three is only in A", "four is only in B", "five is only in B")
    assert compared(("one", "two"), ("one", "other")) == (["one", "two → other"], ())
