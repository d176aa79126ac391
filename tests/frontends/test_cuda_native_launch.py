"""The usual launch on a real GPU is machine code: here it calls a driver that notes the call."""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Callable

import numpy as np
import pytest
import torch

import kernelscope as ks
from kernelscope.frontends.cuda.arguments import CudaParameter, check_arguments
from kernelscope.frontends.cuda.c_signature import CType
from kernelscope.frontends.cuda.native_launch import DECLINED, Launch, NativeLaunch

KERNEL, STREAM, DEVICE = 0x1234, 0x5678, 3
GRID, BLOCK, SHARED = (1, 2, 3), (4, 5, 6), 7

_Driver = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_void_p,
    *[ctypes.c_uint] * 7,
    *[ctypes.c_void_p] * 3,
)


def pointer_to(element: str) -> CudaParameter:
    return CudaParameter("pointer", 8, CType(f"{element}*", CType(element)))


def integer(spelling: str, size: int) -> CudaParameter:
    return CudaParameter("integer", size, CType(spelling))


FLOAT = CudaParameter("float", 4, CType("float"))
DOUBLE = CudaParameter("float", 8, CType("double"))
FORMATS = {"int": "i", "unsigned int": "I", "short": "h", "long long": "q", "bool": "B"}


class OnGpu:
    """What a launch asks of a tensor, on a GPU that is not here."""

    def __init__(self, dtype: torch.dtype, address: int, device: int = DEVICE) -> None:
        self.dtype = dtype
        self.address = address
        self.device = device

    def get_device(self) -> int:
        return self.device

    def data_ptr(self) -> int:
        return self.address


class Driver:
    """A driver that keeps each call: kernel, grid, block, shared memory, stream, bytes."""

    def __init__(self, *formats: str, answer: int = 0) -> None:
        self.calls: list[tuple[object, ...]] = []

        def launch(kernel: int, *rest: int) -> int:
            *shape, stream, places, _ = rest
            at = (ctypes.c_void_p * len(formats)).from_address(places) if formats else ()
            values = [
                struct.unpack(form, ctypes.string_at(place or 0, struct.calcsize(form)))[0]
                for form, place in zip(formats, at, strict=True)
            ]
            self.calls.append((kernel, tuple(shape), stream, values))
            return answer

        self._launch = _Driver(launch)
        self.address = ctypes.cast(self._launch, ctypes.c_void_p).value or 0


def launched_by(
    driver: Driver, *parameters: CudaParameter, current: Callable[[], int] | None = None
) -> tuple[Launch, NativeLaunch]:
    native = NativeLaunch(
        parameters,
        kernel=KERNEL,
        device=DEVICE,
        driver=driver.address,
        stream=lambda device: STREAM + device - DEVICE,
        current_device=current,
    )
    return native.on(GRID, BLOCK, SHARED), native


def test_the_driver_gets_what_the_kernel_takes() -> None:
    driver = Driver("Q", "Q", "i", "f", "d")
    launch, _held = launched_by(
        driver, pointer_to("float"), pointer_to("__half"), integer("int", 4), FLOAT, DOUBLE
    )
    x, y = OnGpu(torch.float32, 0xFFFF_0000_0100), OnGpu(torch.float16, 1 << 40)
    assert launch(x, y, -5, 0.1, 0.1) == 0
    shape = (*GRID, *BLOCK, SHARED)
    values = [x.address, y.address, -5, float(np.float32(0.1)), 0.1]
    assert driver.calls == [(KERNEL, shape, STREAM, values)]


def test_a_kernel_without_parameters_and_one_with_many() -> None:
    driver = Driver()
    launch, _held = launched_by(driver)
    assert launch() == 0
    many = Driver(*["q"] * 300)
    launch, _held_too = launched_by(many, *[integer("long long", 8)] * 300)
    assert launch(*range(300)) == 0
    assert many.calls[0][3] == list(range(300))


@pytest.mark.parametrize(
    ("spelling", "size", "values"),
    [
        ("int", 4, (0, -1, 2**31 - 1, -(2**31), 2**31, -(2**31) - 1, True, np.int64(7), 1.0)),
        ("unsigned int", 4, (0, 2**32 - 1, 2**32, -1, np.uint8(3))),
        ("short", 2, (-1, 2**15, -(2**15), 10**30, "1", None)),
        ("long long", 8, (-1, 2**63 - 1, -(2**63), 2**63, torch.tensor(4), 2.5)),
        ("bool", 1, (True, False, 2, 256)),
    ],
)
def test_an_integer_is_accepted_as_the_general_way_does(
    spelling: str, size: int, values: tuple[object, ...]
) -> None:
    parameter = integer(spelling, size)
    driver = Driver(FORMATS[spelling])
    launch, _held = launched_by(driver, parameter)
    for value in values:
        try:
            (wanted,) = check_arguments("k", [parameter], [value])
        except ks.LaunchError:
            assert launch(value) == DECLINED, value
        else:
            assert launch(value) == 0, value
            assert driver.calls.pop()[3] == [wanted], value
    assert driver.calls == []


def test_a_float_is_a_number_and_nothing_that_can_be_made_one() -> None:
    driver = Driver("f")
    launch, _held = launched_by(driver, FLOAT)
    for number in (1, True, 2.5, np.float32(0.5), np.float64(0.25), np.int8(3), float("inf")):
        assert launch(number) == 0
        assert driver.calls.pop()[3] == [float(number)]
    assert launch(1e300) == 0
    assert driver.calls.pop()[3] == [float("inf")]
    for other in (torch.ones(()), "1", None, 10**400):
        assert launch(other) == DECLINED
    assert driver.calls == []


@pytest.mark.parametrize(
    "argument",
    [
        OnGpu(torch.float64, 256),
        OnGpu(torch.float32, 256, device=DEVICE + 1),
        torch.zeros(4),
        np.zeros(4, np.float32),
        0,
        None,
    ],
)
def test_what_is_no_tensor_of_the_type_and_device_goes_the_general_way(argument: object) -> None:
    driver = Driver("Q")
    launch, _held = launched_by(driver, pointer_to("float"))
    assert launch(argument) == DECLINED
    assert launch() == DECLINED
    assert launch(argument, argument) == DECLINED
    assert driver.calls == []


def test_a_pointer_to_a_type_of_several_dtypes_or_of_any() -> None:
    driver = Driver("Q", "Q")
    launch, _held = launched_by(driver, pointer_to("float2"), pointer_to("void"))
    for dtype in (torch.float32, torch.complex64):
        assert launch(OnGpu(dtype, 512), OnGpu(torch.int8, 256)) == 0
    assert launch(OnGpu(torch.int32, 512), OnGpu(torch.int8, 256)) == DECLINED


def test_a_struct_needs_the_general_way() -> None:
    launch, _held = launched_by(Driver("8s"), CudaParameter("bytes", 8, None))
    assert launch(b"12345678") == DECLINED


def test_another_current_device_and_the_drivers_error() -> None:
    now = [DEVICE]
    driver = Driver("i", answer=700)
    launch, _held = launched_by(driver, integer("int", 4), current=lambda: now[0])
    assert launch(1) == 700
    now[0] = DEVICE + 1
    assert launch(1) == DECLINED
    assert len(driver.calls) == 1


def test_it_holds_no_reference_and_gives_the_lock_away() -> None:
    """The driver may wait for the GPU, and another thread for Python's lock meanwhile."""
    waiting, go = threading.Event(), threading.Event()

    @_Driver
    def slow(*_: object) -> int:
        waiting.set()
        return 0 if go.wait(10) else 1

    driver = Driver("Q")
    driver.address = ctypes.cast(slow, ctypes.c_void_p).value or 0
    launch, _held = launched_by(driver, pointer_to("float"))
    x = OnGpu(torch.float32, 1 << 20)
    thread = threading.Thread(target=launch, args=(x,))
    thread.start()
    assert waiting.wait(10)
    go.set()
    thread.join()


def test_many_launches_leave_no_object_behind() -> None:
    import sys

    driver = Driver("Q", "i")
    launch, _held = launched_by(driver, pointer_to("float"), integer("int", 4))
    x, bad, number = OnGpu(torch.float32, 1 << 50), object(), 10**6
    before = [sys.getrefcount(one) for one in (x, bad, number, torch.float32, launch)]
    for _ in range(1000):
        launch(x, number)
        launch(bad, number)
        launch(x, bad)
    driver.calls.clear()
    after = [sys.getrefcount(one) for one in (x, bad, number, torch.float32, launch)]
    assert after == before


SCALE = """extern "C" __global__ void scale(const float* x, float* y, int n, float f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = f * x[i];
}"""


def test_a_configuration_is_looked_up_only_if_it_cannot_change() -> None:
    with ks.virtual_gpu("h200") as gpu:
        kernel = ks.cuda_kernel(SCALE, "scale")
        x, y = np.ones(64, np.float32), np.zeros(64, np.float32)
        assert kernel[2, 32] is kernel[2, 32]
        assert kernel[(2, 1), 32] is kernel[(2, 1), 32]
        blocks = np.array(1)
        for blocks[()] in (1, 2):
            kernel[int(blocks), [32]](x, y, 64, 2.0)
        grid = torch.tensor(1)
        kernel[grid, 32](x, y, 64, 3.0)
        grid += 1
        kernel[grid, 32](x, y, 64, 4.0)
        for size in range(1, 600):
            assert kernel[size, 1].grid == (size, 1, 1)
    assert [launch.grid[0] for launch in gpu.launches] == [1, 2, 1, 2]
    np.testing.assert_array_equal(y, 4.0)


@pytest.mark.gpu
def test_on_a_gpu_the_second_launch_is_native_and_right(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = ks.cuda_kernel(SCALE, "scale")
    x, y = torch.randn(1000, device="cuda"), torch.empty(1000, device="cuda")
    launch = kernel[4, 256]
    for factor in (2.0, 3.0):
        launch(x, y, 1000, factor)
        torch.testing.assert_close(y, factor * x)
    with monkeypatch.context() as without:
        without.setattr(type(launch), "_launch", None)  # the general way
        launch(x, y, 1000, 5.0)
    torch.testing.assert_close(y, 5 * x)
    with pytest.raises(ks.LaunchError, match="argument 1 "):
        launch(x.double(), y, 1000, 1.0)
    with pytest.raises(ks.LaunchError, match="argument 2 is on cpu"):
        launch(x, y.cpu(), 1000, 1.0)
    array = np.zeros(1000, np.float32)
    launch(x, array, 1000, 2.0)
    np.testing.assert_allclose(array, 2 * x.cpu().numpy())


@pytest.mark.gpu
def test_on_a_gpu_a_graph_captures_first_and_later_launches() -> None:
    kernel = ks.cuda_kernel(SCALE, "scale")
    x, y, z = (torch.ones(256, device="cuda") for _ in range(3))
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        kernel[1, 256](x, y, 256, 2.0)
        kernel[1, 256](y, z, 256, 3.0)
    x.fill_(5.0)
    graph.replay()
    torch.cuda.synchronize()
    assert z.unique().tolist() == [30.0]


@pytest.mark.gpu
def test_on_a_gpu_a_thread_that_called_nothing_of_cuda_yet_launches() -> None:
    kernel = ks.cuda_kernel(SCALE, "scale")
    x, y = torch.ones(256, device="cuda"), torch.zeros(256, device="cuda")
    kernel[1, 256](x, y, 256, 2.0)
    kernel[1, 256](x, y, 256, 2.0)
    thread = threading.Thread(target=lambda: kernel[1, 256](x, y, 256, 7.0))
    thread.start()
    thread.join()
    torch.cuda.synchronize()
    assert y.unique().tolist() == [7.0]


@pytest.mark.gpu
def test_on_a_gpu_much_shared_memory_stays_allowed() -> None:
    """A launch with less in between does not take it back."""
    source = """extern "C" __global__ void k(float* x) {
        extern __shared__ float s[]; s[threadIdx.x] = 1; x[threadIdx.x] = s[threadIdx.x]; }"""
    kernel = ks.cuda_kernel(source, "k")
    x = torch.zeros(32, device="cuda")
    for _ in range(2):
        for size in (200, 100):
            kernel[1, 32, size * 1024](x)
    torch.cuda.synchronize()
    assert x.sum().item() == 32
