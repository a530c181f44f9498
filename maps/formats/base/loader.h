/* The loaders of all formats, what each receives, and what it returns. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_LOADER_H
#define FOOTRACE_MAPS_FORMATS_BASE_LOADER_H

#include "maps/formats/base/file.h"
#include "maps/formats/base/load_options.h"
#include "maps/formats/base/load_report.h"
#include "maps/map.h"

struct fr_loading {
    const struct fr_file *file;
    const struct fr_load_options *options;
    struct fr_load_report *report;
    struct fr_map *map; /* what the loader made, for the caller to release */
};

/* Whether a file has a format, and its loader: FR_OK and the map; or FR_BAD_INPUT, FR_UNSUPPORTED
 * or FR_NO_MEMORY with the file's `error` filled. Loaders of JSON also get the outermost value. */
struct cJSON;
typedef bool fr_knower(const struct fr_file *file);
typedef bool fr_json_knower(const struct cJSON *top);
typedef enum fr_status fr_loader(struct fr_loading *loading);
typedef enum fr_status fr_json_loader(struct fr_loading *loading, const struct cJSON *top);

/* Images; each loader requires a file with its signature. */
fr_knower fr_bmp_knows;
FR_MUST_USE fr_loader fr_load_png, fr_load_bmp;

/* Maps whose pixels are letters: Moving AI maps and ASCII maps, recognised by their first line. */
fr_knower fr_ascii_knows;
FR_MUST_USE fr_loader fr_load_movingai, fr_load_ascii;

/* Scenarios whose patches make the map. */
fr_knower fr_scen_knows;
FR_MUST_USE fr_loader fr_load_scen;

/* Drawings: Polyanya's meshes, and "footrace-polygon/1". */
FR_MUST_USE fr_loader fr_load_mesh;
FR_MUST_USE fr_json_loader fr_load_polygon;

/* Rooms as game engines save them: Godot and Adventure Game Studio, recognised by the beginning of
 * the file; walk boxes as in Thimbleweed Park's engine, as JSON or as its room tool writes them;
 * and Tiled, in XML and in JSON. */
fr_knower fr_godot_knows, fr_ags_room_knows;
fr_json_knower fr_wimpy_knows, fr_tiled_knows;
FR_MUST_USE fr_loader fr_load_godot, fr_load_ags_room, fr_load_wimpy, fr_load_tmx;
FR_MUST_USE fr_json_loader fr_load_tiled;

#endif
