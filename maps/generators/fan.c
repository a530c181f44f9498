/* The fan: distant formations, each on its own ray from a focus on the left, so that the focus sees
 * all of them and none hides another. An algorithm that lists visible corners finds hundreds, of
 * which few are useful. Behind them, a screen separates the focus from a goal on the right: the
 * corners nearest to the goal's direction are the wrong ones. */
#include "maps/generators/drawing.h"

enum { RAYS, NEAR, SCREEN };

struct fan {
    struct fr_canvas *canvas;
    double focus_x, focus_y; /* pixels */
    double right;            /* where the screen begins, pixels */
    int32_t rays;
};

/* Two rays are at least 2 / rays radians apart. Half of that must exceed half the formation's
 * diagonal plus the rounding error. This is the side of the largest square that fits. */
static int32_t size_at(const struct fan *fan, double distance)
{
    return fr_whole(1.4 * distance / fan->rays) - 1;
}

/* The farthest distance on a ray at which a formation touches neither the border nor the screen. */
static double reach(const struct fan *fan, struct fr_vector ray)
{
    const double across = (fan->right - fan->focus_x) / ray.x;
    const double rise = ray.y < 0 ? -ray.y : ray.y;
    const double down = (fan->canvas->height - fan->focus_y) / rise;
    const double border = down < across ? down : across;
    return border - size_at(fan, border) - 3;
}

/* Places a formation on the outer part of a ray. False if the ray is too short. */
static bool stand(const struct fan *fan, struct fr_vector ray, int32_t near,
                  struct fr_random *random)
{
    const double farthest = reach(fan, ray);
    const double distance = fr_random_range(random, farthest / 100 * near, farthest);
    const int32_t size = size_at(fan, distance);
    if (size < 1)
        return false;
    const int32_t x = fr_whole(fan->focus_x + ray.x * distance - size / 2.0 + 0.5);
    const int32_t y = fr_whole(fan->focus_y + ray.y * distance - size / 2.0 + 0.5);
    fr_canvas_rect(fan->canvas, (struct fr_rect){x, y, size, size}, 0);
    return true;
}

static void raise_screen(const struct fan *fan, int32_t percent)
{
    const int32_t height = fr_division(fan->canvas->height, 100, percent);
    const int32_t left = fr_whole(fan->right), thickness = fan->canvas->width / 120 + 1;
    fr_canvas_rect(fan->canvas,
                   (struct fr_rect){left, (fan->canvas->height - height) / 2, thickness, height},
                   0);
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)allocator;
    const struct fan fan = {.canvas = canvas,
                            .focus_x = 0.5,
                            .focus_y = canvas->height / 2 + 0.5,
                            .right = canvas->width - fr_division(canvas->width, 14, 1),
                            .rays = values[RAYS]};
    int32_t standing = 0;
    fr_canvas_flood(canvas, 255);
    for (int32_t i = 0; i < fan.rays; i++)
        standing +=
            stand(&fan, fr_circle(0.75 + (i + 0.5) / (2.0 * fan.rays)), values[NEAR], random);
    raise_screen(&fan, values[SCREEN]);
    return standing > 0 ? FR_OK : FR_BAD_INPUT;
}

const struct fr_generator fr_generator_fan = {
    .kind = "fan",
    .summary = "far obstacles that are all visible from a pixel on the left",
    .options = {[RAYS] = {"rays", 160, 1, 10000,
                          "number of directions, with an obstacle on each that is long enough"},
                [NEAR] = {"near", 40, 1, 99, "free part of a ray before its obstacle, in percent"},
                [SCREEN] = {"screen", 60, 0, 100, "closed part of the right side, in percent"}},
    .least = 32,
    .needs = "about 1.5 pixels of width for each ray",
    .sample = "rays=40",
    .paint = paint,
};
