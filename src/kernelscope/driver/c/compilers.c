/* NVRTC and nvJitLink, whose machine code keeps the PTX that it was made from.
 *
 * The library has the name and the functions of NVIDIA's, and passes their calls on. A cubin gets a
 * section more: what it was made from, each with its size. There `libcuda.so.1` finds the PTX, also
 * if a program has kept the cubin in a file. The machine code stays NVIDIA's, with its registers.
 */
#include <dlfcn.h>
#include <elf.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"

#define SECTION ".kernelscope.ptx"
#define OWN static __attribute__((unused))
#define CALL(name, ...) ((int (*)())real(name))(__VA_ARGS__)

typedef long (*any_function)(long, long, long, long, long, long);

static void *real(const char *name) {
    static void *library;
    void *known = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
    if (!known) {
        if (*KS_NEEDED) /* which NVRTC looks for by its name alone */
            dlopen(KS_NEEDED, RTLD_NOW | RTLD_LOCAL);
        known = dlopen(KS_REAL, RTLD_NOW | RTLD_LOCAL);
        __atomic_store_n(&library, known, __ATOMIC_RELEASE);
    }
    void *function = known ? dlsym(known, name) : NULL;
    if (!function) {
        fprintf(stderr, "kernelscope: %s has no %s\n", KS_REAL, name);
        abort();
    }
    return function;
}

/* ---- bytes ------------------------------------------------------------------------------------ */

struct bytes {
    unsigned char *data;
    uint64_t size;
};

static void append(struct bytes *to, const void *data, uint64_t size) {
    to->data = realloc(to->data, to->size + size + 1);
    memcpy(to->data + to->size, data, size);
    to->size += size;
}

static void align(struct bytes *to) { append(to, (const char[8]){0}, -to->size & 7); }

static void append_input(struct bytes *to, const void *data, uint64_t size) {
    append(to, &size, sizeof size);
    append(to, data, size);
}

/* Append a section to a cubin, with new tables of sections and of their names behind it. */
static void add_section(struct bytes *cubin, struct bytes inputs) {
    Elf64_Ehdr head;
    if (cubin->size < sizeof head || memcmp(cubin->data, ELFMAG, SELFMAG))
        return;
    memcpy(&head, cubin->data, sizeof head);
    uint64_t size = head.e_shnum * sizeof(Elf64_Shdr);
    Elf64_Shdr *table = malloc(size + sizeof *table), *names = table + head.e_shstrndx, *own = table + head.e_shnum;
    memcpy(table, cubin->data + head.e_shoff, size);
    *own = (Elf64_Shdr){.sh_type = SHT_PROGBITS, .sh_size = inputs.size, .sh_name = names->sh_size, .sh_addralign = 8};
    struct bytes text = {0};
    append(&text, cubin->data + names->sh_offset, names->sh_size);
    append(&text, SECTION, sizeof SECTION);
    align(cubin);
    own->sh_offset = cubin->size;
    append(cubin, inputs.data, inputs.size);
    names->sh_offset = cubin->size, names->sh_size = text.size;
    append(cubin, text.data, text.size);
    align(cubin);
    head.e_shoff = cubin->size, head.e_shnum++;
    append(cubin, table, size + sizeof *table);
    memcpy(cubin->data, &head, sizeof head);
    free(text.data), free(table);
}

/* Write a cubin, or if there is no room for it its size. */
static int give(struct bytes *cubin, struct bytes *inputs, size_t *size, void *room) {
    if (inputs->size)
        add_section(cubin, *inputs);
    if (size)
        *size = cubin->size;
    if (room)
        memcpy(room, cubin->data, cubin->size);
    free(cubin->data), free(inputs->data);
    return 0;
}

/* ---- NVRTC ------------------------------------------------------------------------------------ */

OWN int nvrtc_create(void **program, const char *source, const char *name, int count, const char *const *headers,
                     const char *const *names) {
    int result = CALL("nvrtcCreateProgram", program, source, name, count, headers, names);
    if (result)
        return result;
    struct bytes both = {0};
    name = name && *name ? name : "default_program";
    append(&both, name, strlen(name) + 1);
    append(&both, source, strlen(source));
    ks_tell("source", *program, both.data, both.size);
    free(both.data);
    return 0;
}

/* Options with one for the table of lines, which changes no instruction. To be freed. */
static const char **with_lines(uint32_t *count, const char *const *options) {
    static const char *const said[] = {"-lineinfo", "--generate-line-info", "-G", "--device-debug", "-g"};
    const char **more = malloc((*count + 2) * sizeof *more);
    int has_lines = 0;
    for (uint32_t i = 0; i < *count; i++) {
        more[i] = options[i];
        for (size_t k = 0; k < sizeof said / sizeof *said; k++)
            has_lines |= !strcmp(more[i], said[k]);
    }
    if (!has_lines)
        more[(*count)++] = said[0];
    return more;
}

/* Return a program's PTX without its last 0; nothing if it was compiled to another form. */
static struct bytes nvrtc_ptx(void *program) {
    struct bytes ptx = {0};
    if (CALL("nvrtcGetPTXSize", program, &ptx.size) || ptx.size < 2)
        return (struct bytes){0};
    ptx.data = malloc(ptx.size);
    if (CALL("nvrtcGetPTX", program, ptx.data))
        ptx.size = 1;
    ptx.size--;
    return ptx;
}

OWN int nvrtc_compile(void *program, int given, const char *const *options) {
    uint32_t count = given > 0 ? given : 0;
    const char **more = with_lines(&count, options);
    int result = CALL("nvrtcCompileProgram", program, count, more);
    free(more);
    struct bytes ptx = result ? (struct bytes){0} : nvrtc_ptx(program);
    if (ptx.size)
        ks_tell("compiled", program, ptx.data, ptx.size);
    free(ptx.data);
    return result;
}

static int nvrtc_cubin(void *program, size_t *size, void *room) {
    struct bytes cubin = {0}, inputs = {0};
    int result = CALL("nvrtcGetCUBINSize", program, &cubin.size);
    if (result)
        return result;
    cubin.data = malloc(cubin.size + 1);
    result = cubin.size ? CALL("nvrtcGetCUBIN", program, cubin.data) : 0;
    if (result)
        return free(cubin.data), result;
    struct bytes ptx = ks_keeps_ptx() ? nvrtc_ptx(program) : (struct bytes){0};
    if (ptx.size)
        append_input(&inputs, ptx.data, ptx.size);
    free(ptx.data);
    return give(&cubin, &inputs, size, room);
}

OWN int nvrtc_cubin_size(void *program, size_t *size) {
    return program && size ? nvrtc_cubin(program, size, NULL) : CALL("nvrtcGetCUBINSize", program, size);
}

OWN int nvrtc_cubin_bytes(void *program, void *room) {
    return program && room ? nvrtc_cubin(program, NULL, room) : CALL("nvrtcGetCUBIN", program, room);
}

/* ---- nvJitLink -------------------------------------------------------------------------------- */

#define LTO_IR 3

struct input {
    int type;
    struct bytes bytes;
    char *name;
};

/* A link under way. */
struct linking {
    void *handle;
    uint32_t option_count, input_count;
    char **options;
    struct input *inputs;
    struct linking *next;
};

static struct linking *linkings;
static pthread_mutex_t of_linkings = PTHREAD_MUTEX_INITIALIZER;

/* Return where the list has a link; where it ends, if it has it not. The caller holds the lock. */
static struct linking **place_of(void *handle) {
    struct linking **place = &linkings;
    while (*place && (*place)->handle != handle)
        place = &(*place)->next;
    return place;
}

OWN int link_create(void **handle, uint32_t count, const char **options) {
    int result = CALL("nvJitLinkCreate", handle, count, options);
    if (result)
        return result;
    struct linking *made = calloc(1, sizeof *made);
    made->handle = *handle, made->option_count = count;
    made->options = calloc(count, sizeof *made->options);
    for (uint32_t i = 0; i < count; i++)
        made->options[i] = strdup(options[i]);
    pthread_mutex_lock(&of_linkings);
    made->next = linkings, linkings = made;
    pthread_mutex_unlock(&of_linkings);
    return 0;
}

static void note_input(void *handle, int type, const void *data, size_t size, const char *name) {
    pthread_mutex_lock(&of_linkings);
    struct linking *known = *place_of(handle);
    if (known) {
        known->inputs = realloc(known->inputs, (known->input_count + 1) * sizeof *known->inputs);
        struct input *made = &known->inputs[known->input_count++];
        *made = (struct input){.type = type, .name = strdup(name ? name : "")};
        append(&made->bytes, data, size);
    }
    pthread_mutex_unlock(&of_linkings);
}

OWN int link_add(void *handle, int type, const void *data, size_t size, const char *name) {
    int result = CALL("nvJitLinkAddData", handle, type, data, size, name);
    if (!result)
        note_input(handle, type, data, size, name);
    return result;
}

OWN int link_add_file(void *handle, int type, const char *path) {
    int result = CALL("nvJitLinkAddFile", handle, type, path);
    FILE *file = result ? NULL : fopen(path, "rb");
    if (!file)
        return result;
    struct bytes whole = {0};
    char part[4096];
    for (size_t size; (size = fread(part, 1, sizeof part, file));)
        append(&whole, part, size);
    fclose(file);
    note_input(handle, type, whole.data, whole.size, path);
    free(whole.data);
    return result;
}

OWN int link_destroy(void **handle) {
    pthread_mutex_lock(&of_linkings);
    struct linking **place = place_of(handle ? *handle : NULL), *known = *place;
    if (known)
        *place = known->next;
    pthread_mutex_unlock(&of_linkings);
    for (uint32_t i = 0; known && i < known->option_count; i++)
        free(known->options[i]);
    for (uint32_t i = 0; known && i < known->input_count; i++)
        free(known->inputs[i].bytes.data), free(known->inputs[i].name);
    if (known)
        free(known->options), free(known->inputs), free(known);
    return CALL("nvJitLinkDestroy", handle);
}

/* Append the PTX of all that is in NVIDIA's intermediate form (LTO-IR): a second link gives it. */
static void append_lto(struct bytes *to, const struct linking *known) {
    void *handle;
    uint32_t count = known->option_count;
    const char **options = with_lines(&count, (const char *const *)known->options);
    options[count++] = "-ptx";
    int failed = CALL("nvJitLinkCreate", &handle, count, options);
    free(options);
    if (failed)
        return;
    for (uint32_t i = 0; i < known->input_count && !failed; i++) {
        const struct input *in = &known->inputs[i];
        if (in->type == LTO_IR)
            failed = CALL("nvJitLinkAddData", handle, in->type, in->bytes.data, in->bytes.size, in->name);
    }
    size_t size = 0;
    failed = failed ? failed : CALL("nvJitLinkComplete", handle);
    failed = failed ? failed : CALL("nvJitLinkGetLinkedPtxSize", handle, &size);
    char *ptx = malloc(size + 1);
    if (!failed && size > 1 && !CALL("nvJitLinkGetLinkedPtx", handle, ptx))
        append_input(to, ptx, size - 1);
    free(ptx);
    CALL("nvJitLinkDestroy", &handle);
}

static int link_cubin(void *handle, size_t *size, void *room) {
    struct bytes cubin = {0}, inputs = {0};
    int result = CALL("nvJitLinkGetLinkedCubinSize", handle, &cubin.size);
    if (result)
        return result;
    cubin.data = malloc(cubin.size + 1);
    result = CALL("nvJitLinkGetLinkedCubin", handle, cubin.data);
    if (result)
        return free(cubin.data), result;
    int keeps = ks_keeps_ptx(); /* without the lock, as Python answers */
    pthread_mutex_lock(&of_linkings);
    struct linking *known = keeps ? *place_of(handle) : NULL;
    int has_lto = 0;
    for (uint32_t i = 0; known && i < known->input_count; i++) {
        const struct input *in = &known->inputs[i];
        has_lto |= in->type == LTO_IR;
        if (in->type != LTO_IR)
            append_input(&inputs, in->bytes.data, in->bytes.size);
    }
    if (has_lto)
        append_lto(&inputs, known);
    pthread_mutex_unlock(&of_linkings);
    return give(&cubin, &inputs, size, room);
}

OWN int link_cubin_size(void *handle, size_t *size) {
    return size ? link_cubin(handle, size, NULL) : CALL("nvJitLinkGetLinkedCubinSize", handle, size);
}

OWN int link_cubin_bytes(void *handle, void *room) {
    return room ? link_cubin(handle, NULL, room) : CALL("nvJitLinkGetLinkedCubin", handle, room);
}

/* ---- the functions, by NVIDIA's names --------------------------------------------------------- */

/* All take at most six words, and a word in a register is passed on as it is. */
#define PASS(symbol)                                                                               \
    KS_PUBLIC long symbol(long a, long b, long c, long d, long e, long f) {                        \
        return ((any_function)real(#symbol))(a, b, c, d, e, f);                                    \
    }
#define MEANS(symbol, function)                                                                    \
    KS_PUBLIC long symbol(long a, long b, long c, long d, long e, long f) {                        \
        return ((any_function)function)(a, b, c, d, e, f);                                         \
    }
#include KS_FUNCTIONS
