/* What all checks share. A check runs in a child process and ends it at once when it fails, so
 * nothing needs to be cleaned up.
 *
 * An instance is a back end prepared on one map, with guarded and counted memory. Each call must
 * obey these rules: the outcome is valid, there is a path only if one was found, the map is
 * unchanged, nothing is written outside the back end's memory, and nothing leaks. */
#ifndef FOOTRACE_HARNESS_CONFORMANCE_CHECK_H
#define FOOTRACE_HARNESS_CONFORMANCE_CHECK_H

#include "harness/conformance/small_maps.h"
#include "harness/conformance/subject.h"
#include "harness/judge/validator.h"
#include "harness/sandbox/guarded.h"

#define FR_CHECK_CLICKS 12

/* The current call of an instance, for the report if it does not return. */
enum fr_check_call {
    FR_CHECK_ELSEWHERE,
    FR_CHECK_DESCRIBE,
    FR_CHECK_PREPARE,
    FR_CHECK_FIND,
    FR_CHECK_UPDATE,
    FR_CHECK_STATS,
    FR_CHECK_RELEASE,
    FR_CHECK_CALLS
};

/* Plain memory, shared with the parent. */
struct fr_check_report {
    enum fr_conformance_verdict verdict;
    enum fr_check_call call;
    uint64_t seed;
    bool asked;
    struct fr_pixel start, goal;
    char what[256], map[FR_CONFORMANCE_TEXT_SIZE];
};

struct fr_check {
    const struct fr_racer *subject;
    const struct fr_conformance_plan *plan;
    struct fr_check_report *report;
};

struct fr_check_click {
    struct fr_pixel start, goal;
};

struct fr_check_course {
    struct fr_random random; /* for everything else that a check draws */
    struct fr_map *map;
    struct fr_check_click clicks[FR_CHECK_CLICKS];
};

struct fr_instance {
    struct fr_check *check;
    const struct fr_pathfinder *pathfinder;
    const struct fr_map *map;
    uint64_t map_hash;
    struct fr_guarded_allocator memory;
    struct fr_state *state;
    struct fr_path path;
};

/* fr_check_fail and fr_check_skip end the check. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
_Noreturn void
fr_check_fail(struct fr_check *check, const char *format, ...);
_Noreturn void fr_check_skip(struct fr_check *check, const char *why);

/* Draws map number `index` of the plan, with edge walls every other time if the subject supports
 * them, and queries between walkable pixels, most of which have a path. */
void fr_check_draw(struct fr_check *check, int index, struct fr_check_course *course);
void fr_check_draw_clicks(struct fr_check_course *course);
void fr_check_release(struct fr_check_course *course);

/* Writes the map to the report; necessary for each new map and after each change. */
void fr_check_show(struct fr_check *check, const struct fr_map *map);

/* Prepares an instance, and refuses its allocation number fail_at, counted from 1; 0: none. */
enum fr_status fr_instance_try(struct fr_instance *instance, struct fr_check *check,
                               const struct fr_map *map, uint64_t fail_at);

/* Prepares on a map that the instance must support. */
void fr_instance_prepare(struct fr_instance *instance, struct fr_check *check,
                         const struct fr_map *map);

enum fr_outcome fr_instance_query(struct fr_instance *instance, const struct fr_check_click *click);
enum fr_outcome fr_instance_find(struct fr_instance *instance, struct fr_point start,
                                 struct fr_point goal, const struct fr_probe *probe);

/* Calls update for changed rectangles. */
enum fr_status fr_instance_update(struct fr_instance *instance, const struct fr_rect *rects,
                                  size_t count);

/* Checks the rules that every call must obey. */
void fr_instance_inspect(struct fr_instance *instance, const char *call);

/* Releases the instance; fails the check if it leaks. */
void fr_instance_release(struct fr_instance *instance);

/* A copy of the path, for later comparison. */
struct fr_path fr_check_keep(struct fr_check *check, const struct fr_path *path);
bool fr_check_same(const struct fr_path *a, const struct fr_path *b);

/* The checks, one function each. A check returns if it finds nothing wrong; otherwise it calls
 * fr_check_fail or fr_check_skip, which end its process. A map check runs for each map of the plan: it
 * gets the map with its queries, and an instance prepared on it. A whole check draws its own maps. */
typedef void fr_map_check(struct fr_check_course *course, struct fr_instance *instance);
typedef void fr_whole_check(struct fr_check *check);

/* Why a check does not apply to its subject; NULL: it does. */
typedef const char *fr_check_condition(const struct fr_check *check);

/* answer_checks.c: answers against the validator, an oracle, and equivalent queries. */
fr_check_condition fr_conformance_is_faulty, fr_conformance_has_no_optimum;
fr_map_check fr_conformance_ends, fr_conformance_reach, fr_conformance_optimum,
    fr_conformance_symmetry;
fr_whole_check fr_conformance_obstacle;

/* change_checks.c: maps that change, and edge walls. */
fr_check_condition fr_conformance_has_no_update;
fr_map_check fr_conformance_update;
fr_whole_check fr_conformance_edge_walls;

/* memory_checks.c: failing allocations, leaks, and allocations in find. */
fr_whole_check fr_conformance_refusals;
fr_map_check fr_conformance_leaks, fr_conformance_steady;

/* repeat_checks.c: the same query under other circumstances. */
fr_whole_check fr_conformance_descriptor, fr_conformance_states, fr_conformance_threads;
fr_map_check fr_conformance_order, fr_conformance_watched;

/* caching_check.c: a repeated query against new ones. */
fr_whole_check fr_conformance_caching;

#endif
