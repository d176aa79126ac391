"""A large family of cases as one test, whose failures are each listed with their case.

An item of pytest costs five milliseconds beside what it tests. A family of hundreds, each of which
takes microseconds, is a loop: `each` takes the arguments of `pytest.mark.parametrize`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]


def each(
    names: str | Sequence[str], cases: Iterable[Any], ids: Iterable[object] | None = None
) -> Callable[[Test], Test]:
    """Run a test on every case; fail with the error of each case that failed, under its name.

    The cases share the test's fixtures: a case may not change what another one sees.
    """
    arguments = names.replace(" ", "").split(",") if isinstance(names, str) else [*names]
    rows = [case if len(arguments) > 1 else (case,) for case in cases]
    labels = [str(label) for label in (ids or map(_label, rows))]
    assert rows, "no case"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(*args: Any, **fixtures: Any) -> None:
            errors: list[Exception] = []
            for label, row in zip(labels, rows, strict=True):
                try:
                    test(*args, **fixtures, **dict(zip(arguments, row, strict=True)))
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 (listed)
                    errors.append(
                        AssertionError(f"{label}: {error}").with_traceback(error.__traceback__)
                    )
            if errors:
                raise ExceptionGroup(
                    f"{len(errors)} of {len(rows)} cases of {test.__name__}", errors
                )

        signature = inspect.signature(test)
        left = [p for name, p in signature.parameters.items() if name not in arguments]
        run.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return run

    return decorate


def _label(row: Sequence[object]) -> str:
    return ", ".join(getattr(value, "__name__", None) or str(value) for value in row)
