"""Puts CUDA's libraries into the wheel: then installing needs no compiler.

`tools/build_backend.py` brings what they are built with. If it fails there, or on another system
than Linux, the wheel is made without them; they are then built on first use.
"""

from __future__ import annotations

import platform
import re
import shutil
import sys
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class WithLibraries(build_py):
    """Copies the package, and builds the libraries next to it."""

    def run(self) -> None:
        """Run; a clone that is installed in place has none."""
        super().run()
        if self.editable_mode:
            return
        sys.path.insert(0, str(HERE / "src"))
        folder = Path(self.build_lib) / "kernelscope" / "driver" / "built"
        try:
            from kernelscope.driver.libraries import build_for_wheel

            build_for_wheel(folder)
        except Exception as lacking:  # noqa: BLE001 (whatever lacks, a wheel without them works)
            shutil.rmtree(folder, ignore_errors=True)
            self.warn(f"CUDA's libraries are left out, and built on first use: {lacking}")


class Tagged(bdist_wheel):
    """Names the oldest Linux that the libraries run on."""

    def get_tag(self) -> tuple[str, str, str]:
        """Return the tag: by the newest version of glibc that a function of a library needs."""
        built = Path(self.bdist_dir or "").glob("**/driver/built/*.so*")
        texts = [library.read_bytes() for library in built]
        needed = [int(n) for text in texts for n in re.findall(rb"GLIBC_2\.(\d+)", text)]
        machine = platform.machine()
        place = f"manylinux_2_{max(17, *needed)}_{machine}" if needed else "any"
        return "py3", "none", place


def readme() -> str:
    """Return README.md; its links lead into the repository, if pyproject.toml has its address."""
    text = (HERE / "README.md").read_text()
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    repository = project.get("urls", {}).get("Repository")
    if not repository:
        return text
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{repository}/raw/main/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?!https?:|#)", rf"\1{repository}/blob/main/", text)


setup(
    cmdclass={"build_py": WithLibraries, "bdist_wheel": Tagged},
    long_description=readme(),
    long_description_content_type="text/markdown",
)
