/* An allocator that checks its user. Guard bytes around each block reveal writes outside it; the
 * allocator also detects double frees and frees with a wrong size. The allocator counts and refuses
 * like the counting allocator (maps/allocator.h). */
#ifndef FOOTRACE_HARNESS_SANDBOX_GUARDED_H
#define FOOTRACE_HARNESS_SANDBOX_GUARDED_H

#include <stdbool.h>

#include "maps/allocator.h"

struct fr_guarded_block;

struct fr_guarded_allocator {
    struct fr_allocator allocator;  /* pass this on; valid while the struct does not move */
    size_t live_bytes, limit_bytes; /* limit 0: none */
    uint64_t allocations;           /* successful and refused calls so far */
    uint64_t fail_at;               /* refuse this allocation (from 1); 0: none */
    uint64_t refused;
    const char *fault; /* the first fault detected; NULL: none */
    struct fr_guarded_block *blocks;
};

void fr_guarded_allocator_init(struct fr_guarded_allocator *guarded);

/* Checks all live blocks. Returns the first fault detected so far ("wrote outside a block"), or
 * NULL. */
const char *fr_guarded_fault(struct fr_guarded_allocator *guarded);

/* Whether these bytes are exactly a live block. */
bool fr_guarded_holds(const struct fr_guarded_allocator *guarded, const void *content,
                      size_t bytes);

/* Frees all live blocks. */
void fr_guarded_allocator_release(struct fr_guarded_allocator *guarded);

#endif
