#include <math.h>
#include <stdio.h>

#include "algorithms/front.h"
#include "harness/conformance/check.h"
#include "harness/race/optima.h"

struct answer {
    enum fr_outcome outcome;
    struct fr_judgement judgement; /* of the path, if one was found */
};

static struct fr_validator *validator_of(struct fr_check *check, const struct fr_map *map)
{
    struct fr_validator *validator;
    if (fr_validator_create(map, &fr_default_allocator, &validator) != FR_OK)
        fr_check_skip(check, "not enough memory to judge paths");
    return validator;
}

const char *fr_conformance_is_faulty(const struct fr_check *check)
{
    return check->subject->traits.expected_faults ? "it is meant to fail" : NULL;
}

static struct answer judged_answer(struct fr_instance *instance,
                                   const struct fr_validator *validator,
                                   const struct fr_check_click *click)
{
    struct answer answer = {.outcome = fr_instance_query(instance, click)};
    fr_validator_judge(validator, instance->check->subject->traits.movement,
                       fr_pixel_centre(click->start), fr_pixel_centre(click->goal), answer.outcome,
                       &instance->path, &answer.judgement);
    return answer;
}

static bool blocked_pixel(const struct fr_map *map, struct fr_pixel *pixel)
{
    for (pixel->y = 0; pixel->y < map->height; pixel->y++)
        for (pixel->x = 0; pixel->x < map->width; pixel->x++)
            if (!fr_map_walkable(map, pixel->x, pixel->y))
                return true;
    return false;
}

static void check_blocked_ends(struct fr_instance *instance, struct fr_pixel floor,
                               struct fr_pixel wall)
{
    const struct fr_check_click clicks[] = {{floor, wall}, {wall, floor}, {wall, wall}};
    for (int i = 0; i < 3; i++)
        if (fr_instance_query(instance, &clicks[i]) == FR_FOUND)
            fr_check_fail(instance->check, "finds a path to or from a blocked pixel");
}

void fr_conformance_ends(struct fr_check_course *course, struct fr_instance *instance)
{
    struct fr_check *check = instance->check;
    struct fr_pixel wall;
    const struct fr_pixel floor = course->clicks[0].start;
    const struct fr_check_click stay = {floor, floor};
    enum fr_outcome outcome = fr_instance_query(instance, &stay);
    if (outcome != FR_NONE && (outcome != FR_FOUND || instance->path.count != 1 ||
                               !fr_point_equal(instance->path.points[0], fr_pixel_centre(floor))))
        fr_check_fail(check, "start == goal does not return one point");
    if (blocked_pixel(course->map, &wall))
        check_blocked_ends(instance, floor, wall);
    const struct fr_point corner = {2 * floor.x, 2 * floor.y};
    if (fr_instance_find(instance, corner, corner, NULL) == FR_FOUND)
        fr_check_fail(check, "confuses a pixel's corner with its centre");
}

void fr_conformance_reach(struct fr_check_course *course, struct fr_instance *instance)
{
    struct fr_check *check = instance->check;
    struct fr_validator *validator = validator_of(check, course->map);
    for (int j = 0; j < FR_CHECK_CLICKS; j++) {
        const struct answer answer = judged_answer(instance, validator, &course->clicks[j]);
        if (answer.outcome == FR_LIMIT)
            fr_check_fail(check, "gives up");
        if (answer.outcome == FR_OUT_OF_MEMORY)
            fr_check_fail(check, "runs out of memory on a map of a few pixels");
        if (answer.judgement.verdict != FR_VERDICT_OK &&
            answer.judgement.verdict != FR_VERDICT_NONE)
            fr_check_fail(check, "%s: %s", fr_verdict_name(answer.judgement.verdict),
                          answer.judgement.reason);
    }
    fr_validator_release(validator);
}

/* A back end that is known to find the shortest path, or the fewest steps, of a movement model. */
struct oracle {
    const struct fr_pathfinder *pathfinder;
    struct fr_option_values options;
    struct fr_state *state;
    struct fr_path path;
};

/* False if there is no oracle for the traits. */
static bool choose_oracle(const struct fr_traits *traits, struct oracle *oracle)
{
    char options[128], message[256];
    const bool grid = fr_movement_is_grid(traits->movement);
    struct fr_optimum_rules yardstick;
    fr_optimum_rules_init(&yardstick);
    if (traits->optimality == FR_OPTIMAL_NONE ||
        (!grid && (traits->movement != FR_ANY_ANGLE || traits->optimality != FR_OPTIMAL_LENGTH)))
        return false;
    oracle->pathfinder = grid ? fr_pathfinder_find("dijkstra") : yardstick.pathfinder;
    if (grid)
        snprintf(options, sizeof options, "model=%s,costs=%s", fr_movement_name(traits->movement),
                 traits->optimality == FR_OPTIMAL_LENGTH ? "length" : "steps");
    else
        snprintf(options, sizeof options, "%s", yardstick.options);
    return oracle->pathfinder &&
           fr_options_parse(oracle->pathfinder->options, oracle->pathfinder->option_count, options,
                            &oracle->options, message, sizeof message) == FR_OK;
}

/* The oracle's answer, judged like any other. */
static struct answer oracle_answer(struct fr_check *check, struct oracle *oracle,
                                   const struct fr_validator *validator,
                                   const struct fr_check_click *click)
{
    const struct fr_point start = fr_pixel_centre(click->start);
    const struct fr_point goal = fr_pixel_centre(click->goal);
    struct answer answer = {
        .outcome = fr_find(oracle->pathfinder, oracle->state, start, goal, NULL, &oracle->path)};
    fr_validator_judge(validator, check->subject->traits.movement, start, goal, answer.outcome,
                       &oracle->path, &answer.judgement);
    if (answer.judgement.verdict != FR_VERDICT_OK)
        fr_check_fail(check, "the reference %s is wrong: %s", oracle->pathfinder->name,
                      answer.judgement.reason);
    return answer;
}

static int64_t steps_of(const struct fr_judgement *judgement)
{
    return judgement->straight + judgement->diagonal;
}

static bool same_px(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (a > b ? a : b);
}

/* Whether two paths have the same length, or number of steps, whichever the subject claims to
 * minimize. Grid steps compare exactly. */
static bool same_measure(const struct fr_traits *traits, const struct fr_judgement *a,
                         const struct fr_judgement *b)
{
    if (!fr_movement_is_grid(traits->movement))
        return same_px(a->length, b->length);
    return traits->optimality == FR_OPTIMAL_STEPS
               ? steps_of(a) == steps_of(b)
               : a->straight == b->straight && a->diagonal == b->diagonal;
}

static void check_against(struct fr_check *check, const struct oracle *oracle,
                          const struct answer *answer, const struct answer *best)
{
    const struct fr_judgement *mine = &answer->judgement, *its = &best->judgement;
    if (answer->outcome != FR_FOUND || best->outcome != FR_FOUND ||
        same_measure(&check->subject->traits, mine, its))
        return;
    if (!fr_movement_is_grid(check->subject->traits.movement))
        fr_check_fail(check, "claims shortest paths and finds one of %.9f px; %s finds %.9f px",
                      mine->length, oracle->pathfinder->name, its->length);
    fr_check_fail(check,
                  "claims the %s and takes %lld straight and %lld diagonal steps; %s takes %lld "
                  "and %lld",
                  check->subject->traits.optimality == FR_OPTIMAL_STEPS ? "fewest steps"
                                                                        : "shortest path",
                  (long long)mine->straight, (long long)mine->diagonal, oracle->pathfinder->name,
                  (long long)its->straight, (long long)its->diagonal);
}

const char *fr_conformance_has_no_optimum(const struct fr_check *check)
{
    struct oracle oracle;
    const char *faulty = fr_conformance_is_faulty(check);
    return faulty || choose_oracle(&check->subject->traits, &oracle)
               ? faulty
               : "claims no optimum that could be checked";
}

void fr_conformance_optimum(struct fr_check_course *course, struct fr_instance *instance)
{
    struct fr_check *check = instance->check;
    struct oracle oracle = {.state = NULL};
    (void)choose_oracle(&check->subject->traits, &oracle);
    fr_path_init(&oracle.path, &fr_default_allocator);
    struct fr_validator *validator = validator_of(check, course->map);
    if (fr_prepare(oracle.pathfinder, course->map, &oracle.options, &fr_default_allocator,
                   &oracle.state) != FR_OK)
        fr_check_skip(check, "the reference pathfinder does not support the map");
    for (int j = 0; j < FR_CHECK_CLICKS; j++) {
        const struct answer answer = judged_answer(instance, validator, &course->clicks[j]);
        const struct answer best = oracle_answer(check, &oracle, validator, &course->clicks[j]);
        check_against(check, &oracle, &answer, &best);
    }
    fr_release(oracle.pathfinder, oracle.state);
    fr_path_release(&oracle.path);
    fr_validator_release(validator);
}

/* One of the eight rotations and reflections of a map. */
struct pose {
    bool mirror_x, mirror_y, transpose;
    int32_t width, height; /* of the original map */
};

static struct fr_pixel pose_pixel(const struct pose *pose, struct fr_pixel pixel)
{
    const int32_t x = pose->mirror_x ? pose->width - 1 - pixel.x : pixel.x;
    const int32_t y = pose->mirror_y ? pose->height - 1 - pixel.y : pixel.y;
    return pose->transpose ? (struct fr_pixel){y, x} : (struct fr_pixel){x, y};
}

static void pose_wall(struct fr_check *check, const struct pose *pose, const struct fr_map *map,
                      struct fr_pixel from, enum fr_side side, struct fr_map *posed)
{
    if (!fr_map_wall(map, from.x, from.y, side))
        return;
    const struct fr_pixel to = {from.x + (side == FR_EAST), from.y + (side == FR_SOUTH)};
    const struct fr_pixel a = pose_pixel(pose, from), b = pose_pixel(pose, to);
    const struct fr_pixel first = a.x < b.x || a.y < b.y ? a : b;
    if (fr_map_set_wall(posed, first.x, first.y, a.x != b.x ? FR_EAST : FR_SOUTH, true) != FR_OK)
        fr_check_skip(check, "not enough memory for a map");
}

static struct fr_map *pose_map(struct fr_check *check, const struct pose *pose,
                               const struct fr_map *map)
{
    struct fr_map *posed;
    if (fr_map_create(pose->transpose ? map->height : map->width,
                      pose->transpose ? map->width : map->height, &fr_default_allocator,
                      &posed) != FR_OK)
        fr_check_skip(check, "not enough memory for a map");
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            const struct fr_pixel from = {x, y}, to = pose_pixel(pose, from);
            fr_map_set_area(posed, to.x, to.y, fr_map_walkable(map, x, y));
            pose_wall(check, pose, map, from, FR_EAST, posed);
            pose_wall(check, pose, map, from, FR_SOUTH, posed);
        }
    return posed;
}

/* Equivalent queries must have the same outcome and, if the subject claims an optimum, the same
 * length. */
static void check_equal(struct fr_check *check, const struct answer *one,
                        const struct answer *other, const char *what)
{
    if (one->outcome != other->outcome)
        fr_check_fail(check, "%s, the outcome differs", what);
    if (one->outcome == FR_FOUND && check->subject->traits.optimality != FR_OPTIMAL_NONE &&
        !same_measure(&check->subject->traits, &one->judgement, &other->judgement))
        fr_check_fail(check, "%s, the shortest path is %.9f px long instead of %.9f px", what,
                      other->judgement.length, one->judgement.length);
}

void fr_conformance_symmetry(struct fr_check_course *course, struct fr_instance *instance)
{
    struct fr_check *check = instance->check;
    struct fr_instance posed_instance;
    const uint32_t way = 1 + fr_random_below(&course->random, 7);
    const struct pose pose = {way & 1, way & 2, way & 4, course->map->width, course->map->height};
    struct fr_map *posed = pose_map(check, &pose, course->map);
    struct fr_validator *validator = validator_of(check, course->map);
    struct fr_validator *posed_validator = validator_of(check, posed);
    fr_instance_prepare(&posed_instance, check, posed);
    for (int j = 0; j < FR_CHECK_CLICKS; j++) {
        const struct fr_check_click *click = &course->clicks[j];
        const struct fr_check_click back = {click->goal, click->start};
        const struct fr_check_click turned = {pose_pixel(&pose, click->start),
                                              pose_pixel(&pose, click->goal)};
        const struct answer there = judged_answer(instance, validator, click);
        const struct answer home = judged_answer(instance, validator, &back);
        check_equal(check, &there, &home, "from goal to start");
        const struct answer same = judged_answer(&posed_instance, posed_validator, &turned);
        check_equal(check, &there, &same, "on the turned or mirrored map");
    }
    fr_instance_release(&posed_instance);
    fr_validator_release(validator);
    fr_validator_release(posed_validator);
    fr_map_release(posed);
}

/* Blocks another rectangle, away from both ends of the click. */
static void add_obstacle(struct fr_check *check, struct fr_check_course *course,
                         const struct fr_check_click *click)
{
    struct fr_random *random = &course->random;
    const struct fr_rect rect = {fr_random_between(random, 0, course->map->width - 1),
                                 fr_random_between(random, 0, course->map->height - 1),
                                 fr_random_between(random, 1, 6), fr_random_between(random, 1, 6)};
    if (fr_map_block(course->map, rect, true) != FR_OK)
        fr_check_skip(check, "not enough memory to block a pixel");
    if (!fr_map_walkable(course->map, click->start.x, click->start.y) ||
        !fr_map_walkable(course->map, click->goal.x, click->goal.y))
        (void)!fr_map_block(course->map, rect, false);
    fr_check_show(check, course->map);
}

static struct answer answer_afresh(struct fr_check *check, const struct fr_map *map,
                                   const struct fr_check_click *click)
{
    struct fr_instance instance;
    struct fr_validator *validator = validator_of(check, map);
    fr_instance_prepare(&instance, check, map);
    const struct answer answer = judged_answer(&instance, validator, click);
    fr_instance_release(&instance);
    fr_validator_release(validator);
    return answer;
}

void fr_conformance_obstacle(struct fr_check *check)
{
    const struct fr_traits *traits = &check->subject->traits;
    for (int i = 0; i < check->plan->maps; i++) {
        struct fr_check_course course;
        fr_check_draw(check, i, &course);
        const struct fr_check_click *click = &course.clicks[0];
        struct answer before = answer_afresh(check, course.map, click);
        for (int round = 0; round < 6; round++) {
            add_obstacle(check, &course, click);
            const struct answer after = answer_afresh(check, course.map, click);
            if (before.outcome == FR_UNREACHABLE && after.outcome == FR_FOUND)
                fr_check_fail(check,
                              "after an obstacle was added, an unreachable goal became reachable");
            if (before.outcome == FR_FOUND && after.outcome == FR_FOUND &&
                traits->optimality == FR_OPTIMAL_LENGTH &&
                after.judgement.length < before.judgement.length * (1 - 1e-9))
                fr_check_fail(check,
                              "after an obstacle was added, the shortest path is shorter: %.9f px "
                              "instead of %.9f px",
                              after.judgement.length, before.judgement.length);
            before = after;
        }
        fr_check_release(&course);
    }
}
