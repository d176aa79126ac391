"""torch.compile opened: which operations and Python lines are in which kernel, and what breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelscope.jobs.inspect import InspectionResult, inspect
from kernelscope.record import Compiled, CompiledKernel, from_json, load, to_json

BROKEN = """
import torch

def f(x):
    y = torch.nn.functional.gelu(x, approximate="tanh") * 2
    if y.sum().item() > 0:
        y = y + 1
    print("between")
    return torch.relu(y)

torch.compile(f)(torch.ones(64, 64, device="cuda"))
"""


def opened(subject: str, case: str = "", backward: bool = False) -> InspectionResult:
    return inspect(subject, device="virtual:h200", case=case, backward=backward)


def compiled(result: InspectionResult) -> Compiled:
    assert result.record.compiled is not None
    return result.record.compiled


def codes(kernel: CompiledKernel) -> list[str]:
    return [line.code for line in kernel.lines]


@pytest.mark.triton
def test_gelu_is_one_graph_and_one_kernel_of_its_nine_operations() -> None:
    result = opened("gelu/compile", "n=64")
    (kernel,) = compiled(result).kernels
    (graph,) = compiled(result).graphs
    assert (graph.operations, graph.kernels) == (9, (kernel.name,))
    assert kernel.fused
    assert [name.split(".")[1] for name in kernel.aten] == [
        *("mul", "mul", "mul", "mul", "add", "mul", "tanh", "add", "mul"),
    ]
    assert kernel.name == result.kernels[0].name
    assert f"{kernel.name}.run(" in graph.generated
    (place,) = kernel.sources
    file, _, line = place.rpartition(":")
    assert file.endswith("operations/gelu.py")
    assert "torch.tanh(" in Path(file).read_text().splitlines()[int(line) - 1]
    assert compiled(result).breaks == ()


@pytest.mark.triton
def test_softmax_is_fused_across_its_reductions_and_says_the_three_lines() -> None:
    result = opened("softmax/compile", "rows=64,n=128")
    (kernel,) = compiled(result).kernels
    assert codes(kernel) == [
        "largest = x.max(dim=-1, keepdim=True)[0]",
        "numerator = torch.exp(x - largest)",
        "return numerator / numerator.sum(dim=-1, keepdim=True)",
    ]
    assert {name.split(".")[1] for name in kernel.aten} >= {"sub", "exp", "div"}


@pytest.mark.triton
def test_a_graph_break_has_its_reason_and_line_and_nothing_is_fused_across_it(
    tmp_path: Path,
) -> None:
    script = tmp_path / "script.py"
    script.write_text(BROKEN)
    result = opened(str(script))
    found = compiled(result)
    assert [(b.source, b.code) for b in found.breaks] == [
        (f"{script}:6", "if y.sum().item() > 0:"),
        (f"{script}:8", 'print("between")'),
    ]
    assert "item()" in found.breaks[0].reason
    assert any("capture_scalar_outputs" in hint for hint in found.breaks[0].hints)
    assert "`print`" in " ".join(found.breaks[1].hints)
    assert len(found.graphs) == 3
    lines = {graph.name: {k.sources for k in found.kernels if k.graph == graph.name}
             for graph in found.graphs}  # fmt: skip
    places = [{place for sources in own for place in sources} for own in lines.values()]
    assert places == [{f"{script}:5", f"{script}:6"}, {f"{script}:7"}, {f"{script}:9"}]
    # Of a record, it is read back and shown.
    assert from_json(to_json(result.record)) == result.record
    saved = result.save(tmp_path / "record.json")
    again = InspectionResult(load(saved))  # type: ignore[arg-type]
    shown = again.table(100).splitlines()
    assert shown[0].startswith("torch.compile: 3 graphs, broken at 2 places, ")
    assert any("script.py:8  print(" in line for line in shown)
    assert "graph break" in again.to_html(tmp_path / "page.html").read_text()


@pytest.mark.triton
def test_the_mlp_forward_and_backward_keep_their_products_in_the_library() -> None:
    found = compiled(opened("mlp/compile", "dim=32,layers=2,batch=16", backward=True))
    by_name = {name: [k for k in found.kernels if k.graph == name] for name in
               (graph.name for graph in found.graphs)}  # fmt: skip
    (forward,) = (own for name, own in by_name.items() if name.endswith("_forward"))
    (backward,) = (own for name, own in by_name.items() if name.endswith("_backward"))
    assert [k.aten for k in forward if k.kind == "library"] == [("aten.addmm",)] * 2
    assert [k.aten for k in backward if k.kind == "library"] == [("aten.mm",)] * 4
    (gelu,) = (k for k in forward if k.kind == "triton")
    assert codes(gelu) == ['x = torch.nn.functional.gelu(x, approximate="tanh")']
    gradients = [k for k in backward if codes(k) == codes(gelu)]
    assert any(k.fused and len(k.aten) > len(gelu.aten) for k in gradients)
    assert not any(k.fused for k in found.kernels if k.kind == "library")
    assert "x = linear(x)" in {code for k in backward for code in codes(k)}
