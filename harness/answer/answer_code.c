#include <stdio.h>
#include <string.h>

#include "harness/answer/answer.h"

static const char *const before =
    "#include \"footrace.h\"\n"
    "\n"
    "/* When the room loads. pixels: a byte each, 0 is a wall. NULL: no memory. */\n"
    "static struct fr_walker *enter_room(const unsigned char *pixels, int width, int height)\n"
    "{\n"
    "    const struct fr_mask mask = {pixels, width, height, 0, FR_MASK_BYTES};\n"
    "    struct fr_walker *walker = NULL;\n"
    "    if (fr_walker_from_mask(&mask, \"";

static const char *const after =
    "\", NULL, NULL, &walker) == FR_WALKER_OK &&\n"
    "        fr_walker_prepare(walker) == FR_WALKER_OK)\n"
    "        return walker;\n"
    "    fr_walker_release(walker);\n"
    "    return NULL;\n"
    "}\n"
    "\n"
    "/* At each click: how many spots the way there has, 0 for none. */\n"
    "static size_t walk_to(struct fr_walker *walker, struct fr_spot hero, struct fr_spot click,\n"
    "                      struct fr_spot *path, size_t capacity)\n"
    "{\n"
    "    struct fr_walk walk;\n"
    "    return fr_walker_find(walker, hero, click, path, capacity, &walk) == FR_WALKER_OK\n"
    "               ? walk.count\n"
    "               : 0;\n"
    "}\n"
    "\n"
    "/* When the room is left: fr_walker_release(walker); */\n";

void fr_answer_code(const struct fr_final_answer *answer, char text[FR_ANSWER_CODE])
{
    const int chosen = answer->choice.chosen;
    *text = '\0';
    if (chosen < 0 || !answer->evidence->racers.at[chosen].pathfinder ||
        strpbrk(fr_answer_ship(answer), "\"\\"))
        return;
    snprintf(text, FR_ANSWER_CODE, "%s%s%s", before, fr_answer_ship(answer), after);
}
