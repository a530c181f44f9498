/* Tables that are loaded prove themselves (the back end is included, whose tables they are): one number
 * beyond its bound, anywhere in them, and they are refused; at its bound they are taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/algorithms/forged.h"
#include "tests/algorithms/random_maps.h"

/* Last: its names are those of every back end. */
#include "algorithms/hubs/hublabel.c"

enum { MAPS = 12 };

/* What becomes of tables that are written and read again. */
static enum fr_status read_again(const struct hub_tables *tables)
{
    struct fr_bytes bytes = {.allocator = &fr_default_allocator};
    struct fr_saved out = {.bytes = &bytes};
    struct hub_tables written = *tables;
    pass(&written, &out);
    assert_int_equal(out.status, FR_OK);
    struct fr_saved in = {
        .at = bytes.items, .left = bytes.count, .allocator = &fr_default_allocator};
    struct fr_state loaded = {.tables = {.map = tables->map}};
    loaded.head.allocator = &fr_default_allocator;
    pass(&loaded.tables, &in);
    release(&loaded);
    fr_bytes_release(&bytes);
    return in.status;
}

#define REFUSED(place, number) READ_WITH(place, number, read_again(tables), FR_BAD_INPUT)

static void check_labels(struct hub_tables *tables)
{
    struct hub_labels *labels = &tables->labels;
    const uint32_t last = labels->side_count;
    REFUSED(labels->unit, HUB_FINEST_UNIT / 2);
    REFUSED(labels->unit, 2);
    REFUSED(labels->unit, 0.75);
    REFUSED(labels->edge_bits, -1);
    REFUSED(labels->edge_bits, 16);
    REFUSED(labels->sides[0].edge, 1);
    REFUSED(labels->sides[last].edge, labels->edge_count + 1);
    for (uint32_t corner = 0; corner < last / 2; corner++) {
        REFUSED(labels->places[corner].x, labels->places[corner].x | 1);
        REFUSED(labels->places[corner].y, labels->places[corner].y | 1);
    }
    for (uint32_t side = 0; side < last; side++)
        for (uint32_t i = labels->sides[side].entry; i < labels->sides[side + 1].entry; i++) {
            REFUSED(labels->entries[i].hub, labels->hub_count);
            REFUSED(labels->entries[i].length, HUB_LENGTHS);
            if (i > labels->sides[side].entry)
                REFUSED(labels->entries[i].hub, labels->entries[i - 1].hub);
        }
}

static void check_landmarks(struct hub_tables *tables)
{
    struct landmarks *landmarks = &tables->landmarks;
    REFUSED(landmarks->step, 0);
    for (uint32_t corner = 0; corner < landmarks->corner_count; corner++) {
        const struct hub_side *sides = &tables->labels.sides[2 * corner];
        REFUSED(landmarks->rows[corner], landmarks->count);
        if (sides[0].edge < sides[2].edge)
            REFUSED(landmarks->rows[corner], CORE_NONE);
    }
    for (size_t i = 0; i < (size_t)landmarks->count * LANDMARKS; i += 5) {
        REFUSED(landmarks->lengths[i], -1);
        REFUSED(landmarks->lengths[i], LANDMARKS_FAR + 1);
    }
}

/* A corner beyond the map's rim, though its vias lie there, too. */
static void check_rim(struct hub_tables *tables)
{
    const struct fr_map *map = tables->map;
    struct hub_place *place = &tables->labels.places[0];
    struct via_label *vias = tables->vias.items;
    const struct hub_place before = *place;
    for (int i = 0; i < 2; i++) {
        vias[0].x = vias[1].x = place->x = i ? before.x : (uint16_t)(2 * map->width + 2);
        vias[0].y = vias[1].y = place->y = i ? (uint16_t)(2 * map->height + 2) : before.y;
        assert_int_equal(read_again(tables), FR_BAD_INPUT);
    }
    vias[0].x = vias[1].x = place->x = before.x;
    vias[0].y = vias[1].y = place->y = before.y;
}

/* Lines that leave a part of a via's quadrant, or all of it, to paths into the core. */
static void check_limits(struct hub_tables *tables, struct via_label *via)
{
    const int32_t x = via->right, y = via->down;
    const struct fr_point lines[] = {{0, 0}, {x, 0}, {0, y}, {x, -2 * y}, {-2 * x, y}};
    const struct fr_point before = via->side[VIA_CORE];
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        via->side[VIA_CORE] = lines[i];
        assert_int_equal(read_again(tables), FR_BAD_INPUT);
    }
    via->side[VIA_CORE] = before;
}

/* A corner outside the core is sure for no quarter of a cell, and no path enters the core there; a via lies at its
 * corner. */
static void check_vias(struct hub_tables *tables)
{
    struct via_labels *vias = &tables->vias;
    const uint32_t cells = (uint32_t)(vias->columns * vias->rows);
    REFUSED(vias->cell_shift, 0);
    REFUSED(vias->cell_shift, VIA_COARSEST_SHIFT + 1);
    REFUSED(vias->first[0], 1);
    REFUSED(vias->first[cells], vias->entry_count + 1);
    for (uint32_t side = 0; side < vias->side_count; side++) {
        REFUSED(vias->items[side].x, vias->items[side].x + 2);
        REFUSED(vias->items[side].y, vias->items[side].y + 2);
        REFUSED(vias->items[side].right, 0);
        REFUSED(vias->items[side].down, 2);
        if (tables->landmarks.rows[side / 2] == CORE_NONE)
            check_limits(tables, &vias->items[side]);
    }
    for (uint32_t i = 0; i < vias->entry_count; i++) {
        const uint32_t listed = vias->entries[i], corner = listed >> (VIA_FLAG_BITS + 1);
        REFUSED(vias->entries[i], vias->side_count << VIA_FLAG_BITS);
        for (int quarter = VIA_QUARTERS; quarter < VIA_FLAG_BITS; quarter += 2)
            if (tables->landmarks.rows[corner] == CORE_NONE)
                REFUSED(vias->entries[i], listed | (uint32_t)VIA_SURE << quarter);
    }
}

static void check_upward(struct hub_tables *tables)
{
    struct upward_edges *upward = &tables->upward;
    REFUSED(upward->first[0], 1);
    REFUSED(upward->first[upward->side_count], upward->item_count + 1);
    for (uint32_t i = 0; i < upward->item_count; i++)
        REFUSED(upward->items[i].side, upward->side_count);
}

/* Each number of corners or sides once as of another room. */
static void check_sizes(struct hub_tables *tables)
{
    tables->landmarks.corner_count--;
    assert_false(agree(tables));
    tables->landmarks.corner_count++;
    tables->vias.side_count--;
    assert_false(agree(tables));
    tables->vias.side_count++;
    tables->upward.side_count--;
    assert_false(agree(tables));
    tables->upward.side_count++;
    assert_true(agree(tables));
}

static void one_number_beyond_its_bound_is_refused(void **unused)
{
    struct fr_random random = {81};
    uint32_t hubs = 0, upward = 0, outside = 0;
    (void)unused;
    for (int i = 0; i < MAPS; i++) {
        struct fr_map *map = random_map(&random, fr_random_between(&random, 8, 14),
                                        fr_random_between(&random, 8, 14), 10 + 4 * (i % 4));
        struct fr_state *state = prepared_on(&fr_hublabel, map);
        struct hub_tables *tables = &state->tables;
        assert_int_equal(read_again(tables), FR_OK);
        check_labels(tables);
        check_landmarks(tables);
        check_vias(tables);
        check_upward(tables);
        if (tables->labels.side_count > 0) {
            check_rim(tables);
            check_sizes(tables);
        }
        assert_int_equal(read_again(tables), FR_OK);
        hubs += tables->labels.hub_count;
        upward += tables->upward.item_count;
        outside += tables->labels.side_count / 2 - tables->labels.hub_count;
        fr_release(&fr_hublabel, state);
        fr_map_release(map);
    }
    assert_true(hubs > 0 && upward > 0 && outside > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_number_beyond_its_bound_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
