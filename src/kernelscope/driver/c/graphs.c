/* CUDA graphs, and the capture of streams.
 *
 * A node has the parameters that the driver's structure for any node has, with memory of its own
 * behind the pointers. To run a node is to call the function of the driver that does the same on a
 * stream. So a graph's launch is its nodes' calls, in an order that its edges allow.
 */
#define _GNU_SOURCE
#include "graphs.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

#define TRY(call)                                                                                  \
    do {                                                                                           \
        CUresult result_ = (call);                                                                 \
        if (result_)                                                                               \
            return result_;                                                                        \
    } while (0)
#define MOST_ATTRIBUTES 16

struct edge {
    CUgraphNode from;
    CUgraphEdgeData data;
};

struct CUgraphNode_st {
    CUgraph graph;
    CUgraphNodeParams params;
    char *arguments; /* of a kernel: its packed parameters, and where each of them is */
    CUlaunchAttribute attributes[MOST_ATTRIBUTES];
    unsigned attribute_count;
    struct edge *edges;
    size_t edge_count;
    CUgraphNode original; /* that this is a copy of */
    int is_disabled, mark;
    uint64_t called_from[KS_FRAMES];
};

struct kept {
    CUuserObject object;
    unsigned count;
    struct kept *next;
};

struct CUgraph_st {
    CUgraphNode *nodes;
    size_t count, room;
    struct kept *kept;
};

struct CUgraphExec_st {
    CUgraph graph;
    cuuint64_t flags;
};

_Thread_local const uint64_t *ks_called_from;

void ks_note_frames(uint64_t *frames) {
    if (ks_called_from) {
        memcpy(frames, ks_called_from, KS_FRAMES * sizeof *frames);
        return;
    }
    void *places[KS_FRAMES + 2] = {0};
    backtrace(places, KS_FRAMES + 2);
    for (int i = 0; i < KS_FRAMES; i++)
        frames[i] = (uintptr_t)places[i + 2];
}

/* ---- memory of graphs ------------------------------------------------------------------------- */

/* Memory of an allocating node has its address from the node's making on. It is live between the
 * node's execution and its freeing, by a node or by the program. */
struct memory {
    CUdeviceptr address;
    size_t bytes;
    int uses, is_live;
    struct memory *next;
};

static struct memory *memories;
static uint64_t used_high, reserved_high;
static pthread_mutex_t of_memory = PTHREAD_MUTEX_INITIALIZER;

static struct memory *memory_at(CUdeviceptr address) {
    struct memory *memory = memories;
    while (memory && memory->address != address)
        memory = memory->next;
    return memory;
}

static uint64_t memory_used(int only_live) {
    uint64_t bytes = 0;
    for (struct memory *memory = memories; memory; memory = memory->next)
        bytes += !only_live || memory->is_live ? memory->bytes : 0;
    uint64_t *high = only_live ? &used_high : &reserved_high;
    *high = bytes > *high ? bytes : *high;
    return bytes;
}

static CUresult memory_made(CUDA_MEM_ALLOC_NODE_PARAMS_v2 *params) {
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    cuThreadExchangeStreamCaptureMode(&mode); /* a capture allocates here itself */
    CUresult result = cuMemAlloc(&params->dptr, params->bytesize);
    cuThreadExchangeStreamCaptureMode(&mode);
    TRY(result);
    struct memory *memory = calloc(1, sizeof *memory);
    memory->address = params->dptr, memory->bytes = params->bytesize, memory->uses = 1;
    pthread_mutex_lock(&of_memory);
    memory->next = memories;
    memories = memory;
    memory_used(0);
    pthread_mutex_unlock(&of_memory);
    return CUDA_SUCCESS;
}

static void memory_forgotten(struct memory *memory) {
    struct memory **place = &memories;
    while (*place != memory)
        place = &(*place)->next;
    *place = memory->next;
    free(memory);
}

static void memory_used_by(CUdeviceptr address, int more) {
    pthread_mutex_lock(&of_memory);
    struct memory *memory = memory_at(address);
    int is_over = memory && !(memory->uses += more) && !memory->is_live;
    if (is_over)
        memory_forgotten(memory);
    pthread_mutex_unlock(&of_memory);
    if (is_over)
        cuMemFree(address);
}

static CUresult memory_set_live(CUdeviceptr address, int is_live) {
    pthread_mutex_lock(&of_memory);
    struct memory *memory = memory_at(address);
    CUresult result = memory && memory->is_live != is_live ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    if (!result)
        memory->is_live = is_live;
    memory_used(1);
    pthread_mutex_unlock(&of_memory);
    return result;
}

int ks_is_graph_memory_freed(CUdeviceptr address) {
    if (!memories)
        return 0;
    pthread_mutex_lock(&of_memory);
    struct memory *memory = memory_at(address);
    int is_kept = memory && memory->uses;
    if (is_kept)
        memory->is_live = 0;
    else if (memory)
        memory_forgotten(memory); /* its graph is gone: the program frees it itself */
    pthread_mutex_unlock(&of_memory);
    return is_kept;
}

API CUresult cuDeviceGraphMemTrim(CUdevice device) { return device ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS; }

API CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value) {
    NEEDS(value && !device && attribute <= CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH);
    pthread_mutex_lock(&of_memory);
    int is_used = attribute == CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT || attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH;
    int is_high = attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH || attribute == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH;
    uint64_t now = memory_used(is_used);
    *(cuuint64_t *)value = !is_high ? now : is_used ? used_high : reserved_high;
    pthread_mutex_unlock(&of_memory);
    return CUDA_SUCCESS;
}

API CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value) {
    NEEDS(value && !device && !*(cuuint64_t *)value);
    NEEDS(attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH || attribute == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH);
    *(attribute == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH ? &used_high : &reserved_high) = 0;
    return CUDA_SUCCESS;
}

/* ---- objects that graphs keep ----------------------------------------------------------------- */

struct CUuserObject_st {
    void *pointer;
    CUhostFn destroy;
    unsigned count;
};

API CUresult cuUserObjectCreate(CUuserObject *object, void *pointer, CUhostFn destroy, unsigned count, unsigned flags) {
    NEEDS(object && destroy && count && flags == CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
    *object = calloc(1, sizeof **object);
    (*object)->pointer = pointer, (*object)->destroy = destroy, (*object)->count = count;
    return CUDA_SUCCESS;
}

API CUresult cuUserObjectRetain(CUuserObject object, unsigned count) {
    NEEDS(object && count);
    __atomic_add_fetch(&object->count, count, __ATOMIC_SEQ_CST);
    return CUDA_SUCCESS;
}

API CUresult cuUserObjectRelease(CUuserObject object, unsigned count) {
    NEEDS(object && count && count <= object->count);
    if (!__atomic_sub_fetch(&object->count, count, __ATOMIC_SEQ_CST)) {
        object->destroy(object->pointer);
        free(object);
    }
    return CUDA_SUCCESS;
}

API CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned count, unsigned flags) {
    NEEDS(graph && object && count);
    if (!(flags & CU_GRAPH_USER_OBJECT_MOVE))
        TRY(cuUserObjectRetain(object, count));
    struct kept *kept = malloc(sizeof *kept);
    *kept = (struct kept){object, count, graph->kept};
    graph->kept = kept;
    return CUDA_SUCCESS;
}

API CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned count) {
    NEEDS(graph && object && count);
    struct kept *kept = graph->kept;
    while (kept && (kept->object != object || kept->count < count))
        kept = kept->next;
    NEEDS(kept);
    kept->count -= count;
    return cuUserObjectRelease(object, count);
}

static void give_up_objects(CUgraph graph) {
    for (struct kept *kept = graph->kept, *next; kept; kept = next) {
        next = kept->next;
        if (kept->count)
            cuUserObjectRelease(kept->object, kept->count);
        free(kept);
    }
}

/* ---- nodes ------------------------------------------------------------------------------------ */

static CUgraph clone_of(CUgraph graph);

static int has_memory_nodes(CUgraph graph) {
    for (size_t i = 0; i < graph->count; i++) {
        CUgraphNodeType type = graph->nodes[i]->params.type;
        if (type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || type == CU_GRAPH_NODE_TYPE_MEM_FREE)
            return 1;
    }
    return 0;
}

/* Copy a kernel's arguments, so that the node's parameters point to its own. */
static CUresult own_arguments(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v3 *given) {
    CUfunction f = given->func ? given->func : (CUfunction)given->kern;
    size_t count = 0, offset, size, bytes = 0;
    const char *packed = NULL;
    if (!f)
        return CUDA_ERROR_INVALID_HANDLE;
    NEEDS(given->gridDimX && given->gridDimY && given->gridDimZ);
    NEEDS(given->blockDimX && given->blockDimY && given->blockDimZ);
    NEEDS((uint64_t)given->blockDimX * given->blockDimY * given->blockDimZ <= 1024);
    for (; !cuFuncGetParamInfo(f, count, &offset, &size); count++)
        bytes = offset + size;
    for (void **extra = given->extra; extra && *extra != CU_LAUNCH_PARAM_END; extra += 2)
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            packed = extra[1];
    NEEDS(given->kernelParams || packed || !count);
    char *arguments = calloc(1, bytes + 16 + count * sizeof(void *));
    void **places = (void **)(arguments + (bytes + 15) / 16 * 16);
    for (size_t i = 0; i < count; i++) {
        cuFuncGetParamInfo(f, i, &offset, &size);
        places[i] = arguments + offset;
        memcpy(places[i], given->kernelParams ? given->kernelParams[i] : packed + offset, size);
    }
    free(node->arguments);
    node->arguments = arguments;
    node->params.kernel = *given;
    node->params.kernel.func = f;
    node->params.kernel.kernelParams = places;
    node->params.kernel.extra = NULL;
    return CUDA_SUCCESS;
}

static void drop_params(CUgraphNode node) {
    free(node->arguments);
    node->arguments = NULL;
    if (node->params.type == CU_GRAPH_NODE_TYPE_GRAPH && node->params.graph.graph)
        cuGraphDestroy(node->params.graph.graph);
    if (node->params.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
        memory_used_by(node->params.alloc.dptr, -1);
}

/* Give a node parameters: at first, and again. */
static CUresult set_params(CUgraphNode node, const CUgraphNodeParams *given) {
    switch (given->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        TRY(own_arguments(node, &given->kernel));
        break;
    case CU_GRAPH_NODE_TYPE_GRAPH: {
        NEEDS(given->graph.graph);
        int is_moved = given->graph.ownership == CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
        if (has_memory_nodes(given->graph.graph) && !is_moved)
            return CUDA_ERROR_NOT_SUPPORTED;
        CUgraph child = is_moved ? given->graph.graph : clone_of(given->graph.graph);
        drop_params(node);
        node->params.graph.graph = child;
        break;
    }
    case CU_GRAPH_NODE_TYPE_HOST:
        NEEDS(given->host.fn);
        node->params = *given;
        break;
    case CU_GRAPH_NODE_TYPE_MEMSET:
        NEEDS(given->memset.elementSize == 1 || given->memset.elementSize == 2 || given->memset.elementSize == 4);
        node->params = *given;
        break;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        NEEDS(given->eventWait.event);
        node->params = *given;
        break;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
    case CU_GRAPH_NODE_TYPE_EMPTY:
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        node->params = *given;
        break;
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return (CUresult)ks_missing("a conditional node of a graph");
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
        return (CUresult)ks_missing("a node of a graph with operations on memory");
    default:
        return (CUresult)ks_missing("a node of a graph for external semaphores");
    }
    node->params.type = given->type;
    return CUDA_SUCCESS;
}

static void drop_node(CUgraphNode node) {
    drop_params(node);
    free(node->edges);
    free(node);
}

static void enter(CUgraph graph, CUgraphNode node) {
    if (graph->count == graph->room) {
        graph->room = graph->room ? 2 * graph->room : 16;
        graph->nodes = realloc(graph->nodes, graph->room * sizeof *graph->nodes);
    }
    node->graph = graph;
    graph->nodes[graph->count++] = node;
}

static void depend(CUgraphNode node, CUgraphNode from, const CUgraphEdgeData *data) {
    node->edges = realloc(node->edges, (node->edge_count + 1) * sizeof *node->edges);
    node->edges[node->edge_count++] = (struct edge){from, data ? *data : (CUgraphEdgeData){0}};
}

static CUresult added(CUgraphNode *made, CUgraph graph, const CUgraphNode *from, const CUgraphEdgeData *data, size_t count,
                      CUgraphNodeParams *params) {
    NEEDS(made && graph && params && (from || !count));
    for (size_t i = 0; i < count; i++)
        NEEDS(from[i] && from[i]->graph == graph);
    CUgraphNode node = calloc(1, sizeof *node);
    if (params->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC && !params->alloc.dptr) {
        CUresult result = memory_made(&params->alloc);
        if (result) {
            free(node);
            return result;
        }
    }
    CUresult result = set_params(node, params);
    if (result) {
        free(node);
        return result;
    }
    ks_note_frames(node->called_from);
    for (size_t i = 0; i < count; i++)
        depend(node, from[i], data ? &data[i] : NULL);
    enter(graph, node);
    *made = node;
    return CUDA_SUCCESS;
}

API CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *from, const CUgraphEdgeData *data, size_t count,
                            CUgraphNodeParams *params) {
    return added(node, graph, from, data, count, params);
}

static size_t place_of(CUgraph graph, CUgraphNode node) {
    size_t place = 0;
    while (place < graph->count && graph->nodes[place] != node)
        place++;
    return place;
}

static void copy_nodes(CUgraph to, CUgraph graph) {
    for (size_t i = 0; i < graph->count; i++) {
        CUgraphNode from = graph->nodes[i], node = calloc(1, sizeof *node);
        if (from->params.type == CU_GRAPH_NODE_TYPE_GRAPH) {
            node->params.type = from->params.type;
            node->params.graph.graph = clone_of(from->params.graph.graph);
        } else
            set_params(node, &from->params);
        if (from->params.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
            memory_used_by(from->params.alloc.dptr, 1);
        memcpy(node->attributes, from->attributes, sizeof node->attributes);
        memcpy(node->called_from, from->called_from, sizeof node->called_from);
        node->attribute_count = from->attribute_count;
        node->original = from;
        node->is_disabled = from->is_disabled;
        enter(to, node);
    }
    for (size_t i = 0; i < graph->count; i++)
        for (size_t k = 0; k < graph->nodes[i]->edge_count; k++) {
            const struct edge *edge = &graph->nodes[i]->edges[k];
            depend(to->nodes[i], to->nodes[place_of(graph, edge->from)], &edge->data);
        }
}

static CUgraph clone_of(CUgraph graph) {
    CUgraph made = calloc(1, sizeof *made);
    copy_nodes(made, graph);
    for (struct kept *kept = graph->kept; kept; kept = kept->next)
        if (kept->count)
            cuGraphRetainUserObject(made, kept->object, kept->count, 0);
    return made;
}

/* The copy in a graph of a node of what it was copied from. */
static CUgraphNode copy_in(CUgraph graph, CUgraphNode original) {
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->original == original)
            return graph->nodes[i];
    return NULL;
}

API CUresult cuGraphCreate(CUgraph *graph, unsigned flags) {
    NEEDS(graph && !flags);
    *graph = calloc(1, sizeof **graph);
    return CUDA_SUCCESS;
}

API CUresult cuGraphDestroy(CUgraph graph) {
    NEEDS(graph);
    for (size_t i = 0; i < graph->count; i++)
        drop_node(graph->nodes[i]);
    give_up_objects(graph);
    free(graph->nodes);
    free(graph);
    return CUDA_SUCCESS;
}

API CUresult cuGraphClone(CUgraph *clone, CUgraph original) {
    NEEDS(clone && original);
    if (has_memory_nodes(original))
        return CUDA_ERROR_NOT_SUPPORTED;
    *clone = clone_of(original);
    return CUDA_SUCCESS;
}

API CUresult cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original, CUgraph clone) {
    NEEDS(node && original && clone);
    *node = copy_in(clone, original);
    return *node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

API CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type) {
    NEEDS(node && type);
    *type = node->params.type;
    return CUDA_SUCCESS;
}

API CUresult cuGraphDestroyNode(CUgraphNode node) {
    NEEDS(node);
    CUgraph graph = node->graph;
    size_t place = place_of(graph, node);
    for (size_t i = 0; i < graph->count; i++) {
        CUgraphNode other = graph->nodes[i];
        size_t kept = 0;
        for (size_t k = 0; k < other->edge_count; k++)
            if (other->edges[k].from != node)
                other->edges[kept++] = other->edges[k];
        other->edge_count = kept;
    }
    memmove(graph->nodes + place, graph->nodes + place + 1, (--graph->count - place) * sizeof *graph->nodes);
    drop_node(node);
    return CUDA_SUCCESS;
}

/* Lists are asked for twice: for their length, then with room for them. What is left of the room is null. */
struct list {
    CUgraphNode *nodes, *others;
    CUgraphEdgeData *data;
    size_t room, count;
};

static void note(struct list *list, CUgraphNode node, CUgraphNode other, const CUgraphEdgeData *data) {
    if (list->nodes && list->count < list->room) {
        list->nodes[list->count] = node;
        if (list->others)
            list->others[list->count] = other;
        if (list->data)
            list->data[list->count] = *data;
    }
    list->count++;
}

static CUresult noted(struct list *list, size_t *count) {
    for (size_t i = list->count; list->nodes && i < list->room; i++) {
        list->nodes[i] = NULL;
        if (list->others)
            list->others[i] = NULL;
    }
    *count = list->nodes && list->room < list->count ? list->room : list->count;
    return CUDA_SUCCESS;
}

API CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count) {
    NEEDS(graph && count);
    struct list list = {nodes, NULL, NULL, *count};
    for (size_t i = 0; i < graph->count; i++)
        note(&list, graph->nodes[i], NULL, NULL);
    return noted(&list, count);
}

API CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count) {
    NEEDS(graph && count);
    struct list list = {nodes, NULL, NULL, *count};
    for (size_t i = 0; i < graph->count; i++)
        if (!graph->nodes[i]->edge_count)
            note(&list, graph->nodes[i], NULL, NULL);
    return noted(&list, count);
}

static void note_edges_to(struct list *list, CUgraphNode node, CUgraphNode only_from) {
    for (size_t k = 0; k < node->edge_count; k++)
        if (!only_from || node->edges[k].from == only_from)
            note(list, only_from ? node : node->edges[k].from, node, &node->edges[k].data);
}

API CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *data, size_t *count) {
    NEEDS(graph && count && !from == !to);
    struct list list = {from, to, data, *count};
    for (size_t i = 0; i < graph->count; i++)
        note_edges_to(&list, graph->nodes[i], NULL);
    return noted(&list, count);
}

API CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *from, CUgraphEdgeData *data, size_t *count) {
    NEEDS(node && count);
    struct list list = {from, NULL, data, *count};
    note_edges_to(&list, node, NULL);
    return noted(&list, count);
}

API CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *to, CUgraphEdgeData *data, size_t *count) {
    NEEDS(node && count);
    struct list list = {to, NULL, data, *count};
    for (size_t i = 0; i < node->graph->count; i++)
        note_edges_to(&list, node->graph->nodes[i], node);
    return noted(&list, count);
}

static struct edge *edge_between(CUgraphNode from, CUgraphNode to) {
    for (size_t k = 0; k < to->edge_count; k++)
        if (to->edges[k].from == from)
            return &to->edges[k];
    return NULL;
}

static CUresult changed_edges(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *data,
                              size_t count, int adds) {
    NEEDS(graph && ((from && to) || !count));
    for (size_t i = 0; i < count; i++) {
        NEEDS(from[i] && to[i] && from[i] != to[i] && from[i]->graph == graph && to[i]->graph == graph);
        NEEDS((edge_between(from[i], to[i]) == NULL) == adds);
    }
    for (size_t i = 0; i < count; i++)
        if (adds)
            depend(to[i], from[i], data ? &data[i] : NULL);
        else
            *edge_between(from[i], to[i]) = to[i]->edges[--to[i]->edge_count];
    return CUDA_SUCCESS;
}

API CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *data,
                                    size_t count) {
    return changed_edges(graph, from, to, data, count, 1);
}

API CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                       const CUgraphEdgeData *data, size_t count) {
    return changed_edges(graph, from, to, data, count, 0);
}

API CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned flags) {
    static const char *const names[] = {"KERNEL",       "MEMCPY",       "MEMSET",   "HOST",      "GRAPH",    "EMPTY",
                                        "EVENT_WAIT", "EVENT_RECORD", "SIGNAL", "WAIT", "MEM_ALLOC", "MEM_FREE", "MEM_OP"};
    NEEDS(graph && path);
    FILE *file = fopen(path, "w");
    if (!file)
        return CUDA_ERROR_OPERATING_SYSTEM;
    fprintf(file, "digraph dot {\n");
    for (size_t i = 0; i < graph->count; i++) {
        const char *function = "";
        if (graph->nodes[i]->params.type == CU_GRAPH_NODE_TYPE_KERNEL)
            cuFuncGetName(&function, graph->nodes[i]->params.kernel.func);
        fprintf(file, "  node_%zu [label=\"%zu %s %s\"];\n", i, i, names[graph->nodes[i]->params.type], function);
    }
    for (size_t i = 0; i < graph->count; i++)
        for (size_t k = 0; k < graph->nodes[i]->edge_count; k++)
            fprintf(file, "  node_%zu -> node_%zu;\n", place_of(graph, graph->nodes[i]->edges[k].from), i);
    fprintf(file, "}\n");
    fclose(file);
    return CUDA_SUCCESS;
}

/* ---- the functions for each type of node ------------------------------------------------------ */

static CUresult reset(CUgraphNode node, CUgraphNodeType type, const CUgraphNodeParams *params) {
    NEEDS(node && node->params.type == type);
    return set_params(node, params);
}

static CUresult exec_reset(CUgraphExec exec, CUgraphNode node, CUgraphNodeType type, const CUgraphNodeParams *params) {
    NEEDS(exec && node);
    return reset(copy_in(exec->graph, node), type, params);
}

/* Adding a node, reading its parameters and setting them, in the graph and in an executable one. */
#define NODE_OF(Type, TYPE, field, Given, ...)                                                     \
    static CUgraphNodeParams params_of_##field(const Given *given) {                               \
        CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_##TYPE};                            \
        memcpy(&params.__VA_ARGS__, given, sizeof *given);                                         \
        return params;                                                                             \
    }                                                                                              \
    API CUresult cuGraph##Type##NodeGetParams(CUgraphNode node, Given *given) {                    \
        NEEDS(given && node && node->params.type == CU_GRAPH_NODE_TYPE_##TYPE);                    \
        memcpy(given, &node->params.__VA_ARGS__, sizeof *given);                                   \
        return CUDA_SUCCESS;                                                                       \
    }                                                                                              \
    API CUresult cuGraph##Type##NodeSetParams(CUgraphNode node, const Given *given) {              \
        NEEDS(given);                                                                              \
        CUgraphNodeParams params = params_of_##field(given);                                       \
        return reset(node, CU_GRAPH_NODE_TYPE_##TYPE, &params);                                    \
    }

#define ADD_ARGUMENTS CUgraphNode *node, CUgraph graph, const CUgraphNode *from, size_t count
#define ADD(params_) added(node, graph, from, NULL, count, params_)

NODE_OF(Kernel, KERNEL, kernel, CUDA_KERNEL_NODE_PARAMS, kernel)
NODE_OF(Memcpy, MEMCPY, memcpy, CUDA_MEMCPY3D, memcpy.copyParams)
NODE_OF(Memset, MEMSET, memset, CUDA_MEMSET_NODE_PARAMS, memset)
NODE_OF(Host, HOST, host, CUDA_HOST_NODE_PARAMS, host)

API CUresult cuGraphAddKernelNode(ADD_ARGUMENTS, const CUDA_KERNEL_NODE_PARAMS *given) {
    NEEDS(given);
    CUgraphNodeParams params = params_of_kernel(given);
    return ADD(&params);
}

API CUresult cuGraphAddMemcpyNode(ADD_ARGUMENTS, const CUDA_MEMCPY3D *given, CUcontext context) {
    NEEDS(given);
    CUgraphNodeParams params = params_of_memcpy(given);
    return ADD(&params);
}

API CUresult cuGraphAddMemsetNode(ADD_ARGUMENTS, const CUDA_MEMSET_NODE_PARAMS *given, CUcontext context) {
    NEEDS(given);
    CUgraphNodeParams params = params_of_memset(given);
    return ADD(&params);
}

API CUresult cuGraphAddHostNode(ADD_ARGUMENTS, const CUDA_HOST_NODE_PARAMS *given) {
    NEEDS(given);
    CUgraphNodeParams params = params_of_host(given);
    return ADD(&params);
}

API CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *given) {
    NEEDS(given);
    CUgraphNodeParams params = params_of_kernel(given);
    return exec_reset(exec, node, params.type, &params);
}

API CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *given, CUcontext context) {
    NEEDS(given);
    CUgraphNodeParams params = params_of_memcpy(given);
    return exec_reset(exec, node, params.type, &params);
}

API CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *given,
                                            CUcontext context) {
    NEEDS(given);
    CUgraphNodeParams params = params_of_memset(given);
    return exec_reset(exec, node, params.type, &params);
}

API CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *given) {
    NEEDS(given);
    CUgraphNodeParams params = params_of_host(given);
    return exec_reset(exec, node, params.type, &params);
}

API CUresult cuGraphAddEmptyNode(ADD_ARGUMENTS) {
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    return ADD(&params);
}

API CUresult cuGraphAddChildGraphNode(ADD_ARGUMENTS, CUgraph child) {
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .graph = {.graph = child}};
    return ADD(&params);
}

API CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph) {
    NEEDS(graph && node && node->params.type == CU_GRAPH_NODE_TYPE_GRAPH);
    *graph = node->params.graph.graph;
    return CUDA_SUCCESS;
}

API CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child) {
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .graph = {.graph = child}};
    return exec_reset(exec, node, params.type, &params);
}

#define EVENT_NODE(Type, TYPE)                                                                     \
    API CUresult cuGraphAdd##Type##Node(ADD_ARGUMENTS, CUevent event) {                            \
        CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_##TYPE, .eventWait = {event}};      \
        return ADD(&params);                                                                       \
    }                                                                                              \
    API CUresult cuGraph##Type##NodeGetEvent(CUgraphNode node, CUevent *event) {                   \
        NEEDS(event && node && node->params.type == CU_GRAPH_NODE_TYPE_##TYPE);                    \
        *event = node->params.eventWait.event;                                                     \
        return CUDA_SUCCESS;                                                                       \
    }                                                                                              \
    API CUresult cuGraph##Type##NodeSetEvent(CUgraphNode node, CUevent event) {                    \
        CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_##TYPE, .eventWait = {event}};      \
        return reset(node, params.type, &params);                                                  \
    }                                                                                              \
    API CUresult cuGraphExec##Type##NodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event) { \
        CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_##TYPE, .eventWait = {event}};      \
        return exec_reset(exec, node, params.type, &params);                                       \
    }

EVENT_NODE(EventRecord, EVENT_RECORD)
EVENT_NODE(EventWait, WAIT_EVENT)

API CUresult cuGraphAddMemAllocNode(ADD_ARGUMENTS, CUDA_MEM_ALLOC_NODE_PARAMS *given) {
    NEEDS(given && given->bytesize);
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC};
    given->dptr = 0;
    memcpy(&params.alloc, given, sizeof *given);
    CUresult result = ADD(&params);
    given->dptr = params.alloc.dptr;
    return result;
}

API CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *given) {
    NEEDS(given && node && node->params.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC);
    memcpy(given, &node->params.alloc, sizeof *given);
    return CUDA_SUCCESS;
}

API CUresult cuGraphAddMemFreeNode(ADD_ARGUMENTS, CUdeviceptr address) {
    NEEDS(memory_at(address));
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .free = {address}};
    return ADD(&params);
}

API CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *address) {
    NEEDS(address && node && node->params.type == CU_GRAPH_NODE_TYPE_MEM_FREE);
    *address = node->params.free.dptr;
    return CUDA_SUCCESS;
}

API CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params) {
    NEEDS(params);
    return reset(node, params->type, params);
}

API CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params) {
    NEEDS(params);
    return exec_reset(exec, node, params->type, params);
}

API CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph, CUcontext context, unsigned value,
                                            unsigned flags) {
    return (CUresult)ks_missing("a conditional node of a graph");
}

static CUlaunchAttribute *attribute_of(CUgraphNode node, CUlaunchAttributeID id) {
    for (unsigned i = 0; i < node->attribute_count; i++)
        if (node->attributes[i].id == id)
            return &node->attributes[i];
    return NULL;
}

API CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUlaunchAttributeID id, CUlaunchAttributeValue *value) {
    NEEDS(value && node && node->params.type == CU_GRAPH_NODE_TYPE_KERNEL);
    const CUlaunchAttribute *known = attribute_of(node, id);
    *value = known ? known->value : (CUlaunchAttributeValue){{0}};
    return CUDA_SUCCESS;
}

API CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUlaunchAttributeID id, const CUlaunchAttributeValue *value) {
    NEEDS(value && node && node->params.type == CU_GRAPH_NODE_TYPE_KERNEL);
    CUlaunchAttribute *known = attribute_of(node, id);
    NEEDS(known || node->attribute_count < MOST_ATTRIBUTES);
    known = known ? known : &node->attributes[node->attribute_count++];
    known->id = id, known->value = *value;
    return CUDA_SUCCESS;
}

API CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from) {
    NEEDS(to && from && to->params.type == CU_GRAPH_NODE_TYPE_KERNEL && from->params.type == CU_GRAPH_NODE_TYPE_KERNEL);
    memcpy(to->attributes, from->attributes, sizeof to->attributes);
    to->attribute_count = from->attribute_count;
    return CUDA_SUCCESS;
}

static int reaches(CUgraphNode end, CUgraphNode node) {
    if (end == node || end->mark)
        return end == node;
    end->mark = 1;
    for (size_t k = 0; k < end->edge_count; k++)
        if (reaches(end->edges[k].from, node))
            return 1;
    return 0;
}

int ks_is_before(CUgraphNode node, const CUgraphNode *ends, size_t count) {
    for (size_t i = 0; i < node->graph->count; i++)
        node->graph->nodes[i]->mark = 0;
    for (size_t i = 0; i < count; i++)
        if (reaches(ends[i], node))
            return 1;
    return 0;
}

/* ---- executable graphs ------------------------------------------------------------------------ */

/* Put a graph's nodes into an order that its edges allow, of those that are free the first one first. */
static CUresult ordered(CUgraph graph) {
    CUgraphNode *order = malloc((graph->count + 1) * sizeof *order);
    size_t done = 0;
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->mark = 0;
    while (done < graph->count) {
        size_t before = done;
        for (size_t i = 0; i < graph->count && done == before; i++) {
            CUgraphNode node = graph->nodes[i];
            int waits = node->mark;
            for (size_t k = 0; k < node->edge_count && !waits; k++)
                waits = !node->edges[k].from->mark;
            if (!waits)
                order[done++] = node, node->mark = 1;
        }
        if (done == before) { /* a circle */
            free(order);
            return CUDA_ERROR_INVALID_VALUE;
        }
    }
    if (graph->count)
        memcpy(graph->nodes, order, graph->count * sizeof *order);
    free(order);
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->params.type == CU_GRAPH_NODE_TYPE_GRAPH)
            TRY(ordered(graph->nodes[i]->params.graph.graph));
    return CUDA_SUCCESS;
}

API CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, unsigned long long flags) {
    NEEDS(exec && graph);
    if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH)
        return (CUresult)ks_missing("a graph that the GPU launches");
    CUgraph made = clone_of(graph);
    CUresult result = ordered(made);
    if (result) {
        cuGraphDestroy(made);
        return result;
    }
    *exec = calloc(1, sizeof **exec);
    (*exec)->graph = made, (*exec)->flags = flags;
    return CUDA_SUCCESS;
}

API CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params) {
    NEEDS(params);
    CUresult result = cuGraphInstantiate(exec, graph, params->flags);
    params->hErrNode_out = NULL;
    params->result_out = !result                             ? CUDA_GRAPH_INSTANTIATE_SUCCESS
                         : result == CUDA_ERROR_INVALID_VALUE ? CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE
                                                              : CUDA_GRAPH_INSTANTIATE_ERROR;
    return result;
}

API CUresult cuGraphExecDestroy(CUgraphExec exec) {
    NEEDS(exec);
    cuGraphDestroy(exec->graph);
    free(exec);
    return CUDA_SUCCESS;
}

API CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags) {
    NEEDS(exec && flags);
    *flags = exec->flags;
    return CUDA_SUCCESS;
}

API CUresult cuGraphUpload(CUgraphExec exec, CUstream stream) {
    NEEDS(exec);
    return CUDA_SUCCESS; /* a launch finds it here */
}

static CUgraphNode enabled_node(CUgraphExec exec, CUgraphNode node) {
    CUgraphNode copy = exec && node ? copy_in(exec->graph, node) : NULL;
    return copy && copy->params.type <= CU_GRAPH_NODE_TYPE_MEMSET ? copy : NULL;
}

API CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned is_enabled) {
    CUgraphNode copy = enabled_node(exec, node);
    NEEDS(copy);
    copy->is_disabled = !is_enabled;
    return CUDA_SUCCESS;
}

API CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned *is_enabled) {
    CUgraphNode copy = enabled_node(exec, node);
    NEEDS(copy && is_enabled);
    *is_enabled = !copy->is_disabled;
    return CUDA_SUCCESS;
}

static CUresult set_memory(const CUDA_MEMSET_NODE_PARAMS_v2 *p, CUstream stream) {
    size_t height = p->height ? p->height : 1;
    if (p->elementSize == 1)
        return cuMemsetD2D8Async(p->dst, p->pitch, p->value, p->width, height, stream);
    if (p->elementSize == 2)
        return cuMemsetD2D16Async(p->dst, p->pitch, p->value, p->width, height, stream);
    return cuMemsetD2D32Async(p->dst, p->pitch, p->value, p->width, height, stream);
}

static CUresult run(CUgraph graph, CUstream stream, int frees_first);

static CUresult run_node(CUgraphNode node, CUstream stream, int frees_first) {
    CUgraphNodeParams *p = &node->params;
    switch (p->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: {
        const CUDA_KERNEL_NODE_PARAMS_v3 *k = &p->kernel;
        CUlaunchConfig config = {k->gridDimX,       k->gridDimY, k->gridDimZ,      k->blockDimX,         k->blockDimY, k->blockDimZ,
                                 k->sharedMemBytes, stream,      node->attributes, node->attribute_count};
        return cuLaunchKernelEx(&config, k->func, k->kernelParams, NULL);
    }
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return cuMemcpy3DAsync(&p->memcpy.copyParams, stream);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return set_memory(&p->memset, stream);
    case CU_GRAPH_NODE_TYPE_HOST:
        p->host.fn(p->host.userData);
        return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return run(p->graph.graph, stream, frees_first);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        return cuStreamWaitEvent(stream, p->eventWait.event, 0);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return cuEventRecord(p->eventRecord.event, stream);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        if (frees_first)
            ks_is_graph_memory_freed(p->alloc.dptr);
        return memory_set_live(p->alloc.dptr, 1);
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return memory_set_live(p->free.dptr, 0);
    default:
        return CUDA_SUCCESS;
    }
}

static CUresult run(CUgraph graph, CUstream stream, int frees_first) {
    for (size_t i = 0; i < graph->count; i++) {
        const uint64_t *before = ks_called_from;
        ks_called_from = graph->nodes[i]->called_from;
        CUresult result = graph->nodes[i]->is_disabled ? CUDA_SUCCESS : run_node(graph->nodes[i], stream, frees_first);
        ks_called_from = before;
        TRY(result);
    }
    return CUDA_SUCCESS;
}

API CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
    NEEDS(exec);
    CUgraphNodeParams work = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .graph = {.graph = exec->graph}};
    CUgraphNode node;
    int captured = ks_captured(stream, &work, NULL, 0, &node);
    if (captured >= 0)
        return (CUresult)captured;
    ks_question begin = {.name = "graph", .words = {ks_stream(stream), 1, exec->graph->count}, .count = 3};
    ks_question end = {.name = "graph", .words = {ks_stream(stream), 0, 0}, .count = 3};
    ks_answer answer = {0};
    TRY((CUresult)ks_ask(&begin, &answer));
    CUresult result = run(exec->graph, stream, exec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH);
    int is_fault = ks_ask(&end, &answer); /* of a kernel: the launch itself was right */
    return is_fault ? CUDA_SUCCESS : result;
}

/* Whether an executable graph's node can take the parameters of another one. */
static CUgraphExecUpdateResult difference(CUgraph now, CUgraph wanted, CUgraphExecUpdateResultInfo *info) {
    if (now->count != wanted->count)
        return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    for (size_t i = 0; i < now->count; i++) {
        CUgraphNode node = now->nodes[i], other = wanted->nodes[i];
        info->errorNode = other->original ? other->original : other;
        if (node->params.type != other->params.type)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (node->edge_count != other->edge_count)
            return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        for (size_t k = 0; k < node->edge_count; k++) {
            info->errorFromNode = other->edges[k].from->original;
            if (place_of(now, node->edges[k].from) != place_of(wanted, other->edges[k].from))
                return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        }
        info->errorFromNode = NULL;
        if (node->params.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || node->params.type == CU_GRAPH_NODE_TYPE_MEM_FREE)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED;
        if (node->params.type == CU_GRAPH_NODE_TYPE_GRAPH) {
            CUgraphExecUpdateResult inner = difference(node->params.graph.graph, other->params.graph.graph, info);
            if (inner)
                return inner;
        }
    }
    info->errorNode = NULL;
    return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

API CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info) {
    NEEDS(exec && graph);
    CUgraphExecUpdateResultInfo unseen;
    info = info ? info : &unseen;
    *info = (CUgraphExecUpdateResultInfo){0};
    CUgraph wanted = clone_of(graph);
    info->result = ordered(wanted) ? CU_GRAPH_EXEC_UPDATE_ERROR : difference(exec->graph, wanted, info);
    for (size_t i = 0; i < exec->graph->count && !info->result; i++) {
        CUgraphNode node = exec->graph->nodes[i], other = wanted->nodes[i];
        CUgraphNodeParams params = other->params;
        set_params(node, &params);
        if (params.type == CU_GRAPH_NODE_TYPE_GRAPH)
            ordered(node->params.graph.graph);
        memcpy(node->attributes, other->attributes, sizeof node->attributes);
        node->attribute_count = other->attribute_count;
    }
    cuGraphDestroy(wanted);
    return info->result ? CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE : CUDA_SUCCESS;
}
