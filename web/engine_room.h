/* The engine's room, for what makes it (read_rooms.c) and what changes it (painting.c). */
#ifndef FOOTRACE_WEB_ENGINE_ROOM_H
#define FOOTRACE_WEB_ENGINE_ROOM_H

#include <stdbool.h>

#include "maps/formats/load.h"
#include "maps/map.h"

/* NULL: none yet. */
struct fr_map *fr_engine_map(void);

/* Takes a map over in place of the one there was, and releases every back end. True. */
bool fr_engine_enter(struct fr_map *map, const struct fr_load_report *report);

/* What back ends have to learn; an empty rectangle: nothing that they need to know. */
void fr_engine_note_change(struct fr_rect changed);

#endif
