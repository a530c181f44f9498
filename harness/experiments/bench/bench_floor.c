/* bench-floor: what there is to do once a mask is in memory: components, clamping, erosion. */
#include <stdio.h>

#include "harness/experiments/bench/task.h"
#include "maps/analysis/clamp.h"
#include "maps/analysis/components.h"
#include "maps/analysis/erode.h"
#include "maps/generators/generate.h"
#include "maps/random.h"

#define WIDTH 1920
#define HEIGHT 1080
#define CLICKS 1000

/* A map, and what is made of it. */
struct floor {
    struct fr_map *map;
    struct fr_map *eroded; /* a copy of the map, until it is eroded */
    struct fr_agent agent;
    struct fr_components *components, *found;
    struct fr_clamp_index *index, *made;
    uint32_t home; /* the largest component */
    int32_t far;   /* how far clicks may lie outside the map */
    int64_t sum;   /* of what clicks came to, so that they are not left out */
};

static bool refuse(enum fr_status status, struct fr_error *error)
{
    return status == FR_OK || fr_fail(error, status, "not enough memory") == FR_OK;
}

static bool find_components(void *subject, struct fr_error *error)
{
    struct floor *floor = subject;
    return refuse(
        fr_components_create(floor->map, FR_CONNECTED_4, &fr_default_allocator, &floor->found),
        error);
}

static void forget_components(void *subject)
{
    struct floor *floor = subject;
    fr_components_release(floor->found);
}

static bool make_index(void *subject, struct fr_error *error)
{
    struct floor *floor = subject;
    return refuse(
        fr_clamp_index_create(floor->map, floor->components, &fr_default_allocator, &floor->made),
        error);
}

static void forget_index(void *subject)
{
    struct floor *floor = subject;
    fr_clamp_index_release(floor->made);
}

/* Clicks all over the map, and around it; into the largest component where home says so. */
static void clamp_clicks(struct floor *floor, bool home)
{
    struct fr_random random = {1};
    for (int i = 0; i < CLICKS; i++) {
        const int32_t x = fr_random_between(&random, -floor->far, WIDTH + floor->far);
        const int32_t y = fr_random_between(&random, -floor->far, HEIGHT + floor->far);
        struct fr_pixel nearest = {0, 0};
        if (home)
            fr_clamp_to_component(floor->index, floor->home, x, y, &nearest);
        else
            fr_clamp(floor->map, x, y, &nearest);
        floor->sum += nearest.x + nearest.y;
    }
}

static bool clamp_anywhere(void *subject, struct fr_error *error)
{
    (void)error;
    clamp_clicks(subject, false);
    return true;
}

static bool clamp_home(void *subject, struct fr_error *error)
{
    (void)error;
    clamp_clicks(subject, true);
    return true;
}

static bool erode(void *subject, struct fr_error *error)
{
    struct floor *floor = subject;
    return refuse(fr_erode(floor->eroded, floor->agent), error);
}

static void copy_again(void *subject)
{
    struct floor *floor = subject;
    fr_map_release(floor->eroded);
    floor->eroded = NULL;
    if (fr_map_clone(floor->map, &fr_default_allocator, &floor->eroded) != FR_OK)
        fputs("not enough memory\n", stderr);
}

static void forget_floor(struct floor *floor)
{
    fr_clamp_index_release(floor->index);
    fr_components_release(floor->components);
    fr_map_release(floor->eroded);
    fr_map_release(floor->map);
}

/* Generates the map, and finds its largest component. */
static bool make_floor(const char *spec, struct floor *floor)
{
    struct fr_canvas canvas;
    struct fr_error error;
    *floor = (struct floor){.far = 100};
    enum fr_status status =
        fr_generate(spec, WIDTH, HEIGHT, 1, &fr_default_allocator, &canvas, &error);
    if (status != FR_OK) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    status = fr_canvas_map(&canvas, &fr_default_allocator, &floor->map);
    fr_canvas_release(&canvas, &fr_default_allocator);
    if (status == FR_OK)
        status = fr_components_create(floor->map, FR_CONNECTED_4, &fr_default_allocator,
                                      &floor->components);
    if (status == FR_OK)
        status = fr_clamp_index_create(floor->map, floor->components, &fr_default_allocator,
                                       &floor->index);
    if (status == FR_OK)
        status = fr_map_clone(floor->map, &fr_default_allocator, &floor->eroded);
    if (status != FR_OK) {
        forget_floor(floor);
        fputs("not enough memory\n", stderr);
        return false;
    }
    for (uint32_t i = 1; i < fr_components_count(floor->components); i++)
        if (fr_components_size(floor->components, i) >
            fr_components_size(floor->components, floor->home))
            floor->home = i;
    return true;
}

static bool measure_task(struct floor *floor, const char *name,
                         bool (*run)(void *subject, struct fr_error *error),
                         void (*undo)(void *subject), double claimed_ms)
{
    const struct fr_task task = {name, run, undo, floor, (double)WIDTH * HEIGHT, claimed_ms};
    return fr_task_measure(&task);
}

/* Rows of clicks are of CLICKS clicks: milliseconds for all, microseconds each. */
static bool measure_clicks(struct floor *floor)
{
    return measure_task(floor, "components, 4-connected", find_components, forget_components, 5) &&
           measure_task(floor, "index for clamping into components", make_index, forget_index, 5) &&
           measure_task(floor, "1000 clicks to the nearest pixel", clamp_anywhere, NULL, 0) &&
           measure_task(floor, "1000 clicks into the largest component", clamp_home, NULL, 0);
}

static bool measure_erosion(struct floor *floor)
{
    static const int32_t radii[] = {2, 12, 40, 80};
    for (int shape = FR_SQUARE; shape <= FR_DISC; shape += FR_DISC - FR_SQUARE)
        for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
            char name[64];
            floor->agent = (struct fr_agent){radii[i], (enum fr_agent_shape)shape};
            snprintf(name, sizeof name, "erode by a %s of radius %d",
                     fr_agent_shape_name(floor->agent.shape), radii[i] / 2);
            if (!measure_task(floor, name, erode, copy_again, 10))
                return false;
        }
    return true;
}

static bool measure_map(const char *spec)
{
    char title[64];
    struct floor floor;
    if (!make_floor(spec, &floor))
        return false;
    snprintf(title, sizeof title, "%s, %d x %d", spec, WIDTH, HEIGHT);
    fr_task_head(title);
    const bool done = measure_clicks(&floor) && measure_erosion(&floor);
    forget_floor(&floor);
    return done;
}

int main(void)
{
    return measure_map("adventure:formations=150") && measure_map("random:blocked=40") &&
                   measure_map("random:blocked=60") && measure_map("random:blocked=100")
               ? 0
               : 1;
}
