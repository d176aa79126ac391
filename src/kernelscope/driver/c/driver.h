/* What the files of the driver's library share. */
#pragma once
#include <cuda.h>

#include "link.h"

#define API __attribute__((visibility("default")))
#define W(x) ((uint64_t)(uintptr_t)(x))
#define ASK(name_, ...)                                                                            \
    ks_question question = {.name = name_, .words = {__VA_ARGS__}};                                \
    question.count = sizeof((uint64_t[]){0, ##__VA_ARGS__}) / 8 - 1;                               \
    ks_answer answer = {0};
#define ASKED(name_, ...)                                                                          \
    ASK(name_, ##__VA_ARGS__)                                                                      \
    CUresult result = (CUresult)ks_ask(&question, &answer)
#define GIVE(place, type, word)                                                                    \
    do {                                                                                           \
        if (!result && (place))                                                                    \
            *(place) = (type)answer.words[word];                                                   \
    } while (0)
#define NEEDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return CUDA_ERROR_INVALID_VALUE;                                                       \
    } while (0)
#define IN_CONTEXT                                                                                 \
    do {                                                                                           \
        CUresult of_thread = ks_context_of_thread();                                               \
        if (of_thread)                                                                             \
            return of_thread;                                                                      \
    } while (0)

/* An error if the thread has no context, or the driver is not initialised. */
CUresult ks_context_of_thread(void);

/* Rows of a copy: where they begin, and the bytes from one to the next one and from one plane to the
 * next one. */
struct rows {
    uint64_t address, pitch, plane;
};

/* The rows of an array from a place on (x in bytes); an error if the size does not fit there. */
CUresult ks_rows_of_array(CUarray array, const uint64_t place[3], const uint64_t size[3], struct rows *rows);
