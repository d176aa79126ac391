/* CUDA's driver API (libcuda.so.1) in front of the virtual GPU.
 *
 * A function turns its arguments into words, asks, and writes the answer's words where the caller
 * wants them. What a question means is said in `calls.py`. Copies move bytes here, without the
 * interpreter's lock, between addresses that the answer names.
 */
#define _GNU_SOURCE
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "errors.h"
#include "graphs.h"

/* What queues work on a stream makes a node of it, if the stream is captured. */
#define UNLESS_CAPTURED(call)                                                                      \
    do {                                                                                           \
        int captured_ = (call);                                                                    \
        if (captured_ >= 0)                                                                        \
            return (CUresult)captured_;                                                            \
    } while (0)
#define ALLOWED(call)                                                                              \
    do {                                                                                           \
        CUresult forbidden_ = (call);                                                              \
        if (forbidden_)                                                                            \
            return forbidden_;                                                                     \
    } while (0)

/* ---- initialisation, devices ------------------------------------------------------------------ */

static int initialised;

API CUresult cuInit(unsigned flags) {
    ASKED("init", flags);
    if (!result)
        initialised = 1;
    return result;
}

#define INITIALISED                                                                                \
    do {                                                                                           \
        if (!initialised)                                                                          \
            return CUDA_ERROR_NOT_INITIALIZED;                                                     \
    } while (0)

API CUresult cuDriverGetVersion(int *version) {
    NEEDS(version);
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

API CUresult cuDeviceGetCount(int *count) {
    INITIALISED;
    NEEDS(count);
    *count = 1;
    return CUDA_SUCCESS;
}

API CUresult cuDeviceGet(CUdevice *device, int ordinal) {
    INITIALISED;
    NEEDS(device);
    if (ordinal)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

API CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
    INITIALISED;
    NEEDS(name && length > 0 && !device);
    ASK("device_name");
    answer.data = name, answer.room = length - 1;
    CUresult result = (CUresult)ks_ask(&question, &answer);
    uint64_t size = answer.size < answer.room ? answer.size : answer.room;
    name[result ? 0 : size] = 0;
    return result;
}

API CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) {
    INITIALISED;
    NEEDS(uuid && !device);
    ASK("device_uuid");
    answer.data = uuid, answer.room = sizeof *uuid;
    return (CUresult)ks_ask(&question, &answer);
}

API CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) { return cuDeviceGetUuid_v2(uuid, device); }

API CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
    INITIALISED;
    NEEDS(bytes && !device);
    ASKED("memory_info");
    GIVE(bytes, size_t, 1);
    return result;
}

API CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    INITIALISED;
    NEEDS(value);
    if (device)
        return CUDA_ERROR_INVALID_DEVICE;
    ASKED("device_attribute", attribute);
    GIVE(value, int, 0);
    return result;
}

API CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
    CUresult result = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    return result ? result : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

API CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
    INITIALISED;
    NEEDS(can);
    if (device || peer)
        return CUDA_ERROR_INVALID_DEVICE;
    *can = 0;
    return CUDA_SUCCESS;
}

API CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice device, CUdevice peer) {
    INITIALISED;
    NEEDS(value);
    return CUDA_ERROR_INVALID_DEVICE; /* there is one device, and it is no peer of itself */
}

API CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id) {
    INITIALISED;
    NEEDS(device && id);
    unsigned domain = 0, bus, slot;
    int has_domain = sscanf(id, "%x:%x:%x", &domain, &bus, &slot) == 3;
    if (!has_domain)
        domain = 0;
    if ((!has_domain && sscanf(id, "%x:%x", &bus, &slot) != 2) || domain || bus || slot != 0x1e)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

API CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice device) {
    NEEDS(id && length > 12 && !device);
    strcpy(id, "0000:00:1e.0");
    return CUDA_SUCCESS;
}

/* ---- contexts --------------------------------------------------------------------------------- */

/* All contexts share the one GPU's memory and modules, as the streams of one context do. A handle
 * says which was made; each thread has its own stack of them. */
struct CUctx_st {
    unsigned flags;
    unsigned version;
    uint64_t id;
};

#define DEEPEST 64
static struct CUctx_st primary = {.version = 3020, .id = 1};
static unsigned primary_uses;
static _Thread_local CUcontext stack[DEEPEST];
static _Thread_local int depth;

static CUcontext current(void) { return depth ? stack[depth - 1] : NULL; }

CUresult ks_context_of_thread(void) {
    if (!initialised)
        return CUDA_ERROR_NOT_INITIALIZED;
    return current() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

API CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    INITIALISED;
    NEEDS(context && !device);
    __atomic_add_fetch(&primary_uses, 1, __ATOMIC_SEQ_CST);
    *context = &primary;
    return CUDA_SUCCESS;
}

API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
    INITIALISED;
    if (!primary_uses)
        return CUDA_ERROR_INVALID_CONTEXT;
    __atomic_sub_fetch(&primary_uses, 1, __ATOMIC_SEQ_CST);
    return CUDA_SUCCESS;
}

API CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
    INITIALISED;
    ASKED("reset");
    primary_uses = 0;
    return result;
}

API CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
    INITIALISED;
    primary.flags = flags;
    return CUDA_SUCCESS;
}

API CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
    INITIALISED;
    NEEDS(flags && active && !device);
    *flags = primary.flags, *active = primary_uses > 0;
    return CUDA_SUCCESS;
}

API CUresult cuCtxPushCurrent_v2(CUcontext context) {
    INITIALISED;
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (depth == DEEPEST)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stack[depth++] = context;
    return CUDA_SUCCESS;
}

API CUresult cuCtxPopCurrent_v2(CUcontext *context) {
    IN_CONTEXT;
    CUcontext popped = stack[--depth];
    if (context)
        *context = popped;
    return CUDA_SUCCESS;
}

API CUresult cuCtxSetCurrent(CUcontext context) {
    INITIALISED;
    if (depth)
        depth--;
    return context ? cuCtxPushCurrent_v2(context) : CUDA_SUCCESS;
}

API CUresult cuCtxGetCurrent(CUcontext *context) {
    INITIALISED;
    NEEDS(context);
    *context = current();
    return CUDA_SUCCESS;
}

API CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device) {
    static uint64_t last = 1;
    INITIALISED;
    NEEDS(context);
    if (device)
        return CUDA_ERROR_INVALID_DEVICE;
    CUcontext made = calloc(1, sizeof *made);
    made->flags = flags, made->version = 3020;
    made->id = __atomic_add_fetch(&last, 1, __ATOMIC_SEQ_CST);
    *context = made;
    return cuCtxPushCurrent_v2(made);
}

API CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *parameters, unsigned flags, CUdevice device) {
    if (parameters && (parameters->execAffinityParams || parameters->cigParams))
        return (CUresult)ks_missing("cuCtxCreate with parameters");
    return cuCtxCreate_v2(context, flags, device);
}

API CUresult cuCtxDestroy_v2(CUcontext context) {
    INITIALISED;
    if (!context || context == &primary)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (current() == context)
        depth--;
    return CUDA_SUCCESS; /* the handle stays, as another thread may have it on its stack */
}

API CUresult cuCtxGetDevice(CUdevice *device) {
    IN_CONTEXT;
    NEEDS(device);
    *device = 0;
    return CUDA_SUCCESS;
}

API CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext context) {
    INITIALISED;
    NEEDS(device);
    *device = 0;
    return context || current() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

API CUresult cuCtxGetFlags(unsigned *flags) {
    IN_CONTEXT;
    NEEDS(flags);
    *flags = current()->flags;
    return CUDA_SUCCESS;
}

API CUresult cuCtxSetFlags(unsigned flags) {
    IN_CONTEXT;
    current()->flags = flags;
    return CUDA_SUCCESS;
}

API CUresult cuCtxGetId(CUcontext context, unsigned long long *id) {
    INITIALISED;
    NEEDS(id);
    context = context ? context : current();
    if (!context)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    *id = context->id;
    return CUDA_SUCCESS;
}

API CUresult cuCtxGetApiVersion(CUcontext context, unsigned *version) {
    INITIALISED;
    NEEDS(version);
    context = context ? context : current();
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    *version = context->version;
    return CUDA_SUCCESS;
}

API CUresult cuCtxSynchronize(void) {
    IN_CONTEXT;
    ALLOWED(ks_unsafe());
    ASKED("synchronize");
    return result;
}

API CUresult cuCtxSynchronize_v2(CUcontext context) {
    INITIALISED;
    if (!context && !current())
        return CUDA_ERROR_INVALID_CONTEXT;
    ASKED("synchronize");
    return result;
}

API CUresult cuCtxGetLimit(size_t *value, CUlimit limit) {
    IN_CONTEXT;
    NEEDS(value);
    ASKED("limit", limit);
    GIVE(value, size_t, 0);
    return result;
}

API CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
    IN_CONTEXT;
    ASKED("set_limit", limit, value);
    return result;
}

API CUresult cuCtxGetCacheConfig(CUfunc_cache *configuration) {
    IN_CONTEXT;
    NEEDS(configuration);
    *configuration = CU_FUNC_CACHE_PREFER_NONE;
    return CUDA_SUCCESS;
}

API CUresult cuCtxSetCacheConfig(CUfunc_cache configuration) {
    IN_CONTEXT;
    return CUDA_SUCCESS; /* a preference, which the hardware may leave alone */
}

API CUresult cuCtxGetSharedMemConfig(CUsharedconfig *configuration) {
    IN_CONTEXT;
    NEEDS(configuration);
    *configuration = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    return CUDA_SUCCESS;
}

API CUresult cuCtxSetSharedMemConfig(CUsharedconfig configuration) {
    IN_CONTEXT;
    return CUDA_SUCCESS;
}

API CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
    IN_CONTEXT;
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return CUDA_SUCCESS;
}

API CUresult cuCtxResetPersistingL2Cache(void) {
    IN_CONTEXT;
    return CUDA_SUCCESS;
}

API CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) { return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED; }
API CUresult cuCtxDisablePeerAccess(CUcontext peer) { return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED; }

/* ---- modules, functions ----------------------------------------------------------------------- */

/* A kernel, with the places of its parameters. It lives as long as the process: a handle of an
 * unloaded module is then an error and not a crash. */
struct CUfunc_st {
    uint64_t id, module;
    uint32_t count, bytes;
    struct CUfunc_st *next;
    char *name;
    struct {
        uint32_t offset, size;
    } parameters[];
};

static struct CUfunc_st *functions;
static pthread_mutex_t of_functions = PTHREAD_MUTEX_INITIALIZER;

static uint64_t image_size(const void *image) {
    const uint32_t *head = image;
    const unsigned char *byte = image;
    if (head[0] == 0xBA55ED50) /* a fat binary: its header's and its contents' bytes */
        return ((const uint16_t *)image)[3] + ((const uint64_t *)image)[1];
    if (!memcmp(byte, "\177ELF", 4)) { /* the table of sections comes last */
        uint64_t sections = *(const uint64_t *)(byte + 0x28), programs = *(const uint64_t *)(byte + 0x20);
        uint64_t after = sections + (uint64_t)((const uint16_t *)byte)[29] * ((const uint16_t *)byte)[30];
        uint64_t other = programs + (uint64_t)((const uint16_t *)byte)[27] * ((const uint16_t *)byte)[28];
        return after > other ? after : other;
    }
    return strlen(image);
}

/* nvcc's wrapper around a fat binary. Of version 2 it is the device linker's, which has linked no PTX:
 * the fat binaries of the files that it was given are listed, and their PTX is linked on loading. */
struct wrapper {
    uint32_t magic, version;
    const void *binary, *const *linked;
};

static void *all_linked(const void *const *linked, uint64_t *size) {
    char *made = NULL;
    *size = 0;
    for (; *linked; linked++) {
        uint64_t more = image_size(*linked);
        made = realloc(made, *size + more);
        memcpy(made + *size, *linked, more);
        *size += more;
    }
    return made;
}

API CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    IN_CONTEXT;
    NEEDS(module && image);
    const struct wrapper *wrapper = image;
    void *made = NULL;
    ASK("module_load");
    if (wrapper->magic == 0x466243b1)
        image = wrapper->binary;
    if (wrapper->magic == 0x466243b1 && wrapper->version == 2 && *wrapper->linked)
        image = made = all_linked(wrapper->linked, &question.size);
    else
        question.size = image_size(image);
    question.data = image;
    CUresult result = (CUresult)ks_ask(&question, &answer);
    free(made);
    GIVE(module, CUmodule, 0);
    return result;
}

/* The options of a compilation: only where the program wants its log is obeyed, as the virtual GPU
 * compiles for itself. */
struct jit {
    unsigned count;
    CUjit_option *options;
    void **values;
    size_t error_room;
};

static void **value_of(const struct jit *jit, CUjit_option option) {
    for (unsigned i = 0; i < jit->count; i++)
        if (jit->options[i] == option)
            return &jit->values[i];
    return NULL;
}

static struct jit jit_of(unsigned count, CUjit_option *options, void **values) {
    struct jit jit = {count, options, values};
    void **room = value_of(&jit, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
    jit.error_room = room ? W(*room) : 0;
    return jit;
}

/* The option that says how much room there is becomes the bytes that were written. */
static CUresult with_logs(const struct jit *jit, CUresult result) {
    void **text = value_of(jit, CU_JIT_INFO_LOG_BUFFER), **bytes = value_of(jit, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES);
    if (text && bytes && *bytes)
        *(char *)*text = 0, *bytes = 0;
    text = value_of(jit, CU_JIT_ERROR_LOG_BUFFER), bytes = value_of(jit, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
    if (!text || !jit->error_room)
        return result;
    ASK("module_log");
    answer.data = *text, answer.room = jit->error_room - 1;
    if (result)
        ks_ask(&question, &answer);
    uint64_t size = answer.size < answer.room ? answer.size : answer.room;
    ((char *)*text)[size] = 0;
    *bytes = (void *)(uintptr_t)size;
    return result;
}

API CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, CUjit_option *options, void **values) {
    struct jit jit = jit_of(count, options, values);
    return with_logs(&jit, cuModuleLoadData(module, image));
}

API CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image) { return cuModuleLoadData(module, image); }

static void *whole_file(const char *path, size_t *bytes) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *data = size < 0 ? NULL : calloc(1, size + 8);
    if (data && fread(data, 1, size, file) != (size_t)size)
        free(data), data = NULL;
    fclose(file);
    *bytes = size;
    return data;
}

API CUresult cuModuleLoad(CUmodule *module, const char *path) {
    IN_CONTEXT;
    NEEDS(module && path);
    size_t size;
    void *data = whole_file(path, &size);
    if (!data)
        return CUDA_ERROR_FILE_NOT_FOUND;
    CUresult result = cuModuleLoadData(module, data);
    free(data);
    return result;
}

/* What a program links at run time. The result is PTX, which the program hands back as it would a cubin. */
struct CUlinkState_st {
    uint64_t id;
    struct jit jit; /* the caller's, who keeps them as long as this */
    void *whole;
};

API CUresult cuLinkCreate_v2(unsigned count, CUjit_option *options, void **values, CUlinkState *state) {
    IN_CONTEXT;
    NEEDS(state);
    ASKED("link_create");
    if (result)
        return result;
    *state = calloc(1, sizeof **state);
    (*state)->id = answer.words[0];
    (*state)->jit = jit_of(count, options, values);
    return CUDA_SUCCESS;
}

API CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned count,
                              CUjit_option *options, void **values) {
    IN_CONTEXT;
    NEEDS(state && data && size);
    ASK("link_add", state->id, type);
    question.data = data, question.size = size;
    return with_logs(&state->jit, (CUresult)ks_ask(&question, &answer));
}

API CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned count, CUjit_option *options,
                              void **values) {
    IN_CONTEXT;
    NEEDS(state && path);
    size_t size;
    void *data = whole_file(path, &size);
    if (!data)
        return CUDA_ERROR_FILE_NOT_FOUND;
    CUresult result = cuLinkAddData_v2(state, type, data, size, path, count, options, values);
    free(data);
    return result;
}

API CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *size) {
    IN_CONTEXT;
    NEEDS(state && cubin);
    ASK("link_complete", state->id);
    CUresult result = with_logs(&state->jit, (CUresult)ks_ask(&question, &answer));
    if (result)
        return result;
    ks_question fetching = {.name = "link_result", .words = {state->id}, .count = 1};
    state->whole = realloc(state->whole, answer.words[0]);
    answer.data = *cubin = state->whole, answer.room = answer.words[0];
    result = (CUresult)ks_ask(&fetching, &answer);
    if (size)
        *size = answer.room;
    return result;
}

API CUresult cuLinkDestroy(CUlinkState state) {
    IN_CONTEXT;
    NEEDS(state);
    ASKED("link_destroy", state->id);
    free(state->whole);
    free(state);
    return result;
}

API CUresult cuModuleUnload(CUmodule module) {
    IN_CONTEXT;
    ASKED("module_unload", W(module));
    return result;
}

API CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode) {
    NEEDS(mode);
    *mode = CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
}

static CUresult function_of(CUfunction *function, uint64_t module, const char *name) {
    NEEDS(function && name);
    ASK("function", module);
    question.data = name, question.size = strlen(name);
    struct {
        uint32_t offset, size;
    } parameters[1024];
    answer.data = parameters, answer.room = sizeof parameters;
    CUresult result = (CUresult)ks_ask(&question, &answer);
    if (result)
        return result;
    pthread_mutex_lock(&of_functions);
    struct CUfunc_st *known = functions;
    while (known && known->id != answer.words[0])
        known = known->next;
    if (!known) {
        known = calloc(1, sizeof *known + answer.size);
        known->id = answer.words[0], known->module = module;
        known->bytes = answer.words[1], known->count = answer.size / sizeof known->parameters[0];
        known->name = strdup(name);
        memcpy(known->parameters, parameters, answer.size);
        known->next = functions;
        functions = known;
    }
    pthread_mutex_unlock(&of_functions);
    *function = known;
    return CUDA_SUCCESS;
}

API CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    IN_CONTEXT;
    return function_of(function, W(module), name);
}

API CUresult cuModuleGetFunctionCount(unsigned *count, CUmodule module) {
    IN_CONTEXT;
    ASKED("function_count", W(module));
    GIVE(count, unsigned, 0);
    return result;
}

API CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name) {
    IN_CONTEXT;
    NEEDS(name);
    ASK("global", W(module));
    question.data = name, question.size = strlen(name);
    CUresult result = (CUresult)ks_ask(&question, &answer);
    GIVE(address, CUdeviceptr, 0);
    GIVE(bytes, size_t, 1);
    return result;
}

API CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jit, void **jit_values, unsigned jit_count,
                               CUlibraryOption *options, void **values, unsigned count) {
    INITIALISED;
    if (!current())
        cuCtxSetCurrent(&primary);
    return cuModuleLoadDataEx((CUmodule *)library, code, jit_count, jit, jit_values);
}

API CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *jit, void **jit_values, unsigned jit_count,
                                   CUlibraryOption *options, void **values, unsigned count) {
    return cuModuleLoad((CUmodule *)library, path);
}

API CUresult cuLibraryUnload(CUlibrary library) { return cuModuleUnload((CUmodule)library); }

API CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library) {
    NEEDS(module);
    *module = (CUmodule)library;
    return CUDA_SUCCESS;
}

API CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
    return function_of((CUfunction *)kernel, W(library), name);
}

API CUresult cuLibraryGetKernelCount(unsigned *count, CUlibrary library) {
    return cuModuleGetFunctionCount(count, (CUmodule)library);
}

API CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name) {
    return cuModuleGetGlobal_v2(address, bytes, (CUmodule)library, name);
}

API CUresult cuLibraryGetManaged(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name) {
    return cuModuleGetGlobal_v2(address, bytes, (CUmodule)library, name);
}

/* The handles of a module's kernels, in the order of their names. */
static CUresult enumerated(CUfunction *all, unsigned count, uint64_t module) {
    NEEDS(all || !count);
    ASK("function_names", module);
    char names[1 << 16];
    answer.data = names, answer.room = sizeof names;
    CUresult result = (CUresult)ks_ask(&question, &answer);
    if (!result && answer.size > answer.room)
        return CUDA_ERROR_OUT_OF_MEMORY;
    const char *name = names;
    for (unsigned i = 0; i < count && name < names + answer.size && !result; i++, name += strlen(name) + 1)
        result = function_of(&all[i], module, name);
    return result;
}

API CUresult cuModuleEnumerateFunctions(CUfunction *all, unsigned count, CUmodule module) {
    IN_CONTEXT;
    return enumerated(all, count, W(module));
}

API CUresult cuLibraryEnumerateKernels(CUkernel *all, unsigned count, CUlibrary library) {
    INITIALISED;
    return enumerated((CUfunction *)all, count, W(library));
}

API CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel) {
    NEEDS(library && kernel);
    *library = (CUlibrary)(uintptr_t)((CUfunction)kernel)->module;
    return CUDA_SUCCESS;
}

API CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
    NEEDS(function && kernel);
    *function = (CUfunction)kernel;
    return CUDA_SUCCESS;
}

API CUresult cuFuncGetModule(CUmodule *module, CUfunction function) {
    NEEDS(module && function);
    *module = (CUmodule)(uintptr_t)function->module;
    return CUDA_SUCCESS;
}

API CUresult cuFuncGetName(const char **name, CUfunction function) {
    NEEDS(name && function);
    *name = function->name;
    return CUDA_SUCCESS;
}

API CUresult cuKernelGetName(const char **name, CUkernel kernel) { return cuFuncGetName(name, (CUfunction)kernel); }

API CUresult cuFuncGetParamInfo(CUfunction function, size_t number, size_t *offset, size_t *size) {
    NEEDS(function && offset && number < function->count);
    *offset = function->parameters[number].offset;
    if (size)
        *size = function->parameters[number].size;
    return CUDA_SUCCESS;
}

API CUresult cuKernelGetParamInfo(CUkernel kernel, size_t number, size_t *offset, size_t *size) {
    return cuFuncGetParamInfo((CUfunction)kernel, number, offset, size);
}

API CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
    INITIALISED;
    NEEDS(value && function);
    ASKED("function_attribute", function->id, attribute);
    GIVE(value, int, 0);
    return result;
}

API CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
    INITIALISED;
    NEEDS(function);
    ASKED("set_function_attribute", function->id, attribute, (uint64_t)(int64_t)value);
    return result;
}

API CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device) {
    return cuFuncGetAttribute(value, attribute, (CUfunction)kernel);
}

API CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device) {
    return cuFuncSetAttribute((CUfunction)kernel, attribute, value);
}

API CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache configuration) {
    NEEDS(function);
    return CUDA_SUCCESS;
}

API CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache configuration, CUdevice device) {
    NEEDS(kernel);
    return CUDA_SUCCESS;
}

API CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig configuration) {
    NEEDS(function);
    return CUDA_SUCCESS;
}

API CUresult cuFuncLoad(CUfunction function) {
    NEEDS(function);
    return CUDA_SUCCESS;
}

API CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function) {
    NEEDS(state && function);
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return CUDA_SUCCESS;
}

/* ---- memory ----------------------------------------------------------------------------------- */

/* The last words of a question, in another process: where the call comes from. */
static void note_caller(ks_question *question) {
    if (ks_is_local())
        return;
    question->spent = ks_own_time();
    ks_note_frames(question->words + question->count);
    question->count += KS_FRAMES;
}

static CUresult allocated(const char *name, uint64_t *address, uint64_t bytes, uint64_t flags) {
    NEEDS(address && bytes);
    ALLOWED(ks_unsafe());
    ks_question question = {.name = name, .words = {bytes, flags}, .count = 2};
    ks_answer answer = {0};
    note_caller(&question);
    CUresult result = (CUresult)ks_ask(&question, &answer);
    GIVE(address, uint64_t, 0);
    return result;
}

API CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
    IN_CONTEXT;
    return allocated("alloc", (uint64_t *)address, bytes, 0);
}

API CUresult cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch, size_t width, size_t height, unsigned element) {
    IN_CONTEXT;
    NEEDS(pitch && width && height);
    *pitch = (width + 511) / 512 * 512; /* the device's texture alignment, which NVIDIA's GPUs pad rows to */
    return allocated("alloc", (uint64_t *)address, *pitch * height, 0);
}

API CUresult cuMemFree_v2(CUdeviceptr address) {
    IN_CONTEXT;
    ALLOWED(ks_unsafe());
    if (ks_is_graph_memory_freed(address))
        return CUDA_SUCCESS;
    ASKED("free", address);
    return result;
}

API CUresult cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
    IN_CONTEXT;
    return allocated("host_alloc", (uint64_t *)address, bytes, flags);
}

API CUresult cuMemAllocHost_v2(void **address, size_t bytes) { return cuMemHostAlloc(address, bytes, 0); }

API CUresult cuMemFreeHost(void *address) {
    IN_CONTEXT;
    ALLOWED(ks_unsafe());
    ASKED("host_free", W(address));
    return result;
}

API CUresult cuMemHostUnregister(void *address) {
    IN_CONTEXT;
    ASKED("registered", W(address));
    if (!result && answer.words[1])
        result = ks_share_pages((void *)answer.words[0], answer.words[1], answer.words[2], 1);
    if (result)
        return result;
    question.name = "host_unregister";
    return (CUresult)ks_ask(&question, &answer);
}

API CUresult cuMemHostRegister_v2(void *address, size_t bytes, unsigned flags) {
    IN_CONTEXT;
    ASKED("host_register", W(address), bytes, flags);
    if (result || !answer.words[1])
        return result;
    result = ks_share_pages((void *)answer.words[0], answer.words[1], answer.words[2], 0);
    if (result) {
        question.name = "host_unregister", question.count = 1;
        ks_ask(&question, &answer);
    }
    return result;
}

API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *device, void *host, unsigned flags) {
    IN_CONTEXT;
    NEEDS(device);
    ASKED("pinned", W(host));
    if (!result)
        *device = W(host); /* one address for both, as on every GPU with unified addresses */
    return result;
}

API CUresult cuMemHostGetFlags(unsigned *flags, void *host) {
    IN_CONTEXT;
    ASKED("pinned", W(host));
    GIVE(flags, unsigned, 0);
    return result;
}

API CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned flags) {
    IN_CONTEXT;
    NEEDS(flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST);
    return allocated("managed_alloc", (uint64_t *)address, bytes, flags);
}

API CUresult cuMemGetInfo_v2(size_t *free, size_t *total) {
    IN_CONTEXT;
    ASKED("memory_info");
    GIVE(free, size_t, 0);
    GIVE(total, size_t, 1);
    return result;
}

API CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address) {
    IN_CONTEXT;
    ASKED("address_range", address);
    GIVE(base, CUdeviceptr, 0);
    GIVE(bytes, size_t, 1);
    return result;
}

/* Managed memory is where its reader is: that these are legal is all that there is to them. */
static CUresult managed(CUdeviceptr address, size_t bytes, CUmemLocation place) {
    IN_CONTEXT;
    if (place.type == CU_MEM_LOCATION_TYPE_DEVICE && place.id)
        return CUDA_ERROR_INVALID_DEVICE;
    ASKED("managed_range", address, bytes);
    return result;
}

API CUresult cuMemPrefetchAsync_v2(CUdeviceptr address, size_t bytes, CUmemLocation place, unsigned flags, CUstream stream) {
    NEEDS(!flags && place.type != CU_MEM_LOCATION_TYPE_INVALID);
    return managed(address, bytes, place);
}

API CUresult cuMemAdvise_v2(CUdeviceptr address, size_t bytes, CUmem_advise advice, CUmemLocation place) {
    NEEDS(advice >= CU_MEM_ADVISE_SET_READ_MOSTLY && advice <= CU_MEM_ADVISE_UNSET_ACCESSED_BY);
    return managed(address, bytes, place);
}

#define WAITS 1
#define TO_DEVICE 2
#define FROM_DEVICE 4

/* flags: whether the host waits for it, and which side must be memory of the GPU. */
static CUresult copy(struct rows to, struct rows from, uint64_t width, uint64_t height, uint64_t depth, CUstream stream,
                     int flags) {
    IN_CONTEXT;
    if (!width || !height || !depth)
        return CUDA_SUCCESS;
    if (flags & WAITS)
        ALLOWED(ks_asks_stream(stream));
    CUgraphNode node;
    CUgraphNodeParams work = {.type = CU_GRAPH_NODE_TYPE_MEMCPY};
    work.memcpy.copyParams = (CUDA_MEMCPY3D){
        .srcMemoryType = CU_MEMORYTYPE_UNIFIED, .srcDevice = from.address, .srcPitch = from.pitch,
        .srcHeight = from.pitch ? from.plane / from.pitch : 0, .dstMemoryType = CU_MEMORYTYPE_UNIFIED, .dstDevice = to.address,
        .dstPitch = to.pitch, .dstHeight = to.pitch ? to.plane / to.pitch : 0, .WidthInBytes = width, .Height = height,
        .Depth = depth};
    UNLESS_CAPTURED(ks_captured(stream, &work, NULL, 0, &node));
    ASKED("copy", to.address, to.pitch, to.plane, from.address, from.pitch, from.plane, width, height, depth, ks_stream(stream), flags);
    if (result)
        return result;
    char *target = (char *)(uintptr_t)answer.words[0];
    const char *source = (const char *)(uintptr_t)answer.words[1];
    for (uint64_t plane = 0; target && plane < depth; plane++)
        for (uint64_t row = 0; row < height; row++)
            memmove(target + plane * to.plane + row * to.pitch, source + plane * from.plane + row * from.pitch, width);
    if (!ks_is_local() && (to.address | from.address) >> 47)
        ks_leave_out_time(); /* the link to the GPU moves them, and not this processor */
    return CUDA_SUCCESS;
}

static CUresult copy_line(uint64_t to, uint64_t from, uint64_t bytes, CUstream stream, int flags) {
    return copy((struct rows){to}, (struct rows){from}, bytes, 1, 1, stream, flags);
}

API CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) { return copy_line(to, from, bytes, 0, 1); }
API CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream s) { return copy_line(to, from, bytes, s, 0); }
API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
    return copy_line(to, W(from), bytes, 0, WAITS | TO_DEVICE);
}
API CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
    return copy_line(W(to), from, bytes, 0, WAITS | FROM_DEVICE);
}
API CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return copy_line(to, from, bytes, 0, TO_DEVICE | FROM_DEVICE);
}
API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream s) {
    return copy_line(to, W(from), bytes, s, TO_DEVICE);
}
API CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream s) {
    return copy_line(W(to), from, bytes, s, FROM_DEVICE);
}
API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream s) {
    return copy_line(to, from, bytes, s, 0);
}
API CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext a, CUdeviceptr from, CUcontext b, size_t bytes) {
    return copy_line(to, from, bytes, 0, 1);
}
API CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext a, CUdeviceptr from, CUcontext b, size_t bytes, CUstream s) {
    return copy_line(to, from, bytes, s, 0);
}

/* A copy between memory and a line of an array. */
static CUresult copy_of_array(CUarray array, size_t place, int to_array, uint64_t other, size_t bytes, CUstream stream, int flags) {
    struct rows rows;
    CUresult result = ks_rows_of_array(array, (uint64_t[3]){place}, (uint64_t[3]){bytes, 1, 1}, &rows);
    if (result)
        return result;
    return to_array ? copy_line(rows.address, other, bytes, stream, flags) : copy_line(other, rows.address, bytes, stream, flags);
}

API CUresult cuMemcpyDtoA_v2(CUarray to, size_t place, CUdeviceptr from, size_t bytes) {
    return copy_of_array(to, place, 1, from, bytes, 0, WAITS | FROM_DEVICE);
}
API CUresult cuMemcpyAtoD_v2(CUdeviceptr to, CUarray from, size_t place, size_t bytes) {
    return copy_of_array(from, place, 0, to, bytes, 0, WAITS | TO_DEVICE);
}
API CUresult cuMemcpyHtoA_v2(CUarray to, size_t place, const void *from, size_t bytes) {
    return copy_of_array(to, place, 1, W(from), bytes, 0, WAITS);
}
API CUresult cuMemcpyAtoH_v2(void *to, CUarray from, size_t place, size_t bytes) {
    return copy_of_array(from, place, 0, W(to), bytes, 0, WAITS);
}
API CUresult cuMemcpyHtoAAsync_v2(CUarray to, size_t place, const void *from, size_t bytes, CUstream s) {
    return copy_of_array(to, place, 1, W(from), bytes, s, 0);
}
API CUresult cuMemcpyAtoHAsync_v2(void *to, CUarray from, size_t place, size_t bytes, CUstream s) {
    return copy_of_array(from, place, 0, W(to), bytes, s, 0);
}
API CUresult cuMemcpyAtoA_v2(CUarray to, size_t to_place, CUarray from, size_t from_place, size_t bytes) {
    struct rows rows;
    CUresult result = ks_rows_of_array(from, (uint64_t[3]){from_place}, (uint64_t[3]){bytes, 1, 1}, &rows);
    return result ? result : copy_of_array(to, to_place, 1, rows.address, bytes, 0, WAITS);
}

/* One side of a copy of `size` from a place on (x in bytes). */
static CUresult side(CUmemorytype type, const void *host, CUdeviceptr device, CUarray array, uint64_t pitch, uint64_t height,
                     const uint64_t place[3], const uint64_t size[3], struct rows *rows) {
    if (type == CU_MEMORYTYPE_ARRAY)
        return ks_rows_of_array(array, place, size, rows);
    *rows = (struct rows){type == CU_MEMORYTYPE_HOST ? W(host) : device, pitch, pitch * height};
    rows->address += place[2] * rows->plane + place[1] * pitch + place[0];
    return CUDA_SUCCESS;
}

static CUresult copy_3d(const CUDA_MEMCPY3D *c, CUstream stream, int waits) {
    NEEDS(c);
    uint64_t size[3] = {c->WidthInBytes, c->Height, c->Depth};
    struct rows to, from;
    CUresult result = side(c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray, c->dstPitch, c->dstHeight,
                           (uint64_t[3]){c->dstXInBytes, c->dstY, c->dstZ}, size, &to);
    result = result ? result
                    : side(c->srcMemoryType, c->srcHost, c->srcDevice, c->srcArray, c->srcPitch, c->srcHeight,
                           (uint64_t[3]){c->srcXInBytes, c->srcY, c->srcZ}, size, &from);
    return result ? result : copy(to, from, size[0], size[1], size[2], stream, waits);
}

static CUresult copy_2d(const CUDA_MEMCPY2D *c, CUstream stream, int waits) {
    NEEDS(c);
    CUDA_MEMCPY3D whole = {
        .srcXInBytes = c->srcXInBytes, .srcY = c->srcY, .srcMemoryType = c->srcMemoryType, .srcHost = c->srcHost,
        .srcDevice = c->srcDevice, .srcArray = c->srcArray, .srcPitch = c->srcPitch,
        .dstXInBytes = c->dstXInBytes, .dstY = c->dstY, .dstMemoryType = c->dstMemoryType, .dstHost = c->dstHost,
        .dstDevice = c->dstDevice, .dstArray = c->dstArray, .dstPitch = c->dstPitch,
        .WidthInBytes = c->WidthInBytes, .Height = c->Height, .Depth = 1};
    return copy_3d(&whole, stream, waits);
}

API CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *c) { return copy_2d(c, 0, 1); }
API CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *c) { return copy_2d(c, 0, 1); }
API CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *c, CUstream stream) { return copy_2d(c, stream, 0); }
API CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *c) { return copy_3d(c, 0, 1); }
API CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *c, CUstream stream) { return copy_3d(c, stream, 0); }

static CUresult set(uint64_t to, uint64_t pitch, uint64_t value, uint64_t bytes, uint64_t width, uint64_t height, CUstream s) {
    IN_CONTEXT;
    if (!width || !height)
        return CUDA_SUCCESS;
    CUgraphNode node;
    CUgraphNodeParams work = {.type = CU_GRAPH_NODE_TYPE_MEMSET, .memset = {to, pitch, value, bytes, width, height}};
    UNLESS_CAPTURED(ks_captured(s, &work, NULL, 0, &node));
    ASKED("set", to, pitch, value, bytes, width, height, ks_stream(s));
    return result;
}

API CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t n) { return set(to, 0, value, 1, n, 1, 0); }
API CUresult cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t n) { return set(to, 0, value, 2, n, 1, 0); }
API CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t n) { return set(to, 0, value, 4, n, 1, 0); }
API CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t n, CUstream s) { return set(to, 0, value, 1, n, 1, s); }
API CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t n, CUstream s) { return set(to, 0, value, 2, n, 1, s); }
API CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t n, CUstream s) { return set(to, 0, value, 4, n, 1, s); }
API CUresult cuMemsetD2D8_v2(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height) {
    return set(to, pitch, value, 1, width, height, 0);
}
API CUresult cuMemsetD2D16_v2(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height) {
    return set(to, pitch, value, 2, width, height, 0);
}
API CUresult cuMemsetD2D32_v2(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height) {
    return set(to, pitch, value, 4, width, height, 0);
}
API CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height, CUstream s) {
    return set(to, pitch, value, 1, width, height, s);
}
API CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height, CUstream s) {
    return set(to, pitch, value, 2, width, height, s);
}
API CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height, CUstream s) {
    return set(to, pitch, value, 4, width, height, s);
}

/* ---- memory pools ----------------------------------------------------------------------------- */

/* An allocation of a stream's order is one at once, since work is done when it is queued. */
API CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes, CUmemoryPool pool, CUstream stream) {
    IN_CONTEXT;
    NEEDS(address && bytes);
    CUgraphNode node;
    CUgraphNodeParams work = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC, .alloc = {.bytesize = bytes}};
    int captured = ks_captured(stream, &work, NULL, 0, &node);
    if (captured < 0) {
        ASK("alloc_async", bytes, W(pool), ks_stream(stream));
        note_caller(&question);
        CUresult result = (CUresult)ks_ask(&question, &answer);
        GIVE(address, CUdeviceptr, 0);
        return result;
    }
    CUDA_MEM_ALLOC_NODE_PARAMS made;
    captured = captured ? captured : (int)cuGraphMemAllocNodeGetParams(node, &made);
    if (!captured)
        *address = made.dptr;
    return (CUresult)captured;
}
API CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream) {
    return cuMemAllocFromPoolAsync(address, bytes, NULL, stream);
}
API CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
    IN_CONTEXT;
    CUgraphNode node;
    CUgraphNodeParams work = {.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .free = {address}};
    UNLESS_CAPTURED(ks_captured(stream, &work, NULL, 0, &node));
    if (ks_is_graph_memory_freed(address))
        return CUDA_SUCCESS;
    ASKED("free_async", address, ks_stream(stream));
    return result;
}
static CUresult pool_of(CUmemoryPool *pool, CUdevice device, int is_default) {
    INITIALISED;
    NEEDS(pool);
    if (device)
        return CUDA_ERROR_INVALID_DEVICE;
    ASKED("pool", is_default);
    GIVE(pool, CUmemoryPool, 0);
    return result;
}
API CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device) { return pool_of(pool, device, 1); }
API CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device) { return pool_of(pool, device, 0); }
API CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
    INITIALISED;
    if (device)
        return CUDA_ERROR_INVALID_DEVICE;
    ASKED("set_pool", W(pool));
    return result;
}
API CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *p) {
    INITIALISED;
    NEEDS(pool && p && p->allocType == CU_MEM_ALLOCATION_TYPE_PINNED);
    if (p->handleTypes)
        return (CUresult)ks_missing("a memory pool that other processes import");
    if (p->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return (CUresult)ks_missing("a memory pool of the host");
    if (p->location.id)
        return CUDA_ERROR_INVALID_DEVICE;
    ASKED("pool_create");
    GIVE(pool, CUmemoryPool, 0);
    return result;
}
API CUresult cuMemPoolDestroy(CUmemoryPool pool) {
    INITIALISED;
    ASKED("pool_destroy", W(pool));
    return result;
}
API CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep) {
    INITIALISED;
    ASKED("pool_trim", W(pool), keep);
    return result;
}
#define IS_INT(attribute) ((attribute) <= CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES)
API CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value) {
    INITIALISED;
    NEEDS(value);
    ASKED("pool_set", W(pool), attribute, IS_INT(attribute) ? (uint64_t)*(int *)value : *(uint64_t *)value);
    return result;
}
API CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value) {
    INITIALISED;
    NEEDS(value);
    ASKED("pool_get", W(pool), attribute);
    if (IS_INT(attribute))
        GIVE((int *)value, int, 0);
    else
        GIVE((uint64_t *)value, uint64_t, 0);
    return result;
}
API CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count) {
    INITIALISED;
    NEEDS(pool && (map || !count));
    for (size_t i = 0; i < count; i++) {
        if (map[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE || map[i].location.id)
            return CUDA_ERROR_INVALID_DEVICE;
        NEEDS(map[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE); /* its own GPU keeps it */
    }
    return CUDA_SUCCESS;
}
API CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location) {
    INITIALISED;
    NEEDS(flags && pool && location);
    if (location->type != CU_MEM_LOCATION_TYPE_DEVICE || location->id)
        return CUDA_ERROR_INVALID_DEVICE;
    *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return CUDA_SUCCESS;
}

API CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr pointer) {
    IN_CONTEXT;
    NEEDS(data);
    ASKED("pointer", pointer);
    if (result)
        return result;
    uint64_t kind = answer.words[0]; /* 1 host, 2 device, 3 managed */
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)data = current();
        break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)data = kind == 1 ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)data = pointer;
        break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (kind == 2)
            return CUDA_ERROR_INVALID_VALUE;
        *(CUdeviceptr *)data = pointer;
        break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned *)data = kind == 3;
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)data = 0;
        break;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        *(uint64_t *)data = answer.words[3];
        break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *(CUdeviceptr *)data = answer.words[1];
        break;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)data = answer.words[2];
        break;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        *(int *)data = 1;
        break;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        *(int *)data = 0;
        break;
    default:
        return (CUresult)ks_missing("this attribute of cuPointerGetAttribute");
    }
    return CUDA_SUCCESS;
}

API CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute *attributes, void **data, CUdeviceptr pointer) {
    IN_CONTEXT;
    NEEDS(attributes && data);
    for (unsigned i = 0; i < count; i++) {
        CUresult result = cuPointerGetAttribute(data[i], attributes[i], pointer);
        if (result == CUDA_ERROR_INVALID_VALUE) { /* unlike the function for one, it writes what stands for "none" */
            int is_int = attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
            if (attributes[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE || attributes[i] == CU_POINTER_ATTRIBUTE_IS_MANAGED || is_int)
                *(int *)data[i] = is_int ? -2 : 0;
            else
                *(void **)data[i] = NULL;
        } else if (result)
            return result;
    }
    return CUDA_SUCCESS;
}

/* ---- streams, events -------------------------------------------------------------------------- */

API CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
    IN_CONTEXT;
    NEEDS(stream && flags <= CU_STREAM_NON_BLOCKING);
    ASKED("stream_create", flags, (uint64_t)(int64_t)priority);
    GIVE(stream, CUstream, 0);
    return result;
}

API CUresult cuStreamCreate(CUstream *stream, unsigned flags) { return cuStreamCreateWithPriority(stream, flags, 0); }

#define ASK_STREAM(function, name, check)                                                          \
    API CUresult function(CUstream stream) {                                                       \
        IN_CONTEXT;                                                                                \
        ALLOWED(check);                                                                            \
        ASKED(name, ks_stream(stream));                                                                    \
        return result;                                                                             \
    }

ASK_STREAM(cuStreamDestroy_v2, "stream_destroy", CUDA_SUCCESS)
ASK_STREAM(cuStreamSynchronize, "stream_synchronize", ks_asks_stream(stream))
ASK_STREAM(cuStreamQuery, "stream_query", ks_asks_stream(stream))

/* PyTorch's current stream, in a process of Python: for its C++ functions (`torch/c10_cuda.cpp`). */
API uint64_t ks_torch_stream(void) {
    ASKED("torch_stream");
    return result ? 0 : answer.words[0];
}

API void ks_set_torch_stream(uint64_t stream) {
    ASKED("set_torch_stream", stream);
    (void)result;
}

API CUresult cuStreamGetFlags(CUstream stream, unsigned *flags) {
    IN_CONTEXT;
    ASKED("stream_facts", ks_stream(stream));
    GIVE(flags, unsigned, 0);
    return result;
}

API CUresult cuStreamGetPriority(CUstream stream, int *priority) {
    IN_CONTEXT;
    ASKED("stream_facts", ks_stream(stream));
    GIVE(priority, int, 1);
    return result;
}

API CUresult cuStreamGetId(CUstream stream, unsigned long long *id) {
    IN_CONTEXT;
    NEEDS(id);
    *id = ks_stream(stream) + 1; /* 0 stands for none */
    return CUDA_SUCCESS;
}

API CUresult cuStreamGetDevice(CUstream stream, CUdevice *device) {
    IN_CONTEXT;
    NEEDS(device);
    *device = 0;
    return CUDA_SUCCESS;
}

API CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
    IN_CONTEXT;
    NEEDS(context);
    *context = current();
    return CUDA_SUCCESS;
}

API CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
    IN_CONTEXT;
    UNLESS_CAPTURED(ks_event_awaited(stream, event, flags));
    ASKED("stream_wait", ks_stream(stream), W(event));
    return result;
}

API CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t length, unsigned flags) {
    IN_CONTEXT;
    return CUDA_SUCCESS;
}

/* What is queued is done, so that a wait finds its value or never will. */
static CUresult memory_operation(CUstream stream, int waits, CUdeviceptr address, uint64_t value, size_t bytes, unsigned flags) {
    IN_CONTEXT;
    NEEDS(address && address % bytes == 0);
    ALLOWED(ks_asks_stream(stream));
    uint64_t now = 0;
    if (!waits)
        return copy_line(address, W(&value), bytes, stream, TO_DEVICE);
    ALLOWED(copy_line(W(&now), address, bytes, stream, FROM_DEVICE));
    int64_t ahead = bytes == 4 ? (int32_t)(now - value) : (int64_t)(now - value);
    uint64_t mask = bytes == 4 ? 0xffffffffu : ~(uint64_t)0;
    int is_reached[] = {ahead >= 0, !ahead, (now & value) != 0, (~(now | value) & mask) != 0};
    return is_reached[flags & 3] ? CUDA_SUCCESS : (CUresult)ks_missing("a stream's wait for a value that comes later");
}

API CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags) {
    return memory_operation(stream, 1, address, value, 4, flags);
}
API CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned flags) {
    return memory_operation(stream, 1, address, value, 8, flags);
}
API CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags) {
    return memory_operation(stream, 0, address, value, 4, flags);
}
API CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned flags) {
    return memory_operation(stream, 0, address, value, 8, flags);
}
API CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned count, CUstreamBatchMemOpParams *operations, unsigned flags) {
    NEEDS(operations || !count);
    for (unsigned i = 0; i < count; i++) {
        CUstreamBatchMemOpType type = operations[i].operation;
        int waits = type == CU_STREAM_MEM_OP_WAIT_VALUE_32 || type == CU_STREAM_MEM_OP_WAIT_VALUE_64;
        int is_long = type == CU_STREAM_MEM_OP_WAIT_VALUE_64 || type == CU_STREAM_MEM_OP_WRITE_VALUE_64;
        if (type == CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES || type == CU_STREAM_MEM_OP_BARRIER)
            continue; /* what was queued is done, and seen */
        ALLOWED(memory_operation(stream, waits, operations[i].waitValue.address, operations[i].waitValue.value64, is_long ? 8 : 4,
                                 operations[i].waitValue.flags));
    }
    return CUDA_SUCCESS;
}

API CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned flags) {
    IN_CONTEXT;
    NEEDS(callback);
    ALLOWED(ks_asks_stream(stream));
    callback(stream, CUDA_SUCCESS, data); /* what is queued is done */
    return CUDA_SUCCESS;
}

API CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data) {
    IN_CONTEXT;
    NEEDS(function);
    CUgraphNode node;
    CUgraphNodeParams work = {.type = CU_GRAPH_NODE_TYPE_HOST, .host = {function, data}};
    UNLESS_CAPTURED(ks_captured(stream, &work, NULL, 0, &node));
    function(data);
    return CUDA_SUCCESS;
}

API CUresult cuEventCreate(CUevent *event, unsigned flags) {
    IN_CONTEXT;
    NEEDS(event);
    ASKED("event_create", flags);
    GIVE(event, CUevent, 0);
    return result;
}

API CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags) {
    IN_CONTEXT;
    UNLESS_CAPTURED(ks_event_recorded(event, stream, flags));
    ASKED("event_record", W(event), ks_stream(stream));
    return result;
}

API CUresult cuEventRecord(CUevent event, CUstream stream) { return cuEventRecordWithFlags(event, stream, 0); }

#define ASK_EVENT(function, name, check)                                                           \
    API CUresult function(CUevent event) {                                                         \
        IN_CONTEXT;                                                                                \
        ALLOWED(check);                                                                            \
        ASKED(name, W(event));                                                                     \
        return result;                                                                             \
    }

ASK_EVENT(cuEventQuery, "event_query", ks_asks_event(event))
ASK_EVENT(cuEventSynchronize, "event_synchronize", ks_asks_event(event))
ASK_EVENT(cuEventDestroy_v2, "event_destroy", CUDA_SUCCESS)

API CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent begin, CUevent end) {
    IN_CONTEXT;
    NEEDS(milliseconds);
    ASKED("event_elapsed", W(begin), W(end));
    if (!result) {
        double ms;
        memcpy(&ms, answer.words, sizeof ms);
        *milliseconds = (float)ms;
    }
    return result;
}

API CUresult cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end) {
    return cuEventElapsedTime_v2(milliseconds, begin, end);
}

/* ---- launches --------------------------------------------------------------------------------- */

#define COOPERATIVE 1
#define EARLY 2
#define LARGEST 32764 /* bytes of parameters, from sm_70 on */

/* How a launch differs from a plain one. */
struct manner {
    uint64_t flags, cluster[3];
};

static CUresult manner_of(const CUlaunchConfig *c, struct manner *manner) {
    for (unsigned i = 0; i < c->numAttrs; i++) {
        const CUlaunchAttributeValue *value = &c->attrs[i].value;
        switch (c->attrs[i].id) {
        case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
            manner->flags |= value->cooperative ? COOPERATIVE : 0;
            break;
        case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
            manner->flags |= value->programmaticStreamSerializationAllowed ? EARLY : 0;
            break;
        case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
            manner->cluster[0] = value->clusterDim.x;
            manner->cluster[1] = value->clusterDim.y;
            manner->cluster[2] = value->clusterDim.z;
            break;
        case CU_LAUNCH_ATTRIBUTE_IGNORE:
        case CU_LAUNCH_ATTRIBUTE_PRIORITY: /* what follows changes no result and no count */
        case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
        case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
        case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
        case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION: /* a GPU may keep to the other one, too */
            break;
        default:
            return (CUresult)ks_missing("this attribute of cuLaunchKernelEx");
        }
    }
    return CUDA_SUCCESS;
}

static CUresult pack(CUfunction f, void **parameters, void **extra, char *buffer) {
    memset(buffer, 0, f->bytes < LARGEST ? f->bytes : LARGEST);
    if (parameters) {
        for (uint32_t i = 0; i < f->count; i++)
            memcpy(buffer + f->parameters[i].offset, parameters[i], f->parameters[i].size);
        return CUDA_SUCCESS;
    }
    if (!extra)
        return f->count ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
    const void *packed = NULL;
    size_t size = 0;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            packed = extra[1];
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
            size = *(size_t *)extra[1];
        else
            return CUDA_ERROR_INVALID_VALUE;
    }
    NEEDS(packed && size >= f->bytes);
    memcpy(buffer, packed, f->bytes);
    return CUDA_SUCCESS;
}

API CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction f, void **parameters, void **extra) {
    IN_CONTEXT;
    NEEDS(c);
    if (!f)
        return CUDA_ERROR_INVALID_HANDLE;
    struct manner manner = {0};
    ALLOWED(manner_of(c, &manner));
    CUgraphNode node;
    CUgraphNodeParams work = {.type = CU_GRAPH_NODE_TYPE_KERNEL,
                              .kernel = {f, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ,
                                         c->sharedMemBytes, parameters, extra}};
    UNLESS_CAPTURED(ks_captured(c->hStream, &work, c->attrs, c->numAttrs, &node));
    char buffer[LARGEST];
    ASK("launch", f->id, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ, c->sharedMemBytes,
        ks_stream(c->hStream), manner.flags, manner.cluster[0], manner.cluster[1], manner.cluster[2]);
    note_caller(&question);
    question.data = buffer, question.size = f->bytes;
    ALLOWED(pack(f, parameters, extra, buffer));
    return (CUresult)ks_ask(&question, &answer);
}

API CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                            unsigned shared, CUstream stream, void **parameters, void **extra) {
    CUlaunchConfig c = {gx, gy, gz, bx, by, bz, shared, stream, NULL, 0};
    return cuLaunchKernelEx(&c, f, parameters, extra);
}

API CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                       unsigned shared, CUstream stream, void **parameters) {
    CUlaunchAttribute together = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value = {.cooperative = 1}};
    CUlaunchConfig c = {gx, gy, gz, bx, by, bz, shared, stream, &together, 1};
    return cuLaunchKernelEx(&c, f, parameters, NULL);
}

/* ---- tensor maps ------------------------------------------------------------------------------ */

#define MOST_DIMENSIONS 5

/* The kind of a tensor map, and its lists of numbers: sizes, box (of columns of pixels: their channels
 * and how many), steps, strides, and of such columns the lower and the upper corner. */
typedef struct {
    CUtensorMapDataType type;
    cuuint32_t rank;
    CUtensorMapInterleave interleave;
    CUtensorMapSwizzle swizzle;
    CUtensorMapFloatOOBfill fill;
    enum { BOXES, COLUMNS, WIDE, WIDE_128 } mode;
    uint64_t lists[6][MOST_DIMENSIONS];
} map_facts;

static void list_tensor(map_facts *made, const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *steps) {
    for (cuuint32_t i = 0; i < made->rank; i++) {
        made->lists[0][i] = sizes[i], made->lists[2][i] = steps[i];
        made->lists[3][i] = i + 1 < made->rank ? strides[i] : 0;
    }
}

static CUresult encode_map(CUtensorMap *map, void *address, map_facts *made) {
    ASK("tensor_map", made->type, made->rank, W(address), made->interleave, made->swizzle, made->fill, made->mode);
    question.data = made->lists, question.size = sizeof made->lists;
    answer.data = map, answer.room = sizeof *map;
    return (CUresult)ks_ask(&question, &answer);
}

API CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                                    const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *box,
                                    const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                    CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    NEEDS(map && address && sizes && box && steps && rank && rank <= MOST_DIMENSIONS && (strides || rank == 1));
    map_facts made = {type, rank, interleave, swizzle, fill, BOXES, {{0}}};
    list_tensor(&made, sizes, strides, steps);
    for (cuuint32_t i = 0; i < rank; i++)
        made.lists[1][i] = box[i];
    return encode_map(map, address, &made);
}

API CUresult cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                                     const cuuint64_t *sizes, const cuuint64_t *strides, const int *lower, const int *upper,
                                     cuuint32_t channels, cuuint32_t pixels, const cuuint32_t *steps,
                                     CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                     CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    NEEDS(map && address && sizes && strides && lower && upper && steps && rank >= 3 && rank <= MOST_DIMENSIONS);
    map_facts made = {type, rank, interleave, swizzle, fill, COLUMNS, {{0}, {channels, pixels}}};
    list_tensor(&made, sizes, strides, steps);
    for (cuuint32_t i = 0; i + 2 < rank; i++)
        made.lists[4][i] = (uint64_t)(int64_t)lower[i], made.lists[5][i] = (uint64_t)(int64_t)upper[i];
    return encode_map(map, address, &made);
}

API CUresult cuTensorMapEncodeIm2colWide(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                                         const cuuint64_t *sizes, const cuuint64_t *strides, int lower, int upper,
                                         cuuint32_t channels, cuuint32_t pixels, const cuuint32_t *steps,
                                         CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode,
                                         CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                         CUtensorMapFloatOOBfill fill) {
    NEEDS(map && address && sizes && strides && steps && rank >= 3 && rank <= MOST_DIMENSIONS);
    map_facts made = {type, rank, interleave, swizzle, fill, mode == CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128 ? WIDE_128 : WIDE,
                      {{0}, {channels, pixels}, {0}, {0}, {(uint64_t)(int64_t)lower}, {(uint64_t)(int64_t)upper}}};
    list_tensor(&made, sizes, strides, steps);
    return encode_map(map, address, &made);
}

API CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *address) {
    NEEDS(map && address);
    ASK("tensor_map_address", W(address));
    question.data = map, question.size = sizeof *map;
    answer.data = map, answer.room = sizeof *map;
    return (CUresult)ks_ask(&question, &answer);
}

/* ---- occupancy -------------------------------------------------------------------------------- */

API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction f, int block, size_t shared,
                                                                  unsigned flags) {
    IN_CONTEXT;
    NEEDS(blocks && f && block > 0);
    ASKED("occupancy", f->id, block, shared);
    GIVE(blocks, int, 0);
    return result;
}

API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int block, size_t shared) {
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, f, block, shared, 0);
}

/* The block with the most threads on an SM, and the fewest blocks that fill the GPU with it. */
API CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *least_grid, int *best, CUfunction f, CUoccupancyB2DSize shared_of,
                                                       size_t shared, int limit, unsigned flags) {
    IN_CONTEXT;
    NEEDS(least_grid && best && f);
    int most, sms, warp, most_threads = 0;
    CUresult result = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f);
    result = result ? result : cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
    result = result ? result : cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0);
    if (result)
        return result;
    limit = limit && limit < most ? limit : most;
    for (int threads = (limit + warp - 1) / warp * warp; threads > 0; threads -= warp) {
        int block = threads < limit ? threads : limit, blocks;
        size_t bytes = shared_of ? shared_of(block) : shared;
        result = cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, f, block, bytes, flags);
        if (result)
            return result;
        if (blocks * block > most_threads)
            most_threads = blocks * block, *best = block, *least_grid = blocks * sms;
    }
    return CUDA_SUCCESS;
}

API CUresult cuOccupancyMaxPotentialBlockSize(int *least_grid, int *best, CUfunction f, CUoccupancyB2DSize shared_of,
                                              size_t shared, int limit) {
    return cuOccupancyMaxPotentialBlockSizeWithFlags(least_grid, best, f, shared_of, shared, limit, 0);
}

API CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction f, int blocks, int block) {
    IN_CONTEXT;
    NEEDS(bytes && f && blocks > 0 && block > 0);
    ASKED("dynamic_shared", f->id, blocks, block);
    GIVE(bytes, size_t, 0);
    return result;
}

API CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction f, const CUlaunchConfig *c) {
    IN_CONTEXT;
    NEEDS(clusters && f && c);
    uint64_t size = 1;
    for (unsigned i = 0; i < c->numAttrs; i++)
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            size = (uint64_t)c->attrs[i].value.clusterDim.x * c->attrs[i].value.clusterDim.y * c->attrs[i].value.clusterDim.z;
    ASKED("clusters", f->id, size, c->blockDimX * c->blockDimY * c->blockDimZ, c->sharedMemBytes);
    GIVE(clusters, int, 0);
    return result;
}

/* ---- the rest --------------------------------------------------------------------------------- */

API CUresult cuProfilerStart(void) {
    ASKED("profiler", 1);
    return result;
}

API CUresult cuProfilerStop(void) {
    ASKED("profiler", 0);
    return result;
}

static const struct ks_error errors[] = {
#include "errors.inc"
};

API CUresult cuGetErrorName(CUresult error, const char **name) {
    NEEDS(name);
    const struct ks_error *known = FIND_IN(errors, error);
    *name = known ? known->name : NULL;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

API CUresult cuGetErrorString(CUresult error, const char **words) {
    NEEDS(words);
    const struct ks_error *known = FIND_IN(errors, error);
    *words = known ? known->words : NULL;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* The tables are in no header. NVIDIA's static runtime asks for them, and works with NVIDIA's driver
 * alone: what carries it is named. NVIDIA's compilers ask, too, and work without. */
API CUresult cuGetExportTable(const void **table, const CUuuid *id) {
    static const struct {
        const char *folder, *remedy;
    } known[] = {
        {"/libnvrtc.so", NULL},
        {"/libnvJitLink.so", NULL},
        {"/warp/bin/", "Warp's kernels do not run here; wp.compile_aot_module(…, use_ptx=True) writes their PTX, which "
                       "kernelscope inspect opens and cuLaunchKernel runs"},
        {"/libcute_dsl_runtime.so", "launch the PTX of a CuTe kernel (compile with CUTE_DSL_KEEP_PTX=1: compiled.__ptx__) with cuda.core"},
        {"", "build it with nvcc -cudart shared, or use what reaches the driver itself"},
    };
    Dl_info caller;
    const char *file = dladdr(__builtin_return_address(0), &caller) ? caller.dli_fname : "the program";
    size_t i = 0;
    while (!strstr(file, known[i].folder))
        i++;
    if (known[i].remedy && ks_is_first(file))
        fprintf(stderr, "kernelscope: %s contains NVIDIA's static runtime, which works only with NVIDIA's driver: %s\n", file,
                known[i].remedy);
    return CUDA_ERROR_NOT_FOUND;
}

/* Names of the header, the symbols that they stand for today, and what those of a thread's own default
 * stream end in. */
static const struct {
    const char *name, *symbol, *ending;
} symbols[] = {
#define SYMBOL(name, symbol, ending) {name, symbol, ending},
#include "symbols.inc"
};

static void *of_this_library(const char *name) {
    Dl_info mine, other;
    void *address = dlsym(RTLD_DEFAULT, name);
    int is_ours = address && dladdr((void *)cuInit, &mine) && dladdr(address, &other) && mine.dli_fbase == other.dli_fbase;
    return is_ours ? address : NULL;
}

/* The newest form of a function: later ones have the same arguments as the name in today's header, and
 * what is older is not offered. */
API CUresult cuGetProcAddress_v2(const char *symbol, void **address, int version, cuuint64_t flags,
                                 CUdriverProcAddressQueryResult *status) {
    NEEDS(symbol && address);
    static const char *const endings[] = {"_v4", "_v3", "_v2", ""};
    char name[160];
    *address = NULL;
    int is_of_thread = (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols && !*address; i++)
        if (!strcmp(symbols[i].name, symbol)) {
            snprintf(name, sizeof name, "%s%s", symbols[i].symbol, is_of_thread ? symbols[i].ending : "");
            *address = of_this_library(name);
        }
    for (size_t i = 0; i < sizeof endings / sizeof *endings && !*address; i++) {
        snprintf(name, sizeof name, "%s%s", symbol, endings[i]);
        *address = of_this_library(name);
    }
    if (status)
        *status = *address ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *address || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

API CUresult cuGetProcAddress(const char *symbol, void **address, int version, cuuint64_t flags) {
    return cuGetProcAddress_v2(symbol, address, version, flags, NULL);
}

/* Whether an address is a kernel's handle. The runtime asks, as programs give it handles of the driver
 * where they may give a function's address. */
API int ks_is_function(const void *address) {
    pthread_mutex_lock(&of_functions);
    struct CUfunc_st *known = functions;
    while (known && known != address)
        known = known->next;
    pthread_mutex_unlock(&of_functions);
    return known != NULL;
}
