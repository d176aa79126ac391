"""Launches that may begin before the one before them has ended (programmatic dependent launch)."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("cuda.bindings.nvrtc")

import kernelscope as ks  # noqa: E402

N, BLOCK = 256, 64
GRID = N // BLOCK, BLOCK
WAIT = 'asm volatile("griddepcontrol.wait;" ::: "memory");'
NEXT = 'asm volatile("griddepcontrol.launch_dependents;");'
SOURCE = """
extern "C" __global__ void make(float* x) {
    MAKE
    x[blockIdx.x * blockDim.x + threadIdx.x] = 7.0f;
}
extern "C" __global__ void use(const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    USE
    y[i] = x[i] + 1.0f;
}
extern "C" __global__ void other(float* z) {
    OTHER
    z[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}
"""


def _kernel(name: str, **parts: str) -> ks.CudaKernel:
    source = SOURCE
    for word in ("make", "use", "other"):
        source = source.replace(word.upper(), parts.get(word, ""))
    return ks.cuda_kernel(source, name)


def _tensors():
    return torch.zeros(N), torch.zeros(2 * N), torch.zeros(N)


def _found(result: ks.CheckResult) -> list[tuple[str, str, str]]:
    return [(finding.kind, finding.kernel, finding.buffer) for finding in result.findings]


def _make_and_use(make: str, use: str) -> ks.CheckResult:
    x, y, _ = _tensors()
    with ks.check() as result:
        _kernel("make", make=make)[GRID](x)
        _kernel("use", use=use)[GRID](x, y, programmatic=True)
    return result


@pytest.mark.parametrize("first", [NEXT, ""], ids=["launch_dependents", "at its end"])
def test_a_read_without_a_wait_is_a_race_with_both_kernels_and_lines(first: str):
    result = _make_and_use(first, "")
    assert _found(result) == [("early-write-read", "use", "x")]
    (finding,) = result.findings
    assert "`use` may begin before `make` has ended" in finding.message
    assert finding.source.startswith("use.cu:9")
    assert finding.other_source is not None
    assert finding.other_source.startswith("make.cu:4")
    assert finding.other_ptx is not None
    assert "st.global" in finding.other_ptx.text  # of `make`


def test_a_wait_orders_the_threads_that_wait_and_those_that_meet_them_at_a_barrier():
    assert _make_and_use(NEXT, WAIT).ok
    assert _make_and_use(NEXT, f"if (threadIdx.x == 0) {WAIT} __syncthreads();").ok


def test_threads_and_blocks_that_do_not_wait_are_found():
    assert not _make_and_use(NEXT, f"if (threadIdx.x < 32) {WAIT}").ok
    assert not _make_and_use(NEXT, f"if (blockIdx.x != 3) {WAIT}").ok
    result = _make_and_use(NEXT, f"y[N + i] = x[i]; {WAIT}".replace("N", str(N)))
    assert _found(result) == [("early-write-read", "use", "x")]


def test_writes_before_the_wait_conflict_with_reads_and_writes():
    x, y, _ = _tensors()
    with ks.check() as result:
        _kernel("use", use=WAIT)[GRID](x, y)
        _kernel("make")[GRID](x, programmatic=True)
        _kernel("make", make=WAIT)[GRID](x, programmatic=True)
        _kernel("other")[GRID](x, programmatic=True)
    assert _found(result) == [
        ("early-read-write", "make", "x"),
        ("early-write-write", "other", "z"),
        ("early-read-write", "other", "z"),
    ]


def test_a_wait_is_for_the_grid_right_before_and_for_those_that_it_has_waited_for():
    for middle, expected in ((WAIT, []), ("", [("early-write-read", "use", "x")])):
        x, y, z = _tensors()
        with ks.check() as result:
            _kernel("make", make=NEXT)[GRID](x)
            _kernel("other", other=middle)[GRID](z, programmatic=True)
            _kernel("use", use=WAIT)[GRID](x, y, programmatic=True)
        assert _found(result) == expected
    assert "no launch in between has waited for `make`" in result.findings[0].message


def test_a_launch_without_the_attribute_waits_for_all_before_it():
    x, y, z = _tensors()
    with ks.check() as result:
        _kernel("make", make=NEXT)[GRID](x)
        _kernel("other")[GRID](z, programmatic=True)
        _kernel("use")[GRID](x, y)
    assert result.ok


@pytest.mark.parametrize(
    ("use", "early"), [("", 1.0), (f"if (blockIdx.x) {WAIT}", None), (WAIT, 8.0)]
)
def test_under_other_schedules_a_launch_begins_early_up_to_its_waits(use: str, early: float | None):
    expected = [early] * N if early else [1.0] * BLOCK + [8.0] * (N - BLOCK)
    for schedule, values in (("turns", [8.0] * N), ("interleaved", expected)):
        x, y, _ = _tensors()
        with ks.virtual_gpu(schedule=schedule):
            _kernel("make", make=NEXT)[GRID](x)
            _kernel("use", use=use)[GRID](x, y, programmatic=True)
        assert y[:N].tolist() == values, schedule
        assert x.tolist() == [7.0] * N


SCRIPT = """\
import torch
import kernelscope as ks
make = ks.cuda_kernel('extern "C" __global__ void make(float* x) { x[threadIdx.x] = 1.f; }', "make")
use = ks.cuda_kernel('extern "C" __global__ void use(float* x) { x[threadIdx.x] += 1.f; }', "use")
x, y = torch.zeros(32, device="cuda"), torch.zeros(32, device="cuda")
for between in (torch.cuda.synchronize, lambda: y.add_(1), lambda: None):
    make[1, 32](x)
    between()
    use[1, 32](x, programmatic=True)
    print(x.sum().item())
"""


def test_what_the_host_has_waited_for_and_what_pytorch_launches_has_ended(tmp_path):
    path = tmp_path / "early.py"
    path.write_text(SCRIPT)
    result = ks.check(path)
    assert {(f.kind, f.count) for f in result.findings} == {
        ("early-write-read", 1), ("early-write-write", 1),
    }  # fmt: skip
