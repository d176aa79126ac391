"""FlashInfer-Bench and SOL-ExecBench: a JSON definition, workloads, and a JSON solution.

As published (flashinfer-bench 40e6ca7, docs/flashinfer-trace; SOL-ExecBench 8d2237d, docs): axes
are constants, variables that a workload sets, or expressions of others; inputs are drawn, given as
numbers, read from safetensors, or made by a function next to the reference; `run` in the reference
gives the outputs. A solution is given the outputs to write unless it says otherwise. Of the
workloads the ones whose tensors are small enough for a virtual GPU are run.
"""

from __future__ import annotations

import ast
import json
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch

from kernelscope.errors import UsageError
from kernelscope.evaluation.problem import (
    Arguments,
    Entry,
    Problem,
    Tolerance,
    case_name,
    smallest,
    trials_of,
)

_MOST_ELEMENTS = 1 << 25
_MOST_WORKLOADS = 4
_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Pow: operator.pow, ast.USub: operator.neg, ast.UAdd: operator.pos,
}  # fmt: skip
_SAFETENSORS = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64",
    "I32": "int32", "I16": "int16", "I8": "int8", "U8": "uint8", "BOOL": "bool",
    "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2",
}  # fmt: skip


def is_definition(data: Any) -> bool:
    """Return whether JSON is a definition."""
    return isinstance(data, dict) and {"axes", "inputs", "outputs", "reference"} <= data.keys()


def of_definition(path: Path, data: dict[str, Any], solution: Path) -> Problem:
    """Return the problem of a definition; its workloads are found next to it.

    `path`: the definition's file. `data`: what it holds. `solution`: the submission, whose own
    fields say how it wants its outputs.
    """
    try:
        return _problem(path, data, solution)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(f"{path}: not a definition: {type(error).__name__}: {error}") from error


def _problem(path: Path, data: dict[str, Any], solution: Path) -> Problem:
    workloads, sol = _workloads(path, data["name"])
    scope: dict[str, Any] = {"__name__": f"reference_{data['name']}"}
    exec(compile(data["reference"], f"{path}:reference", "exec"), scope)
    elements = partial(_elements, data)
    chosen, note = smallest(workloads, elements, _MOST_ELEMENTS, _MOST_WORKLOADS, "workloads")
    if not chosen:
        raise UsageError(f"{path}: none of its {len(workloads)} workloads fits a virtual GPU")
    writes_outputs = _destination(solution)
    outputs = len(data["outputs"]) if writes_outputs else 0
    count = len(data["inputs"])
    return Problem(
        data["name"],
        "sol-execbench" if sol else "flashinfer-bench",
        trials_of(
            (
                case_name(workload["axes"]) or workload["uuid"],
                partial(_drawn, path, data, workload, scope, writes_outputs),
                _tolerance(workload),
            )
            for workload in chosen
        ),
        reference=lambda _: scope["run"],
        entry=_entry(solution),
        writable=frozenset(range(count, count + outputs)),
        outputs=outputs,
        note=note,
    )


def _workloads(path: Path, name: str) -> tuple[list[dict[str, Any]], bool]:
    """Return the workloads of a definition, and whether they are in SOL-ExecBench's place."""
    own = path.with_name("workload.jsonl")
    beside = [*path.parent.glob(f"../workloads/**/{name}.jsonl")]
    beside += path.parent.glob(f"../../workloads/**/{name}.jsonl")
    file = own if own.is_file() else next(iter(beside), None)
    if file is None:
        raise UsageError(
            f"{path}: there are no workloads: workload.jsonl next to it, or "
            f"workloads/{name}.jsonl in the folder above"
        )
    workloads: list[dict[str, Any]] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            line_data = json.loads(line)
        except ValueError as error:
            raise UsageError(f"{file}:{number}: not JSON: {error}") from error
        workloads.append(line_data.get("workload") or line_data)
    if not workloads:
        raise UsageError(f"{file}: it is empty")
    return workloads, file == own


def axes_of(data: Mapping[str, Any], workload: Mapping[str, Any]) -> dict[str, int]:
    """Return the value of each axis of a definition for a workload."""
    values = {
        name: int(axis["value"]) for name, axis in data["axes"].items() if axis["type"] == "const"
    }
    values |= {name: int(value) for name, value in workload["axes"].items()}
    for name, axis in data["axes"].items():
        if axis["type"] == "expr":
            values[name] = int(_value(ast.parse(axis["expression"], mode="eval").body, values))
        elif name not in values:
            raise UsageError(f"{data['name']}: the workload does not set axis {name}")
    return values


def _value(node: ast.AST, values: Mapping[str, int]) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.Name(id=name):
            return values[name]
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATORS[type(op)](_value(left, values), _value(right, values))
        case ast.UnaryOp(op=op, operand=operand):
            return _OPERATORS[type(op)](_value(operand, values))
        case _:
            raise UsageError(f"an axis is not an expression of other axes: {ast.unparse(node)}")


def _elements(data: Mapping[str, Any], workload: Mapping[str, Any]) -> int:
    values = axes_of(data, workload)
    tensors = [*data["inputs"].values(), *data["outputs"].values()]
    return sum(
        math.prod(_shape(tensor, values)) for tensor in tensors if tensor["shape"] is not None
    )


def _shape(spec: Mapping[str, Any], values: Mapping[str, int]) -> list[int]:
    return [values[name] if isinstance(name, str) else int(name) for name in spec["shape"]]


def _drawn(
    path: Path,
    data: Mapping[str, Any],
    workload: Mapping[str, Any],
    scope: Mapping[str, Any],
    writes_outputs: bool,
    seed: int,
) -> Arguments:
    values, given = axes_of(data, workload), workload["inputs"]
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    made: dict[str, Any] = {}
    if entry := data.get("custom_inputs_entrypoint"):
        scalars = {n: source["value"] for n, source in given.items() if source["type"] == "scalar"}
        made = scope[entry]({**values, **scalars}, torch.device("cuda"))
    arguments: list[Any] = []
    for name, spec in data["inputs"].items():
        source = given.get(name, {"type": "random"})
        if source["type"] == "scalar":
            arguments.append(source["value"])
        elif source["type"] == "safetensors":
            arguments.append(_from_file(path, source))
        elif source["type"] == "custom":
            arguments.append(made[name])
        else:
            arguments.append(_random(spec, values, generator))
    for spec in data["outputs"].values() if writes_outputs else ():
        arguments.append(_unwritten(_shape(spec, values), getattr(torch, spec["dtype"])))
    return tuple(arguments)


def _unwritten(shape: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    """Return an output before it is written: NaN, or an odd pattern in integers."""
    made = torch.empty(shape, dtype=dtype, device="cpu")
    if dtype.is_floating_point:
        return made.fill_(float("nan"))
    return made.fill_(1 if dtype == torch.bool else 0x5A)


def _random(spec: Mapping[str, Any], values: Mapping[str, int], generator: torch.Generator) -> Any:
    """Return a drawn input, as the published benchmarks do it: normal floats, small integers."""
    dtype = getattr(torch, spec["dtype"])
    shape = _shape(spec, values) if spec["shape"] is not None else []
    if dtype.is_floating_point:
        made = torch.randn(shape, generator=generator)
    else:
        made = torch.randint(0, 2 if dtype == torch.bool else 128, shape, generator=generator)
    made = made.to(dtype)
    return made if spec["shape"] is not None else made.item()


def _from_file(path: Path, source: Mapping[str, Any]) -> torch.Tensor:
    """Return a tensor of a safetensors file, whose path begins at a folder above the definition."""
    places = [folder / source["path"] for folder in path.resolve().parents]
    file = next((place for place in places if place.is_file()), None)
    if file is None:
        raise UsageError(f"{path}: the file {source['path']} of a workload is not here")
    content = file.read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    entry = header[source["tensor_key"]]
    begin, end = entry["data_offsets"]
    data = bytearray(content[8 + size + begin : 8 + size + end])
    dtype = getattr(torch, _SAFETENSORS[entry["dtype"]])
    return torch.frombuffer(data, dtype=dtype).reshape(entry["shape"]).clone()


def _tolerance(workload: Mapping[str, Any]) -> Tolerance:
    given = workload.get("tolerance") or {}
    share = float(given.get("required_matched_ratio", 0.99 if given else 1.0))
    cap = given.get("max_error_cap")
    atol, rtol = float(given.get("max_atol", 1e-2)), float(given.get("max_rtol", 1e-2))
    return Tolerance(atol, rtol, share, None if cap is None else float(cap))


def _solution(path: Path) -> dict[str, Any] | None:
    if path.suffix != ".json":
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return data if isinstance(data, dict) and "sources" in data else None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: not a solution: {error}") from error


def _destination(path: Path) -> bool:
    data = _solution(path)
    return bool(data["spec"].get("destination_passing_style", True)) if data else False


def _entry(path: Path) -> Entry:
    data = _solution(path)
    if data is None:
        return Entry(("run", "solution"))
    file, _, name = str(data["spec"]["entry_point"]).partition("::")
    if not file.endswith(".py"):
        raise UsageError(
            f"{path}: entry point {file}: the host code of CUDA C++ needs a real GPU; a solution "
            "in Python, Triton or with kernelscope.cuda_kernel can be evaluated"
        )
    return Entry((name or "run",), file=file)


def unpack_solution(path: Path, folder: Path) -> Path:
    """Write a solution's files into a folder and return it; another submission is returned.

    Raises UsageError if a path leaves the folder.
    """
    data = _solution(path)
    if data is None:
        return path
    for source in data["sources"]:
        target = (folder / source["path"]).resolve()
        if not target.is_relative_to(folder.resolve()):
            raise UsageError(f"{path}: source {source['path']} lies outside the solution")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(source["content"], encoding="utf-8")
    return folder
