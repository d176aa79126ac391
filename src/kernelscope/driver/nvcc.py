"""NVIDIA's `nvcc`, with the options that a program for the virtual GPU needs.

    python nvcc.py REAL_NVCC LIBRARIES ARCHITECTURE ARGUMENTS…

It embeds PTX for each architecture that the caller names, links the shared runtime, and adds line
information. It imports nothing of the package: a build calls it for each file.
"""

import os
import re
import sys

_ARCHITECTURE = (
    "-arch",
    "--gpu-architecture",
    "-gencode",
    "--generate-code",
    "-code",
    "--gpu-code",
)
_RUNTIME = ("-cudart", "--cudart")
_NO_LINES = ("-G", "--device-debug", "-lineinfo", "--generate-line-info")


def rewritten(words: list[str], libraries: str, architecture: str) -> list[str]:
    """Return the words with which to call NVIDIA's nvcc."""
    given: list[str] = []
    asked = set[str]()
    words = _split(words)
    for word in words:
        option, _, value = word.partition("=")
        if option in _RUNTIME:
            continue
        if option in ("-arch", "--gpu-architecture") and value in ("native", "all", "all-major"):
            value = f"compute_{architecture}"
            word = f"{option}={value}"
        if option in _ARCHITECTURE:
            asked.update(re.findall(r"(?:sm|compute)_(\d+[af]?)", value))
        given.append(word)
    has_ptx = any(
        re.search(r",code=\[?[^]]*compute_", word) or word.partition("=")[0] in _ARCHITECTURE[:2]
        for word in given
    )
    if not asked:
        given.append(f"-gencode=arch=compute_{architecture},code=compute_{architecture}")
    elif not has_ptx:
        given += [f"-gencode=arch=compute_{each},code=compute_{each}" for each in sorted(asked)]
    if not any(word in _NO_LINES for word in given):
        given.append("-lineinfo")
    return [*given, "--cudart=shared", f"-L{libraries}"]


def _split(words: list[str]) -> list[str]:
    """Return the words with each option of two words as one: `-arch sm_80` as `-arch=sm_80`."""
    joined: list[str] = []
    place = 0
    while place < len(words):
        word = words[place]
        if word in (*_ARCHITECTURE, *_RUNTIME) and place + 1 < len(words):
            place += 1
            word = f"{word}={words[place]}"
        joined.append(word)
        place += 1
    return joined


if __name__ == "__main__":
    real, libraries_folder, wanted, *arguments = sys.argv[1:]
    os.execv(real, [real, *rewritten(arguments, libraries_folder, wanted)])
