"""The site: what MkDocs is given for each page, and what the check of the built site finds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import check_site

pytest.importorskip("mkdocs")
site_pages = pytest.importorskip("site_pages")


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some files with a place in the site."""
    places = {
        "README.md": "index.md",
        "docs/time.md": "time.md",
        "docs/recipes/gpu.md": "recipes/gpu.md",
        "tests/truth/README.md": "source/tests/truth/README.md",
    }
    monkeypatch.setattr(site_pages, "uris", places)


@pytest.mark.usefixtures("places")
def test_links_lead_from_the_place_in_the_repository_to_the_one_in_the_site() -> None:
    """A link to a source file stays in the site; one in code is text."""
    of_a_page = "[truth](../../tests/truth/README.md#a) `[no](../time.md)` [out](https://a.org/b)"
    assert site_pages.with_site_links("docs/recipes/gpu.md", "recipes/gpu.md", of_a_page) == (
        "[truth](../source/tests/truth/README.md#a) `[no](../time.md)` [out](https://a.org/b)"
    )
    of_a_folder = "[the records](h200/) [all](../../tests/truth)"
    assert site_pages.with_site_links("docs/measured/x.md", "measured/x.md", of_a_folder) == (
        "[the records](h200/) all"
    )
    of_the_readme = "![A](docs/a.png) [times](docs/time.md)"
    assert site_pages.with_site_links("README.md", "index.md", of_the_readme) == (
        "![A](docs/a.png) [times](time.md)"
    )


@pytest.mark.usefixtures("places")
def test_a_link_that_says_the_name_of_a_file_says_its_title() -> None:
    text = site_pages.with_site_links("docs/x.md", "x.md", "([time.md](time.md#errors))")
    assert text == "([Estimated times](time.md#errors))"


def test_what_belongs_to_an_item_is_four_columns_in_and_code_is_not_a_list() -> None:
    """CommonMark wants two or three, Python-Markdown four."""
    assert site_pages.indented("1. a\n   b\n\n   ```sh\n   - c\n   ```\n\n- d\n  e\n\nf") == (
        "1. a\n    b\n\n    ```sh\n    - c\n    ```\n\n- d\n    e\n\nf"
    )
    assert site_pages.indented("```\n- a\n  b\n```") == "```\n- a\n  b\n```"


def test_a_notebook_is_a_page_with_its_files_outputs_and_pictures(tmp_path: Path) -> None:
    """The text of a drawing for who does not see it is the drawing's own."""
    svg = '<svg aria-label="bars"></svg>'
    cells = [
        {"cell_type": "markdown", "source": ["# Title"]},
        {"cell_type": "code", "source": ["%%writefile -a k.cu\n", "\n", "int i;"], "outputs": []},
        {
            "cell_type": "code",
            "source": ["print(1)"],
            "outputs": [{"text": ["1\n"]}, {"data": {"image/svg+xml": [svg], "text/plain": []}}],
        },
    ]
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": cells}))
    page = site_pages.notebook_page(tmp_path / "n.ipynb")
    assert page.startswith("# Title\n\n[Download this notebook](n.ipynb){ download=n.ipynb }\n")
    assert '```cuda title="added to k.cu"\nint i;\n```\n' in page
    assert "```python\nprint(1)\n```\n\n``` { .text .output }\n1\n```\n" in page
    assert '<img class="picture" alt="bars" src="data:image/svg+xml;base64,' in page


def test_the_check_finds_what_leads_nowhere_and_what_comes_from_elsewhere(tmp_path: Path) -> None:
    """Links out of the site are left alone: nothing loads them."""
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.html").write_text('<h2 id="x"></h2><a href="../a.html">a</a>')
    (tmp_path / "404.html").write_text('<a href="/b/c.html">c</a>')
    (tmp_path / "a.html").write_text(
        '<a href="b/c.html#x">good</a> <a href="https://a.org">out</a> <a href="#y">place</a>'
        '<a href="b/d.html">file</a> <img src="https://a.org/b.png" alt="b"> <img src="b/c.html">'
    )
    assert check_site.faults(tmp_path) == [
        "a.html: no text for the picture b/c.html",
        "a.html: has no such place: #y",
        "a.html: leads nowhere: b/d.html",
        "a.html: is loaded from another host: https://a.org/b.png",
    ]
