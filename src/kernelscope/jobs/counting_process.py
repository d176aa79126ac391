"""The process in which `counted_elsewhere` runs a comparison on the virtual GPU.

A process that uses a GPU cannot have PyTorch believe in another one, so this one sees none.
"""

from __future__ import annotations

import sys

from kernelscope.errors import KernelscopeError
from kernelscope.jobs.compare import compare


def main(operation: str, device: str, case: str, names: str, path: str) -> None:
    """Compare on the case alone, and keep the record."""
    compare(operation, device=device, case=case, only=names, nasty=False).save(path)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KernelscopeError as error:
        sys.exit(str(error))
