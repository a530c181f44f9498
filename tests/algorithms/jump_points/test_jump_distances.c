/* Jump distances: turns against brute force on every patch, entries against walks step by step,
 * updated tables against fresh ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/jump_points/jump_distances.h"
#include "tests/algorithms/random_edits.h"
#include "tests/algorithms/replay.h"
#include "tests/soak.h"

#define MAPS 100 /* times the soak scale */
#define EDITS 500

static struct fr_jump_distances *tables_of(const struct fr_map *map, enum fr_jump_stops stops)
{
    struct fr_jump_distances *distances;
    assert_int_equal(fr_jump_distances_create(map, stops, &fr_default_allocator, &distances),
                     FR_OK);
    return distances;
}

static bool legal(const struct fr_map *map, int32_t x, int32_t y, int d)
{
    return step_is_legal(map, FR_GRID8, x, y, fr_direction_dx[d], fr_direction_dy[d]);
}

/* Diagonals first. */
static int rank(int d)
{
    return d % 2 ? d : 8 + d;
}

static double length(int d)
{
    return d % 2 ? sqrt(2) : 1;
}

/* Whether the step out may follow the step in, which led to (x, y), on a shortest way that comes
 * first: no other way of one or two steps, within the patch, is shorter or as long and earlier. */
static bool needed(const struct fr_map *map, int32_t x, int32_t y, int in, int out)
{
    const int32_t from_x = x - fr_direction_dx[in], from_y = y - fr_direction_dy[in];
    const int32_t to_x = x + fr_direction_dx[out], to_y = y + fr_direction_dy[out];
    if (from_x == to_x && from_y == to_y)
        return false;
    for (int first = 0; first < FR_DIRECTIONS; first++) {
        const int32_t via_x = from_x + fr_direction_dx[first];
        const int32_t via_y = from_y + fr_direction_dy[first];
        if (!legal(map, from_x, from_y, first))
            continue;
        if (via_x == to_x && via_y == to_y)
            return false;
        if (abs(via_x - x) > 1 || abs(via_y - y) > 1 || first == in)
            continue;
        for (int second = 0; second < FR_DIRECTIONS; second++) {
            if (via_x + fr_direction_dx[second] != to_x ||
                via_y + fr_direction_dy[second] != to_y || !legal(map, via_x, via_y, second))
                continue;
            const double more = length(first) + length(second) - length(in) - length(out);
            if (more < -1e-9 || (more < 1e-9 && rank(first) < rank(in)))
                return false;
        }
    }
    return true;
}

static void check_turns(const struct fr_jump_distances *distances, int32_t x, int32_t y)
{
    const struct fr_map *map = distances->map;
    const uint8_t turns = distances->turns[fr_jump_index(distances, x, y)];
    for (int in = 0; in < FR_DIRECTIONS; in++) {
        if (!legal(map, x - fr_direction_dx[in], y - fr_direction_dy[in], in)) {
            assert_true(in % 2 == 1 || (turns >> in & 3) == 0);
            continue;
        }
        const unsigned exits = in % 2 == 0
                                   ? fr_jump_exits(turns, in)
                                   : 1u << in | 1u << (in - 1) | 1u << (in + 1) % FR_DIRECTIONS;
        for (int out = 0; out < FR_DIRECTIONS; out++) {
            const bool follows = legal(map, x, y, out) && needed(map, x, y, in, out);
            if (follows == (exits >> out & legal(map, x, y, out)))
                continue;
            print_map(map);
            fail_msg("at (%d, %d): in by %d, out by %d", x, y, in, out);
        }
    }
}

/* All patches of 3x3 pixels, walkable or not, and on each open one with walls many times. */
static void turns_are_what_brute_force_finds(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(5)};
    for (unsigned bits = 0; bits < 512 * 16; bits++) {
        struct fr_map *map;
        assert_int_equal(fr_map_create(3, 3, &fr_default_allocator, &map), FR_OK);
        for (int32_t i = 0; i < 9; i++)
            fr_map_set_area(map, i % 3, i / 3, bits >> i & 1);
        for (int32_t i = 0; bits >= 512 && i < 9; i++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                if (fr_random_below(&random, 3) == 0)
                    set_wall(map, i % 3, i / 3, (enum fr_side)side, true);
        struct fr_jump_distances *distances = tables_of(map, FR_JUMP_AT_TURNS);
        check_turns(distances, 1, 1);
        fr_jump_distances_release(distances);
        fr_map_release(map);
    }
}

static bool is_stop(const struct fr_jump_distances *distances, int32_t x, int32_t y, int d)
{
    const size_t cell = fr_jump_index(distances, x, y);
    return distances->stops == FR_JUMP_AT_CORNERS ? distances->turns[cell] != 0
                                                  : d % 2 == 0 && fr_jump_point(distances, cell, d);
}

static bool straight_meets(const struct fr_jump_distances *distances, int32_t x, int32_t y, int d)
{
    while (legal(distances->map, x, y, d)) {
        x += fr_direction_dx[d];
        y += fr_direction_dy[d];
        if (is_stop(distances, x, y, d))
            return true;
    }
    return false;
}

static int walked(const struct fr_jump_distances *distances, int32_t x, int32_t y, int d)
{
    int steps = 0;
    while (legal(distances->map, x, y, d)) {
        x += fr_direction_dx[d];
        y += fr_direction_dy[d];
        steps++;
        if (is_stop(distances, x, y, d) ||
            (d % 2 == 1 && (straight_meets(distances, x, y, d - 1) ||
                            straight_meets(distances, x, y, (d + 1) % FR_DIRECTIONS))))
            return steps;
    }
    return -steps;
}

static void entries_are_what_walking_finds(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(11);
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        if (i % 2)
            mixed_walls(map, &random);
        struct fr_jump_distances *distances =
            tables_of(map, i % 4 < 2 ? FR_JUMP_AT_TURNS : FR_JUMP_AT_CORNERS);
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++) {
                const size_t cell = fr_jump_index(distances, x, y);
                check_turns(distances, x, y);
                for (int d = 0; d < FR_DIRECTIONS; d++) {
                    const int steps = walked(distances, x, y, d);
                    if (distances->cells[cell].at[d] == steps)
                        continue;
                    print_map(map);
                    fail_msg("FOOTRACE_SEED=%llu, (%d, %d), direction %d: %d steps, not %d",
                             (unsigned long long)seed + (unsigned)i, x, y, d, steps,
                             distances->cells[cell].at[d]);
                }
            }
        fr_jump_distances_release(distances);
        fr_map_release(map);
    }
}

static void assert_same_tables(const struct fr_jump_distances *updated, uint64_t seed, int edit)
{
    const struct fr_map *map = updated->map;
    const size_t count = (size_t)map->width * (size_t)map->height;
    struct fr_jump_distances *fresh = tables_of(map, updated->stops);
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&fresh->cells[i], &updated->cells[i], sizeof *fresh->cells) == 0 &&
            fresh->turns[i] == updated->turns[i])
            continue;
        print_map(map);
        fail_msg("FOOTRACE_SEED=%llu, edit %d: updated, pixel (%d, %d) differs from a fresh one",
                 (unsigned long long)seed, edit, (int)i % map->width, (int)i / map->width);
    }
    fr_jump_distances_release(fresh);
}

static void updated_tables_equal_fresh_ones(void **state)
{
    (void)state;
    const int edits = EDITS * soak_scale();
    const uint64_t seed = soak_seed(23);
    struct fr_map *map = NULL;
    struct fr_jump_distances *distances = NULL;
    struct fr_random random;
    for (int edit = 0; edit < edits; edit++) {
        if (edit % 20 == 0) {
            fr_jump_distances_release(distances);
            fr_map_release(map);
            random = (struct fr_random){seed + (uint64_t)edit / 20};
            map = mixed_map(&random);
            if (edit % 40 == 0)
                mixed_walls(map, &random);
            distances = tables_of(map, edit % 80 < 40 ? FR_JUMP_AT_TURNS : FR_JUMP_AT_CORNERS);
        }
        assert_int_equal(fr_jump_distances_update(distances, random_edit(map, &random)), FR_OK);
        assert_same_tables(distances, seed + (uint64_t)edit / 20, edit % 20);
    }
    fr_jump_distances_release(distances);
    fr_map_release(map);
}

/* Beside the block, whoever comes from the left may turn up and whoever comes down may turn left;
 * the same mirrored on its other side. */
static void a_corner_is_turned_once_it_is_passed(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..#...|"
                                   "......|"
                                   "......");
    struct fr_jump_distances *distances = tables_of(map, FR_JUMP_AT_TURNS);
    const struct fr_jump_cell *row = distances->cells + fr_jump_index(distances, 0, 1);
    assert_int_equal(distances->turns[fr_jump_index(distances, 3, 1)], 1 | 1 << 3);
    assert_int_equal(distances->turns[fr_jump_index(distances, 1, 1)], 1 << 5 | 1 << 2);
    assert_int_equal(row[0].at[0], 3);
    assert_int_equal(row[1].at[0], 2);
    assert_int_equal(row[3].at[0], -2);
    assert_int_equal(row[5].at[4], 4);
    assert_int_equal(row[0].at[1], -1);
    assert_int_equal(distances->cells[0].at[1], 1);
    assert_int_equal(fr_jump_exits(1, 0), 1 | 1 << 6 | 1 << 7);
    assert_int_equal(fr_jump_exits(1 << 5, 4), 1 << 4 | 1 << 5 | 1 << 6);
    fr_jump_distances_release(distances);
    fr_map_release(map);
}

/* A wall between two pixels of the upper row: its foot is a corner on both sides. */
static void the_foot_of_a_wall_is_turned(void **state)
{
    (void)state;
    struct fr_map *map = walled_map(". .|. .\n"
                                    "       \n"
                                    ". . . .\n");
    struct fr_jump_distances *distances = tables_of(map, FR_JUMP_AT_TURNS);
    assert_int_equal(distances->turns[fr_jump_index(distances, 2, 1)], 1 | 1 << 3);
    assert_int_equal(distances->turns[fr_jump_index(distances, 1, 1)], 1 << 5 | 1 << 2);
    assert_int_equal(distances->cells[fr_jump_index(distances, 0, 0)].at[0], -1);
    assert_int_equal(distances->cells[fr_jump_index(distances, 0, 1)].at[0], 2);
    assert_int_equal(distances->cells[fr_jump_index(distances, 0, 0)].at[1], 1);
    assert_int_equal(distances->cells[fr_jump_index(distances, 1, 0)].at[1], 0);
    fr_jump_distances_release(distances);
    fr_map_release(map);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...|.#.|...");
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator memory;
        fr_counting_allocator_init(&memory);
        memory.fail_at = n;
        struct fr_jump_distances *distances;
        const enum fr_status status =
            fr_jump_distances_create(map, FR_JUMP_AT_TURNS, &memory.allocator, &distances);
        if (status == FR_OK)
            fr_jump_distances_release(distances);
        assert_int_equal(memory.live_bytes, 0);
        if (memory.refused == 0) {
            assert_int_equal(status, FR_OK);
            break;
        }
        assert_int_equal(status, FR_NO_MEMORY);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_is_turned_once_it_is_passed),
        cmocka_unit_test(the_foot_of_a_wall_is_turned),
        cmocka_unit_test(turns_are_what_brute_force_finds),
        cmocka_unit_test(entries_are_what_walking_finds),
        cmocka_unit_test(updated_tables_equal_fresh_ones),
        cmocka_unit_test(every_refused_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
