#include "algorithms/hubs/hub_steps.h"

/* Tries paths that turn once, at a corner near one end. */
static void turn_near(struct hub_query *query, struct hub_end *end, const struct hub_end *beyond)
{
    const struct hub_via_list *vias = &end->vias;
    for (size_t i = 0; i < vias->count; i++) {
        const uint32_t listed = vias->listed[i], side = listed >> VIA_FLAG_BITS;
        const struct fr_point at = {vias->x[i], vias->y[i]};
        const struct fr_point offset = fr_point_minus(end->at, at);
        if (!(listed & VIA_SOME_NEAR) || !via_is_near(offset) ||
            !via_faces(via_of(query, side), offset))
            continue;
        const double length = distance(end->at, at) + distance(at, beyond->at);
        if (length < query->best &&
            via_faces(via_of(query, side ^ 1), fr_point_minus(beyond->at, at)) &&
            wraps(query, side, end->at, beyond->at) && sees_listed(query, end, listed, at) &&
            hub_query_sees(query, beyond->at, at))
            take_best(query, HUB_BEST_TURN, side / 2, length);
    }
}

/* Whether a path from an end may turn, at a corner far from it, straight to the other end. */
static bool turns_far(const struct hub_query *query, const struct hub_end *end, uint32_t side)
{
    const struct via_label *via = via_of(query, side);
    const struct fr_point offset = fr_point_minus(end->at, corner_of(query, side));
    return via_faces(via, offset) && !via_is_near(offset) && via_leads(via, VIA_TURN, offset);
}

/* Tries the path that turns once, at a corner that both cells list. */
static void turn_at(struct hub_query *query, uint32_t listed_at_start, uint32_t listed_at_goal)
{
    const struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    const uint32_t side = listed_at_start >> VIA_FLAG_BITS;
    const struct fr_point at = corner_of(query, side);
    const double length = distance(start->at, at) + distance(at, goal->at);
    if (listed_at_start & listed_at_goal & VIA_SOME_TURN && length < query->best &&
        turns_far(query, start, side) && turns_far(query, goal, side ^ 1) &&
        wraps(query, side, start->at, goal->at) && sees_listed(query, start, listed_at_start, at) &&
        sees_listed(query, goal, listed_at_goal, at))
        take_best(query, HUB_BEST_TURN, side / 2, length);
}

/* Tries paths that turn once, at a corner far from both ends: both cells list it, with opposite
 * sides. */
static void turn_far(struct hub_query *query)
{
    const struct hub_via_list *start = &query->ends[0].vias, *goal = &query->ends[1].vias;
    uint32_t *const facing = query->facing;
    for (size_t i = 0; i < goal->count; i++)
        facing[goal->listed[i] >> VIA_FLAG_BITS] = goal->listed[i];
    for (size_t i = 0; i < start->count; i++) {
        const uint32_t listed = facing[start->listed[i] >> VIA_FLAG_BITS ^ 1];
        if (listed)
            turn_at(query, start->listed[i], listed);
    }
    for (size_t i = 0; i < goal->count; i++)
        facing[goal->listed[i] >> VIA_FLAG_BITS] = 0;
}

/* Tries paths where a corner that one end's upward search reached sees the other end. */
static void come_down(struct hub_query *query, const struct hub_end *end,
                      const struct hub_end *beyond)
{
    for (size_t i = 0; i < end->upward_count; i++) {
        const struct hub_node *node = &end->nodes[end->upward[i]];
        const struct fr_point at = {node->place.x, node->place.y};
        const double length = node->length + distance(at, beyond->at);
        if (node->parent == HUB_NONE || length >= query->best ||
            !via_faces(via_of(query, node->side ^ 1), fr_point_minus(beyond->at, at)) ||
            !wraps(query, node->side, node_from(query, end, node), beyond->at) ||
            !hub_query_sees(query, at, beyond->at))
            continue;
        take_best(query, HUB_BEST_UPWARD, end->upward[i], length);
        query->best_seen_by = beyond;
    }
}

/* Tries paths where the upward searches from both ends meet. */
static void join_upward(struct hub_query *query)
{
    const struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    for (size_t i = 0; i < start->upward_count; i++) {
        const uint32_t corner = start->upward[i];
        const struct hub_node *to_goal = &goal->nodes[corner];
        if (to_goal->stamp != query->stamp)
            continue;
        const double length = start->nodes[corner].length + to_goal->length;
        if (length < query->best)
            take_best(query, HUB_BEST_UPWARD, corner, length);
    }
}

void hub_join_outside_core(struct hub_query *query)
{
    struct hub_end *from = &query->ends[0], *to = &query->ends[1];
    if (query->kind == HUB_BEST_UPWARD)
        return;
    hub_end_drop(query, from);
    hub_end_drop(query, to);
    turn_near(query, from, to);
    turn_near(query, to, from);
    turn_far(query);
    join_upward(query);
    come_down(query, from, to);
    come_down(query, to, from);
}
