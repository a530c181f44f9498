// Detour as a guest (zlib licence; Debian librecast-dev). The mesh is one of three:
//
//     mesh=voxel  Recast's, as its demo builds it: watershed regions, contours within 1.3 cells, edges up to 12 units
//          exact  Recast's, on contours that are kept exactly, without a least region
//          ours   the triangulation of free space that our own back ends search, in Detour's form
//
// A pixel is a cell of 0.3 units, as in the demo; the radius is 0, as a point walks here. limits=demo gives the query the
// demo's 2048 nodes and 256 polygons, limits=large as many as fit 16 bits.
#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <Recast.h>
#include <RecastAlloc.h>

#include <cmath>
#include <cstring>
#include <vector>

extern "C" {
#include "algorithms/plugin.h"
#include "maps/geometry/triangulation.h"
}

namespace {

constexpr float CELL = 0.3f, HEIGHT = 0.2f;
enum { VOXEL, EXACT, OURS };
enum { DEMO, LARGE };

const fr_option options[] = {
    {"mesh", FR_OPTION_CHOICE, "voxel|exact|ours", 0, 0, VOXEL, "who makes the mesh, and how exactly"},
    {"limits", FR_OPTION_CHOICE, "demo|large", 0, 0, DEMO, "nodes and polygons of a query"},
};

// What Recast and Detour allocate is counted: its size and its allocator lie in front of it.
struct Head {
    const fr_allocator *allocator;
    size_t bytes;
};
const fr_allocator *current;

void *take(size_t bytes)
{
    auto *head = static_cast<Head *>(fr_allocate(current, bytes + sizeof(Head), 1));
    if (!head)
        return nullptr;
    *head = {current, bytes + sizeof(Head)};
    return head + 1;
}

void give(void *block)
{
    if (!block)
        return;
    Head *head = static_cast<Head *>(block) - 1;
    fr_deallocate(head->allocator, head, head->bytes, 1);
}

} // namespace

struct fr_state {
    fr_head head;
    dtNavMesh *mesh;
    dtNavMeshQuery *query;
    dtPolyRef *polys;
    float *corners;
    int most_polys;
};

namespace {

bool create_data(dtNavMeshCreateParams &params, const fr_map *map, unsigned char **data, int *size)
{
    params.bmax[0] = static_cast<float>(map->width) * CELL;
    params.bmax[1] = 10 * HEIGHT;
    params.bmax[2] = static_cast<float>(map->height) * CELL;
    params.walkableHeight = 2.0f;
    params.walkableClimb = 0.9f;
    params.cs = CELL;
    params.ch = HEIGHT;
    params.buildBvTree = true;
    return dtCreateNavMeshData(&params, data, size);
}

// One voxel high, where a pixel is walkable.
bool fill(rcContext &context, const fr_map *map, rcHeightfield &field)
{
    const float low[3] = {0, 0, 0};
    const float high[3] = {static_cast<float>(map->width) * CELL, 10 * HEIGHT,
                           static_cast<float>(map->height) * CELL};
    if (!rcCreateHeightfield(&context, field, map->width, map->height, low, high, CELL, HEIGHT))
        return false;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++)
            if (fr_map_walkable(map, x, y) &&
                !rcAddSpan(&context, field, x, y, 0, 1, RC_WALKABLE_AREA, 1))
                return false;
    return true;
}

bool build_with_recast(const fr_map *map, bool exact, unsigned char **data, int *size)
{
    rcContext context(false);
    rcHeightfield *field = rcAllocHeightfield();
    rcCompactHeightfield *compact = rcAllocCompactHeightfield();
    rcContourSet *contours = rcAllocContourSet();
    rcPolyMesh *mesh = rcAllocPolyMesh();
    const int least = exact ? 0 : 8 * 8, merged = exact ? 0 : 20 * 20;
    bool built = field && compact && contours && mesh && fill(context, map, *field) &&
                 rcBuildCompactHeightfield(&context, 10, 4, *field, *compact);
    rcFreeHeightField(field);
    built = built && rcBuildDistanceField(&context, *compact) &&
            rcBuildRegions(&context, *compact, 0, least, merged) &&
            rcBuildContours(&context, *compact, exact ? 0.01f : 1.3f, exact ? 0 : 40, *contours) &&
            rcBuildPolyMesh(&context, *contours, 6, *mesh) && mesh->npolys > 0;
    rcFreeCompactHeightfield(compact);
    rcFreeContourSet(contours);
    if (built) {
        memset(mesh->areas, 0, static_cast<size_t>(mesh->npolys));
        for (int i = 0; i < mesh->npolys; i++)
            mesh->flags[i] = 1;
        dtNavMeshCreateParams params = {};
        params.verts = mesh->verts;
        params.vertCount = mesh->nverts;
        params.polys = mesh->polys;
        params.polyAreas = mesh->areas;
        params.polyFlags = mesh->flags;
        params.polyCount = mesh->npolys;
        params.nvp = mesh->nvp;
        built = create_data(params, map, data, size);
    }
    rcFreePolyMesh(mesh);
    return built;
}

// The triangles of free space; false where they are too many for 16 bits.
bool build_with_ours(const fr_map *map, const fr_allocator *allocator, unsigned char **data, int *size)
{
    fr_triangulation *free_space;
    if (fr_triangulation_of_map(map, allocator, &free_space) != FR_OK)
        return false;
    const int triangles = free_space->triangle_count;
    const auto vertices = static_cast<int>(free_space->vertex_count);
    bool built = triangles > 0 && triangles < 0xffff && vertices < 0xffff;
    std::vector<unsigned short> places, polys(built ? static_cast<size_t>(triangles) * 6 : 0);
    std::vector<unsigned short> flags(polys.size() / 6, 1);
    std::vector<unsigned char> areas(polys.size() / 6, 0);
    for (int i = 0; built && i < vertices; i++) {
        places.push_back(static_cast<unsigned short>(free_space->vertices[i].x / 2));
        places.push_back(0);
        places.push_back(static_cast<unsigned short>(free_space->vertices[i].y / 2));
    }
    // Detour's polygons turn the other way.
    for (int t = 0; built && t < triangles; t++)
        for (int i = 0; i < 3; i++) {
            const int edge = 3 * t + (3 - i) % 3, crossed = 3 * t + 2 - i;
            const int twin = free_space->twins[crossed];
            polys[static_cast<size_t>(6 * t + i)] = static_cast<unsigned short>(free_space->origins[edge]);
            polys[static_cast<size_t>(6 * t + 3 + i)] =
                static_cast<unsigned short>(twin < 0 ? 0xffff : twin / 3);
        }
    fr_triangulation_release(free_space);
    dtNavMeshCreateParams params = {};
    params.verts = places.data();
    params.vertCount = vertices;
    params.polys = polys.data();
    params.polyAreas = areas.data();
    params.polyFlags = flags.data();
    params.polyCount = triangles;
    params.nvp = 3;
    return built && create_data(params, map, data, size);
}

void release(fr_state *state)
{
    current = state->head.allocator;
    dtFreeNavMeshQuery(state->query);
    dtFreeNavMesh(state->mesh);
    give(state->polys);
    give(state->corners);
}

fr_status prepare(fr_state *state)
{
    const fr_map *map = state->head.map;
    const int64_t mesh = state->head.options.at[0];
    const bool large = state->head.options.at[1] == LARGE;
    unsigned char *data = nullptr;
    int size = 0;
    dtAllocSetCustom([](size_t bytes, dtAllocHint) { return take(bytes); }, give);
    rcAllocSetCustom([](size_t bytes, rcAllocHint) { return take(bytes); }, give);
    current = state->head.allocator;
    state->most_polys = large ? 65535 : 256;
    state->polys = static_cast<dtPolyRef *>(take(static_cast<size_t>(state->most_polys) * sizeof(dtPolyRef)));
    state->corners = static_cast<float *>(take(static_cast<size_t>(state->most_polys) * 3 * sizeof(float)));
    state->mesh = dtAllocNavMesh();
    state->query = dtAllocNavMeshQuery();
    if (!state->polys || !state->corners || !state->mesh || !state->query)
        return FR_NO_MEMORY;
    if (!(mesh == OURS ? build_with_ours(map, current, &data, &size)
                       : build_with_recast(map, mesh == EXACT, &data, &size)))
        return FR_UNSUPPORTED;
    if (dtStatusFailed(state->mesh->init(data, size, DT_TILE_FREE_DATA))) {
        dtFree(data);
        return FR_NO_MEMORY;
    }
    return dtStatusFailed(state->query->init(state->mesh, large ? 65535 : 2048)) ? FR_NO_MEMORY : FR_OK;
}

// A corner of the mesh lies on a corner of pixels.
int32_t half_pixels(float units)
{
    return static_cast<int32_t>(std::lround(2 * units / CELL));
}

// The walker stands where it stands, beside the mesh's border, too.
fr_outcome take_corners(const fr_state *state, int count, fr_point start, fr_point goal, fr_path *path)
{
    fr_status status = fr_path_append(path, start);
    for (int i = 1; i < count - 1 && status == FR_OK; i++)
        status = fr_path_append(path, {half_pixels(state->corners[3 * i]),
                                       half_pixels(state->corners[3 * i + 2])});
    if (status == FR_OK)
        status = fr_path_append(path, goal);
    return status == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

fr_outcome find(fr_state *state, fr_point start, fr_point goal, const fr_probe *, fr_path *path)
{
    const float from[3] = {static_cast<float>(start.x) * CELL / 2, HEIGHT, static_cast<float>(start.y) * CELL / 2};
    const float to[3] = {static_cast<float>(goal.x) * CELL / 2, HEIGHT, static_cast<float>(goal.y) * CELL / 2};
    const float reach[3] = {2, 4, 2}; // the demo's
    const dtQueryFilter filter;
    dtPolyRef first = 0, last = 0;
    float near_from[3], near_to[3];
    int polys = 0, corners = 0;
    state->query->findNearestPoly(from, reach, &filter, &first, near_from);
    state->query->findNearestPoly(to, reach, &filter, &last, near_to);
    if (!first || !last)
        return FR_UNREACHABLE;
    const dtStatus status = state->query->findPath(first, last, near_from, near_to, &filter, state->polys,
                                                   &polys, state->most_polys);
    if (status & (DT_OUT_OF_NODES | DT_BUFFER_TOO_SMALL))
        return FR_LIMIT;
    if (dtStatusFailed(status) || polys == 0 || state->polys[polys - 1] != last)
        return FR_UNREACHABLE;
    const dtStatus drawn = state->query->findStraightPath(near_from, near_to, state->polys, polys, state->corners,
                                                          nullptr, nullptr, &corners, state->most_polys);
    if (drawn & DT_BUFFER_TOO_SMALL)
        return FR_LIMIT;
    return take_corners(state, corners, start, goal, path);
}

const char *const settings[] = {"mesh=exact,limits=large", "mesh=ours,limits=large", nullptr};

fr_pathfinder described()
{
    fr_pathfinder detour = {};
    detour.name = "detour";
    detour.label = "Detour (Recast 1.5.1+git20210215)";
    detour.summary = "A* over polygons, then the funnel";
    detour.source = "Mikko Mononen, Recast and Detour, Debian librecast-dev";
    detour.colour = "#8C564B";
    detour.marker = 'h';
    detour.settings = settings;
    detour.options = options;
    detour.option_count = 2;
    detour.traits.movement = FR_ANY_ANGLE;
    detour.state_bytes = sizeof(fr_state);
    detour.prepare = prepare;
    detour.find = find;
    detour.release = release;
    return detour;
}

const fr_pathfinder detour = described();

const fr_pathfinder *const list[] = {&detour, nullptr};

} // namespace

FR_PLUGIN_LIST(list);
