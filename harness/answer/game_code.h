/* C code for a game: it uses the shipped back end in the room as raced, through library/footrace.h
 * alone. */
#ifndef FOOTRACE_HARNESS_ANSWER_GAME_CODE_H
#define FOOTRACE_HARNESS_ANSWER_GAME_CODE_H

#include <stdbool.h>
#include <stddef.h>

#define FR_GAME_CODE 16384 /* bytes of the code */

struct fr_game {
    const char *pathfinder; /* its address */
    const char *spec;       /* the map with its options: how colours are read, and the radius */
    const char *reading;    /* how the file was read, as in a map row */
    const bool *enabled;    /* for each of FR_AREAS areas: false closes it; NULL: all are open */
};

/* Functions that read a pixel of the mask, if it is a picture; enter the room; and find the path of
 * a click. "" for a map that was raced in cells of several pixels. */
void fr_game_code(const struct fr_game *game, char text[FR_GAME_CODE]);

/* A complete program: it reads the areas of the room from room.pgm, and finds the paths of clicks
 * on standard input. */
void fr_game_program(const struct fr_game *game, char text[FR_GAME_CODE]);

#endif
