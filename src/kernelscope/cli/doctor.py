"""`kernelscope doctor`: the parts that work on this machine, and how to fix the others."""

from __future__ import annotations

from pathlib import Path

from kernelscope.cli.command import TRACEBACK, command, draw, flag
from kernelscope.cli.options import DEVICE, JSON, MARKDOWN


@command(
    "doctor",
    DEVICE,
    JSON,
    MARKDOWN,
    TRACEBACK,
    flag("--quiet", words="Show only the parts that are not ready."),
    anywhere=True,
)
def doctor(device: str, json_path: Path | None, quiet: bool) -> int:
    """Report what works on this machine, and the command that fixes each thing that does not.

    Exit code: 0 if `compare` can run here on the given device, 1 if it cannot.
    """
    from kernelscope.jobs import doctor as job
    from kernelscope.report import doctor as view

    findings = job.examine()
    if json_path is not None:
        # Drawing pages needs modules that an incomplete installation may lack.
        from kernelscope.jobs import environment
        from kernelscope.record import MachineReport
        from kernelscope.results.machine import DoctorResult

        DoctorResult(MachineReport(findings, **environment.stamp())).save(json_path)
    shown = [f for f in findings if f.standing != "ready" or not quiet]
    draw(lambda _: view.table(shown), soft_wrap=True)
    return 0 if job.usable(findings, device) else 1
