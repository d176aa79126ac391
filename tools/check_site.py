"""Check the built site: every link leads somewhere, and nothing comes from another host.

    python tools/check_site.py out/site

Prints each fault; the exit code is 1 if there is one.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADS = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}


class Page(HTMLParser):
    """What a page has and names.

    Attributes:
        ids: the places that a link can name.
        links: where its links lead.
        loads: what a browser loads with it.
        pictures: pictures without a text for who does not see them.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.pictures: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        values = {name: value or "" for name, value in attrs}
        self.ids |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in LOADS and LOADS[tag] in values:
            self.loads.append(values[LOADS[tag]])
        if tag == "img" and not values.get("alt"):
            self.pictures.append(values.get("src", ""))


def faults(site: Path) -> list[str]:
    """Return the faults of a site, a line for each."""
    pages = {path: Page(path.read_text()) for path in sorted(site.rglob("*.html"))}
    wrong: list[str] = []
    for path, page in pages.items():
        name = path.relative_to(site)
        wrong += [f"{name}: no text for the picture {source}" for source in page.pictures]
        for target in (*page.links, *page.loads):
            parts = urlsplit(target)
            if parts.scheme == "data" or (parts.scheme and target in page.links):
                continue
            if parts.scheme or parts.netloc:
                wrong.append(f"{name}: is loaded from another host: {target}")
                continue
            start = site if parts.path.startswith("/") else path.parent
            below = unquote(parts.path).lstrip("/")
            goal = (start / below).resolve() if below else path
            if not goal.is_file():
                wrong.append(f"{name}: leads nowhere: {target}")
            elif goal in pages and unquote(parts.fragment) not in {"", *pages[goal].ids}:
                wrong.append(f"{name}: has no such place: {target}")
    return wrong


def main() -> int:
    """Check the site of the command line."""
    site = Path(sys.argv[1]).resolve()
    wrong = faults(site)
    for fault in wrong:
        print(fault)
    print(f"{len(list(site.rglob('*.html')))} pages, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
