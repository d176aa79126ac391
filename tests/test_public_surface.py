"""The public names of `kernelscope`: sorted, all there, and cheap to import."""

from __future__ import annotations

import subprocess
import sys

import kernelscope


def run_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_public_names_are_sorted():
    """`__all__` is in sorted order, so that a diff of it is easy to read."""
    assert kernelscope.__all__ == sorted(kernelscope.__all__)


def test_every_public_name_exists():
    """Each name in `__all__` can be imported."""
    missing = [name for name in kernelscope.__all__ if not hasattr(kernelscope, name)]
    assert missing == []


def test_every_lazy_name_is_public():
    """The lazy table offers nothing that `__all__` hides, but for a name that Python has too."""
    lazy = set(kernelscope._MODULE_OF) | kernelscope._SUBMODULES | {"__version__"}
    assert lazy == {*kernelscope.__all__, "range"}


def test_public_functions_and_classes_have_docstrings():
    """Everything public says what it is."""
    undocumented = [n for n in kernelscope.__all__ if not getattr(kernelscope, n).__doc__]
    assert undocumented == []


def test_import_loads_no_heavy_module():
    """`import kernelscope` imports neither torch nor triton nor NumPy."""
    heavy = ("torch", "triton", "numpy")
    code = f"import kernelscope, sys; print([m for m in {heavy} if m in sys.modules])"
    assert run_python(code) == "[]"


def test_unknown_name_is_an_attribute_error():
    """A name that is not public fails as any module's attribute does."""
    assert not hasattr(kernelscope, "no_such_name")
