"""Calls to learn from, at the places where the older records show that a rule is not known.

Each group goes along one size, so that a step in the times or another kernel's name shows where
PyTorch or a library changes its mind.
"""

from __future__ import annotations

from truth.operators import arithmetic, data, layers
from truth.operators.case import calls

PREFIX = "probe-"

# Rows sorted in a block each: how many blocks are on an SM at once; longer rows of many.
SORTED = (
    *((rows, 3000) for rows in (132, 264, 528, 1056, 2112)),
    *((rows, 1500) for rows in (264, 1056, 4224)),
    *((rows, 700) for rows in (132, 528, 2112, 8448)),
    *((rows, 100) for rows in (528, 8448)),
    *((200, 5000), (1000, 5000), (130, 30000), (127, 5000), (2, 1000000)),
)
calls(PREFIX + "sort", *SORTED)(data.sort)
calls(PREFIX + "sort", (264, 3000), (1056, 1500), dtypes=("int64", "fp16"))(data.sort)
TOPK = ((20, 20000, 10), (20, 19000, 10), (130, 4000, 10), (1000, 1000, 10), (5000, 350, 10),
        (5000, 500, 10), (100, 10000, 200), (2, 1000, 5), (264, 1500, 4),
        (1056, 250, 4))  # fmt: skip
calls(PREFIX + "topk", *TOPK)(data.topk)

# Products of few rows, and squares between those of the first record.
FEW = tuple(
    (rows, k, n)
    for rows in (2, 4, 8, 16, 32, 64, 128)
    for k, n in ((1024, 1024), (512, 3000))
)  # fmt: skip
calls(PREFIX + "few", *FEW, dtypes=("fp32",))(arithmetic.linear)
calls(PREFIX + "few", *FEW[::3], dtypes=("bf16",))(arithmetic.linear)
calls(PREFIX + "few", *((m, n, k) for m, k, n in FEW[::2]), dtypes=("fp32",))(arithmetic.matmul)
SQUARES = (192, 256, 384, 512, 768, 1280, 1792, 2560)
calls(PREFIX + "square", *((n, n, n) for n in SQUARES), dtypes=("fp32", "bf16"))(arithmetic.matmul)
calls(PREFIX + "square", *((n, n, n) for n in SQUARES[1::2]), dtypes=("fp64",))(arithmetic.matmul)
calls(PREFIX + "square", *((n, n, n) for n in SQUARES[::2]), dtypes=("fp32", "fp16"))(
    arithmetic.linear
)
calls(PREFIX + "long", (64, 64, 4000), (256, 256, 8192), (512, 100, 3000), (128, 128, 20000))(
    arithmetic.matmul
)
calls(PREFIX + "bmm", (32, 128, 128, 64), (96, 128, 128, 32), (10, 200, 200, 200),
      (4, 64, 64, 2048), (300, 50, 70, 90), dtypes=("fp32", "fp16"))(arithmetic.bmm)  # fmt: skip
calls(PREFIX + "bmm", (8, 333, 333, 64), (64, 100, 75, 33), (2, 1001, 501, 301),
      dtypes=("fp16", "bf16"))(arithmetic.bmm)  # fmt: skip
calls(PREFIX + "vector", (1000, 1000), (4096, 1024), (16384, 1024), (300, 20000),
      dtypes=("fp32", "bf16"))(arithmetic.matrix_vector)  # fmt: skip

# Rows of softmax and norms, few and many, short and long.
SOFT = ((16, 4000), (132, 4000), (1056, 4000), (16, 9000), (264, 9000), (16, 12000), (264, 12000),
        (16, 60000), (132, 60000))  # fmt: skip
calls(PREFIX + "softmax", *SOFT, dtypes=("fp32", "bf16"))(layers.softmax)
NORM = ((132, 1024), (2112, 1024), (20000, 256), (1000, 4096), (4224, 4096), (64, 20000))
calls(PREFIX + "norm", *NORM, dtypes=("fp32", "bf16"))(layers.layer_norm)
BACK = ((512, 512), (2048, 512), (8192, 512), (2048, 2048), (1000, 4096), (20000, 256))
calls(PREFIX + "norm", *BACK, dtypes=("fp32", "bf16"))(layers.layer_norm_backward)

# Scans and reductions, rows and columns.
SCANNED = ((132, 1000), (2112, 1000), (10000, 100), (16, 30000), (528, 8000), (100000, 16))
calls(PREFIX + "scan", *SCANNED)(data.cumsum)
calls(PREFIX + "scan", (100, 1000), (1000, 100), (5000, 2000))(data.cumsum_first)
