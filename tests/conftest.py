"""What every test shares: which of them this machine can run, and reproducible random examples."""

from __future__ import annotations

import functools
import gc
import hashlib
import os
import shutil
import tempfile
import time
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from costs import Costs
from kernelscope._cache import source_key

# Collecting makes objects that stay: to look at them again and again for garbage takes as long as
# all the rest of it, and a full collection in a test would look at PyTorch's.
gc.disable()

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "kernelscope"

# The same examples on every run and every machine; a JIT compile inside a test has no deadline.
settings.register_profile(
    "kernelscope",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("kernelscope")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@functools.cache
def has_gpu() -> bool:
    """Whether torch sees an NVIDIA GPU."""
    import torch

    return torch.cuda.is_available()


WEEK = 7 * 24 * 3600

# Each cache on disk, and what decides its entries in addition to the key that its owner gives them.
# Kernelscope's own keys hold all that decides an entry. Triton and PyTorch know their versions, but
# not how this project changes them: what an edit of these files makes is not found after the edit.
CACHES: dict[str, tuple[str, tuple[str, ...]]] = {
    "KERNELSCOPE_CACHE": ("kernelscope", ()),
    "TRITON_CACHE_DIR": ("triton", ("frontends/triton",)),
    "TORCHINDUCTOR_CACHE_DIR": (
        "inductor",
        ("frontends/inductor", "frontends/triton", "devices/torch_cuda/compile.py", "hardware"),
    ),
}
VERSIONS = ("torch", "triton")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that write files of the tests again."""
    parser.addoption("--update-golden", action="store_true", help="write the golden files again")
    parser.addoption("--record-costs", action="store_true", help="write tests/costs.json again")


def pytest_configure(config: pytest.Config) -> None:
    """Give the run compile caches that its worker processes, child processes and next run share.

    They are in pytest's own cache (`--cache-clear` empties them), not in the user's, which must not
    decide a test.
    """
    config.pluginmanager.register(Costs(config.getoption("record_costs")))
    every = _compiled_code(config)
    for variable, (name, patches) in CACHES.items():
        folder = every / (f"{name}-{_key(patches)}" if patches else name)
        folder.mkdir(exist_ok=True)
        os.utime(folder)
        os.environ.setdefault(variable, str(folder))
    if not hasattr(config, "workerinput"):
        _remove_old(every)


def _compiled_code(config: pytest.Config) -> Path:
    cache = getattr(config, "cache", None)
    if cache is not None:
        return cache.mkdir("compiled")
    folder = tempfile.mkdtemp(prefix="kernelscope-tests-")  # pytest -p no:cacheprovider
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    return Path(folder)


def _remove_old(every: Path) -> None:
    """Remove what a week's runs have not used: it belongs to code that is no more."""
    old = time.time() - WEEK
    for folder in every.iterdir():
        if folder.stat().st_mtime < old:
            shutil.rmtree(folder, ignore_errors=True)
    for file in (every / "kernelscope").rglob("*"):
        with suppress(FileNotFoundError):
            if file.is_file() and file.stat().st_mtime < old:
                file.unlink()


def _key(patches: tuple[str, ...]) -> str:
    """Return a digest of the versions of the compilers and of the files that patch them."""
    digest = hashlib.sha256(repr([version(name) for name in VERSIONS]).encode())
    for name in patches:
        path = PACKAGE / name
        digest.update(source_key(path) if path.is_dir() else path.read_bytes())
    return digest.hexdigest()[:16]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say how to repeat the order: `-q` leaves out the header that does."""
    seed = config.getoption("randomly_seed", None)
    if isinstance(seed, int):
        terminalreporter.write_line(f"Random order: repeat it with --randomly-seed={seed}")


def pytest_collection_finish() -> None:
    """Collect garbage from here on, and only what the tests make.

    Compiled kernels and traces stay for later tests, so a process has ever more to search: with
    Python's own limits that took a tenth of a run.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(2000, 10, 50)


def pytest_sessionfinish() -> None:
    """Let pytest's last five collections find nothing that they would have to search."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, with the reason, what needs a GPU or a browser that is not here."""
    browser = any(shutil.which(name) for name in BROWSERS)
    for item in items:
        if item.get_closest_marker("browser") and not browser:
            item.add_marker(pytest.mark.skip(reason=f"no browser: none of {', '.join(BROWSERS)}"))
        if item.get_closest_marker("gpu") and not has_gpu():
            item.add_marker(pytest.mark.skip(reason="no NVIDIA GPU"))
