/* Splits Godot's text scenes (.tscn) into sections with attributes and properties.
 *
 *     [sub_resource type="NavigationPolygon" id="1"]      a section: tag, then attributes
 *     vertices = PackedVector2Array(0, 0, 9, 0, 9, 9)     a property; a value may span lines
 *
 * Spans borrow the file. Values are not decoded; values that no caller requests are never read. */
#ifndef FOOTRACE_MAPS_FORMATS_SCENE_GODOT_TEXT_H
#define FOOTRACE_MAPS_FORMATS_SCENE_GODOT_TEXT_H

#include "maps/formats/base/file.h"
#include "maps/formats/base/words.h"

struct fr_godot_section {
    struct fr_span tag;        /* node, sub_resource, ... */
    struct fr_span attributes; /* type="Node2D" parent="." */
    struct fr_span properties; /* all lines up to the next section */
    int64_t line;
};

struct fr_godot_sections {
    struct fr_godot_section *items;
    size_t count, capacity;
};

/* Finds all sections of a file. FR_OK and a list to release with the file's allocator, or
 * FR_NO_MEMORY or FR_BAD_INPUT with `error` filled (line with an unclosed bracket or quote). */
FR_MUST_USE enum fr_status fr_godot_sections(const struct fr_file *file,
                                             struct fr_godot_sections *sections);

/* The value of an attribute or a property, without the quotes of a string; false if it is
 * missing. */
bool fr_godot_attribute(const struct fr_godot_section *section, const char *name,
                        struct fr_span *value);
bool fr_godot_property(const struct fr_godot_section *section, const char *name,
                       struct fr_span *value);

/* The arguments of NAME(...), for a name with this ending; false for another value. Advances
 * `value` past the call that was found, so that a list of calls can be iterated. */
bool fr_godot_call(struct fr_span *value, const char *ending, struct fr_span *arguments);

/* Takes the next number of a comma-separated list. FR_OK; FR_BAD_INPUT for anything but a finite
 * number. At the end of the list *taken is false. */
FR_MUST_USE enum fr_status fr_godot_number(struct fr_span *list, double *number, bool *taken);

#endif
