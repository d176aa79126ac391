"""The full names of PyTorch's kernels, with namespaces and template arguments, as on an H200.

    full_name("aten.add.Tensor", "fp32", shapes, "vectorized_elementwise_kernel")
        "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, …"

A profiler tells an addition from a GELU by these names alone. `symbols.json.gz` holds those that
one H200 launched (tests/truth/operators/symbols.py writes it). What it does not have keeps the name
without arguments: it is not made up.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_BY_LENGTH = "softmax_warp"
_FILE = Path(__file__).with_name("symbols.json.gz")


class Names:
    """The names in a file.

    Args:
        path: packed JSON: "names", a list, and "keys", each with its place in the list.
    """

    def __init__(self, path: Path) -> None:
        data = json.loads(gzip.decompress(path.read_bytes()))
        self._names: list[str] = data["names"]
        self._places: dict[str, int] = data["keys"]

    def full(
        self, operator: str, precision: str, shapes: Sequence[Sequence[int]], kernel: str
    ) -> str:
        """Return the full name of a kernel; `kernel` itself if it is not known."""
        for key in keys_of(operator, precision, shapes, kernel):
            if key in self._places:
                return self._names[self._places[key]]
        return kernel


def keys_of(
    operator: str, precision: str, shapes: Sequence[Sequence[int]], kernel: str
) -> tuple[str, ...]:
    """Return the properties that the name may depend on, the most exact first.

    An addition's functor follows from how many tensors there are, and whether one is a single
    number; the number of a softmax's warp kernel is the logarithm of the row's length.
    """
    namespace, _, qualified = operator.partition(".")
    name, _, overload = qualified.partition(".")
    start = "|".join((namespace, name.removesuffix("_"), overload, precision, kernel))
    sizes = " ".join("x".join(map(str, shape)) for shape in shapes)
    kinds = "".join("t" if shape else "n" for shape in shapes)
    if _BY_LENGTH in kernel and shapes and shapes[0]:
        kinds += str((shapes[0][-1] - 1).bit_length())
    return f"{start}|{sizes}", f"{start}|{kinds}"


def full_name(operator: str, precision: str, shapes: Sequence[Sequence[int]], kernel: str) -> str:
    """Return the full name of one of an operator's kernels, if it is known, else `kernel`.

    Args:
        operator: the overload, such as "aten.add.Tensor".
        precision: in which it computes, as in its record.
        shapes: of the tensors that it reads.
        kernel: the name without namespaces and arguments.
    """
    return _known().full(operator, precision, shapes, kernel)


@cache
def _known() -> Names:
    return Names(_FILE)
