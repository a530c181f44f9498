/* A room with two chambers, a gate between them, pillars and a crate: the same in each language. */
#include <stdio.h>
#include <string.h>

#include <footrace.h>

enum { WIDTH = 640, HEIGHT = 360, GATE = 2 };

static unsigned char mask[HEIGHT][WIDTH];

static void fill(int x, int y, int width, int height, unsigned char area)
{
    for (int row = y; row < y + height; row++)
        memset(&mask[row][x], area, (size_t)width);
}

static struct fr_walker *enter(void)
{
    fill(0, 0, WIDTH, HEIGHT, 1);
    fill(300, 0, 20, HEIGHT, 0);
    fill(300, 150, 20, 60, GATE);
    for (int i = 0; i < 4; i++)
        fill(80 + 130 * i, i % 2 ? 60 : 200, 50, 90, 0);
    const struct fr_mask picture = {mask, WIDTH, HEIGHT, 0, FR_MASK_BYTES};
    struct fr_walker *point, *hero = NULL;
    if (fr_walker_from_mask(&picture, NULL, NULL, NULL, &point) != FR_WALKER_OK)
        return NULL;
    fr_walker_with_radius(point, 6, &hero);
    fr_walker_release(point);
    return hero;
}

/* Walks to the click, or to the nearest reachable spot; 4 pixels per frame. */
static struct fr_spot go(struct fr_walker *room, struct fr_spot from, struct fr_spot to)
{
    struct fr_position at = {from, {0, 0}, 0, false};
    struct fr_spot spot;
    struct fr_walk walk = {.count = 0};
    if (fr_walker_find(room, from, to, NULL, 0, &walk) == FR_WALKER_UNREACHABLE &&
        fr_walker_closest(room, from, to, &to) == FR_WALKER_OK)
        fr_walker_find(room, from, to, NULL, 0, &walk);
    printf("%.2f pixels:", walk.length);
    for (size_t i = 0; fr_walker_path(room, i, &spot, 1) == 1; i++)
        printf(" %.1f,%.1f", spot.x, spot.y);
    putchar('\n');
    while (!at.arrived && fr_walker_advance(room, 4, &at) == FR_WALKER_OK)
        continue; /* draw the hero at at.spot, facing at.facing */
    return at.spot;
}

int main(void)
{
    const struct fr_spot start = {40, 320}, far = {600, 20}, near = {100, 330}, beside = {-50, 400};
    struct fr_walker *room = enter();
    if (!room)
        return 1;
    fr_walker_open(room, GATE, false);
    struct fr_spot hero = go(room, start, far);
    fr_walker_open(room, GATE, true);
    hero = go(room, hero, far);
    fr_walker_block(room, 330, 160, 24, 24, true);
    hero = go(room, hero, near);
    go(room, hero, beside);
    fr_walker_release(room);
    return 0;
}
