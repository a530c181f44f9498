/* Implements footrace.h: creating, preparing, finding, walking, saving. A state is prepared again
 * if its back end cannot update it, or an update failed for lack of memory. While the chosen back
 * end refuses the room, the state belongs to the fallback. */
#include "library/footrace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algorithms/front.h"
#include "algorithms/steps/rest_of_path.h"
#include "library/room.h"
#include "library/walker.h"

const char *fr_walker_status_text(enum fr_walker_status status)
{
    static const char *const texts[FR_WALKER_STATUSES] = {
        [FR_WALKER_OK] = "done",
        [FR_WALKER_UNREACHABLE] = "the goal is not reachable",
        [FR_WALKER_LONG_PATH] = "the path is longer than the array",
        [FR_WALKER_GAVE_UP] = "the pathfinder gave up at its own limit",
        [FR_WALKER_NO_MEMORY] = "not enough memory",
        [FR_WALKER_UNSUPPORTED] = "this pathfinder does not support the call in this room",
        [FR_WALKER_BAD_ARGUMENT] = "an argument is out of range",
        [FR_WALKER_DAMAGED] = "the saved bytes are damaged",
        [FR_WALKER_FOREIGN] = "the bytes were saved with another room, pathfinder or version",
        [FR_WALKER_UNFINISHED] = "preparation is not complete yet"};
    const bool known = (unsigned)status < FR_WALKER_STATUSES;
    return known ? texts[status] : "unknown status";
}

/* ---- Making a walker ---- */

const char *fr_walker_pathfinder(int number)
{
    for (int i = 0; number >= 0 && fr_pathfinders[i]; i++)
        if (i == number)
            return fr_pathfinders[i]->name;
    return NULL;
}

static const struct fr_pathfinder *usual(void)
{
    const struct fr_pathfinder *best = fr_pathfinder_find(FOOTRACE_PATHFINDER);
    for (int i = 0; !best && fr_pathfinders[i]; i++)
        if (fr_pathfinders[i]->candidate)
            best = fr_pathfinders[i];
    return best ? best : fr_pathfinders[0];
}

/* Reads "name" or "name:options". */
static enum fr_walker_status choose(struct fr_walker *walker, const char *address, char *message)
{
    char name[64], text[2 * FR_WALKER_MESSAGE] = "";
    const size_t length = address ? strcspn(address, ":") : 0;
    const char *options = address && address[length] ? address + length + 1 : NULL;
    snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0,
             address ? address : "");
    walker->pathfinder = address ? fr_pathfinder_find(name) : usual();
    if (!walker->pathfinder) {
        snprintf(text, sizeof text,
                 "pathfinder '%.100s': not found; expected a name from fr_walker_pathfinder()",
                 address ? address : "");
        return fr_room_refuse(message, text);
    }
    if (fr_options_parse(walker->pathfinder->options, walker->pathfinder->option_count, options,
                         &walker->options, text, sizeof text) != FR_OK)
        return fr_room_refuse(message, text);
    fr_traits_of(walker->pathfinder, &walker->options, &walker->traits);
    return FR_WALKER_OK;
}

/* Creates a walker without a map, or NULL. A walker must be released even if its pathfinder was
 * refused. */
static enum fr_walker_status create(const char *pathfinder, const struct fr_walker_memory *memory,
                                    char *message, struct fr_walker **walker)
{
    const struct fr_allocator allocator =
        memory ? (struct fr_allocator){memory->allocate, memory->deallocate, memory->context}
               : fr_default_allocator;
    *walker = NULL;
    const enum fr_status status = fr_room_create(&allocator, walker);
    return status == FR_OK ? choose(*walker, pathfinder, message) : fr_room_status(status);
}

static enum fr_walker_status hand_over(enum fr_walker_status status, struct fr_walker *fresh,
                                       struct fr_walker **walker)
{
    if (status == FR_WALKER_OK) {
        fresh->map = fresh->room->drawn;
        *walker = fresh;
    } else {
        fr_walker_release(fresh);
    }
    return status;
}

enum fr_walker_status fr_walker_from_mask(const struct fr_mask *mask, const char *pathfinder,
                                          const struct fr_walker_memory *memory, char *message,
                                          struct fr_walker **walker)
{
    struct fr_walker *fresh;
    enum fr_walker_status status = create(pathfinder, memory, message, &fresh);
    if (status == FR_WALKER_OK)
        status = fr_room_of_mask(mask, &fresh->room->allocator, message, &fresh->room->drawn);
    return hand_over(status, fresh, walker);
}

enum fr_walker_status fr_walker_from_polygons(const struct fr_shape *shapes, size_t shape_count,
                                              int32_t width, int32_t height, const char *pathfinder,
                                              const struct fr_walker_memory *memory, char *message,
                                              struct fr_walker **walker)
{
    struct fr_walker *fresh;
    enum fr_walker_status status = create(pathfinder, memory, message, &fresh);
    if (status == FR_WALKER_OK)
        status = fr_room_of_shapes(shapes, shape_count, width, height, &fresh->room->allocator,
                                   message, &fresh->room->drawn);
    return hand_over(status, fresh, walker);
}

/* ---- Preparing ---- */

static bool falls_back(const struct fr_walker *walker)
{
    return walker->refused || walker->in_slices;
}

/* The back end to which the state belongs, or will belong. */
static const struct fr_pathfinder *answering(const struct fr_walker *walker)
{
    return falls_back(walker) ? fr_pathfinder_fallback : walker->pathfinder;
}

static void drop_slices(struct fr_walker *walker)
{
    fr_release(walker->pathfinder, walker->slices);
    walker->slices = NULL;
}

/* Drops the state; next time, the chosen back end is tried again. */
static void drop_state(struct fr_walker *walker)
{
    if (walker->state)
        fr_release(answering(walker), walker->state);
    walker->state = NULL;
    walker->refused = walker->has_field = false;
}

static void forget_changes(struct fr_walker *walker)
{
    walker->changed = walker->lost = false;
    fr_changes_forget(&walker->changes);
}

/* Updates the state after changes. */
static void catch_up(struct fr_walker *walker)
{
    if (!walker->changed)
        return;
    const struct fr_pathfinder *pathfinder = answering(walker);
    walker->has_field = false;
    drop_slices(walker);
    const bool done =
        walker->state && !walker->refused && !walker->lost && pathfinder->update &&
        fr_update(pathfinder, walker->state, walker->changes.rects, walker->changes.count) == FR_OK;
    if (!done)
        drop_state(walker);
    forget_changes(walker);
}

static enum fr_status prepare_fallback(struct fr_walker *walker)
{
    struct fr_option_values values;
    fr_options_default(fr_pathfinder_fallback->options, fr_pathfinder_fallback->option_count,
                       &values);
    return fr_prepare(fr_pathfinder_fallback, walker->map, &values, &walker->room->allocator,
                      &walker->state);
}

static enum fr_status prepare_chosen(struct fr_walker *walker, struct fr_work *work)
{
    walker->in_slices = true;
    const enum fr_status status = fr_prepare_some(walker->pathfinder, walker->map, &walker->options,
                                                  &walker->room->allocator, work, &walker->slices);
    if (status == FR_OK && work->paused)
        return FR_OK;
    drop_state(walker);
    fr_components_forget(walker);
    walker->in_slices = false;
    walker->state = walker->slices;
    walker->slices = NULL;
    walker->refused = status == FR_UNSUPPORTED;
    return status;
}

/* FR_OK if preparation paused or there is a state, possibly of the fallback. */
static enum fr_status prepare_some(struct fr_walker *walker, struct fr_work *work)
{
    catch_up(walker);
    if (walker->state && !walker->in_slices)
        return FR_OK;
    const enum fr_status status = walker->refused ? FR_OK : prepare_chosen(walker, work);
    return walker->refused ? prepare_fallback(walker) : status;
}

/* FR_OK if there is a state, possibly of the fallback. */
static enum fr_status need_state(struct fr_walker *walker)
{
    struct fr_work all = FR_ALL_WORK;
    if (!walker->in_slices)
        return prepare_some(walker, &all);
    catch_up(walker);
    return walker->state ? FR_OK : prepare_fallback(walker);
}

enum fr_walker_status fr_walker_prepare_some(struct fr_walker *walker, int64_t work)
{
    struct fr_work slice = {work, false};
    if (work < 1)
        return FR_WALKER_BAD_ARGUMENT;
    const enum fr_status status = prepare_some(walker, &slice);
    if (status == FR_OK && slice.paused)
        return FR_WALKER_UNFINISHED;
    return fr_room_status(status == FR_OK && walker->refused ? FR_UNSUPPORTED : status);
}

enum fr_walker_status fr_walker_prepare(struct fr_walker *walker)
{
    return fr_walker_prepare_some(walker, INT64_MAX);
}

/* ---- Finding ---- */

/* Pixels: from farther away, only the direction matters. */
#define FAR 1e15

static bool is_finite(struct fr_spot spot)
{
    return isfinite(spot.x) && isfinite(spot.y);
}

/* A spot in whole pixels, inside or outside the map. */
struct place {
    int64_t x, y;
};

static struct place place_of(struct fr_spot spot)
{
    const double away = fmax(fabs((double)spot.x), fabs((double)spot.y));
    const double scale = away > FAR ? FAR / away : 1;
    return (struct place){(int64_t)floor((double)spot.x * scale),
                          (int64_t)floor((double)spot.y * scale)};
}

static struct fr_spot spot_of(struct fr_point point)
{
    return (struct fr_spot){(float)point.x / 2, (float)point.y / 2};
}

static bool walkable(const struct fr_map *map, struct place at)
{
    return at.x >= 0 && at.y >= 0 && at.x < map->width && at.y < map->height &&
           fr_map_walkable(map, (int32_t)at.x, (int32_t)at.y);
}

/* The pixel that a spot is moved to; false if no pixel is walkable. */
static bool clamp(const struct fr_map *map, struct fr_spot spot, struct fr_pixel *pixel,
                  bool *moved)
{
    const struct place at = place_of(spot);
    *moved = !walkable(map, at);
    if (*moved)
        return fr_clamp(map, at.x, at.y, pixel);
    *pixel = (struct fr_pixel){(int32_t)at.x, (int32_t)at.y};
    return true;
}

size_t fr_walker_path(const struct fr_walker *walker, size_t first, struct fr_spot *path,
                      size_t capacity)
{
    size_t count = 0;
    for (; count < capacity && first + count < walker->path.count; count++)
        path[count] = spot_of(walker->path.points[first + count]);
    return count;
}

static enum fr_walker_status translate_outcome(enum fr_outcome outcome)
{
    switch (outcome) {
    case FR_FOUND:
        return FR_WALKER_OK;
    case FR_UNREACHABLE:
        return FR_WALKER_UNREACHABLE;
    case FR_LIMIT:
    case FR_NONE:
        return FR_WALKER_GAVE_UP;
    case FR_OUT_OF_MEMORY:
        break;
    }
    return FR_WALKER_NO_MEMORY;
}

static enum fr_walker_status ask(struct fr_walker *walker, struct fr_pixel start,
                                 struct fr_pixel goal)
{
    const struct fr_pathfinder *pathfinder = answering(walker);
    const struct fr_point from = fr_pixel_centre(start), to = fr_pixel_centre(goal);
    const enum fr_outcome outcome =
        walker->has_field && fr_pixel_equal(goal, walker->field_goal)
            ? pathfinder->follow(walker->state, from, &walker->path)
            : fr_find(pathfinder, walker->state, from, to, NULL, &walker->path);
    if (outcome != FR_FOUND)
        walker->path.count = 0;
    return translate_outcome(outcome);
}

enum fr_walker_status fr_walker_find(struct fr_walker *walker, struct fr_spot from,
                                     struct fr_spot to, struct fr_spot *path, size_t capacity,
                                     struct fr_walk *walk)
{
    struct fr_pixel start, goal;
    struct fr_walk answer = {.start = from, .goal = to};
    walker->path.count = 0;
    if (!is_finite(from) || !is_finite(to))
        return FR_WALKER_BAD_ARGUMENT;
    enum fr_walker_status status = fr_room_status(need_state(walker));
    if (status != FR_WALKER_OK)
        return status;
    answer.fallback = walker->path_by_fallback = falls_back(walker);
    walker->changed_since_path = false;
    status = FR_WALKER_UNREACHABLE;
    if (clamp(walker->map, from, &start, &answer.start_moved) &&
        clamp(walker->map, to, &goal, &answer.goal_moved)) {
        answer.start = spot_of(fr_pixel_centre(start));
        answer.goal = spot_of(fr_pixel_centre(goal));
        status = ask(walker, start, goal);
    }
    if (status != FR_WALKER_OK && status != FR_WALKER_UNREACHABLE)
        return status;
    answer.count = walker->path.count;
    answer.length = fr_path_length(&walker->path);
    *walk = answer;
    fr_walker_path(walker, 0, path, capacity);
    return answer.count > capacity ? FR_WALKER_LONG_PATH : status;
}

enum fr_walker_status fr_walker_field(struct fr_walker *walker, struct fr_spot goal)
{
    struct fr_pixel pixel;
    bool moved;
    if (!is_finite(goal))
        return FR_WALKER_BAD_ARGUMENT;
    const enum fr_walker_status status = fr_walker_prepare(walker);
    if (status != FR_WALKER_OK)
        return status;
    if (!walker->pathfinder->fill)
        return FR_WALKER_UNSUPPORTED;
    walker->has_field = false;
    if (!clamp(walker->map, goal, &pixel, &moved))
        return FR_WALKER_UNREACHABLE;
    const enum fr_outcome outcome = walker->pathfinder->fill(walker->state, fr_pixel_centre(pixel));
    walker->has_field = outcome == FR_FOUND;
    walker->field_goal = pixel;
    return translate_outcome(outcome);
}

/* ---- Walking ---- */

enum fr_walker_status fr_walker_advance(const struct fr_walker *walker, double distance,
                                        struct fr_position *position)
{
    const struct fr_path *path = &walker->path;
    const double length = fr_path_length(path), wanted = position->walked + distance;
    if (!isfinite(wanted))
        return FR_WALKER_BAD_ARGUMENT;
    if (path->count == 0)
        return FR_WALKER_UNREACHABLE;
    double left = position->walked = fmin(fmax(wanted, 0), length);
    position->arrived = position->walked == length;
    position->spot = spot_of(path->points[0]);
    for (size_t i = 1; i < path->count && (i == 1 || left > 0); i++) {
        const struct fr_point a = path->points[i - 1], b = path->points[i];
        const double x = (b.x - a.x) / 2.0, y = (b.y - a.y) / 2.0, away = sqrt(x * x + y * y);
        const double part = left < away ? left / away : 1;
        position->spot.x = (float)(a.x / 2.0 + x * part);
        position->spot.y = (float)(a.y / 2.0 + y * part);
        position->facing = (struct fr_spot){(float)(x / away), (float)(y / away)};
        left -= away;
    }
    if (position->arrived)
        position->spot = spot_of(path->points[path->count - 1]);
    return FR_WALKER_OK;
}

/* Whether paths of the answering back end stay in free space. */
static bool follows_free_space(const struct fr_walker *walker)
{
    const enum fr_movement movement = walker->traits.movement;
    return walker->path_by_fallback || movement == FR_ANY_ANGLE || movement == FR_GRID4 ||
           movement == FR_GRID8 || movement == FR_GRID8_ONE;
}

bool fr_walker_still_walkable(const struct fr_walker *walker, const struct fr_position *position)
{
    if (walker->path.count == 0 || !isfinite(position->walked))
        return false;
    if (!walker->changed_since_path)
        return true;
    return follows_free_space(walker) &&
           fr_rest_in_free_space(walker->map, &walker->path, position->walked);
}

bool fr_walker_walkable(const struct fr_walker *walker, struct fr_spot spot)
{
    return is_finite(spot) && walkable(walker->map, place_of(spot));
}

/* The movement model of the back end that answers; the fallback's may differ. */
static enum fr_status find_movement(struct fr_walker *walker, enum fr_movement *movement)
{
    *movement = walker->traits.movement;
    if (*movement != FR_GRID8_CUT && *movement != FR_POLYGON)
        return FR_OK;
    const enum fr_status status = need_state(walker);
    *movement = falls_back(walker) ? FR_ANY_ANGLE : *movement;
    return status;
}

static enum fr_status need_components(struct fr_walker *walker, enum fr_movement movement)
{
    if (walker->index)
        return FR_OK;
    const enum fr_connectivity connectivity =
        movement == FR_GRID8_CUT ? FR_CONNECTED_8 : FR_CONNECTED_4;
    fr_components_forget(walker);
    const enum fr_status status = fr_components_create(
        walker->map, connectivity, &walker->room->allocator, &walker->components);
    return status == FR_OK ? fr_clamp_index_create(walker->map, walker->components,
                                                   &walker->room->allocator, &walker->index)
                           : status;
}

static double distance(struct fr_pixel pixel, struct place to)
{
    return hypot((double)(pixel.x - to.x), (double)(pixel.y - to.y));
}

/* In a drawing, walls and passages may be thinner than a pixel: the back end decides which parts of
 * the floor are connected. */
static enum fr_walker_status closest_in_drawing(struct fr_walker *walker, struct fr_pixel start,
                                                struct place to, struct fr_pixel *best)
{
    const uint32_t count = fr_components_count(walker->components);
    enum fr_walker_status status = FR_WALKER_OK;
    *best = start;
    for (uint32_t i = 0; status == FR_WALKER_OK && i < count; i++) {
        struct fr_pixel pixel;
        if (!fr_clamp_to_component(walker->index, i, to.x, to.y, &pixel) ||
            distance(pixel, to) >= distance(*best, to))
            continue;
        status = ask(walker, start, pixel);
        if (status == FR_WALKER_OK)
            *best = pixel;
        else if (status == FR_WALKER_UNREACHABLE)
            status = FR_WALKER_OK;
    }
    walker->path.count = 0;
    return status;
}

enum fr_walker_status fr_walker_closest(struct fr_walker *walker, struct fr_spot from,
                                        struct fr_spot to, struct fr_spot *closest)
{
    struct fr_pixel start, best;
    enum fr_movement movement;
    bool moved;
    if (!is_finite(from) || !is_finite(to))
        return FR_WALKER_BAD_ARGUMENT;
    if (!clamp(walker->map, from, &start, &moved))
        return FR_WALKER_UNREACHABLE;
    enum fr_walker_status status = fr_room_status(find_movement(walker, &movement));
    if (status == FR_WALKER_OK)
        status = fr_room_status(need_components(walker, movement));
    if (status != FR_WALKER_OK)
        return status;
    if (movement == FR_POLYGON) {
        status = closest_in_drawing(walker, start, place_of(to), &best);
    } else {
        const uint32_t home = fr_components_at(walker->components, start.x, start.y);
        if (!fr_clamp_to_component(walker->index, home, place_of(to).x, place_of(to).y, &best))
            best = start;
    }
    if (status == FR_WALKER_OK)
        *closest = spot_of(fr_pixel_centre(best));
    return status;
}

/* ---- Saving ---- */

enum fr_walker_status fr_walker_save(struct fr_walker *walker, const void **bytes, size_t *size)
{
    if (!walker->pathfinder->save)
        return FR_WALKER_UNSUPPORTED;
    enum fr_walker_status status = fr_walker_prepare(walker);
    if (status == FR_WALKER_OK)
        status = fr_room_status(fr_state_save(walker->pathfinder, walker->state, walker->map,
                                              &walker->options, &walker->saved));
    if (status == FR_WALKER_OK) {
        *bytes = walker->saved.items;
        *size = walker->saved.count;
    }
    return status;
}

enum fr_walker_status fr_walker_load(struct fr_walker *walker, const void *bytes, size_t size)
{
    struct fr_state *loaded = NULL;
    if (!walker->pathfinder->load)
        return FR_WALKER_UNSUPPORTED;
    switch (fr_state_load(walker->pathfinder, walker->map, &walker->options,
                          &walker->room->allocator, bytes, size, &loaded)) {
    case FR_OK:
        break;
    case FR_NO_MEMORY:
        return FR_WALKER_NO_MEMORY;
    case FR_UNSUPPORTED:
        return FR_WALKER_FOREIGN;
    case FR_BAD_INPUT:
    case FR_SYSTEM_ERROR:
        return FR_WALKER_DAMAGED;
    }
    if (walker->refused)
        fr_components_forget(walker);
    drop_slices(walker);
    drop_state(walker);
    walker->in_slices = false;
    walker->state = loaded;
    forget_changes(walker);
    return FR_WALKER_OK;
}

void fr_walker_release(struct fr_walker *walker)
{
    if (!walker)
        return;
    drop_slices(walker);
    drop_state(walker);
    fr_components_forget(walker);
    fr_bytes_release(&walker->saved);
    fr_changes_release(&walker->changes);
    fr_path_release(&walker->path);
    fr_room_leave(walker);
}
