"""`memory`: results that no kernel has written, in operations and in what a script reads."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import torch

import kernelscope as ks
from kernelscope.jobs.source_names import source_names
from kernelscope.sanitizer.session import Sanitizer

KERNEL = r"""
extern "C" __global__ void keep(TYPE* o, const long* places, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) o[places[i]] = 1;
}
"""
TYPES = {torch.float32: "float", torch.int64: "long", torch.uint8: "unsigned char"}


@pytest.mark.parametrize("seed", range(12))
def test_the_elements_of_a_result_that_no_thread_has_written(seed: int):
    """Random views and random written elements; the truth is the set of the others."""
    random = np.random.default_rng(seed)
    dtype = list(TYPES)[seed % 3]
    kernel = ks.cuda_kernel(KERNEL.replace("TYPE", TYPES[dtype]), "keep")
    shape = tuple(int(n) for n in random.integers(1, 9, random.integers(1, 4)))
    steps = random.integers(1, 3, len(shape))
    room = [int(n) for n in shape * steps + random.integers(0, 3, len(shape))]
    room[0] += -room[0] % 4
    sanitizer = Sanitizer(("memory", "init"), names=source_names)
    with ks.virtual_gpu(), sanitizer:
        assert sanitizer.results is not None
        memory = torch.empty(room, dtype=dtype)
        view = memory[tuple(slice(0, n * s, s) for n, s in zip(shape, steps, strict=True))]
        view = view.permute(*random.permutation(len(shape)).tolist())
        kept = random.random(view.shape) < random.choice([0, 0.5, 0.95, 1])
        if dtype == torch.uint8:  # which are told apart in words of 4 bytes
            kept[:] = False
        offsets = np.zeros(view.shape, np.int64)
        for axis, step in enumerate(view.stride()):
            along = np.arange(view.shape[axis]) * step
            offsets += along.reshape((-1, *[1] * (view.ndim - axis - 1)))
        places = torch.from_numpy(np.append(offsets[kept], 0)[: max(kept.sum(), 1)])
        kernel[-(-len(places) // 64), 64](memory, places, int(kept.sum()))
        sanitizer.results.require((view, 3.0))
    if kept.all():
        assert sanitizer.findings == []
        return
    (found,) = sanitizer.findings
    missing = np.argwhere(~kept)
    is_all = not kept.any()
    assert found.kind == ("never-written" if is_all else "partly-written")
    assert (found.kernel, found.buffer) == ("keep", "o")
    assert found.index == np.ravel_multi_index(tuple(missing[0]), kept.shape)
    if not is_all:
        assert f"{len(missing)} of {kept.size} elements" in found.message
    assert found.place.ptx_line


SCRIPT = """\
import torch, triton, triton.language as tl

@triton.jit
def fill(o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, 1.0, mask=i < n)

def filled(n):
    o = torch.empty(100, device="cuda")
    fill[(1,)](o, n, 128)
    return o

"""


def _check(folder: Path, lines: str) -> list[tuple[str, str, str]]:
    path = folder / "script.py"
    path.write_text(SCRIPT + lines)
    result = ks.check(path)
    assert result.record.launches
    stores = {f"{path}:6 "}
    assert all(re.match(f"{path}:6 ", one.source) for one in result.findings), stores
    return [(one.tool, one.kind, one.buffer) for one in result.findings]


@pytest.mark.parametrize(
    "lines",
    [
        "print(filled(90).sum().item())",
        "torch.equal(filled(99), torch.ones(100, device='cuda'))",
        "a = filled(90)\nprint(((a * 2).clone() - 1).max().item())",
        "print(filled(0)[99].item())",
    ],
)
def test_a_number_made_of_unwritten_elements(tmp_path: Path, lines: str):
    """A part of the tensor was never written, and the host gets one value of all of it."""
    (found,) = _check(tmp_path, lines)
    assert found[0] == "memory"
    assert found[1] in ("partly-written", "never-written")
    assert found[2] == "o"


def test_a_result_that_a_script_compares(tmp_path: Path):
    """`assert_close` looks at each element; nothing in it is one of PyTorch's reductions alone."""
    lines = "torch.testing.assert_close(filled(90), torch.ones(100, device='cuda'))"
    assert ("memory", "partly-written", "o") in _check(tmp_path, lines)


def test_a_copy_of_what_nothing_has_written(tmp_path: Path):
    """All that the host copies was never written."""
    assert _check(tmp_path, "filled(0).cpu()") == [("memory", "never-written", "o")]


COPY = """\
import torch
import kernelscope as ks
copy = ks.cuda_kernel(
    "struct pair { float *a; int n; };"
    "__global__ void copy(pair p, float *o) { o[threadIdx.x] = p.a[threadIdx.x]; }", "copy"
)
made = torch.empty(96, device="cuda")
o = torch.zeros(96, device="cuda")
def run():
    copy[1, 64](made.data_ptr().to_bytes(8, "little") + bytes(8), o)
run()
"""


@pytest.mark.parametrize(
    ("lines", "kinds"),
    [
        ("print(o[:3])", ["never-written"]),
        ("print(o.sum().item())", ["partly-written"]),
        ("print(o[64:])", []),
        ("made.fill_(1.0)\nrun()\nprint(o)", []),
        ("", []),
    ],
)
def test_a_defined_tensor_that_gets_a_copy_of_fresh_memory(
    tmp_path: Path, lines: str, kinds: list[str]
):
    """The copy decides nothing until the host reads it, also from memory that no argument names."""
    path = tmp_path / "script.py"
    path.write_text(COPY + lines)
    result = ks.check(path)
    assert [one.kind for one in result.findings] == kinds
    for one in result.findings:
        assert one.buffer == "o"
        assert "is a copy of memory, made before anything has written that" in one.message


@pytest.mark.parametrize(
    "lines",
    [
        "print(filled(90).cpu()[:90].sum())",  # padding is copied along
        "print(filled(90)[:90].sum().item())",
        "a = filled(90) * 2\nprint(a[:90].sum().item())",
        "a = filled(90)\na[90:] = 0\nprint(a.sum().item())",  # the host writes the rest
        "a = filled(90)\nb = a * 2\nb.zero_()\nprint(b.sum().item())",
        "filled(0)",  # nobody reads it
        "a = filled(90)\nfill[(1,)](a, 100, 128)\nprint(a.sum().item())",
        "print(filled(90)[torch.tensor([5], device='cuda')].item())",
        "a = torch.empty(100, device='cuda')\nfill[(1,)](a[50:], 50, 64)\nprint(a[50:].sum())",
    ],
)
def test_padding_is_silent(tmp_path: Path, lines: str):
    """What nothing has written decides nothing."""
    assert _check(tmp_path, lines) == []


OPERATION = """\
import torch, triton, triton.language as tl
import kernelscope as ks

@triton.jit
def double(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + i, mask=i < n) * 2, mask=i < n)

op = ks.Operation(
    "double", axes={"n": 256}, inputs=lambda case: (case.normal(case.n),),
    reference=lambda x: x * 2, work=lambda case: ks.Work(4 * case.n, 4 * case.n),
)

def run(x, blocks):
    o = torch.empty(x.shape)
    if blocks:
        double[(blocks,)](x.contiguous(), o, x.numel(), 128)
    return o

@op.implementation("floored")
def floored(x):
    return run(x, x.numel() // 128)

@op.implementation("right")
def right(x):
    return run(x, triton.cdiv(x.numel(), 128))
"""


def test_each_element_of_an_operations_result_must_be_written(tmp_path: Path):
    """A grid that leaves out the last block; the right one is silent."""
    path = tmp_path / "double.py"
    path.write_text(OPERATION)
    found = ks.check(f"{path}:op/floored").findings
    # 1 and 17 elements have no block at all; a prime number of them lacks the last block.
    assert {one.kind for one in found} == {"never-written", "partly-written"}
    assert {one.kernel for one in found} == {"double", "(no kernel)"}
    assert {one.source.split(" ")[0] for one in found} == {f"{path}:7", f"{path}:15"}
    assert "all blocks" in ks.check(f"{path}:op/floored").table()
    assert ks.check(f"{path}:op/right").findings == ()
