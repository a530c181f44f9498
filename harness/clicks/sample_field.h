/* Approximate distances from a pixel, used to sample goals at a given distance.
 *
 * Steps of the grid8 model cost 5 and 7 fifths of a pixel instead of 1 and the square root of 2, so
 * that the queue is a ring of buckets. A distance is at most the true one, which is less than
 * FR_FIELD_SLACK times as long. The oracle measures the sampled clicks exactly. */
#ifndef FOOTRACE_HARNESS_CLICKS_SAMPLE_FIELD_H
#define FOOTRACE_HARNESS_CLICKS_SAMPLE_FIELD_H

#include <stddef.h>
#include <stdint.h>

#include "maps/map.h"

#define FR_FIELD_UNIT 5       /* a pixel's width, in units of the field */
#define FR_FIELD_SLACK 1.0102 /* 5/7 times the square root of 2, rounded up */

struct fr_field;

/* FR_OK or FR_NO_MEMORY. The map is borrowed and must not change. */
FR_MUST_USE enum fr_status fr_field_create(const struct fr_map *map,
                                           const struct fr_allocator *allocator,
                                           struct fr_field **field);

/* Computes distances outward from a walkable pixel, to all pixels nearer than `until` units. FR_OK
 * or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_field_spread(struct fr_field *field, struct fr_pixel start,
                                           uint32_t until);

/* The number of pixels reached; they are numbered by distance, the start first. */
size_t fr_field_count(const struct fr_field *field);
struct fr_pixel fr_field_pixel(const struct fr_field *field, size_t index);

/* The first pixel number at least `distance` units away; the count if there is none. */
size_t fr_field_first(const struct fr_field *field, uint32_t distance);

/* Accepts NULL. */
void fr_field_release(struct fr_field *field);

#endif
