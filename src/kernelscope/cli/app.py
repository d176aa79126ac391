"""The command table, and the one place that turns an error into one line and an exit code."""

from __future__ import annotations

import atexit
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any

import typer
import typer.main

from kernelscope import __version__
from kernelscope._collection import skip_last_search
from kernelscope.cli import history
from kernelscope.cli.ab import ab
from kernelscope.cli.agents import agents
from kernelscope.cli.calibrate import calibrate
from kernelscope.cli.check import check
from kernelscope.cli.command import SHELL, Shell
from kernelscope.cli.compare import compare
from kernelscope.cli.debug import debug
from kernelscope.cli.decompile import decompile
from kernelscope.cli.diff import diff
from kernelscope.cli.doctor import doctor
from kernelscope.cli.evaluate import evaluate
from kernelscope.cli.fusion import fusion
from kernelscope.cli.gpus import gpus
from kernelscope.cli.inspect import inspect
from kernelscope.cli.mcp import mcp
from kernelscope.cli.occupancy import occupancy
from kernelscope.cli.options import with_ray_address
from kernelscope.cli.profile import profile
from kernelscope.cli.report import report
from kernelscope.cli.roofline import roofline
from kernelscope.cli.run import run
from kernelscope.cli.toolkit import toolkit
from kernelscope.cli.tune import tune
from kernelscope.errors import KernelscopeError
from kernelscope.vgpu.runtime.settings import restore_settings, settings

EXIT_USER = 2
EXIT_INTERRUPTED = 130

# typer exports only this leaf of click's tree of usage errors. Its base is the usage error, in
# click itself and in the copy that newer versions of typer contain.
_ClickUsageError: type[Exception] = typer.BadParameter.__bases__[0]

app = typer.Typer(
    name="kernelscope",
    help="A workbench for GPU kernels: are they right, how fast are they, how far from the "
    "hardware's limit, and why? It works with a GPU and without one.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"kernelscope {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Take the options that come before a command."""


for _command in (
    *(compare, ab, check, run, profile, inspect, decompile, diff, fusion, report, tune),
    *(evaluate, mcp, gpus, occupancy, roofline, debug, calibrate, doctor, toolkit, agents),
):
    _command.add_to(app)
app.add_typer(history.app, name="history")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        argv: the words after `kernelscope`; None for the process's own.
    """
    atexit.register(skip_last_search)
    # Triton 3.9 warns on every start that a later version will change a default.
    warnings.filterwarnings("ignore", message="TRITON_DEFAULT_FP_FUSION")
    words = with_ray_address(list(sys.argv[1:] if argv is None else argv))
    shell = Shell()
    token = SHELL.set(shell)
    before = settings()
    try:
        code = _commands()(words or ["--help"], standalone_mode=False, prog_name="kernelscope")
    except KernelscopeError as error:
        if shell.traceback:
            raise
        return _complain(str(error))
    except _ClickUsageError as error:
        message = _sentence(error)
        # `kernelscope history` alone: its help has been shown.
        return _complain(message) if message else 0
    except (KeyboardInterrupt, typer.Abort):
        typer.echo("kernelscope: interrupted", err=True)
        return EXIT_INTERRUPTED
    finally:
        SHELL.reset(token)
        restore_settings(before)
        _leave_inductors_workers()
    return code if isinstance(code, int) else 0


@cache
def _commands() -> Callable[..., Any]:
    """Return the command table, made once: each call of `app` would make all of it again."""
    return typer.main.get_command(app)


def _leave_inductors_workers() -> None:
    """Spare Python's wait for them when it ends, a second: they end when their pipe does."""
    compiling = sys.modules.get("torch._inductor.async_compile")
    if compiling is not None:
        atexit.unregister(compiling.shutdown_compile_workers)


def _complain(message: str) -> int:
    typer.echo(f"kernelscope: {' '.join(message.split())}", err=True)
    return EXIT_USER


def _sentence(error: Exception) -> str:
    """Return the usage error's text, and the help to read; "" for a group without a command."""
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "kernelscope")
    text = str(getattr(error, "format_message", lambda: error)())
    if not text:
        return ""
    # "No such command 'copare'. Did you mean 'compare'?"
    if text.endswith("?"):
        return f"{text} See `{path} --help`"
    return f"{text.rstrip('.')}; see `{path} --help`"
