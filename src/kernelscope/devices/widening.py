"""Operations on 16-bit floats run on wider copies, and their results rounded once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import torch

HALVES = (torch.float16, torch.bfloat16)
# Parameters that batch norm changes, though its schema does not say so.
_CHANGED = frozenset(("running_mean", "running_var"))
# For each result, the argument whose dtype it has; None: the wide dtype, as a GPU's kernel keeps
# the mean and the scale of a row. All results of other operations have the operands' dtype.
_RESULTS: dict[str, tuple[int | None, ...]] = {
    "_scaled_dot_product_flash_attention_for_cpu": (0, None),
    "native_layer_norm": (0, None, None),
    "native_layer_norm_backward": (1, 5, 5),
    "_fused_rms_norm": (0, None),
    **dict.fromkeys(
        ("native_batch_norm", "_native_batch_norm_legit", "_batch_norm_with_update"),
        (0, None, None),
    ),
    **dict.fromkeys(("native_batch_norm_backward", "batch_norm_backward"), (1, 2, 2)),
}


def run_wide(
    op: Any,
    run: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    wide: torch.dtype = torch.float32,
) -> Any:
    """Return the result of `run(*args, **kwargs)`, computed in the dtype `wide` and rounded.

    Without a 16-bit float, or if PyTorch computes in a wider dtype by its own rules (fp16 times
    float32), this is `run(*args, **kwargs)`.

    `run`: its kernel on the CPU. `args`: its arguments on the CPU. `kwargs`: its keyword arguments.
    A tensor that the operation writes gets the rounded result. `wide`: the dtype of the copies.
    """
    name = op.overloadpacket.__name__
    values = [*args, *kwargs.values()]
    narrow = _narrow_dtype(values, mixed=name in _RESULTS)
    if narrow is None:
        return run(*args, **kwargs)
    copies = _Copies(wide)
    result = run(
        *[_without_narrow_dtype(copies.of(value), wide) for value in _as_declared(op, args, wide)],
        **{key: _without_narrow_dtype(copies.of(value), wide) for key, value in kwargs.items()},
    )
    copies.write_back(op, args, kwargs)
    asked = [value for value in values if isinstance(value, torch.dtype)]
    if asked:
        narrow = asked[0]
    elif _asks_for_float(op, args):
        narrow = torch.float32
    like = _RESULTS.get(name)
    if like is None or not isinstance(result, tuple):
        return copies.rounded(result, narrow)
    results = cast("tuple[Any, ...]", result)
    dtypes = [wide if n is None else getattr(args[n], "dtype", narrow) for n in like]
    dtypes += [narrow] * (len(results) - len(dtypes))
    return tuple(copies.rounded(item, dtype) for item, dtype in zip(results, dtypes, strict=True))


class _Copies:
    """The wide copies of one call's operands."""

    def __init__(self, wide: torch.dtype) -> None:
        self._wide = wide
        self._copies: dict[int, torch.Tensor] = {}
        self._originals: dict[int, torch.Tensor] = {}

    def of(self, value: Any) -> Any:
        """Return a wide copy of a 16-bit tensor, the same one for the same tensor."""
        if isinstance(value, torch.Tensor):
            if value.dtype not in HALVES:
                return value
            if id(value) not in self._copies:
                copy = value.to(self._wide)
                self._copies[id(value)] = copy
                self._originals[id(copy)] = value
            return self._copies[id(value)]
        if isinstance(value, (list, tuple)):
            items = cast(Sequence[Any], value)
            return type(value)(self.of(item) for item in items)
        return value

    def write_back(self, op: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """Round into the tensors that the operation writes what their copies got."""
        for place, parameter in enumerate(op._schema.arguments):
            info = parameter.alias_info
            if not (info is not None and info.is_write) and parameter.name not in _CHANGED:
                continue
            value = args[place] if place < len(args) else kwargs.get(parameter.name)
            for tensor in tensors_of(value):
                copy = self._copies.get(id(tensor))
                if copy is None:
                    continue
                if tensor.shape != copy.shape:
                    tensor.resize_(copy.shape)
                tensor.copy_(copy)

    def rounded(self, result: Any, dtype: torch.dtype) -> Any:
        """Return a result in the dtype asked for; a copy that was returned is its original."""
        if isinstance(result, torch.Tensor):
            original = self._originals.get(id(result))
            if original is not None:
                return original
            return result.to(dtype) if result.dtype == self._wide else result
        if isinstance(result, (list, tuple)):
            items = cast(Sequence[Any], result)
            return type(result)(self.rounded(item, dtype) for item in items)
        return result


def tensors_of(value: Any) -> list[torch.Tensor]:
    """Return the tensors of an argument, also inside lists."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [tensor for item in cast(Sequence[Any], value) for tensor in tensors_of(item)]
    return []


def _narrow_dtype(values: Sequence[Any], mixed: bool) -> torch.dtype | None:
    """Return the 16-bit dtype of a call; None if it has none, or computes in a wider one.

    PyTorch's rule of promotion: fp16[8] + float32[8] is float32, fp16[8] + float32[] is fp16, and
    so is fp16[8] + 0.1. Norms take both (`mixed`): halves, with their statistics in float32.
    """
    if not any(map(_names_half, values)):
        return None
    tensors = [t for value in values for t in tensors_of(value)]
    if any(t.is_complex() for t in tensors):
        return None
    floats = [t for t in tensors if t.is_floating_point()]
    halves = [t.dtype for t in floats if t.dtype in HALVES]
    if not halves:
        # softmax's backward for halves that were widened: the gradient of the halves is asked for
        asked = [v for v in values if isinstance(v, torch.dtype) and v in HALVES]
        return asked[0] if asked and floats else None
    deciding = [t.dtype for t in floats if t.dim()] or [t.dtype for t in floats]
    if not mixed and any(dtype != halves[0] for dtype in deciding):
        return None
    return halves[0]


def _names_half(value: Any) -> bool:
    """Return whether an argument is a 16-bit float or asks for one: False at once for others."""
    if isinstance(value, torch.Tensor):
        return value.dtype in HALVES
    if isinstance(value, (list, tuple)):
        return any(map(_names_half, cast(Sequence[Any], value)))
    return isinstance(value, torch.dtype) and value in HALVES


def _without_narrow_dtype(value: Any, wide: torch.dtype) -> Any:
    return wide if isinstance(value, torch.dtype) and value in HALVES else value


def _as_declared(op: Any, args: Sequence[Any], wide: torch.dtype) -> list[Any]:
    """Return the arguments with `half_to_float` False and numbers as tensors if those are asked."""
    given: list[Any] = []
    for parameter, value in zip(op._schema.arguments, args, strict=False):
        if parameter.name == "half_to_float":
            given.append(False)
        elif isinstance(value, (int, float)) and str(parameter.type) == "Tensor":
            given.append(torch.scalar_tensor(value, dtype=wide, device="cpu"))
        else:
            given.append(value)
    return given


def _asks_for_float(op: Any, args: Sequence[Any]) -> bool:
    parameters = op._schema.arguments
    return any(parameters[n].name == "half_to_float" and value for n, value in enumerate(args))
