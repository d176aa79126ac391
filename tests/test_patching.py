"""What waits for the import of a module acts when its code has run, and not before."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from kernelscope._patching import when_imported

NAME = "kernelscope_waits_for_it"


@pytest.fixture(autouse=True)
def _on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Put a module there that can be imported."""
    (tmp_path / f"{NAME}.py").write_text("value = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop(NAME, None)


def test_asking_where_a_module_is_does_not_end_the_wait() -> None:
    seen: list[tuple[str, int]] = []

    def note(name: str):
        return lambda module: seen.append((name, module.value))

    forget = [when_imported(NAME, note(name)) for name in ("first", "second")]
    assert importlib.util.find_spec(NAME) is not None
    assert seen == []
    module: ModuleType = importlib.import_module(NAME)
    assert sorted(seen) == [("first", 1), ("second", 1)]
    importlib.reload(module)
    assert len(seen) == 2
    for each in forget:
        each()


def test_what_has_been_forgotten_does_not_act() -> None:
    seen: list[ModuleType] = []
    when_imported(NAME, seen.append)()
    importlib.import_module(NAME)
    assert seen == []
