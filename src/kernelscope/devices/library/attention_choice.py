"""The kernel that `F.scaled_dot_product_attention` runs on a GPU: PyTorch's own choice for CUDA.

The rules and their order are those of PyTorch 2.11 with cuDNN 9.19, in the words of its own
warnings ("cuDNN attention kernel not used because: …"); the choices that were seen on an H200 are
in docs/measured/2026-11-23-operators.md. Example: bf16 [4, 16, 1024, 64] runs cuDNN's kernel, the
same in float32 the memory-efficient one, one key of head size 128 flash attention.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.attention import SDPBackend

from kernelscope.hardware import GPUSpec

_C: Any = torch._C  # pyright: ignore[reportPrivateUsage]
_HALVES = (torch.float16, torch.bfloat16)
_LARGEST_HEAD = 256
# PyTorch's order before a script sets one. Its first call on a Hopper or Blackwell GPU puts cuDNN
# first, which needs CUDA's build: so it is done here.
_BEFORE_FIRST_CALL = [1, 2, 0, 3, 4]
_CUDNN_FIRST = (
    SDPBackend.CUDNN_ATTENTION,
    SDPBackend.FLASH_ATTENTION,
    SDPBackend.EFFICIENT_ATTENTION,
    SDPBackend.MATH,
)


class Attention:
    """The operands of one attention, by which a kernel is chosen.

    Args:
        query, key, value: [batch, heads, length, size of a head].
        mask: added to the scores, or what takes part if it is bool; None: no mask.
        dropout: the share of weights that are dropped.
        causal: whether a query sees only the keys up to its own place.
        grouped: whether several heads of queries may share one of keys and values.
    """

    def __init__(
        self,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        mask: torch.Tensor | None = None,
        dropout: float = 0.0,
        causal: bool = False,
        grouped: bool = False,
    ) -> None:
        self.query, self.key, self.value, self.mask = query, key, value, mask
        self.dropout, self.causal, self.grouped = dropout, causal, grouped

    def choice(self, spec: GPUSpec) -> SDPBackend:
        """Return the kernel that PyTorch runs on `spec`; ERROR if those allowed cannot."""
        fits = {
            SDPBackend.CUDNN_ATTENTION: self._cudnn,
            SDPBackend.FLASH_ATTENTION: self._flash,
            SDPBackend.EFFICIENT_ATTENTION: self._efficient,
        }
        fused = self._fused()
        for backend in _order(spec):
            if backend == SDPBackend.MATH:
                if torch.backends.cuda.math_sdp_enabled():
                    return backend
            elif fused and backend in fits and fits[backend](spec):
                return backend
        return SDPBackend.ERROR

    def _fused(self) -> bool:
        """Return whether the operands have what every fused kernel asks for."""
        tensors = (self.query, self.key, self.value)
        if any(t.is_nested or t.dim() != 4 for t in tensors):
            return False
        if any(t.dtype != self.query.dtype for t in tensors):
            return False
        if not (self.query.shape[2] and self.key.shape[2]):
            return False
        if not self.query.shape[0] == self.key.shape[0] == self.value.shape[0]:
            return False
        return self.mask is None or self.mask.stride(-1) == 1 or self.mask.shape[-1] == 1

    def _cudnn(self, spec: GPUSpec) -> bool:
        query, key = self.query, self.key
        head = max(query.shape[3], self.value.shape[3])
        largest = _LARGEST_HEAD if spec.compute_capability[0] == 9 else 128
        return (
            torch.backends.cuda.cudnn_sdp_enabled()
            and not _deterministic()
            and query.dtype in _HALVES
            and self._dense()
            and self._heads_match(grouped=True)
            and self._mask_is_plain()
            and head <= largest
            and not (query.shape[3] % 8 or self.value.shape[3] % 8)
            and key.shape[2] != 1
            and not (self.dropout and query.shape[2] == 1)
        )

    def _flash(self, spec: GPUSpec) -> bool:
        query, key = self.query, self.key
        return (
            torch.backends.cuda.flash_sdp_enabled()
            and spec.sm >= 80
            and query.dtype in _HALVES
            and self.mask is None
            and query.shape[3] == key.shape[3] == self.value.shape[3] <= _LARGEST_HEAD
            and not (self.causal and query.shape[2] != key.shape[2])
            and self._heads_match(grouped=True)
            and self._dense()
        )

    def _efficient(self, spec: GPUSpec) -> bool:
        del spec
        aligned = 8 if self.query.dtype in _HALVES else 4
        heads = (self.query.shape[3], self.value.shape[3])
        return (
            torch.backends.cuda.mem_efficient_sdp_enabled()
            and self.query.dtype in (*_HALVES, torch.float32)
            and self.query.shape[3] == self.key.shape[3]
            and all(size and size % aligned == 0 for size in heads)
            and self._heads_match(grouped=False)
            and all(t.stride(-1) == 1 for t in (self.query, self.key, self.value))
        )

    def _dense(self) -> bool:
        tensors = (self.query, self.key, self.value)
        return self.query.shape[3] == 1 or all(t.stride(-1) == 1 for t in tensors)

    def _heads_match(self, grouped: bool) -> bool:
        queries, keys, values = (t.shape[1] for t in (self.query, self.key, self.value))
        if grouped and self.grouped:
            return keys == values and queries % keys == 0
        return queries == keys == values

    def _mask_is_plain(self) -> bool:
        """Return whether cuDNN takes the mask: of 2 or 4 dimensions, without a gradient."""
        if self.mask is None:
            return True
        if self.mask.requires_grad or self.mask.dim() not in (2, 4):
            return False
        wanted = (*self.query.shape[:3], self.key.shape[2])[-self.mask.dim() :]
        return all(size in (1, want) for size, want in zip(self.mask.shape, wanted, strict=True))


def _deterministic() -> bool:
    return (
        torch.are_deterministic_algorithms_enabled()
        and not torch.is_deterministic_algorithms_warn_only_enabled()
    )


def _order(spec: GPUSpec) -> list[SDPBackend]:
    """Return the order in which kernels are tried: the script's own, or the GPU's default."""
    order = list(_C._get_sdp_priority_order())
    if order == _BEFORE_FIRST_CALL and spec.compute_capability[0] in (9, 10):
        return list(_CUDNN_FIRST)
    members: Any = SDPBackend.__members__
    known = {int(backend): backend for backend in members.values()}
    return [known[number] for number in order if number in known]
