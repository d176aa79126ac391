"""Opened kernels for a terminal: a summary by source line, or one stage with its source."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from kernelscope.errors import UsageError, unknown
from kernelscope.frontends import front_end
from kernelscope.record import InspectedKernel, Inspection, SMActivity, Stage
from kernelscope.record.names import launch_words, short_place
from kernelscope.report import tables, waits
from kernelscope.report.inspection import compiled
from kernelscope.report.stage_text import Word, coloured, styled

STAGE_TITLES = {
    "source": "source",
    "ast": "AST",
    "ttir": "TTIR",
    "ttgir": "TTGIR",
    "llir": "LLVM IR",
    "ptx": "PTX",
    "sass": "SASS",
    "generated": "generated",
}
_COUNTED = ("ttgir", "llir", "ptx", "sass")
_OTHERS = 4


def renderable(record: Inspection, width: int = 80) -> RenderableType:
    """Return each kernel's summary: resources, stages, and the results of each source line."""
    parts: list[RenderableType] = []
    if record.compiled is not None:
        parts += [compiled.renderable(record.compiled), Text()]
    for kernel in record.kernels:
        parts += [heading(kernel), *map(Text, facts(kernel)), Text()]
        parts += [_stages_table(kernel), Text()]
        if activity := activity_of(kernel):
            parts += [waits.table(activity.lines), Text(waits.legend(), "dim"), Text()]
        if "source" in kernel.stages:
            parts += [_lines_table(kernel, width), Text()]
    parts += [Text(f"note: {note}", "yellow") for note in record.notes]
    hints = "one stage: --stage ptx · decisions: --why all · all in a page: --output DIR"
    parts.append(Text(hints, "dim"))
    return Group(*parts)


def heading(kernel: InspectedKernel) -> Text:
    """Return the kernel's name, its maker, and its target."""
    return Text.assemble((kernel.shown_name, "bold"), (f"  {made_by(kernel)}", "dim"))


def made_by(kernel: InspectedKernel) -> str:
    """Return the implementation, the front end and the target."""
    made = front_end(kernel.frontend).title
    if kernel.implementation not in ("", kernel.frontend):
        made = f"{kernel.implementation}, {made}"
    return f"{made}, {kernel.target}"


def facts(kernel: InspectedKernel) -> Iterator[str]:
    """Return the kernel's resources, its launch, and the assumptions about its arguments."""
    registers = "registers unknown" if kernel.registers is None else f"{kernel.registers} registers"
    spills = "spills unknown" if kernel.spill_bytes is None else f"{kernel.spill_bytes} B spilled"
    yield f"{registers} a thread, {spills} (by the assembler)"
    launch = kernel.launch
    if launch is not None:
        grid, block = "×".join(map(str, launch.grid)), "×".join(map(str, launch.block))
        occupancy = "" if launch.occupancy is None else f", occupancy {launch.occupancy:.0%}"
        limiter = f" (by {launch.limiter})" if launch.limiter and launch.occupancy != 1 else ""
        shared = f"{launch.shared_bytes} B shared"
        yield f"launched {grid} blocks × {block} threads, {shared}{occupancy}{limiter}"
    if launch is not None and kernel.others:
        first, *others = (w or "the usual one" for w in launch_words([launch, *kernel.others]))
        more = f"; {len(others) - _OTHERS} more" if len(others) > _OTHERS else ""
        yield f"that is {first}; launched otherwise, too: {'; '.join(others[:_OTHERS])}{more}"
    if activity := activity_of(kernel):
        yield waits.summary(activity)
    constants = {
        name: type_name.removeprefix("constexpr ")
        for name, type_name in kernel.types.items()
        if type_name.startswith("constexpr ")
    }
    if constants:
        yield "compiled for " + ", ".join(f"{name} = {value}" for name, value in constants.items())
    for name, type_name in kernel.types.items():
        assumed = ", ".join(kernel.facts.get(name, ()))
        if assumed:
            yield f"{name}: {type_name}, assumed {assumed}"


def activity_of(kernel: InspectedKernel) -> SMActivity | None:
    """Return the simulated SM's activity in the launch; None if there is none."""
    launch = kernel.launch
    return None if launch is None or launch.simulated is None else launch.simulated.activity


def _stages_table(kernel: InspectedKernel) -> Table:
    table = tables.grid(tables.names("stage"), *tables.figures("lines", "mapped"), "by")
    for name, stage in kernel.stages.items():
        mapped = len({line for line, _ in stage.map})
        lines = stage.text.count("\n")
        table.add_row(STAGE_TITLES[name], f"{lines:,}", f"{mapped:,}", Text(stage.note, "dim"))
    return table


def _lines_table(kernel: InspectedKernel, width: int) -> Table:
    """Return the source, with the number of lines of each stage that came from each line."""
    source = kernel.stages["source"]
    place = dict(source.map)
    stages = [name for name in _COUNTED if name in kernel.stages]
    counts = {name: instructions_per_line(kernel.stages[name]) for name in stages}
    warps = executed_per_line(kernel.stages["ptx"]) if "ptx" in stages else {}
    table = tables.grid(Column("line", justify="right", style="dim"), gap=1)
    table.add_column("source", no_wrap=True, overflow="ellipsis", ratio=1)
    for name in stages:
        table.add_column(STAGE_TITLES[name].split()[0], justify="right")
    if warps:
        table.add_column("executed", justify="right")
    most = max(warps.values(), default=0)
    file = ""
    idle: list[_SourceLine] = []
    for number, words in enumerate(coloured(source.text, source.language), 1):
        here = place.get(number, "")
        own_file, _, line = here.rpartition(":")
        if not any(here in counts[name] for name in stages):
            if own_file == file or not here:
                idle.append((line, words))
            continue
        for idle_line, idle_words in _shortened(idle):
            blank = [""] * (len(stages) + bool(warps))
            table.add_row(idle_line, styled(idle_words, dim=True), *blank)
        idle = []
        file = file or own_file
        figures = [_figure(counts[name].get(here)) for name in stages]
        heat = [_heat(warps.get(here, 0), most)] if warps else []
        table.add_row(line, styled(words), *figures, *heat)
    table.width = width
    return table


_SourceLine = tuple[str, Sequence[Word]]
_CONTEXT = 3


def _shortened(idle: list[_SourceLine]) -> list[_SourceLine]:
    """Return gaps of source lines without results; long gaps keep only their ends."""
    if len(idle) <= 2 * _CONTEXT + 1:
        return idle
    left_out: _SourceLine = "⋮", [("", f"{len(idle) - 2 * _CONTEXT} lines")]
    return [*idle[:_CONTEXT], left_out, *idle[-_CONTEXT:]]


def _figure(count: int | None) -> str:
    return "" if count is None else f"{count:,}"


def _heat(times: float, most: float) -> Text:
    """Return warp executions, the hotter the redder, on a logarithmic scale."""
    if not times:
        return Text("")
    # A loop's lines run 1,000,000 times, the lines before it 8,192: 1.00 red, and 0.65 dim. 30,000
    # are 0.75: still dim; 40,000 yellow. Linearly all but the innermost loop would be dim.
    share = math.log1p(times) / math.log1p(most) if most else 0.0
    style = "red" if share > 0.95 else "yellow" if share > 0.75 else "dim"
    return Text(f"{times:,.0f}", style)


def instructions_per_line(stage: Stage) -> dict[str, int]:
    """Return source line → lines of the stage that came from it.

    An inlined line counts at each call on the way.
    """
    return Counter(place for _, place in stage.map)


def executed_per_line(stage: Stage) -> dict[str, float]:
    """Return source line → instructions that warps executed for it, by the virtual GPU's count."""
    times = dict(stage.executed)
    totals: dict[str, float] = {}
    for line, place in stage.map:
        if line in times:
            totals[place] = totals.get(place, 0) + times[line]
    return totals


# ---- one stage -----------------------------------------------------------------------------------


def stage_view(kernel: InspectedKernel, name: str, width: int = 80) -> RenderableType:
    """Return a stage's lines with numbers, counts, and the source line that each came from.

    Directives that hold only the map (`.loc`, `#loc`) and debug sections are left out: the map is
    shown next to the lines instead.
    """
    stage = stage_of(kernel, name)
    table = tables.grid(Column(justify="right", style="dim", no_wrap=True), gap=1)
    table.width, table.show_header = width, False
    counted = dict(stage.executed) or dict(stage.registers)
    became = _became(name, stage)
    if counted or became:
        table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold", ratio=3)
    own_lines = source_lines(kernel) if name not in ("source", "generated") else {}
    if own_lines and stage.map:
        table.add_column(style="dim", no_wrap=True, overflow="ellipsis", ratio=2)
    most = max(counted.values(), default=0)
    last = ""
    for number, words, place in shown_lines(stage):
        row: list[RenderableType] = [str(number)]
        if counted:
            row.append(_heat(counted.get(number, 0), most))
        elif became:
            row.append(Text(_ranges(became.get(number, [])), "dim"))
        row.append(styled(words))
        if own_lines and stage.map:
            row.append(_source_lines_cell(place, own_lines) if place != last else Text(""))
            last = place or last
        table.add_row(*row)
    legend = _legend(name, stage)
    return Group(heading(kernel), Text(legend, "dim"), Text(), table)


def stage_of(kernel: InspectedKernel, name: str) -> Stage:
    """Return one stage by its name. Raises UsageError if it is not a stage, or this kernel does not
    have it; the message lists those that it has.
    """
    if name in kernel.stages:
        return kernel.stages[name]
    there = ", ".join(kernel.stages) or "nothing that can be read"
    if name not in STAGE_TITLES:
        raise unknown(f"{kernel.shown_name}: stage", name, kernel.stages)
    why = _ABSENT.get(name, f"the front end ({kernel.frontend}) does not make it")
    raise UsageError(f"{kernel.shown_name} has no {name}: {why}; it has {there}")


_ABSENT = {
    "ptx": "there is only machine code; inspect the .ptx that it was assembled from",
    "sass": "there is no cubin, or no nvdisasm to read it (pip install triton)",
    "source": "only its code is known; inspect the script or operation that it comes from",
    "ast": "its source is not Python, or not available",
    "generated": "only torch.compile writes code around its kernels",
}


BECOMES = {"ttir": "ttgir", "ttgir": "ptx"}
"""A stage → of those that were made of it, the one whose lines the terminal shows next to it."""
_RANGES = 2


def _became(name: str, stage: Stage) -> dict[int, list[int]]:
    """Return line → the lines that it became in the stage of `BECOMES`."""
    lines: dict[int, list[int]] = {}
    for line, made in stage.leads_to.get(BECOMES.get(name, ""), ()):
        lines.setdefault(line, []).append(made)
    return lines


def _ranges(lines: Sequence[int]) -> str:
    """Return ascending line numbers, runs as one: "12-15 40"; of many only the first."""
    ranges: list[list[int]] = []
    for line in lines:
        # Lines 12, 13, 15, 40: `.loc` is line 14, so "12-15 40". Runs of strict neighbours would be
        # "12-13 15", and " +1" for the 40.
        if ranges and line <= ranges[-1][1] + 2:  # a mark of the map may stand between two
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    shown = [f"{first}-{last}" if last > first else f"{first}" for first, last in ranges]
    more = f" +{len(shown) - _RANGES}" if len(shown) > _RANGES else ""
    return " ".join(shown[:_RANGES]) + more


def _legend(name: str, stage: Stage) -> str:
    figures = ""
    if stage.executed:
        figures = " · 2nd column: times that a warp executed the line, counted by the virtual GPU"
    elif stage.registers:
        figures = " · 2nd column: live registers"
    elif _became(name, stage):
        figures = f" · 2nd column: the lines of {STAGE_TITLES[BECOMES[name]]} that it became"
    return f"{STAGE_TITLES[name]} · map: {stage.note}{figures}"


def shown_lines(stage: Stage) -> Iterator[tuple[int, Sequence[Word], str]]:
    """Return (line number, words, the user's source line) of the lines that are more than the
    map.
    """
    places: dict[int, str] = dict(stage.map)  # of several, the last: the user's own
    hidden = False
    for number, words in enumerate(coloured(stage.text, stage.language), 1):
        line = "".join(word for _, word in words).strip()
        hidden = hidden or (stage.language == "ptx" and line.startswith((".section", ".file")))
        if hidden or _is_map(line, stage.language):
            continue
        yield number, [*_compact(words, stage.language)], places.get(number, "")


def _compact(words: Sequence[Word], language: str) -> Iterator[Word]:
    """Return a line's words without the map in it, and with single blanks for PTX's columns."""
    for place, (word_kind, word) in enumerate(words):
        if language == "mlir":
            if word.startswith("loc("):
                continue
            if place + 1 < len(words) and words[place + 1][1].startswith("loc("):
                word = word.rstrip()
        if language == "ptx":
            word = re.sub(r"[ \t]+", " " if place else "  ", word)
        yield word_kind, word


def _is_map(line: str, language: str) -> bool:
    if language in ("python", "cuda"):
        return False
    if language == "ptx":
        return line.startswith((".loc", "$L__tmp", "$L__func", "//")) or not line
    if language == "mlir":
        return line.startswith("#loc")
    return (language == "llvm" and line.startswith(("!", "declare", "attributes"))) or not line


def source_lines(kernel: InspectedKernel) -> dict[str, str]:
    """Return source line → its text, as far as the source is known."""
    source = kernel.stages.get("source")
    if source is None:
        return {"": ""}
    lines = source.text.splitlines()
    return {place: lines[number - 1].strip() for number, place in source.map}


def _source_lines_cell(place: str, lines: dict[str, str]) -> Text:
    if not place:
        return Text("")
    known = lines.get(place)
    number = place.rpartition(":")[2]
    return Text(short_place(place) if known is None else f"{number} {known}")
