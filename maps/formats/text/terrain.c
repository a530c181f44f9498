#include "maps/formats/text/terrain.h"

#include <string.h>

const struct fr_alphabet fr_terrain = {".GS@OTWgsotw", "one of . G S @ O T W"};

void fr_terrain_areas(uint8_t areas[256])
{
    memset(areas, 0, 256);
    for (const char *letter = ".GSgs"; *letter; letter++)
        areas[(unsigned char)*letter] = 1;
}
