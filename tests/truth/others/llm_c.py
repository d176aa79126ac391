"""Kernels of karpathy/llm.c (CUDA C++), launched as its own programs launch them, in fp32."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import kernelscope as ks
from truth.others.case import Run, empty, program, randint, randn, zeros

_SMS, _THREADS = 132, 2048
_OPTIONS = ("-use_fast_math",)
_BEGIN = re.compile(r"// GPU kernels|^(template\s*<[^>]*>\s*)?(__device__|__global__)", re.M)


def kernel(file: str, name: str) -> Any:
    """Return a kernel of `dev/cuda/FILE.cu`: what stands between its CPU code and its launchers."""
    folder = Path(os.environ["LLM_C"]) / "dev/cuda"
    common = (folder / "common.h").read_text()
    text = (folder / f"{file}.cu").read_text()
    begin = _BEGIN.search(text)
    end = re.search(r"// kernel launcher|^int main", text, re.M)
    assert begin
    assert end
    parts = [
        "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>",
        "#include <float.h>\n#include <assert.h>\n#include <string.h>\n#include <cuda_bf16.h>",
        "namespace std { template <bool V> struct bool_constant {}; }",
        "#define INFINITY __int_as_float(0x7f800000)\n#define M_PI 3.14159265358979323846",
        _between(common, "#define WARP_SIZE", "// checking utils"),
        _between(common, "// Packed128 data", "// random utils"),
        *re.findall(r"^#define GELU.*", text, re.M),
        text[begin.start() : end.start()],
    ]
    source = "\n".join(parts).replace("extern cudaDeviceProp deviceProp;", "")
    return ks.cuda_kernel(source.replace('#include "common.h"', ""), name, options=_OPTIONS)


def _between(text: str, begin: str, end: str) -> str:
    return text[text.index(begin) : text.index(end)]


def cdiv(a: int, b: int) -> int:
    """Return a / b, rounded up."""
    return -(-a // b)


@program("llm_c_layer_norm_kernel1_8192x768", "layernorm_forward_kernel1", 256, 256)
@program("llm_c_layer_norm_kernel3_8192x768", "layernorm_forward_kernel3", 8, 256)
@program("llm_c_layer_norm_kernel4_8192x768", "layernorm_forward_kernel4", 16, 512)
@program("llm_c_layer_norm_kernel5_8192x768", "layernorm_forward_kernel5", 1, 256)
def _(name: str, rows: int, block: int) -> Run:
    made = kernel("layernorm_forward", name)
    x, y, w, b, mean, rstd = _normed(8192, 768)
    return lambda: made[cdiv(8192, rows), block](y, mean, rstd, x, w, b, 8192, 768)


def _normed(rows: int, cols: int) -> tuple[Any, ...]:
    return (
        randn(rows, cols), empty(rows, cols), randn(cols), randn(cols), empty(rows), empty(rows)
    )  # fmt: skip


@program("llm_c_mean_kernel_8192x768", 8192, 768)
def _(rows: int, cols: int) -> Run:
    made = kernel("layernorm_forward", "mean_kernel")
    x, mean = randn(rows, cols), empty(rows)
    return lambda: made[rows, 128, 128 * 4](mean, x, rows, cols, 128)


@program("llm_c_softmax_kernel1_2048x4096", "softmax_forward_kernel1", 2048, 4096)
@program("llm_c_softmax_kernel2_2048x4096", "softmax_forward_kernel2", 2048, 4096)
@program("llm_c_softmax_kernel4_4096x5000", "softmax_forward_kernel4", 4096, 5000)
@program("llm_c_softmax_online_kernel1_4096x2048", "softmax_forward_online_kernel1", 4096, 2048)
@program("llm_c_softmax_online_kernel2_8192x1024", "softmax_forward_online_kernel2", 8192, 1024)
@program("llm_c_softmax_online_kernel8_1000x50257", "softmax_forward_online_kernel8", 1000, 50257)
def _(name: str, rows: int, cols: int) -> Run:
    made = kernel("softmax_forward", name)
    x, y, block = randn(rows, cols), empty(rows, cols), 256
    grid, shared = {
        "softmax_forward_kernel1": (cdiv(rows, block), 0),
        "softmax_forward_kernel2": (rows, 4 * block),
        "softmax_forward_kernel4": (rows, 2 * 4 * block // 32),
        "softmax_forward_online_kernel1": (cdiv(rows, block), 0),
        "softmax_forward_online_kernel2": (cdiv(rows * 32, block), 0),
        "softmax_forward_online_kernel8": (cdiv(rows * 32, block), 0),
    }[name]
    return lambda: made[grid, block, shared](y, x, rows, cols)


@program("llm_c_global_norm_kernel1_28M", "norm_kernel1<float>", 28_311_552)
@program("llm_c_global_norm_kernel2_9M", "norm_kernel2<float>", 9_437_184)
@program("llm_c_global_norm_kernel3_14M", "norm_kernel3<float>", 14_155_776)
@program("llm_c_global_norm_kernel4_5M", "norm_kernel4<float>", 5_000_000)
def _(name: str, n: int) -> Run:
    made = kernel("global_norm", name)
    x, out = randn(n), zeros(1024)
    return lambda: made[_THREADS * _SMS // 512, 512](out, x, n)


@program("llm_c_gelu_6M", 8 * 1024 * 768)
def _(n: int) -> Run:
    made = kernel("gelu_forward", "gelu_forward_kernel1")
    x, y = randn(n), empty(n)
    return lambda: made[cdiv(n, 512), 512](y, x, n)


@program("llm_c_residual_5M", 5_000_000)
def _(n: int) -> Run:
    made = kernel("residual_forward", "residual_forward_kernel1")
    a, b, y = randn(n), randn(n), empty(n)
    return lambda: made[cdiv(n, 256), 256](y, a, b, n)


@program("llm_c_adamw_3M", 3_000_000)
def _(n: int) -> Run:
    made = kernel("adamw", "adamw_kernel2")
    p, g, m, v = randn(n), randn(n), zeros(n), zeros(n)
    figures = 1e-3, 0.9, 0.999, 0.1, 0.001, 1e-8, 0.0
    return lambda: made[cdiv(n, 512), 512](p, g, m, v, n, *figures)


@program("llm_c_encoder_kernel2_8x1024x768", "encoder_forward_kernel2", 1)
@program("llm_c_encoder_kernel3_8x1024x768", "encoder_forward_kernel3", 4)
def _(name: str, words: int) -> Run:
    made = kernel("encoder_forward", name)
    tokens = randint(50257, 8, 1024).int()
    wte, wpe, y = randn(50257, 768), randn(1024, 768), empty(8, 1024, 768)
    n = 8 * 1024 * 768 // words
    return lambda: made[cdiv(n, 256), 256](y, tokens, wte, wpe, 8, 1024, 768)


@program("llm_c_encoder_backward_kernel1_8x1024x768")
def _() -> Run:
    made = kernel("encoder_backward", "encoder_backward_kernel1")
    tokens = randint(50257, 8, 1024).int()
    wte, wpe, dy = zeros(50257, 768), zeros(1024, 768), randn(8, 1024, 768)
    n = 8 * 1024 * 768
    return lambda: made[cdiv(n, 256), 256](wte, wpe, dy, tokens, 8, 1024, 768)


@program("llm_c_bias_backward_kernel1_8192x2304", "matmul_backward_bias_kernel1", 2304, 256, 1024)
@program("llm_c_bias_backward_kernel2_8192x768", "matmul_backward_bias_kernel2", 48, 512, 0)
@program("llm_c_bias_backward_kernel3_8192x768", "matmul_backward_bias_kernel3", 768, 256, 0)
@program("llm_c_bias_backward_kernel4_8192x3072", "matmul_backward_bias_kernel4", 96, 512, 2048)
def _(name: str, grid: int, block: int, shared: int) -> Run:
    made = kernel("matmul_backward_bias", name)
    channels = {2304: 2304, 96: 3072}.get(grid, 768)
    db, dy = zeros(channels), randn(8192, channels)
    return lambda: made[grid, block, shared](db, dy, 8, 1024, channels)


@program("llm_c_cross_entropy_backward_2048x16000", 2048, 16000)
def _(rows: int, vocabulary: int) -> Run:
    made = kernel("crossentropy_softmax_backward", "crossentropy_softmax_backward_kernel1")
    dl, dy, p = empty(rows, vocabulary), randn(rows), randn(rows, vocabulary)
    y, n = randint(vocabulary, rows).int(), rows * vocabulary
    return lambda: made[cdiv(n, 256), 256](dl, dy, p, y, 2, rows // 2, vocabulary)


@program("llm_c_matmul_kernel1_1024x1024x768", 1024, 1024, 768)
def _(rows: int, cols: int, depth: int) -> Run:
    made = kernel("matmul_forward", "matmul_forward_kernel1")
    y, x, w, b = empty(rows, cols), randn(rows, depth), randn(cols, depth), randn(cols)
    grid = cdiv(rows, 16), cdiv(cols, 16)
    return lambda: made[grid, (16, 16)](y, x, w, b, rows, depth, cols)


@program("llm_c_matmul_kernel4_2048x1024x768", 2048, 1024, 768)
def _(rows: int, cols: int, depth: int) -> Run:
    made = kernel("matmul_forward", "matmul_forward_kernel4")
    y, x, w, b = empty(rows, cols), randn(rows, depth), randn(cols, depth), randn(cols)
    grid = cdiv(rows, 128), cdiv(cols, 128)
    return lambda: made[grid, (16, 16)](y, x, w, b, depth, cols)


@program("llm_c_attention_query_key_4x12x512x64", 4, 512, 768, 12)
def _(batch: int, length: int, channels: int, heads: int) -> Run:
    made = kernel("attention_forward", "attention_query_key_kernel1")
    scores, qkv = empty(batch, heads, length, length), randn(batch, length, 3 * channels)
    n = batch * heads * length * length
    return lambda: made[cdiv(n, 256), 256](scores, qkv, batch, length, channels, heads)


@program("llm_c_attention_softmax_4x12x512", 4, 512, 12)
def _(batch: int, length: int, heads: int) -> Run:
    made = kernel("attention_forward", "attention_softmax_kernel1")
    att, scores = empty(batch, heads, length, length), randn(batch, heads, length, length)
    n = batch * length * heads
    return lambda: made[cdiv(n, 256), 256](att, scores, batch, length, heads)


@program("llm_c_permute_24x16x1024x32", 24, 16, 1024, 32)
def _(*sizes: int) -> Run:
    made = kernel("permute", "permute_kernel")
    n = sizes[0] * sizes[1] * sizes[2] * sizes[3]
    x, y = randn(n), empty(n)
    return lambda: made[cdiv(n, 256), 256](x, y, *sizes)
