"""CUDA C made from PTX, for a terminal: the code, then the result of the proof."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from kernelscope.quantity import format_count
from kernelscope.record import Counterexample, Decompilation, DecompiledKernel, Proof
from kernelscope.report.stage_text import coloured, styled

_STYLES = {"equal": "bold green", "different": "bold red", "unproven": "bold yellow"}
_NAMED_PATHS = 4


def renderable(record: Decompilation, *, code: bool = True) -> RenderableType:
    """Return each kernel's coloured code and its verdict; only the verdicts if `code` is False."""
    parts: list[RenderableType] = []
    for kernel in record.kernels:
        if code and kernel.cuda:
            parts += [_code(kernel.cuda), Text()]
        parts += [_verdict(kernel), *(Text(f"  {line}", "dim") for line in _details(kernel.proof))]
        if code:
            parts.append(Text())
    return Group(*parts)


def cuda_file(record: Decompilation) -> str:
    """Return all texts as one file, with equal definitions only once.

    If kernels share a name (two specialisations), the later ones get a number after it.
    """
    known: set[str] = set()
    times: dict[str, int] = {}
    parts: list[str] = []
    for kernel in record.kernels:
        times[kernel.name] = times.get(kernel.name, 0) + 1
        cuda = kernel.cuda
        if times[kernel.name] > 1:
            name = re.escape(kernel.name)
            cuda = re.sub(rf"\b{name}(?=\()", f"{kernel.name}_{times[kernel.name]}", cuda)
        chunks = [chunk for chunk in cuda.strip().split("\n\n") if chunk not in known]
        known |= set(chunks)
        parts += chunks
    return "\n\n".join(parts) + "\n"


def _code(cuda: str) -> Text:
    """Return the text in colours; a narrow terminal does not break its lines."""
    lines = [styled(words) for words in coloured(cuda, "cuda")]
    return Text("\n", no_wrap=True, overflow="ignore").join(lines)


def _verdict(kernel: DecompiledKernel) -> Text:
    proof = kernel.proof
    return Text.assemble(
        (proof.status, _STYLES[proof.status]), "  ", (kernel.name, "bold"), f"  {_summary(proof)}"
    )


def _summary(proof: Proof) -> str:
    if proof.status == "unproven":
        return proof.reason
    if proof.status == "different":
        return f"found after {format_count(proof.inputs, 'input')}"
    real = f" ({proof.gpu_inputs} of them on the GPU too)" if proof.gpu_inputs else ""
    return f"{format_count(proof.inputs, 'input')}{real}, not one byte differs; {_coverage(proof)}"


def _coverage(proof: Proof) -> str:
    """Return how much of the kernel ran: "all of 12 blocks, 13 of 14 sides of branches"."""
    kinds = (
        (proof.blocks, "blocks"),
        (proof.edges, "sides of branches"),
        (proof.guards, "sides of guards"),
    )
    shares = [
        f"{'all' if reached == total else reached} of {total} {what}"
        for (reached, total), what in kinds
        if total
    ]
    return f"they reached {', '.join(shares)} (counted)"


def _details(proof: Proof) -> Iterator[str]:
    if proof.counterexample is not None:
        yield from _example(proof.counterexample)
    elif proof.status == "equal":
        yield from proof.never[:_NAMED_PATHS]
        if len(proof.never) > _NAMED_PATHS:
            yield f"and {len(proof.never) - _NAMED_PATHS} more that no input reached"
        if proof.why_not_on_gpu:
            further = " on more inputs" if proof.gpu_inputs else ""
            yield f"not compared on the GPU{further}: {proof.why_not_on_gpu}"


def _example(example: Counterexample) -> Iterator[str]:
    grid, block = ("×".join(map(str, shape)) for shape in (example.grid, example.block))
    yield f"grid {grid}, block {block}, {example.dynamic_shared_bytes} B dynamic shared memory"
    for name, value in example.arguments.items():
        yield f"{name} = {value}"
    if not example.where:
        yield f"the kernel {example.original}, the text: {example.copy}"
        return
    place = f"{example.where}[{example.element}]"
    yield f"{place} is {example.original}, and {example.copy} by the text"
