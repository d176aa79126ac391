"""`kernelscope inspect`: the stages of a kernel from the source to the machine code."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from kernelscope._collection import without_collection
from kernelscope.cli import options as shared
from kernelscope.cli.command import argument, command, draw, flag, option, show, write
from kernelscope.errors import UsageError


@command(
    "inspect",
    argument(
        "subject",
        "SUBJECT",
        "OP or OP/IMPL, FILE.py:NAME or FILE.py:NAME/IMPL, a script, FILE.cu, a program, "
        "FILE.ptx, FILE.cubin.",
    ),
    shared.ARGUMENTS,
    option(
        "--stage",
        "STAGE",
        "Show one stage next to its source: source, ast, ttir, ttgir, llir, ptx, sass, generated.",
        "",
    ),
    option(
        "--why",
        "QUESTION",
        "Show the compiler's decisions and their reasons: vectorize, layout, shared, "
        "pipeline, barriers, tensor-cores, registers, numerics, or all.",
        "",
    ),
    flag("--explain", words="Show the PTX line by line, in words."),
    shared.KERNEL,
    flag("--backward", words="Also open the kernels of an operation's gradients."),
    *(shared.CASE, shared.PAGE, shared.DEVICE, shared.JSON, shared.MARKDOWN),
    *(shared.LIMIT, shared.SCHEDULE),
    ignore_unknown_options=True,
)
def inspect(
    subject: str,
    arguments: list[str] | None,
    stage: str,
    why: str,
    explain: bool,
    kernel: str,
    output: Path | None,
    json_path: Path | None,
    **asked: Any,
) -> None:
    """Show every stage of kernels, from the source to the machine code, by source line.

    A script or a program runs as with `kernelscope run`, and the kernels that
    it launches are shown. For a FILE.cu without a `main`, all its kernels are
    shown. Without --stage, --why or --explain, the table shows for each source
    line the instructions that it became and how often it ran, and the registers
    and spills.
    """
    from kernelscope.jobs import inspect as job
    from kernelscope.report.inspection import decisions, explanation
    from kernelscope.report.inspection import text as inspection
    from kernelscope.subjects import Program, openable

    if sum(map(bool, (stage, why, explain))) > 1:
        raise UsageError("use one of --stage, --why and --explain")
    decisions.check(why)
    parsed = openable(subject, "inspect")
    with nullcontext() if isinstance(parsed, Program) else without_collection():
        result = job.inspect(parsed, argv=arguments or (), **asked).only(kernel)
        if why:
            draw(lambda _: decisions.renderable(result.record, why))
        elif explain:
            for kernel_shown in result.kernels:
                draw(partial(explanation.renderable, kernel_shown))
        elif stage:
            # Most stages can be shown without what takes longer to find out.
            whole = result.kernels if stage in inspection.BECOMES else result.opened.kernels
            for kernel_shown in whole:
                draw(partial(inspection.stage_view, kernel_shown, stage))
        else:
            show(result)
        write(result, json_path, output)
