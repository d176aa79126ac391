"""Device functions of CUDA C++ that call themselves: compiled and interpreted, as C++ says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError
from kernelscope.frontends.cuda.nvrtc import compile_kernel
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.schedule import schedule

Array = np.ndarray[Any, Any]
LANES = 64
HEAD = """
extern "C" __global__ void k(const int* in, int* out) {
    int t = threadIdx.x, x = in[t];
"""
X = np.random.default_rng(5).integers(0, 1000, LANES).astype(np.int32)


def ptx(functions: str, body: str) -> str:
    return compile_kernel(functions + HEAD + body + "}", "k", "sm_90").ptx


def outcome(functions: str, body: str, order: str = "turns") -> Array:
    """The result of compiled code, which is checked to be the interpreter's."""
    text = ptx(functions, body)
    kernel = vgpu.load_ptx(text).kernel("k")
    results: list[Array] = []
    for run in (kernel.launch, _interpreted(kernel.lowered())):
        out = np.zeros(LANES, np.int32)
        run((1, 1, 1), (LANES, 1, 1), [X.copy(), out], schedule=schedule(order))
        results.append(out)
    np.testing.assert_array_equal(results[0], results[1])
    return results[0]


def _interpreted(function: Any) -> Callable[..., object]:
    return lambda *args, **options: interpreter.launch(function, *args, **options)


FIBONACCI = """
__device__ int fib(int n);
__device__ int (*again)(int) = fib;
__noinline__ __device__ int fib(int n) { return n < 2 ? n : THROUGH(n - 1) + fib(n - 2); }
"""
NUMBERS = np.array([0, 1, 1, 2, 3, 5, 8, 13])


@pytest.mark.parametrize("order", ["turns", "interleaved", "random:1"])
@pytest.mark.parametrize("through", ["fib", "again"])
def test_each_lane_has_its_own_depth(through: str, order: str) -> None:
    """Also through a pointer, and under every schedule."""
    functions = FIBONACCI.replace("THROUGH", through)
    result = outcome(functions, "out[t] = fib(x & 7) * 100 + fib(t & 3);", order)
    np.testing.assert_array_equal(result, NUMBERS[X & 7] * 100 + NUMBERS[np.arange(LANES) & 3])


def test_a_result_is_an_argument_of_the_next_call() -> None:
    """Ackermann's function: the depth is not known from any argument."""
    functions = """
    __noinline__ __device__ int ack(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
    }
    """
    result = outcome(functions, "out[t] = ack(x & 1, x & 7) + ack(2, t & 3);")
    first = np.where(X & 1, (X & 7) + 2, (X & 7) + 1)
    np.testing.assert_array_equal(result, first + 2 * (np.arange(LANES) & 3) + 3)


def test_arguments_change_places() -> None:
    """f(a, b) calls f(b, a): both are read before one is written."""
    functions = """
    __noinline__ __device__ int f(int n, int a, int b) {
        if (n == 0) return 3 * a - b;
        int r = f(n - 1, b, a);
        return r + (n & 1 ? a : b);
    }
    """
    result = outcome(functions, "out[t] = f(t % 5, x, 2 * x + 1);")

    def f(n: int, a: int, b: int) -> int:
        return 3 * a - b if n == 0 else f(n - 1, b, a) + (a if n & 1 else b)

    np.testing.assert_array_equal(result, [f(t % 5, x, 2 * x + 1) for t, x in enumerate(X)])


def test_an_array_of_each_call_is_its_own() -> None:
    """Its address goes into the next call, which reads the caller's and writes its own."""
    functions = """
    __noinline__ __device__ int sums(int n, int* above, int x) {
        int own[5];
        for (int i = 0; i < 5; i++) own[(i + x) % 5] = above[i] + n * i;
        if (n > 0) { int r = sums(n - 1, own, x + 1); own[0] += r; }
        int total = 0;
        for (int i = 0; i < 5; i++) total = total * 3 + own[i] + above[(i + n) % 5];
        return total;
    }
    """
    body = "int a[5]; for (int i = 0; i < 5; i++) a[i] = x + i; out[t] = sums(t & 3, a, x);"
    result = outcome(functions, body)

    def sums(n: int, above: list[int], x: int) -> int:
        own = [0] * 5
        for i in range(5):
            own[(i + x) % 5] = above[i] + n * i
        if n > 0:
            own[0] += sums(n - 1, own, x + 1)
        total = 0
        for i in range(5):
            total = total * 3 + own[i] + above[(i + n) % 5]
        return total

    expected = [sums(t & 3, [x + i for i in range(5)], x) for t, x in enumerate(X.tolist())]
    np.testing.assert_array_equal(result, np.array(expected).astype(np.int32))


def test_structs_doubles_and_conditions_outlive_a_call() -> None:
    """Values of 8 to 64 bits and a predicate are needed after it."""
    functions = """
    struct S { double d; short h[3]; char c; };
    __noinline__ __device__ S down(S s, long long k, bool odd, float f) {
        if (s.c == 0) { s.d += k; return s; }
        S next = s; next.c--; next.h[s.c % 3] += 1; next.d *= 0.5;
        S r = down(next, k * 3 + 1, !odd, f + 1);
        r.d += odd ? s.d : -s.d; r.h[0] += s.h[1] + (short)f; r.h[2] += (short)(k & 7);
        return r;
    }
    """
    body = """S s; s.d = x; s.c = t & 7; s.h[0] = x; s.h[1] = t; s.h[2] = 1;
    S r = down(s, x, t & 1, 0.5f); out[t] = (int)(r.d * 64) + 7 * r.h[0] + 11 * r.h[2] + r.c;"""
    result = outcome(functions, body)

    def short(value: int) -> int:
        return (value + 2**15) % 2**16 - 2**15

    def down(d: float, h: list[int], c: int, k: int, odd: bool, f: float) -> Any:
        if c == 0:
            return d + k, h, c
        inner = [*h]
        inner[c % 3] = short(inner[c % 3] + 1)
        rd, rh, rc = down(d * 0.5, inner, c - 1, k * 3 + 1, not odd, f + 1)
        rh = [short(rh[0] + h[1] + int(f)), rh[1], short(rh[2] + (k & 7))]
        return rd + (d if odd else -d), rh, rc

    expected: list[int] = []
    for t, x in enumerate(X.tolist()):
        d, h, c = down(float(x), [x, t, 1], t & 7, x, bool(t & 1), 0.5)
        expected.append(int(d * 64) + 7 * h[0] + 11 * h[2] + c)
    np.testing.assert_array_equal(result, np.array(expected).astype(np.int32))


def test_functions_call_each_other() -> None:
    """A circle of three, entered at each of them, and a helper that one of them calls."""
    functions = """
    __device__ int a(int n); __device__ int b(int n); __device__ int c(int n);
    __noinline__ __device__ int helper(int n) { return n * n + 1; }
    __noinline__ __device__ int a(int n) { return n <= 0 ? 1 : b(n - 1) * 2 + n; }
    __noinline__ __device__ int b(int n) { return n <= 0 ? 2 : c(n - 2) + helper(n); }
    __noinline__ __device__ int c(int n) { return n <= 0 ? 3 : a(n - 1) - helper(n) + b(n - 3); }
    """
    body = "out[t] = t % 3 == 0 ? a(x & 15) : t % 3 == 1 ? b(x & 15) : c(x & 15);"
    result = outcome(functions, body)

    def a(n: int) -> int:
        return 1 if n <= 0 else b(n - 1) * 2 + n

    def b(n: int) -> int:
        return 2 if n <= 0 else c(n - 2) + n * n + 1

    def c(n: int) -> int:
        return 3 if n <= 0 else a(n - 1) - (n * n + 1) + b(n - 3)

    expected = [(a, b, c)[t % 3](x & 15) for t, x in enumerate(X.tolist())]
    np.testing.assert_array_equal(result, expected)


def test_virtual_functions_walk_a_tree() -> None:
    """Each node calls its children through its table of functions."""
    functions = """
    struct Node { virtual __device__ int value() const = 0; };
    struct Leaf : Node { int n; __device__ Leaf(int n) : n(n) {}
        __device__ int value() const override { return n; } };
    struct Sum : Node { const Node *l, *r;
        __device__ Sum(const Node* l, const Node* r) : l(l), r(r) {}
        __device__ int value() const override { return l->value() + r->value(); } };
    struct Minus : Node { const Node* of; __device__ Minus(const Node* of) : of(of) {}
        __device__ int value() const override { return -of->value(); } };
    """
    body = """Leaf a(x), b(t), c(7); Sum ab(&a, &b); Minus m(&ab), n(&m); Sum all(&m, &c);
    const Node* root = t & 1 ? (const Node*)&all : (const Node*)&n; out[t] = root->value();"""
    result = outcome(functions, body)
    t = np.arange(LANES)
    np.testing.assert_array_equal(result, np.where(t & 1, 7 - (X + t), X + t))


def test_lanes_end_and_wait_in_a_recursive_function() -> None:
    """Some end at depth 2; the others meet at a barrier of the block at depth 4."""
    functions = """
    __shared__ int total;
    __noinline__ __device__ int down(int n, int t) {
        if (n == 2 && t % 3 == 0) asm volatile("exit;");
        if (n == 4) { atomicAdd(&total, t); asm volatile("barrier.sync 0;"); return total; }
        return down(n + 1, t) + n;
    }
    """
    body = """if (t == 0) total = 0; __syncthreads(); out[t] = down(t % 2, t);"""
    t = np.arange(LANES)
    stays = t % 3 != 0
    rest = np.where(t % 2, 1 + 2 + 3, 0 + 1 + 2 + 3)
    np.testing.assert_array_equal(outcome(functions, body), stays * (t[stays].sum() + rest))


def test_recursion_without_an_end_is_an_error_with_its_line() -> None:
    """The lane's stack has 8 KiB; what comes after it is a fault at the call."""
    functions = "__noinline__ __device__ int f(int n) { return f(n + 1) * n + 1; }\n"
    text = ptx(functions, "out[t] = x < 0 ? 0 : f(x);")
    kernel = vgpu.load_ptx(text).kernel("k")
    arguments = [X.copy(), np.zeros(LANES, np.int32)]
    with pytest.raises(MemoryAccessError, match=r"stack of 8192 bytes.*ptx:\d+:\d+") as found:
        kernel.launch(1, LANES, arguments)
    line = int(str(found.value).partition("ptx:")[2].partition(":")[0])
    assert text.splitlines()[line - 1].lstrip().startswith("call")
    with pytest.raises(MemoryAccessError, match="local memory"):
        interpreter.launch(kernel.lowered(), (1, 1, 1), (LANES, 1, 1), arguments)
