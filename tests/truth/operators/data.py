"""What moves or makes data: indices, order, scans, random numbers, copies."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from truth.operators.case import Inputs, Run, backward, calls

# Embedding, dropout, indexing.


@calls("index", (50257, 768, 4096), (1000, 64, 100), dtypes=("fp32", "fp16"))
def embedding(new: Inputs, rows: int, width: int, count: int) -> Run:
    w, i = new.normal(rows, width), new.below(rows, count)
    return lambda: F.embedding(i, w)


@calls("index", (50257, 768, 4096), (1000, 64, 100), (50257, 768, 65536))
def embedding_backward(new: Inputs, rows: int, width: int, count: int) -> Run:
    w, i = new.normal(rows, width, grad=True), new.below(rows, count)
    return backward(lambda: F.embedding(i, w), [w])


@calls("index", (100000, 128, 4096))
def embedding_bag(new: Inputs, rows: int, width: int, bags: int) -> Run:
    w, i = new.normal(rows, width), new.below(rows, bags, 10)
    return lambda: F.embedding_bag(i, w, mode="sum")


@calls("random", (4096, 4096), (1000,), dtypes=("fp32", "fp16"))
def dropout(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: F.dropout(x, 0.1, training=True)


@calls("random", (4096, 4096))
def dropout_backward(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape, grad=True)
    return backward(lambda: F.dropout(x, 0.1, training=True), [x])


@calls("index", (100000, 256, 20000), (1000, 7, 333))
def index_select(new: Inputs, rows: int, width: int, count: int) -> Run:
    x, i = new.normal(rows, width), new.below(rows, count)
    return lambda: x.index_select(0, i)


@calls("index", (100000, 256, 20000))
def index_rows(new: Inputs, rows: int, width: int, count: int) -> Run:
    x, i = new.normal(rows, width), new.below(rows, count)
    return lambda: x[i]


@calls("index", (100000, 256, 20000), (1000, 64, 100))
def index_put_accumulate(new: Inputs, rows: int, width: int, count: int) -> Run:
    x, i, y = new.normal(rows, width), new.below(rows, count), new.normal(count, width)
    return lambda: x.index_put_((i,), y, accumulate=True)


@calls("index", (100000, 256, 20000))
def index_put(new: Inputs, rows: int, width: int, count: int) -> Run:
    x, i, y = new.normal(rows, width), new.below(rows, count), new.normal(count, width)
    return lambda: x.index_put_((i,), y)


@calls("index", (100000, 256, 20000), (1000, 64, 100))
def index_add(new: Inputs, rows: int, width: int, count: int) -> Run:
    x, i, y = new.normal(rows, width), new.below(rows, count), new.normal(count, width)
    return lambda: x.index_add_(0, i, y)


@calls("index", (4096, 4096), (100, 37))
def gather(new: Inputs, rows: int, width: int) -> Run:
    x, i = new.normal(rows, width), new.below(width, rows, width)
    return lambda: x.gather(1, i)


@calls("index", (4096, 4096))
def gather_backward(new: Inputs, rows: int, width: int) -> Run:
    x, i = new.normal(rows, width, grad=True), new.below(width, rows, width)
    return backward(lambda: x.gather(1, i), [x])


@calls("index", (4096, 4096))
def scatter(new: Inputs, rows: int, width: int) -> Run:
    x, y, i = new.normal(rows, width), new.normal(rows, width), new.below(width, rows, width)
    return lambda: x.scatter_(1, i, y)


@calls("index", (4096, 4096), (100, 37), dtypes=("fp32", "fp16"))
def scatter_add(new: Inputs, rows: int, width: int) -> Run:
    x, y, i = new.normal(rows, width), new.normal(rows, width), new.below(width, rows, width)
    return lambda: x.scatter_add_(1, i, y)


@calls("index", (4096, 4096))
def scatter_reduce(new: Inputs, rows: int, width: int) -> Run:
    x, y, i = new.normal(rows, width), new.normal(rows, width), new.below(width, rows, width)
    return lambda: x.scatter_reduce_(1, i, y, "amax")


@calls("index", (4096, 4096), (1000,))
def masked_fill(new: Inputs, *shape: int) -> Run:
    x, m = new.normal(*shape), new.mask(*shape)
    return lambda: x.masked_fill(m, 0.0)


@calls("index", (4096, 4096))
def where(new: Inputs, *shape: int) -> Run:
    x, y, m = new.normal(*shape), new.normal(*shape), new.mask(*shape)
    return lambda: torch.where(m, x, y)


@calls("index", (1024, 1024), (4096, 4096))
def nonzero(new: Inputs, *shape: int) -> Run:
    m = new.mask(*shape)
    return m.nonzero


@calls("index", (1024, 1024), (4096, 4096))
def masked_select(new: Inputs, *shape: int) -> Run:
    x, m = new.normal(*shape), new.mask(*shape)
    return lambda: x.masked_select(m)


@calls("index", (4096, 4096), (37, 1000))
def take_along_first(new: Inputs, rows: int, width: int) -> Run:
    x, i = new.normal(rows, width), new.below(rows, rows, width)
    return lambda: torch.take_along_dim(x, i, 0)


# Order and scans.

ROWS = ((1, 1000000), (4096, 1024), (1000, 100), (64, 65536), (1, 4096))


@calls("sort", *ROWS)
@calls("sort", (1, 1000000), dtypes=("int64", "fp16"))
def sort(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width)
    return lambda: x.sort(dim=-1)


@calls("sort", (4096, 1024))
def argsort_first(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width)
    return lambda: x.argsort(dim=0)


@calls(
    "sort", (1, 1000000, 10), (4096, 1024, 8), (64, 50257, 50), (64, 50257, 1), (1, 10000000, 1000),
    (1000, 100, 3),
)  # fmt: skip
def topk(new: Inputs, rows: int, width: int, k: int) -> Run:
    x = new.normal(rows, width)
    return lambda: x.topk(k)


@calls("scan", *ROWS)
@calls("scan", (4096, 4096), dtypes=("fp16", "int64"))
def cumsum(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width)
    return lambda: x.cumsum(-1)


@calls("scan", (4096, 1024))
def cumsum_first(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width)
    return lambda: x.cumsum(0)


@calls("scan", (4096, 1024), (1, 1000000))
def cumprod(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width)
    return lambda: x.cumprod(-1)


@calls("scan", (4096, 1024))
def cummax(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width)
    return lambda: x.cummax(-1)


@calls("sort", (1000000,), (10000,))
def unique(new: Inputs, count: int) -> Run:
    x = new.below(1000, count)
    return x.unique


@calls("sort", (10000, 1000000))
def searchsorted(new: Inputs, edges: int, count: int) -> Run:
    e, x = new.normal(edges).sort().values, new.normal(count)
    return lambda: torch.searchsorted(e, x)


@calls("sort", (1000000,))
def bincount(new: Inputs, count: int) -> Run:
    x = new.below(1000, count)
    return lambda: x.bincount(minlength=1000)


@calls("sort", (4096, 1023))
def median(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width)
    return lambda: x.median(dim=-1)


# Random numbers.


@calls("random", (4096, 4096), (1000,), (1000003,), dtypes=("fp32", "fp16"))
def randn(new: Inputs, *shape: int) -> Run:
    return lambda: torch.randn(shape, device=new.device, dtype=new.dtype)


@calls("random", (4096, 4096), (1000003,))
def rand(new: Inputs, *shape: int) -> Run:
    return lambda: torch.rand(shape, device=new.device)


@calls("random", (4096, 4096))
def bernoulli(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.bernoulli_(0.3)


@calls("random", (4096, 4096))
def normal_in_place(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return x.normal_


@calls("random", (4096, 4096))
def randint(new: Inputs, *shape: int) -> Run:
    return lambda: torch.randint(0, 100, shape, device=new.device)


@calls("random", (1000,), (1000000,))
def randperm(new: Inputs, count: int) -> Run:
    return lambda: torch.randperm(count, device=new.device)


@calls("random", (64, 50257))
def multinomial(new: Inputs, rows: int, width: int) -> Run:
    p = new.normal(rows, width).softmax(-1)
    return lambda: torch.multinomial(p, 1)


# Copies.


@calls("copy", (4096, 4096), (1000, 1000), dtypes=("fp32", "fp16"))
def transposed(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.t().contiguous()


@calls("copy", (8, 512, 12, 64), dtypes=("fp32", "fp16"))
def permuted_heads(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.permute(0, 2, 1, 3).contiguous()


@calls("copy", (32, 64, 56))
def to_channels_last(new: Inputs, n: int, c: int, side: int) -> Run:
    x = new.normal(n, c, side, side)
    return lambda: x.to(memory_format=torch.channels_last)


@calls("copy", (4096, 4096), (1000,))
def clone(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return x.clone


@calls("copy", (4096, 4096))
def copy_slice(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return x[:, ::2].contiguous


@calls("copy", (2048, 4096), (37, 1000))
def cat_first(new: Inputs, *shape: int) -> Run:
    parts = [new.normal(*shape) for _ in range(4)]
    return lambda: torch.cat(parts)


@calls("copy", (2048, 1024))
def cat_last(new: Inputs, *shape: int) -> Run:
    parts = [new.normal(*shape) for _ in range(4)]
    return lambda: torch.cat(parts, -1)


@calls("copy", (1024, 1024))
def stack(new: Inputs, *shape: int) -> Run:
    parts = [new.normal(*shape) for _ in range(8)]
    return lambda: torch.stack(parts)


@calls("copy", (4096, 4095))
def pad(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: F.pad(x, (1, 1, 1, 1))


@calls("copy", (32, 64, 56))
def pad_reflect(new: Inputs, n: int, c: int, side: int) -> Run:
    x = new.normal(n, c, side, side)
    return lambda: F.pad(x, (2, 2, 2, 2), mode="reflect")


@calls("copy", (4096, 4096))
def flip(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.flip(-1)


@calls("copy", (4096, 4096))
def roll(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.roll(1, -1)


@calls("copy", (1024, 1024))
def repeat(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.repeat(4, 4)


@calls("copy", (100000, 64))
def repeat_interleave(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.repeat_interleave(4, 0)


@calls("copy", (4096, 4096), (1000,))
def to_half(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return x.half


@calls("copy", (4096, 4096), dtypes=("int64", "bf16"))
def to_float(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return x.float


@calls("copy", (4096, 4096), (1000,))
def fill(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.fill_(1.0)


@calls("copy", (4096, 4096), (1000,))
def zeros(new: Inputs, *shape: int) -> Run:
    return lambda: torch.zeros(shape, device=new.device)


@calls("copy", (1000000,))
def arange(new: Inputs, count: int) -> Run:
    return lambda: torch.arange(count, device=new.device)


@calls("copy", (1024, 1024), (4096, 4096), (1000,))
def host_to_device(new: Inputs, *shape: int) -> Run:
    x = new.host(*shape)
    return lambda: x.to(new.device, copy=True)


@calls("copy", (4096, 4096), (1000,))
def pinned_to_device(new: Inputs, *shape: int) -> Run:
    x = new.host(*shape, pinned=True)
    return lambda: x.to(new.device, non_blocking=True, copy=True)


@calls("copy", (1024, 1024), (4096, 4096), (1000,))
def device_to_host(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.to("cpu", copy=True)


@calls("copy", (1,))
def item(new: Inputs, count: int) -> Run:
    x = new.normal(count)
    return x.item
