/* An allocator that does not trust whoever uses it: each block lies between guard bytes, so that
 * what is written outside it is noticed, as is a block given back twice, or with another size. It
 * counts and refuses as the counting allocator does (maps/allocator.h). */
#ifndef FOOTRACE_HARNESS_RACERS_GUARDED_H
#define FOOTRACE_HARNESS_RACERS_GUARDED_H

#include "maps/allocator.h"

struct fr_guarded_block;

struct fr_guarded_allocator {
    struct fr_allocator allocator;  /* hand this one out; valid while the struct stays in place */
    size_t live_bytes, limit_bytes; /* limit 0: none */
    uint64_t allocations;           /* successful and refused calls so far */
    uint64_t fail_at;               /* refuse this allocation (from 1); 0: none */
    uint64_t refused;
    const char *fault; /* the first thing wrong that was noticed; NULL: nothing */
    struct fr_guarded_block *blocks;
};

void fr_guarded_allocator_init(struct fr_guarded_allocator *guarded);

/* What is wrong, now that all live blocks are looked at ("wrote outside a block"), or NULL. */
const char *fr_guarded_fault(struct fr_guarded_allocator *guarded);

/* Frees all that is still live. */
void fr_guarded_allocator_release(struct fr_guarded_allocator *guarded);

#endif
