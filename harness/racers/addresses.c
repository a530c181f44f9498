#include "harness/racers/addresses.h"

#include <stdio.h>
#include <string.h>

#include "harness/base/arguments.h"
#include "harness/base/utf8.h"
#include "harness/sandbox/descriptor.h"
#include "harness/sandbox/racer_plugin.h"
#include "harness/sandbox/racer_sets.h"

static const struct fr_pathfinder *find_by_name(const struct fr_pathfinder *const *pathfinders,
                                                const char *name)
{
    for (; *pathfinders; pathfinders++)
        if (strcmp((*pathfinders)->name, name) == 0)
            return *pathfinders;
    return NULL;
}

static enum fr_status unknown_name(const struct fr_pathfinder *const *pathfinders,
                                   const char *address, const char *name, struct fr_error *error)
{
    const char *names[FR_MAX_RACERS];
    size_t count = 0;
    for (const struct fr_racer_set *set = fr_racer_sets; set->name; set++)
        names[count++] = set->name;
    for (; *pathfinders && count < FR_MAX_RACERS; pathfinders++)
        names[count++] = (*pathfinders)->name;
    const char *close = fr_did_you_mean(name, names, count);
    if (close)
        return fr_fail(error, FR_BAD_INPUT, "--algo %s: no back end '%s'; did you mean %s?",
                       address, name, close);
    return fr_fail(error, FR_BAD_INPUT,
                   "--algo %s: no back end '%s'; 'footrace list algorithms' lists all", address,
                   name);
}

static enum fr_status read_options(struct fr_racer *racer, const char *options, char *message,
                                   size_t size)
{
    const struct fr_pathfinder *pathfinder = racer->pathfinder;
    enum fr_status status = fr_options_parse(pathfinder->options, pathfinder->option_count, options,
                                             &racer->options, message, size);
    if (status == FR_OK && !fr_describe(pathfinder, &racer->options, &racer->traits, message, size))
        status = FR_BAD_INPUT;
    fr_options_format(pathfinder->options, pathfinder->option_count, &racer->options,
                      racer->options_text, sizeof racer->options_text);
    racer->updates = pathfinder->update != NULL;
    return status;
}

/* Makes a racer from "NAME" or "NAME:options"; `label` may be "". */
static enum fr_status read_racer(const struct fr_pathfinder *const *pathfinders,
                                 const char *address, const char *label, const char *target,
                                 struct fr_racer *racer, struct fr_error *error)
{
    static const char front[] = "--algo ";
    struct fr_error wrong = {"", FR_OK};
    char name[64];
    const size_t length = strcspn(target, ":");
    const char *options = target[length] ? target + length + 1 : "";
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), target);
    memset(racer, 0, sizeof *racer);
    racer->pathfinder = find_by_name(pathfinders, name);
    if (!racer->pathfinder)
        return unknown_name(pathfinders, address, name, error);
    snprintf(racer->address, sizeof racer->address, "%s", target);
    const enum fr_status status = fr_is_plugin(racer->pathfinder)
                                      ? fr_plugin_racer(racer, &wrong)
                                      : read_options(racer, options, wrong.text, sizeof wrong.text);
    if (status != FR_OK && strncmp(wrong.text, front, sizeof front - 1) == 0)
        return fr_fail(error, status, "%s", wrong.text);
    if (status != FR_OK)
        return fr_fail(error, status, "--algo %s: %s", address, wrong.text);
    racer->candidate = racer->pathfinder->candidate && !racer->traits.expected_faults;
    snprintf(racer->algo, sizeof racer->algo, "%s", *label ? label : target);
    if (*label || !*options)
        snprintf(racer->label, sizeof racer->label, "%s",
                 *label ? label : racer->pathfinder->label);
    else
        snprintf(racer->label, sizeof racer->label, "%s (%s)", racer->pathfinder->label, options);
    return FR_OK;
}

static bool races(const struct fr_racers *racers, const char *algo)
{
    for (int i = 0; i < racers->count; i++)
        if (strcmp(racers->at[i].algo, algo) == 0)
            return true;
    return false;
}

static enum fr_status add_one(struct fr_racers *racers,
                              const struct fr_pathfinder *const *pathfinders, const char *address,
                              struct fr_error *error)
{
    char label[64] = "";
    const char *target = address;
    const size_t front = strcspn(address, "=:");
    if (strlen(address) >= sizeof racers->at[0].algo)
        return fr_fail(error, FR_BAD_INPUT,
                       "--algo %.40s...: %zu bytes found, expected at most %zu", address,
                       strlen(address), sizeof racers->at[0].algo - 1);
    if (fr_utf8_has_control(address))
        return fr_fail(error, FR_BAD_INPUT, "--algo %s: a control character found, expected none",
                       address);
    for (const char *at = address; *at; at += fr_utf8_length(at))
        if (fr_utf8_length(at) == 0)
            return fr_fail(error, FR_BAD_INPUT, "--algo %s: other bytes found, expected UTF-8",
                           address);
    if (strcspn(address, ",") < front)
        return fr_fail(
            error, FR_BAD_INPUT,
            "--algo %s: a list with options or a label found, expected only names; use a "
            "separate --algo for each",
            address);
    if (address[front] == '=') {
        if (front == 0 || front >= sizeof label)
            return fr_fail(error, FR_BAD_INPUT,
                           "--algo %s: a label of %zu bytes found before '=', expected 1 to %zu",
                           address, front, sizeof label - 1);
        snprintf(label, sizeof label, "%.*s", (int)front, address);
        target = address + front + 1;
    }
    if (racers->count == FR_MAX_RACERS)
        return fr_fail(error, FR_BAD_INPUT, "--algo %s: too many racers; expected at most %d",
                       address, FR_MAX_RACERS);
    struct fr_racer *racer = &racers->at[racers->count];
    const enum fr_status status = read_racer(pathfinders, address, label, target, racer, error);
    if (status != FR_OK)
        return status;
    if (races(racers, racer->algo))
        return fr_fail(
            error, FR_BAD_INPUT,
            "--algo %s: '%s' is already in the race; expected a label in front (again=%s)", address,
            racer->algo, target);
    racers->count++;
    return FR_OK;
}

/* Skips members that are already in the race. */
static enum fr_status add_set(struct fr_racers *racers,
                              const struct fr_pathfinder *const *pathfinders,
                              const struct fr_racer_set *set, struct fr_error *error)
{
    bool any = false;
    for (; *pathfinders; pathfinders++) {
        const char *name = (*pathfinders)->name;
        struct fr_racer member;
        enum fr_status status = read_racer(pathfinders, name, "", name, &member, error);
        if (status != FR_OK)
            return status;
        if (!set->holds(&member))
            continue;
        any = true;
        if (races(racers, name))
            continue;
        status = add_one(racers, pathfinders, name, error);
        if (status != FR_OK)
            return status;
    }
    return any ? FR_OK
               : fr_fail(error, FR_BAD_INPUT, "--algo %s: this set is empty (%s)", set->name,
                         set->help);
}

/* Removes racers that the current list, which started at index `before`, has added. */
static enum fr_status leave_out(struct fr_racers *racers, int before, const char *algo,
                                struct fr_error *error)
{
    for (int i = before; i < racers->count; i++)
        if (strcmp(racers->at[i].algo, algo) == 0) {
            racers->count--;
            memmove(&racers->at[i], &racers->at[i + 1],
                    (size_t)(racers->count - i) * sizeof racers->at[i]);
            return FR_OK;
        }
    return fr_fail(error, FR_BAD_INPUT, "--algo -%s: '%s' is not in the list before it", algo,
                   algo);
}

static enum fr_status add_item(struct fr_racers *racers,
                               const struct fr_pathfinder *const *pathfinders, const char *item,
                               struct fr_error *error)
{
    const struct fr_racer_set *set = fr_racer_set_find(item);
    return set ? add_set(racers, pathfinders, set, error)
               : add_one(racers, pathfinders, item, error);
}

enum fr_status fr_racers_add(struct fr_racers *racers,
                             const struct fr_pathfinder *const *pathfinders, const char *address,
                             struct fr_error *error)
{
    if (strchr(address, ':'))
        return add_item(racers, pathfinders, address, error);
    const int before = racers->count;
    enum fr_status status;
    do {
        const size_t length = strcspn(address, ",");
        char item[sizeof racers->at[0].algo + 1]; /* add_one refuses longer names */
        snprintf(item, sizeof item, "%.*s", (int)length, address);
        status = *item == '-' ? leave_out(racers, before, item + 1, error)
                              : add_item(racers, pathfinders, item, error);
        address += length;
    } while (status == FR_OK && *address++ == ',');
    if (status != FR_OK)
        racers->count = before;
    return status;
}
