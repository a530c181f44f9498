#include "harness/sandbox/map_bytes.h"

#include <string.h>

#include "maps/polygon.h"

/* Followed by area ids row by row; 1 or 0 for each area; 1 or 0 for each pixel, if any is blocked
 * by a rectangle; closed borders; rings, each with its vertices. Numbers in memory layout, as both
 * ends are on one machine. */
struct head {
    uint64_t hash;
    int32_t width, height;
    uint32_t walls, rings, vertices;
    uint32_t has_blocked, has_drawing, zero;
};

struct border {
    int32_t x, y, side;
};

struct ring {
    uint32_t count, outer, area; /* outer: FR_NO_RING for a ring around a region */
};

/* Output position; only counts bytes while `at` is NULL. */
struct sink {
    unsigned char *at;
    size_t size;
};

static void put(struct sink *sink, const void *bytes, size_t size)
{
    if (sink->at) {
        memcpy(sink->at, bytes, size);
        sink->at += size;
    }
    sink->size += size;
}

static bool is_blocked(const struct fr_map *map, int32_t x, int32_t y)
{
    return map->blocked[(ptrdiff_t)y * map->row_words + x / 64] >> (x % 64) & 1;
}

static void put_blocked(struct sink *sink, const struct fr_map *map)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            put(sink, is_blocked(map, x, y) ? "\1" : "\0", 1);
}

static void put_walls(struct sink *sink, const struct fr_map *map)
{
    for (int side = FR_EAST; side <= FR_SOUTH; side++)
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++)
                if (fr_map_wall(map, x, y, (enum fr_side)side)) {
                    const struct border border = {x, y, side};
                    put(sink, &border, sizeof border);
                }
}

static void put_drawing(struct sink *sink, const struct fr_polygon *drawing)
{
    for (uint32_t i = 0; i < drawing->ring_count; i++) {
        const struct fr_polygon_ring *from = &drawing->rings[i];
        const struct ring ring = {from->count, from->outer == i ? FR_NO_RING : from->outer,
                                  from->area};
        put(sink, &ring, sizeof ring);
        put(sink, drawing->vertices + from->first, from->count * sizeof *drawing->vertices);
    }
}

static void put_map(struct sink *sink, const struct fr_map *map)
{
    const struct fr_polygon *drawing = map->drawing;
    const struct head head = {.hash = fr_map_hash(map),
                              .width = map->width,
                              .height = map->height,
                              .walls = (uint32_t)map->wall_count,
                              .rings = drawing ? drawing->ring_count : 0,
                              .vertices = drawing ? drawing->vertex_count : 0,
                              .has_blocked = map->blocked != NULL,
                              .has_drawing = drawing != NULL};
    put(sink, &head, sizeof head);
    put(sink, map->areas, (size_t)map->width * (size_t)map->height);
    for (int area = 0; area < FR_AREAS; area++)
        put(sink, map->enabled[area] ? "\1" : "\0", 1);
    if (map->blocked)
        put_blocked(sink, map);
    if (map->wall_count > 0)
        put_walls(sink, map);
    if (drawing)
        put_drawing(sink, drawing);
}

enum fr_status fr_map_bytes_write(const struct fr_map *map, const struct fr_allocator *allocator,
                                  unsigned char **bytes, size_t *size)
{
    struct sink sink = {NULL, 0};
    put_map(&sink, map);
    *size = sink.size;
    *bytes = fr_allocate(allocator, sink.size, 1);
    if (!*bytes)
        return FR_NO_MEMORY;
    sink.at = *bytes;
    put_map(&sink, map);
    return FR_OK;
}

struct source {
    const unsigned char *at;
    size_t left;
};

/* The next `size` bytes in place, or NULL if there are fewer. */
static const unsigned char *take(struct source *source, size_t size)
{
    const unsigned char *bytes = source->at;
    if (size > source->left)
        return NULL;
    source->at += size;
    source->left -= size;
    return bytes;
}

static bool get(struct source *source, void *value, size_t size)
{
    const unsigned char *bytes = take(source, size);
    if (bytes)
        memcpy(value, bytes, size);
    return bytes != NULL;
}

static enum fr_status get_blocked(struct source *source, struct fr_map *map)
{
    enum fr_status status = FR_OK;
    for (int32_t y = 0; y < map->height && status == FR_OK; y++) {
        const unsigned char *row = take(source, (size_t)map->width);
        if (!row)
            return FR_BAD_INPUT;
        for (int32_t x = 0, end; x < map->width && status == FR_OK; x = end) {
            for (end = x + 1; end < map->width && row[end] == row[x];)
                end++;
            if (row[x])
                status = fr_map_block(map, (struct fr_rect){x, y, end - x, 1}, true);
        }
    }
    return status;
}

static enum fr_status get_walls(struct source *source, uint32_t count, struct fr_map *map)
{
    for (uint32_t i = 0; i < count; i++) {
        struct border border;
        if (!get(source, &border, sizeof border) || (border.side & ~1) != 0)
            return FR_BAD_INPUT;
        const enum fr_status status =
            fr_map_set_wall(map, border.x, border.y, (enum fr_side)border.side, true);
        if (status != FR_OK)
            return status;
    }
    return FR_OK;
}

static bool is_on_grid(const struct fr_point *vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (vertices[i].x < -FR_POLYGON_MAX_COORDINATE ||
            vertices[i].x > FR_POLYGON_MAX_COORDINATE ||
            vertices[i].y < -FR_POLYGON_MAX_COORDINATE || vertices[i].y > FR_POLYGON_MAX_COORDINATE)
            return false;
    return true;
}

/* Reads one ring; room: the capacity of vertices. */
static enum fr_status get_ring(struct source *source, struct fr_point *vertices, uint32_t room,
                               struct fr_polygon *drawing)
{
    struct ring ring;
    if (!get(source, &ring, sizeof ring) || ring.count == 0 || ring.count > room ||
        ring.area == 0 || ring.area >= FR_AREAS ||
        (ring.outer != FR_NO_RING && ring.outer >= drawing->ring_count) ||
        !get(source, vertices, ring.count * sizeof *vertices) || !is_on_grid(vertices, ring.count))
        return FR_BAD_INPUT;
    return fr_polygon_append(drawing, vertices, ring.count, ring.outer, (uint8_t)ring.area);
}

static enum fr_status get_drawing(struct source *source, const struct head *head,
                                  struct fr_map *map)
{
    if (head->vertices > source->left / sizeof(struct fr_point))
        return FR_BAD_INPUT;
    struct fr_point *vertices =
        fr_allocate(map->allocator, head->vertices ? head->vertices : 1, sizeof *vertices);
    if (!vertices)
        return FR_NO_MEMORY;
    enum fr_status status = fr_polygon_create(map->allocator, &map->drawing);
    for (uint32_t i = 0; i < head->rings && status == FR_OK; i++)
        status = get_ring(source, vertices, head->vertices, map->drawing);
    fr_deallocate(map->allocator, vertices, head->vertices ? head->vertices : 1, sizeof *vertices);
    return status;
}

static enum fr_status get_map(struct source *source, const struct head *head, struct fr_map *map)
{
    enum fr_status status = FR_OK;
    for (int32_t y = 0; y < map->height; y++) {
        const unsigned char *row = take(source, (size_t)map->width);
        if (!row)
            return FR_BAD_INPUT;
        fr_map_set_row(map, y, row);
    }
    const unsigned char *enabled = take(source, FR_AREAS);
    if (!enabled)
        return FR_BAD_INPUT;
    for (int area = 1; area < FR_AREAS; area++)
        if (!enabled[area])
            fr_map_enable(map, (uint8_t)area, false);
    if (head->has_blocked)
        status = get_blocked(source, map);
    if (status == FR_OK)
        status = get_walls(source, head->walls, map);
    if (status == FR_OK && head->has_drawing)
        status = get_drawing(source, head, map);
    if (status != FR_OK)
        return status;
    return source->left == 0 && fr_map_hash(map) == head->hash ? FR_OK : FR_BAD_INPUT;
}

enum fr_status fr_map_bytes_read(const unsigned char *bytes, size_t size,
                                 const struct fr_allocator *allocator, struct fr_map **map)
{
    struct source source = {bytes, size};
    struct head head;
    struct fr_map *fresh;
    if (!get(&source, &head, sizeof head) || head.width < 1 || head.height < 1 ||
        source.left / (size_t)head.width < (size_t)head.height)
        return FR_BAD_INPUT;
    enum fr_status status = fr_map_create(head.width, head.height, allocator, &fresh);
    if (status != FR_OK)
        return status;
    status = get_map(&source, &head, fresh);
    if (status == FR_OK)
        *map = fresh;
    else
        fr_map_release(fresh);
    return status;
}
