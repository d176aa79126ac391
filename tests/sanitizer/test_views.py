"""`memory --views`: an access inside a tensor's storage, and beyond the view that was given."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import kernelscope as ks
from kernelscope.cli.app import main
from kernelscope.jobs.source_names import source_names
from kernelscope.sanitizer.session import Sanitizer

LINES = Path(__file__).read_text().splitlines()
READ = r"""
extern "C" __global__ void read(const int* x, const int* places, int n, int* sum) {
    int i = blockIdx.x * 32 + threadIdx.x;
    if (i < n) atomicAdd(sum, x[places[i]]);
}
"""


def _elements(view: np.ndarray, whole: np.ndarray) -> set[int]:
    """Return which elements of the memory of `whole`, an array of numbers, a view has."""
    numbers = np.arange(whole.size).reshape(whole.shape)
    begin = (view.ctypes.data - whole.ctypes.data) // 4
    strides = tuple(8 * (step // 4) for step in view.strides)
    same = np.lib.stride_tricks.as_strided(numbers.reshape(-1)[begin:], view.shape, strides)
    return set(same.reshape(-1).tolist())


@pytest.mark.parametrize("seed", range(20))
def test_random_views(seed: int):
    """Shapes, strides and offsets, also backwards ones of NumPy; the truth is `as_strided`'s."""
    random = np.random.default_rng(seed)
    shape = tuple(int(n) for n in random.integers(2, 8, random.integers(1, 4)))
    whole = np.arange(int(np.prod(shape)), dtype=np.int32).reshape(shape)
    cut: list[slice] = []
    for n in shape:
        first = int(random.integers(0, n))
        step = int(random.integers(1, 4)) * (1 if seed % 2 else int(random.choice([-1, 1])))
        cut.append(slice(first, None if random.random() < 0.5 else int(random.integers(n)), step))
    view = whole[tuple(cut)].transpose(random.permutation(len(shape)))
    if not view.size:
        view = whole[tuple(slice(0, 1) for _ in shape)]
    inside = _elements(view, whole)
    begin = (view.ctypes.data - whole.ctypes.data) // 4
    places = random.integers(0, whole.size, 70) - begin
    kernel = ks.cuda_kernel(READ, "read")
    sanitizer = Sanitizer(("memory",), names=source_names, views=True)
    with ks.virtual_gpu(), sanitizer:
        kernel[3, 32](view, places.astype(np.int32), 70, np.zeros(1, np.int32))
    wrong = [n for n, place in enumerate(places) if place + begin not in inside]
    if not wrong:
        assert sanitizer.findings == []
        return
    (found,) = sanitizer.findings
    assert (found.tool, found.kind, found.buffer) == ("memory", "outside-view", "x")
    assert found.count == len(wrong)
    assert found.index == places[wrong[0]]
    assert (found.block[0], found.thread[0]) == divmod(wrong[0], 32)
    assert "x[places[i]]" in LINES[int(found.place.source.rpartition(":")[2]) - 1]


@pytest.mark.parametrize("seed", range(4))
def test_random_views_of_tensors(seed: int):
    """The same with PyTorch's strides, and a storage offset."""
    random = np.random.default_rng(seed)
    rows, columns, first = (int(n) for n in random.integers(3, 9, 3))
    whole = torch.arange(2 * rows * columns + first, dtype=torch.int32)
    size = (int(random.integers(1, rows)), int(random.integers(1, columns)))
    view = whole.as_strided(size, (columns * int(random.integers(1, 3)), 1), first)
    inside = _elements(view.numpy(), whole.numpy())
    places = np.arange(-first, len(whole) - first)
    sanitizer = Sanitizer(("memory",), names=source_names, views=True)
    with ks.virtual_gpu(), sanitizer:
        total = np.zeros(1, np.int32)
        blocks = -(-len(places) // 32)
        kernel = ks.cuda_kernel(READ, "read")
        kernel[blocks, 32](view, places.astype(np.int32), len(places), total)
    assert total[0] == whole.sum()
    assert sum(one.count for one in sanitizer.findings) == len(whole) - len(inside)


SCRIPT = """\
import torch, triton, triton.language as tl

@triton.jit
def double(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + i, mask=i < n) * 2, mask=i < n)

x, o = torch.ones(100, device="cuda"), torch.zeros(100, device="cuda")
double[(1,)](x[:32], o, 100, 128)
print("sum", o.sum().item())
"""


def test_the_option_of_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    """Silent without it; with it a finding, and the script goes on."""
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    assert main(["check", str(path)]) == 0
    assert main(["check", str(path), "--views"]) == 1
    shown = " ".join(capfd.readouterr().out.split())
    assert "memory: outside-view in double 68 times" in shown
    assert "x[32]" in shown
    assert "script.py:6" in shown
    assert shown.count("sum 200.0") == 2


def test_each_argument_has_its_own_view():
    """Two views of one memory: what the one may touch, the other may not."""
    kernel = ks.cuda_kernel(
        'extern "C" __global__ void add(const int* a, int* b) {'
        " b[threadIdx.x] = a[threadIdx.x] + 1; }",
        "add",
    )
    memory = torch.zeros(64, dtype=torch.int32)
    with ks.check(views=True) as found:
        kernel[1, 32](memory[:32], memory[32:])
    assert found.ok, found.table()
    with ks.check(views=True) as found:
        kernel[1, 32](memory[:31], memory[32:])
    (one,) = found.findings
    assert (one.buffer, one.index, one.count) == ("a", 31, 1)


def test_a_copy_that_fills_with_zeros():
    """`cp.async` of 16 bytes that reads 4, or none: what it leaves out may be anywhere."""
    kernel = ks.cuda_kernel(
        r"""
        #include <cuda_pipeline.h>
        extern "C" __global__ void fill(const int* x, int* o, int left) {
            __shared__ alignas(16) int tile[128];
            int kept = max(min(left - 4 * (int)threadIdx.x, 4), 0);
            __pipeline_memcpy_async(tile + 4 * threadIdx.x, x + 4 * threadIdx.x, 16, 16 - 4 * kept);
            __pipeline_commit();
            __pipeline_wait_prior(0);
            for (int i = 0; i < 4; i++) o[4 * threadIdx.x + i] = tile[4 * threadIdx.x + i];
        }""",
        "fill",
    )
    memory = torch.arange(128, dtype=torch.int32)
    counts: dict[int, int] = {}
    for left in (53, 56, 64):
        out = torch.zeros(128, dtype=torch.int32)
        with ks.check(views=True) as found:
            kernel[1, 32](memory[:53], out, left)
        assert out.tolist() == [*range(left), *[0] * (128 - left)]
        counts[left] = sum(one.count for one in found.findings)
    # Thread 13 reads 52 … 55, of which 52 is in the view; threads 14 and 15 read 56 … 63.
    assert counts == {53: 0, 56: 1, 64: 3}
