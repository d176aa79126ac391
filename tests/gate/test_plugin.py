"""The pytest plugin, in projects of its own: what passes, what fails, and what a failure says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernelscope.gate import plugin

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT = ROOT / "tests" / "scripts" / "gate"
HEAD = """
import kernels, pytest, torch
import triton, triton.language as tl
import kernelscope as ks

N = 4096

def vector():
    return torch.linspace(-2, 2, N)
"""


class Reports:
    """The reports of a run inside this process."""

    def __init__(self) -> None:
        self.failures: dict[str, str] = {}
        self.passed: list[str] = []
        self.data: list[dict[str, list[str]]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.rpartition("::")[2]
        if report.failed:
            self.failures[name] = str(report.longrepr)
        elif report.when == "call":
            self.passed.append(name)
        self.data += [report.kernelscope] if hasattr(report, "kernelscope") else []


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The place of all projects: compilers know a kernel again by its file."""
    return tmp_path_factory.mktemp("gate") / "project"


@pytest.fixture
def project(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the kernels of the gate's project; it is the current one."""
    place.mkdir()
    for name in ("kernels.py", "kernels.cu"):
        shutil.copy(PROJECT / name, place)
    monkeypatch.chdir(place)
    monkeypatch.syspath_prepend(str(place))
    for name in ("kernels", "test_it"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield place
    shutil.rmtree(place)


def run(project: Path, *words: str) -> Reports:
    """Run the project's tests in this process."""
    reports = Reports()
    for name in ("kernels", "test_it"):
        sys.modules.pop(name, None)
    given = ["-q", "-c", os.devnull, "--rootdir", str(project), "-p", "no:cacheprovider"]
    # Each run's end would search this whole process ten times for exceptions that nobody caught.
    given += ["-p", "no:randomly", "-p", "no:xdist", "-p", "no:unraisableexception"]
    if not installed():
        given += ["-p", plugin.__name__]
    code = pytest.main([str(project / "test_it.py"), *given, *words], plugins=[reports])
    assert code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    return reports


def installed() -> bool:
    from importlib.metadata import entry_points

    return any(entry.name == "kernelscope" for entry in entry_points(group="pytest11"))


def write(project: Path, body: str) -> None:
    (project / "test_it.py").write_text(HEAD + body)


HELD = """
def test_axpy(kernelscope):
    checked = kernelscope.check(kernels.axpy, vector(), vector())
    checked.moves(at_most=1.01).vectorized().no_spills().no_bank_conflicts().launches(at_most=1)
    checked.no_races().correct(lambda x, y: 2 * x + y)
    checked.not_slower_than("baseline", by="3%").same_counters_as("baseline")
    assert torch.equal(checked.result, 2 * vector() + vector())

def test_on_cuda(kernelscope):
    x = torch.linspace(-2, 2, N, device="cuda")
    kernelscope.check(kernels.gelu, x).moves(at_most=1.01)
"""


def test_a_project_keeps_what_it_asks_and_its_baseline(project: Path) -> None:
    write(project, HELD)
    first = run(project)
    assert first.passed == ["test_on_cuda"]
    assert "--kernelscope-update" in first.failures["test_axpy"]
    written = run(project, "--kernelscope-update")
    assert not written.failures
    (file,) = (project / "kernelscope_baselines").iterdir()
    text = file.read_bytes()
    assert not run(project, "--kernelscope-update").failures
    assert file.read_bytes() == text
    assert run(project).failures == {}


def test_a_baseline_has_no_day_no_machine_and_no_folder(project: Path) -> None:
    write(project, HELD)
    run(project, "--kernelscope-update", "-k", "axpy")
    (file,) = (project / "kernelscope_baselines").iterdir()
    data = json.loads(file.read_text())
    assert str(project) not in file.read_text()
    assert data["created"] == ""
    assert set(data["environment"]) <= {
        *("torch", "triton", "cuda-bindings", "nvidia-cuda-nvrtc", "numba-cuda", "kernelscope")
    }
    assert data["launches"][0]["kernel_source"].startswith("kernels.py:")


def test_a_barrier_more_fails_at_its_line_like_a_compiler(project: Path) -> None:
    write(project, HELD)
    run(project, "--kernelscope-update", "-k", "axpy")
    source = (project / "kernels.py").read_text()
    line = "    c = a * 2.0 + b\n"
    changed = source.replace(
        line, f"    # a comment moves the lines\n    tl.debug_barrier()\n{line}"
    )
    (project / "kernels.py").write_text(changed)
    number = changed.splitlines().index("    tl.debug_barrier()") + 1
    failure = run(project, "-k", "axpy").failures["test_axpy"]
    first, code, mark, *_ = failure.splitlines()
    assert first.startswith(f"kernels.py:{number}: error: barriers 0 → ")
    assert code.endswith("|     tl.debug_barrier()")
    assert mark.endswith("|     ^" + "~" * (len("tl.debug_barrier()") - 1))
    assert "checked at test_it.py:" in failure
    assert "checked.py" not in failure
    assert "Traceback" not in failure


FAILING = {
    "moves": (
        "kernelscope.check(lambda x: kernels.gelu(kernels.gelu(x)), vector()).moves(at_most=1.5)",
        "2.00 times the fewest",
    ),
    "vectorized": ("kernelscope.check(kernels.smooth, vector()).vectorized()", "32 bits"),
    "launches": (
        "kernelscope.check(lambda x: kernels.gelu(x) * 2, vector()).launches(at_most=1)",
        "2 kernels are launched, 1 allowed",
    ),
    "correct": (
        "kernelscope.check(kernels.axpy, vector(), vector()).correct(lambda x, y: x)",
        "wrong, first at [0]: -6 for -2",
    ),
    "by": (
        'kernelscope.check(kernels.gelu, vector()).not_slower_than("baseline", by="3")',
        'write by="3%"',
    ),
    "name": (
        'kernelscope.check(kernels.gelu, vector()).same_counters_as("base")',
        'write "baseline"',
    ),
    "nothing": ("kernelscope.check(3)", "check needs a function"),
}
CONFLICTS = """
SOURCE = '''
extern "C" __global__ void turn(const float *x, float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][threadIdx.y] = x[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
extern "C" __global__ void race(const float *x, float *out) {
  out[threadIdx.x] = x[blockIdx.x * 32 + threadIdx.x];
}
extern "C" __global__ void local(const float *x, float *out, int n) {
  float keep[32];
  for (int i = 0; i < 32; ++i) keep[i] = x[i * 32 + threadIdx.x];
  out[threadIdx.x] = keep[n % 32] + keep[(n + threadIdx.x) % 32];
}
'''

def call(name, grid, block, *more):
    out = torch.empty(1024)
    ks.cuda_kernel(SOURCE, name)[grid, block](vector(), out, *more)
    return out

def test_conflicts(kernelscope):
    kernelscope.check(call, "turn", 1, (32, 32)).no_bank_conflicts()

def test_race(kernelscope):
    kernelscope.check(call, "race", 4, 32).no_races()

def test_local(kernelscope):
    kernelscope.check(call, "local", 1, 32, 7).no_spills()
"""


@pytest.mark.long("ten checks fail, each on its own kernel, in one run")
def test_each_question_that_is_not_kept_says_what_and_by_how_much(project: Path) -> None:
    tests = [f"def test_{name}(kernelscope):\n    {code}\n" for name, (code, _) in FAILING.items()]
    write(project, "\n".join(tests) + CONFLICTS)
    failures = run(project).failures
    for name, (_, words) in FAILING.items():
        assert words in failures[f"test_{name}"], name
    conflicts = "992 of 1,024 wavefronts of a store are bank conflicts, 32.0-way"
    assert conflicts in failures["test_conflicts"]
    assert "(race/write-write)" in failures["test_race"]
    assert "|   out[threadIdx.x] = x[" in failures["test_race"]
    assert "(no_spills)" in failures["test_local"]


def test_an_exception_of_the_call_is_the_users_own(project: Path) -> None:
    write(project, "def test_it(kernelscope):\n    kernelscope.check(lambda x: 1 / 0, vector())\n")
    failure = run(project).failures["test_it"]
    assert "ZeroDivisionError" in failure
    assert "observe.py" not in failure
    assert "checked.py" not in failure


def test_a_slower_call_fails_and_says_whether_the_counters_agree(project: Path) -> None:
    body = """
def test_rows(kernelscope):
    x = torch.linspace(-1, 1, 64 * 4096).reshape(64, 4096)
    kernelscope.check(kernels.rows, x).not_slower_than("baseline", by="3%")
"""
    write(project, body)
    run(project, "--kernelscope-update")
    source = (project / "kernels.py").read_text()
    (project / "kernels.py").write_text(source.replace("B=512, num_warps=4", "B=32, num_warps=1"))
    failure = run(project).failures["test_rows"]
    assert "the estimated time grew by " in failure
    assert "counters agree: " in failure


def test_an_endless_kernel_ends_at_the_limit_of_pytests_file(project: Path) -> None:
    body = """
@triton.jit
def spins(X):
    i = 0
    while i < 5:
        i += tl.atomic_add(X + 1, 1) * 0  # memory changes: it is no deadlock
    tl.store(X, i)

def test_spins(kernelscope):
    x = torch.zeros(2, dtype=torch.int32)
    kernelscope.check(lambda: spins[(1,)](x))
"""
    write(project, body)
    failure = run(project, "-o", "kernelscope_limit=0.3").failures["test_spins"]
    assert "it ran longer than its time limit" in failure
    assert "test_it.py:15 (ptx:" in failure
    failure = run(project, "-o", "kernelscope_limit=soon").failures["test_spins"]
    assert "kernelscope_limit = soon: write a number of seconds" in failure


BENCHED = """
def test_bench(kernelscope):
    from triton.testing import do_bench
    x, values = torch.ones(64, device="cuda"), list(range(200_000))
    times = [do_bench(lambda: (sorted(values), x + 1)) for _ in range(2)]
    assert times[0] == times[1] < 0.02
"""


def test_benchmarks_show_the_same_on_every_run(project: Path) -> None:
    """Sorting took this machine 1 ms, another time on each run."""
    write(project, BENCHED)
    assert run(project).failures == {}


def test_a_baseline_of_another_gpu_is_one_line(project: Path) -> None:
    body = """
def test_gelu(kernelscope):
    kernelscope.check(kernels.gelu, vector()).same_counters_as("baseline")
"""
    write(project, body)
    run(project, "--kernelscope-update")
    failure = run(project, "-o", "kernelscope_device=virtual:a100").failures["test_gelu"]
    assert "their GPUs differ: h200 and a100" in failure
    (file,) = (project / "kernelscope_baselines").iterdir()
    file.write_text(file.read_text()[:200])
    assert "not JSON" in run(project).failures["test_gelu"]


@pytest.mark.parametrize(
    ("marker", "words"),
    [
        ('device="virtual:b201"', "did you mean `b200`?"),
        ('devise="virtual:h200"', "did you mean `device`?"),
        ('device="cuda"', "tests run on a virtual GPU"),
        ('"virtual:h200"', "by name"),
    ],
)
def test_a_wrong_marker_is_one_line(project: Path, marker: str, words: str) -> None:
    write(project, f"@pytest.mark.kernelscope({marker})\ndef test_it(kernelscope):\n    pass\n")
    failure = run(project).failures["test_it"]
    assert words in failure
    assert len(failure.splitlines()) == 1


def as_user(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a process of its own, as a user does."""
    given = [sys.executable, "-m", "pytest", "-p", "no:randomly", *words]
    if not installed():
        given += ["-p", plugin.__name__]
    return subprocess.run(given, cwd=project, capture_output=True, text=True, check=False)


def test_a_misspelt_setting_and_format_are_one_line(project: Path) -> None:
    write(project, "def test_it():\n    pass\n")
    (project / "pytest.ini").write_text("[pytest]\nkernelscope_devise = virtual:h200\n")
    done = as_user(project)
    assert (
        "setting 'kernelscope_devise' is unknown: did you mean `kernelscope_device`?" in done.stderr
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    (project / "pytest.ini").write_text("[pytest]\n")
    done = as_user(project, "--kernelscope-annotate", "gitlub=x.json")
    assert "did you mean `gitlab`?" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_project_that_does_not_use_it_imports_nothing_of_it(project: Path) -> None:
    code = """
import sys
def test_it():
    heavy = {"torch", "numpy", "triton", "llvmlite", "rich", "numba"} & set(sys.modules)
    assert not heavy, heavy
"""
    (project / "test_it.py").write_text(code)
    done = as_user(project, "-q")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_workers_of_xdist_write_and_read_baselines_and_annotate(project: Path) -> None:
    write(project, HELD)
    assert as_user(project, "-n", "2", "--kernelscope-update").returncode == 0
    source = (project / "kernels.py").read_text()
    line = "    c = a * 2.0 + b\n"
    (project / "kernels.py").write_text(source.replace(line, f"    tl.debug_barrier()\n{line}"))
    done = as_user(
        *(project, "-n", "2", "--kernelscope-annotate", "github"),
        *("--kernelscope-annotate", "gitlab=out.json"),
    )
    assert "\n::error file=kernels.py,line=" in done.stdout
    (first, *_) = json.loads((project / "out.json").read_text())
    assert first["location"]["path"] == "kernels.py"
