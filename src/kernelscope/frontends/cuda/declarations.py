"""A kernel of nvcc's PTX with what its source says: the text, the names and types of parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from kernelscope._demangle import written_name
from kernelscope.devices.capture import KernelForm
from kernelscope.frontends.cuda.c_signature import kernel_signature
from kernelscope.frontends.cuda.source import parameter_names


def with_declaration(form: KernelForm, files: Mapping[str, str]) -> KernelForm:
    """Return a kernel of which there is PTX with its source, if the PTX tells its lines.

    files: texts of files that may be gone, by their names in the PTX.
    """
    file, text, names = _declaration(form.texts["ptx"], form.name, files)
    if len(names) != len(form.parameters):
        return form
    spelled = [known.spelling for known in kernel_signature(form.name) or ()]
    if len(spelled) != len(names):  # `extern "C"`: its name does not tell
        spelled = [*form.types.values()]
    return replace(
        form,
        texts={"source": text, **form.texts},
        source_file=file,
        source_line=1,
        parameters=names,
        types=dict(zip(names, spelled, strict=True)),
    )


def _declaration(
    body: str, entry: str, texts: Mapping[str, str]
) -> tuple[str, str, tuple[str, ...]]:
    """Return the file that declares a kernel, its text, and the names of the kernel's parameters.

    By the files that its PTX names: without -lineinfo, or if they are gone, "", "" and ().
    """
    files = dict(re.findall(r'^[ \t]*\.file\s+(\d+)\s+"([^"]+)"', body, re.MULTILINE))
    name = written_name(entry)
    for number in dict.fromkeys(re.findall(r"^[ \t]*\.loc\s+(\d+)", body, re.MULTILINE)):
        file = files.get(number, "")
        try:
            text = texts.get(file) or Path(file).read_text(errors="replace")
        except OSError:
            continue
        names = parameter_names(text, name)
        if names:
            return file, text, names
    return "", "", ()
