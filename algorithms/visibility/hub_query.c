#include "algorithms/visibility/hub_query.h"

#include <math.h>

#include "algorithms/steps/generation.h"
#include "maps/geometry/line_of_sight.h"
#include "maps/geometry/predicates.h"

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
    const struct via *via = via_of(query, side);
    return (struct fr_point){via->x, via->y};
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
    query->marks = fr_allocate_zeroed(allocator, sides, sizeof *query->marks);
    query->mark_stamps = fr_allocate_zeroed(allocator, sides, sizeof *query->mark_stamps);
    bool has_memory = query->marks && query->mark_stamps;
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
    fr_deallocate(allocator, query->marks, sides, sizeof *query->marks);
    fr_deallocate(allocator, query->mark_stamps, sides, sizeof *query->mark_stamps);
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

/* Sorts what the end's cell lists by the ways in which a path may go on from the end. */
static void gather(struct hub_query *query, struct hub_end *end, struct fr_point other)
{
    const struct vias *vias = &query->tables->vias;
    const uint32_t *first = &vias->first[vias_cell(vias, fr_point_pixel(end->at))];
    end->entry_count = end->turn_count = end->root_count = end->climbed_count = 0;
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const uint32_t side = vias->entries[i] >> 1;
        const struct via *via = &vias->items[side];
        const struct fr_point offset = {end->at.x - via->x, end->at.y - via->y};
        if (!via_faces(via, offset))
            continue;
        const enum hub_sight sight = vias->entries[i] & 1 ? HUB_SEEN : HUB_UNSEEN;
        const struct fr_point at = {via->x, via->y};
        const double length = distance(end->at, at);
        if (via_leads(via, VIA_CORE, offset))
            end->entries[end->entry_count++] =
                (struct hub_entry){.side = side,
                                   .sight = sight,
                                   .length = length,
                                   .bound = length + distance(at, other)};
        if (via_leads(via, VIA_CLIMB, offset))
            end->roots[end->root_count++] = vias->entries[i];
        const bool near = via_is_near(offset);
        if (near || via_leads(via, VIA_TURN, offset))
            end->turns[end->turn_count++] =
                (struct hub_turn){.side = side, .sight = sight, .length = length, .near = near};
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
static bool enter_core(struct hub_query *query, struct hub_end *end, uint32_t corner,
                       struct fr_point other)
{
    const struct hub_node *node = &end->nodes[corner];
    const struct fr_point at = corner_of(query, node->side);
    const struct fr_point offset = fr_point_minus(node_from(query, end, node), at);
    const uint32_t *edges = &query->tables->labels.first_edge[node->side];
    /* Who comes along the wall may use any via, even one that leads nowhere. */
    if (node->parent == HUB_NONE || edges[0] == edges[1] ||
        !via_leads(via_of(query, node->side), VIA_CORE, offset))
        return true;
    struct hub_entry *entries = fr_grow(query->allocator, end->entries, end->entry_count, 1,
                                        &end->entry_capacity, sizeof *entries);
    if (!entries)
        return false;
    end->entries = entries;
    entries[end->entry_count++] = (struct hub_entry){.side = node->side,
                                                     .sight = HUB_SEEN,
                                                     .length = node->length,
                                                     .bound = node->length + distance(at, other),
                                                     .climbed = true};
    return true;
}

/* Follows all ways from an end that climb out of dead ends. False without memory. */
static bool climb(struct hub_query *query, struct hub_end *end, struct fr_point other)
{
    end->queue_count = 0;
    for (size_t i = 0; i < end->root_count; i++) {
        const uint32_t side = end->roots[i] >> 1;
        const struct hub_node root = {
            .length = distance(end->at, corner_of(query, side)), .parent = HUB_NONE, .side = side};
        if (!(end->roots[i] & 1) && !hub_query_sees(query, end->at, corner_of(query, side)))
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
        if (!enter_core(query, end, end->climbed[i], other))
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

/* Joins two entries by their labels, if that may be shorter than the best path. */
static bool join(struct hub_query *query, struct hub_entry *a, struct hub_entry *b)
{
    const struct hub_labels *labels = &query->tables->labels;
    const double ends = a->length + b->length;
    if (ends + distance(corner_of(query, a->side), corner_of(query, b->side)) >= query->best)
        return true;
    const double room = (query->best - ends) / labels->unit;
    const uint64_t below = room < 1e18 ? (uint64_t)room + 1 : UINT64_MAX;
    const struct hub_meeting meeting = hub_labels_meet(labels, a->side, b->side, below);
    query->generated++;
    if (meeting.at_a == HUB_NONE)
        return true;
    const double length = ends + (double)meeting.length * labels->unit;
    if (length >= query->best || !end_sees(query, &query->ends[0], a->side, &a->sight) ||
        !end_sees(query, &query->ends[1], b->side, &b->sight))
        return true;
    struct hub_candidate *candidates =
        fr_grow(query->allocator, query->candidates, query->candidate_count, 1,
                &query->candidate_capacity, sizeof *candidates);
    if (!candidates)
        return false;
    query->candidates = candidates;
    candidates[query->candidate_count++] = (struct hub_candidate){
        {(uint32_t)(a - query->ends[0].entries), (uint32_t)(b - query->ends[1].entries)}, length};
    if (length + 2 * labels->unit < query->best)
        take_best(query, HUB_BEST_LABELS, HUB_NONE, length + 2 * labels->unit);
    return true;
}

/* The entry in sight, as far as is known, that lies the least out of the way to the other end. */
static struct hub_entry *straightest(struct hub_end *end)
{
    struct hub_entry *best = NULL;
    for (size_t i = 0; i < end->entry_count; i++)
        if (end->entries[i].sight != HUB_HIDDEN && (!best || end->entries[i].bound < best->bound))
            best = &end->entries[i];
    return best;
}

/* Finds a first path, to drop entries and pairs by. False without memory. */
static bool join_straightest(struct hub_query *query)
{
    for (;;) {
        struct hub_entry *a = straightest(&query->ends[0]), *b = straightest(&query->ends[1]);
        if (!a || !b)
            return true;
        if (!join(query, a, b))
            return false;
        if (a->sight != HUB_HIDDEN && b->sight != HUB_HIDDEN)
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
        if (a->bound >= query->best || a->sight == HUB_HIDDEN)
            continue;
        const struct fr_point at = corner_of(query, a->side);
        for (uint32_t j = 0; j < goal->entry_count; j++) {
            const struct hub_entry *b = &goal->entries[j];
            if (b->bound >= query->best || b->sight == HUB_HIDDEN)
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
    if (!join_straightest(query) || !list_pairs(query))
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

/* Tries a path that turns once, at the turn's corner. other may be NULL. */
static void turn_once(struct hub_query *query, struct hub_end *end, struct hub_turn *turn,
                      struct hub_end *beyond, struct hub_turn *other)
{
    const struct fr_point at = corner_of(query, turn->side);
    enum hub_sight unseen = HUB_UNSEEN;
    const double length = turn->length + distance(at, beyond->at);
    if (length < query->best && wraps(query, turn->side, end->at, beyond->at) &&
        end_sees(query, end, turn->side, &turn->sight) &&
        end_sees(query, beyond, turn->side, other ? &other->sight : &unseen))
        take_best(query, HUB_BEST_TURN, turn->side / 2, length);
}

/* Finds paths around a corner that is near one end. */
static void turn_near(struct hub_query *query, struct hub_end *end, struct hub_end *beyond)
{
    for (size_t i = 0; i < end->turn_count; i++) {
        struct hub_turn *turn = &end->turns[i];
        const struct fr_point at = corner_of(query, turn->side);
        if (turn->near && via_faces(via_of(query, turn->side ^ 1), fr_point_minus(beyond->at, at)))
            turn_once(query, end, turn, beyond, NULL);
    }
}

/* Finds paths around a corner that is far from both ends. */
static void turn_far(struct hub_query *query)
{
    struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    for (size_t i = 0; i < start->turn_count; i++) {
        const uint32_t side = start->turns[i].side;
        query->mark_stamps[side] = query->stamp;
        query->marks[side] = (uint32_t)i;
    }
    for (size_t i = 0; i < goal->turn_count; i++) {
        struct hub_turn *turn = &goal->turns[i];
        const uint32_t side = turn->side ^ 1;
        if (!turn->near && query->mark_stamps[side] == query->stamp &&
            !start->turns[query->marks[side]].near)
            turn_once(query, start, &start->turns[query->marks[side]], goal, turn);
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

/* Of all ways by labels that may be the shortest, writes the one that is; if it is shorter than
 * paths without any. */
static enum fr_status write_shortest(struct hub_query *query, struct fr_path *path)
{
    const struct hub_labels *labels = &query->tables->labels;
    const struct hub_candidate *shortest = NULL, *written = NULL;
    struct hub_meeting meeting, at = {0}, last = {0};
    double best = query->kind == HUB_BEST_LABELS ? INFINITY : query->best;
    for (size_t i = 0; i < query->candidate_count; i++) {
        const struct hub_candidate *candidate = &query->candidates[i];
        if (candidate->length >= query->best)
            continue;
        const struct hub_entry *a = &query->ends[0].entries[candidate->entry[0]];
        const struct hub_entry *b = &query->ends[1].entries[candidate->entry[1]];
        const double room = (query->best - a->length - b->length) / labels->unit;
        meeting = (struct hub_meeting){0, labels->first[a->side], labels->first[b->side]};
        while (hub_labels_next(labels, a->side, b->side,
                               room < 1e18 ? (uint64_t)room + 1 : UINT64_MAX, &meeting)) {
            const enum fr_status status = write_joined(query, candidate, &meeting, path);
            if (status != FR_OK)
                return status;
            written = candidate;
            last = meeting;
            const double length = path_length(path);
            if (length < best) {
                best = length;
                shortest = candidate;
                at = meeting;
            }
            meeting.at_a++;
            meeting.at_b++;
        }
    }
    if (!shortest)
        return FR_OK;
    query->kind = HUB_BEST_LABELS;
    if (shortest == written && at.at_a == last.at_a && at.at_b == last.at_b)
        return FR_OK;
    return write_joined(query, shortest, &at, path);
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
        (void)fr_next_generation(last, query->ends[i].nodes,
                                 (sides / 2 + 1) * sizeof *query->ends[i].nodes);
    query->stamp = fr_next_generation(last, query->mark_stamps, sides * sizeof *query->mark_stamps);
    query->best = INFINITY;
    query->kind = HUB_BEST_NONE;
    query->candidate_count = 0;
    query->sight_checks = query->expanded = query->generated = 0;
}

bool hub_query_sees(struct hub_query *query, struct fr_point a, struct fr_point b)
{
    query->sight_checks++;
    return fr_line_of_sight(query->tables->map, a, b);
}

enum fr_outcome hub_query_run(struct hub_query *query, struct fr_point start, struct fr_point goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    struct hub_end *from = &query->ends[0], *to = &query->ends[1];
    from->at = start;
    to->at = goal;
    query->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    gather(query, from, goal);
    gather(query, to, start);
    if (!climb(query, from, goal) || !climb(query, to, start))
        return FR_OUT_OF_MEMORY;
    if (!join_entries(query))
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
