#include "algorithms/hubs/hub_steps.h"

/* Above this number of pairs, entries are joined hub by hub, not pair by pair (tuned on
 * ht_0_hightown and adventure-150). */
#define HUB_FEW_PAIRS 16

/* Above this number of pairs, straight-line bounds give a first path before landmarks are read: a
 * tenth of entries is left in open rooms, most in caves (tuned on ht_0_hightown, adventure-150). */
#define HUB_MANY_PAIRS 400

/* Above this number of pairs, which only rooms with pinholes reach, hidden entries are found before
 * any label is read (tuned on painted-10k; in other rooms this takes more instructions). */
#define HUB_DENSE_PAIRS 4000

/* The shortest path between entries that the hub-by-hub search found. */
struct hub_find {
    uint32_t length;     /* in units; HUB_FAR or more: no path */
    uint32_t a, b;       /* entries of the start and of the goal */
    uint32_t at_a, at_b; /* their label entries */
    bool tied;           /* another path may be as short, within rounding */
};

/* Appends a candidate. False if out of memory. */
static bool add_candidate(struct hub_query *query, const struct hub_candidate *candidate)
{
    return fr_append(query->allocator, &query->candidates, &query->candidate_count,
                     &query->candidate_capacity, candidate, sizeof *candidate);
}

/* Makes this side's label the only one in the table; for HUB_NONE, empties the table. */
static void enter_alone(struct hub_query *query, uint32_t side)
{
    const struct hub_labels *labels = &query->tables->labels;
    if (query->entered == side)
        return;
    if (query->entered != HUB_NONE)
        hub_labels_leave(labels, query->entered, query->table);
    if (side != HUB_NONE)
        hub_labels_enter(labels, side, 0, query->table);
    query->entered = side;
}

/* Joins two entries by their labels, if the result may beat the best path. */
static bool join(struct hub_query *query, struct hub_entry *a, struct hub_entry *b)
{
    const struct hub_labels *labels = &query->tables->labels;
    const double ends = a->length + b->length;
    if (ends + distance(corner_of(query, a->side), corner_of(query, b->side)) >= query->best)
        return true;
    const uint64_t below = room_for(query, a, b);
    enter_alone(query, a->side);
    const struct hub_meeting meeting =
        hub_labels_meet(labels, a->side, b->side, below, query->table);
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

static bool may_improve(const struct hub_query *query, const struct hub_entry *entry)
{
    return (entry->bound < query->best) & (entry->sight != HUB_HIDDEN);
}

/* Makes room for as many entries as an end can get. False if out of memory. */
static bool reserve_entries(const struct hub_query *query, struct hub_end *end)
{
    const size_t most = end->entry_count + end->vias.count;
    return fr_reserve(query->allocator, &end->entries, end->entry_count, end->vias.count,
                      &end->entry_capacity, sizeof *end->entries) &&
           fr_reserve(query->allocator, &end->unpruned, 0, most, &end->unpruned_capacity,
                      sizeof *end->unpruned);
}

/* Makes entries of the remaining via corners; prunes entries that cannot improve the path. */
static void prune(const struct hub_query *query, struct hub_end *end)
{
    struct hub_via_list *vias = &end->vias;
    hub_end_drop(query, end);
    for (; vias->tested < vias->count; vias->tested++)
        (void)enter_via(query, end, vias->tested);
    end->unpruned_count = 0;
    for (uint32_t i = 0; i < end->entry_count; i++)
        if (may_improve(query, &end->entries[i]))
            end->unpruned[end->unpruned_count++] = i;
}

static void prune_again(const struct hub_query *query, struct hub_end *end)
{
    size_t kept = 0;
    for (size_t i = 0; i < end->unpruned_count; i++)
        if (may_improve(query, &end->entries[end->unpruned[i]]))
            end->unpruned[kept++] = end->unpruned[i];
    end->unpruned_count = kept;
}

/* Finds the range of an end's lengths to the landmarks. */
static void find_range(const struct hub_query *query, struct hub_end *end)
{
    const struct landmarks *landmarks = &query->tables->landmarks;
    const struct hub_entry *entries = end->entries;
    struct landmark_range range; /* a local copy, which can stay in registers */
    landmarks_begin(&range);
    for (size_t i = 0; i < end->unpruned_count; i++) {
        const struct hub_entry *entry = &entries[end->unpruned[i]];
        landmarks_extend(landmarks, &range, entry->side / 2, entry->length);
    }
    end->range = range;
}

/* Raises the straight-line bounds of unpruned entries to the landmark bounds. */
static void bound_by_landmarks(const struct hub_query *query, struct hub_end *end)
{
    const struct hub_end *beyond = other_end(query, end);
    const struct landmarks *landmarks = &query->tables->landmarks;
    for (size_t i = 0; i < end->unpruned_count; i++) {
        struct hub_entry *entry = &end->entries[end->unpruned[i]];
        const int16_t *lengths = landmarks_row(landmarks, entry->side / 2);
        const double way = entry->length + landmarks_beyond(landmarks, lengths, &beyond->range);
        entry->bound = way > entry->bound ? way : entry->bound;
    }
}

/* The visible unpruned entry with the least bound; NULL if none is visible. */
static struct hub_entry *most_promising(struct hub_query *query, struct hub_end *end)
{
    for (;;) {
        struct hub_entry *best = NULL;
        for (size_t i = 0; i < end->unpruned_count; i++) {
            struct hub_entry *entry = &end->entries[end->unpruned[i]];
            if (entry->sight != HUB_HIDDEN && (!best || entry->bound < best->bound))
                best = entry;
        }
        if (!best || end_sees(query, end, best->side, &best->sight))
            return best;
    }
}

static bool is_joined(const struct hub_query *query, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < query->joined_count; i++)
        if (query->joined[i].a == a && query->joined[i].b == b)
            return true;
    return false;
}

/* Joins two entries before pairs are listed. False if out of memory. */
static bool join_first(struct hub_query *query, struct hub_entry *a, struct hub_entry *b)
{
    if (!a || !b)
        return true;
    const struct hub_pair pair = {.a = (uint32_t)(a - query->ends[0].entries),
                                  .b = (uint32_t)(b - query->ends[1].entries)};
    if (is_joined(query, pair.a, pair.b))
        return true;
    query->joined[query->joined_count++] = pair;
    return join(query, a, b);
}

/* Joins entries with the least straight-line bounds, to prune others. False if out of memory. */
static bool join_straightest(struct hub_query *query)
{
    struct hub_entry *a = hub_end_straightest(query, &query->ends[0]);
    return join_first(query, a, hub_end_straightest(query, &query->ends[1]));
}

static uint32_t in_units(const struct hub_query *query, const struct hub_entry *entry)
{
    return (uint32_t)(entry->length / query->tables->labels.unit);
}

/* Whether all unpruned entries of an end are near enough for the table. */
static bool fit_table(const struct hub_query *query, const struct hub_end *end)
{
    const double most = HUB_LENGTHS * query->tables->labels.unit;
    for (size_t i = 0; i < end->unpruned_count; i++)
        if (end->entries[end->unpruned[i]].length >= most)
            return false;
    return true;
}

/* Enters the labels of an end's unpruned entries. */
static void enter_unpruned(struct hub_query *query, const struct hub_end *end)
{
    enter_alone(query, HUB_NONE);
    for (size_t i = 0; i < end->unpruned_count; i++) {
        const struct hub_entry *entry = &end->entries[end->unpruned[i]];
        if (may_improve(query, entry))
            hub_labels_enter(&query->tables->labels, entry->side, in_units(query, entry),
                             query->table);
    }
}

static void leave_unpruned(struct hub_query *query, const struct hub_end *end)
{
    for (size_t i = 0; i < end->unpruned_count; i++)
        hub_labels_leave(&query->tables->labels, end->entries[end->unpruned[i]].side, query->table);
}

/* Raises the bounds of an end's unpruned entries to the shortest path from the entered labels of
 * the other end. */
static void bound_by_hubs(struct hub_query *query, struct hub_end *end)
{
    const double unit = query->tables->labels.unit;
    for (size_t i = 0; i < end->unpruned_count; i++) {
        struct hub_entry *entry = &end->entries[end->unpruned[i]];
        const double way = (hub_labels_look_up(&query->tables->labels, entry->side, query->table) +
                            in_units(query, entry)) *
                           unit;
        entry->bound = way > entry->bound ? way : entry->bound;
    }
}

/* Prunes all entries that are on no path as short as the best one; entries of the goal have the
 * bounds that the hub-by-hub search found. */
static void prune_by_hubs(struct hub_query *query)
{
    struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    prune_again(query, goal);
    enter_unpruned(query, goal);
    bound_by_hubs(query, start);
    leave_unpruned(query, goal);
    prune_again(query, start);
}

/* Finds the start entry on the shortest path, and whether there is a tie. */
static void find_beginning(const struct hub_query *query, struct hub_find *find)
{
    const struct hub_labels *labels = &query->tables->labels;
    const struct hub_end *start = &query->ends[0];
    const uint32_t hub = labels->entries[find->at_b].hub;
    for (size_t i = 0; i < start->unpruned_count; i++) {
        const struct hub_entry *entry = &start->entries[start->unpruned[i]];
        const uint32_t at = hub_labels_at_hub(labels, entry->side, hub);
        if (at == HUB_NONE || !may_improve(query, entry))
            continue;
        const uint32_t length = in_units(query, entry) + labels->entries[at].length;
        if (find->a == HUB_NONE && length == query->table[hub]) {
            find->a = start->unpruned[i];
            find->at_a = at;
        } else if (length <= query->table[hub] + HUB_TIE) {
            find->tied = true;
        }
    }
}

/* Finds the shortest path from the entered labels to an unpruned goal entry, visible or not. */
static struct hub_find find_by_hubs(struct hub_query *query)
{
    const struct hub_labels *labels = &query->tables->labels;
    const struct hub_end *goal = &query->ends[1];
    struct hub_find find = {.length = HUB_FAR, .a = HUB_NONE};
    uint32_t shortest = HUB_FAR, second = HUB_FAR; /* length to the best entry; second-best total */
    for (size_t i = 0; i < goal->unpruned_count; i++) {
        struct hub_entry *entry = &goal->entries[goal->unpruned[i]];
        if (!may_improve(query, entry))
            continue;
        const uint32_t to_entry = hub_labels_look_up(labels, entry->side, query->table);
        const uint32_t length = to_entry + in_units(query, entry);
        const double way = (double)length * labels->unit;
        entry->bound = way > entry->bound ? way : entry->bound;
        const uint32_t longer = length < find.length ? find.length : length;
        second = longer < second ? longer : second;
        if (length < find.length) {
            find.length = length;
            find.b = goal->unpruned[i];
            shortest = to_entry;
        }
    }
    query->generated++;
    if (find.length >= HUB_FAR)
        return find;
    find.at_b =
        hub_labels_find(labels, goal->entries[find.b].side, shortest, query->table, &find.tied);
    find.tied = find.tied || second <= find.length + HUB_TIE;
    find_beginning(query, &find);
    return find;
}

static size_t count_pairs(const struct hub_query *query)
{
    return query->ends[0].unpruned_count * query->ends[1].unpruned_count;
}

/* Finds the hidden unpruned entries: testing a line of sight costs as much as reading a label. */
static void look_at_all(struct hub_query *query)
{
    for (struct hub_end *end = query->ends; end < query->ends + 2; end++)
        for (size_t i = 0; i < end->unpruned_count; i++) {
            struct hub_entry *entry = &end->entries[end->unpruned[i]];
            (void)end_sees(query, end, entry->side, &entry->sight);
        }
}

/* Joins all entries at once, hub by hub. The path found replaces all others. If another path may be
 * as short, the bound is lowered instead, and only entries of paths within the bound are kept. */
static bool join_by_hubs(struct hub_query *query, bool *tied)
{
    const double unit = query->tables->labels.unit;
    if (count_pairs(query) > HUB_DENSE_PAIRS)
        look_at_all(query);
    for (;;) {
        enter_unpruned(query, &query->ends[0]);
        const struct hub_find find = find_by_hubs(query);
        leave_unpruned(query, &query->ends[0]);
        *tied = find.tied;
        if (find.length >= HUB_FAR || find.a == HUB_NONE)
            return true;
        struct hub_entry *a = &query->ends[0].entries[find.a];
        struct hub_entry *b = &query->ends[1].entries[find.b];
        const bool sees_a = end_sees(query, &query->ends[0], a->side, &a->sight);
        const bool sees_b = end_sees(query, &query->ends[1], b->side, &b->sight);
        if (!sees_a || !sees_b) {
            look_at_all(query);
            continue;
        }
        const double length = (double)find.length * unit;
        query->candidate_count = 0;
        const struct hub_candidate candidate = {
            .entry = {find.a, find.b},
            .length = length,
            .meeting = {.length = find.length, .at_a = find.at_a, .at_b = find.at_b}};
        if (!find.tied && !add_candidate(query, &candidate))
            return false;
        take_best(query, HUB_BEST_LABELS, HUB_NONE, length + HUB_TIE * unit);
        if (find.tied)
            prune_by_hubs(query);
        return true;
    }
}

/* Lists the pairs of a start entry that may improve the path. */
static void list_pairs_of(struct hub_query *query, uint32_t index)
{
    const struct hub_end *goal = &query->ends[1];
    const struct hub_entry *a = &query->ends[0].entries[index];
    const struct fr_point at = corner_of(query, a->side);
    for (size_t i = 0; i < goal->unpruned_count; i++) {
        const struct hub_entry *b = &goal->entries[goal->unpruned[i]];
        const double ends = a->length + b->length;
        const double straight = distance(at, corner_of(query, b->side));
        if (ends + straight >= query->best || is_joined(query, index, goal->unpruned[i]))
            continue;
        const double way = landmarks_bound(&query->tables->landmarks, a->side / 2, b->side / 2);
        const double bound = ends + (way > straight ? way : straight);
        if (bound < query->best)
            query->pairs[query->pair_count++] = (struct hub_pair){bound, index, goal->unpruned[i]};
    }
}

/* Lists the pairs that may improve the path. False if out of memory. */
static bool list_pairs(struct hub_query *query)
{
    const struct hub_end *start = &query->ends[0];
    if (!fr_reserve(query->allocator, &query->pairs, 0, count_pairs(query) + 1,
                    &query->pair_capacity, sizeof *query->pairs))
        return false;
    query->pair_count = 0;
    for (size_t i = 0; i < start->unpruned_count; i++)
        list_pairs_of(query, start->unpruned[i]);
    return true;
}

/* Removes and returns the pair with the least bound. */
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

/* Joins the listed pairs, least bound first. */
static bool join_pairs(struct hub_query *query)
{
    while (query->pair_count > 0) {
        const struct hub_pair pair = next_pair(query);
        if (pair.bound >= query->best)
            break;
        struct hub_entry *a = &query->ends[0].entries[pair.a];
        struct hub_entry *b = &query->ends[1].entries[pair.b];
        if (a->sight != HUB_HIDDEN && b->sight != HUB_HIDDEN && !join(query, a, b))
            return false;
    }
    return true;
}

/* Joins the unpruned entries, ordered by landmark bounds. False if out of memory. */
static bool join_by_landmarks(struct hub_query *query)
{
    struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    find_range(query, start);
    find_range(query, goal);
    bound_by_landmarks(query, start);
    bound_by_landmarks(query, goal);
    if (!join_first(query, most_promising(query, start), most_promising(query, goal)))
        return false;
    prune_again(query, start);
    prune_again(query, goal);
    return true;
}

/* If there are many pairs, finds a first path, to prune most of them. False if out of memory. */
static bool find_first_path(struct hub_query *query)
{
    const struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    return (start->vias.count + start->entry_count) * (goal->vias.count + goal->entry_count) <=
               HUB_MANY_PAIRS ||
           join_straightest(query);
}

/* Searches upward from both ends. False if out of memory. */
static bool search_upward(struct hub_query *query)
{
    for (int i = 0; i < 2; i++) {
        hub_end_drop(query, &query->ends[i]);
        if (!hub_end_search_upward(query, &query->ends[i]) ||
            !reserve_entries(query, &query->ends[i]))
            return false;
    }
    return true;
}

/* Joins entries, pair by pair or hub by hub. False if out of memory. */
static bool join_all(struct hub_query *query)
{
    struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    query->joined_count = 0;
    if (!find_first_path(query) || !search_upward(query) ||
        (query->kind == HUB_BEST_NONE && !find_first_path(query)))
        return false;
    prune(query, start);
    prune(query, goal);
    if (count_pairs(query) > HUB_FEW_PAIRS && !join_by_landmarks(query))
        return false;
    if (count_pairs(query) > HUB_FEW_PAIRS && fit_table(query, start) && fit_table(query, goal)) {
        bool tied;
        if (!join_by_hubs(query, &tied))
            return false;
        if (!tied)
            return true;
        query->joined_count = 0;
    }
    return list_pairs(query) && join_pairs(query);
}

bool hub_join_entries(struct hub_query *query)
{
    const bool done = join_all(query);
    enter_alone(query, HUB_NONE);
    return done;
}
