"""robust-kbench: a folder with `func_forward.py` and `config_forward.json`.

As published (robust-kbench 078f5ba): `Model.forward(*inputs, fn=forward_fn)` gives inputs and
weights to the function that a solution replaces, for every combination of the settings of inputs,
of weights, and shared ones; results agree within 1e-5. Published solutions are CUDA C++ extensions
whose host code needs a real GPU; here a solution is a Python file that defines `forward`.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import torch

from kernelscope.errors import UsageError
from kernelscope.evaluation.problem import Arguments, Entry, Problem, Tolerance, Trial, case_name
from kernelscope.operation.load import import_file

_FUNCTIONS, _CONFIG = "func_forward.py", "config_forward.json"
_PUBLISHED = Tolerance(1e-5, 1e-5)


def is_problem(path: Path) -> bool:
    """Return whether a folder is a task of robust-kbench."""
    return path.is_dir() and (path / _FUNCTIONS).is_file() and (path / _CONFIG).is_file()


def of_folder(path: Path) -> Problem:
    """Return the problem of a task's folder."""
    module = import_file(path / _FUNCTIONS)
    try:
        configs = json.loads((path / _CONFIG).read_text())
        settings = [
            setting for group in ("single", "multi") for setting in _settings(configs, group)
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path / _CONFIG}: not the configuration of a task: {error}") from error
    distinct = list({json.dumps(setting, sort_keys=True): setting for setting in settings}.values())
    trials = tuple(
        Trial(
            case_name(init | inputs, "as published"),
            partial(_drawn, module, init, inputs),
            _PUBLISHED,
            scored=number == 0,
            checked=number == len(distinct) - 1,
        )
        for number, (init, inputs) in enumerate(distinct)
    )
    return Problem(
        path.resolve().name,
        "robust-kbench",
        trials,
        reference=lambda _: module.forward_fn,
        entry=Entry(("forward", "forward_fn", "solution")),
        library="some",
    )


def _settings(configs: Any, group: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return (settings of the weights, of the inputs) of each combination."""
    return [
        (init | shared, inputs | shared)
        for init in configs[f"{group}_init_configs"]
        for inputs in configs[f"{group}_input_configs"]
        for shared in configs[f"{group}_shared_configs"]
    ]


def _drawn(module: Any, init: dict[str, Any], inputs: dict[str, Any], seed: int) -> Arguments:
    """Return what the task's model gives to the function that a solution replaces."""
    torch.manual_seed(seed)
    model = module.Model(**init)
    given = module.get_inputs(**inputs)
    caught: list[Arguments] = []

    def catch(*arguments: Any, **named: Any) -> Any:
        caught.append((*arguments, *named.values()))
        return module.forward_fn(*arguments, **named)

    with torch.no_grad():
        model(*given, fn=catch)
    if not caught:
        raise UsageError("the task's Model.forward does not call the function that it is given")
    return tuple(
        argument.detach() if isinstance(argument, torch.Tensor) else argument
        for argument in caught[0]
    )
