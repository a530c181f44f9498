/* The code that a game takes home: C that uses the shipped back end in a room as it was raced, by
 * library/footrace.h alone. */
#ifndef FOOTRACE_HARNESS_ANSWER_GAME_CODE_H
#define FOOTRACE_HARNESS_ANSWER_GAME_CODE_H

#include <stddef.h>

#define FR_GAME_CODE 16384 /* bytes of the code */

struct fr_game {
    const char *pathfinder; /* its name, with options */
    const char *spec;       /* the map with its options: how its colours are read, and the radius */
    const char *reading;    /* how the file was understood, as a map row says it */
};

/* Functions to read a pixel of the mask, where it is a picture; to enter the room; and to walk to a
 * click. "" for a map that was raced in cells of several pixels. */
void fr_game_code(const struct fr_game *game, char text[FR_GAME_CODE]);

/* A whole program: it reads the areas of the room from room.pgm, and walks to the clicks on its
 * standard input. */
void fr_game_program(const struct fr_game *game, char text[FR_GAME_CODE]);

#endif
