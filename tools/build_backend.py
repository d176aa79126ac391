"""Builds packages with setuptools, and brings the compiler of the libraries that a wheel carries.

A wheel for Linux has CUDA's driver and runtime of the virtual GPU compiled (`setup.py`), so that
installing it needs no compiler. They need NVIDIA's headers, and `zig cc`, which links them against
a glibc that every Linux of the last ten years has. An editable installation needs none of this: it
compiles them on first use.
"""

from __future__ import annotations

import os
import platform
import sys
from typing import Any

from setuptools import build_meta

# The hooks of PEP 517 and PEP 660 that stay as they are.
build_sdist = build_meta.build_sdist
build_editable = build_meta.build_editable
get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
get_requires_for_build_editable = build_meta.get_requires_for_build_editable
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable

_GLIBC = "2.17"
_NEEDED = ["filelock>=3.13", "pyelftools>=0.33", "nvidia-cuda-runtime>=13", "ziglang>=0.13"]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what a wheel is built with, beside setuptools."""
    needed = build_meta.get_requires_for_build_wheel(config_settings)
    return [*needed, *_NEEDED] if sys.platform == "linux" else needed


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel; `CC` names another compiler."""
    target = f"{platform.machine()}-linux-gnu.{_GLIBC}"
    os.environ.setdefault("CC", f"{sys.executable} -m ziglang cc -target {target}")
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
