"""The file with the GPU that was calibrated on this machine, in the user's configuration folder."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kernelscope._files import write_whole
from kernelscope.errors import UnavailableError

HOW = "run `kernelscope calibrate --device cuda` on a machine with a GPU"


def calibration_path() -> Path:
    """Return the file, in $KERNELSCOPE_CONFIG or else the user's configuration folder."""
    root = os.environ.get("KERNELSCOPE_CONFIG")
    base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return (Path(root) if root else Path(base) / "kernelscope") / "calibration.json"


def kept_calibration() -> str:
    """Return the file's text. Raises UnavailableError if there is none that can be read."""
    path = calibration_path()
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UnavailableError(f"virtual:mine: no GPU was calibrated here: {HOW}") from None
    except (OSError, ValueError) as error:
        raise UnavailableError(f"{path}: cannot be read: {error}; {HOW}") from error


def keep_calibration(row: Mapping[str, Any], conditions: Mapping[str, Any]) -> Path:
    """Write the row of a calibrated GPU (`GPUSpec.to_json`); return the file.

    conditions: under which it was measured: date, driver, versions.
    """
    data = {"schema": 1, **conditions, "gpu": row}
    return write_whole(calibration_path(), json.dumps(data, indent=1) + "\n")
