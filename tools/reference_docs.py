"""The site's pages of reference that are made when it is built, from what the code has anyway."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import is_dataclass
from pathlib import Path

import kernelscope
from kernelscope import record
from kernelscope.diagnose import RULES
from kernelscope.history.figures import FIGURES
from kernelscope.profiling.counters.sections import shown
from kernelscope.quantity import METRICS, Metric

ADVICE = Path(__file__).resolve().parent.parent / "tests" / "advice.golden"

PYTHON_HEAD = """# Python

`import kernelscope as ks` has these names. Tables, pages and files of a result are its methods:
[Results](../results.md). The fields of its record are on [their own page](records.md).
"""
PYTHON_GROUPS = {
    "Commands": ("kernelscope.jobs",),
    "Operations": ("kernelscope.operation", "kernelscope.measure"),
    "The virtual GPU and kernels": ("kernelscope.frontends", "kernelscope.profiling"),
    "Results of commands": ("kernelscope.results",),
    "Numbers": ("kernelscope.quantity",),
    "Errors": ("kernelscope.errors",),
    "Modules": ("kernelscope",),
}
"""Title of a group → where its names are defined."""
RECORDS_HEAD = """# Records

A result's `.record` is one of these classes, and `--json` writes its fields. Times have their unit
in their name (`_ms`, `_us`) or are a `Quantity`, which has a unit and a provenance.
`kernelscope.record.load(FILE)` reads a file back.
"""
METRICS_HEAD = """# Metrics

Every number in a table or a record has a name, a unit and a meaning. A counter of the hardware has
Nsight Compute's name. Where a number comes from (measured, counted, computed, estimated) is in the
record, next to the value: [results.md](../results.md#where-a-figure-comes-from).
"""
RULES_HEAD = """# Rules

`compare`, `profile` and `run` apply these rules to the launches and operators that they have seen.
If a rule fires, it says what is wrong, on which line, what it costs and what to do. Each rule's
page has a bad example, the same example fixed, and the assumptions of its estimated gain.

| rule | fires if | needs | source of the threshold |
|---|---|---|---|
"""
FINDINGS_HEAD = """# Findings of `check`

Each finding has a tool and a kind. Below each kind is a message of a faulty kernel, and what
`check` advises, in the words of the language in which the kernel is written. [Find races and other
faults](../check.md) explains how to read a finding.
"""
FINDINGS_OTHERS = """## Other advice

These faults have no example here. This is their advice, by the part of the checker that gives it:
"""


def cell(text: str) -> str:
    """Return text as one cell of a Markdown table."""
    return text.replace("|", "\\|").replace("<", "&lt;")


def python() -> str:
    """Return the page of the public names, which mkdocstrings fills from their docstrings."""
    left = dict(kernelscope._MODULE_OF)  # pyright: ignore[reportPrivateUsage]
    lines = [PYTHON_HEAD]
    for title, folders in PYTHON_GROUPS.items():
        names = [name for name, module in left.items() if module.startswith(folders)]
        lines.append(f"## {title}\n")
        lines += [f"::: kernelscope.{name}\n" for name in names]
        left = {name: module for name, module in left.items() if name not in names}
    if left:
        raise ValueError(f"PYTHON_GROUPS has no group for {', '.join(left)}")
    return "\n".join(lines)


def records() -> str:
    """Return the page of the records' classes."""
    lines = [RECORDS_HEAD]
    last = ""
    for name, value in vars(record).items():
        if not is_dataclass(value):
            continue
        if value.__module__ != last:
            last = value.__module__
            about = (sys.modules[last].__doc__ or "").partition("\n\n")[0]
            lines += [f"## {last.rpartition('.')[2]}\n", f"{about}\n"]
        lines.append(f"::: {last}.{name}\n")
    return "\n".join(lines)


def metrics() -> str:
    """Return the page of metrics."""
    counters = [METRICS[name] for name in METRICS if "__" in name]
    others = [METRICS[name] for name in METRICS if "__" not in name]
    in_table = set(shown())
    return "\n".join(
        [
            METRICS_HEAD,
            *_metrics("Times, sizes and shares", others),
            *_metrics("Figures of a record", FIGURES.values()),
            *_metrics(
                "Counters that `profile --counters` shows",
                (metric for metric in counters if metric.name in in_table),
            ),
            *_metrics(
                "Other counters", (metric for metric in counters if metric.name not in in_table)
            ),
        ]
    )


def _metrics(title: str, metrics_of_it: Iterable[Metric]) -> list[str]:
    head = [
        f"## {title}\n",
        "| name | unit | meaning | formula | source |",
        "|---|---|---|---|---|",
    ]
    rows = [
        f"| `{m.name}` | {m.unit} | {cell(m.meaning)} | {cell(m.formula)} | {cell(m.source)} |"
        for m in metrics_of_it
    ]
    return [*head, *rows, ""]


def rules() -> str:
    """Return the page that lists the rules."""
    rows = (
        f"| [{rule.name}](../rules/{rule.name}.md) | {cell(rule.threshold)} | {rule.needs} | "
        f"{cell(rule.source)} |"
        for rule in RULES
    )
    return RULES_HEAD + "\n".join(rows) + "\n"


def findings() -> str:
    """Return the page of the checker's findings, from the file that holds all advice.

    `tests/test_advice.py` compares the file with the code. A section of it is

        check barrier/deadlock
            KERNEL: no thread can continue: …
          all: let each phase have as many arrivals …
    """
    sections = ADVICE.read_text(encoding="utf-8").strip().split("\n\n")
    lines = [FINDINGS_HEAD]
    last = ""
    others = [FINDINGS_OTHERS]
    for section in sections:
        title, *told = section.split("\n")
        named = re.fullmatch(r"check(?:, without a kernel here:)? (.*)", title)
        if named is None:
            continue
        advice = [_advice(line) for line in told if not line.startswith("    ")]
        if title.startswith("check, "):
            others += [f"### {named[1].rstrip(', ')}\n", *advice, ""]
            continue
        if named[1] != last:
            lines.append(f"## {named[1]}\n")
        last = named[1]
        message = told[0].strip().partition(": ")[2]
        lines += [f"> {cell(message)}\n", *advice, ""]
    return "\n".join(lines + others)


def _advice(line: str) -> str:
    language, _, text = line.strip().partition(": ")
    return f"- {text}" if language == "all" else f"- *{language}*: {text}"


PAGES = {
    "reference/python.md": python,
    "reference/records.md": records,
    "reference/metrics.md": metrics,
    "reference/rules.md": rules,
    "reference/findings.md": findings,
}
"""Place in `docs` → its text."""
