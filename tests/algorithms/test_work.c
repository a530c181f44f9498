/* A fault that only wastes work or memory changes no answer: both are counted here, on fixed clicks in
 * four rooms. No count may exceed what is kept in the table by more than a hundredth; the rows of those
 * that do are printed, ready to paste if it is worth it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/algorithms/instance.h"
#include "tests/algorithms/wide_map.h"
#include "tests/soak.h"

enum { ROOMS = 4, CLICKS = 200 };
/* The counts of a sanitized program are the same: some rows are enough. */
enum { EVERY = SOAK_SANITIZED ? 7 : 1 };

struct row {
    const char *address;
    struct fr_stats most; /* sums over all clicks: expanded, generated, cleared, sight checks */
    int64_t bytes;        /* held after preparation, in all rooms */
};

static const struct row kept[] = {
    {"dijkstra", {4095495, 4208739, 8980400, -800}, 405142},
    {"bfs", {3998471, 4097399, 0, -800}, 242062},
    {"astar", {279526, 323050, 0, -800}, 433466},
    {"astar:open=heap,canonical=off", {233940, 529498, 0, -800}, 433466},
    {"astar:open=sorted", {278705, 322242, 0, -800}, 433466},
    {"astar:costs=steps", {392623, 700990, 0, -800}, 433466},
    {"astar:model=grid4", {293228, 382916, 0, -800}, 433466},
    {"dstar-lite", {616675, 813714, 0, -800}, 1079952},
    {"jps", {2337, 15260, 0, -800}, 205768},
    {"jpsplus", {2321, 18536, 0, -800}, 894318},
    {"contracted", {2421, 13307, 0, -800}, 733392},
    {"octile", {19499, 41780, 0, -800}, 2365432},
    {"octile:budget=0", {2421, 13307, 0, -800}, 735568},
    {"flood", {760840, 204924, 0, 8836}, 203848},
    {"flood:fill=stacks", {3040567, 3083795, 0, 8836}, 203848},
    {"flood:precheck=off", {912869, 236522, 0, 8732}, 203848},
    {"runwave", {9951, 14942, 0, 8836}, 131164},
    {"theta", {253380, 379901, 0, 407818}, 738308},
    {"theta-sparse", {6168, 30619, 0, 73920}, 96760},
    {"quadtree", {36337, 71049, 0, 3426}, 498404},
    {"visgraph", {1221, 9812, 0, 800}, 2513221},
    {"visgraph:edges=taut", {2127, 11927, 0, 800}, 660037},
    {"visgraph-polygon:source=mask", {5094, 85849, 125807, 189108}, 471952},
    {"polyanya", {12933, 21186, 0, 0}, 242880},
    {"navmesh", {6258, 13389, 0, 800}, 282976},
    {"navmesh:walk=middles", {6258, 13389, 0, 800}, 282976},
    {"navmesh:cost=middle", {10383, 20838, 0, 800}, 282976},
    {"walkbox", {7768, 0, 0, 817}, 222476},
    {"walkbox:matrix=off", {7768, 0, 0, 817}, 94344},
    {"hublabel", {746, 808, 0, 1277}, 3275708},
    {"hublabel:cell=1", {746, 808, 0, 1277}, 3275708},
    {"hublabel:cell=3", {617, 1026, 0, 2391}, 1566408},
    {"hublabel:cell=5", {453, 1232, 0, 4779}, 1415888},
    {"flood-published:hang=advance", {5165865, 5165865, 5848238, 8744}, 180632},
    {"astar-published:positions=taken", {289574, 1218714, 0, -800}, 180728},
    {"astar-published:positions=queued", {289434, 400056, 0, -800}, 180728},
    {"astar-published:positions=queued,priority=goal", {217508, 332682, 0, -800}, 180728},
    {"jumpgraph-published", {2016, 8955, 21703, -800}, 2950830},
    {"jumpgraph-published:wedges=early", {2329, 10440, 21703, -800}, 2950830},
    {"jumpgraph-published:wedges=off", {2531, 17577, 21703, -800}, 2950830},
    {"jumpgraph-published:wedges=costed", {2534, 13212, 21703, -800}, 2950830},
    {"jumpgraph-published:links=both,wedges=costed", {3649, 10910, 12010, -800}, 1124926},
    {"jumpgraph-published:links=both,isovist=walk", {3750, 9647, 5139, -800}, 361320},
    {"jumpgraph-published:isovist=formations", {2149, 10149, 18509, -800}, 3040862},
    {"jumpgraph-published:stops=on", {3119, 10798, 11528, -800}, 1427118},
};

struct room {
    struct fr_map *map;
    struct fr_pixel starts[CLICKS], goals[CLICKS];
};

static void draw_rooms(struct room rooms[ROOMS])
{
    struct fr_random random = {6};
    for (int i = 0; i < ROOMS; i++) {
        rooms[i].map = wide_map(&random);
        for (int click = 0; click < CLICKS; click++)
            assert_true(random_walkable(rooms[i].map, &random, &rooms[i].starts[click]) &&
                        random_walkable(rooms[i].map, &random, &rooms[i].goals[click]));
    }
}

/* Prepares an instance by its address, with an allocator that counts. */
static struct instance prepared_counting(const char *address, const struct fr_map *map,
                                         struct fr_counting_allocator *counting)
{
    struct instance instance;
    fr_counting_allocator_init(counting);
    assert_int_equal(instance_try(&instance, address, map, &counting->allocator), FR_OK);
    return instance;
}

/* What is not counted adds up below 0. */
static struct row work_of(const char *address, const struct room rooms[ROOMS])
{
    struct row sum = {.address = address};
    for (int i = 0; i < ROOMS; i++) {
        struct fr_counting_allocator counting;
        struct instance instance = prepared_counting(address, rooms[i].map, &counting);
        sum.bytes += (int64_t)counting.live_bytes;
        for (int click = 0; click < CLICKS; click++) {
            instance_find(&instance, rooms[i].starts[click], rooms[i].goals[click]);
            const struct fr_stats stats = instance_stats(&instance);
            sum.most.expanded += stats.expanded;
            sum.most.generated += stats.generated;
            sum.most.cleared += stats.cleared;
            sum.most.sight_checks += stats.sight_checks;
        }
        instance_release(&instance);
    }
    return sum;
}

/* Less than half is no gain, but a count that was lost. */
static bool is_off(int64_t count, int64_t most)
{
    return most > 0 ? count > most + most / 100 || count < most / 2 : count != most;
}

static bool differs(const struct row *row, const struct row *kept_row)
{
    const struct fr_stats *work = &row->most, *most = &kept_row->most;
    return is_off(work->expanded, most->expanded) || is_off(work->generated, most->generated) ||
           is_off(work->cleared, most->cleared) || is_off(work->sight_checks, most->sight_checks) ||
           is_off(row->bytes, kept_row->bytes);
}

static void no_more_work_than_is_kept(void **state)
{
    static struct room rooms[ROOMS];
    int off = 0;
    (void)state;
    draw_rooms(rooms);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i += EVERY) {
        const struct row row = work_of(kept[i].address, rooms);
        if (!differs(&row, &kept[i]))
            continue;
        off++;
        print_error("    {\"%s\", {%lld, %lld, %lld, %lld}, %lld},\n", row.address,
                    (long long)row.most.expanded, (long long)row.most.generated,
                    (long long)row.most.cleared, (long long)row.most.sight_checks,
                    (long long)row.bytes);
    }
    for (int i = 0; i < ROOMS; i++)
        fr_map_release(rooms[i].map);
    assert_int_equal(off, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_more_work_than_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
