#include "algorithms/hubs/hub_steps.h"

/* Appends the upward path to a corner, backward: from the corner to the end, both included. */
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

/* Appends the path from an entry to the end that uses it. */
static enum fr_status append_entry(const struct hub_query *query, const struct hub_end *end,
                                   const struct hub_entry *entry, struct fr_path *path)
{
    return entry->is_upward ? append_descent(query, end, entry->side / 2, path)
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
    path->count--; /* removes the hub, which is written twice, or b if b is the hub */
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

/* The shortest path by labels so far. */
struct hub_choice {
    const struct hub_candidate *candidate; /* NULL: none */
    struct hub_meeting meeting;
    double length;
    bool is_written; /* whether the written path is this choice */
};

/* Writes the paths of a candidate that may be shortest, and keeps the best in `choice`. */
static enum fr_status write_candidate(const struct hub_query *query,
                                      const struct hub_candidate *candidate,
                                      struct hub_choice *choice, struct fr_path *path)
{
    const struct hub_labels *labels = &query->tables->labels;
    const struct hub_entry *a = &query->ends[0].entries[candidate->entry[0]];
    const struct hub_entry *b = &query->ends[1].entries[candidate->entry[1]];
    const uint64_t below = room_for(query, a, b);
    struct hub_meeting meeting = candidate->meeting;
    const bool only = !candidate->meeting.tied;
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

/* Keeps the candidates that may still be shortest. */
static void drop_candidates(struct hub_query *query)
{
    size_t kept = 0;
    for (size_t i = 0; i < query->candidate_count; i++)
        if (query->candidates[i].length < query->best)
            query->candidates[kept++] = query->candidates[i];
    query->candidate_count = kept;
}

/* Writes the shortest path by labels, if it is shorter than the paths without labels. */
static enum fr_status write_shortest(struct hub_query *query, struct fr_path *path)
{
    struct hub_choice choice = {.length = query->kind == HUB_BEST_LABELS ? INFINITY : query->best};
    enum fr_status status = FR_OK;
    drop_candidates(query);
    if (query->candidate_count == 1 && query->kind == HUB_BEST_LABELS &&
        !query->candidates[0].meeting.tied)
        return write_joined(query, &query->candidates[0], &query->candidates[0].meeting, path);
    for (size_t i = 0; i < query->candidate_count && status == FR_OK; i++)
        status = write_candidate(query, &query->candidates[i], &choice, path);
    if (!choice.candidate || status != FR_OK)
        return status;
    query->kind = HUB_BEST_LABELS;
    return choice.is_written ? FR_OK : write_joined(query, choice.candidate, &choice.meeting, path);
}

/* Writes the path whose halves from both ends meet at a corner. */
static enum fr_status write_upward(const struct hub_query *query, struct fr_path *path)
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

/* Writes the best path. FR_OK or FR_NO_MEMORY. */
static enum fr_status write_best(struct hub_query *query, struct fr_path *path)
{
    enum fr_status status = write_shortest(query, path);
    if (status == FR_OK && query->kind == HUB_BEST_TURN)
        status = write_turn(query, path);
    if (status == FR_OK && query->kind == HUB_BEST_UPWARD)
        status = write_upward(query, path);
    return status;
}

enum fr_outcome hub_query_run(struct hub_query *query, struct fr_point start, struct fr_point goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    struct hub_end *from = &query->ends[0], *to = &query->ends[1];
    from->at = start;
    from->quarter = via_labels_quarter(&query->tables->vias, fr_point_pixel(start));
    to->at = goal;
    to->quarter = via_labels_quarter(&query->tables->vias, fr_point_pixel(goal));
    query->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    hub_end_prefetch(query, from);
    hub_end_prefetch(query, to);
    hub_end_gather(query, from);
    hub_end_gather(query, to);
    if (!hub_join_entries(query))
        return FR_OUT_OF_MEMORY;
    hub_join_outside_core(query);
    fr_probe_enter(probe, FR_PHASE_TRACE);
    if (write_best(query, path) != FR_OK) {
        path->count = 0;
        return FR_OUT_OF_MEMORY;
    }
    return query->kind == HUB_BEST_NONE ? FR_UNREACHABLE : FR_FOUND;
}
