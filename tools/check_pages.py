"""Run axe-core on pages in a real browser, 500 and 1,400 px wide, light and dark.

    npm pack axe-core && tar xzf axe-core-*.tgz package/axe.min.js
    python tools/check_pages.py package/axe.min.js out/*.html

Prints each violation with the first elements that have it; the exit code is 1 if there are any.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path

_RUN = """
axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => {
  const found = violations.map(({ id, help, nodes }) =>
    `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ")}`);
  document.body.innerHTML = "<pre id=probe></pre>";
  document.getElementById("probe").textContent = JSON.stringify(found);
});
"""


def violations(browser: str, axe: str, page: str, *, width: int, dark: bool) -> list[str]:
    """Return what axe-core finds on a page of this width in these colours, a line for each rule.

    Raises RuntimeError if the browser did not come to an answer.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.html")
        path.write_text(page.replace("</body>", f"<script>{axe}</script><script>{_RUN}</script>"))
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
        command += [f"--user-data-dir={folder}/profile", f"--window-size={width},900"]
        command += ["--virtual-time-budget=60000", path.as_uri()]
        command.insert(1, f"--blink-settings=preferredColorScheme={int(not dark)}")
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    found = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.DOTALL)
    if found is None:
        raise RuntimeError(f"axe-core gave no answer: {done.stderr[-500:]}")
    return json.loads(unescape(found[1]))


def main() -> int:
    """Check the pages of the command line."""
    browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if browser is None or len(sys.argv) < 3:
        print("usage: check_pages.py AXE.min.js PAGE…, with chromium on the PATH")
        return 2
    axe, bad = Path(sys.argv[1]).read_text(), 0
    for page in map(Path, sys.argv[2:]):
        for width in (500, 1400):
            for dark in (False, True):
                look = f"{width} px, {'dark' if dark else 'light'}"
                found = violations(browser, axe, page.read_text(), width=width, dark=dark)
                bad += len(found)
                for line in found or ["no violation"]:
                    print(f"{page.name}, {look}: {line}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
