/* The capture of streams: what is queued on one becomes the nodes of a graph. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"
#include "graphs.h"

/* The nodes that what comes next depends on. */
struct ends {
    CUgraphNode *nodes;
    CUgraphEdgeData *data;
    size_t count;
};

struct capture {
    CUgraph graph;
    CUstream origin;
    CUstreamCaptureMode mode;
    pthread_t thread;
    uint64_t id;
    int is_invalid, is_into_given;
    struct capture *next;
};

/* A stream that is captured, and an event that was recorded in one. */
struct captured {
    const void *handle;
    int is_blocking;
    struct capture *capture;
    struct ends ends;
    struct captured *next;
};

static struct capture *captures;
static struct captured *streams, *events;
static uint64_t last_id;
static _Thread_local CUstreamCaptureMode mode_of_thread = CU_STREAM_CAPTURE_MODE_GLOBAL;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int is_legacy(CUstream stream) { return !stream || stream == CU_STREAM_LEGACY; }

uint64_t ks_stream(CUstream stream) {
    static uint64_t threads;
    static _Thread_local uint64_t mine;
    if (stream == CU_STREAM_LEGACY)
        return 0;
    if (stream != CU_STREAM_PER_THREAD)
        return (uintptr_t)stream;
    if (!mine)
        mine = 16 * __atomic_add_fetch(&threads, 1, __ATOMIC_SEQ_CST) + KS_OF_THREAD;
    return mine;
}

static const void *own(CUstream stream) { return (const void *)(uintptr_t)ks_stream(stream); }

static struct captured *among(struct captured *list, const void *handle) {
    while (list && list->handle != handle)
        list = list->next;
    return list;
}

static void set_ends(struct ends *ends, const CUgraphNode *nodes, const CUgraphEdgeData *data, size_t count) {
    size_t room = count ? count : 1;
    CUgraphNode *kept = calloc(room, sizeof *kept);
    CUgraphEdgeData *kept_data = calloc(room, sizeof *kept_data);
    memcpy(kept, nodes, count * sizeof *kept);
    if (data)
        memcpy(kept_data, data, count * sizeof *kept_data);
    free(ends->nodes);
    free(ends->data);
    *ends = (struct ends){kept, kept_data, count};
}

static void join_ends(struct ends *ends, const struct ends *more) {
    size_t total = ends->count;
    CUgraphNode *nodes = calloc(total + more->count + 1, sizeof *nodes);
    CUgraphEdgeData *data = calloc(total + more->count + 1, sizeof *data);
    memcpy(nodes, ends->nodes, total * sizeof *nodes);
    memcpy(data, ends->data, total * sizeof *data);
    for (size_t i = 0; i < more->count; i++) {
        size_t k = 0;
        while (k < total && nodes[k] != more->nodes[i])
            k++;
        if (k == total)
            nodes[total] = more->nodes[i], data[total++] = more->data[i];
    }
    free(ends->nodes);
    free(ends->data);
    *ends = (struct ends){nodes, data, total};
}

static struct captured *entered(struct captured **list, const void *handle, struct capture *capture, const struct ends *ends) {
    struct captured *made = calloc(1, sizeof *made);
    made->handle = handle, made->capture = capture, made->next = *list;
    set_ends(&made->ends, ends->nodes, ends->data, ends->count);
    *list = made;
    return made;
}

static void drop(struct captured **list, const struct capture *capture, const void *handle) {
    while (*list) {
        struct captured *known = *list;
        if (known->capture == capture || (handle && known->handle == handle)) {
            *list = known->next;
            free(known->ends.nodes);
            free(known->ends.data);
            free(known);
        } else
            list = &known->next;
    }
}

/* Whether the default stream would wait for a stream. */
static int is_blocking(CUstream stream) {
    ks_question question = {.name = "stream_facts", .words = {ks_stream(stream)}, .count = 1};
    ks_answer answer = {0};
    return !ks_ask(&question, &answer) && !(answer.words[0] & CU_STREAM_NON_BLOCKING);
}

/* The legacy stream waits for blocking streams, and that cannot be captured. */
static int uses_legacy(CUstream stream) {
    int is_wrong = 0;
    for (struct captured *known = streams; known && is_legacy(stream); known = known->next)
        if (known->is_blocking)
            is_wrong = known->capture->is_invalid = 1;
    return is_wrong;
}

int ks_captured(CUstream stream, const CUgraphNodeParams *work, const CUlaunchAttribute *attributes, unsigned count,
                CUgraphNode *node) {
    if (!__atomic_load_n(&captures, __ATOMIC_ACQUIRE))
        return -1;
    pthread_mutex_lock(&lock);
    struct captured *known = among(streams, own(stream));
    int result = known ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
                 : uses_legacy(stream) ? CUDA_ERROR_STREAM_CAPTURE_IMPLICIT
                                       : -1;
    if (known && !known->capture->is_invalid) {
        CUgraphNodeParams params = *work;
        const struct ends *ends = &known->ends;
        result = cuGraphAddNode(node, known->capture->graph, ends->nodes, ends->data, ends->count, &params);
        for (unsigned i = 0; i < count && !result; i++)
            result = cuGraphKernelNodeSetAttribute(*node, attributes[i].id, &attributes[i].value);
        if (result)
            known->capture->is_invalid = 1;
        else
            set_ends(&known->ends, node, NULL, 1);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

CUresult ks_unsafe(void) {
    if (!__atomic_load_n(&captures, __ATOMIC_ACQUIRE) || mode_of_thread == CU_STREAM_CAPTURE_MODE_RELAXED)
        return CUDA_SUCCESS;
    CUresult result = CUDA_SUCCESS;
    pthread_mutex_lock(&lock);
    for (struct capture *known = captures; known; known = known->next) {
        int is_own = pthread_equal(known->thread, pthread_self()) && known->mode != CU_STREAM_CAPTURE_MODE_RELAXED;
        int is_all = known->mode == CU_STREAM_CAPTURE_MODE_GLOBAL && mode_of_thread == CU_STREAM_CAPTURE_MODE_GLOBAL;
        if (is_own || is_all)
            known->is_invalid = 1, result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

CUresult ks_asks_stream(CUstream stream) {
    if (!__atomic_load_n(&captures, __ATOMIC_ACQUIRE))
        return CUDA_SUCCESS;
    pthread_mutex_lock(&lock);
    struct captured *known = among(streams, own(stream));
    if (known)
        known->capture->is_invalid = 1;
    CUresult result = known ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
                      : uses_legacy(stream) ? CUDA_ERROR_STREAM_CAPTURE_IMPLICIT
                                            : CUDA_SUCCESS;
    pthread_mutex_unlock(&lock);
    return result ? result : ks_unsafe();
}

CUresult ks_asks_event(CUevent event) {
    if (!__atomic_load_n(&captures, __ATOMIC_ACQUIRE))
        return CUDA_SUCCESS;
    pthread_mutex_lock(&lock);
    struct captured *known = among(events, event);
    if (known)
        known->capture->is_invalid = 1;
    pthread_mutex_unlock(&lock);
    return known ? CUDA_ERROR_CAPTURED_EVENT : ks_unsafe();
}

int ks_event_recorded(CUevent event, CUstream stream, unsigned flags) {
    if (!__atomic_load_n(&captures, __ATOMIC_ACQUIRE))
        return -1;
    if (flags & CU_EVENT_RECORD_EXTERNAL) {
        CUgraphNodeParams work = {.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD, .eventRecord = {event}};
        CUgraphNode node;
        return ks_captured(stream, &work, NULL, 0, &node);
    }
    pthread_mutex_lock(&lock);
    struct captured *known = among(streams, own(stream));
    int result = -1;
    if (known && known->capture->is_invalid)
        result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    else if (!known && uses_legacy(stream))
        result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    else
        drop(&events, NULL, event);
    if (known && result < 0) {
        entered(&events, event, known->capture, &known->ends);
        result = CUDA_SUCCESS;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

int ks_event_awaited(CUstream stream, CUevent event, unsigned flags) {
    if (!__atomic_load_n(&captures, __ATOMIC_ACQUIRE))
        return -1;
    if (flags & CU_EVENT_WAIT_EXTERNAL) {
        CUgraphNodeParams work = {.type = CU_GRAPH_NODE_TYPE_WAIT_EVENT, .eventWait = {event}};
        CUgraphNode node;
        return ks_captured(stream, &work, NULL, 0, &node);
    }
    int blocking = is_blocking(stream), result = -1;
    pthread_mutex_lock(&lock);
    struct captured *known = among(streams, own(stream)), *mark = among(events, event);
    struct capture *capture = mark ? mark->capture : known ? known->capture : NULL;
    if (!capture)
        result = uses_legacy(stream) ? CUDA_ERROR_STREAM_CAPTURE_IMPLICIT : -1;
    else if (capture->is_invalid || (known && known->capture->is_invalid))
        result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    else if (!mark) { /* what the event stands for is not in the capture */
        capture->is_invalid = 1;
        result = CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    } else if (known && known->capture != capture) {
        capture->is_invalid = known->capture->is_invalid = 1;
        result = CUDA_ERROR_STREAM_CAPTURE_MERGE;
    } else if (is_legacy(stream)) {
        capture->is_invalid = 1;
        result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    } else if (known) {
        join_ends(&known->ends, &mark->ends);
        result = CUDA_SUCCESS;
    } else {
        entered(&streams, own(stream), capture, &mark->ends)->is_blocking = blocking;
        result = CUDA_SUCCESS;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static CUresult begun(CUstream stream, CUgraph graph, const CUgraphNode *nodes, const CUgraphEdgeData *data, size_t count,
                      CUstreamCaptureMode mode) {
    NEEDS(mode <= CU_STREAM_CAPTURE_MODE_RELAXED);
    if (is_legacy(stream))
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    int blocking = is_blocking(stream);
    pthread_mutex_lock(&lock);
    int is_captured = among(streams, own(stream)) != NULL;
    if (!is_captured) {
        struct capture *made = calloc(1, sizeof *made);
        made->origin = stream, made->mode = mode, made->thread = pthread_self(), made->id = ++last_id;
        made->is_into_given = graph != NULL;
        made->graph = graph;
        if (!graph)
            cuGraphCreate(&made->graph, 0);
        made->next = captures;
        struct ends ends = {(CUgraphNode *)nodes, NULL, 0};
        struct captured *line = entered(&streams, own(stream), made, &ends);
        line->is_blocking = blocking;
        if (count)
            set_ends(&line->ends, nodes, data, count);
        __atomic_store_n(&captures, made, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
    return is_captured ? CUDA_ERROR_ILLEGAL_STATE : CUDA_SUCCESS;
}

API CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) { return begun(stream, NULL, NULL, NULL, 0, mode); }

API CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *nodes, const CUgraphEdgeData *data,
                                         size_t count, CUstreamCaptureMode mode) {
    NEEDS(graph && (nodes || !count));
    return begun(stream, graph, nodes, data, count, mode);
}

API CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
    NEEDS(mode && *mode <= CU_STREAM_CAPTURE_MODE_RELAXED);
    CUstreamCaptureMode before = mode_of_thread;
    mode_of_thread = *mode;
    *mode = before;
    return CUDA_SUCCESS;
}

static int is_joined(const struct capture *capture, const struct ends *origin) {
    for (struct captured *known = streams; known; known = known->next)
        for (size_t i = 0; known->capture == capture && i < known->ends.count; i++)
            if (!ks_is_before(known->ends.nodes[i], origin->nodes, origin->count))
                return 0;
    return 1;
}

API CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
    NEEDS(graph);
    *graph = NULL;
    pthread_mutex_lock(&lock);
    struct captured *known = among(streams, own(stream));
    CUresult result = known ? CUDA_SUCCESS : CUDA_ERROR_ILLEGAL_STATE;
    struct capture *capture = known ? known->capture : NULL;
    if (capture && own(capture->origin) != known->handle)
        capture->is_invalid = 1, result = CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    else if (capture && capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED && !pthread_equal(capture->thread, pthread_self()))
        result = CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    else if (capture) {
        result = capture->is_invalid                  ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
                 : !is_joined(capture, &known->ends) ? CUDA_ERROR_STREAM_CAPTURE_UNJOINED
                                                      : CUDA_SUCCESS;
        if (!result)
            *graph = capture->graph;
        else if (!capture->is_into_given)
            cuGraphDestroy(capture->graph);
        drop(&streams, capture, NULL);
        drop(&events, capture, NULL);
        struct capture **place = &captures;
        while (*place != capture)
            place = &(*place)->next;
        __atomic_store_n(place, capture->next, __ATOMIC_RELEASE);
        free(capture);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

API CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                                    const CUgraphNode **nodes, const CUgraphEdgeData **data, size_t *count) {
    NEEDS(status);
    *status = CU_STREAM_CAPTURE_STATUS_NONE;
    if (!__atomic_load_n(&captures, __ATOMIC_ACQUIRE))
        return CUDA_SUCCESS;
    pthread_mutex_lock(&lock);
    struct captured *known = among(streams, own(stream));
    CUresult result = !known && uses_legacy(stream) ? CUDA_ERROR_STREAM_CAPTURE_IMPLICIT : CUDA_SUCCESS;
    if (known) {
        *status = known->capture->is_invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_ACTIVE;
        if (id)
            *id = known->capture->id;
        if (graph)
            *graph = known->capture->graph;
        if (nodes)
            *nodes = known->ends.nodes;
        if (data)
            *data = known->ends.data;
        if (count)
            *count = known->ends.count;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

API CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status) {
    return cuStreamGetCaptureInfo(stream, status, NULL, NULL, NULL, NULL, NULL);
}

API CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *nodes, const CUgraphEdgeData *data, size_t count,
                                               unsigned flags) {
    NEEDS((nodes || !count) && flags <= CU_STREAM_SET_CAPTURE_DEPENDENCIES);
    pthread_mutex_lock(&lock);
    struct captured *known = among(streams, own(stream));
    if (known && flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES)
        set_ends(&known->ends, nodes, data, count);
    else if (known) {
        struct ends more = {0};
        set_ends(&more, nodes, data, count);
        join_ends(&known->ends, &more);
        free(more.nodes);
        free(more.data);
    }
    pthread_mutex_unlock(&lock);
    return known ? CUDA_SUCCESS : CUDA_ERROR_ILLEGAL_STATE;
}
