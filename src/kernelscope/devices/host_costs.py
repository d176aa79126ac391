"""What a call costs the host of a GPU, in microseconds.

Measured on the host of one H200 (Intel Xeon, Python 3.12, PyTorch 2.11, Triton 3.6, driver 580.159;
23 November 2026): the median of five rounds of 100 calls on tensors of 64 x 64, in a loop that does
not wait for the GPU. `tests/truth/operators/host_costs_h200.json` is the record, and its program
lies beside it; the names in quotes are its rows. The loop and a lambda around each call are in the
figures.

Hosts differ. Of four that had an H200 that day, one took 6.4 us for an addition, the others took
8.8, 10.6 and 10.7; of two later ones 11.2 and 14.7. All figures here are from the first, or brought
to it by what an addition takes. The clocks follow the second: it is in the
middle, and 511 calls of operators were recorded on it (`operators_h200.jsonl.gz`). On the GPU that
`kernelscope calibrate` measured they follow the host that it has (`us_of_host`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
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

_ADDMM_US = 17.1  # "addmm" of a matrix
_FILL_US = 5.2  # "zeros" 7.3 less an allocation
_PINNED_TO_GPU_US = 5.2  # which the host does not wait for: "pinned_to_device" (4), on one scale
_TO_GPU_US = 10.2  # "to cuda" 13.1 less an allocation and 0.9 of waiting for the copy
_TO_HOST_US = 10.8  # "to cpu" 11.7 less 0.9 of waiting
_ITEM_US = 6.1  # "item" 7.6 less 1.5 of waiting for the copy

# Medians of all calls of an operator in three records: `operators`, `fresh` and `again_h200`, but
# for the fresh calls that are held out. The hosts were three, too, so each call's "host" is divided
# by what a pointwise operator takes on the same host, times 6.4, less NEXT_LAUNCH_US for each
# launch after the first and VIEW_US and EMPTY_US for what belongs to them. In brackets the calls.
_LINEAR_WITHOUT_GRAD_US = 11.0  # "addmm" with a bias (30)
_LINEAR_US = 15.0  # "mlp_forward" (8), for each layer, less its activation and Python
_PRODUCT_US = 9.7  # "mm" 9.5 (80), "bmm" 9.7 (36)
_REDUCTION_US = 8.0  # "sum" 8.0 (12), "mean" 8.3 (8), "amax" 8.0, "argmax" 8.1
_COPY_US = 6.2  # "copy_" on the GPU (70)
_CAT_US = 7.8  # (14)
_SOFTMAX_US = 6.6  # (52), "_log_softmax" 6.8 (8)
# cuDNN's (35), whose further launches cost 4.9: 2 launches 16, 4 24, 6 31. PyTorch's own depthwise
# kernel costs 10.2 (12).
_CONVOLUTION_US, _DEPTHWISE_US = 13.5, 10.2
# What sorts its indices first: `index_put_` that adds (6), the gradient of an embedding's rows, if
# they are more than 3,072 (6).
_ADDED_IN_ORDER_US, _EMBEDDED_IN_ORDER_US, _EMBEDDED_AS_THEY_ARE = 38.0, 64.0, 3072

# A layer of cuDNN's, without and with a gradient to come: of 16 steps in one kernel "LSTM" takes
# 100 and 114 on this scale, "GRU" 92 and 104 (the mean of the visits of `host_paths_h200.json`),
# less its zeros, its Python and launches. One of 50 steps has 100 launches more and takes 731
# (`training/lstm`): 6.3 each.
_RECURRENT_US, _RECURRENT_GRAD_US, _RECURRENT_LAUNCH_US = 66.0, 79.0, 6.3
_RECURRENT = frozenset(("_cudnn_rnn", "_cudnn_rnn_backward"))

_OPERATORS_US: dict[str, float] = {
    "_scaled_dot_product_flash_attention": 18.1,  # (8)
    "_scaled_dot_product_efficient_attention": 14.0,  # (16)
    "_scaled_dot_product_cudnn_attention": 14.5,  # two launches
    **dict.fromkeys(("convolution", "_convolution"), _CONVOLUTION_US),
    "convolution_backward": 28.5,  # (6)
    "_scaled_dot_product_flash_attention_backward": 18.5,  # (10)
    "_scaled_dot_product_efficient_attention_backward": 37.5,  # (6)
    "_scaled_dot_product_cudnn_attention_backward": 18.5,  # (2)
    **dict.fromkeys(("embedding", "index_select"), 11.0),  # (16)
    "_embedding_bag": 12.0,  # (2)
    "index": 8.2,
    "native_dropout": 10.9,  # (8)
    **dict.fromkeys(("mm", "bmm", "mv", "dot", "baddbmm", "addmv", "_scaled_mm"), _PRODUCT_US),
    "_int_mm": 11.9,
    **dict.fromkeys(
        ("sum", "mean", "prod", "amax", "amin", "argmax", "argmin", "any", "all", "logsumexp",
         "linalg_vector_norm", "norm"),
        _REDUCTION_US,
    ),
    **dict.fromkeys(("var", "var_mean", "std", "std_mean"), 9.2),  # (4)
    **dict.fromkeys(("max", "min"), 10.2),  # with places (8)
    **dict.fromkeys(("_softmax", "_log_softmax"), _SOFTMAX_US),
    "native_layer_norm": 11.3,  # (34)
    "native_layer_norm_backward": 16.5,  # (15)
    "_fused_rms_norm_backward": 10.5,  # (6)
    "native_group_norm_backward": 40.5,  # (3)
    **dict.fromkeys(("native_batch_norm_backward", "cudnn_batch_norm_backward"), 25.5),  # (6)
    **dict.fromkeys(("native_group_norm", "_fused_rms_norm"), 10.1),  # (12)
    **dict.fromkeys(
        ("native_batch_norm", "_native_batch_norm_legit", "cudnn_batch_norm",
         "_batch_norm_with_update"),
        16.8,
    ),
    "max_pool2d_with_indices": 8.7,  # (4)
    "upsample_bilinear2d": 7.8,
    **dict.fromkeys(("_fft_c2c", "_fft_r2c", "_fft_c2r"), 9.9),
    "_cudnn_rnn_backward": _RECURRENT_GRAD_US,
    "multinomial": 50.0,  # (4)
    "randperm": 18.0,  # (5)
    "sort": 16.5,  # (31)
    "topk": 12.9,  # (20)
    "cumsum": 7.2,  # (23)
    # A pointwise operator and a reduction.
    **dict.fromkeys(("mse_loss", "smooth_l1_loss", "huber_loss"), POINTWISE_US + _REDUCTION_US),
    **dict.fromkeys(("cat", "stack"), _CAT_US),
    **dict.fromkeys(("zero_", "fill_"), _FILL_US),
    "normal_": 9.1,  # (14)
    **dict.fromkeys(("uniform_", "random_", "bernoulli_", "exponential_"), 7.7),  # (8)
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

BACKWARD_US = 64.5
"""A pass of autograd that frees its graph, beyond its operators: "gelu forward and backward" (83
and 42, on two hosts, beyond its two operators) and "mse_forward_backward 4096x1024" (62)."""

BACKWARD_AGAIN_US = 36.5
"""A pass that keeps its graph, beyond its operators: seven pointwise operators, reductions and
poolings whose pass is one kernel or two take 24 to 36 (14 calls in three records), "add backward"
and "gelu backward" on two hosts 32 to 46 (`host_costs_h200.json`)."""

COMPILED_US = 37.4
"""A call of a compiled function beyond its one launch of 6.6: guards and wrappers. Four functions
of 1, 4 and 12 inputs took 28.7, 41.4, 46.6 and 48.8."""

COMPILED_GRAD_US = 108.0
"""What is added if the call keeps tensors for a backward pass: "compiled MLP" 268.3, less
COMPILED_US, four products with a bias and four launches."""

BACKWARD_NODE_US = 12.5
"""Each further node of a pass, beyond its operators: "mlp_forward_backward 1024x4" and "256x12", of
20 and 60 nodes, take 654 and 1,818 us, in the middle of the two records (850 and 504, 2,208 and
1,508), less the forward calls, their operators and the pass."""

# (microseconds, more for each parameter) of a step beyond its operators, from 8 and 24 parameters:
# "Adam foreach=True" takes 151.2 and 220.4, 116.6 + 4.33 for each, of which its seven operators on
# lists cost 44.8.
_STEPS_US: dict[str, dict[str, tuple[float, float]]] = {
    "SGD": {"foreach": (16.9, 0.73), "fused": (16.9, 0.67), "loop": (11.4, 0.0)},
    "Adam": {"foreach": (71.8, 4.33), "fused": (37.5, 1.20), "loop": (57.7, 6.5)},
    "AdamW": {"foreach": (65.8, 4.94), "fused": (29.5, 1.70), "loop": (120.2, 2.2)},
    # From another host, tests/truth/operators/host_paths_h200.json: the lesser of two visits of 26
    # November 2026, brought to an addition of 6.4 by that of its own (6.7).
    "Adagrad": {"foreach": (80.6, 4.61), "loop": (16.1, 5.70)},
    "RMSprop": {"foreach": (45.8, 4.15), "loop": (32.5, 5.18)},
    "NAdam": {"foreach": (69.0, 11.2), "loop": (43.8, 14.5)},
    "RAdam": {"foreach": (65.8, 8.01), "loop": (101.1, 11.0)},
    "Adadelta": {"foreach": (54.2, 6.76), "loop": (0.0, 9.1)},
    "Adamax": {"foreach": (43.3, 6.22), "loop": (0.0, 8.8)},
    "ASGD": {"foreach": (46.2, 15.1), "loop": (0.0, 9.7)},
    "Rprop": {"foreach": (67.6, 14.7), "loop": (59.0, 13.2)},
    "Adafactor": {"foreach": (37.5, 25.9)},
}

# What momentum adds to a step of SGD on lists, beyond its operators: on three hosts 6 to 16 for 8
# parameters, 10 to 33 for 24.
_MOMENTUM_US = (2.5, 0.88)

# Waiting and asking.

SYNCHRONIZE_US = 4.6
"""`torch.cuda.synchronize()` with nothing to wait for."""

WAITED_US = 4.8
"""From the end of the device's work to the moment at which a host that waits for it knows, and from
a launch to its kernel's begin: 126 calls with one kernel of 20 to 1,000 us take 15 to 21 us more
between two readings of the clock around call and `synchronize()`, where the host needs half an
addition and half a synchronize before and behind (`operators_h200.jsonl.gz`)."""

COLD_SHARE, COLD_S = 0.1, 150e-6
"""How much more a call costs in a benchmark that empties L2 and records an event before each, and
up to how long a call: in a loop of nothing else it finds the processor's caches and predictions as
it left them. Two events around one call show 10 us more than it takes in such a loop if that is
under 20 us, 19 if 40 to 150, 30 if 150 to 400 (154 calls that wait for the host in
`operators_h200.jsonl.gz`); 10 of it are the events."""

EVENT_US = 0.7
"""`torch.cuda.Event(...)`."""

EVENT_RECORD_US, EVENT_MADE_US = 5.4, 2.0
"""`Event.record()`, and what the first one of an event adds, which makes CUDA's: two new events
around a call of less than 20 us show 10.1 us more than the call takes in a loop, where half a
record before and behind it take 7.4 on the same host."""

EVENT_READ_US = 0.5
"""`Event.synchronize()` 0.4, `Event.elapsed_time()` 0.6."""

CLOCK_US = 0.054
"""`time.perf_counter()`."""

# What a steady clock charges for work that it does not follow.

TRITON_COMPILE_S = 0.12
"""Triton's compiling of a kernel, whether or not its cache has it: the median of 18 that were
compiled on an H200's host, from 42 to 613 ms (docs/measured/2026-11-21-h200.md, -22-h200.md)."""

COMPILE_S = 5.4
"""The first call of a function under torch.compile, in a new process: the median of 16 there, from
5.0 to 7.4 s."""

MODULE_S = 0.9e-3
"""An import, for each module that it loads: the median of 28 libraries and parts of Python's own,
from 0.3 (sqlite3) to 1.9 ms (torch), on an EPYC, in seconds of the H200's host."""

# The program's own Python (`executed.py`), from tests/truth/operators/python_costs_h200.json: 34
# stretches of Python as programs have them between calls, each in a loop with an addition, on the
# host of one H200, and eight tight loops of `host_costs_h200.json`. The figures are the least error
# of all 42 in proportion, in kinds of instructions. A stretch that is predicted from the others is
# within 25 % in 62 % and within 50 % in 82 % of the 34. Too low: functions of C (`json.dumps`, the
# formatting of floats), which are not seen. Too high: tight loops, which Python specialises.

LOOP_US = 0.2
"""The loop around a call and a lambda, which the costs of calls have in them: 15 instructions."""

FRAME_US = 0.037
"""What the call of a Python function adds to its instructions."""

# Nanoseconds by how the instruction's name begins; the first that fits counts.
_INSTRUCTIONS_NS: tuple[tuple[float, tuple[str, ...]], ...] = (
    (0.0, ("CACHE", "RESUME", "NOP", "PRECALL", "PUSH_NULL", "EXTENDED_ARG", "MAKE_CELL",
           "COPY_FREE_VARS", "KW_NAMES")),
    (68.0, ("FORMAT", "CONVERT", "BUILD_STRING")),
    (173.0, ("CALL_FUNCTION_EX", "DICT_MERGE", "DICT_UPDATE")),
    (19.0, ("CALL",)),
    (7.0, ("LIST_APPEND", "MAP_ADD", "SET_ADD")),
    (18.0, ("BINARY_SUBSCR", "STORE_SUBSCR", "DELETE_SUBSCR", "BINARY_SLICE", "STORE_SLICE",
            "UNPACK")),
    (8.0, ("BINARY", "UNARY")),
    (10.0, ("COMPARE", "CONTAINS", "TO_BOOL")),
    (6.0, ("FOR_ITER", "GET_ITER", "YIELD", "SEND")),
    (52.0, ("BUILD", "LIST_", "SET_", "MAKE_FUNCTION")),
    (14.0, ("LOAD_ATTR", "LOAD_GLOBAL", "LOAD_METHOD", "LOAD_NAME", "LOAD_SUPER", "STORE_ATTR",
            "STORE_GLOBAL", "STORE_NAME")),
    (1.8, ("LOAD_", "STORE_", "POP_TOP", "SWAP", "COPY", "POP_JUMP", "JUMP", "RETURN",
           "DELETE_FAST", "IS_OP", "END_", "POP_ITER", "NOT_TAKEN")),
    (39.0, ("",)),
)  # fmt: skip


@cache
def instruction_us(opcode: str) -> float:
    """Return what an instruction of Python's bytecode costs, by its name: "LOAD_FAST"."""
    return 1e-3 * next(ns for ns, names in _INSTRUCTIONS_NS if opcode.startswith(names))


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
        return _LINEAR_US if _grad_follows(args) else _LINEAR_WITHOUT_GRAD_US
    if name == "_cudnn_rnn":
        return _RECURRENT_GRAD_US if _grad_follows((args[0], *args[1])) else _RECURRENT_US
    if name == "copy_":
        if args[0].is_cuda == args[1].is_cuda:
            return _COPY_US
        if args[0].is_cuda:
            is_sent = len(args) > 2 and args[2] and args[1].is_pinned()
            return _PINNED_TO_GPU_US if is_sent else _TO_GPU_US
        return _TO_HOST_US
    if name == "_index_put_impl_" and len(args) > 3 and args[3]:
        return _ADDED_IN_ORDER_US
    if name == "embedding_dense_backward" and args[1].numel() > _EMBEDDED_AS_THEY_ARE:
        return _EMBEDDED_IN_ORDER_US
    if name == "convolution" and args[0].dim() > 2 and args[8] == args[0].shape[1] > 1:
        return _DEPTHWISE_US
    return _OPERATORS_US.get(name, POINTWISE_US if launches else VIEW_US)


def next_launch_us(name: str) -> float:
    """Return what each launch of an operator beyond its first costs the host."""
    return _RECURRENT_LAUNCH_US if name in _RECURRENT else NEXT_LAUNCH_US


def _grad_follows(values: Sequence[Any]) -> bool:
    import torch  # not at the top: compilers read these figures without PyTorch

    return torch.is_grad_enabled() and any(
        isinstance(value, torch.Tensor) and value.requires_grad for value in values
    )


def triton_us(arguments: int) -> float:
    """Return what `kernel[grid](...)` costs, by the number of arguments, constants among them."""
    return _TRITON_US + _TRITON_ARGUMENT_US * arguments


def step_us(kind: str, way: str, parameters: int, *, momentum: bool = False) -> float:
    """Return what an optimizer's step costs beyond its operators; 0: it was not measured.

    Args:
        kind: the optimizer's class: "Adam".
        way: "foreach", "fused" or "loop".
        parameters: the number of parameters with a gradient.
        momentum: whether it keeps one, as SGD may.
    """
    fixed, each = _STEPS_US.get(kind, {}).get(way, (0.0, 0.0))
    if momentum and way == "foreach":
        fixed, each = fixed + _MOMENTUM_US[0], each + _MOMENTUM_US[1]
    return fixed + each * parameters
