"""What every test shares: which of them this machine can run, and reproducible random examples."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from kernelscope._cache import source_key

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


# The folders whose code decides what is compiled, and so what a cache of compiled code may hold.
COMPILING = ("devices", "frontends", "hardware", "machine_code", "vgpu")
WEEK = 7 * 24 * 3600


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the golden files of the views again."""
    parser.addoption("--update-golden", action="store_true", help="write the golden files again")


def pytest_configure(config: pytest.Config) -> None:
    """Give the run compile caches that its worker processes, child processes and next run share.

    They are in pytest's own cache (`--cache-clear` empties them), in a folder for this state of the
    code: what another version of it has left, or the user's cache, must not decide a test.
    """
    folder = _compiled_code(config)
    for variable, name in (
        ("KERNELSCOPE_CACHE", "kernelscope"),
        ("TRITON_CACHE_DIR", "triton"),
        ("TORCHINDUCTOR_CACHE_DIR", "inductor"),
    ):
        os.environ.setdefault(variable, str(folder / name))


def _compiled_code(config: pytest.Config) -> Path:
    digest = hashlib.sha256()
    for name in COMPILING:
        digest.update(source_key(PACKAGE / name))
    cache = getattr(config, "cache", None)
    if cache is None:  # pytest -p no:cacheprovider
        folder = tempfile.mkdtemp(prefix="kernelscope-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        return Path(folder)
    every = cache.mkdir("compiled")
    folder = every / digest.hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    for other in every.iterdir():
        if other.stat().st_mtime < time.time() - WEEK:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say how to repeat the order: `-q` leaves out the header that does."""
    seed = config.getoption("randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"Random order: repeat it with --randomly-seed={seed}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, with the reason, what needs a GPU or a browser that is not here."""
    browser = any(shutil.which(name) for name in BROWSERS)
    for item in items:
        if item.get_closest_marker("browser") and not browser:
            item.add_marker(pytest.mark.skip(reason=f"no browser: none of {', '.join(BROWSERS)}"))
        if item.get_closest_marker("gpu") and not has_gpu():
            item.add_marker(pytest.mark.skip(reason="no NVIDIA GPU"))
