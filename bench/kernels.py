"""The three Triton kernels that are timed, and their launches on tensors."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

GELU_BLOCK = 1024
SOFTMAX_SHAPE = (1823, 781)
MATMUL_SIZE = 1024
TILE = (128, 128, 64)


@triton.jit
def gelu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    """GELU (tanh), one block of elements a program."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    a = 0.79788456 * (x + 0.044715 * x * x * x)
    e = tl.exp(2 * a)
    tl.store(y_ptr + offsets, 0.5 * x * (1 + (e - 1) / (e + 1)), mask=mask)


@triton.jit
def softmax_kernel(x_ptr, y_ptr, x_stride, y_stride, n, BLOCK: tl.constexpr):
    """Softmax, one row a program."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    x = tl.load(x_ptr + row * x_stride + columns, mask=mask, other=float("-inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * y_stride + columns, e / tl.sum(e, axis=0), mask=mask)


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """bf16 matmul, one tile of C a program, sums in fp32; sizes are multiples of the tile."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a = a_ptr + rows[:, None] * K + inner[None, :]
    b = b_ptr + inner[:, None] * N + columns[None, :]
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        sums = tl.dot(tl.load(a), tl.load(b), sums)
        a += BK
        b += BK * N
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], sums.to(tl.bfloat16))


@triton.jit
def pipelined_matmul_kernel(a, b, c, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """fp16 matmul, one tile of C a program; a, b and c are descriptors of tensors: TMA copies."""
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    sums = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        sums = tl.dot(a.load([row, k]), b.load([k, column]), sums)
    c.store([row, column], sums.to(tl.float16))


@triton.jit
def attention_kernel(q_ptr, k_ptr, v_ptr, y_ptr, n, scale, BLOCK: tl.constexpr, D: tl.constexpr):
    """Attention in fp16, one block of queries a program; n is a multiple of BLOCK."""
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inner, keys = tl.arange(0, D), tl.arange(0, BLOCK)
    q = tl.load(q_ptr + rows[:, None] * D + inner[None, :])
    most = tl.full((BLOCK,), float("-inf"), tl.float32)
    total = tl.zeros((BLOCK,), tl.float32)
    sums = tl.zeros((BLOCK, D), tl.float32)
    for start in range(0, n, BLOCK):
        places = (start + keys)[:, None] * D + inner[None, :]
        scores = tl.dot(q, tl.trans(tl.load(k_ptr + places))) * scale
        larger = tl.maximum(most, tl.max(scores, axis=1))
        e = tl.exp(scores - larger[:, None])
        shrunk = tl.exp(most - larger)
        total = total * shrunk + tl.sum(e, axis=1)
        sums = tl.dot(e.to(tl.float16), tl.load(v_ptr + places), sums * shrunk[:, None])
        most = larger
    y = (sums / total[:, None]).to(tl.float16)
    tl.store(y_ptr + rows[:, None] * D + inner[None, :], y)


@dataclass(frozen=True)
class Gelu:
    """GELU of n floats."""

    x: torch.Tensor
    y: torch.Tensor

    @classmethod
    def of(cls, n: int) -> Gelu:
        """With n standard normal inputs."""
        x = torch.randn(n)
        return cls(x, torch.empty_like(x))

    def ours(self) -> object:
        """Launch the Triton kernel; what Triton returns is the compiled kernel."""
        n = self.x.numel()
        return gelu_kernel[(triton.cdiv(n, GELU_BLOCK),)](self.x, self.y, n, BLOCK=GELU_BLOCK)

    def torch(self) -> torch.Tensor:
        """PyTorch's own op on the CPU."""
        return torch.nn.functional.gelu(self.x, approximate="tanh")

    def check(self) -> None:
        """Raise AssertionError where the last launch was wrong."""
        torch.testing.assert_close(self.y, self.torch(), atol=1e-5, rtol=1e-5)


@dataclass(frozen=True)
class Softmax:
    """Softmax of the rows of a matrix of floats."""

    x: torch.Tensor
    y: torch.Tensor

    @classmethod
    def of(cls, rows: int, columns: int) -> Softmax:
        """With standard normal inputs."""
        x = torch.randn(rows, columns)
        return cls(x, torch.empty_like(x))

    def ours(self) -> object:
        """Launch the Triton kernel; what Triton returns is the compiled kernel."""
        rows, columns = self.x.shape
        block = triton.next_power_of_2(columns)
        return softmax_kernel[(rows,)](
            self.x, self.y, columns, columns, columns, BLOCK=block, num_warps=4
        )

    def torch(self) -> torch.Tensor:
        """PyTorch's own op on the CPU."""
        return torch.softmax(self.x, 1)

    def check(self) -> None:
        """Raise AssertionError where the last launch was wrong."""
        torch.testing.assert_close(self.y, self.torch(), atol=1e-6, rtol=1e-5)


@dataclass(frozen=True)
class Matmul:
    """A square bf16 matmul."""

    a: torch.Tensor
    b: torch.Tensor
    c: torch.Tensor

    @classmethod
    def of(cls, n: int) -> Matmul:
        """With n × n standard normal inputs; n is a multiple of the tile."""
        a, b = torch.randn(n, n).bfloat16(), torch.randn(n, n).bfloat16()
        return cls(a, b, torch.empty_like(a))

    def ours(self) -> object:
        """Launch the Triton kernel; what Triton returns is the compiled kernel."""
        n = self.a.shape[0]
        bm, bn, bk = TILE
        return matmul_kernel[(n // bm, n // bn)](
            self.a, self.b, self.c, n, n, BM=bm, BN=bn, BK=bk, num_warps=8, num_stages=3
        )

    def torch(self) -> torch.Tensor:
        """PyTorch's own op on the CPU."""
        return self.a @ self.b

    def check(self) -> None:
        """Raise AssertionError where the last launch was wrong: by more than two bf16 roundings."""
        exact = self.a.float() @ self.b.float()
        torch.testing.assert_close(self.c.float(), exact, atol=0.5, rtol=2**-7)


@dataclass(frozen=True)
class Attention:
    """Attention of one head of 64."""

    q: torch.Tensor
    k: torch.Tensor
    v: torch.Tensor
    y: torch.Tensor

    @classmethod
    def of(cls, n: int) -> Attention:
        """With n queries and keys of standard normal fp16 numbers."""
        q, k, v = torch.randn(3, n, 64).half()
        return cls(q, k, v, torch.empty_like(q))

    def ours(self) -> object:
        """Launch the Triton kernel; what Triton returns is the compiled kernel."""
        n = len(self.q)
        return attention_kernel[(n // 64,)](
            self.q, self.k, self.v, self.y, n, 0.125, BLOCK=64, D=64
        )

    def check(self) -> None:
        """Raise AssertionError where the last launch was wrong."""
        q, k, v = (one[None].float() for one in (self.q, self.k, self.v))
        expected = torch.nn.functional.scaled_dot_product_attention(q, k, v)[0]
        torch.testing.assert_close(self.y.float(), expected, atol=2e-3, rtol=2e-3)


@dataclass(frozen=True)
class PipelinedMatmul:
    """Product of two square fp16 matrices, whose tiles TMA copies in a pipeline of three stages."""

    a: torch.Tensor
    b: torch.Tensor
    y: torch.Tensor

    @classmethod
    def of(cls, size: int) -> PipelinedMatmul:
        """With standard normal inputs."""
        a, b = torch.randn(2, size, size, dtype=torch.float16)
        return cls(a, b, torch.empty_like(a))

    def ours(self) -> object:
        """Launch the kernel on the current GPU."""
        size, (rows, columns, depth) = len(self.a), TILE
        boxes = ((self.a, [rows, depth]), (self.b, [depth, columns]), (self.y, [rows, columns]))
        a, b, y = (TensorDescriptor.from_tensor(tensor, box) for tensor, box in boxes)
        tiles = {"BM": rows, "BN": columns, "BK": depth}
        grid = size // rows, size // columns
        return pipelined_matmul_kernel[grid](a, b, y, size, **tiles, num_stages=3)
