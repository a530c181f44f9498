/* Touches memory pages in advance, so that no timed call takes the page fault.
 *
 * The system provides a page when it is first touched, which costs a quarter of a microsecond or
 * more. With buffers touched on allocation, a back end pays in prepare instead of its first
 * queries; all back ends are treated alike. */
#ifndef FOOTRACE_HARNESS_SANDBOX_TOUCHING_H
#define FOOTRACE_HARNESS_SANDBOX_TOUCHING_H

#include "maps/allocator.h"

struct fr_touching_allocator {
    struct fr_allocator allocator; /* pass this one on; valid while the struct does not move */
    const struct fr_allocator *inner;
};

/* Allocates from the inner allocator and touches each page. */
void fr_touching_allocator_init(struct fr_touching_allocator *touching,
                                const struct fr_allocator *inner);

/* Reads a word of each page of the code of this program and its libraries. */
void fr_touch_code(void);

#endif
