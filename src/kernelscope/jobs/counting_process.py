"""The process in which `counted_elsewhere` runs a comparison on the virtual GPU.

In a process that uses a GPU, PyTorch cannot be given another one; so this process sees none.
"""

from __future__ import annotations

import sys

from kernelscope.errors import KernelscopeError
from kernelscope.jobs.compare import compare


def main(operation: str, device: str, case: str, names: str, path: str) -> None:
    """Compare on this case, without nasty cases, and save the record."""
    compare(operation, device=device, case=case, only=names, nasty=False).save(path)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KernelscopeError as error:
        sys.exit(str(error))
