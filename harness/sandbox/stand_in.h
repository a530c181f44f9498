/* Stand-ins for the back ends of shared libraries. This process never opens a library: a child reads
 * what its descriptors say, and the stand-in says the same here. Its functions are there to be told
 * from NULL and are never called; a child that is to call them enters the library first. */
#ifndef FOOTRACE_HARNESS_SANDBOX_STAND_IN_H
#define FOOTRACE_HARNESS_SANDBOX_STAND_IN_H

#include "algorithms/pathfinder.h"
#include "algorithms/plugin.h"

enum { FR_MOST_NAME = 48, FR_MOST_TEXT = 404, FR_MOST_SETTINGS = 16 };

/* A descriptor as bytes: what one process may hand to another. */
struct fr_descriptor_copy {
    char name[FR_MOST_NAME], label[FR_MOST_TEXT], summary[FR_MOST_TEXT], source[FR_MOST_TEXT];
    char colour[8], marker;
    bool candidate, updates, counts, sketches;
    int32_t setting_count, option_count;
    char settings[FR_MOST_SETTINGS][FR_MOST_TEXT];
    struct {
        char name[FR_MOST_NAME], choices[FR_MOST_TEXT], help[FR_MOST_TEXT];
        int32_t kind;
        int64_t low, high, fallback;
    } options[FR_MAX_OPTIONS];
};

/* Of a descriptor that is whole (descriptor.h). */
void fr_descriptor_copy(const struct fr_pathfinder *pathfinder, struct fr_descriptor_copy *copy);

/* A stand-in for the back end of that name in the library at path, for the caller to free() when no
 * racer names it any more. Nothing in copy is trusted: whether the stand-in is whole is to be asked
 * of it. NULL without memory. */
struct fr_pathfinder *fr_stand_in_create(const char *path, const struct fr_descriptor_copy *copy);

/* For a child, whose own the library then is: what a stand-in stands for; any other back end stands
 * for itself. NULL where the library cannot be opened again, or no longer has it. */
const struct fr_pathfinder *fr_stand_in_enter(const struct fr_pathfinder *pathfinder);

#endif
