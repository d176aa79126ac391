"""torch.compile opened: which operations and Python lines are in which kernel, and what breaks."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from kernelscope._patching import Patches
from kernelscope.frontends.inductor.fusion import Fusing, FusionWatch
from kernelscope.jobs.inspect import InspectionResult, inspect
from kernelscope.record import Compiled, CompiledKernel, Unfused, from_json, load, to_json
from report.test_page_sizes import content

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


PARTED = """
import torch, triton, triton.language as tl

@triton.jit
def doubled(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, 2 * tl.load(x + i, i < n), i < n)

@torch.compile
def f(x):
    rows = x.sum(1)
    every = (rows * rows).sum()
    y = torch.empty_like(x)
    doubled[(4,)](x, y, x.numel(), BLOCK=1024)
    return every, torch.relu(y)

x = torch.ones(64, 64, device="cuda")
every, y = f(x)
assert every.item() == 64 * 64 * 64 and (y == 2).all()

model = torch.nn.Sequential(torch.nn.Conv2d(3, 32, 3), torch.nn.BatchNorm2d(32)).cuda().eval()
image = torch.randn(2, 3, 8, 8, device="cuda")
with torch.no_grad():
    assert torch.allclose(torch.compile(model)(image), model(image), atol=1e-5)

weight = torch.nn.Parameter(torch.ones(64, 64, device="cuda"))
weight.grad = torch.ones_like(weight)
optimizer = torch.optim.SGD([weight], lr=0.25)
torch.compile(optimizer.step)()
assert (weight == 0.75).all()
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
    assert graph.unfused == ()


@pytest.mark.slow
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


@pytest.mark.slow
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
    assert "graph break" in content(again.to_html(tmp_path / "page.html").read_text())


@pytest.mark.slow
@pytest.mark.triton
def test_the_mlp_forward_and_backward_keep_their_products_in_the_library() -> None:
    found = compiled(opened("mlp/compile", "dim=32,layers=2,batch=16", backward=True))
    assert found.breaks == ()
    assert [graph.name.split("_")[1] for graph in found.graphs] == ["forward", "backward"]
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
    (before, after) = found.graphs[0].unfused
    assert (before.first, before.second) == ("extern_kernels.addmm", gelu.name)
    assert (after.first, after.second) == (gelu.name, "extern_kernels.addmm")
    assert "cannot fuse code into kernels" in before.reason


@pytest.fixture(scope="module")
def parted(tmp_path_factory: pytest.TempPathFactory) -> InspectionResult:
    script = tmp_path_factory.mktemp("parted") / "script.py"
    script.write_text(PARTED)
    return opened(str(script))


@pytest.mark.slow
@pytest.mark.triton
def test_what_is_not_fused_has_inductor_s_own_reason(parted: InspectionResult) -> None:
    graph = compiled(parted).graphs[0]
    names = {k.lines[0].code: k.name for k in compiled(parted).kernels if k.graph == graph.name}
    rows, every = names["rows = x.sum(1)"], names["every = (rows * rows).sum()"]
    (reason,) = (p.reason for p in graph.unfused if (p.first, p.second) == (rows, every))
    assert reason.startswith("numel/rnumel mismatch (reduce)")
    shown = parted.table(200)
    assert f"not fused  {reason} (they run over different numbers of elements" in shown
    assert f"{rows} → {every}" in shown


@pytest.mark.slow
@pytest.mark.triton
def test_a_kernel_of_the_program_s_own_inside_a_graph_is_told_as_such(
    parted: InspectionResult,
) -> None:
    (own,) = (k for k in compiled(parted).kernels if k.kind == "own")
    assert own.name == "doubled"
    assert codes(own) == ["doubled[(4,)](x, y, x.numel(), BLOCK=1024)"]
    assert "doubled" in {kernel.name for kernel in parted.kernels}
    (relu,) = (k for k in compiled(parted).kernels if k.aten == ("aten.relu.default",))
    pairs = {(p.first, p.second): p.reason for p in compiled(parted).graphs[0].unfused}
    assert "the program's own kernels" in pairs["doubled", relu.name]


@pytest.mark.slow
@pytest.mark.triton
def test_modules_of_pytorch_s_own_and_an_optimizer_s_step_have_their_places(
    parted: InspectionResult,
) -> None:
    _, network, step = compiled(parted).graphs
    by_graph = {g.name: [k for k in compiled(parted).kernels if k.graph == g.name]
                for g in (network, step)}  # fmt: skip
    named = {line.code for kernel in by_graph[network.name] for line in kernel.lines}
    assert {word.rpartition(" ")[2] for word in named} == {"Conv2d", "BatchNorm2d"}
    (update,) = by_graph[step.name]
    assert update.aten
    assert update.sources


def test_where_a_version_of_inductor_says_nothing_no_reason_is_given() -> None:
    watch, fusing = FusionWatch(), Fusing()
    watch.watch(SimpleNamespace(), Patches())
    watch.watch_names(SimpleNamespace(), Patches())
    for name, reads, writes in (("op0", "arg0", "buf0"), ("op1", "buf0", "buf1")):
        fusing.decided(
            SimpleNamespace(
                get_operation_names=lambda name=name: [name],
                get_buffer_names=lambda writes=writes: [writes],
                read_writes=SimpleNamespace(reads=[SimpleNamespace(name=reads)]),
                node=SimpleNamespace(python_kernel_name=f"kernel_{name}"),
            )
        )
    assert list(fusing.unfused()) == [Unfused("kernel_op0", "kernel_op1", "no reason given")]
    fusing.refuse("op0", "op1", "node1 must go before node2")
    (pair,) = fusing.unfused()
    assert pair.reason == "kernel_op0 must go before kernel_op1"
