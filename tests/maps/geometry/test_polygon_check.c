/* Whether a drawing is valid: by hand, and as GEOS has it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <geos_c.h>

#include "maps/geometry/polygon_check.h"
#include "tests/maps/formats/drawings.h"
#include "tests/soak.h"

#define SEED 20151224

static const char *const kinds[] = {"short",   "repeats", "flat",     "touches",
                                    "crosses", "outside", "overlaps", "regions"};

static void faults_name_ring_and_vertex(void **state)
{
    (void)state;
    static const struct {
        const char *drawing, *kind;
        uint32_t ring, vertex, other;
    } cases[] = {
        {"1 0,0 8,0", "short", 0, 0, 0},
        {"1 0,0 8,0 8,0 8,8", "repeats", 0, 1, 0},
        {"1 0,0 8,0 8,8 0,0", "repeats", 0, 3, 0},
        {"1 0,0 8,0 4,0", "flat", 0, 0, 0},
        {"1 0,0 8,8 8,0 0,8", "flat", 0, 0, 0},
        {"1 0,0 0,8 8,0 9,9", "crosses", 0, 1, 3},
        {"1 0,0 8,0 8,8 8,2 0,2", "crosses", 0, 1, 2},
        {"1 0,0 8,0 8,8 4,0 0,8", "touches", 0, 0, 3},
        {"1 0,0 4,4 8,0 8,8 4,4 0,8", "touches", 0, 0, 4},
        {"1 0,0 8,0 8,4 4,4 4,2 2,2 2,4 6,4 6,8 0,8", "crosses", 0, 2, 6},
        {"1 0,0 8,0 8,8 0,8 | - 9,1 9,2 10,2", "outside", 1, 0, 0},
        {"1 0,0 8,0 8,8 0,8 | - 6,2 6,4 9,4", "outside", 1, 1, 0},
        {"1 0,0 8,0 8,8 0,8 | - 0,2 2,4 0,6", "outside", 1, 0, 0},
        {"1 0,0 8,0 8,8 0,8 | - 0,0 0,8 8,8 8,0", "outside", 1, 0, 0},
        {"1 0,0 8,0 8,8 0,8 | - 1,1 1,7 7,7 7,1 | - 3,3 3,4 4,4", "overlaps", 2, 0, 0},
        {"1 0,0 8,0 8,8 0,8 | - 2,2 2,4 4,4 4,2 | - 4,2 4,4 6,4 6,2", "overlaps", 1, 2, 0},
        {"1 0,0 8,0 8,8 0,8 | - 2,2 2,5 5,5 5,2 | - 4,4 4,6 6,6 6,4", "overlaps", 1, 1, 0},
        {"1 0,0 8,0 8,8 0,8 | 1 2,2 4,2 4,4", "regions", 1, 0, 0},
        {"1 0,0 4,0 4,8 0,8 | 2 3,3 8,3 8,5", "regions", 0, 1, 0},
        {"1 0,0 4,0 4,8 0,8 | 2 0,0 4,0 4,8 0,8", "regions", 0, 0, 0},
        {"1 0,0 8,0 8,8 0,8 | - 2,2 2,6 6,6 6,2 | 2 2,2 7,3 6,6", "regions", 1, 2, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_polygon *polygon = text_drawing(cases[i].drawing);
        struct fr_polygon_fault fault = {0};
        const enum fr_status status = fr_polygon_check(polygon, &fault);
        if (status != FR_BAD_INPUT || strcmp(kinds[fault.kind], cases[i].kind) != 0 ||
            fault.ring != cases[i].ring || fault.vertex != cases[i].vertex ||
            fault.other != cases[i].other)
            fail_msg("%s: status %d, %s at ring %u, vertex %u, other %u", cases[i].drawing, status,
                     kinds[fault.kind], fault.ring, fault.vertex, fault.other);
        fr_polygon_release(polygon);
    }
}

static void what_may_touch_is_valid(void **state)
{
    (void)state;
    static const char *const drawings[] = {
        "1 0,0 8,0 8,8",
        "1 0,0 0,8 8,8",
        "1 0,0 4,0 8,0 8,8 4,8",
        "1 0,0 8,0 8,8 0,8 | - 0,4 2,5 2,3",
        "1 0,0 8,0 8,8 0,8 | - 0,4 4,5 8,4 4,3",
        "1 0,0 8,0 8,8 0,8 | - 0,0 2,4 4,2 | - 4,2 6,2 6,4",
        "1 0,0 4,0 4,8 0,8 | 2 4,2 8,2 8,6 4,6",
        "1 0,0 4,0 4,8 0,8 | 1 4,0 8,0 8,8 4,8",
        "1 0,0 8,0 8,8 0,8 | - 2,2 2,6 6,6 6,2 | 2 2,2 6,2 6,6 2,6",
        "1 0,0 8,0 8,8 0,8 | - 2,2 2,6 6,6 6,2 | 1 3,3 5,3 5,5",
        "1 0,0 4,4 0,8 | 2 8,0 4,4 8,8",
        "1 -65534,-65534 65534,-65534 65534,65534 | 2 -65534,-65534 65534,65534 -65534,65534",
    };
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++) {
        struct fr_polygon *polygon = text_drawing(drawings[i]);
        struct fr_polygon_fault fault;
        if (fr_polygon_check(polygon, &fault) != FR_OK)
            fail_msg("%s: %s at ring %u, vertex %u", drawings[i], kinds[fault.kind], fault.ring,
                     fault.vertex);
        fr_polygon_release(polygon);
    }
}

static GEOSGeometry *geos_ring(GEOSContextHandle_t context, const struct fr_polygon *polygon,
                               uint32_t r)
{
    const struct fr_polygon_ring *ring = &polygon->rings[r];
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(context, ring->count + 1, 2);
    for (uint32_t i = 0; i <= ring->count; i++) {
        const struct fr_point at = polygon->vertices[ring->first + i % ring->count];
        GEOSCoordSeq_setXY_r(context, sequence, i, at.x, at.y);
    }
    return GEOSGeom_createLinearRing_r(context, sequence);
}

static GEOSGeometry *geos_region(GEOSContextHandle_t context, const struct fr_polygon *polygon,
                                 uint32_t outer)
{
    GEOSGeometry *holes[8];
    unsigned count = 0;
    for (uint32_t i = outer + 1; i < polygon->ring_count; i++)
        if (polygon->rings[i].outer == outer)
            holes[count++] = geos_ring(context, polygon, i);
    return GEOSGeom_createPolygon_r(context, geos_ring(context, polygon, outer), holes, count);
}

static bool geos_rings_valid(GEOSContextHandle_t context, const struct fr_polygon *polygon)
{
    bool valid = true;
    for (uint32_t i = 0; i < polygon->ring_count && valid; i++) {
        GEOSGeometry *alone =
            GEOSGeom_createPolygon_r(context, geos_ring(context, polygon, i), NULL, 0);
        valid = GEOSisValid_r(context, alone) == 1;
        GEOSGeom_destroy_r(context, alone);
    }
    return valid;
}

static GEOSGeometry *filled(GEOSContextHandle_t context, const GEOSGeometry *ring)
{
    return GEOSGeom_createPolygon_r(context, GEOSGeom_clone_r(context, ring), NULL, 0);
}

/* Whether the holes of a region lie inside its outer ring and overlap nowhere. */
static bool holes_in_place(GEOSContextHandle_t context, const GEOSGeometry *region)
{
    const int count = GEOSGetNumInteriorRings_r(context, region);
    GEOSGeometry *shell = filled(context, GEOSGetExteriorRing_r(context, region));
    bool right = true;
    for (int i = 0; i < count; i++) {
        GEOSGeometry *hole = filled(context, GEOSGetInteriorRingN_r(context, region, i));
        right = right && GEOSCovers_r(context, shell, hole) == 1;
        for (int j = 0; j < i && right; j++) {
            GEOSGeometry *other = filled(context, GEOSGetInteriorRingN_r(context, region, j));
            right = GEOSRelatePattern_r(context, hole, other, "T********") == 0;
            GEOSGeom_destroy_r(context, other);
        }
        GEOSGeom_destroy_r(context, hole);
    }
    GEOSGeom_destroy_r(context, shell);
    return right;
}

/* What GEOS thinks of a region of valid rings: valid, or only not so because touching holes cut it
 * in two, which a drawing may have. It says the same of some holes that leave the outer ring. */
static bool geos_valid(GEOSContextHandle_t context, const GEOSGeometry *region)
{
    char *reason = GEOSisValidReason_r(context, region);
    const bool valid = strncmp(reason, "Valid", 5) == 0 ||
                       (strstr(reason, "disconnected") && holes_in_place(context, region));
    GEOSFree_r(context, reason);
    return valid;
}

static bool geos_agrees(GEOSContextHandle_t context, const struct fr_polygon *polygon)
{
    GEOSGeometry *regions[2];
    unsigned count = 0;
    bool valid = geos_rings_valid(context, polygon);
    for (uint32_t i = 0; i < polygon->ring_count; i++)
        if (polygon->rings[i].outer == i)
            regions[count++] = geos_region(context, polygon, i);
    for (unsigned i = 0; i < count; i++)
        valid = valid && geos_valid(context, regions[i]);
    if (valid && count == 2)
        valid = GEOSRelatePattern_r(context, regions[0], regions[1], "T********") == 0;
    for (unsigned i = 0; i < count; i++)
        GEOSGeom_destroy_r(context, regions[i]);
    return valid;
}

static bool repeats_a_vertex(const struct fr_polygon *polygon)
{
    for (uint32_t r = 0; r < polygon->ring_count; r++)
        for (uint32_t i = 0; i < polygon->rings[r].count; i++) {
            const struct fr_point *of = polygon->vertices + polygon->rings[r].first;
            if (fr_point_equal(of[i], of[(i + 1) % polygon->rings[r].count]))
                return true;
        }
    return false;
}

/* GEOS gets rings that repeat no vertex: it allows repetition. */
static void validity_is_that_of_geos(void **state)
{
    (void)state;
    GEOSContextHandle_t context = GEOS_init_r();
    struct fr_random random = {soak_seed(SEED)};
    int valid_count = 0, with_two = 0;
    print_message("           seed %llu\n", (unsigned long long)soak_seed(SEED));
    for (int i = 0; i < 40000 * soak_scale(); i++) {
        struct fr_polygon *polygon = random_drawing(&random, 3 + (int32_t)(i % 7));
        struct fr_polygon_fault fault;
        const bool valid = fr_polygon_check(polygon, &fault) == FR_OK;
        if (!repeats_a_vertex(polygon) && valid != geos_agrees(context, polygon)) {
            print_drawing(polygon);
            fail_msg("round %d: %s", i, valid ? "valid" : kinds[fault.kind]);
        }
        valid_count += valid;
        with_two += valid && polygon->rings[polygon->ring_count - 1].area == 2;
        fr_polygon_release(polygon);
    }
    print_message("           %d valid, %d with two areas\n", valid_count, with_two);
    assert_true(valid_count > 1000 && with_two > 50);
    GEOS_finish_r(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_name_ring_and_vertex),
        cmocka_unit_test(what_may_touch_is_valid),
        cmocka_unit_test(validity_is_that_of_geos),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
