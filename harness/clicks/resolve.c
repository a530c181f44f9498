#include "harness/clicks/resolve.h"

#include "algorithms/visibility/map_rings.h"
#include "algorithms/visibility/ring_clamp.h"
#include "maps/analysis/clamp.h"
#include "maps/analysis/components.h"

const char *const fr_clamping_names[FR_CLAMPINGS] = {"nearest", "component", "edge"};

/* The state after the entries so far: the map, and the end of the last click. */
struct walk {
    struct fr_map *map;
    struct fr_components *components; /* NULL after an event, until needed */
    struct fr_clamp_index *index;     /* of these components; NULL until needed */
    struct outline outline;           /* of the drawing; no allocator until needed */
    const struct fr_allocator *allocator;
    bool standing;      /* there was an earlier click */
    struct fr_pixel at; /* the last click's clamped goal if that was reachable, else its start */
};

static void forget_components(struct walk *walk)
{
    fr_clamp_index_release(walk->index);
    fr_components_release(walk->components);
    if (walk->outline.allocator)
        outline_release(&walk->outline);
    walk->outline = (struct outline){0};
    walk->index = NULL;
    walk->components = NULL;
}

static enum fr_status need_components(struct walk *walk)
{
    if (walk->components)
        return FR_OK;
    return fr_components_create(walk->map, FR_CONNECTED_4, walk->allocator, &walk->components);
}

/* Clamps the goal of a click into the component of its start. */
static enum fr_status clamp_to_home(struct walk *walk, struct fr_pixel goal, uint32_t home,
                                    struct fr_resolved_click *resolved)
{
    const enum fr_status status =
        walk->index
            ? FR_OK
            : fr_clamp_index_create(walk->map, walk->components, walk->allocator, &walk->index);
    if (status == FR_OK)
        resolved->answerable =
            fr_clamp_to_component(walk->index, home, goal.x, goal.y, &resolved->goal);
    return status;
}

/* The walkable pixel that replaces a pixel; false if there is none. */
static bool clamp(const struct walk *walk, struct fr_pixel pixel, struct fr_pixel *nearest,
                  bool *clamped)
{
    *clamped = false;
    *nearest = pixel;
    if (fr_map_inside(walk->map, pixel.x, pixel.y) && fr_map_walkable(walk->map, pixel.x, pixel.y))
        return true;
    *clamped = true;
    return fr_clamp(walk->map, pixel.x, pixel.y, nearest);
}

static enum fr_status need_outline(struct walk *walk)
{
    struct fr_contours *rings;
    if (walk->outline.allocator)
        return FR_OK;
    enum fr_status status = map_rings_create(walk->map, RINGS_DRAWN, 0, walk->allocator, &rings);
    if (status != FR_OK)
        return status;
    status = outline_create(&walk->outline, rings, true, walk->allocator);
    fr_contours_release(rings);
    return status;
}

/* Moves an unwalkable end onto an edge. */
static enum fr_status bring_to_edge(struct walk *walk, struct fr_pixel end, struct fr_point *at)
{
    const enum fr_status status = need_outline(walk);
    if (status == FR_OK && !ring_clamp_exact(&walk->outline, fr_pixel_centre(end), at))
        *at = fr_pixel_centre(end);
    return status;
}

static enum fr_status bring_ends_to_edges(struct walk *walk, struct fr_pixel start,
                                          struct fr_pixel goal, struct fr_resolved_click *resolved)
{
    enum fr_status status = FR_OK;
    if (resolved->start_clamped)
        status = bring_to_edge(walk, start, &resolved->from);
    if (resolved->goal_clamped && status == FR_OK)
        status = bring_to_edge(walk, goal, &resolved->to);
    return status;
}

static enum fr_status resolve_click(struct walk *walk, const struct fr_click *click,
                                    enum fr_clamping clamping, struct fr_resolved_click *resolved)
{
    const struct fr_pixel start =
        click->kind == FR_CLICK ? click->start : (walk->standing ? walk->at : click->goal);
    enum fr_status status = need_components(walk);
    if (status != FR_OK)
        return status;
    resolved->start = start;
    resolved->goal = click->goal;
    walk->standing = true;
    walk->at = start;
    if (fr_components_count(walk->components) == 0)
        return FR_OK;
    resolved->answerable = clamp(walk, start, &resolved->start, &resolved->start_clamped) &&
                           clamp(walk, click->goal, &resolved->goal, &resolved->goal_clamped);
    const uint32_t home = fr_components_at(walk->components, resolved->start.x, resolved->start.y);
    if (resolved->goal_clamped && clamping == FR_CLAMP_COMPONENT)
        status = clamp_to_home(walk, click->goal, home, resolved);
    resolved->from = fr_pixel_centre(resolved->start);
    resolved->to = fr_pixel_centre(resolved->goal);
    if (clamping == FR_CLAMP_EDGE && status == FR_OK)
        status = bring_ends_to_edges(walk, start, click->goal, resolved);
    if (status != FR_OK)
        return status;
    resolved->reachable =
        fr_components_at(walk->components, resolved->goal.x, resolved->goal.y) == home;
    walk->at = resolved->reachable ? resolved->goal : resolved->start;
    return FR_OK;
}

static enum fr_status resolve_event(struct walk *walk, const struct fr_click *event,
                                    struct fr_resolved_click *resolved)
{
    struct fr_rect changed;
    resolved->event = true;
    forget_components(walk);
    return fr_click_apply(event, walk->map, &changed);
}

enum fr_status fr_resolve(const struct fr_click_set *set, const struct fr_map *map,
                          enum fr_clamping clamping, const struct fr_allocator *allocator,
                          struct fr_resolved_click **resolved)
{
    struct walk walk = {.allocator = allocator};
    if (clamping == FR_CLAMP_EDGE && !map->drawing)
        return FR_UNSUPPORTED;
    if (set->count == 0) {
        *resolved = NULL;
        return FR_OK;
    }
    struct fr_resolved_click *entries = fr_allocate_zeroed(allocator, set->count, sizeof *entries);
    enum fr_status status = entries ? fr_map_clone(map, allocator, &walk.map) : FR_NO_MEMORY;
    for (size_t i = 0; i < set->count && status == FR_OK; i++) {
        const struct fr_click *click = &set->clicks[i];
        if (click->kind == FR_CLICK || click->kind == FR_WALK)
            status = resolve_click(&walk, click, clamping, &entries[i]);
        else
            status = resolve_event(&walk, click, &entries[i]);
    }
    forget_components(&walk);
    fr_map_release(walk.map);
    if (status == FR_OK)
        *resolved = entries;
    else
        fr_deallocate(allocator, entries, set->count, sizeof *entries);
    return status;
}
