/* The room of a walker: builds a map from a game's mask or shapes. */
#ifndef FOOTRACE_LIBRARY_ROOM_H
#define FOOTRACE_LIBRARY_ROOM_H

#include "library/footrace.h"
#include "maps/map.h"

/* Converts a status of the library into one of a walker. */
enum fr_walker_status fr_room_status(enum fr_status status);

/* Returns FR_WALKER_BAD_ARGUMENT and writes the text to `message`, unless that is NULL. */
enum fr_walker_status fr_room_refuse(char *message, const char *text);

/* Checks a mask; writes what is wrong with it to `message`, unless that is NULL. */
enum fr_walker_status fr_room_check(const struct fr_mask *mask, char *message);

/* Creates a map that the caller releases; statuses and message as in footrace.h. */
enum fr_walker_status fr_room_of_mask(const struct fr_mask *mask,
                                      const struct fr_allocator *allocator, char *message,
                                      struct fr_map **room);
enum fr_walker_status fr_room_of_shapes(const struct fr_shape *shapes, size_t count, int32_t width,
                                        int32_t height, const struct fr_allocator *allocator,
                                        char *message, struct fr_map **room);

/* Paints a valid mask over the map; allocates only for bits. *changed is a rectangle around the
 * pixels whose walkability changed; width 0: none. */
enum fr_walker_status fr_room_paint(struct fr_map *room, int32_t x, int32_t y,
                                    const struct fr_mask *mask, struct fr_rect *changed);

#endif
