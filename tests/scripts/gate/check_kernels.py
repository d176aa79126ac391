"""A project's gate: what its kernels must keep."""

import kernels
import pytest
import torch

N = 1 << 16


def vector():
    return torch.linspace(-2, 2, N)


def square(n=256, dtype=torch.float32):
    return torch.linspace(-1, 1, n * n).reshape(n, n).to(dtype)


def held(checked):
    return checked.same_counters_as("baseline").not_slower_than("baseline", by="3%")


def test_axpy(kernelscope):
    checked = held(kernelscope.check(kernels.axpy, vector(), vector()))
    checked.moves(at_most=1.01).vectorized().no_spills().no_bank_conflicts()


def test_gelu(kernelscope):
    checked = held(kernelscope.check(kernels.gelu, vector()))
    checked.moves(at_most=1.01).vectorized().no_spills()


def test_softmax(kernelscope):
    x = torch.linspace(-4, 4, 64 * 1024).reshape(64, 1024)
    checked = held(kernelscope.check(kernels.softmax, x))
    checked.correct(lambda x: torch.softmax(x, -1))
    checked.moves(at_most=1.01).vectorized().no_spills().no_races()


def test_rows(kernelscope):
    x = torch.linspace(-1, 1, 64 * 1024).reshape(64, 1024)
    checked = held(kernelscope.check(kernels.rows, x))
    checked.moves(at_most=1.05).vectorized().no_spills()


def test_matmul(kernelscope):
    x = square(dtype=torch.float16)
    held(kernelscope.check(kernels.matmul, x, x)).launches(at_most=1).no_spills()


def test_saxpy(kernelscope):
    checked = held(kernelscope.check(kernels.saxpy, vector(), vector()))
    checked.moves(at_most=1.01).vectorized().no_spills()


def test_transpose(kernelscope):
    checked = held(kernelscope.check(kernels.transpose, square()))
    checked.correct(lambda x: x.t())
    checked.moves(at_most=1.01).no_bank_conflicts().no_races().no_spills()


def test_block_sums(kernelscope):
    held(kernelscope.check(kernels.block_sums, vector())).moves(at_most=1.05).no_races()


@pytest.mark.kernelscope(device="virtual:h100")
def test_smooth(kernelscope):
    checked = held(kernelscope.check(kernels.smooth, vector()))
    checked.moves(at_most=1.05).no_spills().no_races()
