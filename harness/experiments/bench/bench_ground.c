/* bench-ground: what it costs to take in a whole map, each claim with the rows that it rests on. */
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_paths.h"
#include "harness/experiments/bench/task.h"
#include "maps/formats/load.h"
#include "maps/generators/generate.h"

/* A mask on its way into memory. */
struct loading {
    char path[512];
    struct fr_counting_allocator memory;
    struct fr_map *map;
};

static bool load(void *subject, struct fr_error *error)
{
    struct loading *loading = subject;
    fr_counting_allocator_init(&loading->memory);
    return fr_map_load(loading->path, FOOTRACE_BUNDLED, &loading->memory.allocator, &loading->map,
                       NULL, error) == FR_OK;
}

static void unload(void *subject)
{
    struct loading *loading = subject;
    fr_map_release(loading->map);
}

/* What libspng alone takes for the same file, its rows thrown away: the floor of loading it. */
static bool decode(void *subject, struct fr_error *error)
{
    const struct loading *loading = subject;
    spng_ctx *context = spng_ctx_new(SPNG_CTX_IGNORE_ADLER32);
    FILE *stream = fopen(loading->path, "rb");
    static uint8_t row[4 * FR_MAP_MAX_SIZE];
    struct spng_ihdr header = {0};
    int code = !context || !stream ? SPNG_IO_ERROR : spng_set_png_file(context, stream);
    if (code == 0)
        code = spng_get_ihdr(context, &header);
    if (code == 0)
        code = spng_decode_image(context, NULL, 0, SPNG_FMT_RAW, SPNG_DECODE_PROGRESSIVE);
    while (code == 0)
        code = spng_decode_scanline(context, row, sizeof row);
    spng_ctx_free(context);
    if (stream)
        fclose(stream);
    return code == SPNG_EOI ||
           fr_fail(error, FR_BAD_INPUT, "%s: %s", loading->path, spng_strerror(code)) == FR_OK;
}

/* How a paint program stores a mask. */
struct storage {
    const char *name;
    uint8_t colour_type, channels;
    bool huge; /* measured at the largest size too: the others lie between these */
};

static const struct storage storages[] = {{"8-bit grey", SPNG_COLOR_TYPE_GRAYSCALE, 1, true},
                                          {"8-bit palette", SPNG_COLOR_TYPE_INDEXED, 1, false},
                                          {"RGB", SPNG_COLOR_TYPE_TRUECOLOR, 3, true},
                                          {"RGBA", SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 4, false}};

enum { STORAGES = sizeof storages / sizeof *storages };

/* Grey levels as a row of the file. */
static void spread(const struct storage *storage, const uint8_t *grey, int32_t width, uint8_t *row)
{
    for (int32_t x = 0; x < width; x++)
        for (int channel = 0; channel < storage->channels; channel++)
            *row++ = channel == 3 ? 255 : grey[x];
}

static int encode_rows(spng_ctx *context, const struct fr_canvas *canvas,
                       const struct storage *storage)
{
    static uint8_t row[4 * FR_MAP_MAX_SIZE];
    const size_t width = (size_t)canvas->width;
    int code = spng_encode_image(context, NULL, 0, SPNG_FMT_PNG,
                                 SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE);
    for (size_t y = 0; y < (size_t)canvas->height && code == 0; y++) {
        spread(storage, canvas->pixels + y * width, canvas->width, row);
        code = spng_encode_row(context, row, width * storage->channels);
    }
    return code == SPNG_EOI ? 0 : code;
}

static bool save(const char *path, const struct fr_canvas *canvas, const struct storage *storage)
{
    struct spng_ihdr header = {.width = (uint32_t)canvas->width,
                               .height = (uint32_t)canvas->height,
                               .bit_depth = 8,
                               .color_type = storage->colour_type};
    struct spng_plte palette = {.n_entries = 256};
    for (int i = 0; i < 256; i++)
        palette.entries[i] = (struct spng_plte_entry){(uint8_t)i, (uint8_t)i, (uint8_t)i, 255};
    spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
    FILE *stream = fopen(path, "wb");
    int code = !context || !stream ? SPNG_IO_ERROR : spng_set_png_file(context, stream);
    if (code == 0)
        code = spng_set_ihdr(context, &header);
    if (code == 0 && storage->colour_type == SPNG_COLOR_TYPE_INDEXED)
        code = spng_set_plte(context, &palette);
    if (code == 0)
        code = encode_rows(context, canvas, storage);
    spng_ctx_free(context);
    if (stream && fclose(stream) != 0)
        code = SPNG_IO_ERROR;
    if (code != 0)
        fprintf(stderr, "%s: %s\n", path, spng_strerror(code));
    return code == 0;
}

/* Loads the file, and decodes it without making a map of it. */
static bool measure_file(struct loading *loading, const char *name, double pixels,
                         double claimed_ms)
{
    const struct fr_task whole = {name, load, unload, loading, pixels, claimed_ms};
    const struct fr_task part = {"  of which libspng alone", decode, NULL, loading, pixels, 0};
    if (!fr_task_measure(&whole))
        return false;
    const double peak = (double)loading->memory.peak_bytes / 1e6;
    if (!fr_task_measure(&part))
        return false;
    printf("  %.0f MB at most, counted\n", peak);
    return true;
}

/* The same room in each storage, written to folder and loaded from there. */
static bool measure_storages(const char *folder, int32_t width, int32_t height, bool huge,
                             double claimed_ms)
{
    struct fr_canvas canvas;
    struct fr_error error;
    static struct loading loading;
    if (fr_generate("adventure:formations=60", width, height, 1, &fr_default_allocator, &canvas,
                    &error) != FR_OK) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    bool done = true;
    const double pixels = (double)width * height;
    for (int i = 0; i < STORAGES && done; i++) {
        char name[64];
        if (huge && !storages[i].huge)
            continue;
        snprintf(name, sizeof name, "load %d x %d, %s", width, height, storages[i].name);
        snprintf(loading.path, sizeof loading.path, "%s/mask.png", folder);
        done = save(loading.path, &canvas, &storages[i]) &&
               measure_file(&loading, name, pixels, claimed_ms);
        remove(loading.path);
    }
    fr_canvas_release(&canvas, &fr_default_allocator);
    return done;
}

static bool measure_loading(const char *folder)
{
    static struct loading bundled = {.path = FOOTRACE_BUNDLED "/adventure-4k.png"};
    fr_task_head("loading PNG masks");
    return measure_file(&bundled, "load adventure-4k", 3840.0 * 2160, 60) &&
           measure_storages(folder, 3840, 2160, false, 60) &&
           measure_storages(folder, 20000, 20000, true, 5000);
}

int main(void)
{
    char folder[] = "/tmp/bench-ground-XXXXXX";
    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    const bool done = measure_loading(folder);
    rmdir(folder);
    return done ? 0 : 1;
}
