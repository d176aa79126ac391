"""Calls of PyTorch's operators with shapes: what each launches is recorded on an H200.

The families are in `layers`, `data`, `arithmetic` and `training`, to which times were fitted, in
`unseen`, to which none was, and in `fresh`, which is divided into halves; to import one enters its
calls. `probes` are calls to learn from, too.
"""

from truth.operators import arithmetic, data, fresh, layers, probes, training, unseen
from truth.operators.case import CALLS, Call, set_for

__all__ = ["CALLS", "FAMILIES", "Call", "set_for"]

FAMILIES = (layers, data, arithmetic, training, unseen, fresh, probes)
