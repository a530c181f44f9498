/* Drawn maps shrunk by a radius, as options of their files request. */
#include "tests/maps/formats/drawn_files.h"

#include <math.h>

#include "tests/maps/polygon_covers.h"

static void a_square_agent_shrinks_exactly(void **state)
{
    (void)state;
    const char *room = SHAPES("{\"subtract\": [[10, 4], [12, 4], [12, 6], [10, 6]]}");
    struct fr_map *map = load_text("room.json", room, "radius=1.5,shape=square");
    assert_drawing(map, "1 3,3 37,3 37,17 3,17 | - 17,5 27,5 27,15 17,15");
    fr_map_release(map);
    /* the passages above and below the block are four pixels wide */
    map = load_text("room.json", room, "radius=2,shape=square");
    assert_drawing(map, "1 4,4 16,4 16,16 4,16 | 1 28,4 36,4 36,16 28,16");
    fr_map_release(map);
    map = load_text("room.json", room, "radius=6,shape=square");
    assert_int_equal(map->drawing->ring_count, 0);
    assert_int_equal(fr_map_walkable_count(map), 0);
    fr_map_release(map);
    map = load_text("room.json",
                    SHAPES("{\"add\": [[0, 0], [10, 0], [10, 10], [0, 10]]}, {\"add\": [[10, 0], "
                           "[20, 0], [20, 10], [10, 10]], \"area\": 2}"),
                    "radius=1,shape=square");
    assert_drawing(map, "1 2,2 20,2 20,18 2,18 | 2 20,2 38,2 38,18 20,18");
    fr_map_release(map);
}

static double distance_to_edge(struct fr_point p, struct fr_point a, struct fr_point b)
{
    const double dx = b.x - a.x, dy = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    double t = (px * dx + py * dy) / (dx * dx + dy * dy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return sqrt((px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy));
}

static double distance_to_walls(const struct fr_polygon *polygon, struct fr_point p)
{
    double least = 1e9;
    for (uint32_t r = 0; r < polygon->ring_count; r++)
        for (uint32_t i = 0; i < polygon->rings[r].count; i++) {
            const struct fr_point *of = polygon->vertices + polygon->rings[r].first;
            const double distance =
                distance_to_edge(p, of[i], of[(i + 1) % polygon->rings[r].count]);
            least = distance < least ? distance : least;
        }
    return least;
}

/* A disc of radius r fits where the walls are at least r away: on either side of that, by what
 * rounding and the disc's 32 edges can do, in half pixels. */
static void a_disc_keeps_its_distance(void **state)
{
    (void)state;
    const char *room =
        "{\"format\": \"footrace-polygon/1\", \"size\": [60, 60], \"shapes\": [{\"add\": [[2, 5], "
        "[55, 1], [58, 50], [30, 41], [4, 57]]}, {\"subtract\": [[20, 20], [31, 23], [25, 30]]}]}";
    struct fr_map *map = load_text("room.json", room, "");
    struct fr_map *shrunk = load_text("room.json", room, "radius=4.5");
    int inside = 0;
    for (int32_t y = 0; y <= 120; y++)
        for (int32_t x = 0; x <= 120; x++) {
            const struct fr_point p = {x, y};
            const double distance = distance_to_walls(map->drawing, p);
            const bool floor = polygon_covers(map->drawing, NULL, p);
            const bool fits = polygon_covers(shrunk->drawing, NULL, p);
            inside += fits;
            assert_true(!fits || (floor && distance >= 9 - 0.71));
            assert_true(fits || !floor || distance <= 9 * 1.005 + 0.71);
        }
    assert_true(inside > 2000);
    fr_map_release(map);
    fr_map_release(shrunk);
}

static int64_t room_of(const char *options)
{
    struct fr_map *map = load_text(
        "room.json", "{\"format\": \"footrace-polygon/1\", \"size\": [100, 100]}", options);
    const struct fr_polygon *drawing = map->drawing;
    const int64_t doubled = fr_ring_doubled_area(drawing->vertices, drawing->vertex_count);
    fr_map_release(map);
    return doubled / 8;
}

static void shapes_of_agents_differ(void **state)
{
    (void)state;
    assert_int_equal(room_of("radius=10,shape=square"), 80 * 80);
    assert_int_equal(room_of("radius=10"), 80 * 80);
    /* sin 60 of the radius to either side */
    assert_in_range(room_of("radius=10,shape=hexagon"), 80 * 82, 80 * 83);
    /* the full radius above, cos 36 of it below, sin 72 to either side */
    assert_in_range(room_of("radius=10,shape=pentagon"), 81 * 81, 82 * 82);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_square_agent_shrinks_exactly),
        cmocka_unit_test(a_disc_keeps_its_distance),
        cmocka_unit_test(shapes_of_agents_differ),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
