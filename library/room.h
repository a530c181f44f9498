/* The room of a walker: a map made from what a game hands in. */
#ifndef FOOTRACE_LIBRARY_ROOM_H
#define FOOTRACE_LIBRARY_ROOM_H

#include "library/footrace.h"
#include "maps/map.h"

/* The status of a call of the library as one of a walker's. */
enum fr_walker_status fr_room_status(enum fr_status status);

/* FR_WALKER_BAD_ARGUMENT, with the text in message unless that is NULL. */
enum fr_walker_status fr_room_refuse(char *message, const char *text);

/* Whether a mask is one; with a sentence against it in message, unless that is NULL. */
enum fr_walker_status fr_room_check(const struct fr_mask *mask, char *message);

/* A map for the caller to release, and statuses and message as footrace.h says. */
enum fr_walker_status fr_room_of_mask(const struct fr_mask *mask,
                                      const struct fr_allocator *allocator, char *message,
                                      struct fr_map **room);
enum fr_walker_status fr_room_of_shapes(const struct fr_shape *shapes, size_t count, int32_t width,
                                        int32_t height, const struct fr_allocator *allocator,
                                        char *message, struct fr_map **room);

/* Paints a mask, which is one, over the map; needs memory only for bits. *changed is a rectangle around the pixels whose walkability changed;
 * width 0: none. */
enum fr_walker_status fr_room_paint(struct fr_map *room, int32_t x, int32_t y,
                                    const struct fr_mask *mask, struct fr_rect *changed);

#endif
