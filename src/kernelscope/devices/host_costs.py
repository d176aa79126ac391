"""What a call costs the host of a GPU, in microseconds.

Measured on the host of one H200 (Intel Xeon, Python 3.12, PyTorch 2.11, Triton 3.6, driver 580.159;
23 November 2026): the median of five rounds of 100 calls on tensors of 64 x 64, in a loop that does
not wait for the GPU. `tests/truth/operators/host_costs_h200.json` is the record, and its program
lies beside it; the names in quotes are its rows. The loop and a lambda around each call are in the
figures.

Hosts differ. Of four that had an H200 that day, one took 6.4 us for an addition, the others took
8.8, 10.6 and 10.7. All figures here are from the first. The clocks follow the second: it is in the
middle, and 511 calls of operators were recorded on it (`operators_h200.jsonl.gz`). On the GPU that
`kernelscope calibrate` measured they follow the host that it has (`us_of_host`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernelscope.hardware import GPUSpec

# PyTorch's operators.

POINTWISE_US = 6.4
"""Any operator that is not named below: "add" 6.4, "gelu" 6.3, "softmax" 6.3."""

ADDITION_US = 8.8
"""What an addition takes on the host that clocks follow, unless the GPU was calibrated."""

VIEW_US = 1.2
"""What launches nothing: "view" 1.2, "transpose" 1.0; "slice" takes 2.1."""

EMPTY_US = 2.0
"""An allocation: "empty" 2.0, "empty_like" 1.7."""

_PRODUCT_US = 11.6  # "mm"; "mm half" 11.1
_LINEAR_US = 24.1  # "Linear" 24.9 less "Module call" 0.8
_LINEAR_WITHOUT_GRAD_US = 15.0  # "linear" of the other record 20.6, times 6.4 / 8.8
_ADDMM_US = 17.1  # "addmm" of a matrix
_REDUCTION_US = 7.8  # "sum"
_NORM_US = 10.2  # "layer_norm"
_CAT_US = 7.4  # "cat"
_FILL_US = 5.2  # "zeros" 7.3 less an allocation; "to half" 7.2 less one: a copy on the GPU
_NORMAL_US = 6.3  # "randn" 8.4 less an allocation
_TO_GPU_US = 10.2  # "to cuda" 13.1 less an allocation and 0.9 of waiting for the copy
_TO_HOST_US = 10.8  # "to cpu" 11.7 less 0.9 of waiting
_ITEM_US = 6.1  # "item" 7.6 less 1.5 of waiting for the copy

# Of the other record of that day, `operators_h200.jsonl.gz`, in which an addition takes 8.8 us:
# each figure is that one's, times 6.4 / 8.8, less NEXT_LAUNCH_US for each launch after the first.
_FUSED_ATTENTION_US = 13.6  # "sdpa" by flash and memory-efficient attention, one launch: 18.7
_CUDNN_ATTENTION_US = 14.5  # "sdpa" by cuDNN, two launches: 24.6
_CONVOLUTION_US = 13.7  # "conv2d_3x3", two launches: 23.5
_LOOKUP_US = 10.4  # "embedding" 14.2, "index_select" 14.4
_DROPOUT_US = 11.1  # "dropout"
_BATCH_NORM_US = 18.7  # "batch_norm_inference", one launch

_OPERATORS_US: dict[str, float] = {
    "_scaled_dot_product_flash_attention": _FUSED_ATTENTION_US,
    "_scaled_dot_product_efficient_attention": _FUSED_ATTENTION_US,
    "_scaled_dot_product_cudnn_attention": _CUDNN_ATTENTION_US,
    **dict.fromkeys(("convolution", "_convolution"), _CONVOLUTION_US),
    **dict.fromkeys(("embedding", "index_select"), _LOOKUP_US),
    "native_dropout": _DROPOUT_US,
    **dict.fromkeys(("mm", "bmm", "mv", "dot", "baddbmm", "addmv", "_scaled_mm"), _PRODUCT_US),
    **dict.fromkeys(
        ("sum", "mean", "prod", "amax", "amin", "max", "min", "argmax", "argmin", "any", "all",
         "var", "std", "var_mean", "std_mean", "logsumexp", "linalg_vector_norm", "norm"),
        _REDUCTION_US,
    ),
    **dict.fromkeys(
        ("native_layer_norm", "native_group_norm", "_fused_rms_norm"), _NORM_US,
    ),
    **dict.fromkeys(
        ("native_batch_norm", "_native_batch_norm_legit", "cudnn_batch_norm",
         "_batch_norm_with_update"),
        _BATCH_NORM_US,
    ),
    **dict.fromkeys(("cat", "stack"), _CAT_US),
    **dict.fromkeys(("zero_", "fill_"), _FILL_US),
    **dict.fromkeys(("normal_", "uniform_", "random_", "bernoulli_"), _NORMAL_US),
    **dict.fromkeys(("empty", "empty_strided", "empty_like", "new_empty", "resize_"), EMPTY_US),
    "_local_scalar_dense": _ITEM_US,
}  # fmt: skip

NEXT_LAUNCH_US = 3.4
"""Each launch of an operator beyond its first. It is from the other record of that day,
`operators_h200.jsonl.gz`, in which an addition takes 8.8 us: "topk" of 2 launches 22.9, of 21 113;
"sort" of 5 36, of 10 58. So 4.6 there, and 3.4 where an addition takes 6.4."""

# Launches of kernels of one's own.

LAUNCH_US = 6.6
"""A compiled Triton kernel handed straight to its launcher, as Inductor does: "triton warmed
kernel"."""

CUDA_LAUNCH_US = 4.7
"""A kernel of CUDA C++: "cupy RawKernel"."""

NUMBA_LAUNCH_US = 25.7
"""A kernel of Numba. It was not measured: this is "_compile_kernel", PyTorch's launch of a kernel
in Python through ctypes, which takes the same steps."""

_TRITON_US, _TRITON_ARGUMENT_US = 9.4, 0.39  # 3 arguments 10.6, 10 13.3, 20 17.2

AUTOTUNED_US = 4.0
"""What Triton's autotuner adds to a launch: "triton autotuned" 15.0, four arguments."""

GRAPH_REPLAY_US = 2.3
"""The host's part of a CUDA graph's replay: "graph replay 1" 2.3, of 100 nodes 2.6."""

GRAPH_NODE_US = 0.9
"""The GPU's time from node to node of a graph of the least kernels: 10 nodes 10.5 us, 100 94."""

# Paths through PyTorch's own Python.

BACKWARD_US = 69.8
"""A pass of autograd that frees its graph, beyond its operators: "gelu forward and backward" 96.1
less 6.3 and 7.1 for the two, "autograd.Function both" 83.6 less its forward and a product."""

BACKWARD_AGAIN_US = 44.5
"""A pass that keeps its graph: "add backward", which launches nothing."""

COMPILED_US = 37.4
"""A call of a compiled function beyond its one launch of 6.6: guards and wrappers. Four functions
of 1, 4 and 12 inputs took 28.7, 41.4, 46.6 and 48.8."""

COMPILED_GRAD_US = 108.0
"""What is added if the call keeps tensors for a backward pass: "compiled MLP" 268.3, less
COMPILED_US, four products with a bias and four launches."""

BACKWARD_NODE_US = 26.0
"""Each further node of a pass, beyond its operators. It is from the other record of that day,
`operators_h200.jsonl.gz`: "mlp_forward_backward 1024x4" takes 966 us and "256x12" 2,662, of which
the forward calls, their operators and the pass explain 453 and 1,176; they have 20 and 60 nodes."""

# (microseconds, more for each parameter) of a step beyond its operators, from 8 and 24 parameters:
# "Adam foreach=True" takes 151.2 and 220.4, 116.6 + 4.33 for each, of which its seven operators on
# lists cost 44.8.
_STEPS_US: dict[str, dict[str, tuple[float, float]]] = {
    "SGD": {"foreach": (16.9, 0.73), "fused": (16.9, 0.67), "loop": (11.4, 0.0)},
    "Adam": {"foreach": (71.8, 4.33), "fused": (37.5, 1.20), "loop": (57.7, 6.5)},
    "AdamW": {"foreach": (65.8, 4.94), "fused": (29.5, 1.70), "loop": (120.2, 2.2)},
}

# Waiting and asking.

SYNCHRONIZE_US = 4.6
"""`torch.cuda.synchronize()` with nothing to wait for."""

EVENT_US = 0.7
"""`torch.cuda.Event(...)`."""

EVENT_RECORD_US = 5.4
"""`Event.record()`."""

EVENT_READ_US = 0.5
"""`Event.synchronize()` 0.4, `Event.elapsed_time()` 0.6."""

CLOCK_US = 0.054
"""`time.perf_counter()`."""


def us_of_host(spec: GPUSpec) -> float:
    """Return what the host of a GPU takes for a microsecond of these figures."""
    return spec.constant("host_addition", ADDITION_US) / POINTWISE_US


def operator_us(name: str, launches: bool, args: Sequence[Any]) -> float:
    """Return what one of PyTorch's operators costs the host.

    Args:
        name: without namespace and overload: "add".
        launches: whether it launches a kernel.
        args: its positional arguments.
    """
    if name == "addmm":
        if args[0].dim() != 1:
            return _ADDMM_US
        import torch  # not at the top: compilers read these figures without PyTorch

        return _LINEAR_US if torch.is_grad_enabled() else _LINEAR_WITHOUT_GRAD_US
    if name == "copy_":
        if args[0].is_cuda == args[1].is_cuda:
            return _FILL_US
        return _TO_GPU_US if args[0].is_cuda else _TO_HOST_US
    return _OPERATORS_US.get(name, POINTWISE_US if launches else VIEW_US)


def triton_us(arguments: int) -> float:
    """Return what `kernel[grid](...)` costs, by the number of arguments, constants among them."""
    return _TRITON_US + _TRITON_ARGUMENT_US * arguments


def step_us(kind: str, way: str, parameters: int) -> float:
    """Return what an optimizer's step costs beyond its operators; 0: it was not measured.

    Args:
        kind: the optimizer's class: "Adam".
        way: "foreach", "fused" or "loop".
        parameters: the number of parameters with a gradient.
    """
    fixed, each = _STEPS_US.get(kind, {}).get(way, (0.0, 0.0))
    return fixed + each * parameters
