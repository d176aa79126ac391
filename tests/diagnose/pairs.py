"""The examples of `diagnose/pages`, run: what each rule says of the bad and the fixed one.

A page's example is a Python module with `inputs(device)`, `bad(*inputs)` and, but for the rules
that name a limit, `fixed(*inputs)`, which computes the same.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

import torch

import kernelscope as ks
import kernelscope.diagnose
from kernelscope.devices.operators import OperatorRecorder
from kernelscope.diagnose import Evidence, find
from kernelscope.jobs.profile import profile
from kernelscope.record import Finding, LaunchRecord, OperatorRecord

PAGES = Path(kernelscope.diagnose.__file__).parent / "pages"
ON_A_TIMELINE = ("host-bound", "implicit-sync")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pair: its result, the findings on it, and its microseconds."""

    result: torch.Tensor
    findings: tuple[Finding, ...]
    time_us: float

    def finding(self, rule: str) -> Finding | None:
        """The rule's finding on this side."""
        return next((one for one in self.findings if one.rule == rule), None)


@cache
def example(rule: str) -> ModuleType:
    """The example of a rule's page as a module; Triton wants its source in a file."""
    text = (PAGES / f"{rule}.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    name = f"example_{rule.replace('-', '_')}"
    path = Path(mkdtemp(prefix="rules-")) / f"{name}.py"
    path.write_text(code)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def sides(rule: str, *, fast_time: bool = True) -> tuple[Side, Side | None]:
    """The bad and the fixed example on a virtual H200; None where there is no fixed one.

    fast_time: whether times are those of the counts, which rules predict with.
    """
    module = example(rule)
    run = on_a_timeline if rule in ON_A_TIMELINE else partial(counted, fast_time=fast_time)
    fixed: Callable[..., Any] | None = getattr(module, "fixed", None)
    return run(module, module.bad), None if fixed is None else run(module, fixed)


def counted(module: ModuleType, function: Callable[..., Any], *, fast_time: bool) -> Side:
    """Its launches and operations, one after the other."""
    torch.manual_seed(0)
    inputs = module.inputs("cpu")
    with ks.virtual_gpu("h200", fast_time=fast_time) as gpu, OperatorRecorder(gpu):
        result = function(*inputs)
    launches = [event for event in gpu.events if isinstance(event, LaunchRecord)]
    operators = [event for event in gpu.events if isinstance(event, OperatorRecord)]
    evidence = Evidence(gpu.spec, launches, operators)
    return Side(result, find(evidence), evidence.total_us)


def on_a_timeline(module: ModuleType, function: Callable[..., Any]) -> Side:
    """Host and device next to each other; the time is the device's from first to last.

    The clock is steady: the host takes what its operations, launches and Python take it next to a
    GPU, the same on every run.
    """
    kept: list[torch.Tensor] = []
    inputs: list[torch.Tensor] = []

    def run() -> None:
        if inputs:
            function(*inputs)
        else:  # the warm-up, which is not profiled
            inputs.extend(module.inputs("cuda"))
            kept.append(function(*inputs).cpu())

    profiled = profile("", run, device="virtual:h200", steady=True).record
    there = [span for span in profiled.spans if span.lane == "device"]
    time = max(s.end_us for s in there) - min(s.start_us for s in there)
    return Side(kept[-1], profiled.findings, time)
