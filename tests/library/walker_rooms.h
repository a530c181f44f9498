/* What tests of footrace.h walk in: a small room of pixels and a drawn one. Include cmocka and its
 * requirements first. */
#ifndef FOOTRACE_TESTS_LIBRARY_WALKER_ROOMS_H
#define FOOTRACE_TESTS_LIBRARY_WALKER_ROOMS_H

#include "library/footrace.h"

static inline struct fr_spot spot(float x, float y)
{
    return (struct fr_spot){x, y};
}

static inline bool same(struct fr_spot a, struct fr_spot b)
{
    return a.x == b.x && a.y == b.y;
}

/* The walker of a room with a wall at column 2; a mask for the call is all that it needs. */
static inline struct fr_walker *small_walker(const char *pathfinder,
                                             const struct fr_walker_memory *memory)
{
    uint8_t room[5][6];
    for (int i = 0; i < 30; i++)
        room[i / 6][i % 6] = (uint8_t)(i % 6 != 2 || i < 6 ? 1 + (i % 6 == 4) : 0);
    const struct fr_mask mask = {room, 6, 5, 0, FR_MASK_BYTES};
    struct fr_walker *walker = NULL;
    const enum fr_walker_status status =
        fr_walker_from_mask(&mask, pathfinder, memory, NULL, &walker);
    assert_true(status == FR_WALKER_OK || (memory && status == FR_WALKER_NO_MEMORY));
    return walker;
}

/* A floor with a hole, and a gate beside it that leads to a ledge. */
static const struct fr_spot floor_corners[] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
static const struct fr_spot hole_corners[] = {{5, 5}, {15, 5}, {15, 15}, {5, 15.2F}};
static const struct fr_spot gate_corners[] = {{20, 8}, {24, 8}, {24, 12}, {20, 12}};
static const struct fr_spot ledge_corners[] = {{24, 0}, {30, 0}, {30, 20}, {24, 20}};
static const struct fr_shape drawn_room[] = {
    {floor_corners, 4, 1}, {hole_corners, 4, 0}, {gate_corners, 4, 2}, {ledge_corners, 4, 3}};

#endif
