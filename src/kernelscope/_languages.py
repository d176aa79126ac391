"""Advice in the language of the kernel's author.

A text of advice names what to write as `{block_barrier}`; a table says what that is in each
language. A name that a language has no word for gets PTX's, which CUDA C++ can write as `asm`.
"""

from __future__ import annotations

import re

LANGUAGES = ("triton", "gluon", "cuda", "numba", "ptx", "torch")
_FRONT_ENDS = {"inductor": "torch"}

_WORDS: dict[str, dict[str, str]] = {
    "block_barrier": {
        "triton": "`tl.debug_barrier()`",
        "gluon": "`gl.barrier()`",
        "cuda": "`__syncthreads()`",
        "numba": "`cuda.syncthreads()`",
        "ptx": "`bar.sync 0`",
    },
    "warp_barrier": {
        "triton": "`tl.debug_barrier()`",
        "gluon": "`gl.barrier()`",
        "cuda": "`__syncwarp()`",
        "numba": "`cuda.syncwarp()`",
        "ptx": "`bar.warp.sync -1`",
    },
    "cluster_barrier": {
        "gluon": "`gl.barrier(cluster=True)`",
        "cuda": "`cluster.sync()`",
        "ptx": "`barrier.cluster.arrive` and `barrier.cluster.wait`",
    },
    "copy_wait": {
        "gluon": "`async_copy.wait_group(0)`",
        "cuda": "`__pipeline_wait_prior(0)`, or `cp.async.wait_group 0` in `asm`",
        "ptx": "`cp.async.wait_group 0`",
    },
    "mbarrier_wait": {
        "gluon": "`mbarrier.wait(bar, phase)`",
        "cuda": "`cuda::ptx::mbarrier_try_wait_parity` in a loop",
        "ptx": "`mbarrier.try_wait.parity` in a loop",
    },
    "mbarrier_init": {
        "gluon": "`mbarrier.init(bar, count=…)`",
        "cuda": "`mbarrier.init` (`cuda::ptx::mbarrier_init`)",
        "ptx": "`mbarrier.init`",
    },
    "mbarrier_end": {"gluon": "`mbarrier.invalidate(bar)`", "ptx": "`mbarrier.inval`"},
    "init_fence": {
        "gluon": "`mbarrier.sync_cluster_init()`",
        "ptx": "`fence.mbarrier_init.release.cluster`",
    },
    "store_wait": {"gluon": "`tma.store_wait(0)`", "ptx": "`cp.async.bulk.wait_group 0`"},
    "store_read_wait": {"gluon": "`tma.store_wait(0)`", "ptx": "`cp.async.bulk.wait_group.read 0`"},
    "product_wait": {
        "gluon": "`warpgroup_mma_wait(0, deps=[…])`",
        "cuda": "`wgmma.wait_group.sync.aligned 0` in `asm` (CUTLASS: `warpgroup_wait<0>()`)",
        "ptx": "`wgmma.wait_group.sync.aligned 0`",
    },
    "product_fence": {
        "cuda": "`wgmma.fence.sync.aligned` in `asm` (CUTLASS: `warpgroup_arrive()`)",
        "ptx": "`wgmma.fence.sync.aligned`",
    },
    "proxy_fence": {
        "gluon": "`fence_async_shared()`",
        "cuda": "`fence.proxy.async` in `asm` (CUTLASS: `fence_view_async_shared()`)",
        "ptx": "`fence.proxy.async`",
    },
    "device_fence": {
        "cuda": "`__threadfence()`",
        "numba": "`cuda.threadfence()`",
        "ptx": "`fence.acq_rel.gpu`",
    },
    "flag_order": {
        "triton": "set the flag with `tl.atomic_xchg(flag, 1, sem='release')` after "
        "`tl.debug_barrier()`, and wait for it with `tl.atomic_add(flag, 0, sem='acquire')`; a "
        "plain or `volatile` load orders nothing",
        "gluon": "set the flag with `gl.atomic_xchg(flag, 1, sem='release')` after `gl.barrier()`, "
        "and wait for it with `gl.atomic_add(flag, 0, sem='acquire')`; a plain or `volatile` load "
        "orders nothing",
        "cuda": "put `__threadfence()` between the write of the data and that of the flag, and "
        "another one between the read of the flag and that of the data",
        "numba": "put `cuda.threadfence()` between the write of the data and that of the flag, and "
        "another one between the read of the flag and that of the data",
        "ptx": "put `fence.acq_rel.gpu` between the write of the data and that of the flag, and "
        "another one between the read of the flag and that of the data",
    },
    "atomic_add": {
        "triton": "`tl.atomic_add`",
        "gluon": "`gl.atomic_add`",
        "cuda": "`atomicAdd`",
        "numba": "`cuda.atomic.add`",
        "ptx": "`red.global.add`",
    },
    "below": {
        "triton": "`mask=offsets < n`",
        "gluon": "`mask=offsets < n`",
        "cuda": "`if (i < n)`",
        "numba": "`if i < n:`",
        "ptx": "`setp.lt` and a guard `@%p`",
    },
    "not_negative": {
        "triton": "`mask=offsets >= 0`",
        "gluon": "`mask=offsets >= 0`",
        "cuda": "`if (i >= 0)`",
        "numba": "`if i >= 0:`",
        "ptx": "`setp.ge` and a guard `@%p`",
    },
    "ballot": {
        "cuda": "`__ballot_sync`",
        "numba": "`cuda.ballot_sync`",
        "ptx": "`vote.sync.ballot`",
    },
    "zeros": {
        "numba": "`cuda.to_device(np.zeros(n))` in place of `cuda.device_array(n)`",
        "ptx": "`torch.zeros` in place of `torch.empty`",
    },
    "local_zeros": {
        "numba": "fill it in a loop right after `cuda.local.array`",
        "cuda": "`float a[4] = {}`",
        "triton": "`tl.zeros` before the loop",
        "gluon": "`gl.zeros` before the loop",
        "ptx": "`st.local` before the first `ld.local`",
    },
    "dynamic_shared": {
        "cuda": "`kernel[grid, block, bytes](…)`",
        "numba": "`kernel[grid, block, stream, bytes](…)`",
        "triton": "smaller blocks or fewer stages (`num_stages`)",
        "gluon": "a smaller `gl.allocate_shared_memory`",
        "ptx": "`dynamic_shared_bytes=`",
    },
    "fp32_literals": {
        "triton": "cast what is fp64 with `.to(tl.float32)`: an argument that is a Python float "
        "is fp32, a tensor or `tl.float64` is not",
        "torch": "make the fp64 tensor or constant float32 (`.float()`, `dtype=torch.float32`)",
        "gluon": "cast what is fp64 with `.to(gl.float32)`",
        "cuda": "write fp32 literals (`2.0f`) and functions (`expf`)",
        "numba": "write literals as `np.float32(2.0)`: Numba's `2.0` is fp64, and so is `math.exp` "
        "of it",
        "ptx": "use the `.f32` instructions, without `cvt.f64.f32`",
    },
    "gpu_scope": {
        "triton": "`scope='gpu'`",
        "gluon": "`scope='gpu'`",
        "cuda": "`atomicAdd`, not `atomicAdd_block`; `cuda::thread_scope_device`",
        "numba": "`cuda.atomic.add`",
        "ptx": "`.gpu` in place of the narrower one",
    },
    "plain_load": {
        "cuda": "no `const` and `__restrict__` on the parameter, no `__ldg`",
        "numba": "no second argument for the array that is written",
        "ptx": "`ld.global`, not `ld.global.nc`",
    },
    "narrower": {
        "triton": "take back a promise that does not hold (`tl.multiple_of`, "
        "`tl.max_contiguous`), or pass `x.clone()` in place of the view",
        "cuda": "use a narrower type (`float` in place of `float4`), or pass `x.clone()` in place "
        "of the view",
        "numba": "copy the array to memory of its own: `cuda.to_device(x.copy())`",
        "ptx": "use a narrower access, or copy the view to memory of its own",
    },
    "pad": {
        "triton": "the compiler lays out shared memory: transpose the block in registers "
        "(`tl.trans` before the store), or load it in the order in which it is used",
        "gluon": "give the shared layout padding or a swizzle: `gl.PaddedSharedLayout`, "
        "`gl.SwizzledSharedLayout`",
        "cuda": "pad the rows of the tile by one element (`tile[32][33]`), or swizzle its columns",
        "numba": "pad the rows of the tile by one element (`cuda.shared.array((32, 33), …)`), or "
        "swizzle its columns",
        "torch": "the compiler lays out shared memory: make a transposed tensor contiguous before "
        "(`x.contiguous()`), or compile with `mode='max-autotune'`",
        "ptx": "pad the rows of the tile by one element, or swizzle its columns",
    },
    "coalesce": {
        "torch": "let the operations on this line read and write memory in one order: make the "
        "transposed or strided tensor contiguous where it is made (`x.contiguous()`)",
        "triton": "let neighbouring elements of a block have neighbouring addresses: `tl.arange` "
        "along the dimension with stride 1; or load the block as it lies in memory and turn it "
        "with `tl.trans`",
        "gluon": "choose a layout whose lanes run along the dimension with stride 1",
        "cuda": "let neighbouring threads (`threadIdx.x`) access neighbouring addresses: another "
        "order of the indices, or a tile in shared memory",
        "numba": "let neighbouring threads (`cuda.threadIdx.x`) access neighbouring addresses: "
        "`x[row, cuda.threadIdx.x]`, or a tile in shared memory",
        "ptx": "let neighbouring lanes access neighbouring addresses: another order of threads or "
        "data, or a tile in shared memory",
    },
    "tensor_cores": {
        "triton": "`tl.dot`, or the library's product (`torch.matmul`)",
        "gluon": "`warpgroup_mma`, or the library's product (`torch.matmul`)",
        "cuda": "`nvcuda::wmma` or `mma` in `asm`, or the library's product (`torch.matmul`)",
        "numba": "the library's product (`torch.matmul`): Numba has no tensor cores",
        "torch": "`torch.matmul` or `torch.addmm` on the tensors as they are, in place of a "
        "product and a sum",
        "ptx": "`mma.sync`, or the library's product",
    },
    "select": {
        "triton": "`tl.where`",
        "gluon": "`gl.where`",
        "torch": "`torch.where`",
        "cuda": "`c ? a : b`",
        "numba": "`a if c else b`",
        "ptx": "`selp`",
    },
    "fp32_product": {
        "triton": "if fp32 was meant `tl.dot(…, input_precision='ieee')`, for most of its accuracy "
        "at a third of the speed `'tf32x3'`",
        "torch": "if fp32 was meant `torch.set_float32_matmul_precision('highest')`",
        "cuda": "if fp32 was meant ordinary multiply-adds (`a * b + c`), for most of its accuracy "
        "three products of the parts of each operand (3xTF32)",
        "ptx": "if fp32 was meant `fma.rn.f32`, for most of its accuracy three products of the "
        "parts of each operand (3xTF32)",
    },
    "more_blocks": {
        "triton": "smaller blocks (`BLOCK`), or split the longest loop over more programs, which "
        "add up with `tl.atomic_add`",
        "gluon": "smaller blocks (`BLOCK`), or split the longest loop over more programs, which "
        "add up with `gl.atomic_add`",
        "torch": "a larger batch: with these sizes there is no more work to share out",
        "cuda": "less work a thread or fewer threads a block; or split the longest loop over more "
        "blocks, which add up with `atomicAdd`",
        "numba": "less work a thread or fewer threads a block; or split the longest loop over more "
        "blocks, which add up with `cuda.atomic.add`",
        "ptx": "less work a thread or fewer threads a block; or split the longest loop over more "
        "blocks",
    },
    "whole_waves": {
        "torch": "other sizes: a batch that fills whole waves",
        "triton": "as many programs as the GPU holds at once, each with a loop over the work "
        "(`tl.range(pid, tiles, tl.num_programs(0))`); or smaller blocks (`BLOCK`)",
        "ptx": "as many blocks as the GPU holds at once, each with a loop over the work; or "
        "smaller blocks",
    },
    "cap_registers": {
        "triton": "more warps for the same block (`num_warps`), or smaller blocks",
        "gluon": "more warps for the same block (`num_warps`), or smaller blocks",
        "torch": "compile with `mode='max-autotune'`, which tries smaller blocks",
        "cuda": "smaller tiles a thread, or a bound on its registers "
        "(`__launch_bounds__(threads, blocks)`), if nothing spills then",
        "numba": "smaller tiles a thread, or a bound on its registers "
        "(`@cuda.jit(max_registers=…)`), if nothing spills then",
        "ptx": "fewer values alive at once, or `.maxnreg`, if nothing spills then",
    },
    "known_indices": {
        "cuda": "let the compiler know the indices: unroll the loops over the array "
        "(`#pragma unroll`), or keep it in shared memory",
        "numba": "keep the array in shared memory (`cuda.shared.array`), or use one variable for "
        "each element",
        "triton": "the compiler has put it there: use smaller blocks, or more warps (`num_warps`)",
        "gluon": "the compiler has put it there: use smaller blocks, or more warps (`num_warps`)",
        "torch": "the compiler has put it there: compile with `mode='max-autotune'`, which tries "
        "other sizes",
        "ptx": "use a register for each element in place of `.local` memory",
    },
    "fewer_registers": {
        "triton": "smaller blocks, or more warps for the same block (`num_warps`)",
        "gluon": "smaller blocks, or more warps for the same block (`num_warps`)",
        "torch": "compile with `mode='max-autotune'`, which tries smaller blocks; or call two "
        "smaller compiled functions in place of one",
        "cuda": "keep fewer values alive at once (smaller tiles a thread), or allow more registers "
        "(`__launch_bounds__`, `-maxrregcount`)",
        "numba": "keep fewer values alive at once (smaller tiles a thread), or allow more "
        "registers (`@cuda.jit(max_registers=…)`)",
        "ptx": "keep fewer values alive at once, or allow more registers (`.maxnreg`)",
    },
}
_NAMES = re.compile(rf"\{{({'|'.join(_WORDS)})\}}")


def language_of(front_end: str) -> str:
    """Return the language of a front end's kernels."""
    name = _FRONT_ENDS.get(front_end, front_end)
    return name if name in LANGUAGES else "ptx"


def in_language(text: str, language: str) -> str:
    """Return a text with the words of a language in place of `{names}`; other braces stay."""

    def word(match: re.Match[str]) -> str:
        words = _WORDS[match[1]]
        return words.get(language) or words["ptx"]

    return _NAMES.sub(word, text)
