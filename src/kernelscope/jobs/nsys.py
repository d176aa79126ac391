"""`kernelscope profile --nsys`: a script under Nsight Systems, in a process of its own."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from kernelscope.devices.resolve import Device
from kernelscope.jobs.profile_result import ProfileResult, result_of
from kernelscope.profiling import nsys
from kernelscope.subjects import PythonModule, Script

VIRTUAL = "nsys needs a real GPU: this is the built-in timeline"
_NO_SCHEDULE = "nsys records the whole script: --schedule was ignored"

# Names the parts of the modules before the script, named by the first argument, runs.
_ANNOTATED = """\
import runpy, sys
from pathlib import Path
from kernelscope.profiling.ranges import annotate_everything
annotate_everything()
sys.argv = sys.argv[1:]
if {module}:
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
else:
    sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    runpy.run_path(sys.argv[0], run_name="__main__")
"""


def profile_under_nsys(
    tool: str,
    script: Script,
    argv: Sequence[str],
    where: Device,
    *,
    annotate: bool = False,
    has_schedule: bool = False,
) -> ProfileResult:
    """Run the script under `tool`, the path of nsys, and make a profile of its report.

    Raises UnavailableError if nsys made no report.
    """
    module = isinstance(script, PythonModule)
    if annotate:
        program = [sys.executable, "-c", _ANNOTATED.format(module=module), str(script), *argv]
    else:
        program = [sys.executable, *(["-m"] if module else []), str(script), *argv]
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        captured, code = nsys.record(tool, Path(folder), program)
    notes = [_NO_SCHEDULE] if has_schedule else []
    if code:
        notes.append(f"the script ended with exit code {code}; this is what it did until then")
    return result_of(str(script), where, captured, code, notes)
