/* The words that CUDA's headers of types are written with, for a C compiler. */
#pragma once
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDA_CB
#define __host__
#define __device__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __forceinline__ inline
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __inline_hint__
#define __no_return__ __attribute__((noreturn))
#define __noinline__ __attribute__((noinline))
