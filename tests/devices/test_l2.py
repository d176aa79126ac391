"""What lies in L2 when a kernel begins."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")
import torch
from hypothesis import given
from hypothesis import strategies as st

from kernelscope.devices.l2 import L2
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu

SIZES = st.dictionaries(st.integers(0, 9), st.integers(1, 100), min_size=1, max_size=6)


@given(kernels=st.lists(SIZES, max_size=8), capacity=st.integers(1, 300))
def test_what_is_kept_is_what_was_used_last_and_never_more_than_the_capacity(
    kernels: list[dict[int, int]], capacity: int
) -> None:
    l2 = L2(capacity)
    for kernel in kernels:
        l2.touch(kernel.items())
        fits = sum(kernel.values()) <= capacity
        assert l2.share(kernel.items()) == (1.0 if fits else 0.0)
    kept = sum(100 * l2.share([(name, 100)]) for name in range(10))
    assert kept <= capacity + 1e-9
    l2.empty()
    assert not any(l2.share([(name, 1)]) for name in range(10))


def _times(gpu: VirtualGPU, *tensors: torch.Tensor, repeats: int = 2) -> list[float]:
    gpu.l2.empty()
    begin = len(gpu.events)
    for _ in range(repeats):
        for tensor in tensors:
            tensor.mul_(2)
    return [event.time_us.value for event in gpu.events[begin:] if event.time_us is not None]


def test_a_second_pass_over_what_fits_is_faster_and_over_what_does_not_is_not() -> None:
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu):
        small = torch.ones(1 << 21, device="cuda")  # 8 MB of 50
        cold, warm = _times(gpu, small)
        assert warm < cold - 0.5
        large = torch.ones(1 << 24, device="cuda")  # 64 MB
        first, second = _times(gpu, large)
        assert first == second
        before, _, after = _times(gpu, small, large, small, repeats=1)
        assert after == before


def test_memory_that_was_freed_is_not_in_l2_whatever_its_address() -> None:
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu):
        gpu.l2.empty()
        times: set[float] = set()
        for _ in range(4):
            x = torch.empty(1 << 20, device="cuda")
            x.mul_(2)
            event = gpu.events[-1]
            assert event.time_us is not None
            times.add(event.time_us.value)
            del x
    assert len(times) == 1
