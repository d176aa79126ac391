"""CUDA C++ files as `nvcc` takes them: with the host's code, and the headers of C and C++."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import kernelscope as ks
from kernelscope.frontends.cuda.host_code import without_host_code

_EXTENSION = r"""
#include <math.h>
#include <torch/extension.h>
#include <c10/cuda/CUDAException.h>

#define KERNEL extern "C" __global__
#define CHECK(x) do { if ((x) != cudaSuccess) { printf("} failed"); } } while (0)

namespace detail {
template <typename T> __device__ T twice(T value) { return value + value; }
unsigned int ceiling(unsigned int a, unsigned int b) { return (a + b - 1) / b; }  // {
}

struct Scale { float by; };

KERNEL void scaled(const float* x, float* y, Scale scale, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = detail::twice(x[i]) * scale.by * (float)M_PI;
}

torch::Tensor scaled_on_gpu(torch::Tensor x) {
    TORCH_CHECK(x.device().is_cuda());
    scaled<<<detail::ceiling(x.numel(), 128), 128>>>(x.data_ptr<float>(), nullptr, {2.f}, 1);
    return x;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("scaled", &scaled_on_gpu); }
"""


def test_a_file_with_its_host_code_runs_its_kernel(tmp_path: Path):
    file = tmp_path / "extension.cu"
    file.write_text(_EXTENSION)
    x, y = torch.randn(300), torch.zeros(300)
    with ks.virtual_gpu("h200"):
        ks.cuda_kernel(file, "scaled")[3, 128](x, y, torch.tensor([1.5]).numpy()[0], 300)
    torch.testing.assert_close(y, x * 2 * 1.5 * torch.pi)


def test_an_error_beside_host_code_keeps_its_place(tmp_path: Path):
    file = tmp_path / "wrong.cu"
    file.write_text(
        "#include <iostream>\nint main() { return 0; }\n__global__ void f() { oops; }\n"
    )
    with (
        ks.virtual_gpu("h200"),
        pytest.raises(ks.CompileError, match=r'wrong\.cu:3:23: error: identifier "oops"'),
    ):
        ks.cuda_kernel(file, "f")[1, 1]()


def test_a_header_that_device_code_needs_is_still_missed():
    of_mine = '#include "of_mine.h"\nint main() {}\n__global__ void f() { mine(); }'
    of_a_library = "#include <library.h>\nint main() {}\n__global__ void f() { theirs(); }"
    with ks.virtual_gpu("h200"):
        with pytest.raises(ks.CompileError, match=r':1:\d+: .*cannot open .*"of_mine\.h"'):
            ks.cuda_kernel(of_mine, "f")[1, 1]()
        with pytest.raises(ks.CompileError, match=r':3:23: .*"theirs".*\(<library\.h> not found\)'):
            ks.cuda_kernel(of_a_library, "f")[1, 1]()


def test_headers_of_c_and_cpp_have_what_device_code_uses():
    source = """
    #include <algorithm>
    #include <cassert>
    #include <cfloat>
    #include <climits>
    #include <cmath>
    #include <cstdint>
    #include <cstdio>
    #include <cuda.h>
    #include <cuda_runtime.h>
    #include <type_traits>
    template <typename T> __global__ void f(T* y, CUtensorMap*) {
        static_assert(std::is_same<T, float>::value, "a float");
        assert(y != nullptr);
        y[0] = std::sqrt(T(2)) + std::max(T(1), T(3));
        y[1] = FLT_MAX;
        y[2] = INT_MAX;
        y[3] = std::isinf(INFINITY) + uint8_t(257) + int64_t(1);
    }"""
    y = torch.zeros(4)
    with ks.virtual_gpu("h200"):
        ks.cuda_kernel(source, "f<float>")[1, 1](y, 0)
    most = torch.finfo(torch.float32).max
    torch.testing.assert_close(y, torch.tensor([2**0.5 + 3, most, 2.0**31, 3.0]))


MIXED = """\
#include <iostream>
#include <math.h>
  # include  <of/a/library.hpp>  // missing
#define KERNEL __global__ \\
  void
#define PLAIN static
// int comment() {
namespace a { namespace b { __device__ float twice(float x) { if (x) { return 2; } return x; } } }
inline namespace c { int host_inside(int n) { return n; } }
extern "C" { __global__ void k1() {} }
struct Options { int size() { return 1; } };
template <class T> struct Box { T get() { return T(); } };
typedef struct { int a; } Typed;
enum Colour { red, green };
KERNEL scale(float* x) { if (x) { x[0] = a::b::twice(x[0]); } }
int table[] = {1, 2};
PLAIN int helper(int n) { return n; }
  int main() { printf("}{"); char c = '}'; /* } */ auto r = R"x(})x"; scale<<<1, 32>>>(nullptr); }
__device__ int after() { return 1; }
"""


def kept(source: str) -> tuple[str, tuple[str, ...]]:
    found = without_host_code(source, lambda name: name == "math.h")
    assert found is not None
    return found.source, found.left_out


def test_only_the_hosts_functions_and_missing_headers_become_blanks():
    """Each keeps its place: no character moves, and no line goes."""
    source, left_out = kept(MIXED)
    assert left_out == ("iostream", "of/a/library.hpp")
    gone = {
        "#include <iostream>",
        "  # include  <of/a/library.hpp>  // missing",
        "int host_inside(int n) { return n; }",
        "PLAIN int helper(int n) { return n; }",
        MIXED.splitlines()[17].strip(),
    }
    wanted = MIXED
    for text in gone:
        wanted = wanted.replace(text, " " * len(text))
    assert source == wanted


def test_a_file_without_host_code_is_left_alone():
    """Its missing headers too: the compiler names them better."""
    assert without_host_code("#include <iostream>\n__global__ void f() {}\n", bool) is None
    assert (
        without_host_code("int table[] = {1};\nstruct S { int f() { return 1; } };", bool) is None
    )


def test_a_function_that_does_not_end_goes_to_the_end_of_the_file():
    """The compiler's error is then about what is before it."""
    source, _ = kept("__global__ void f() {}\nint main() { if (1) {\n")
    assert source == "__global__ void f() {}\n" + " " * 21 + "\n"


def test_functions_that_follow_each_other_all_go():
    """Also two on one line, and one after a declaration."""
    source, _ = kept("int f(); int g() { return f(); } int h() {}\n__global__ void k() {}")
    assert source == "int f(); " + " " * 34 + "\n__global__ void k() {}"


def test_variables_of_the_host_go_as_well() -> None:
    """Texts and tables that only `main` uses; a constant that the kernel uses stays."""
    source = """
const char* title = "scale; {";
const char* names[] = {
    "one",
    nullptr};
const int FACTOR = 3;
static float* held = nullptr;
__global__ void scale(float* x) { x[threadIdx.x] *= FACTOR; }
int main() { return title[0] + (int)sizeof(names) + (held != nullptr); }
"""
    x = np.ones(4, np.float32)
    ks.cuda_kernel(source, "scale")[1, 4](x)
    assert x.tolist() == [3, 3, 3, 3]


_GRAPH = """\
#include <iostream>
#include <fstream>
using namespace std;
struct Graph { int nodes; };
Graph read(const char* name) { ifstream file(name); Graph g; file >> g.nodes; return g; }
const char* title = "graphs";
int check(int* found, int n);
__device__ int twice(int x) { return 2 * x; }
int main() { cout << title << read("graph").nodes; }
"""


def _with_graph(folder: Path, header: str, kernel: str) -> Path:
    (folder / "graph.cuh").write_text(header)
    path = folder / "doubled.cu"
    path.write_text(f'#include "graph.cuh"\n{kernel}\nint check(int* x, int n) {{ return *x; }}\n')
    return path


def test_headers_of_the_user_lose_their_host_code_too(tmp_path: Path) -> None:
    """As in suites of graph programs, whose header has the program's `main`."""
    path = _with_graph(tmp_path, _GRAPH, "__global__ void doubled(int* x) { *x = twice(*x); }")
    x = torch.tensor([3], dtype=torch.int32)
    with ks.virtual_gpu("h200"):
        ks.cuda_kernel(path, "doubled")[1, 1](x)
    assert int(x) == 6


def test_a_fault_in_a_header_without_its_host_code_has_the_headers_line(tmp_path: Path) -> None:
    header = _GRAPH.replace(
        "twice(int x) { return 2 * x; }", "twice(int* x) { return x[1 << 20]; }"
    )
    path = _with_graph(tmp_path, header, "__global__ void doubled(int* x) { *x = twice(x); }")
    with ks.virtual_gpu("h200"), pytest.raises(ks.LaunchError, match=r"graph\.cuh:8 "):
        ks.cuda_kernel(path, "doubled")[1, 1](torch.zeros(1, dtype=torch.int32))


def test_an_error_in_a_header_is_at_the_headers_line(tmp_path: Path) -> None:
    path = _with_graph(tmp_path, _GRAPH.replace("2 * x", "oops * x"), "__global__ void f() {}")
    with (
        ks.virtual_gpu("h200"),
        pytest.raises(ks.CompileError, match=r'graph\.cuh:8(:\d+)?: error: identifier "oops"'),
    ):
        ks.cuda_kernel(path, "f")[1, 1]()
