"""Device functions of CUDA C++ that are not inlined by its compiler: calls, pointers, the heap."""

from __future__ import annotations

import numpy as np
import pytest

import kernelscope as ks
from kernelscope import vgpu
from kernelscope.errors import LaunchError
from kernelscope.frontends.cuda.nvrtc import compile_kernel

HEAD = """
extern "C" __global__ void k(const int* in, int* out) {
    int t = threadIdx.x, x = in[t], y = in[t + 64];
"""
X = np.random.default_rng(3).integers(-1000, 1000, 128).astype(np.int32)
A, B = X[:64].astype(np.int64), X[64:].astype(np.int64)


def outcome(functions: str, body: str) -> np.ndarray:
    out = np.zeros(64, np.int32)
    with ks.virtual_gpu("h200"):
        ks.cuda_kernel(functions + HEAD + body + "}", "k")[1, 64](X, out)
    return out


def test_structs_are_passed_and_returned_by_value():
    functions = """
    struct S { int a; short b[5]; double d; };
    __noinline__ __device__ S make(int x, int y) {
        S s; s.a = x; s.d = x * 0.5;
        for (int i = 0; i < 5; i++) s.b[i] = (short)(y + i);
        return s;
    }
    __noinline__ __device__ S twice(S s) { s.a *= 2; s.d *= 2; return s; }
    """
    body = "S s = twice(make(x, y)); out[t] = s.a + 3 * s.b[4] + (int)s.d;"
    np.testing.assert_array_equal(outcome(functions, body), 2 * A + 3 * (B + 4) + A)


def test_narrow_arguments_keep_their_sign():
    functions = """
    __noinline__ __device__ float mixed(int a, double d, short s, char c, unsigned char u, bool b) {
        return a * d + s + 2 * c + 4 * u + 8 * b;
    }
    """
    body = "out[t] = (int)mixed(x, 2, (short)y, (char)y, (unsigned char)y, y > 0);"
    narrow = B.astype(np.int8).astype(np.int64), B.astype(np.uint8).astype(np.int64)
    expected = 2 * A + B + 2 * narrow[0] + 4 * narrow[1] + 8 * (B > 0)
    np.testing.assert_array_equal(outcome(functions, body), expected)


def test_a_union_is_read_in_other_pieces_than_it_was_written_in():
    functions = """
    struct Halves { unsigned short h[2]; };
    struct Word { unsigned w; };
    __noinline__ __device__ Halves split(Word a) {
        Halves r; r.h[0] = a.w >> 16; r.h[1] = a.w; return r;
    }
    __noinline__ __device__ unsigned joined(int x, int y) {
        Halves h; h.h[0] = x; h.h[1] = y;
        Word w; memcpy(&w, &h, 4);
        h = split(w);
        memcpy(&w, &h, 4);
        return w.w;
    }
    """
    low, high = A & 0xFFFF, B & 0xFFFF
    expected = (high | low << 16).astype(np.uint32).view(np.int32)
    np.testing.assert_array_equal(outcome(functions, "out[t] = joined(x, y);"), expected)


def test_virtual_functions_are_found_through_their_tables():
    functions = """
    struct Shape { __device__ virtual int area(int) const = 0; };
    struct Square : Shape {
        int side; __device__ Square(int s) : side(s) {}
        __device__ int area(int scale) const override { return side * side * scale; }
    };
    struct Strip : Shape {
        int length; __device__ Strip(int l) : length(l) {}
        __device__ int area(int scale) const override { return length + scale; }
    };
    """
    body = """
    Square square(x); Strip strip(x);
    const Shape* shape = (x & 1) ? (const Shape*)&square : (const Shape*)&strip;
    out[t] = shape->area(y);
    """
    np.testing.assert_array_equal(outcome(functions, body), np.where(A & 1, A * A * B, A + B))


def test_functions_are_called_through_a_table_of_pointers():
    functions = """
    __noinline__ __device__ int plus(int a, int b) { return a + b; }
    __noinline__ __device__ int times(int a, int b) { return a * b; }
    __noinline__ __device__ int third(int a, int b) { return a > b ? 7 : -7; }
    __device__ int (*table[3])(int, int) = {plus, times, third};
    """
    expected = np.choose(A % 3 + 3 * (A % 3 < 0), [A + B, A * B, np.where(A > B, 7, -7)])
    body = "out[t] = table[((x % 3) + 3) % 3](x, y);"
    np.testing.assert_array_equal(outcome(functions, body), expected)


LIST = """
struct Node { int value; Node* next; };
"""
BUILD = """
Node* head = nullptr;
for (int i = 0; i < (x & 7); i++) {
    Node* node = new Node; node->value = y + i; node->next = head; head = node;
}
int total = 0;
while (head) { total = 3 * total + head->value; Node* next = head->next; delete head; head = next; }
out[t] = total;
"""


def test_each_thread_builds_a_list_on_the_heap_and_frees_it():
    expected = []
    for x, y in zip(A, B, strict=True):
        total = 0
        for i in reversed(range(x & 7)):
            total = 3 * total + y + i
        expected.append(total)
    np.testing.assert_array_equal(outcome(LIST, BUILD), expected)


def test_what_one_launch_puts_on_the_heap_the_next_one_finds():
    source = """
    __device__ int* kept[64];
    extern "C" __global__ void put(int start) {
        kept[threadIdx.x] = (int*)malloc(8); kept[threadIdx.x][1] = start + threadIdx.x;
    }
    extern "C" __global__ void take(int* out) {
        out[threadIdx.x] = kept[threadIdx.x][1]; free(kept[threadIdx.x]);
    }
    """
    out = np.zeros(64, np.int32)
    module = vgpu.load_ptx(compile_kernel(source, "put", "sm_90a").ptx)
    module.kernel("put")[1, 64](100)
    module.kernel("take")[1, 64](out)
    np.testing.assert_array_equal(out, np.arange(64) + 100)
    with pytest.raises(LaunchError, match=r"free\(0x.*malloc did not return"):
        module.kernel("take")[1, 64](out)


def test_malloc_gives_null_when_the_heap_is_used_up():
    body = """
    char* big = (char*)malloc(5 << 20); char* more = big ? (char*)malloc(5 << 20) : nullptr;
    out[t] = (big != nullptr) + 2 * (more != nullptr);
    free(big);
    """
    # The first lane takes the only five of eight MiB; a warp's lanes ask one after another.
    result = outcome("", body)
    np.testing.assert_array_equal(result, np.arange(64) % 32 == 0)


def test_errors_have_the_name_that_the_source_has():
    source = """
    template <int N> __global__ void shift(const int* x, int* out) {
        out[threadIdx.x] = x[threadIdx.x + N];
    }
    template __global__ void shift<1>(const int*, int*);
    """
    name = "_Z5shiftILi1EEvPKiPi"
    kernel = vgpu.load_ptx(compile_kernel(source, name, "sm_90a").ptx).kernel(name)
    x, out = np.zeros(32, np.int32), np.zeros(32, np.int32)
    with ks.check() as found, pytest.raises(LaunchError, match=r"^`shift<1>`: address"):
        kernel[1, 32](x, out)
    assert "in shift<1>" in str(found)
    with pytest.raises(LaunchError, match=r"^`shift<1>`: block"):
        kernel[1, 2048](x, out)
