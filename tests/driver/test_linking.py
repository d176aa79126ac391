"""Relocatable device code: PTX that is linked, by the program or by a build."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

import pytest

from cuda_program import NEEDED, kernelscope
from kernelscope import vgpu
from kernelscope.driver.linking import linked, undefined
from kernelscope.errors import PtxError

HEAD = ".version 7.8\n.target sm_80\n.address_size 64\n"
DEFINES = ".{} .global .align 4 .u32 x = {};\n.visible .entry k{}() {{ ret; }}\n"

# Each of the files has a `twice` and a `table` of its own; main.cu calls what the others define.
PROJECT = {
    "main.cu": """#include <cstdio>
static __device__ int table[2] = {1, 2};
static __device__ __noinline__ int twice(int x) { return 2 * x; }
extern __device__ int shared_by_all;
__device__ int of_a(int);
__device__ int of_b(int);
__global__ void k(int *out) {
    shared_by_all += table[1];
    out[0] = of_a(twice(10)), out[1] = of_b(twice(10)), out[2] = shared_by_all;
}
void second(int *out);
int main() {
    int *out;
    cudaMallocManaged(&out, 16);
    k<<<1, 1>>>(out);
    second(out);
    printf("%d, %d %d %d %d\\n", cudaDeviceSynchronize(), out[0], out[1], out[2], out[3]);
}
""",
    "a.cu": """static __device__ int table[2] = {100, 200};
__device__ int shared_by_all = 1000;
static __device__ __noinline__ int twice(int x) { return x + table[1]; }
__device__ int of_a(int x) { return twice(x); }
""",
    "b.cu": """#include <cstdio>
extern __device__ int shared_by_all;
static __device__ __noinline__ int twice(int x) { return -x; }
__device__ int of_b(int x) { shared_by_all += 7; return twice(x); }
__global__ void last(int *out) { out[3] = of_b(5) + shared_by_all; }
void second(int *out) { last<<<1, 1>>>(out); }
""",
    "Makefile": """OBJECTS = main.o libparts.a
prog: $(OBJECTS)
\tnvcc -arch=sm_80 -dlink $(OBJECTS) -o linked.o
\tg++ linked.o $(OBJECTS) -L$(CUDA_HOME)/lib64 -lcudart -lcudadevrt -o $@
libparts.a: a.o b.o
\tnvcc -lib $^ -o $@
%.o: %.cu
\tnvcc -arch=sm_80 -dc $< -o $@
test: prog
\t./prog
""",
}


@pytest.mark.parametrize("pair", [("visible", "extern"), ("weak", "visible"), ("weak", "weak")])
def test_a_name_that_both_texts_know_is_one(pair: tuple[str, str]) -> None:
    texts = [
        HEAD
        + DEFINES.format(linkage, 7, number).replace(" = 7" if linkage == "extern" else "_", "")
        for number, linkage in enumerate(pair)
    ]
    module = vgpu.load_ptx(linked(texts))
    module.placed()
    assert module.bytes_of("x").view("u4").tolist() == [7]
    assert set(module.kernels) == {"k0", "k1"}


def test_a_visible_definition_is_taken_and_not_a_weak_one() -> None:
    texts = [HEAD + DEFINES.format("weak", 1, 0), HEAD + DEFINES.format("visible", 2, 1)]
    module = vgpu.load_ptx(linked(texts))
    module.placed()
    assert module.bytes_of("x").view("u4").tolist() == [2]


def test_two_visible_definitions_of_a_name_are_refused() -> None:
    texts = [HEAD + DEFINES.format("visible", 1, n) for n in range(2)]
    with pytest.raises(PtxError, match="`x` is defined in two of the linked files"):
        linked(texts)


def test_what_nothing_defines_is_named() -> None:
    text = HEAD + ".extern .func f ();\n.extern .func g ();\n.extern .shared .b8 s[];\n"
    assert undefined(text + ".visible .func g () { ret; }\n", ()) == ["f"]
    assert undefined(text, ("f",)) == ["g"]


def test_lines_name_the_file_of_each_text() -> None:
    kernel = '.visible .entry {0}() {{\n.loc 1 5 0\nret;\n}}\n.file 1 "{0}.cu"\n'
    text = linked([HEAD + kernel.format(name) for name in "ab"])
    assert re.findall(r'\.file\s+(\d)\s+"(.)', text) == [("1", "a"), ("2", "b")]
    assert re.findall(r"\.loc (\d 5)", text) == ["1 5", "2 5"]


class TestPrograms:
    """Programs whose device code is linked."""

    pytestmark: ClassVar = [*NEEDED, pytest.mark.long("nvcc takes seconds")]

    def test_a_program_links_ptx_when_it_runs(self) -> None:
        ended = kernelscope("run", "linking.cu")
        assert ended.stdout.splitlines() == [
            "create: CUDA_SUCCESS",
            "add: CUDA_SUCCESS",
            "alone: CUDA_ERROR_UNKNOWN",
            "error   : Undefined reference to 'of_other'",
            "destroy: CUDA_SUCCESS",
            "malformed: CUDA_ERROR_INVALID_PTX",
            "log begins with error: 1",
            "file: CUDA_ERROR_FILE_NOT_FOUND",
            "both: CUDA_SUCCESS",
            "load: CUDA_SUCCESS",
            "function: CUDA_SUCCESS",
            "launch: CUDA_SUCCESS",
            "sum 105",
            "shared 3 of 4 bytes",
        ], ended.stderr

    def test_a_build_links_files_and_a_library_of_device_code(self, tmp_path: Path) -> None:
        for name, text in PROJECT.items():
            (tmp_path / name).write_text(text)
        ended = kernelscope("run", "make", "test", folder=tmp_path)
        # of_a(20) = 20 + 200; of_b(20) = -20; 1000 + 2 + 7; of_b(5) = -5 adds 7 to the variable.
        assert ended.stdout.splitlines()[-1] == "0, 220 -20 1009 1011", ended.stderr

    def test_a_kernel_that_asks_for_the_devices_limits_is_refused_by_name(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "nested.cu").write_text(
            "#include <cstdio>\n__device__ size_t size;\n"
            "__global__ void parent() { cudaDeviceGetLimit(&size, cudaLimitStackSize); }\n"
            "int main() { parent<<<1, 1>>>(); puts(cudaGetErrorName(cudaGetLastError())); }\n"
        )
        (tmp_path / "Makefile").write_text(
            "test:\n\tnvcc -rdc=true nested.cu -o nested\n\t./nested\n"
        )
        ended = kernelscope("run", "make", "test", folder=tmp_path)
        assert ended.stdout.splitlines()[-1] == "cudaErrorNotSupported"
        assert "kernel parent(): it calls __cudaCDP2DeviceGetLimit" in ended.stderr
