"""What `pyproject.toml` declares is what the package imports."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "kernelscope"

# What is needed and not imported by name: files that are found through another package, and a
# package that another's public function needs.
NOT_IMPORTED = {
    "nvidia-cuda-nvrtc": "cuda.bindings.nvrtc loads its library",
    "nvidia-cuda-runtime": "headers, found through nvidia's folder",
    "nvidia-cuda-cccl": "headers, found through nvidia's folder",
    "cuda-toolkit": "nvcc and its parts, which are found through nvidia's folder",
    "pandas": "triton.testing.perf_report imports it",
}
# What the site is made with, and what a tutorial's reader opens it with.
OF_THE_SITE = {"mkdocs-material", "mkdocstrings", "nbclient", "ipykernel"}
# numba-cuda puts itself where `numba.cuda` is imported, and needs numba for the rest.
THROUGH = {"numba": "numba-cuda"}
OF_PROGRAMS = {"cupy", "cutlass"}  # looked at once a program has imported it


@cache
def imported() -> frozenset[str]:
    """The dotted modules that the source imports, by statement or by name."""
    modules: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Import(names=aliases):
                    modules |= {alias.name for alias in aliases}
                case ast.ImportFrom(module=str(module), names=aliases):
                    modules |= {module, *(f"{module}.{alias.name}" for alias in aliases)}
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(module)), *_]):
                    if name in ("import_module", "find_spec", "when_imported"):
                        modules.add(module)
                case _:
                    pass
    return frozenset(modules)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> set[str]:
    """The distributions that are declared for users, the optional ones too; not for developers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(w for n in optional if n != "dev" for w in optional[n])]
    return {normal(re.split(r"[^\w.-]", wish)[0]) for wish in wanted}


@cache
def modules_of(distribution: str) -> frozenset[str]:
    """The dotted modules that a distribution's files are; a namespace's folders too."""
    files = metadata.files(distribution) or []
    found = {str(file).removesuffix("/__init__.py") for file in files}
    return frozenset(
        re.sub(r"(\.\w+-[\w-]+)?\.(py|so|pyd)$", "", f).replace("/", ".") for f in found
    )


def provides(distribution: str, module: str) -> bool:
    """Whether a module is in a distribution: several share the folder `cuda`."""
    names, top = modules_of(distribution), module.partition(".")[0]
    if THROUGH.get(top) == distribution or module in names or f"{module}.__init__" in names:
        return True
    return top in tops(distribution) - shared()


@cache
def by_module() -> Mapping[str, list[str]]:
    """The distributions of each top-level module: all files of all of them are listed for it."""
    return metadata.packages_distributions()


@cache
def tops(distribution: str) -> frozenset[str]:
    return frozenset(m for m, owners in by_module().items() if distribution in map(normal, owners))


@cache
def shared() -> frozenset[str]:
    return frozenset(module for module, owners in by_module().items() if len(set(owners)) > 1)


@pytest.mark.long("parses the whole package and its tests")
def test_every_declared_dependency_is_imported() -> None:
    unused = {
        wanted
        for wanted in declared() - set(NOT_IMPORTED) - OF_THE_SITE
        if not any(provides(wanted, module) for module in imported())
    }
    assert unused == set()


def test_what_is_not_imported_is_declared_and_really_not_imported() -> None:
    assert set(NOT_IMPORTED) <= declared()
    for wanted in NOT_IMPORTED:
        assert not any(provides(wanted, module) for module in imported())


def test_every_import_is_declared() -> None:
    own = {"kernelscope", *OF_PROGRAMS, *sys.stdlib_module_names}
    foreign = {module for module in imported() if module.partition(".")[0] not in own}
    wanted = declared()
    strays = {
        module.partition(".")[0]
        for module in foreign
        if not any(provides(distribution, module) for distribution in wanted)
    }
    assert strays == set()


def test_what_nvcc_is_made_of_is_of_one_version() -> None:
    """The toolkit of CUDA 13.0.2, which PyTorch 2.11 asks for, pins nvcc alone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wish = re.fullmatch(r"cuda-toolkit\[(.*)\].*", project["optional-dependencies"]["nvcc"][0])
    assert wish is not None
    assert {"nvcc", "nvvm", "crt", "cudart"} <= {*wish[1].split(",")}
