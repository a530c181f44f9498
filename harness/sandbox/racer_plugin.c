#include "harness/sandbox/racer_plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/plugin.h"
#include "harness/base/hash.h"
#include "harness/sandbox/descriptor.h"
#include "harness/sandbox/isolate.h"
#include "harness/sandbox/racer_sets.h"
#include "harness/sandbox/stand_in.h"

#define PROBE_SECONDS 3.0

enum { PROBE_MB = 1024, FILE_SIZE = 4096 };

enum step { OPENING, READING, DESCRIBING, CLOSING, STEPS };

static const char *const step_names[STEPS] = {"while it was opened", "in its descriptors",
                                              "in describe", "while it was closed"};

static const char *const part_names[FR_PLUGIN_PARTS] = {
    "fr_pathfinder", "fr_option", "fr_option_values", "fr_traits",
    "fr_stats",      "fr_map",    "fr_path",          "fr_allocator"};

struct candidate {
    const struct fr_plugins *plugins;
    const char *path;
};

struct findings {
    int32_t step;
    bool good;
    char message[512]; /* what is wrong */
    int32_t count;
    struct fr_descriptor_copy copies[FR_MAX_PATHFINDERS];
};

struct isolated {
    struct findings *findings;
    struct fr_isolate_end end;
};

void fr_plugins_init(struct fr_plugins *plugins, const struct fr_pathfinder *const *pathfinders)
{
    memset(plugins, 0, sizeof *plugins);
    plugins->hash = FR_HASH_BEGIN;
    while (pathfinders[plugins->count] && plugins->count < FR_MAX_PATHFINDERS - 1) {
        plugins->pathfinders[plugins->count] = pathfinders[plugins->count];
        plugins->count++;
    }
}

void fr_plugins_release(struct fr_plugins *plugins)
{
    for (int i = 0; i < plugins->stand_in_count; i++)
        free(plugins->stand_ins[i]);
}

/* A symbol of an open library, or NULL. */
static const struct fr_plugin *symbol_of(void *library)
{
    return dlsym(library, FR_PLUGIN_SYMBOL);
}

static bool fits(const struct fr_plugin *plugin, char *message, size_t size)
{
    static const uint32_t bytes[FR_PLUGIN_PARTS] = FR_PLUGIN_SIZES;
    if (plugin->version != FR_PLUGIN_VERSION) {
        snprintf(message, size, "was built for version %u of the interface, expected %d",
                 (unsigned)plugin->version, FR_PLUGIN_VERSION);
        return false;
    }
    for (int part = 0; part < FR_PLUGIN_PARTS; part++)
        if (plugin->bytes[part] != bytes[part]) {
            snprintf(message, size,
                     "was built with headers in which struct %s has %u bytes, expected %u",
                     part_names[part], (unsigned)plugin->bytes[part], (unsigned)bytes[part]);
            return false;
        }
    if (plugin->pathfinders && plugin->pathfinders[0])
        return true;
    snprintf(message, size, "lists no back end, expected one");
    return false;
}

static bool name_is_free(const struct candidate *candidate, const struct fr_plugin *plugin,
                         int index, char *message, size_t size)
{
    const char *name = plugin->pathfinders[index]->name;
    const char *taken = NULL;
    if (fr_racer_set_find(name))
        taken = "stands for a set of back ends";
    for (int i = 0; i < candidate->plugins->count; i++)
        if (strcmp(candidate->plugins->pathfinders[i]->name, name) == 0)
            taken = fr_pathfinder_find(name) ? "belongs to a built-in back end" : "is taken";
    for (int i = 0; i < index; i++)
        if (strcmp(plugin->pathfinders[i]->name, name) == 0)
            taken = "appears twice";
    if (taken)
        snprintf(message, size, "the name '%s' of a back end %s, expected another", name, taken);
    return !taken;
}

static bool pathfinder_is_good(const struct candidate *candidate, const struct fr_plugin *plugin,
                               int index, struct findings *findings)
{
    const struct fr_pathfinder *pathfinder = plugin->pathfinders[index];
    char *message = findings->message, wrong[256];
    const size_t size = sizeof findings->message;
    struct fr_option_values options;
    struct fr_traits traits;
    findings->step = READING;
    if (candidate->plugins->count + index >= FR_MAX_PATHFINDERS - 1) {
        snprintf(message, size, "lists too many back ends");
        return false;
    }
    if (!fr_descriptor_whole(pathfinder, wrong, sizeof wrong)) {
        snprintf(message, size, "back end %d: %s", index + 1, wrong);
        return false;
    }
    if (!name_is_free(candidate, plugin, index, message, size))
        return false;
    findings->step = DESCRIBING;
    fr_options_default(pathfinder->options, pathfinder->option_count, &options);
    if (!fr_describe(pathfinder, &options, &traits, wrong, sizeof wrong)) {
        snprintf(message, size, "back end '%s': %s", pathfinder->name, wrong);
        return false;
    }
    return true;
}

/* Runs in the child. */
static void probe(const void *context, void *report)
{
    const struct candidate *candidate = context;
    struct findings *findings = report;
    findings->step = OPENING;
    void *library = dlopen(candidate->path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        const size_t front = strlen(candidate->path);
        if (strncmp(why, candidate->path, front) == 0 && why[front] == ':')
            why += front + 2;
        snprintf(findings->message, sizeof findings->message,
                 "%s; expected a library that can be loaded", why);
        return;
    }
    findings->step = READING;
    const struct fr_plugin *plugin = symbol_of(library);
    if (!plugin) {
        snprintf(findings->message, sizeof findings->message,
                 "has no symbol '%s', expected a plugin (algorithms/plugin.h)", FR_PLUGIN_SYMBOL);
        return;
    }
    if (!fits(plugin, findings->message, sizeof findings->message))
        return;
    for (int i = 0; plugin->pathfinders[i]; i++) {
        if (!pathfinder_is_good(candidate, plugin, i, findings))
            return;
        findings->step = READING;
        fr_descriptor_copy(plugin->pathfinders[i], &findings->copies[i]);
        findings->count = i + 1;
    }
    findings->step = CLOSING;
    findings->good = dlclose(library) == 0;
}

/* What a child wrote is looked at once more: foreign code may have had it in its hands. */
static enum fr_status take(struct fr_plugins *plugins, const char *path, const char *file,
                           const struct findings *findings, struct fr_error *error)
{
    char wrong[256];
    const int room = FR_MAX_PATHFINDERS - 1 - plugins->count;
    if (findings->count < 1 || findings->count > room)
        return fr_fail(error, FR_BAD_INPUT, "%s: lists no back end, or too many", file);
    for (int i = 0; i < findings->count; i++) {
        struct fr_pathfinder *one = fr_stand_in_create(path, &findings->copies[i]);
        if (!one)
            return fr_fail(error, FR_NO_MEMORY, "%s: no memory for its back ends", file);
        plugins->pathfinders[plugins->count++] = plugins->stand_ins[plugins->stand_in_count++] =
            one;
        if (!fr_descriptor_whole(one, wrong, sizeof wrong))
            return fr_fail(error, FR_BAD_INPUT, "%s: back end %d: %s", file, i + 1, wrong);
    }
    return FR_OK;
}

static enum fr_status judge(const char *file, const struct isolated *isolated,
                            struct fr_error *error)
{
    const struct findings *findings = isolated->findings;
    const bool known = findings->step >= 0 && findings->step < STEPS;
    if (!isolated->end.started)
        return fr_fail(error, FR_SYSTEM_ERROR, "%s: %s", file, isolated->end.reason);
    if (!isolated->end.returned)
        return fr_fail(error, FR_BAD_INPUT, "%s: %s %s, expected a plugin that loads", file,
                       isolated->end.reason, known ? step_names[findings->step] : "");
    return findings->good ? FR_OK : fr_fail(error, FR_BAD_INPUT, "%s: %s", file, findings->message);
}

enum fr_status fr_plugins_load(struct fr_plugins *plugins, const char *file, struct fr_error *error)
{
    static const struct fr_isolate_rules rules = {PROBE_SECONDS, PROBE_MB};
    char path[FILE_SIZE];
    /* A bare name is that of a file here, not of a library of the system. */
    const int length = snprintf(path, sizeof path, "%s%s", strchr(file, '/') ? "" : "./", file);
    if (length >= (int)sizeof path)
        return fr_fail(error, FR_BAD_INPUT, "%.40s...: expected a shorter name of a file", file);
    const struct candidate candidate = {plugins, path};
    struct isolated isolated = {.findings = calloc(1, sizeof *isolated.findings)};
    if (!isolated.findings)
        return fr_fail(error, FR_NO_MEMORY, "%s: no memory to look at it", file);
    fr_isolate(&rules, probe, &candidate, isolated.findings, sizeof *isolated.findings,
               &isolated.end);
    isolated.findings->message[sizeof isolated.findings->message - 1] = '\0';
    enum fr_status status = judge(file, &isolated, error);
    if (status == FR_OK)
        status = fr_hash_file(path, &plugins->hash, error);
    if (status == FR_OK)
        status = take(plugins, path, file, isolated.findings, error);
    free(isolated.findings);
    return status;
}

enum fr_status fr_plugins_read(struct fr_plugins *plugins,
                               const struct fr_pathfinder *const *pathfinders,
                               const struct fr_arguments *arguments, struct fr_error *error)
{
    struct fr_error wrong;
    fr_plugins_init(plugins, pathfinders);
    for (int i = 0; i < fr_argument_count(arguments, "plugin"); i++)
        if (fr_plugins_load(plugins, fr_argument(arguments, "plugin", i), &wrong) != FR_OK)
            return fr_fail(error, wrong.status, "--plugin %s", wrong.text);
    return FR_OK;
}
