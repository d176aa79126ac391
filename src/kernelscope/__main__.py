"""`python -m kernelscope`."""

from __future__ import annotations

import sys

try:
    from kernelscope.cli import main
except ModuleNotFoundError as error:
    # An interpreter without the dependencies: `doctor` is to say so, not to fail by a traceback.
    module = (error.name or "").partition(".")[0]
    if module in ("", "kernelscope"):
        raise
    sys.stderr.write(
        f"kernelscope: the module {module} is missing: {sys.executable} -m pip install {module}\n"
    )
    sys.exit(2)

if __name__ == "__main__":
    sys.exit(main())
