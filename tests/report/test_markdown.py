"""Terminal views as Markdown: nothing is lost, and nothing becomes a mark that it was not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kernelscope.cli import main
from kernelscope.record import load
from kernelscope.report import markdown
from kernelscope.report.tables import plain
from kernelscope.results.files import result_of

RECORDS = sorted((Path(__file__).parent / "golden" / "records").glob("*.json"))
FIGURE = re.compile(r"\d[\d.,]*")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_markdown_has_every_figure_of_the_terminal(path: Path) -> None:
    """Tables have as many cells in each line, folds end, and there is no escape and no box."""
    result = result_of(load(path))
    made = result.markdown()
    assert not {*FIGURE.findall(plain(result.renderable(120), 4000))} - {*FIGURE.findall(made)}
    assert made.count("<details>") == made.count("</details>")
    assert not re.search("[\x1b│─┌┐└┘━]", made)
    outside = re.sub(r"^(`{3,})\n.*?\n\1$", "", made, flags=re.DOTALL | re.MULTILINE)
    for block in outside.split("\n\n"):
        lines = block.splitlines()
        if lines and lines[0].startswith("|"):
            assert len({line.replace(r"\|", "").count("|") for line in lines}) == 1, block
            assert re.fullmatch(r"\|( -{3}:? \|)+", lines[1])


def test_lines_below_each_other_are_a_list_and_indents_its_levels() -> None:
    view = Group(
        Text("alone"),
        Text(),
        Text("first"),
        Padding(Text("below"), (0, 0, 0, 3)),
        Text("   as deep\n     deeper"),
        Text("x = 1", no_wrap=True),
        Text("second"),
    )
    assert markdown.text(view) == (
        "alone\n\n- first\n  - below\n  - as deep\n    - deeper\n"
        "      ```\n      x = 1\n      ```\n- second\n"
    )


def test_words_stay_words() -> None:
    """No heading, list, emphasis, tag, link, mention or reference to an issue is made of them."""
    for words, made in (
        ("1. race in __global__ k<float*>", r"1\. race in \_\_global\_\_ k\<float\*>"),
        ("num_warps=4 of a[i](x) ~ &lt; \\", r"num_warps=4 of a[i\](x) \~ \&lt; \\"),
        ("#1 and @you, gelu/triton@virtual", "#<!-- -->1 and @<!-- -->you, gelu/triton@virtual"),
        ("# one", r"\# one"),
        ("> x", r"\> x"),
        ("use `a*b` now", "use `a*b` now"),
        ("an odd ` tick", r"an odd \` tick"),
    ):
        assert markdown.text(Text(words)) == made + "\n"


def test_bold_is_kept_and_what_is_aligned_is_code() -> None:
    assert markdown.text(Text.assemble(("gelu  ", "bold"), ("n*n", "dim"))) == "**gelu** n\\*n\n"
    assert markdown.text(Text("a     1 µs\n  b   2")) == "```\na     1 µs\n  b   2\n```\n"
    assert markdown.text(Text("```\n", no_wrap=True)) == "````\n```\n````\n"


def test_a_table_is_a_table_and_a_long_one_is_folded() -> None:
    table = Table(box=None)
    table.add_column("")
    table.add_column("time\nest.", justify="right")
    table.add_row("  a|b", Text("9", "bold"))
    assert markdown.text(table) == ("|  | time est. |\n| --- | ---: |\n| &emsp;a\\|b | **9** |\n")
    for _ in range(25):
        table.add_row("c", "1")
    made = markdown.text(table)
    assert made.startswith("<details><summary>26 rows</summary>\n\n|")
    assert made.endswith("|\n\n</details>\n")


def test_a_command_prints_markdown_and_ends_with_the_same_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = next(path for path in RECORDS if path.stem == "compare-many")
    assert main(["report", str(record), "--markdown", "--output", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "| naive | ✓ ok | 5.31 ms est. |" in out
    assert f"written: `{tmp_path / 'gelu.json'}`" in out
    assert main(["report", str(record)]) == 0
    assert "|" not in capsys.readouterr().out
    assert main(["gpus", "--markdown"]) == 0
    assert "| compute capability | 8.6 | 8.0 |" in capsys.readouterr().out
