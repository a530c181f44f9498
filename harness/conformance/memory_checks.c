#include "algorithms/front.h"
#include "harness/conformance/check.h"

/* The check gives up on a back end with more allocations than this on a tiny map. */
enum { MOST_ALLOCATIONS = 20000 };

/* Queries, a change of the map, and the same queries again; then the change is undone. */
struct errand {
    struct fr_check_course *course;
    struct fr_rect change;
    enum fr_outcome expected[2][FR_CHECK_CLICKS];
};

static void block(struct fr_check *check, const struct errand *errand, bool blocked)
{
    if (fr_map_block(errand->course->map, errand->change, blocked) != FR_OK)
        fr_check_skip(check, "not enough memory to block a pixel");
}

static void ask_all(struct fr_instance *instance, const struct errand *errand, int part)
{
    struct fr_check *check = instance->check;
    for (int i = 0; i < FR_CHECK_CLICKS; i++) {
        const uint64_t before = instance->memory.refused;
        const enum fr_outcome outcome = fr_instance_query(instance, &errand->course->clicks[i]);
        const bool refused = instance->memory.refused != before;
        if (refused && outcome != FR_OUT_OF_MEMORY)
            fr_check_fail(check, "allocation %llu is refused, but find does not report it",
                          (unsigned long long)instance->memory.fail_at);
        if (!refused && outcome != errand->expected[part][i])
            fr_check_fail(check, "after allocation %llu was refused, the outcome of find differs",
                          (unsigned long long)instance->memory.fail_at);
    }
}

static void change_and_ask(struct fr_instance *instance, const struct errand *errand)
{
    struct fr_check *check = instance->check;
    const uint64_t before = instance->memory.refused;
    block(check, errand, true);
    const enum fr_status status = fr_instance_update(instance, &errand->change, 1);
    const bool refused = instance->memory.refused != before;
    if (status != (refused ? FR_NO_MEMORY : FR_OK))
        fr_check_fail(check,
                      refused ? "allocation %llu is refused, but update does not report it"
                              : "after allocation %llu was refused, update fails",
                      (unsigned long long)instance->memory.fail_at);
    if (status == FR_OK)
        ask_all(instance, errand, 1);
    fr_instance_release(instance);
    block(check, errand, false);
    fr_check_show(check, errand->course->map);
}

/* Runs all calls with allocation number n refused; false if there were fewer allocations. */
static bool run_errand(struct fr_check *check, const struct errand *errand, uint64_t n)
{
    struct fr_instance instance;
    const enum fr_status status = fr_instance_try(&instance, check, errand->course->map, n);
    if (status != (instance.memory.refused ? FR_NO_MEMORY : FR_OK))
        fr_check_fail(check, "allocation %llu is refused, but prepare does not report it",
                      (unsigned long long)n);
    if (status != FR_OK)
        return true;
    ask_all(&instance, errand, 0);
    if (check->subject->pathfinder->update)
        change_and_ask(&instance, errand);
    else
        fr_instance_release(&instance);
    return instance.memory.refused > 0;
}

static void note_outcomes(struct fr_check *check, struct errand *errand, int part)
{
    struct fr_instance instance;
    fr_instance_prepare(&instance, check, errand->course->map);
    for (int i = 0; i < FR_CHECK_CLICKS; i++)
        errand->expected[part][i] = fr_instance_query(&instance, &errand->course->clicks[i]);
    fr_instance_release(&instance);
}

void fr_conformance_refusals(struct fr_check *check)
{
    /* Each map needs one run per allocation, so a quarter of the maps suffices. */
    for (int i = 0; i < (check->plan->maps + 3) / 4; i++) {
        struct fr_check_course course;
        fr_check_draw(check, i, &course);
        struct errand errand = {.course = &course};
        errand.change = fr_map_clip(
            course.map,
            (struct fr_rect){fr_random_between(&course.random, 0, course.map->width - 1),
                             fr_random_between(&course.random, 0, course.map->height - 1), 5, 5});
        note_outcomes(check, &errand, 0);
        block(check, &errand, true);
        note_outcomes(check, &errand, 1);
        block(check, &errand, false);
        for (uint64_t n = 1; run_errand(check, &errand, n); n++)
            if (n == MOST_ALLOCATIONS)
                fr_check_fail(check, "allocates more than %d times", MOST_ALLOCATIONS);
        fr_check_release(&course);
    }
}

/* Every check detects leaks; this check does nothing else. */
void fr_conformance_leaks(struct fr_check_course *course, struct fr_instance *instance)
{
    struct fr_check *check = instance->check;
    fr_instance_release(instance);
    fr_instance_prepare(instance, check, course->map);
    for (int j = 0; j < FR_CHECK_CLICKS; j++)
        (void)!fr_instance_query(instance, &course->clicks[j]);
}

void fr_conformance_steady(struct fr_check_course *course, struct fr_instance *instance)
{
    struct fr_check *check = instance->check;
    for (int j = 0; j < FR_CHECK_CLICKS; j++)
        (void)!fr_instance_query(instance, &course->clicks[j]);
    const uint64_t before = instance->memory.allocations;
    for (int j = 0; j < FR_CHECK_CLICKS; j++) {
        (void)!fr_instance_query(instance, &course->clicks[j]);
        if (instance->memory.allocations != before)
            fr_check_fail(check, "allocates for a query that it has already answered");
    }
}
