"""Problems in each published format are read as their authors publish them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

import kernelscope as ks
from kernelscope.errors import UsageError
from kernelscope.evaluation.problem import Problem
from kernelscope.evaluation.problems.definitions import axes_of
from kernelscope.evaluation.problems.found import read_problem

KERNEL = """
import torch
import triton
import triton.language as tl


@triton.jit
def double(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


def doubled(x, y=None):
    y = torch.empty_like(x) if y is None else y
    double[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
    return y
"""
OWN = """
import torch

cases = [{"n": 100}, {"n": 300}]


def inputs(seed, n):
    return (torch.randn(n, generator=torch.Generator().manual_seed(seed)),)


def reference(x):
    return 2 * x
"""
KERNELBENCH = """
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(width))

    def forward(self, x):
        return 2 * x * self.weight


def get_inputs():
    return [torch.randn(16, 32)]


def get_init_inputs():
    return [32]
"""
MODEL_NEW = """
class ModelNew(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.rand(width))

    def forward(self, x):
        return doubled((x * self.weight).contiguous())
"""
FUNC_FORWARD = """
import torch
import torch.nn as nn


def forward_fn(x, weight):
    return 2 * x * weight


class Model(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width))

    def forward(self, x, fn=forward_fn):
        return fn(x, self.weight)


def get_inputs(rows=4, width=8):
    return [torch.randn(rows, width)]


input_names = ["x"]
"""
CONFIG = {
    "single_input_configs": [{"rows": 4}],
    "single_init_configs": [{}],
    "single_shared_configs": [{"width": 8}],
    "multi_input_configs": [{"rows": 4}, {"rows": 16}],
    "multi_init_configs": [{}],
    "multi_shared_configs": [{"width": 8}, {"width": 64}],
}
TASK = """
files:
  - {"name": "submission.py", "source": "@SUBMISSION@"}
  - {"name": "task.py", "source": "task.py"}
  - {"name": "helpers.py", "source": "../helpers.py"}
  - {"name": "reference.py", "source": "reference.py"}
lang: "py"
tests:
  - {"size": 64, "seed": 4}
  - {"size": 100, "seed": 5}
benchmarks:
  - {"size": 256, "seed": 6}
  - {"size": 1048576, "seed": 7}
"""
HELPERS = """
import torch


def make_match_reference(reference, **kwargs):
    def wrapped(data, output):
        return "" if torch.allclose(output, reference(data), **kwargs) else "mismatch"

    return wrapped
"""
REFERENCE = """
import torch
from helpers import make_match_reference
from task import input_t


def ref_kernel(data: input_t):
    x, y = data
    y[...] = 2 * x
    return y


def generate_input(size: int, seed: int):
    generator = torch.Generator(device="cuda")
    generator.manual_seed(seed)
    x = torch.randn(size, device="cuda", generator=generator)
    return x, torch.empty_like(x)


check_implementation = make_match_reference(ref_kernel, rtol=1e-3, atol=1e-4)
"""
TRACE = """Operator: aten.mul.Tensor
cnt: 3, ((T([5, 4], f32), T([4], f32)), {})
cnt: 1, ((T([8, 3], f16, [3, 1]), T([8, 3], f16)), {})
Operator: aten.add.Tensor
cnt: 2, ((T([100], f32), T([100], f32)), {'alpha': 2})
"""
DEFINITION = {
    "name": "double_h32",
    "op_type": "elementwise",
    "axes": {
        "rows": {"type": "var"},
        "h": {"type": "const", "value": 32},
        "all": {"type": "expr", "expression": "rows * h"},
    },
    "inputs": {
        "x": {"shape": ["rows", "h"], "dtype": "float32"},
        "factor": {"shape": None, "dtype": "float32"},
    },
    "outputs": {"y": {"shape": ["rows", "h"], "dtype": "float32"}},
    "reference": "import torch\n\ndef run(x, factor):\n    return x * factor\n",
}
WORKLOADS = [
    {
        "uuid": str(rows),
        "axes": {"rows": rows},
        "inputs": {"x": {"type": "random"}, "factor": {"type": "scalar", "value": 2.0}},
    }
    for rows in (3, 16)
]


def solution(destination: bool, **spec: object) -> dict[str, object]:
    body = "def run(x, factor, y):\n    doubled(x, y)\n"
    if not destination:
        body = "def run(x, factor):\n    return doubled(x)\n"
    return {
        "name": "mine",
        "definition": "double_h32",
        "author": "someone",
        "spec": {
            "language": "triton",
            "entry_point": "main.py::run",
            "destination_passing_style": destination,
            **spec,
        },
        "sources": [{"path": "main.py", "content": KERNEL + "\n\n" + body}],
    }


def own(folder: Path) -> tuple[Path, Path]:
    (folder / "problem.py").write_text(OWN)
    (folder / "mine.py").write_text(KERNEL + "\n\nsolution = doubled\n")
    return folder / "problem.py", folder / "mine.py"


def kernelbench(folder: Path) -> tuple[Path, Path]:
    (folder / "7_Double.py").write_text(KERNELBENCH)
    (folder / "mine.py").write_text(KERNEL + MODEL_NEW)
    return folder / "7_Double.py", folder / "mine.py"


def robust_kbench(folder: Path) -> tuple[Path, Path]:
    task = folder / "double"
    task.mkdir()
    (task / "func_forward.py").write_text(FUNC_FORWARD)
    (task / "config_forward.json").write_text(json.dumps(CONFIG))
    body = "\n\ndef forward(x, weight):\n    return doubled((x * weight).contiguous())\n"
    (folder / "mine.py").write_text(KERNEL + body)
    return task, folder / "mine.py"


def gpu_mode(folder: Path) -> tuple[Path, Path]:
    task = folder / "double_py"
    task.mkdir()
    (task / "task.yml").write_text(TASK)
    (task / "task.py").write_text("import torch\n\ninput_t = tuple\n")
    (task / "reference.py").write_text(REFERENCE)
    (folder / "helpers.py").write_text(HELPERS)
    body = "\n\nfrom task import input_t\n\n\ndef custom_kernel(data: input_t):\n"
    (folder / "mine.py").write_text(KERNEL + body + "    return doubled(*data)\n")
    return task, folder / "mine.py"


def backendbench(folder: Path) -> tuple[Path, Path]:
    (folder / "trace.txt").write_text(TRACE)
    body = """

@triton.jit
def add(x, y, z, alpha, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.load(x + at, mask=at < n) + alpha * tl.load(y + at, mask=at < n)
    tl.store(z + at, total, mask=at < n)


def add__Tensor_kernel_impl(x, y, *, alpha=1):
    z = torch.empty_like(x)
    add[(triton.cdiv(x.numel(), 256),)](x, y, z, alpha, x.numel(), BLOCK=256)
    return z
"""
    (folder / "mine.py").write_text(KERNEL + body)
    return folder / "trace.txt:aten.add.Tensor", folder / "mine.py"


def flashinfer(folder: Path) -> tuple[Path, Path]:
    for name in ("definitions/elementwise", "workloads/elementwise"):
        (folder / name).mkdir(parents=True)
    definition = folder / "definitions/elementwise/double_h32.json"
    definition.write_text(json.dumps(DEFINITION))
    traces = [{"definition": "double_h32", "workload": one, "solution": None} for one in WORKLOADS]
    lines = "\n".join(json.dumps(one) for one in traces)
    (folder / "workloads/elementwise/double_h32.jsonl").write_text(lines)
    (folder / "mine.json").write_text(json.dumps(solution(destination=False)))
    return definition, folder / "mine.json"


def sol_execbench(folder: Path) -> tuple[Path, Path]:
    (folder / "definition.json").write_text(json.dumps(DEFINITION))
    tolerance = {"max_atol": 1e-3, "max_rtol": 1e-3, "required_matched_ratio": 0.95}
    lines = "\n".join(json.dumps({**one, "tolerance": tolerance}) for one in WORKLOADS)
    (folder / "workload.jsonl").write_text(lines)
    made = solution(destination=True, languages=["triton"], target_hardware=["LOCAL"])
    (folder / "mine.json").write_text(json.dumps(made))
    return folder, folder / "mine.json"


FORMATS = {
    "kernelscope": own,
    "kernelbench": kernelbench,
    "robust-kbench": robust_kbench,
    "gpu-mode": gpu_mode,
    "backendbench": backendbench,
    "flashinfer-bench": flashinfer,
    "sol-execbench": sol_execbench,
}


def read(name: str, folder: Path) -> Problem:
    problem, submission = FORMATS[name](folder)
    return read_problem(str(problem), submission)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_a_solution_in_each_format_is_accepted(name: str, tmp_path: Path) -> None:
    problem, submission = FORMATS[name](tmp_path)
    result = ks.evaluate(problem, submission)
    assert result.record.format == name
    assert result.accepted, result.table(200)
    assert result.score > 0


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_is_recognised_and_has_one_timed_trial(name: str, tmp_path: Path) -> None:
    problem = read(name, tmp_path)
    assert problem.format == name
    assert sum(trial.scored for trial in problem.trials) == 1


def test_kernelbench_has_the_published_tolerance_of_float32(tmp_path: Path) -> None:
    problem = read("kernelbench", tmp_path)
    (trial,) = problem.trials
    assert trial.tolerance is not None
    assert (trial.tolerance.atol, trial.tolerance.rtol) == (1e-4, 1e-4)
    assert problem.entry.names == ("ModelNew",)
    assert problem.entry.init == (32,)


def test_robust_kbench_runs_every_combination_of_its_settings(tmp_path: Path) -> None:
    names = [trial.name for trial in read("robust-kbench", tmp_path).trials]
    assert names == [
        "width=8, rows=4", "width=64, rows=4", "width=8, rows=16", "width=64, rows=16",
    ]  # fmt: skip


def test_gpu_mode_has_its_tests_its_smallest_benchmark_and_its_tolerances(tmp_path: Path) -> None:
    problem = read("gpu-mode", tmp_path)
    assert [trial.name for trial in problem.trials] == ["size=64", "size=100", "size=256"]
    tolerance = problem.trials[0].tolerance
    assert tolerance is not None
    assert (tolerance.atol, tolerance.rtol) == (1e-4, 1e-3)
    assert dict(problem.files).keys() == {"task.py", "helpers.py"}
    assert problem.note == "1 larger benchmarks are not run"


def test_backendbench_makes_the_tensors_that_a_line_names(tmp_path: Path) -> None:
    (tmp_path / "trace.txt").write_text(TRACE)
    problem = read_problem(f"{tmp_path / 'trace.txt'}:aten.mul.Tensor", tmp_path)
    drawn = [trial.draw(3) for trial in problem.trials]
    shapes = [[tuple(tensor.shape) for tensor in args] for args, _ in drawn]
    assert shapes == [[(5, 4), (4,)], [(8, 3), (8, 3)]]
    assert drawn[1][0][0].dtype == torch.float16
    again, _ = problem.trials[0].draw(3)
    assert torch.equal(again[0], drawn[0][0][0])
    assert problem.entry.names[0] == "mul__Tensor_kernel_impl"


def test_axes_are_constants_variables_and_expressions() -> None:
    assert axes_of(DEFINITION, WORKLOADS[1]) == {"rows": 16, "h": 32, "all": 512}


@pytest.mark.parametrize(
    ("files", "word", "message"),
    [
        ({}, "nothing.py", "there is no such problem"),
        ({"a.py": "x = 1\n"}, "a.py", "not a problem"),
        ({"a.py": "def inputs(:\n"}, "a.py", "a.py:1:12: not valid Python"),
        ({"a.py": OWN + "\nlibrary = 'all'\n"}, "a.py", "library 'all' is unknown"),
        ({"a.py": OWN + "\nwrites = ('z',)\n"}, "a.py", "argument 'z' is unknown"),
        ({"a.py": OWN + "\ncases = 3\n"}, "a.py", "cases must be a list"),
        ({"a.json": "{"}, "a.json", "not JSON"),
        ({"a.json": json.dumps(DEFINITION)}, "a.json", "there are no workloads"),
        ({"a.txt": "Operator: aten.add.Tensor\ncnt: 1, ((T([\n"}, "a.txt", ":2:"),
        ({"a.txt": TRACE}, "a.txt", "operator '' is unknown"),
        ({"t/task.yml": "tests: [", "t/reference.py": ""}, "t", "not YAML"),
        ({"t/task.yml": "lang: py", "t/reference.py": ""}, "t", "neither tests nor benchmarks"),
        ({"t/config_forward.json": "[]", "t/func_forward.py": ""}, "t", "not the configuration"),
    ],
)
def test_a_malformed_problem_is_one_line_with_its_place(
    files: dict[str, str], word: str, message: str, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with pytest.raises(UsageError) as caught:
        read_problem(str(tmp_path / word), tmp_path / "mine.py")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_solution_does_not_write_outside_its_folder(tmp_path: Path) -> None:
    definition, path = flashinfer(tmp_path)
    made = solution(destination=False)
    made["sources"] = [{"path": "../../outside.py", "content": "x = 1"}]
    path.write_text(json.dumps(made))
    with pytest.raises(UsageError, match="lies outside the solution"):
        ks.evaluate(definition, path)
    assert not (tmp_path.parent / "outside.py").exists()
