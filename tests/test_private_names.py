"""Other projects' private names: each exists, and the source uses none beyond the manifest."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kernelscope import _private_names
from kernelscope._collection import paused_collection
from kernelscope._private_names import TESTED, exists, installed, missing, private_names

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "kernelscope"

OTHERS = ("torch", "triton", "numba")
# The modules of these projects that their documentation names; the rest is theirs to change.
PUBLISHED = re.compile(
    r"torch(\.(cuda|nn|nn\.attention|nn\.functional|optim|optim\.optimizer|profiler|nn\.modules|compile"
    r"|fft|linalg|sparse|matmul|einsum"
    r"|utils(\.cpp_extension)?|nn\.modules\.module|testing|Tensor|cuda\.Event))?"
    r"|triton(\.(language|testing|knobs))?|numba(\.cuda)?"
)
# Strings that begin with an underscore and are no project's name: parts of our own names.
PARTS_OF_OUR_NAMES = {
    *(
        "_as_",
        "_high",
        "_kernelscope_caches",
        "_kernelscope_key",
        "_kernelscope_notes",
        "_kernelscope_region",
        "_low",
        "_of_",
        "_on_alignment",
        "_on_virtual",
    ),
    *("_vectorized", "_out_kernel", "_elementwise_kernel", "_with_indices"),
    *("_param_", "_per_issue", "_pipe_lsu_mem_global_op_", "_provenance", "_register_"),
    *("_to_generic", "_to_local"),
    *("_ptsz", "_v2", "_v3"),  # endings of CUDA's names
    # The names that published problems give their parts.
    *("_init_configs", "_input_configs", "_shared_configs", "_kernel_impl"),
}
# Python's own.
STANDARD = {"_exit", "_current_frames", "_getframe", "_fields", "_find_and_load", "_threads_queues"}
STANDARD |= {"_length_", "_type_"}  # documented attributes of arrays of ctypes


@cache
def read() -> tuple[frozenset[str], list[tuple[Path, int, str]]]:
    """Every name that the package itself gives to something, and what may be another project's.

    The trees are not kept: in a process of many tests Python would search them again and again.
    """
    names, used = set[str](), list[tuple[Path, int, str]]()
    with paused_collection():
        for path in files():
            for node in ast.walk(ast.parse(path.read_text())):
                names |= given(node)
                used += ((path, line, name) for line, name in uses(node))
    return frozenset(names), used


def files() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path.name != "_private_names.py"]


def given(node: ast.AST) -> set[str]:
    """The name that a statement gives to something."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
            return {name}
        case ast.Name(id=name, ctx=ast.Store()):
            return {name}
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
            return {name}
        case _:
            return set()


@cache
def known() -> frozenset[str]:
    """Every private name that is not another project's."""
    return read()[0] | STANDARD | PARTS_OF_OUR_NAMES


def uses(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The private names that may be another project's, each a dotted path or its last part."""
    match node:
        case ast.Import(names=aliases):
            for alias in aliases:
                yield from modules(node.lineno, alias.name)
        case ast.ImportFrom(module=str(module), names=aliases):
            if module.partition(".")[0] in OTHERS and not PUBLISHED.fullmatch(module):
                for alias in aliases:
                    yield node.lineno, f"{module}.{alias.name}"
        case ast.Constant(value=str(text), lineno=line):
            if re.fullmatch(r"\w+(\.\w+)+", text):
                yield from modules(line, text)
            elif re.fullmatch(r"_[a-z]\w*", text):
                yield line, text
        case ast.Attribute(value=ast.Name(id="C"), attr=name, lineno=line):
            yield line, f"torch._C.{name}"
        case ast.Attribute(attr=name, lineno=line) | ast.keyword(arg=str(name), lineno=line):
            if re.match(r"_[^_]", name):
                yield line, name
        case _:
            pass


def modules(line: int, path: str) -> Iterator[tuple[int, str]]:
    if path.partition(".")[0] in OTHERS and not PUBLISHED.fullmatch(path):
        yield line, path


def listed(used: str) -> bool:
    """Whether the manifest has a path, something inside it, or a name that ends so."""
    used = used.removeprefix("torch._C.")
    if "." in used:
        return any(f"{name.path}.".startswith(f"{used}.") for name in private_names())
    return any(used in name.path.split(".") for name in private_names())


def test_the_source_uses_no_private_name_that_is_not_in_the_manifest() -> None:
    strays = [
        f"{path.relative_to(ROOT)}:{line} {used}"
        for path, line, used in read()[1]
        if used not in known() and not listed(used)
    ]
    assert strays == []


@pytest.mark.long("parses the whole package")
def test_the_manifest_has_no_name_that_the_source_does_not_use() -> None:
    words = {
        word for path in files() for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))
    }
    assert [name.path for name in private_names() if name.path.split(".")[-1] not in words] == []


def test_each_name_is_listed_once() -> None:
    uses_of = [(name.path, name.purpose) for name in private_names()]
    assert len(uses_of) == len(set(uses_of)) == len({path for path, _ in uses_of})


@pytest.mark.triton
@pytest.mark.parametrize("distribution", TESTED)
def test_each_name_exists_in_the_installed_version(distribution: str) -> None:
    assert installed(distribution) in TESTED[distribution], "add the version to TESTED"
    assert [f"{name.path}: {name.purpose}" for name in missing(distribution)] == []


def test_the_tested_versions_are_those_that_make_installs() -> None:
    pinned = dict(
        line.split("==")
        for line in (ROOT / "constraints.txt").read_text().splitlines()
        if "==" in line
    )
    makefile = (ROOT / "Makefile").read_text()
    ends = set(re.findall(r"^(?:OLDEST|NEWEST)_TRITON := (.*)$", makefile, re.M))
    expected = {name: {pinned[name]} for name in TESTED}
    expected["triton"] |= ends
    assert {name: set(versions) for name, versions in TESTED.items()} == expected


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("torch._C._demangle", True),
        ("torch._C._never_there", False),
        ("torch._never.there", False),
        ("never_there_at_all.name", False),
        ("triton.runtime.driver.DriverConfig._active", True),  # of the instances alone
        ("triton.runtime.driver.DriverConfig._activ", False),
        ("numba.cuda.cudadrv.driver._logger", True),  # global once the driver has begun
        ("numba.cuda.cudadrv.driver._log", False),
    ],
)
def test_a_name_exists_if_its_module_its_class_or_its_instances_have_it(
    path: str, there: bool
) -> None:
    assert exists(path) is there


def test_a_name_that_a_release_removed_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = _private_names.PrivateName("torch", "torch._C._gone", "a test")
    monkeypatch.setattr(_private_names, "private_names", lambda: (private_names()[0], gone))
    assert missing("torch") == (gone,)
    assert missing("triton") == ()
