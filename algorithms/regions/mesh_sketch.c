#include "algorithms/regions/mesh_sketch.h"

/* Whether a portal is the only one of its polygon. */
static bool is_only_portal(const struct mesh *mesh, int32_t portal)
{
    const int32_t first = mesh_base(mesh, portal);
    for (int32_t edge = first; edge < first + mesh->edges[portal].count; edge++)
        if (edge != portal && mesh->edges[edge].twin != MESH_WALL)
            return false;
    return true;
}

static void draw_portal(const struct mesh *mesh, const bool *crossed, int32_t portal,
                        const struct fr_sketch *sketch)
{
    const int32_t twin = mesh->edges[portal].twin;
    const struct fr_sketch_edge edge = {.a = mesh_origin(mesh, portal),
                                        .b = mesh_origin(mesh, twin),
                                        .minor = is_only_portal(mesh, portal) ||
                                                 is_only_portal(mesh, twin),
                                        .touched = crossed && (crossed[portal] || crossed[twin])};
    sketch->edge(sketch->context, &edge);
}

void mesh_sketch(const struct mesh *mesh, const bool *crossed, const struct fr_sketch *sketch)
{
    for (int32_t edge = 0; edge < mesh->edge_count; edge++) {
        const struct mesh_edge *e = &mesh->edges[edge];
        /* One wall leaves a corner. */
        if (e->count == 0)
            continue;
        if (e->twin == MESH_WALL && e->corner != MESH_NO_CORNER)
            sketch->corner(sketch->context, mesh_origin(mesh, edge));
        else if (e->twin > edge)
            draw_portal(mesh, crossed, edge, sketch);
    }
}
