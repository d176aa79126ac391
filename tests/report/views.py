"""Every view of a saved record as text, under the name of its golden file."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from rich.console import Console, RenderableType

from kernelscope import record as kinds
from kernelscope.errors import UsageError
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.occupancy_study import Study, study
from kernelscope.report import (
    csv,
    decompilation,
    diff,
    doctor,
    fusion,
    machine,
    page,
    pictures,
    script,
    svg,
)
from kernelscope.report.comparison import plot, table
from kernelscope.report.drawing import Bar, Drawing
from kernelscope.report.inspection import compiled, decisions, explanation
from kernelscope.report.inspection import text as inspection
from kernelscope.report.occupancy import plot as occupancy_plot
from kernelscope.report.occupancy import text as occupancy
from kernelscope.report.profile import counters, flame, timeline
from kernelscope.report.profile import text as profile
from kernelscope.report.roofline import draw as roofline
from kernelscope.report.roofline import table as roofline_table
from kernelscope.report.tables import plain
from kernelscope.results.files import result_of

View = tuple[str, Callable[[], str]]
"""The name's end, as in `-80.txt`; what renders the view."""

_TEMPLATES = Path(page.__file__).parent / "templates"


def views(record: kinds.Record) -> Iterator[View]:
    """Yield every view of a record."""
    match record:
        case kinds.Comparison():
            yield from _comparison(record)
        case kinds.Profile():
            yield from _profile(record)
        case kinds.Inspection():
            yield from _inspection(record)
        case kinds.Decompilation():
            yield from _decompilation(record)
        case kinds.OccupancyRecord():
            yield from _occupancy(record)
        case kinds.GpuTable():
            yield from _gpus(record)
        case kinds.Fusion():
            yield from _terminal(lambda _: fusion.renderable(record))
            yield "-120.txt", lambda: plain(fusion.renderable(record), 120)
        case kinds.CompileDiff():
            yield from _terminal(lambda _: diff.renderable(record))
            yield "-120.txt", lambda: plain(diff.renderable(record), 120)
            yield ".html", lambda: _without_files(result_of(record).page())
        case kinds.ScriptRun():
            yield from _terminal(lambda width: script.renderable(record, width), wide=True)
        case kinds.MachineReport():
            yield from _terminal(lambda _: doctor.table(record.findings), wide=True)
        case _:
            raise NotImplementedError(f"no views of {record}")


def _terminal(
    renderable: Callable[[int], RenderableType], name: str = "", *, wide: bool = False
) -> Iterator[View]:
    """Yield a view at 80 columns, and at 120 if no function of the package makes its text."""
    yield f"{name}-80.ansi", lambda: shown(renderable(80), 80)
    if wide:
        yield f"{name}-120.ansi", lambda: shown(renderable(120), 120)


def shown(view: RenderableType, width: int) -> str:
    """Return what a terminal of 16 colours receives."""
    stream = io.StringIO()
    Console(
        file=stream,
        width=width,
        force_terminal=True,
        color_system="standard",
        legacy_windows=False,
        no_color=False,
        highlight=False,
    ).print(view)
    return stream.getvalue()


def _comparison(record: kinds.Comparison) -> Iterator[View]:
    if record.operation != "matmul":  # those are made for the roofline alone
        yield from _terminal(lambda width: table.renderable(record, width))
        yield "-120.txt", lambda: plain(table.renderable(record, 120), 120)
        yield "-109.txt", lambda: plain(table.renderable(record, 109), 109)
        yield "-110.txt", lambda: plain(table.renderable(record, 110), 110)
        yield ".csv", lambda: csv.to_csv(record)
        yield ".html", lambda: _without_files(result_of(record).page())
        yield ".svg", lambda: _or_error(lambda: svg.file(plot.draw(record)))
    if record.roofs:
        tabled = roofline_table.renderable
        yield from _terminal(
            lambda _: tabled(record), "-roofline", wide=record.operation != "matmul"
        )
        yield "-roofline.svg", lambda: _drawn(roofline.draw(record))
        yield "-points.txt", lambda: "\n".join(map(str, roofline_table.points_as_data(record)))
    if record.operation == "square":
        yield "-refused.txt", lambda: _or_error(lambda: svg.file(plot.draw(record, "sweep")))
        yield "-picture.txt", lambda: _artists(plot.draw(record, "roofline"), "png")
        yield "-style.css", svg.page_style


def _profile(record: kinds.Profile) -> Iterator[View]:
    if record.kernels:
        yield from _terminal(lambda width: counters.renderable(record, width))
        yield "-120.txt", lambda: plain(counters.renderable(record, 120), 120)
        yield ".txt", lambda: result_of(record).table(None)
        yield ".csv", lambda: csv.counters_to_csv(record)
        yield ".html", lambda: _without_files(result_of(record).page())
        return
    yield from _terminal(lambda width: profile.renderable(record, width))
    yield "-120.txt", lambda: plain(profile.renderable(record, 120), 120)
    yield ".txt", lambda: "".join(result_of(record).table(width) for width in (None, 50))
    yield "-timeline.svg", lambda: _without_files(timeline.to_svg(record))
    yield "-flame.svg", lambda: _without_files(flame.to_svg(record))
    yield ".html", lambda: _without_files(result_of(record).page())
    if not record.syncs:
        yield "-picture.txt", lambda: _artists(timeline.draw(record), "pdf")


def _inspection(record: kinds.Inspection) -> Iterator[View]:
    yield from _terminal(lambda width: inspection.renderable(record, width))
    yield "-120.txt", lambda: plain(inspection.renderable(record, 120), 120)
    yield ".html", lambda: _without_files(result_of(record).page())
    if record.compiled:
        built = record.compiled
        yield "-compiled.txt", lambda: "\n".join(compiled.lines(built))
    for question in (decisions.ALL, "registers") if record.kernels else ():
        asked = partial(decisions.renderable, record, question)
        yield from _terminal(lambda _, asked=asked: asked(), f"-{question}")
        yield f"-{question}-120.txt", partial(_at_120, asked)
    for kernel in record.kernels:
        for stage in [*kernel.stages, "ast"]:
            view = partial(inspection.stage_view, kernel, stage, 110)
            yield f"-{kernel.name}-{stage}.ansi", partial(_shown_or_error, view, 110)
        for width in (80, 139, 140):
            view = partial(explanation.renderable, kernel, width)
            yield f"-{kernel.name}-words-{width}.ansi", partial(_shown_or_error, view, width)


def _at_120(view: Callable[[], RenderableType]) -> str:
    return plain(view(), 120)


def _decompilation(record: kinds.Decompilation) -> Iterator[View]:
    yield from _terminal(lambda _: decompilation.renderable(record))
    yield "-120.txt", lambda: plain(decompilation.renderable(record), 120, crop=False)
    yield "-verdicts.ansi", lambda: shown(decompilation.renderable(record, code=False), 80)
    yield ".cu", lambda: decompilation.cuda_file(record)


def _occupancy(record: kinds.OccupancyRecord) -> Iterator[View]:
    spec = GPUSpec.from_json(record.gpu)
    names = ("block", "registers", "shared_bytes", "grid", "kernel")
    studies = [study(spec, **{name: one[name] for name in names}) for one in record.launches]
    yield from _terminal(lambda _: occupancy.renderable(studies), wide=True)
    yield ".svg", lambda: svg.file(occupancy_plot.draw([*map(_thinned, studies)]))


def _thinned(one: Study) -> Study:
    """Return a study with every 12th value of its curves: a picture of all of them has 40 KB."""
    curves = (replace(c, values=c.values[::12], points=c.points[::12]) for c in one.curves)
    return replace(one, curves=tuple(curves))


def _gpus(record: kinds.GpuTable) -> Iterator[View]:
    specs = [GPUSpec.from_json(one) for one in record.gpus]
    yield from _terminal(lambda _: machine.specifications(specs), wide=True)
    for spec in specs:
        yield from _terminal(lambda _, spec=spec: machine.explained(spec), f"-{spec.name}")
    box = Drawing(20, 10, "a <box>", (Bar(0, 0, 20, 10, "s0", "a & b"),))
    sections = [page.Section("A <title>", "text & more"), page.Section(drawing=box, note="1 < 2")]
    yield ".html", lambda: _without_files(page.to_html("gpus", "GPUs <all>", "one", sections))


def _drawn(drawing: Drawing | None) -> str:
    return "nothing to draw" if drawing is None else svg.file(drawing)


def _shown_or_error(view: Callable[[], RenderableType], width: int) -> str:
    return _or_error(lambda: shown(view(), width))


def _or_error(render: Callable[[], str]) -> str:
    try:
        return render()
    except UsageError as error:
        return f"UsageError: {error}"


def _without_files(rendered: str) -> str:
    """Return a page with the name of each file that it holds as a whole in place of the file."""
    rendered = rendered.replace(svg.page_style(), "/* the style of drawings */")
    for file in sorted(_TEMPLATES.glob("*.[cj]s*")):
        rendered = rendered.replace(file.read_text(), f"/* {file.name} */")
    return rendered


def _artists(drawing: Drawing, form: str) -> str:
    """Return what matplotlib draws in a picture: its artists with their properties.

    A PNG's own bytes change with the version of the font's renderer.
    """
    lines: list[str] = []

    def note(figure: Figure, stream: io.BytesIO, **options: object) -> None:
        (axes,) = figure.axes
        place = axes.get_position().bounds
        frame = figure.get_size_inches(), figure.get_facecolor(), place, axes.axison
        lines.append(_plain((*frame, axes.get_xlim(), axes.get_ylim())) + f" {options}")
        for artist in (*axes.patches, *axes.lines, *axes.texts):
            own = [name for name in _PROPERTIES if hasattr(artist, f"get_{name}")]
            known = " ".join(f"{n}={_plain(getattr(artist, f'get_{n}')())}" for n in own)
            lines.append(f"{type(artist).__name__} {known}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", note)
        pictures.encode(drawing, form)
    return "\n".join(lines)


_PROPERTIES = (
    *("zorder", "alpha", "facecolor", "edgecolor", "linewidth", "x", "y", "width", "height", "xy"),
    *("color", "data", "linestyle", "marker", "markersize", "markeredgecolor", "markeredgewidth"),
    *("text", "position", "fontsize", "fontweight", "ha", "va", "rotation", "rotation_mode"),
    "parse_math",
)


def _plain(value: object) -> str:
    """Return a property without the names of NumPy's types; a number with 9 digits."""
    if isinstance(value, np.ndarray | tuple | list):
        return "(" + ", ".join(map(_plain, value)) + ")"
    return f"{value:.9g}" if isinstance(value, float) else str(value)
