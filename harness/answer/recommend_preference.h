/* What a developer may value most in a back end: an order of criteria. Each decides only among
 * candidates that are alike by all criteria before it. */
#ifndef FOOTRACE_HARNESS_ANSWER_RECOMMEND_PREFERENCE_H
#define FOOTRACE_HARNESS_ANSWER_RECOMMEND_PREFERENCE_H

#include <stdbool.h>

enum fr_preference {
    FR_PREFER_LOOKS,
    FR_PREFER_SPEED,
    FR_PREFER_LENGTH,
    FR_PREFER_MEMORY,
    FR_PREFER_DYNAMIC,
    FR_PREFERENCES
};

enum fr_criterion {
    FR_ON_LEGALITY, /* no path that breaks the any-angle rules */
    FR_ON_FRAMES,   /* no click that takes longer than a frame */
    FR_ON_DETOUR, /* paths at most FR_MOST_DETOUR longer than the shortest on average; beyond that, shorter paths */
    FR_ON_LENGTH,  /* shorter paths */
    FR_ON_MEMORY,  /* less memory */
    FR_ON_CHANGES, /* less time for a change and the click after it */
    FR_ON_TIMES,   /* faster clicks */
    FR_CRITERIA    /* none; ends an order */
};

#define FR_FRAME_NS (1e9 / 60)
#define FR_MOST_DETOUR                                                                             \
    0.01 /* the zigzag of a grid path, up to 8 % longer, is visible from a few per cent on */

/* The name ("looks"), and its meaning in a sentence or two. */
const char *fr_preference_name(enum fr_preference preference);
const char *fr_preference_help(enum fr_preference preference);

/* The most important criterion first; ends with FR_CRITERIA. */
const enum fr_criterion *fr_preference_criteria(enum fr_preference preference);

/* False for any other word. */
bool fr_preference_read(const char *word, enum fr_preference *preference);

#endif
