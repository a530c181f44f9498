/* A course: one map with one click set, resolved and ready to race. */
#ifndef FOOTRACE_HARNESS_CLICKS_COURSE_H
#define FOOTRACE_HARNESS_CLICKS_COURSE_H

#include "harness/clicks/closed_corridors.h"
#include "harness/clicks/radius_loss.h"
#include "harness/clicks/resolve.h"
#include "maps/click_set.h"
#include "maps/formats/base/error.h"
#include "maps/formats/load.h"
#include "maps/map.h"

struct fr_course {
    char name[256]; /* of the map in result files: without folder and extension */
    /* The map's spec as typed, and the clicks' name or what replaced it; both shortened by
     * fr_whole_name. */
    char file[1024], clicks[1024];
    struct fr_map *map;
    struct fr_load_report report;
    struct fr_click_set set;
    struct fr_resolved_click *resolved; /* one for each entry of set */
    struct fr_part_losses losses;       /* of the radius; zero without one */
    bool *lost;                         /* lost clicks, one flag for each entry of set; NULL:
                                         * none */
    size_t lost_count;
    struct fr_closed_corridors corridors; /* closed by the radius; none without a radius */
    const struct fr_allocator *allocator;
};

struct fr_course_options {
    const char *bundled; /* folder of the bundled maps */
    uint64_t seed;       /* for sampled clicks */
    enum fr_clamping clamping;
};

/* Loads a map and its clicks. `clicks` is a file, "bundled" (the set of a bundled map),
 * "auto:COUNT" (sampled, of the usual kinds), "auto:COUNT:KIND,...", or NULL: bundled if there is
 * one, else auto:100. FR_OK and a course that the caller releases, or a failure with `error`
 * filled. */
FR_MUST_USE enum fr_status fr_course_load(const char *map, const char *clicks,
                                          const struct fr_course_options *options,
                                          const struct fr_allocator *allocator,
                                          struct fr_course *course, struct fr_error *error);

/* Writes `whole` to `name`, of `size` bytes, at least 64: unchanged if it fits and is UTF-8 without
 * control characters; else its beginning, cleaned, and a hash of the whole name. Different names
 * stay different. */
void fr_whole_name(const char *whole, char *name, size_t size);

/* Accepts an all-zero course. */
void fr_course_release(struct fr_course *course);

#endif
