/* The names and words of CUDA's errors. Both libraries have the numbers, and names of their own. */
#pragma once
#include <stddef.h>

struct ks_error {
    int code;
    const char *name, *words;
};
#define ERROR(code, name, words) {code, name, words},
#define FIND_IN(table, code) find_error(table, sizeof table / sizeof *table, code)

static inline const struct ks_error *find_error(const struct ks_error *table, size_t count, int code) {
    for (size_t i = 0; i < count; i++)
        if (table[i].code == code)
            return &table[i];
    return NULL;
}
