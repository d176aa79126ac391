"""`kernelscope inspect`: the kernels of a subject, every stage of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from os import fspath
from pathlib import Path
from typing import TYPE_CHECKING

from kernelscope._collection import without_collection
from kernelscope.devices.resolve import resolve
from kernelscope.jobs import environment, kept_inspections
from kernelscope.jobs.kept_inspections import Opened
from kernelscope.record import InspectedKernel, Inspection
from kernelscope.results.inspection import InspectionResult

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

    Args:
        subject: `gelu/triton`, `gelu`, `FILE.py:NAME[/IMPL]`, a script, `FILE.ptx`, `FILE.cubin`;
            PTX as text, a kernel of `load_ptx` or `cuda_kernel`, or a Triton or Numba kernel that
            was launched inside `virtual_gpu`.
        device: auto, cuda, virtual, virtual:NAME: whose code it is. Counts are the virtual GPU's,
            of the real one's model where there is one.
        case: other values of an operation's axes, as text: "n=16384,dtype=float16".
        argv: the script's own arguments.
        options: of Triton (num_warps, num_stages, num_ctas, maxnreg), over the launches' own.
        backward: also the kernels of the gradients of an operation's result, summed.

    An operation, PTX or a cubin that was opened before and has not changed is not compiled again.

    Raises:
        UsageError: there is no such subject, or it launched no kernel; the message says what to
            add.
        PtxError: a PTX file that is malformed, with its line.
    """
    where, options = resolve(device).name, options or {}
    place = None
    if isinstance(subject, Path):
        subject = fspath(subject)
    if isinstance(subject, str) and "\n" not in subject and not argv:
        asked = {**options, "backward": int(backward)}
        place = kept_inspections.key_of(subject, where, case, asked)
    found = kept_inspections.find(place) if place else None
    if found is None:
        found = _opened(subject, where, case, argv, options, backward)
        if place:
            kept_inspections.keep(place, found)
    record = replace(found.record, command=environment.command())
    if found.forms is None:
        return InspectionResult(record)
    return InspectionResult(record, lambda: _completed(record, found, place))


def _opened(
    subject: object,
    device: str,
    case: str,
    argv: Sequence[str],
    options: Mapping[str, int],
    backward: bool,
) -> Opened:
    name = subject if isinstance(subject, str) else type(subject).__name__
    if "\n" in name:
        name = "PTX"
    script = name.endswith(".py")  # which may run for long
    with nullcontext() if script else without_collection():
        # What follows imports the compilers; what comes after them, while `begin` is at work.
        from kernelscope.frontends.inductor.graphs import watched_compilation
        from kernelscope.frontends.triton import hash_ahead
        from kernelscope.frontends.triton.options import launch_options
        from kernelscope.inside.stages.sass import begin
        from kernelscope.jobs.kernels import kernels_of, with_code

        if name == subject and not name.endswith((".ptx", ".cubin")):
            hash_ahead()
        with launch_options(options), watched_compilation() as watched:
            if name == subject:
                found = kernels_of(
                    name, device=device, case=case, argv=argv, on_code=begin, backward=backward
                )
            else:
                from kernelscope.jobs.in_hand import kernels_in_hand

                found = kernels_in_hand(subject, device=device, case=case, argv=argv)
        from kernelscope.inside.stages.collect import inspected
        from kernelscope.inside.stages.inductor import compiled

        found = [replace(one, form=with_code(one.form)) for one in found]
        kernels = tuple(
            replace(inspected(one.form, one.launch, one.implementation), launches=one.launches)
            for one in found
        )
    record = Inspection(
        name,
        device,
        kernels,
        tuple(_notes(found, kernels)),
        created=environment.now(),
        compiled=compiled(watched),
    )
    forms = [(one.form, one.launch.facts if one.launch else None) for one in found]
    return Opened(record, lambda: forms)


def _notes(found: Sequence[FoundKernel], kernels: Sequence[InspectedKernel]) -> Iterator[str]:
    """What is not there, and why."""
    if not any(one.launch for one in found):
        yield "nothing was launched: there are no executed counts"
    for one, kernel in zip(found, kernels, strict=True):
        if one.form.cubin is None:
            why = "no nvJitLink here takes its PTX (pip install -U nvidia-nvjitlink cuda-bindings)"
            yield f"{kernel.name} has no machine code: {why}"
        elif "sass" not in kernel.stages:
            why = "no nvdisasm here reads its cubin (pip install -U triton, or CUDA's on the PATH)"
            yield f"{kernel.name} has no SASS: {why}"


def _completed(record: Inspection, found: Opened, place: Path | None) -> Inspection:
    """The record with what is found out on demand, which is kept from now on."""
    with without_collection():
        from kernelscope.inside.stages.leads import with_leads  # with what understands a kernel
        from kernelscope.jobs.reasons import with_reasons

        pairs = zip(record.kernels, found.forms() if found.forms else (), strict=True)
        kernels = tuple(with_leads(with_reasons(one, *form)) for one, form in pairs)
    whole = replace(record, kernels=kernels)
    if place:
        kept_inspections.complete(place, whole)
    return whole
