/* The engine's room, for code that creates it (read_rooms.c) and changes it (painting.c). */
#ifndef FOOTRACE_WEB_ENGINE_ROOM_H
#define FOOTRACE_WEB_ENGINE_ROOM_H

#include <stdbool.h>

#include "maps/formats/load.h"
#include "maps/map.h"

/* NULL: none yet. */
struct fr_map *fr_engine_map(void);

/* Replaces the map, which the engine then owns, and releases every back end. Returns true. */
bool fr_engine_enter(struct fr_map *map, const struct fr_load_report *report);

/* Records a change for the back ends; an empty rectangle: no change for them. */
void fr_engine_note_change(struct fr_rect changed);

#endif
