"""The fewest bytes that an answer needs, found from the reference alone.

The results must be written. An input must be read where the results depend on it: there the
reference's derivative is not zero. That is a lower bound, since a derivative may be zero by chance,
and integers have none. Zeros in every drawing are left out (a kernel may know the structure of a
triangular matrix), and so is half of a symmetric one.
"""

from __future__ import annotations

from typing import Any

import torch

from kernelscope.devices.library.tensors import mapped
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.virtual import virtual_gpu
from kernelscope.evaluation.problem import Problem
from kernelscope.evaluation.truth import called
from kernelscope.evaluation.values import leaves

_SECTOR = 32
_MOST_ELEMENTS = 1 << 25  # of all inputs; beyond it only the results count


def floor_bytes(
    problem: Problem, arguments: Any, seed: int, results: list[torch.Tensor], gpu: str
) -> float:
    """Return the fewest bytes that are read and written for an answer."""
    written = float(sum(result.numel() * result.element_size() for result in results))
    given = arguments[: len(arguments) - problem.outputs]
    tensors = [tensor for tensor in leaves(given) if tensor.is_floating_point()]
    if not tensors or sum(tensor.numel() for tensor in tensors) > _MOST_ELEMENTS:
        return written
    with pretend_cuda(virtual_gpu(gpu, fast_time=True)):
        return written + _read(problem, given, seed)


def _read(problem: Problem, given: Any, seed: int) -> float:
    asked: list[tuple[torch.Tensor, torch.Tensor]] = []

    def wide(tensor: torch.Tensor) -> torch.Tensor:
        made = tensor.detach().cpu().clone().to("cuda")
        if not tensor.is_floating_point():
            return made
        made = made.double().requires_grad_()
        asked.append((tensor, made))
        return made

    try:
        function = problem.reference(seed)
        if isinstance(function, torch.nn.Module):
            function = function.double()
        arguments = mapped(given, torch.Tensor, wide)
        with torch.enable_grad():
            results = called(problem, function, arguments)
            floating = [result for result in leaves(results) if result.requires_grad]
            if not floating:
                return 0.0
            # Weights of all sizes: sums over a softmax would have a derivative of zero.
            weighted = [
                (result.double() * torch.rand_like(result, dtype=torch.float64)).sum()
                for result in floating
            ]
            total = torch.stack(weighted).sum()
            slopes = torch.autograd.grad(total, [made for _, made in asked], allow_unused=True)
    except Exception:  # noqa: BLE001 (a reference need not have derivatives)
        return 0.0
    pairs = zip(asked, slopes, strict=True)
    return sum(_sectors(tensor, slope) for (tensor, _), slope in pairs)


def _sectors(tensor: torch.Tensor, slope: torch.Tensor | None) -> float:
    """Return the bytes of the sectors of a tensor's memory in which an element is needed."""
    if slope is None:
        return 0.0
    host = tensor.detach().cpu()
    needed = (slope.detach().cpu() != 0) & (host != 0)
    storage = host.new_zeros(
        host.untyped_storage().nbytes() // host.element_size(), dtype=torch.bool
    )
    if not storage.numel():
        return 0.0
    places = storage.as_strided(host.shape, host.stride(), host.storage_offset())
    if any(stride == 0 for stride in host.stride()):
        return 0.0
    places.copy_(needed)
    per_sector = max(_SECTOR // host.element_size(), 1)
    padded = torch.nn.functional.pad(storage, (0, -storage.numel() % per_sector))
    count = int(padded.reshape(-1, per_sector).any(1).sum())
    symmetric = host.dim() == 2 and host.shape[0] == host.shape[1] and torch.equal(host, host.T)
    return count * float(_SECTOR) * (0.5 if symmetric else 1.0)
