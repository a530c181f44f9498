#include "harness/commands/take_home.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/answer/game_code.h"
#include "harness/commands/reporting.h"
#include "maps/formats/load.h"

static const char *const files[] = {"footrace.h", "footrace.c", "main.c", "room.pgm"};

enum fr_status fr_take_home_check(const char *folder, bool force, struct fr_error *error)
{
    char name[4096];
    for (size_t i = 0; i < sizeof files / sizeof *files && !force; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, files[i]);
        if (access(name, F_OK) == 0)
            return fr_fail(error, FR_BAD_INPUT,
                           "--take: %s exists; expected another folder, or --force", name);
    }
    return FR_OK;
}

static enum fr_status write_file(const char *folder, const char *file, const char *head,
                                 const void *bytes, size_t size, struct fr_error *error)
{
    char name[4096];
    snprintf(name, sizeof name, "%s/%s", folder, file);
    FILE *out = fopen(name, "wb");
    bool done = out && fputs(head, out) >= 0 && fwrite(bytes, 1, size, out) == size;
    if (out)
        done = fclose(out) == 0 && done;
    return done ? FR_OK : fr_fail(error, FR_SYSTEM_ERROR, "%s: %s", name, strerror(errno));
}

static enum fr_status write_room(const char *folder, const struct fr_map *map,
                                 struct fr_error *error)
{
    char head[64];
    if (map->wall_count > 0)
        return fr_fail(error, FR_UNSUPPORTED,
                       "--take: this map has edge walls, which footrace.h does not support; "
                       "expected a map without them");
    snprintf(head, sizeof head, "P5\n%d %d\n255\n", map->width, map->height);
    return write_file(folder, "room.pgm", head, map->areas,
                      (size_t)map->width * (size_t)map->height, error);
}

/* The library erodes masks by a disc. The file holds the mask for a point or, for a square
 * character or a drawing (which is shrunk before it is painted), the pixels as raced. */
static enum fr_status take_room(const struct fr_program *program, const char *folder,
                                const char *spec, bool *eroded, bool enabled[FR_AREAS],
                                struct fr_error *error)
{
    const struct fr_allocator *allocator = &fr_default_allocator;
    struct fr_load_report report;
    struct fr_map *map;
    enum fr_status status = fr_map_load(spec, program->bundled, allocator, &map, &report, error);
    if (status != FR_OK)
        return status;
    *eroded = map->drawing || report.agent.shape != FR_DISC;
    if (!*eroded) {
        fr_map_release(map);
        status = fr_map_load_for_point(spec, program->bundled, allocator, &map, error);
    }
    if (status != FR_OK)
        return status;
    memcpy(enabled, map->enabled, sizeof map->enabled);
    status = write_room(folder, map, error);
    fr_map_release(map);
    return status;
}

enum fr_status fr_take_home(const struct fr_program *program, const char *folder,
                            const char *pathfinder, const char *spec, struct fr_error *error)
{
    char name[64], text[FR_GAME_CODE];
    bool eroded = false, enabled[FR_AREAS];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(pathfinder, ":"), pathfinder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return fr_fail(error, FR_SYSTEM_ERROR, "--take %s: %s", folder, strerror(errno));
    enum fr_status status = take_room(program, folder, spec, &eroded, enabled, error);
    if (status == FR_OK)
        status = fr_reporting_library(program, folder, name, error);
    if (status != FR_OK)
        return status;
    const struct fr_game game = {pathfinder, eroded ? "" : spec, "", enabled};
    fr_game_program(&game, text);
    if (!*text)
        return fr_fail(error, FR_UNSUPPORTED, "--take: %s was raced on cells; expected pixels",
                       spec);
    status = write_file(folder, "main.c", "", text, strlen(text), error);
    if (status == FR_OK)
        fprintf(stderr, "footrace: %s: cd %s && cc -O3 main.c footrace.c -lm -o game\n",
                program->command, folder);
    return status;
}
