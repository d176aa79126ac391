/* Streams that are captured: what calls that queue work on a stream ask before they do it. */
#pragma once
#include <cuda.h>
#include <stdint.h>

#define KS_FRAMES 7

/* The number of a stream in questions: its handle, 0 for the legacy default stream, and for a thread's
 * own default stream a number of the thread, whose lowest four bits are these. */
#define KS_OF_THREAD 3
uint64_t ks_stream(CUstream stream);

/* Where a launch comes from, if it is not where the library was called: of a graph's node. */
extern _Thread_local const uint64_t *ks_called_from;
void ks_note_frames(uint64_t *frames);

/* Make `work` a node of the graph that a stream is captured into. Returns -1 if the stream is not
 * captured, and the work is to be done; else the result of the call. The node is given back. */
int ks_captured(CUstream stream, const CUgraphNodeParams *work, const CUlaunchAttribute *attributes, unsigned count,
                CUgraphNode *node);

/* What is forbidden during a capture makes it invalid, and is an error of these. 0: it is allowed.
 * A call that may wait for the GPU; one that asks after a stream, or after an event. */
CUresult ks_unsafe(void);
CUresult ks_asks_stream(CUstream stream);
CUresult ks_asks_event(CUevent event);

/* An event that is recorded, and a stream that waits for one: -1 if no capture is concerned. */
int ks_event_recorded(CUevent event, CUstream stream, unsigned flags);
int ks_event_awaited(CUstream stream, CUevent event, unsigned flags);

/* Whether a node is one of some of its graph, or comes before one of them. */
int ks_is_before(CUgraphNode node, const CUgraphNode *ends, size_t count);

/* Whether memory is a graph's, which keeps its address when the program frees it. */
int ks_is_graph_memory_freed(CUdeviceptr address);
