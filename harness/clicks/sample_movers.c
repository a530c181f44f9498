/* Clicks among solid objects that move between clicks, or land in the way of a walking figure. */
#include <math.h>

#include "harness/clicks/sampler.h"

enum { SETTLE_TRIES = 64 };

enum { LEAST_MOVERS = 2, MOST_MOVERS = 4, LEAST_SCENE = 8, MOST_SCENE = 16, HIT_RATE = 8 };

/* The map's longer side divided by the width of an object, which is 32 to 64 pixels in full HD. */
enum { SMALLEST_MOVER = 60, LARGEST_MOVER = 30 };

/* Solid objects, and the two pixels between which the figure walks back and forth. */
struct scene {
    struct fr_rect movers[MOST_MOVERS];
    int count;
    struct fr_pixel one, other;
};

static bool covers(struct fr_rect rect, struct fr_pixel pixel)
{
    return pixel.x >= rect.x && pixel.y >= rect.y && pixel.x - rect.x < rect.width &&
           pixel.y - rect.y < rect.height;
}

static bool overlap(struct fr_rect a, struct fr_rect b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

static bool occupied(const struct scene *scene, struct fr_pixel pixel)
{
    for (int i = 0; i < scene->count; i++)
        if (covers(scene->movers[i], pixel))
            return true;
    return false;
}

static struct fr_pixel middle(struct fr_rect rect)
{
    return (struct fr_pixel){rect.x + rect.width / 2, rect.y + rect.height / 2};
}

/* Whether mover number `index` fits here: on walkable pixels, clear of the other objects and of
 * both ends. */
static bool fits(const struct fr_sampler *sampler, const struct scene *scene, int index,
                 struct fr_rect rect)
{
    if (!fr_sampler_stands(sampler, middle(rect)) || covers(rect, scene->one) ||
        covers(rect, scene->other))
        return false;
    for (int i = 0; i < scene->count; i++)
        if (i != index && overlap(rect, scene->movers[i]))
            return false;
    return true;
}

static enum fr_status add_block(struct fr_sampler *sampler, struct fr_rect rect, bool blocked,
                                const char *tag)
{
    const struct fr_click event = {.kind = blocked ? FR_BLOCK : FR_UNBLOCK, .rect = rect};
    return fr_sampler_append(sampler, &event, tag);
}

/* The base of an object is half as deep as wide. */
static struct fr_rect random_mover(struct fr_sampler *sampler, struct fr_pixel at)
{
    const int32_t side = fr_sampler_longer_side(sampler);
    const int32_t width =
        fr_random_between(&sampler->random, side / SMALLEST_MOVER, side / LARGEST_MOVER) + 1;
    const int32_t height = (width + 1) / 2;
    return (struct fr_rect){at.x - width / 2, at.y - height / 2, width, height};
}

/* Places objects on the path between the ends if they fit, else anywhere. */
static enum fr_status set_scene(struct fr_sampler *sampler, struct scene *scene)
{
    double length;
    const enum fr_status status = fr_sampler_ask(sampler, scene->one, scene->other, &length);
    if (status != FR_OK)
        return status;
    const int movers = fr_random_between(&sampler->random, LEAST_MOVERS, MOST_MOVERS);
    for (int i = 0; i < movers; i++) {
        struct fr_pixel at = fr_sampler_under_way(sampler, length * (i + 1) / (movers + 1));
        for (int tries = 0; tries < SETTLE_TRIES; tries++) {
            const struct fr_rect rect = random_mover(sampler, at);
            if (fits(sampler, scene, scene->count, rect)) {
                scene->movers[scene->count++] = rect;
                break;
            }
            at = fr_sampler_walkable(sampler);
        }
    }
    return FR_OK;
}

/* Each object moves, with probability one half, by at most its width, if it fits there. */
static enum fr_status step_about(struct fr_sampler *sampler, struct scene *scene)
{
    enum fr_status status = FR_OK;
    for (int i = 0; i < scene->count && status == FR_OK; i++) {
        const struct fr_rect before = scene->movers[i];
        struct fr_rect after = before;
        after.x += fr_random_between(&sampler->random, -before.width, before.width);
        after.y += fr_random_between(&sampler->random, -before.height, before.height);
        if (fr_sampler_once_in(sampler, 2) || !fits(sampler, scene, i, after))
            continue;
        scene->movers[i] = after;
        status = add_block(sampler, before, false, "mover");
        if (status == FR_OK)
            status = add_block(sampler, after, true, "mover");
    }
    return status;
}

/* Adds a click between the two ends or, every other time, between two other pixels that no object
 * covers; some clicks lead onto an object. */
static enum fr_status add_scene_click(struct fr_sampler *sampler, const struct scene *scene,
                                      bool elsewhere)
{
    struct fr_pixel start = scene->one, goal = scene->other, one, other;
    if (fr_sampler_once_in(sampler, HIT_RATE)) {
        const uint32_t hit = fr_random_below(&sampler->random, (uint32_t)scene->count);
        return fr_sampler_add(sampler, start, middle(scene->movers[hit]), "mover-hit", NAN);
    }
    if (elsewhere && fr_sampler_pair(sampler, &one, &other) && !occupied(scene, one) &&
        !occupied(scene, other)) {
        start = one;
        goal = other;
    }
    return fr_sampler_add(sampler, start, goal, "mover", NAN);
}

static enum fr_status play_scene(struct fr_sampler *sampler, struct scene *scene, int clicks)
{
    enum fr_status status = FR_OK;
    for (int i = 0; i < scene->count && status == FR_OK; i++)
        status = add_block(sampler, scene->movers[i], true, "mover");
    for (int i = 0; i < clicks && status == FR_OK; i++) {
        if (i > 0)
            status = step_about(sampler, scene);
        if (status == FR_OK)
            status = add_scene_click(sampler, scene, i % 2 == 1);
    }
    for (int i = 0; i < scene->count && status == FR_OK; i++)
        status = add_block(sampler, scene->movers[i], false, "mover");
    return status;
}

enum fr_status fr_sample_movers(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    for (int tries = 0; *made < count && tries < SETTLE_TRIES && status == FR_OK; tries++) {
        struct scene scene = {.count = 0};
        if (!fr_sampler_pair(sampler, &scene.one, &scene.other))
            return FR_OK;
        status = set_scene(sampler, &scene);
        if (status != FR_OK || scene.count == 0)
            continue;
        const int drawn = fr_random_between(&sampler->random, LEAST_SCENE, MOST_SCENE);
        const int clicks = drawn < count - *made ? drawn : count - *made;
        status = fr_sampler_begin_group(sampler);
        if (status == FR_OK)
            status = play_scene(sampler, &scene, clicks);
        *made += clicks;
        tries = -1;
    }
    return status;
}

/* ---- In the way ---- */

enum { CLICKS_A_MISHAP = 2, LEAST_OBSTACLE = 3 };

/* Where the figure is when an object lands on the rest of its path. */
struct mishap {
    struct fr_pixel here;
    struct fr_rect object;
};

/* The pixel that a path reaches after `length` pixels. */
static struct fr_pixel pixel_after(const struct fr_path *path, double length)
{
    double left = 2 * length;
    for (size_t i = 1; i < path->count; i++) {
        const struct fr_point a = path->points[i - 1], b = path->points[i];
        const double x = b.x - a.x, y = b.y - a.y, away = sqrt(x * x + y * y);
        if (left < away)
            return (struct fr_pixel){(int32_t)((a.x + x * left / away) / 2),
                                     (int32_t)((a.y + y * left / away) / 2)};
        left -= away;
    }
    return fr_point_pixel(path->points[path->count - 1]);
}

/* An object around a pixel of a path, large enough to block every path through that pixel. */
static struct fr_rect random_obstacle(struct fr_sampler *sampler, struct fr_pixel at)
{
    struct fr_rect rect = random_mover(sampler, at);
    rect.width = rect.width > LEAST_OBSTACLE ? rect.width : LEAST_OBSTACLE;
    rect.height = rect.height > LEAST_OBSTACLE ? rect.height : LEAST_OBSTACLE;
    return (struct fr_rect){at.x - rect.width / 2, at.y - rect.height / 2, rect.width, rect.height};
}

/* The figure is in the first half of sampler->path, the object on the second. */
static bool draw_mishap(struct fr_sampler *sampler, struct fr_pixel goal, struct mishap *mishap)
{
    const double percent = fr_path_length(&sampler->path) / 100;
    for (int tries = 0; tries < SETTLE_TRIES; tries++) {
        const int walked = fr_random_between(&sampler->random, 10, 45);
        const int ahead = fr_random_between(&sampler->random, 55, 90);
        mishap->here = pixel_after(&sampler->path, walked * percent);
        mishap->object = random_obstacle(sampler, pixel_after(&sampler->path, ahead * percent));
        if (fr_sampler_stands(sampler, mishap->here) && !covers(mishap->object, mishap->here) &&
            !covers(mishap->object, goal))
            return true;
    }
    return false;
}

/* A click, an object in its way, and a click from the figure's new position to the same goal. */
static enum fr_status add_mishap(struct fr_sampler *sampler, struct fr_pixel start,
                                 struct fr_pixel goal, const struct mishap *mishap)
{
    enum fr_status status = fr_sampler_begin_group(sampler);
    if (status == FR_OK)
        status = fr_sampler_add(sampler, start, goal, "obstructed", NAN);
    if (status == FR_OK)
        status = add_block(sampler, mishap->object, true, "obstructed");
    if (status == FR_OK)
        status = fr_sampler_add(sampler, mishap->here, goal, "obstructed", NAN);
    return status == FR_OK ? add_block(sampler, mishap->object, false, "obstructed") : status;
}

enum fr_status fr_sample_obstructed(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    for (int tries = 0; count - *made >= CLICKS_A_MISHAP && tries < FR_SAMPLER_TRIES; tries++) {
        struct fr_pixel start, goal;
        struct mishap mishap;
        if (!fr_sampler_pair(sampler, &start, &goal))
            break;
        status = fr_sampler_ask_any_angle(sampler, start, goal);
        if (status != FR_OK)
            break;
        if (!draw_mishap(sampler, goal, &mishap))
            continue;
        status = add_mishap(sampler, start, goal, &mishap);
        if (status != FR_OK)
            break;
        *made += CLICKS_A_MISHAP;
        tries = -1;
    }
    return status == FR_UNSUPPORTED ? FR_OK : status; /* edge walls */
}
