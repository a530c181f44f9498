#include "harness/clicks/conversion_cost.h"

#include "algorithms/front.h"
#include "maps/random.h"

#define MOST_TRIES 100 /* for each click */
#define ROUNDING 1e-9  /* ratios that differ by less are equal */

/* A back end that has prepared a map. */
struct walker {
    const struct fr_pathfinder *pathfinder;
    struct fr_state *state;
    struct fr_path path;
};

static enum fr_status begin(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                            const struct fr_allocator *allocator, struct walker *walker)
{
    struct fr_option_values options;
    *walker = (struct walker){.pathfinder = pathfinder};
    fr_path_init(&walker->path, allocator);
    fr_options_default(pathfinder->options, pathfinder->option_count, &options);
    return fr_prepare(pathfinder, map, &options, allocator, &walker->state);
}

static void end(struct walker *walker)
{
    if (walker->state)
        fr_release(walker->pathfinder, walker->state);
    fr_path_release(&walker->path);
}

/* The length in pixels; negative if there is no path. */
static double find(struct walker *walker, struct fr_pixel from, struct fr_pixel to)
{
    const enum fr_outcome outcome =
        fr_find(walker->pathfinder, walker->state, fr_pixel_centre(from), fr_pixel_centre(to), NULL,
                &walker->path);
    return outcome == FR_FOUND ? fr_path_length(&walker->path) : -1;
}

static bool pick(const struct fr_map *map, struct fr_random *random, struct fr_pixel *pixel)
{
    for (int i = 0; i < MOST_TRIES; i++) {
        *pixel = (struct fr_pixel){(int32_t)fr_random_below(random, (uint32_t)map->width),
                                   (int32_t)fr_random_below(random, (uint32_t)map->height)};
        if (fr_map_walkable(map, pixel->x, pixel->y))
            return true;
    }
    return false;
}

static void compare(struct walker *before, struct walker *after, const struct fr_map *drawn,
                    struct fr_pixel from, struct fr_pixel to, struct fr_conversion_cost *cost)
{
    const double length = find(before, from, to);
    if (!(length > 0))
        return;
    cost->clicks++;
    const bool on_floor =
        fr_map_walkable(drawn, from.x, from.y) && fr_map_walkable(drawn, to.x, to.y);
    const double converted = on_floor ? find(after, from, to) : -1;
    if (converted < 0) {
        cost->lost++;
    } else if (converted / length > cost->worst + ROUNDING) {
        cost->worst = converted / length;
        cost->from = from;
        cost->to = to;
    }
}

enum fr_status fr_conversion_cost_measure(const struct fr_pathfinder *on_original,
                                          const struct fr_map *original,
                                          const struct fr_pathfinder *on_drawing,
                                          const struct fr_map *drawn, int count, uint64_t seed,
                                          const struct fr_allocator *allocator,
                                          struct fr_conversion_cost *cost)
{
    struct walker before, after = {.state = NULL};
    struct fr_random random = {seed};
    *cost = (struct fr_conversion_cost){.worst = 1};
    enum fr_status status = begin(on_original, original, allocator, &before);
    fr_path_init(&after.path, allocator);
    if (status == FR_OK)
        status = begin(on_drawing, drawn, allocator, &after);
    for (int i = 0; i < count && status == FR_OK; i++) {
        struct fr_pixel from, to;
        if (pick(original, &random, &from) && pick(original, &random, &to))
            compare(&before, &after, drawn, from, to, cost);
    }
    end(&after);
    end(&before);
    return status;
}
