/* The bundled maps against their manifest: each is a small PNG that holds exactly what its line
 * generates, or a drawing of the promised hash. `test_bundled --write` makes the PNGs anew and
 * prints their hashes, for the manifest of a generator that was changed on purpose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>
#include <spng.h>

#include "maps/generators/generate.h"
#include "maps/io/load.h"
#include "maps/io/save_png.h"
#include "maps/polygon.h"

#define LARGEST_FILE (100 * 1000)

struct entry {
    const char *name, *hash;
    const char *generate; /* NULL: a drawing */
    int32_t width, height;
    uint64_t seed;
};

/* A whole file, for the caller to free, and a zero behind it. */
static char *read_file(const char *file, size_t *size)
{
    FILE *stream = fopen(file, "rb");
    if (!stream)
        fail_msg("%s: cannot be opened", file);
    fseek(stream, 0, SEEK_END);
    *size = (size_t)ftell(stream);
    rewind(stream);
    char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, stream), *size);
    bytes[*size] = '\0';
    fclose(stream);
    return bytes;
}

static cJSON *read_manifest(void)
{
    size_t size;
    char *text = read_file(FOOTRACE_BUNDLED "/manifest.json", &size);
    cJSON *manifest = cJSON_Parse(text);
    free(text);
    assert_non_null(manifest);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(manifest, "format")),
                        "footrace-bundled/1");
    return manifest;
}

static double number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static const char *string(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

static struct entry read_entry(const cJSON *object)
{
    struct entry entry = {.name = string(object, "name"),
                          .hash = string(object, "hash"),
                          .width = (int32_t)number(object, "width"),
                          .height = (int32_t)number(object, "height")};
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(object, "kind");
    if (kind) {
        assert_string_equal(cJSON_GetStringValue(kind), "polygon");
        return entry;
    }
    entry.generate = string(object, "generate");
    entry.seed = (uint64_t)number(object, "seed");
    return entry;
}

static void name_png(const struct entry *entry, char file[512])
{
    snprintf(file, 512, "%s/%s.png", FOOTRACE_BUNDLED, entry->name);
}

static struct fr_canvas generate(const struct entry *entry)
{
    struct fr_canvas canvas;
    struct fr_error error;
    if (fr_generate(entry->generate, entry->width, entry->height, entry->seed,
                    &fr_default_allocator, &canvas, &error) != FR_OK)
        fail_msg("%s: %s", entry->name, error.text);
    return canvas;
}

static void hash_text(const struct fr_map *map, char text[17])
{
    snprintf(text, 17, "%016llx", (unsigned long long)fr_map_hash(map));
}

static void assert_same_levels(const struct entry *entry, const char *file, size_t size,
                               const struct fr_canvas *canvas)
{
    spng_ctx *context = spng_ctx_new(0);
    struct spng_ihdr header;
    size_t bytes;
    assert_non_null(context);
    assert_int_equal(spng_set_png_buffer(context, file, size), 0);
    assert_int_equal(spng_get_ihdr(context, &header), 0);
    assert_int_equal(header.width, entry->width);
    assert_int_equal(header.height, entry->height);
    assert_int_equal(header.color_type, SPNG_COLOR_TYPE_GRAYSCALE);
    assert_int_equal(spng_decoded_image_size(context, SPNG_FMT_G8, &bytes), 0);
    assert_int_equal(bytes, (size_t)entry->width * (size_t)entry->height);
    uint8_t *levels = malloc(bytes);
    assert_non_null(levels);
    assert_int_equal(spng_decode_image(context, levels, bytes, SPNG_FMT_G8, 0), 0);
    assert_memory_equal(levels, canvas->pixels, bytes);
    free(levels);
    spng_ctx_free(context);
}

static void assert_same_map(const struct entry *entry, const struct fr_canvas *canvas)
{
    struct fr_map *loaded, *painted;
    struct fr_error error;
    char hash[17];
    if (fr_map_load(entry->name, FOOTRACE_BUNDLED, &fr_default_allocator, &loaded, NULL, &error) !=
        FR_OK)
        fail_msg("%s", error.text);
    assert_int_equal(fr_canvas_map(canvas, &fr_default_allocator, &painted), FR_OK);
    hash_text(loaded, hash);
    assert_string_equal(hash, entry->hash);
    hash_text(painted, hash);
    assert_string_equal(hash, entry->hash);
    assert_memory_equal(loaded->areas, painted->areas,
                        (size_t)canvas->width * (size_t)canvas->height);
    fr_map_release(loaded);
    fr_map_release(painted);
}

static void assert_drawing(const struct entry *entry)
{
    struct fr_map *map;
    struct fr_load_report report;
    struct fr_error error;
    struct fr_polygon_fault fault;
    char hash[17];
    if (fr_map_load(entry->name, FOOTRACE_BUNDLED, &fr_default_allocator, &map, &report, &error) !=
        FR_OK)
        fail_msg("%s", error.text);
    assert_string_equal(report.format, "polygon");
    assert_int_equal(map->width, entry->width);
    assert_int_equal(map->height, entry->height);
    assert_non_null(map->drawing);
    assert_int_equal(fr_polygon_check(map->drawing, &fault), FR_OK);
    hash_text(map, hash);
    assert_string_equal(hash, entry->hash);
    fr_map_release(map);
}

static void every_bundled_map_is_what_its_line_says(void **state)
{
    (void)state;
    cJSON *manifest = read_manifest();
    const cJSON *object;
    cJSON_ArrayForEach(object, cJSON_GetObjectItem(manifest, "maps"))
    {
        const struct entry entry = read_entry(object);
        print_message("           %s\n", entry.name);
        if (!entry.generate) {
            assert_drawing(&entry);
            continue;
        }
        struct fr_canvas canvas = generate(&entry);
        char file[512];
        size_t size;
        name_png(&entry, file);
        char *bytes = read_file(file, &size);
        assert_true(size < LARGEST_FILE);
        assert_same_levels(&entry, bytes, size, &canvas);
        assert_same_map(&entry, &canvas);
        free(bytes);
        fr_canvas_release(&canvas, &fr_default_allocator);
    }
    cJSON_Delete(manifest);
}

static void the_promised_maps_are_bundled(void **state)
{
    (void)state;
    static const char *const names[] = {
        "adventure-20",    "adventure-60",    "adventure-150", "adventure-300", "spiral",
        "utrap",           "office",          "maze",          "open",          "adventure-4k",
        "history-320x200", "history-160x120", "pentagon",      "puddles",       "islands"};
    cJSON *manifest = read_manifest();
    const cJSON *maps = cJSON_GetObjectItem(manifest, "maps");
    const int count = (int)(sizeof names / sizeof *names);
    assert_int_equal(cJSON_GetArraySize(maps), count);
    for (int i = 0; i < count; i++)
        assert_string_equal(string(cJSON_GetArrayItem(maps, i), "name"), names[i]);
    cJSON_Delete(manifest);
}

static void write_maps(void **state)
{
    (void)state;
    cJSON *manifest = read_manifest();
    const cJSON *object;
    cJSON_ArrayForEach(object, cJSON_GetObjectItem(manifest, "maps"))
    {
        const struct entry entry = read_entry(object);
        if (!entry.generate)
            continue;
        struct fr_canvas canvas = generate(&entry);
        struct fr_map *map;
        struct fr_error error;
        char file[512], hash[17];
        name_png(&entry, file);
        if (fr_save_png(file, FR_PNG_GREY, canvas.width, canvas.height, canvas.pixels, &error) !=
            FR_OK)
            fail_msg("%s", error.text);
        assert_int_equal(fr_canvas_map(&canvas, &fr_default_allocator, &map), FR_OK);
        hash_text(map, hash);
        print_message("%-16s \"hash\": \"%s\"\n", entry.name, hash);
        fr_map_release(map);
        fr_canvas_release(&canvas, &fr_default_allocator);
    }
    cJSON_Delete(manifest);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_promised_maps_are_bundled),
                                       cmocka_unit_test(every_bundled_map_is_what_its_line_says)};
    const struct CMUnitTest writers[] = {cmocka_unit_test(write_maps)};
    if (argc == 2 && strcmp(argv[1], "--write") == 0)
        return cmocka_run_group_tests(writers, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
