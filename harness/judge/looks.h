/* How a path looks: three faults that a player sees, each beyond what the map asks for.
 *
 * Hugging is the share of the length that runs in the margin (margin.h) without need: this share
 * minus that of the roomy path between the same ends, if the roomy path is at most 1 % longer; else
 * 0. A sharp turn is a waypoint that turns by more than 90 degrees. A zigzag is two successive
 * turns of at least 30 degrees to different sides, at most 20 pixels of path apart. The taut path
 * (taut_path.h) shows which turns the map asks for. A sharp turn is no fault if the taut path turns
 * by 45 degrees in all within 10 pixels of it. A zigzag is no fault if the taut path nearby turns
 * by 15 degrees to one side and, at most 40 pixels later, to the other. */
#ifndef FOOTRACE_HARNESS_JUDGE_LOOKS_H
#define FOOTRACE_HARNESS_JUDGE_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/judge/margin.h"

/* Up to this share of its length, a path may hug walls without fault. */
#define FR_LOOKS_HUGGING 0.25

struct fr_looks {
    double hugging;               /* a share of the length, 0..1; NAN: unknown */
    int64_t sharp_turns, zigzags; /* -1: unknown */
};

enum fr_turn_fault { FR_TURN_SHARP = 1, FR_TURN_ZIGZAG = 2 };

/* Whether there is a fault; false while something is unknown. */
bool fr_looks_faulty(const struct fr_looks *looks);

/* For each waypoint of a path that the validator accepts as any-angle, its faults as a sum of enum
 * fr_turn_fault. *known: false if there is no taut path. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_looks_turns(const struct fr_map *map, const struct fr_path *path,
                                          const struct fr_allocator *allocator, uint8_t *faults,
                                          bool *known);

/* The looks of a legal any-angle path; `roomy` is the roomy path between its ends. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status
fr_looks_measure(const struct fr_map *map, const struct fr_margin *margin,
                 const struct fr_roomy *roomy, const struct fr_path *path,
                 const struct fr_allocator *allocator, struct fr_looks *looks);

#endif
