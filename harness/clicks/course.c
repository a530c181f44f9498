#include "harness/clicks/course.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/hash.h"
#include "harness/base/utf8.h"
#include "harness/clicks/mask_spec.h"
#include "harness/clicks/sample.h"
#include "maps/formats/clicks/click_set_file.h"

enum { HASH_SIZE = sizeof "~0123456789abcdef" };

static bool is_plain(const char *text)
{
    if (fr_utf8_has_control(text))
        return false;
    for (size_t length; *text; text += length)
        if ((length = fr_utf8_length(text)) == 0)
            return false;
    return true;
}

void fr_whole_name(const char *whole, char *name, size_t size)
{
    size_t used = 0;
    if (strlen(whole) < size && is_plain(whole)) {
        strcpy(name, whole);
        return;
    }
    for (const char *at = whole; *at;) {
        const size_t length = fr_utf8_length(at), bytes = length ? length : 1;
        if (used + bytes > size - HASH_SIZE)
            break;
        memcpy(name + used, length ? at : "?", bytes);
        used += bytes;
        at += bytes;
    }
    name[used] = '\0';
    fr_utf8_tame(name);
    snprintf(name + used, size - used, "~%016" PRIx64, fr_hash_text(FR_HASH_BEGIN, whole));
}

#define AUTO_PREFIX "auto:"
#define AUTO_DEFAULT "auto:100"

enum { MOST_SAMPLED = 1000000, LONGEST_FILE = 2048 };

/* The length of a map's spec without options. */
static size_t target_length(const char *spec)
{
    return strcspn(spec, ":");
}

static bool is_bundled(const char *spec)
{
    return strcspn(spec, "/.:") == target_length(spec);
}

/* "maps/room.png:threshold=9" becomes "room". */
static enum fr_status name_course(const char *spec, char *name, size_t size, struct fr_error *error)
{
    char whole[FR_LONGEST_SPEC];
    const char *end = spec + target_length(spec);
    const char *begin = end;
    while (begin > spec && begin[-1] != '/')
        begin--;
    const char *dot = end;
    while (dot > begin && *dot != '.')
        dot--;
    if (dot > begin)
        end = dot;
    if (strlen(spec) >= sizeof whole)
        return fr_fail(error, FR_BAD_INPUT, "--map %.60s...: %zu bytes found, expected at most %d",
                       spec, strlen(spec), FR_LONGEST_SPEC - 1);
    snprintf(whole, sizeof whole, "%.*s", (int)(end - begin), begin);
    fr_whole_name(whole, name, size);
    return FR_OK;
}

/* The click set's file name beside a bundled map. */
static void name_bundled_clicks(const char *map, const char *bundled, char *file, size_t size)
{
    snprintf(file, size, "%s/%.*s.clicks.json", bundled, (int)target_length(map), map);
}

static bool is_readable(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

static bool is_scenario(const char *map)
{
    const size_t length = target_length(map), ending = strlen(".scen");
    return length > ending && strncmp(map + length - ending, ".scen", ending) == 0;
}

/* A map that is a scenario has its clicks, too: `file` gets the map's name without options. */
static const char *default_clicks(const char *map, const char *bundled, char file[LONGEST_FILE])
{
    if (is_scenario(map)) {
        snprintf(file, LONGEST_FILE, "%.*s", (int)target_length(map), map);
        return file;
    }
    name_bundled_clicks(map, bundled, file, LONGEST_FILE);
    return is_bundled(map) && is_readable(file) ? "bundled" : AUTO_DEFAULT;
}

/* The bits of the kinds in "KIND,KIND,..."; 0 if one is unknown or repeated. */
static unsigned read_kinds(const char *words)
{
    unsigned kinds = 0;
    while (*words) {
        char word[32];
        const size_t length = strcspn(words, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < 31 ? length : 31), words);
        const unsigned bits = fr_sample_kind_bits(word);
        if (bits == 0 || (kinds & bits) == bits)
            return 0;
        kinds |= bits;
        words += length + (words[length] == ',');
    }
    return kinds;
}

static enum fr_status sample(struct fr_course *course, const char *clicks, uint64_t seed,
                             struct fr_error *error)
{
    char *end;
    const char *digits = clicks + strlen(AUTO_PREFIX);
    const long count = strtol(digits, &end, 10);
    const unsigned kinds = *end == ':' ? read_kinds(end + 1) : fr_sample_usual(course->map);
    if (end == digits || count < 1 || count > MOST_SAMPLED || (*end && *end != ':'))
        return fr_fail(error, FR_BAD_INPUT,
                       "--clicks: '%s' found, expected auto:N with N from 1 to %d", clicks,
                       MOST_SAMPLED);
    if (kinds == 0)
        return fr_fail(
            error, FR_BAD_INPUT,
            "--clicks: '%s' found, expected auto:N:KINDS, with kinds listed by 'clicks --help', "
            "each once, separated by commas",
            clicks);
    return fr_sample_clicks(course->map, (int)count, seed, kinds, course->allocator, &course->set,
                            NULL, error);
}

static enum fr_status load_clicks(struct fr_course *course, const char *map, const char *clicks,
                                  const struct fr_course_options *options, struct fr_error *error)
{
    char file[LONGEST_FILE];
    if (strncmp(clicks, AUTO_PREFIX, strlen(AUTO_PREFIX)) == 0)
        return sample(course, clicks, options->seed, error);
    if (strcmp(clicks, "bundled") != 0)
        return fr_click_set_load(clicks, course->map->width, course->map->height, course->allocator,
                                 &course->set, error);
    if (!is_bundled(map))
        return fr_fail(error, FR_BAD_INPUT,
                       "--clicks bundled: '%s' is not a bundled map; expected a file or auto:N",
                       map);
    name_bundled_clicks(map, options->bundled, file, sizeof file);
    return fr_click_set_load(file, course->map->width, course->map->height, course->allocator,
                             &course->set, error);
}

/* Compares the walkable pixels of the radius with those of a point. */
static enum fr_status count_losses(struct fr_course *course, const char *map,
                                   const struct fr_course_options *options, struct fr_error *error)
{
    struct fr_map *point;
    if (course->report.agent.radius == 0)
        return FR_OK;
    enum fr_status status =
        fr_map_load_for_point(map, options->bundled, course->allocator, &point, error);
    if (status != FR_OK)
        return status;
    status = fr_part_losses_count(point, course->map, course->allocator, &course->losses);
    if (status == FR_OK && course->set.count > 0) {
        course->lost = fr_allocate(course->allocator, course->set.count, sizeof *course->lost);
        status = !course->lost
                     ? FR_NO_MEMORY
                     : fr_lost_clicks_mark(&course->set, point, course->resolved, options->clamping,
                                           course->allocator, course->lost, &course->lost_count);
    }
    if (status == FR_OK)
        status = fr_closed_corridors_find(point, course->map, course->report.agent,
                                          course->resolved, course->lost, course->set.count,
                                          course->allocator, &course->corridors);
    fr_map_release(point);
    return status == FR_OK ? FR_OK
                           : fr_fail(error, status, "%s: not enough memory for its clicks", map);
}

enum fr_status fr_course_load(const char *map, const char *clicks,
                              const struct fr_course_options *options,
                              const struct fr_allocator *allocator, struct fr_course *course,
                              struct fr_error *error)
{
    char scenario[LONGEST_FILE];
    memset(course, 0, sizeof *course);
    course->allocator = allocator;
    fr_click_set_init(&course->set, allocator);
    enum fr_status status =
        fr_map_load(map, options->bundled, allocator, &course->map, &course->report, error);
    if (status != FR_OK)
        return status;
    if (!clicks)
        clicks = default_clicks(map, options->bundled, scenario);
    fr_whole_name(map, course->file, sizeof course->file);
    fr_whole_name(clicks, course->clicks, sizeof course->clicks);
    status = name_course(map, course->name, sizeof course->name, error);
    if (status == FR_OK)
        status = load_clicks(course, map, clicks, options, error);
    if (status == FR_OK) {
        status =
            fr_resolve(&course->set, course->map, options->clamping, allocator, &course->resolved);
        if (status == FR_UNSUPPORTED)
            fr_fail(error, status, "--clamp edge: %s is a mask; expected a drawing", map);
        else if (status != FR_OK)
            fr_fail(error, status, "%s: not enough memory for its clicks", map);
    }
    if (status == FR_OK)
        status = count_losses(course, map, options, error);
    if (status != FR_OK)
        fr_course_release(course);
    return status;
}

void fr_course_release(struct fr_course *course)
{
    if (!course->allocator)
        return;
    fr_deallocate(course->allocator, course->resolved, course->set.count, sizeof *course->resolved);
    fr_deallocate(course->allocator, course->lost, course->set.count, sizeof *course->lost);
    fr_click_set_release(&course->set);
    fr_map_release(course->map);
    memset(course, 0, sizeof *course);
}
