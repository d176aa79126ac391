"""What a command imports: one that compiles nothing starts without the compilers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EMPTY = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n    ret;\n}\n"
PROGRAM = """
import sys
from kernelscope.cli import main
main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("command", "unwanted"),
    [
        ("--help", {"torch", "triton", "numba", "numpy", "llvmlite", "kernelscope.hardware"}),
        ("gpus", {"torch", "triton", "numba", "numpy", "llvmlite"}),
        ("inspect k.ptx", {"torch", "triton", "numba", "kernelscope.inside.decisions"}),
        ("inspect k.ptx --why all", {"torch", "triton", "numba"}),
        ("decompile k.ptx --no-prove", {"torch", "triton", "numba", "cuda.bindings"}),
    ],
)
def test_a_command_imports_only_what_it_needs(
    command: str, unwanted: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "k.ptx").write_text(EMPTY)
    words = [sys.executable, "-c", PROGRAM, *command.split(), *_device(command)]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout
    imported = set(done.stderr.splitlines()[-1].split())
    assert "kernelscope.cli.app" in imported
    assert not imported & unwanted


def _device(command: str) -> list[str]:
    """For a machine with a GPU, where `auto` asks PyTorch."""
    return ["--device", "virtual"] if "k.ptx" in command else []
