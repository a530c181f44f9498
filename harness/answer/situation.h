/* The situation of the user's game: preferences, limits, thresholds, and how the game plays. Each
 * quantity has a flag for its limit and one for its threshold. */
#ifndef FOOTRACE_HARNESS_ANSWER_SITUATION_H
#define FOOTRACE_HARNESS_ANSWER_SITUATION_H

#include "harness/answer/quantity.h"
#include "harness/base/arguments.h"
#include "harness/clicks/mask_spec.h"

struct fr_situation {
    enum fr_quantity preferences[FR_QUANTITIES]; /* in order; without repetitions */
    int count;                                   /* number of preferences */
    double limits[FR_QUANTITIES];                /* INFINITY: no limit */
    double thresholds[FR_QUANTITIES];
    double queries_per_frame; /* at least 1: the first is played, the others are steady */
    double slower;            /* time on the game's machine / time on the race's machine */
    bool saved;               /* rooms are prepared at build time, and load a saved state */
    double radius_px;         /* radius of the figure; NAN: not stated */
};

/* Flags that state a situation, for a command's table; those of thresholds are for experts. */
#define FR_SITUATION_FLAGS                                                                         \
    {"prefer", "QUANTITY", true, false,                                                            \
     "keep only back ends within 10 % of the best in this quantity: speed, or one named below; "   \
     "or several in order, such as "                                                               \
     "length,memory"},                                                                             \
        {"max-slow", "TIME", false, false, "limit of the slow query, such as 2ms or 500us"},       \
        {"max-click", "TIME", false, false, "the same as --max-slow"},                             \
        {"max-load", "TIME", false, false, "limit of the load time, such as 50ms or 1s"},          \
        {"max-memory", "SIZE", false, false, "limit on the memory held, such as 8MB or 500kB"},    \
        {"max-length", "PERCENT", false, false, "limit of the mean extra length, such as 1%"},     \
        {"max-length-p99", "PERCENT", false, false,                                                \
         "limit of the extra length at the 99th percentile, such as 5%"},                          \
        {"max-change", "TIME", false, false, "limit of the time after a change, such as 5ms"},     \
        {"max-looks", "N", false, false, "limit of bad-looking paths in 100, such as 10"},         \
        {"saved", NULL, false, false,                                                              \
         "rooms are prepared at build time: the load time is that of a saved state"},              \
        {"max-saved", "SIZE", false, false, "limit of the saved state, such as 1MB or 300kB"},     \
        {"queries-per-frame", "N", false, false,                                                   \
         "the game makes N queries in a frame: one played, the others steady (1)"},                \
        {"slower", "X", false, false, "the players' machine takes X times as long (1)"},           \
    {                                                                                              \
        FR_RADIUS_FLAG                                                                             \
    }

#define FR_THRESHOLD_FLAGS                                                                         \
    {"threshold-slow", "TIME", false, false, "a slow query up to this costs nothing (1ms)"},       \
        {"threshold-load", "TIME", false, false, "a load time up to this costs nothing (20ms)"},   \
        {"threshold-memory", "SIZE", false, false, "memory up to this costs nothing (4MB)"},       \
        {"threshold-length", "PERCENT", false, false,                                              \
         "a mean extra length up to this costs nothing (0.5%)"},                                   \
        {"threshold-length-p99", "PERCENT", false, false,                                          \
         "extra length at the 99th percentile up to this costs nothing (5%)"},                     \
        {"threshold-change", "TIME", false, false,                                                 \
         "a time after a change costs nothing up to this (4ms)"},                                  \
        {"threshold-looks", "N", false, false,                                                     \
         "bad-looking paths in 100 up to this cost nothing (5)"},                                  \
    {                                                                                              \
        "threshold-saved", "SIZE", false, false, "a saved state up to this costs nothing (1MB)"    \
    }

/* No preference, no limit, and default thresholds. */
void fr_situation_init(struct fr_situation *situation);

/* Reads those flags. FR_OK, or FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_situation_read(const struct fr_arguments *arguments,
                                             struct fr_situation *situation,
                                             struct fr_error *error);

/* Reads only --radius, in pixels; leaves the value unchanged if the flag is absent. FR_OK, or
 * FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_radius_read(const struct fr_arguments *arguments, double *radius,
                                          struct fr_error *error);

bool fr_situation_prefers(const struct fr_situation *situation, enum fr_quantity quantity);

#endif
