/* What a developer may want most of a back end: an order of criteria, of which each decides only
 * among those that the ones before it leave alike. */
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
    FR_ON_LEGALITY, /* no walk that is no legal way at any angle */
    FR_ON_FRAMES,   /* no click that lasts over a frame */
    FR_ON_DETOUR,   /* walks that are at most FR_MOST_DETOUR longer than the shortest on average,
                       or else the shorter ones */
    FR_ON_LENGTH,   /* shorter walks */
    FR_ON_MEMORY,   /* less memory */
    FR_ON_CHANGES,  /* less time for a change and the click that follows it */
    FR_ON_TIMES,    /* quicker clicks */
    FR_CRITERIA     /* none; ends an order */
};

#define FR_FRAME_NS (1e9 / 60)
#define FR_MOST_DETOUR 0.01 /* a grid's zigzag shows from a few per cent on: up to 8 in the open */

/* "looks", and what it means in a sentence or two. */
const char *fr_preference_name(enum fr_preference preference);
const char *fr_preference_help(enum fr_preference preference);

/* The most important criterion first; ends with FR_CRITERIA. */
const enum fr_criterion *fr_preference_criteria(enum fr_preference preference);

/* False for a word that names none. */
bool fr_preference_read(const char *word, enum fr_preference *preference);

#endif
