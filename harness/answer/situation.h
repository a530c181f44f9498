/* What a developer wants of a back end: preferences, the most important first, and budgets. A back
 * end that exceeds a budget is never chosen. */
#ifndef FOOTRACE_HARNESS_ANSWER_SITUATION_H
#define FOOTRACE_HARNESS_ANSWER_SITUATION_H

#include <stdint.h>

#include "harness/answer/recommend_preference.h"
#include "harness/base/arguments.h"
#include "harness/clicks/radius_spec.h"

struct fr_situation {
    enum fr_preference preferences[FR_PREFERENCES];
    int count;                        /* of preferences, at least 1; none is repeated */
    double max_click_ns, max_load_ns; /* of the slowest click and of preparing; INFINITY: any */
    int64_t max_bytes;                /* held once prepared; INT64_MAX: any */
    double radius_px;                 /* radius of the character; NAN: not stated */
};

/* The flags that state situation, for a command's table. */
#define FR_SITUATION_FLAGS                                                                         \
    {"prefer", "WHAT", true, false,                                                                \
     "looks, speed, length, memory or dynamic; several, as looks,dynamic (looks)"},                \
        {"max-click", "TIME", false, false, "the most that the slowest query may take: 2ms"},      \
        {"max-load", "TIME", false, false, "the most that preparation may take: 50ms, 1s"},        \
        {"max-memory", "SIZE", false, false, "the most that it may hold once prepared: 8MB"},      \
    {                                                                                              \
        FR_RADIUS_FLAG                                                                             \
    }

/* Looks, and no budget. */
void fr_situation_init(struct fr_situation *situation);

/* Reads the flags above. FR_OK, or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_situation_read(const struct fr_arguments *arguments,
                                             struct fr_situation *situation,
                                             struct fr_error *error);

/* The radius of --radius alone, in pixels; left as it is where the flag is not given. FR_OK, or
 * FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_radius_read(const struct fr_arguments *arguments, double *radius,
                                          struct fr_error *error);

bool fr_situation_prefers(const struct fr_situation *situation, enum fr_preference preference);

/* The criteria of all preferences, in order; ends with FR_CRITERIA. A preference that ends with the
 * fastest clicks leaves them to the last one, so that the next preference has a say. */
void fr_situation_criteria(const struct fr_situation *situation,
                           enum fr_criterion criteria[FR_CRITERIA + 1]);

/* "looks, dynamic". */
void fr_situation_names(const struct fr_situation *situation, char *text, size_t size);

#endif
