"""The compiler's decisions in an opened kernel, and its PTX in words: added on demand."""

from __future__ import annotations

from dataclasses import replace

from kernelscope.devices.capture import KernelForm, LaunchFacts
from kernelscope.errors import PtxError
from kernelscope.inside.decisions import decide
from kernelscope.inside.explain.declarations import ParameterFacts
from kernelscope.inside.explain.explain import explain
from kernelscope.inside.naming.assignments import Source
from kernelscope.record import InspectedKernel


def with_reasons(
    kernel: InspectedKernel, form: KernelForm, launch: LaunchFacts | None = None
) -> InspectedKernel:
    """Return the kernel with its decisions, and with each line of its PTX in words.

    Raises PtxError if the PTX is malformed.
    """
    decided = decide(form, launch)
    stages = dict(kernel.stages)
    if "ptx" in stages:
        explained, why = _explained(form, launch)
        stages["ptx"] = replace(stages["ptx"], explained=explained, unexplained=why)
    return replace(
        kernel,
        stages=stages,
        accesses=decided.accesses,
        shared=decided.shared,
        decisions=decided.decisions,
    )


def _explained(
    form: KernelForm, launch: LaunchFacts | None
) -> tuple[tuple[tuple[int, str], ...], str]:
    """Return each line of the PTX in words; or no lines, and what the virtual GPU cannot read."""
    source = form.texts.get("source")
    try:
        return explain(
            form.texts["ptx"],
            form.name,
            parameters=ParameterFacts(form.parameters, form.types, form.facts),
            source=Source(source, form.source_file, form.source_line or 1) if source else None,
            is_triton="ttir" in form.texts,
            block=launch.record.block if launch else None,
            counted=launch.record.accesses if launch else (),
        ), ""
    except PtxError as error:
        return (), str(error)
