"""The PTX in what a program hands to the driver: PTX itself, or what holds some.

Machine code holds some if our compilers made it (`c/compilers.c`). A fat binary is a header and
then entries, each with a header of its own (the layout is that of `cuobjdump`'s output and of
`fatbinary_section.h`). Entries of kind 1 are PTX, of kind 2 machine code; most are compressed.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from kernelscope.errors import PtxError
from kernelscope.hardware import GPUSpec
from kernelscope.machine_code.cubin import is_cuda_elf, sections
from kernelscope.vgpu.runtime.kernel import runs_target

MAGIC = 0xBA55ED50
_HEADER = struct.pack("<IHH", MAGIC, 1, 16)
_KEPT = ".kernelscope.ptx"
_PTX, _CUBIN = 1, 2
_TARGET = re.compile(r"^\s*\.target\s+(\w+)", re.MULTILINE)
_LZ4, _ZSTD = 0x2000, 0x8000
# Kind, version, header's bytes, padded payload's, …, payload's, …, architecture, …, flags, …, bytes
# when decompressed.
_ENTRY = struct.Struct("<HHIQIIIIIIQQQ")

# In the header of an ELF file: where its table of sections is, how many there are, and which of
# them has their names. A section: its name, type, flags, address, place, bytes, and four more.
_TABLE, _TABLE_AT, _COUNTS, _COUNTS_AT = struct.Struct("<Q"), 40, struct.Struct("<HH"), 60
_SECTION, _DATA = struct.Struct("<IIQQQQIIQQ"), 1


@dataclass(frozen=True, slots=True)
class Image:
    """One entry of a fat binary.

    Attributes:
        sm: the architecture: 90 for sm_90 and compute_90.
        ptx: its text; "" for machine code.
    """

    sm: int
    ptx: str

    @property
    def target(self) -> str:
        """The target of its PTX: "sm_90a", which has more instructions than "sm_90"."""
        match = _TARGET.search(self.ptx)
        return match[1] if match else f"sm_{self.sm}"

    @property
    def name(self) -> str:
        """What nvcc calls it: "compute_90a" for PTX, "sm_90" for machine code."""
        return self.target.replace("sm", "compute") if self.ptx else f"sm_{self.sm}"


def images(data: bytes) -> list[Image]:
    """Return the entries of a fat binary. Raises PtxError if it is malformed."""
    try:
        magic, _, header, size = struct.unpack_from("<IHHQ", data)
        if magic != MAGIC:
            raise PtxError("this is not a fat binary")
        place, made = header, list[Image]()
        while place + _ENTRY.size <= min(header + size, len(data)):
            fields = _ENTRY.unpack_from(data, place)
            own, padded, payload, sm = fields[2], fields[3], fields[4], fields[7]
            flags, length = fields[10], fields[12]
            begin = place + own
            packed = data[begin : begin + (payload or padded)]
            if fields[0] == _PTX:
                made.append(Image(sm, _unpacked(packed, flags, length).rstrip(b"\0").decode()))
            elif fields[0] == _CUBIN:
                made.append(Image(sm, ""))
            place = begin + padded
    except (struct.error, UnicodeDecodeError, ValueError) as problem:
        raise PtxError(f"the fat binary is malformed: {problem}") from None
    return made


def _unpacked(packed: bytes, flags: int, length: int) -> bytes:
    if flags & _ZSTD:
        import zstandard

        return zstandard.ZstdDecompressor().decompress(packed, max_output_size=length)
    if flags & _LZ4:
        import lz4.block

        return lz4.block.decompress(packed, uncompressed_size=length)
    return packed


def ptx_texts(data: bytes, gpu: GPUSpec) -> list[str]:
    """Return the PTX that a GPU's driver would take: of each part the newest that it can run.

    data: PTX, a fat binary or several, a cubin, an object or a library of the host's linker.

    Raises:
        PtxError: it has machine code alone, or PTX only for newer GPUs.
    """
    if is_cuda_elf(data):
        return _of_each([*_kept(data)], gpu)
    if data[:4] == b"\x7fELF" or data[:8] == b"!<arch>\n":
        places = [match.start() for match in re.finditer(re.escape(_HEADER), data)]
        return _of_each([data[place:][: _size(data[place:])] for place in places], gpu)
    if struct.unpack_from("<I", data.ljust(4))[0] != MAGIC:
        return [data.rstrip(b"\0").decode("utf-8", "replace")]
    binaries = [*_binaries(data)]
    return _of_each(binaries, gpu) if len(binaries) > 1 else [_fitting(data, gpu)]


def _of_each(parts: list[bytes], gpu: GPUSpec) -> list[str]:
    """Return the PTX of each part that has some, as CUDA's device runtime has not."""
    texts, refused = (
        list[str](),
        PtxError(
            "this is only machine code (a cubin), and the virtual GPU runs PTX: compile with "
            f"{_option(gpu)}, or compile it again here if a program has cached it in a run with a "
            "GPU"
        ),
    )
    for part in parts:
        try:
            texts += ptx_texts(part, gpu)
        except PtxError as problem:
            refused = problem
    if not texts:
        raise refused
    return texts


def _option(gpu: GPUSpec) -> str:
    """Return nvcc's option for a GPU's PTX, with what only its architecture has."""
    name = gpu.target.replace("sm", "compute")
    return f"-gencode arch={name},code={name}"


def _kept(cubin: bytes) -> Iterator[bytes]:
    """Yield what a cubin was made from."""
    # A linked one may have the sections of its parts before its own.
    data = ([b""] + [part.data for part in sections(cubin) if part.name == _KEPT])[-1]
    while data:
        (size,) = struct.unpack_from("<Q", data)
        yield data[8 : 8 + size]
        data = data[8 + size :]


def with_ptx(cubin: bytes, ptx: bytes) -> bytes:
    """Return machine code with a section more: the PTX that it was made from."""
    (start,) = _TABLE.unpack_from(cubin, _TABLE_AT)
    count, names = _COUNTS.unpack_from(cubin, _COUNTS_AT)
    rows = [[*_SECTION.unpack_from(cubin, start + n * _SECTION.size)] for n in range(count)]
    place, size = rows[names][4:6]
    text = cubin[place : place + size] + _KEPT.encode() + b"\0"
    content = len(ptx).to_bytes(8, "little") + ptx
    rows[names][4:6] = len(cubin), len(text)
    rows.append([size, _DATA, 0, 0, len(cubin) + len(text), len(content), 0, 0, 1, 0])
    whole = bytearray(cubin + text + content)
    whole += bytes(-len(whole) % 8)
    _TABLE.pack_into(whole, _TABLE_AT, len(whole))
    _COUNTS.pack_into(whole, _COUNTS_AT, len(rows), names)
    return bytes(whole) + b"".join(_SECTION.pack(*row) for row in rows)


def _size(binary: bytes) -> int:
    _, _, header, size = struct.unpack_from("<IHHQ", binary)
    return header + size


def _binaries(data: bytes) -> Iterator[bytes]:
    """Return the fat binaries that stand behind each other: of files that are linked on loading."""
    while len(data) >= 16:
        yield data[: _size(data)]
        data = data[_size(data) :]


def _fitting(binary: bytes, gpu: GPUSpec) -> str:
    every = images(binary)
    fit = [image for image in every if image.ptx and runs_target(image.target, gpu.sm)]
    if not fit:
        held = ", ".join(sorted({image.name for image in every}))
        raise PtxError(
            f"the fat binary holds {held or 'nothing'}; the virtual GPU needs PTX for {gpu.target} "
            f"or older: compile with {_option(gpu)}"
        )
    return max(fit, key=lambda image: (image.sm, image.target[-1] == "a", image.target)).ptx
