/* A set of strings, each with a number. */
#ifndef FOOTRACE_HARNESS_BASE_STRING_SET_H
#define FOOTRACE_HARNESS_BASE_STRING_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "maps/status.h"

struct fr_string_entry {
    char *text; /* NULL: empty slot */
    int number;
};

struct fr_string_set {
    struct fr_string_entry *table; /* open addressing; capacity is a power of two */
    size_t count, capacity;
};

/* Adds a copy of `text` unless the set contains it; *added reports which. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_string_set_add(struct fr_string_set *set, const char *text,
                                             int number, bool *added);

/* The entry of `text`, or NULL; valid until the next text is added. */
const struct fr_string_entry *fr_string_set_find(const struct fr_string_set *set, const char *text);

/* Leaves an empty set. */
void fr_string_set_release(struct fr_string_set *set);

#endif
