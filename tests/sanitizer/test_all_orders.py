"""`check --all-orders`: what a program may do in other orders, with the bounds of the statement."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.frontends.cuda.module import CudaModule
from kernelscope.record import CheckRecord, OrdersTried
from kernelscope.report.check import html, text
from kernelscope.sanitizer import all_orders

KERNELS = Path(__file__).parent / "kernels" / "orders.cu"


@pytest.fixture(scope="module")
def module() -> CudaModule:
    """Return the programs, compiled once."""
    return ks.cuda_module(KERNELS.read_text())


def check(module: CudaModule, name: str, *more: int, blocks: int = 1) -> CheckRecord:
    """Return the record of one launch of two warps a block."""
    x, y = np.arange(192, dtype=np.int32), np.zeros(192, np.int32)
    with ks.check(all_orders=True, tools="barrier,race,memory") as checked:
        try:
            module.kernel(name)[blocks, 64](x, y, *more)
        except ks.LaunchError:
            assert checked.findings
    return checked.record


def tried(record: CheckRecord) -> OrdersTried:
    """Return the one statement."""
    (orders,) = record.orders
    assert orders.is_complete
    return orders


def test_a_right_pipeline_has_one_order(module: CudaModule) -> None:
    """Six uses of two stages: no event of one warp may come before another one's."""
    record = check(module, "pipeline", 6)
    orders = tried(record)
    assert not record.findings
    assert (orders.orders, orders.warps, orders.deadlocks, orders.results) == (1, 2, 0, 1)
    said = text.tried(orders)
    assert "`pipeline` (1 block, 2 warps): the only order that can differ, of" in said
    assert said.endswith("no deadlock, no fault, the same result in each")


def test_sums_have_no_order(module: CudaModule) -> None:
    """Reductions of integers are exchanged."""
    assert tried(check(module, "sum")).orders == 1


def test_a_wrong_parity_is_a_deadlock_in_some_order(module: CudaModule) -> None:
    """The launch itself ends; the finding says who waits for what, and shows both orders."""
    record = check(module, "off_by_one")
    orders = tried(record)
    assert 0 < orders.deadlocks < orders.orders
    (finding,) = record.findings
    assert (finding.tool, finding.kind) == ("barrier", "deadlock")
    assert "warp 0 waits at" in finding.message
    waits = "for the mbarrier at full[0], whose phase of parity 1 waits for 32 of 32 arrivals"
    assert waits in finding.message
    assert "last came warp 1 at" in finding.message
    bad, good = finding.orders
    assert bad.ends == "no thread can continue"
    assert good.ends == "all threads end"
    assert [step.who for step in good.steps[:2]] == ["warp 0", "warp 1"]
    assert all("orders.cu" in step.source or "ptx" in step.source for step in good.steps)


def test_two_locks_in_opposite_order(module: CudaModule) -> None:
    """Each warp has one of them, in one of the orders."""
    record = check(module, "locks")
    orders = tried(record)
    assert orders.deadlocks >= 1
    deadlock = next(f for f in record.findings if f.kind == "deadlock")
    assert "warp 0 waits" in deadlock.message
    assert "warp 1 waits" in deadlock.message


def test_a_result_that_the_order_decides(module: CudaModule) -> None:
    """Both values and both orders are there."""
    record = check(module, "last")
    orders = tried(record)
    assert (orders.orders, orders.results) == (2, 2)
    finding = next(f for f in record.findings if f.kind == "order")
    assert "y[0] is 2 in 1 and 1 in 1 of 2 orders" in finding.message
    assert {order.ends for order in finding.orders} == {"y[0] is 2", "y[0] is 1"}
    assert finding.other_source is not None
    page = html.to_html(record)
    assert "in this order y[0] is 1" in page
    assert "there are 2 different results" in page


def test_bytes_that_never_come(module: CudaModule) -> None:
    """All orders end in the deadlock, and the missing bytes are named."""
    record = check(module, "too_few_bytes")
    orders = tried(record)
    assert orders.deadlocks == orders.orders
    words = [f.message for f in record.findings if f.kind == "deadlock"]
    assert any("in all" in message and "waits for 64 bytes" in message for message in words)


def test_a_peer_that_may_have_left(module: CudaModule) -> None:
    """A fault in some orders is a finding, also if the launch itself has none."""
    orders = tried(check(module, "left", blocks=2))
    assert 0 < orders.faults < orders.orders


def test_what_is_too_much_is_no_statement(
    module: CudaModule, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A launch that is too large is not tried; a limit that is reached is said."""
    (orders,) = check(module, "sum", blocks=64).orders
    assert (orders.orders, orders.is_complete) == (0, False)
    assert text.tried(orders).endswith("no statement, not tried: 128 warps, of at most 64")
    monkeypatch.setattr(all_orders, "MOST_ORDERS", 1)
    (orders,) = check(module, "last").orders
    assert (orders.orders, orders.is_complete) == (1, False)
    assert "1 tried, stopped after 1 orders" in text.tried(orders)
    assert text.tried(orders).endswith("so this says nothing about all orders")
