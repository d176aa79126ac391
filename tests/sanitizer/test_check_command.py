"""`kernelscope check` and `ks.check`: found faults, their lines, exit codes, files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import kernelscope as ks
from kernelscope.cli.app import main

INCREMENT = """\
import torch, triton, triton.language as tl

@triton.jit
def increment(o):
    v = tl.load(o)
    tl.store(o, v + 1)

o = torch.zeros(2, 3, device="cuda")
increment[(8,)](o[1, 1:])
"""
REDUCE = r'''
import torch
import kernelscope as ks

kernel = ks.cuda_kernel(r"""
extern "C" __global__ void reduce(const float* x, float* total) {
    __shared__ float first[4];
    __shared__ float part[128];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * 128 + t];
    __syncthreads();
    for (int s = 64; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        BARRIER
    }
    first[0] = 0;
    if (t == 0) total[blockIdx.x] = part[0] + first[0];
}
""", "reduce")
x, total = torch.ones(256, device="cuda"), torch.zeros(2, device="cuda")
kernel[2, 128](x, total)
'''
SCRATCH = """\
import torch, triton, triton.language as tl

@triton.jit
def softmax(o, x, scratch, n, B: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, B)
    v = tl.load(x + row * n + columns, mask=columns < n, other=-float("inf"))
    top = tl.maximum(tl.load(scratch + row), tl.max(v, 0))
    e = tl.exp(v - top)
    tl.store(o + row * n + columns, e / tl.sum(e, 0), mask=columns < n)

x = torch.randn(4, 100, device="cuda")
softmax[(4,)](torch.empty_like(x), x, torch.empty(4, device="cuda"), 100, B=128)
"""
BEYOND = """\
import torch, triton, triton.language as tl

@triton.jit
def fill(o, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, 1.0)

o = torch.zeros(1000, device="cuda")
fill[(8,)](o, 128)
print("never")
"""


def script(folder: Path, text: str, name: str = "script.py") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def line_of(text: str, part: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if part in line)


def test_a_racy_increment_in_triton(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Both lines, the argument's name, and the values that other orders give; exit code 1."""
    path, record = script(tmp_path, INCREMENT), tmp_path / "r.json"
    assert main(["check", str(path), "--json", str(record), "--output", str(tmp_path)]) == 1
    data = json.loads(record.read_text())
    first = data["findings"][0]
    lines = line_of(INCREMENT, "tl.load"), line_of(INCREMENT, "tl.store")
    sources = {first["source"].split(" ")[0], first["other_source"].split(" ")[0]}
    assert sources == {f"{path}:{line}" for line in lines}
    assert (first["tool"], first["kernel"], first["buffer"]) == ("race", "increment", "o")
    assert first["block"] != first["other_block"]
    assert first["count"] > 1
    assert first["index"] == 0
    values = {one["schedule"]: one["value"] for one in first["outcomes"]}
    # One block after the other counts to 8; where all read first, each writes 1.
    assert values["turns"] == "8"
    assert values["interleaved"] == "1"
    assert set(data["schedules"]) == set(values)
    assert data["launches"] == 1
    assert data["tools"] == ["race", "barrier", "init", "memory"]
    shown = capsys.readouterr().out
    assert "tl.store(o, v + 1)" in shown
    assert max(map(len, shown.partition("report: ")[0].splitlines())) <= 80
    page = (tmp_path / "script-check.html").read_text()
    assert "v = tl.load(o)" in page
    assert "st.global" in page


def test_exploring_leaves_memory_as_the_first_run_did(tmp_path: Path):
    """The program goes on with the values of its own order."""
    path = script(tmp_path, INCREMENT + "print('o is', o[1, 1].item())\n")
    done = subprocess.run(
        [sys.executable, "-m", "kernelscope", "check", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "o is 8.0" in done.stdout
    assert done.returncode == 1


def test_a_reduction_without_its_barrier(tmp_path: Path):
    """CUDA C++: the shared array's name, the line, and `__syncthreads()` as advice."""
    text = REDUCE.replace("BARRIER", "")
    result = ks.check(script(tmp_path, text))
    line = line_of(text, "part[t] +=")
    between_warps = [one for one in result.findings if "__syncthreads" in one.advice]
    assert between_warps
    for one in result.findings:
        assert one.buffer == "part"
        assert one.source.startswith(f"{tmp_path / 'script.py'}:{line} ")
        assert one.code is not None
        assert "part[t] += part[t + s]" in one.code.text
    # The sum of 128 ones is 128 only where the warps happen to come in order.
    wrong = [o for one in result.findings for o in one.outcomes if o.value != "128"]
    assert wrong
    assert {one.outcome_at for one in result.findings} == {"total[0]"}


def test_scratch_that_nothing_has_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The line that stores what comes of it, and the line that read it."""
    assert main(["check", str(script(tmp_path, SCRATCH))]) == 1
    said = capsys.readouterr().out
    assert "scratch[0] is read before anything has written it" in " ".join(said.split())
    assert f"it comes from  script.py:{line_of(SCRATCH, 'tl.load(scratch')}" in said
    assert f"block 0, thread 0  script.py:{line_of(SCRATCH, 'tl.store(o')}" in said
    assert "`torch.zeros` in place of" in said


def test_a_correct_reduction_is_silent(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The barrier back in its place: exit code 0."""
    path = script(tmp_path, REDUCE.replace("BARRIER", "__syncthreads();"))
    assert main(["check", str(path)]) == 0
    assert "nothing found in 1 launch" in capsys.readouterr().out


def test_an_access_beyond_the_end_is_a_finding(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    """The script ends with its own error, and what was found is kept."""
    path = script(tmp_path, BEYOND)
    result = ks.check(path)
    (found,) = result.findings
    assert (found.tool, found.kind, found.buffer) == ("memory", "out-of-bounds", "o")
    assert found.index == 1000
    assert found.source.startswith(f"{path}:{line_of(BEYOND, 'tl.store')} ")
    assert found.block == (7, 0, 0)
    assert result.record.exit_code == 1
    assert "MemoryAccessError" in capfd.readouterr().err
    assert ks.check(path, tools="race").findings == ()


def test_a_script_that_fails_keeps_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Its exit code is the command's, and its traceback is shown."""
    path = script(tmp_path, INCREMENT + "raise SystemExit(7)\n")
    assert main(["check", str(path)]) == 7
    shown = capsys.readouterr().out
    assert "race: " in shown
    assert "the script ended with exit code 7" in " ".join(shown.split())


def test_a_deadlock_is_a_finding_of_the_barrier_tool(tmp_path: Path):
    """A barrier for more threads than there are."""
    text = r'''
import torch
import kernelscope as ks
kernel = ks.cuda_kernel(r"""
extern "C" __global__ void half(float* out) {
    if (threadIdx.x < 64) asm volatile("bar.sync 1, 128;");
    out[threadIdx.x] = 1;
}
""", "half")
kernel[1, 96](torch.zeros(128, device="cuda"))
'''
    result = ks.check(script(tmp_path, text))
    assert ("barrier", "deadlock") in {(one.tool, one.kind) for one in result.findings}


def test_the_record_is_read_back(tmp_path: Path):
    """`kernelscope.load` draws the same table and page."""
    result = ks.check(script(tmp_path, INCREMENT))
    again = ks.load(result.save(tmp_path / "r.json"))
    assert isinstance(again, ks.CheckResult)
    assert again.record == result.record
    assert again.table() == result.table()
    assert again.page() == result.page()


def test_a_suppression_hides_a_finding_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """By kernel, either line and kind; nothing else is hidden, and the reason is shown."""
    path, file = script(tmp_path, INCREMENT), tmp_path / "known.txt"
    file.write_text("# known\nincrement script.py:6 race/* a counter that may lose\n")
    assert main(["check", str(path), "--suppress", str(file)]) == 0
    assert "a counter that may lose" in " ".join(capsys.readouterr().out.split())
    file.write_text("increment script.py:99 race/* another line\n")
    assert main(["check", str(path), "--suppress", str(file)]) == 1
    assert "suppresses nothing" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("increment script.py:5 race/*", 29, "a reason is missing"),
        ("increment script.py race/* why", 11, "is not FILE:LINE"),
        ("increment script.py:5 race why", 23, "is not TOOL/KIND"),
        ("increment script.py:5 rce/* why", 23, "did you mean `race`"),
    ],
)
def test_a_malformed_suppression_names_its_place(tmp_path: Path, text: str, column: int, what: str):
    """File, line and column."""
    file = tmp_path / "known.txt"
    file.write_text(f"# first\n{text}\n")
    with pytest.raises(ks.UsageError, match=f"known.txt:2:{column}: .*{what}"):
        ks.check(script(tmp_path, INCREMENT), suppress=file)


def test_mistakes_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """An unknown tool, an unknown kernel, a subject of another kind: exit code 2."""
    path = str(script(tmp_path, INCREMENT))
    for words, said in (
        (["--tools", "rce"], "did you mean `race`"),
        (["--kernel", "decrement"], "there are increment"),
    ):
        assert main(["check", path, *words]) == 2
        assert said in capsys.readouterr().err
    assert main(["check", str(script(tmp_path, ".version 8.0", "k.ptx"))]) == 2
    assert "check needs an operation" in capsys.readouterr().err


def test_a_sample_of_blocks_is_watched_and_all_run(tmp_path: Path):
    """With `--blocks`, the results are whole."""
    path = script(tmp_path, INCREMENT + "assert o[1, 1].item() == 8\n")
    result = ks.check(path, blocks=2)
    assert result.record.exit_code == 0
    assert result.findings


TUNED = """\
import torch, triton, triton.language as tl

@triton.autotune([triton.Config({"B": b}) for b in (32, 64)], key=[])
@triton.jit
def increment(o, B: tl.constexpr):
    tl.store(o, tl.load(o) + 1)

o = torch.zeros(1, device="cuda")
increment[(8,)](o)
"""


def test_only_what_an_autotuner_chooses_is_looked_at(tmp_path: Path):
    result = ks.check(script(tmp_path, TUNED))
    assert result.record.launches == 1
    assert result.findings


def _racy() -> ks.CheckResult:
    kernel = ks.cuda_kernel('extern "C" __global__ void add(float* o) { o[0] = o[0] + 1; }', "add")
    with ks.check() as found:
        kernel[4, 1](torch.zeros(1))
    return found


def test_a_block_of_python():
    """`with ks.check() as found:`, with no device and no script."""
    found = _racy()
    assert [one.kernel for one in found.findings] == ["add"] * len(found.findings)
    assert found.findings[0].buffer == "o"
    assert not found.ok
    assert "o[0]" in found.table()


def test_a_block_inside_run_takes_the_same_tensors(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    """Also the CPU's, as without `run`; behind the block `run` refuses them as a GPU does."""
    lines = """\
import torch, kernelscope as ks
add = ks.cuda_kernel('extern "C" __global__ void add(float* o) { o[0] = o[0] + 1; }', "add")
for device in ("cpu", "cuda"):
    with ks.check() as found:
        add[4, 1](torch.zeros(1, device=device))
    print(found.ok)
add[4, 1](torch.zeros(1))
"""
    assert main(["run", "--device", "virtual", str(script(tmp_path, lines))]) == 1
    said = capfd.readouterr()
    assert said.out.split() == ["False", "False"]
    assert "cpu tensor" in said.err


def test_a_decorated_function_raises():
    """`@ks.check()` turns a fault into an error with the line; a clean function just returns."""
    racy = ks.cuda_kernel('extern "C" __global__ void add(float* o) { o[0] = o[0] + 1; }', "add")
    clean = ks.cuda_kernel('extern "C" __global__ void add(float* o) { atomicAdd(o, 1.f); }', "add")

    @ks.check()
    def run(kernel: object, blocks: int) -> float:
        out = torch.zeros(1)
        kernel[blocks, 1](out)  # type: ignore[index]
        return out.item()

    assert run(clean, 4) == 4
    with pytest.raises(ks.CheckError, match=r"race/.* in add at .*o\[0\]"):
        run(racy, 4)


OPERATION = """\
import torch
import kernelscope as ks
from kernelscope import Case, Operation, Work

SOURCE = '''
extern "C" __global__ void copy(const float* x, float* y, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) y[i] = x[i];
    if (RACY && i + 64 < n) y[i + 64] = x[i + 64] + 0;
    if (RACY && i == 0) y[n - 1] = -x[n - 1];
    if (RACY && i == n - 1) y[n - 1] = x[n - 1];
}
'''

operation = Operation(
    "copy",
    axes={"n": 4096, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.n),),
    reference=lambda x: x + 0,
    work=lambda case: Work(read=4 * case.n, written=4 * case.n, flops=0),
)

def run(x, racy):
    x, y = x.contiguous(), torch.empty_like(x, memory_format=torch.contiguous_format)
    kernel = ks.cuda_kernel(SOURCE.replace("RACY", racy), "copy")
    if x.numel():
        kernel[(x.numel() + 63) // 64, 64](x, y, x.numel())
    return y

@operation.implementation("clean")
def clean(x):
    return run(x, "0")

@operation.implementation("racy")
def racy(x):
    return run(x, "1")
"""


def test_an_operation_runs_each_implementation_on_nasty_cases(tmp_path: Path):
    """Only the racy one has findings, which say who launched the kernel, and on which case."""
    path = script(tmp_path, OPERATION, "copy_operation.py")
    result = ks.check(path)
    assert result.findings
    assert {one.subject.partition(",")[0] for one in result.findings} == {"copy/racy"}
    assert result.record.launches > 10
    assert ks.check(f"{path}:operation/clean").findings == ()


def test_compare_does_not_call_a_racy_implementation_ok(tmp_path: Path):
    """Its values happen to be right; the row names the race and both lines."""
    path = script(tmp_path, OPERATION, "copy_operation.py")
    result = ks.compare(str(path), device="virtual", n=1000)
    clean, racy = result.record.rows
    assert (clean.implementation, clean.status, clean.faults) == ("clean", "ok", ())
    assert racy.status == "wrong"
    assert all(check.status != "wrong" for check in racy.checks)
    assert "race: " in racy.reason
    assert "y[" in racy.reason
    assert racy.faults[0].tool == "race"
    assert ks.load(result.save(tmp_path / "r.json")).record == result.record


UNPROMISED = """\
import torch
import kernelscope as ks
from kernelscope import Case, Operation, Work

SOURCE = '''
extern "C" __global__ void first_row(const float* x, float* y, int n, int stride) {
    int i = threadIdx.x;
    for (; i < n; i += 64) y[stride == 1 ? i : 0] = x[i * stride] + i;
}
'''

operation = Operation(
    "first-row",
    axes={"n": 300, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.n),),
    reference=lambda x: x + 0,
    work=lambda case: Work(read=4 * case.n, written=4 * case.n, flops=0),
    layouts=("contiguous", "misaligned"PROMISED),
)

@operation.implementation("cuda")
def cuda(x):
    y = torch.empty_like(x, memory_format=torch.contiguous_format)
    if x.numel():
        ks.cuda_kernel(SOURCE, "first_row")[1, 64](x, y, x.numel(), x.stride(0))
    return x + 0
"""


@pytest.mark.parametrize(("promised", "status"), [("", "ok"), (', "expanded"', "wrong")])
def test_a_fault_in_a_layout_that_is_not_promised_is_a_warning(
    tmp_path: Path, promised: str, status: str
):
    """All elements of an expanded input go to one place; the row says so, and is right."""
    path = script(tmp_path, UNPROMISED.replace("PROMISED", promised), "first_row.py")
    (row,) = ks.compare(str(path), device="virtual").record.rows
    assert row.status == status
    warned = any("expanded" in warning and "race" in warning for warning in row.warnings)
    assert warned == (status == "ok")
    assert ks.check(path).ok == (status == "ok")
    assert main(["check", str(path)]) == (status == "wrong")


FLAG = r'''
import torch
import kernelscope as ks

source = r"""
extern "C" __global__ void pass(int* data, int* flag, int* out) {
    volatile int* waited = flag;
    if (blockIdx.x == 0) {
        data[0] = VALUE;
        FENCE
        *waited = 1;
    } else {
        while (*waited == 0) { }
        FENCE
        out[0] = data[0];
    }
}
"""
data, flag, out = (torch.zeros(4, dtype=torch.int32, device="cuda") for _ in range(3))
source = source.replace("VALUE", "7").replace("FENCE", FENCE)
ks.cuda_kernel(source, "pass")[2, 1](data, flag, out)
'''


def test_a_fence_that_is_missing_beside_a_flag_is_named_with_the_lines_of_a_made_source(
    tmp_path: Path,
):
    script = tmp_path / "script.py"
    script.write_text(FLAG.replace(", FENCE)", ', "")'))
    (finding,) = ks.check(script).findings
    assert finding.message.startswith("a fence is missing between data[0] and the flag")
    assert "`__threadfence()`" in finding.advice
    assert finding.code is not None
    assert finding.other_code is not None
    texts = [
        code.lines[code.line - code.first].strip() for code in (finding.code, finding.other_code)
    ]
    assert set(texts) == {"data[0] = 7;", "out[0] = data[0];"}
    script.write_text(FLAG.replace(", FENCE)", ', "__threadfence();")'))
    assert not ks.check(script).findings


def test_a_tensor_that_is_expanded_is_the_cause_of_an_access_outside(tmp_path: Path):
    script = tmp_path / "script.py"
    kernel = INCREMENT.partition("o = torch")[0].replace(
        "tl.load(o)", "tl.load(o + tl.program_id(0))"
    )
    script.write_text(kernel + "increment[(8,)](torch.zeros(1, device='cuda').expand(8))\n")
    finding = ks.check(script).findings[0]
    assert finding.message.startswith(
        "o is expanded: with strides (0,) its 8 elements are 1 element"
    )
    assert "`.contiguous()`" in finding.advice
