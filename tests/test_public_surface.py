"""The public names of `kernelscope`: sorted, all there, and cheap to import."""

from __future__ import annotations

import ast
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import pytest

import kernelscope
from kernelscope import errors, results
from kernelscope.results.programs import CallProfile


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
    assert {*kernelscope._MODULE_OF, "__version__"} == {*kernelscope.__all__, "range"}


def test_every_public_name_is_written_once():
    """A new name is one line of `__init__.py`: `__all__` and the lazy table follow from it."""
    tree = ast.parse(Path(kernelscope.__file__).read_text())
    for name in {*kernelscope.__all__, "range"} - {"__version__"}:
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.alias)]
        assert [one.asname for one in imports if one.name == name] == [name]
        strings = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        # Python's own `range` is named as the one that a star import leaves alone.
        assert [one.value for one in strings].count(name) == (name == "range")


def test_dir_is_all():
    """`dir(kernelscope)` shows the public names, and those that Python gives every module."""
    plain = [name for name in dir(kernelscope) if not name.startswith("__")]
    assert plain == [name for name in kernelscope.__all__ if name != "__version__"]
    assert {"__version__", "__doc__", "__file__", "__all__"} <= set(dir(kernelscope))


def test_dir_does_not_change_with_use():
    """A name that was used, or a module that was imported on the way, is no new public name."""
    code = (
        "import kernelscope as ks; before = dir(ks); ks.load, ks.compare, ks.range;"
        "print(before == dir(ks))"
    )
    assert run_python(code) == "True"


def test_a_star_import_leaves_pythons_range_alone():
    """Loops go on after `from kernelscope import *`."""
    code = "from kernelscope import *; print(list(range(2)), UsageError.__name__)"
    assert run_python(code) == "[0, 1] UsageError"


@pytest.mark.parametrize("tree", [errors, results], ids=["errors", "results"])
def test_every_error_and_every_result_is_public(tree: ModuleType):
    """Whoever catches or annotates one finds it in `kernelscope`."""
    base = kernelscope.KernelscopeError if tree is errors else kernelscope.Result
    if tree is results:
        for module in pkgutil.iter_modules(results.__path__, "kernelscope.results."):
            import_module(module.name)
    own = [base, *_subclasses(base)]
    # An error that is also a library's own, made where it is raised, is caught by either name.
    public = {one for one in own if one.__module__.startswith(tree.__name__)}
    public -= {CallProfile}  # a ProfileResult, and named so
    assert len(public) > 8
    assert {one.__name__ for one in public} <= set(kernelscope.__all__)


def _subclasses(base: type) -> list[type]:
    return [one for own in base.__subclasses__() for one in (own, *_subclasses(own))]


def test_benchmark_says_its_unit_in_its_type():
    """The return type is `Milliseconds`, a float for every other purpose."""
    hints = get_type_hints(kernelscope.benchmark)
    assert hints["return"] is kernelscope.Milliseconds
    assert kernelscope.Milliseconds.__supertype__ is float
    assert "milliseconds" in kernelscope.benchmark.__doc__


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
