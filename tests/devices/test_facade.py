"""PyTorch on a GPU that is not there: what a script for `device="cuda"` asks, and gets."""

from __future__ import annotations

import copy
import gc
import io
import itertools
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from each import each  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu  # noqa: E402
from kernelscope.errors import UnavailableError, UsageError  # noqa: E402
from kernelscope.frontends.cuda.kernel import cuda_kernel  # noqa: E402
from kernelscope.vgpu.runtime.address_space import region_of_storage  # noqa: E402
from kernelscope.vgpu.runtime.registry import REGISTRY, Region  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
CUDA0 = torch.device("cuda", 0)
TWO_DEVICES = r"Expected all tensors to be on the same device.*cuda:0.*cpu|.*cpu.*cuda:0"


@pytest.fixture
def gpu() -> Iterator[VirtualGPU]:
    session = virtual_gpu("h200")
    with pretend_cuda(session):
        torch.manual_seed(0)
        yield session


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("shape", [(0, 4, 5), (3, 0)])
def test_results_without_elements_keep_their_shape(shape: tuple[int, ...]):
    """Some operators make an `out=` of shape [0] first, which the kernel resizes."""
    x = torch.zeros(shape, device="cuda")
    for function in (torch.abs, torch.angle, torch.isfinite, torch.sgn, torch.exp):
        assert function(x).shape == shape, function
    grown = torch.empty(0, device="cuda")
    assert torch.abs(x, out=grown) is grown
    assert grown.shape == shape


def test_a_pointer_in_memory_finds_its_owner_and_none_that_has_died(gpu: VirtualGPU) -> None:
    tensors = [torch.arange(float(n), device="cuda") for n in range(8, 28)]
    regions = [region_of_storage(tensor.untyped_storage()) for tensor in tensors]
    addresses, sizes = [region.base for region in regions], [region.size for region in regions]
    for address, size in zip(addresses, sizes, strict=True):
        assert REGISTRY.holding(address + size - 1) == Region(address, size)
    views = [tensor[3:] for tensor in tensors]
    del tensors
    assert REGISTRY.holding(addresses[0]) == Region(addresses[0], sizes[0])
    del views
    assert REGISTRY.holding(addresses[-1]) is None


ADDRESSES = """
__global__ void addresses(long long* o, float* a, float* b, float* c) {
    o[0] = (long long)a;
    o[1] = (long long)b;
    o[2] = (long long)c;
}
"""


def test_a_program_and_its_kernels_see_the_addresses_that_cudas_allocator_gives(
    gpu: VirtualGPU,
) -> None:
    """Aligned to 512 bytes, different in the low half; a view's is that of its first element."""
    tensors = [torch.zeros(1000, device="cuda") for _ in range(20)]
    first, second, view = tensors[0], tensors[1], tensors[1][10:]
    o = torch.zeros(3, dtype=torch.int64, device="cuda")
    cuda_kernel(ADDRESSES, "addresses")[1, 1](o, first, second, view)
    given = [tensor.data_ptr() for tensor in (first, second, view)]
    assert o.tolist() == given
    assert given[2] - given[1] == 40
    places = [tensor.data_ptr() for tensor in tensors]
    assert not any(place % 512 for place in places)
    assert len({place & 0xFFFFFFFF for place in places}) == len(tensors)


def test_a_tensor_its_storage_and_its_interfaces_name_one_address(gpu: VirtualGPU) -> None:
    """A storage begins where its tensor without offset does; of the host they stay the host's."""
    whole = torch.arange(64.0, device="cuda")
    view = whole[8:32:2]
    begin = whole.data_ptr()
    storages = [view.untyped_storage(), view.storage(), torch.nn.Parameter(view).untyped_storage()]
    assert [storage.data_ptr() for storage in storages] == [begin] * 3
    assert view.data_ptr() == begin + view.storage_offset() * 4
    assert view.__cuda_array_interface__["data"][0] == begin + 32
    assert view.__dlpack_device__() == (2, 0)
    (segment,) = [s for s in torch.cuda.memory_snapshot() if s["address"] == begin]
    assert segment["blocks"][0]["requested_size"] == 256
    host = whole.cpu()
    assert host.untyped_storage().data_ptr() == host.data_ptr() == host.numpy().ctypes.data
    o = torch.zeros(3, dtype=torch.int64, device="cuda")
    table = torch.tensor([storages[0].data_ptr() + 32], device="cuda")
    source = "__global__ void read(float** t, float* o) { o[0] = t[0][1]; }"
    cuda_kernel(source, "read")[1, 1](table, o.view(torch.float32))
    assert o.view(torch.float32)[0] == 9


def test_the_next_tensor_of_its_size_gets_the_address_of_a_freed_one(gpu: VirtualGPU) -> None:
    first, other = torch.zeros(1000, device="cuda"), torch.zeros(10, device="cuda")
    place, place_of_other = first.data_ptr(), other.data_ptr()
    del first
    small, again = torch.zeros(20, device="cuda"), torch.zeros(1000, device="cuda")
    assert small.data_ptr() not in (place, place_of_other)
    assert again.data_ptr() == place


def test_an_address_stays_however_many_tensors_there_are(gpu: VirtualGPU) -> None:
    """More than the virtual GPU has numbers for: each address leads to its own tensor."""
    tensors = [torch.full((2,), n, dtype=torch.int32, device="cuda") for n in range(5000)]
    places = [tensor.data_ptr() for tensor in tensors]
    source = "__global__ void read(int** t, int* o) { o[blockIdx.x] = t[blockIdx.x][1]; }"
    o = torch.zeros(1000, dtype=torch.int32, device="cuda")
    for start in range(0, 5000, 1000):
        table = torch.tensor(places[start : start + 1000], device="cuda")
        cuda_kernel(source, "read")[1000, 1](table, o)
        assert o.tolist() == list(range(start, start + 1000))
    assert [tensor.data_ptr() for tensor in tensors] == places


def test_a_tensor_of_a_block_that_has_ended_is_refused_and_another_block_takes_its_own() -> None:
    """Its kernels stay registered, for the next block."""
    with pretend_cuda(virtual_gpu("h200")):
        kept = torch.ones(4, device="cuda")
    with pytest.raises(NotImplementedError, match=r"aten::mul.*virtual GPU has ended"):
        kept * 2
    with pretend_cuda(virtual_gpu("a100")) as timeline:
        before = timeline.now()
        assert (torch.ones(4, device="cuda") * 2).sum().item() == 8
        assert timeline.now() > before


@pytest.mark.slow
def test_a_gradient_before_the_first_session_spoils_none_in_it() -> None:
    """PyTorch's autograd starts its threads once, for the devices that there are by then."""
    code = """
import torch
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.virtual import virtual_gpu

torch.ones(3, requires_grad=True).sum().backward()
with pretend_cuda(virtual_gpu("h200")):
    x = torch.ones(3, device="cuda", requires_grad=True)
    (x * x).sum().backward()
    print(x.grad.tolist(), x.grad.device)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("[2.0, 2.0, 2.0] cuda:0\n", 0), done.stderr


def test_an_operator_that_pytorch_has_for_every_device_runs_on_the_host(gpu: VirtualGPU) -> None:
    """`ldexp` of PyTorch 2.14 looks up the kernel of its operands' device by itself."""
    value, power = torch.rand(8), torch.randint(-3, 4, (8,))
    there, exponent = value.cuda().requires_grad_(), power.cuda()
    here = value.clone().requires_grad_()
    out = torch.empty(8, device="cuda")
    torch.ldexp(there.detach(), exponent, out=out)
    own = there.detach().clone().ldexp_(exponent)
    results = [torch.ldexp(x, e) for x, e in ((there, exponent), (here, power))]
    for result in results:
        result.sum().backward()
    assert torch.equal(results[0].cpu(), results[1])
    assert torch.equal(out.cpu(), results[1])
    assert torch.equal(own.cpu(), results[1])
    assert there.grad is not None
    assert here.grad is not None
    assert torch.equal(there.grad.cpu(), here.grad)
    assert {one.device.type for one in (results[0], out, own, there.grad)} == {"cuda"}


class TestDevice:
    """torch.cuda answers for the GPU of the specification table."""

    def test_there_is_one_gpu_and_it_is_the_one_of_the_table(self, gpu: VirtualGPU) -> None:
        assert torch.cuda.is_available()
        assert torch.cuda.is_initialized()
        assert torch.cuda.device_count() == 1
        assert torch.cuda.current_device() == 0
        assert torch.cuda.get_device_name(0) == "NVIDIA H200 SXM 141GB"
        assert torch.cuda.get_device_capability("cuda") == (9, 0)
        assert torch.cuda.is_bf16_supported()
        properties = torch.cuda.get_device_properties(0)
        assert properties.multi_processor_count == 132
        assert properties.L2_cache_size == 60 * 2**20
        assert properties.total_memory == 150_109_880_320
        assert (properties.major, properties.minor) == (9, 0)
        assert properties.clock_rate == 1_980_000  # kHz, as CUDA gives it
        assert properties.max_threads_per_multi_processor == 2048
        assert properties.max_threads_per_block == 1024
        assert properties.shared_memory_per_block == 48 * 1024
        assert properties.shared_memory_per_block_optin == 227 * 1024
        assert properties.shared_memory_per_multiprocessor == 228 * 1024

    def test_another_gpu_has_its_own_numbers(self) -> None:
        with pretend_cuda(virtual_gpu("a100")):
            assert torch.cuda.get_device_capability() == (8, 0)
            assert torch.cuda.get_device_properties(0).multi_processor_count == 108

    def test_a_second_device_is_cudas_error(self, gpu: VirtualGPU) -> None:
        with pytest.raises(RuntimeError, match="invalid device ordinal"):
            torch.cuda.get_device_name(1)
        with pytest.raises(RuntimeError, match="invalid device ordinal"):
            torch.cuda.set_device("cuda:1")

    def test_a_profiler_that_is_told_when_to_watch_is_told_nothing(self, gpu: VirtualGPU) -> None:
        with torch.cuda.profiler.profile():
            assert torch.ones(2, device="cuda").sum().item() == 2

    def test_everything_is_put_back_at_the_end(self) -> None:
        before = {name: vars(torch.cuda)[name] for name in ("Stream", "Event", "synchronize")}
        code = torch.cuda.is_available.__code__
        with pretend_cuda(virtual_gpu("h200")):
            assert torch.cuda.is_available()
        assert not torch.cuda.is_available()
        assert {name: vars(torch.cuda)[name] for name in before} == before
        assert torch.cuda.is_available.__code__ is code
        assert torch.Generator().device.type == "cpu"
        assert "pin_memory" not in vars(torch.Tensor) or torch.Tensor.pin_memory
        with pytest.raises((NotImplementedError, AssertionError, RuntimeError)):
            torch.zeros(2, device="cuda")

    def test_entering_again_is_the_same_gpu_and_another_one_is_refused(
        self, gpu: VirtualGPU
    ) -> None:
        with pretend_cuda(gpu):
            assert torch.cuda.is_available()
        assert torch.cuda.is_available()
        with pytest.raises(UsageError, match="h200"), pretend_cuda(virtual_gpu("a100")):
            pass

    def test_a_kernel_takes_a_tensor_of_the_host_only_if_that_is_asked_for(self) -> None:
        kernel = cuda_kernel('extern "C" __global__ void one(float* x) { x[0] = 1; }', "one")
        with pretend_cuda(virtual_gpu("h200")):
            x = torch.zeros(1)
            with pytest.raises(ValueError, match="cannot be accessed"):
                kernel[1, 1](x)
        with pretend_cuda(virtual_gpu("h200"), host_tensors=True):
            kernel[1, 1](x)
        assert x.item() == 1

    def test_the_accelerator_is_cuda(self, gpu: VirtualGPU) -> None:
        assert torch.accelerator.is_available()
        assert torch.accelerator.current_accelerator() == torch.device("cuda")


class TestWhereTensorsAre:
    """Being on the GPU is a property of a tensor that its results inherit."""

    @pytest.mark.parametrize(
        "make",
        [
            lambda: torch.zeros(3, device="cuda"),
            lambda: torch.ones(3, device="cuda:0"),
            lambda: torch.empty(3, device=torch.device("cuda")),
            lambda: torch.full((3,), 2.0, device=0),
            lambda: torch.arange(3, device="cuda"),
            lambda: torch.linspace(0, 1, 3, device="cuda"),
            lambda: torch.eye(3, device="cuda"),
            lambda: torch.tensor([1.0, 2.0], device="cuda"),
            lambda: torch.as_tensor(np.ones(3), device="cuda"),
            lambda: torch.from_numpy(np.ones(3)).cuda(),
            lambda: torch.rand(3, device="cuda"),
            lambda: torch.randn(3, device="cuda"),
            lambda: torch.randint(0, 5, (3,), device="cuda"),
            lambda: torch.randperm(3, device="cuda"),
            lambda: torch.tril_indices(3, 3, device="cuda"),
            lambda: torch.zeros(3).to("cuda"),
            lambda: torch.zeros(3).to("cuda", non_blocking=True),
            lambda: torch.zeros(3).to(torch.device("cuda", 0), torch.float16),
            lambda: torch.zeros(3).cuda(),
            lambda: torch.empty_like(torch.zeros(3, device="cuda")),
            lambda: torch.zeros(3, device="cuda").new_zeros(2),
            lambda: torch.zeros(3, device="cuda")[1:].view(2, 1).t(),
            lambda: torch.zeros(3, device="cuda").half().float(),
        ],
    )
    def test_a_tensor_made_for_cuda_says_so(self, gpu: VirtualGPU, make) -> None:
        tensor = make()
        assert tensor.is_cuda
        assert tensor.device == CUDA0
        assert tensor.get_device() == 0
        assert tensor.untyped_storage().device == CUDA0
        assert (tensor + tensor).is_cuda

    def test_a_plain_tensor_stays_on_the_cpu(self, gpu: VirtualGPU) -> None:
        tensor = torch.zeros(3)
        assert not tensor.is_cuda
        assert (tensor + 1).device.type == "cpu"
        assert tensor.numpy().sum() == 0

    def test_back_on_the_cpu_the_values_are_the_same(self, gpu: VirtualGPU) -> None:
        tensor = torch.arange(6.0, device="cuda").view(2, 3)
        for back in (tensor.cpu(), tensor.to("cpu"), tensor.detach().t().cpu().t()):
            assert back.device.type == "cpu"
            assert back.tolist() == [[0, 1, 2], [3, 4, 5]]
        assert tensor.sum().item() == 15

    def test_a_view_shares_memory_and_a_copy_does_not(self, gpu: VirtualGPU) -> None:
        tensor = torch.zeros(4, device="cuda")
        view, copied = tensor[1:3], tensor.clone()
        view.add_(1)
        assert tensor.tolist() == [0, 1, 1, 0]
        assert copied.tolist() == [0, 0, 0, 0]
        assert view.data_ptr() == tensor.data_ptr() + 4

    def test_numpy_of_a_gpu_tensor_is_pytorchs_own_error(self, gpu: VirtualGPU) -> None:
        with pytest.raises(TypeError, match=r"can't convert cuda:0 device type tensor to numpy"):
            torch.zeros(3, device="cuda").numpy()

    @pytest.mark.parametrize(
        "mix",
        [
            lambda gpu, cpu: gpu + cpu,
            lambda gpu, cpu: cpu * gpu,
            lambda gpu, cpu: gpu.add_(cpu),
            lambda gpu, cpu: gpu @ cpu,
            lambda gpu, cpu: torch.cat([gpu, cpu]),
            lambda gpu, cpu: torch.where(gpu > 0, gpu, cpu),
            torch.nn.functional.linear,
        ],
    )
    def test_two_devices_in_one_operation_are_an_error(self, gpu: VirtualGPU, mix) -> None:
        with pytest.raises(RuntimeError, match=TWO_DEVICES):
            mix(torch.ones(3, 3, device="cuda"), torch.ones(3, 3))

    def test_the_error_names_the_devices_as_a_gpu_does(self, gpu: VirtualGPU) -> None:
        with pytest.raises(RuntimeError) as caught:
            torch.zeros(2, device="cuda") + torch.zeros(2)
        assert str(caught.value) == (
            "Expected all tensors to be on the same device, "
            "but found at least two devices, cuda:0 and cpu!"
        )

    def test_a_scalar_of_the_cpu_may_join(self, gpu: VirtualGPU) -> None:
        tensor = torch.ones(2, device="cuda")
        assert (tensor * torch.tensor(3.0)).tolist() == [3, 3]
        assert (torch.tensor(3.0) - tensor).device == CUDA0

    def test_indices_of_the_cpu_may_select_and_those_of_the_gpu_not_on_the_cpu(
        self, gpu: VirtualGPU
    ) -> None:
        tensor = torch.arange(4, device="cuda")
        assert tensor[torch.tensor([3, 1])].tolist() == [3, 1]
        with pytest.raises(RuntimeError):
            torch.arange(4)[torch.tensor([1], device="cuda")]

    @each(
        "number, dtype, shape",
        itertools.product(
            (2, 2.5, True, 1 + 2j),
            (torch.int32, torch.bfloat16, torch.float32, torch.float64),
            ((), (3,)),
        ),
    )
    def test_a_python_number_promotes_as_on_the_cpu(
        self, gpu: VirtualGPU, number, dtype, shape
    ) -> None:
        plain = torch.ones(shape, dtype=dtype)
        try:
            plain * number
        except NotImplementedError:  # PyTorch 2.15 has complex numbers of bfloat16, and no product
            with pytest.raises(NotImplementedError):
                plain.cuda() * number
            return
        assert (plain.cuda() * number).dtype == (plain * number).dtype
        assert (
            (number - plain.cuda()).dtype == (number - plain.clone()).dtype
            if (number is not True)
            else True
        )

    def test_a_result_that_grows_takes_new_memory(self, gpu: VirtualGPU) -> None:
        out = torch.empty(0, device="cuda")
        torch.add(torch.ones(3, device="cuda"), 1, out=out)
        assert out.tolist() == [2, 2, 2]
        assert torch.ones(2, device="cuda").resize_(4)[:2].tolist() == [1, 1]

    def test_the_default_device_can_be_cuda(self, gpu: VirtualGPU) -> None:
        torch.set_default_device("cuda")
        try:
            assert torch.zeros(2).is_cuda
            assert torch.nn.Linear(2, 2).weight.is_cuda
        finally:
            torch.set_default_device(None)
        with torch.device("cuda"):
            assert torch.rand(2).is_cuda

    def test_copies_keep_their_device(self, gpu: VirtualGPU) -> None:
        tensor = torch.arange(3, device="cuda")
        other = copy.deepcopy(tensor)
        assert other.is_cuda
        assert other.tolist() == [0, 1, 2]
        assert other.data_ptr() != tensor.data_ptr()

    def test_saved_tensors_come_back_where_they_are_sent(self, gpu: VirtualGPU) -> None:
        tensor = torch.arange(3.0, device="cuda")
        file = io.BytesIO()
        torch.save({"x": tensor}, file)
        for place, device in ((None, CUDA0), ("cpu", torch.device("cpu")), ("cuda", CUDA0)):
            file.seek(0)
            loaded = torch.load(file, map_location=place)["x"]
            assert loaded.device == device
            assert loaded.tolist() == [0, 1, 2]

    def test_pinned_memory_is_the_hosts(self, gpu: VirtualGPU) -> None:
        pinned = torch.ones(3).pin_memory()
        assert pinned.is_pinned()
        assert not torch.ones(3).is_pinned()
        assert pinned.to("cuda", non_blocking=True).is_cuda

    def test_a_data_loader_feeds_the_gpu(self, gpu: VirtualGPU) -> None:
        data = torch.utils.data.TensorDataset(torch.arange(8.0), torch.arange(8))
        loader = torch.utils.data.DataLoader(data, batch_size=4, pin_memory=True)
        batches = [x.to("cuda", non_blocking=True).sum().item() for x, _ in loader]
        assert batches == [6, 22]

    def test_another_thread_has_the_gpu_too(self, gpu: VirtualGPU) -> None:
        seen: list[object] = []
        worker = threading.Thread(
            target=lambda: seen.append(torch.ones(2, device="cuda").sum().device)
        )
        worker.start()
        worker.join()
        assert seen == [CUDA0]

    def test_memory_is_counted_while_it_is_held(self, gpu: VirtualGPU) -> None:
        before = torch.cuda.memory_allocated()
        torch.cuda.reset_peak_memory_stats()
        tensor = torch.empty(1 << 20, device="cuda")
        assert torch.cuda.memory_allocated() - before == 4 << 20
        view = tensor[10:]
        del tensor
        assert torch.cuda.memory_allocated() - before == 4 << 20
        del view
        assert torch.cuda.memory_allocated() == before
        assert torch.cuda.max_memory_allocated() >= before + (4 << 20)
        torch.cuda.empty_cache()

    def test_freed_memory_serves_a_tensor_of_another_size(self, gpu: VirtualGPU) -> None:
        torch.cuda.empty_cache()
        first = torch.empty(1 << 20, device="cuda")
        place = first.data_ptr()
        del first
        second = torch.empty(1_000_000, device="cuda")
        assert second.data_ptr() == place
        assert second.untyped_storage().nbytes() == 4_000_000
        third = torch.empty(1_000_000, device="cuda")
        assert third.data_ptr() != place


class TestRandomNumbers:
    """Seeds decide the numbers; the number of threads does not."""

    def test_a_seed_gives_the_same_numbers_again(self, gpu: VirtualGPU) -> None:
        torch.manual_seed(5)
        first = torch.randn(1000, device="cuda"), torch.rand(10, device="cuda")
        torch.manual_seed(5)
        second = torch.randn(1000, device="cuda"), torch.rand(10, device="cuda")
        assert all(torch.equal(a, b) for a, b in zip(first, second, strict=True))
        assert not torch.equal(first[0], torch.randn(1000, device="cuda"))

    def test_cudas_seed_alone_is_enough(self, gpu: VirtualGPU) -> None:
        torch.cuda.manual_seed(7)
        first = torch.nn.functional.dropout(torch.ones(64, device="cuda"))
        torch.cuda.manual_seed_all(7)
        assert torch.equal(first, torch.nn.functional.dropout(torch.ones(64, device="cuda")))

    def test_a_generator_has_a_stream_of_its_own(self, gpu: VirtualGPU) -> None:
        generator = torch.Generator(device="cuda").manual_seed(3)
        assert generator.device == CUDA0
        assert isinstance(generator, torch.Generator)
        first = torch.rand(4, device="cuda", generator=generator)
        state = generator.get_state()
        second = torch.rand(4, device="cuda", generator=generator)
        assert torch.equal(first, torch.rand(4, device="cuda", generator=generator.manual_seed(3)))
        generator.set_state(state)
        assert torch.equal(second, torch.rand(4, device="cuda", generator=generator))

    def test_a_generator_of_the_cpu_is_refused(self, gpu: VirtualGPU) -> None:
        with pytest.raises(RuntimeError, match="Expected a 'cuda' device type for generator"):
            torch.rand(4, device="cuda", generator=torch.Generator())

    @pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16, torch.float16])
    def test_the_numbers_have_the_distribution_asked_for(self, gpu: VirtualGPU, dtype) -> None:
        n = 3_000_000  # more than two chunks
        normal = torch.empty(n, device="cuda", dtype=dtype).normal_(1, 2).double()
        uniform = torch.empty(n, device="cuda", dtype=dtype).uniform_(-1, 3).double()
        # five standard errors of the mean and of the standard deviation, and the dtype's rounding:
        # what it rounds up to the end becomes the beginning, as on a GPU
        wrapped = torch.finfo(dtype).eps
        assert abs(normal.mean().item() - 1) < 5 * 2 / n**0.5 + 1e-3
        assert abs(normal.std().item() - 2) < 5 * 2 / (2 * n) ** 0.5 + 1e-3
        assert abs(uniform.mean().item() - 1 + wrapped) < 5 * (4 / 12**0.5) / n**0.5 + 1e-3
        assert -1 <= uniform.min().item() < -0.99
        assert 2.98 < uniform.max().item() < 3

    def test_chunks_differ(self, gpu: VirtualGPU) -> None:
        tensor = torch.rand(2 << 20, device="cuda")
        assert not torch.equal(tensor[: 1 << 20], tensor[1 << 20 :])


class TestTraining:
    """Autograd, optimisers and mixed precision are PyTorch's own and run on the GPU's tensors."""

    def test_a_backward_gives_gradients_on_the_gpu(self, gpu: VirtualGPU) -> None:
        x = torch.arange(3.0, device="cuda", requires_grad=True)
        (x * x).sum().backward()
        assert x.grad is not None
        assert x.grad.is_cuda
        assert x.grad.tolist() == [0, 2, 4]

    def test_tensors_are_on_the_gpu_inside_a_backward_and_in_hooks(self, gpu: VirtualGPU) -> None:
        seen: list[bool] = []

        class Double(torch.autograd.Function):
            @staticmethod
            def forward(context, x):
                seen.append(x.is_cuda)
                return x * 2

            @staticmethod
            def backward(context, gradient):
                assert gradient.is_cuda
                seen.append(torch.ones_like(gradient).is_cuda)
                return gradient * 2

        x = torch.ones(3, device="cuda", requires_grad=True)
        x.register_hook(lambda gradient: seen.append(gradient.device == CUDA0))
        Double.apply(x).sum().backward()
        assert seen == [True, True, True]

    def test_a_model_moves_to_the_gpu_and_learns(self, gpu: VirtualGPU) -> None:
        model = torch.nn.Sequential(
            torch.nn.Linear(4, 16), torch.nn.GELU(), torch.nn.LayerNorm(16), torch.nn.Linear(16, 1)
        ).to("cuda")
        assert all(parameter.is_cuda for parameter in model.parameters())
        x = torch.randn(64, 4, device="cuda")
        target = x.sum(1, keepdim=True)
        optimiser = torch.optim.AdamW(model.parameters(), lr=0.05)
        losses: list[float] = []
        for _ in range(20):
            loss = torch.nn.functional.mse_loss(model(x), target)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        assert losses[-1] < losses[0] / 4
        assert model.cpu()(x.cpu()).device.type == "cpu"

    def test_it_computes_what_the_cpu_computes(self, gpu: VirtualGPU) -> None:
        torch.manual_seed(1)
        model = torch.nn.Sequential(torch.nn.Conv2d(2, 3, 3), torch.nn.ReLU(), torch.nn.Flatten())
        x = torch.randn(2, 2, 6, 6)
        expected = model(x)
        got = copy.deepcopy(model).cuda()(x.cuda())
        assert torch.allclose(expected, got.cpu(), atol=1e-6)

    @pytest.mark.parametrize(
        "apply",
        [
            torch.nn.functional.silu,
            lambda x: torch.nn.functional.rms_norm(x, (8,), torch.arange(8.0).to(x)),
            lambda x: torch.nn.functional.rms_norm(x, (8, 8)),
            lambda x: torch.nn.functional.layer_norm(x, (8,)),
            lambda x: torch.nn.functional.batch_norm(x, None, None, training=True),
            lambda x: torch.nn.functional.conv2d(x, torch.ones(4, 1, 3, 3).to(x), groups=4),
            lambda x: torch.nn.functional.conv_transpose2d(x, torch.ones(4, 2, 3, 3).to(x)),
            lambda x: torch.nn.functional.max_pool2d(x, 2),
            lambda x: torch.nn.functional.interpolate(x, scale_factor=2),
            lambda x: torch.nn.functional.cross_entropy(
                x.flatten(1), torch.tensor([1, 2], device=x.device)
            ),
            lambda x: torch.nn.functional.embedding(
                torch.tensor([1, 0, 1], device=x.device), x.flatten(2).flatten(0, 1)
            ),
            lambda x: torch.einsum("abcd,abce->de", x, x),
            lambda x: torch.fft.rfft(x).abs(),
            lambda x: torch.linalg.inv(x[0, 0] + 9 * torch.eye(8, device=x.device)),
            lambda x: x.sort(dim=-1).values.cumsum(0).topk(3).values,
            lambda x: torch.logsumexp(x, -1).std(),
        ],
    )
    def test_an_operation_and_its_gradient_are_those_of_the_cpu(
        self, gpu: VirtualGPU, apply
    ) -> None:
        torch.manual_seed(2)
        plain = torch.randn(2, 4, 8, 8, requires_grad=True)
        moved = plain.detach().cuda().requires_grad_()
        expected, got = apply(plain), apply(moved)
        expected.sum().backward()
        got.sum().backward()
        assert got.is_cuda
        # the CPU may add in another order on memory that is aligned differently
        torch.testing.assert_close(got.cpu(), expected, rtol=1e-5, atol=1e-5)
        torch.testing.assert_close(moved.grad.cpu(), plain.grad, rtol=1e-4, atol=1e-4)

    def test_attention_runs_forwards_and_backwards(self, gpu: VirtualGPU) -> None:
        q = torch.randn(1, 2, 8, 16, device="cuda", requires_grad=True)
        attended = torch.nn.functional.scaled_dot_product_attention(q, q, q, is_causal=True)
        attended.sum().backward()
        assert q.grad is not None
        assert q.grad.is_cuda

    def test_autocast_and_a_scaler_work_on_the_gpu(self, gpu: VirtualGPU) -> None:
        model = torch.nn.Linear(8, 8).cuda()
        optimiser = torch.optim.SGD(model.parameters(), lr=0.1)
        scaler = torch.amp.GradScaler("cuda", init_scale=16.0)
        before = model.weight.detach().clone()
        with torch.autocast("cuda", dtype=torch.float16):
            y = model(torch.ones(4, 8, device="cuda"))
            assert y.dtype == torch.float16
        scaler.scale(y.float().square().sum()).backward()
        scaler.step(optimiser)
        scaler.update()
        assert scaler.is_enabled()
        assert not torch.equal(before, model.weight)

    def test_the_flags_of_the_backends_are_there(self, gpu: VirtualGPU) -> None:
        assert torch.backends.cuda.is_built()
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.backends.cudnn.benchmark = torch.backends.cudnn.benchmark


class TestOutOfMemory:
    """An H200 has 139.80 GiB, 139.20 of which are free at first.

    PyTorch's message names what was asked for and what there is. `others` is what the tests before
    it in this process still hold: 10 MiB, say.
    """

    TOTAL, FREE = 150_109_880_320, 150_109_880_320 - (610 << 20)

    @pytest.fixture
    def others(self, gpu: VirtualGPU) -> int:
        gc.collect()
        return torch.cuda.memory_allocated()

    @pytest.fixture
    def allowed(self, others: int) -> str:
        """Allow 143.16 MiB more than the others hold; returns what the message says of it."""
        allowed = 0.001 + others / self.TOTAL
        torch.cuda.set_per_process_memory_fraction(allowed)
        return f"{allowed * self.TOTAL / 2**20:.2f} MiB allowed"

    def test_more_than_the_gpu_has_is_pytorchs_error(self, gpu: VirtualGPU, others: int) -> None:
        kept = torch.empty(1 << 30, dtype=torch.uint8, device="cuda")
        held = others + kept.nbytes
        free, used = (self.FREE - held) / 2**30, (self.TOTAL - self.FREE + held) / 2**30
        message = (
            "CUDA out of memory. Tried to allocate 139.00 GiB. GPU 0 has a total capacity of "
            f"139.80 GiB of which {free:.2f} GiB is free. Including non-PyTorch memory, this "
            f"process has {used:.2f} GiB memory in use. Of the allocated memory "
            f"{held / 2**30:.2f} GiB is allocated by PyTorch"
        )
        with pytest.raises(torch.cuda.OutOfMemoryError, match="^" + re.escape(message)):
            torch.empty(139 << 30, dtype=torch.uint8, device="cuda")
        assert torch.cuda.memory_stats()["num_ooms"] == 1
        assert torch.cuda.memory_allocated() == held
        assert torch.cuda.mem_get_info() == (self.FREE - held, self.TOTAL)

    def test_not_even_an_empty_gpu_has_all_of_its_memory_free(self, gpu: VirtualGPU) -> None:
        assert torch.cuda.get_device_properties(0).total_memory == self.TOTAL
        with pytest.raises(torch.OutOfMemoryError):
            torch.empty(self.TOTAL, dtype=torch.uint8, device="cuda")

    def test_memory_that_was_freed_is_there_again(self, gpu: VirtualGPU, allowed: str) -> None:
        for _ in range(3):
            torch.zeros(100 << 20, dtype=torch.uint8, device="cuda")
        with pytest.raises(torch.OutOfMemoryError, match=re.escape(allowed)):
            _ = [torch.zeros(50 << 20, dtype=torch.uint8, device="cuda") for _ in range(3)]

    @pytest.mark.usefixtures("allowed")
    def test_a_result_counts_as_well(self, gpu: VirtualGPU) -> None:
        x = torch.zeros(25 << 20, device="cuda")
        fraction = torch.cuda.get_per_process_memory_fraction()
        with pytest.raises(torch.OutOfMemoryError, match=r"Tried to allocate 100\.00 MiB"):
            x + 1
        assert torch.cuda.get_per_process_memory_fraction() == fraction < 1

    def test_what_this_machine_cannot_hold_is_no_fault_of_the_gpu(
        self, gpu: VirtualGPU, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class FullHost(torch.UntypedStorage):
            def __new__(cls, _size: int) -> Any:
                raise RuntimeError("DefaultCPUAllocator: can't allocate memory")

        monkeypatch.setattr("kernelscope.devices.torch_cuda.tensor._Storage", FullHost)
        with pytest.raises(UnavailableError, match=r"2\.00 GiB fits the GPU, but not this machine"):
            torch.empty(2 << 30, dtype=torch.uint8, device="cuda")
