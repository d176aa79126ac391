"""Norms, softmax, losses, reductions, pooling, algebra, transforms: as they ran on an H200."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
import torch.nn.functional as F  # noqa: E402

from kernelscope.devices.activity import ActivityLog  # noqa: E402
from kernelscope.devices.operators import OperatorRecorder  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402
from kernelscope.record import LibraryLaunch, OperatorRecord  # noqa: E402
from truth.operators.calls import CALLS  # noqa: E402
from truth.operators.compare import Side, compared, lines, recorded, shown  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

RECORD = Path(__file__).parents[2] / "truth/operators/operators_h200.jsonl.gz"
FAMILIES = ("norm/", "softmax/", "loss/", "reduce/", "pool/", "algebra/", "fft/")
CHEAP = 2**24  # elements; those up to here take 25 s in all


@dataclass(frozen=True)
class Ran:
    """What one call launched here, and what the H200's profiler saw of it."""

    here: Side
    there: Side
    launches: tuple[LibraryLaunch, ...]
    shapes: tuple[tuple[str, list[int] | None, list[int] | None], ...]


def run_all(cheap: bool) -> dict[str, Ran]:
    rows = [row for row in lines(RECORD) if row.get("name", "").startswith(FAMILIES)]
    there = recorded(rows)
    activities = {row["name"]: row["activities"] for row in rows}
    found: dict[str, Ran] = {}
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu) as timeline:
        for name, side in there.items():
            call = CALLS[name]
            if (math.prod(call.shape) <= CHEAP) is not cheap:
                continue
            run = call.make("cuda")
            gpu.l2.empty()
            timeline.log = log = ActivityLog()
            run()
            timeline.log = None
            spans = [span for span in log.spans if span.lane in ("device", "copy")]
            here = Side(tuple(s.name for s in spans), sum(s.duration_us for s in spans))
            assert isinstance(side, Side)
            found[name] = Ran(
                here,
                side,
                tuple(launch for op in log.operators for launch in op.launches),
                tuple((a["name"], a.get("grid"), a.get("block")) for a in activities[name]),
            )
    return found


@pytest.fixture(scope="module")
def ran() -> dict[str, Ran]:
    return run_all(cheap=True)


def agreement(ran: dict[str, Ran]) -> tuple[float, float]:
    """Return the shares of calls with the same number of launches, and within 25 % in time."""
    rows = compared(
        {name: one.there for name, one in ran.items()},
        {name: one.here for name, one in ran.items()},
    )
    return sum(r.same_count for r in rows) / len(rows), sum(r.near for r in rows) / len(rows)


@pytest.mark.long("hundreds of calls, each held to an H200's profile")
def test_cheap_calls_launch_and_take_what_they_did_on_an_h200(ran: dict[str, Ran]) -> None:
    assert len(ran) > 100
    same_count, near = agreement(ran)
    assert same_count >= 0.95
    assert near >= 0.9


@pytest.mark.slow
def test_all_calls_launch_and_take_what_they_did_on_an_h200(ran: dict[str, Ran]) -> None:
    same_count, near = agreement(ran | run_all(cheap=False))
    assert same_count >= 0.95
    assert near >= 0.9


def test_kernels_of_reductions_softmax_and_norms_have_the_grids_of_the_h200(
    ran: dict[str, Ran],
) -> None:
    seen: set[str] = set()
    for name, one in ran.items():
        if len(one.launches) != len(one.shapes):
            continue
        for launch, (there, grid, block) in zip(one.launches, one.shapes, strict=True):
            kernel = shown((there,))
            if launch.grid and kernel.startswith(
                ("reduce_kernel", "softmax_warp", "cunn_", "vectorized_layer_norm", "Gamma",
                 "layer_norm_grad", "nll_", "batch_norm_transform", "batch_norm_collect")
            ):  # fmt: skip
                assert launch.name == kernel, name
                assert (list(launch.grid), list(launch.block)) == (grid, block), name
                seen.add(kernel)
    assert len(seen) > 10


@pytest.fixture
def operators() -> Iterator[list[OperatorRecord]]:
    """The operators that run on CPU tensors, as `compare` records them."""
    gpu = virtual_gpu("h200")
    with gpu, OperatorRecorder(gpu):
        yield gpu.events  # type: ignore[misc]


def test_cpu_tensors_launch_the_same(operators: list[OperatorRecord], ran: dict[str, Ran]) -> None:
    families = ("norm/layer_norm ", "softmax/", "loss/cross_entropy ")
    small = [name for name in ran if "1000x1000" in name or "128x" in name]
    names = [name for name in small if name.startswith(families)]
    assert len(names) > 5
    for name in names:
        run = CALLS[name].make("cpu")
        before = len(operators)
        run()
        launches = [launch.name for op in operators[before:] for launch in op.launches]
        assert launches == [n for n in ran[name].here.names if "DtoH" not in n], name


def test_a_mask_is_no_number_that_is_converted(operators: list[OperatorRecord]) -> None:
    """As in the record: `masked_mean` of `unseen.py` multiplies by its mask, `where` selects."""
    x = torch.ones(64, 64)
    mask = x > 0
    torch.where(mask, x, x)
    x.masked_fill_(mask, 2)
    x * mask
    names = [launch.name.partition("_")[0] for op in operators for launch in op.launches]
    assert names[-4:] == ["vectorized", "vectorized", "vectorized", "unrolled"]


ODD: dict[str, Callable[[], object]] = {
    "a number": lambda: new().sum(0),
    "no elements": lambda: (new(0, 4).sum(0), new(4, 0).sum(1), new(0, 4).softmax(1)),
    "a result of one element": lambda: (new(1, 1).sum(0), new(1, 7).argmax(0)),
    "an expanded operand": lambda: (new(5).expand(7, 5).sum(0), new(5).expand(7, 5).sum(1)),
    "a picture with its channels last": lambda: new(3, 4, 5, 6).permute(0, 2, 3, 1).sum((1, 2)),
    "rows in registers": lambda: new(4, 5000).softmax(1),
    "columns far apart": lambda: new(200, 3, 500).softmax(1),
    "no weights": lambda: (F.layer_norm(new(3, 5), (5,)), F.group_norm(new(3, 4, 5), 2)),
    "one label": lambda: F.cross_entropy(new(4), torch.tensor(1, device="cuda")),
    "each loss kept": lambda: F.mse_loss(new(3, 4), new(3, 4), reduction="none"),
    "two numbers": lambda: F.mse_loss(new(), new()),
    "one picture": lambda: (F.max_pool2d(new(3, 8, 8), 2), F.avg_pool2d(new(3, 8, 8), (3, 1))),
    "a transform of a column": lambda: torch.fft.rfft(new(4, 8), dim=0),
    "few columns": lambda: torch.linalg.qr(new(3, 3)),
}


def new(*shape: int) -> Any:
    return torch.ones(shape, device="cuda")


@pytest.mark.parametrize("what", ODD)
def test_odd_operands_have_launches_too(what: str) -> None:
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu):
        ODD[what]()
    operators = [event for event in gpu.events if isinstance(event, OperatorRecord)]
    for operator in operators:
        assert operator.launches, operator.name
        assert all(0 < launch.time_us.value < 100 for launch in operator.launches), operator.name


def test_what_is_not_known_is_estimated_from_its_bytes_and_says_so() -> None:
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu):
        batch = torch.eye(4, device="cuda").expand(3, 4, 4)
        before = len(gpu.events)
        torch.linalg.cholesky(batch)
    first = gpu.events[before]
    assert isinstance(first, OperatorRecord)
    assert not first.launches
    assert first.time_us is not None
    assert "no row" in first.time_us.note
