#include "algorithms/hubs/hub_steps.h"
#include "algorithms/steps/generation.h"

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

bool hub_join_entries(struct hub_query *query)
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
