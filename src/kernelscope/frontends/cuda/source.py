"""Facts read from the text of CUDA C++ and its PTX: kernels, their lines, headers, errors."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path

from kernelscope.frontends.cuda.c_signature import PROBE


def first_error(log: str, source: str, file: str) -> str:
    """Return NVRTC's first error as `file:line:column: error: text`."""
    # NVRTC prints the source line again, indented by two, with a caret below it, and never says the
    # column. For line 2, `      x[0] = undefined_name;`:
    #
    #     k.cu(2): error: identifier "undefined_name" is undefined
    #     .       x[0] = undefined_name;     (the dot is not printed)
    #                    ^
    # The caret is in column 16. Subtract the indent of the printed line (8), add that of the source
    # line (6): column 14, where the name begins. Of a line in another file only the two are known.
    lines = log.splitlines()
    written = dict(enumerate(source.splitlines(), 1))
    for index, line in enumerate(lines):
        match = re.match(r"(.+)\((\d+)\): (?:catastrophic )?error(?: #\S+)?: (.*)", line)
        if not match:
            continue
        place, number, text = match.groups()
        original = written.get(int(number))
        for echo, caret in zip(lines[index + 1 :], lines[index + 2 :], strict=False):
            if caret.strip() != "^":
                continue
            indent, moved = 2, 0
            if original is not None and echo.strip() == original.strip():
                indent, moved = (len(line) - len(line.lstrip()) for line in (echo, original))
            return f"{place}:{number}:{caret.index('^') - indent + moved + 1}: error: {text}"
        return f"{place}:{number}: error: {text}"
    return f"{file}: {' '.join(log.split())[:300] or 'NVRTC refused the source and gave no reason'}"


def entry_names(ptx: str) -> list[str]:
    """Return the names of the kernels in a PTX text, without the signature's probe."""
    names = re.findall(r"\.entry\s+([\w$]+)", ptx)
    return [name for name in names if PROBE not in name]


_VARIABLE = re.compile(
    r"^(?:\.(?:visible|weak|common)\s+)?\.(?:global|const)(?:\s+\.attribute\(\.managed\))?"
    r"\s+\.align\s+\d+\s+\.[a-z](\d+)\s+(\w+)((?:\[\d+\])*)",
    flags=re.M,
)


def module_variables(ptx: str) -> list[tuple[str, int]]:
    """Return (name, bytes) of each variable in global or constant memory that C++ can name."""
    # `$str` is the text of a printf, `__unnamed_1` that of an assertion: the compiler made them.
    return [
        (name, int(bits) // 8 * math.prod(int(n) for n in re.findall(r"\d+", sizes)))
        for bits, name, sizes in _VARIABLE.findall(ptx)
        if not name.startswith("__unnamed")
    ]


def kernel_names(source: str) -> list[str]:
    """Return the names that the source declares `__global__`, in order, also templates."""
    return list(dict.fromkeys(name for _, name in _kernels(source)))


def named_kernels(source: str) -> list[str]:
    """Return the kernels whose bare name C++ knows: no templates, none of macros or namespaces."""
    if re.search(r"\bnamespace\b", source):
        return []
    code = re.sub(r"#\s*define\b(?:[^\n\\]|\\.)*", "", source, flags=re.S)
    return list(dict.fromkeys(name for begin, name in _kernels(code) if "template" not in begin))


def _kernels(source: str) -> list[tuple[str, str]]:
    """Return the declaration of each kernel up to `__global__`, and its name."""
    # The name is the word before the first parenthesis, but for the attribute's: of
    # `__global__ void __launch_bounds__(256) scale(float* x)` that would be "__launch_bounds__".
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", source, flags=re.S)
    text = re.sub(r"__(launch_bounds|cluster_dims|maxnreg)__\s*\([^)]*\)", " ", text)
    return re.findall(r"([^;{}]*)__global__[^;{(]*?(\w+)\s*\(", text)


def bare_name(name: str) -> str:
    """Return a function's name without its namespaces, template's arguments and parameters."""
    return re.split(r"[<(]", name)[0].rsplit("::", 1)[-1].strip()


def kernel_line(source: str, name: str) -> int:
    """Return the line, from 1, on which the source declares the kernel; 1 if it is not seen."""
    bare = bare_name(name)
    match = re.search(rf"__global__[^;{{]*?\b{re.escape(bare)}\s*\(", source)
    return source.count("\n", 0, match.end()) + 1 if match else 1


def parameter_names(source: str, name: str) -> tuple[str, ...]:
    """Return the names of a kernel's parameters in its declaration; () if it is not seen."""
    # A parameter ends at a comma outside all brackets; its name is its last word, without default
    # values and array bounds. `(float* __restrict__ x, std::pair<int, int> p, float (&a)[4], int n
    # = 3)` has x, p, a, n. A split at every comma would find five, and "int" among them.
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", source, flags=re.S)
    bare = bare_name(name)
    match = re.search(rf"__global__[^;{{]*?\b{re.escape(bare)}\s*\(", text)
    if not match:
        return ()
    parts, depth = [""], 0
    for character in text[match.end() :]:
        depth += (character in "(<[{") - (character in ")>]}")
        if depth < 0:
            break
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    bare_parts = (re.sub(r"=.*|\[[^\]]*\]", "", part, flags=re.S) for part in parts)
    names = [re.findall(r"[A-Za-z_]\w*", part) for part in bare_parts]
    return tuple(words[-1] if words else "" for words in names) if any(names) else ()


def include_folders(options: Sequence[str], folders: Sequence[str]) -> list[Path]:
    """Return the folders of the user's headers: `folders` and the `-I` options in either form."""
    searched = [Path(folder) for folder in folders]
    for index, option in enumerate(options):
        match = re.match(r"(?:-I|--include-path=?)(.*)", option)
        if match:
            following = options[index + 1] if index + 1 < len(options) else ""
            searched.append(Path(match.group(1) or following))
    return searched


def header_texts(source: str, folders: Sequence[Path]) -> tuple[str, ...]:
    """Return the texts of the user's headers that the source includes, also indirectly."""
    return tuple(path.read_text(errors="replace") for path in _headers(source, folders))


def header_files(source: str, folders: Sequence[Path]) -> dict[str, Path]:
    """Return the user's headers that the source includes, also indirectly, by the name in it."""
    files: dict[str, Path] = {}
    for path, name in _headers(source, folders).items():
        files.setdefault(name, path)
    return files


def _headers(source: str, folders: Sequence[Path]) -> dict[Path, str]:
    names: dict[Path, str] = {}
    waiting = [source]
    while waiting:
        for name in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', waiting.pop(), flags=re.M):
            for path in (folder / name for folder in folders):
                if path not in names and path.is_file():
                    names[path] = name
                    waiting.append(path.read_text(errors="replace"))
    return names
