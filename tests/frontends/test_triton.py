"""Unmodified Triton kernels in a virtual GPU's block: arguments, errors, records, clean-up."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402
from triton.backends.nvidia import driver as nvidia_driver  # noqa: E402
from triton.runtime._allocation import NullAllocator  # noqa: E402
from triton.runtime.errors import OutOfResources  # noqa: E402
from triton.tools.tensor_descriptor import TensorDescriptor  # noqa: E402

from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.errors import (  # noqa: E402
    DeviceAssertError,
    LaunchError,
    PtxError,
)
from kernelscope.frontends import virtual_gpu  # noqa: E402
from kernelscope.hardware import gpu as specification  # noqa: E402

pytestmark = pytest.mark.triton
LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
STORES = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


@triton.jit
def scale_kernel(out_ptr, x_ptr, a, b, flag, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.zeros((BLOCK,), tl.float32) + 1
    if x_ptr is not None:
        x = tl.load(x_ptr + offsets)
    if flag:
        x = -x
    tl.store(out_ptr + offsets, x * a + b)


@triton.jit
def annotated_kernel(out_ptr, half: tl.float16, brain: tl.bfloat16, wide: tl.float64):
    tl.store(out_ptr, half.to(tl.float64))
    tl.store(out_ptr + 1, brain.to(tl.float64))
    tl.store(out_ptr + 2, wide)


@triton.jit
def integers_kernel(out_ptr, small, large, unsigned):
    tl.store(out_ptr, small)
    tl.store(out_ptr + 1, large)
    tl.store(out_ptr + 2, unsigned.to(tl.int64, bitcast=True))


@triton.jit
def tuple_kernel(pointers, values, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(pointers[0] + offsets, tl.load(pointers[1][0] + offsets) * values[0] + values[1])


@triton.jit
def bytes_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets).to(tl.int32))


@triton.jit
def staged_matmul(a_ptr, b_ptr, c_ptr, K, BLOCK: tl.constexpr, BK: tl.constexpr):
    rows = tl.arange(0, BLOCK)
    columns = tl.arange(0, BK)
    accumulator = tl.zeros((BLOCK, BLOCK), tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rows[:, None] * K + k + columns[None, :])
        b = tl.load(b_ptr + (k + columns[:, None]) * BLOCK + rows[None, :])
        accumulator = tl.dot(a, b, accumulator)
    tl.store(c_ptr + rows[:, None] * BLOCK + rows[None, :], accumulator)


def _add(x, y, block: int = 256):
    out = torch.full_like(x, math.nan)
    grid = (triton.cdiv(x.numel(), block),)
    add_kernel[grid](x, y, out, x.numel(), BLOCK=block)
    return out


@pytest.mark.parametrize("n", [97, 255, 4099])
def test_vector_add_is_exact_on_ragged_sizes(n: int):
    x, y = torch.randn(n), torch.randn(n)
    with virtual_gpu("h200"):
        assert torch.equal(_add(x, y), x + y)


# Sizes that are no multiple of 16 are left out: Triton then loads element by element, and each
# sector is touched by more than one load.
@pytest.mark.parametrize("n", [1, 96, 1024, 4112])
def test_vector_add_is_exact_and_moves_the_sectors_that_the_sizes_give(n: int):
    x, y = torch.randn(n), torch.randn(n)
    with virtual_gpu("h200") as gpu:
        assert torch.equal(_add(x, y), x + y)
    (launch,) = gpu.launches
    assert launch.counters[LOADS] == 2 * math.ceil(4 * n / 32)
    assert launch.counters[STORES] == math.ceil(4 * n / 32)
    assert launch.grid == (math.ceil(n / 256), 1, 1)
    assert launch.block == (128, 1, 1)
    assert not launch.trial


def test_a_launch_names_the_users_line_the_kernels_line_and_its_registers():
    x = torch.randn(256)
    with virtual_gpu("h200") as gpu:
        kernel = add_kernel[(1,)](x, x, x.clone(), 256, BLOCK=256)
    (launch,) = gpu.launches
    lines = Path(__file__).read_text().splitlines()
    file, line = str(launch.source).rsplit(":", 1)
    assert Path(file) == Path(__file__)
    assert "kernel = add_kernel[(1,)]" in lines[int(line) - 1]
    file, line = str(launch.kernel_source).rsplit(":", 1)
    assert Path(file) == Path(__file__)
    assert lines[int(line) - 1].startswith("def add_kernel(")
    assert launch.frontend == "triton"
    assert launch.registers == kernel.n_regs
    assert 8 <= kernel.n_regs <= 255
    assert kernel.n_spills == 0
    assert (launch.local_bytes, launch.spill_bytes) == (0, 0)


def test_numpy_arrays_are_arguments_like_tensors_also_views_of_them():
    base = np.arange(1000, dtype=np.float32)
    x, y = base[1:601], base[::-1][:600].copy()
    out = np.zeros(600, np.float32)
    with virtual_gpu("h200"):
        add_kernel[(3,)](x, y, out_ptr=out, n=600, BLOCK=256)
    assert np.array_equal(out, x + y)


def test_scalars_keep_their_kind():
    out = torch.zeros(16)
    x = torch.arange(16.0)
    with virtual_gpu("h200"):
        scale_kernel[(1,)](out, x, 0.5, 3, True, BLOCK=16)
        assert torch.equal(out, -x * 0.5 + 3)
        scale_kernel[(1,)](out, None, 2, 1, False, BLOCK=16)
        assert torch.equal(out, torch.full((16,), 3.0))


def test_annotated_floats_are_converted_as_tritons_launcher_does():
    out = torch.zeros(3, dtype=torch.float64)
    with virtual_gpu("h200"):
        annotated_kernel[(1,)](out, 0.1, 0.1, 0.1)
    cut_off = np.array([0.1], np.float32).view(np.uint32) & np.uint32(0xFFFF0000)
    assert out.tolist() == [float(np.float16(0.1)), float(cut_off.view(np.float32)[0]), 0.1]


def test_integers_beyond_32_bits_arrive_whole():
    out = torch.zeros(3, dtype=torch.int64)
    with virtual_gpu("h200"):
        integers_kernel[(1,)](out, -7, -(2**40), 2**63 + 5)
    assert out.tolist() == [-7, -(2**40), 2**63 + 5 - 2**64]


def test_tuples_are_laid_flat_without_their_constants():
    x, out = torch.arange(32.0), torch.zeros(32)
    with virtual_gpu("h200"):
        tuple_kernel[(1,)]((out, (x,)), (2.0, 1), BLOCK=32)
    assert torch.equal(out, x * 2 + 1)


def test_a_reinterpreted_tensor_is_read_as_the_other_type():
    x = torch.tensor([-1, 2, -3, 4] * 8, dtype=torch.int8)
    out = torch.zeros(32, dtype=torch.int32)
    with virtual_gpu("h200"):
        bytes_kernel[(1,)](triton.reinterpret(x, tl.uint8), out, BLOCK=32)
    assert torch.equal(out, x.to(torch.int32) & 255)


class Backwards:
    """A tensor of the last dimension backwards, as libraries pass it: no tensor, but an address."""

    def __init__(self, x: torch.Tensor) -> None:
        self.dtype = x.dtype
        self.address = x.data_ptr() + (x.numel() - 1) * x.element_size()

    def data_ptr(self) -> int:
        """Return the address of the last element."""
        return self.address

    def untyped_storage(self) -> Backwards:
        """Return itself: a caller may ask for its address."""
        return self


@triton.jit
def backwards_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    """Copy what lies before an address, the last first."""
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(x_ptr - i))


def test_any_object_with_an_address_is_a_pointer():
    x, out = torch.arange(64.0), torch.zeros(32)
    with virtual_gpu("h200"):
        backwards_kernel[(1,)](Backwards(x), out, BLOCK=32)
    assert torch.equal(out, x.flip(0)[:32])


def test_a_descriptor_of_an_object_with_an_address_is_a_tensor_map():
    x, out = torch.randn(64, 64), torch.zeros(16, 64)
    first = Backwards(x)
    first.address = x[16].data_ptr()
    with virtual_gpu("h200"):
        descriptor = TensorDescriptor(first, [48, 64], [64, 1], [16, 64])
        descriptor_kernel[(1,)](descriptor, out, 16, 64)
    assert torch.equal(out, x[16:32])


def test_a_compiled_kernel_without_an_argument_is_told_their_number():
    x, out = torch.arange(64.0), torch.zeros(32)
    with virtual_gpu("h200"):
        compiled = backwards_kernel.warmup(x, out, BLOCK=32, grid=(1,))
        with pytest.raises(LaunchError, match="takes 3 arguments, got 1"):
            compiled[(1, 1, 1)](x)


def test_constants_at_the_end_may_be_left_out_if_tritons_own_launcher_lets_them():
    x, out = torch.arange(64.0), torch.zeros(64)
    with virtual_gpu("h200"):
        compiled = add_kernel.warmup(x, x, out, 64, BLOCK=64, grid=(1,))
        if hasattr(nvidia_driver, "annotate_arguments"):  # since Triton 3.7
            compiled[(1, 1, 1)](x, x, out, 64)
            assert torch.equal(out, 2 * x)
        else:
            with pytest.raises(LaunchError, match="takes 5 arguments, got 4"):
                compiled[(1, 1, 1)](x, x, out, 64)


def test_a_slice_counts_from_where_it_lies_in_its_allocation():
    storage = torch.randn(1024 + 1)
    x, y = storage[1:], torch.randn(1024)
    with virtual_gpu("h200") as gpu:
        assert torch.equal(_add(x, y), x + y)
    # y in whole vectors: 128 sectors. x element by element, each lane two neighbours: in each of
    # 16 warps the first ones lie in bytes 4 … 255 (8 sectors), the second ones in 8 … 259 (9).
    assert gpu.launches[0].counters[LOADS] == 128 + 16 * (8 + 9)


def test_an_empty_grid_does_nothing():
    x = torch.empty(0)
    with virtual_gpu("h200") as gpu:
        add_kernel[(0,)](x, x, x, 0, BLOCK=256)
    assert gpu.launches == []


def test_each_gpu_gets_code_for_its_own_architecture_in_turn():
    x = torch.randn(300)
    kernels = {}
    for name in ("a100", "h200", "a100", "rtx4090"):
        with virtual_gpu(name) as gpu:
            kernels[name] = add_kernel[(2,)](x, x, x.clone(), 300, BLOCK=256)
            target = triton.runtime.driver.active.get_current_target()
            assert (target.backend, target.arch) == ("cuda", gpu.spec.sm)
            number = triton.runtime.driver.active.get_current_device()
            assert number == 0  # as PyTorch counts them
            assert kernels[name] in add_kernel.device_caches[number][0].values()
            assert torch.equal(_add(x, x), x + x)
    assert [kernels[name].metadata.target.arch for name in ("a100", "h200", "rtx4090")] == [
        80,
        90,
        89,
    ]
    assert ".target sm_80" in kernels["a100"].asm["ptx"]
    assert ".target sm_90a" in kernels["h200"].asm["ptx"]


def _divide_by_zero_after(run):
    run()
    _ = 1 / 0


def test_a_nested_block_puts_the_outer_gpu_back():
    x = torch.randn(64)
    with virtual_gpu("h200") as outer:
        inner = virtual_gpu("a100")
        with pytest.raises(ZeroDivisionError), inner:
            _divide_by_zero_after(lambda: _add(x, x))
        _add(x, x)
        assert triton.runtime.driver.active.get_current_target().arch == 90
    assert (len(outer.launches), len(inner.launches)) == (1, 1)


def test_the_block_leaves_triton_as_it_was():
    from triton import knobs
    from triton.runtime.jit import JITFunction

    def state():
        hooks = [*knobs.runtime.kernel_load_start_hook.calls]
        driver = triton.runtime.driver._active
        return driver, hooks, JITFunction.run, triton.testing.do_bench

    before = state()
    with virtual_gpu("h200"):
        _add(torch.ones(8), torch.ones(8))
        assert state() != before
    assert state() == before


def test_a_compiled_kernel_is_refused_outside_its_block_and_on_another_gpu():
    x = torch.randn(64)
    with virtual_gpu("h200"):
        kernel = add_kernel.warmup(x, x, x, 64, BLOCK=64, grid=(1,))
        kernel[(1, 1, 1)](x, x, x.clone(), 64, 64)
    with pytest.raises(LaunchError, match="block has ended"):
        kernel[(1, 1, 1)](x, x, x.clone(), 64, 64, stream=0)
    with virtual_gpu("a100"), pytest.raises(LaunchError, match=r"compiled for h200.*a100"):
        kernel[(1, 1, 1)](x, x, x.clone(), 64, 64)


def test_warmup_compiles_and_launches_nothing():
    with virtual_gpu("h200") as gpu:
        kernel = add_kernel.warmup(
            torch.float32, torch.float32, torch.float32, 1024, BLOCK=512, grid=(1,)
        )
        kernel._init_handles()
    assert gpu.launches == []
    assert {"ttir", "ttgir", "llir", "ptx", "cubin"} <= set(kernel.asm)
    assert kernel.n_regs > 0


def test_the_driver_tells_what_the_specification_says():
    with virtual_gpu("h200"):
        driver = triton.runtime.driver.active
        device = driver.get_active_torch_device()
        properties = driver.utils.get_device_properties(device.index)
    spec = specification("h200")
    assert properties["multiprocessor_count"] == spec.sms == 132
    assert properties["max_shared_mem"] == 227 * 1024
    assert properties["max_num_regs"] == 65536
    assert properties["warpSize"] == 32
    rate = 2 * properties["mem_clock_rate"] * properties["mem_bus_width"] / 8 / 1e6
    assert rate == pytest.approx(spec.dram_gb_per_s, rel=1e-5)
    assert device.type == "cpu"


def test_too_much_shared_memory_is_tritons_own_error():
    a = torch.randn(128, 512, dtype=torch.bfloat16)
    c = torch.zeros(128, 128)
    with virtual_gpu("rtx4090"), pytest.raises(OutOfResources, match="shared memory"):
        staged_matmul[(1,)](a, a, c, 512, BLOCK=128, BK=128, num_stages=4)


def test_a_block_of_more_threads_than_a_gpu_runs_is_tritons_own_error():
    x = torch.randn(4096)
    with virtual_gpu("h200"), pytest.raises(OutOfResources, match="threads"):
        add_kernel[(1,)](x, x, x.clone(), 4096, BLOCK=4096, num_warps=64)


def test_a_program_of_several_ctas_runs_as_a_cluster():
    """Each program is a cluster of `num_ctas` blocks, which share its elements."""
    x, out = torch.arange(700, dtype=torch.float32), torch.zeros(700)
    with virtual_gpu("h200") as gpu:
        add_kernel[(3,)](x, x, out, 700, BLOCK=256, num_ctas=2)
    torch.testing.assert_close(out, 2 * x, rtol=0, atol=0)
    (launch,) = gpu.launches
    assert launch.grid == (6, 1, 1)


@triton.jit
def meeting_kernel(count_ptr, blocks):
    tl.atomic_add(count_ptr, 1)
    while tl.atomic_add(count_ptr, 0) < blocks:
        pass


def test_a_cooperative_grid_runs():
    x = torch.randn(1000)
    out = torch.empty_like(x)
    with virtual_gpu("h200"):
        add_kernel[(4,)](x, x, out, 1000, BLOCK=256, launch_cooperative_grid=True)
    assert torch.equal(out, 2 * x)


def test_blocks_of_a_cooperative_grid_wait_for_each_other():
    count = torch.zeros(1, dtype=torch.int32)
    with virtual_gpu("h200"):
        meeting_kernel[(4,)](count, 4, launch_cooperative_grid=True)
    assert count.item() == 4


def test_a_matmul_runs_on_blackwells_tensor_cores():
    a = torch.randn(128, 64, dtype=torch.bfloat16)
    b = torch.randn(64, 128, dtype=torch.bfloat16)
    c = torch.zeros(128, 128)
    with virtual_gpu("b200"):
        staged_matmul[(1,)](a, b, c, 64, BLOCK=128, BK=64)
    assert torch.allclose(c.double(), a.double() @ b.double(), rtol=1e-4, atol=1e-4)


def test_ptx_that_cannot_be_run_names_the_kernel_its_file_and_the_line():
    x = torch.zeros(32)
    with virtual_gpu("h200"), pytest.raises(PtxError) as caught:
        assembly_kernel[(1,)](x)
    path = Path(str(caught.value).partition("(kernel assembly_kernel, ")[2].rstrip(")"))
    assert "istypep" in path.read_text().splitlines()[caught.value.line - 1]


@triton.jit
def assembly_kernel(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 32))
    y = tl.inline_asm_elementwise(
        "{ .reg .pred texture; istypep.texref texture, 0; } mov.b32 $0, $1;",
        "=r,r",
        [x],
        tl.float32,
        is_pure=True,
        pack=1,
    )
    tl.store(x_ptr + tl.arange(0, 32), y)


@triton.jit
def descriptor_kernel(descriptor, out_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    block = descriptor.load([0, 0])
    rows, columns = tl.arange(0, ROWS), tl.arange(0, COLUMNS)
    tl.store(out_ptr + rows[:, None] * COLUMNS + columns[None, :], block)


@triton.jit
def own_descriptors_kernel(x_ptr, out_ptr, M, N, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [ROWS, COLUMNS])
    out = tl.make_tensor_descriptor(out_ptr, [M, N], [N, 1], [ROWS, COLUMNS])
    for column in range(0, N, COLUMNS):
        at = [tl.program_id(0) * ROWS, column]
        out.store(at, x.load(at) + 1)


@pytest.fixture
def allocator():
    """Give kernels memory for the descriptors that they make, as a GPU needs it."""
    triton.set_allocator(lambda size, *_: torch.empty(size, dtype=torch.int8))
    yield
    triton.set_allocator(NullAllocator())


@pytest.mark.usefixtures("allocator")
@pytest.mark.parametrize("gpu", ["a100", "h200", "b200"])
def test_tensor_descriptors_of_the_host_and_of_the_kernel_work(gpu: str):
    """Hopper and Blackwell copy through them in bulk; Ampere has pointers."""
    x, out, more = torch.randn(50, 64), torch.zeros(16, 32), torch.zeros(50, 64)
    descriptor = TensorDescriptor(x, [50, 64], [64, 1], [16, 32])
    with virtual_gpu(gpu):
        descriptor_kernel[(1,)](descriptor, out, ROWS=16, COLUMNS=32)
        own_descriptors_kernel[(4,)](x, more, 50, 64, ROWS=16, COLUMNS=32)
    assert torch.equal(out, x[:16, :32])
    assert torch.equal(more, x + 1)


def test_what_a_descriptor_of_the_host_shows_is_in_l2_the_second_time():
    a, b = torch.randn(512, 512).half(), torch.randn(512, 512).half()
    c = torch.zeros(512, 512).half()
    with virtual_gpu("h200") as gpu:
        described = [TensorDescriptor.from_tensor(x, [64, 64]) for x in (a, b, c)]
        for _ in range(2):
            product_kernel[(8, 8)](*described, 512, M=64, N=64, STEP=64, num_stages=3)
    cold, warm = (launch.time_us.value for launch in gpu.launches)
    assert warm < cold


@triton.jit
def rows_kernel(x, rows_ptr, out, column, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    rows = tl.load(rows_ptr + tl.arange(0, ROWS))
    out.scatter(x.gather(rows, column) + 1, rows, column)


@pytest.mark.parametrize("column", [0, 48])
def test_blackwell_gathers_and_scatters_rows_through_descriptors(column: int):
    """Rows outside the matrix are left out, and so are columns."""
    x, out = torch.randn(100, 64), torch.zeros(100, 64)
    rows = torch.tensor([3, 99, 0, 50, 120, 7, 41, 100], dtype=torch.int32)
    described = [TensorDescriptor.from_tensor(each, [1, 32]) for each in (x, out)]
    with virtual_gpu("b200") as gpu:
        rows_kernel[(1,)](described[0], rows, described[1], column, ROWS=8, COLUMNS=32)
    expected, inside = torch.zeros(100, 64), rows[rows < 100].long()
    expected[inside, column : column + 32] = x[inside, column : column + 32] + 1
    assert torch.equal(out, expected)
    counters = gpu.launches[0].counters
    assert counters["smsp__sass_inst_executed_op_tma_ld.sum"] == 2


@triton.jit
def product_kernel(a, b, c, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    row, column = tl.program_id(0) * M, tl.program_id(1) * N
    total = tl.zeros((M, N), tl.float32)
    for k in range(0, K, STEP):
        total = tl.dot(a.load([row, k]), b.load([column, k]).T, total)
    c.store([row, column], total.to(tl.float16))


def test_a_pipelined_product_through_descriptors_loads_in_bulk_alone():
    """16 boxes of 64 × 64 come and 4 go, each of 256 sectors; no thread loads or stores memory."""
    a, b, c = torch.randn(128, 128).half(), torch.randn(128, 128).half(), torch.zeros(128, 128)
    c = c.half()
    with virtual_gpu("h200") as gpu:
        described = [TensorDescriptor.from_tensor(x, [64, 64]) for x in (a, b, c)]
        product_kernel[(2, 2)](*described, 128, M=64, N=64, STEP=64, num_stages=3)
    torch.testing.assert_close(c.float(), a.float() @ b.float().T, rtol=1e-3, atol=0.02)
    counters = gpu.launches[-1].counters
    assert counters["smsp__sass_inst_executed_op_tma_ld.sum"] == 16
    assert counters["l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum"] == 16 * 256
    assert counters["l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum"] == 4 * 256
    for op in ("ld", "st"):
        assert counters[f"l1tex__t_requests_pipe_lsu_mem_global_op_{op}.sum"] == 0


def test_what_is_outside_a_descriptors_tensor_reads_as_its_padding():
    """Zeros, or NaN if the descriptor says so."""
    x, out = torch.ones(10, 24), torch.zeros(16, 32)
    for padding, value in (("zero", 0.0), ("nan", float("nan"))):
        described = TensorDescriptor(x, [10, 24], [24, 1], [16, 32], padding)
        with virtual_gpu("h200"):
            descriptor_kernel[(1,)](described, out, ROWS=16, COLUMNS=32)
        expected = torch.full((16, 32), value)
        expected[:10, :24] = 1
        torch.testing.assert_close(out, expected, rtol=0, atol=0, equal_nan=True)


@triton.jit
def sum_kernel(total, part):
    total.atomic_add([0, 0], part.load([tl.program_id(0) * 16, 0]))


def test_blocks_add_to_a_tensor_through_a_descriptor():
    """Each of four blocks adds its part of the rows."""
    parts, total = torch.arange(64 * 32).reshape(64, 32).float(), torch.zeros(16, 32)
    with virtual_gpu("h200"):
        described = [TensorDescriptor.from_tensor(x, [16, 32]) for x in (total, parts)]
        sum_kernel[(4,)](*described)
    assert torch.equal(total, parts.reshape(4, 16, 32).sum(0))


def test_launch_hooks_run_around_the_kernel_with_its_metadata():
    from triton import knobs

    said = []
    x, out = torch.ones(64), torch.zeros(64)

    def enter(metadata):
        said.append((metadata.get()["name"], float(out.sum())))

    def leave(metadata):
        said.append((metadata.get()["name"], float(out.sum())))

    knobs.runtime.launch_enter_hook.add(enter)
    knobs.runtime.launch_exit_hook.add(leave)
    try:
        with virtual_gpu("h200"):
            add_kernel[(1,)](x, x, out, 64, BLOCK=64)
    finally:
        knobs.runtime.launch_enter_hook.remove(enter)
        knobs.runtime.launch_exit_hook.remove(leave)
    assert said == [("add_kernel", 0.0), ("add_kernel", 128.0)]


@pytest.mark.slow
def test_a_kernel_compiled_by_another_process_comes_from_tritons_disk_cache():
    x = torch.ones(64)
    with virtual_gpu("h200"):
        add_kernel[(1,)](x, x, x, 64, BLOCK=64)
    script = f"""
import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})
from test_triton import add_kernel, torch, virtual_gpu
from triton import knobs
hits = []
knobs.compilation.listener = lambda **said: hits.append(said["cache_hit"])
x = torch.ones(64)
with virtual_gpu("h200"):
    add_kernel[(1,)](x, x, x, 64, BLOCK=64)
print(hits)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.strip() == "[True]"
    assert "Exception ignored" not in done.stderr


@triton.jit
def checked_kernel(x_ptr):
    tl.device_assert(tl.load(x_ptr) > 0, "x is positive")


def test_a_failed_assertion_is_on_the_standard_error_of_a_script(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With the words that scripts look for on a GPU; the launch raises it, too."""
    with pretend_cuda(virtual_gpu("h200")):
        x = torch.zeros(1, device="cuda")
        with pytest.raises(DeviceAssertError, match="device-side assert triggered"):
            checked_kernel[(1,)](x, debug=True)
    assert "assertion `x is positive` failed" in capsys.readouterr().err
