"""The results of a call, compared with a reference that computes in float64."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kernelscope.devices.library.tensors import mapped
from kernelscope.jobs.observe import named_tensors
from kernelscope.measure.check import describe_error
from kernelscope.measure.tolerance import compare, natural_scale

Arguments = tuple[Sequence[Any], Mapping[str, Any]]


def tensors_of(value: Any) -> list[Any]:
    """Return the tensors of a result: itself, or those in a tuple, list or dict."""
    return list(named_tensors((value,), {}).values())


def reference_results(
    reference: Callable[..., Any], given: Arguments
) -> tuple[list[Any], list[Any]]:
    """Return a reference's results for float64 inputs, and for the inputs in their own dtypes.

    The second list is empty if the reference cannot compute in those dtypes.
    """
    import torch

    args, kwargs = mapped(given, torch.Tensor, _widened)
    wide = tensors_of(reference(*args, **kwargs))
    try:
        args, kwargs = mapped(given, torch.Tensor, lambda tensor: tensor.detach().clone())
        return wide, tensors_of(reference(*args, **kwargs))
    except Exception:  # noqa: BLE001  (a reference need not work in float16)
        return wide, []


def _widened(tensor: Any) -> Any:
    tensor = tensor.detach()
    return tensor.double() if tensor.dtype.is_floating_point else tensor.clone()


def wrong(got: Any, want: Any, narrow: Any, rtol: float | None, atol: float | None) -> str:
    """Return the fault of a result, or "".

    Args:
        got: the result.
        want: the reference's, in float64.
        narrow: the reference's in the dtype of the inputs, or None.
        rtol: the relative difference that is allowed; None, for atol too: what the dtype allows.
        atol: the absolute one.
    """
    import torch

    if got.shape != want.shape:
        return f"the shape is {tuple(got.shape)}, of the reference {tuple(want.shape)}"
    want = want.detach()
    if rtol is not None or atol is not None:
        close = torch.isclose(
            got.double(), want.double(), rtol=rtol or 0.0, atol=atol or 0.0, equal_nan=True
        )
        count = int((~close).sum())
        if not count:
            return ""
        at = tuple((~close).nonzero()[0].tolist())
        index = ", ".join(map(str, at))
        first = f"{float(got[at]):.9g} for {float(want[at]):.9g}"
        return f"{count} of {got.numel()} wrong, first at [{index}]: {first}"
    if not got.dtype.is_floating_point:
        same = got == want.to(got.dtype)
        return "" if bool(same.all()) else f"{int((~same).sum())} of {got.numel()} differ"
    eps = torch.finfo(got.dtype).eps
    near = narrow if narrow is not None and narrow.shape == want.shape else None
    error = compare(got, want.double(), natural_scale(want.double(), near, eps))
    return describe_error(error) if error.first_wrong_index is not None else ""
