/* The engine of the page: one room, every back end in it, and the judge, behind functions that
 * JavaScript can call.
 *
 * There is one engine in a WebAssembly instance, and an instance belongs to one worker. Numbers go
 * in as arguments; bytes go in through blocks that the caller takes and gives back. What is more
 * than a number comes out as a block of numbers, or as text that lasts until the next call. Back
 * ends are called by their place in the list that fr_web_racers tells. Coordinates are pixels,
 * those of paths half pixels. build.py exports each function that is declared here. */
#ifndef FOOTRACE_WEB_ENGINE_H
#define FOOTRACE_WEB_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Blocks and text ---- */

/* NULL without memory. */
void *fr_web_take(size_t bytes);
void fr_web_give(void *block); /* accepts NULL */

/* What the last call had to say: a sentence where it failed, JSON where a function says so. */
const char *fr_web_text(void);

/* All back ends as a JSON array: name, label, summary, colour, marker,
 * movement, options, optimality, and, true or false, optimal,
 * candidate, faults (as traits has them) and tells (its expansions). */
const char *fr_web_racers(void);

/* ---- The room ---- */

/* Each makes a room in place of the one there was, and releases every back end. False, with the room
 * as it was and a sentence in the text, for what cannot be read. Names are for sentences. */

/* BMP, Moving AI's .map or an ASCII map: what it is, its first bytes say. */
bool fr_web_room_of_file(const uint8_t *bytes, size_t size, const char *name);

/* How many bytes the pixels of a PNG inflate to; 0 with a sentence for a header that is none, or of
 * a picture with more than FR_WEB_MOST_PIXELS. */
double fr_web_png_inflated(const uint8_t *bytes, size_t size, const char *name);

/* The PNG with its pixels inflated by the caller: all IDAT chunks as one stream of zlib. */
bool fr_web_room_of_png(const uint8_t *bytes, size_t size, const char *name, const uint8_t *pixels,
                        size_t pixels_size);

/* Four bytes a pixel, as a canvas has them. */
bool fr_web_room_of_canvas(const uint8_t *pixels, int width, int height, const char *name);

/* A drawing: count shapes of corners[i] corners each, areas[i] as in footrace.h (0: a hole in the
 * last piece before it). With one_by_one, each is painted over what was there, and 0 is wall: the
 * room is then one of pixels. */
bool fr_web_room_of_shapes(const float *spots, const uint32_t *corners, const uint8_t *areas,
                           size_t count, int width, int height, bool one_by_one);

/* One byte a pixel: its area. */
bool fr_web_room_of_areas(const uint8_t *areas, int width, int height);

#define FR_WEB_MOST_PIXELS (16 << 20)

/* What there is to say of the room, as JSON: width, height, format, reading, walkable, components,
 * islands, island_pixels, largest (component, in pixels), hash, corners, pinches, areas ([id, pixels] each), drawing; or NULL without
 * memory. */
const char *fr_web_inspection(void);

/* A byte a pixel, in rows without gaps: its area id, whether or not it is enabled or blocked. */
const uint8_t *fr_web_areas(void);

/* ---- Back ends ---- */

/* Prepares a back end afresh, with no more than limit bytes. 0: done; else as fr_status. */
int fr_web_prepare(int racer, double limit);
void fr_web_release(int racer);

/* Bytes that a back end holds, and the most that it ever held. */
double fr_web_bytes(int racer);
double fr_web_peak(int racer);

/* ---- Finding ---- */

enum {
    FR_WEB_OUTCOME, /* enum fr_outcome */
    FR_WEB_START_X, /* the ends in pixels, clamped to where one can walk */
    FR_WEB_START_Y,
    FR_WEB_GOAL_X,
    FR_WEB_GOAL_Y,
    FR_WEB_WAYPOINTS,
    FR_WEB_VERDICT,  /* from here on by fr_web_judge: enum fr_verdict */
    FR_WEB_LENGTH,   /* pixels; NAN without a path */
    FR_WEB_TURNS,    /* -1 without a path */
    FR_WEB_RATIO,    /* length over optimum; NAN where either is unknown */
    FR_WEB_CLASS,    /* enum fr_click_class */
    FR_WEB_LEGAL,    /* whether it is a legal any-angle path; -1: not asked */
    FR_WEB_STRAIGHT, /* exact grid steps; -1 unless all segments are grid moves */
    FR_WEB_DIAGONAL,
    FR_WEB_TURNING, /* radians; NAN without a path */
    FR_WEB_FIGURES
};

/* Asks a back end that was prepared, between two pixels that may lie anywhere. Yields
 * FR_WEB_FIGURES numbers, of which the judge's are unknown; NULL where nothing is walkable. */
const double *fr_web_find(int racer, int start_x, int start_y, int goal_x, int goal_y);

/* The waypoints of the last find, x and y in half pixels. */
const int32_t *fr_web_path(void);

/* The same, in a pass of its own, with all that is expanded: fr_web_expanded says how many, in
 * order, and where, x and y in half pixels. What finds no memory is left out. */
const double *fr_web_trace(int racer, int start_x, int start_y, int goal_x, int goal_y);
const int32_t *fr_web_expanded(void);
double fr_web_expanded_count(void);

/* Judges the last find, as the harness does; optimum is the length of the shortest any-angle path,
 * NAN: unknown. Yields the same numbers, complete, with the judge's reason as text. */
const double *fr_web_judge(double optimum);

/* Asks count questions and nothing else: four numbers each, the ends as clamped. Yields how many
 * were found. */
int fr_web_ask(int racer, const int32_t *questions, int count);

/* Writes as much memory as a frame of a game has. */
void fr_web_frame(void);

/* ---- Change ---- */

/* Each changes the room and remembers which part. fr_web_update then tells one back end, which has
 * to be prepared; 0: done, 1: it was prepared again, as it cannot update; -1: it failed and is
 * released. fr_web_settle forgets, when all were updated. */
void fr_web_paint(double from_x, double from_y, double to_x, double to_y, double radius, int area);
void fr_web_open(int area, bool open);
bool fr_web_block(int x, int y, int width, int height, bool blocked);
int fr_web_update(int racer);
void fr_web_settle(void);

#endif
