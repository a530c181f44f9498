#include "harness/race/counting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/racers/callgrind.h"

/* A counting tool makes calls about fifty times slower. */
#define SLOWER 100.0

struct counting {
    struct fr_race *race;
    struct fr_race_racer *racer;
    struct fr_racer spec; /* as started here */
    struct fr_sandbox sandbox;
    struct fr_sandbox_rules rules;
    size_t *clicks; /* in the order of counts */
    size_t count;
    struct fr_reply reply;
};

/* Queries the clicks of a stretch; false if the racer is gone. */
static bool ask_all(struct counting *counting, const struct fr_stretch *stretch,
                    enum fr_timing timing)
{
    static struct fr_query queries[FR_SANDBOX_QUERIES];
    static struct fr_answer answers[FR_SANDBOX_QUERIES];
    const struct fr_resolved_click *resolved = counting->race->course->resolved;
    size_t at = stretch->first;
    while (at < stretch->last) {
        int asked = 0;
        size_t places[FR_SANDBOX_QUERIES];
        for (; at < stretch->last && asked < FR_SANDBOX_QUERIES; at++) {
            if (!resolved[at].answerable)
                continue;
            places[asked] = at;
            queries[asked++] = (struct fr_query){resolved[at].from, resolved[at].to};
        }
        const int came = asked ? fr_sandbox_pass(&counting->sandbox, timing, queries, asked,
                                                 answers, &counting->reply)
                               : 0;
        fr_race_poll(counting->race);
        for (int i = 0; i < came && timing == FR_COUNTED; i++) {
            counting->racer->queries[places[i]].instructions = answers[i].instructions;
            counting->clicks[counting->count++] = places[i];
        }
        if (came < asked || fr_race_is_stopped(counting->race))
            return false;
    }
    return true;
}

/* All clicks and events of the course, in order. */
static void ask_course(struct counting *counting)
{
    const struct fr_race *race = counting->race;
    const struct fr_course *course = race->course;
    const struct fr_race_settings *settings = race->settings;
    size_t entry = 0;
    fr_sandbox_open(&counting->sandbox, &counting->spec, race->map, &counting->reply);
    while (entry < settings->last && counting->reply.status == FR_REPLY_ANSWERED) {
        struct fr_stretch stretch = {entry, entry + 1, false};
        if (course->resolved[entry].event) {
            const size_t count = fr_click_set_events(&course->set, entry);
            fr_sandbox_change(&counting->sandbox, &course->set.clicks[entry], (int)count,
                              &counting->reply);
            entry += count;
            continue;
        }
        while (stretch.last < settings->last && !course->resolved[stretch.last].event)
            stretch.last++;
        entry = stretch.last;
        if (stretch.first < settings->first)
            stretch.first = settings->first;
        if (!ask_all(counting, &stretch, FR_STEADY) || !ask_all(counting, &stretch, FR_COUNTED))
            return;
    }
}

/* Reads callgrind's counts, click by click in the order of the calls. */
static enum fr_status take_counts(struct counting *counting, const char *file)
{
    int64_t *counts = malloc((counting->count + 1) * sizeof *counts);
    struct fr_error error;
    size_t found;
    if (!counts)
        return FR_NO_MEMORY;
    if (fr_callgrind_read(file, counts, counting->count, &found, &error) != FR_OK) {
        fr_progress_note(counting->race->progress, "--count: %s", error.text);
        found = 0;
    }
    for (size_t i = 0; i < counting->count; i++)
        counting->racer->queries[counting->clicks[i]].instructions = i < found ? counts[i] : -1;
    free(counts);
    return FR_OK;
}

static enum fr_status count_under_callgrind(struct counting *counting)
{
    char folder[] = "/tmp/footrace-count-XXXXXX", file[64];
    struct fr_executable executable = *counting->race->settings->counter->self;
    struct fr_callgrind callgrind;
    if (counting->spec.executable)
        executable = *counting->spec.executable;
    if (!mkdtemp(folder)) {
        fr_race_stop(counting->race, "cannot create a folder for counts in /tmp");
        return FR_OK;
    }
    snprintf(file, sizeof file, "%s/counts", folder);
    fr_callgrind_use(&callgrind, file, &executable);
    counting->spec.executable = &executable;
    ask_course(counting);
    fr_sandbox_release(&counting->sandbox);
    const enum fr_status status = counting->count > 0 ? take_counts(counting, file) : FR_OK;
    unlink(file);
    rmdir(folder);
    return status;
}

static enum fr_status count_one(struct fr_race *race, struct fr_race_racer *racer)
{
    struct counting counting = {.race = race, .racer = racer, .spec = *racer->spec};
    enum fr_status status = FR_OK;
    fr_progress_show(race->progress, race->course->name, "counting instructions");
    counting.rules = *race->settings->rules;
    counting.rules.frame = NULL;
    counting.rules.timeout_s *= SLOWER;
    counting.rules.change_s = 0;
    counting.rules.unlimited_addresses = true;
    fr_sandbox_init(&counting.sandbox, &counting.rules);
    counting.sandbox.reduction = race->course->report.reduction;
    counting.clicks = malloc((race->course->set.count + 1) * sizeof *counting.clicks);
    if (!counting.clicks)
        return FR_NO_MEMORY;
    if (race->settings->counter->self) {
        status = count_under_callgrind(&counting);
    } else {
        ask_course(&counting);
        fr_sandbox_release(&counting.sandbox);
    }
    free(counting.clicks);
    if (counting.reply.status != FR_REPLY_ANSWERED &&
        counting.reply.status != FR_REPLY_UNSUPPORTED && !fr_race_is_stopped(race))
        fr_progress_note(race->progress, "%s on %s: not all instructions could be counted: %s",
                         racer->spec->algo, race->course->name, counting.reply.reason);
    return status;
}

enum fr_status fr_race_count(struct fr_race *race)
{
    enum fr_status status = FR_OK;
    for (int i = 0; race->settings->counter && i < race->racer_count && status == FR_OK &&
                    !fr_race_is_stopped(race);
         i++)
        status = count_one(race, &race->racers[i]);
    return status;
}
