#include "harness/racers/addresses.h"

#include <stdio.h>
#include <string.h>

#include "harness/base/arguments.h"
#include "harness/base/utf8.h"
#include "harness/sandbox/descriptor.h"

/* Ending of the names of algorithms as published. */
#define AS_PUBLISHED "-published"

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
    const char *names[FR_MAX_RACERS + 2] = {"all", "articles"};
    size_t count = 2;
    for (; *pathfinders && count < FR_MAX_RACERS; pathfinders++)
        names[count++] = (*pathfinders)->name;
    const char *close = fr_did_you_mean(name, names, count);
    if (close)
        return fr_fail(error, FR_BAD_INPUT, "--algo %s: no back end '%s'; did you mean %s?",
                       address, name, close);
    return fr_fail(error, FR_BAD_INPUT,
                   "--algo %s: no back end '%s'; 'footrace list algorithms' shows them all",
                   address, name);
}

/* Makes the racer of "NAME" or "NAME:options"; label may be "". */
static enum fr_status read_racer(const struct fr_pathfinder *const *pathfinders,
                                 const char *address, const char *label, const char *target,
                                 struct fr_racer *racer, struct fr_error *error)
{
    char name[64];
    const size_t length = strcspn(target, ":");
    const char *options = target[length] ? target + length + 1 : "";
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), target);
    memset(racer, 0, sizeof *racer);
    racer->pathfinder = find_by_name(pathfinders, name);
    if (!racer->pathfinder)
        return unknown_name(pathfinders, address, name, error);
    char message[512];
    if (fr_options_parse(racer->pathfinder->options, racer->pathfinder->option_count, options,
                         &racer->options, message, sizeof message) != FR_OK)
        return fr_fail(error, FR_BAD_INPUT, "--algo %s: %s", address, message);
    const enum fr_status status = fr_describe_safely(racer->pathfinder, &racer->options,
                                                     &racer->traits, message, sizeof message);
    if (status != FR_OK)
        return fr_fail(error, status, "--algo %s: %s", address, message);
    racer->candidate = racer->pathfinder->candidate && !racer->traits.expected_faults;
    snprintf(racer->address, sizeof racer->address, "%s", target);
    snprintf(racer->algo, sizeof racer->algo, "%s", *label ? label : target);
    if (*label || !*options)
        snprintf(racer->label, sizeof racer->label, "%s",
                 *label ? label : racer->pathfinder->label);
    else
        snprintf(racer->label, sizeof racer->label, "%s (%s)", racer->pathfinder->label, options);
    fr_options_format(racer->pathfinder->options, racer->pathfinder->option_count, &racer->options,
                      racer->options_text, sizeof racer->options_text);
    return FR_OK;
}

static enum fr_status add_one(struct fr_racers *racers,
                              const struct fr_pathfinder *const *pathfinders, const char *address,
                              struct fr_error *error)
{
    char label[64] = "";
    const char *target = address;
    const size_t front = strcspn(address, "=:");
    if (strlen(address) >= sizeof racers->at[0].algo)
        return fr_fail(error, FR_BAD_INPUT, "--algo %.40s...: expected at most %d characters",
                       address, (int)sizeof racers->at[0].algo - 1);
    if (fr_utf8_has_control(address))
        return fr_fail(error, FR_BAD_INPUT, "--algo %s: expected no control character", address);
    for (const char *at = address; *at; at += fr_utf8_length(at))
        if (fr_utf8_length(at) == 0)
            return fr_fail(error, FR_BAD_INPUT, "--algo %s: expected UTF-8", address);
    if (strcspn(address, ",") < front)
        return fr_fail(error, FR_BAD_INPUT,
                       "--algo %s: expected names only between commas; what has options or a label "
                       "gets an --algo of its own",
                       address);
    if (address[front] == '=') {
        if (front == 0 || front >= sizeof label)
            return fr_fail(error, FR_BAD_INPUT,
                           "--algo %s: expected a label of 1 to %d letters before '='", address,
                           (int)sizeof label - 1);
        snprintf(label, sizeof label, "%.*s", (int)front, address);
        target = address + front + 1;
    }
    if (racers->count == FR_MAX_RACERS)
        return fr_fail(error, FR_BAD_INPUT, "--algo %s: more than %d racers", address,
                       FR_MAX_RACERS);
    struct fr_racer *racer = &racers->at[racers->count];
    const enum fr_status status = read_racer(pathfinders, address, label, target, racer, error);
    if (status != FR_OK)
        return status;
    for (int i = 0; i < racers->count; i++)
        if (strcmp(racers->at[i].algo, racer->algo) == 0)
            return fr_fail(
                error, FR_BAD_INPUT,
                "--algo %s: '%s' is in the race already; put a label in front (again=%s)", address,
                racer->algo, target);
    racers->count++;
    return FR_OK;
}

static bool is_as_published(const char *name)
{
    const size_t length = strlen(name), ending = strlen(AS_PUBLISHED);
    return length > ending && strcmp(name + length - ending, AS_PUBLISHED) == 0;
}

static enum fr_status add_articles(struct fr_racers *racers,
                                   const struct fr_pathfinder *const *pathfinders,
                                   struct fr_error *error)
{
    enum fr_status status = FR_OK;
    int count = 0;
    for (; *pathfinders && status == FR_OK; pathfinders++)
        if (is_as_published((*pathfinders)->name)) {
            status = add_one(racers, pathfinders, (*pathfinders)->name, error);
            count++;
        }
    return count > 0 ? status
                     : fr_fail(error, FR_BAD_INPUT,
                               "--algo articles: no back end is an algorithm as published");
}

/* Skips back ends with expected faults. */
static enum fr_status add_all(struct fr_racers *racers,
                              const struct fr_pathfinder *const *pathfinders,
                              struct fr_error *error)
{
    enum fr_status status = FR_OK;
    for (; *pathfinders && status == FR_OK; pathfinders++) {
        status = add_one(racers, pathfinders, (*pathfinders)->name, error);
        if (status == FR_OK && racers->at[racers->count - 1].traits.expected_faults)
            racers->count--;
    }
    return status;
}

static enum fr_status add_item(struct fr_racers *racers,
                               const struct fr_pathfinder *const *pathfinders, const char *item,
                               struct fr_error *error)
{
    if (strcmp(item, "all") == 0)
        return add_all(racers, pathfinders, error);
    if (strcmp(item, "articles") == 0)
        return add_articles(racers, pathfinders, error);
    return add_one(racers, pathfinders, item, error);
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
        char item[sizeof racers->at[0].algo + 1]; /* add_one refuses longer ones */
        snprintf(item, sizeof item, "%.*s", (int)length, address);
        status = add_item(racers, pathfinders, item, error);
        address += length;
    } while (status == FR_OK && *address++ == ',');
    if (status != FR_OK)
        racers->count = before;
    return status;
}
