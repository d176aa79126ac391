"""Values outside of the bins of `tl.histogram`, which Triton leaves undefined.

What they count as depends on how many bins there are and on Triton's version: nothing, or the bin
of their low bits. The PTX does not say what a histogram is. So the kernel is compiled again from
its TTIR with an assertion before each histogram, and runs once more, on memory that is put back.

    %h = tt.histogram %v, %mask : tensor<512xi32> -> tensor<32xi32>
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from kernelscope.devices.capture import KernelForm
from kernelscope.devices.virtual import origin_of
from kernelscope.errors import DeviceAssertError, KernelscopeError
from kernelscope.frontends.triton.lines import made_again
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.vgpu import LaunchRequest, LiveMemory, Module, Snapshot, load_ptx, printing

_HISTOGRAM = re.compile(
    r"tt\.histogram (?P<value>%\w+)(?:, (?P<mask>%\w+))? : "
    r"tensor<(?P<size>\d+)x(?P<type>\w+)> -> tensor<(?P<bins>\d+)xi32> loc\((?P<loc>#?\w+)\)"
)
_FAILED = re.compile(r"assertion `histogram (\d+)` failed")


def outside_of_bins(request: LaunchRequest) -> Iterator[Finding]:
    """Yield a note for a histogram of a launch with a value outside of its bins."""
    if request.kernel.one_thread is False:
        return
    form = origin_of(request).form_of(request.kernel)
    ttir = form.texts.get("ttir", "")
    if "tt.histogram" not in ttir:
        return
    options = tuple((name, str(value)) for name, value in form.options.items())
    module = _asserting(ttir, form.target, options, request.kernel.module.spec.name)
    number = _first_outside(module, form, request) if module is not None else None
    if number is None:
        return
    histogram = [*_HISTOGRAM.finditer(ttir)][number]
    bins = histogram["bins"]
    yield Finding(
        tool="memory",
        kind="outside-bins",
        kernel=request.kernel.name,
        place=Place(_line_of(ttir, histogram["loc"]), 0),
        thread=(0, 0, 0),
        block=(0, 0, 0),
        message=f"tl.histogram gets values outside of its {bins} bins: Triton does not say where "
        "they count, and it differs from one number of bins to another",
        advice=f"leave them out by `mask=(v >= 0) & (v < {bins})`, or clamp them",
        note="Triton leaves it undefined, and the kernel may not need these values",
        ptx=request.kernel.module.text,
    )


@lru_cache(maxsize=64)
def _asserting(
    ttir: str, target: str, options: tuple[tuple[str, str], ...], gpu: str
) -> Module | None:
    """Return a kernel with an assertion before each histogram; None if it does not compile."""
    numbers = iter(range(len(ttir)))
    lines: list[str] = []
    for line in ttir.splitlines():
        matched = _HISTOGRAM.search(line)
        if matched is not None:
            lines += _assertion(matched, next(numbers))
        lines.append(line)
    try:
        ttgir = made_again("ttir", "\n".join(lines), target, dict(options), "ttgir")["ttgir"]
        return load_ptx(made_again("ttgir", ttgir, target, dict(options), "ptx")["ptx"], gpu)
    except KernelscopeError:
        return None


def _assertion(histogram: re.Match[str], number: int) -> Iterator[str]:
    value, mask, bins = histogram["value"], histogram["mask"], histogram["bins"]
    values, truths = (f"tensor<{histogram['size']}x{t}>" for t in (histogram["type"], "i1"))
    loc, own = f"loc({histogram['loc']})", f"%kernelscope_{number}"
    # As unsigned numbers, negative ones are outside, too.
    yield f"{own}_bins = arith.constant dense<{bins}> : {values} {loc}"
    yield f"{own}_in = arith.cmpi ult, {value}, {own}_bins : {values} {loc}"
    asserted = f"{own}_in"
    if mask is not None:
        yield f"{own}_true = arith.constant dense<true> : {truths} {loc}"
        yield f"{own}_out = arith.xori {mask}, {own}_true : {truths} {loc}"
        asserted = f"{own}_or"
        yield f"{asserted} = arith.ori {own}_in, {own}_out : {truths} {loc}"
    yield f'tt.assert {asserted}, "histogram {number}" : {truths} {loc}'


def _first_outside(module: Module, form: KernelForm, request: LaunchRequest) -> int | None:
    """Return the number of the histogram that gets a value outside, if one does."""
    kernel = module.kernel(form.name)
    before = Snapshot(LiveMemory(request.kernel, request.arguments).regions)
    try:
        with printing.kept_output([]):
            request._replace(kernel=kernel).run()
    except DeviceAssertError as error:
        failed = _FAILED.search(str(error))
        return int(failed[1]) if failed else None
    except KernelscopeError:
        return None
    finally:
        before.restore()
    return None


def _line_of(ttir: str, name: str) -> str:
    """Return the file and line of a location of TTIR: `#loc17 = loc("h"(#loc5))`."""
    for _ in range(8):
        defined = re.search(rf"^{re.escape(name)} = loc\((.*)\)$", ttir, re.M)
        if defined is None:
            return ""
        place = re.search(r'"([^"]+)":(\d+):\d+', defined[1])
        if place is not None:
            return f"{place[1]}:{place[2]}"
        inner = re.search(r"#\w+", defined[1])
        if inner is None:
            return ""
        name = inner[0]
    return ""
