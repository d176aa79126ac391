"""Products of matrices that complete late: each warp has a queue for `wgmma` (`c/products.c`)."""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.jit import helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import PTR
from kernelscope.vgpu.layout import PRODUCT_SLOTS, PRODUCTS, Product
from kernelscope.vgpu.types import LLValue

CODE = ll.FunctionType(ll.VoidType(), [PTR, PTR, PTR])
"""What calculates a product: `void product(context, frame, product)`."""
QUEUE_BYTES = 8 * PRODUCTS * PRODUCT_SLOTS
_GIVEN = tuple(slot for slot in Product if slot < Product.GROUP)


def is_used(function: ir.Function) -> bool:
    """Return whether a kernel has products that may complete late."""
    return any(inst.opcode == "wgmma" for inst in function.instructions())


def issue(
    b: ll.IRBuilder,
    warp: tuple[LLValue, LLValue, LLValue],
    values: dict[Product, LLValue],
    metadata: LLValue,
) -> None:
    """Add a product to the queue of a warp: its context, its frame and the queue.

    values: the slots of the product before its group, as i64; metadata: a pointer to that of a
    sparse A, or None.
    """
    metadata = ll.Constant(PTR, None) if metadata is None else metadata
    helpers.call(b, "products_issue", [*warp, metadata, *(values[slot] for slot in _GIVEN)])


def complete(b: ll.IRBuilder, warp: tuple[LLValue, LLValue, LLValue], limit: LLValue) -> None:
    """Calculate a warp's products of the groups below `limit`, in their order."""
    helpers.call(b, "products_complete", [*warp, limit])
