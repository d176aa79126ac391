"""A wheel brings the driver and the runtime for machines without a compiler."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kernelscope.driver import libraries as made
from kernelscope.errors import UnavailableError

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="apt install gcc")

NO_DEVICE = 100
LOAD = """
import ctypes, sys
runtime = ctypes.CDLL(sys.argv[1])
print(runtime.cudaGetDeviceCount(ctypes.byref(ctypes.c_int())))
"""

LOAD_ALL = """
import shutil, sys
from pathlib import Path
from kernelscope.driver import libraries, local
libraries.WHEELS = Path(sys.argv[1])
shutil.which = lambda _: None
print(*local.load())
"""


def test_a_machine_without_a_compiler_takes_the_libraries_of_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "libcuda.so").write_text("of an earlier build in the same folder")
    made.build_for_wheel(folder)
    assert {"libcuda.so.1", "libcudart.so.13"} <= {file.name for file in folder.iterdir()}
    assert not any(file.is_symlink() for file in folder.iterdir())  # a wheel has none
    runtime = str(folder / "libcudart.so.13")
    ended = subprocess.run(
        [sys.executable, "-c", LOAD, runtime], capture_output=True, text=True, check=True
    )
    assert int(ended.stdout) == NO_DEVICE  # it has loaded the driver next to it
    command = [sys.executable, "-c", LOAD_ALL, str(folder)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert {"libcuda.so.1", "libcudart.so.13"} <= {*ended.stdout.split()}, ended.stderr
    monkeypatch.setattr(made, "WHEELS", folder)
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("CC", raising=False)
    made.libraries.cache_clear()
    try:
        both = made.libraries()
        assert both != folder
        for name in ("libcuda.so.1", "libcudart.so.13"):  # taken, not built again
            assert (both / name).read_bytes() == (folder / name).read_bytes()
        assert (both / "libmachine_code.so.1").exists()
        made.libraries.cache_clear()
        monkeypatch.setattr(shutil, "which", lambda _: None)
        assert made.libraries() == folder
    finally:
        made.libraries.cache_clear()


def test_without_a_compiler_the_message_names_three_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(UnavailableError) as caught:
        made.host_compiler()
    assert re.search(r"install gcc or clang, or pip install ziglang, or set CC$", str(caught.value))
