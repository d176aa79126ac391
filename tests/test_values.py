"""What is shared between a job and its views does not change."""

from __future__ import annotations

from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "kernelscope"


@pytest.mark.parametrize("folder", ["quantity.py", "record", "hardware"])
def test_a_value_cannot_be_changed(folder: str) -> None:
    """Records, quantities and specifications are shared: their dataclasses are frozen."""
    path = PACKAGE / folder
    files = [path] if path.suffix else sorted(path.rglob("*.py"))
    modules = [
        import_module(".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts))
        for file in files
    ]
    kinds = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.__name__
    }
    assert kinds
    changeable = {
        f"{kind.__module__}.{kind.__qualname__}"
        for kind in kinds
        if not vars(kind)["__dataclass_params__"].frozen
    }
    assert changeable == set()
