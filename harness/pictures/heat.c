#include "harness/pictures/heat.h"

#include <math.h>

#define STRONGEST 0.85 /* the opacity of the first node */
#define PALEST 0.20    /* the opacity of the last node */
#define DOT 4.0        /* in units: a node's radius if there are few nodes */
#define CROWDED 0.08   /* the largest fraction of a picture for dots */

struct heat {
    const struct fr_expansions *expansions;
    struct fr_map_view view;
    struct fr_colour colour;
    bool dots;     /* nodes are discs, otherwise squares */
    double radius; /* of a node, in pixels of the picture: a disc's radius or half a square's
                    * side */
    cairo_surface_t *image;
};

/* Nodes are squares as large as what they represent, or dots if these are more visible. */
static void choose_shape(struct heat *heat, double unit)
{
    const double nodes = (double)heat->expansions->nodes->count;
    const double each = fmax(1.0, (double)heat->expansions->count / nodes);
    const double room = CROWDED * heat->view.width * heat->view.height;
    const double dot = fmin(DOT * unit, sqrt(room / (acos(-1.0) * nodes)));
    heat->radius = fmax(0.5, heat->view.scale * sqrt(each) / 2);
    heat->dots = dot > heat->radius;
    if (heat->dots)
        heat->radius = dot;
}

static double opacity_at(double share)
{
    return STRONGEST + (PALEST - STRONGEST) * sqrt(share);
}

void fr_heat_source(cairo_t *cairo, struct fr_colour colour, double share)
{
    fr_draw_in(cairo, colour, opacity_at(share));
}

/* In Cairo's format: colour multiplied by opacity. */
static uint32_t premultiplied(struct fr_colour colour, double opacity)
{
    return (uint32_t)(255 * opacity + 0.5) << 24 | (uint32_t)(colour.red * opacity + 0.5) << 16 |
           (uint32_t)(colour.green * opacity + 0.5) << 8 | (uint32_t)(colour.blue * opacity + 0.5);
}

static bool covers(const struct heat *heat, double dx, double dy)
{
    return heat->dots ? hypot(dx, dy) <= heat->radius : fmax(fabs(dx), fabs(dy)) <= heat->radius;
}

/* Fills the empty pixels whose centres are in a node. */
static void fill_node(const struct heat *heat, double x, double y, uint32_t pixel)
{
    unsigned char *bytes = cairo_image_surface_get_data(heat->image);
    const int stride = cairo_image_surface_get_stride(heat->image);
    const double radius = heat->radius;
    if (!(x > -radius && y > -radius && x < heat->view.width + radius &&
          y < heat->view.height + radius))
        return;
    const int32_t top = (int32_t)fmax(0, floor(y - radius));
    const int32_t bottom = (int32_t)fmin(heat->view.height - 1, ceil(y + radius));
    const int32_t left = (int32_t)fmax(0, floor(x - radius));
    const int32_t right = (int32_t)fmin(heat->view.width - 1, ceil(x + radius));
    for (int32_t row = top; row <= bottom; row++) {
        uint32_t *pixels = (uint32_t *)(void *)(bytes + (ptrdiff_t)row * stride);
        for (int32_t column = left; column <= right; column++)
            if (pixels[column] == 0 && covers(heat, column + 0.5 - x, row + 0.5 - y))
                pixels[column] = pixel;
    }
}

static void add_nodes(struct heat *heat)
{
    const struct fr_path *all = heat->expansions->nodes;
    const double half = heat->view.scale / 2;
    cairo_surface_flush(heat->image);
    for (size_t i = 0; i < all->count; i++) {
        const struct fr_point at = all->points[i];
        const double opacity = opacity_at((double)i / (double)all->count);
        fill_node(heat, at.x * half, at.y * half, premultiplied(heat->colour, opacity));
    }
    cairo_surface_mark_dirty(heat->image);
}

enum fr_status fr_heat_draw(cairo_t *cairo, const struct fr_expansions *expansions,
                            const struct fr_map_view *view, double unit, struct fr_colour colour)
{
    struct heat heat = {.expansions = expansions, .view = *view, .colour = colour};
    heat.image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, view->width, view->height);
    const bool whole = cairo_surface_status(heat.image) == CAIRO_STATUS_SUCCESS;
    if (whole && expansions->nodes->count > 0) {
        choose_shape(&heat, unit);
        add_nodes(&heat);
        cairo_set_source_surface(cairo, heat.image, 0, 0);
        cairo_paint(cairo);
    }
    cairo_surface_destroy(heat.image);
    return whole ? FR_OK : FR_NO_MEMORY;
}
