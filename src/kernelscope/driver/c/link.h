/* The way from CUDA's libraries to the virtual GPU.
 *
 * A call of the driver is a question: its name, words, and bytes. In a process of Python the answer
 * comes from a function that Python has set. In any other program it comes over a socket from the
 * `kernelscope` process that started it, with which it shares the GPU's memory. So a program may
 * crash, fork, or end in the middle of a call, and what it did so far is kept.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#define KS_WORDS 24
#define KS_PUBLIC __attribute__((visibility("default")))

typedef struct {
    const char *name;
    uint64_t words[KS_WORDS];
    uint32_t count;
    const void *data;
    uint64_t size;
    uint64_t spent; /* if not 0: the program's own time before the library did other work for this */
} ks_question;

typedef struct {
    int32_t status; /* a CUresult */
    uint64_t words[KS_WORDS];
    void *data; /* bytes for the caller, who gives the room */
    uint64_t room;
    uint64_t size; /* of the bytes, of which `room` at most are written */
} ks_answer;

typedef void (*ks_responder)(const ks_question *, ks_answer *);

/* Set by Python in its own process; no connection is made then. NULL: Python ends. */
KS_PUBLIC void ks_answer_by(ks_responder responder);

/* Ask, and return the status; 3 (not initialized) in a child forked after the first question. */
int ks_ask(const ks_question *question, ks_answer *answer);

/* The program's own nanoseconds since the last answer. */
uint64_t ks_own_time(void);

/* Do not count as the program's own time what the library did since the last answer. */
void ks_leave_out_time(void);

/* Whether questions are answered in this process: its memory is the GPU's. */
KS_PUBLIC int ks_is_local(void);

/* Whether machine code is made for the program, and not for Kernelscope in the same process. */
KS_PUBLIC int ks_keeps_ptx(void);

/* Tell what NVRTC has of a program: its source, behind its name and a 0, or its PTX. */
KS_PUBLIC void ks_tell(const char *question, const void *program, const void *data, uint64_t size);

/* Whether it is called with this text for the first time. The text must stay. */
KS_PUBLIC int ks_is_first(const char *text);

/* Say once, on stderr, that a function is not there. Returns 801 (not supported). */
KS_PUBLIC int ks_missing(const char *name);

/* Move pages of the program to the file of shared memory, from `offset` on, or take them back. Returns a CUresult. */
int ks_share_pages(void *pages, uint64_t size, uint64_t offset, int back);

/* Whether an address is a kernel's handle of the driver. */
KS_PUBLIC int ks_is_function(const void *address);
