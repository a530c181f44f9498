/* An entry to the competition (gppc.h) as a back end: this plugin, to which the entry is linked. The entry writes its
 * preprocessed file in a separate process, as in the competition, in the folder TMPDIR or /tmp. */
#define _POSIX_C_SOURCE 200809L
#include "gppc.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "algorithms/plugin.h"

/* Changes, and behind them their bits. */
struct changes {
    struct changes *before;
    size_t bytes;
    struct gppc_patch patches[];
};

struct fr_state {
    struct fr_head head;
    void *data; /* the entry's */
    uint8_t *bits;
    struct changes *changes; /* an entry may keep them until it is released */
};

/* An entry may share data between its maps. */
static pthread_mutex_t calling = PTHREAD_MUTEX_INITIALIZER;

static size_t bytes_of(struct fr_rect rect)
{
    return ((size_t)rect.width * (size_t)rect.height + 7) / 8;
}

static void set(uint8_t *bits, size_t at, bool one)
{
    const unsigned bit = 1u << at % 8;
    bits[at / 8] = (uint8_t)(one ? bits[at / 8] | bit : bits[at / 8] & ~bit);
}

/* Part of the map: writes the part's bits to `bits`, and updates those of the map. */
static struct gppc_patch patch_of(const struct fr_state *state, struct fr_rect rect, uint8_t *bits)
{
    const struct fr_map *map = state->head.map;
    size_t at = 0;
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
            const bool walkable = fr_map_walkable(map, x, y);
            set(bits, at++, walkable);
            set(state->bits, (size_t)y * (size_t)map->width + (size_t)x, walkable);
        }
    return (struct gppc_patch){
        bits, (uint16_t)rect.width, (uint16_t)rect.height, {(uint16_t)rect.x, (uint16_t)rect.y}};
}

static struct fr_rect whole(const struct fr_state *state)
{
    return (struct fr_rect){0, 0, state->head.map->width, state->head.map->height};
}

static void preprocess(struct gppc_patch map, const char *file)
{
    const pid_t child = fork();
    if (child == 0) {
        gppc_preprocess_init_map(map, file);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static enum fr_status prepare(struct fr_state *state)
{
    const char *folder = getenv("TMPDIR");
    char file[4096];
    state->bits = fr_allocate(state->head.allocator, bytes_of(whole(state)), 1);
    if (!state->bits)
        return FR_NO_MEMORY;
    const struct gppc_patch map = patch_of(state, whole(state), state->bits);
    snprintf(file, sizeof file, "%s/footrace-gppc-XXXXXX", folder ? folder : "/tmp");
    const int descriptor = mkstemp(file);
    pthread_mutex_lock(&calling);
    preprocess(map, file);
    state->data = gppc_search_init(map, file);
    pthread_mutex_unlock(&calling);
    if (descriptor >= 0) {
        close(descriptor);
        unlink(file);
    }
    return FR_OK;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    size_t bytes = sizeof *state->changes + count * sizeof *state->changes->patches;
    size_t at = bytes;
    for (size_t i = 0; i < count; i++)
        bytes += bytes_of(rects[i]);
    struct changes *changes = fr_allocate(state->head.allocator, bytes, 1);
    if (!changes)
        return FR_NO_MEMORY;
    changes->before = state->changes;
    changes->bytes = bytes;
    state->changes = changes;
    for (size_t i = 0; i < count; at += bytes_of(rects[i++]))
        changes->patches[i] = patch_of(state, rects[i], (uint8_t *)changes + at);
    pthread_mutex_lock(&calling);
    gppc_map_change(state->data, changes->patches, (uint32_t)count);
    pthread_mutex_unlock(&calling);
    return FR_OK;
}

static enum fr_status append(struct fr_path *path, struct gppc_point at)
{
    const struct fr_point point = fr_pixel_centre((struct fr_pixel){at.x, at.y});
    if (path->count > 0 && fr_point_equal(path->points[path->count - 1], point))
        return FR_OK;
    return fr_path_append(path, point);
}

/* The parts of the path are joined as they come. */
static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_pixel from = fr_point_pixel(start), to = fr_point_pixel(goal);
    struct gppc_path part;
    enum fr_status status = FR_OK;
    (void)probe;
    pthread_mutex_lock(&calling);
    do {
        part = gppc_get_path(state->data, (struct gppc_point){(uint16_t)from.x, (uint16_t)from.y},
                             (struct gppc_point){(uint16_t)to.x, (uint16_t)to.y});
        for (uint32_t i = 0; i < part.length && status == FR_OK; i++)
            status = append(path, part.path[i]);
    } while (part.incomplete && part.length && status == FR_OK);
    pthread_mutex_unlock(&calling);
    if (status != FR_OK)
        return FR_OUT_OF_MEMORY;
    return part.length ? FR_FOUND : FR_UNREACHABLE;
}

static void release(struct fr_state *state)
{
    if (state->data)
        gppc_free_data(state->data);
    for (struct changes *changes = state->changes, *before; changes; changes = before) {
        before = changes->before;
        fr_deallocate(state->head.allocator, changes, changes->bytes, 1);
    }
    fr_deallocate(state->head.allocator, state->bits, bytes_of(whole(state)), 1);
}

static char name[40] = "gppc-";

/* Letters, digits and dashes of what the entry calls itself. */
__attribute__((constructor)) static void take_name(void)
{
    size_t length = strlen(name);
    for (const char *at = gppc_get_name(); *at && length + 1 < sizeof name; at++)
        name[length++] = isalnum((unsigned char)*at) ? (char)tolower((unsigned char)*at) : '-';
}

FR_PLUGIN(.name = name, .label = name,
          .summary = "an entry to the Grid-Based Path Planning Competition",
          .source = "guests/gppc", .colour = "#777777", .marker = 'X',
          .traits = {.movement = FR_GRID8}, .state_bytes = sizeof(struct fr_state),
          .prepare = prepare, .find = find, .update = update, .release = release);
