"""The words that the toolkit's nvcc gives to NVIDIA's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from cuda_program import kernelscope
from kernelscope._cuda_headers import include_paths
from kernelscope.driver import toolkit
from kernelscope.driver.fatbin import ptx_texts
from kernelscope.driver.libraries import libraries
from kernelscope.driver.nvcc import rewritten
from kernelscope.errors import CompileError, PtxError
from kernelscope.hardware import gpu

ENDING = ["--cudart=shared", "-L/ours/lib64", "-Xlinker=-rpath-link=/ours/lib64"]


def ptx(architecture: str) -> str:
    return f"-gencode=arch=compute_{architecture},code=compute_{architecture}"


@pytest.mark.parametrize(
    ("given", "becomes"),
    [
        ("-O3 k.cu", f"-O3 k.cu {ptx('90a')} -lineinfo"),
        ("-arch=sm_80 k.cu", f"k.cu {ptx('80')} -lineinfo"),
        ("-arch sm_80 -G k.cu", f"-G k.cu {ptx('80')}"),
        ("-arch=native k.cu", f"k.cu {ptx('90a')} -lineinfo"),
        ("-arch=all-major k.cu", f"k.cu {ptx('90a')} -lineinfo"),
        ("-arch=sm_90 k.cu", f"k.cu {ptx('90')} -lineinfo"),
        ("-arch=sm_90a k.cu", f"k.cu {ptx('90a')} -lineinfo"),
        ("-gencode arch=compute_80,code=sm_80 k.cu", f"k.cu {ptx('80')} -lineinfo"),
        (
            "-gencode=arch=compute_80,code=[sm_80,compute_80] -lineinfo k.cu",
            f"-lineinfo k.cu {ptx('80')}",
        ),
        (
            "-arch=sm_75 -gencode=arch=compute_90a,code=sm_90a -gencode=arch=compute_120 k.cu",
            f"k.cu {ptx('90a')} -lineinfo",
        ),
        ("-arch=compute_100a -code=sm_100a k.cu", f"k.cu {ptx('100a')} -lineinfo"),
        ("-dlto -gencode=arch=compute_80,code=lto_80 k.cu", f"k.cu {ptx('80')} -lineinfo"),
        ("-gencode arch=compute_35,code=sm_35 -arch=sm_60 k.cu", f"k.cu {ptx('75')} -lineinfo"),
        ("-cubin -arch=sm_80 a/k.cu", f"-fatbin -o=k.cubin a/k.cu {ptx('80')} -lineinfo"),
        ("--cubin k.cu -o x.bin", f"-fatbin k.cu -o x.bin {ptx('90a')} -lineinfo"),
        ("-cudart static --cudart=none k.cu", f"k.cu {ptx('90a')} -lineinfo"),
    ],
)
def test_each_program_has_ptx_and_the_shared_runtime(given: str, becomes: str) -> None:
    assert rewritten(given.split(), "/ours", "90a", "75") == [*becomes.split(), *ENDING]


@pytest.mark.parametrize(
    ("own", "architecture"),
    [("90a", "90a"), ("100a", "100a"), ("103a", "100f"), ("120a", "100")],
)
def test_of_targets_that_run_the_one_with_the_most_instructions_is_built(
    own: str, architecture: str
) -> None:
    given = [f"-gencode=arch=compute_{each}" for each in ("100a", "90a", "100", "100f", "90")]
    assert ptx(architecture) in rewritten(given, "/ours", own, "75")


@pytest.mark.skipif(shutil.which("g++") is None, reason="apt install g++, which nvcc calls")
@pytest.mark.parametrize("order", ["90 90a 100a 100 100f", "100f 100 100a 90a 90"])
def test_of_a_fat_binary_the_text_with_the_most_instructions_is_taken(
    order: str, tmp_path: Path
) -> None:
    """In whatever order nvcc wrote them; that of another architecture alone is passed over."""
    (tmp_path / "k.cu").write_text("__global__ void k() {}\n")
    words = ["-fatbin", "k.cu", "-o", "k.fatbin", *map(ptx, order.split())]
    subprocess.run([str(toolkit.real_nvcc()), *words], cwd=tmp_path, check=True)
    data = (tmp_path / "k.fatbin").read_bytes()
    for name, target in (("h100", "90a"), ("b200", "100a"), ("b300", "100f"), ("rtx5090", "100")):
        (text,) = ptx_texts(data, gpu(name))
        assert f".target sm_{target}\n" in text
    with pytest.raises(PtxError, match="holds compute_100, compute_100a, compute_100f, compute_90"):
        ptx_texts(data, gpu("a100"))


@pytest.mark.skipif(shutil.which("g++") is None, reason="apt install g++, which nvcc calls")
def test_a_program_for_this_machines_gpu_has_its_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only its architecture has is there on a real GPU, too; `native` leaves it out."""
    nvcc = tmp_path / "nvcc"
    nvcc.write_text('#!/bin/sh\necho "error: $*" >&2\nexit 1\n')
    nvcc.chmod(0o755)
    monkeypatch.setattr(toolkit, "real_nvcc", lambda: nvcc)
    with pytest.raises(CompileError, match="-lcuda -arch=sm_100a -lineinfo"):
        toolkit.built(str(tmp_path / "k.cu"), "sm_100a")


@pytest.mark.skipif(shutil.which("g++") is None, reason="apt install g++, which nvcc calls")
def test_a_program_links_where_another_driver_is_found_first(tmp_path: Path) -> None:
    """LD_LIBRARY_PATH names NVIDIA's driver on a machine with a GPU."""
    (tmp_path / "other.c").write_text("int cuInit(unsigned flags) { return 0; }\n")
    (tmp_path / "main.cpp").write_text(
        "#include <cuda_runtime.h>\nint main() { return cudaDeviceSynchronize(); }\n"
    )
    words = "-shared -fPIC -Wl,-soname,libcuda.so.1 other.c -o libcuda.so.1"
    subprocess.run(["g++", *words.split()], cwd=tmp_path, check=True)
    nvcc = Path(kernelscope("toolkit").stdout.strip()) / "bin" / "nvcc"
    linked = subprocess.run(
        [str(nvcc), "main.cpp", "-o", "main"],
        cwd=tmp_path,
        env=os.environ | {"LD_LIBRARY_PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (linked.returncode, linked.stderr) == (0, "")


CMAKE = """\
cmake_minimum_required(VERSION 3.20)
project(seven LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_executable(seven seven.cu)
target_link_libraries(seven PRIVATE CUDA::cudart CUDA::cuda_driver CUDA::nvrtc)
set_target_properties(seven PROPERTIES CUDA_ARCHITECTURES 90 CUDA_SEPARABLE_COMPILATION ON)
"""
SEVEN = """\
#include <cuda.h>
__global__ void seven(int *x) { *x = 7; }
int main() {
  int *device, found, version;
  cuDriverGetVersion(&version);
  cudaMalloc(&device, sizeof found);
  seven<<<1, 1>>>(device);
  cudaMemcpy(&found, device, sizeof found, cudaMemcpyDeviceToHost);
  return found;
}
"""


@pytest.mark.skipif(shutil.which("cmake") is None, reason="pip install cmake")
@pytest.mark.skipif(shutil.which("g++") is None, reason="apt install g++, which nvcc calls")
def test_cmake_finds_the_toolkit(tmp_path: Path) -> None:
    """A project for CUDA is configured and built as it is: `nvcc -v` says where its runtime is."""
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    (tmp_path / "seven.cu").write_text(SEVEN)
    for words in (["cmake", "-S", ".", "-B", "made"], ["make", "-C", "made"]):
        made = kernelscope("run", *words, folder=tmp_path)
        assert made.returncode == 0, made.stdout + made.stderr
    assert kernelscope("run", "made/seven", folder=tmp_path).returncode == 7


def test_the_driver_has_each_function_under_the_name_that_the_header_gives_it() -> None:
    """`cuTexRefSetAddress` is `cuTexRefSetAddress_v2` to a linker, also if nothing is behind it."""
    header = (Path(include_paths()[0]) / "cuda.h").read_text()
    renamed = re.findall(r"^#define cu\w+ +(cu\w+_v\d+)$", header, re.MULTILINE)
    with (libraries() / "libcuda.so.1").open("rb") as file:
        table = ELFFile(file).get_section_by_name(".dynsym")
        assert isinstance(table, SymbolTableSection)
        names = {symbol.name for symbol in table.iter_symbols()}
    assert len(renamed) > 40
    assert not set(renamed) - names
