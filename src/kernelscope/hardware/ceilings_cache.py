"""Keeps the ceilings measured on this machine: one JSON file per GPU in the cache folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kernelscope._cache import cache_folder
from kernelscope.errors import KernelscopeError
from kernelscope.quantity import Quantity


def kept_path(full_name: str) -> Path:
    """Return the file for a GPU's ceilings, in $KERNELSCOPE_CACHE or else ~/.cache."""
    name = re.sub(r"[^a-z0-9]+", "-", full_name.lower()).strip("-")
    return cache_folder("ceilings") / f"{name}.json"


def to_text(measured: Mapping[str, Quantity], conditions: Mapping[str, Any]) -> str:
    """Return the file's content: the figures, with their date, driver and clocks."""
    figures = {name: quantity.to_json() for name, quantity in measured.items()}
    return json.dumps({"schema": 1, **conditions, "measured": figures}, indent=1) + "\n"


def kept_ceilings(full_name: str) -> dict[str, Quantity]:
    """Return earlier measurements of this GPU; empty if there is no readable file."""
    try:
        data = json.loads(kept_path(full_name).read_text())
        quantities = {
            name: Quantity.from_json(quantity) for name, quantity in data["measured"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError, KernelscopeError):
        return {}
    when = f"{data.get('created', '')[:10]}, driver {data.get('driver', '?')}"
    return {
        name: Quantity(
            quantity.value, quantity.unit, "measured", note=f"{quantity.note}; this machine, {when}"
        )
        for name, quantity in quantities.items()
    }
