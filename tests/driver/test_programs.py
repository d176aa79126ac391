"""Programs that are not Python run unmodified, are checked and profiled."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

import kernelscope as ks
from cuda_program import NEEDED, kernelscope
from kernelscope.driver.libraries import libraries

HERE = Path(__file__).parent
PROJECT = {
    "half.cuh": "#pragma once\n__global__ void halve(float *x);\nvoid launch(float *x);\n",
    "half.cu": '#include "half.cuh"\n'
    "__global__ void halve(float *x) { x[threadIdx.x] *= 0.5f; }\n"
    "void launch(float *x) { halve<<<1, 32>>>(x); }\n",
    "main.cu": '#include "half.cuh"\n#include <cstdio>\n'
    "int main() { float *x, y = 3; cudaMallocManaged(&x, 128); x[5] = y; launch(x);\n"
    'cudaDeviceSynchronize(); printf("half of 3 is %g\\n", x[5]); }\n',
    "Makefile": "prog: main.o half.o\n\tnvcc $^ -o $@ -lcublas\n"
    "%.o: %.cu half.cuh\n\tnvcc -arch=sm_80 -c $< -o $@\n"
    "test: prog\n\t./prog\n",
}

pytestmark = NEEDED


@pytest.mark.long("nvcc takes seconds")
def test_a_program_with_a_main_runs_with_its_arguments_and_exit_code(tmp_path: Path) -> None:
    record = tmp_path / "whole.json"
    ended = kernelscope("run", "--json", str(record), "whole.cu", "first", "second")
    assert ended.stdout.splitlines() == [
        "arguments 2 first",
        "device NVIDIA H200 SXM 141GB, sm_90, 132 SMs",
        "scaled 1 5.5, 2 launches",
        "managed 42, pinned 8",
        "pitch 512, columns 2 3 5 6",
        "events microseconds",
        "occupancy 32, together 256 256",
        "a launch takes microseconds",
    ], ended.stderr
    assert ended.returncode == 3
    result = ks.load(record)
    assert isinstance(result, ks.ScriptResult)
    launches = result.record.launches
    assert len(launches) == 2 + 2 + 1 + 1 + 40 + 100
    lines = (HERE / "whole.cu").read_text().splitlines()
    line = 1 + next(n for n, text in enumerate(lines) if "<double><<<" in text)
    assert launches[1].source == f"{HERE}/whole.cu:{line}"
    assert launches[1].kernel_source == f"{HERE}/whole.cu:18"
    assert launches[1].registers


@pytest.mark.long("nvcc takes seconds")
@pytest.mark.parametrize(("gpu", "terms"), [("h100", 16), ("b200", 16), ("rtx5090", 32)])
def test_a_program_is_compiled_with_what_only_its_gpu_has(gpu: str, terms: int) -> None:
    """The target of nvcc has the letter of the architecture: sm_90a, sm_100a, sm_120a."""
    for command in ("run", "check"):
        ended = kernelscope(command, "--device", f"virtual:{gpu}", "engines.cu")
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert f"{terms} {terms}" in ended.stdout.splitlines()


@pytest.mark.long("nvcc takes seconds")
def test_a_wrong_program_gets_cudas_errors_and_its_line_is_named() -> None:
    ended = kernelscope("run", "faults.cu")
    assert ended.stdout.splitlines() == [
        "block: cudaErrorInvalidConfiguration",
        "shared: cudaErrorInvalidValue",
        "direction: cudaErrorInvalidValue",
        "beyond: cudaErrorInvalidValue",
        "free: cudaErrorInvalidValue",
        "graph: cudaErrorNotSupported",
        "launch: cudaSuccess",
        "overrun: cudaErrorIllegalAddress",
        "after: cudaErrorIllegalAddress",
    ], ended.stderr
    assert ended.stderr.count("a conditional node of a graph is not there on the virtual GPU") == 1
    assert "is outside every argument's memory at" in ended.stderr
    assert "faults.cu:7" in ended.stderr
    checked = kernelscope("check", "faults.cu")
    assert checked.returncode == 1
    assert "memory: out-of-bounds  in fill  once" in checked.stdout
    assert "faults.cu:7" in checked.stdout
    assert "compare the index with the buffer's size" in checked.stdout  # C++ has no tensors


@pytest.mark.long("nvcc takes seconds")
def test_a_host_that_reads_the_gpus_memory_is_told() -> None:
    ended = kernelscope("run", "faults.cu", "host")
    assert ended.returncode == 128 + 11
    assert "graph: cudaErrorNotSupported" in ended.stdout
    assert "the host reads or writes memory of the GPU, at 0x0000800" in ended.stderr
    assert ended.stderr.rstrip().endswith("ended by SIGSEGV")


@pytest.mark.long("nvcc takes seconds")
def test_a_program_has_its_memory() -> None:
    ended = kernelscope("run", "memory.cu")
    assert ended.stdout.splitlines() == [
        "5000 allocations have 5000 addresses, 0 of them are wrong",
        "freed memory is given again",
        "managed variables 5 2, then 17 4, then 4 by 2 pointers, 1",
        "prefetch: cudaErrorInvalidDevice, cudaErrorInvalidValue, cudaErrorInvalidValue",
        (
            "registered: again cudaErrorHostMemoryAlreadyRegistered, one pointer 1, wrong 0 0, "
            "copied 0, set 0 11, then 7 5000, type 1 1, twice cudaErrorHostMemoryNotRegistered"
        ),
        "flags 1, freed as the GPU's: cudaErrorInvalidValue",
        "pool: 1024 KiB, at most 4096, keeps all 1, then 0; the standard one cudaErrorInvalidValue",
        (
            "box 34, taken 1024 MiB, symbol of 32 bytes: 0 34, beyond cudaErrorInvalidValue, "
            "too much cudaErrorMemoryAllocation"
        ),
        (
            "peer 3030303, cudaErrorInvalidDevice, cudaErrorInvalidDevice, itself 0, "
            "cudaErrorInvalidDevice, cudaErrorInvalidDevice, cudaErrorInvalidDevice"
        ),
        "other processes: cudaErrorNotSupported",
        "memory of the host: cudaErrorIllegalAddress",
    ], ended.stderr
    assert ended.stderr.count("cudaIpcGetMemHandle is not there on the virtual GPU") == 1
    assert "it is the host's (malloc or new): a kernel can access memory of" in ended.stderr


@pytest.mark.long("nvcc takes seconds")
def test_arrays_textures_and_surfaces_are_those_of_the_programming_guide() -> None:
    ended = kernelscope("run", "textures.cu")
    assert ended.stdout.splitlines() == [
        "point: 0 0 10 20 30 30",
        "border: 7 0 10 20 30 7",
        "linear: 0 5 10 15",
        "fraction of 8 bits: 0 2.5",
        "wrap: 30 0 10 20 30 0",
        "mirror: 0 0 10 20 30 30",
        "wrap of texels is clamp: 0 0 10 20 30 30",
        "plane: 3 3.5 4",
        "level: 2",
        "gather: 4 5 2 1",
        "described: 1 1",
        "surface: 11 12 0",
        "back: 1 2 11 12",
        "a texture sees what a surface wrote: 10 11 12",
        "volume: 3 3.5 4",
        "part: 5 7",
        "between arrays: 1 10 11",
        "layers: 1 3 5 5 2 6 10",
        "cube: 1.5 5.5 9.5 13.5 17.5 21.5",
        "array: 2 2 6, 32 bits, flags 4",
        "fractions: 1 0.8 0.2 0",
        "fetch: 5 6 7 8 0",
        "pitch: 4 5 6",
        "filter of linear memory: cudaSuccess",
        "filter of integers: cudaErrorInvalidValue",
        "surface: cudaErrorInvalidValue",
        "three channels: cudaErrorInvalidValue",
        "too large: cudaErrorInvalidValue",
        "beyond: cudaErrorInvalidValue",
        "mipmap: cudaErrorNotSupported",
        "a handle of nothing: cudaErrorLaunchFailure",
    ], ended.stderr
    assert "a texture of s32 cannot be filtered" in ended.stderr
    assert "cudaMallocMipmappedArray is not there on the virtual GPU" in ended.stderr
    assert "this handle is not a texture" in ended.stderr


def test_a_program_of_cuda_12s_shared_runtime_finds_its_structures(tmp_path: Path) -> None:
    library = f"-L{libraries()}", "-l:libcudart.so.12"
    words = ["cc", str(HERE / "runtime12.c"), "-o", "prog", *library]
    subprocess.run(words, cwd=tmp_path, check=True)
    ended = kernelscope("run", "./prog", folder=tmp_path)
    assert ended.stdout.splitlines() == [
        "properties 0",
        "NVIDIA H200 SXM 141GB: sm_90, 132 SMs, 1980 MHz, managed 1, clusters 1, no more",
        "version 12080",
        "prefetch 0 0 101, advise 0, synchronized 0: 1010101",
    ], ended.stderr


@pytest.mark.long("nvcc takes seconds")
def test_a_makefile_that_says_nvcc_builds_and_runs(tmp_path: Path) -> None:
    for name, text in PROJECT.items():
        (tmp_path / name).write_text(text)
    ended = kernelscope("run", "make", "test", folder=tmp_path)
    assert ended.stdout.splitlines()[-1] == "half of 3 is 1.5", ended.stderr
    again = kernelscope("profile", "./prog", folder=tmp_path)
    assert re.search(r"^halve\b", again.stdout, re.M)
    assert "torch" not in again.stdout


@pytest.mark.long("nvcc takes seconds")
def test_a_call_of_machine_code_is_named_and_not_supported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a library that has one function of cuBLAS, as it and its header are large."""
    (tmp_path / "include").mkdir()
    (tmp_path / "lib").mkdir()
    (tmp_path / "include" / "cublas_v2.h").write_text('extern "C" int cublasSgemm_v2(int);\n')
    (tmp_path / "real.c").write_text("int cublasSgemm_v2(int n) { return 0; }\n")
    (tmp_path / "prog.cu").write_text(
        "#include <cublas_v2.h>\n#include <cstdio>\n"
        'int main() { printf("%d\\n", cublasSgemm_v2(3)); }\n'
    )
    words = ["cc", "-shared", "real.c", "-o", "lib/libcublas.so.13"]
    subprocess.run(words, cwd=tmp_path, check=True)
    monkeypatch.setenv("CUDA_HOME", str(tmp_path))
    kernelscope("run", "nvcc", "prog.cu", "-o", "prog", "-lcublas", folder=tmp_path)
    ended = kernelscope("run", "./prog", folder=tmp_path)
    assert ended.stdout == "15\n", ended.stderr  # CUBLAS_STATUS_NOT_SUPPORTED
    assert "cublasSgemm_v2 is machine code" in ended.stderr


@pytest.mark.slow
def test_what_does_not_compile_shows_nvccs_first_error(tmp_path: Path) -> None:
    (tmp_path / "bad.cu").write_text("int main() {\n  return nothing;\n}\n")
    ended = kernelscope("run", "bad.cu", folder=tmp_path)
    assert ended.returncode == 2
    assert 'bad.cu:2: error: identifier "nothing" is undefined' in ended.stderr
    assert "Traceback" not in ended.stderr
    (tmp_path / "lacks.cu").write_text("#include <cufftXt.h>\nint main() {}\n")
    ended = kernelscope("run", "lacks.cu", folder=tmp_path)
    assert ended.stderr.endswith("No such file or directory; pip install nvidia-cufft\n")


def test_a_program_of_the_static_runtime_is_refused_before_it_starts(tmp_path: Path) -> None:
    (tmp_path / "old.c").write_text(
        '__attribute__((section(".nv_fatbin"))) int made_by_nvcc = 1;\n'
        '#include <stdio.h>\nint main(void) { puts("it ran"); }\n'
    )
    subprocess.run(["cc", "old.c", "-o", "old"], cwd=tmp_path, check=True)
    ended = kernelscope("run", "./old", folder=tmp_path)
    assert ended.returncode == 2
    assert "it contains NVIDIA's static runtime" in ended.stderr
    assert "it ran" not in ended.stdout


def test_any_other_program_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "three.sh").write_text("#!/bin/sh\necho $1 $#\nexit 3\n")
    os.chmod(tmp_path / "three.sh", 0o755)
    ended = kernelscope("run", "./three.sh", "a", "b", folder=tmp_path)
    assert (ended.stdout, ended.returncode) == ("a 2\n", 3)


def test_a_command_that_is_not_there_is_an_error_of_one_line() -> None:
    ended = kernelscope("run", "no-such-program")
    assert ended.returncode == 2
    assert ended.stderr.startswith("kernelscope: no-such-program is not an operation")
