"""Programs of C++ on the virtual GPU, as from a shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "driver"
NEEDED = [
    pytest.mark.skipif(Path("/dev/nvidiactl").exists(), reason="a real GPU runs its programs"),
    pytest.mark.skipif(shutil.which("g++") is None, reason="apt install g++, which nvcc calls"),
]


def kernelscope(*words: str, folder: Path = HERE) -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder, as from a shell, also if `make` called the tests."""
    command = [sys.executable, "-m", "kernelscope", *words]
    shell = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        command, cwd=folder, env=shell, capture_output=True, text=True, timeout=300, check=False
    )
