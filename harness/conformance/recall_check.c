#include <string.h>

#include "harness/conformance/checks.h"
#include "harness/racers/recall.h"
#include "harness/sandbox/measure.h"

/* Large enough for a search to take longer than a look into a table. */
enum { WIDTH = 240, HEIGHT = 136, PITCH = 34, LEAST_BLOCK = 12, MOST_BLOCK = 26, TRIALS = 12 };

/* Blocks of random sizes on open floor, in rows and columns: detours, and few corners. */
static struct fr_map *draw_blocks(struct fr_random *random)
{
    static uint8_t areas[HEIGHT][WIDTH];
    struct fr_map *map;
    memset(areas, 1, sizeof areas);
    for (int y = 4; y + MOST_BLOCK < HEIGHT; y += PITCH)
        for (int x = 4; x + MOST_BLOCK < WIDTH; x += PITCH) {
            const int width = fr_random_between(random, LEAST_BLOCK, MOST_BLOCK);
            const int height = fr_random_between(random, LEAST_BLOCK, MOST_BLOCK);
            for (int row = y; row < y + height; row++)
                memset(&areas[row][x], 0, (size_t)width);
        }
    if (fr_map_create(WIDTH, HEIGHT, &fr_default_allocator, &map) != FR_OK)
        return NULL;
    for (int y = 0; y < HEIGHT; y++)
        fr_map_set_row(map, y, areas[y]);
    return map;
}

/* Asks beside a random click, unless its ends are too close to walls. */
static void try_one(struct fr_candidate *candidate, struct fr_random *random,
                    struct fr_recall *recall)
{
    _Atomic uint64_t heartbeat = 0;
    const struct fr_measure_plan plan = {.heartbeat = &heartbeat};
    struct fr_question questions[FR_TRIAL_CALLS];
    struct fr_pixel start, goal;
    double ns[FR_TRIAL_CALLS];
    if (!fr_conformance_walkable(candidate->map, random, &start) ||
        !fr_conformance_walkable(candidate->map, random, &goal) ||
        !fr_recall_questions(candidate->map, start, goal, 1, questions))
        return;
    for (int i = 0; i < FR_TRIAL_CALLS; i++) {
        struct fr_answer answer;
        candidate->check->report->call = FR_CHECK_FIND;
        fr_measure(candidate->pathfinder, candidate->state, FR_STEADY, questions[i].start,
                   questions[i].goal, &plan, &candidate->path, &answer);
        candidate->check->report->call = FR_CHECK_ELSEWHERE;
        if (answer.outcome != FR_FOUND)
            return;
        ns[i] = answer.ns;
    }
    fr_recall_note(recall, ns + FR_TRIAL_NEIGHBOURS);
}

static enum fr_caching try_caching(struct fr_check *check, uint64_t seed)
{
    struct fr_random random = {seed};
    struct fr_candidate candidate;
    struct fr_recall recall = {.count = 0};
    struct fr_map *map = draw_blocks(&random);
    if (!map)
        fr_check_skip(check, "not enough memory for a map");
    check->report->seed = seed;
    fr_candidate_prepare(&candidate, check, map);
    for (int tries = 0; tries < 4 * TRIALS && recall.count < TRIALS; tries++)
        try_one(&candidate, &random, &recall);
    fr_candidate_release(&candidate);
    fr_map_release(map);
    return fr_recall_judge(&recall);
}

/* Twice, with other questions of a fresh state: once may be chance. */
void fr_conformance_recall(struct fr_check *check)
{
    if (try_caching(check, check->plan->seed) == FR_CACHING_FOUND &&
        try_caching(check, check->plan->seed + 1) == FR_CACHING_FOUND)
        fr_check_fail(check, "remembers: the same question again takes a small part of the time");
}
