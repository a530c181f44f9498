/* An entry to the competition (gppc.h) as a guest: a process that speaks guests/protocol.md. The entry is linked to it. It
 * writes its preprocessed file in a separate process, as in the competition, in the folder TMPDIR or /tmp. */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "gppc.h"

enum { FOUND = 0, UNREACHABLE = 1, NAME = 40 };

struct room {
    void *data; /* NULL: no such room */
    uint8_t *bits;
    int width, height;
    uint8_t **patches; /* an entry may keep them until it is released */
    size_t patch_count;
};

static struct room *rooms; /* by their numbers */
static uint32_t room_count;
static uint8_t *reply;
static size_t reply_size, reply_capacity;

static void *checked(void *block)
{
    if (!block)
        _exit(1);
    return block;
}

static void put(const void *bytes, size_t size)
{
    if (reply_size + size > reply_capacity) {
        reply_capacity = 2 * (reply_size + size);
        reply = checked(realloc(reply, reply_capacity));
    }
    if (size)
        memcpy(reply + reply_size, bytes, size);
    reply_size += size;
}

static void send_reply(char kind)
{
    const uint32_t length = 1 + (uint32_t)reply_size;
    fwrite(&length, sizeof length, 1, stdout);
    fputc(kind, stdout);
    fwrite(reply, 1, reply_size, stdout);
    fflush(stdout);
    reply_size = 0;
}

static int32_t number(const uint8_t **at)
{
    int32_t value;
    memcpy(&value, *at, sizeof value);
    *at += sizeof value;
    return value;
}

static struct room *room_of(uint32_t which)
{
    if (which >= room_count) {
        rooms = checked(realloc(rooms, (which + 1) * sizeof *rooms));
        memset(rooms + room_count, 0, (which + 1 - room_count) * sizeof *rooms);
        room_count = which + 1;
    }
    return &rooms[which];
}

static struct gppc_point point(const uint8_t **at)
{
    const int32_t x = number(at), y = number(at);
    return (struct gppc_point){(uint16_t)x, (uint16_t)y};
}

/* Letters, digits and dashes of what the entry calls itself. */
static void say_hello(void)
{
    char name[NAME] = "gppc-", text[8 * NAME];
    size_t length = strlen(name);
    for (const char *at = gppc_get_name(); *at && length + 1 < NAME; at++)
        name[length++] = isalnum((unsigned char)*at) ? (char)tolower((unsigned char)*at) : '-';
    const int size = snprintf(
        text, sizeof text,
        "{\"protocol\": 1, \"name\": \"%s\", \"label\": \"%s\", \"summary\": \"an entry to the "
        "Grid-Based Path Planning Competition\", \"source\": \"guests/gppc\", "
        "\"movement\": \"grid8\", \"updates\": true}",
        name, name);
    put(text, (size_t)size);
}

static struct gppc_patch map_of(const struct room *room)
{
    return (struct gppc_patch){room->bits, (uint16_t)room->width, (uint16_t)room->height, {0, 0}};
}

static uint8_t *bits_of(const uint8_t *pixels, size_t count)
{
    uint8_t *bits = checked(calloc(count / 8 + 1, 1));
    for (size_t i = 0; i < count; i++)
        bits[i / 8] |= (uint8_t)((pixels[i] != 0) << i % 8);
    return bits;
}

static void open_room(struct room *room, const uint8_t *at)
{
    const char *folder = getenv("TMPDIR");
    char file[4096];
    room->width = number(&at);
    room->height = number(&at);
    const int32_t options = number(&at);
    room->bits = bits_of(at + options, (size_t)room->width * (size_t)room->height);
    snprintf(file, sizeof file, "%s/footrace-gppc-XXXXXX", folder ? folder : "/tmp");
    const int descriptor = mkstemp(file);
    const pid_t child = fork();
    if (child == 0) {
        gppc_preprocess_init_map(map_of(room), file);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    room->data = gppc_search_init(map_of(room), file);
    if (descriptor >= 0) {
        close(descriptor);
        unlink(file);
    }
}

static void change_room(struct room *room, const uint8_t *at)
{
    const uint32_t count = (uint32_t)number(&at);
    struct gppc_patch *changes = checked(calloc(count + 1, sizeof *changes));
    room->patches =
        checked(realloc(room->patches, (room->patch_count + count + 1) * sizeof *room->patches));
    for (uint32_t i = 0; i < count; i++) {
        const int x = number(&at), y = number(&at), width = number(&at), height = number(&at);
        uint8_t *bits = bits_of(at, (size_t)width * (size_t)height);
        for (int row = 0; row < height; row++)
            for (int column = 0; column < width; column++, at++) {
                const size_t pixel = (size_t)(y + row) * (size_t)room->width + (size_t)(x + column);
                const uint8_t bit = (uint8_t)(1 << pixel % 8);
                room->bits[pixel / 8] =
                    (uint8_t)(*at ? room->bits[pixel / 8] | bit : room->bits[pixel / 8] & ~bit);
            }
        room->patches[room->patch_count++] = bits;
        changes[i] = (struct gppc_patch){
            bits, (uint16_t)width, (uint16_t)height, {(uint16_t)x, (uint16_t)y}};
    }
    gppc_map_change(room->data, changes, count);
    free(changes);
}

static void drop_room(struct room *room)
{
    if (room->data)
        gppc_free_data(room->data);
    for (size_t i = 0; i < room->patch_count; i++)
        free(room->patches[i]);
    free(room->patches);
    free(room->bits);
    *room = (struct room){0};
}

static double now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void put_answer(uint8_t outcome, double ns, uint32_t count)
{
    put(&outcome, 1);
    put(&ns, sizeof ns);
    put(&count, sizeof count);
}

/* The parts of the path are joined as they come; putting them together is not timed. */
static void find(const struct room *room, const uint8_t *at)
{
    static struct gppc_point *points;
    static size_t capacity;
    const struct gppc_point from = point(&at), to = point(&at);
    struct gppc_path part = {0};
    double ns = 0;
    uint32_t count = 0;
    do {
        const double begin = now_ns();
        part = gppc_get_path(room->data, from, to);
        ns += now_ns() - begin;
        if (count + part.length > capacity) {
            capacity = 2 * (size_t)(count + part.length);
            points = checked(realloc(points, capacity * sizeof *points));
        }
        if (part.length)
            memcpy(points + count, part.path, part.length * sizeof *points);
        count = part.length ? count + part.length : 0;
    } while (part.incomplete && part.length);
    put_answer(count ? FOUND : UNREACHABLE, ns, count);
    for (uint32_t i = 0; i < count; i++) {
        const double centre[2] = {points[i].x + 0.5, points[i].y + 0.5};
        put(centre, sizeof centre);
    }
}

/* Writes as many bytes as a picture has, each time others. */
static void draw_frame(size_t size)
{
    static uint8_t *picture, colour;
    static size_t held;
    if (size > held) {
        picture = checked(realloc(picture, size));
        held = size;
    }
    memset(picture, colour++, size);
}

static void answer(char kind, const uint8_t *body)
{
    const uint8_t *at = body;
    const uint8_t done = 0;
    const uint32_t first =
        kind == 'H' ? 0 : (uint32_t)number(&at); /* a room's number, or a count */
    if (kind == 'H') {
        say_hello();
    } else if (kind == 'M') {
        drop_room(room_of(first));
        open_room(room_of(first), at);
        put(&done, 1);
    } else if (kind == 'C') {
        change_room(room_of(first), at);
        put(&done, 1);
    } else if (kind == 'F') {
        draw_frame(first);
    } else if (kind == 'Q') {
        find(room_of(first), at);
    } else if (kind == 'E') {
        const double nowhere[2] = {0, 0};
        put_answer(FOUND, 0, first);
        for (uint32_t i = 0; i < first; i++)
            put(nowhere, sizeof nowhere);
    } else if (kind == 'D') {
        drop_room(room_of(first));
        return;
    }
    send_reply(kind == 'E' ? 'Q' : kind);
}

int main(void)
{
    uint32_t length;
    while (fread(&length, sizeof length, 1, stdin) == 1 && length > 0) {
        uint8_t *message = checked(malloc(length));
        if (fread(message, 1, length, stdin) != length || message[0] == 'B')
            return 0;
        answer((char)message[0], message + 1);
        free(message);
    }
    return 0;
}
