#include "harness/conformance/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "algorithms/front.h"

#define MEMORY_MB 256

/* A coordinate that no waypoint has. */
#define POISON INT32_MIN

void fr_check_fail(struct fr_check *check, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(check->report->what, sizeof check->report->what, format, arguments);
    va_end(arguments);
    check->report->verdict = FR_CONFORMANCE_FAILED;
    _exit(0);
}

void fr_check_skip(struct fr_check *check, const char *why)
{
    snprintf(check->report->what, sizeof check->report->what, "%s", why);
    check->report->verdict = FR_CONFORMANCE_SKIPPED;
    _exit(0);
}

void fr_check_show(struct fr_check *check, const struct fr_map *map)
{
    fr_conformance_text(map, check->report->map);
    check->report->asked = false;
}

/* Half of the queries have their goal in the start's component. */
static void draw_click(struct fr_check_course *course, const struct fr_validator *validator,
                       struct fr_check_click *click)
{
    fr_conformance_walkable(course->map, &course->random, &click->start);
    for (int tries = fr_random_below(&course->random, 2) ? 20 : 1; tries > 0; tries--) {
        fr_conformance_walkable(course->map, &course->random, &click->goal);
        if (fr_validator_reachable(validator, FR_GRID4, fr_pixel_centre(click->start),
                                   fr_pixel_centre(click->goal)))
            return;
    }
}

void fr_check_draw_clicks(struct fr_check_course *course)
{
    struct fr_validator *validator;
    struct fr_pixel any;
    /* If memory or walkable pixels are lacking, the previous queries stay. */
    if (!fr_conformance_walkable(course->map, &course->random, &any) ||
        fr_validator_create(course->map, &fr_default_allocator, &validator) != FR_OK)
        return;
    for (int i = 0; i < FR_CHECK_CLICKS; i++)
        draw_click(course, validator, &course->clicks[i]);
    fr_validator_release(validator);
}

void fr_check_draw(struct fr_check *check, int index, struct fr_check_course *course)
{
    struct fr_pixel any;
    const uint64_t seed = check->plan->seed + (uint64_t)index;
    *course = (struct fr_check_course){.random = {seed}};
    check->report->seed = seed;
    check->report->call = FR_CHECK_ELSEWHERE;
    for (;;) {
        course->map = fr_conformance_map(&course->random, &fr_default_allocator);
        if (!course->map)
            fr_check_skip(check, "not enough memory for a map");
        if (course->map->width >= 8 && fr_conformance_walkable(course->map, &course->random, &any))
            break;
        fr_map_release(course->map);
    }
    if (check->subject->traits.edge_walls && seed % 2 == 0)
        fr_conformance_walls(course->map, &course->random);
    fr_check_show(check, course->map);
    fr_check_draw_clicks(course);
}

void fr_check_release(struct fr_check_course *course)
{
    fr_map_release(course->map);
}

void fr_instance_inspect(struct fr_instance *instance, const char *call)
{
    const char *fault = fr_guarded_fault(&instance->memory);
    if (fault)
        fr_check_fail(instance->check, "%s %s", call, fault);
    if (fr_map_memory_hash(instance->map) != instance->map_hash)
        fr_check_fail(instance->check, "%s changed the map", call);
}

enum fr_status fr_instance_try(struct fr_instance *instance, struct fr_check *check,
                               const struct fr_map *map, uint64_t fail_at)
{
    *instance =
        (struct fr_instance){.check = check, .pathfinder = check->subject->pathfinder, .map = map};
    fr_guarded_allocator_init(&instance->memory);
    instance->memory.fail_at = fail_at;
    instance->memory.limit_bytes = (size_t)MEMORY_MB << 20;
    instance->map_hash = fr_map_memory_hash(map);
    fr_path_init(&instance->path, &instance->memory.allocator);
    check->report->call = FR_CHECK_PREPARE;
    check->report->asked = false;
    const enum fr_status status = fr_prepare(instance->pathfinder, map, &check->subject->options,
                                             &instance->memory.allocator, &instance->state);
    check->report->call = FR_CHECK_ELSEWHERE;
    fr_instance_inspect(instance, "prepare");
    if (status != FR_OK && status != FR_NO_MEMORY && status != FR_UNSUPPORTED)
        fr_check_fail(check, "prepare returned %d, which is not a valid status", (int)status);
    if (status == FR_OK && !instance->state)
        fr_check_fail(check, "prepare returned FR_OK without a state");
    if (status != FR_OK && instance->state)
        fr_check_fail(check, "prepare failed and wrote to the state");
    if (status != FR_OK && instance->memory.live_bytes > 0)
        fr_check_fail(check, "prepare failed and leaked %zu bytes", instance->memory.live_bytes);
    return status;
}

void fr_instance_prepare(struct fr_instance *instance, struct fr_check *check,
                         const struct fr_map *map)
{
    const enum fr_status status = fr_instance_try(instance, check, map, 0);
    if (status == FR_NO_MEMORY)
        fr_check_fail(check, "prepare ran out of %d MB of memory", MEMORY_MB);
    if (status == FR_UNSUPPORTED)
        fr_check_fail(check, "prepare does not support this map");
}

/* Waypoints left over from an earlier call must not pass for an answer. */
static void poison(struct fr_path *path)
{
    for (size_t i = 0; i < path->capacity; i++)
        path->points[i] = (struct fr_point){POISON, POISON};
    path->count = path->capacity < 3 ? path->capacity : 3;
}

enum fr_outcome fr_instance_find(struct fr_instance *instance, struct fr_point start,
                                 struct fr_point goal, const struct fr_probe *probe)
{
    struct fr_check *check = instance->check;
    struct fr_check_report *report = check->report;
    const struct fr_path *path = &instance->path;
    poison(&instance->path);
    report->start = fr_point_pixel(start);
    report->goal = fr_point_pixel(goal);
    report->asked = true;
    report->call = FR_CHECK_FIND;
    const enum fr_outcome outcome =
        fr_find(instance->pathfinder, instance->state, start, goal, probe, &instance->path);
    report->call = FR_CHECK_ELSEWHERE;
    fr_instance_inspect(instance, "find");
    if ((unsigned)outcome > FR_OUT_OF_MEMORY)
        fr_check_fail(check, "find returned %d, which is not a valid outcome", (int)outcome);
    if (path->count > path->capacity || path->allocator != &instance->memory.allocator)
        fr_check_fail(check, "find returned more waypoints than its buffer holds");
    if (outcome == FR_OUT_OF_MEMORY && instance->memory.refused == 0)
        fr_check_fail(check, "find reports a lack of memory, though no allocation was refused");
    if (outcome != FR_FOUND && path->count > 0)
        fr_check_fail(check, "find found no path, but returned waypoints");
    if (outcome == FR_FOUND && path->count == 0)
        fr_check_fail(check, "find reports a path, but returned no waypoints");
    return outcome;
}

enum fr_outcome fr_instance_query(struct fr_instance *instance, const struct fr_check_click *click)
{
    return fr_instance_find(instance, fr_pixel_centre(click->start), fr_pixel_centre(click->goal),
                            NULL);
}

enum fr_status fr_instance_update(struct fr_instance *instance, const struct fr_rect *rects,
                                  size_t count)
{
    struct fr_check *check = instance->check;
    instance->map_hash = fr_map_memory_hash(instance->map);
    fr_check_show(check, instance->map);
    check->report->call = FR_CHECK_UPDATE;
    const enum fr_status status = fr_update(instance->pathfinder, instance->state, rects, count);
    check->report->call = FR_CHECK_ELSEWHERE;
    fr_instance_inspect(instance, "update");
    if (status != FR_OK && status != FR_NO_MEMORY && status != FR_UNSUPPORTED)
        fr_check_fail(check, "update returned %d, which is not a valid status", (int)status);
    return status;
}

void fr_instance_release(struct fr_instance *instance)
{
    struct fr_check *check = instance->check;
    check->report->asked = false;
    check->report->call = FR_CHECK_RELEASE;
    fr_release(instance->pathfinder, instance->state);
    check->report->call = FR_CHECK_ELSEWHERE;
    fr_path_release(&instance->path);
    fr_instance_inspect(instance, "release");
    if (instance->memory.live_bytes > 0)
        fr_check_fail(check, "release leaks %zu bytes", instance->memory.live_bytes);
    fr_guarded_allocator_release(&instance->memory);
}

struct fr_path fr_check_keep(struct fr_check *check, const struct fr_path *path)
{
    struct fr_path kept;
    fr_path_init(&kept, &fr_default_allocator);
    if (fr_path_reserve(&kept, path->count) != FR_OK)
        fr_check_skip(check, "not enough memory to keep a path");
    if (path->count > 0)
        memcpy(kept.points, path->points, path->count * sizeof *path->points);
    kept.count = path->count;
    return kept;
}

bool fr_check_same(const struct fr_path *a, const struct fr_path *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!fr_point_equal(a->points[i], b->points[i]))
            return false;
    return true;
}
