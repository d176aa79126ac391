/* CUDA arrays, textures and surfaces of the runtime API, and copies in three dimensions. */
#define __CUDA_API_VERSION_INTERNAL
#include <string.h>

#include "cudart.h"

/* ---- formats of texels ------------------------------------------------------------------------ */

static const struct {
    CUarray_format format;
    int bits;
    enum cudaChannelFormatKind kind;
} formats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};
#define FORMATS (sizeof formats / sizeof *formats)

static int format_of(const struct cudaChannelFormatDesc *d, CUarray_format *format, unsigned *channels) {
    int bits[4] = {d->x, d->y, d->z, d->w};
    *channels = 0;
    while (*channels < 4 && bits[*channels])
        if (bits[(*channels)++] != d->x)
            return cudaErrorInvalidChannelDescriptor;
    for (unsigned i = *channels; i < 4; i++)
        if (bits[i])
            return cudaErrorInvalidChannelDescriptor;
    for (size_t i = 0; i < FORMATS; i++)
        if (formats[i].bits == d->x && formats[i].kind == d->f) {
            *format = formats[i].format;
            return cudaSuccess;
        }
    return cudaErrorInvalidChannelDescriptor;
}

static struct cudaChannelFormatDesc description(CUarray_format format, unsigned channels) {
    for (size_t i = 0; i < FORMATS; i++)
        if (formats[i].format == format) {
            int bits = formats[i].bits;
            return (struct cudaChannelFormatDesc){bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0,
                                                  formats[i].kind};
        }
    return (struct cudaChannelFormatDesc){0, 0, 0, 0, cudaChannelFormatKindNone};
}

API struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f) {
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

/* ---- arrays ----------------------------------------------------------------------------------- */

API cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *d, struct cudaExtent extent,
                                  unsigned flags) {
    NEEDS(array && d);
    CUDA_ARRAY3D_DESCRIPTOR whole = {extent.width, extent.height, extent.depth, 0, 0, flags};
    int code = format_of(d, &whole.Format, &whole.NumChannels);
    if (code)
        DONE(code);
    FORWARD(cuArray3DCreate_v2((CUarray *)array, &whole));
}

API cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *d, size_t width, size_t height,
                                unsigned flags) {
    return cudaMalloc3DArray(array, d, (struct cudaExtent){width, height, 0}, flags);
}

API cudaError_t cudaFreeArray(cudaArray_t array) {
    if (!array)
        FORWARD(0);
    FORWARD(cuArrayDestroy((CUarray)array));
}

API cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *d, struct cudaExtent *extent, unsigned *flags, cudaArray_t array) {
    CUDA_ARRAY3D_DESCRIPTOR whole;
    READY;
    int code = cuArray3DGetDescriptor_v2(&whole, (CUarray)array);
    if (code)
        DONE(code);
    if (d)
        *d = description(whole.Format, whole.NumChannels);
    if (extent)
        *extent = (struct cudaExtent){whole.Width, whole.Height, whole.Depth};
    if (flags)
        *flags = whole.Flags;
    return cudaSuccess;
}

API cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *d, cudaArray_const_t array) {
    NEEDS(d);
    return cudaArrayGetInfo(d, NULL, NULL, (cudaArray_t)array);
}

static size_t texel_bytes(cudaArray_const_t array) {
    CUDA_ARRAY3D_DESCRIPTOR whole;
    if (cuArray3DGetDescriptor_v2(&whole, (CUarray)array))
        return 1;
    return description(whole.Format, whole.NumChannels).x / 8 * whole.NumChannels;
}

/* ---- copies ----------------------------------------------------------------------------------- */

/* A side of a copy: memory, or an array from a place on. */
struct side {
    const void *memory;
    size_t pitch;
    cudaArray_const_t array;
    size_t x, y;
};

#define ARRAY(array, x, y) ((struct side){NULL, 0, array, x, y})
#define MEMORY(pointer, pitch) ((struct side){pointer, pitch, NULL, 0, 0})

static cudaError_t copied(struct side to, struct side from, size_t width, size_t height, enum cudaMemcpyKind kind,
                          cudaStream_t stream, int waits) {
    DIRECTION(to.memory, from.memory, kind);
    NEEDS((to.array || to.memory) && (from.array || from.memory));
    if ((to.memory && width > to.pitch) || (from.memory && width > from.pitch))
        DONE(cudaErrorInvalidPitchValue);
    CUDA_MEMCPY2D c = {
        .srcMemoryType = from.array ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED, .srcDevice = (CUdeviceptr)from.memory,
        .srcPitch = from.pitch, .srcArray = (CUarray)from.array, .srcXInBytes = from.x, .srcY = from.y,
        .dstMemoryType = to.array ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED, .dstDevice = (CUdeviceptr)to.memory,
        .dstPitch = to.pitch, .dstArray = (CUarray)to.array, .dstXInBytes = to.x, .dstY = to.y,
        .WidthInBytes = width, .Height = height};
    FORWARD(waits ? cuMemcpy2D_v2(&c) : cuMemcpy2DAsync_v2(&c, stream));
}

API cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                             enum cudaMemcpyKind kind) {
    return copied(MEMORY(to, to_pitch), MEMORY(from, from_pitch), width, height, kind, 0, 1);
}

API cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                                  enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copied(MEMORY(to, to_pitch), MEMORY(from, from_pitch), width, height, kind, stream, 0);
}

API cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                    size_t height, enum cudaMemcpyKind kind) {
    return copied(ARRAY(to, x, y), MEMORY(from, pitch), width, height, kind, 0, 1);
}

API cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                         size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copied(ARRAY(to, x, y), MEMORY(from, pitch), width, height, kind, stream, 0);
}

API cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                      size_t height, enum cudaMemcpyKind kind) {
    return copied(MEMORY(to, pitch), ARRAY(from, x, y), width, height, kind, 0, 1);
}

API cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                           size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copied(MEMORY(to, pitch), ARRAY(from, x, y), width, height, kind, stream, 0);
}

API cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t x, size_t y,
                                         size_t width, size_t height, enum cudaMemcpyKind kind) {
    return copied(ARRAY(to, to_x, to_y), ARRAY(from, x, y), width, height, kind, 0, 1);
}

API cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return copied(ARRAY(to, x, y), MEMORY(from, bytes), bytes, 1, kind, 0, 1);
}

API cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                                       enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copied(ARRAY(to, x, y), MEMORY(from, bytes), bytes, 1, kind, stream, 0);
}

API cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, enum cudaMemcpyKind kind) {
    return copied(MEMORY(to, bytes), ARRAY(from, x, y), bytes, 1, kind, 0, 1);
}

API cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                         enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copied(MEMORY(to, bytes), ARRAY(from, x, y), bytes, 1, kind, stream, 0);
}

API cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t x, size_t y,
                                       size_t bytes, enum cudaMemcpyKind kind) {
    return copied(ARRAY(to, to_x, to_y), ARRAY(from, x, y), bytes, 1, kind, 0, 1);
}

/* Widths and places in an array are in its texels, others in bytes; a width is in texels if there is
 * an array at all. */
static cudaError_t copied_3d(const struct cudaMemcpy3DParms *p, cudaStream_t stream, int waits) {
    NEEDS(p);
    DIRECTION(p->dstArray ? NULL : p->dstPtr.ptr, p->srcArray ? NULL : p->srcPtr.ptr, p->kind);
    size_t of_source = p->srcArray ? texel_bytes(p->srcArray) : 1, of_target = p->dstArray ? texel_bytes(p->dstArray) : 1;
    NEEDS(!p->srcArray != !p->srcPtr.ptr && !p->dstArray != !p->dstPtr.ptr);
    NEEDS(!p->srcArray || !p->dstArray || of_source == of_target);
    size_t width = p->extent.width * (of_source > of_target ? of_source : of_target);
    if ((p->srcPtr.ptr && width > p->srcPtr.pitch) || (p->dstPtr.ptr && width > p->dstPtr.pitch))
        DONE(cudaErrorInvalidPitchValue);
    CUDA_MEMCPY3D c = {
        .srcXInBytes = p->srcPos.x * of_source, .srcY = p->srcPos.y, .srcZ = p->srcPos.z,
        .srcMemoryType = p->srcArray ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED, .srcDevice = (CUdeviceptr)p->srcPtr.ptr,
        .srcArray = (CUarray)p->srcArray, .srcPitch = p->srcPtr.pitch, .srcHeight = p->srcPtr.ysize,
        .dstXInBytes = p->dstPos.x * of_target, .dstY = p->dstPos.y, .dstZ = p->dstPos.z,
        .dstMemoryType = p->dstArray ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED, .dstDevice = (CUdeviceptr)p->dstPtr.ptr,
        .dstArray = (CUarray)p->dstArray, .dstPitch = p->dstPtr.pitch, .dstHeight = p->dstPtr.ysize,
        .WidthInBytes = width, .Height = p->extent.height, .Depth = p->extent.depth};
    FORWARD(waits ? cuMemcpy3D_v2(&c) : cuMemcpy3DAsync_v2(&c, stream));
}

API cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) { return copied_3d(p, 0, 1); }
API cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) { return copied_3d(p, stream, 0); }

/* ---- textures, surfaces ----------------------------------------------------------------------- */

static int to_driver(const struct cudaResourceDesc *r, CUDA_RESOURCE_DESC *d) {
    int code = cudaSuccess;
    memset(d, 0, sizeof *d);
    d->resType = (CUresourcetype)r->resType, d->flags = r->flags;
    if (r->resType == cudaResourceTypeArray)
        d->res.array.hArray = (CUarray)r->res.array.array;
    else if (r->resType == cudaResourceTypeLinear) {
        d->res.linear.devPtr = (CUdeviceptr)r->res.linear.devPtr, d->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
        code = format_of(&r->res.linear.desc, &d->res.linear.format, &d->res.linear.numChannels);
    } else if (r->resType == cudaResourceTypePitch2D) {
        d->res.pitch2D.devPtr = (CUdeviceptr)r->res.pitch2D.devPtr, d->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
        d->res.pitch2D.width = r->res.pitch2D.width, d->res.pitch2D.height = r->res.pitch2D.height;
        code = format_of(&r->res.pitch2D.desc, &d->res.pitch2D.format, &d->res.pitch2D.numChannels);
    }
    return code;
}

static void from_driver(const CUDA_RESOURCE_DESC *d, struct cudaResourceDesc *r) {
    memset(r, 0, sizeof *r);
    r->resType = (enum cudaResourceType)d->resType, r->flags = d->flags;
    if (r->resType == cudaResourceTypeArray)
        r->res.array.array = (cudaArray_t)d->res.array.hArray;
    else if (r->resType == cudaResourceTypeLinear) {
        r->res.linear.devPtr = (void *)d->res.linear.devPtr, r->res.linear.sizeInBytes = d->res.linear.sizeInBytes;
        r->res.linear.desc = description(d->res.linear.format, d->res.linear.numChannels);
    } else {
        r->res.pitch2D.devPtr = (void *)d->res.pitch2D.devPtr, r->res.pitch2D.pitchInBytes = d->res.pitch2D.pitchInBytes;
        r->res.pitch2D.width = d->res.pitch2D.width, r->res.pitch2D.height = d->res.pitch2D.height;
        r->res.pitch2D.desc = description(d->res.pitch2D.format, d->res.pitch2D.numChannels);
    }
}

API cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *r,
                                        const struct cudaTextureDesc *t, const struct cudaResourceViewDesc *view) {
    NEEDS(object && r && t);
    CUDA_RESOURCE_DESC resource;
    int code = to_driver(r, &resource);
    if (code)
        DONE(code);
    CUDA_TEXTURE_DESC texture = {
        .filterMode = (CUfilter_mode)t->filterMode, .maxAnisotropy = t->maxAnisotropy,
        .mipmapFilterMode = (CUfilter_mode)t->mipmapFilterMode, .mipmapLevelBias = t->mipmapLevelBias,
        .minMipmapLevelClamp = t->minMipmapLevelClamp, .maxMipmapLevelClamp = t->maxMipmapLevelClamp,
        .flags = (t->readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0) |
                 (t->normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0) | (t->sRGB ? CU_TRSF_SRGB : 0) |
                 (t->disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
                 (t->seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0)};
    for (int i = 0; i < 3; i++)
        texture.addressMode[i] = (CUaddress_mode)t->addressMode[i];
    memcpy(texture.borderColor, t->borderColor, sizeof texture.borderColor);
    CUDA_RESOURCE_VIEW_DESC other = {.format = view ? (CUresourceViewFormat)view->format : 0};
    FORWARD(cuTexObjectCreate((CUtexObject *)object, &resource, &texture, view ? &other : NULL));
}

API cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) { FORWARD(cuTexObjectDestroy(object)); }

API cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *r, cudaTextureObject_t object) {
    CUDA_RESOURCE_DESC resource;
    NEEDS(r);
    READY;
    int code = cuTexObjectGetResourceDesc(&resource, object);
    if (!code)
        from_driver(&resource, r);
    DONE(code);
}

API cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *t, cudaTextureObject_t object) {
    CUDA_TEXTURE_DESC d;
    NEEDS(t);
    READY;
    int code = cuTexObjectGetTextureDesc(&d, object);
    if (code)
        DONE(code);
    *t = (struct cudaTextureDesc){
        .filterMode = (enum cudaTextureFilterMode)d.filterMode, .maxAnisotropy = d.maxAnisotropy,
        .mipmapFilterMode = (enum cudaTextureFilterMode)d.mipmapFilterMode, .mipmapLevelBias = d.mipmapLevelBias,
        .minMipmapLevelClamp = d.minMipmapLevelClamp, .maxMipmapLevelClamp = d.maxMipmapLevelClamp,
        .readMode = d.flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType : cudaReadModeNormalizedFloat,
        .normalizedCoords = !!(d.flags & CU_TRSF_NORMALIZED_COORDINATES), .sRGB = !!(d.flags & CU_TRSF_SRGB),
        .disableTrilinearOptimization = !!(d.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION),
        .seamlessCubemap = !!(d.flags & CU_TRSF_SEAMLESS_CUBEMAP)};
    for (int i = 0; i < 3; i++)
        t->addressMode[i] = (enum cudaTextureAddressMode)d.addressMode[i];
    memcpy(t->borderColor, d.borderColor, sizeof d.borderColor);
    return cudaSuccess;
}

API cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *r) {
    NEEDS(object && r);
    CUDA_RESOURCE_DESC resource;
    int code = to_driver(r, &resource);
    if (code)
        DONE(code);
    FORWARD(cuSurfObjectCreate((CUsurfObject *)object, &resource));
}

API cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) { FORWARD(cuSurfObjectDestroy(object)); }

API cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *r, cudaSurfaceObject_t object) {
    CUDA_RESOURCE_DESC resource;
    NEEDS(r);
    READY;
    int code = cuSurfObjectGetResourceDesc(&resource, object);
    if (!code)
        from_driver(&resource, r);
    DONE(code);
}
