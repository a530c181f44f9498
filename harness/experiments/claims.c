#include "harness/experiments/claims.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/child.h"
#include "harness/base/exit_code.h"
#include "harness/experiments/sample_drawing.h"
#include "maps/allocator.h"
#include "maps/formats/base/file.h"

enum { MOST_WORDS = 160, WORD_SIZE = FR_CLAIMS_PATH + 64 };

/* A command line that is put together; ends with NULL once it is whole. */
struct words {
    char *at[MOST_WORDS + 1];
    int count;
    bool whole; /* memory lasted */
};

/* What one experiment runs in. */
struct course_of {
    const struct fr_claims *claims;
    const struct fr_experiment *experiment;
    char *reason;
    size_t size;
};

const char *fr_scale_name(enum fr_scale scale)
{
    return scale == FR_SCALE_QUICK ? "quick" : "full";
}

static void words_begin(struct words *words, const char *command)
{
    *words = (struct words){.whole = true};
    words->at[words->count++] = strdup("footrace");
    words->at[words->count++] = strdup(command);
    words->whole = words->at[0] && words->at[1];
}

static void words_add(struct words *words, const char *word)
{
    char *copy = words->count < MOST_WORDS ? strdup(word) : NULL;
    words->whole = words->whole && copy;
    if (copy)
        words->at[words->count++] = copy;
}

static void words_pair(struct words *words, const char *flag, const char *value)
{
    words_add(words, flag);
    words_add(words, value);
}

static void words_release(struct words *words)
{
    for (int i = 0; i < words->count; i++)
        free(words->at[i]);
    words->count = 0;
}

static enum fr_experiment_end run_words(const struct course_of *at, struct words *words)
{
    int status = -1;
    enum fr_experiment_end end = FR_EXPERIMENT_FAILED;
    if (!words->whole)
        snprintf(at->reason, at->size, "no memory for a command line");
    else
        status = fr_child_run(words->at, at->claims->stop, at->reason, at->size);
    words_release(words);
    if (status == FR_EXIT_DONE)
        end = FR_EXPERIMENT_DONE;
    else if (status == FR_EXIT_FAULT)
        end = FR_EXPERIMENT_FAULT;
    else if (status == FR_EXIT_STOPPED || *at->claims->stop)
        end = FR_EXPERIMENT_STOPPED;
    return end;
}

void fr_claims_result(const struct fr_claims *claims, const struct fr_experiment *experiment,
                      char *path, size_t size)
{
    snprintf(path, size, "%s/results/%s/%s.jsonl", claims->folder, fr_scale_name(claims->scale),
             experiment->name);
}

enum fr_status fr_claims_make_folders(const struct fr_claims *claims, struct fr_error *error)
{
    static const char *const inner[] = {"",         "/maps",          "/clicks",
                                        "/results", "/results/quick", "/results/full"};
    char path[FR_CLAIMS_PATH];
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
        const int length = snprintf(path, sizeof path, "%s%s", claims->folder, inner[i]);
        if (length >= (int)sizeof path)
            return fr_fail(error, FR_BAD_INPUT, "-o %.60s...: expected a shorter path",
                           claims->folder);
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return fr_fail(error, fr_status_of(errno),
                           "-o %s: %s; expected a folder that can be made and written to", path,
                           strerror(errno));
    }
    if (access(path, W_OK | X_OK) != 0)
        return fr_fail(error, fr_status_of(errno),
                       "-o %s: %s; expected a folder that can be written to", path,
                       strerror(errno));
    return FR_OK;
}

static bool exists(const char *path)
{
    return access(path, R_OK) == 0;
}

/* The file or name of a map. */
static void spell_map(const struct course_of *at, const struct fr_experiment_map *map, char *text,
                      size_t size)
{
    const char *tiles = getenv("FOOTRACE_MOVINGAI");
    if (at->experiment->movingai)
        snprintf(text, size, "%s/%s.map", tiles ? tiles : "", map->name);
    else if (map->generator)
        snprintf(text, size, "%s/maps/%s.png", at->claims->folder, map->name);
    else if (map->corners)
        snprintf(text, size, "%s/maps/%s.json", at->claims->folder, map->name);
    else
        snprintf(text, size, "%s", map->name);
}

/* Has a command write a file, which it does whole or not at all. */
static enum fr_experiment_end make_file(const struct course_of *at, struct words *words,
                                        const char *path)
{
    words_pair(words, "-o", path);
    return run_words(at, words);
}

static enum fr_experiment_end paint(const struct course_of *at, const struct fr_experiment_map *map,
                                    const char *path)
{
    struct words words;
    words_begin(&words, "generate");
    words_add(&words, map->generator);
    words_pair(&words, "--size", map->size);
    words_pair(&words, "--seed", map->seed ? map->seed : "1");
    return make_file(at, &words, path);
}

/* Writes a file, whole or not at all. */
static enum fr_experiment_end write_file(const struct course_of *at, const char *path,
                                         const char *text, size_t length)
{
    struct fr_error error;
    if (fr_file_write(path, text, length, &error) == FR_OK)
        return FR_EXPERIMENT_DONE;
    snprintf(at->reason, at->size, "%s", error.text);
    return error.status == FR_BAD_INPUT ? FR_EXPERIMENT_FAILED : FR_EXPERIMENT_STOPPED;
}

static enum fr_experiment_end write_clicks(const struct course_of *at, const char *list,
                                           const char *path)
{
    static const char form[] = "{\"format\": \"footrace-clicks/1\", \"clicks\": %s}\n";
    const size_t size = strlen(list) + sizeof form;
    char *text = malloc(size);
    if (!text)
        return FR_EXPERIMENT_STOPPED;
    const int length = snprintf(text, size, form, list);
    const enum fr_experiment_end end = write_file(at, path, text, (size_t)length);
    free(text);
    return end;
}

static enum fr_experiment_end draw(const struct course_of *at, const struct fr_experiment_map *map,
                                   const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return FR_EXPERIMENT_STOPPED;
    const bool drawn = fr_sample_drawing(file, map->corners);
    const bool whole = fclose(file) == 0 && drawn;
    const enum fr_experiment_end end =
        whole ? write_file(at, path, text, size) : FR_EXPERIMENT_STOPPED;
    free(text);
    return end;
}

static enum fr_experiment_end sample_clicks(const struct course_of *at, const char *map,
                                            const char *spec, const char *path)
{
    struct words words;
    const char *colon = strchr(spec, ':');
    char kind[64];
    snprintf(kind, sizeof kind, "%.*s", (int)(colon - spec), spec);
    words_begin(&words, "clicks");
    words_pair(&words, "--map", map);
    words_pair(&words, "--kind", kind);
    words_pair(&words, "--count", colon + 1);
    return make_file(at, &words, path);
}

/* Copies the head of a scenario, and so many of its rows, spread evenly, to the begin of the same
 * text; the length that is left. */
static size_t thin(char *text, size_t length, long wanted)
{
    long rows = -1, row = -1;
    size_t kept = 0;
    for (size_t i = 0; i < length; i++)
        rows += text[i] == '\n' || i + 1 == length;
    for (size_t begin = 0, end; begin < length; begin = end, row++) {
        const char *stop = memchr(text + begin, '\n', length - begin);
        end = stop ? (size_t)(stop - text) + 1 : length;
        if (row >= 0 && rows > wanted && (row + 1) * wanted / rows <= row * wanted / rows)
            continue;
        memmove(text + kept, text + begin, end - begin);
        kept += end - begin;
    }
    return kept;
}

static enum fr_experiment_end thin_scenario(const struct course_of *at, const char *map,
                                            long wanted, const char *path)
{
    char name[2 * WORD_SIZE];
    struct fr_file file;
    struct fr_error error;
    snprintf(name, sizeof name, "%s.scen", map);
    if (fr_file_read(name, &fr_default_allocator, &file, &error) != FR_OK) {
        snprintf(at->reason, at->size, "%s", error.text);
        return FR_EXPERIMENT_MISSING;
    }
    const size_t kept = thin((char *)file.bytes, file.size, wanted);
    const enum fr_experiment_end end = write_file(at, path, (const char *)file.bytes, kept);
    fr_file_release(&file);
    return end;
}

/* The clicks as --clicks takes them; those that need a file get it. */
static enum fr_experiment_end bring_clicks(const struct course_of *at,
                                           const struct fr_experiment_map *map, const char *spelled,
                                           char *text, size_t size)
{
    const enum fr_scale scale = at->claims->scale;
    const char *spec = map->clicks[scale] ? map->clicks[scale] : at->experiment->clicks[scale];
    const bool tiles = strncmp(spec, "scen:", 5) == 0;
    snprintf(text, size, "%s", spec);
    if (strncmp(spec, "auto:", 5) == 0)
        return FR_EXPERIMENT_DONE;
    snprintf(text, size, "%s/clicks/%s-%s-%s.%s", at->claims->folder, at->experiment->name,
             map->name, fr_scale_name(scale), tiles ? "scen" : "clicks.json");
    if (*spec == '[')
        return write_clicks(at, spec, text);
    if (exists(text))
        return FR_EXPERIMENT_DONE;
    return tiles ? thin_scenario(at, spelled, atol(spec + 5), text)
                 : sample_clicks(at, spelled, spec, text);
}

/* Adds --map and --clicks; what they name is there afterwards. */
static enum fr_experiment_end bring_map(const struct course_of *at,
                                        const struct fr_experiment_map *map, struct words *words)
{
    char spelled[WORD_SIZE], clicks[WORD_SIZE];
    enum fr_experiment_end end = FR_EXPERIMENT_DONE;
    spell_map(at, map, spelled, sizeof spelled);
    if (map->generator && !exists(spelled))
        end = paint(at, map, spelled);
    else if (map->corners && !exists(spelled))
        end = draw(at, map, spelled);
    if (end == FR_EXPERIMENT_DONE)
        end = bring_clicks(at, map, spelled, clicks, sizeof clicks);
    if (end == FR_EXPERIMENT_DONE) {
        const size_t length = strlen(spelled);
        snprintf(spelled + length, sizeof spelled - length, "%s", map->options ? map->options : "");
        words_pair(words, "--map", spelled);
        words_pair(words, "--clicks", clicks);
    }
    return end;
}

static void add_rules(const struct course_of *at, bool resume, struct words *words)
{
    char path[WORD_SIZE];
    const char *const *flags = at->experiment->flags[at->claims->scale];
    const char *const *racers = fr_experiment_racers(at->experiment, at->claims->scale);
    for (int i = 0; racers[i]; i++)
        words_pair(words, "--algo", racers[i]);
    for (int i = 0; flags[i]; i++)
        words_add(words, flags[i]);
    if (at->claims->allow_debug)
        words_add(words, "--allow-debug");
    words_add(words, "--quiet");
    words_add(words, resume ? "--resume" : "--force");
    fr_claims_result(at->claims, at->experiment, path, sizeof path);
    words_pair(words, "-o", path);
}

static enum fr_experiment_end race(const struct course_of *at, bool resume)
{
    struct words words;
    const struct fr_experiment_map *map = at->experiment->maps;
    enum fr_experiment_end end = FR_EXPERIMENT_DONE;
    words_begin(&words, "run");
    for (; map->name && end == FR_EXPERIMENT_DONE && !*at->claims->stop; map++)
        if (!map->full || at->claims->scale == FR_SCALE_FULL)
            end = bring_map(at, map, &words);
    if (end != FR_EXPERIMENT_DONE || *at->claims->stop) {
        words_release(&words);
        return *at->claims->stop ? FR_EXPERIMENT_STOPPED : end;
    }
    add_rules(at, resume, &words);
    return run_words(at, &words);
}

enum fr_experiment_end fr_claims_race(const struct fr_claims *claims,
                                      const struct fr_experiment *experiment, char *reason,
                                      size_t size)
{
    const struct course_of at = {claims, experiment, reason, size};
    char path[WORD_SIZE];
    snprintf(reason, size, "no reason given");
    if (experiment->movingai && !getenv("FOOTRACE_MOVINGAI")) {
        snprintf(reason, size,
                 "FOOTRACE_MOVINGAI is not set: expected a folder with Moving AI's "
                 "maps and scenarios");
        return FR_EXPERIMENT_MISSING;
    }
    fr_claims_result(claims, experiment, path, sizeof path);
    if (!exists(path))
        return race(&at, false);
    const enum fr_experiment_end end = race(&at, true);
    /* The rows of another version of the race, or of the command, are of no use: begin again. */
    return end == FR_EXPERIMENT_FAILED ? race(&at, false) : end;
}
