"""Where there is no Linux: records are read, and what needs a kernel says why it cannot run.

On Linux a process without the modules that other systems lack stands for them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

RECORDS = Path(__file__).parent / "report" / "golden" / "records"
OTHER = """
import os, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in LACKING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

LACKING = {"fcntl", "resource", "pwd", "grp", "termios", "triton", "cuda", "nvidia"}
import filelock, llvmlite.binding, sysconfig, urllib.request  # they ask for the system
sysconfig.get_paths()
for name in LACKING & set(sys.modules):
    del sys.modules[name]
sys.meta_path.insert(0, Missing())
sys.platform = "darwin"
for name in ("fork", "register_at_fork", "killpg", "sched_getaffinity"):
    delattr(os, name)
from kernelscope.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KERNELSCOPE_HISTORY", str(tmp_path / "history.db"))
    for name in ("script.py", "submission.py"):
        (tmp_path / name).write_text("print(1)\n")


def on_another_system(*words: object) -> subprocess.CompletedProcess[str]:
    start = ["-c", OTHER] if sys.platform == "linux" else ["-m", "kernelscope"]
    command = [sys.executable, *start, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ("--version",),
        ("gpus",),
        ("report", RECORDS / "compare-one.json"),
        ("report", RECORDS / "profile-script.json", "--markdown"),
        ("compare", RECORDS / "compare-one.json", RECORDS / "compare-one.json"),
        ("diff", RECORDS / "profile-two.json", RECORDS / "profile-two.json"),
        ("history", "add", RECORDS / "compare-one.json"),
    ],
    ids=lambda words: words[0],
)
def test_records_are_read(words: tuple[object, ...]) -> None:
    ended = on_another_system(*words)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip()


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "gelu"),
        ("check", "script.py"),
        ("run", "script.py"),
        ("profile", "script.py"),
        ("inspect", "gelu/triton"),
        ("decompile", "gelu/triton"),
        ("tune", "gelu"),
        ("diff", "gelu/triton", "gelu/cuda"),
        ("debug", "gelu/triton"),
        ("evaluate", "gelu", "submission.py"),
    ],
    ids=lambda words: words[0],
)
def test_what_runs_kernels_says_why_it_cannot(words: tuple[str, ...]) -> None:
    ended = on_another_system(*words)
    assert ended.returncode == 2, ended.stderr
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert "Linux" in ended.stderr
