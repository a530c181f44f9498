#include "algorithms/hubs/hub_steps.h"

static bool sees_corner(struct hub_query *query, const struct hub_end *end, uint32_t listed)
{
    return listed_sight(end, listed) == HUB_SEEN ||
           hub_query_sees(query, end->at, corner_of(query, listed >> VIA_FLAG_BITS));
}

/* Finds paths around a corner that is near one end. */
static void turn_near(struct hub_query *query, struct hub_end *end, const struct hub_end *beyond)
{
    for (size_t i = 0; i < end->turn_count; i++) {
        struct hub_turn *turn = &end->turns[i];
        const struct fr_point at = corner_of(query, turn->side);
        const double length = turn->length + distance(at, beyond->at);
        if (length < query->best &&
            via_faces(via_of(query, turn->side ^ 1), fr_point_minus(beyond->at, at)) &&
            wraps(query, turn->side, end->at, beyond->at) &&
            end_sees(query, end, turn->side, &turn->sight) && hub_query_sees(query, beyond->at, at))
            take_best(query, HUB_BEST_TURN, turn->side / 2, length);
    }
}

/* Whether a path from an end, far from the corner, may go straight on to the other end there. */
static bool turns_far(const struct hub_query *query, const struct hub_end *end, uint32_t side)
{
    const struct via *via = via_of(query, side);
    const struct fr_point offset = fr_point_minus(end->at, corner_of(query, side));
    return via_faces(via, offset) && !via_is_near(offset) && via_leads(via, VIA_TURN, offset);
}

/* Tries a path that turns once, at a corner that both cells list. */
static void turn_at(struct hub_query *query, uint32_t listed_at_start, uint32_t listed_at_goal)
{
    const struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    const uint32_t side = listed_at_start >> VIA_FLAG_BITS;
    const struct fr_point at = corner_of(query, side);
    const double length = distance(start->at, at) + distance(at, goal->at);
    if (listed_at_start & listed_at_goal & VIA_SOME_TURN && length < query->best &&
        via_sight(listed_at_start, start->quarter) != VIA_HIDDEN &&
        via_sight(listed_at_goal, goal->quarter) != VIA_HIDDEN && turns_far(query, start, side) &&
        turns_far(query, goal, side ^ 1) && wraps(query, side, start->at, goal->at) &&
        sees_corner(query, start, listed_at_start) && sees_corner(query, goal, listed_at_goal))
        take_best(query, HUB_BEST_TURN, side / 2, length);
}

/* Finds paths around a corner that is far from both ends: both cells list it, by opposite sides. */
static void turn_far(struct hub_query *query)
{
    const uint32_t *last_a, *a = listed_at(query, &query->ends[0], &last_a);
    const uint32_t *last_b, *b = listed_at(query, &query->ends[1], &last_b);
    while (a < last_a && b < last_b) {
        const uint32_t at_a = *a >> (VIA_FLAG_BITS + 1), at_b = *b >> (VIA_FLAG_BITS + 1);
        if (at_a == at_b)
            for (const uint32_t *c = b; c < last_b && *c >> (VIA_FLAG_BITS + 1) == at_a; c++)
                if (((*a ^ *c) >> VIA_FLAG_BITS) == 1)
                    turn_at(query, *a, *c);
        a += at_a <= at_b;
        b += at_b < at_a;
    }
}

/* Finds paths on which a corner that was climbed to from one end sees the other end. */
static void come_down(struct hub_query *query, const struct hub_end *end,
                      const struct hub_end *beyond)
{
    for (size_t i = 0; i < end->climbed_count; i++) {
        const struct hub_node *node = &end->nodes[end->climbed[i]];
        const struct fr_point at = corner_of(query, node->side);
        const double length = node->length + distance(at, beyond->at);
        if (node->parent == HUB_NONE || length >= query->best ||
            !via_faces(via_of(query, node->side ^ 1), fr_point_minus(beyond->at, at)) ||
            !wraps(query, node->side, node_from(query, end, node), beyond->at) ||
            !hub_query_sees(query, at, beyond->at))
            continue;
        take_best(query, HUB_BEST_CLIMB, end->climbed[i], length);
        query->best_seen_by = beyond;
    }
}

/* Finds paths on which the climbs from both ends meet. */
static void join_climbs(struct hub_query *query)
{
    const struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    for (size_t i = 0; i < start->climbed_count; i++) {
        const uint32_t corner = start->climbed[i];
        const struct hub_node *to_goal = &goal->nodes[corner];
        if (to_goal->stamp != query->stamp)
            continue;
        const double length = start->nodes[corner].length + to_goal->length;
        if (length < query->best)
            take_best(query, HUB_BEST_CLIMB, corner, length);
    }
}

void hub_bypass_core(struct hub_query *query)
{
    struct hub_end *from = &query->ends[0], *to = &query->ends[1];
    turn_near(query, from, to);
    turn_near(query, to, from);
    turn_far(query);
    join_climbs(query);
    come_down(query, from, to);
    come_down(query, to, from);
}
