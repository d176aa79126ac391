"""What `--sample` and benchmarks leave out: its time and counters, and that nobody reads it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest

from kernelscope.devices import sampling
from kernelscope.devices.sampling import Sampling
from kernelscope.errors import NotComputedError
from kernelscope.frontends import virtual_gpu
from kernelscope.vgpu.analysis.steering import steering_of
from kernelscope.vgpu.runtime.kernel import load_ptx

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")

pytestmark = [
    pytest.mark.triton,
    pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here"),
]

N = 1024


@triton.jit
def scale(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


@triton.jit
def negative(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    tl.store(y + at, value, mask=(at < n) & (value < 0))


@triton.jit
def gather(x, places, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    place = tl.load(places + at, mask=at < n, other=0)
    tl.store(y + at, tl.load(x + place, mask=at < n), mask=at < n)


@triton.jit
def shift(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at, mask=at < n) + 1, mask=at < n)


@triton.jit
def tickets(counter, y, n, BLOCK: tl.constexpr):
    tile = tl.atomic_add(counter, 1)
    while tile * BLOCK < n:
        tl.store(y + tile * BLOCK + tl.arange(0, BLOCK), 1.0)
        tile = tl.atomic_add(counter, 1)


def launch(kernel: Any, *tensors: Any) -> None:
    n = tensors[-1].numel()
    kernel[(n // 256,)](*tensors, n, BLOCK=256)


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> Generator[Any]:
    """A virtual GPU that leaves out products of 1024 x 1024 and every launch of many blocks."""
    from kernelscope.devices.torch_cuda.facade import pretend_cuda

    monkeypatch.setattr("kernelscope.devices.torch_cuda.left_out.OPERATOR_FLOPS", 2.0 * N**3)
    monkeypatch.setattr(sampling._C, "launch_s", 0.0)
    gpu = virtual_gpu("h200", fast_time=True)
    gpu.sampling = Sampling(everything=True)
    with pretend_cuda(gpu):
        yield gpu


@pytest.fixture
def left_out(sampled: Any) -> Any:
    x = torch.ones(N, N, device="cuda")
    return x @ x


READS: dict[str, Callable[[Any], Any]] = {
    "item": lambda y: y[3, 5].item(),
    "print": str,
    "format": lambda y: f"{y.sum():.2f}",
    "bool": lambda y: bool(y[0, 0] > 0),
    "float": lambda y: float(y.sum()),
    "tolist": lambda y: y[0].tolist(),
    "cpu": lambda y: y.cpu(),
    "to": lambda y: y.to("cpu", non_blocking=True),
    "copy_": lambda y: torch.empty(N, N).copy_(y),
    "numpy": lambda y: y.detach().cpu().numpy(),
    "equal": lambda y: torch.equal(y, y),
    "allclose": lambda y: torch.allclose(y, y),
    "assert_close": lambda y: torch.testing.assert_close(y, y.clone()),
    "nonzero": lambda y: y.nonzero(),
    "mask": lambda y: y[y > 0],
    "unique": lambda y: y.unique(),
    "index from it": lambda y: torch.arange(4, device="cuda")[y[0, :2].long()].tolist(),
    "view": lambda y: y.view(-1)[7:9].t().tolist(),
    "in place": lambda y: y.add_(1).sum().item(),
    "out": lambda y: torch.add(y, 1, out=torch.empty_like(y))[0, 0].item(),
    "cat": lambda y: torch.cat([torch.zeros_like(y), y])[0, 0].item(),
    "reduction": lambda y: y.max(dim=1).indices[0].item(),
    "backward": lambda y: _gradient(y).sum().item(),
    "part of it": lambda y: y[:2].fill_(1).max().item(),
    "resized": lambda y: y.resize_(2 * N, N)[0, 0].item(),
    "storage": lambda y: y.untyped_storage().cpu(),
}


def _gradient(y: Any) -> Any:
    weight = torch.ones(N, 1, device="cuda", requires_grad=True)
    (y @ weight).sum().backward()
    return weight.grad


@pytest.mark.parametrize("name", READS)
def test_to_read_what_was_left_out_is_an_error_with_both_lines(name: str, left_out: Any) -> None:
    with pytest.raises(NotComputedError) as caught:
        READS[name](left_out)
    said = str(caught.value)
    assert "not computed: --sample; aten::mm at " in said
    assert said.count("test_sampling.py:") == 2


def test_a_print_that_fails_leaves_derivatives_right(left_out: Any) -> None:
    """PyTorch's printing switches functorch off by a variable, which a kept error would keep."""
    with pytest.raises(NotComputedError) as kept:
        print(left_out)
    x = torch.ones(4, dtype=torch.float64)
    _, second = torch.func.jvp(torch.func.grad(lambda v: (v**3).sum()), (x,), (x,))
    assert second.tolist() == [6.0] * 4
    assert kept.tb is not None


def test_random_numbers_behind_it_are_those_of_the_whole_program(left_out: Any) -> None:
    numbers: list[float] = []
    for x in (torch.ones_like(left_out), left_out):
        torch.manual_seed(3)
        dropped = torch.nn.functional.dropout(x)
        numbers.append(torch.rand(1, device="cuda").item())
    assert numbers[0] == numbers[1]
    with pytest.raises(NotComputedError, match="aten::mm"):
        dropped.sum().item()


def test_what_was_left_out_has_shape_type_and_time(sampled: Any, left_out: Any) -> None:
    half = (left_out.t() + 1).half()[:, :8]
    assert (half.shape, half.dtype, half.is_cuda) == ((N, 8), torch.float16, True)
    product = next(event for event in sampled.events if event.name == "aten.mm.default")
    assert product.flops == 2.0 * N**3
    assert product.time_us.value > 10


def test_what_is_computed_over_it_is_known_again(left_out: Any) -> None:
    left_out.fill_(3)
    assert left_out.sum().item() == 3 * N * N
    again = left_out @ left_out
    again.copy_(left_out)
    assert again[0, 0].item() == 3


def test_small_work_is_computed(sampled: Any) -> None:
    x = torch.ones(64, 64, device="cuda")
    assert (x @ x)[0, 0].item() == 64
    y = torch.empty_like(x)
    launch(scale, x, y)
    assert y.sum().item() == 2 * 64 * 64


def test_memory_that_is_used_again_is_known(sampled: Any) -> None:
    x = torch.ones(N, N, device="cuda")
    for _ in range(3):
        product = x @ x
        del product
        torch.cuda.synchronize()
        assert (x + 1)[0, 0].item() == 2


def test_a_launch_of_some_blocks_counts_for_all(sampled: Any) -> None:
    x, y = torch.ones(N, N, device="cuda"), torch.empty(N, N, device="cuda")
    launch(scale, x, y)
    record = sampled.launches[-1]
    assert record.sampled
    sampled.sampling = None
    loads = record.counters["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"]
    assert loads == N * N * 4 / 32
    assert record.counters["kernelscope__inst_executed.sum"] > 0


def test_the_result_of_a_sampled_launch_is_left_out(sampled: Any) -> None:
    x, y = torch.ones(N, N, device="cuda"), torch.empty(N, N, device="cuda")
    launch(scale, x, y)
    assert x[0, 0].item() == 1
    with pytest.raises(NotComputedError, match=r"`scale` at .*test_sampling.py:\d+ was left out"):
        y[0, 0].item()


def test_a_launch_that_reads_it_is_left_out_too(left_out: Any) -> None:
    y = torch.empty_like(left_out)
    launch(scale, left_out[:4], y[:4])
    with pytest.raises(NotComputedError, match="aten::mm"):
        y[0, 0].item()


def test_a_kernel_that_goes_by_it_is_refused(left_out: Any) -> None:
    with pytest.raises(NotComputedError, match="`negative` depends on it"):
        launch(negative, left_out, torch.empty_like(left_out))


def test_addresses_from_it_are_refused_and_from_what_is_known_are_not(left_out: Any) -> None:
    x, y = torch.ones(N * N, device="cuda"), torch.empty(N * N, device="cuda")
    launch(gather, x, torch.zeros(N * N, dtype=torch.int64, device="cuda"), y)
    places = left_out.view(-1).long()
    with pytest.raises(NotComputedError, match="`gather` depends on it"):
        launch(gather, x, places, y)


def test_blocks_that_share_tiles_by_a_counter_are_computed(sampled: Any) -> None:
    counter = torch.zeros(1, dtype=torch.int32, device="cuda")
    y = torch.zeros(N * N, device="cuda")
    tickets[(2048,)](counter, y, N * N, BLOCK=512)
    assert not sampled.launches[-1].sampled
    assert y.sum().item() == N * N


def test_a_launch_in_place_changes_its_memory_once(sampled: Any) -> None:
    x = torch.zeros(N, N, device="cuda")
    launch(shift, x)
    assert x.sum().item() == N * N


def test_a_kernel_that_writes_to_the_hosts_memory_is_computed(sampled: Any) -> None:
    text = """.version 8.4
.target sm_90a
.address_size 64
.entry fill(.param .u64 at) {
.reg .b64 %rd<4>; .reg .b32 %r<5>;
ld.param.u64 %rd1, [at];
mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
mad.lo.u32 %r4, %r1, %r2, %r3; mul.wide.u32 %rd2, %r4, 4; add.u64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], 7; ret;
}
"""
    out = np.zeros(1 << 19, np.uint32)
    load_ptx(text).kernel("fill").launch(1 << 12, 128, [out])
    assert (out == 7).all()


COPIES = """.version 8.4
.target sm_90a
.address_size 64
.entry copy(.param .u64 from, .param .u64 to) {
.reg .b64 %rd<3>; .reg .b32 %r<2>;
ld.param.u64 %rd1, [from]; ld.param.u64 %rd2, [to];
ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd2], %r1; ret;
}
.entry through(.param .u64 table, .param .u64 to) {
.reg .b64 %rd<4>; .reg .b32 %r<2>;
ld.param.u64 %rd1, [table]; ld.param.u64 %rd2, [to];
ld.global.u64 %rd3, [%rd1]; ld.global.u32 %r1, [%rd3]; st.global.u32 [%rd2], %r1; ret;
}
"""


def test_its_address_as_a_number_or_in_a_table_is_no_way_round(sampled: Any) -> None:
    ones = torch.ones(N, N, device="cuda")
    product = ones @ ones
    module, address = load_ptx(COPIES), product.data_ptr()
    out = np.zeros(1, np.uint32)
    with pytest.raises(NotComputedError, match="`copy` may depend on it"):
        module.kernel("copy").launch(1, 1, [address, out])
    known = torch.empty(1, dtype=torch.int32, device="cuda")
    module.kernel("copy").launch(1, 1, [address, known])
    with pytest.raises(NotComputedError, match="aten::mm"):
        known.item()
    table = torch.tensor([address], device="cuda")
    with pytest.raises(NotComputedError, match="`through` may depend on it"):
        module.kernel("through").launch(1, 1, [table, torch.empty_like(known)])
    # Nothing is left out any more when its memory has been freed.
    del product, known
    module.kernel("through").launch(1, 1, [torch.tensor([ones.data_ptr()], device="cuda"), out])
    assert out.view(np.float32)[0] == 1


def test_numba_does_not_copy_it_to_the_host(left_out: Any) -> None:
    cuda = pytest.importorskip("numba.cuda")
    array = cuda.as_cuda_array(left_out)
    with pytest.raises(NotComputedError, match="aten::mm"):
        array.copy_to_host()


def test_only_what_a_benchmark_repeats_is_left_out_without_the_option(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from kernelscope.devices.torch_cuda.facade import pretend_cuda

    monkeypatch.setattr("kernelscope.devices.torch_cuda.left_out.OPERATOR_FLOPS", 2.0 * N**3)
    gpu = virtual_gpu("h200", fast_time=True)
    gpu.sampling = Sampling(everything=False)
    with pretend_cuda(gpu):
        x, kept = torch.ones(N, N, device="cuda"), torch.empty(N, N, device="cuda")
        assert (x @ x)[0, 0].item() == N
        assert triton.testing.do_bench(lambda: x @ x) > 0
        assert (x @ x)[0, 0].item() == N
        triton.testing.do_bench(lambda: torch.mm(x, x, out=kept))
        with pytest.raises(NotComputedError, match="a benchmark ran a sample; aten::mm at"):
            kept[0, 0].item()
        torch.mm(x, x, out=kept)
        assert kept[0, 0].item() == N


def test_a_graph_leaves_out_what_it_replays(sampled: Any) -> None:
    x = torch.ones(N, N, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = x @ x
        z = y + 1
    graph.replay()
    for tensor in (y, z):
        with pytest.raises(NotComputedError, match="aten::mm"):
            tensor[0, 0].item()


HEAD = """.version 8.4
.target sm_90a
.address_size 64
.entry k(.param .u64 x, .param .u64 y, .param .u32 n) {
.reg .b64 %rd<8>; .reg .b32 %r<6>; .reg .f32 %f<6>; .reg .pred %p<4>; .shared .b32 s[32];
ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u32 %r1, [n];
mov.u32 %r2, %tid.x; mul.wide.u32 %rd3, %r2, 4; add.u64 %rd4, %rd1, %rd3; add.u64 %rd5, %rd2, %rd3;
ld.global.f32 %f1, [%rd4];
"""
X, Y = 0, 8


CASES = """
none    setp.lt.u32 %p1, %r2, %r1; @%p1 st.global.f32 [%rd5], %f1;
x       setp.gt.f32 %p1, %f1, 0f00000000; @%p1 st.global.f32 [%rd5], %f1;
none    setp.gt.f32 %p1, %f1, 0f00000000; selp.f32 %f2, %f1, %f1, %p1; st.global.f32 [%rd5], %f2;
leans   setp.gt.f32 %p1, %f1, 0f00000000; @%p1 bra L; mul.f32 %f1, %f1, %f1; L: st.global.f32 [%rd5], %f1;
x       setp.gt.f32 %p1, %f1, 0f00000000; @%p1 bra L; st.global.f32 [%rd5], %f1; L: mov.u32 %r3, 0;
x       L: mul.f32 %f1, %f1, %f1; setp.gt.f32 %p1, %f1, 0f00000000; @%p1 bra L; st.global.f32 [%rd5], %f1;
x       mov.u32 %r3, s; st.shared.f32 [%r3], %f1; ld.shared.u32 %r4, [%r3]; setp.eq.u32 %p1, %r4, 0; @%p1 st.global.f32 [%rd5], %f1;
x       mov.u32 %r3, s; cp.async.ca.shared.global [%r3], [%rd4], 4; cp.async.wait_all; ld.shared.u32 %r4, [%r3]; setp.eq.u32 %p1, %r4, 0; @%p1 st.global.f32 [%rd5], %f1;
y       ld.global.u32 %r3, [%rd5]; mul.wide.u32 %rd6, %r3, 4; add.u64 %rd7, %rd1, %rd6; st.global.f32 [%rd7], %f1;
y       atom.global.add.u32 %r3, [%rd5], 1; setp.eq.u32 %p1, %r3, 0; @%p1 st.global.f32 [%rd4], %f1;
"""  # noqa: E501
SOURCES = {"none": set[int](), "x": {X}, "y": {Y}, "leans": set[int]()}


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_whose_contents_a_kernel_goes_by(case: str) -> None:
    by, body = case.split(maxsplit=1)
    steering = steering_of(load_ptx(HEAD + body + "\nret;\n}\n").kernel("k").lowered())
    assert steering.goes_by == SOURCES[by]
    assert steering.leans_on == ({X} if by == "leans" else set())


def test_a_pointer_from_memory_may_lead_anywhere() -> None:
    body = "ld.global.u64 %rd6, [%rd5]; st.global.f32 [%rd6], %f1;\nret;\n}\n"
    steering = steering_of(load_ptx(HEAD + body).kernel("k").lowered())
    assert steering.written is None
    assert steering.goes_by == {Y}
