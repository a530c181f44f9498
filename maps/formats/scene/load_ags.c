/* Rooms of Adventure Game Studio, .crm: the mask of walkable areas in the main block, which comes
 * after all parts of variable length. docs/formats.md describes it. */
#include <stdio.h>
#include <string.h>

#include "maps/formats/base/loader.h"
#include "maps/formats/image/image.h"

/* Versions of the format; each is the first with a certain feature, or without it. */
enum {
    OLDEST = 17,
    CONTINUOUS_SCALING = 18,
    LOCAL_VARIABLES = 19,
    REGIONS = 21,
    COUNTED_MESSAGES = 22,
    OBJECT_FLAGS = 23,
    SCRIPT_NAMES = 24,
    GAME_ID = 25,
    EVENT_FUNCTIONS = 26,
    ENDED_NAMES = 28,
    COUNTED_NAMES = 31,
    LONG_BLOCKS = 32,
    NEWEST_COUNTED = 33, /* later versions have the numbers of the editor: */
    NEWEST = 36306
};

/* Kinds of blocks. */
enum { NAMED_BLOCK = 0, MAIN_BLOCK = 1, LAST_KIND = 9, END_OF_BLOCKS = 255 };

#define MOST_AREAS 16
#define MOST_HOTSPOTS 50
#define HOTSPOTS_IF_NONE 20 /* the number in version 2.72, which does not store it */
#define MOST_OBJECTS 256
#define MOST_MESSAGES 100
#define MOST_EVENTS 30
#define BLOCK_NAME 16
#define COMMAND_VALUES 60 /* bytes */
#define SCRIPT_NAME 20
#define HOTSPOT_NAME 30
#define OBJECT 10
#define VARIABLE 28
#define ANIMATION 244
#define PALETTE 768
#define BACKGROUND_PALETTE 1024
#define MOST_PIXELS_A_BYTE 64 /* a run of 128 pixels takes two bytes */

/* Reads numbers up to an end, beyond which all are 0. The first error is kept. */
struct reader {
    const struct fr_file *file;
    enum fr_status status;
    size_t at, end;
    const char *part; /* of the room, for messages */
    int version;
};

struct room {
    uint32_t hotspots, objects, regions;
    int width, height;
};

static void refuse(struct reader *reader, size_t at, long long found, const char *expected)
{
    if (reader->status == FR_OK)
        reader->status = fr_refuse(reader->file, "byte %zu, %s: %lld found, expected %s", at,
                                   reader->part, found, expected);
    reader->at = reader->end;
}

/* The next bytes, or NULL past the end. */
static const uint8_t *take_bytes(struct reader *reader, uint64_t count)
{
    const uint8_t *bytes = reader->file->bytes + reader->at;
    if (count <= reader->end - reader->at) {
        reader->at += (size_t)count;
        return bytes;
    }
    if (reader->status == FR_OK)
        reader->status = fr_refuse(
            reader->file, "byte %zu, %s: the end at byte %zu found, expected %llu more bytes",
            reader->at, reader->part, reader->end,
            (unsigned long long)(count - (reader->end - reader->at)));
    reader->at = reader->end;
    return NULL;
}

static void skip(struct reader *reader, uint64_t count)
{
    (void)take_bytes(reader, count);
}

static uint64_t take(struct reader *reader, int size)
{
    const uint8_t *bytes = take_bytes(reader, (uint64_t)size);
    uint64_t number = 0;
    for (int i = 0; bytes && i < size; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

static uint32_t take_count(struct reader *reader, int size, uint32_t most, const char *part)
{
    const size_t at = reader->at;
    const uint32_t count = (uint32_t)take(reader, size);
    char expected[32];
    reader->part = part;
    if (count <= most)
        return count;
    snprintf(expected, sizeof expected, "at most %u", most);
    refuse(reader, at, count, expected);
    return 0;
}

static void skip_text(struct reader *reader)
{
    while (reader->status == FR_OK && take(reader, 1) != '\0')
        ;
}

static void skip_counted_text(struct reader *reader)
{
    skip(reader, take(reader, 4));
}

static void skip_hotspots(struct reader *reader, struct room *room)
{
    room->hotspots = take_count(reader, 4, MOST_HOTSPOTS, "hotspots");
    if (room->hotspots == 0 && reader->version <= GAME_ID)
        room->hotspots = HOTSPOTS_IF_NONE;
    skip(reader, (uint64_t)room->hotspots * 4);
    for (uint32_t i = 0; i < room->hotspots; i++)
        if (reader->version >= COUNTED_NAMES)
            skip_counted_text(reader);
        else if (reader->version >= ENDED_NAMES)
            skip_text(reader);
        else
            skip(reader, HOTSPOT_NAME);
    for (uint32_t i = 0; i < room->hotspots && reader->version >= SCRIPT_NAMES; i++)
        if (reader->version >= COUNTED_NAMES)
            skip_counted_text(reader);
        else
            skip(reader, SCRIPT_NAME);
}

/* Skips lists of commands of version 2: a list's commands come first, then its sublists, each
 * followed by its own. Counting the lists still to come is therefore enough. */
static void skip_commands(struct reader *reader)
{
    for (uint64_t lists = 1; lists > 0 && reader->status == FR_OK; lists--) {
        const uint32_t count = (uint32_t)take(reader, 4);
        skip(reader, 4);
        for (uint32_t i = 0; i < count && reader->status == FR_OK; i++) {
            skip(reader, 8 + COMMAND_VALUES);
            lists += take(reader, 4) != 0;
            skip(reader, 4);
        }
    }
}

static void skip_interactions(struct reader *reader, uint32_t count)
{
    reader->part = "interactions";
    for (uint32_t i = 0; i < count && reader->status == FR_OK; i++) {
        const size_t at = reader->at;
        const uint32_t version = (uint32_t)take(reader, 4);
        if (reader->status == FR_OK && version != 1)
            refuse(reader, at, version, "version 1");
        const uint32_t events = take_count(reader, 4, MOST_EVENTS, "interactions");
        skip(reader, (uint64_t)events * 4);
        uint32_t lists = 0;
        for (uint32_t j = 0; j < events; j++)
            lists += take(reader, 4) != 0;
        for (uint32_t j = 0; j < lists; j++)
            skip_commands(reader);
    }
}

static void skip_event_functions(struct reader *reader, uint32_t count)
{
    reader->part = "event functions";
    for (uint32_t i = 0; i < count && reader->status == FR_OK; i++)
        for (uint32_t left = (uint32_t)take(reader, 4); left > 0 && reader->status == FR_OK; left--)
            skip_text(reader);
}

/* Skips the scripts of hotspots, objects, the room and regions. */
static void skip_behaviour(struct reader *reader, struct room *room)
{
    reader->part = "local variables";
    if (reader->version >= LOCAL_VARIABLES)
        skip(reader, take(reader, 4) * VARIABLE);
    if (reader->version < EVENT_FUNCTIONS)
        skip_interactions(reader, room->hotspots + room->objects + 1);
    if (reader->version >= REGIONS)
        room->regions = take_count(reader, 4, MOST_AREAS, "regions");
    if (reader->version < EVENT_FUNCTIONS)
        skip_interactions(reader, room->regions);
    else
        skip_event_functions(reader, 1 + room->hotspots + room->objects + room->regions);
}

static void skip_scaling(struct reader *reader)
{
    const uint64_t areas = take_count(reader, 4, MOST_AREAS, "walkable areas");
    skip(reader, areas * 2 * 2);
    if (reader->version >= CONTINUOUS_SCALING)
        skip(reader, areas * 3 * 2);
}

static void skip_messages(struct reader *reader)
{
    const uint32_t messages = take_count(reader, 2, MOST_MESSAGES, "messages");
    if (reader->version >= GAME_ID)
        skip(reader, 4);
    skip(reader, (uint64_t)messages * 2);
    for (uint32_t i = 0; i < messages; i++)
        if (reader->version >= COUNTED_MESSAGES)
            skip_counted_text(reader);
        else
            skip_text(reader);
}

/* Skips to the first mask. */
static void skip_to_masks(struct reader *reader, struct room *room)
{
    reader->part = "start of the main block";
    skip(reader, 4);
    skip(reader, (uint64_t)take_count(reader, 2, MOST_AREAS, "walk-behind areas") * 2);
    skip_hotspots(reader, room);
    take_count(reader, 4, 0, "polygons of walls");
    skip(reader, 4 * 2);
    room->objects = take_count(reader, 2, MOST_OBJECTS, "objects");
    skip(reader, (uint64_t)room->objects * OBJECT);
    skip_behaviour(reader, room);
    reader->part = "size of the room";
    skip(reader, (uint64_t)room->objects * 4);
    room->width = (int)take(reader, 2);
    room->height = (int)take(reader, 2);
    if (reader->version >= OBJECT_FLAGS)
        skip(reader, (uint64_t)room->objects * 2);
    skip(reader, 2);
    skip_scaling(reader);
    reader->part = "options";
    skip(reader, 11 + 6 + 4);
    skip_messages(reader);
    reader->part = "animations";
    skip(reader, take(reader, 2) * ANIMATION);
    reader->part = "light";
    skip(reader, MOST_AREAS * 2 + (uint64_t)room->regions * 6);
    reader->part = "background";
    skip(reader, BACKGROUND_PALETTE + 4);
    skip(reader, take(reader, 4));
}

/* Unpacks runs of equal and of different bytes, which continue across rows; `pixels` is NULL for a
 * mask that is not needed. */
static void unpack(struct reader *reader, uint8_t *pixels, size_t count)
{
    for (size_t done = 0; done < count && reader->status == FR_OK;) {
        const size_t at = reader->at;
        const int lead = (int)take(reader, 1);
        const size_t run = lead > 128 ? (size_t)(257 - lead) : (size_t)(lead % 128 + 1);
        const uint8_t *bytes = take_bytes(reader, lead > 128 ? 1 : run);
        if (run > count - done)
            refuse(reader, at, (long long)run, "a run that ends with the mask");
        if (bytes && pixels && reader->status == FR_OK) {
            if (lead > 128)
                memset(pixels + done, *bytes, run);
            else
                memcpy(pixels + done, bytes, run);
        }
        done += run;
    }
}

/* The size of the next mask: FR_OK, or FR_BAD_INPUT for one that the file cannot hold. */
static enum fr_status take_size(struct reader *reader, const char *part, int64_t *width,
                                int64_t *height)
{
    reader->part = part;
    *width = (int64_t)take(reader, 2);
    *height = (int64_t)take(reader, 2);
    if (reader->status == FR_OK)
        reader->status = fr_image_check_size(reader->file, *width, *height);
    if (reader->status == FR_OK &&
        (uint64_t)(*width * *height) / MOST_PIXELS_A_BYTE > reader->end - reader->at)
        reader->status = fr_image_refuse_promise(reader->file, *width, *height);
    return reader->status;
}

static void skip_mask(struct reader *reader)
{
    int64_t width, height;
    if (take_size(reader, "mask of regions", &width, &height) == FR_OK)
        unpack(reader, NULL, (size_t)(width * height));
    skip(reader, PALETTE);
}

static enum fr_status read_pixels(struct reader *reader, struct fr_image *image)
{
    const struct fr_allocator *allocator = reader->file->allocator;
    const int32_t width = image->map->width, height = image->map->height;
    const size_t count = (size_t)width * (size_t)height;
    uint8_t *pixels = fr_allocate(allocator, count, 1);
    if (!pixels)
        return fr_refuse_memory(reader->file, "for its pixels");
    unpack(reader, pixels, count);
    for (int32_t y = 0; y < height && reader->status == FR_OK; y++)
        fr_image_put_indices(image, (struct fr_image_span){0, y, 1, width},
                             pixels + (size_t)y * (size_t)width);
    fr_deallocate(allocator, pixels, count, 1);
    return reader->status;
}

static enum fr_status read_mask(struct reader *reader, struct fr_loading *loading)
{
    struct fr_load_options areas = *loading->options;
    struct fr_image image = {.file = reader->file,
                             .options = &areas,
                             .indexed = true,
                             .bits = 8,
                             .palette_size = MOST_AREAS};
    int64_t width, height;
    enum fr_status status = take_size(reader, "mask of walkable areas", &width, &height);
    areas.ags = true;
    if (status == FR_OK)
        status = fr_image_begin(&image, width, height);
    if (status != FR_OK)
        return status;
    status = read_pixels(reader, &image);
    return fr_image_finish(&image, status, loading);
}

static bool is_version(int version)
{
    return (version >= OLDEST && version <= NEWEST_COUNTED) || version == NEWEST;
}

static enum fr_status refuse_block(const struct reader *reader, size_t at, const char *found)
{
    return fr_refuse(reader->file,
                     "byte %zu: %s found, expected a room's main block (Adventure Game Studio)", at,
                     found);
}

/* Goes to the main block, and sets the reader's end to the block's. */
static enum fr_status find_main_block(struct reader *reader)
{
    reader->part = "header";
    reader->version = (int)take(reader, 2);
    if (reader->status == FR_OK && !is_version(reader->version))
        return fr_refuse_as(
            reader->file, FR_UNSUPPORTED,
            "byte 0: version %d found, expected %d to %d or %d of a room (Adventure "
            "Game Studio 2.5 to 3.6)",
            reader->version, OLDEST, NEWEST_COUNTED, NEWEST);
    reader->part = "blocks";
    while (reader->status == FR_OK) {
        const size_t at = reader->at;
        const int kind = (int)take(reader, 1);
        if (kind == END_OF_BLOCKS)
            return refuse_block(reader, at, "the end of the blocks");
        if (kind > LAST_KIND)
            return refuse_block(reader, at, "an unknown block");
        if (kind == NAMED_BLOCK)
            skip(reader, BLOCK_NAME);
        const bool is_long = kind == NAMED_BLOCK || reader->version >= LONG_BLOCKS;
        const uint64_t size = take(reader, is_long ? 8 : 4);
        const size_t start = reader->at;
        skip(reader, size);
        if (kind == MAIN_BLOCK && reader->status == FR_OK) {
            reader->end = reader->at;
            reader->at = start;
            return FR_OK;
        }
    }
    return reader->status;
}

/* Describes the room; its mask may be coarser than the room. */
static void describe(const struct room *room, const struct fr_loading *loading)
{
    struct fr_load_report *report = loading->report;
    const int factor = room->width / loading->map->width;
    const int length =
        snprintf(report->reading, sizeof report->reading,
                 "walkable areas of a room of %d x %d, %d %s in use", room->width, room->height,
                 report->colours, report->colours == 1 ? "index" : "indices");
    if (factor > 1)
        snprintf(report->reading + length, sizeof report->reading - (size_t)length,
                 ", each pixel of the mask is %d x %d pixels of the room", factor, factor);
}

bool fr_ags_room_knows(const struct fr_file *file)
{
    struct fr_file probed = *file;
    struct reader reader = {.file = &probed, .end = file->size};
    probed.error = NULL;
    return find_main_block(&reader) == FR_OK;
}

enum fr_status fr_load_ags_room(struct fr_loading *loading)
{
    struct reader reader = {.file = loading->file, .end = loading->file->size};
    struct room room = {0};
    strcpy(loading->report->format, "crm");
    enum fr_status status = find_main_block(&reader);
    if (status != FR_OK)
        return status;
    skip_to_masks(&reader, &room);
    if (reader.status == FR_OK)
        skip_mask(&reader);
    status = reader.status == FR_OK ? read_mask(&reader, loading) : reader.status;
    if (status == FR_OK)
        describe(&room, loading);
    return status;
}
