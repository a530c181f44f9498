/* Drawings in text, for tests: rings behind '|', each "AREA x,y x,y ..." for an outer ring or
 * "- x,y x,y ..." for a hole of the outer ring before it, in half pixels. And random ones. */
#ifndef FOOTRACE_TESTS_MAPS_FORMATS_DRAWINGS_H
#define FOOTRACE_TESTS_MAPS_FORMATS_DRAWINGS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps/geometry/polygon_check.h"
#include "maps/geometry/polygon_paint.h"
#include "maps/map.h"
#include "maps/polygon.h"
#include "maps/random.h"

#define MOST_TEST_VERTICES 64

static inline uint32_t read_text_ring(const char *text, struct fr_point *vertices)
{
    uint32_t count = 0;
    int length;
    while (count < MOST_TEST_VERTICES &&
           sscanf(text, " %d,%d%n", &vertices[count].x, &vertices[count].y, &length) == 2) {
        text += length;
        count++;
    }
    return count;
}

/* A drawing, which the caller releases; the program ends if memory runs out. */
static inline struct fr_polygon *text_drawing(const char *text)
{
    struct fr_polygon *polygon;
    uint32_t outer = FR_NO_RING;
    if (fr_polygon_create(&fr_default_allocator, &polygon) != FR_OK)
        abort();
    while (*text) {
        struct fr_point vertices[MOST_TEST_VERTICES];
        text += strspn(text, " ");
        const bool hole = *text == '-';
        const uint8_t area = (uint8_t)strtol(text, NULL, 10);
        const uint32_t count = read_text_ring(text + strcspn(text, " "), vertices);
        if (fr_polygon_append(polygon, vertices, count, hole ? outer : FR_NO_RING, area) != FR_OK)
            abort();
        outer = hole ? outer : polygon->ring_count - 1;
        text += strcspn(text, "|");
        text += *text == '|';
    }
    return polygon;
}

/* Prints a drawing in the form of text_drawing(). */
static inline void print_drawing(const struct fr_polygon *polygon)
{
    fputs("    \"", stderr);
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const struct fr_polygon_ring *ring = &polygon->rings[r];
        if (ring->outer == r)
            fprintf(stderr, "%s%d", r > 0 ? " | " : "", ring->area);
        else
            fputs(" | -", stderr);
        for (uint32_t i = 0; i < ring->count; i++)
            fprintf(stderr, " %d,%d", polygon->vertices[ring->first + i].x,
                    polygon->vertices[ring->first + i].y);
    }
    fputs("\"\n", stderr);
}

/* A ring of 3 to 7 vertices in a box, not always a valid one. */
static inline uint32_t random_ring(struct fr_random *random, struct fr_point low,
                                   struct fr_point high, struct fr_point *vertices)
{
    const uint32_t count = 3 + fr_random_below(random, 5);
    for (uint32_t i = 0; i < count; i++)
        vertices[i] = (struct fr_point){fr_random_between(random, low.x, high.x),
                                        fr_random_between(random, low.y, high.y)};
    return count;
}

/* Up to two areas with up to two holes each, on a size x size square, not always valid. */
static inline struct fr_polygon *random_drawing(struct fr_random *random, int32_t size)
{
    struct fr_polygon *polygon;
    struct fr_point vertices[8];
    const uint32_t areas = 1 + fr_random_below(random, 2);
    if (fr_polygon_create(&fr_default_allocator, &polygon) != FR_OK)
        abort();
    for (uint32_t area = 1; area <= areas; area++) {
        const uint32_t outer = polygon->ring_count, holes = fr_random_below(random, 3);
        for (uint32_t i = 0; i <= holes; i++) {
            struct fr_point low = {0, 0}, high = {size, size};
            if (i > 0) {
                low.x = fr_random_between(random, 0, size - 3);
                low.y = fr_random_between(random, 0, size - 3);
                high = (struct fr_point){low.x + 3, low.y + 3};
            } else if (areas == 2 && fr_random_below(random, 2)) {
                low.x = area == 1 ? 0 : size / 2;
                high.x = area == 1 ? size / 2 : size;
            }
            const uint32_t count = random_ring(random, low, high, vertices);
            if (fr_polygon_append(polygon, vertices, count, i > 0 ? outer : FR_NO_RING,
                                  (uint8_t)area) != FR_OK)
                abort();
        }
    }
    return polygon;
}

/* The next valid one. */
static inline struct fr_polygon *random_valid_drawing(struct fr_random *random, int32_t size)
{
    for (;;) {
        struct fr_polygon *polygon = random_drawing(random, size);
        struct fr_polygon_fault fault;
        if (fr_polygon_check(polygon, &fault) == FR_OK)
            return polygon;
        fr_polygon_release(polygon);
    }
}

/* A map of the size that owns the drawing. */
static inline struct fr_map *drawn(struct fr_polygon *polygon, int32_t pixels)
{
    struct fr_map *map;
    if (fr_map_create(pixels, pixels, &fr_default_allocator, &map) != FR_OK ||
        fr_polygon_paint(polygon, map) != FR_OK)
        abort();
    map->drawing = polygon;
    return map;
}

#endif
