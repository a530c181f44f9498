#include "library/room.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "maps/geometry/polygon_check.h"
#include "maps/geometry/polygon_normalise.h"
#include "maps/geometry/polygon_paint.h"
#include "maps/polygon.h"

enum fr_walker_status fr_room_status(enum fr_status status)
{
    switch (status) {
    case FR_OK:
        return FR_WALKER_OK;
    case FR_NO_MEMORY:
        return FR_WALKER_NO_MEMORY;
    case FR_UNSUPPORTED:
        return FR_WALKER_UNSUPPORTED;
    case FR_BAD_INPUT:
    case FR_SYSTEM_ERROR:
        break;
    }
    return FR_WALKER_BAD_ARGUMENT;
}

enum fr_walker_status fr_room_refuse(char *message, const char *text)
{
    size_t length = strlen(text);
    if (length >= FR_WALKER_MESSAGE)
        length = FR_WALKER_MESSAGE - 1;
    if (message) {
        memcpy(message, text, length);
        message[length] = '\0';
    }
    return FR_WALKER_BAD_ARGUMENT;
}

static size_t row_bytes(const struct fr_mask *mask)
{
    return mask->format == FR_MASK_BYTES ? (size_t)mask->width : ((size_t)mask->width + 7) / 8;
}

/* A sentence that says what is wrong with a mask, or NULL. */
static const char *find_fault(const struct fr_mask *mask)
{
    if (!mask || !mask->pixels)
        return "mask: no pixels found, expected some";
    if (mask->width < 1 || mask->height < 1 || mask->width > FR_MAP_MAX_SIZE ||
        mask->height > FR_MAP_MAX_SIZE)
        return "mask: a size out of range found, expected a width and a height from 1 to 32767 "
               "pixels";
    if ((unsigned)mask->format >= FR_MASK_FORMATS)
        return "mask: an unknown format found, expected one of enum fr_mask_format";
    const size_t stride =
        mask->stride < 0 ? (size_t)0 - (size_t)mask->stride : (size_t)mask->stride;
    if (stride != 0 && stride < row_bytes(mask))
        return "mask: a stride shorter than a row found, expected 0, or at least a row's bytes";
    return NULL;
}

enum fr_walker_status fr_room_check(const struct fr_mask *mask, char *message)
{
    const char *fault = find_fault(mask);
    return fault ? fr_room_refuse(message, fault) : FR_WALKER_OK;
}

/* The area ids of a row: its bytes in place, or its bits converted into `row`. */
static const uint8_t *read_row(const struct fr_mask *mask, int32_t y, uint8_t *row)
{
    const ptrdiff_t stride = mask->stride ? mask->stride : (ptrdiff_t)row_bytes(mask);
    const uint8_t *bytes = (const uint8_t *)mask->pixels + y * stride;
    if (mask->format == FR_MASK_BYTES)
        return bytes;
    const int flip = mask->format == FR_MASK_BITS_HIGH ? 7 : 0;
    for (int32_t x = 0; x < mask->width; x++)
        row[x] = bytes[x / 8] >> ((x % 8) ^ flip) & 1;
    return row;
}

enum fr_walker_status fr_room_of_mask(const struct fr_mask *mask,
                                      const struct fr_allocator *allocator, char *message,
                                      struct fr_map **room)
{
    struct fr_map *fresh;
    enum fr_walker_status status = fr_room_check(mask, message);
    if (status != FR_WALKER_OK)
        return status;
    if (fr_map_create(mask->width, mask->height, allocator, &fresh) != FR_OK)
        return FR_WALKER_NO_MEMORY;
    struct fr_rect changed;
    status = fr_room_paint(fresh, 0, 0, mask, &changed);
    if (status == FR_WALKER_OK)
        *room = fresh;
    else
        fr_map_release(fresh);
    return status;
}

enum fr_walker_status fr_room_paint(struct fr_map *room, int32_t x, int32_t y,
                                    const struct fr_mask *mask, struct fr_rect *changed)
{
    const size_t width = mask->format == FR_MASK_BYTES ? 0 : (size_t)mask->width;
    uint8_t *row = width > 0 ? fr_allocate(room->allocator, width, 1) : NULL;
    if (width > 0 && !row)
        return FR_WALKER_NO_MEMORY;
    *changed = (struct fr_rect){0, 0, 0, 0};
    for (int32_t i = 0; i < mask->height && (int64_t)y + i < room->height; i++) {
        const struct fr_rect line = {x, y + i, mask->width, 1};
        const uint8_t *areas = read_row(mask, i, row);
        *changed = fr_rect_around(*changed, fr_map_set_rect(room, line, areas));
    }
    fr_deallocate(room->allocator, row, width, 1);
    return FR_WALKER_OK;
}

static bool round_corner(struct fr_spot corner, struct fr_point *point)
{
    const double x = floor(2.0 * (double)corner.x + 0.5), y = floor(2.0 * (double)corner.y + 0.5);
    if (!(fabs(x) <= FR_POLYGON_MAX_COORDINATE && fabs(y) <= FR_POLYGON_MAX_COORDINATE))
        return false;
    *point = (struct fr_point){(int32_t)x, (int32_t)y};
    return true;
}

/* The shape that a message is about. */
struct shape_place {
    const struct fr_shape *shape;
    size_t number;
    char *message;
};

static enum fr_walker_status refuse_shape(const struct shape_place *place, uint32_t corner,
                                          const char *fault)
{
    char text[FR_WALKER_MESSAGE];
    snprintf(text, sizeof text, "shape %zu, corner %u: %s", place->number, (unsigned)corner, fault);
    return fr_room_refuse(place->message, text);
}

/* Appends a shape: a piece of floor, or a hole in the piece `outer`. */
static enum fr_walker_status append_shape(const struct shape_place *place, uint32_t outer,
                                          struct fr_polygon *drawing)
{
    const struct fr_shape *shape = place->shape;
    if (!shape->corners || shape->count < 3)
        return refuse_shape(place, 0, "fewer corners found, expected at least three");
    if (shape->area == 0 && outer == FR_NO_RING)
        return refuse_shape(
            place, 0, "a hole found without floor around it, expected a piece of floor before it");
    struct fr_point *points = fr_allocate(drawing->allocator, shape->count, sizeof *points);
    if (!points)
        return FR_WALKER_NO_MEMORY;
    enum fr_walker_status status = FR_WALKER_OK;
    for (uint32_t i = 0; i < shape->count && status == FR_WALKER_OK; i++)
        if (!round_corner(shape->corners[i], &points[i]))
            status = refuse_shape(place, i,
                                  "coordinates out of range found, expected at most 32767 pixels");
    const uint8_t area = shape->area ? shape->area : drawing->rings[outer].area;
    if (status == FR_WALKER_OK)
        status = fr_room_status(fr_polygon_append(drawing, points, shape->count,
                                                  shape->area ? FR_NO_RING : outer, area));
    fr_deallocate(drawing->allocator, points, shape->count, sizeof *points);
    return status;
}

/* Checks the drawing. Rings are in the order of the shapes; the edges of a reversed ring are
 * counted the other way round. */
static enum fr_walker_status check_drawing(const struct fr_polygon *drawing,
                                           const struct fr_shape *shapes, char *message)
{
    static const char *const faults[] = {
        [FR_RING_SHORT] = "fewer corners found, expected at least three",
        [FR_RING_REPEATS] = "the same corner found again, expected the next one to differ",
        [FR_RING_FLAT] = "a ring without area found, expected one that encloses some",
        [FR_RING_TOUCHES] = "a ring found that touches itself, expected one that does not",
        [FR_RING_CROSSES] = "a ring found that crosses itself, expected one that does not",
        [FR_HOLE_OUTSIDE] = "a hole found that leaves its piece, expected one inside it",
        [FR_HOLES_OVERLAP] = "overlapping holes found, expected holes that touch only at points",
        [FR_REGIONS_OVERLAP] =
            "overlapping pieces found, expected pieces that share nothing but edges"};
    struct fr_polygon_fault fault;
    const enum fr_status status = fr_polygon_check(drawing, &fault);
    if (status != FR_BAD_INPUT)
        return fr_room_status(status);
    const struct fr_polygon_ring *ring = &drawing->rings[fault.ring];
    const struct shape_place place = {&shapes[fault.ring], fault.ring, message};
    struct fr_point second;
    const bool turned = round_corner(place.shape->corners[1], &second) &&
                        !fr_point_equal(second, drawing->vertices[ring->first + 1]);
    return refuse_shape(&place, turned ? ring->count - 1 - fault.vertex : fault.vertex,
                        faults[fault.kind]);
}

static enum fr_walker_status draw(struct fr_map *room, const struct fr_shape *shapes, size_t count,
                                  char *message)
{
    struct fr_polygon *drawing = NULL;
    enum fr_walker_status status = fr_room_status(fr_polygon_create(room->allocator, &drawing));
    if (status != FR_WALKER_OK)
        return status;
    room->drawing = drawing;
    uint32_t outer = FR_NO_RING;
    for (size_t i = 0; i < count && status == FR_WALKER_OK; i++) {
        const struct shape_place place = {&shapes[i], i, message};
        status = append_shape(&place, outer, drawing);
        outer = shapes[i].area ? (uint32_t)i : outer;
    }
    if (status == FR_WALKER_OK)
        status = check_drawing(drawing, shapes, message);
    if (status == FR_WALKER_OK)
        status = fr_room_status(fr_polygon_normalise(drawing));
    return status == FR_WALKER_OK ? fr_room_status(fr_polygon_paint(drawing, room)) : status;
}

enum fr_walker_status fr_room_of_shapes(const struct fr_shape *shapes, size_t count, int32_t width,
                                        int32_t height, const struct fr_allocator *allocator,
                                        char *message, struct fr_map **room)
{
    struct fr_map *fresh;
    if (!shapes || count == 0 || count > UINT32_MAX / 2)
        return fr_room_refuse(message, "shapes: none found, expected at least one");
    const enum fr_status made = fr_map_create(width, height, allocator, &fresh);
    if (made == FR_BAD_INPUT)
        return fr_room_refuse(
            message, "room: a size out of range found, expected 1 to 32767 pixels per side");
    if (made != FR_OK)
        return fr_room_status(made);
    const enum fr_walker_status status = draw(fresh, shapes, count, message);
    if (status == FR_WALKER_OK)
        *room = fresh;
    else
        fr_map_release(fresh);
    return status;
}
