"""`kernelscope inspect`: the kernels of a subject, every stage of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kernelscope._collection import without_collection
from kernelscope.devices.resolve import resolve
from kernelscope.jobs import environment, inspections_cache
from kernelscope.jobs.cuda_programs import is_program, why_not_run
from kernelscope.jobs.inspections_cache import Opened
from kernelscope.record import InspectedKernel, Inspection
from kernelscope.results.kernels import InspectionResult
from kernelscope.subjects import (
    CudaFile,
    Openable,
    OperationSubject,
    Program,
    PythonFile,
    openable,
)

if TYPE_CHECKING:
    from kernelscope.jobs.kernels import FoundKernel


def inspect(
    subject: object,
    *,
    device: str = "auto",
    case: str = "",
    argv: Sequence[str] = (),
    options: Mapping[str, int] | None = None,
    backward: bool = False,
) -> InspectionResult:
    """Open the kernels of a subject: every stage with its map to the source, counts, resources.

    An operation, PTX or a cubin that was opened before and has not changed is not compiled again.

    Args:
        subject: `gelu/triton`, `gelu`, `FILE.py:NAME[/IMPL]`, a script, `FILE.ptx`, `FILE.cubin`,
            `FILE.cu`; PTX as text, a kernel of `load_ptx` or `cuda_kernel`, or a Triton or Numba
            kernel that was launched inside `virtual_gpu`.
        device: auto, cuda, virtual, virtual:NAME: the GPU to compile for. Counts come from the
            virtual GPU; on a machine with a GPU, from the virtual GPU of its model.
        case: other values of an operation's axes, as text: "n=16384,dtype=float16".
        argv: arguments for a script.
        options: of Triton (num_warps, num_stages, num_ctas, maxnreg), in place of the launches'.
        backward: also open the kernels of the gradients of an operation's summed result.

    Raises:
        UsageError: there is no such subject, or it launched no kernel; the message says what to
            add.
        PtxError: a PTX file that is malformed, with its line.
    """
    where, options = resolve(device).name, options or {}
    parsed = openable(subject, "inspect")
    place = None
    if not argv:
        asked = {**options, "backward": int(backward)}
        place = inspections_cache.key_of(parsed, where, case, asked)
    opened = inspections_cache.find(place) if place else None
    if opened is None:
        opened = _opened(parsed, where, case, argv, options, backward)
        if place:
            inspections_cache.keep(place, opened)
    record = replace(opened.record, command=environment.command())
    if opened.forms is None:
        return InspectionResult(record)
    return InspectionResult(record, lambda: _completed(record, opened, place))


def _opened(
    subject: Openable,
    device: str,
    case: str,
    argv: Sequence[str],
    options: Mapping[str, int],
    backward: bool,
) -> Opened:
    # A script may run for long, and needs Python's garbage collection.
    with nullcontext() if isinstance(subject, Program) else without_collection():
        # These imports load the compilers; those below are loaded while `begin` is at work.
        from kernelscope.frontends.inductor.graphs import watched_compilation
        from kernelscope.frontends.triton import hash_ahead
        from kernelscope.frontends.triton.options import launch_options
        from kernelscope.inside.stages.sass import begin
        from kernelscope.jobs.kernels import kernels_of, titles_of, with_code

        if isinstance(subject, OperationSubject | PythonFile):
            hash_ahead()
        with launch_options(options), watched_compilation() as watched:
            opened = kernels_of(
                subject, device=device, case=case, argv=argv, on_code=begin, backward=backward
            )
        from kernelscope.inside.stages.collect import inspected
        from kernelscope.inside.stages.inductor import compiled

        opened = [replace(kernel, form=with_code(kernel.form)) for kernel in opened]
        kernels = tuple(
            replace(
                inspected(kernel.form, kernel.launch, kernel.implementation),
                launches=kernel.launches,
                others=kernel.others,
                time_us=kernel.time_us,
                title=title,
            )
            for kernel, title in zip(opened, titles_of(opened), strict=True)
        )
    record = Inspection(
        str(subject),
        device,
        kernels,
        tuple(_notes(subject, opened, kernels)),
        created=environment.now(),
        compiled=compiled(watched),
    )
    forms = [(kernel.form, kernel.launch.facts if kernel.launch else None) for kernel in opened]
    return Opened(record, lambda: forms)


def _notes(
    subject: Openable, opened: Sequence[FoundKernel], kernels: Sequence[InspectedKernel]
) -> Iterator[str]:
    """Yield a sentence for each part that is missing, with the reason."""
    was_launched = any(kernel.launch for kernel in opened)
    if not was_launched:
        lacks = why_not_run(subject) if is_program(subject) else ""
        yield f"nothing was launched: there are no executed counts{lacks and f' ({lacks})'}"
    if isinstance(subject, CudaFile):
        from kernelscope.jobs.code_files import left_out

        template = "is missing: it is a template that the file does not instantiate"
        for name in left_out(Path(subject.path), [kernel.name for kernel in kernels]):
            yield f"{name} {'was not launched' if was_launched else template}"
    for opened_kernel, kernel in zip(opened, kernels, strict=True):
        if opened_kernel.form.cubin is None:
            why = (
                "no nvJitLink here accepts its PTX (pip install -U nvidia-nvjitlink cuda-bindings)"
            )
            yield f"{kernel.shown_name} has no machine code: {why}"
        elif "sass" not in kernel.stages:
            why = "no nvdisasm here reads its cubin (pip install -U triton, or CUDA's on the PATH)"
            yield f"{kernel.shown_name} has no SASS: {why}"


def _completed(record: Inspection, opened: Opened, place: Path | None) -> Inspection:
    """Add what is found out on demand, and keep the whole record from now on."""
    with without_collection():
        from kernelscope.inside.stages.leads import with_leads  # with what understands a kernel
        from kernelscope.jobs.reasons import with_reasons

        pairs = zip(record.kernels, opened.forms() if opened.forms else (), strict=True)
        kernels = tuple(with_leads(with_reasons(kernel, *form)) for kernel, form in pairs)
    whole = replace(record, kernels=kernels)
    if place:
        inspections_cache.complete(place, whole)
    return whole
