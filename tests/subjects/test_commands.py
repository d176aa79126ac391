"""Each command × each kind of subject: taken, or refused by the one shared error."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer.main

import kernelscope as ks
from kernelscope.cli import main
from kernelscope.cli.app import app
from kernelscope.errors import UsageError
from kernelscope.jobs.code_files import ptx_text
from kernelscope.jobs.debug import debug
from kernelscope.jobs.fusion import fusion_of
from kernelscope.jobs.kernels import with_code
from kernelscope.jobs.occupancy import occupancy_of
from kernelscope.jobs.profile import profile_target
from kernelscope.jobs.roofline import roofline
from kernelscope.jobs.run import run

PTX = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n    ret;\n}\n"
CUDA = 'extern "C" __global__ void k(int* x) { x[threadIdx.x] = 1; }\n'
SCRIPT = f"""import torch, kernelscope as ks
kernel = ks.cuda_kernel({CUDA!r}, "k")
kernel[1, 32](torch.zeros(32, dtype=torch.int32, device="cuda"))
"""
OPERATION = """import kernelscope as ks, torch

double = ks.Operation(
    "double",
    axes={"n": 64},
    inputs=lambda case: (case.normal(case.n),),
    reference=lambda x: 2 * x,
    work=lambda case: ks.Work(read=4 * case.n, written=4 * case.n),
)
kernel = ks.cuda_kernel(
    'extern "C" __global__ void k(const float* x, float* y, int n) {'
    ' int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = 2 * x[i]; }', "k"
)

@double.implementation("naive")
def naive(x):
    return x + x

@double.implementation("cuda")
def cuda(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[x.numel() // 64 + 1, 64](x, y, x.numel())
    return y
"""
# Each kind of subject, as a word of the command line.
WORDS = {
    "operation": "ops.py:double",
    "implementation": "ops.py:double/cuda",
    "file of operations": "ops.py",
    "script": "script.py",
    "example": "sleep",
    "PTX": "k.ptx",
    "cubin": "k.cubin",
    "CUDA C++": "k.cu",
    "record": "k.json",
    "other file": "k.txt",
}
RUNS = {"file of operations", "script"}
CODE = {"operation", "implementation", *RUNS, "PTX", "CUDA C++"}
OPERATIONS = {"operation", "file of operations"}
# The kinds that each command takes.
TAKES: dict[str, set[str]] = {
    "compare": OPERATIONS,
    "roofline": OPERATIONS,
    "occupancy": {*OPERATIONS, "implementation"},
    "fusion": {*OPERATIONS, "implementation"},
    "tune": {*RUNS, *OPERATIONS, "implementation", "other file"},
    "check": {*RUNS, *OPERATIONS, "implementation", "other file"},
    "run": {*RUNS, "other file"},
    "profile": {*RUNS, *OPERATIONS, "implementation", "example", "other file"},
    "inspect": {*CODE, "cubin"},
    "decompile": CODE,
    "debug": CODE - {"CUDA C++"},
    "diff": {*CODE, "cubin"},
}
# Commands whose word is something else: a record, a problem, a side of `ab`.
NOT_SUBJECTS = {"report", "evaluate", "ab"}
# Commands that need a `main` in a file of CUDA C++.
PROGRAMS = {"run", "check", "profile", "debug", "roofline", "occupancy"}
OPTIONS = {
    "debug": ["--commands", "commands.txt"],
    "decompile": ["--no-prove"],
    "occupancy": [],
}


@pytest.fixture(scope="module")
def subjects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of each kind."""
    folder = tmp_path_factory.mktemp("subjects")
    (folder / "ops.py").write_text(OPERATION)
    (folder / "script.py").write_text(SCRIPT)
    (folder / "k.ptx").write_text(PTX)
    (folder / "k.cu").write_text(CUDA)
    (folder / "k.json").write_text("{}")
    (folder / "k.txt").write_text("x = 1\n")
    (folder / "commands.txt").write_text("continue\n")
    cubin = with_code(ptx_text(PTX)[0]).cubin
    assert cubin
    (folder / "k.cubin").write_bytes(cubin)
    return folder


@pytest.fixture(autouse=True)
def _inside(subjects: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(subjects)


def test_every_command_with_a_subject_says_which_kinds_it_takes() -> None:
    commands = typer.main.get_group(app).commands.items()
    takes_a_word = {
        n for n, one in commands if one.params and one.params[0].param_type_name == "argument"
    }
    assert takes_a_word - NOT_SUBJECTS == {*TAKES}


@pytest.mark.parametrize("kind", WORDS)
@pytest.mark.parametrize("command", TAKES)
def test_a_command_takes_a_subject_or_refuses_it_by_the_shared_error(
    command: str, kind: str, capfd: pytest.CaptureFixture[str]
) -> None:
    word = WORDS[kind]
    words = [command, *(["--device", "virtual"]), word]
    if command == "diff":
        words.append(word)
    words[1:1] = OPTIONS.get(command, [])
    if (command, kind) == ("debug", "PTX"):
        words[1:1] = ["--grid", "1", "--threads", "32"]
    code = main(words)
    error = capfd.readouterr().err
    if kind in TAKES[command]:
        assert f": {command} needs " not in error
        if command == "tune":  # they launch kernels, but none in Triton
            assert (code, "Triton" in error) == (2, True)
        elif command != "decompile":  # which ends with 1 without a proof
            assert (code, error if code else "") == (0, "")
        return
    if (command, kind) == ("diff", "record"):  # a record, though not of inspect
        assert "k.json" in error
        return
    if kind == "CUDA C++" and command in PROGRAMS:
        assert code == 2
        assert "k.cu: it has no `main` to run" in error
        return
    if kind == "script" and command in ("compare", "roofline", "occupancy", "fusion"):
        assert code == 2
        assert "script.py:3: " in error  # it was loaded as a file of operations
        return
    assert code == 2
    (line,) = error.splitlines()
    said, instead = line.split(". ", 1)
    assert said.startswith(f"kernelscope: {word} is ")
    assert f": {command} needs " in said
    assert instead[0].isupper()


@pytest.mark.parametrize("command", ["compare", "fusion"])
def test_cuda_is_refused_in_the_same_words_by_every_command(
    command: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "k.cu"]) == 2
    error = capfd.readouterr().err
    assert error.startswith(f"kernelscope: k.cu is a CUDA C++ file: {command} needs ")
    assert error.endswith(
        ". Open it with `kernelscope inspect k.cu`, run it with `kernelscope run k.cu`, compare "
        "two with `kernelscope diff`, or launch it in a script with kernelscope.cuda_kernel\n"
    )


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "compare": ks.compare,
    "roofline": roofline,
    "occupancy": occupancy_of,
    "fusion": fusion_of,
    "run": run,
    "profile": profile_target,
    "debug": lambda thing: debug(thing, write=print),
}


@pytest.mark.parametrize("command", FUNCTIONS)
def test_objects_and_ptx_as_text_are_refused_where_they_cannot_be_used(command: str) -> None:
    module = ks.vgpu.load_ptx(PTX, gpu="h200")
    things = {
        "a loaded PTX module": module,
        "a loaded PTX kernel": module.kernel("k"),
        "a CUDA C++ kernel": ks.cuda_kernel(CUDA, "k"),
        "a Python function": len,
        "text of several lines, taken as PTX": PTX,
    }
    for title, thing in things.items():
        with pytest.raises(UsageError, match=rf" is {re.escape(title)}: {command} needs .*inspect"):
            FUNCTIONS[command](thing)


@pytest.mark.parametrize("command", ["profile", "inspect", "decompile", "debug"])
@pytest.mark.parametrize("word", ["ops.py:double", "k.ptx"])
def test_only_a_script_takes_arguments(
    command: str, word: str, capfd: pytest.CaptureFixture[str]
) -> None:
    if (command, word) == ("profile", "k.ptx"):
        return
    assert main([command, word, "3"]) == 2
    said = f"kernelscope: {word} is not a script, so it takes no arguments (got: 3)\n"
    assert capfd.readouterr().err == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["compare", "gelu", "--device", "virtual:h2000"],
            "'h2000' is unknown: did you mean `h200`?",
        ),
        (["compare", "gelu", "--device", "virtua"], "'virtua' is unknown: did you mean `virtual`?"),
        (["compare", "gelu", "--only", "trition"], "'trition' is unknown: did you mean `triton`?"),
        (["compare", "gelu", "--case", "dtyp=float16"], "'dtyp' is unknown: did you mean `dtype`?"),
        (["compare", "gelu", "--case", "dtype=flaot16"], "did you mean `float16`?"),
        (["compare", "gelu", "--case", "layout=transpose"], "did you mean `transposed`?"),
        (["inspect", "gelu/trition"], "implementation 'trition' is unknown: did you mean `triton`"),
        (["inspect", "k.ptx", "--why", "register"], "did you mean `registers`?"),
        (["inspect", "k.ptx", "--stage", "ptxx"], "did you mean `ptx`?"),
        (["inspect", "k.cu", "--kernel", "kk"], "kernel 'kk' is unknown: did you mean `k`?"),
        (["decompile", "k.cu", "--kernel", "kk"], "kernel 'kk' is unknown: did you mean `k`?"),
        (["debug", "script.py", "--kernel", "kk"], "kernel 'kk' is unknown: did you mean `k`?"),
        (["profile", "example:cdst"], "did you mean `cdist`?"),
        (["occupancy", "glue"], "did you mean `gelu`?"),
        (["diff", "gelu@num_wraps=2", "gelu"], "did you mean `num_warps`?"),
    ],
)
def test_an_unknown_name_suggests_the_nearest(
    words: list[str], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    (line,) = [x for x in capfd.readouterr().err.splitlines() if x.startswith("kernelscope: ")][-1:]
    assert said in line


def test_a_cuda_file_is_opened_with_the_kernels_that_it_can_compile(tmp_path: Path) -> None:
    """Host code, a namespace, a template with an instance, and one without."""
    file = tmp_path / "many.cu"
    file.write_text(
        "#include <cstdio>\n"
        "namespace ns { __global__ void inner(float* x) { x[threadIdx.x] *= 2; } }\n"
        "template<class T> __global__ void made(T* x) { *x += 1; }\n"
        "template __global__ void made<float>(float*);\n"
        "template<class T> __global__ void unused(T* x) { *x += 1; }\n"
        f"{CUDA}"
        "void run() { k<<<1, 32>>>(nullptr); }\n"
    )
    result = ks.inspect(file, device="virtual:a100")
    kernels = {kernel.name: kernel for kernel in result.kernels}
    assert [*kernels] == ["k", "_Z4madeIfEvPT_", "_ZN2ns5innerEPf"]
    assert kernels["k"].types == {"x": "int*"}
    assert kernels["k"].target == "sm_80"
    assert kernels["k"].stages["source"].text.startswith("#include")
    assert "unused is missing: it is a template that the file does not instantiate" in (
        result.record.notes
    )
    file.write_text("template<class T> __global__ void only(T* x) { *x += 1; }\n")
    with pytest.raises(UsageError, match=r'cuda_kernel\(".*many.cu", "only<float>"\)'):
        ks.inspect(file)
    file.write_text("void run() {}\n")
    with pytest.raises(UsageError, match=r"has no kernel: CUDA C\+\+ marks one with __global__"):
        ks.inspect(file)
