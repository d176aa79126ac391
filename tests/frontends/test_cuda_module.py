"""A source as one module: its kernels share its variables, which Python reads and sets."""

from __future__ import annotations

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.frontends.cuda.module import CudaModule

SOURCE = r"""
__device__ int counter = 7;
__constant__ float table[4];
static __device__ double grid[2][3];
namespace ns { __device__ float4 corner; namespace { __device__ short hidden[3]; } }
struct Pair { float x; int n; };
__constant__ Pair pairs[2];
__device__ float* place = nullptr;
template <class T> __device__ T total;

extern "C" __global__ void add(int n) {
  static __device__ int calls;
  calls += 1;
  counter += n;
  grid[1][2] = pairs[1].x + ns::hidden[1];
}
__global__ void scale(float* y) {
  int i = threadIdx.x;
  y[i] = table[i] * counter + ns::corner.w;
  if (i == 0) grid[0][0] += 1;
}
__global__ void follow() { place[threadIdx.x] = 2.0f; }
template <class T> __global__ void sum(T value) { total<T> += value; }
"""


@pytest.fixture
def module() -> CudaModule:
    return ks.cuda_module(SOURCE, instances=("sum<float>",))


def test_kernels_share_a_variable_and_keep_it_between_launches(module: CudaModule) -> None:
    """`add` writes the counter that `scale` multiplies by."""
    module.variable("table").set([1, 2, 3, 4])
    module.kernel("add")[1, 1](3)
    module.kernel("add")[1, 1](10)
    y = np.zeros(4, np.float32)
    module.kernel("scale")[1, 4](y)
    assert y.tolist() == [20, 40, 60, 80]
    assert module.variable("counter").get() == 20
    assert module.variable("add::calls").get().view(np.int32) == 2


def test_a_variable_has_its_first_value_before_a_launch_and_that_of_python_after(
    module: CudaModule,
) -> None:
    """`int counter = 7` is 7; what Python sets is what a kernel reads."""
    counter = module.variable("counter")
    assert (counter.get(), counter.shape, counter.dtype) == (7, (), np.int32)
    counter.set(100)
    module.kernel("add")[1, 1](1)
    assert counter.get() == 101


def test_names_shapes_and_types_are_those_of_cpp(module: CudaModule) -> None:
    """Namespaces, vectors, arrays of arrays, structs as bytes, pointers and instances."""
    found = {name: module.variable(name) for name in module.variables}
    assert {name: (v.shape, str(v.dtype)) for name, v in found.items()} == {
        "counter": ((), "int32"),
        "table": ((4,), "float32"),
        "grid": ((2, 3), "float64"),
        "ns::corner": ((4,), "float32"),
        "ns::hidden": ((3,), "int16"),
        "pairs": ((2, 8), "uint8"),
        "place": ((), "uint64"),
        "total<float>": ((), "float32"),
        "add::calls": ((4,), "uint8"),
    }
    found["ns::hidden"].set([0, 5, 0])
    pairs = np.zeros(2, np.dtype([("x", "f4"), ("n", "i4")]))
    pairs["x"][1] = 0.5
    found["pairs"].set(pairs.view(np.uint8).reshape(2, 8))
    module.kernel("add")[1, 1](0)
    assert found["grid"].get()[1].tolist() == [0, 0, 5.5]


def test_a_variable_is_an_argument() -> None:
    """A kernel takes it as a pointer to its memory, and may keep that in another variable."""
    pointed = ks.cuda_module(
        "__device__ float box[4]; __device__ float* place;"
        'extern "C" __global__ void aim(float* to) { place = to; }'
        'extern "C" __global__ void fill() { place[threadIdx.x] = 2.0f; }'
    )
    pointed.kernel("aim")[1, 1](pointed.variable("box"))
    pointed.kernel("fill")[1, 4]()
    assert pointed.variable("box").get().tolist() == [2, 2, 2, 2]


def test_a_pointer_in_an_initial_value_is_kept_once_a_kernel_changed_it() -> None:
    """The address is set once, not at every launch."""
    module = ks.cuda_module(
        "__device__ int a = 1; __device__ int b = 2; __device__ int* at = &a;"
        'extern "C" __global__ void move() { at = &b; }'
        'extern "C" __global__ void read(int* y) { *y = *at; }'
    )
    y = np.zeros(1, np.int32)
    module.kernel("read")[1, 1](y)
    assert y[0] == 1
    module.kernel("move")[1, 1]()
    module.kernel("read")[1, 1](y)
    assert y[0] == 2


def test_each_gpu_and_each_module_has_its_own_variables(module: CudaModule) -> None:
    """As on CUDA: a module that is loaded twice has its variables twice."""
    other = ks.cuda_module(SOURCE)
    other.variable("counter").set(1)
    assert module.variable("counter").get() == 7
    with ks.virtual_gpu("a100"):
        assert module.variable("counter").get() == 7
        module.variable("counter").set(5)
    assert module.variable("counter").get() == 7


def test_an_instance_of_a_template_has_its_variable(module: CudaModule) -> None:
    """`total<float>` is another variable than `total<int>`, which the module does not have."""
    module.kernel("sum<float>")[1, 1](1.5)
    module.kernel("sum<float>")[1, 1](1.5)
    assert module.variable("total<float>").get() == 3
    with pytest.raises(ks.UsageError, match=r"no instance _Z3sumIiEvT_; name it: cuda_module"):
        module.kernel("sum<int>")


def test_an_unknown_name_lists_what_there_is(module: CudaModule) -> None:
    """One line for a variable, one for a kernel."""
    with pytest.raises(ks.UsageError, match=r"has no variable 'tabel'; it has .*counter, table"):
        module.variable("tabel")
    with pytest.raises(ks.UsageError, match=r"has no kernel 'ad'; it has add, scale, follow, sum"):
        module.kernel("ad")


def test_a_value_that_does_not_fit_is_refused(module: CudaModule) -> None:
    """Another shape, or text."""
    with pytest.raises(ks.LaunchError, match=r"table: float32\[4\]> cannot hold this"):
        module.variable("table").set([1, 2, 3])
    with pytest.raises(ks.LaunchError, match="cannot hold this"):
        module.variable("counter").set("many")
