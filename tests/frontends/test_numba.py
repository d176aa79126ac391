"""Numba's kernels inside a virtual GPU's block, written as for a real one."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import kernelscope as ks

numba: Any = pytest.importorskip("numba")
cuda: Any = pytest.importorskip("numba.cuda")
types: Any = pytest.importorskip("numba.cuda.types")

from kernelscope.errors import UnavailableError  # noqa: E402
from kernelscope.frontends.numba import load_numba  # noqa: E402
from kernelscope.frontends.numba.driver import Memory  # noqa: E402

LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"


@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


@cuda.jit
def square(x, y):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        y[i, j] = x[i, j] * x[i, j]


@cuda.jit
def axpy(alpha, x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] += alpha * x[i]


def test_a_kernel_called_with_numpy_arrays_works_on_them_in_place():
    a, b = np.random.default_rng(0).normal(size=(2, 1000)).astype(np.float32)
    c = np.zeros_like(a)
    with ks.virtual_gpu("h200") as gpu:
        add[4, 256](a, b, c)
    np.testing.assert_array_equal(c, a + b)
    (launch,) = gpu.launches
    assert (launch.kernel, launch.frontend) == ("add", "numba")
    assert (launch.grid, launch.block) == ((4, 1, 1), (256, 1, 1))
    assert launch.counters[LOADS] == 2 * 1000 // 8
    assert launch.source is not None
    assert launch.source.rpartition(":")[0] == __file__
    lines = Path(__file__).read_text().splitlines()
    assert launch.kernel_source == f"{__file__}:{lines.index('def add(a, b, c):')}"


def test_device_arrays_are_copies_until_they_are_copied_back():
    a = np.arange(100, dtype=np.float64)
    with ks.virtual_gpu("h200"):
        there = cuda.to_device(a)
        result = cuda.device_array_like(there)
        a[:] = -1
        add[1, 128](there, there, result)
        cuda.synchronize()
        assert not isinstance(result, np.ndarray)
        assert np.all(a == -1)
        expected = 2 * np.arange(100, dtype=np.float64)
        np.testing.assert_array_equal(result.copy_to_host(), expected)
        into = np.zeros(100)
        result.copy_to_host(into)
        np.testing.assert_array_equal(into, expected)
        np.testing.assert_array_equal(result[10:20].copy_to_host(), expected[10:20])
        empty = cuda.device_array((3, 5), np.int16)
        assert (empty.shape, empty.dtype, empty.nbytes) == ((3, 5), np.int16, 30)


def test_tensors_are_taken_as_arrays():
    a, b, c = torch.randn(3, 200)
    with ks.virtual_gpu("h200"):
        add[1, 256](a, b, c)
    assert torch.equal(c, a + b)


@pytest.mark.parametrize("layout", ["C", "F", "transposed", "sliced", "reversed"])
def test_arrays_of_two_axes_keep_their_strides(layout: str):
    base = np.arange(2 * 35 * 22, dtype=np.float32).reshape(70, 22)
    x = {
        "C": lambda: np.array(base[:35], order="C"),
        "F": lambda: np.asfortranarray(base[:35]),
        "transposed": lambda: base.T,
        "sliced": lambda: base[1::2, 3:20:2],
        "reversed": lambda: base[::-1, ::-1],
    }[layout]()
    y = np.zeros(x.shape, np.float32)
    with ks.virtual_gpu("h200"):
        square[(5, 5), (16, 16)](x, y)
    np.testing.assert_array_equal(y, x * x)


def test_three_axes_and_every_kind_of_scalar_arrive():
    @cuda.jit
    def probe(x, flag, small, wide, half, single, double, pair, value, out):
        i = cuda.grid(1)
        if i == 0:
            out[0] = x[1, 2, 3]
            out[1] = 1.0 if flag else 0.0
            out[2] = small
            out[3] = wide
            out[4] = half
            out[5] = single
            out[6] = double
            out[7] = pair[0] * 100 + pair[1]
            out[8] = value.real
            out[9] = value.imag

    x = np.arange(24, dtype=np.float64).reshape(2, 3, 4)
    out = np.zeros(10)
    scalars = (True, np.int8(-5), 1 << 40, np.float32(0.5), np.float32(0.1), 0.1, (3, 4), 1 - 2j)
    with ks.virtual_gpu("h200"):
        probe[1, 32](x, *scalars, out)
    expected = [23, 1, -5, 2.0**40, 0.5, np.float32(0.1), 0.1, 304, 1, -2]
    np.testing.assert_array_equal(out, expected)


def test_shared_arrays_barriers_and_math_functions_work():
    @cuda.jit
    def reverse_tanh(x, y):
        shared = cuda.shared.array(128, types.float32)
        t = cuda.threadIdx.x
        base = cuda.blockIdx.x * cuda.blockDim.x
        shared[t] = x[base + t]
        cuda.syncthreads()
        y[base + t] = math.tanh(shared[cuda.blockDim.x - 1 - t])

    x = np.random.default_rng(1).normal(size=512).astype(np.float32)
    y = np.zeros_like(x)
    with ks.virtual_gpu("h200"):
        reverse_tanh[4, 128](x, y)
    expected = np.tanh(x.reshape(4, 128)[:, ::-1].astype(np.float64)).ravel()
    np.testing.assert_allclose(y, expected, rtol=1e-5, atol=1e-6)


def test_atomics_in_shared_and_global_memory_count_every_value():
    @cuda.jit
    def histogram(values, bins):
        local = cuda.shared.array(64, types.int32)
        t = cuda.threadIdx.x
        if t < 64:
            local[t] = 0
        cuda.syncthreads()
        for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
            cuda.atomic.add(local, values[i] & 63, 1)
        cuda.syncthreads()
        if t < 64:
            cuda.atomic.add(bins, t, local[t])

    values = (np.arange(5000) * 7919 % 10_007 + 1).astype(np.int32)
    bins = np.zeros(64, np.int32)
    with ks.virtual_gpu("h200"):
        histogram[4, 128](values, bins)
    np.testing.assert_array_equal(bins, np.bincount(values & 63, minlength=64))


def test_dynamic_shared_memory_is_the_fourth_entry_of_the_configuration():
    @cuda.jit
    def rotate(x):
        shared = cuda.shared.array(0, types.float32)
        t = cuda.threadIdx.x
        shared[t] = x[t]
        cuda.syncthreads()
        x[t] = shared[(t + 1) % cuda.blockDim.x]

    x = np.arange(64, dtype=np.float32)
    with ks.virtual_gpu("h200") as gpu:
        rotate[1, 64, 0, 64 * 4](x)
    np.testing.assert_array_equal(x, np.roll(np.arange(64), -1))
    assert gpu.launches[-1].dynamic_shared_bytes == 256


def test_device_functions_are_compiled_in():
    @cuda.jit(device=True)
    def cube(x):
        return x * x * x

    @cuda.jit
    def cubes(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = cube(x[i])

    x = np.arange(10, dtype=np.float32)
    with ks.virtual_gpu("h200"):
        cubes[1, 32](x)
    np.testing.assert_array_equal(x, np.arange(10, dtype=np.float32) ** 3)


def test_a_declared_signature_converts_scalars_and_refuses_other_arguments():
    with ks.virtual_gpu("h200"):

        @cuda.jit("void(float32[:], int32, float32)")
        def scale(x, n, factor):
            i = cuda.grid(1)
            if i < n:
                x[i] *= factor

        x = np.ones(8, np.float32)
        scale[1, 32](x, 4, 2.5)
        with pytest.raises(ks.LaunchError, match="scale takes 3 arguments, got 1"):
            scale[1, 32](x)
        wrong = "scale, argument 0: the kernel was compiled for 1-d float32, but got 1-d float64"
        with pytest.raises(ks.LaunchError, match=wrong):
            scale[1, 32](x.astype(np.float64), 4, 2.5)
    np.testing.assert_array_equal(x, [2.5] * 4 + [1] * 4)


def test_a_kernel_comes_with_its_source_and_the_names_of_its_parameters():
    """The text of the function, its file and line, and a name for each part of an array."""
    a = np.ones(32, np.float32)
    with ks.virtual_gpu("h200") as gpu:
        gpu.capture()
        add[1, 32](a, a, np.zeros_like(a))
    assert gpu.captured is not None
    form = gpu.captured[0].form
    lines = Path(__file__).read_text().splitlines()
    assert form.texts["source"].splitlines()[:2] == ["@cuda.jit", "def add(a, b, c):"]
    assert (form.source_file, form.source_line) == (__file__, lines.index("def add(a, b, c):"))
    assert form.parameters[:5] == ("", "", "a.size", "a.itemsize", "a")
    assert set(form.types) == {"a", "b", "c"}


def test_hints_and_forall_and_events_are_understood():
    a, b = np.ones(300, np.float32), np.full(300, 2.0, np.float32)
    with ks.virtual_gpu("h200"):
        start, end = cuda.event(), cuda.event()
        start.record()
        axpy.forall(300)(np.float32(3), cuda.In(a), cuda.InOut(b))
        end.record()
        end.synchronize()
        assert cuda.event_elapsed_time(start, end) > 0
        with cuda.pinned(a):
            stream = cuda.stream()
            axpy[2, 256, stream](np.float32(1), a, b)
            stream.synchronize()
    np.testing.assert_array_equal(b, np.full(300, 6.0))
    np.testing.assert_array_equal(a, np.ones(300))


def test_code_is_made_for_the_gpu_it_runs_on():
    x = np.ones(32, np.float32)
    seen = []
    for name in ("a100", "h200", "a100"):
        with ks.virtual_gpu(name) as gpu:
            add[1, 32](x, x, x)
            seen.append(cuda.get_current_device().compute_capability)
        assert len(gpu.launches) == 1
    assert seen == [(8, 0), (9, 0), (8, 0)]
    assert x[0] == 8


def test_what_numba_refuses_is_one_line_with_the_kernels_place():
    with (
        ks.virtual_gpu("h200"),
        pytest.raises(ks.CompileError, match=r"Numba refuses add") as caught,
    ):
        add[1, 32]("text", 1, 2)
    assert __file__ in str(caught.value)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, numba.core.errors.TypingError)  # also caught as Numba's own

    @cuda.jit
    def misnamed(x):
        x[0] = cuda.local.array(4, dtype="int33")[0]

    with ks.virtual_gpu("h200"), pytest.raises(ks.CompileError, match="Invalid NumPy dtype"):
        misnamed[1, 1](np.zeros(1))


def test_arrays_ufuncs_and_reductions_are_numbas_own():
    x = np.arange(24, dtype=np.float64).reshape(4, 6)
    a, b = np.random.default_rng(0).normal(size=(2, 3, 4, 4)).astype(np.float32)

    with ks.virtual_gpu("h200"):

        @numba.vectorize(["float64(float64, float64)"], target="cuda")
        def add_twice(p, q):
            return p + 2 * q

        @numba.guvectorize(["(float32[:,:], float32[:,:], float32[:,:])"], "(m,n),(n,p)->(m,p)",
                           target="cuda")  # fmt: skip
        def multiply(p, q, out):
            for i in range(p.shape[0]):
                for j in range(q.shape[1]):
                    total = 0.0
                    for k in range(p.shape[1]):
                        total += p[i, k] * q[k, j]
                    out[i, j] = total

        there = cuda.to_device(x)
        there[1, :] = 7
        np.testing.assert_array_equal(there.T.copy_to_host()[:, 1], np.full(6, 7.0))
        assert there.flags["C_CONTIGUOUS"]
        assert there.__cuda_array_interface__["shape"] == (4, 6)
        np.testing.assert_array_equal(cuda.as_cuda_array(there)[2].copy_to_host(), x[2])
        np.testing.assert_array_equal(add_twice(x, x), 3 * x)
        np.testing.assert_allclose(multiply(a, b), a @ b, rtol=1e-4, atol=1e-5)
        assert cuda.reduce(lambda p, q: p + q)(x.ravel()) == x.sum()
        assert len(cuda.gpus) == 1


@pytest.mark.parametrize("make", ["pinned_array", "mapped_array", "managed_array"])
def test_memory_of_the_host_is_worked_on_in_place(make: str):
    with ks.virtual_gpu("h200"):
        x = getattr(cuda, make)(8, dtype=np.float32)
        x[:] = 3
        with cuda.defer_cleanup():
            add[1, 32](x, x, x)
            del x
        y = getattr(cuda, make)(8, dtype=np.float32)
        y[:] = 3
        add[1, 32](y, y, y)
        np.testing.assert_array_equal(y, np.full(8, 6.0))


def test_a_device_array_in_a_global_is_reached_by_its_address():
    with ks.virtual_gpu("h200"):
        weights = cuda.to_device(np.arange(8.0))

        @cuda.jit
        def weigh(x):
            i = cuda.grid(1)
            x[i] *= weights[i]
            weights[i] = 0

        x = np.full(8, 2.0)
        weigh[1, 8](x)
        np.testing.assert_array_equal(x, 2 * np.arange(8.0))
        np.testing.assert_array_equal(weights.copy_to_host(), np.zeros(8))


def test_an_address_belongs_to_the_allocation_that_holds_it():
    """From its first byte to its last; nothing holds what is before, behind, or freed."""
    memory = Memory()
    address = memory.allocate(64)
    for inside in (address, address + 63):
        block = memory.block(inside)
        assert block is not None
        assert (block.ctypes.data, block.size) == (address, 64)
    assert memory.block(address - 1) is None
    assert memory.block(address + 64) is None
    memory.free(address)
    assert memory.block(address) is None
    memory.free(address)  # as of no address
    assert memory.block(memory.allocate(0)) is not None


def test_code_that_numba_links_is_linked(tmp_path: Path):
    (tmp_path / "triple.cu").write_text(
        'extern "C" __device__ int triple(float *out, float x) { *out = 3 * x; return 0; }'
    )
    triple = cuda.declare_device("triple", "float32(float32)", link=str(tmp_path / "triple.cu"))

    @cuda.jit
    def half_precision(x, y, z):
        i = cuda.grid(1)
        y[i] = cuda.fp16.hsin(x[i])
        z[i] = triple(z[i])

    x = np.linspace(0, 1, 32, dtype=np.float16)
    y, z = np.zeros_like(x), np.arange(32, dtype=np.float32)
    with ks.virtual_gpu("h200"):
        half_precision[1, 32](x, y, z)
    np.testing.assert_allclose(y, np.sin(x.astype(np.float64)), atol=2**-11)
    np.testing.assert_array_equal(z, 3 * np.arange(32))


def test_a_kernel_with_debug_raises_its_exception_with_the_thread():
    @cuda.jit(debug=True, opt=False)
    def refuse(x):
        i = cuda.grid(1)
        if x[i] > 3:
            raise ValueError("too large")
        x[i] += 1

    with ks.virtual_gpu("h200"):
        x = np.zeros(40)
        refuse[2, 20](x)
        np.testing.assert_array_equal(x, np.ones(40))
        x[25] = 9
        with pytest.raises(ValueError, match=r"tid=\[0, 0, 5\] ctaid=\[0, 0, 1\]: too large"):
            refuse[2, 20](x)
        x[:] = 0  # an exception is raised once; the next launch has none
        refuse[2, 20](x)
        np.testing.assert_array_equal(x, np.ones(40))


def test_a_kernel_with_debug_calls_device_functions_with_debug():
    @cuda.jit(device=True, debug=True, opt=False)
    def halved(value):
        return value / 2

    @cuda.jit(debug=True, opt=False)
    def halve(x):
        i = cuda.grid(1)
        x[i] = halved(x[i])

    with ks.virtual_gpu("h200"):
        x = np.ones(32)
        halve[1, 32](x)
    np.testing.assert_array_equal(x, np.full(32, 0.5))


def test_a_compiled_kernel_tells_its_resources_and_its_code():
    with ks.virtual_gpu("h200"):

        @cuda.jit("void(float32[:])")
        def tile(x):
            shared = cuda.shared.array(64, types.float32)
            shared[cuda.threadIdx.x] = x[cuda.threadIdx.x]
            cuda.syncthreads()
            x[cuda.threadIdx.x] = shared[63 - cuda.threadIdx.x]

        (kernel,) = tile.overloads.values()
        assert kernel.shared_mem_per_block == 256
        assert 8 <= kernel.regs_per_thread <= 255
        assert kernel.max_threads_per_block == 1024
        assert "bar" in kernel.inspect_asm((9, 0))


def test_records_and_arrays_that_are_not_aligned_come_back():
    record = np.dtype([("a", np.float32), ("b", np.int32)])

    @cuda.jit
    def fill(one, many, skewed):
        i = cuda.grid(1)
        if i == 0:
            one.a = 1.5
            one.b = 2
        many[i].a = i
        skewed[i] = i

    one, many = np.zeros(1, record), np.zeros(8, record)
    skewed = np.zeros(68, np.uint8)[4:].view(np.float64)
    with ks.virtual_gpu("h200"):
        fill[1, 8](one[0], many, skewed)
    assert one[0].tolist() == (1.5, 2)
    np.testing.assert_array_equal(many["a"], np.arange(8))
    np.testing.assert_array_equal(skewed, np.arange(8))


def test_the_blocks_of_a_grid_wait_for_each_other():
    @cuda.jit
    def turn_around(x, rounds):
        grid = cuda.cg.this_grid()
        i = cuda.grid(1)
        for _ in range(rounds):
            value = x[x.size - 1 - i]
            grid.sync()
            x[i] = value + 1
            grid.sync()

    x = np.arange(4 * 64)
    with ks.virtual_gpu("h200"):
        turn_around[4, 64](x, 3)
        (compiled,) = turn_around.overloads.values()
        most = compiled.max_cooperative_grid_blocks(64)
        with pytest.raises(ks.LaunchError, match=f"holds at most {most} at once"):
            turn_around[most + 1, 64](np.zeros(64 * (most + 1), np.int64), 1)
    np.testing.assert_array_equal(x, np.arange(4 * 64)[::-1] + 3)


def test_what_the_virtual_gpu_lacks_is_a_clear_error():
    prepared = cuda.CUSource("__device__ int number;", setup_callback=lambda _: None)

    @cuda.jit(link=[prepared])
    def is_set_up(x):
        x[0] = 1

    with ks.virtual_gpu("h200"):
        assert cuda.current_context().device.compute_capability == (9, 0)
        with pytest.raises(ks.UnavailableError, match="is_set_up: a setup_callback takes"):
            is_set_up[1, 1](np.ones(1))
        with pytest.raises(ks.UnavailableError, match="calls cuIpcGetMemHandle of the CUDA driver"):
            cuda.device_array(4).get_ipc_handle()
        with pytest.raises(ks.LaunchError, match="below 1"):
            add[0, 32](*np.ones((3, 8), np.float32))


def test_everything_is_as_before_after_the_block():
    from numba.cuda.cudadrv.driver import driver

    available = cuda.is_available()
    before = (cuda.to_device, type(add).call, type(add).compile, dict(vars(driver)))
    with ks.virtual_gpu("h200"):
        assert cuda.is_available()
        assert type(add).call is not before[1]
        kept = cuda.to_device(np.ones(3))
    assert (cuda.to_device, type(add).call, type(add).compile, dict(vars(driver))) == before
    assert cuda.is_available() == available
    del kept  # its memory is given back without a driver


def test_numba_may_be_imported_inside_the_block_only():
    script = """
import numpy as np, sys, kernelscope as ks
with ks.virtual_gpu("h200"):
    assert "numba" not in sys.modules
    from numba import cuda
    @cuda.jit
    def double(x):
        i = cuda.grid(1)
        if i < x.size: x[i] *= 2
    x = cuda.to_device(np.arange(5.0))
    double[1, 32](x)
    print(x.copy_to_host().tolist())
"""
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.stdout.strip() == "[0.0, 2.0, 4.0, 6.0, 8.0]", run.stderr


def test_a_numpy_that_numba_does_not_work_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says which one to install."""

    def import_module(name: str) -> object:
        if name.endswith("cudaimpl"):
            raise AttributeError("module 'numpy' has no attribute 'in1d'")
        return object()

    monkeypatch.setattr("kernelscope.frontends.numba.import_module", import_module)
    wanted = r"numba [\d.]+, numba-cuda [\d.]+ do not work with NumPy .* \(module 'numpy' has no "
    with pytest.raises(UnavailableError, match=wanted + r".*: pip install 'numpy<"):
        load_numba()
