/* The engine of the page: one room, every back end in it, and the judge, behind functions that
 * JavaScript can call.
 *
 * There is one engine in a WebAssembly instance, and an instance belongs to one worker. Numbers
 * are passed as arguments, bytes in blocks that the caller allocates and frees here. Results are
 * numbers, blocks of numbers, or text that is valid until the next call. Back ends are numbered by
 * their place in the list of fr_web_racers. Coordinates are pixels, those of paths half pixels.
 * build.py exports each function that is declared here. */
#ifndef FOOTRACE_WEB_ENGINE_H
#define FOOTRACE_WEB_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Blocks and text ---- */

/* NULL if out of memory. */
void *fr_web_take(size_t bytes);
void fr_web_give(void *block); /* accepts NULL */

/* The text of the last call: a sentence if it failed, JSON if the function says so. */
const char *fr_web_text(void);

/* All back ends as a JSON array of objects with name, label, summary, colour, marker, movement,
 * options, optimality, and the flags optimal, candidate and faults (as in traits). */
const char *fr_web_racers(void);

/* ---- The room ---- */

/* Each function replaces the room and releases every back end. If the input cannot be read, it
 * keeps the old room, leaves a sentence as text, and returns false. Only sentences use `name`. */

/* BMP, Moving AI's .map or an ASCII map, recognized by its first bytes. */
bool fr_web_room_of_file(const uint8_t *bytes, size_t size, const char *name);

/* The size in bytes of a PNG's inflated pixels; 0 with a sentence if its header is invalid, or it
 * has more than FR_WEB_MOST_PIXELS. */
double fr_web_png_inflated(const uint8_t *bytes, size_t size, const char *name);

/* A PNG whose pixels the caller has inflated: all IDAT chunks as one zlib stream. */
bool fr_web_room_of_png(const uint8_t *bytes, size_t size, const char *name, const uint8_t *pixels,
                        size_t pixels_size);

/* Four bytes per pixel, as in a canvas. */
bool fr_web_room_of_canvas(const uint8_t *pixels, int width, int height, const char *name);

/* A drawing: `count` shapes with corners[i] corners each; areas[i] as in footrace.h (0: a hole in
 * the last piece before it). With one_by_one, each shape is painted over the earlier ones and 0 is
 * wall, which makes a room of pixels. */
bool fr_web_room_of_shapes(const float *spots, const uint32_t *corners, const uint8_t *areas,
                           size_t count, int width, int height, bool one_by_one);

/* One byte per pixel: its area. */
bool fr_web_room_of_areas(const uint8_t *areas, int width, int height);

#define FR_WEB_MOST_PIXELS (16 << 20)

/* The inspection of the room as JSON: width, height, format, reading, walkable, components,
 * islands, island_pixels, largest (component, in pixels), hash, corners, pinches, areas ([id,
 * pixels] each), drawing; NULL if out of memory. */
const char *fr_web_inspection(void);

/* A C program that uses a back end in this room, and reads the areas of the room from room.pgm;
 * the program closes the areas that are closed now. */
const char *fr_web_program(int racer);

/* One byte per pixel, in rows without gaps: its area id, even if disabled or blocked. */
const uint8_t *fr_web_areas(void);

/* ---- Back ends ---- */

/* Prepares a back end from scratch, with at most `limit` bytes. 0: done; else an enum fr_status. */
int fr_web_prepare(int racer, double limit);
void fr_web_release(int racer);

/* Bytes that a back end holds now, and at its peak. */
double fr_web_bytes(int racer);
double fr_web_peak(int racer);

/* ---- Finding ---- */

enum {
    FR_WEB_OUTCOME, /* enum fr_outcome */
    FR_WEB_START_X, /* both ends in pixels, clamped to walkable pixels */
    FR_WEB_START_Y,
    FR_WEB_GOAL_X,
    FR_WEB_GOAL_Y,
    FR_WEB_WAYPOINTS,
    FR_WEB_VERDICT,  /* from here on set by fr_web_judge: enum fr_verdict */
    FR_WEB_LENGTH,   /* pixels; NAN: no path */
    FR_WEB_TURNS,    /* -1: no path */
    FR_WEB_RATIO,    /* length / optimum; NAN: one is unknown */
    FR_WEB_CLASS,    /* enum fr_click_class */
    FR_WEB_LEGAL,    /* 1: a legal any-angle path, 0: not; -1: does not apply */
    FR_WEB_STRAIGHT, /* exact grid steps; -1 unless all segments are grid moves */
    FR_WEB_DIAGONAL,
    FR_WEB_TURNING, /* radians; NAN: no path */
    FR_WEB_HUGGING, /* judge/looks.h: a share of the length; NAN: unknown (next three: -1) */
    FR_WEB_SHARP_TURNS,
    FR_WEB_ZIGZAGS,
    FR_WEB_LOOKS_FAULT, /* 1: looks bad, 0: does not */
    FR_WEB_FIGURES
};

/* Queries a prepared back end between two pixels, which may be anywhere. Returns FR_WEB_FIGURES
 * numbers; those of the judge are unknown. NULL if no pixel is walkable. */
const double *fr_web_find(int racer, int start_x, int start_y, int goal_x, int goal_y);

/* The waypoints of the last find, x and y in half pixels. */
const int32_t *fr_web_path(void);

/* Judges the last find, as the harness does; `optimum` is the length of the shortest any-angle
 * path, NAN: unknown. Returns the same numbers, complete, with the judge's reason as text. */
const double *fr_web_judge(double optimum);

/* Runs `count` queries and nothing else; a query is four numbers, the clamped ends. Returns the
 * number of paths found. */
int fr_web_ask(int racer, const int32_t *queries, int count);

/* Writes as much memory as a game's frame has. */
void fr_web_frame(void);

/* ---- Change ---- */

/* The first three functions change the room and record the part; fr_web_update passes it to a
 * prepared back end; 0: updated, 1: prepared again, because it cannot update; -1: failed and
 * released. fr_web_settle clears the record; call it when all back ends are updated. */
void fr_web_paint(double from_x, double from_y, double to_x, double to_y, double radius, int area);
void fr_web_open(int area, bool open);
bool fr_web_block(int x, int y, int width, int height, bool blocked);
int fr_web_update(int racer);
void fr_web_settle(void);

#endif
