/* What every pathfinder answers in random rooms, as one digest each, and how many of its answers are paths: the
 * same wherever the library was compiled. Uses footrace.h alone.
 * usage: answers [ROOMS] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <footrace.h>

enum { WIDTH = 90, HEIGHT = 60, USUAL_ROOMS = 6, CLICKS = 40, MOST = 2048 };

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint32_t next(uint64_t *random, uint32_t bound)
{
    uint64_t z = *random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ (z >> 31)) >> 32) % bound;
}

static uint64_t digest(uint64_t hash, int64_t value)
{
    for (int i = 0; i < 8; i++)
        hash = (hash ^ ((uint64_t)value >> 8 * i & 0xFF)) * UINT64_C(0x100000001B3);
    return hash;
}

/* Floor with walls and specks in it, and a gate of area 2. */
static void draw(uint8_t room[HEIGHT][WIDTH], uint64_t *random)
{
    memset(room, 1, (size_t)WIDTH * HEIGHT);
    for (int i = 0; i < 40; i++) {
        const uint32_t x = next(random, WIDTH - 12), y = next(random, HEIGHT - 12);
        const uint32_t width = 1 + next(random, 12), height = 1 + next(random, 12);
        for (uint32_t row = y; row < y + height; row++)
            memset(&room[row][x], i < 35 ? 0 : 2, width);
    }
}

static struct fr_spot anywhere(uint64_t *random)
{
    struct fr_spot spot;
    spot.x = (float)next(random, WIDTH + 8) - 4;
    spot.y = (float)next(random, HEIGHT + 8) - 4;
    return spot;
}

static int paths; /* found so far */

static uint64_t click(struct fr_walker *walker, uint64_t *random, uint64_t hash)
{
    static struct fr_spot path[MOST];
    struct fr_walk walk;
    const struct fr_spot from = anywhere(random), to = anywhere(random);
    const enum fr_walker_status status = fr_walker_find(walker, from, to, path, MOST, &walk);
    hash = digest(hash, status);
    if (status != FR_WALKER_OK)
        return hash;
    paths++;
    for (size_t i = 0; i < walk.count; i++)
        hash = digest(digest(hash, (int64_t)(2 * path[i].x)), (int64_t)(2 * path[i].y));
    return hash;
}

static uint64_t answer(const char *name, int rooms)
{
    static uint8_t room[HEIGHT][WIDTH];
    uint64_t random = 20, hash = UINT64_C(0xCBF29CE484222325);
    for (int i = 0; i < rooms; i++) {
        struct fr_walker *walker;
        draw(room, &random);
        const struct fr_mask mask = {room, WIDTH, HEIGHT, 0, FR_MASK_BYTES};
        if (fr_walker_from_mask(&mask, name, NULL, NULL, &walker) != FR_WALKER_OK)
            return 0;
        for (int k = 0; k < CLICKS; k++) {
            if (k == CLICKS / 2)
                hash = digest(hash, fr_walker_open(walker, 2, false));
            if (k == CLICKS / 3)
                hash = digest(hash, fr_walker_block(walker, 20, 20, 9, 9, true));
            hash = click(walker, &random, hash);
        }
        fr_walker_release(walker);
    }
    return hash;
}

int main(int count, char **words)
{
    const int rooms = count > 1 ? atoi(words[1]) : USUAL_ROOMS;
    /* As printed, some never end. */
    for (int i = 0; fr_walker_pathfinder(i); i++) {
        const char *name = fr_walker_pathfinder(i);
        if (strstr(name, "-published"))
            continue;
        paths = 0;
        const uint64_t hash = answer(name, rooms);
        printf("%s %016" PRIx64 " %d\n", name, hash, paths);
    }
    return 0;
}
