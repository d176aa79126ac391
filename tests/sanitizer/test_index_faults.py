"""An address outside all memory that comes of an index of 32 bits that overflowed says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import triton
import triton.language as tl

import kernelscope as ks
from kernelscope.errors import MemoryAccessError
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer

LINES = Path(__file__).read_text().splitlines()
ROW, WIDTH = 524289, 4096  # 2^31 and one row

SOURCE = r"""
extern "C" __global__ void stored(char* o, const int* rows, int width) {
    o[rows[blockIdx.x] * width] = 1;                                             // line stored
}
extern "C" __global__ void counted(int* o, const int* rows, int width) {
    atomicAdd(&o[(rows[blockIdx.x] * width) + 1], 1);                            // line counted
}
extern "C" __global__ void later(char* o, int* rows, int width) {
    o[threadIdx.x] = 1;
    __syncthreads();
    int row = rows[blockIdx.x] + o[31 - threadIdx.x] - 1;
    o[row * width] = 2;                                                          // line later
}
extern "C" __global__ void behind(char* o, const long long* rows, int width) {
    o[rows[blockIdx.x] * width] = 1;
}
"""


def line(marker: str) -> str:
    """Return the place "file:line" of the line that ends with a marker."""
    ends = f"// line {marker}", f"# line {marker}"
    (place,) = (n for n, text in enumerate(LINES, 1) if text.endswith(ends))
    return f"{__file__}:{place}"


def rows(*last: int) -> torch.Tensor:
    return torch.tensor([0, 1, 2, *last], dtype=torch.int32)


def failed(launch: Callable[[], object]) -> MemoryAccessError:
    """Return the error of a launch on the virtual GPU."""
    with ks.virtual_gpu("h200"), pytest.raises(MemoryAccessError) as caught:
        launch()
    return caught.value


def checked(launch: Callable[[], object], *tools: str) -> Finding:
    """Return the last finding of a launch that ends with an error."""
    with ks.virtual_gpu("h200"), Sanitizer(tools) as sanitizer, pytest.raises(MemoryAccessError):
        launch()
    return sanitizer.findings[-1]


def launch(kernel: str, memory: torch.Tensor, *arguments: object) -> None:
    ks.cuda_kernel(SOURCE, kernel)[4, 32](memory, *arguments)


@pytest.mark.parametrize("kernel", ["stored", "counted", "later"])
def test_a_plain_launch_names_the_multiplication(kernel: str) -> None:
    memory = torch.empty((1 << 31) + 2 * WIDTH, dtype=torch.int8)
    memory = memory.view(torch.int32) if kernel == "counted" else memory
    error = failed(lambda: launch(kernel, memory, rows(ROW), WIDTH))
    assert error.overflow is not None
    assert error.overflow.source == line(kernel)
    assert "block (3, 0, 0)" in str(error)
    start, _, end = str(error).partition(" so address ")
    assert start.startswith(f"`{kernel}`: the index overflowed at {line(kernel)}")
    assert end.endswith("cast one operand to int64 first, `(int64_t)`")


def test_what_the_launch_has_written_stays() -> None:
    """The launch runs again in a process of its own: what it has added is not added twice."""
    source = r"""
extern "C" __global__ void adds(int* o, int row, int width) {
    atomicAdd(&o[threadIdx.x], 1);
    __syncthreads();
    o[row * width] = 1;
}"""
    memory = torch.zeros(1024, dtype=torch.int32)
    error = failed(lambda: ks.cuda_kernel(source, "adds")[1, 32](memory, ROW, WIDTH))
    assert error.overflow is not None
    assert memory[:32].tolist() == [1] * 32


def test_a_finding_leads_to_the_multiplication() -> None:
    memory = torch.empty((1 << 31) + 2 * WIDTH, dtype=torch.int8)
    finding = checked(lambda: launch("stored", memory, rows(ROW), WIDTH), "race", "memory")
    assert finding.tool == "memory"
    assert finding.kind == "out-of-bounds"
    assert finding.other is not None
    assert finding.other.source == line("stored")
    assert finding.message == (
        "the exact result of mul.s32 does not fit into a signed 32-bit integer: "
        "the index overflowed, and stored_param_0[-2147479552] is outside stored_param_0"
    )
    assert "int64" in finding.advice


def test_blocks_of_a_cluster_run_again_together() -> None:
    """The second block of the second cluster fails after it has waited for the first one."""
    source = r"""
extern "C" __global__ void __cluster_dims__(2, 1, 1) paired(char* o, const int* rows, int width) {
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;");
    o[rows[blockIdx.x] * width] = 1;
}"""
    memory = torch.empty((1 << 31) + 2 * WIDTH, dtype=torch.int8)
    kernel = ks.cuda_kernel(source, "paired")
    error = failed(lambda: kernel[4, 32](memory, rows(ROW), WIDTH))
    assert error.overflow is not None
    assert error.place is not None
    assert error.place.block == (3, 0, 0)


def test_without_another_process_the_error_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError

    memory = torch.empty((1 << 31) + 2 * WIDTH, dtype=torch.int8)
    monkeypatch.setattr("os.fork", refuse)
    error = failed(lambda: launch("stored", memory, rows(ROW), WIDTH))
    assert error.overflow is None
    assert "outside every argument's memory" in str(error)


def test_other_addresses_outside_are_not_called_overflows() -> None:
    """An index of 64 bits, and a row that is far outside itself."""
    memory = torch.empty((1 << 31) + 2 * WIDTH, dtype=torch.int8)
    wide = torch.tensor([0, 1, 2, 600_000], dtype=torch.int64)
    assert failed(lambda: launch("behind", memory, wide, WIDTH)).overflow is None
    finding = checked(lambda: launch("stored", memory, rows(-9), WIDTH), "memory")
    assert finding.other is None
    assert "the index is negative" in finding.advice


@triton.jit
def copied(x, y, rows, width: tl.constexpr):  # pyright: ignore[reportMissingParameterType]
    row = tl.load(rows + tl.program_id(0))
    x += row * width  # line copied
    i = tl.arange(0, 128)
    for _ in range(2):
        tl.store(y + i, tl.load(x + i))
        i += 128


@pytest.mark.triton
def test_triton_is_told_of_its_own_cast() -> None:
    x, y = torch.empty((1 << 31) + 2 * WIDTH, dtype=torch.int8), torch.zeros(256, dtype=torch.int8)
    error = failed(lambda: copied[(4,)](x, y, rows(ROW), WIDTH))
    assert error.overflow is not None
    assert error.overflow.source == line("copied")
    assert str(error).endswith("`.to(tl.int64)`")
