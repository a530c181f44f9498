/* Rooms of Adventure Game Studio, written byte by byte: of any version, valid or with one wrong
 * number. */
#ifndef FOOTRACE_TESTS_MAPS_FORMATS_SCENE_AGS_BYTES_H
#define FOOTRACE_TESTS_MAPS_FORMATS_SCENE_AGS_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define AGS_MOST_BYTES 16384

/* Numbers to write; -1: the correct one. */
struct ags_lies {
    int64_t version, kind, block_size, walk_behinds, hotspots, polygons, objects, variables,
        interaction, events, regions, areas, messages, animations, background, width, height;
};

#define AGS_NO_LIES                                                                                \
    {                                                                                              \
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1                         \
    }

struct ags_room {
    int version, width, height;
    const uint8_t *runs; /* of the mask of walkable areas */
    size_t run_bytes;
    struct ags_lies lies;
};

struct ags_writer {
    uint8_t *bytes;
    size_t size;
};

static inline void ags_put(struct ags_writer *writer, int size, int64_t lie, int64_t number)
{
    const uint64_t stated = (uint64_t)(lie == -1 ? number : lie);
    for (int i = 0; i < size; i++)
        writer->bytes[writer->size++] = (uint8_t)(stated >> 8 * i);
}

static inline void ags_put_zeros(struct ags_writer *writer, size_t count)
{
    memset(writer->bytes + writer->size, 0, count);
    writer->size += count;
}

static inline void ags_put_bytes(struct ags_writer *writer, const void *bytes, size_t count)
{
    memcpy(writer->bytes + writer->size, bytes, count);
    writer->size += count;
}

/* A name: counted, terminated by a zero, or padded with zeros, by version. */
static inline void ags_put_name(struct ags_writer *writer, int version, size_t fixed)
{
    if (version >= 31) {
        ags_put(writer, 4, -1, 4);
        ags_put_bytes(writer, "door", 4);
    } else if (fixed == 0) {
        ags_put_bytes(writer, "door", 5);
    } else {
        ags_put_bytes(writer, "door", 4);
        ags_put_zeros(writer, fixed - 4);
    }
}

/* A list of two commands, the first of which has a list of one. */
static inline void ags_put_commands(struct ags_writer *writer)
{
    ags_put(writer, 4, -1, 2);
    ags_put_zeros(writer, 4);
    for (int i = 0; i < 2; i++) {
        ags_put_zeros(writer, 68);
        ags_put(writer, 4, -1, i == 0);
        ags_put_zeros(writer, 4);
    }
    ags_put(writer, 4, -1, 1);
    ags_put_zeros(writer, 4 + 76);
}

static inline void ags_put_behaviour(struct ags_writer *writer, const struct ags_room *room,
                                     int count)
{
    for (int i = 0; i < count && room->version >= 26; i++) {
        ags_put(writer, 4, room->lies.events, 2);
        ags_put_bytes(writer, "look\0walk", 10);
    }
    for (int i = 0; i < count && room->version < 26; i++) {
        ags_put(writer, 4, room->lies.interaction, 1);
        ags_put(writer, 4, room->lies.events, 2);
        ags_put_zeros(writer, 8);
        ags_put(writer, 4, -1, 0);
        ags_put(writer, 4, -1, 1);
        ags_put_commands(writer);
    }
}

static inline void ags_put_things(struct ags_writer *writer, const struct ags_room *room)
{
    const int version = room->version;
    const struct ags_lies *lies = &room->lies;
    ags_put(writer, 4, -1, 4);
    ags_put(writer, 2, lies->walk_behinds, 1);
    ags_put_zeros(writer, 2);
    ags_put(writer, 4, lies->hotspots, 2);
    ags_put_zeros(writer, 8);
    for (int i = 0; i < 2; i++)
        ags_put_name(writer, version, version >= 28 ? 0 : 30);
    for (int i = 0; i < 2 && version >= 24; i++)
        ags_put_name(writer, version, 20);
    ags_put(writer, 4, lies->polygons, 0);
    ags_put_zeros(writer, 8);
    ags_put(writer, 2, lies->objects, 1);
    ags_put_zeros(writer, 10);
    if (version >= 19) {
        ags_put(writer, 4, lies->variables, 1);
        ags_put_zeros(writer, 28);
    }
    if (version < 26)
        ags_put_behaviour(writer, room, 4);
    if (version >= 21)
        ags_put(writer, 4, lies->regions, 2);
    ags_put_behaviour(writer, room, version >= 26 ? 6 : version >= 21 ? 2 : 0);
    ags_put_zeros(writer, 4);
}

static inline void ags_put_settings(struct ags_writer *writer, const struct ags_room *room)
{
    const int version = room->version;
    ags_put(writer, 2, -1, room->width * 2);
    ags_put(writer, 2, -1, room->height * 2);
    ags_put_zeros(writer, (version >= 23 ? 2 : 0) + 2);
    ags_put(writer, 4, room->lies.areas, 16);
    ags_put_zeros(writer, (size_t)16 * (version >= 18 ? 10 : 4) + 21);
    ags_put(writer, 2, room->lies.messages, 1);
    ags_put_zeros(writer, (version >= 25 ? 4 : 0) + 2);
    if (version >= 22)
        ags_put_name(writer, 31, 0);
    else
        ags_put_name(writer, version, 0);
    ags_put(writer, 2, room->lies.animations, 1);
    ags_put_zeros(writer, 244 + 32 + (version >= 21 ? 12 : 0) + 1024 + 4);
    ags_put(writer, 4, room->lies.background, 3);
    ags_put_zeros(writer, 3);
}

/* The regions' mask has a single area. */
static inline void ags_put_masks(struct ags_writer *writer, const struct ags_room *room)
{
    ags_put(writer, 2, -1, room->width);
    ags_put(writer, 2, -1, room->height);
    for (int left = room->width * room->height; left > 0; left -= 128) {
        const int run = left < 128 ? left : 128;
        ags_put(writer, 1, -1, run > 1 ? 257 - run : 0);
        ags_put(writer, 1, -1, 3);
    }
    ags_put_zeros(writer, 768);
    ags_put(writer, 2, room->lies.width, room->width);
    ags_put(writer, 2, room->lies.height, room->height);
    ags_put_bytes(writer, room->runs, room->run_bytes);
    ags_put_zeros(writer, 768);
}

/* Returns the number of bytes, at most AGS_MOST_BYTES. An irrelevant block comes first. */
static inline size_t make_ags_room(uint8_t *bytes, const struct ags_room *room)
{
    struct ags_writer writer = {bytes, 0};
    const int length = room->version >= 32 ? 8 : 4;
    ags_put(&writer, 2, room->lies.version, room->version);
    ags_put_zeros(&writer, 1);
    ags_put_bytes(&writer, "ext_settings\0\0\0", 16);
    ags_put(&writer, 8, -1, 5);
    ags_put_zeros(&writer, 5);
    ags_put(&writer, 1, room->lies.kind, 1);
    const size_t stated = writer.size;
    ags_put_zeros(&writer, (size_t)length);
    ags_put_things(&writer, room);
    ags_put_settings(&writer, room);
    ags_put_masks(&writer, room);
    const size_t end = writer.size;
    writer.size = stated;
    ags_put(&writer, length, room->lies.block_size, (int64_t)(end - stated) - length);
    writer.size = end;
    ags_put(&writer, 1, -1, 255);
    return writer.size;
}

#endif
