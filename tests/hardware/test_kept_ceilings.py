"""Ceilings kept on this machine: written, read back, and never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelscope.hardware.ceilings import kept_ceilings, kept_path, to_text
from kernelscope.quantity import Quantity


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))


def test_what_was_kept_comes_back_with_its_date_and_driver() -> None:
    path = kept_path("NVIDIA H200")
    path.parent.mkdir(parents=True)
    copy = Quantity(4200.0, "GB/s", "measured", note="1024 MiB")
    path.write_text(to_text({"copy": copy}, {"created": "2026-11-21T10:00:00Z", "driver": "580"}))
    found = kept_ceilings("NVIDIA H200")["copy"]
    assert (found.value, found.unit, found.provenance) == (4200.0, "GB/s", "measured")
    assert found.note == "1024 MiB; this machine, 2026-11-21, driver 580"
    assert kept_ceilings("NVIDIA H100") == {}


@pytest.mark.parametrize("content", ["", "[]", '{"measured": {"copy": {}}}', '{"measured": 3}'])
def test_a_file_that_cannot_be_read_is_as_none(content: str) -> None:
    path = kept_path("NVIDIA H200")
    path.parent.mkdir(parents=True)
    path.write_text(content)
    assert kept_ceilings("NVIDIA H200") == {}
