"""Files of code: what they hold, and what is said of one that holds something else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.errors import KernelscopeError, PtxError, UsageError
from kernelscope.jobs.code_files import cubin_file, ptx_file, ptx_text
from kernelscope.jobs.inspect import inspect
from kernelscope.jobs.kernels import kernels_of, with_code
from kernelscope.subjects import openable

HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"
KERNEL = ".visible .entry k(.param .u64 x, .param .f32 y)\n{\n    ret;\n}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "k.ptx is empty"),
        ("\n \0", "k.ptx is empty"),
        ('\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n', "this is AMD's assembly, not PTX"),
        ("; SPIR-V\n; Version: 1.4\n", "k.ptx:1:1: .* this is SPIR-V, not PTX"),
        ("\x03\x02#\x07\0\0", "this is SPIR-V, not PTX"),
        ("define void @k() {\n ret void\n}\n", "this is LLVM IR, not PTX"),
        ("hello\n", "this is not PTX, which an NVIDIA compiler writes"),
        (HEADER + KERNEL[:-3], "k.ptx:5:1: this '{' is never closed: is it cut off"),
        (HEADER.replace("8.0", "99.1") + ".new x;\n", "k.ptx:4:1: .*PTX 99.1 is newer than"),
        (HEADER + ".func f()\n{\n    ret;\n}\n", "k.ptx has no kernel: PTX marks one with .entry"),
    ],
)
def test_what_is_no_ptx_is_named_with_its_file_and_line(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.ptx").write_text(text)
    with pytest.raises(KernelscopeError, match=said) as caught:
        kernels_of(openable("k.ptx", "inspect"))
    assert "\n" not in str(caught.value)


def test_ptx_is_opened_that_the_virtual_gpu_cannot_run(tmp_path: Path) -> None:
    """An instruction that it does not know, a GPU that no table has: its text is there to see."""
    file = tmp_path / "k.ptx"
    unknown = HEADER.replace("80", "130a") + KERNEL.replace(
        "ret", ".reg .b32 %r<2>;\n    fancy.b32 %r1, 1;\n    ret"
    )
    file.write_text("\ufeff" + unknown)  # as editors of Windows begin a file
    result = inspect(str(file), device="virtual")
    (kernel,) = result.kernels
    assert "k has no machine code: no nvJitLink here accepts its PTX" in result.record.notes[-1]
    assert (kernel.target, {*kernel.stages}) == ("sm_130a", {"ptx"})
    assert kernel.stages["ptx"].text == unknown
    assert "fancy" in kernel.stages["ptx"].unexplained
    (form,) = ptx_file(file)
    assert form.types == {"x": ".u64", "y": ".f32"}
    with pytest.raises(PtxError, match="ptx:4:1"):
        ptx_text(HEADER + "}")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file is empty"),
        (
            b"\x50\xed\x55\xba" + bytes(60),
            "this is a fat binary: extract its cubins with cuobjdump -xelf all FILE",
        ),
        (b"\x7fELF\x02\x01\x01" + bytes(60), "this is a host program or library"),
        ((HEADER + KERNEL).encode(), "this is text; the name of a PTX file ends in .ptx"),
        (b"\x89PNG", "is it cut off, or not from ptxas"),
    ],
)
def test_what_is_no_cubin_is_named(data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "k.cubin").write_bytes(data)
    with pytest.raises(UsageError, match=rf"k\.cubin: not a cubin that can be read: {said}"):
        cubin_file(tmp_path / "k.cubin")


def test_a_cubin_that_is_cut_off_anywhere_is_refused_in_one_line(tmp_path: Path) -> None:
    (form,) = ptx_text(HEADER + KERNEL)
    whole = with_code(form).cubin
    assert whole
    file = tmp_path / "k.cubin"
    for end in range(20, len(whole) * 9 // 10, 97):  # but for the program headers at its end
        file.write_bytes(whole[:end])
        with pytest.raises(UsageError, match="is it cut off"):
            cubin_file(file)
    file.write_bytes(whole)
    (again,) = cubin_file(file)
    assert (again.name, again.target, again.texts) == ("k", "sm_80", {})


def test_other_files_and_words_after_what_is_no_script_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.txt").write_text("kernel\n")
    with pytest.raises(
        UsageError,
        match=r"k\.txt is a file that ends in none of \.py, \.ptx, \.cubin and \.cu: inspect needs",
    ):
        kernels_of(openable("k.txt", "inspect"))
    with pytest.raises(
        UsageError, match=r"gelu/cuda is not a script, so it takes no arguments \(got: --stge\)"
    ):
        kernels_of(openable("gelu/cuda", "inspect"), argv=["--stge"])


TEMPLATES = """template <int N>
__global__ void matmul(const float* a, float* b) { b[0] = a[0] * N; }
namespace ns { __global__ void plain(float* a) { a[0] = 1; } }
template __global__ void matmul<16>(const float*, float*);
template __global__ void matmul<32>(const float*, float*);
"""


@pytest.mark.long("NVRTC compiles templates with the library's headers")
def test_instances_of_templates_have_their_cpp_names_and_are_asked_for_by_them(
    tmp_path: Path,
) -> None:
    """The name that is shown is one that `cuda_kernel` takes, too."""
    file = tmp_path / "t.cu"
    file.write_text(TEMPLATES)
    result = inspect(str(file), device="virtual")
    titles = {kernel.title for kernel in result.opened.kernels}
    assert titles == {"matmul<16>", "matmul<32>", "ns::plain"}
    (sixteen,) = result.only("matmul< 16 >").opened.kernels
    assert sixteen.types == {"a": "const float*", "b": "float*"}
    assert len(result.only("matmul").opened.kernels) == 2
    assert "matmul<16>  CUDA C++, sm_90a" in result.table()
    x, y = np.full(1, 3, np.float32), np.zeros(1, np.float32)
    with ks.virtual_gpu("h200") as gpu:
        for title in ("matmul<16>", "matmul<32>"):
            ks.cuda_kernel(file, title)[1, 1](x, y)
            assert y[0] == 3 * int(title[7:9])
    assert gpu.launches[0].kernel == sixteen.name
