"""A function on many items, here and on Ray: the same values, whatever happens to a worker."""

from __future__ import annotations

import builtins
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernelscope.cli import main
from kernelscope.cli.options import with_ray_address
from kernelscope.errors import UnavailableError, UsageError
from kernelscope.jobs.spread import spread
from kernelscope.record import Comparison, Tuning, load
from kernelscope.vgpu.runtime.worker import worker_count

SCRIPT = """
import torch, triton, triton.language as tl


@triton.autotune(
    configs=[triton.Config({"BLOCK": b}, num_warps=w) for b in (128, 256, 512) for w in (1, 4)],
    key=["n"],
)
@triton.jit
def scale(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


x = torch.rand(1 << 16, device="cuda")
y = torch.empty_like(x)
scale[lambda m: (triton.cdiv(x.numel(), m["BLOCK"]),)](x, y, x.numel())
"""


def square(value: int) -> int:
    return value * value


def square_unless_three(value: int) -> int:
    if value == 3:
        raise UsageError("three")
    return value * value


def threads(_: int) -> int:
    return worker_count()


def dies_once(marker: str) -> str:
    """Kill this worker if it is the first to come."""
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return "done"
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def dies_always(_: str) -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def breaks(_: str) -> str:
    raise ValueError("not ours")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster with two workers on this machine, which knows this folder's modules."""
    path = os.pathsep.join([*map(str, filter(None, sys.path)), str(Path(__file__).parent)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", path)
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "1")
        # Ray changes both: put back at the end.
        patch.setenv("PYTHONBREAKPOINT", "pdb.set_trace")
        patch.setattr(builtins, "print", print)
        ray = pytest.importorskip("ray")
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        yield "local"
        ray.shutdown()


def test_here_the_values_come_in_order_one_after_the_other() -> None:
    told: list[tuple[int, int, str]] = []
    assert spread(square, [3, 1, 2], done=lambda *one: told.append(one)) == [9, 1, 4]
    assert told == [(0, 9, ""), (1, 1, ""), (2, 4, "")]
    with pytest.raises(UsageError, match="three"):
        spread(square_unless_three, [1, 3])


@pytest.mark.slow
def test_on_ray_the_values_are_the_same_and_each_names_its_worker(cluster: str) -> None:
    told: list[tuple[int, int, str]] = []
    values = spread(square, range(12), ray=cluster, done=lambda *one: told.append(one))
    assert values == [square(value) for value in range(12)]
    assert sorted(place for place, _, _ in told) == [*range(12)]
    assert all(worker.split()[1].isdecimal() for _, _, worker in told)


@pytest.mark.slow
def test_the_tasks_share_the_processors_of_the_cluster(cluster: str) -> None:
    """It has two: two tasks run their blocks on one thread each, and a single one on both."""
    assert spread(threads, [0, 1], ray=cluster) == [1, 1]
    assert spread(threads, [0], ray=cluster) == [min(2, worker_count())]


def test_on_ray_our_errors_are_ours_and_others_are_one_line(cluster: str) -> None:
    with pytest.raises(UsageError, match=r"^three$"):
        spread(square_unless_three, [1, 3], ray=cluster)
    with pytest.raises(UnavailableError, match=r"^a task failed: ValueError: not ours$"):
        spread(breaks, ["x"], ray=cluster)


@pytest.mark.slow
def test_a_lost_worker_is_replaced_and_one_that_is_always_lost_is_said(
    cluster: str, tmp_path: Path
) -> None:
    assert spread(dies_once, [str(tmp_path / "marker")], ray=cluster) == ["done"]
    with pytest.raises(UnavailableError, match="the worker of task 1 was lost 3 times") as caught:
        spread(dies_always, ["x"], ray=cluster)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_a_task_that_no_machine_can_run_does_not_wait_for_ever(cluster: str) -> None:
    with pytest.raises(UnavailableError, match="a task needs 99 GPU, and this Ray cluster has"):
        spread(square, [1], ray=cluster, gpus=99)


@pytest.mark.slow
@pytest.mark.triton
def test_a_sweep_of_configurations_is_the_same_on_ray(cluster: str, tmp_path: Path) -> None:
    """Every configuration in the program's order, with its own time, and the same choice."""
    script, here, there = (tmp_path / name for name in ("s.py", "here.json", "there.json"))
    script.write_text(SCRIPT)
    words = ["tune", str(script), "--device", "virtual:h200", "--json"]
    assert main([*words, str(here)]) == 0
    assert main([*words, str(there), "--ray"]) == 0
    one, other = load(here), load(there)
    assert isinstance(one, Tuning)
    assert isinstance(other, Tuning)
    assert len(one.kernels[0].candidates) == 6
    assert other.kernels == one.kernels


@pytest.mark.slow
@pytest.mark.triton
def test_a_script_that_fails_in_a_worker_says_here_why(
    cluster: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "s.py"
    script.write_text(SCRIPT.replace("x = torch", "raise SystemExit('no weights')\nx = torch"))
    assert main(["tune", str(script), "--device", "virtual:h200", "--ray"]) == 1
    assert "no weights\n" in capfd.readouterr().err


@pytest.mark.slow
def test_the_points_of_an_axis_are_the_same_on_ray(cluster: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    words = ["compare", "square", "--only", "torch", "--device", "virtual:h200"]
    words += ["--axis", "n=64..256", "--fast-time", "--json"]
    assert main([*words, str(here)]) == 0
    assert main([*words, str(there), "--ray"]) == 0
    one, other = load(here), load(there)
    assert isinstance(one, Comparison)
    assert isinstance(other, Comparison)
    assert one.sweep is not None
    assert other.sweep == one.sweep


def test_without_ray_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    words = ["compare", "square", "--only", "torch", "--device", "virtual", "--axis", "n=64..128"]
    assert main([*words, "--ray"]) == 2
    (line,) = [one for one in capsys.readouterr().err.splitlines() if "Ray" in one]
    assert line.startswith("kernelscope: --ray needs Ray: pip install 'kernelscope[ray]'")


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_a_cluster_that_is_not_there_is_one_line(address: str) -> None:
    with pytest.raises(UnavailableError) as caught:
        spread(square, [1], ray=address)
    assert str(caught.value).startswith(f"--ray {address}: there is no Ray cluster: ")
    assert "\n" not in str(caught.value)


def test_ray_without_an_axis_has_nothing_to_share(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "square", "--device", "virtual", "--ray"]) == 2
    assert "there is no --axis" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("tune softmax --ray", "tune softmax --ray local"),
        ("tune --ray softmax", "tune --ray local softmax"),
        ("tune --ray auto softmax", "tune --ray auto softmax"),
        ("tune softmax --ray head:6379", "tune softmax --ray head:6379"),
        (
            "tune softmax --ray ray://head:1 --case n=1",
            "tune softmax --ray ray://head:1 --case n=1",
        ),
        ("compare a --ray --axis n=1..2", "compare a --ray local --axis n=1..2"),
        ("run script.py --ray", "run script.py --ray"),
        ("tune script.py -- --ray", "tune script.py -- --ray"),
        ("history backfill gelu --ray", "history backfill gelu --ray local"),
    ],
)
def test_the_address_may_be_left_out(typed: str, read: str) -> None:
    assert with_ray_address(typed.split()) == read.split()
