#include "algorithms/hubs/hub_steps.h"

/* More pairs than this are joined hub by hub, not one by one (tuned on ht_0_hightown and
 * adventure-150). */
#define HUB_FEW_PAIRS 16

/* With more pairs than this, straight lines find a first path before landmarks are read: in open
 * rooms they leave a tenth of the entries, in caves and corridors most (tuned on the same). */
#define HUB_MANY_PAIRS 400

/* The shortest way between entries that is found hub by hub. */
struct hub_find {
    uint32_t length;     /* in units; HUB_FAR and more: there is none */
    uint32_t a, b;       /* entries of the start and of the goal */
    uint32_t at_a, at_b; /* of their labels */
    bool tied;           /* another may be as short, but for rounding */
};

/* False without memory. */
static bool add_candidate(struct hub_query *query, const struct hub_candidate *candidate)
{
    struct hub_candidate *grown =
        fr_grow(query->allocator, query->candidates, query->candidate_count, 1,
                &query->candidate_capacity, sizeof *grown);
    if (!grown)
        return false;
    query->candidates = grown;
    query->candidates[query->candidate_count++] = *candidate;
    return true;
}

/* Leaves but one side's label in the table, or none. */
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

/* Joins two entries by their labels, if that may be shorter than the best path. */
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

/* Makes room for as many entries as an end may get. False without memory. */
static bool reserve_entries(const struct hub_query *query, struct hub_end *end)
{
    const size_t most = end->entry_count + end->vias.count;
    struct hub_entry *entries = fr_grow(query->allocator, end->entries, end->entry_count,
                                        end->vias.count, &end->entry_capacity, sizeof *entries);
    uint32_t *unpruned = fr_grow(query->allocator, end->unpruned, 0, most, &end->unpruned_capacity,
                                 sizeof *unpruned);
    end->entries = entries ? entries : end->entries;
    end->unpruned = unpruned ? unpruned : end->unpruned;
    return entries && unpruned;
}

/* Makes entries of the via corners that are left, and prunes all that cannot improve the path. */
static void prune(const struct hub_query *query, struct hub_end *end)
{
    struct hub_via_list *vias = &end->vias;
    hub_end_drop(query, end);
    for (; vias->asked < vias->count; vias->asked++)
        (void)enter_via(query, end, vias->asked);
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

/* Finds how far the landmarks are from an end. */
static void find_range(const struct hub_query *query, struct hub_end *end)
{
    const struct landmarks *landmarks = &query->tables->landmarks;
    const struct hub_entry *entries = end->entries;
    struct landmark_range range; /* a copy, which compilers keep in registers */
    landmarks_begin(&range);
    for (size_t i = 0; i < end->unpruned_count; i++) {
        const struct hub_entry *entry = &entries[end->unpruned[i]];
        landmarks_extend(landmarks, &range, entry->side / 2, entry->length);
    }
    end->range = range;
}

/* Raises the bounds of unpruned entries, which straight lines gave, to what landmarks tell. */
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

/* The unpruned entry in sight whose bound is the least; NULL: none is in sight. */
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

/* Joins two entries before pairs are listed. False without memory. */
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

/* Joins the entries that straight lines promise most of, to drop others by. False without memory. */
static bool join_straightest(struct hub_query *query)
{
    struct hub_entry *a = hub_end_straightest(query, &query->ends[0]);
    return join_first(query, a, hub_end_straightest(query, &query->ends[1]));
}

static uint32_t in_units(const struct hub_query *query, const struct hub_entry *entry)
{
    return (uint32_t)(entry->length / query->tables->labels.unit);
}

/* Whether the unpruned entries of an end are no farther than a table takes. */
static bool fit_table(const struct hub_query *query, const struct hub_end *end)
{
    const double most = HUB_LENGTHS * query->tables->labels.unit;
    for (size_t i = 0; i < end->unpruned_count; i++)
        if (end->entries[end->unpruned[i]].length >= most)
            return false;
    return true;
}

/* Enters the labels of the start's unpruned entries. */
static void enter_unpruned(struct hub_query *query)
{
    const struct hub_end *start = &query->ends[0];
    enter_alone(query, HUB_NONE);
    for (size_t i = 0; i < start->unpruned_count; i++) {
        const struct hub_entry *entry = &start->entries[start->unpruned[i]];
        if (may_improve(query, entry))
            hub_labels_enter(&query->tables->labels, entry->side, in_units(query, entry),
                             query->table);
    }
}

static void leave_unpruned(struct hub_query *query)
{
    const struct hub_end *start = &query->ends[0];
    for (size_t i = 0; i < start->unpruned_count; i++)
        hub_labels_leave(&query->tables->labels, start->entries[start->unpruned[i]].side,
                         query->table);
}

/* Finds by which entry of the start a shortest way begins. */
static void find_beginning(const struct hub_query *query, struct hub_find *find)
{
    const struct hub_labels *labels = &query->tables->labels;
    const struct hub_end *start = &query->ends[0];
    const uint32_t hub = labels->ways[find->at_b].hub;
    for (size_t i = 0; i < start->unpruned_count; i++) {
        const struct hub_entry *entry = &start->entries[start->unpruned[i]];
        const uint32_t at = hub_labels_at_hub(labels, entry->side, hub);
        if (at == HUB_NONE || !may_improve(query, entry))
            continue;
        const uint32_t length = in_units(query, entry) + labels->ways[at].length;
        if (find->a == HUB_NONE && length == query->table[hub]) {
            find->a = start->unpruned[i];
            find->at_a = at;
        } else if (length <= query->table[hub] + HUB_TIE) {
            find->tied = true;
        }
    }
}

/* The shortest way from what was entered to unpruned entries of the goal, whether in sight or not. */
static struct hub_find find_by_hubs(struct hub_query *query)
{
    const struct hub_labels *labels = &query->tables->labels;
    const struct hub_end *goal = &query->ends[1];
    struct hub_find find = {.length = HUB_FAR, .a = HUB_NONE};
    uint32_t shortest = HUB_FAR, second = HUB_FAR; /* to its entry; by other entries */
    for (size_t i = 0; i < goal->unpruned_count; i++) {
        const struct hub_entry *entry = &goal->entries[goal->unpruned[i]];
        if (!may_improve(query, entry))
            continue;
        const uint32_t to_entry = hub_labels_look_up(labels, entry->side, query->table);
        const uint32_t length = to_entry + in_units(query, entry);
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

/* Joins all entries at once, hub by hub, and puts that path in place of all that were found; but
 * lowers the bound only, where others may be as short. */
static bool join_by_hubs(struct hub_query *query, bool *tied)
{
    const double unit = query->tables->labels.unit;
    for (;;) {
        enter_unpruned(query);
        const struct hub_find find = find_by_hubs(query);
        leave_unpruned(query);
        *tied = find.tied;
        if (find.length >= HUB_FAR || find.a == HUB_NONE)
            return true;
        struct hub_entry *a = &query->ends[0].entries[find.a];
        struct hub_entry *b = &query->ends[1].entries[find.b];
        const bool sees_a = end_sees(query, &query->ends[0], a->side, &a->sight);
        const bool sees_b = end_sees(query, &query->ends[1], b->side, &b->sight);
        if (!sees_a || !sees_b)
            continue;
        const double length = (double)find.length * unit;
        query->candidate_count = 0;
        const struct hub_candidate candidate = {
            .entry = {find.a, find.b},
            .length = length,
            .meeting = {.length = find.length, .at_a = find.at_a, .at_b = find.at_b}};
        if (!find.tied && !add_candidate(query, &candidate))
            return false;
        take_best(query, HUB_BEST_LABELS, HUB_NONE, length + HUB_TIE * unit);
        return true;
    }
}

static size_t count_pairs(const struct hub_query *query)
{
    return query->ends[0].unpruned_count * query->ends[1].unpruned_count;
}

/* Lists the pairs of an entry of the start that a better path may lead through. */
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

/* Lists the pairs that a better path may lead through. False without memory. */
static bool list_pairs(struct hub_query *query)
{
    const struct hub_end *start = &query->ends[0];
    struct hub_pair *pairs = fr_grow(query->allocator, query->pairs, 0, count_pairs(query) + 1,
                                     &query->pair_capacity, sizeof *pairs);
    if (!pairs)
        return false;
    query->pairs = pairs;
    query->pair_count = 0;
    for (size_t i = 0; i < start->unpruned_count; i++)
        list_pairs_of(query, start->unpruned[i]);
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

/* Joins the pairs that are listed, the most promising one first. */
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

/* Joins the unpruned entries by what landmarks promise. False without memory. */
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

/* With many pairs of corners at which paths may enter the core: finds a first path, to drop most of
 * them by. False without memory. */
static bool find_first_path(struct hub_query *query)
{
    const struct hub_end *start = &query->ends[0], *goal = &query->ends[1];
    return (start->vias.count + start->entry_count) * (goal->vias.count + goal->entry_count) <=
               HUB_MANY_PAIRS ||
           join_straightest(query);
}

/* Searches upward from both ends. False without memory. */
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

/* Joins entries, one by one or all at once. False without memory. */
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
        prune_again(query, start);
        prune_again(query, goal);
    }
    return list_pairs(query) && join_pairs(query);
}

bool hub_join_entries(struct hub_query *query)
{
    const bool done = join_all(query);
    enter_alone(query, HUB_NONE);
    return done;
}
