"""The verdict on a CUDA text that should equal a kernel: compile it, run both, compare all bytes.

In: a kernel, a CUDA text, a `Setup`. Out: a `Proof`: "equal", "different" with the smallest input
found, or "unproven" with the reason.

"equal" means: on every input tried, each byte of each buffer, of each variable of the module and of
the printed output is the same. That proves nothing for other inputs, so the verdict says how many
paths of the kernel the inputs reached, and names those that none did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kernelscope.errors import CompileError, PtxError, UsageError
from kernelscope.frontends.cuda import nvrtc
from kernelscope.inside.decompile import entry_name
from kernelscope.inside.prove.inputs import Input, subjects
from kernelscope.inside.prove.on_gpu import MOST_INPUTS, RealPair, prints
from kernelscope.inside.prove.parameters import constants
from kernelscope.inside.prove.pointers import with_links
from kernelscope.inside.prove.propose import Proposer
from kernelscope.inside.prove.search import INPUTS, Difference, Report, Search, SearchResult, shrink
from kernelscope.inside.prove.setup import Pointer, Setup
from kernelscope.inside.prove.values import Array
from kernelscope.record import Counterexample, Proof, ProofStatus
from kernelscope.vgpu import Kernel, load_ptx
from kernelscope.vgpu.ptx.entries import only_entry
from kernelscope.vgpu.runtime.coverage import CoveredKernel, Place

OPTIONS = ("--fmad=false",)
"""NVRTC must not contract a multiplication and an addition that the text keeps apart."""

BUDGET_S = 40.0
_TELLING = 8  # inputs on which the kernel must have written something
_OLDEST = 75  # the oldest architecture that NVRTC 13 compiles for


def prove(
    original: Kernel,
    cuda: str,
    setup: Setup,
    *,
    inputs: int = INPUTS,
    budget_s: float = BUDGET_S,
    report: Report = lambda done, total: None,
    cubin: bytes | None = None,
) -> Proof:
    """Return whether a CUDA text, with a kernel of the same name and parameters, does what a kernel
    does.

    `inputs`: how many valid inputs, derived from the setup, both must agree on. `budget_s`: seconds
    of processor time after which no new input is begun. `report` is called with the number of
    inputs done, and of all. `cubin`: the kernel's machine code, to compare on this machine's GPU as
    well.
    """
    covered = CoveredKernel(load_ptx(original.module.text, original.module.spec), original.name)
    try:
        made, copy = compiled(covered, cuda)
    except (CompileError, PtxError, UsageError) as error:
        return Proof("unproven", reason=f"the CUDA text cannot be run: {error}")
    unlike = _unlike(covered, copy)
    if unlike:
        return Proof("unproven", reason=unlike)
    own_constants, copied_constants = constants(covered.lowered()), constants(copy.lowered())
    pair = subjects(original, covered, copy, setup)
    setup = with_links(setup, pair[0])
    proposer = Proposer(
        setup,
        sorted({*own_constants[0], *copied_constants[0]}),
        sorted({*own_constants[1], *copied_constants[1]}),
    )
    search = Search(setup, *pair, proposer, budget_s)
    try:
        result = search.run(inputs, report)
    except PtxError as error:
        return Proof("unproven", reason=f"the virtual GPU cannot run it: {error}")
    if result.difference is not None and result.given is not None:
        given, known = shrink(search, result.given, result.difference)
        return _proof("different", covered, copy, result, _example(setup, given, known))
    doubt = _doubt(covered, result)
    proof = _proof("unproven" if doubt else "equal", covered, copy, result, reason=doubt)
    if doubt or cubin is None:
        return proof
    if prints(covered):
        return replace(proof, why_not_on_gpu="the kernel prints")
    real = RealPair(setup, (cubin, pair[0]), (made, pair[1]))
    whole = [given for given in result.samples if not given.chosen]
    differing = real.differ(whole[:MOST_INPUTS], proposer.floats)
    if differing is not None:
        return _proof("different", covered, copy, result, _example(setup, *differing))
    return replace(proof, gpu_inputs=real.inputs, why_not_on_gpu=real.why_not)


def compiled(original: CoveredKernel, cuda: str) -> tuple[bytes, CoveredKernel]:
    """Return the CUDA text as machine code, and as a kernel for the original's GPU.

    Raises CompileError with NVRTC's first error and its line; UsageError if the text has no kernel
    of that name; PtxError if its PTX has something that the virtual GPU does not know.
    """
    made = nvrtc.compile_kernel(
        cuda, entry_name(original.name), target_of(original), OPTIONS, f"{original.name}.cu"
    )
    module = load_ptx(only_entry(made.ptx, made.entry), original.module.spec)
    return made.cubin, CoveredKernel(module, made.entry)


def target_of(kernel: Kernel) -> str:
    """Return the architecture that a kernel's PTX is for, or the oldest that NVRTC knows."""
    words = kernel.module.tree.target.split(",")[0].strip()
    digits = "".join(c for c in words if c.isdigit())
    return words if digits and int(digits) >= _OLDEST else f"sm_{_OLDEST}"


def _unlike(original: Kernel, copy: Kernel) -> str:
    own = [(p.offset, p.size) for p in original.parameters]
    copied = [(p.offset, p.size) for p in copy.parameters]
    if own != copied:
        return f"its parameters take {copied} (offset, bytes); the kernel's take {own}"
    return ""


def _doubt(original: CoveredKernel, result: SearchResult) -> str:
    """Return why inputs that agree prove too little; "" if they do not."""
    if not result.inputs and result.undetermined:
        return (
            f"on each of the {result.undetermined} inputs that it accepts, its result depends on "
            "shared or local memory that it reads before it writes it"
        )
    if not result.inputs and result.racing:
        return (
            f"on each of the {result.racing} inputs that it accepts, its threads race, so that its "
            "result depends on their order: `kernelscope check` names the lines"
        )
    if not result.inputs:
        return f"no input that the kernel accepts was found; the last refusal: {result.refusal}"
    if result.wrote < min(_TELLING, result.inputs):
        times = f"on only {result.wrote}" if result.wrote else "on none"
        others = f"; on {result.racing} others its threads race" if result.racing else ""
        written = "the kernel wrote something that can be compared"
        return f"{written} {times} of {result.inputs} inputs{others}"
    ran, there = _reached(original.places, result.visited, "block")
    return f"the inputs found reached only {ran} of {there} basic blocks" if 2 * ran < there else ""


def _proof(
    status: ProofStatus,
    original: CoveredKernel,
    copy: CoveredKernel,
    result: SearchResult,
    example: Counterexample | None = None,
    reason: str = "",
) -> Proof:
    blocks, edges, guards = (
        _reached(original.places, result.visited, place_kind)
        for place_kind in ("block", "edge", "guard")
    )
    reached, all_of_them = (sum(pair) for pair in zip(blocks, edges, guards, strict=True))
    never = [str(p) for p, seen in zip(original.places, result.visited, strict=True) if not seen]
    return Proof(
        status,
        inputs=result.inputs,
        coverage=reached / all_of_them if all_of_them else 1.0,
        counterexample=example,
        reason=reason,
        blocks=blocks,
        edges=edges,
        guards=guards,
        copy_blocks=_reached(copy.places, result.copied, "block"),
        never=tuple(never),
        discarded=result.discarded,
        racing=result.racing,
    )


def _reached(places: Sequence[Place], visited: Array, place_kind: str) -> tuple[int, int]:
    seen = [bool(v) for place, v in zip(places, visited, strict=True) if place.kind == place_kind]
    return sum(seen), len(seen)


def _example(setup: Setup, given: Input, known: Difference) -> Counterexample:
    arguments: dict[str, str] = {}
    for name, argument, number in zip(setup.names, setup.arguments, given.arguments, strict=True):
        if isinstance(argument, Pointer):
            fill = given.fills[argument.buffer]
            arguments[name] = f"{given.sizes[argument.buffer]} bytes, {fill}"
        else:
            arguments[name] = number.hex() if isinstance(number, bytes) else repr(number)
    return Counterexample(
        grid=given.grid,
        block=given.block,
        dynamic_shared_bytes=given.shared,
        arguments=arguments,
        where=known.where,
        element=known.element,
        original=known.original,
        copy=known.copy,
    )
