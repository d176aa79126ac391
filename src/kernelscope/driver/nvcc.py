"""NVIDIA's `nvcc`, with the options that a program for the virtual GPU needs.

    python nvcc.py REAL_NVCC TOOLKIT ARCHITECTURE OLDEST ARGUMENTS…

It embeds PTX for the newest architecture that the caller names and the GPU runs (if the caller
names none, for the GPU's own: "90a"), links the shared runtime, and adds line information. It
imports nothing of the package: a build calls it for each file.
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
_LINK_TIME = ("-dlto", "--dlink-time-opt", "-lto", "--lto")
_MACHINE_CODE = ("-cubin", "--cubin")
_FOLDER = ("-odir", "--output-directory")
_NAMED = re.compile(r"(?:sm|compute|lto)_(\d+[af]?)")


def rewritten(words: list[str], toolkit: str, architecture: str, oldest: str) -> list[str]:
    """Return the words for NVIDIA's nvcc, which knows no architecture before `oldest`."""
    words = _split(words)
    asked: list[str] = []
    given: list[str] = []
    for word in words:
        option, _, value = word.partition("=")
        if option in _ARCHITECTURE:
            asked += _NAMED.findall(value) or [architecture]
        elif option in _MACHINE_CODE:
            given += _fat_binary(words)
        elif option not in (*_RUNTIME, *_LINK_TIME):
            given.append(word)
    best = _best(asked or [architecture], architecture)
    if best[-1].isdigit() and _number(best[-1]) < _number(oldest):
        say = f"compute_{best[-1]} is older than this nvcc knows: compute_{oldest} is taken\n"
        sys.stderr.write(f"kernelscope: {say}")
        best = [oldest]
    given += [f"-gencode=arch=compute_{each},code=compute_{each}" for each in best]
    if not any(word in _NO_LINES for word in given):
        given.append("-lineinfo")
    # If LD_LIBRARY_PATH has NVIDIA's driver, the linker takes that for the one our runtime needs.
    places = [f"-L{toolkit}/lib64", f"-Xlinker=-rpath-link={toolkit}/lib64"]
    return [*given, "--cudart=shared", *places]


def _fat_binary(words: list[str]) -> list[str]:
    """Return the words for a file with PTX that the driver loads like one with machine code."""
    if any(word.partition("=")[0] in ("-o", "--output-file", *_FOLDER) for word in words):
        return ["-fatbin"]
    sources = [word for word in words if word.endswith((".cu", ".ptx"))]
    named = [os.path.basename(source).rpartition(".")[0] + ".cubin" for source in sources]
    return ["-fatbin", *(f"-o={name}" for name in named[:1])]


def _best(asked: list[str], architecture: str) -> list[str]:
    """Return the newest of the architectures that the GPU runs; all of them if it runs none.

    For sm_90: 90a of 80, 90 and 90a; 90 of 75, 90 and 100; 80 of 80, 100a. For sm_103: 100f of 90,
    100f and 100a.
    """
    runs = [n for n in asked if _runs(n, _number(architecture))]
    return [max(runs, key=lambda n: (_number(n), n[-1] == "a", n))] if runs else sorted(set(asked))


def _runs(architecture: str, gpu: int) -> bool:
    number, later = _number(architecture), _number(architecture) <= gpu
    suffix = architecture.lstrip("0123456789")
    return {"": later, "a": number == gpu, "f": later and number // 10 == gpu // 10}[suffix]


def _number(architecture: str) -> int:
    return int(architecture.rstrip("af"))


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
    real, folder, wanted, least, *arguments = sys.argv[1:]
    os.execv(real, [real, *rewritten(arguments, folder, wanted, least)])
