"""`kernelscope decompile`: PTX written as CUDA C, with a proof by running both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kernelscope.cli import options as shared
from kernelscope.cli.command import argument, command, draw, flag, name_file, option, write


@command(
    "decompile",
    argument(
        "subject",
        "SUBJECT",
        "OP or OP/IMPL, FILE.py:NAME or FILE.py:NAME/IMPL, a script, FILE.cu, a program, FILE.ptx.",
    ),
    shared.ARGUMENTS,
    shared.file_option("--output", "OUT.cu", "Write the CUDA C to this file."),
    shared.KERNEL,
    flag("--no-prove", words="Skip the proof: every kernel is then unproven."),
    option("--inputs", "N", "The number of inputs on which both must agree.", 96, kind=int, min=1),
    *(shared.CASE, shared.DEVICE, shared.JSON, shared.MARKDOWN, shared.LIMIT, shared.SCHEDULE),
    ignore_unknown_options=True,
)
def decompile(
    subject: str,
    arguments: list[str] | None,
    output: Path | None,
    kernel: str,
    no_prove: bool,
    json_path: Path | None,
    **asked: Any,
) -> int:
    """Write kernels as CUDA C, and prove that the text does the same.

    The text is compiled with NVRTC. The original and the copy run on the
    virtual GPU on many inputs, and every byte is compared.

    Exit code: 0 if all kernels are equal, 1 if one is different or unproven
    (with --no-prove all are unproven), 2 for a usage error.
    """
    from kernelscope.cli.progress import Bar
    from kernelscope.jobs import decompile as job
    from kernelscope.report import decompilation as view

    with Bar() as bar:
        result = job.decompile(
            subject, argv=arguments or (), name=kernel, prove=not no_prove, progress=bar, **asked
        )
    # Code that is wider than the terminal is not cut off.
    draw(lambda _: view.renderable(result.record, code=output is None), crop=False)
    if output is not None:
        name_file("written", result.write(output))
    write(result, json_path)
    return 0 if result.all_equal else 1
