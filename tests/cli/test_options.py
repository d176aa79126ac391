"""Options are declared once: what a command hands on is an argument of its job."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from kernelscope.cli import history
from kernelscope.cli.ab import ab
from kernelscope.cli.check import check
from kernelscope.cli.command import Command
from kernelscope.cli.compare import compare
from kernelscope.cli.debug import debug
from kernelscope.cli.decompile import decompile
from kernelscope.cli.diff import diff
from kernelscope.cli.evaluate import evaluate
from kernelscope.cli.fusion import fusion
from kernelscope.cli.inspect import inspect as inspect_command
from kernelscope.cli.profile import profile
from kernelscope.cli.roofline import roofline
from kernelscope.cli.run import run
from kernelscope.cli.tune import tune
from kernelscope.jobs import ab as ab_job
from kernelscope.jobs import check as check_job
from kernelscope.jobs import compare as compare_job
from kernelscope.jobs import debug as debug_job
from kernelscope.jobs import decompile as decompile_job
from kernelscope.jobs import diff as diff_job
from kernelscope.jobs import evaluate as evaluate_job
from kernelscope.jobs import fusion as fusion_job
from kernelscope.jobs import history as history_job
from kernelscope.jobs import history_files
from kernelscope.jobs import inspect as inspect_job
from kernelscope.jobs import profile as profile_job
from kernelscope.jobs import roofline as roofline_job
from kernelscope.jobs import run as run_job
from kernelscope.jobs import tune as tune_job

JOBS: list[tuple[Command, Callable[..., Any]]] = [
    (ab, ab_job.ab),
    (check, check_job.check),
    (compare, compare_job.compare),
    (debug, debug_job.debug),
    (decompile, decompile_job.decompile),
    (diff, diff_job.diff),
    (evaluate, evaluate_job.evaluate),
    (fusion, fusion_job.fusion_of),
    (history._backfill, history_job.backfill),
    (history._bisect, history_job.bisect),
    (history._import, history_files.import_files),
    (inspect_command, inspect_job.inspect),
    (profile, profile_job.Options),
    (roofline, roofline_job.roofline),
    (run, run_job.run),
    (tune, tune_job.tune),
]


@pytest.mark.parametrize(("command", "job"), JOBS, ids=lambda value: getattr(value, "name", ""))
def test_an_option_that_is_handed_on_means_the_same_in_python(
    command: Command, job: Callable[..., Any]
) -> None:
    """By the same name, and with the same default, so that both say the same of a subject."""
    own = {*inspect.signature(command.run).parameters}
    handed_on = [o for o in command.options if not o.acts and o.name not in own]
    known = inspect.signature(job).parameters
    assert handed_on
    assert {o.name: o.default for o in handed_on} == {
        o.name: known[o.name].default for o in handed_on
    }
