/* Clicks across areas that open and close between clicks. */
#include <math.h>
#include <string.h>

#include "harness/clicks/sampler.h"

enum { CLICKS_A_GATE = 4, SETTLE_TRIES = 64 };

/* An area that may be opened or closed, on the current map. */
struct gate {
    uint8_t area;
    bool open;        /* on the sampler's map */
    uint32_t *pixels; /* all pixels of the area */
    size_t pixel_count;
    struct fr_map *toggled; /* the sampler's map with the area in its other state */
    struct fr_components *toggled_components;
};

static const struct fr_components *components_when(const struct fr_sampler *sampler,
                                                   const struct gate *gate, bool open)
{
    return open == gate->open ? sampler->components : gate->toggled_components;
}

/* The component of a pixel with the gate open, or closed. */
static uint32_t component_when(const struct fr_sampler *sampler, const struct gate *gate, bool open,
                               struct fr_pixel pixel)
{
    return fr_components_at(components_when(sampler, gate, open), pixel.x, pixel.y);
}

static void close_gate(const struct fr_sampler *sampler, struct gate *gate)
{
    fr_deallocate(sampler->allocator, gate->pixels, gate->pixel_count, sizeof *gate->pixels);
    fr_components_release(gate->toggled_components);
    fr_map_release(gate->toggled);
}

static enum fr_status open_gate(const struct fr_sampler *sampler, uint8_t area, size_t size,
                                struct gate *gate)
{
    const struct fr_map *map = sampler->map;
    *gate = (struct gate){.area = area, .open = map->enabled[area], .pixel_count = size};
    gate->pixels = fr_allocate(sampler->allocator, size, sizeof *gate->pixels);
    if (!gate->pixels)
        return FR_NO_MEMORY;
    size_t count = 0;
    for (size_t i = 0; count < size; i++)
        if (map->areas[i] == area)
            gate->pixels[count++] = (uint32_t)i;
    enum fr_status status = fr_map_clone(map, sampler->allocator, &gate->toggled);
    if (status != FR_OK)
        return status;
    fr_map_enable(gate->toggled, area, !gate->open);
    return fr_components_create(gate->toggled, FR_CONNECTED_4, sampler->allocator,
                                &gate->toggled_components);
}

static bool in_area(const struct fr_sampler *sampler, const struct gate *gate,
                    struct fr_pixel pixel)
{
    return fr_map_inside(sampler->map, pixel.x, pixel.y) &&
           fr_map_area(sampler->map, pixel.x, pixel.y) == gate->area;
}

static struct fr_pixel random_in_area(struct fr_sampler *sampler, const struct gate *gate)
{
    const uint32_t width = (uint32_t)sampler->map->width;
    const uint32_t index =
        gate->pixels[fr_random_below(&sampler->random, (uint32_t)gate->pixel_count)];
    return (struct fr_pixel){(int32_t)(index % width), (int32_t)(index / width)};
}

/* The first pixel outside the area, in one direction from `from`; false if it is not walkable. */
static bool leave_area(const struct fr_sampler *sampler, const struct gate *gate,
                       struct fr_pixel from, int32_t dx, int32_t dy, struct fr_pixel *out)
{
    while (in_area(sampler, gate, from)) {
        from.x += dx;
        from.y += dy;
    }
    *out = from;
    return component_when(sampler, gate, false, from) != FR_NO_COMPONENT;
}

/* A random pixel of the same component of the closed map, if one is hit. */
static struct fr_pixel wander(struct fr_sampler *sampler, const struct gate *gate,
                              struct fr_pixel from)
{
    const uint32_t part = component_when(sampler, gate, false, from);
    for (int tries = 0; tries < SETTLE_TRIES; tries++) {
        const struct fr_pixel pixel = fr_sampler_walkable(sampler);
        if (component_when(sampler, gate, false, pixel) == part)
            return pixel;
    }
    return from;
}

/* Continues straight for some distance over walkable pixels. */
static struct fr_pixel go_on(struct fr_sampler *sampler, const struct gate *gate,
                             struct fr_pixel from, int32_t dx, int32_t dy)
{
    uint32_t length = 0;
    while (component_when(sampler, gate, false,
                          (struct fr_pixel){from.x + (int32_t)length * dx,
                                            from.y + (int32_t)length * dy}) != FR_NO_COMPONENT)
        length++;
    const int32_t gone = (int32_t)fr_random_below(&sampler->random, length);
    return (struct fr_pixel){from.x + gone * dx, from.y + gone * dy};
}

/* Ends on two sides of the area, straight across it, so that any way around is longer. If no way
 * leads around, the ends may be anywhere in their components. False if no line crosses the area. */
static bool cross_gate(struct fr_sampler *sampler, const struct gate *gate, struct fr_pixel *start,
                       struct fr_pixel *goal)
{
    for (int tries = 0; tries < FR_SAMPLER_TRIES; tries++) {
        const struct fr_pixel inside = random_in_area(sampler, gate);
        const bool upright = fr_random_below(&sampler->random, 2) == 1;
        const int32_t dx = upright ? 0 : 1, dy = upright ? 1 : 0;
        if (component_when(sampler, gate, true, inside) == FR_NO_COMPONENT ||
            !leave_area(sampler, gate, inside, -dx, -dy, start) ||
            !leave_area(sampler, gate, inside, dx, dy, goal))
            continue;
        if (component_when(sampler, gate, false, *start) !=
            component_when(sampler, gate, false, *goal)) {
            *start = wander(sampler, gate, *start);
            *goal = wander(sampler, gate, *goal);
        } else {
            *start = go_on(sampler, gate, *start, -dx, -dy);
            *goal = go_on(sampler, gate, *goal, dx, dy);
        }
        return true;
    }
    return false;
}

/* A click from outside into the gate's area, if that is a dead end. */
static bool enter_gate(struct fr_sampler *sampler, const struct gate *gate, struct fr_pixel *start,
                       struct fr_pixel *goal)
{
    for (int tries = 0; tries < FR_SAMPLER_TRIES; tries++) {
        *goal = random_in_area(sampler, gate);
        *start = fr_sampler_walkable(sampler);
        const uint32_t part = component_when(sampler, gate, true, *goal);
        if (part != FR_NO_COMPONENT && !in_area(sampler, gate, *start) &&
            component_when(sampler, gate, true, *start) == part)
            return true;
    }
    return false;
}

static enum fr_status add_toggle(struct fr_sampler *sampler, const struct gate *gate, bool open)
{
    struct fr_click event = {.kind = open ? FR_ENABLE : FR_DISABLE};
    event.areas[gate->area] = true;
    return fr_sampler_append(sampler, &event, "gate");
}

static enum fr_status add_at_gate(struct fr_sampler *sampler, struct fr_pixel start,
                                  struct fr_pixel goal, bool open)
{
    return fr_sampler_add(sampler, start, goal, open ? "gate-open" : "gate-closed", NAN);
}

/* Four clicks: across the gate in its current state, across it in the other state, into the gate,
 * and across it after its state is restored. */
static enum fr_status add_gate_clicks(struct fr_sampler *sampler, const struct gate *gate,
                                      struct fr_pixel start, struct fr_pixel goal)
{
    enum fr_status status = fr_sampler_begin_group(sampler);
    if (status == FR_OK)
        status = add_at_gate(sampler, start, goal, gate->open);
    if (status == FR_OK)
        status = add_toggle(sampler, gate, !gate->open);
    if (status == FR_OK)
        status = add_at_gate(sampler, start, goal, !gate->open);
    if (status == FR_OK)
        status = add_at_gate(sampler, start, random_in_area(sampler, gate), !gate->open);
    if (status == FR_OK)
        status = add_toggle(sampler, gate, gate->open);
    return status == FR_OK ? add_at_gate(sampler, goal, start, gate->open) : status;
}

static enum fr_status sample_gate(struct fr_sampler *sampler, uint8_t area, size_t size, int groups,
                                  int *made)
{
    struct gate gate;
    enum fr_status status = open_gate(sampler, area, size, &gate);
    for (int i = 0; i < groups && status == FR_OK; i++) {
        struct fr_pixel start, goal;
        if (!cross_gate(sampler, &gate, &start, &goal) &&
            !enter_gate(sampler, &gate, &start, &goal))
            break;
        status = add_gate_clicks(sampler, &gate, start, goal);
        *made += CLICKS_A_GATE;
    }
    close_gate(sampler, &gate);
    return status;
}

/* The areas of a map except the largest, which is the floor. Returns their number. */
static int list_gates(const struct fr_map *map, size_t sizes[FR_AREAS], uint8_t gates[FR_AREAS])
{
    const size_t pixels = (size_t)map->width * (size_t)map->height;
    int floor = 1, count = 0;
    memset(sizes, 0, FR_AREAS * sizeof *sizes);
    for (size_t i = 0; i < pixels; i++)
        sizes[map->areas[i]]++;
    for (int area = 2; area < FR_AREAS; area++)
        floor = sizes[area] > sizes[floor] ? area : floor;
    for (int area = 1; area < FR_AREAS; area++)
        if (sizes[area] > 0 && area != floor)
            gates[count++] = (uint8_t)area;
    return count;
}

/* Divides the groups equally among the gates, starting at a random one; repeats without the gates
 * that gave none. */
enum fr_status fr_sample_gates(struct fr_sampler *sampler, int count, int *made)
{
    size_t sizes[FR_AREAS];
    uint8_t gates[FR_AREAS];
    int left = list_gates(sampler->map, sizes, gates);
    enum fr_status status = FR_OK;
    while (left > 0 && count - *made >= CLICKS_A_GATE && status == FR_OK) {
        const int groups = (count - *made) / CLICKS_A_GATE;
        const int first = (int)fr_random_below(&sampler->random, (uint32_t)left);
        int kept = 0;
        uint8_t again[FR_AREAS];
        for (int i = 0; i < left && status == FR_OK; i++) {
            const uint8_t area = gates[(first + i) % left];
            const int before = *made, quota = groups / left + (i < groups % left);
            if (quota > 0)
                status = sample_gate(sampler, area, sizes[area], quota, made);
            if (quota == 0 || *made > before)
                again[kept++] = area;
        }
        memcpy(gates, again, (size_t)kept);
        left = kept;
    }
    return status;
}
