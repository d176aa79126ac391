"""Rows of a table in bfloat16, added to positions: a gather with one addition."""

import torch
import triton
import triton.language as tl

cases = [{"t": 96, "words": 50, "d": 64}]
library = "some"


def inputs(seed, t, words, d):
    g = torch.Generator().manual_seed(seed)
    table = torch.randn(words, d, generator=g).bfloat16()
    return torch.randint(0, words, (t,), generator=g), table, torch.randn(t, d, generator=g)


def reference(words, table, positions):
    return torch.nn.functional.embedding(words, table).float() + positions


# ---- submissions


@triton.jit
def gather(W, T, P, Y, D, ADDS: tl.constexpr, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    word = tl.load(W + r)
    x = tl.load(T + word * D + c, mask=c < D).to(tl.float32)
    if ADDS:
        x += tl.load(P + r * D + c, mask=c < D)
    tl.store(Y + r * D + c, x, mask=c < D)


def gathered(words, table, positions, adds):
    y = torch.empty_like(positions)
    t, d = y.shape
    gather[(t,)](words, table, positions, y, d, ADDS=adds, BLOCK=triton.next_power_of_2(d))
    return y


def places(words):
    return torch.arange(len(words), device=words.device)


def decoy_gathers_the_answer(words, table, positions):
    """PyTorch does it all, and a kernel gathers the rows in their order."""
    y = reference(words, table, positions)
    return gathered(places(words), y, positions, adds=False)


def decoy_gathers_positions(words, table, positions):
    """A kernel copies the positions, and PyTorch does the rest."""
    same = gathered(places(words), positions, positions, adds=False)
    return reference(words, table, same)


def honest_kernel(words, table, positions):
    """A kernel gathers and adds."""
    return gathered(words, table, positions, adds=True)


def honest_adds(words, table, positions):
    """PyTorch gathers, and a kernel adds."""
    rows = torch.nn.functional.embedding(words, table)
    return gathered(places(words), rows, positions, adds=True)


def honest_reversed(words, table, positions):
    """The rows are gathered and added from the last to the first; PyTorch turns them round."""
    y = gathered(words.flip(0), table, positions.flip(0), adds=True)
    return y.flip(0)


def honest_compiled(words, table, positions):
    """torch.compile writes the kernel."""
    return torch.compile(reference)(words, table, positions)
