"""Loading of an operation: a built-in one by its name, or the user's own from a file."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType
from weakref import WeakKeyDictionary

from kernelscope.errors import KernelscopeError, UsageError, invalid_python, unknown
from kernelscope.operation.model import Operation

_LOADED: WeakKeyDictionary[Operation, str] = WeakKeyDictionary()
_OURS = Path(__file__).resolve().parent.parent / "operations"


def operation_names() -> tuple[str, ...]:
    """Return the names of our own operations, without importing them or torch."""
    files = (path.stem for path in _OURS.glob("[a-z]*.py"))
    return tuple(sorted(name.replace("_", "-") for name in files))


def load_operation(name: str) -> Operation:
    """Return one of our own operations. Raises UsageError with the names that exist."""
    known = operation_names()
    if name not in known:
        raise unknown("operation", name, known)
    module = importlib.import_module(f"kernelscope.operations.{name.replace('-', '_')}")
    chosen = _choose(module, f"kernelscope.operations.{module.__name__}", name)
    _LOADED[chosen] = name
    return chosen


def load_operation_file(path: str, name: str = "") -> Operation:
    """Return the operation in a user's Python file.

    `name`: the variable or the operation's name; "" if the file holds one operation. Raises
    UsageError for no such file or operation, with the names that exist, or for an error in the
    user's file, with its place.
    """
    file = Path(path).expanduser()
    if not file.is_file():
        raise UsageError(f"{path}: there is no such file (the current folder is {Path.cwd()})")
    chosen = _choose(import_file(file), path, name)
    _LOADED[chosen] = f"{file.resolve()}:{chosen.name}"
    return chosen


def loaded_as(operation: Operation) -> str | None:
    """Return the word from which another process loads it; None if it came from no file."""
    return _LOADED.get(operation)


def import_file(file: Path) -> ModuleType:
    """Run a user's file as a module of its own, with its folder importable, as Python does."""
    typed, file = file, file.resolve()
    key = hashlib.sha256(str(file).encode()).hexdigest()[:12]
    module_name = f"kernelscope_user_{file.stem}_{key}"
    spec = importlib.util.spec_from_file_location(module_name, file)
    if spec is None or spec.loader is None:
        raise UsageError(f"{file}: cannot be imported as Python")
    module = importlib.util.module_from_spec(spec)
    if str(file.parent) not in sys.path:
        sys.path.insert(0, str(file.parent))
    sys.modules[module_name] = module  # Triton and pickling look a kernel's module up by name
    try:
        spec.loader.exec_module(module)
    except KernelscopeError:
        sys.modules.pop(module_name, None)
        raise
    except SyntaxError as error:
        sys.modules.pop(module_name, None)
        # The file itself, or one that it imports.
        place = error.filename or str(file)
        raise invalid_python(str(typed) if place == str(file) else place, error) from error
    except Exception as error:
        sys.modules.pop(module_name, None)
        raise UsageError(_where(error, file)) from error
    return module


def _where(error: Exception, file: Path) -> str:
    """Return `file.py:12: NameError: …`, with the last line of the user's file in the traceback."""
    line = None
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename) == file:
            line = frame.lineno
    first = str(error).split("\n")[0]
    return f"{file}:{line or 1}: {type(error).__name__}: {first}"


def _choose(module: ModuleType, where: str, name: str) -> Operation:
    variables = {key: value for key, value in vars(module).items() if isinstance(value, Operation)}
    by_name = {value.name: value for value in variables.values()}
    if not by_name:
        raise UsageError(
            f"{where}: holds no kernelscope.Operation; docs/own_operation.md shows one"
        )
    if name:
        chosen = variables.get(name) or by_name.get(name)
        if chosen is None:
            raise unknown(f"{where}: operation", name, by_name)
        return chosen
    if len(by_name) > 1:
        raise UsageError(
            f"{where}: holds {', '.join(by_name)}; say which, as in {where}:{next(iter(by_name))}"
        )
    return next(iter(by_name.values()))
