"""Work that lasts: its limit in a script whose clocks stand still, and the line about it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernelscope.cli import main
from kernelscope.vgpu.runtime import long_work

torch = pytest.importorskip("torch")
pytest.importorskip("triton")

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

SPINS = """\
import torch, triton, triton.language as tl
@triton.jit
def calculates(X, n):
    x = tl.load(X)
    while x != n:
        x = x * 3 + 2
    tl.store(X + 1, x)
@triton.jit
def asks(X):
    i = 0
    while i < 5:
        i += tl.atomic_add(X + 1, 1) * 0  # memory changes: it is no deadlock
    tl.store(X, i)
x = torch.zeros(2, device="cuda", dtype=torch.int32)
if {asks}:
    asks[(1,)](x)
else:
    calculates[(4,)](x, 1)
"""


@pytest.mark.parametrize(
    ("command", "asks", "line"),
    [
        (["run"], True, 12),
        (["run"], False, 6),
        (["check"], False, 6),
        (["profile"], False, 6),
    ],
)
def test_an_endless_kernel_of_a_script_ends_at_the_limit_with_its_line(
    command: list[str], asks: bool, line: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The script's clock stands still while the virtual GPU runs."""
    script = tmp_path / "spins.py"
    script.write_text(SPINS.format(asks=asks))
    assert main([*command, "--limit", "0.3", str(script)]) == 1
    last = capfd.readouterr().err.strip().splitlines()[-1]
    assert "it ran longer than its time limit" in last
    assert f"spins.py:{line} (ptx:" in last


def test_the_debugger_stops_at_the_limit(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    script, commands = tmp_path / "spins.py", tmp_path / "commands"
    script.write_text(SPINS.format(asks=False))
    commands.write_text("break spins.py:7\ncontinue\nquit\n")
    assert main(["debug", "--limit", "0.3", "--commands", str(commands), str(script)]) == 0
    shown = capfd.readouterr().out
    stop = shown.index("stopped, because it ran longer than its time limit")
    assert re.match(r".*\n.*spins\.py:[56]", shown[stop:])


def test_an_operator_of_a_script_that_lasts_has_a_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "product.py"
    script.write_text("import torch\nx = torch.ones(1500, 1500, device='cuda')\ny = x @ x\n")
    monkeypatch.setattr(long_work, "_LINES_S", 0.0)
    assert main(["run", "--fast-time", str(script)]) == 0
    said = capfd.readouterr().err
    expected = r"kernelscope: aten::mm \(1500 x 1500, 1500 x 1500\) at .*product\.py:3 "
    assert re.search(expected, said), said


def test_a_long_operator_that_comes_again_is_kept_in_a_script(tmp_path: Path) -> None:
    """How long it takes is read from this machine's clock, not from the script's."""
    script = tmp_path / "again.py"
    script.write_text(
        "import torch\n"
        "from kernelscope.devices.torch_cuda import result_cache\n"
        "result_cache._LONG_S = result_cache._LONG_S_PER_BYTE = 0.0\n"
        "kept, keep = [], result_cache.Again._keep\n"
        "result_cache.Again._keep = lambda *args: kept.append(args) or keep(*args)\n"
        "x = torch.ones(400, 400, device='cuda')\n"
        "for _ in range(3):\n"
        "    y = x @ x\n"
        "assert len(kept) == 1, len(kept)\n"
    )
    assert main(["run", str(script)]) == 0


LARGE = """\
import torch, triton
x = torch.ones(4096, 4096, device="cuda")
y = x @ x
start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
start.record(); x @ x; end.record(); torch.cuda.synchronize()
assert 2 < start.elapsed_time(end) < 4
z = torch.nn.functional.gelu(y)
"""


@pytest.mark.parametrize("command", ["run", "profile"])
def test_a_product_that_is_too_large_is_left_out(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "large.py"
    script.write_text(LARGE + "print(z[0, 0])\n")
    assert main([command, "--sample", str(script)]) == 1
    last = capfd.readouterr().err.strip().splitlines()[-1]
    expected = (
        rf"kernelscope.errors.NotComputedError: {script}:8: not computed: --sample; aten::mm at "
        rf"{script}:3 was left out, and its value is read: leave --sample out, or use smaller sizes"
    )
    assert re.fullmatch(expected, last), last


def test_a_benchmark_of_a_script_leaves_out_what_is_too_large(tmp_path: Path) -> None:
    script = tmp_path / "bench.py"
    script.write_text(
        "import torch, triton\n"
        "x = torch.ones(8192, 8192, device='cuda')\n"
        "assert 18 < triton.testing.do_bench(lambda: x @ x) < 25\n"
        "assert x.sum().item() == 8192 * 8192\n"
    )
    assert main(["run", str(script)]) == 0
