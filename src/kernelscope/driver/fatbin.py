"""The PTX in what a program hands to the driver: PTX itself, or a fat binary that holds some.

A fat binary is a header and then entries, each with a header of its own (the layout is that of
`cuobjdump`'s output and of `fatbinary_section.h`). Entries of kind 1 are PTX, of kind 2 machine
code; most are compressed.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelscope.driver.linking import linked
from kernelscope.errors import PtxError

MAGIC = 0xBA55ED50
_HEADER = struct.pack("<IHH", MAGIC, 1, 16)
_PTX, _CUBIN = 1, 2
_LZ4, _ZSTD = 0x2000, 0x8000
# Kind, version, header's bytes, padded payload's, …, payload's, …, architecture, …, flags, …, bytes
# when decompressed.
_ENTRY = struct.Struct("<HHIQIIIIIIQQQ")


@dataclass(frozen=True, slots=True)
class Image:
    """One entry of a fat binary.

    Attributes:
        sm: the architecture: 90 for sm_90 and compute_90.
        ptx: its text; "" for machine code.
    """

    sm: int
    ptx: str


def images(data: bytes) -> list[Image]:
    """Return the entries of a fat binary. Raises PtxError if it is malformed."""
    try:
        magic, _, header, size = struct.unpack_from("<IHHQ", data)
        if magic != MAGIC:
            raise PtxError("this is no fat binary")
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


def best_ptx(data: bytes, sm: int) -> str:
    """Return the PTX that a GPU's driver would take: the newest that it can run.

    data: PTX, a fat binary, or several whose PTX is linked.

    Raises:
        PtxError: it has machine code alone, or PTX only for newer GPUs.
    """
    if data[:4] == b"\x7fELF":
        raise PtxError(
            "this is machine code (a cubin) alone, and the virtual GPU runs PTX: compile with "
            f"-gencode arch=compute_{sm},code=compute_{sm}"
        )
    if struct.unpack_from("<I", data.ljust(4))[0] != MAGIC:
        return data.rstrip(b"\0").decode("utf-8", "replace")
    return linked(_texts([*_binaries(data)], sm))


def inside(data: bytes, sm: int) -> list[str]:
    """Return the PTX of each fat binary in a file: an object or a library of the host's linker."""
    places = (match.start() for match in re.finditer(re.escape(_HEADER), data))
    return _texts([data[place:] for place in places], sm)


def _texts(binaries: Sequence[bytes], sm: int) -> list[str]:
    """Return the PTX of each of these that has some, as CUDA's device runtime has not."""
    texts, refused = list[str](), PtxError("there is no fat binary in it")
    for binary in binaries:
        try:
            texts.append(_fitting(binary, sm))
        except PtxError as problem:
            refused = problem
    if not texts:
        raise refused
    return texts


def _binaries(data: bytes) -> Iterator[bytes]:
    """Return the fat binaries that stand behind each other: of files that are linked on loading."""
    while len(data) >= 16:
        _, _, header, size = struct.unpack_from("<IHHQ", data)
        yield data[: header + size]
        data = data[header + size :]


def _fitting(binary: bytes, sm: int) -> str:
    every = images(binary)
    texts = {image.sm: image.ptx for image in every if image.ptx}
    fit = [known for known in texts if known <= sm]
    if not fit:
        held = ", ".join(sorted({f"{'compute' if i.ptx else 'sm'}_{i.sm}" for i in every}))
        raise PtxError(
            f"the fat binary holds {held or 'nothing'}; the virtual GPU needs PTX for sm_{sm} or "
            f"older: compile with -gencode arch=compute_{sm},code=compute_{sm}"
        )
    return texts[max(fit)]
