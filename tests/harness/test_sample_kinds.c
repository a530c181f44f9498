/* Click sampling, kind by kind: what each promises of its clicks, checked by other means on random
 * maps of many sorts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/validator.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/soak.h"
#include "tests/ascii_map.h"
#include "tests/harness/samples.h"

enum { MAPS = 40, CLICKS = 24 };

/* A set with the map as the events up to an entry left it. */
struct scene {
    const struct fr_map *original;
    struct fr_map *map;
    struct fr_validator *validator; /* of the original map */
    const struct fr_click_set *set;
    size_t at; /* the entry */
};

/* Whether an entry is what its kind promises. */
typedef bool (*entry_check)(const struct scene *scene, const struct fr_click *entry);

static const struct fr_click *entry_at(const struct scene *scene, size_t index)
{
    return index < scene->set->count ? &scene->set->clicks[index] : NULL;
}

static bool sees(const struct scene *scene, struct fr_pixel one, struct fr_pixel other)
{
    return fr_validator_segment(scene->validator, fr_pixel_centre(one), fr_pixel_centre(other));
}

static bool connected(const struct scene *scene, struct fr_pixel one, struct fr_pixel other)
{
    return fr_validator_reachable(scene->validator, FR_GRID8, fr_pixel_centre(one),
                                  fr_pixel_centre(other));
}

static bool expects(const struct scene *scene, const struct fr_click *click)
{
    const double length = relaxed_distance(scene->map, click->start, click->goal);
    return isinf(length) ? click->expect_grid8 == -1.0 : fabs(click->expect_grid8 - length) < 1e-6;
}

/* Carries the set out entry by entry; the map must end as it began. */
static void check_set(const struct fr_map *map, const struct fr_click_set *set, entry_check check,
                      uint64_t seed)
{
    struct scene scene = {.original = map, .set = set};
    struct fr_rect changed;
    assert_int_equal(fr_map_clone(map, &fr_default_allocator, &scene.map), FR_OK);
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &scene.validator), FR_OK);
    for (; scene.at < set->count; scene.at++) {
        const struct fr_click *entry = &set->clicks[scene.at];
        if (!check(&scene, entry)) {
            print_map(map);
            fail_msg("seed %llu, entry %zu, %s: %d,%d to %d,%d", (unsigned long long)seed, scene.at,
                     entry->tag, entry->start.x, entry->start.y, entry->goal.x, entry->goal.y);
        }
        assert_int_equal(fr_click_apply(entry, scene.map, &changed), FR_OK);
    }
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            assert_int_equal(fr_map_walkable(map, x, y), fr_map_walkable(scene.map, x, y));
    fr_validator_release(scene.validator);
    fr_map_release(scene.map);
}

/* Checks sets of a kind on random maps, enough of which must have it. */
static void check_kind(unsigned kind, int clicks, uint64_t fallback_seed, entry_check check)
{
    const uint64_t seed = soak_seed(fallback_seed);
    const int maps = MAPS * soak_scale();
    struct fr_random random = {seed};
    int sets = 0;
    for (int i = 0; i < maps; i++) {
        struct fr_map *map = mixed_map(&random);
        struct fr_click_set set;
        struct fr_error error;
        if (fr_sample_clicks(map, clicks, fr_random_next(&random), kind, &fr_default_allocator,
                             &set, NULL, &error) == FR_OK) {
            check_set(map, &set, check, seed);
            fr_click_set_release(&set);
            sets++;
        }
        fr_map_release(map);
    }
    if (sets * 5 < maps)
        fail_msg("seed %llu: only %d of %d maps gave clicks", (unsigned long long)seed, sets, maps);
}

static bool lies_outside(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_map *map = scene->map;
    const bool start = fr_map_inside(map, click->start.x, click->start.y);
    const bool goal = fr_map_inside(map, click->goal.x, click->goal.y);
    return tagged(click, "outside") && start != goal && isnan(click->expect_grid8) &&
           stands(map, start ? click->start : click->goal);
}

static void outside_is_outside(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_OUTSIDE, CLICKS, 11, lies_outside);
}

static bool lies_on_wall(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_map *map = scene->map;
    return tagged(click, "on-wall") && fr_map_inside(map, click->start.x, click->start.y) &&
           fr_map_inside(map, click->goal.x, click->goal.y) && isnan(click->expect_grid8) &&
           stands(map, click->start) != stands(map, click->goal);
}

static void on_wall_is_on_a_wall(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_ON_WALL, CLICKS, 12, lies_on_wall);
}

/* Marks all wall pixels that hang together, across corners too, with one beside `from`, and with
 * all that lies outside the map; tells whether one of them is beside `to`. */
static bool same_wall(const struct fr_map *map, struct fr_pixel from, struct fr_pixel to)
{
    static bool marked[SAMPLES_HEIGHT + 2][SAMPLES_WIDTH + 2];
    static const int32_t beside[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int side = 0; side < 4; side++) {
        memset(marked, 0, sizeof marked);
        const int32_t wall_x = from.x + beside[side][0], wall_y = from.y + beside[side][1];
        if (fr_map_walkable(map, wall_x, wall_y))
            continue;
        marked[wall_y + 1][wall_x + 1] = true;
        for (bool changed = true; changed;) {
            changed = false;
            for (int32_t y = -1; y <= map->height; y++)
                for (int32_t x = -1; x <= map->width; x++)
                    for (int near = 0; near < 9 && !marked[y + 1][x + 1]; near++) {
                        const int32_t nx = x + near % 3 - 1, ny = y + near / 3 - 1;
                        if (fr_map_walkable(map, x, y) || nx < -1 || ny < -1 || nx > map->width ||
                            ny > map->height || !marked[ny + 1][nx + 1])
                            continue;
                        changed = marked[y + 1][x + 1] = true;
                    }
        }
        for (int other = 0; other < 4; other++)
            if (marked[to.y + beside[other][1] + 1][to.x + beside[other][0] + 1])
                return true;
    }
    return false;
}

static bool hugs_one_wall(const struct scene *scene, const struct fr_click *click)
{
    return tagged(click, "along-wall") && stands(scene->map, click->start) &&
           stands(scene->map, click->goal) && !fr_pixel_equal(click->start, click->goal) &&
           connected(scene, click->start, click->goal) && expects(scene, click) &&
           same_wall(scene->map, click->start, click->goal);
}

static void along_wall_hugs_one_wall(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_ALONG_WALL, CLICKS, 13, hugs_one_wall);
}

static bool touches_edge_wall(const struct fr_map *map, struct fr_pixel pixel)
{
    return fr_map_walled(map, pixel.x, pixel.y, 1, 0) ||
           fr_map_walled(map, pixel.x, pixel.y, -1, 0) ||
           fr_map_walled(map, pixel.x, pixel.y, 0, 1) ||
           fr_map_walled(map, pixel.x, pixel.y, 0, -1);
}

static bool on_the_edge(const struct fr_map *map, struct fr_pixel pixel)
{
    return pixel.x == 0 || pixel.y == 0 || pixel.x == map->width - 1 || pixel.y == map->height - 1;
}

/* An upright edge wall in an empty room: both ends hug it, on one side or on two, or both hug the
 * room's wall. */
static void edge_walls_are_walls(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("............|............|............|............|"
                                   "............|............|............|............|");
    for (int32_t y = 2; y < 6; y++)
        assert_int_equal(fr_map_set_wall(map, 5, y, FR_EAST, true), FR_OK);
    struct fr_click_set set = sample(map, 200, 4, FR_SAMPLE_ALONG_WALL);
    int along = 0, across = 0;
    for (size_t i = 0; i < set.count; i++) {
        const struct fr_click *click = &set.clicks[i];
        const bool edge = touches_edge_wall(map, click->start);
        assert_true(edge ? touches_edge_wall(map, click->goal)
                         : on_the_edge(map, click->start) && on_the_edge(map, click->goal));
        along += edge;
        across += edge && (click->start.x < 6) != (click->goal.x < 6);
    }
    assert_true(along > 20 && across > 5 && across < along);
    fr_click_set_release(&set);
    fr_map_release(map);
}

/* Whether some pixel beside one is in view of the other. */
static bool seen_beside(const struct scene *scene, struct fr_pixel one, struct fr_pixel other)
{
    const struct fr_pixel beside[4] = {
        {one.x + 1, one.y}, {one.x - 1, one.y}, {one.x, one.y + 1}, {one.x, one.y - 1}};
    for (int i = 0; i < 4; i++)
        if (stands(scene->map, beside[i]) && sees(scene, beside[i], other))
            return true;
    return false;
}

static bool hides_by_a_pixel(const struct scene *scene, const struct fr_click *click)
{
    return tagged(click, "corner") && stands(scene->map, click->start) &&
           stands(scene->map, click->goal) && !sees(scene, click->start, click->goal) &&
           expects(scene, click) &&
           (seen_beside(scene, click->start, click->goal) ||
            seen_beside(scene, click->goal, click->start));
}

static void corners_hide_by_a_pixel(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_CORNER, CLICKS, 14, hides_by_a_pixel);
}

static bool is_next(const struct scene *scene, const struct fr_click *click)
{
    const int32_t dx = abs(click->start.x - click->goal.x);
    const int32_t dy = abs(click->start.y - click->goal.y);
    const bool diagonal = tagged(click, "neighbour-diagonal");
    return (diagonal || tagged(click, "neighbour-straight")) && dx <= 1 && dy <= 1 &&
           dx + dy == 1 + diagonal && stands(scene->map, click->start) &&
           stands(scene->map, click->goal) && expects(scene, click);
}

static void neighbours_are_next_to_each_other(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_NEIGHBOURS, CLICKS, 15, is_next);
}

/* A chain has two entries or more, of which the first has a start. */
static bool walks_on(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_click *next = entry_at(scene, scene->at + 1);
    return tagged(click, "walk") && isnan(click->expect_grid8) &&
           (click->kind == FR_WALK
                ? scene->at > 0
                : stands(scene->map, click->start) && next && next->kind == FR_WALK);
}

static void walks_are_chains(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_WALK, CLICKS, 16, walks_on);
}

static bool there_and_back(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_click *mate = entry_at(scene, scene->at ^ 1);
    return tagged(click, "symmetric") && mate && fr_pixel_equal(click->start, mate->goal) &&
           fr_pixel_equal(click->goal, mate->start) &&
           connected(scene, click->start, click->goal) &&
           !fr_pixel_equal(click->start, click->goal);
}

static void symmetric_goes_there_and_back(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_SYMMETRIC, CLICKS, 17, there_and_back);
}

/* How far two points are apart, in shares of the map's longer side. */
static double share_of_map(const struct fr_map *map, struct fr_pixel one, struct fr_pixel other)
{
    return hypot(one.x - other.x, one.y - other.y) /
           (map->width > map->height ? map->width : map->height);
}

/* Nobody moves a mouse across the screen in less than a fifth of a second; one pixel of the map is
 * rounding. */
static bool hovers(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_map *map = scene->map;
    const struct fr_click *before = scene->at > 0 ? entry_at(scene, scene->at - 1) : NULL;
    const double pixel = share_of_map(map, (struct fr_pixel){0, 0}, (struct fr_pixel){1, 1});
    return tagged(click, "hover") && stands(map, click->start) &&
           fr_map_inside(map, click->goal.x, click->goal.y) &&
           (!before || !fr_pixel_equal(before->start, click->start) ||
            share_of_map(map, before->goal, click->goal) < 1.0 / 12 + pixel);
}

static void a_mouse_hovers(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_HOVER, CLICKS, 18, hovers);
}

/* On a large map: a trace moves most of the time, changes its speed little from frame to frame, and
 * covers ground as a hand does. */
static void a_mouse_moves_smoothly(void **unused)
{
    (void)unused;
    struct fr_map *map;
    assert_int_equal(fr_map_create(1920, 1080, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < 1080; y++)
        for (int32_t x = 0; x < 1920; x++)
            fr_map_set_area(map, x, y, 1);
    struct fr_click_set set = sample(map, 300, 5, FR_SAMPLE_HOVER);
    double way = 0.0, sharpest = 0.0;
    int steps = 0;
    for (size_t i = 2; i < set.count; i++) {
        const struct fr_click *click = &set.clicks[i];
        if (!fr_pixel_equal(click->start, click[-2].start))
            continue;
        const double dx = click[0].goal.x - click[-1].goal.x;
        const double dy = click[0].goal.y - click[-1].goal.y;
        const double change = hypot(dx - click[-1].goal.x + click[-2].goal.x,
                                    dy - click[-1].goal.y + click[-2].goal.y);
        way += hypot(dx, dy);
        sharpest = change > sharpest ? change : sharpest;
        steps++;
    }
    assert_true(steps > 280);
    assert_true(sharpest < 12.0);                         /* pixels a frame, per frame */
    assert_true(way / steps > 4.0 && way / steps < 40.0); /* 240 to 2400 pixels a second */
    fr_click_set_release(&set);
    fr_map_release(map);
}

/* The set is one burst: later clicks begin on a shortest way of the first, each farther along
 * it. */
static bool bursts(const struct scene *scene, const struct fr_click *click)
{
    const struct fr_map *map = scene->map;
    const struct fr_click *first = entry_at(scene, 0);
    const struct fr_click *before = scene->at > 0 ? entry_at(scene, scene->at - 1) : first;
    const double whole = relaxed_distance(map, first->start, first->goal);
    const double gone = relaxed_distance(map, first->start, click->start);
    const double left = relaxed_distance(map, click->start, first->goal);
    return tagged(click, "burst") && scene->set->count >= 3 && scene->set->count <= 6 &&
           stands(map, click->goal) && connected(scene, click->start, click->goal) &&
           fabs(gone + left - whole) < 1e-6 && left > 0 &&
           gone >= relaxed_distance(map, first->start, before->start) &&
           abs(click->goal.x - first->goal.x) <= map->width / 32 + map->height / 32 + 1 &&
           abs(click->goal.y - first->goal.y) <= map->width / 32 + map->height / 32 + 1;
}

static void bursts_follow_the_way(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_BURST, 5, 19, bursts);
}

static bool in_area(const struct fr_map *map, struct fr_pixel pixel, const struct fr_click *event)
{
    return fr_map_inside(map, pixel.x, pixel.y) && event->areas[fr_map_area(map, pixel.x, pixel.y)];
}

static bool same_ends(const struct fr_click *one, const struct fr_click *other)
{
    return fr_pixel_equal(one->start, other->start) && fr_pixel_equal(one->goal, other->goal);
}

/* Whether the way between two pixels is shorter with the areas of an event open, or only there. */
static bool gate_matters(const struct fr_map *map, const struct fr_click *event,
                         const struct fr_click *click)
{
    struct fr_map *toggled;
    struct fr_rect changed;
    if (in_area(map, click->goal, event))
        return true;
    assert_int_equal(fr_map_clone(map, &fr_default_allocator, &toggled), FR_OK);
    assert_int_equal(fr_click_apply(event, toggled, &changed), FR_OK);
    const double now = relaxed_distance(map, click->start, click->goal);
    const double then = relaxed_distance(toggled, click->start, click->goal);
    fr_map_release(toggled);
    return event->kind == FR_DISABLE ? now < then : then < now;
}

/* Groups of six: across, the event, across, into the area, the event undone, back. */
static bool passes_gates(const struct scene *scene, const struct fr_click *entry)
{
    const struct fr_click *group = entry_at(scene, scene->at - scene->at % 6);
    const struct fr_click *event = &group[1];
    assert_int_equal(scene->set->count % 6, 0);
    const bool open = (event->kind == FR_DISABLE) == (scene->at % 6 < 2 || scene->at % 6 == 5);
    switch (scene->at % 6) {
    case 0:
        return strcmp(entry->tag, open ? "gate-open" : "gate-closed") == 0 &&
               stands(scene->map, entry->start) && gate_matters(scene->map, event, entry);
    case 2:
        return strcmp(entry->tag, open ? "gate-open" : "gate-closed") == 0 &&
               same_ends(entry, &group[0]);
    case 3:
        return strcmp(entry->tag, open ? "gate-open" : "gate-closed") == 0 &&
               in_area(scene->map, entry->goal, event);
    case 5:
        return strcmp(entry->tag, open ? "gate-open" : "gate-closed") == 0 &&
               fr_pixel_equal(entry->start, group[0].goal) &&
               fr_pixel_equal(entry->goal, group[0].start);
    default:
        return strcmp(entry->tag, "gate") == 0 &&
               (entry->kind == FR_ENABLE || entry->kind == FR_DISABLE) &&
               group[1].kind != group[4].kind &&
               memcmp(group[1].areas, group[4].areas, sizeof group[1].areas) == 0;
    }
}

static void gates_matter(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_GATES, CLICKS, 20, passes_gates);
}

static bool same_rect(struct fr_rect a, struct fr_rect b)
{
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

static bool apart(struct fr_rect a, struct fr_rect b)
{
    return a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height ||
           b.y >= a.y + a.height;
}

/* The rectangles that are solid before an entry; returns how many. */
static int solid_rects(const struct scene *scene, struct fr_rect rects[8])
{
    int count = 0;
    for (size_t i = 0; i < scene->at; i++) {
        const struct fr_click *entry = entry_at(scene, i);
        if (entry->kind == FR_BLOCK)
            rects[count++] = entry->rect;
        for (int j = 0; entry->kind == FR_UNBLOCK && j < count; j++)
            if (same_rect(rects[j], entry->rect)) {
                rects[j] = rects[--count];
                break;
            }
        assert_true(count < 8);
    }
    return count;
}

static bool on_solid(const struct fr_rect *rects, int count, struct fr_pixel pixel)
{
    const struct fr_rect dot = {pixel.x, pixel.y, 1, 1};
    for (int i = 0; i < count; i++)
        if (!apart(rects[i], dot))
            return true;
    return false;
}

/* Objects never overlap, only what is solid is freed, and nobody clicks on one unless that is what
 * the tag says. */
static bool moves_about(const struct scene *scene, const struct fr_click *entry)
{
    struct fr_rect rects[8];
    const int count = solid_rects(scene, rects);
    int freed = 0;
    switch (entry->kind) {
    case FR_CLICK:
        return count > 0 && stands(scene->original, entry->start) &&
               !on_solid(rects, count, entry->start) &&
               on_solid(rects, count, entry->goal) == tagged(entry, "mover-hit");
    case FR_BLOCK:
        for (int i = 0; i < count; i++)
            if (!apart(rects[i], entry->rect))
                return false;
        return strcmp(entry->tag, "mover") == 0;
    case FR_UNBLOCK:
        for (int i = 0; i < count; i++)
            freed += same_rect(rects[i], entry->rect);
        return strcmp(entry->tag, "mover") == 0 && freed == 1;
    default:
        return false;
    }
}

static void movers_keep_clear(void **unused)
{
    (void)unused;
    check_kind(FR_SAMPLE_MOVERS, CLICKS, 21, moves_about);
}

/* Every goal is at the bottom of the niche, marked by area 2; other walls have none. */
static void check_niche(const char *text)
{
    struct fr_map *map = ascii_map(text);
    struct fr_click_set set = sample(map, 20, 3, FR_SAMPLE_NOTCH);
    assert_int_equal(set.count, 20);
    for (size_t i = 0; i < set.count; i++) {
        const struct fr_click *click = &set.clicks[i];
        assert_string_equal(click->tag, "notch");
        assert_true(stands(map, click->start));
        if (fr_map_area(map, click->goal.x, click->goal.y) != 2)
            fail_msg("goal %d,%d is not at the bottom", click->goal.x, click->goal.y);
    }
    fr_click_set_release(&set);
    fr_map_release(map);
}

static void notches_are_deep(void **unused)
{
    (void)unused;
    /* Four wide, and as deep from any mouth; the pillar and the room's corners are none. */
    check_niche("....................|"
                "....................|"
                "....................|"
                "....................|"
                "........####........|"
                "........####........|"
                "........####........|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "....................|"
                "########....########|"
                "########....########|"
                "########....########|"
                "########....########|"
                "########2222########|");
    /* One pixel wide, into a wall at the left. */
    check_niche("####............|"
                "####............|"
                "####............|"
                "####............|"
                "2222............|"
                "####............|"
                "####............|"
                "####............|"
                "####............|");
}

static void assert_none(const char *text, unsigned kind, const char *why)
{
    struct fr_map *map = ascii_map(text);
    struct fr_click_set set;
    struct fr_error error = {""};
    assert_int_equal(fr_sample_clicks(map, 24, 2, kind, &fr_default_allocator, &set, NULL, &error),
                     FR_BAD_INPUT);
    if (!strstr(error.text, why))
        fail_msg("'%s' does not say '%s'", error.text, why);
    fr_map_release(map);
}

static void what_a_map_lacks_is_said(void **unused)
{
    (void)unused;
    const char *const room = "............|............|............|............|"
                             "............|............|............|............|";
    assert_none(room, FR_SAMPLE_UNREACHABLE, "unreachable (the map has only one component)");
    assert_none(room, FR_SAMPLE_BLOCKED, "blocked (no two connected pixels");
    assert_none(room, FR_SAMPLE_ON_WALL, "on-wall (the map has no wall)");
    assert_none(room, FR_SAMPLE_CORNER, "corner (no wall has a corner to go around)");
    assert_none(room, FR_SAMPLE_NOTCH, "notch (no concavity was found)");
    assert_none(room, FR_SAMPLE_GATES, "gates (no second area leads anywhere)");
    assert_none(".#|#.|", FR_SAMPLE_ALONG_WALL, "along-wall (no wall is long enough)");
    assert_none(".#|#.|", FR_SAMPLE_BUCKETS, "buckets (no two pixels are connected)");
    assert_none(".#|#.|", FR_SAMPLE_SYMMETRIC, "symmetric (no two pixels are connected)");
    assert_none(".#|#.|", FR_SAMPLE_BURST, "burst (no way is long enough to be under way on)");
    assert_none(".#|#.|", FR_SAMPLE_MOVERS, "movers (no solid object fits");
    assert_none(".#|##|", FR_SAMPLE_NEIGHBOURS, "neighbours (no two pixels touch)");
    assert_none(room, FR_SAMPLE_CORNER | FR_SAMPLE_UNREACHABLE,
                "unreachable (the map has only one component), corner (no wall");
    /* An area that no ground touches. */
    assert_none("...#22#|...#22#|...####|", FR_SAMPLE_GATES, "gates (no second area");
}

/* Two rooms that door 2 joins; lane 3 is a short cut between pillars; platform 4 leads nowhere; an
 * island. */
static const char *const gated = "..........#.............|"
                                 "..........#......##.....|"
                                 "..........2......##.....|"
                                 "..........2......33.....|"
                                 "..........#......##.....|"
                                 "####......#......##.....|"
                                 ".###......#.............|"
                                 "..##......#.............|"
                                 "###################4444#|";

/* Every tag, and as many clicks as asked for, though pairs and bursts do not always fit in. */
static void all_is_all(void **unused)
{
    static const char *const tags[] = {"bucket-",
                                       "blocked",
                                       "unreachable",
                                       "same",
                                       "outside",
                                       "on-wall",
                                       "along-wall",
                                       "notch",
                                       "corner",
                                       "neighbour-straight",
                                       "neighbour-diagonal",
                                       "walk",
                                       "hover",
                                       "burst",
                                       "symmetric",
                                       "gate-open",
                                       "gate-closed",
                                       "mover"};
    (void)unused;
    struct fr_map *map = ascii_map(gated);
    for (int count = 1; count < 400; count += 57) {
        struct fr_click_set set = sample(map, count, 6, FR_SAMPLE_ALL);
        int clicks = 0;
        for (size_t i = 0; i < set.count; i++)
            clicks += is_click(&set.clicks[i]);
        assert_int_equal(clicks, count);
        for (size_t i = 0; i < sizeof tags / sizeof *tags && count > 300; i++)
            if (count_tagged(&set, tags[i]) == 0)
                fail_msg("of %d clicks, none is tagged %s", count, tags[i]);
        fr_click_set_release(&set);
    }
    fr_map_release(map);
}

/* Groups come whole: a click too many or too few for one is left out, and only then. */
static void groups_come_whole(void **unused)
{
    static const struct {
        unsigned kind;
        int asked, clicks;
    } cases[] = {{FR_SAMPLE_SYMMETRIC, 5, 4}, {FR_SAMPLE_GATES, 11, 8}, {FR_SAMPLE_WALK, 14, 14},
                 {FR_SAMPLE_WALK, 3, 3},      {FR_SAMPLE_BURST, 3, 3},  {FR_SAMPLE_BURST, 8, 8},
                 {FR_SAMPLE_HOVER, 1, 1},     {FR_SAMPLE_MOVERS, 1, 1}};
    (void)unused;
    struct fr_map *map = ascii_map(gated);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_click_set set = sample(map, cases[i].asked, 6, cases[i].kind);
        int clicks = 0;
        for (size_t j = 0; j < set.count; j++)
            clicks += is_click(&set.clicks[j]);
        assert_int_equal(clicks, cases[i].clicks);
        fr_click_set_release(&set);
    }
    fr_map_release(map);
}

static void every_refused_allocation_is_survived(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map(gated);
    enum fr_status status = FR_NO_MEMORY;
    for (uint64_t n = 1; status != FR_OK; n++) {
        struct fr_click_set set;
        struct fr_error error;
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        status =
            fr_sample_clicks(map, 60, 8, FR_SAMPLE_ALL, &counting.allocator, &set, NULL, &error);
        if (status == FR_OK)
            fr_click_set_release(&set);
        assert_int_equal(counting.live_bytes, 0);
        assert_true(n < 2000);
    }
    fr_map_release(map);
}

static uint64_t mix(uint64_t hash, int64_t value)
{
    for (int i = 0; i < 8; i++)
        hash = (hash ^ (uint8_t)((uint64_t)value >> 8 * i)) * 0x100000001B3u;
    return hash;
}

static uint64_t hash_set(const struct fr_click_set *set)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < set->count; i++) {
        const struct fr_click *entry = &set->clicks[i];
        hash = mix(hash, entry->kind);
        if (entry->kind == FR_CLICK)
            hash = mix(mix(hash, entry->start.x), entry->start.y);
        hash = mix(mix(hash, entry->goal.x), entry->goal.y);
        hash = mix(mix(hash, entry->rect.x), entry->rect.width);
        hash = mix(hash, isnan(entry->expect_grid8) ? -2 : (int64_t)(entry->expect_grid8 * 1e6));
        for (int area = 1; area < FR_AREAS; area++)
            hash = entry->areas[area] ? mix(hash, area) : hash;
    }
    return hash;
}

/* The same seed gives the same set with every compiler, on every machine, in every version. */
static void seeds_name_sets(void **unused)
{
    static const uint64_t hashes[FR_SAMPLE_KINDS] = {
        0x83674F24EEC5D506, 0x31F029B13C5A857A, 0x50D4ED9EBFB2170A, 0xF6B83F80B94A2E69,
        0x93654A1FE16813A5, 0x91FFBB1781F5B24A, 0x0FE93C7B3DFB9FA4, 0xFFA242844C0C2969,
        0xB5708AA2F7BE03E0, 0x4482DF01EEE3FB67, 0xFFA97B381E595F35, 0x5B253290B506CC50,
        0x518E68BBFA1730A5, 0x5EA447F093BF3DE2, 0xE023DB4524550D15, 0xB2B5D08414786E1D,
        0xF43782E8E8BADCE3};
    (void)unused;
    struct fr_map *map = ascii_map(gated);
    for (int kind = 0; kind < FR_SAMPLE_KINDS; kind++) {
        struct fr_click_set set = sample(map, 40, 7, 1u << kind);
        const uint64_t hash = hash_set(&set);
        fr_click_set_release(&set);
        if (hash != hashes[kind])
            fail_msg("%s: the set has hash 0x%016llX", fr_sample_kind_name(kind),
                     (unsigned long long)hash);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outside_is_outside),
        cmocka_unit_test(on_wall_is_on_a_wall),
        cmocka_unit_test(along_wall_hugs_one_wall),
        cmocka_unit_test(edge_walls_are_walls),
        cmocka_unit_test(corners_hide_by_a_pixel),
        cmocka_unit_test(neighbours_are_next_to_each_other),
        cmocka_unit_test(walks_are_chains),
        cmocka_unit_test(symmetric_goes_there_and_back),
        cmocka_unit_test(a_mouse_hovers),
        cmocka_unit_test(a_mouse_moves_smoothly),
        cmocka_unit_test(bursts_follow_the_way),
        cmocka_unit_test(gates_matter),
        cmocka_unit_test(movers_keep_clear),
        cmocka_unit_test(notches_are_deep),
        cmocka_unit_test(what_a_map_lacks_is_said),
        cmocka_unit_test(all_is_all),
        cmocka_unit_test(groups_come_whole),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(seeds_name_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
