"""What a launch on a real GPU hands to CUDA's driver, with a driver that writes it down."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.virtual import virtual_gpu
from kernelscope.errors import LaunchError
from kernelscope.frontends.cuda import driver
from kernelscope.frontends.cuda.arguments import CudaParameter
from kernelscope.frontends.cuda.driver import DriverKernel

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
OK = (0,)
KIB = 1024


class Driver:
    """CUDA's driver with one function; each launch leaves its sizes and its parameters' bytes."""

    CUfunction_attribute = SimpleNamespace(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES=8)

    def __init__(self) -> None:
        self.sizes: list[int] = []  # bytes of each parameter
        self.launches: list[tuple[tuple[int, ...], list[bytes]]] = []
        self.cooperative: list[bool] = []
        self.allowed: list[int] = []
        self.loaded = 0
        self.error = 0
        self.context = 1
        self.made_current: list[int] = []

    def cuCtxGetCurrent(self) -> tuple[int, int]:
        return 0, self.context

    def cuDevicePrimaryCtxRetain(self, device: int) -> tuple[int, int]:
        return 0, 100 + device

    def cuCtxSetCurrent(self, context: int) -> tuple[int]:
        self.made_current.append(context)
        return OK

    def cuModuleLoadData(self, _cubin: bytes) -> tuple[int, str]:
        self.loaded += 1
        return 0, "module"

    def cuModuleGetFunction(self, _module: str, name: bytes) -> tuple[int, str]:
        return 0, name.decode()

    def cuFuncSetAttribute(self, _function: str, attribute: int, value: int) -> tuple[int]:
        assert attribute == 8
        self.allowed.append(value)
        return OK

    def cuModuleUnload(self, _module: str) -> tuple[int]:
        return OK

    def cuLaunchKernel(self, function: str, *words: Any) -> tuple[int]:
        self.cooperative.append(False)
        return self._launched(function, *words[:-1])

    def cuLaunchCooperativeKernel(self, function: str, *words: Any) -> tuple[int]:
        self.cooperative.append(True)
        return self._launched(function, *words)

    def _launched(self, function: str, *words: Any) -> tuple[int]:
        *sizes, _stream, pointers = words
        assert function == "k"
        places = (ctypes.c_void_p * len(self.sizes)).from_address(pointers)
        values = [ctypes.string_at(p, n) for p, n in zip(places, self.sizes, strict=True)]
        self.launches.append((tuple(sizes), values))
        return (self.error,)

    def cuGetErrorName(self, _error: int) -> tuple[int, bytes]:
        return 0, b"CUDA_ERROR_INVALID_VALUE"

    def cuGetErrorString(self, _error: int) -> tuple[int, bytes]:
        return 0, b"invalid argument"


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    made = Driver()
    monkeypatch.setattr(driver, "bindings", lambda: made)
    with pretend_cuda(virtual_gpu("h200")):
        yield made


def kernel(fake: Driver, *parameters: tuple[Any, int]) -> DriverKernel:
    fake.sizes = [size for _, size in parameters]
    return DriverKernel(
        b"cubin", "k", [CudaParameter(kind, size, None) for kind, size in parameters]
    )


def test_each_kind_of_argument_arrives_in_its_own_bytes(fake: Driver) -> None:
    """A tensor by its address, a struct as it is, numbers in the size of their parameter."""
    x = torch.zeros(4, device="cuda")
    own = kernel(
        fake, ("pointer", 8), ("bytes", 6), ("float", 4), ("float", 8), ("integer", 1),
        ("integer", 4), ("word", 8), ("pointer", 8),
    )  # fmt: skip
    own.launch((3, 2, 1), (32, 4, 1), 0, [x, b"struct", 0.5, 0.25, 7, 2**31, 1 << 40, 0])
    ((sizes, values),) = fake.launches
    assert sizes == (3, 2, 1, 32, 4, 1, 0)
    assert values == [
        x.data_ptr().to_bytes(8, "little"),
        b"struct",
        np.float32(0.5).tobytes(),
        np.float64(0.25).tobytes(),
        b"\x07",
        (2**31).to_bytes(4, "little"),
        (1 << 40).to_bytes(8, "little"),
        bytes(8),
    ]


@pytest.mark.parametrize(
    ("shared", "allowed"), [(0, []), (48 * KIB, []), (48 * KIB + 1, [48 * KIB + 1])]
)
def test_more_than_48_kib_of_shared_memory_has_to_be_allowed(
    fake: Driver, shared: int, allowed: list[int]
) -> None:
    """CUDA's documentation: a kernel opts in to more; without it the launch fails."""
    kernel(fake).launch((1, 1, 1), (32, 1, 1), shared, [])
    assert fake.allowed == allowed
    assert fake.launches[0][0][-1] == shared


def test_a_cooperative_launch_is_the_drivers_own(fake: Driver) -> None:
    """`cuLaunchCooperativeKernel` takes what `cuLaunchKernel` takes, without the last argument."""
    own = kernel(fake, ("integer", 4))
    for cooperative in (False, True):
        own.launch((3, 1, 1), (32, 1, 1), 64, [5], cooperative=cooperative)
    assert fake.cooperative == [False, True]
    assert fake.launches[0] == fake.launches[1] == ((3, 1, 1, 32, 1, 1, 64), [b"\5\0\0\0"])


def test_a_device_loads_the_code_once(fake: Driver) -> None:
    own = kernel(fake)
    for _ in range(3):
        own.launch((1, 1, 1), (32, 1, 1), 0, [])
    assert (fake.loaded, len(fake.launches)) == (1, 3)


def test_an_array_of_numpy_is_copied_there_and_back(fake: Driver) -> None:
    """The kernel gets an address on the device, not the host's."""
    array = np.arange(4, dtype=np.float32)
    kernel(fake, ("pointer", 8)).launch((1, 1, 1), (1, 1, 1), 0, [array])
    ((_, (address,)),) = fake.launches
    assert int.from_bytes(address, "little") not in (0, array.ctypes.data)
    assert array.tolist() == [0, 1, 2, 3]


def test_what_the_driver_refuses_is_one_line_with_its_words(fake: Driver) -> None:
    """The action, the error's name and its text; a tensor of the host is refused before."""
    fake.error = 1
    with pytest.raises(LaunchError, match=r"launch of k: CUDA_ERROR_INVALID_VALUE: invalid arg"):
        kernel(fake).launch((1, 1, 1), (1, 1, 1), 0, [])
    with pytest.raises(LaunchError, match=r"k: argument 1 is on cpu: move it to the GPU"):
        kernel(fake, ("pointer", 8)).launch((1, 1, 1), (1, 1, 1), 0, [torch.zeros(1)])


def test_a_thread_without_a_context_gets_the_devices(fake: Driver) -> None:
    """A new thread has none before it calls CUDA's runtime, and its launch would be refused."""
    own = kernel(fake, ("integer", 4))
    own.launch((1, 1, 1), (1, 1, 1), 0, [1])
    assert fake.made_current == []
    fake.context = 0
    own.launch((1, 1, 1), (1, 1, 1), 0, [1])
    assert fake.made_current == [100]


def test_much_shared_memory_is_allowed_once_for_each_time_the_code_is_loaded(fake: Driver) -> None:
    own = kernel(fake, ("integer", 4))
    for size in (100, 200, 100, 200):
        own.launch((1, 1, 1), (1, 1, 1), size * KIB, [1])
    assert fake.allowed == [100 * KIB, 200 * KIB]
    own.unload()
    own.launch((1, 1, 1), (1, 1, 1), 150 * KIB, [1])
    assert fake.allowed == [100 * KIB, 200 * KIB, 150 * KIB]
