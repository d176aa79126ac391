/* The functions of a thread's own default stream (`--default-stream per-thread`), which end in `_ptsz`
 * and `_ptds`: where a plain one means the legacy stream, they mean the thread's. Those of `_ptds` wait
 * for what they queue, so that the stream makes no difference. */
#pragma once
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#define API __attribute__((visibility("default")))
#define OWN_STREAM(stream) ((stream) ? (stream) : (void *)0x2)
#define OWN_FLAGS(flags) ((flags) ? (flags) : 2) /* cudaEnablePerThreadDefaultStream */

#ifdef KS_RENAMED /* in the library for an older runtime */
#include <cuda_runtime_api.h>
#include KS_RENAMED
#endif
