/* Loads maps: PNG, BMP, Moving AI .map, drawings (JSON "footrace-polygon/1", Polyanya's .mesh),
 * ASCII ("footrace-ascii/1" of save_ascii.h, or bare rows of its letters, the first with '#', '.'
 * and digits only), scenes of engines, and the bundled maps.
 *
 * A map is named by a spec: FILE or NAME, then a colon and options separated by commas:
 *     room.png:threshold=128         walkable where luminance is at least 128 (of 255; default 128)
 *     room.png:channel=alpha         the threshold is for alpha, not luminance
 *     room.png:invert=on             walkable below the threshold
 *     room.png:legend=00ff00=1/0000ff=2/000000=0   nearest legend colour gives the area
 *     room.png:gate=00ff00/ff0000    pixels of exactly these colours are gates: areas above those
 *                                    of the other pixels, which are read as if there were no gates
 *     room.png:indices=on|off        raw palette indices are the areas (default: on for an indexed
 *                                    image of at most 16 colours in use, off otherwise)
 *     room.png:ags=on                a mask as Adventure Game Studio takes it: indexed colours of
 *                                    1, 4 or 8 bits, index 0 the wall, 1 to 15 areas; else refused
 *     room.png:alpha=off             transparent pixels (alpha below 128) are blocked unless off;
 *                                    has no effect with channel=alpha, nor in an ags mask
 *     arena.map:dialect=gppc         . G and S are walkable (default)
 *     arena.map:dialect=warthog      . and G are
 *     arena.map:dialect=hog2         . G and S, W, and T are, with edge walls between the three
 *     room.png:radius=6,shape=disc   the floor for a character of that radius, a multiple of 0.5
 *                                    pixels: a disc (default) or a square of side 2 x 6; for
 *                                    drawings also a pentagon or hexagon within the radius. Masks
 *                                    are eroded (maps/analysis/erode.h), drawings shrunk exactly
 *     room.png:scale=2               raced on cells of 2 x 2 pixels (up to 16), which are free if
 *                                    all of their pixels are: the map is loaded unreduced; the race
 *                                    reduces it (maps/analysis/reduce.h)
 * Threshold (with channel and invert), legend, indices=on and ags=on exclude each other; gates can
 * be combined with threshold or legend, and an indexed image with gates is read by its colours.
 * Options follow the last colon; a spec that is itself a file name has none. A name without a slash
 * or a dot is that of a bundled map. The first bytes of a file decide its format, not its name.
 *
 * Image size and header are checked before anything is decoded. PNG is read in every form, row by
 * row, with its raw indices; so is BMP without compression. */
#ifndef FOOTRACE_MAPS_FORMATS_LOAD_H
#define FOOTRACE_MAPS_FORMATS_LOAD_H

#include "maps/allocator.h"
#include "maps/formats/base/error.h"
#include "maps/formats/base/load_options.h"
#include "maps/formats/base/load_report.h"
#include "maps/map.h"

/* Reads the map that `spec` names; `bundled` is the folder of bundled maps. FR_OK and a map that
 * the caller releases; or FR_BAD_INPUT, FR_UNSUPPORTED or FR_NO_MEMORY with `error` filled.
 * `report` may be NULL. */
FR_MUST_USE enum fr_status fr_map_load(const char *spec, const char *bundled,
                                       const struct fr_allocator *allocator, struct fr_map **map,
                                       struct fr_load_report *report, struct fr_error *error);

/* Reads the map as it is for a point: the options radius and shape are checked, but ignored. */
FR_MUST_USE enum fr_status fr_map_load_for_point(const char *spec, const char *bundled,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_map **map, struct fr_error *error);

#endif
