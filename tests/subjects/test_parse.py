"""A subject is parsed once: what a word, a path or an object means, and nothing else decides it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import kernelscope as ks
from each import each
from kernelscope.errors import UsageError
from kernelscope.subjects import (
    CubinFile,
    CudaFile,
    CudaKernelSubject,
    ExampleSubject,
    JitFunction,
    LoadedKernel,
    LoadedModule,
    OperationSubject,
    OtherFile,
    PtxFile,
    PtxText,
    PythonFile,
    RecordFile,
    Subject,
    parse_subject,
)

PACKAGE = Path(ks.__file__).parent
PTX = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n    ret;\n}\n"
FILES = ("a.py", "a.ptx", "a.cubin", "a.cu", "a.cuh", "a.json", "a.txt", "train", "b.py:odd")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in FILES:
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@each(
    ("word", "subject"),
    [
        ("gelu", OperationSubject("gelu")),
        ("gelu/triton", OperationSubject("gelu", "triton")),
        ("matmul-gelu/cuda", OperationSubject("matmul-gelu", "cuda")),
        ("a.py:mine", OperationSubject("mine", None, "a.py")),
        ("a.py:mine/fast", OperationSubject("mine", "fast", "a.py")),
        ("./a.py:mine/fast", OperationSubject("mine", "fast", "./a.py")),
        ("a.py/fast", OperationSubject("", "fast", "a.py")),
        ("cdist", ExampleSubject("cdist", "cdist")),
        ("example:cdist", ExampleSubject("cdist", "example:cdist")),
        ("a.py", PythonFile("a.py")),
        ("./a.py", PythonFile("./a.py")),
        ("a.ptx", PtxFile("a.ptx")),
        ("a.cubin", CubinFile("a.cubin")),
        ("a.cu", CudaFile("a.cu")),
        ("a.cuh", CudaFile("a.cuh")),
        ("a.json", RecordFile("a.json")),
        ("a.txt", OtherFile("a.txt")),
        ("train", OtherFile("train")),
        ("b.py:odd", OtherFile("b.py:odd")),  # a file that is there is meant
        (PTX, PtxText(PTX)),
        (Path("a.ptx"), PtxFile("a.ptx")),
    ],
)
def test_a_word_means_one_subject_and_reads_as_it_was_typed(
    word: str | Path, subject: Subject
) -> None:
    assert parse_subject(word) == subject
    assert parse_subject(subject) is subject
    assert str(subject) == ("PTX" if word == PTX else str(word))


def test_objects_of_a_program_are_subjects_of_their_kind() -> None:
    module = ks.vgpu.load_ptx(PTX, gpu="h200")
    kernel = ks.cuda_kernel('extern "C" __global__ void one(int* x) { *x = 1; }', "one")
    operation = ks.Operation(
        "double",
        axes={"n": 64},
        inputs=lambda case: (case.normal(case.n),),
        reference=lambda x: 2 * x,
        work=lambda case: ks.Work(read=4 * case.n, written=4 * case.n),
    )
    assert parse_subject(module) == LoadedModule(module)
    assert parse_subject(module.kernel("k")) == LoadedKernel(module.kernel("k"))
    assert parse_subject(kernel) == CudaKernelSubject(kernel)
    assert parse_subject(len) == JitFunction(len)
    assert parse_subject(operation) == OperationSubject(operation)
    assert str(parse_subject(operation)) == "double"
    with pytest.raises(UsageError, match=r"3 is not a subject: pass the name of an operation"):
        parse_subject(3)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("gleu", "gleu is not an operation, an example or a file: did you mean `gelu`?"),
        ("gleu/triton", "gleu/triton is not .*: did you mean `gelu`?"),
        ("cdst", "did you mean `cdist`?"),
        ("qqq", r"qqq is not an operation, an example or a file \(operations: gelu, .*cdist"),
        ("example:cdst", "example 'cdst' is unknown: did you mean `cdist`?"),
        ("none.ptx", "none.ptx: there is no such file"),
        ("no/such.py:name", "no/such.py: there is no such file"),
        ("no/such", "no/such: there is no such file"),
        (".", ". is a folder: name a file in it"),
        ("", "is not an operation"),
    ],
)
def test_what_means_nothing_is_one_error_with_the_nearest_name(word: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        parse_subject(word)
    assert "\n" not in str(caught.value)


def test_a_name_that_is_also_a_file_is_the_name_unless_a_file_is_preferred() -> None:
    Path("gelu").touch()
    assert parse_subject("gelu") == OperationSubject("gelu")
    assert parse_subject("gelu", prefer_file=True) == OtherFile("gelu")
    assert parse_subject("./gelu") == OtherFile("./gelu")


def test_parsing_a_word_imports_neither_torch_nor_triton_nor_the_virtual_gpu() -> None:
    program = (
        "import sys; from kernelscope.subjects import parse_subject\n"
        "for word in sys.argv[1:]: parse_subject(word)\n"
        "print({'torch', 'triton', 'numba', 'numpy', 'llvmlite'} & {*sys.modules})"
    )
    words = ["gelu/triton", "cdist", "a.py", "a.py:mine", "a.ptx", "a.cu", "a.txt", PTX]
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# A subject's file is told by its ending in `subjects/__init__.py` alone. These look at other files.
OTHER_FILES = {
    "frontends/cuda/kernel.py",  # cuda_kernel: a source, or the path of one
    "driver/nvcc.py",  # the files that a build gives to nvcc
    "evaluation/extensions.py",  # the sources that torch's load_inline was given
    "inside/stages/collect.py",  # the file that a kernel's lines are from
    "report/cells.py",  # a short name for a record's target
    "devices/torch_cuda/profiler/results.py",  # whether a frame is of our own Python
    # The files that a problem of another project names, each in that project's words.
    "evaluation/problems/definitions.py",
    "evaluation/problems/found.py",
    "evaluation/problems/gpu_mode.py",
}
ENDING = re.compile(
    r"""(?:endswith|(?<!with_)suffix|rpartition|splitext)\b.*["']\.?(?:py|ptx|cubin|cuh?)["']"""
    r"""|["']\.(?:py|ptx|cubin|cuh?)["']\s*(?:in|[!=]=)\s"""
    r"""|\\\.(?:\(\?:)?(?:py|ptx|cubin|cuh?)\b"""  # in a regular expression
)


def test_nothing_else_looks_at_the_ending_of_a_subject() -> None:
    looking = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if any(ENDING.search(line) for line in path.read_text().splitlines())
    }
    assert looking - OTHER_FILES == {"subjects/__init__.py"}
    assert looking >= OTHER_FILES  # nothing is excused that no longer looks
