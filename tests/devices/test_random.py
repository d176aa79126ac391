"""Random numbers of the pretended GPU: those that an H200 drew, and good ones."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices.torch_cuda import philox  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu  # noqa: E402
from kernelscope.hardware import gpu as specification  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

TRUTH = Path(__file__).parents[1] / "truth" / "random_h200.json"
DRAWN: dict[str, Any] = json.loads(TRUTH.read_text())


@pytest.fixture
def gpu() -> Iterator[VirtualGPU]:
    session = virtual_gpu("h200")
    with pretend_cuda(session):
        yield session


def empty(*size: int, dtype: Any = None) -> Any:
    return torch.empty(*size, device="cuda", dtype=dtype)


def ones(*size: int, dtype: Any = None) -> Any:
    return torch.ones(*size, device="cuda", dtype=dtype)


def dropout(x: Any) -> Any:
    return torch.nn.functional.dropout(x, 0.3)


CALLS: dict[str, Callable[[], Any]] = {
    "rand1000": lambda: torch.rand(1000, device="cuda"),
    "randn1000": lambda: torch.randn(1000, device="cuda"),
    # One more than what the grid draws at once, and several times as much.
    "rand1081345": lambda: torch.rand(1081345, device="cuda"),
    "randn3000001": lambda: torch.randn(3000001, device="cuda"),
    "randn2d": lambda: torch.randn(513, 1027, device="cuda"),
    "normal_ms": lambda: empty(100003).normal_(3, 0.5),
    "uniform_ab": lambda: empty(100003).uniform_(-2, 5),
    "rand_float64": lambda: torch.rand(3000001, device="cuda", dtype=torch.float64),
    "randn_float64": lambda: torch.randn(3000001, device="cuda", dtype=torch.float64),
    "rand_float16": lambda: torch.rand(3000001, device="cuda", dtype=torch.float16),
    "randn_bfloat16": lambda: torch.randn(3000001, device="cuda", dtype=torch.bfloat16),
    "randint100": lambda: torch.randint(0, 100, (100003,), device="cuda"),
    "randintneg": lambda: torch.randint(-7, 1000, (100003,), device="cuda"),
    "randint2_40": lambda: torch.randint(0, 2**40, (100003,), device="cuda"),
    "random_": lambda: empty(1000).random_(),
    "random_i64": lambda: empty(1000, dtype=torch.int64).random_(),
    "random_i32": lambda: empty(1000, dtype=torch.int32).random_(),
    "bern": lambda: empty(3000001).bernoulli_(0.3),
    "dropout": lambda: dropout(ones(3000001)),
    "dropout4": lambda: dropout(ones(1024, 1024)),
    "dropout16": lambda: dropout(ones(1024, 1024, dtype=torch.float16)),
    "dropout1023": lambda: dropout(ones(1023)),
    "exp": lambda: empty(1000).exponential_(2.0),
    "strided": lambda: empty(513, 1027).t().normal_().clone(),
}
# sin.approx and cos.approx of the GPU are off by 2^-21 (PTX manual), times a radius of up to 6.7.
NORMAL_ERROR = 6.7 * 2.0**-21


class TestNumbersOfAnH200:
    """A seed gives what PyTorch 2.11 drew on an H200: see tests/truth/README.md."""

    def test_each_drawn_case_has_a_call(self) -> None:
        assert CALLS.keys() == DRAWN.keys()

    @pytest.mark.parametrize("name", CALLS)
    def test_a_seed_gives_the_numbers_and_offsets_of_the_real_gpu(
        self, gpu: VirtualGPU, name: str
    ) -> None:
        truth = DRAWN[name]
        torch.manual_seed(1234567890123)
        offsets = [torch.cuda.default_generators[0].get_offset()]
        for _ in range(2):
            drawn = CALLS[name]()
            offsets.append(torch.cuda.default_generators[0].get_offset())
        assert offsets == truth["offsets"]
        numbers = drawn.flatten().cpu().double().numpy()
        expected = np.array([*truth["second"].values()], dtype=float)
        found = numbers[[int(index) for index in truth["second"]]]
        exact = not ("normal" in name or "randn" in name or name in ("strided", "exp"))
        error = 0.0 if exact else NORMAL_ERROR + 2.0**-8 * abs(expected) * ("bfloat" in name)
        assert np.all(abs(found - expected) <= error)


class TestQuality:
    """What any good source promises, measured on a few million numbers."""

    COUNT = 1 << 22

    def normal(self, seed: int) -> Any:
        torch.manual_seed(seed)
        return torch.randn(self.COUNT, device="cuda").cpu().double().numpy()

    def test_normal_numbers_have_the_moments_of_the_distribution(self, gpu: VirtualGPU) -> None:
        x = self.normal(1)
        # Five standard errors each: 1, sqrt 2, sqrt 6 after centring, sqrt 24 over sqrt(n).
        unit = 5 / math.sqrt(self.COUNT)
        assert abs(x.mean()) < unit
        assert abs(x.var() - 1) < math.sqrt(2) * unit
        assert abs((x**3).mean()) < math.sqrt(15) * unit
        assert abs((x**4).mean() - 3) < math.sqrt(96) * unit

    def test_normal_numbers_follow_the_distribution_function(self, gpu: VirtualGPU) -> None:
        x = np.sort(self.normal(2))
        expected = 0.5 * (1 + torch.erf(torch.from_numpy(x) / math.sqrt(2)).numpy())
        distance = abs(expected - (np.arange(self.COUNT) + 0.5) / self.COUNT).max()
        # Kolmogorov and Smirnov: 2.2 / sqrt(n) is passed once in 8,000 times.
        assert distance < 2.2 / math.sqrt(self.COUNT)

    @pytest.mark.parametrize("bound", [3.0, 4.0, 4.75])
    def test_the_tails_are_as_heavy_as_they_should_be(self, gpu: VirtualGPU, bound: float) -> None:
        x = self.normal(3)
        expected = self.COUNT * math.erfc(bound / math.sqrt(2))
        assert abs((abs(x) > bound).sum() - expected) < 5 * math.sqrt(expected)

    # Neighbours; the sine and cosine of one angle; the two halves of a draw; two draws.
    @pytest.mark.parametrize("distance", [1, 270336, 2 * 270336, 4 * 270336])
    def test_numbers_at_a_distance_are_uncorrelated(self, gpu: VirtualGPU, distance: int) -> None:
        x = self.normal(4)
        pairs = self.COUNT - distance
        for one, other in ((x, x), (x**2 - 1, x**2 - 1), (abs(x), x)):
            product = (one[distance:] * other[:-distance]).mean()
            assert abs(product) < 5 * one.std() * other.std() / math.sqrt(pairs)

    def test_neighbouring_seeds_and_calls_are_uncorrelated(self, gpu: VirtualGPU) -> None:
        first = self.normal(5)
        again = torch.randn(self.COUNT, device="cuda").cpu().double().numpy()
        for other in (again, self.normal(6)):
            assert abs((first * other).mean()) < 5 / math.sqrt(self.COUNT)
            assert not np.array_equal(first, other)

    @pytest.mark.slow
    def test_uniform_numbers_reach_zero_and_not_one(self, gpu: VirtualGPU) -> None:
        # cuRAND's include 1: of 2^27 about four are, and become 0.
        x = torch.rand(1 << 27, device="cuda").cpu()
        assert x.max() < 1
        assert (x == 0).any()
        assert abs(x.double().mean() - 0.5) < 5 / math.sqrt(12 * x.numel())

    def test_exponential_numbers_are_never_zero(self, gpu: VirtualGPU) -> None:
        # Seed 69 draws a uniform 1 here, of which the logarithm is 0: CUDA takes -2^-24 instead.
        torch.manual_seed(69)
        uniform = torch.rand(270336, device="cuda").cpu()
        assert uniform[89062] == 0  # `rand` gives 0 instead of 1
        torch.manual_seed(69)
        x = empty(270336).exponential_(2.0).cpu()
        assert x[89062] == 2.0**-24 / 2
        assert x.min() > 0
        assert abs(x.double().mean() - 0.5) < 5 * 0.5 / math.sqrt(x.numel())


class TestDeterminism:
    """Numbers depend on seed, offset and GPU; not on the host."""

    @pytest.mark.parametrize("cores", [1, 3, 7])
    def test_the_number_of_host_threads_changes_nothing(
        self, monkeypatch: pytest.MonkeyPatch, cores: int
    ) -> None:
        out = [np.empty(2_500_001, np.float32) for _ in range(2)]
        philox.fill(out[0], "normal", threads=270336, seed=7, offset=4)
        monkeypatch.setattr(os, "cpu_count", lambda: cores)
        philox.fill(out[1], "normal", threads=270336, seed=7, offset=4)
        assert np.array_equal(*out)

    def test_nothing_is_written_beyond_the_end(self) -> None:
        room = np.zeros(4096, np.float32)
        for count in (1, 15, 16, 17, 1000, 1025, 4001):
            room[:] = 5
            threads = philox.grid_threads(specification("h200"), count)
            philox.fill(room[:count], "uniform", threads=threads, seed=0, offset=0)
            assert (room[:count] <= 1).all()
            assert (room[count:] == 5).all()

    def test_a_gpu_with_fewer_sms_has_other_numbers(self) -> None:
        def last(name: str) -> float:
            with pretend_cuda(virtual_gpu(name)):
                torch.manual_seed(0)
                return torch.rand(1 << 20, device="cuda")[-1].item()

        assert last("a100") != last("h200")

    def test_wrong_arguments_are_pytorchs_errors(self, gpu: VirtualGPU) -> None:
        with pytest.raises(RuntimeError, match="std >= 0"):
            empty(3).normal_(0, -1)
        with pytest.raises(RuntimeError, match="from"):
            empty(3).uniform_(2, 1)
        with pytest.raises(RuntimeError, match="from"):
            empty(3).random_(5, 5)
        with pytest.raises(RuntimeError, match="p to be in"):
            empty(3).bernoulli_(1.5)

    def test_no_elements_draw_nothing(self, gpu: VirtualGPU) -> None:
        torch.manual_seed(1)
        assert torch.randn(0, 3, device="cuda").shape == (0, 3)
        assert torch.cuda.default_generators[0].get_offset() == 0

    def test_complex_numbers_share_the_variance(self, gpu: VirtualGPU) -> None:
        x = torch.randn(1 << 16, device="cuda", dtype=torch.complex64).cpu()
        assert abs(x.real.var().item() - 0.5) < 0.02
        assert abs(x.imag.var().item() - 0.5) < 0.02
        assert torch.rand(4, device="cuda", dtype=torch.complex64).abs().max() < math.sqrt(2)

    def test_dropout_in_evaluation_keeps_everything(self, gpu: VirtualGPU) -> None:
        x = ones(64)
        assert torch.equal(torch.native_dropout(x, 0.5, train=False)[0].cpu(), torch.ones(64))
        assert torch.nn.functional.dropout(x, 1.0).count_nonzero() == 0


NUMBERS = """
import os
import numpy as np
from kernelscope.devices.torch_cuda import philox

def draw():
    out = np.zeros(1 << 20, np.float32)  # enough for several threads
    philox.fill(out, "uniform", threads=1 << 18, seed=1, offset=0)
    return out

first = draw()
child = os.fork()
if not child:
    os._exit(0 if (draw() == first).all() else 1)
assert os.waitpid(child, 0)[1] == 0
"""


def test_random_numbers_of_a_forked_child_end() -> None:
    """With a pool of their own they waited for the parent's threads for ever."""
    command = [sys.executable, "-W", "ignore", "-c", NUMBERS]
    subprocess.run(command, timeout=60, check=True)
