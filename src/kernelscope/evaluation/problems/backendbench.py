"""BackendBench: a trace of operators with their arguments; a kernel for one of them solves it.

As published (BackendBench 66e0dbc, data_loaders.py, utils.py): a text file has `Operator: NAME` and
under it `cnt: N, ((T([4, 8], f16), 2), {'dim': 1})` for each call. Tensors are drawn, floating ones
in [0, 1). A solution defines `NAME_kernel_impl`, dots as two underscores, and must agree with the
operator within 1e-2. The file may hold several operators: `FILE.txt:aten.add.Tensor` names one.
"""

from __future__ import annotations

import ast
import math
import re
from functools import partial
from pathlib import Path
from typing import Any

import torch

from kernelscope.errors import UsageError, unknown
from kernelscope.evaluation.problem import Arguments, Entry, Problem, Tolerance, smallest, trials_of

_DTYPES = {
    "bf16": torch.bfloat16, "f64": torch.float64, "f32": torch.float32, "f16": torch.float16,
    "i8": torch.int8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64,
    "b8": torch.bool, "u8": torch.uint8,
}  # fmt: skip
_TOLERANCE = Tolerance(1e-2, 1e-2)
_MOST_ELEMENTS = 1 << 24
_MOST_CALLS = 6
_OPERATOR = re.compile(r"Operator: (\S+)")
_CALL = re.compile(r"cnt: \d+, (.*)")


def is_trace(text: str) -> bool:
    """Return whether a text is a trace of operators."""
    return _OPERATOR.match(text) is not None


def of_trace(path: Path, text: str, name: str = "") -> Problem:
    """Return the problem of one operator of a trace.

    Raises UsageError if the operator is not in the file, or one of its lines is malformed.
    """
    calls = _calls(path, text)
    if not name and len(calls) == 1:
        name = next(iter(calls))
    if name not in calls:
        raise unknown(f"{path}: operator", name, calls)
    packet, _, overload = name.removeprefix("aten.").partition(".")
    operator = getattr(getattr(torch.ops.aten, packet, None), overload or "default", None)
    if operator is None:
        raise UsageError(f"{path}: PyTorch {torch.__version__} has no operator {name}")
    written = f"{packet}__{overload}" if overload else packet
    chosen, note = smallest(calls[name], _elements, _MOST_ELEMENTS, _MOST_CALLS, "calls")
    if not chosen:
        raise UsageError(f"{path}: no call of {name} fits a virtual GPU")
    return Problem(
        name,
        "backendbench",
        trials_of((shown, partial(_drawn, call), _TOLERANCE) for shown, call in chosen),
        reference=lambda _: lambda args, kwargs: operator(*args, **kwargs),
        entry=Entry((f"{written}_kernel_impl", f"{packet}_kernel_impl"), "spread"),
        writable=frozenset((0,)) if packet.endswith("_") else frozenset(),
        note=note,
    )


def _calls(path: Path, text: str) -> dict[str, list[tuple[str, ast.expr]]]:
    """Return the calls of each operator, as they are written and parsed."""
    calls: dict[str, list[tuple[str, ast.expr]]] = {}
    name = ""
    for number, line in enumerate(text.splitlines(), 1):
        if match := _OPERATOR.match(line):
            name = match[1]
        elif match := _CALL.match(line):
            try:
                parsed = ast.parse(match[1].strip(), mode="eval").body
            except SyntaxError as error:
                raise UsageError(f"{path}:{number}:{error.offset}: {error.msg}") from error
            calls.setdefault(name, []).append((match[1].strip(), parsed))
    return calls


def _elements(call: tuple[str, ast.expr]) -> int:
    """Return how many elements the tensors of a call have."""
    tensors = (node for node in ast.walk(call[1]) if isinstance(node, ast.Call))
    return sum(math.prod(ast.literal_eval(tensor.args[0])) for tensor in tensors)


def _drawn(call: ast.expr, seed: int) -> Arguments:
    args, kwargs = _made(call, torch.Generator().manual_seed(seed))
    return args, kwargs


def _made(node: ast.expr, generator: torch.Generator) -> Any:
    """Return the value of an argument: literals, tensors `T(shape, dtype, strides)`, types."""
    match node:
        case ast.Tuple(elts=items):
            return tuple(_made(item, generator) for item in items)
        case ast.List(elts=items):
            return [_made(item, generator) for item in items]
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return {ast.literal_eval(key): _made(v, generator) for key, v in pairs if key}
        case ast.Call(func=ast.Name(id="T"), args=[shape, ast.Name(id=dtype), *strides]):
            return _tensor(ast.literal_eval(shape), dtype, strides, generator)
        case ast.Name(id=name) if name in _DTYPES:
            return _DTYPES[name]
        case ast.Name(id="inf"):
            return float("inf")
        case ast.UnaryOp(op=ast.USub(), operand=ast.Name(id="inf")):
            return float("-inf")
        case ast.Attribute(value=ast.Name(id="torch" | "th"), attr=attribute):
            return getattr(torch, attribute)
        case _:
            try:
                return ast.literal_eval(node)
            except ValueError as error:
                raise UsageError(f"an argument is not understood: {ast.unparse(node)}") from error


def _tensor(
    shape: Any, dtype: str, strides: list[ast.expr], generator: torch.Generator
) -> torch.Tensor:
    if dtype not in _DTYPES:
        raise unknown("a tensor's type", dtype, _DTYPES)
    made_as = _DTYPES[dtype]
    steps = ast.literal_eval(strides[0]) if strides else None
    extent = shape
    if steps is not None:
        extent = [1 + sum((n - 1) * step for n, step in zip(shape, steps, strict=True))]
    if made_as.is_floating_point:
        values = torch.rand(extent, generator=generator)
    else:
        values = torch.randint(0, 2 if made_as == torch.bool else 10, extent, generator=generator)
    made = values.to(made_as)
    return made if steps is None else made.as_strided(shape, steps)
