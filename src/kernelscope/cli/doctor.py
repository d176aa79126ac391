"""`kernelscope doctor`: the parts that work on this machine, and how to fix the others."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from kernelscope.cli.options import Device, JsonPath, Traceback


def command(
    device: Device = "auto",
    json_path: JsonPath = None,
    traceback: Traceback = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Show only the parts that are not ready.")
    ] = False,
) -> None:
    """Report what works on this machine, and the command that fixes each thing that does not.

    Exit code: 0 if `compare` can run here on the given device, 1 if it cannot.
    """
    from kernelscope.jobs import doctor
    from kernelscope.report import doctor as view

    findings = doctor.examine()
    if json_path is not None:
        # Drawing pages needs modules that an incomplete installation may lack.
        from kernelscope.record import MachineReport
        from kernelscope.results.machine import DoctorResult

        DoctorResult(MachineReport(findings)).save(json_path)
    shown = [f for f in findings if f.standing != "ready" or not quiet]
    Console(highlight=False).print(view.table(shown), soft_wrap=True)
    raise typer.Exit(0 if doctor.usable(findings, device) else 1)
