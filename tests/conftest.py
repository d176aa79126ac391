"""What every test shares: which of them this machine can run, and reproducible random examples."""

from __future__ import annotations

import functools
import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

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


def pytest_configure(config: pytest.Config) -> None:
    """Give the run a compile cache of its own, shared by its worker processes.

    What an earlier version of the code left in the user's cache must not decide a test.
    """
    if not os.environ.get("KERNELSCOPE_CACHE"):
        folder = tempfile.mkdtemp(prefix="kernelscope-tests-")
        os.environ["KERNELSCOPE_CACHE"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, with the reason, what needs a GPU or a browser that is not here."""
    browser = any(shutil.which(name) for name in BROWSERS)
    for item in items:
        if item.get_closest_marker("browser") and not browser:
            item.add_marker(pytest.mark.skip(reason=f"no browser: none of {', '.join(BROWSERS)}"))
        if item.get_closest_marker("gpu") and not has_gpu():
            item.add_marker(pytest.mark.skip(reason="no NVIDIA GPU"))
