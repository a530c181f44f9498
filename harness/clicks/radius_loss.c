#include "harness/clicks/radius_loss.h"

#include <stdarg.h>
#include <stdio.h>

#include "maps/analysis/components.h"

#define MOST_NAMED 20 /* most clicks listed in a line */

/* Counts the remaining pieces of each component of the point's map. */
static enum fr_status compare(const struct fr_components *parts, const struct fr_components *pieces,
                              const struct fr_allocator *allocator, struct fr_part_losses *losses)
{
    const uint32_t part_count = fr_components_count(parts);
    const uint32_t piece_count = fr_components_count(pieces);
    uint32_t *left_of = fr_allocate_zeroed(allocator, fr_at_least_one(part_count), sizeof *left_of);
    uint32_t *part_of = fr_allocate(allocator, fr_at_least_one(piece_count), sizeof *part_of);
    const bool whole = left_of && part_of;
    if (whole) {
        fr_components_within(pieces, parts, part_of);
        for (uint32_t piece = 0; piece < piece_count; piece++)
            if (part_of[piece] != FR_NO_COMPONENT)
                left_of[part_of[piece]]++;
        losses->parts = part_count;
        for (uint32_t part = 0; part < part_count; part++) {
            losses->vanished += left_of[part] == 0;
            losses->split += left_of[part] > 1;
        }
    }
    fr_deallocate(allocator, left_of, fr_at_least_one(part_count), sizeof *left_of);
    fr_deallocate(allocator, part_of, fr_at_least_one(piece_count), sizeof *part_of);
    return whole ? FR_OK : FR_NO_MEMORY;
}

enum fr_status fr_part_losses_count(const struct fr_map *point, const struct fr_map *agent,
                                    const struct fr_allocator *allocator,
                                    struct fr_part_losses *losses)
{
    struct fr_components *parts = NULL, *pieces = NULL;
    struct fr_part_losses fresh = {.floor = fr_map_walkable_count(point),
                                   .left = fr_map_walkable_count(agent)};
    enum fr_status status = fr_components_create(point, FR_CONNECTED_4, allocator, &parts);
    if (status == FR_OK)
        status = fr_components_create(agent, FR_CONNECTED_4, allocator, &pieces);
    if (status == FR_OK)
        status = compare(parts, pieces, allocator, &fresh);
    fr_components_release(parts);
    fr_components_release(pieces);
    if (status == FR_OK)
        *losses = fresh;
    return status;
}

/* Whether two pixels are in different components; after an event they may be in none. */
static bool apart(const struct fr_components *parts, struct fr_pixel a, struct fr_pixel b)
{
    const uint32_t first = fr_components_at(parts, a.x, a.y);
    const uint32_t other = fr_components_at(parts, b.x, b.y);
    return first != FR_NO_COMPONENT && other != FR_NO_COMPONENT && first != other;
}

static bool is_walked(const struct fr_resolved_click *click)
{
    return !click->event && click->answerable && click->reachable;
}

enum fr_status fr_lost_clicks_mark(const struct fr_click_set *set, const struct fr_map *point,
                                   const struct fr_resolved_click *agent, enum fr_clamping clamping,
                                   const struct fr_allocator *allocator, bool *lost, size_t *count)
{
    struct fr_resolved_click *resolved;
    struct fr_components *parts;
    enum fr_status status = fr_components_create(point, FR_CONNECTED_4, allocator, &parts);
    if (status != FR_OK)
        return status;
    status = fr_resolve(set, point, clamping, allocator, &resolved);
    if (status == FR_OK) {
        *count = 0;
        for (size_t i = 0; i < set->count; i++) {
            lost[i] = is_walked(&resolved[i]) &&
                      (!is_walked(&agent[i]) || apart(parts, resolved[i].goal, agent[i].goal));
            *count += lost[i];
        }
        fr_deallocate(allocator, resolved, set->count, sizeof *resolved);
    }
    fr_components_release(parts);
    return status;
}

/* A text that is cut when the buffer is full. */
struct text {
    char *at;
    size_t used, size;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add(struct text *text, const char *format, ...)
{
    va_list arguments;
    if (text->used >= text->size)
        return;
    va_start(arguments, format);
    const int length = vsnprintf(text->at + text->used, text->size - text->used, format, arguments);
    va_end(arguments);
    text->used += length > 0 ? (size_t)length : 0;
}

static const char *plural(size_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

void fr_losses_describe(struct fr_agent agent, const struct fr_part_losses *losses,
                        const bool *lost, size_t lost_count, char *text, size_t size)
{
    struct text line = {text, 0, size};
    *text = '\0';
    if (losses->vanished + losses->split + lost_count == 0)
        return;
    add(&line, "with radius %g (%s)", agent.radius / 2.0, fr_agent_shape_name(agent.shape));
    if (losses->parts == 1 && losses->vanished + losses->split > 0)
        add(&line, ", the only component %s", losses->vanished > 0 ? "vanishes" : "splits");
    else if (losses->vanished > 0)
        add(&line, ", %u of %u components %s", losses->vanished, losses->parts,
            plural(losses->vanished, "vanishes", "vanish"));
    if (losses->split > 0 && losses->vanished > 0)
        add(&line, " and %u %s", losses->split, plural(losses->split, "splits", "split"));
    else if (losses->split > 0 && losses->parts > 1)
        add(&line, ", %u of %u components %s", losses->split, losses->parts,
            plural(losses->split, "splits", "split"));
    if (lost_count == 0)
        return;
    add(&line, "%s %zu %s lost", losses->vanished + losses->split > 0 ? ";" : ",", lost_count,
        plural(lost_count, "click is", "clicks are"));
    size_t named = 0;
    for (size_t i = 0; named < lost_count && named < MOST_NAMED; i++)
        if (lost[i])
            add(&line, "%s %zu", named++ == 0 ? ":" : ",", i);
    if (named < lost_count)
        add(&line, " and %zu more", lost_count - named);
}
