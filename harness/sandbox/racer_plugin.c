#include "harness/sandbox/racer_plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/hash.h"
#include "harness/sandbox/descriptor.h"

struct fr_plugin_back_end {
    struct fr_pathfinder pathfinder; /* first, so that a pointer to it also points to the struct */
    struct fr_serve_back_end served; /* holds the strings that the pathfinder's texts point to */
    struct fr_executable executable;
    struct fr_plugin_origin origin;
    struct fr_plugin_back_end *next;
};

/* Starts with the back ends of a list that ends with NULL. */
static void begin(struct fr_plugins *plugins, const struct fr_pathfinder *const *pathfinders)
{
    memset(plugins, 0, sizeof *plugins);
    plugins->hash = FR_HASH_BEGIN;
    while (*pathfinders && fr_pathfinder_list_add(&plugins->list, *pathfinders))
        pathfinders++;
}

void fr_plugins_release(struct fr_plugins *plugins)
{
    while (plugins->first) {
        struct fr_plugin_back_end *one = plugins->first;
        plugins->first = one->next;
        free(one);
    }
}

bool fr_is_plugin(const struct fr_pathfinder *pathfinder)
{
    return !pathfinder->find;
}

/* Derives a missing colour or marker from the back end's name, so that it looks the same in each
 * race. Each channel is between 0x30 and 0xAF: visible on white and on black. */
static void dress(struct fr_serve_back_end *served)
{
    const uint64_t hash = fr_hash_text(FR_HASH_BEGIN, served->name);
    if (!served->colour[0])
        snprintf(served->colour, sizeof served->colour, "#%02X%02X%02X",
                 0x30 + (unsigned)(hash & 0x7F), 0x30 + (unsigned)(hash >> 8 & 0x7F),
                 0x30 + (unsigned)(hash >> 16 & 0x7F));
    if (!served->marker)
        served->marker = (unsigned char)FR_MARKERS[(hash >> 24) % (sizeof FR_MARKERS - 1)];
}

const struct fr_plugin_origin *fr_plugin_origin(const struct fr_pathfinder *pathfinder)
{
    const struct fr_plugin_back_end *one = (const void *)pathfinder;
    return fr_is_plugin(pathfinder) ? &one->origin : NULL;
}

/* The label, which tables and charts show, says if the back end was built without optimisation. */
static void mark(struct fr_serve_back_end *served)
{
    static const char note[] = " (not optimised)";
    const size_t most = sizeof served->label - sizeof note;
    if (strlen(served->label) > most)
        served->label[most] = '\0';
    strcat(served->label, note);
}

static enum fr_status add(struct fr_plugins *plugins, const struct fr_executable *executable,
                          const struct fr_plugin_origin *origin,
                          const struct fr_serve_back_end *served, struct fr_error *error)
{
    char wrong[256];
    struct fr_plugin_back_end *one = calloc(1, sizeof *one);
    if (!one)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory for its back ends");
    one->next = plugins->first;
    plugins->first = one;
    one->served = *served;
    one->origin = *origin;
    dress(&one->served);
    if (origin->build.unoptimised)
        mark(&one->served);
    one->executable = *executable;
    one->pathfinder = (struct fr_pathfinder){.name = one->served.name,
                                             .label = one->served.label,
                                             .colour = one->served.colour,
                                             .marker = (char)one->served.marker,
                                             .candidate = one->served.candidate};
    if (!fr_descriptor_shown(&one->pathfinder, wrong, sizeof wrong))
        return fr_fail(error, FR_BAD_INPUT, "a back end %s", wrong);
    for (int i = 0; i < plugins->list.count; i++)
        if (strcmp(plugins->list.at[i]->name, one->pathfinder.name) == 0)
            return fr_fail(error, FR_BAD_INPUT,
                           "the name '%s' of a back end is taken, expected another",
                           one->pathfinder.name);
    if (!fr_pathfinder_list_add(&plugins->list, &one->pathfinder))
        return fr_fail(error, FR_BAD_INPUT, "lists too many back ends");
    return FR_OK;
}

static enum fr_status ask_and_add(struct fr_plugins *plugins, const char *file,
                                  struct fr_error *error)
{
    struct fr_serve_hello hello;
    struct fr_executable executable = {.plugins = {file}};
    struct fr_plugin_origin origin;
    uint64_t hash = FR_HASH_BEGIN;
    enum fr_status status = fr_executable_self(&executable, error);
    plugins->self = executable;
    plugins->self.plugins[0] = NULL;
    if (status == FR_OK)
        status = fr_execute_hello(&executable, NULL, &hello, error);
    if (status == FR_OK && hello.count == 0)
        return fr_fail(error, FR_BAD_INPUT, "lists no back end, or too many");
    if (status == FR_OK)
        status = fr_hash_file(file, &hash, error);
    if (status != FR_OK)
        return status;
    plugins->hash = fr_hash_bytes(plugins->hash, &hash, sizeof hash);
    snprintf(origin.hash, sizeof origin.hash, "%016" PRIx64, hash);
    origin.build = hello.build;
    for (uint32_t i = 0; status == FR_OK && i < hello.count; i++)
        status = add(plugins, &executable, &origin, &hello.served[i], error);
    return status;
}

enum fr_status fr_plugins_load(struct fr_plugins *plugins, const char *file, struct fr_error *error)
{
    struct fr_error wrong;
    const enum fr_status status = ask_and_add(plugins, file, &wrong);
    return status == FR_OK ? FR_OK : fr_fail(error, status, "%s: %s", file, wrong.text);
}

enum fr_status fr_plugins_read(struct fr_plugins *plugins,
                               const struct fr_pathfinder *const *pathfinders,
                               const struct fr_arguments *arguments, struct fr_error *error)
{
    struct fr_error wrong;
    begin(plugins, pathfinders);
    for (int i = 0; i < fr_argument_count(arguments, "plugin"); i++)
        if (fr_plugins_load(plugins, fr_argument(arguments, "plugin", i), &wrong) != FR_OK)
            return fr_fail(error, wrong.status, "--plugin %s", wrong.text);
    return FR_OK;
}

void fr_plugins_level(const struct fr_plugins *plugins, struct fr_racers *racers)
{
    for (int i = 0; plugins->first && i < racers->count; i++)
        if (!racers->at[i].executable)
            racers->at[i].executable = &plugins->self;
}

enum fr_status fr_plugin_racer(struct fr_racer *racer, struct fr_error *error)
{
    const struct fr_plugin_back_end *one = (const void *)racer->pathfinder;
    struct fr_serve_hello hello;
    racer->executable = &one->executable;
    return fr_execute_probe(racer->executable, racer, &hello, error);
}

enum fr_status fr_plugin_enter(struct fr_racer *racer, struct fr_error *error)
{
    static struct fr_pathfinder_list list;
    const char *name = racer->pathfinder->name;
    void *library;
    if (!fr_is_plugin(racer->pathfinder))
        return FR_OK;
    const enum fr_status status =
        fr_plugin_open(racer->executable->plugins[0], &list, &library, NULL, error);
    if (status != FR_OK)
        return status;
    for (int i = 0; i < list.count; i++)
        if (strcmp(list.at[i]->name, name) == 0) {
            racer->pathfinder = list.at[i];
            return fr_options_parse(list.at[i]->options, list.at[i]->option_count,
                                    racer->options_text, &racer->options, error->text,
                                    sizeof error->text);
        }
    return fr_fail(error, FR_BAD_INPUT, "is no longer in its library");
}
