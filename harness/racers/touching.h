/* Memory without surprises: pages are touched before any clock looks at who meets them first.
 *
 * A page that a program was given exists only once it is touched, which costs a fault of a quarter
 * of a microsecond or more. A back end whose buffers are touched as they are handed out pays in its
 * prepare, not in the first clicks that reach so far; all pay alike. */
#ifndef FOOTRACE_HARNESS_RACERS_TOUCHING_H
#define FOOTRACE_HARNESS_RACERS_TOUCHING_H

#include "maps/allocator.h"

struct fr_touching_allocator {
    struct fr_allocator allocator; /* hand this one out; valid while the struct stays in place */
    const struct fr_allocator *inner;
};

/* Hands out what the inner allocator does, touched. */
void fr_touching_allocator_init(struct fr_touching_allocator *touching,
                                const struct fr_allocator *inner);

/* Reads a word of each page of this program's code, its libraries' too. */
void fr_touch_code(void);

#endif
