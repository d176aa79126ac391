"""The shape of the package: the order of its imports, what its core does without, its errors."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "kernelscope"

STORE_SEVEN = """
import sys
sys.modules.update({'torch': None, 'triton': None, 'numba': None})
import numpy as np
from kernelscope import vgpu
text = '''
    .version 8.4
    .target sm_90
    .address_size 64
    .visible .entry k(.param .u64 p) {
        .reg .b64 %rd<2>; .reg .b32 %r<2>;
        ld.param.u64 %rd1, [p]; mov.u32 %r1, 7; st.global.u32 [%rd1], %r1; ret;
    }
'''
memory = np.zeros(1, np.int32)
vgpu.load_ptx(text, gpu='h200').kernel('k')[1, 32](memory)
print(memory[0])
"""


def run_python(code: str) -> str:
    """The output of a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT / "src"
    )
    return done.stdout.strip()


def layers() -> list[str]:
    """The folders in the order of the import contract, lowest first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contract = settings["tool"]["importlinter"]["contracts"][0]
    return [name.strip("()") for name in reversed(contract["layers"])]


def test_the_virtual_gpu_runs_without_torch_and_triton() -> None:
    assert run_python(STORE_SEVEN) == "7"


def test_no_file_of_the_repository_is_a_symbolic_link() -> None:
    """A ZIP and a checkout on Windows lose symbolic links."""
    listed = subprocess.run(
        ["git", "ls-files", "-s"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert listed.stdout
    assert [line for line in listed.stdout.splitlines() if line.startswith("120000")] == []


def test_every_module_of_the_package_has_its_place_in_the_contract() -> None:
    modules = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    modules -= {"__init__", "__pycache__", "py"}
    assert modules <= set(layers())


def test_the_design_lists_the_folders_in_the_contracts_order() -> None:
    text = (ROOT / "docs" / "design.md").read_text()
    places = [text.index(f"| `{name}{end}` |") for name, end in existing_folders()]
    assert places == sorted(places)


def existing_folders() -> list[tuple[str, str]]:
    """The public modules and folders that exist, lowest first, with how each is written."""
    found = [name for name in layers() if not name.startswith("_")]
    ends = [(name, "/" if (PACKAGE / name).is_dir() else ".py") for name in found]
    return [(name, end) for name, end in ends if (PACKAGE / f"{name}{end}").exists()]


def test_every_error_on_purpose_is_one_of_ours() -> None:
    """No public exception stands beside the tree of `errors.py`: one place catches them all."""
    strays = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^\s*class \w+\(.*(?:Exception|RuntimeError)\b", path.read_text(), re.M)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
        and any(getattr(base, "id", "") in ("Exception", "RuntimeError") for base in node.bases)
        and path.name != "errors.py"
        and not node.name.startswith("_")
    ]
    assert strays == []
