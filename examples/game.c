/* A game in under thirty lines, with one header: a room, a click, a path. */
#include <stdio.h>

#include <footrace.h>

int main(void)
{
    static const unsigned char room[3][7] = {
        {1, 1, 1, 1, 1, 1, 1}, {1, 0, 0, 0, 0, 0, 2}, {1, 0, 1, 1, 1, 1, 1}};
    const struct fr_mask mask = {room, 7, 3, 0, FR_MASK_BYTES};
    const struct fr_spot hero = {0, 2}, click = {2, 2};
    struct fr_walker *walker;
    struct fr_spot path[64];
    struct fr_walk walk;
    if (fr_walker_from_mask(&mask, NULL, NULL, NULL, &walker) != FR_WALKER_OK)
        return 1;
    if (fr_walker_find(walker, hero, click, path, 64, &walk) == FR_WALKER_OK)
        for (size_t i = 0; i < walk.count; i++)
            printf("walk to %.1f,%.1f\n", path[i].x, path[i].y);
    fr_walker_open(walker, 2, false); /* the gate closes */
    puts(fr_walker_status_text(fr_walker_find(walker, hero, click, path, 64, &walk)));
    fr_walker_release(walker);
    return 0;
}
