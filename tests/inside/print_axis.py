"""Run as a program: Triton's own analysis of TTGIR files, printed to standard error.

It prints what its coalescing pass knows of each pointer; a process of its own, because Triton's
debug output cannot be turned off again.
"""

from __future__ import annotations

import sys
from typing import Any

from triton._C import libtriton

if __name__ == "__main__":
    library: Any = libtriton
    for path in sys.argv[1:]:
        context = library.ir.context()
        library.ir.load_dialects(context)
        library.nvidia.load_dialects(context)
        module = library.ir.parse_mlir_module(path, context)
        module.context = context
        manager = library.ir.pass_manager(context)
        manager.enable_debug()
        library.passes.ttgpuir.add_coalesce(manager)
        print(f"FILE {path}", file=sys.stderr, flush=True)
        manager.run(module, "kernel")
