/* Kinds that imitate a player: walks, a moving mouse, bursts of clicks, clicks there and back. */
#include <math.h>

#include "harness/clicks/sampler.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

enum { LONGEST_WALK = 12 };

/* One goal of a walk: usually walkable, sometimes on a wall. */
static struct fr_pixel next_stop(struct fr_sampler *sampler, uint32_t component)
{
    return fr_sampler_once_in(sampler, 8) ? fr_sampler_anywhere(sampler)
                                          : fr_sampler_in_component(sampler, component);
}

static enum fr_status sample_one_walk(struct fr_sampler *sampler, int clicks)
{
    const struct fr_pixel start = fr_sampler_walkable(sampler);
    const uint32_t component = fr_sampler_component(sampler, start);
    enum fr_status status = fr_sampler_begin_group(sampler);
    for (int i = 0; i < clicks && status == FR_OK; i++) {
        const struct fr_click stop = {.kind = i == 0 ? FR_CLICK : FR_WALK,
                                      .start = start,
                                      .goal = next_stop(sampler, component),
                                      .expect_grid8 = NAN};
        status = fr_sampler_append(sampler, &stop, "walk");
    }
    return status;
}

enum fr_status fr_sample_walk(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    while (count - *made >= 2 && status == FR_OK) {
        const int left = count - *made;
        int clicks = least(fr_random_between(&sampler->random, 2, LONGEST_WALK), left);
        clicks += left - clicks == 1; /* a single click would not be a walk */
        status = sample_one_walk(sampler, clicks);
        *made += clicks;
    }
    return status;
}

#define FRAMES_A_SECOND 60

/* Throughput of a hand with a mouse, in bits a second: ISO 9241-9 tests find 3.7 to 4.9 (Soukoreff
 * and MacKenzie 2004). */
#define AIMED_BITS_A_SECOND 4.5

enum { TARGETS_ACROSS = 40, SHORTEST_REACH = 6, SHORTEST_HOVER = 120, LONGEST_HOVER = 300 };

/* A movement of the mouse between targets: a curved line with minimum-jerk speed (Flash and Hogan
 * 1985). Only +, -, *, / and square roots are used, so every machine computes the same. */
struct reach {
    double x[3], y[3]; /* pixels: start, control point, end */
    int frames, frame; /* the duration, and the frames that have passed */
};

/* The binary logarithm, linear between powers of two. */
static double rough_log2(double value)
{
    int exponent;
    const double mantissa = frexp(value, &exponent);
    return exponent + 2.0 * mantissa - 2.0;
}

/* Fitts's law: duration grows with the logarithm of the distance in target widths (Fitts 1954). */
static int reach_frames(double distance, double target)
{
    const double bits = rough_log2(distance / target + 1.0);
    const int frames = (int)(bits / AIMED_BITS_A_SECOND * FRAMES_A_SECOND);
    return frames > SHORTEST_REACH ? frames : SHORTEST_REACH;
}

/* A movement from the mouse to a pixel, curved to either side by up to a tenth of the distance. */
static void begin_reach(struct fr_sampler *sampler, struct reach *reach, struct fr_pixel target)
{
    const double x = reach->x[2], y = reach->y[2];
    const double dx = target.x + 0.5 - x, dy = target.y + 0.5 - y;
    const double bend = 0.4 * (fr_random_unit(&sampler->random) - 0.5);
    const double width = (double)fr_sampler_longer_side(sampler) / TARGETS_ACROSS;
    *reach = (struct reach){{x, x + dx / 2 - bend * dy, x + dx},
                            {y, y + dy / 2 + bend * dx, y + dy},
                            reach_frames(sqrt(dx * dx + dy * dy), width),
                            0};
}

static double bent(const double at[3], double t)
{
    const double one = at[0] + (at[1] - at[0]) * t, other = at[1] + (at[2] - at[1]) * t;
    return one + (other - one) * t;
}

/* The screen ends at the map's edge. */
static int32_t on_screen(double at, int32_t size)
{
    return at < 0 ? 0 : at >= size ? size - 1 : (int32_t)at;
}

/* The pixel under the mouse one frame later. */
static struct fr_pixel move_mouse(const struct fr_sampler *sampler, struct reach *reach)
{
    const double s = (double)++reach->frame / reach->frames;
    const double t = s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
    return (struct fr_pixel){on_screen(bent(reach->x, t), sampler->map->width),
                             on_screen(bent(reach->y, t), sampler->map->height)};
}

/* Targets lie anywhere on the map, usually on walkable pixels. */
static enum fr_status sample_one_hover(struct fr_sampler *sampler, int frames)
{
    const struct fr_pixel start = fr_sampler_walkable(sampler);
    const struct fr_pixel mouse = fr_sampler_anywhere(sampler);
    const uint32_t component = fr_sampler_component(sampler, start);
    struct reach reach = {.x = {0, 0, mouse.x + 0.5}, .y = {0, 0, mouse.y + 0.5}};
    enum fr_status status = fr_sampler_begin_group(sampler);
    for (int i = 0; i < frames && status == FR_OK; i++) {
        if (reach.frame == reach.frames)
            begin_reach(sampler, &reach,
                        fr_sampler_once_in(sampler, 4)
                            ? fr_sampler_anywhere(sampler)
                            : fr_sampler_in_component(sampler, component));
        status = fr_sampler_add(sampler, start, move_mouse(sampler, &reach), "hover", NAN);
    }
    return status;
}

enum fr_status fr_sample_hover(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    while (*made < count && status == FR_OK) {
        const int drawn = fr_random_between(&sampler->random, SHORTEST_HOVER, LONGEST_HOVER);
        const int frames = least(drawn, count - *made);
        status = sample_one_hover(sampler, frames);
        *made += frames;
    }
    return status;
}

enum { SHORTEST_BURST = 3, LONGEST_BURST = 6 };

/* A figure crosses a room in eight seconds. The first click of a burst starts the figure; the
 * others follow at intervals of 0.1 to 0.35 seconds. */
#define CROSSING_SECONDS 8.0
#define LEAST_GAP 0.1
#define GAP_SPREAD 0.25

/* The map's longer side divided by the largest distance of a burst's other goals from its first
 * one. */
enum { BURST_NEARNESS = 32, BURST_TRIES = 64 };

/* A pixel near another and reachable from it; or else the other itself. */
static struct fr_pixel nearby(struct fr_sampler *sampler, struct fr_pixel pixel)
{
    const int32_t most = fr_sampler_longer_side(sampler) / BURST_NEARNESS + 1;
    for (int tries = 0; tries < BURST_TRIES; tries++) {
        struct fr_pixel near = pixel;
        near.x += fr_random_between(&sampler->random, -most, most);
        near.y += fr_random_between(&sampler->random, -most, most);
        if (fr_sampler_component(sampler, near) == fr_sampler_component(sampler, pixel))
            return near;
    }
    return pixel;
}

/* Clicks while the figure walks the oracle's path: goals near the first one, each with the figure's
 * current position as start. The last click comes before the figure arrives, and even earlier if
 * the path is short. */
static enum fr_status sample_one_burst(struct fr_sampler *sampler, struct fr_pixel start,
                                       struct fr_pixel goal, double length, int clicks)
{
    double at[LONGEST_BURST] = {0.0};
    const double speed = fr_sampler_longer_side(sampler) / CROSSING_SECONDS;
    for (int i = 1; i < clicks; i++)
        at[i] = at[i - 1] + speed * (LEAST_GAP + GAP_SPREAD * fr_random_unit(&sampler->random));
    const double hurry = at[clicks - 1] < length ? 1.0 : 0.9 * length / at[clicks - 1];
    enum fr_status status = fr_sampler_begin_group(sampler);
    for (int i = 0; i < clicks && status == FR_OK; i++)
        status =
            fr_sampler_add(sampler, i == 0 ? start : fr_sampler_under_way(sampler, at[i] * hurry),
                           i == 0 ? goal : nearby(sampler, goal), "burst", NAN);
    return status;
}

/* A path long enough for a burst; *length is -1 if there is none. */
static enum fr_status find_way(struct fr_sampler *sampler, struct fr_pixel *start,
                               struct fr_pixel *goal, double *length)
{
    enum fr_status status = FR_OK;
    *length = -1.0;
    for (int tries = 0; tries < BURST_TRIES && status == FR_OK; tries++) {
        if (!fr_sampler_pair(sampler, start, goal))
            break;
        status = fr_sampler_ask(sampler, *start, *goal, length);
        if (*length >= 2 * LONGEST_BURST)
            return status;
    }
    *length = -1.0;
    return status;
}

enum fr_status fr_sample_burst(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    while (count - *made >= SHORTEST_BURST && status == FR_OK) {
        const int left = count - *made;
        int clicks =
            least(fr_random_between(&sampler->random, SHORTEST_BURST, LONGEST_BURST), left);
        /* A remainder too small for another burst joins this burst, or this burst gets shorter. */
        if (left - clicks < SHORTEST_BURST)
            clicks = left <= LONGEST_BURST ? left : SHORTEST_BURST;
        struct fr_pixel start, goal;
        double length;
        status = find_way(sampler, &start, &goal, &length);
        if (status != FR_OK || length < 0)
            return status;
        status = sample_one_burst(sampler, start, goal, length, clicks);
        *made += clicks;
    }
    return status;
}

enum fr_status fr_sample_symmetric(struct fr_sampler *sampler, int count, int *made)
{
    enum fr_status status = FR_OK;
    struct fr_pixel one, other;
    while (count - *made >= 2 && status == FR_OK && fr_sampler_pair(sampler, &one, &other)) {
        status = fr_sampler_begin_group(sampler);
        if (status == FR_OK)
            status = fr_sampler_add(sampler, one, other, "symmetric", NAN);
        if (status == FR_OK)
            status = fr_sampler_add(sampler, other, one, "symmetric", NAN);
        *made += 2;
    }
    return status;
}
