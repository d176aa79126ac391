/* CUDA arrays, texture objects and surface objects of the driver API.
 *
 * An array is memory of the GPU in rows. The handle of a texture or a surface is the address of words
 * that describe its image (`vgpu/textures.py`).
 */
#define __CUDA_API_VERSION_INTERNAL
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

struct CUarray_st {
    uint64_t id, address, pitch;
    uint64_t size[3]; /* bytes of a row, rows, planes: layers and faces are planes, too */
    CUDA_ARRAY3D_DESCRIPTOR described;
};

API CUresult cuArray3DCreate_v2(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d) {
    IN_CONTEXT;
    NEEDS(array && d);
    ASKED("array_create", d->Width, d->Height, d->Depth, d->Format, d->NumChannels, d->Flags);
    if (result)
        return result;
    CUarray made = calloc(1, sizeof *made);
    made->id = answer.words[0], made->address = answer.words[1];
    made->pitch = made->size[0] = answer.words[2];
    made->size[1] = d->Height ? d->Height : 1, made->size[2] = d->Depth ? d->Depth : 1;
    made->described = *d;
    *array = made;
    return CUDA_SUCCESS;
}

API CUresult cuArrayCreate_v2(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d) {
    NEEDS(d);
    CUDA_ARRAY3D_DESCRIPTOR whole = {d->Width, d->Height, 0, d->Format, d->NumChannels, 0};
    return cuArray3DCreate_v2(array, &whole);
}

API CUresult cuArrayDestroy(CUarray array) {
    IN_CONTEXT;
    if (!array)
        return CUDA_ERROR_INVALID_HANDLE;
    ASKED("array_destroy", array->id);
    if (!result)
        free(array);
    return result;
}

API CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray array) {
    IN_CONTEXT;
    NEEDS(d);
    if (!array)
        return CUDA_ERROR_INVALID_HANDLE;
    *d = array->described;
    return CUDA_SUCCESS;
}

API CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *d, CUarray array) {
    IN_CONTEXT;
    NEEDS(d);
    if (!array)
        return CUDA_ERROR_INVALID_HANDLE;
    const CUDA_ARRAY3D_DESCRIPTOR *whole = &array->described;
    *d = (CUDA_ARRAY_DESCRIPTOR){whole->Width, whole->Height, whole->Format, whole->NumChannels};
    return CUDA_SUCCESS;
}

CUresult ks_rows_of_array(CUarray array, const uint64_t place[3], const uint64_t size[3], struct rows *rows) {
    if (!array)
        return CUDA_ERROR_INVALID_HANDLE;
    /* A copy of one line may go on in the next ones: rows follow each other. */
    uint64_t before = place[2] * array->size[1] + place[1], lines = array->size[1] * array->size[2];
    int is_line = size[1] == 1 && size[2] == 1;
    if (is_line)
        NEEDS(before < lines && place[0] + size[0] <= (lines - before) * array->pitch);
    for (int i = 0; i < 3 && !is_line; i++)
        NEEDS(place[i] + size[i] <= array->size[i]);
    *rows = (struct rows){array->address, array->pitch, array->pitch * array->size[1]};
    rows->address += place[2] * rows->plane + place[1] * rows->pitch + place[0];
    return CUDA_SUCCESS;
}

/* ---- textures, surfaces ----------------------------------------------------------------------- */

/* An object, with what it was made of, for those who ask. */
struct object {
    uint64_t handle;
    CUDA_RESOURCE_DESC resource;
    CUDA_TEXTURE_DESC texture;
    int is_surface;
    struct object *next;
};

static struct object *objects;
static pthread_mutex_t of_objects = PTHREAD_MUTEX_INITIALIZER;

static CUresult keep(uint64_t handle, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *texture) {
    struct object *made = calloc(1, sizeof *made);
    made->handle = handle, made->resource = *resource, made->is_surface = !texture;
    if (texture)
        made->texture = *texture;
    pthread_mutex_lock(&of_objects);
    made->next = objects;
    objects = made;
    pthread_mutex_unlock(&of_objects);
    return CUDA_SUCCESS;
}

/* Copy an object of a handle, and take it away if it ends. */
static CUresult look_up(uint64_t handle, int is_surface, struct object *copy, int ends) {
    CUresult result = CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&of_objects);
    for (struct object **at = &objects; *at; at = &(*at)->next)
        if ((*at)->handle == handle && (*at)->is_surface == is_surface) {
            struct object *held = *at;
            *copy = *held;
            if (ends) {
                *at = held->next;
                free(held);
            }
            result = CUDA_SUCCESS;
            break;
        }
    pthread_mutex_unlock(&of_objects);
    return result;
}

static uint64_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

API CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *r, const CUDA_TEXTURE_DESC *t,
                               const CUDA_RESOURCE_VIEW_DESC *view) {
    IN_CONTEXT;
    NEEDS(object && r && t && !r->flags);
    if (view && view->format)
        return (CUresult)ks_missing("a texture with a resource view");
    if (t->flags & CU_TRSF_SRGB)
        return (CUresult)ks_missing("a texture that converts sRGB");
    if (t->flags & CU_TRSF_SEAMLESS_CUBEMAP)
        return (CUresult)ks_missing("a seamless cubemap");
    if (t->maxAnisotropy > 1)
        return (CUresult)ks_missing("a texture with anisotropy");
    if (r->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
        return (CUresult)ks_missing("a mipmapped array");
    uint64_t what[6] = {0}; /* the array; or memory, format, channels, width or bytes, height, pitch */
    if (r->resType == CU_RESOURCE_TYPE_ARRAY) {
        NEEDS(r->res.array.hArray);
        what[0] = r->res.array.hArray->id;
    } else if (r->resType == CU_RESOURCE_TYPE_LINEAR)
        memcpy(what, (uint64_t[]){r->res.linear.devPtr, r->res.linear.format, r->res.linear.numChannels, r->res.linear.sizeInBytes}, 32);
    else
        memcpy(what,
               (uint64_t[]){r->res.pitch2D.devPtr, r->res.pitch2D.format, r->res.pitch2D.numChannels, r->res.pitch2D.width,
                            r->res.pitch2D.height, r->res.pitch2D.pitchInBytes},
               sizeof what);
    ASKED("texture_create", r->resType, what[0], what[1], what[2], what[3], what[4], what[5], t->addressMode[0],
          t->addressMode[1], t->addressMode[2], t->filterMode, t->flags, bits_of(t->borderColor[0]),
          bits_of(t->borderColor[1]), bits_of(t->borderColor[2]), bits_of(t->borderColor[3]));
    GIVE(object, CUtexObject, 0);
    return result ? result : keep(*object, r, t);
}

API CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *r) {
    IN_CONTEXT;
    NEEDS(object && r && r->resType == CU_RESOURCE_TYPE_ARRAY && r->res.array.hArray);
    ASKED("surface_create", r->res.array.hArray->id);
    GIVE(object, CUsurfObject, 0);
    return result ? result : keep(*object, r, NULL);
}

static CUresult end_object(uint64_t handle, int is_surface) {
    struct object object;
    IN_CONTEXT;
    CUresult missing = look_up(handle, is_surface, &object, 1);
    if (missing)
        return missing;
    ASKED("image_destroy", handle);
    return result;
}

API CUresult cuTexObjectDestroy(CUtexObject object) { return end_object(object, 0); }
API CUresult cuSurfObjectDestroy(CUsurfObject object) { return end_object(object, 1); }

#define DESCRIBED(field, is_surface)                                                               \
    struct object held;                                                                            \
    NEEDS(d);                                                                                      \
    CUresult result = look_up(object, is_surface, &held, 0);                                       \
    if (!result)                                                                                   \
        *d = held.field;                                                                           \
    return result

API CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *d, CUtexObject object) { DESCRIBED(resource, 0); }
API CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *d, CUtexObject object) { DESCRIBED(texture, 0); }
API CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *d, CUsurfObject object) { DESCRIBED(resource, 1); }
