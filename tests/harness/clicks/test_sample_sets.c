/* Click sampling: whole sets, of which kinds they are, how large, and the same for the same
 * seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/ascii_map.h"
#include "tests/harness/clicks/samples.h"

static void assert_none(const char *text, unsigned kind, const char *why)
{
    struct fr_map *map = ascii_map(text);
    struct fr_click_set set;
    struct fr_error error = {"", FR_OK};
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
    assert_none(room, FR_SAMPLE_CORNER, "corner (no wall has a corner to pass)");
    assert_none(room, FR_SAMPLE_NOTCH, "notch (no concavity was found)");
    assert_none(room, FR_SAMPLE_GATES, "gates (no second area connects two others)");
    assert_none(".#|#.|", FR_SAMPLE_ALONG_WALL, "along-wall (no wall is long enough)");
    assert_none(".#|#.|", FR_SAMPLE_BUCKETS, "buckets (no two pixels are connected)");
    assert_none(".#|#.|", FR_SAMPLE_SYMMETRIC, "symmetric (no two pixels are connected)");
    assert_none(".#|#.|", FR_SAMPLE_BURST, "burst (no path is long enough to be interrupted)");
    assert_none(".#|#.|", FR_SAMPLE_MOVERS, "movers (no solid object fits");
    assert_none(".#|##|", FR_SAMPLE_NEIGHBOURS, "neighbours (no two walkable pixels touch)");
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
        status = fr_sample_clicks(map, 60, 8, FR_SAMPLE_ALL | FR_SAMPLE_DEFAULT,
                                  &counting.allocator, &set, NULL, &error);
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
        0xF43782E8E8BADCE3, 0x362A410ABC37DF6A, 0xC5542C752AF4E514};
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
        cmocka_unit_test(what_a_map_lacks_is_said),
        cmocka_unit_test(all_is_all),
        cmocka_unit_test(groups_come_whole),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(seeds_name_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
