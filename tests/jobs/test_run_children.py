"""Processes that a script under `kernelscope run` starts: the same GPU, in the same record."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytestmark = [
    pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork"),
]

WORK = """
    import multiprocessing, os, subprocess, sys
    import torch

    def work(value):
        return (torch.full((4,), float(value), device="cuda") * 3).sum().item()
"""


def run_script(folder: Path, text: str, **environment: str) -> tuple[list[str], dict[str, Any]]:
    """Return the lines that a script under `run` printed, and its record."""
    script, record = folder / "script.py", folder / "record.json"
    script.write_text(textwrap.dedent(text))
    words = [sys.executable, "-m", "kernelscope", "run", "--device", "virtual:a100"]
    path = [environment.pop("PYTHONPATH", ""), *sys.path]
    ended = subprocess.run(
        [*words, "--json", str(record), str(script)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path)), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines(), json.loads(record.read_text())


def products(record: dict[str, Any]) -> int:
    return [operator["name"] for operator in record["operators"]].count("aten.mul.Tensor")


@pytest.mark.long("starts processes that import PyTorch, which is what it is about")
def test_a_subprocess_is_on_the_same_gpu(tmp_path: Path) -> None:
    """With its launches in the record, and the user's own sitecustomize as without `run`."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "sitecustomize.py").write_text("import sys; sys.mine = 'mine'")
    lines, record = run_script(
        tmp_path,
        WORK
        + """
    if sys.argv[1:] == ["child"]:
        print(torch.cuda.get_device_name(), work(5), sys.mine)
    else:
        environment = {**os.environ, "MORE": "1"}
        subprocess.run([sys.executable, __file__, "child"], check=True, env=environment)
        print(work(1))
        """,
        PYTHONPATH=str(tmp_path / "mine"),
    )
    assert lines == ["NVIDIA A100 SXM4 80GB 60.0 mine", "12.0"]
    assert products(record) == 2


@pytest.mark.slow
def test_a_pool_that_spawns_works_on_the_gpu(tmp_path: Path) -> None:
    lines, record = run_script(
        tmp_path,
        WORK
        + """
    if __name__ == "__main__":
        work(0)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            print(pool.map(work, [1, 2, 3]))
        """,
    )
    assert lines == ["[12.0, 24.0, 36.0]"]
    assert products(record) == 4


def test_a_forked_child_may_use_cuda_only_if_its_parent_has_not(tmp_path: Path) -> None:
    """The workers of a loader, which do not use it, work beside a GPU in use."""
    lines, record = run_script(
        tmp_path,
        WORK
        + """
    def attempt(queue):
        try:
            queue.put(work(2))
        except RuntimeError as error:
            queue.put(str(error))

    fork = multiprocessing.get_context("fork")
    queue = fork.Queue()
    for _ in range(2):
        child = fork.Process(target=attempt, args=(queue,))
        child.start()
        print(queue.get())
        child.join()
        work(1)

    from torch.utils.data import DataLoader, TensorDataset

    data = TensorDataset(torch.arange(32.0))
    weight = torch.ones(1, device="cuda")
    for pinned in (False, True):
        loader = DataLoader(data, batch_size=8, num_workers=2, pin_memory=pinned)
        print(sum((batch.to("cuda") * weight).sum().item() for (batch,) in loader))
        """,
    )
    first, second, *of_loaders = lines
    assert first == "24.0"
    assert second == (
        "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you "
        "must use the 'spawn' start method"
    )
    assert of_loaders == ["496.0", "496.0"]
    assert products(record) == 3 + 2 * 4
