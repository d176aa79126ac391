"""The instruction table, one file a group; importing this package fills it."""

from __future__ import annotations

import importlib
import pkgutil

from kernelscope.vgpu.ir.forms import TABLE

__all__ = ["TABLE"]

for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_module.name)
