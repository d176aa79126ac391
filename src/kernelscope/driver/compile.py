"""A compiler's call for a file of a PyTorch extension, with the headers that the file needs.

    python compile.py COMPILER ARGUMENTS…

`torch/extension.h` brings 1,400 operators and PyTorch's neural networks: a minute for the three
passes of nvcc. So the file is compiled with copies of three headers that leave out those includes
whose names it does not say. If that fails for a name, it is compiled with all of them. It imports
nothing of the package: a build calls it for each file.
"""

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

_SOURCE = (".cu", ".cpp", ".cc", ".cxx")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)
_OPERATOR = re.compile(r"^#include <ATen/ops/(\w+)\.h>\n", re.MULTILINE)
_ALWAYS = {"from_blob", "tensor"}
_LIBRARY = re.compile(r"TORCH_LIBRARY|\bclass_\b|\bc10::|torch::(Library|jit|schema|dispatch|arg)")
_NETWORK = re.compile(r"\b(nn|python)::|bind_module|OrderedDict|ordered_dict")
_NAMELESS = re.compile(r"error: (expected|unterminated|missing)|fatal error: .*No such file")
_UNKNOWN = re.compile(r"identifier \"(\w+)\" is undefined|.(\w+). was not declared in this scope")


def main(compiler: str, words: list[str]) -> int:
    """Compile, and return the compiler's exit code."""
    folders = _folders(words, "-isystem")
    torch = next((each for each in folders if (each / "ATen" / "Functions.h").exists()), None)
    sources = [word for word in words if word.endswith(_SOURCE)]
    if torch is not None and len(sources) == 1 and "-c" in words and "-o" in words:
        text = text_of(Path(sources[0]), _folders(words, "-I"))
        headers = Path(words[words.index("-o") + 1] + ".headers").absolute()
        write_headers(headers, torch, text)
        # The compiler looks into folders in their order.
        fewer = ["-isystem", str(headers), "-DAT_PER_OPERATOR_HEADERS", *words]
        ended = subprocess.run([compiler, *fewer], capture_output=True, check=False)
        said = (ended.stdout + ended.stderr).decode(errors="replace")
        if not ended.returncode or _is_final(said, torch):
            sys.stdout.buffer.write(ended.stdout)
            sys.stderr.buffer.write(ended.stderr)
            return ended.returncode
    return subprocess.run([compiler, *words], check=False).returncode


def _folders(words: list[str], option: str) -> list[Path]:
    """Return the folders that an option names, as `-I folder` or `-Ifolder`."""
    given = [word[len(option) :] for word in words if word.startswith(option) and word != option]
    given += [after for word, after in itertools.pairwise(words) if word == option]
    return [Path(folder) for folder in given]


def text_of(source: Path, folders: list[Path]) -> str:
    """Return the text of a file, and of the files of the user's that it includes."""
    texts = dict[Path, str]()
    waiting = [source]
    while waiting:
        path = waiting.pop()
        if path in texts:
            continue
        try:
            texts[path] = path.read_text(errors="replace")
        except OSError:
            continue
        for name in _INCLUDE.findall(texts[path]):
            waiting += [each / name for each in (path.parent, *folders) if (each / name).is_file()]
    return "\n".join(texts.values())


def write_headers(out: Path, torch: Path, text: str) -> None:
    """Write the copies of PyTorch's headers that a text needs."""
    names = set(re.findall(r"\w+", text)) | _ALWAYS
    content = (torch / "ATen" / "Functions.h").read_text()
    begin = max(place.end() for place in _OPERATOR.finditer(content))
    names.update(re.findall(r"at::(\w+)", content[begin:]))  # of its own functions
    content = _OPERATOR.sub(lambda place: place[0] if place[1] in names else "", content)
    _write(out / "ATen" / "Functions.h", content)
    if not _LIBRARY.search(text):
        _write(out / "torch" / "library.h", "#pragma once\n")
    front = torch / "torch" / "csrc" / "api" / "include" / "torch"
    if not _NETWORK.search(text) and (front / "all.h").exists() and (front / "python.h").exists():
        always = {"torch/types.h", "torch/version.h", "torch/cuda.h", "torch/print.h"}
        asked = {f"torch/{name}.h" for name in re.findall(r"torch::(\w+)", text)}
        parts = _INCLUDE.findall((front / "all.h").read_text())
        parts = [name for name in parts if name in always | asked]
        # Without the part that shows a network of C++ to Python.
        parts += [
            name
            for name in _INCLUDE.findall((front / "python.h").read_text())
            if name.startswith("torch/csrc/")
        ]
        lines = "".join(f"#include <{name}>\n" for name in parts)
        _write(out / "torch" / "extension.h", f"#pragma once\n{lines}")


def _write(path: Path, content: str) -> None:
    """Write a file if it has another content: builds look at its time."""
    if not path.exists() or path.read_text() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def _is_final(said: str, torch: Path) -> bool:
    """Return whether no header of PyTorch's would help against a compiler's first error."""
    first = next((line for line in said.splitlines() if "error" in line), "")
    if _NAMELESS.search(first):
        return True
    unknown = _UNKNOWN.search(first)
    return unknown is not None and not _occurs(unknown[1] or unknown[2], torch)


def _occurs(name: str, folder: Path) -> bool:
    word = re.compile(rb"\b%s\b" % name.encode())
    return any(
        word.search(Path(root, file).read_bytes())
        for root, _, files in os.walk(folder)
        for file in files
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
