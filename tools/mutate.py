"""Change the source in small ways, and see whether the tests notice.

    python tools/mutate.py hardware quantity --sample 40 --seed 9

Each mutant is one change at one place: another operator, a number that is one larger, a condition
turned round, a result that is None, a statement left out. The folder's tests run against it until
one fails; a mutant that no test notices has survived, and is printed as a difference.

mutmut and cosmic-ray start a new interpreter for each mutant, which imports PyTorch each time. Here
one process imports it once and forks for each mutant, whose source an import hook puts in place:
nothing on disk changes, and a mutant takes seconds. Strings are not mutated: most are texts for a
reader, and a test that repeats a text proves little.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import io
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "kernelscope"

# Which tests are about a folder: those that a mutant of it must not pass.
TESTS: dict[str, tuple[str, ...]] = {
    "devices": ("devices",),
    "diagnose": ("diagnose",),
    "frontends": ("frontends",),
    "hardware": ("test_values.py", "hardware"),
    "inside": ("inside",),
    "jobs": ("jobs", "cli"),
    "machine_code": ("frontends/test_cubin.py", "frontends/test_spills.py", "machine_code"),
    "measure": ("measure",),
    "operation": ("test_operation.py",),
    "profiling": ("profiling",),
    "quantity": ("test_values.py", "test_quantity.py"),
    "record": ("test_values.py", "test_record.py", "report"),
    "report": ("report",),
}
_PLAIN = ("-x", "-q", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:cacheprovider")
_SPARE_CPU_SECONDS = 20
# Kernelscope finds what it kept by the source on disk, which a mutant leaves as it is: it would
# find the code that the true source made. `inspections` and `nvrtc` are quick to make again; the
# virtual GPU's code is not, and only these files decide it.
_KEPT_ELSEWHERE = ("inspections", "nvrtc")
_MAKES_CODE = ("vgpu/", "devices/torch_cuda/philox.py")

_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change.

    Attributes:
        path: the file.
        line: where the change begins, from 1.
        before: the text that is replaced.
        after: what replaces it.
        source: the whole file with the change.
    """

    path: Path
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        where = f"{self.path.relative_to(PACKAGE)}:{self.line}"
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{where}  {before[:100]}  =>  {after[:100]}"


def mutants(path: Path) -> list[Mutant]:
    """Return every mutant of a file, in the order of the text."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found: list[Mutant] = []
    for node, changed in _changes(tree):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        raw = source.encode()
        before = raw[begin:end].decode()
        after = ast.unparse(ast.fix_missing_locations(changed))
        if isinstance(node, ast.expr):
            after = f"({after})"
        whole = raw[:begin].decode() + after + raw[end:].decode()
        found.append(Mutant(path, node.lineno, before, after, whole))
    return sorted(found, key=lambda m: (m.line, m.before, m.after))


def _changes(tree: ast.Module) -> Iterator[tuple[Any, Any]]:
    """Yield each place that can be changed, and what it becomes."""
    for node in _code(tree):
        yield from _other_values(node)
        match node:
            case ast.BinOp(op=op) if type(op) in _OPERATORS:
                yield node, _with(node, op=_OPERATORS[type(op)]())
            case ast.AugAssign(op=op) if type(op) in _OPERATORS:
                yield node, _with(node, op=_OPERATORS[type(op)]())
            case ast.Compare(ops=[op, *others]) if type(op) in _COMPARISONS:
                yield node, _with(node, ops=[_COMPARISONS[type(op)](), *others])
            case ast.BoolOp(op=op):
                yield node, _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
                yield node, operand
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield test, ast.UnaryOp(ast.Not(), copy.deepcopy(test))
            case ast.Return(value=ast.expr() as value):
                if not (isinstance(value, ast.Constant) and value.value is None):
                    yield node, ast.Return(ast.Constant(None))
            case ast.Expr(value=ast.Call()):
                yield node, ast.Pass()
            case _:
                pass


def _other_values(node: ast.AST) -> Iterator[tuple[Any, Any]]:
    match node:
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield node, ast.Constant(value + 1)
        case ast.Constant(value=float(value)):
            yield node, ast.Constant(2 * value if value else 1.0)
        case _:
            pass


def _with(node: Any, **fields: Any) -> Any:
    changed = copy.deepcopy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _code(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes that run: no annotation, no branch that only type checkers read."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns"):
                continue
            children: list[Any] = value if isinstance(value, list) else [value]
            for child in children:
                typing_only = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)
                if isinstance(child, ast.AST) and not typing_only:
                    waiting.append(child)


class _Hook(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Finds one module, and loads the mutant's source instead of the file's."""

    def __init__(self, mutant: Mutant) -> None:
        relative = mutant.path.relative_to(SOURCE).with_suffix("")
        parts = [part for part in relative.parts if part != "__init__"]
        self.name = ".".join(parts)
        self.mutant = mutant
        self.is_folder = mutant.path.name == "__init__.py"

    def find_spec(
        self, fullname: str, path: Any = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        folder = [str(self.mutant.path.parent)] if self.is_folder else None
        return importlib.util.spec_from_file_location(
            fullname, self.mutant.path, loader=self, submodule_search_locations=folder
        )

    def get_filename(self, fullname: str) -> str:
        return str(self.mutant.path)

    def get_data(self, path: str | bytes) -> bytes:
        return self.mutant.source.encode()


def prepare() -> None:
    """Import once what every test process would import, and nothing of Kernelscope."""
    os.environ["OMP_NUM_THREADS"] = "1"
    os.environ["MPLBACKEND"] = "Agg"
    os.environ["PYTHONPATH"] = str(SOURCE)
    sys.path[:0] = [str(SOURCE), str(ROOT / "tests")]
    os.chdir(ROOT)
    for name in ("pytest", "hypothesis", "torch", "triton", "rich.table", "jinja2", "matplotlib"):
        importlib.import_module(name)


def run_tests(tests: Sequence[str], mutant: Mutant | None, cpu_limit: int, warm: Path) -> bool:
    """Return whether all of the tests pass, in a forked process; False if it ran out of time.

    `warm` is the folder of compiled code that the run without a mutant has filled. A mutant has a
    copy, so that what it compiles wrongly reaches no other; what it may change is not in the copy.
    """
    if mutant is None:
        return _passes(tests, None, cpu_limit, warm)
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        own = Path(folder) / "compiled"
        makes_code = str(mutant.path.relative_to(PACKAGE)).startswith(_MAKES_CODE)
        left_out = (*_KEPT_ELSEWHERE, *(["vgpu"] if makes_code else []))
        ignored = shutil.ignore_patterns(*left_out)
        shutil.copytree(warm, own, copy_function=os.link, ignore=ignored)
        return _passes(tests, mutant, cpu_limit, own)


def _passes(tests: Sequence[str], mutant: Mutant | None, cpu_limit: int, compiled: Path) -> bool:
    for variable, name in (
        ("KERNELSCOPE_CACHE", "kernelscope"),
        ("TRITON_CACHE_DIR", "triton"),
        ("TORCHINDUCTOR_CACHE_DIR", "inductor"),
    ):
        os.environ[variable] = str(compiled / name)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = _in_child(tests, mutant, cpu_limit)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return status == 0


def _in_child(tests: Sequence[str], mutant: Mutant | None, cpu_limit: int) -> int:
    os.setpgrp()
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_limit, cpu_limit))
    if mutant is not None:
        sys.meta_path.insert(0, _Hook(mutant))
    import pytest

    quiet = io.StringIO()
    with redirect_stdout(quiet), redirect_stderr(quiet):
        return int(pytest.main([*_PLAIN, "-m", "not slow and not exhaustive", *tests]))


def folder_mutants(folder: str) -> list[Mutant]:
    """Return every mutant of a folder or of a single module at the package's top."""
    module = PACKAGE / f"{folder}.py"
    files = [module] if module.exists() else sorted((PACKAGE / folder).rglob("*.py"))
    return [mutant for path in files for mutant in mutants(path)]


def main() -> int:
    """Run the mutants of the folders that are asked for, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="+", choices=sorted(TESTS))
    parser.add_argument("--sample", type=int, default=40, help="mutants a folder")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--only", default="", help="only mutants whose line has this text")
    asked = parser.parse_args()
    prepare()
    with tempfile.TemporaryDirectory(prefix="mutate-") as warm:
        rows = [_row(folder, asked, Path(warm)) for folder in asked.folders]
    print(f"\n{'folder':14} mutants  sampled  killed  survived")
    print("\n".join(rows))
    return 0


def _row(folder: str, asked: argparse.Namespace, warm: Path) -> str:
    tests = [f"tests/{name}" for name in TESTS[folder] if (ROOT / "tests" / name).exists()]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    if not run_tests(tests, None, 3600, warm):
        sys.exit(f"{folder}: its tests fail without a mutant")
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    every = folder_mutants(folder)
    chosen = random.Random(asked.seed).sample(every, min(asked.sample, len(every)))
    chosen = [mutant for mutant in chosen if asked.only in str(mutant)]
    counts: Counter[bool] = Counter()
    begin = time.monotonic()
    for mutant in sorted(chosen, key=str):
        survived = run_tests(tests, mutant, int(2 * cpu) + _SPARE_CPU_SECONDS, warm)
        counts[survived] += 1
        if survived:
            print(f"survived  {mutant}", flush=True)
    seconds = (time.monotonic() - begin) / max(len(chosen), 1)
    numbers = f"{len(every):7} {len(chosen):8} {counts[False]:7} {counts[True]:9}"
    row = f"{folder:14} {numbers}   {seconds:.1f} s a mutant"
    print(row, flush=True)
    return row


if __name__ == "__main__":
    sys.exit(main())
