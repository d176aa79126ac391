"""What MkDocs needs to make a site of the pages as they lie in the repository (`mkdocs.yml`).

Pages link to each other and to source files as they do on a code host. Here each such file becomes
a page of the site, so that every link works with no network:

- the README is the first page, and each rule's page is under `rules/`;
- a notebook is a page with its outputs;
- a source file that a page links to is under `source/`, with its lines as code; data is a download.
"""

from __future__ import annotations

import base64
import html
import json
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from reference_docs import PAGES

ROOT = Path(__file__).resolve().parent.parent
RULES = "src/kernelscope/diagnose/pages/"
CODE = re.compile(r"(^ *(`{3,}).*?^ *\2 *$|`+[^`\n].*?`+)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(\]\(|<img src=\")(?![a-z]+:|#)([^)#\s\"]+)")
NAMED = re.compile(r"\[[\w/.-]+\.md\]\(([^)#:]+\.md)(#[^)]*)?\)")
FOLDER = re.compile(r"\[([^\[\]]*)\]\(([^)#:]+)\)")
FENCE = re.compile(r"^( *`{3,})(\w+) +(?!title=)(\S.*)$", re.MULTILINE)
LEXERS = {".cu": "cuda", ".py": "python", ".toml": "toml"}
WHAT_BLOCKS_DO = {"new": "new file", "out": "taken out of", "in": "in"}

uris: dict[str, str] = {}
"""The path of each file in the repository that has a place in the site → that place in `docs`."""


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return Markdown with a change made to it, but for its code."""
    parts = CODE.split(text)
    # A part, then a code span and its fence, in turns.
    return "".join(
        change(part) if place % 3 == 0 else part
        for place, part in enumerate(parts)
        if place % 3 != 2
    )


def links(path: str, text: str) -> Iterator[str]:
    """Yield the paths in the repository that a file's Markdown links to."""
    targets: list[str] = []

    def note(part: str) -> str:
        targets.extend(match[2] for match in LINK.finditer(part))
        return part

    outside_code(text, note)
    for target in targets:
        yield target_of(path, target)


def target_of(path: str, link: str) -> str:
    """Return the path in the repository that a link in a file leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), link))


def with_site_links(path: str, uri: str, text: str) -> str:
    """Return a file's Markdown with its links as they are from its page.

    `[time.md](time.md)` says the page's title, which a reader of the site knows it by. A link to a
    folder is its text: the site has no page of it.
    """

    def titled(match: re.Match[str]) -> str:
        target = ROOT / target_of(path, match[1])
        if not target.is_file():
            return match[0]
        title = target.read_text().partition("\n")[0].removeprefix("# ")
        return f"[{title}]({match[1]}{match[2] or ''})"

    def unlinked(match: re.Match[str]) -> str:
        return match[1] if (ROOT / target_of(path, match[2])).is_dir() else match[0]

    def replace(match: re.Match[str]) -> str:
        place = uris.get(target_of(path, match[2]))
        if place is None:
            return match[0]  # MkDocs says that it leads nowhere
        return match[1] + posixpath.relpath(place, posixpath.dirname(uri))

    return outside_code(
        text, lambda part: LINK.sub(replace, NAMED.sub(titled, FOLDER.sub(unlinked, part)))
    )


def place_of(path: str) -> str:
    """Return the place in `docs` of a file of the repository that is not under `docs`."""
    if path == "README.md":
        return "index.md"
    if path.startswith(RULES):
        return f"rules/{path.removeprefix(RULES)}"
    if path.endswith(".md") or Path(path).suffix not in LEXERS:
        return f"source/{path}"
    return f"source/{path}.md"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what lies outside `docs`, and the notebooks."""
    uris.clear()
    uris.update({f"docs/{file.src_uri}": file.src_uri for file in files})
    for notebook in sorted((ROOT / "docs").rglob("*.ipynb")):
        path = str(notebook.relative_to(ROOT))
        uris[path] = path.removeprefix("docs/").replace(".ipynb", ".md")
        files.append(File.generated(config, uris[path], content=notebook_page(notebook)))
    pages = [(path, (ROOT / path).read_text()) for path in uris if path.endswith(".md")]
    pages += [(path, "") for path in uris if path.endswith(".ipynb")]
    for uri, text_of in PAGES.items():
        files.append(File.generated(config, uri, content=text_of()))
        uris[f"docs/{uri}"] = uri
    rules = sorted(f"{RULES}{page.name}" for page in (ROOT / RULES).iterdir())
    for path in ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "release/README.md", *rules]:
        pages.extend(added(path, files, config))
    while pages:
        path, text = pages.pop()
        for target in links(path, text):
            if target not in uris and (ROOT / target).is_file():
                pages.extend(added(target, files, config))
    return files


def added(path: str, files: Files, config: MkDocsConfig) -> Iterable[tuple[str, str]]:
    """Add a file of the repository; return its path and text if it is Markdown."""
    uri = uris[path] = place_of(path)
    if not uri.endswith(".md"):
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / path)))
        return []
    text = (ROOT / path).read_text()
    if path.endswith(".md"):
        files.append(File.generated(config, uri, content=text))
        return [(path, text)]
    fence = "`" * 8
    code = f"# `{path}`\n\n{fence}{LEXERS[Path(path).suffix]}\n{text}\n{fence}\n"
    files.append(
        File.generated(config, uri, content=f"---\nsearch: {{exclude: true}}\n---\n{code}")
    )
    return []


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return a page's text with the links and the blocks as MkDocs takes them."""
    uri = page.file.src_uri
    path = next(path for path, place in uris.items() if place == uri)
    return FENCE.sub(with_title, indented(with_site_links(path, uri, markdown)))


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Return a page with what keyboards and screen readers need and the theme leaves out."""
    named = output.replace('role="dialog">', 'role="dialog" aria-label="Search">')
    reached = named.replace("<pre><span></span><code>", '<pre><span></span><code tabindex="0">')
    return reached.replace("<th></th>", "<td></td>")


def with_title(match: re.Match[str]) -> str:
    """Return the first line of a block of a recipe: what to do with it is its title."""
    fence, language, information = match.groups()
    words = dict(re.findall(r"(\w+)=[\"'](.*?)[\"'](?= |$)", information))
    told = [f"{WHAT_BLOCKS_DO.get(word, word)} {value}" for word, value in words.items()]
    title = html.escape(", ".join(told))
    return f'{fence}{language} title="{title}"' if title else f"{fence}{language}"


def indented(text: str) -> str:
    """Return Markdown whose lists have what belongs to an item four columns in."""
    lines: list[str] = []
    width = 0  # of the item's mark
    is_code = False
    for line in text.split("\n"):
        inner = line.lstrip(" ")
        indent = len(line) - len(inner)
        if inner and indent == 0 and not is_code:
            mark = re.match(r"(?:[-*]|\d+\.) +", line)
            width = len(mark[0]) if mark else 0
        is_inside = width and indent >= width
        lines.append(" " * (4 - width) + line if is_inside and width < 4 else line)
        if inner.startswith("```"):
            is_code = not is_code
    return "\n".join(lines)


def notebook_page(path: Path) -> str:
    """Return a notebook as Markdown: each cell with its outputs."""
    cells = json.loads(path.read_text())["cells"]
    name = path.name
    head, *others = (cell_text(cell) for cell in cells)
    download = f"[Download this notebook]({name}){{ download={name} }}\n"
    return "\n".join([head, download, *others])


def cell_text(cell: dict[str, Any]) -> str:
    """Return a cell as Markdown; one that writes a file is that file's text."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return source + "\n"
    first, _, text = source.partition("\n")
    if first.startswith("%%writefile"):
        *_, name = first.split()
        added = "added to " if "-a" in first.split() else ""
        language = LEXERS[Path(name).suffix]
        return f'```{language} title="{added}{name}"\n{text.strip()}\n```\n'
    outputs = [output_text(output) for output in cell["outputs"]]
    return "\n".join([f"```python\n{source}\n```\n", *outputs])


def output_text(output: dict[str, Any]) -> str:
    """Return an output as Markdown: a picture with its alternative text, or text."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        # As a picture, so that its style stays its own; it has its text for who does not see it.
        svg = "".join(data["image/svg+xml"])
        label = re.search(r'aria-label="([^"]*)"', svg)
        source = base64.b64encode(svg.encode()).decode()
        alt = label[1] if label else ""
        return f'<img class="picture" alt="{alt}" src="data:image/svg+xml;base64,{source}">\n'
    text = "".join(output.get("text") or data["text/plain"])
    return f"``` {{ .text .output }}\n{text.rstrip()}\n```\n"
