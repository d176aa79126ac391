"""Extensions of PyTorch in CUDA C++ are built and run unmodified, without a GPU."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import kernelscope as ks
from cuda_program import NEEDED, kernelscope
from kernelscope.driver import compile as compilers
from kernelscope.driver.places import in_script, note_script, ptx_in_script

SCRIPTS = Path(__file__).parent.parent / "scripts"
WRONG = """
import torch
from torch.utils.cpp_extension import load_inline
text = QQQ
__global__ void k(int n) {}
void f() { k<<<1, 1>>>(unknown_name_of_mine); }
QQQ
load_inline(name="wrong", cpp_sources="void f();", cuda_sources=text, functions=["f"])
""".replace("QQQ", "'" * 3)
ARGUMENTS = "incompatible function arguments. The following argument types are supported:"

pytestmark = [
    *NEEDED,
    pytest.mark.skipif(shutil.which("ninja") is None, reason="apt install ninja-build"),
]


def line_of(script: Path, text: str) -> int:
    return 1 + next(n for n, line in enumerate(script.read_text().splitlines()) if text in line)


@pytest.mark.slow
def test_a_first_lectures_extension_runs_and_its_lines_are_the_scripts(tmp_path: Path) -> None:
    script = SCRIPTS / "extension_square.py"
    ended = kernelscope("run", "--json", str(tmp_path / "r.json"), str(script), folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "[16., 25., 36.]], device='cuda:0')" in ended.stdout
    result = ks.load(tmp_path / "r.json")
    assert isinstance(result, ks.ScriptResult)
    small, large = result.record.launches
    assert "square_matrix_kernel" in small.kernel
    assert (large.grid, large.block) == ((5, 7, 1), (16, 16, 1))
    assert large.kernel_source == f"{script}:{line_of(script, '__global__')}"
    assert large.source == f"{script}:{line_of(script, 'assert torch.equal')}"
    assert large.registers
    assert large.time_us is not None


@pytest.mark.slow
def test_a_lectures_gelu_checks_its_arguments_and_shows_estimated_times(tmp_path: Path) -> None:
    script = SCRIPTS / "extension_gelu.py"
    ended = kernelscope("profile", str(script), folder=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("Expected x.device().is_cuda() to be true")
    assert "Expected x.is_contiguous() to be true" in ended.stdout
    assert "right" in ended.stdout
    assert "gelu_kernel" in ended.stdout


@pytest.mark.slow
def test_a_package_with_setup_py_is_built_run_and_checked(tmp_path: Path) -> None:
    folder = tmp_path / "package"
    shutil.copytree(SCRIPTS / "extension_package", folder)
    words = ("run", "python", "setup.py", "build_ext", "--inplace")
    built = kernelscope(*words, folder=folder)
    assert built.returncode == 0, built.stdout + built.stderr
    ended = kernelscope("run", "use.py", folder=folder)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == [
        "RuntimeError: x must be a CUDA tensor",
        "RuntimeError: x must be contiguous",
        "NotImplementedError: \"gelu\" not implemented for 'Int'",
        f"TypeError: gelu(): {ARGUMENTS}",
        "RuntimeError: Size mismatch!",
        "AcceleratorError: CUDA error: invalid configuration argument",
        "right",
    ]
    failed = kernelscope("run", "use.py", "overrun", folder=folder)
    assert failed.returncode == 1
    assert f"kinds.cu:{line_of(folder / 'kinds.cu', 'out[i] = i;')}" in failed.stderr
    assert "AcceleratorError: CUDA error: an illegal memory access" in failed.stderr
    checked = kernelscope("check", "use.py", "race", folder=folder)
    assert checked.returncode == 1
    assert "race: write-read  in race_kernel" in checked.stdout
    for text in ("s[threadIdx.x] = in[", "s[63 - threadIdx.x]"):
        assert f"kinds.cu:{line_of(folder / 'kinds.cu', text)}" in checked.stdout


@pytest.mark.slow
def test_what_does_not_compile_shows_nvccs_message_and_the_line_of_the_script(
    tmp_path: Path,
) -> None:
    script = tmp_path / "wrong.py"
    script.write_text(WRONG)
    ended = kernelscope("run", "wrong.py", folder=tmp_path)
    assert ended.returncode == 1
    assert 'error: identifier "unknown_name_of_mine" is undefined' in ended.stderr
    last = ended.stderr.rstrip().splitlines()[-1]
    place = f"{script}:{line_of(script, 'void f() {')}"
    assert last.startswith(f"kernelscope: extension wrong: {place}: error: identifier")


def test_without_a_compiler_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "script.py").write_text(WRONG)
    monkeypatch.setenv("CXX", "no-such-compiler")
    ended = kernelscope("run", "script.py", folder=tmp_path)
    assert ended.returncode == 1
    assert ended.stderr.rstrip().splitlines()[-1].endswith("C++ compiler: install g++")


def test_lines_of_a_text_are_those_of_the_script_that_has_it(tmp_path: Path) -> None:
    script, written = tmp_path / "script.py", tmp_path / "cuda.cu"
    first, second = "__global__ void a() {}\n", "\n__global__ void b() {\n}\n"
    script.write_text(f"x = 1\none = '{first}'\n\ntwo = '{second}'\n")
    written.write_text("\n".join(["#include <torch/types.h>", first, second]))
    note_script(str(written), [first, second, "made at run time"], f"{script}:9")
    assert in_script(f"{written}:2: error: x") == f"{script}:2: error: x"
    assert in_script(f"{written}:5") == f"{script}:6"
    assert in_script(f"{written}:1: y") == f"{written}:1: y"
    assert in_script("other.cu:2") == "other.cu:2"
    ptx = f'.file 1 "{written}"\n.file 2 "x.h"\n.loc 1 5 3\n.loc 2 5 3, inlined_at 1 2 1\n'
    moved = f'.file 1 "{script}"\n.file 2 "x.h"\n.loc 1 6 3\n.loc 2 5 3, inlined_at 1 2 1\n'
    assert ptx_in_script(ptx) == moved


def test_a_file_gets_the_operators_whose_names_it_says(tmp_path: Path) -> None:
    """What the copies of PyTorch's headers include is a part of what the headers do."""
    front = tmp_path / "torch" / "csrc" / "api" / "include" / "torch"
    for folder in (tmp_path / "ATen", front):
        folder.mkdir(parents=True)
    operators = ("abs", "from_blob", "mm", "tensor", "var")
    lines = "".join(f"#include <ATen/ops/{name}.h>\n" for name in operators)
    own = "inline Tensor f() { return at::var(); }\n"
    (tmp_path / "ATen" / "Functions.h").write_text(f"#pragma once\n{lines}{own}")
    (front / "all.h").write_text(
        "#include <torch/fft.h>\n#include <torch/nn.h>\n#include <torch/types.h>\n"
    )
    (front / "python.h").write_text(
        "#include <torch/nn/module.h>\n#include <torch/csrc/Device.h>\n"
    )
    (tmp_path / "own.cuh").write_text("torch::fft::fft(x)")
    (tmp_path / "k.cu").write_text('#include "own.cuh"\nauto y = torch::mm(a, b);')
    text = compilers.text_of(tmp_path / "k.cu", [])
    compilers.write_headers(tmp_path / "out", tmp_path, text)
    kept = lines.replace("#include <ATen/ops/abs.h>\n", "")
    assert (tmp_path / "out" / "ATen" / "Functions.h").read_text() == f"#pragma once\n{kept}{own}"
    assert (tmp_path / "out" / "torch" / "extension.h").read_text().splitlines() == [
        "#pragma once",
        "#include <torch/fft.h>",
        "#include <torch/types.h>",
        "#include <torch/csrc/Device.h>",
    ]
    compilers.write_headers(tmp_path / "whole", tmp_path, "torch::nn::Linear layer(3, 4);")
    assert not (tmp_path / "whole" / "torch" / "extension.h").exists()


def test_python_in_front_of_a_script_is_the_script(tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text("import sys\nprint(__name__, sys.argv[1:])\n")
    for words in (("python", "two.py", "-m"), ("python3", "-u", "-m", "two", "-m")):
        ended = kernelscope("run", *words, folder=tmp_path)
        assert ended.stdout == "__main__ ['-m']\n", ended.stderr
    ended = kernelscope("run", "python", folder=tmp_path)
    assert (ended.returncode, "name the script" in ended.stderr) == (2, True)
