/* Touches memory pages in advance, so that no timed call takes the page fault.
 *
 * The system provides a page when it is first touched, at a cost of a quarter of a microsecond or
 * more. With buffers touched on allocation, a back end pays in prepare, not in the first clicks
 * that use them; all back ends pay alike. */
#ifndef FOOTRACE_HARNESS_SANDBOX_TOUCHING_H
#define FOOTRACE_HARNESS_SANDBOX_TOUCHING_H

#include "maps/allocator.h"

struct fr_touching_allocator {
    struct fr_allocator allocator; /* hand this one out; valid while the struct stays in place */
    const struct fr_allocator *inner;
};

/* Allocates from the inner allocator and touches each page. */
void fr_touching_allocator_init(struct fr_touching_allocator *touching,
                                const struct fr_allocator *inner);

/* Reads a word of each page of this program's code and its libraries. */
void fr_touch_code(void);

#endif
