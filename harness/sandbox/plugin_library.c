#include "harness/sandbox/plugin_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "algorithms/plugin.h"
#include "harness/sandbox/descriptor.h"
#include "harness/sandbox/guest.h"
#include "harness/sandbox/racer_sets.h"

enum { LONGEST_PATH = 4096 };

static const char *const part_names[FR_PLUGIN_PARTS] = {
    "fr_pathfinder", "fr_head", "fr_option", "fr_option_values", "fr_traits",
    "fr_stats",      "fr_map",  "fr_path",   "fr_allocator"};

bool fr_pathfinder_list_add(struct fr_pathfinder_list *list, const struct fr_pathfinder *one)
{
    if (list->count >= FR_MAX_PATHFINDERS - 1)
        return false;
    list->at[list->count++] = one;
    list->at[list->count] = NULL;
    return true;
}

void fr_plugin_announce(const char *step)
{
    dprintf(STDERR_FILENO, "%s\n", step);
}

static enum fr_status check_sizes(const struct fr_plugin *plugin, struct fr_error *error)
{
    static const uint32_t bytes[FR_PLUGIN_PARTS] = FR_PLUGIN_SIZES;
    if (plugin->version != FR_PLUGIN_VERSION)
        return fr_fail(error, FR_BAD_INPUT,
                       "was built for version %u of the interface, expected %d",
                       (unsigned)plugin->version, FR_PLUGIN_VERSION);
    for (int part = 0; part < FR_PLUGIN_PARTS; part++)
        if (plugin->bytes[part] != bytes[part])
            return fr_fail(error, FR_BAD_INPUT,
                           "was built with headers in which struct %s has %u bytes, expected %u",
                           part_names[part], (unsigned)plugin->bytes[part], (unsigned)bytes[part]);
    if (plugin->pathfinders && plugin->pathfinders[0])
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT, "lists no back end; expected at least one");
}

static enum fr_status add(struct fr_pathfinder_list *list, const struct fr_pathfinder *pathfinder,
                          int number, struct fr_error *error)
{
    char wrong[256];
    const char *taken = NULL;
    if (!fr_descriptor_whole(pathfinder, wrong, sizeof wrong))
        return fr_fail(error, FR_BAD_INPUT, "back end %d: %s", number, wrong);
    if (fr_racer_set_find(pathfinder->name))
        taken = "is the name of a set";
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->at[i]->name, pathfinder->name) == 0)
            taken = fr_pathfinder_find(pathfinder->name) ? "belongs to a built-in back end"
                                                         : "is taken";
    if (taken)
        return fr_fail(error, FR_BAD_INPUT, "the name '%s' of a back end %s, expected another",
                       pathfinder->name, taken);
    if (!fr_pathfinder_list_add(list, pathfinder))
        return fr_fail(error, FR_BAD_INPUT, "lists too many back ends");
    return FR_OK;
}

/* A program, which runs in its own process. */
static enum fr_status open_program(const char *path, struct fr_pathfinder_list *list,
                                   struct fr_error *error)
{
    const struct fr_pathfinder *pathfinder;
    const enum fr_status status = fr_guest_open(path, &pathfinder, error);
    return status == FR_OK ? add(list, pathfinder, 1, error) : status;
}

enum fr_status fr_plugin_open(const char *file, struct fr_pathfinder_list *list, void **library,
                              struct fr_plugin_build *build, struct fr_error *error)
{
    char path[LONGEST_PATH];
    /* Without a slash, dlopen would search the system's libraries instead of this folder. */
    snprintf(path, sizeof path, "%s%s", strchr(file, '/') ? "" : "./", file);
    fr_plugin_announce("while it was opened");
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!*library) {
        const char *why = dlerror();
        if (fr_guest_is_program(path))
            return open_program(path, list, error);
        const size_t front = strlen(path);
        if (strncmp(why, path, front) == 0 && why[front] == ':')
            why += front + 2;
        return fr_fail(error, FR_BAD_INPUT, "%s; expected a library that can be loaded", why);
    }
    fr_plugin_announce("in its descriptors");
    const struct fr_plugin *plugin = dlsym(*library, FR_PLUGIN_SYMBOL);
    if (!plugin)
        return fr_fail(error, FR_BAD_INPUT,
                       "has no symbol '%s'; expected a plugin (algorithms/plugin.h)",
                       FR_PLUGIN_SYMBOL);
    enum fr_status status = check_sizes(plugin, error);
    if (status == FR_OK && build) {
        snprintf(build->text, sizeof build->text, "%s", plugin->build ? plugin->build : "");
        build->unoptimised = plugin->unoptimised != 0;
    }
    for (int i = 0; status == FR_OK && plugin->pathfinders[i]; i++)
        status = add(list, plugin->pathfinders[i], i + 1, error);
    return status;
}
