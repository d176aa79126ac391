"""Take the pictures of the documentation: pages that commands write, in a browser nobody sees."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
# Name → the command, which runs in a folder with the tutorials' files and `tests`; the window.
PICTURES = {
    "report": ("compare gelu", "1200,1170"),
    "start-student": ("inspect gelu/triton", "1200,640"),
    "start-kernel-author": ("compare relu.py:bias_relu", "1200,580"),
    "start-ci-engineer": ("check -m truth.bugs.index llama_cpp_13438", "1200,625"),
    "start-agent-author": (
        "evaluate evaluation/problems/scale.py evaluation/exploits/cached_by_shape.py --seed 1",
        "1000,372",
    ),
}
COLOURS = 256


def take(names: list[str]) -> None:
    """Take the pictures of these names, or all."""
    browser = next(
        (found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None
    )
    if browser is None:
        sys.exit("no browser: install Chromium to take the pictures")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "tests", folder, dirs_exist_ok=True)
        write_files(Path(folder))
        for name in names or PICTURES:
            photograph(name, *PICTURES[name], Path(folder), browser)


def write_files(folder: Path) -> None:
    """Write the files of the tutorials' cells that begin with `%%writefile`."""
    for notebook in (ROOT / "docs" / "tutorials").glob("*.ipynb"):
        for cell in json.loads(notebook.read_text())["cells"]:
            first, _, text = "".join(cell["source"]).partition("\n")
            if first.startswith("%%writefile"):
                with (folder / first.split()[-1]).open("a") as file:
                    file.write(f"{text}\n")


def photograph(name: str, command: str, window: str, folder: Path, browser: str) -> None:
    """Run a command and take a picture of its page, with paths as from its folder.

    What can be unfolded is folded.
    """
    output = folder / "out" / name
    run = [sys.executable, "-m", "kernelscope", *command.split(), "--output", str(output)]
    paths = os.pathsep.join([str(ROOT / "src"), *sys.path])
    subprocess.run(
        [*run, "--device", "virtual:h200"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
        check=name == "report",  # a finding and a refusal end with 1
    )
    page = next(output.rglob("*.html"))
    text = page.read_text().replace(f"{folder}/", "")
    page.write_text(re.sub(r"(<details[^>]*) open>", r"\1>", text))
    picture = IMAGES / f"{name}.png"
    subprocess.run(
        [
            browser,
            "--headless",
            "--no-sandbox",
            "--hide-scrollbars",
            f"--window-size={window}",
            "--virtual-time-budget=5000",
            f"--screenshot={picture}",
            page.as_uri(),
        ],
        check=True,
        capture_output=True,
    )
    whole = Image.open(picture).convert("RGB")
    whole.quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(picture, optimize=True)
