/* NVML's basics (libnvidia-ml.so.1): how many GPUs there are, their names, their memory. What a sensor of a
 * GPU would say (utilization, power, temperature, clocks) is refused, as the virtual one has none. */
#include <cuda.h>
#include <stdio.h>
#include <string.h>

#include "link.h"

#define API __attribute__((visibility("default")))

typedef enum {
    SUCCESS = 0,
    UNINITIALIZED = 1,
    INVALID_ARGUMENT = 2,
    NOT_SUPPORTED = 3,
    INSUFFICIENT_SIZE = 7,
    UNKNOWN = 999
} nvmlReturn_t;
typedef struct nvmlDevice_st *nvmlDevice_t;
typedef struct {
    unsigned long long total, free, used;
} nvmlMemory_t;
typedef struct {
    unsigned version;
    unsigned long long total, reserved, free, used;
} nvmlMemory_v2_t;

static const nvmlDevice_t only = (nvmlDevice_t)(uintptr_t)1;
static int uses;

#define NEEDS(condition)                                                                           \
    do {                                                                                           \
        if (!uses)                                                                                 \
            return UNINITIALIZED;                                                                  \
        if (!(condition))                                                                          \
            return INVALID_ARGUMENT;                                                               \
    } while (0)

API nvmlReturn_t nvmlInit_v2(void) {
    if (cuInit(0))
        return UNKNOWN;
    uses++;
    return SUCCESS;
}
API nvmlReturn_t nvmlInit(void) { return nvmlInit_v2(); }
API nvmlReturn_t nvmlInitWithFlags(unsigned flags) { return nvmlInit_v2(); }
API nvmlReturn_t nvmlShutdown(void) {
    if (!uses)
        return UNINITIALIZED;
    uses--;
    return SUCCESS;
}

API const char *nvmlErrorString(nvmlReturn_t result) {
    switch (result) {
    case SUCCESS:
        return "Success";
    case UNINITIALIZED:
        return "Uninitialized";
    case INVALID_ARGUMENT:
        return "Invalid Argument";
    case NOT_SUPPORTED:
        return "Not Supported";
    case INSUFFICIENT_SIZE:
        return "Insufficient Size";
    default:
        return "Unknown Error";
    }
}

static nvmlReturn_t written(char *text, unsigned room, const char *value) {
    if (strlen(value) >= room)
        return INSUFFICIENT_SIZE;
    strcpy(text, value);
    return SUCCESS;
}

API nvmlReturn_t nvmlSystemGetDriverVersion(char *text, unsigned room) {
    NEEDS(text);
    char version[16]; /* the branch of drivers that came with this CUDA: 580 with 13.0 */
    snprintf(version, sizeof version, "%d.00", 580 + (CUDA_VERSION - 13000) / 2);
    return written(text, room, version);
}
API nvmlReturn_t nvmlSystemGetNVMLVersion(char *text, unsigned room) {
    NEEDS(text);
    return written(text, room, "13.580.00");
}
API nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version) {
    NEEDS(version && !cuDriverGetVersion(version));
    return SUCCESS;
}
API nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version) { return nvmlSystemGetCudaDriverVersion_v2(version); }

API nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *count) {
    int devices;
    NEEDS(count && !cuDeviceGetCount(&devices));
    *count = (unsigned)devices;
    return SUCCESS;
}
API nvmlReturn_t nvmlDeviceGetCount(unsigned *count) { return nvmlDeviceGetCount_v2(count); }
API nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device) {
    NEEDS(device && !index);
    *device = only;
    return SUCCESS;
}
API nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device) {
    return nvmlDeviceGetHandleByIndex_v2(index, device);
}
API nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *index) {
    NEEDS(index && device == only);
    *index = 0;
    return SUCCESS;
}
API nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *text, unsigned room) {
    char name[128];
    NEEDS(text && device == only && !cuDeviceGetName(name, sizeof name, 0));
    return written(text, room, name);
}
API nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *text, unsigned room) {
    CUuuid id;
    NEEDS(text && device == only && !cuDeviceGetUuid(&id, 0));
    char uuid[48], *at = uuid + sprintf(uuid, "GPU-");
    for (int i = 0; i < 16; i++)
        at += sprintf(at, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", (unsigned char)id.bytes[i]);
    return written(text, room, uuid);
}
API nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor) {
    NEEDS(major && minor && device == only);
    int failed = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0) ||
                 cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0);
    return failed ? UNKNOWN : SUCCESS;
}
API nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory) {
    NEEDS(memory && device == only);
    CUcontext context;
    size_t free, total;
    if (cuDevicePrimaryCtxRetain(&context, 0) || cuCtxPushCurrent(context))
        return UNKNOWN;
    int failed = cuMemGetInfo(&free, &total);
    cuCtxPopCurrent(&context);
    cuDevicePrimaryCtxRelease(0);
    *memory = (nvmlMemory_t){total, free, total - free};
    return failed ? UNKNOWN : SUCCESS;
}
API nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory) {
    NEEDS(memory);
    nvmlMemory_t plain;
    nvmlReturn_t result = nvmlDeviceGetMemoryInfo(device, &plain);
    if (!result)
        memory->total = plain.total, memory->reserved = 0, memory->free = plain.free, memory->used = plain.used;
    return result;
}

#define SENSOR(function)                                                                           \
    API nvmlReturn_t function(nvmlDevice_t device) {                                               \
        ks_missing(#function);                                                                     \
        return NOT_SUPPORTED;                                                                      \
    }
SENSOR(nvmlDeviceGetUtilizationRates)
SENSOR(nvmlDeviceGetPowerUsage)
SENSOR(nvmlDeviceGetTotalEnergyConsumption)
SENSOR(nvmlDeviceGetTemperature)
SENSOR(nvmlDeviceGetClockInfo)
SENSOR(nvmlDeviceGetMaxClockInfo)
SENSOR(nvmlDeviceGetFanSpeed)
SENSOR(nvmlDeviceGetComputeRunningProcesses_v3)
