"""The GitHub Action, its steps as the runner takes them, and the hook for pre-commit."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())

KERNEL = """
import torch, triton, triton.language as tl

@triton.jit
def scale(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)

def doubled(x):
    out = torch.zeros_like(x)
    scale[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), BLOCK=256)
    return out
"""
TEST = """
import torch
from kernels import doubled

def test_doubled(kernelscope):
    x = torch.randn(4096, device="cuda")
    kernelscope.check(doubled, x).correct(lambda x: 2 * x).same_counters_as("baseline")
"""
SCRIPT = """
import torch, triton, triton.language as tl

@triton.jit
def same_place(out):
    tl.store(out, tl.program_id(0))

same_place[(4,)](torch.zeros(1, dtype=torch.int32, device="cuda"))
"""


def expanded(text: str, inputs: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: inputs[match[1]], text)


def holds(condition: str, inputs: dict[str, str]) -> bool:
    """The few conditions that the action has."""
    for part in condition.split("&&"):
        name = re.fullmatch(r"\s*inputs\.([\w-]+) != ''\s*", part)
        assert name or part.strip() == "always()", condition
        if name and not inputs[name[1]]:
            return False
    return True


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a kernel, its test and the test's baseline."""
    write_kernel(tmp_path, slower=False)
    (tmp_path / "test_kernels.py").write_text(TEST)
    (tmp_path / "race.py").write_text(SCRIPT)
    ended = act(tmp_path, {"run": "pytest --kernelscope-update"})
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return tmp_path


def write_kernel(project: Path, *, slower: bool) -> None:
    """Write the kernel; a slower one has a barrier in line 7."""
    more = "    tl.debug_barrier()\n    tl.store" if slower else "    tl.store"
    (project / "kernels.py").write_text(KERNEL.replace("    tl.store", more))


def act(project: Path, given: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the action's own shell; Kernelscope is installed, so `install` is empty."""
    inputs = {name: str(each["default"]) for name, each in ACTION["inputs"].items()}
    inputs |= {"install": "", **given}
    (gate,) = (
        step
        for step in ACTION["runs"]["steps"]
        if "run" in step and holds(step.get("if", "always()"), inputs)
    )
    commands = project / "bin"
    commands.mkdir(exist_ok=True)
    for name in ("pytest", "kernelscope"):
        program = commands / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {name} "$@"\n')
        program.chmod(0o755)
    environment = {
        **os.environ,
        **{name: expanded(text, inputs) for name, text in gate["env"].items()},
        "PYTHONPATH": f"{ROOT / 'src'}:{project}",
        "PATH": f"{commands}:{os.environ['PATH']}",
        "GITHUB_WORKSPACE": str(project),
        "GITHUB_STEP_SUMMARY": str(project / "summary.md"),
        "PYTEST_ADDOPTS": "-p no:cacheprovider",
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", gate["run"]],
        cwd=project / expanded(gate["working-directory"], inputs),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def matcher_of_editors() -> str:
    """The regular expression that docs/ci.md gives for Visual Studio Code."""
    text = re.search(r"```json\n(.*?)```", (ROOT / "docs" / "ci.md").read_text(), re.DOTALL)
    assert text
    return json.loads(text[1])["tasks"][0]["problemMatcher"]["pattern"]["regexp"]


@pytest.mark.slow
@pytest.mark.triton
def test_a_regression_is_red_with_its_line_and_green_when_mended(project: Path) -> None:
    write_kernel(project, slower=True)
    ended = act(project, {"sarif": "kernels.sarif"})
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert re.search(r"^::error file=kernels\.py,line=7\b", ended.stdout, re.MULTILINE)
    matched = [re.match(matcher_of_editors(), line) for line in ended.stdout.splitlines()]
    assert ("kernels.py", "7", "error") in [m.group(1, 2, 4) for m in matched if m]
    assert "kernels.py:7" in (project / "summary.md").read_text()
    assert '"startLine": 7' in (project / "kernels.sarif").read_text()

    write_kernel(project, slower=False)
    ended = act(project, {"sarif": "kernels.sarif"})
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "::error" not in ended.stdout


@pytest.mark.slow
@pytest.mark.triton
def test_another_command_reports_as_well(project: Path) -> None:
    ended = act(project, {"run": "kernelscope check race.py"})
    assert ended.returncode == 1
    assert re.search(r"^::error file=race\.py,line=6\b", ended.stdout, re.MULTILINE)


def test_what_a_project_sets_is_told_and_the_rest_has_a_default() -> None:
    for name, each in ACTION["inputs"].items():
        assert each["description"].endswith("."), name
        assert isinstance(each["default"], str), name
    used = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text()))
    assert used == set(ACTION["inputs"])


@pytest.mark.slow
@pytest.mark.triton
def test_the_hook_checks_each_file_and_names_the_line(project: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    (project / "fine.py").write_text("import torch\ntorch.ones(4, device='cuda').sum()\n")
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "PATH": f"{project / 'bin'}:{os.environ['PATH']}",
    }
    for files, code in ((("fine.py",), 0), (("race.py", "fine.py"), 1)):
        ended = subprocess.run(
            ["bash", "-c", f"{hook['entry']} {' '.join(files)}"],
            cwd=project,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == code, ended.stdout + ended.stderr
        assert ("race.py:6" in ended.stdout) == bool(code)
