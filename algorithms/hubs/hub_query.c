#include "algorithms/hubs/hub_query.h"

#include <math.h>

#include "algorithms/steps/generation.h"
#include "maps/geometry/line_of_sight.h"
#include "maps/geometry/predicates.h"

/* A way from end to end adds up four lengths that were rounded down to whole units. */
#define HUB_TIE 4
#define HUB_FAR (UINT64_MAX / 4)

/* More pairs than this are joined hub by hub, not one by one (tuned on ht_0_hightown and
 * adventure-150). */
#define HUB_FEW_PAIRS 16

/* The shortest way through a hub so far, in units. */
struct hub_find {
    uint64_t length;
    const struct hub_slot *slot; /* NULL: none */
    uint32_t entry, at;          /* of the goal; and of its label */
    bool tied;
};

static double distance(struct fr_point a, struct fr_point b)
{
    const double dx = a.x - b.x, dy = a.y - b.y;
    return sqrt(dx * dx + dy * dy) / 2;
}

static const struct via *via_of(const struct hub_query *query, uint32_t side)
{
    return &query->tables->vias.items[side];
}

static struct fr_point corner_of(const struct hub_query *query, uint32_t side)
{
    const struct hub_place place = query->tables->labels.places[side / 2];
    return (struct fr_point){place.x, place.y};
}

/* Whether a path that comes from one point, in the cone that the side is entered from, may go on to
 * another, in the cone that it leads into. */
static bool wraps(const struct hub_query *query, uint32_t side, struct fr_point from,
                  struct fr_point to)
{
    const struct via *via = via_of(query, side);
    const struct fr_point at = {via->x, via->y};
    const int64_t turn = fr_cross(fr_point_minus(from, at), fr_point_minus(to, at));
    return via->right * via->down * (side & 1 ? -turn : turn) >= 0;
}

static bool end_sees(struct hub_query *query, const struct hub_end *end, uint32_t side,
                     enum hub_sight *sight)
{
    if (*sight == HUB_UNSEEN)
        *sight = hub_query_sees(query, end->at, corner_of(query, side)) ? HUB_SEEN : HUB_HIDDEN;
    return *sight == HUB_SEEN;
}

static size_t longest_list(const struct vias *vias)
{
    size_t longest = 1;
    for (int32_t cell = 0; cell < vias->columns * vias->rows; cell++)
        if (vias->first[cell + 1] - vias->first[cell] > longest)
            longest = vias->first[cell + 1] - vias->first[cell];
    return longest;
}

enum fr_status hub_query_create(struct hub_query *query, const struct hub_tables *tables,
                                const struct fr_allocator *allocator)
{
    const size_t sides = (size_t)tables->vias.side_count + 1, longest = longest_list(&tables->vias);
    *query = (struct hub_query){.tables = tables, .allocator = allocator, .stamp = 1};
    query->slots =
        fr_allocate_zeroed(allocator, (size_t)tables->labels.hub_count + 1, sizeof *query->slots);
    bool has_memory = query->slots;
    for (int i = 0; i < 2; i++) {
        struct hub_end *end = &query->ends[i];
        end->entry_capacity = end->list_capacity = longest;
        end->entries = fr_allocate(allocator, longest, sizeof *end->entries);
        end->turns = fr_allocate(allocator, longest, sizeof *end->turns);
        end->roots = fr_allocate(allocator, longest, sizeof *end->roots);
        end->nodes = fr_allocate_zeroed(allocator, sides / 2 + 1, sizeof *end->nodes);
        has_memory = has_memory && end->entries && end->turns && end->roots && end->nodes;
    }
    return has_memory ? FR_OK : FR_NO_MEMORY;
}

void hub_query_release(struct hub_query *query)
{
    const struct fr_allocator *allocator = query->allocator;
    if (!allocator)
        return;
    const size_t sides = (size_t)query->tables->vias.side_count + 1;
    fr_deallocate(allocator, query->slots, (size_t)query->tables->labels.hub_count + 1,
                  sizeof *query->slots);
    fr_deallocate(allocator, query->pairs, query->pair_capacity, sizeof *query->pairs);
    fr_deallocate(allocator, query->candidates, query->candidate_capacity,
                  sizeof *query->candidates);
    for (int i = 0; i < 2; i++) {
        struct hub_end *end = &query->ends[i];
        fr_deallocate(allocator, end->entries, end->entry_capacity, sizeof *end->entries);
        fr_deallocate(allocator, end->turns, end->list_capacity, sizeof *end->turns);
        fr_deallocate(allocator, end->roots, end->list_capacity, sizeof *end->roots);
        fr_deallocate(allocator, end->nodes, sides / 2 + 1, sizeof *end->nodes);
        fr_deallocate(allocator, end->climbed, end->climbed_capacity, sizeof *end->climbed);
        fr_deallocate(allocator, end->queue, end->queue_capacity, sizeof *end->queue);
    }
}

/* What the cell of an end lists, and where that ends. */
static const uint32_t *listed_at(const struct hub_query *query, const struct hub_end *end,
                                 const uint32_t **last)
{
    const struct vias *vias = &query->tables->vias;
    const uint32_t *first = &vias->first[vias_cell(vias, fr_point_pixel(end->at))];
    *last = vias->entries + first[1];
    return vias->entries + first[0];
}

static void add_entry(struct hub_end *end, uint32_t listed, double length)
{
    end->entries[end->entry_count++] =
        (struct hub_entry){.side = listed >> VIA_FLAG_BITS,
                           .sight = listed & VIA_SEEN ? HUB_SEEN : HUB_UNSEEN,
                           .length = length};
}

/* Sorts what the end's cell lists by the ways in which a path may go on from the end; but for turns
 * that are not near it. */
static void gather(const struct hub_query *query, struct hub_end *end)
{
    const uint32_t *last, *item = listed_at(query, end, &last);
    end->entry_count = end->turn_count = end->root_count = end->climbed_count = 0;
    for (; item < last; item++) {
        const uint32_t listed = *item, side = listed >> VIA_FLAG_BITS;
        if (!(listed & (VIA_SOME_CORE | VIA_SOME_CLIMB | VIA_SOME_NEAR)))
            continue;
        const struct fr_point at = corner_of(query, side), offset = fr_point_minus(end->at, at);
        if (!(listed & (VIA_SOME_CLIMB | VIA_SOME_NEAR)) && listed & VIA_ALL_CORE) {
            add_entry(end, listed, distance(end->at, at));
            continue;
        }
        const struct via *via = via_of(query, side);
        if (!via_faces(via, offset))
            continue;
        const double length = distance(end->at, at);
        if (via_leads(via, VIA_CORE, offset))
            add_entry(end, listed, length);
        if (via_leads(via, VIA_CLIMB, offset))
            end->roots[end->root_count++] = listed;
        if (via_is_near(offset))
            end->turns[end->turn_count++] = (struct hub_turn){
                .side = side, .sight = listed & VIA_SEEN ? HUB_SEEN : HUB_UNSEEN, .length = length};
    }
}

/* Records a way from an end to a corner, unless a shorter one is known. False without memory. */
static bool offer(struct hub_query *query, struct hub_end *end, const struct hub_node *way)
{
    const struct fr_allocator *allocator = query->allocator;
    struct hub_node *node = &end->nodes[way->side / 2];
    const bool known = node->stamp == query->stamp;
    if (known && node->length <= way->length)
        return true;
    if (!known) {
        uint32_t *climbed = fr_grow(allocator, end->climbed, end->climbed_count, 1,
                                    &end->climbed_capacity, sizeof *climbed);
        if (!climbed)
            return false;
        end->climbed = climbed;
        climbed[end->climbed_count++] = way->side / 2;
    }
    const bool queued = known && node->queued;
    *node = *way;
    node->queued = true;
    node->stamp = query->stamp;
    if (queued)
        return true;
    uint32_t *queue =
        fr_grow(allocator, end->queue, end->queue_count, 1, &end->queue_capacity, sizeof *queue);
    if (!queue)
        return false;
    end->queue = queue;
    queue[end->queue_count++] = way->side / 2;
    return true;
}

/* Where a path to a corner that was climbed to comes from. */
static struct fr_point node_from(const struct hub_query *query, const struct hub_end *end,
                                 const struct hub_node *node)
{
    return node->parent == HUB_NONE ? end->at : corner_of(query, 2 * node->parent);
}

/* Climbs on from a corner. */
static bool climb_from(struct hub_query *query, struct hub_end *end, uint32_t corner)
{
    const struct climbs *climbs = &query->tables->climbs;
    const struct hub_node node = end->nodes[corner];
    const struct fr_point at = corner_of(query, node.side), from = node_from(query, end, &node);
    query->expanded++;
    fr_probe_expanded(query->probe, at);
    for (uint32_t i = climbs->first[node.side]; i < climbs->first[node.side + 1]; i++) {
        const struct climb_edge *climb = &climbs->items[i];
        const struct fr_point to = corner_of(query, climb->side);
        if (!wraps(query, node.side, from, to))
            break;
        if (climb->level <= node.level)
            continue;
        const struct hub_node way = {.length = node.length + distance(at, to),
                                     .parent = corner,
                                     .level = climb->level,
                                     .side = climb->side};
        if (!offer(query, end, &way))
            return false;
    }
    return true;
}

/* Adds a corner that was climbed to to the entries, if a path may go on by an edge of the core. */
static bool enter_core(struct hub_query *query, struct hub_end *end, uint32_t corner)
{
    const struct hub_node *node = &end->nodes[corner];
    const struct fr_point at = corner_of(query, node->side);
    const struct fr_point offset = fr_point_minus(node_from(query, end, node), at);
    const struct hub_side *sides = &query->tables->labels.sides[node->side];
    /* Who comes along the wall may use any via, even one that leads nowhere. */
    if (node->parent == HUB_NONE || sides[0].edge == sides[1].edge ||
        !via_leads(via_of(query, node->side), VIA_CORE, offset))
        return true;
    struct hub_entry *entries = fr_grow(query->allocator, end->entries, end->entry_count, 1,
                                        &end->entry_capacity, sizeof *entries);
    if (!entries)
        return false;
    end->entries = entries;
    entries[end->entry_count++] = (struct hub_entry){
        .side = node->side, .sight = HUB_SEEN, .length = node->length, .climbed = true};
    return true;
}

/* Follows all ways from an end that climb out of dead ends. False without memory. */
static bool climb(struct hub_query *query, struct hub_end *end)
{
    end->queue_count = 0;
    for (size_t i = 0; i < end->root_count; i++) {
        const uint32_t side = end->roots[i] >> VIA_FLAG_BITS;
        const struct hub_node root = {
            .length = distance(end->at, corner_of(query, side)), .parent = HUB_NONE, .side = side};
        if (!(end->roots[i] & VIA_SEEN) && !hub_query_sees(query, end->at, corner_of(query, side)))
            continue;
        if (!offer(query, end, &root))
            return false;
    }
    for (size_t head = 0; head < end->queue_count; head++) {
        end->nodes[end->queue[head]].queued = false;
        if (!climb_from(query, end, end->queue[head]))
            return false;
    }
    for (size_t i = 0; i < end->climbed_count; i++)
        if (!enter_core(query, end, end->climbed[i]))
            return false;
    return true;
}

static void take_best(struct hub_query *query, enum hub_best kind, uint32_t corner, double length)
{
    query->best = length;
    query->kind = kind;
    query->best_corner = corner;
    query->best_seen_by = NULL;
}

/* Between two entries, ways of fewer units than this may be on a path shorter than the best. */
static uint64_t room_for(const struct hub_query *query, const struct hub_entry *a,
                         const struct hub_entry *b)
{
    const double units = (query->best - a->length - b->length) / query->tables->labels.unit;
    return units < 1e18 ? (uint64_t)units + 1 : UINT64_MAX;
}

/* False without memory. */
static bool add_candidate(struct hub_query *query, const struct hub_candidate *candidate)
{
    struct hub_candidate *candidates =
        fr_grow(query->allocator, query->candidates, query->candidate_count, 1,
                &query->candidate_capacity, sizeof *candidates);
    if (!candidates)
        return false;
    query->candidates = candidates;
    candidates[query->candidate_count++] = *candidate;
    return true;
}

/* Joins two entries by their labels, if that may be shorter than the best path. */
static bool join(struct hub_query *query, struct hub_entry *a, struct hub_entry *b)
{
    const struct hub_labels *labels = &query->tables->labels;
    const double ends = a->length + b->length;
    if (ends + distance(corner_of(query, a->side), corner_of(query, b->side)) >= query->best)
        return true;
    const uint64_t below = room_for(query, a, b);
    const struct hub_meeting meeting = hub_labels_meet(labels, a->side, b->side, below);
    query->generated++;
    if (meeting.at_a == HUB_NONE)
        return true;
    const double length = ends + (double)meeting.length * labels->unit;
    if (length >= query->best || !end_sees(query, &query->ends[0], a->side, &a->sight) ||
        !end_sees(query, &query->ends[1], b->side, &b->sight))
        return true;
    if (!add_candidate(query, &(struct hub_candidate){{(uint32_t)(a - query->ends[0].entries),
                                                       (uint32_t)(b - query->ends[1].entries)},
                                                      length,
                                                      meeting}))
        return false;
    if (length + 2 * labels->unit < query->best)
        take_best(query, HUB_BEST_LABELS, HUB_NONE, length + 2 * labels->unit);
    return true;
}

/* Finds how far the landmarks are from an end. */
static void find_range(const struct hub_query *query, struct hub_end *end)
{
    const struct landmarks *landmarks = &query->tables->landmarks;
    landmarks_begin(&end->range);
    for (size_t i = 0; i < end->entry_count; i++)
        landmarks_extend(landmarks, &end->range, end->entries[i].side / 2, end->entries[i].length);
}

/* Bounds the paths through each entry of an end. */
static void bound_entries(const struct hub_query *query, struct hub_end *end,
                          const struct hub_end *beyond)
{
    const struct landmarks *landmarks = &query->tables->landmarks;
    for (size_t i = 0; i < end->entry_count; i++) {
        struct hub_entry *entry = &end->entries[i];
        const double straight = distance(corner_of(query, entry->side), beyond->at);
        const double way = landmarks_beyond(landmarks, entry->side / 2, &beyond->range);
        entry->bound = entry->length + (way > straight ? way : straight);
    }
}

/* The entry in sight, as far as is known, whose bound is the least. */
static struct hub_entry *most_promising(struct hub_end *end)
{
    struct hub_entry *best = NULL;
    for (size_t i = 0; i < end->entry_count; i++)
        if (end->entries[i].sight != HUB_HIDDEN && (!best || end->entries[i].bound < best->bound))
            best = &end->entries[i];
    return best;
}

/* Finds a first path, to drop entries and pairs by. False without memory. */
static bool join_most_promising(struct hub_query *query)
{
    for (;;) {
        struct hub_entry *a = most_promising(&query->ends[0]);
        struct hub_entry *b = most_promising(&query->ends[1]);
        if (!a || !b)
            return true;
        if (!join(query, a, b))
            return false;
        if (a->sight != HUB_HIDDEN && b->sight != HUB_HIDDEN)
            return true;
    }
}

static bool may_improve(const struct hub_query *query, const struct hub_entry *entry)
{
    return entry->bound < query->best && entry->sight != HUB_HIDDEN;
}

static size_t count_promising(const struct hub_query *query, const struct hub_end *end)
{
    size_t count = 0;
    for (size_t i = 0; i < end->entry_count; i++)
        count += may_improve(query, &end->entries[i]);
    return count;
}

/* Enters the labels of an entry of the start. */
static void fill_slots(struct hub_query *query, uint32_t index)
{
    const struct hub_labels *labels = &query->tables->labels;
    const struct hub_entry *entry = &query->ends[0].entries[index];
    const uint64_t before = (uint64_t)(entry->length / labels->unit);
    const uint32_t last = labels->sides[entry->side + 1].entry;
    for (uint32_t i = labels->sides[entry->side].entry; i < last; i++) {
        struct hub_slot *slot = &query->slots[labels->hubs[i]];
        const uint64_t length = before + labels->lengths[i];
        const bool known = slot->stamp == query->slot_stamp;
        if (!known || length < slot->length)
            *slot = (struct hub_slot){length, query->slot_stamp, index, i,
                                      known && length + HUB_TIE >= slot->length};
        else if (length <= slot->length + HUB_TIE)
            slot->tied = true;
    }
}

/* Looks for a shorter way from the start to an entry of the goal. */
static void look_up_slots(const struct hub_query *query, uint32_t index, struct hub_find *find)
{
    const struct hub_labels *labels = &query->tables->labels;
    const struct hub_entry *entry = &query->ends[1].entries[index];
    const uint64_t beyond = (uint64_t)(entry->length / labels->unit);
    const uint32_t last = labels->sides[entry->side + 1].entry;
    for (uint32_t i = labels->sides[entry->side].entry; i < last; i++) {
        const struct hub_slot *slot = &query->slots[labels->hubs[i]];
        const uint64_t length = slot->length + beyond + labels->lengths[i];
        if (slot->stamp != query->slot_stamp || length > find->length + HUB_TIE)
            continue;
        const bool tied = length + HUB_TIE >= find->length;
        if (length < find->length)
            *find = (struct hub_find){length, slot, index, i, slot->tied};
        find->tied = find->tied || tied;
    }
}

/* The shortest way between entries that may improve, whether in sight or not. */
static struct hub_find find_by_hubs(struct hub_query *query)
{
    const size_t hubs = (size_t)query->tables->labels.hub_count + 1;
    struct hub_find find = {.length = HUB_FAR};
    query->slot_stamp =
        fr_next_generation(query->slot_stamp, query->slots, hubs * sizeof *query->slots);
    for (uint32_t i = 0; i < query->ends[0].entry_count; i++)
        if (may_improve(query, &query->ends[0].entries[i]))
            fill_slots(query, i);
    for (uint32_t i = 0; i < query->ends[1].entry_count; i++)
        if (may_improve(query, &query->ends[1].entries[i]))
            look_up_slots(query, i, &find);
    query->generated++;
    return find;
}

/* Joins all entries at once, hub by hub, and puts that path in place of all that were found; but
 * lowers the bound only, where others may be as short. */
static bool join_by_hubs(struct hub_query *query, bool *tied)
{
    const double unit = query->tables->labels.unit;
    for (;;) {
        const struct hub_find find = find_by_hubs(query);
        *tied = find.tied;
        if (!find.slot)
            return true;
        struct hub_entry *a = &query->ends[0].entries[find.slot->entry];
        struct hub_entry *b = &query->ends[1].entries[find.entry];
        if (!end_sees(query, &query->ends[0], a->side, &a->sight) ||
            !end_sees(query, &query->ends[1], b->side, &b->sight))
            continue;
        const double length = (double)find.length * unit;
        query->candidate_count = 0;
        if (!find.tied &&
            !add_candidate(
                query, &(struct hub_candidate){{find.slot->entry, find.entry},
                                               length,
                                               {find.length, UINT64_MAX, find.slot->at, find.at}}))
            return false;
        take_best(query, HUB_BEST_LABELS, HUB_NONE, length + HUB_TIE * unit);
        return true;
    }
}

/* Lists the pairs that a better path may lead through. False without memory. */
static bool list_pairs(struct hub_query *query)
{
    const struct landmarks *landmarks = &query->tables->landmarks;
    const struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    struct hub_pair *pairs =
        fr_grow(query->allocator, query->pairs, 0, start->entry_count * goal->entry_count + 1,
                &query->pair_capacity, sizeof *pairs);
    if (!pairs)
        return false;
    query->pairs = pairs;
    query->pair_count = 0;
    for (uint32_t i = 0; i < start->entry_count; i++) {
        const struct hub_entry *a = &start->entries[i];
        if (!may_improve(query, a))
            continue;
        const struct fr_point at = corner_of(query, a->side);
        for (uint32_t j = 0; j < goal->entry_count; j++) {
            const struct hub_entry *b = &goal->entries[j];
            if (!may_improve(query, b))
                continue;
            const double ends = a->length + b->length;
            const double straight = distance(at, corner_of(query, b->side));
            if (ends + straight >= query->best)
                continue;
            const double way = landmarks_bound(landmarks, a->side / 2, b->side / 2);
            const double bound = ends + (way > straight ? way : straight);
            if (bound < query->best)
                pairs[query->pair_count++] = (struct hub_pair){bound, i, j};
        }
    }
    return true;
}

/* Takes the pair of the least bound off the list. */
static struct hub_pair next_pair(struct hub_query *query)
{
    size_t least = 0;
    for (size_t i = 1; i < query->pair_count; i++)
        if (query->pairs[i].bound < query->pairs[least].bound)
            least = i;
    const struct hub_pair pair = query->pairs[least];
    query->pairs[least] = query->pairs[--query->pair_count];
    return pair;
}

/* Finds paths through the core. False without memory. */
static bool join_entries(struct hub_query *query)
{
    struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    if (start->entry_count == 0 || goal->entry_count == 0)
        return true;
    find_range(query, start);
    find_range(query, goal);
    bound_entries(query, start, goal);
    bound_entries(query, goal, start);
    if (!join_most_promising(query))
        return false;
    if (count_promising(query, start) * count_promising(query, goal) > HUB_FEW_PAIRS) {
        bool tied;
        if (!join_by_hubs(query, &tied))
            return false;
        if (!tied)
            return true;
    }
    if (!list_pairs(query))
        return false;
    while (query->pair_count > 0) {
        const struct hub_pair pair = next_pair(query);
        if (pair.bound >= query->best)
            break;
        struct hub_entry *a = &start->entries[pair.a], *b = &goal->entries[pair.b];
        if (a->sight != HUB_HIDDEN && b->sight != HUB_HIDDEN && !join(query, a, b))
            return false;
    }
    return true;
}

static bool sees_corner(struct hub_query *query, const struct hub_end *end, uint32_t side,
                        bool known)
{
    return known || hub_query_sees(query, end->at, corner_of(query, side));
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
        turns_far(query, start, side) && turns_far(query, goal, side ^ 1) &&
        wraps(query, side, start->at, goal->at) &&
        sees_corner(query, start, side, listed_at_start & VIA_SEEN) &&
        sees_corner(query, goal, side, listed_at_goal & VIA_SEEN))
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

/* Appends the corners from one that was climbed to to the end, it included. */
static enum fr_status append_descent(const struct hub_query *query, const struct hub_end *end,
                                     uint32_t corner, struct fr_path *path)
{
    enum fr_status status = FR_OK;
    for (; corner != HUB_NONE && status == FR_OK; corner = end->nodes[corner].parent)
        status = fr_path_append(path, corner_of(query, 2 * corner));
    return status == FR_OK ? fr_path_append(path, end->at) : status;
}

static void reverse(struct fr_path *path, size_t first)
{
    for (size_t i = first, j = path->count; i + 1 < j--; i++) {
        const struct fr_point swapped = path->points[i];
        path->points[i] = path->points[j];
        path->points[j] = swapped;
    }
}

/* Appends a corner that an end sees, and the end. */
static enum fr_status append_seen(const struct hub_query *query, const struct hub_end *end,
                                  uint32_t corner, struct fr_path *path)
{
    const enum fr_status status = fr_path_append(path, corner_of(query, 2 * corner));
    return status == FR_OK ? fr_path_append(path, end->at) : status;
}

/* Appends the way from an entry to its end. */
static enum fr_status append_entry(const struct hub_query *query, const struct hub_end *end,
                                   const struct hub_entry *entry, struct fr_path *path)
{
    return entry->climbed ? append_descent(query, end, entry->side / 2, path)
                          : append_seen(query, end, entry->side / 2, path);
}

/* Writes the path through two entries and a hub. */
static enum fr_status write_joined(const struct hub_query *query,
                                   const struct hub_candidate *candidate,
                                   const struct hub_meeting *meeting, struct fr_path *path)
{
    const struct hub_labels *labels = &query->tables->labels;
    const struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    const struct hub_entry *a = &start->entries[candidate->entry[0]];
    const struct hub_entry *b = &goal->entries[candidate->entry[1]];
    path->count = 0;
    enum fr_status status = append_entry(query, start, a, path);
    reverse(path, 0);
    if (status == FR_OK)
        status = hub_labels_walk(labels, a->side, meeting->at_a, path);
    const size_t beyond_hub = path->count;
    if (status == FR_OK)
        status = hub_labels_walk(labels, b->side, meeting->at_b, path);
    if (status != FR_OK)
        return status;
    path->count--; /* the hub, written twice, or b, if that is the hub */
    reverse(path, beyond_hub);
    return append_entry(query, goal, b, path);
}

static double path_length(const struct fr_path *path)
{
    double length = 0;
    for (size_t i = 1; i < path->count; i++)
        length += distance(path->points[i - 1], path->points[i]);
    return length;
}

/* The shortest way by labels so far. */
struct hub_choice {
    const struct hub_candidate *candidate; /* NULL: none */
    struct hub_meeting meeting;
    double length;
    bool is_written; /* it is what the path holds */
};

/* Whether no other hub than the best may give the shortest path through two entries. */
static bool has_one_way(const struct hub_query *query, const struct hub_candidate *candidate)
{
    const struct hub_entry *a = &query->ends[0].entries[candidate->entry[0]];
    const struct hub_entry *b = &query->ends[1].entries[candidate->entry[1]];
    return candidate->meeting.runner_up >= room_for(query, a, b);
}

/* Writes the paths of a candidate that may be the shortest, and keeps which is. */
static enum fr_status write_candidate(const struct hub_query *query,
                                      const struct hub_candidate *candidate,
                                      struct hub_choice *choice, struct fr_path *path)
{
    const struct hub_labels *labels = &query->tables->labels;
    const struct hub_entry *a = &query->ends[0].entries[candidate->entry[0]];
    const struct hub_entry *b = &query->ends[1].entries[candidate->entry[1]];
    const uint64_t below = room_for(query, a, b);
    struct hub_meeting meeting = candidate->meeting;
    const bool only = has_one_way(query, candidate);
    if (!only) {
        meeting.at_a = labels->sides[a->side].entry;
        meeting.at_b = labels->sides[b->side].entry;
    }
    while (only || hub_labels_next(labels, a->side, b->side, below, &meeting)) {
        const enum fr_status status = write_joined(query, candidate, &meeting, path);
        if (status != FR_OK)
            return status;
        const double length = path_length(path);
        choice->is_written = length < choice->length;
        if (choice->is_written)
            *choice = (struct hub_choice){candidate, meeting, length, true};
        if (only)
            break;
        meeting.at_a++;
        meeting.at_b++;
    }
    return FR_OK;
}

/* Keeps the candidates that may still be the shortest. */
static void drop_candidates(struct hub_query *query)
{
    size_t kept = 0;
    for (size_t i = 0; i < query->candidate_count; i++)
        if (query->candidates[i].length < query->best)
            query->candidates[kept++] = query->candidates[i];
    query->candidate_count = kept;
}

/* Of all ways by labels that may be the shortest, writes the one that is; if it is shorter than
 * paths without any. */
static enum fr_status write_shortest(struct hub_query *query, struct fr_path *path)
{
    struct hub_choice choice = {.length = query->kind == HUB_BEST_LABELS ? INFINITY : query->best};
    enum fr_status status = FR_OK;
    drop_candidates(query);
    if (query->candidate_count == 1 && query->kind == HUB_BEST_LABELS &&
        has_one_way(query, &query->candidates[0]))
        return write_joined(query, &query->candidates[0], &query->candidates[0].meeting, path);
    for (size_t i = 0; i < query->candidate_count && status == FR_OK; i++)
        status = write_candidate(query, &query->candidates[i], &choice, path);
    if (!choice.candidate || status != FR_OK)
        return status;
    query->kind = HUB_BEST_LABELS;
    return choice.is_written ? FR_OK : write_joined(query, choice.candidate, &choice.meeting, path);
}

/* Writes the path on which the ways from both ends meet in a corner. */
static enum fr_status write_climb(const struct hub_query *query, struct fr_path *path)
{
    enum fr_status status = FR_OK;
    path->count = 0;
    for (int i = 0; i < 2 && status == FR_OK; i++) {
        const struct hub_end *end = &query->ends[i];
        status = query->best_seen_by == end ? append_seen(query, end, query->best_corner, path)
                                            : append_descent(query, end, query->best_corner, path);
        if (i == 0) {
            reverse(path, 0);
            path->count--;
        }
    }
    return status;
}

static enum fr_status write_turn(const struct hub_query *query, struct fr_path *path)
{
    path->count = 0;
    enum fr_status status = fr_path_append(path, query->ends[0].at);
    if (status == FR_OK)
        status = fr_path_append(path, corner_of(query, 2 * query->best_corner));
    return status == FR_OK ? fr_path_append(path, query->ends[1].at) : status;
}

void hub_query_forget(struct hub_query *query)
{
    const size_t sides = (size_t)query->tables->vias.side_count + 1;
    const uint32_t last = query->stamp;
    for (int i = 0; i < 2; i++)
        query->stamp = fr_next_generation(last, query->ends[i].nodes,
                                          (sides / 2 + 1) * sizeof *query->ends[i].nodes);
    query->best = INFINITY;
    query->kind = HUB_BEST_NONE;
    query->candidate_count = 0;
    query->sight_checks = query->expanded = query->generated = 0;
}

/* Whether any of seven points along a segment lies inside a blocked pixel: a quick look at what is
 * mostly blocked far from its ends. In sixteenths of a pixel. */
static bool is_blocked_midway(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    static const int32_t eighths[] = {4, 2, 6, 1, 3, 5, 7};
    for (size_t i = 0; i < sizeof eighths / sizeof *eighths; i++) {
        const int32_t x = 8 * a.x + eighths[i] * (b.x - a.x);
        const int32_t y = 8 * a.y + eighths[i] * (b.y - a.y);
        if (x % 16 && y % 16 && !fr_map_walkable(map, x / 16, y / 16))
            return true;
    }
    return false;
}

bool hub_query_sees(struct hub_query *query, struct fr_point a, struct fr_point b)
{
    query->sight_checks++;
    return !is_blocked_midway(query->tables->map, a, b) &&
           fr_line_of_sight(query->tables->map, a, b);
}

enum fr_outcome hub_query_run(struct hub_query *query, struct fr_point start, struct fr_point goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    struct hub_end *from = &query->ends[0], *to = &query->ends[1];
    from->at = start;
    to->at = goal;
    query->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    gather(query, from);
    gather(query, to);
    if (!climb(query, from) || !climb(query, to) || !join_entries(query))
        return FR_OUT_OF_MEMORY;
    turn_near(query, from, to);
    turn_near(query, to, from);
    turn_far(query);
    join_climbs(query);
    come_down(query, from, to);
    come_down(query, to, from);
    fr_probe_enter(probe, FR_PHASE_TRACE);
    enum fr_status status = write_shortest(query, path);
    if (status == FR_OK && query->kind == HUB_BEST_TURN)
        status = write_turn(query, path);
    if (status == FR_OK && query->kind == HUB_BEST_CLIMB)
        status = write_climb(query, path);
    if (status != FR_OK) {
        path->count = 0;
        return FR_OUT_OF_MEMORY;
    }
    return query->kind == HUB_BEST_NONE ? FR_UNREACHABLE : FR_FOUND;
}
